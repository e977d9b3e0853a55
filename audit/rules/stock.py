"""The open stock of California Jack, from which each player draws after every trick (PLAY-6)."""

from audit.cards import NAMES
from audit.rules.faults import named
from audit.rules.table import Table
from audit.rules.trick import Drawn, Trick
from audit.rules.tricks import Play

DRAWS = 20
"""Tricks after which cards are drawn: the forty cards that two hands of six leave."""


def drawn_after(table: Table, play: Play) -> dict[int, list[tuple[int, int | None]]]:
    """The cards drawn after each trick (from 1), as (seat, card or `None`); wrong draws are noted.

    The winner of a trick takes the top card, his adversary the next (PLAY-6). A draw that is not recorded was made so.
    """
    recorded: dict[int, list[Drawn]] = {}
    for draw in play.draws:
        recorded.setdefault(draw.after, []).append(draw)
    drawn: dict[int, list[tuple[int, int | None]]] = {}
    for trick in play.tricks[:DRAWS]:
        due = _due(table, trick)
        taken = recorded.get(trick.number, [])
        drawn[trick.number] = [(draw.seat, draw.card) for draw in taken] or due
        for draw, (seat, card) in zip(taken, due, strict=False):
            if draw.seat != seat or (None not in (draw.card, card) and draw.card != card):
                _note_wrong(table, trick, draw, seat, card)
                break
    return drawn


def _due(table: Table, trick: Trick) -> list[tuple[int, int | None]]:
    """Who was to draw what after a trick, if it can be told who won it."""
    if trick.winner is None:
        return []
    stock, top = table.stock or [], 2 * (trick.number - 1)
    return [
        (seat, stock[place] if place < len(stock) else None)
        for place, seat in enumerate((trick.winner, 1 - trick.winner), start=top)
    ]


def _note_wrong(table: Table, trick: Trick, draw: Drawn, seat: int, card: int | None) -> None:
    """A card drawn by the wrong player, or another than the one that was due."""
    table.note(
        "wrong-draw",
        "PLAY-6",
        f"{table.label(draw.seat)} drew {named(draw.card)};"
        f" {table.label(seat)} was to draw {'the top card' if card is None else NAMES[card]}."
        " The winner of a trick takes the top card, his adversary the next.",
        event=draw.event,
        trick=trick.number,
        seat=draw.seat,
        card=draw.card,
    )
