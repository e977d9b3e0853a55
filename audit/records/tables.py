"""Tables as people keep them, into rows of cells that know their place; here those of text, CSV and TSV.

Text is decoded by its byte order mark, else as UTF-8, else by what charset-normalizer makes of it. Nothing here knows
what a column means.
"""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, count, islice
from typing import BinaryIO, Final, NamedTuple

from audit.errors import RecordError
from audit.records.cardtext import Cell
from audit.records.inputs import Problem
from audit.records.models import Origin

MAX_COLUMNS: Final = 1_000
MAX_TEXT: Final = 64 << 20
"""The most bytes of a table that is held as a whole, and of the rows of any other that are read at a time."""
CHUNK: Final = 1 << 18
PART: Final = 128
"""How many bytes and rows of a stream are read at a time."""
MAX_CELL: Final = 131_072
INSTALL: Final = "pip install python-calamine charset-normalizer"
DELIMITERS: Final = ",;\t|"

Again = Callable[[], BinaryIO]
"""Gives the bytes of a file from the beginning, each time it is called."""


class Row(NamedTuple):
    """A row of a table.

    Attributes:
        number: as the spreadsheet counts it, from 1.
        line: the line of the file on which it begins, where the table is text.
        cells: what stands in it; numbers, dates and truth values only where a workbook says so.
    """

    number: int
    line: int | None
    cells: tuple[Cell, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in the row."""
        return not any(not isinstance(cell, str) or cell.strip() for cell in self.cells)


_ROW: Final[Callable[[tuple[int, int | None, tuple[str, ...]]], Row]] = partial(tuple.__new__, Row)
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet and where it was read.

    Attributes:
        origin: its file, member and sheet.
        rows: its rows that hold something, in their order, which may be gone through more than once.
    """

    origin: Origin
    rows: Iterable[Row]

    def parts(self) -> Iterator[list[Row]]:
        """The rows, some at a time."""
        if isinstance(self.rows, Delimited):
            return self.rows.parts()
        rows = iter(self.rows)
        return iter(lambda: list(islice(rows, PART)), [])

    def place(self, row: Row) -> Origin:
        """Where a row was read."""
        return Origin(self.origin.file, self.origin.member, self.origin.sheet, row.number, row.line)

    def error(
        self, message: str, row: Row | None = None, path: str | None = None, code: str = "unreadable"
    ) -> RecordError:
        """An error at a row of this table."""
        return RecordError(
            message,
            file=self.origin.file,
            member=self.origin.member,
            sheet=self.origin.sheet,
            row=row.number if row else None,
            line=row.line if row else None,
            path=path,
            code=code,
        )


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the encoding in which it was read.

    Raises:
        RecordError: it is no text.
    """
    encoding = _encoding(lambda: io.BytesIO(data))
    return "".join(_decoded(lambda: io.BytesIO(data), encoding)), encoding


def _encoding(again: Again) -> str:
    """The encoding of a file: by its byte order mark, else UTF-8 if it is, else the likeliest."""
    stream = again()
    head = stream.read(1 << 20)
    if head.startswith(b"PK\3\4"):
        raise RecordError("this is a workbook or an archive and no text; its name would end in .xlsx, .ods or .zip")
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if head.startswith(mark):
            return encoding
    if b"\0" in head[:4096]:
        even, odd = head[0:4096:2].count(0), head[1:4096:2].count(0)
        if max(even, odd) < len(head[:4096]) // 8:
            raise RecordError("this is no text; it holds zero bytes")
        return "utf-16-le" if odd > even else "utf-16-be"
    decoder = codecs.getincrementaldecoder("utf-8")()
    chunk = head
    try:
        decoder.decode(head)
        for chunk in iter(partial(stream.read, CHUNK), b""):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _guess(chunk if head.isascii() else head)
    return "utf-8"


def _guess(head: bytes) -> str:
    """The encoding that charset-normalizer finds likeliest among those of spreadsheets; cp1252 if it finds none."""
    try:
        from charset_normalizer import from_bytes
    except ModuleNotFoundError:
        raise RecordError(f"text that is not UTF-8 needs charset-normalizer: {INSTALL}") from None
    found = from_bytes(head, cp_isolation=["cp1252", "cp1250", "cp850", "mac_roman"])
    best = min(found, key=lambda match: (match.chaos, match.encoding != "cp1252"), default=None)
    return best.encoding if best else "cp1252"


def _decoded(again: Again, encoding: str) -> Iterator[str]:
    """The text of a file, part by part."""
    decoder = codecs.getincrementaldecoder(encoding)()
    stream = again()
    chunk = b"start"
    while chunk:
        chunk = stream.read(CHUNK)
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError:
            raise RecordError(f"this is no text that can be read ({encoding})") from None
        if "\0" in text:
            raise RecordError("this is no text; it holds zero bytes")
        yield text


def read_delimited(data: bytes, origin: Origin, on_error: Problem) -> Table:
    """A CSV or TSV file, or one with semicolons or bars, as a table that is held as a whole.

    Args:
        data: the bytes of the file.
        origin: its file and member.
        on_error: told of each row that cannot be read; the others still are.

    Raises:
        RecordError: the file is no text, or too large.
    """
    if len(data) > MAX_TEXT:
        raise Table(origin, []).error(f"the table holds more than {MAX_TEXT >> 20} MiB; split it")
    return Table(origin, list(Delimited(lambda: io.BytesIO(data), origin, on_error)))


class Delimited:
    """The rows of a CSV or TSV file, read anew each time that they are gone through: only a part is held.

    Args:
        again: gives the bytes of the file.
        origin: its file and member.
        on_error: told once of each row that cannot be read; the others still are.

    Raises:
        RecordError: the file is no text; while reading, that a row is too large.
    """

    def __init__(self, again: Again, origin: Origin, on_error: Problem) -> None:
        self._again = again
        self._table = Table(origin, ())
        self._on_error = on_error
        self._told = 0
        try:
            self._encoding = _encoding(again)
        except RecordError as error:
            raise self._table.error(error.message) from None
        self._delimiter, self._skip = _delimiter(next(self._text(), ""))

    def __iter__(self) -> Iterator[Row]:
        return chain.from_iterable(self.parts())

    def parts(self) -> Iterator[list[Row]]:
        """The rows, some at a time."""
        number = self._skip

        def lines() -> Iterator[list[str]]:
            """The lines of each part of the text, as long as rows end: one that never does would fill the memory."""
            skip, rest, held, last = self._skip, "", 0, number
            for text in self._text():
                held, last = (held + len(text), last) if number == last else (len(text), number)
                if held > MAX_TEXT:
                    message = f"the {PART} rows from here on hold more than {MAX_TEXT >> 20} MiB; no log does"
                    raise self._table.error(message, Row(number + 1, None, ()))
                rest += text
                # A carriage return at the end of a part may be the first half of a line's end.
                end = max(rest.rfind("\n"), rest.rfind("\r", 0, -1)) + 1
                found = list(io.StringIO(rest[:end], newline=""))
                rest = rest[end:]
                yield found[skip:]
                skip = 0 if found else skip
            yield list(io.StringIO(rest, newline=""))[skip:]

        reader = csv.reader(chain.from_iterable(lines()), delimiter=self._delimiter, strict=True)
        while True:
            line = self._skip + reader.line_num + 1
            read: list[list[str]] = []
            broken = None
            try:
                read.extend(islice(reader, PART))
            except csv.Error as error:  # the rows before it have been read
                broken = error
            begun = _begun(read, line, reader.line_num + self._skip + 1 - line)
            rows = list(map(_ROW, zip(count(number + 1), begun, map(tuple, read), strict=False)))
            number += len(rows)
            yield rows if _all_filled(read) else self._filled(rows)
            if broken is not None:
                number += 1
                self._tell(_quotes(broken), Row(number, begun[len(read)], ()))
            elif not read:
                return

    def _filled(self, rows: list[Row]) -> list[Row]:
        """The rows in which something stands, and not too much."""
        for row in rows:
            if len(row.cells) > MAX_COLUMNS:
                self._tell(f"the row has {len(row.cells)} cells; at most {MAX_COLUMNS} are read", row)
        return [row for row in rows if len(row.cells) <= MAX_COLUMNS and not row.is_empty]

    def _text(self) -> Iterator[str]:
        try:
            yield from _decoded(self._again, self._encoding)
        except RecordError as error:
            raise self._table.error(error.message) from None

    def _tell(self, message: str, row: Row) -> None:
        if row.number > self._told:
            self._told = row.number
            self._on_error(self._table.error(message, row))


def _begun(rows: list[list[str]], line: int, lines: int) -> Sequence[int]:
    """The line on which each row begins, and the one after them all; the rows stand on `lines` lines from `line`."""
    if lines == len(rows):
        return range(line, line + lines + 1)
    return list(accumulate((1 + sum(len(_LINE_END.findall(cell)) for cell in row) for row in rows), initial=line))


def _all_filled(rows: list[list[str]]) -> bool:
    """Whether no row is empty or too wide, told the quick way: by a column in which something stands in each."""
    if max(map(len, rows), default=0) > MAX_COLUMNS:
        return False
    return any(all(map(str.strip, set(column))) for column in zip(*rows, strict=False))


def _quotes(error: csv.Error) -> str:
    if "end of data" in str(error):
        return "a quotation mark opens here and is never closed, so nothing after it can be read"
    if "field limit" in str(error):
        return f"a cell holds more than {MAX_CELL} characters; no log does"
    return f"the quotation marks of this row do not pair ({error})"


def _delimiter(text: str) -> tuple[str, int]:
    """What stands between the cells, and how many lines to skip for a line `sep=;` that says so."""
    said = re.match(r"sep=(.)\r?\n", text)
    if said:
        return said[1], 1
    head = text[:65536].splitlines()[:20]
    return max(DELIMITERS, key=lambda mark: _steady_width(head, mark)), 0


def _steady_width(lines: list[str], mark: str) -> tuple[int, int]:
    """How many lines have the commonest number of cells above one, and that number: the right mark scores highest."""
    widths = [len(_cells(line, mark)) for line in lines]
    counted = {width: widths.count(width) for width in widths if width > 1}
    width = max(counted, key=lambda w: (counted[w], w), default=0)
    return counted.get(width, 0), width


def _cells(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark), [])
    except csv.Error:
        return []
