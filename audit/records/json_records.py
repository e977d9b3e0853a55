"""JSON, one record a file, and JSONL, one record a line.

The parser takes the last of two equal keys in silence, so a lost key is looked for: a text has at least one colon for
each of its keys. Where it has just as many as the record has keys, none was lost. Else colons stand inside texts too,
and only those after a quotation mark are counted; where these are too many as well, the text is read a second time.
"""

import json
from collections.abc import Iterator
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from pydantic import ValidationError

from audit.cards import describe
from audit.errors import RecordError
from audit.records.inputs import LINE_LIMIT, Input, Problem, refuse
from audit.records.models import Counts, CutForDeal, CutForTrump, DealCards, Origin, Piles, Record, Run
from audit.records.wording import at_path, read_json_message, sentence

_SPACED: Final = (b" :", b"\t:", b"\n:", b"\r:")
"""How a colon may stand apart from its key."""

_given: Final = attrgetter("__pydantic_fields_set__")
_NAMED: Final = {
    CutForDeal: attrgetter("cards"),
    CutForTrump: attrgetter("cards"),
    DealCards: attrgetter("hands"),
    Run: attrgetter("hands"),
    Piles: attrgetter("piles"),
    Counts: attrgetter("counts"),
}
"""The events with a field that holds an object."""


def parse(data: bytes) -> Record:
    """The record written as `data`, which is UTF-8 JSON.

    Raises:
        RecordError: with the path inside the record; where it is no JSON, with line and column.
    """
    try:
        record = Record.model_validate_json(data)
    except ValidationError as error:
        raise _explain(error, data) from None
    keys = _keys(record)
    if data.count(b":") != keys and (data.count(b'":') != keys or any(spaced in data for spaced in _SPACED)):
        _refuse_twice(data)
    return record


def read_json(source: Input, problem: Problem = refuse) -> Iterator[Record]:
    """The one record of a JSON file."""
    data = source.text().read(LINE_LIMIT + 1)
    if len(data) > LINE_LIMIT:
        problem(source.error(f"a record of more than {LINE_LIMIT >> 20} MiB"))
    elif not data.strip():
        problem(source.error("the file is empty; expected a record"))
    else:
        yield from _attempt(source, data, None, problem)


def read_jsonl(source: Input, problem: Problem = refuse) -> Iterator[Record]:
    """The records of a JSONL file, one a line; blank lines are passed over."""
    return _each(source, source.lines(problem), problem)


def read_either(source: Input, problem: Problem = refuse) -> Iterator[Record]:
    """JSON or JSONL, told by the first line: a whole object, or the first part of one."""
    lines = source.lines(problem)
    first = next(((number, line) for number, line in lines if line.strip()), None)
    if first is None:
        problem(source.error("the file is empty; expected a record"))
        return
    second = next(lines, None)
    begun = [first] if second is None else [first, second]
    if second is not None and (_whole(first[1]) or second[1].startswith(b"{")):
        yield from _each(source, chain(begun, lines), problem)
        return
    parts, room = [b"\n" * (first[0] - 1)], LINE_LIMIT
    for _, line in chain(begun, lines):
        parts.append(line)
        room -= len(line)
        if room < 0:
            problem(source.error(f"a record of more than {LINE_LIMIT >> 20} MiB"))
            return
    yield from _attempt(source, b"".join(parts), None, problem)


def _whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _each(source: Input, lines: Iterator[tuple[int, bytes]], problem: Problem) -> Iterator[Record]:
    empty = True
    for number, line in lines:
        if not line.isspace():
            empty = False
            yield from _attempt(source, line.rstrip(), number, problem)
    if empty:
        problem(source.error("the file is empty; expected one record a line"))


def _attempt(source: Input, data: bytes, line: int | None, problem: Problem) -> Iterator[Record]:
    try:
        record = parse(data)
    except RecordError as error:
        placed = source.error(error.message, line=error.line if line is None else line, column=error.column)
        placed.path, placed.code = error.path, error.code
        problem(placed)
        return
    record.locate(Origin(file=source.name, member=source.member, line=line))
    yield record


def _keys(record: Record) -> int:
    """How many keys the objects of the record were given."""
    game, deals = record.game, record.deals
    seats = game.seats or ()
    total = len(_given(record)) + len(_given(game)) + len(game.options)
    total += sum(map(len, map(_given, seats))) + sum(map(len, map(_given, deals)))
    for deal in deals:
        events = deal.events
        total += sum(map(len, map(_given, events)))
        total += sum([len(_NAMED[type(event)](event)) for event in events if type(event) in _NAMED])
        for table in (deal.score_before, deal.points, deal.score_after):
            if table:
                total += len(table)
    return total


class _Twice(dict[str, Any]):
    """An object in which `key` stands twice."""

    key: str


def _refuse_twice(data: bytes) -> None:
    """Look at every object of `data`, which holds a valid record, and refuse one with a key twice."""
    found: list[_Twice] = []

    def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values = dict(pairs)
        if len(values) == len(pairs):
            return values
        keys = [key for key, _ in pairs]
        twice = _Twice(values)
        twice.key = next(key for key in keys if keys.count(key) > 1)
        found.append(twice)
        return twice

    whole = json.loads(data, object_pairs_hook=as_object)
    if found:
        path = next((path for path, value in _walk(whole) if value is found[0]), ())
        raise RecordError(f"key {describe(found[0].key)} stands twice in one object", path=at_path(path) or None)


def _walk(whole: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value in `whole` with its path."""
    places: list[tuple[tuple[str | int, ...], Any]] = [((), whole)]
    while places:
        path, value = places.pop()
        yield path, value
        if isinstance(value, dict):
            places += [((*path, key), item) for key, item in value.items()]
        elif isinstance(value, list):
            places += [((*path, place), item) for place, item in enumerate(value)]


def _explain(error: ValidationError, data: bytes) -> RecordError:
    first = error.errors(include_url=False)[0]
    if first["type"] != "json_invalid":
        return sentence(error)
    try:
        data.decode()
    except UnicodeDecodeError as wrong:
        before = data[: wrong.start]
        return RecordError(
            f"byte 0x{data[wrong.start]:02x} is no UTF-8 text",
            line=before.count(b"\n") + 1,
            column=len(before) - before.rfind(b"\n"),
        )
    message, line, column = read_json_message(first["ctx"]["error"])
    return RecordError(message, line=line, column=column)
