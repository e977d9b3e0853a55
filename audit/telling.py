"""A recorded deal told to the table, event by event: names become numbers here and nowhere else."""

from collections.abc import Callable
from typing import Any

from audit.cards import CARDS
from audit.records.models import (
    Announce,
    Beg,
    Bunch,
    Call,
    Claim,
    ClaimRevoke,
    Counts,
    Cut,
    CutForDeal,
    CutForTrump,
    Deal,
    DealCards,
    Discard,
    Draw,
    Elect,
    Expose,
    Faced,
    Give,
    Hand,
    Keep,
    Look,
    NoCut,
    Note,
    Peg,
    Penalty,
    Piles,
    Play,
    Quit,
    Record,
    Redeal,
    Run,
    ShowLow,
    Shuffle,
    Stand,
    Stock,
    TakeBack,
    Trick,
    Turn,
)
from audit.rules.seats import Seating
from audit.rules.table import Options, Table, Written
from audit.rules.variants import VARIANTS, Variant

_NUMBER: dict[str | None, int | None] = {None: None, **dict(CARDS.items())}
_number_of = _NUMBER.__getitem__


def _hands(hands: dict[str, Hand], seating: Seating) -> list[Written]:
    found: list[Written] = [None] * len(seating.labels)
    for label, hand in hands.items():
        found[seating.number[label]] = list(map(_number_of, hand)) if isinstance(hand, list) else hand
    return found


def _cards(card: str | None, cards: list[str] | None) -> list[int | None]:
    return [CARDS[name] for name in cards] if cards else [_NUMBER[card]]


class Teller:
    """Tells the deals of one game to tables.

    Args:
        record: a game with seats.
        seating: its seats.
    """

    def __init__(self, record: Record, seating: Seating) -> None:
        self.record = record
        self.seating = seating
        self.variant: Variant = VARIANTS[record.game.variant]
        options = record.game.options
        self.options = Options(
            options.get("strict_looking"), options.get("keep_nine"), options.get("all_fives_jack_twice", False)
        )

    def table(self, deal: Deal, scores: list[int] | None) -> Table:
        """The table after all events of `deal`; `scores` are the points of each side before it, if known."""
        seating = self.seating
        dealer = None if deal.dealer is None else seating.number[deal.dealer]
        table = Table(self.variant, seating, self.options, dealer, scores)
        trick = table.trick
        for number, event in enumerate(deal.events, start=1):
            table.event = number
            if type(event) is not Trick:
                _TELL[type(event)](table, event, self)
            elif event.seat is None and event.missing is None:
                trick(list(map(_number_of, event.cards)))
            else:
                leader = None if event.seat is None else seating.number[event.seat]
                missing = [seating.number[seat] for seat in event.missing or ()]
                trick(list(map(_number_of, event.cards)), leader, missing)
        table.event = 0
        table.written_up = deal.points is not None or deal.score_after is not None
        named = deal.points is not None and any(deal.points.values())
        table.scored = named or deal.score_after not in (None, deal.score_before)
        return table

    def who(self, name: str) -> int | None:
        """The seat of a label or of a player's name that only one bears."""
        if name in self.seating.number:
            return self.seating.number[name]
        bearers = [place for place, seat in enumerate(self.record.game.seats or ()) if seat.player == name]
        return bearers[0] if len(bearers) == 1 else None


def _cut_for_deal(table: Table, event: CutForDeal, teller: Teller) -> None:
    cut = {teller.who(name): CARDS[card] for name, card in event.cards.items()}
    table.cut_for_deal({seat: card for seat, card in cut.items() if seat is not None})


def _give(table: Table, event: Give, teller: Teller) -> None:
    number = teller.seating.number
    table.give(number[event.seat], None if event.to is None else [number[seat] for seat in event.to])


def _bunch(table: Table, event: Bunch, teller: Teller) -> None:
    seat = None if event.seat is None else teller.seating.number[event.seat]
    table.bunch(seat, event.agreed, event.reason)


def _discard(table: Table, event: Discard, teller: Teller) -> None:
    cards = None if event.cards is None else [CARDS[card] for card in event.cards]
    table.discard(teller.seating.number[event.seat], cards, event.count)


def _stock(table: Table, event: Stock, teller: Teller) -> None:
    table.stock = [_NUMBER[card] for card in event.cards]


def _piles(table: Table, event: Piles, teller: Teller) -> None:
    side = teller.seating.side_number
    table.piles = {side[name]: [CARDS[card] for card in cards] for name, cards in event.piles.items()}


def _counts(table: Table, event: Counts, teller: Teller) -> None:
    table.counts = {teller.seating.side_number[name]: count for name, count in event.counts.items()}


def _nothing(table: Table, event: object, teller: Teller) -> None:
    """The table takes no notice: a shown Low is no fault and decides nothing (SCOR-10), a note is a note."""


_TELL: dict[type, Callable[[Table, Any, Teller], None]] = {
    CutForDeal: _cut_for_deal,
    CutForTrump: lambda t, e, g: t.cut_for_trump({g.seating.number[s]: CARDS[c] for s, c in e.cards.items()}),
    Shuffle: lambda t, e, g: t.shuffle(g.seating.number[e.seat]),
    Cut: lambda t, e, g: t.cut(g.seating.number[e.seat], e.at),
    NoCut: lambda t, e, g: t.no_cut(),
    DealCards: lambda t, e, g: t.deal(_hands(e.hands, g.seating)),
    Turn: lambda t, e, g: t.turn(_cards(e.card, e.cards)),
    Faced: lambda t, e, g: t.face(_NUMBER[e.card]),
    Expose: lambda t, e, g: t.expose(g.seating.number[e.seat], _NUMBER[e.card], e.when),
    Look: lambda t, e, g: t.look(g.seating.number[e.seat]),
    Announce: lambda t, e, g: t.announce(g.seating.number[e.seat], e.count),
    Elect: lambda t, e, g: t.elect(g.seating.side_number[e.side], e.choice),
    Stand: lambda t, e, g: t.stand(g.seating.number[e.seat]),
    Beg: lambda t, e, g: t.beg(g.seating.number[e.seat]),
    Give: _give,
    Run: lambda t, e, g: t.run(_hands(e.hands, g.seating)),
    Bunch: _bunch,
    Discard: _discard,
    Play: lambda t, e, g: t.play(g.seating.number[e.seat], _cards(e.card, e.cards)),
    Keep: lambda t, e, g: t.keep(g.seating.side_number[e.side], CARDS[e.card]),
    ShowLow: _nothing,
    TakeBack: lambda t, e, g: t.take_back(g.seating.number[e.seat], CARDS[e.card]),
    Quit: lambda t, e, g: t.quit(),
    Call: lambda t, e, g: t.call(g.seating.side_number[e.side], CARDS[e.card]),
    Draw: lambda t, e, g: t.draw(g.seating.number[e.seat], _NUMBER[e.card]),
    Claim: lambda t, e, g: t.claim(g.seating.side_number[e.side], e.point, e.deal),
    Peg: lambda t, e, g: t.peg(g.seating.side_number[e.side], e.points),
    Piles: _piles,
    Counts: _counts,
    Stock: _stock,
    ClaimRevoke: lambda t, e, g: t.claim_revoke(g.seating.side_number[e.side], g.seating.number[e.seat], e.trick),
    Penalty: lambda t, e, g: t.penalty(g.seating.side_number[e.side], e.points, e.fault),
    Redeal: lambda t, e, g: t.redeal(e.reason),
    Note: _nothing,
}
