"""The hands as they were written, before and after they are told against the play."""

from collections.abc import Mapping
from types import MappingProxyType

from audit.cards import mask
from audit.rules.events import Written
from audit.rules.table import Table
from audit.rules.tricks import Play


def known(hand: Written) -> int:
    """The mask of the cards of a hand that are recorded."""
    return mask(card for card in hand if card is not None) if isinstance(hand, list) else 0


def is_whole(hand: Written) -> bool:
    """Whether every card of a hand is recorded."""
    return isinstance(hand, list) and None not in hand


class Hands:
    """The hands of one deal.

    Attributes:
        all_given: of each seat, the mask of the cards that the record gives it.
        given: the same, discards taken off.
        whole: of each seat, whether `given` holds every card that it can have had for the play.
        held: of each seat, the mask of cards that it certainly had for the play.
        played: of each seat, the mask of the cards that it played.
        count: of each seat, the number of cards that it played.
        size: of each seat, the number of cards that it had for the play.
        drawn: of each trick (from 1), the cards drawn after it, as (seat, card or `None`).
    """

    drawn: Mapping[int, list[tuple[int, int | None]]] = MappingProxyType({})
    _twice = 0
    _distrusted = 0

    def __init__(self, table: Table) -> None:
        self.table = table
        players = table.players
        self.given = [0] * players
        self.whole = [False] * players
        self.held = [0] * players
        self.played = [0] * players
        self.count = [0] * players
        self.size = [table.variant.hand_tricks] * players
        self._gather()

    def _gather(self) -> None:
        """The hands as the record gives them, before the play is known."""
        table = self.table
        for seat in range(table.players):
            parts = self._parts(seat)
            for part in parts:
                self.given[seat] |= known(part)
            self.whole[seat] = all(map(is_whole, parts))
        self.all_given = self.given
        if table.discards:
            self.given = list(self.given)
        for seat, cards, _ in table.discards:
            if cards is not None:
                self.given[seat] &= ~mask(cards)
        if table.variant.stock:
            self.whole = [False] * table.players

    def _parts(self, seat: int) -> list[Written]:
        """What a seat was given, as written: its hand and what each run gave it."""
        return [self.table.hands[seat]] + [run[seat] for run in self.table.runs]

    def _written_total(self, seat: int) -> int | None:
        """How many cards a seat was given, as written, runs included; nothing where a number is not known."""
        sizes = [len(part) if isinstance(part, list) else part for part in self._parts(seat)]
        written = [size for size in sizes if size is not None]
        return sum(written) if len(written) == len(sizes) else None

    def _distrust(self, seat: int | None) -> None:
        """The hand of a seat is not as it is written: it proves nothing."""
        if seat is not None:
            self._distrusted |= 1 << seat

    def _sources(self) -> list[tuple[str, int | None, int]]:
        """Every card that is written as dealt, turned or left in the stock: where, whose, which."""
        table = self.table
        found: list[tuple[str, int | None, int]] = []
        for run, hands in enumerate([table.hands, *table.runs]):
            for seat, hand in enumerate(hands):
                if isinstance(hand, list):
                    place = f"{table.label(seat)}'s {'hand' if run == 0 else 'run'}"
                    found += [(place, seat, card) for card in hand if card is not None]
        found += [("the turn-up", None, c) for t in table.turns for c in t.cards if c is not None]
        found += [("the stock", None, card) for card in table.stock or () if card is not None]
        return found

    def _whose(self, card: int, seat: int) -> str:
        """Where else a card stands that `seat` played, as the end of a sentence."""
        places = [place for place, owner, c in self._sources() if c == card and owner != seat]
        return f"; it stands in {' and '.join(places)}" if places else ""


def has_played(play: Play, seat: int, before: int | None) -> bool:
    """Whether a seat had played a card before the event `before`, or at all."""
    return any(
        who == seat and (before is None or event < before)
        for trick in play.tricks
        for who, event in zip(trick.seats, trick.events, strict=True)
    )


def where(play: Play, seat: int, card: int) -> tuple[int | None, int | None]:
    """The trick and the event in which a seat played a card."""
    for trick in play.tricks:
        for who, what, event in zip(trick.seats, trick.cards, trick.events, strict=True):
            if who == seat and what == card:
                return trick.number, event
    return None, None
