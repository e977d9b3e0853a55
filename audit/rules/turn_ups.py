"""The turn-up: the card turned for trumps, the suit it makes, the Jack it may be (DEAL-4, DEAL-5, BEG-3 to 6)."""

from collections.abc import Sequence

from audit.cards import JACK, SUIT_NAMES
from audit.rules.events import Turned
from audit.rules.faults import named
from audit.rules.state import PLAYING, TURNED, State


class TurnUps(State):
    """What is turned up and what follows from it."""

    @property
    def first_suit(self) -> int | None:
        """The suit of the first turn-up (BEG-5)."""
        return self.turns[0].suit if self.turns else None

    @property
    def must_run_on(self) -> bool:
        """The cards were run and the first suit came again: no trump is made yet (BEG-5)."""
        if not self.runs:
            return False
        last = self.turns[-1] if self.turns else None
        if last is None or last.runs != len(self.runs):
            return True
        suit = last.suit
        return suit is not None and suit == self.first_suit

    @property
    def turned_trump(self) -> int | None:
        """The trump suit made by the last turn-up, if it is known and made (DEAL-4, BEG-3)."""
        if not self.turns or self.must_run_on:
            return None
        return self.turns[-1].suit

    @property
    def turned_jacks(self) -> list[int]:
        """The Jacks turned that score (DEAL-5, BEG-4): the first turn-up, and one of another suit after a run."""
        jacks = []
        for place, turned in enumerate(self.turns):
            card = turned.cards[0] if len(turned.cards) == 1 else None
            if card is None or card % 13 != JACK:
                continue
            if not turned.runs:
                jacks.append(card)
            elif self.first_suit is None:
                if place == len(self.turns) - 1 and self.phase == PLAYING:
                    jacks.append(card)
            elif card // 13 != self.first_suit:
                jacks.append(card)
        return jacks

    @property
    def turn_unknown(self) -> bool:
        """A turn-up is not recorded, so that a Jack may have been turned or the suit may have come again."""
        return any(len(turned.cards) == 1 and turned.cards[0] is None for turned in self.turns)

    @property
    def doubtful_jacks(self) -> int:
        """How many turned Jacks may have scored besides: a turn-up, or the suit first turned, is not recorded."""
        first, last = self.turns[0], self.turns[-1]
        doubtful = int(first.cards == [None])
        if last is not first and len(last.cards) == 1:
            card = last.cards[0]
            doubtful += card is None or (card % 13 == JACK and card not in self.turned_jacks and first.suit is None)
        return doubtful

    @property
    def pack_left(self) -> int:
        """Cards left on the stock (BEG-6)."""
        left = 52 - 6 * self.players
        for turned in self.turns:
            left -= len(turned.cards)
        return left - 3 * self.players * len(self.runs)

    @property
    def can_run(self) -> bool:
        """Enough cards for three each and a turn-up (BEG-6, reading)."""
        return self.pack_left >= 3 * self.players + 1

    @property
    def may_be_exhausted(self) -> bool:
        """The pack has too few cards to run on and, as far as is known, no other suit was turned (BEG-6)."""
        return not self.can_run and (self.must_run_on or self.turn_unknown)

    def turn(self, cards: list[int | None]) -> None:
        """The next card is turned for trumps (DEAL-4); a Jack scores to the dealer (DEAL-5, BEG-4, BEG-5)."""
        if not self.variant.turn_up:
            self.note(
                "not-in-this-game",
                "DEAL-4",
                f"{_cards_turned(cards)} turned up; no card is turned for trumps in {self.game}.",
                card=cards[0],
            )
            return
        if self.turns and self.turns[-1].runs == len(self.runs):
            stopped = bool(self.runs) and self.must_run_on
            self.note(
                "run-stopped-early" if stopped else "wrong-turn-up",
                "BEG-5 DEAL-4" if stopped else "DEAL-4 BEG-3",
                "A card was turned up without three more cards to each player before it.",
                seat=self.dealer,
                card=cards[0],
            )
        elif len(cards) > 1:
            self.note(
                "wrong-turn-up",
                "DEAL-4 MISD-3",
                f"{_cards_turned(cards)} turned up together;"
                " which of them is the turn-up is not decided. The nearest clause is the dealer's exposure of a card:"
                " the adversaries may let the deal stand or have a new deal by the same dealer.",
                seat=self.dealer,
                reading=True,
            )
        self.turns.append(Turned(cards, len(self.runs), self.event))
        if len(cards) != 1 or cards[0] is None:
            self.odd_turn = True  # several cards, or one that is not recorded
        self.phase = max(self.phase, TURNED)
        if self.before_turn:
            self.faults += self.before_turn
            self.looks += self.looks_before_turn
            self.before_turn = self.looks_before_turn = ()

    def _stopped_early(self) -> None:
        """The first suit came again and the play began all the same (BEG-5, BEG-6)."""
        if not self.can_run:
            self._not_bunched()
            return
        self.note(
            "run-stopped-early",
            "BEG-5",
            f"{SUIT_NAMES[self.first_suit or 0].capitalize()} came again after the run"
            f" and {cards_were(self.pack_left)} left: the card is laid aside and three more are dealt to"
            " each player before the next is turned.",
            seat=self.dealer,
        )

    def _not_bunched(self) -> None:
        """The pack was exhausted and the cards were not bunched (BEG-6)."""
        self.note(
            "not-bunched",
            "BEG-6",
            f"{cards_were(self.pack_left)} left, too few for three each and a turn-up, and the suit had not changed:"
            " the cards are bunched and the same dealer deals again.",
            seat=self.dealer,
        )

    def _settle_trump(self) -> None:
        """The table goes on to discard or play: is the trump made? (DEAL-4, BEG-5, BEG-6)."""
        if self.phase >= PLAYING:
            return
        self.phase = PLAYING
        if not self.variant.turn_up:
            return
        if self.runs and self.turns and self.turns[-1].runs == len(self.runs):
            if self.must_run_on:
                self._stopped_early()
        elif self.runs or (not self.turns and self.dealt_event is not None):
            after = "after the run " if self.runs else ""
            self.note(
                "wrong-turn-up",
                "DEAL-4 BEG-3" if self.runs else "DEAL-4",
                f"No card was turned up for trumps {after}before the play.",
                seat=self.dealer,
            )


def cards_were(number: int) -> str:
    """A number of cards with its verb, as a sentence begins."""
    return "1 card was" if number == 1 else f"{number} cards were"


def _cards_turned(cards: Sequence[int | None]) -> str:
    """The cards turned up, with their verb, as a sentence begins."""
    names = " and ".join(map(named, cards))
    return f"{names[:1].upper()}{names[1:]} {'was' if len(cards) == 1 else 'were'}"
