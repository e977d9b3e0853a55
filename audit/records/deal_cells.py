"""What the cells of a deal say in people's words: the turn-up, the beg and its answer, trumps, points and scores."""

import re
from typing import Any, Final

from audit.errors import RecordError
from audit.records.cardtext import Cell, damaged, is_not_recorded, suit
from audit.records.columns import as_text, fold_heading
from audit.records.rows import read_name

ELDEST: Final = "eldest"
"""Who begs or stands where the book says only that it was done: the eldest hand alone may (BEG-1)."""
DEALER: Final = "dealer"
"""Who gives where the book does not name the dealer."""

_BEGGED: Final = frozenset({"yes", "y", "true", "1", "x", "✓", "beg", "begs", "begged"})
_STOOD: Final = frozenset({"no", "n", "false", "0", "stand", "stands", "stood"})
_GAVE: Final = frozenset(
    {"give", "gives", "gave", "given", "take it", "took it", "point", "gave the point", "gives the point"}
)
_RAN: Final = frozenset(
    {"run", "runs", "ran", "ran the cards", "runs the cards", "refuse", "refuses", "refused", "run the cards"}
)
_POINTS: Final = {
    word: name
    for name, words in {
        "high": ("high", "h"),
        "low": ("low", "l"),
        "jack": ("jack", "j", "hang jack", "hanger"),
        "game": ("game", "g"),
        "turned-jack": ("turned-jack", "turned jack", "turn jack"),
        "gift": ("gift", "give", "given", "beg point"),
    }.items()
    for word in words
}


def turned_up(cards: list[str | None]) -> dict[str, Any]:
    """The turn-up; two cards in the cell came together (DEAL-4)."""
    if len(cards) > 1 and None not in cards:
        return {"do": "turn", "cards": cards}
    return {"do": "turn", "card": cards[0] if cards else None}


def turned_later(cards: list[str | None], ran: bool) -> list[dict[str, Any]]:
    """Later turn-ups mean that the cards were run, once for each card turned (BEG-3, BEG-5); `ran` says it already."""
    events: list[dict[str, Any]] = []
    for place, card in enumerate(cards):
        if place or not ran:
            events.append({"do": "run", "hands": {}})
        events.append({"do": "turn", "card": card})
    return events


def text_of(cell: Cell) -> str:
    """A cell that must still hold what was typed: `3-4` is not the third of April.

    Raises:
        RecordError: a spreadsheet put a date or the like there.
    """
    if isinstance(cell, str) and not is_not_recorded(cell) and not re.fullmatch(r"-?\d+", cell.strip()):
        error = damaged(cell, "text such as 3-4")
        if error:
            raise error
    if not isinstance(cell, str | float | int) or isinstance(cell, bool):
        raise damaged(cell, "text such as 3-4") or RecordError("expected text")
    return as_text(cell)


def declared(cell: Cell) -> list[dict[str, Any]]:
    """Whether the eldest hand begged: yes or no, or the name of who begged.

    Raises:
        RecordError: a spreadsheet put something else for the name.
    """
    text = as_text(cell)
    if is_not_recorded(text):
        return []
    folded = text.casefold()
    if folded in _BEGGED:
        return [{"do": "beg", "seat": ELDEST}]
    if folded in _STOOD:
        return [{"do": "stand", "seat": ELDEST}]
    return [{"do": "beg", "seat": read_name(cell, "beg") or ELDEST}]


def answered(cell: Cell, dealer: str | None) -> list[dict[str, Any]]:
    """Whether the dealer gave or ran the cards (BEG-2).

    Raises:
        RecordError: something else stands there.
    """
    text = as_text(cell)
    folded = fold_heading(text)
    if is_not_recorded(text) or folded in _STOOD:
        return []
    if folded in _GAVE:
        return [{"do": "give", "seat": dealer or DEALER}]
    if folded in _RAN:
        return [{"do": "run", "hands": {}}]
    raise damaged(cell, "gave or ran") or RecordError(f"{text[:40]!r} is no answer to a beg; expected gave or ran")


def read_trump(cell: Cell) -> str | None:
    """The trump suit as a letter; nothing where it was not recorded.

    Raises:
        RecordError: something else stands there.
    """
    if is_not_recorded(cell):
        return None
    named = suit(cell)
    if named is None:
        raise damaged(cell, "a suit") or RecordError(f"{as_text(cell)[:40]!r} is no suit; expected one such as hearts")
    return named


def read_points(cell: Cell) -> dict[str, list[str]] | None:
    """Points such as `Ann: high low; Bob: game`; nothing where the cell is written in another way.

    >>> read_points("Ann: high, turned jack; Bob: game")
    {'Ann': ['high', 'turned-jack'], 'Bob': ['game']}
    """
    points: dict[str, list[str]] = {}
    for part in filter(None, map(str.strip, text_of(cell).split(";"))):
        name, colon, words = part.rpartition(":")
        made = [
            _POINTS.get(word.strip().casefold())
            for chunk in words.split(",")
            for word in ([chunk] if chunk.strip().casefold() in _POINTS else chunk.split())
        ]
        if not colon or not name.strip() or None in made or name.strip() in points:
            return None
        points[name.strip()] = [word for word in made if word]
    return points or None


def read_scores(cell: Cell) -> dict[str, int] | None:
    """Scores such as `Ann 3; Bob 4` or `Ann=3, Bob=4`; nothing where the cell is written in another way.

    >>> read_scores("W/E=3; N/S=4"), read_scores("3-4")
    ({'W/E': 3, 'N/S': 4}, None)
    """
    scores: dict[str, int] = {}
    for part in filter(None, map(str.strip, re.split(r"[;,]", text_of(cell)))):
        found = re.fullmatch(r"(.*?\S)\s*(?:[=:]\s*|\s)([-+]?\d{1,9})", part, re.ASCII)
        if not found or found[1] in scores:
            return None
        scores[found[1]] = int(found[2])
    return scores or None
