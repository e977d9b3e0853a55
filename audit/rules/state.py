"""One deal as far as it is told: what the table keeps and what it notes."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from audit.cards import NAMES
from audit.rules.events import Action, Options, PenaltyTaken, RevokeClaim, Told, Turned, Written
from audit.rules.faults import Fault
from audit.rules.seats import Seating
from audit.rules.variants import Variant

BEFORE, DEALT, TURNED, DECIDED, PLAYING, ENDED = range(6)

PLAIN_IN_H: Final = frozenset(
    {
        *("PACK-1", "SEAT-1", "SEAT-2", "DEAL-3", "DEAL-4", "DEAL-5", "BEG-1", "BEG-2", "BEG-3", "BEG-5"),
        *("PLAY-1", "PLAY-4", "TRCK-1", "SCOR-1", "SCOR-2", "SCOR-3", "SCOR-4", "SCOR-5", "SCOR-6", "SCOR-7"),
    }
)
"""Clauses that All Fours has of its own; the others are borrowed from Seven-Up there and so are readings (GEN-1)."""

NOTES_IF_BORROWED: Final = frozenset({"gift-puts-out", "looked-early", "wrong-hand-size"})


class State:
    """One deal as far as it is told.

    Args:
        variant: the game that is played.
        seating: the seats in the order of play.
        options: what the club has agreed on.
        dealer: the dealer's seat, or nothing where it is not recorded.
        scores: points of each side before the deal, or nothing where they are not known.

    Attributes:
        players: how many play.
        eldest, pone: the seats on the dealer's left and right, where he is known.
        dealing_side: the dealer's side, where he is known.
        event: place of the event that is told, from 1.
        phase: how far the deal has come, from `BEFORE` to `ENDED`.
        written_up: the club wrote down points or totals, so that the hand was played out.
        scored: something was scored by what the club wrote down, so that the hand was played.
        faults: what was noted.
        hands: as written, by seat; `dealt_event` is where.
        turns: the turn-ups; `odd_turn` if one of them is of several cards or is not recorded.
        runs: what each run gave to each seat, as written (BEG-3).
        discards: each as (seat, cards where they are recorded, how many or -1) (DISC-1).
        actions: what happened from the first card led.
        shuffled: who shuffled, in order, from the last before a cut or the deal on (DEAL-1).
        cuts_for_deal, trump_cuts: the rounds of cutting, cards by seat (SEAT-2, TRMP-1).
        uncut, faced: dealt without a cut, a card faced in the pack (MISD-1, MISD-2).
        exposed_dealing: the dealer exposed a card in dealing (MISD-3).
        elections: what each adversary elected after an exposure (MISD-3).
        declared: `stand` or `beg`, as the eldest hand declared; `begged_by` who begged (BEG-1).
        changed_declaration: he took it back (BEG-11).
        answer: `give` or `run` (BEG-2).
        gifts, gift_owed: sides to which the point was given, or was due and not given (BEG-8).
        gift_puts_out: a gift would win the game, which it cannot (BEG-9).
        looks: seats that looked too early (BEG-10).
        before_turn, looks_before_turn: faults and looks that came before the turn-up, if one follows: nobody is blamed
            where it was not written down (BEG-1, BEG-10).
        announced: the numbers of cards that players announced (DEAL-6).
        redealt, redeal_reason: the deal ended without being played out, and why (MISD-6).
        stock, piles, counts: cards undealt, cards won by side, pips declared by side, where they are recorded.
        claims: points claimed, as (side, point, the number of another deal or nothing) (SCOR-12).
        revoke_claims, penalties: revokes claimed and penalties taken (REVK-7).
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
        self.scored = False
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
        return self.seating.side_of(seat)

    @property
    def game(self) -> str:
        """The game's name as a sentence has it."""
        name = self.variant.name.title()
        return name if name == "Seven-Up" else name.replace("-", " ")

    @property
    def after_misdeal(self) -> str:
        """Who deals after a misdeal, as a sentence ends (MISD-1, MISD-4)."""
        keeps = self.variant.misdeal_keeps
        return "the same dealer deals again" if keeps else "the deal passes to the misdealer's left"
