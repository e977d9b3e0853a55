"""Files of tables and of tags to records: what kind of sheet it is, and which reader takes it."""

from collections.abc import Callable, Iterator
from typing import Final

from audit.errors import RecordError
from audit.records.book import read_book
from audit.records.columns import Columns, Kind, recognise
from audit.records.inputs import Input, Problem
from audit.records.matches import read_matches
from audit.records.models import Origin, Record
from audit.records.notices import OnNotice
from audit.records.playsheet import read_plays
from audit.records.ptn import read_ptn
from audit.records.tables import MAX_TEXT, Table, decode, read_delimited, read_workbook

_READERS: Final[dict[Kind, Callable[[Columns, Problem, OnNotice], Iterator[Record]]]] = {
    "book": read_book,
    "plays": read_plays,
    "matches": read_matches,
}


def read_text_table(source: Input, problem: Problem) -> Iterator[Record]:
    """The records of a CSV or TSV file: a turn-up book, a play sheet or a sheet of results, as its headings tell."""
    table = read_delimited(_whole(source), _origin(source), problem)
    yield from _records(table, source, problem)


def read_sheets(source: Input, problem: Problem) -> Iterator[Record]:
    """The records of an XLSX or ODS workbook, sheet by sheet.

    A sheet without known headings beside one that has them holds something else, and is passed over.
    """
    refused: list[RecordError] = []
    recognised = False
    for table in read_workbook(_whole(source), _origin(source), problem):
        try:
            recognise(table, source.columns)
        except RecordError as error:
            refused.append(error)
            continue
        recognised = True
        yield from _records(table, source, problem)
    if not recognised:
        empty = source.error("the workbook is empty; expected a sheet with headings and rows")
        problem(refused[0] if refused else empty)


def read_tags(source: Input, problem: Problem) -> Iterator[Record]:
    """The records of a PTN or PBN file."""
    try:
        text, _ = decode(_whole(source))
    except RecordError as error:
        raise source.error(error.message) from None
    yield from read_ptn(text.replace("\r\n", "\n").replace("\r", "\n"), _origin(source), problem, source.on_notice)


def explain(source: Input, problem: Problem) -> Iterator[str]:
    """What the columns of each table of a file are taken for, to be shown to the user."""
    name = (source.member or source.name).lower()
    read = read_workbook if name.endswith((".xlsx", ".ods")) else _one_table
    for table in read(_whole(source), _origin(source), problem):
        try:
            yield recognise(table, source.columns).explain()
        except RecordError as error:
            problem(error)


def _one_table(data: bytes, origin: Origin, problem: Problem) -> Iterator[Table]:
    yield read_delimited(data, origin, problem)


def _records(table: Table, source: Input, problem: Problem) -> Iterator[Record]:
    columns = recognise(table, source.columns)
    yield from _READERS[columns.kind](columns, problem, source.on_notice)


def _origin(source: Input) -> Origin:
    return Origin(source.name, source.member)


def _whole(source: Input) -> bytes:
    """All bytes of a file that is read as a whole.

    Raises:
        RecordError: it is too large for that.
    """
    data = source.open().read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise source.error(f"it holds more than {MAX_TEXT >> 20} MiB; split it")
    return data
