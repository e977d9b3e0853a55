"""Tricks that are written in columns of seats, put into the order in which they were played.

A column says who played a card and not when: whoever won a trick led the next. Where that cannot be told, it
stays open.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from audit.cards import CARDS
from audit.records.models import Deal, Play, Trick, Turn
from audit.rules.play import winner
from audit.rules.variants import VARIANTS

UNKNOWN: Final = "?"
"""A card that was played and not recorded; no card at all is `None`."""
NO_TRUMP: Final = -1

Row = dict[str, str | None]
"""Of each seat the card in its column: a name, `UNKNOWN`, or nothing for a gap."""


def rotated(seats: Sequence[str], first: str) -> list[str]:
    """The seats in the order of play, beginning with `first`."""
    start = list(seats).index(first)
    return [*seats[start:], *seats[:start]]


def in_order_of_play(
    rows: Sequence[Row],
    seats: Sequence[str],
    leaders: Sequence[str | None],
    trump: Callable[[str | None], int | None],
    on_lost: Callable[[int], None],
) -> Iterator[dict[str, Any]]:
    """The events of the rows; a row whose leader cannot be told becomes a note.

    Args:
        rows: a trick each, in order.
        seats: in the order of play.
        leaders: who led to each row, where it is written; nothing else tells who led to the first.
        trump: the trump suit, given the first card led: 0 to 3, `NO_TRUMP`, or nothing where it is not known.
        on_lost: told of the first row, from 0, whose leader cannot be told.
    """
    won: str | None = None
    suit: int | None = None
    lost = False
    for place, row in enumerate(rows):
        leader = leaders[place] or won
        if leader is None:
            if not lost:
                on_lost(place)
                lost = True
            written = " ".join(f"{seat}:{row[seat] or '-'}" for seat in seats)
            yield {"do": "note", "text": f"trick {place + 1}, leader unknown: {written}"}
            continue
        order = rotated(seats, leader)
        yield from _trick(order, row, last=place == len(rows) - 1)
        if place == 0:
            suit = trump(row[leader])
        taken = _winner([row[seat] for seat in order], suit)
        won = None if taken is None else order[taken]


def led_by(deal: Deal, seats: Sequence[str], variant: str) -> Iterator[tuple[str, Trick] | Play]:
    """The tricks and single plays of a deal, each trick with its leader.

    A trick whose leader cannot be told is left out, and so are cards that came at once.

    Args:
        deal: the deal.
        seats: in the order of play.
        variant: name of the variant, which tells what is trump.
    """
    trump: int | None = None
    leader = None if deal.dealer is None else seats[(list(seats).index(deal.dealer) + 1) % len(seats)]
    loose: list[tuple[str, str | None]] = []
    for event in deal.events:
        if isinstance(event, Turn):
            trump = CARDS[event.card] // 13 if event.card else None
            continue
        if isinstance(event, Play) and event.cards is not None:
            leader = None
            continue
        if isinstance(event, Play):
            yield event
            loose.append((event.seat, event.card))
            if len(loose) < len(seats):
                continue
            order, cards = [seat for seat, _ in loose], [card or UNKNOWN for _, card in loose]
        elif isinstance(event, Trick):
            leader = event.seat or leader
            if leader is None:
                continue
            yield leader, event
            order = rotated(seats, leader)
            cards = [card or UNKNOWN for card in event.cards]
        else:
            continue
        loose = []
        if trump is None and VARIANTS[variant].trump_led and cards[:1] != [UNKNOWN]:
            trump = CARDS[cards[0]] // 13 if cards else None
        won = _winner(cards, trump) if len(cards) == len(seats) else None
        leader = None if won is None else order[won]


def _trick(order: Sequence[str], row: Row, *, last: bool) -> Iterator[dict[str, Any]]:
    """A row as a trick; the last one, if the seats last in turn have not played, as single plays."""
    cards = [None if row[seat] == UNKNOWN else row[seat] for seat in order]
    if last and row[order[-1]] is None:
        played = [place for place, seat in enumerate(order) if row[seat] is not None]
        for seat, card in list(zip(order, cards, strict=True))[: max(played, default=-1) + 1]:
            yield {"do": "play", "seat": seat, "card": card}
    else:
        yield {"do": "trick", "seat": order[0], "cards": cards}


def _winner(cards: Sequence[str | None], trump: int | None) -> int | None:
    """The place of the card that took a trick; nothing where that cannot be told."""
    known = [CARDS[card] for card in cards if card is not None and card != UNKNOWN]
    if len(known) < len(cards):
        return None
    led = known[0] // 13
    if trump is None and any(card // 13 != led for card in known):
        return None
    return winner(known, led if trump is None or trump == NO_TRUMP else trump)
