"""Tables as people keep them: CSV, TSV, XLSX and ODS into rows of cells that know their place.

Text is decoded by its byte order mark, else as UTF-8, else by what charset-normalizer makes of it; workbooks are
read by python-calamine. Nothing here knows what a column means.
"""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, count, islice
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, TypeVar
from xml.parsers import expat

from audit.errors import RecordError
from audit.records.archive import zip_members
from audit.records.cardtext import Cell
from audit.records.models import Origin

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

T = TypeVar("T")

MAX_COLUMNS: Final = 1_000
MAX_CELLS: Final = 20_000_000
"""The most cells that the used part of a sheet may span; a workbook can claim seventeen thousand million."""
MAX_TEXT: Final = 64 << 20
"""The most bytes of a table that is held as a whole, and of the rows of any other that are read at a time."""
CHUNK: Final = 1 << 18
PART: Final = 128
"""How many bytes and rows of a stream are read at a time."""
MAX_CELL: Final = 131_072
INSTALL: Final = "pip install python-calamine charset-normalizer"
DELIMITERS: Final = ",;\t|"

OnError = Callable[[RecordError], None]
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


def read_delimited(data: bytes, origin: Origin, on_error: OnError) -> Table:
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

    def __init__(self, again: Again, origin: Origin, on_error: OnError) -> None:
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


def read_workbook(data: bytes, origin: Origin, on_error: OnError) -> Iterator[Table]:
    """The sheets of an XLSX or ODS workbook that hold anything.

    Args:
        data: the bytes of the workbook.
        origin: its file and member.
        on_error: told of each sheet that cannot be read.

    Raises:
        RecordError: no workbook, or one that claims more cells than can be held.
    """
    whole = Table(origin, [])
    _check_extent(data, whole, on_error)
    workbook = _calamine(lambda: _open(data), whole)
    for name in workbook.sheet_names:
        table = Table(Origin(origin.file, origin.member, name), [])
        try:
            cells = _calamine(lambda: _sheet(workbook, name), table)  # noqa: B023 (called at once)
        except RecordError as error:
            on_error(error)
            continue
        rows = (Row(number, None, tuple(row)) for number, row in enumerate(cells, 1))
        filled = [row for row in rows if not row.is_empty]
        if filled:
            yield Table(table.origin, filled)


def _open(data: bytes) -> "CalamineWorkbook":
    from python_calamine import CalamineWorkbook

    return CalamineWorkbook.from_filelike(io.BytesIO(data))


def _sheet(workbook: "CalamineWorkbook", name: str) -> list[list[Cell]]:
    return workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)


def _calamine(read: Callable[[], T], table: Table) -> T:
    """Call the library; whatever it raises on a damaged workbook, a panic included, becomes one sentence."""
    try:
        return read()
    except (KeyboardInterrupt, SystemExit):
        raise
    except ModuleNotFoundError:
        raise table.error(f"XLSX and ODS need python-calamine: {INSTALL}") from None
    except BaseException as error:
        raise table.error(f"this is no workbook that can be read ({type(error).__name__})") from None


_OLD_WORKBOOK: Final = bytes.fromhex("d0cf11e0a1b11ae1")
_NO_WORKBOOK: Final = (
    "this is no workbook; expected XLSX or ODS",
    "this workbook is locked with a password, or written by an old Excel; expected XLSX or ODS, saved without one",
)
_SHEETS: Final = re.compile(r"xl/worksheets/[^/]+\.xml|content\.xml", re.IGNORECASE)


def _check_extent(data: bytes, table: Table, on_error: OnError) -> None:
    """Refuse a workbook whose filled cells span more than can be held: it would fill the memory before any limit.

    Formulas that nobody has computed hold nothing, which is told.
    """
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise table.error(_NO_WORKBOOK[data.startswith(_OLD_WORKBOOK)])
    for member in zip_members(io.BytesIO(data), table.origin.file, on_error=lambda _: None):
        if not _SHEETS.fullmatch(member.name):
            continue
        extent = _Extent()
        with member.open() as stream:
            try:
                extent.parse(iter(lambda: stream.read(1 << 16), b""))
            except expat.ExpatError as error:
                raise table.error(f"this is no workbook that can be read ({error})") from None
        if extent.rows * extent.columns > MAX_CELLS:
            raise table.error(
                f"a sheet spans {extent.rows} rows and {extent.columns} columns; at most {MAX_CELLS} cells are read"
            )
        if extent.formulas:
            on_error(
                table.error(
                    f"{member.name}: no value was computed for {extent.formulas} formulas, such as that in cell "
                    f"{extent.formula}; open the workbook in a spreadsheet program and save it",
                    code="spreadsheet-damage",
                )
            )


class _Extent:
    """How far the filled cells of a sheet reach, told from its XML without building it.

    Attributes:
        rows, columns: the largest row and column that hold something.
        formulas: how many formulas of an XLSX sheet have no value, and `formula`: the cell of the first.
    """

    def __init__(self) -> None:
        self.rows = self.columns = 0
        self.formulas, self.formula = 0, ""
        self._cell, self._tag = "", ""
        self._computed, self._text_result = True, False
        self._row = self._column = self._row_repeat = 0

    def parse(self, chunks: Iterable[bytes]) -> None:
        """Read the XML of a sheet, XLSX or ODS."""
        parser = expat.ParserCreate(namespace_separator=None)
        parser.StartElementHandler = self._start
        parser.CharacterDataHandler = self._text
        parser.EndElementHandler = self._end
        for chunk in chunks:
            parser.Parse(chunk)
        parser.Parse(b"", True)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = self._tag = tag.rpartition(":")[2]
        if tag == "c" and "r" in attributes:
            row, column = _cell_reference(attributes["r"])
            self._filled(row, column)
            self._cell, self._text_result = attributes["r"], attributes.get("t") == "str"
        elif tag == "f":
            self._computed = self._text_result  # the empty text is a value as well
        elif tag == "table":
            self._row = self._row_repeat = 0
        elif tag == "table-row":
            self._row += self._row_repeat
            self._row_repeat = _repeated(attributes, "table:number-rows-repeated")
            self._column = 0
        elif tag in ("table-cell", "covered-table-cell"):
            self._column += _repeated(attributes, "table:number-columns-repeated")
            if "office:value-type" in attributes:
                self._filled(self._row + self._row_repeat, self._column)

    def _text(self, _: str) -> None:
        self._computed |= self._tag == "v"

    def _end(self, tag: str) -> None:
        if tag.rpartition(":")[2] == "c" and not self._computed:
            self.formula = self.formula or self._cell
            self.formulas += 1
            self._computed = True

    def _filled(self, row: int, column: int) -> None:
        self.rows = max(self.rows, row)
        self.columns = max(self.columns, column)


def _repeated(attributes: dict[str, str], name: str) -> int:
    written = attributes.get(name, "1")
    return int(written) if written.isdecimal() and len(written) < 10 else 1


def _cell_reference(text: str) -> tuple[int, int]:
    """Row and column of a reference such as `XFD1048576`."""
    found = re.fullmatch(r"([A-Z]{1,3})([0-9]{1,7})", text)
    if not found:
        return 0, 0
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    return int(found[2]), column
