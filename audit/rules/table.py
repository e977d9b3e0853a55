"""The table before the play: one method an event; it notes what is irregular and always goes on.

What happens from the first card led is only collected here, in `actions`: whose card stands and what an unrecorded
hand must have held can be told from the end of the deal alone (`tricks`, `pack`, `judge`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from audit.cards import JACK, NAMES, SUIT_NAMES
from audit.rules.faults import Fault
from audit.rules.seats import Seating
from audit.rules.variants import Variant

Written = list[int | None] | int | None
"""A hand as it was written: its cards (`None` for one not recorded), how many there were, or nothing."""

BEFORE, DEALT, TURNED, DECIDED, PLAYING, ENDED = range(6)

PLAIN_IN_H: Final = frozenset(
    {
        *("PACK-1", "SEAT-1", "SEAT-2", "DEAL-3", "DEAL-4", "DEAL-5", "BEG-1", "BEG-2", "BEG-3", "BEG-5"),
        *("PLAY-1", "PLAY-4", "TRCK-1", "SCOR-1", "SCOR-2", "SCOR-3", "SCOR-4", "SCOR-5", "SCOR-6", "SCOR-7"),
    }
)
"""Clauses that All Fours has of its own; the others are borrowed from Seven-Up there and so are readings (GEN-1)."""

NOTES_IF_BORROWED: Final = frozenset({"gift-puts-out", "looked-early", "wrong-hand-size"})


@dataclass(frozen=True, slots=True)
class Options:
    """What a club has agreed on; `None` is not stated, and then both ways are shown (BEG-10, DISC-2, SCOR-8)."""

    strict_looking: bool | None = None
    keep_nine: bool | None = None
    all_fives_jack_twice: bool = False


class Turned(NamedTuple):
    """A turn-up: its cards, of which there should be one, and how many runs went before it."""

    cards: list[int | None]
    runs: int
    event: int


class Action(NamedTuple):
    """An event of the play, kept for the end of the deal: see `tricks`."""

    do: str
    event: int
    seat: int | None = None
    cards: Sequence[int | None] = ()
    missing: Sequence[int] = ()
    side: int | None = None
    points: int = 0


class Told(NamedTuple):
    """An announcement of a number of cards (DEAL-6)."""

    seat: int
    number: int
    expected: int
    event: int


class RevokeClaim(NamedTuple):
    """A revoke claimed by a side of a seat, perhaps in a named trick (REVK-7)."""

    side: int
    seat: int
    trick: int | None


class PenaltyTaken(NamedTuple):
    """A penalty that the record says was taken: the side whose score changed, and by how much."""

    side: int
    points: int
    fault: str | None


class Table:
    """One deal at the table.

    Args:
        variant: the game that is played.
        seating: the seats in the order of play.
        options: what the club has agreed on.
        dealer: the dealer's seat, or nothing where it is not recorded.
        scores: points of each side before the deal, or nothing where they are not known.

    Attributes:
        event: place of the event that is told, from 1.
        faults: what was noted.
        hands: as written, by seat.
        turns: the turn-ups.
        before_turn, looks_before_turn: faults and looks that came before the turn-up, if one follows: nobody is blamed
            where it was not written down (BEG-1, BEG-10).
        actions: what happened from the first card led.
    """

    # What most deals do not have stands here once: nothing of it has happened yet.
    dealt_event: int | None = None
    shuffled: tuple[int, ...] = ()
    cuts_for_deal: tuple[dict[int, int], ...] = ()
    trump_cuts: tuple[dict[int, int], ...] = ()
    odd_turn = False
    uncut = False
    faced = False
    runs: tuple[list[Written], ...] = ()
    discards: tuple[tuple[int, list[int] | None, int], ...] = ()
    declared: str | None = None
    begged_by: int | None = None
    changed_declaration = False
    answer: str | None = None
    gifts: Sequence[int] = ()
    gift_owed: Sequence[int] = ()
    gift_puts_out = False
    looks: tuple[int, ...] = ()
    looks_before_turn: tuple[int, ...] = ()
    before_turn: tuple[Fault, ...] = ()
    exposed_dealing = False
    elections: Mapping[int, str] = MappingProxyType({})
    announced: tuple[Told, ...] = ()
    bunched: str | None = None
    redealt = False
    redeal_reason: str | None = None
    stock: list[int | None] | None = None
    piles: dict[int, list[int]] | None = None
    counts: dict[int, int] | None = None
    claims: tuple[tuple[int, str, int | None], ...] = ()
    revoke_claims: tuple[RevokeClaim, ...] = ()
    penalties: tuple[PenaltyTaken, ...] = ()

    def __init__(
        self,
        variant: Variant,
        seating: Seating,
        options: Options,
        dealer: int | None,
        scores: Sequence[int] | None = None,
    ) -> None:
        players = len(seating.labels)
        self.variant = variant
        self.seating = seating
        self.options = options
        self.dealer = dealer
        self.scores = scores
        self.players = players
        self.eldest = None if dealer is None else (dealer + 1) % players
        self.pone = None if dealer is None else (dealer - 1) % players
        self.dealing_side = None if dealer is None else dealer % len(seating.sides)
        self.event = 0
        self.written_up = False
        self.phase = BEFORE
        self.faults: list[Fault] = []
        self.hands: list[Written] = [None] * players
        self.turns: list[Turned] = []
        self.actions: list[Action] = []

    # -- noting ---------------------------------------------------------------------------------------------------

    def note(
        self,
        code: str,
        clauses: str,
        message: str,
        *,
        event: int | None = None,
        trick: int | None = None,
        seat: int | None = None,
        side: int | None = None,
        card: int | None = None,
        point: str | None = None,
        proof: str | None = None,
        reading: bool = False,
        kind: str | None = None,
    ) -> Fault:
        """Note a fault: its code, the clauses it rests on (separated by spaces), what was seen, and where."""
        cited = tuple(clauses.split())
        if self.variant.borrowed:
            reading = reading or not PLAIN_IN_H.issuperset(cited)
            if code in NOTES_IF_BORROWED:
                kind = "note"
        if seat is not None and side is None:
            side = seat % len(self.seating.sides)
        fault = Fault(
            code,
            cited,
            message,
            event=event or self.event or None,
            trick=trick,
            seat=seat,
            side=side,
            card=None if card is None else NAMES[card],
            point=point,
            proof=proof,
            reading=reading,
            kind=kind,
        )
        self.faults.append(fault)
        return fault

    def label(self, seat: int | None) -> str:
        """Name of a seat as the record has it."""
        return "nobody" if seat is None else self.seating.labels[seat]

    def side_name(self, side: int | None) -> str:
        """Name of a side as the record has it."""
        return "nobody" if side is None else self.seating.sides[side]

    def side_of(self, seat: int) -> int:
        """The side of a seat (SEAT-1)."""
        return seat % len(self.seating.sides)

    @property
    def unanswered(self) -> bool:
        """The eldest hand begged and no answer is recorded (BEG-2)."""
        return self.begged_by is not None and self.eldest in (None, self.begged_by) and self.answer is None

    # -- what follows from the turn-ups -----------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's name as a sentence has it."""
        return self.variant.name.replace("-", " ").title().replace(" ", "-" if self.variant.name == "seven-up" else " ")

    @property
    def first_suit(self) -> int | None:
        """The suit of the first turn-up (BEG-5)."""
        return self._turned_suit(self.turns[0]) if self.turns else None

    @staticmethod
    def _turned_suit(turned: Turned) -> int | None:
        suits = {None if card is None else card // 13 for card in turned.cards}
        return suits.pop() if len(suits) == 1 else None

    @property
    def must_run_on(self) -> bool:
        """The cards were run and the first suit came again: no trump is made yet (BEG-5)."""
        if not self.runs:
            return False
        last = self.turns[-1] if self.turns else None
        if last is None or last.runs != len(self.runs):
            return True
        suit = self._turned_suit(last)
        return suit is not None and suit == self.first_suit

    @property
    def turned_trump(self) -> int | None:
        """The trump suit made by the last turn-up, if it is known and made (DEAL-4, BEG-3)."""
        if not self.turns or self.must_run_on:
            return None
        return self._turned_suit(self.turns[-1])

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
    def trump_is_settled(self) -> bool:
        """No beg or run can change the trump any more."""
        if not self.variant.turn_up:
            return True
        if self.phase >= PLAYING or not self.variant.begging:
            return True
        if self.runs:
            return not self.must_run_on and self.players != 2
        return (self.declared == "stand" and not self.changed_declaration) or (
            self.answer == "give" and not self.gift_puts_out  # he must run (BEG-9)
        )

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

    # -- shuffling, cutting, dealing --------------------------------------------------------------------------------

    def cut_for_deal(self, cards: dict[int, int]) -> None:
        """One round of the cut for partners, seats and deal (SEAT-2)."""
        self.cuts_for_deal += (cards,)

    def cut_for_trump(self, cards: dict[int, int]) -> None:
        """The cut that names the trump (TRMP-1)."""
        if not self.variant.trump_cut:
            self.note("not-in-this-game", "TRMP-1", f"The trump is not cut for in {self.game}.")
            return
        self.trump_cuts += (cards,)

    def shuffle(self, seat: int) -> None:
        """A player shuffles; the dealer shuffles last (DEAL-1)."""
        self.shuffled += (seat,)

    def _end_of_shuffling(self) -> None:
        if not self.shuffled:
            return
        if self.dealer in self.shuffled and self.shuffled[-1] != self.dealer:
            last = self.shuffled[-1]
            self.note(
                "shuffled-after-dealer",
                "DEAL-1",
                f"{self.label(last)} shuffled after the dealer {self.label(self.dealer)}; the dealer shuffles last.",
                seat=last,
            )
        self.shuffled = ()

    def cut(self, seat: int, at: int | None) -> None:
        """The pack is cut by the pone, at least four cards in each packet (DEAL-2)."""
        self._end_of_shuffling()
        if self.pone is not None and seat != self.pone:
            self.note(
                "wrong-cutter",
                "DEAL-2",
                f"{self.label(seat)} cut; the pone, {self.label(self.pone)} on the dealer's right, cuts."
                " What follows is not decided; the deal does not pass for it.",
                seat=seat,
            )
        if at is not None and not 4 <= at <= 48:
            left = 52 - at
            self.note(
                "thin-cut",
                "DEAL-2",
                f"{at} cards were lifted and {left} left; at least four stay in each packet."
                " What follows is not decided; the deal does not pass for it.",
                seat=seat,
            )

    def no_cut(self) -> None:
        """Dealt without a cut: a misdeal (MISD-1)."""
        self.uncut = True
        keeps = self.variant.misdeal_keeps
        follows = "the same dealer deals again" if keeps else "the deal passes to the misdealer's left"
        self.note(
            "no-cut",
            "MISD-1 MISD-4" if keeps else "MISD-1",
            f"The cards were dealt without being cut: a misdeal, and {follows}.",
            seat=self.dealer,
        )

    def deal(self, hands: list[Written]) -> None:
        """Six cards each (DEAL-3)."""
        self._end_of_shuffling()
        if self.dealt_event is not None:
            same = hands == self.hands
            self.note(
                "duplicate-deal" if same else "conflicting-deal",
                "DEAL-3",
                "The hands of this deal are written twice" + ("." if same else " and differ; the first are taken."),
            )
            return
        self.dealt_event = self.event
        self.hands = hands
        self.phase = max(self.phase, DEALT)

    def turn(self, cards: list[int | None]) -> None:
        """The next card is turned for trumps (DEAL-4); a Jack scores to the dealer (DEAL-5, BEG-4, BEG-5)."""
        if not self.variant.turn_up:
            self.note(
                "not-in-this-game",
                "DEAL-4",
                f"{_shown(cards)} turned up; no card is turned for trumps in {self.game}.",
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
                f"{_shown(cards)} turned up together;"
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

    def face(self, card: int | None) -> None:
        """A card is found faced in the pack (MISD-2)."""
        self.faced = True
        found = "A card" if card is None else NAMES[card]
        self.note(
            "faced-card",
            "PACK-2 MISD-2",
            f"{found} was found faced in the pack: the same dealer deals again.",
            card=card,
        )

    def expose(self, seat: int, card: int | None, when: str | None) -> None:
        """A card is shown, in dealing (MISD-3) or in play (EXPO-1, EXPO-4)."""
        dealing = when == "dealing" or (when is None and self._is_dealing())
        if dealing and seat == self.dealer:
            self.exposed_dealing = True
            self.note(
                "dealer-exposed",
                "MISD-3",
                f"The dealer {self.label(seat)} exposed {'a card' if card is None else NAMES[card]} in dealing:"
                " the adversaries may let the deal stand or have a new deal by the same dealer.",
                seat=seat,
                card=card,
            )
            return
        self.actions.append(Action("expose", self.event, seat, (card,)))
        shown = f"{self.label(seat)} exposed {'a card' if card is None else NAMES[card]}"
        if self.players == 4:
            self.note(
                "exposed-card",
                "EXPO-1",
                f"{shown}: it is left on the table and may be called by the adversaries"
                " until it is got rid of in play.",
                seat=seat,
                card=card,
            )
        else:
            self.note(
                "exposed-card",
                "EXPO-4",
                f"{shown}: with {'two' if self.players == 2 else 'three'} players there is no penalty.",
                seat=seat,
                card=card,
                reading=True,
            )

    def _is_dealing(self) -> bool:
        if self.phase >= PLAYING:
            return False
        if self.variant.turn_up:
            return not self.turns or self.turns[-1].runs < len(self.runs)
        return self.phase < DEALT

    def look(self, seat: int) -> None:
        """A player looks at his hand; the order of events tells whether he may (BEG-10)."""
        if not self.variant.begging or self.phase >= DECIDED or self.runs:
            return
        if self.dealer is None or (
            self.phase >= TURNED and (seat == self.eldest or (seat == self.dealer and self.begged_by is not None))
        ):
            return
        awaited = self.phase < TURNED and (seat == self.eldest or (seat == self.dealer and self.begged_by is not None))
        if awaited:
            self.looks_before_turn += (seat,)
        else:
            self.looks += (seat,)
        strict = self.options.strict_looking
        follows = {
            True: "Among strict players the adversaries score a point.",
            False: "The club does not play strictly: no penalty.",
            None: "Among strict players the adversaries score a point; the record does not say whether these are.",
        }[strict]
        self.note(
            "looked-early",
            "BEG-10",
            f"{self.label(seat)} looked at his hand before the proper time. {follows}",
            seat=seat,
            kind=None if strict else "irregularity",
        )
        if awaited:
            self.before_turn += (self.faults.pop(),)

    def announce(self, seat: int, count: int) -> None:
        """A player says how many cards he found (DEAL-6)."""
        self.announced += (Told(seat, count, 6 + 3 * len(self.runs), self.event),)

    def elect(self, side: int, choice: str) -> None:
        """The adversaries choose after the dealer's exposure (MISD-3)."""
        open_choice = self.exposed_dealing or any(len(turned.cards) > 1 for turned in self.turns)
        if not open_choice or side == self.dealing_side:
            why = "the adversaries of the dealer elect" if open_choice else "there was no exposure by the dealer"
            self.note("not-entitled", "MISD-3", f"{self.side_name(side)} elected to {choice}; {why}.", side=side)
            return
        self.elections = {**self.elections, side: choice}

    # -- begging ----------------------------------------------------------------------------------------------------

    def _in_this_game(self, what: str) -> bool:
        if self.variant.begging:
            return True
        self.note("not-in-this-game", "BEG-1", f"There is no {what} in {self.game}.")
        return False

    def _declare(self, seat: int, word: str) -> bool:
        """Whether the eldest hand declares, and in time (BEG-1)."""
        if not self._in_this_game("begging or standing"):
            return False
        if self.runs and word == "beg":
            self.note(
                "second-beg",
                "BEG-7",
                f"{self.label(seat)} begged after the cards were run; no second beg is allowed.",
                seat=seat,
            )
            return False
        if self.eldest is not None and seat != self.eldest:
            self.note(
                "declared-out-of-order",
                "BEG-1",
                f"{self.label(seat)} said {word!r}; only the eldest hand, {self.label(self.eldest)}, may stand or beg.",
                seat=seat,
            )
        elif (self.phase == DEALT and self.variant.turn_up) or self.phase >= PLAYING:
            when = "before the trump was turned" if self.phase == DEALT else "after the play had begun"
            self.note("declared-out-of-order", "BEG-1", f"{self.label(seat)} said {word!r} {when}.", seat=seat)
            if self.phase == DEALT:
                self.before_turn += (self.faults.pop(),)
            return self.phase < PLAYING
        return True

    def stand(self, seat: int) -> None:
        """The eldest hand stands (BEG-1)."""
        if not self._declare(seat, "stand"):
            return
        if self.declared == "beg" and seat == self.eldest and self.answer is None:
            self._changed(seat, "begged and then stood")
        elif seat == self.eldest or self.eldest is None:
            self.declared = self.declared or "stand"
            self.phase = max(self.phase, DECIDED)

    def beg(self, seat: int) -> None:
        """The eldest hand begs (BEG-1); a second beg is not allowed (BEG-7)."""
        if not self._declare(seat, "beg"):
            return
        if self.declared == "stand" and seat == self.eldest and self.answer is None:
            self._changed(seat, "stood and then begged")
            self.phase = min(self.phase, TURNED)
        elif self.begged_by == seat and self.begged_by is not None:
            self.note("second-beg", "BEG-7", f"{self.label(seat)} begged twice; no second beg is allowed.", seat=seat)
        self.declared = "beg"
        self.begged_by = seat

    def _changed(self, seat: int, how: str) -> None:
        self.changed_declaration = True
        self.note(
            "changed-declaration",
            "BEG-11",
            f"{self.label(seat)} {how}. Which of the two holds is not decided by the rules;"
            " what follows is taken as the answer to the beg.",
            seat=seat,
        )

    def _answers(self, seat: int | None, what: str) -> bool:
        """Whether a beg is to be answered, and by the dealer (BEG-2)."""
        if not self._in_this_game("begging, giving or running"):
            return False
        if seat is not None and self.dealer is not None and seat != self.dealer:
            self.note(
                "not-entitled",
                "BEG-2",
                f"{self.label(seat)} {what}; the dealer, {self.label(self.dealer)}, answers a beg.",
                seat=seat,
            )
            return True
        if self.begged_by is None or self.answer == "give":
            why = "nobody had begged" if self.begged_by is None else "the point had been given"
            self.note("not-entitled", "BEG-2", f"The dealer {what}, but {why}.", seat=self.dealer)
        return True

    def give(self, seat: int, to: list[int] | None) -> None:
        """The dealer gives the point (BEG-2, BEG-8, BEG-9)."""
        if not self._answers(seat, "gave the point"):
            return
        self.answer = "give"
        self.phase = max(self.phase, DECIDED)
        if self.dealer is None or self.eldest is None:
            return
        pone = [self.pone] if self.players == 3 and self.pone is not None else []
        owed = [self.side_of(self.eldest), *pone]
        sides = owed if to is None else {self.side_of(receiver) for receiver in to}
        for side in sides:
            if side not in owed:
                self.note(
                    "not-entitled",
                    "BEG-2",
                    f"The point was given to {self.side_name(side)}; it goes to the adversaries.",
                    side=side,
                )
        given = [side for side in owed if side in sides]
        if self.players == 3 and len(given) == 1:
            self.gift_owed = [side for side in owed if side not in given]
            self.note(
                "gift-to-one",
                "BEG-8",
                f"The point was given to {self.side_name(given[0])} alone; with three players a dealer who does not run"
                " gives a point to both adversaries.",
                seat=self.dealer,
            )
        if self.scores is not None:
            out = [side for side in given if self.scores[side] + 1 >= self.variant.target]
            if out:
                self.gift_puts_out = True
                self.note(
                    "gift-puts-out",
                    "BEG-8 BEG-9" if self.players == 3 else "BEG-9",
                    f"The point would put {self.side_name(out[0])} out,"
                    f" at {self.scores[out[0]]} of {self.variant.target}; the dealer cannot give it and must run"
                    " the cards. What a gift given all the same counts is not decided.",
                    seat=self.dealer,
                )
        self.gifts = given

    def run(self, hands: list[Written]) -> None:
        """Three more cards each, and a new card is turned (BEG-3, BEG-5, BEG-6)."""
        if not self._answers(None, "ran the cards"):
            return
        if self.runs and not self.must_run_on and not self.turn_unknown:
            self.note(
                "run-too-far",
                "BEG-5",
                "The cards were run again although another suit had been turned.",
                seat=self.dealer,
            )
        elif not self.can_run:
            self._not_bunched()
        self.answer = "run"
        self.runs += (hands,)

    def _not_bunched(self) -> None:
        self.note(
            "not-bunched",
            "BEG-6",
            f"{_cards(self.pack_left)} left, too few for three each and a turn-up, and the suit had not changed:"
            " the cards are bunched and the same dealer deals again.",
            seat=self.dealer,
        )

    def bunch(self, seat: int | None, agreed: bool | None, reason: str | None) -> None:
        """A proposal to bunch (BEG-7), or the pack is exhausted (BEG-6)."""
        if not self._in_this_game("bunching"):
            return
        if reason == "exhausted":
            if self.can_run or not (self.must_run_on or self.turn_unknown):
                self.note(
                    "wrong-bunch",
                    "BEG-6",
                    f"The cards were bunched as exhausted; {_cards(self.pack_left)} left, enough to run."
                    if self.can_run
                    else "The cards were bunched as exhausted, but another suit had been turned.",
                    seat=self.dealer,
                )
            self.bunched = "exhausted"
            self._end("exhausted")
            return
        right = self.players == 2 and self.runs and not self.must_run_on and self.phase < PLAYING
        if not right:
            why = (
                "only two players may"
                if self.players != 2
                else "it may be proposed once the new trump is seen, before play"
            )
            self.note("wrong-bunch", "BEG-7", f"{self.label(seat)} proposed to bunch the cards; {why}.", seat=seat)
        if agreed:
            self.bunched = "agreed"
            self._end("bunched")

    def discard(self, seat: int, cards: list[int] | None, count: int | None) -> None:
        """Superfluous cards are thrown after a run (DISC-1)."""
        self._settle_trump()
        number = len(cards) if cards is not None else -1 if count is None else count
        self.discards += ((seat, cards, number),)

    def _settle_trump(self) -> None:
        """The table goes on to discard or play: is the trump made? (DEAL-4, BEG-5, BEG-6)."""
        if self.phase >= PLAYING:
            return
        self.phase = PLAYING
        if not self.variant.turn_up:
            return
        if self.runs and self.turns and self.turns[-1].runs == len(self.runs):
            if self.must_run_on:
                if self.can_run:
                    self.note(
                        "run-stopped-early",
                        "BEG-5",
                        f"{SUIT_NAMES[self.first_suit or 0].capitalize()} came again after the run"
                        f" and {_cards(self.pack_left)} left: the card is laid aside and three more are dealt to"
                        " each player before the next is turned.",
                        seat=self.dealer,
                    )
                else:
                    self._not_bunched()
        elif self.runs or (not self.turns and self.dealt_event is not None):
            after = "after the run " if self.runs else ""
            self.note(
                "wrong-turn-up",
                "DEAL-4 BEG-3" if self.runs else "DEAL-4",
                f"No card was turned up for trumps {after}before the play.",
                seat=self.dealer,
            )

    # -- play: collected for the end of the deal --------------------------------------------------------------------

    def trick(self, cards: list[int | None], seat: int | None = None, missing: Sequence[int] = ()) -> None:
        """A whole trick, turned and quitted."""
        if self.phase < PLAYING:
            self._settle_trump()
        self.actions.append(Action("trick", self.event, seat, cards, missing))

    def play(self, seat: int, cards: Sequence[int | None]) -> None:
        """A card played, or several that came at once (EXPO-3)."""
        if self.phase < PLAYING:
            self._settle_trump()
        self.actions.append(Action("play", self.event, seat, cards))

    def keep(self, side: int, card: int) -> None:
        """Of several cards the adversaries choose which remains (EXPO-3)."""
        self.actions.append(Action("keep", self.event, None, (card,), (), side))

    def take_back(self, seat: int, card: int) -> None:
        """A card is taken back into the hand (REVK-2)."""
        self.actions.append(Action("take-back", self.event, seat, (card,)))

    def quit(self) -> None:
        """The trick is turned and quitted (REVK-2)."""
        self.actions.append(Action("quit", self.event))

    def call(self, side: int, card: int) -> None:
        """An exposed card is called (EXPO-1)."""
        self.actions.append(Action("call", self.event, None, (card,), (), side))

    def draw(self, seat: int, card: int | None) -> None:
        """A card is drawn from the open stock (PLAY-6)."""
        if not self.variant.stock:
            self.note("not-in-this-game", "PLAY-6", f"No card is drawn from the stock in {self.game}.", seat=seat)
            return
        self.actions.append(Action("draw", self.event, seat, (card,)))

    # -- what the club wrote down -----------------------------------------------------------------------------------

    def claim(self, side: int, point: str, deal: int | None) -> None:
        """A point is claimed (SCOR-12)."""
        self.claims += ((side, point, deal),)

    def peg(self, side: int, points: int) -> None:
        """Points pegged in All Fives (SCOR-8)."""
        if not self.variant.pegging:
            self.note("not-in-this-game", "SCOR-8", f"No points are pegged in {self.game}.", side=side)
            return
        self.actions.append(Action("peg", self.event, side=side, points=points))

    def claim_revoke(self, side: int, seat: int, trick: int | None) -> None:
        """A revoke is claimed (REVK-7)."""
        self.revoke_claims += (RevokeClaim(side, seat, trick),)

    def penalty(self, side: int, points: int, fault: str | None) -> None:
        """A penalty was taken."""
        self.penalties += (PenaltyTaken(side, points, fault),)

    def redeal(self, reason: str | None) -> None:
        """The deal ends here (MISD-6)."""
        if (
            reason == "exhausted"
            and self.variant.begging
            and (self.can_run or not (self.must_run_on or self.turn_unknown))
        ):
            self.note(
                "wrong-bunch",
                "BEG-6",
                f"The cards were dealt again as exhausted; {_cards(self.pack_left)} left.",
                seat=self.dealer,
            )
        self._end(reason)

    def _end(self, reason: str | None) -> None:
        self.redealt = True
        self.redeal_reason = reason
        self.phase = ENDED


def _cards(number: int) -> str:
    return "1 card was" if number == 1 else f"{number} cards were"


def _shown(cards: Sequence[int | None]) -> str:
    named = " and ".join("a card" if card is None else NAMES[card] for card in cards)
    return f"{named[:1].upper()}{named[1:]} {'was' if len(cards) == 1 else 'were'}"
