"""From records to files: JSON, JSONL, the notation, and what other formats hold of a record (`audit.records.lost`)."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, Final, TextIO

from audit.cards import describe
from audit.errors import UsageError
from audit.records.fours_text import dump
from audit.records.inputs import shown
from audit.records.models import Record


def as_json(record: Record) -> dict[str, Any]:
    """What the record says, as JSON has it; keys that were not given are left out."""
    value = record.model_dump(mode="json", exclude_unset=True)
    if record.game.options:
        value["game"]["options"] = dict(record.game.options)
    value["deals"] = []
    for deal in record.deals:
        events = [event.model_dump(mode="json", exclude_unset=True) for event in deal.events]
        said = deal.model_dump(mode="json", exclude_unset=True, exclude={"events"})
        before = {key: item for key, item in said.items() if key not in ("points", "score_after")}
        value["deals"].append({**before, "events": events, **said})
    return value


def json_line(record: Record) -> str:
    """The record as one line of JSON."""
    return json.dumps(as_json(record), ensure_ascii=False, separators=(",", ":"))


def json_page(record: Record) -> str:
    """The record as JSON for a person to read: an event a line."""
    value = as_json(record)
    deals = f'"deals": [{_below(map(_deal_page, value.pop("deals")))}]'
    members = [*(f"{_dense(key)}: {_dense(item)}" for key, item in value.items()), deals]
    return "{" + ",\n ".join(members) + "}\n"


def _deal_page(deal: dict[str, Any]) -> str:
    said = {key: f"{_dense(key)}: {_dense(value)}" for key, value in deal.items() if key != "events"}
    after = [said.pop(key) for key in ("points", "score_after") if key in said]
    lines = [", ".join(said.values()), f'"events": [{_below(map(_dense, deal["events"]), 5)}]', ", ".join(after)]
    return "{" + ",\n   ".join(filter(None, lines)) + "}"


def _below(items: Iterable[str], indent: int = 2) -> str:
    """Items one below the other."""
    start = "\n" + " " * indent
    text = ("," + start).join(items)
    return start + text if text else ""


def _dense(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _one_page(records: Iterator[Record]) -> Iterator[str]:
    first = next(records, None)
    if first is None:
        raise UsageError("no record to write; a JSON file holds one")
    if next(records, None) is not None:
        raise UsageError("a JSON file holds one record; write several as jsonl or fours")
    yield json_page(first)


def _lines(records: Iterator[Record]) -> Iterator[str]:
    return (json_line(record) + "\n" for record in records)


def _blocks(records: Iterator[Record]) -> Iterator[str]:
    for number, record in enumerate(records):
        yield ("\n" if number else "") + dump(record)


def _csv(records: Iterator[Record]) -> Iterator[str]:
    from audit.records.sheet_text import write_csv

    return write_csv(records)


def _ptn(records: Iterator[Record]) -> Iterator[str]:
    from audit.records.ptn_text import write_ptn

    return write_ptn(records)


WRITERS: Final[dict[str, Callable[[Iterator[Record]], Iterator[str]]]] = {
    "json": _one_page,
    "jsonl": _lines,
    "fours": _blocks,
    "csv": _csv,
    "ptn": _ptn,
}
"""Every format that is written: from records to pieces of text."""

_ENDINGS: Final = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".fours": "fours",
    ".csv": "csv",
    ".ptn": "ptn",
}


def format_to_write(target: str | os.PathLike[str] | TextIO, format: str | None = None) -> str:
    """The format of what is to be written: as named, else as the path's ending tells.

    Raises:
        UsageError: there is none.
    """
    path = Path(target) if isinstance(target, str | os.PathLike) else None
    name = format or (_ENDINGS.get(path.suffix.lower()) if path else None)
    if name not in WRITERS:
        found = describe(name) if name else f"none that {shown(path.name)!r} tells" if path else "none named"
        raise UsageError(f"format to write: {found}; expected {', '.join(WRITERS)}")
    return name


def write(
    records: Iterable[Record],
    target: str | os.PathLike[str] | TextIO,
    format: str | None = None,
    *,
    force: bool = False,
) -> int:
    """Write `records` and return how many.

    Args:
        records: read one after the other while they are written.
        target: a path, or a stream of text.
        format: one of `WRITERS`; without it the path's ending tells.
        force: a file that stands there is replaced, once everything has been written.

    Raises:
        UsageError: the format is unknown, the file exists, it cannot be written, or JSON was to hold several records.
    """
    name = format_to_write(target, format)
    count = 0

    def counted() -> Iterator[Record]:
        nonlocal count
        for record in records:
            count += 1
            yield record

    pieces = WRITERS[name](counted())
    if isinstance(target, str | os.PathLike):
        path = Path(target)
        check_target(path, force)
        first = next(pieces, "")  # what cannot be begun leaves no file
        with whole_file(path) as stream:
            stream.writelines(chain([first], pieces))
    else:
        target.writelines(pieces)
    return count


def check_target(path: Path, force: bool) -> None:
    """See that a file may be written.

    Raises:
        UsageError: something else than a file is there, or a file that is not to be replaced.
    """
    name = shown(str(path))
    if path.is_dir():
        raise UsageError(f"{name} is a folder; expected the name of a file")
    if path.exists() and not path.is_file():
        raise UsageError(f"{name} is no regular file; expected the name of a file")
    if path.exists() and not force:
        raise UsageError(f"{name} exists already; name another file, or replace it with --force")


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file that is there whole or not at all: it is written beside `path`, so that it may be read meanwhile.

    Raises:
        UsageError: it cannot be written.
    """
    beside = path.with_name(path.name + ".part")
    try:
        with open(beside, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        os.replace(beside, path)
    except OSError as error:
        raise UsageError(f"{shown(str(path))} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        with suppress(OSError):
            beside.unlink()
