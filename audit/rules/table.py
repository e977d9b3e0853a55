"""The table before the play: one method an event; it notes what is irregular and always goes on.

What happens from the first card led is only collected here, in `actions`: whose card stands and what an unrecorded
hand must have held can be told from the end of the deal alone (`tricks`, `pack`, `judge`).
"""

from collections.abc import Sequence

from audit.cards import NAMES
from audit.rules.begging import Begging
from audit.rules.events import Action, Options, PenaltyTaken, RevokeClaim, Told, Written
from audit.rules.faults import named
from audit.rules.state import DEALT, PLAYING

__all__ = ["Options", "Table", "Written"]


class Table(Begging):
    """One deal at the table; its arguments and attributes are those of `state.State`."""

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
        """The pack is cut or dealt: the dealer must have shuffled last (DEAL-1)."""
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
        self.shuffled = self.shuffled[-1:]

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
        self.note(
            "no-cut",
            "MISD-1 MISD-4" if self.variant.misdeal_keeps else "MISD-1",
            f"The cards were dealt without being cut: a misdeal, and {self.after_misdeal}.",
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

    def face(self, card: int | None) -> None:
        """A card is found faced in the pack (MISD-2)."""
        self.faced = True
        self.note(
            "faced-card",
            "PACK-2 MISD-2",
            f"{'A card' if card is None else NAMES[card]} was found faced in the pack: the same dealer deals again.",
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
                f"The dealer {self.label(seat)} exposed {named(card)} in dealing:"
                " the adversaries may let the deal stand or have a new deal by the same dealer.",
                seat=seat,
                card=card,
            )
            return
        self.actions.append(Action("expose", self.event, seat, (card,)))
        shown = f"{self.label(seat)} exposed {named(card)}"
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
        """Whether a card shown now is shown in dealing: no turn-up has ended it yet."""
        if self.phase >= PLAYING:
            return False
        if self.variant.turn_up:
            return not self.turns or self.turns[-1].runs < len(self.runs)
        return self.phase < DEALT

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
