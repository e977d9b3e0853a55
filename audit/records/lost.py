"""What a format cannot hold: a record is written, read back and compared, so that nothing is dropped in silence."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from audit.errors import RecordError
from audit.records.book import read_book
from audit.records.columns import recognise
from audit.records.inputs import Problem
from audit.records.models import Deal, Event, Game, Origin, Record, Trick
from audit.records.playsheet import read_plays
from audit.records.ptn import read_ptn
from audit.records.ptn_text import write_ptn
from audit.records.sheet_text import write_csv
from audit.records.tables import read_delimited


def _read_csv(text: str, on_error: Problem) -> Iterator[Record]:
    columns = recognise(read_delimited(text.encode(), Origin(), on_error))
    yield from (read_book if columns.kind == "book" else read_plays)(columns, on_error)


def _read_ptn(text: str, on_error: Problem) -> Iterator[Record]:
    yield from read_ptn(text, Origin(), on_error)


_LOSSY: Final[
    dict[str, tuple[Callable[[Iterator[Record]], Iterator[str]], Callable[[str, Problem], Iterator[Record]]]]
] = {
    "csv": (write_csv, _read_csv),
    "ptn": (write_ptn, _read_ptn),
}
"""The formats that cannot hold everything: how they are written and read."""


def lost(record: Record, format: str) -> list[str]:
    """What `format` cannot hold of a record, one thing a line, such as `deal 3: cut, 2 look`; nothing for most.

    Args:
        record: the record that is to be written.
        format: name of the format.

    Raises:
        UsageError: the format cannot hold the record at all.
    """
    if format not in _LOSSY:
        return []
    write, read = _LOSSY[format]
    errors: list[RecordError] = []
    text = "".join(write(iter([record])))
    try:
        back = list(read(text, errors.append))
    except RecordError:
        back = []
    if not back:
        return (
            ["everything: no deal of this record can be written so that it can be read again"] if record.deals else []
        )
    deals = [deal for read_back in back for deal in read_back.deals]
    return [*_of_game(record.game, back[0].game), *_of_deals(record.deals, deals), *(error.message for error in errors)]


def _of_game(before: Game, after: Game) -> Iterator[str]:
    for field in Game.model_fields:
        if getattr(before, field) != getattr(after, field):
            yield f"game: {field}"


def _of_deals(before: list[Deal], after: list[Deal]) -> Iterator[str]:
    if len(before) != len(after):
        yield f"{len(before)} deals become {len(after)}"
    for place, (deal, again) in enumerate(zip(before, after, strict=False), 1):
        differ = [
            field for field in Deal.model_fields if field != "events" and getattr(deal, field) != getattr(again, field)
        ]
        missing = Counter(map(_event, deal.events)) - Counter(map(_event, again.events))
        kinds = Counter(json.loads(event)["do"] for event in missing.elements())
        differ += [do if count == 1 else f"{count} {do}" for do, count in kinds.items()]
        if differ:
            yield f"deal {deal.number or place}: {', '.join(differ)}"


def _event(event: Event) -> str:
    """What an event says; who led to a trick follows from the tricks before it."""
    said: dict[str, Any] = event.model_dump(exclude_none=True)
    if isinstance(event, Trick):
        said.pop("seat", None)
    return json.dumps(said, sort_keys=True)


class Losses:
    """What a format cannot hold of records as they go by, each thing named once with how many records it concerns.

    Args:
        format: name of the format that is written.
    """

    def __init__(self, format: str) -> None:
        self.format = format
        self._count: Counter[str] = Counter()

    def watch(self, records: Iterable[Record]) -> Iterator[Record]:
        """The records, noted in passing."""
        if self.format not in _LOSSY:
            yield from records
            return
        for record in records:
            self._count.update(lost(record, self.format))
            yield record

    def lines(self, most: int = 20) -> Iterator[str]:
        """What was not held, the first `most` things."""
        for line, count in list(self._count.items())[:most]:
            yield line if count == 1 else f"{line} (in {count} records)"
        if len(self._count) > most:
            yield f"and {len(self._count) - most} things more"
