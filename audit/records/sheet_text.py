"""Records as CSV: a turn-up book where a record has no seats, else a play sheet (`audit.records.lost`)."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final

from audit.errors import UsageError
from audit.records.deal_cells import ELDEST
from audit.records.models import Beg, Deal, DealCards, Game, Give, Note, Play, Record, Run, Stand, Turn
from audit.records.rotation import led_by, rotated


def write_csv(records: Iterator[Record]) -> Iterator[str]:
    """Records as CSV, those without seats as a turn-up book and the others as a play sheet.

    Raises:
        UsageError: books and games together, which need different columns.
    """
    first = next(records, None)
    if first is None:
        return
    seated = first.game.seats is not None

    def alike() -> Iterator[Record]:
        yield first
        for record in records:
            if (record.game.seats is not None) != seated:
                raise UsageError("turn-up books and games with seats need different columns; write them to two files")
            yield record

    yield from write_plays(alike()) if seated else write_book(alike())


def _csv(headings: Sequence[str], records: Iterable[Iterable[dict[str, str]]]) -> Iterator[str]:
    """The headings and the rows of each record, no more than one record held at a time."""
    out = io.StringIO()
    writer = csv.DictWriter(out, headings, restval="", lineterminator="\n")
    writer.writeheader()
    for rows in records:
        writer.writerows(rows)
        yield out.getvalue()
        out.seek(0)
        out.truncate()


BOOK_HEADINGS: Final = (
    "game", "date", "place", "variant", "deal", "dealer", "time", "turn-up", "beg", "answer", "second turn-up",
    "points", "score", "note",
)  # fmt: skip
"""The columns that `write_book` writes."""


def write_book(records: Iterable[Record]) -> Iterator[str]:
    """Turn-up books as CSV; `read_book` gives the records back in all that the columns can hold."""
    return _csv(BOOK_HEADINGS, ((_row(record.game, deal) for deal in record.deals) for record in records))


def _row(game: Game, deal: Deal) -> dict[str, str]:
    note = " / ".join(event.text for event in deal.events if isinstance(event, Note))
    return _head(game, deal) | _facts(deal) | {"note": note}


def _head(game: Game, deal: Deal) -> dict[str, str]:
    """The cells that tell a deal from all others."""
    return {
        "game": game.id or "",
        "date": game.date or "",
        "place": game.place or "",
        "variant": game.variant,
        "deal": "" if deal.number is None else str(deal.number),
    }


def _facts(deal: Deal) -> dict[str, str]:
    """The cells that are about a deal as a whole."""
    return {"dealer": deal.dealer or "", "time": deal.at or "", **_before_play(deal), **_of_sheet(deal)}


def _before_play(deal: Deal) -> dict[str, str]:
    """The cells that say what was turned up, who begged and what the dealer answered."""
    turns = [event for event in deal.events if isinstance(event, Turn)]
    said = [event for event in deal.events if isinstance(event, Beg | Stand)]
    begged = "".join("no" if isinstance(event, Stand) else event.seat for event in said[:1])
    answers = ["gave" if isinstance(event, Give) else "ran" for event in deal.events if isinstance(event, Give | Run)]
    return {
        "turn-up": " ".join(turns[0].cards or [turns[0].card or "?"]) if turns else "",
        "beg": "yes" if begged == ELDEST else begged,
        "answer": "".join(answers[:1]),
        "second turn-up": " ".join(turn.card or "?" for turn in turns[1:]),
    }


def _of_sheet(deal: Deal) -> dict[str, str]:
    """The cells that say which points were scored and how the score stood."""
    return {
        "points": "; ".join(f"{name}: {' '.join(points)}" for name, points in (deal.points or {}).items()),
        "score": "; ".join(f"{name}={total}" for name, total in (deal.score_after or {}).items()),
    }


PLAY_HEADINGS: Final = (
    "game", "date", "place", "variant", "deal", "dealer", "time", "turn-up", "beg", "answer", "second turn-up",
    "points", "score", "order", "trick", "seat", "player", "dealt", "card",
)  # fmt: skip
"""The columns that `write_plays` writes."""


def write_plays(records: Iterable[Record]) -> Iterator[str]:
    """Records as a play sheet in CSV, a row a card; `read_plays` gives them back in all that the columns can hold."""
    order = count(1)
    return _csv(
        PLAY_HEADINGS,
        (
            (cells | {"order": str(next(order))} for deal in one.deals for cells in _plays(one.game, deal))
            for one in records
        ),
    )


def _plays(game: Game, deal: Deal) -> Iterator[dict[str, str]]:
    """The rows of a deal; what is said of it as a whole stands in the first."""
    head, facts = _head(game, deal), _facts(deal)
    for cells in _rows_of(game, deal):
        yield head | facts | cells
        facts = {}


def _rows_of(game: Game, deal: Deal) -> Iterator[dict[str, str]]:
    """A row for each seat with the cards it was dealt, then one for each card played."""
    seats = [of.seat for of in game.seats or ()]
    dealt = next((event.hands for event in deal.events if isinstance(event, DealCards)), {})
    for of in game.seats or ():
        hand = dealt.get(of.seat)
        written = " ".join(card or "?" for card in hand) if isinstance(hand, list) else ""
        yield {"seat": of.seat, "player": of.player or "", "dealt": written}
    number, loose = 1, 0
    for played in led_by(deal, seats, game.variant):
        if isinstance(played, Play):
            yield {"trick": str(number), "seat": played.seat, "card": played.card or "?"}
            loose += 1
            if loose < len(seats):
                continue
        else:
            leader, trick = played
            for seat, card in zip(rotated(seats, leader), trick.cards, strict=False):
                yield {"trick": str(number), "seat": seat, "card": card or "?"}
        number, loose = number + 1, 0
