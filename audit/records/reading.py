"""From files to records: the table of formats, and the one loop that reads whatever the user named."""

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Final, cast

from audit.cards import describe
from audit.errors import RecordError, UsageError
from audit.records.inputs import STANDARD_INPUT, Found, Input, InputDigest, OnNotice, Problem, find, refuse
from audit.records.models import Record

Reader = Callable[[Input, Problem], Iterator[Record]]
Progress = Callable[[int, int | None], None]
"""Told of the bytes read so far and of how many there are, `None` where that is not known."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files.

    Attributes:
        name: as `--from` and `--to` take it.
        endings: of file names, with their dot, in lower case.
        reader: `module:function`, imported when a file of the format is read.
    """

    name: str
    endings: tuple[str, ...]
    reader: str

    def read(self, source: Input, problem: Problem) -> Iterator[Record]:
        """The records of `source`."""
        module, _, function = self.reader.partition(":")
        reader: Reader = getattr(import_module(module), function)
        return reader(source, problem)


FORMATS: Final[dict[str, Format]] = {
    row.name: row
    for row in (
        Format("json", (".json",), "audit.records.json_records:read_json"),
        Format("jsonl", (".jsonl", ".ndjson"), "audit.records.json_records:read_jsonl"),
        Format("fours", (".fours",), "audit.records.notation:read_fours"),
        Format("csv", (".csv", ".tsv", ".tab"), "audit.records.sheets:read_text_table"),
        Format("xlsx", (".xlsx", ".xlsm", ".ods"), "audit.records.sheets:read_sheets"),
        Format("ptn", (".ptn", ".pbn"), "audit.records.sheets:read_tags"),
    )
}
"""Every format that is read: a new format is a new row."""

PACKED: Final = (".zip", ".gz")
"""Endings of archives, which are read without unpacking them to disk."""

_EITHER_JSON: Final = Format("json or jsonl", (), "audit.records.json_records:read_either")


def format_of(name: str) -> Format | None:
    """The format that a file's name tells by its ending."""
    low = name.lower()
    fitting = [row for row in FORMATS.values() if low.endswith(row.endings)]
    return max(fitting, key=lambda row: max(len(e) for e in row.endings if low.endswith(e)), default=None)


def search(names: Iterable[str | os.PathLike[str]], problem: Problem = refuse) -> Found:
    """The inputs that `names` stand for; in folders, the files of a known format (`audit.records.inputs.find`)."""
    return find(names, lambda name: format_of(name) is not None or name.lower().endswith(PACKED), problem)


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    on_error: Problem | None = None,
    on_notice: OnNotice | None = None,
    columns: Mapping[str, str] | None = None,
) -> Iterator[Record]:
    """The records in a file, in a folder searched through, or in standard input (`-`), one after the other.

    Args:
        path: a file, a folder or `-`.
        format: one of `FORMATS`; without it the file's ending tells, or the first characters of standard input.
        on_error: told of each record that cannot be read, and the others are still read.
        on_notice: told of what is odd about a file itself, such as a night that stands twice in a sheet.
        columns: of known columns of a sheet, the heading that is theirs, such as `{"dealer": "Who dealt"}`.

    Raises:
        RecordError: the first record that cannot be read, where `on_error` is not given.
        UsageError: there is no such format.
    """
    problem = on_error or refuse
    inputs = search([path], problem).inputs
    return read_inputs(inputs, format=format, on_error=problem, on_notice=on_notice, columns=columns)


def read_inputs(
    inputs: Iterable[Input],
    *,
    format: str | None = None,
    on_error: Problem | None = None,
    on_notice: OnNotice | None = None,
    columns: Mapping[str, str] | None = None,
    on_digest: Callable[[InputDigest], None] | None = None,
    progress: Progress | None = None,
) -> Iterator[Record]:
    """The records of several inputs, in order.

    Args:
        inputs: as `search` found them.
        format: of all of them; without it each tells its own.
        on_error: told of each record and file that cannot be read, and the others are still read.
        on_notice, columns: as `read`.
        on_digest: told of each input's SHA-256 when it has been read.
        progress: told of the bytes read so far, and of all where each input has a size.

    Raises:
        RecordError, UsageError: as `read`.
    """
    checked(format)
    chosen = list(inputs)
    for source in chosen:
        source.columns = columns or {}
        source.on_notice = on_notice or source.on_notice
    return _read_inputs(chosen, format, on_error or refuse, on_digest, progress)


def _read_inputs(
    inputs: list[Input],
    name: str | None,
    problem: Problem,
    on_digest: Callable[[InputDigest], None] | None,
    progress: Progress | None,
) -> Iterator[Record]:
    sizes = [source.size for source in inputs]
    total = sum(size for size in sizes if size is not None) if None not in sizes else None
    done = 0

    def passed(count: int) -> None:
        nonlocal done
        done += count
        if progress is not None:
            progress(done, total)

    for source in inputs:
        source.on_bytes = passed
        try:
            for part in _parts(source, problem):
                yield from _read_part(part, name, problem)
            if on_digest is not None:
                on_digest(source.digest())
        except RecordError as error:
            problem(error)
        finally:
            source.close()


def _read_part(part: Input, name: str | None, problem: Problem) -> Iterator[Record]:
    """The records of one input; what ends its reading is told, and does not end that of the others in its archive."""
    try:
        yield from (FORMATS[name] if name else _format(part)).read(part, problem)
    except RecordError as error:
        problem(error)
    finally:
        if part.member is not None:
            part.close()


def checked(format: str | None) -> str | None:
    """The name of a format, or nothing.

    Raises:
        UsageError: there is none of this name.
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f"unknown format {describe(format)}; the formats are {', '.join(FORMATS)}")
    return format


def explain_columns(inputs: Iterable[Input], format: str | None, problem: Problem) -> Iterator[str]:
    """What the columns of each sheet are taken for; what is no sheet has none and is passed over.

    Args:
        inputs: whose `columns` hold what the user says of them.
        format: of all of them; without it each tells its own.
        problem: told of what cannot be read.
    """
    from audit.records.sheets import explain

    for source in inputs:
        try:
            for part in _parts(source, problem):
                if (FORMATS[format] if format else _format(part)).name in ("csv", "xlsx"):
                    yield from explain(part, problem)
        except RecordError as error:
            problem(error)
        finally:
            source.close()


def _parts(source: Input, problem: Problem) -> Iterator[Input]:
    """The input itself, or what is in it: the files of a known format in a zip archive, the one in a gzip file."""
    if not source.name.lower().endswith(PACKED):
        yield source
        return
    from audit.records.archive import unpacked

    for part in unpacked(source, lambda name: format_of(name) is not None, problem):
        part.columns, part.on_notice = source.columns, source.on_notice
        yield part


def _format(source: Input) -> Format:
    """The format of an input: by its name's ending, or by the first characters of standard input."""
    if source.name != STANDARD_INPUT:
        found = format_of(source.member or source.name)
        if found is None:
            endings = ", ".join(ending for row in FORMATS.values() for ending in row.endings)
            raise source.error(f"unknown format; expected a file ending in {endings}, or a format named with it")
        return found
    first = _first_character(source)
    if first == "{":
        return _EITHER_JSON
    if first in ("[", "d", ";"):
        return FORMATS["fours"]
    if not first:
        raise source.error("standard input is empty; expected a record")
    raise source.error(f"begins with {describe(first)}; expected {{ of JSON or [ of the notation, or a format named")


def _first_character(source: Input) -> str:
    """The first character that is no space; nothing is taken from the stream."""
    stream = cast("io.BufferedReader", source.text())
    return stream.peek(1).decode(errors="replace").lstrip()[:1]
