"""Files of tables and of tags to records: what kind of sheet it is, and which reader takes it."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, cast

from audit.errors import RecordError
from audit.records.book import read_book
from audit.records.columns import Columns, Kind, recognise
from audit.records.inputs import STANDARD_INPUT, Input, OnNotice, Problem
from audit.records.matches import read_matches
from audit.records.models import Origin, Record
from audit.records.playsheet import read_plays
from audit.records.ptn import read_ptn
from audit.records.tables import MAX_TEXT, Again, Delimited, Table, decode
from audit.records.workbooks import read_workbook

_READERS: Final[dict[Kind, Callable[[Columns, Problem, OnNotice], Iterator[Record]]]] = {
    "book": read_book,
    "plays": read_plays,
    "matches": read_matches,
}


def read_text_table(source: Input, problem: Problem) -> Iterator[Record]:
    """The records of a CSV or TSV file: a turn-up book, a play sheet or a sheet of results, as its headings tell.

    A turn-up book is read as a stream; the others are held as a whole.
    """
    with _text_table(source, problem) as (table, again):
        columns = recognise(table, source.columns)
        if columns.kind != "book":
            _whole(again, source)
        yield from _READERS[columns.kind](columns, problem, source.on_notice)


def read_sheets(source: Input, problem: Problem) -> Iterator[Record]:
    """The records of an XLSX or ODS workbook, sheet by sheet.

    A sheet without known headings beside one that has them holds something else, and is passed over.
    """
    refused: list[RecordError] = []
    recognised = False
    for table in _sheets(source, problem):
        try:
            columns = recognise(table, source.columns)
        except RecordError as error:
            refused.append(error)
            continue
        recognised = True
        yield from _READERS[columns.kind](columns, problem, source.on_notice)
    if not recognised:
        empty = source.error("the workbook is empty; expected a sheet with headings and rows")
        problem(refused[0] if refused else empty)


def read_tags(source: Input, problem: Problem) -> Iterator[Record]:
    """The records of a PTN or PBN file."""
    try:
        text, _ = decode(_whole(source.open, source))
    except RecordError as error:
        raise source.error(error.message) from None
    yield from read_ptn(text.replace("\r\n", "\n").replace("\r", "\n"), _origin(source), problem, source.on_notice)


def explain(source: Input, problem: Problem) -> Iterator[str]:
    """What the columns of each table of a file are taken for, to be shown to the user."""
    name = (source.member or source.name).lower()
    for table in (_sheets if name.endswith((".xlsx", ".xlsm", ".ods")) else _text_tables)(source, problem):
        try:
            yield recognise(table, source.columns).explain()
        except RecordError as error:
            problem(error)


def _text_tables(source: Input, problem: Problem) -> Iterator[Table]:
    with _text_table(source, problem) as (table, _):
        yield table


def _sheets(source: Input, problem: Problem) -> Iterator[Table]:
    return read_workbook(_whole(source.open, source), _origin(source), problem)


@contextmanager
def _text_table(source: Input, problem: Problem) -> Iterator[tuple[Table, Again]]:
    """A table of text, and what gives its bytes each time; standard input, which comes once, is kept aside."""
    origin = _origin(source)
    if source.name != STANDARD_INPUT:
        yield Table(origin, Delimited(source.open, origin, problem)), source.open
        return
    with tempfile.SpooledTemporaryFile(MAX_TEXT) as kept:
        shutil.copyfileobj(source.open(), kept)

        def again() -> BinaryIO:
            kept.seek(0)
            return cast(BinaryIO, kept)

        yield Table(origin, Delimited(again, origin, problem)), again


def _origin(source: Input) -> Origin:
    return Origin(source.name, source.member)


def _whole(again: Again, source: Input) -> bytes:
    """All bytes of a file that is read as a whole.

    Raises:
        RecordError: it is too large for that.
    """
    data = again().read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise source.error(f"it holds more than {MAX_TEXT >> 20} MiB; split it")
    return data
