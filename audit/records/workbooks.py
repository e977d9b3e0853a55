"""Workbooks, XLSX and ODS, into tables: read by python-calamine, after a look at how much they claim to hold."""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar
from xml.parsers import expat

from audit.errors import RecordError
from audit.records.archive import zip_members
from audit.records.cardtext import Cell
from audit.records.inputs import Problem
from audit.records.models import Origin
from audit.records.tables import INSTALL, Row, Table

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

T = TypeVar("T")

MAX_CELLS: Final = 20_000_000
"""The most cells that the used part of a sheet may span; a workbook can claim seventeen thousand million."""

_OLD_WORKBOOK: Final = bytes.fromhex("d0cf11e0a1b11ae1")
_NO_WORKBOOK: Final = (
    "this is no workbook; expected XLSX or ODS",
    "this workbook is locked with a password, or written by an old Excel; expected XLSX or ODS, saved without one",
)
_SHEETS: Final = re.compile(r"xl/worksheets/[^/]+\.xml|content\.xml", re.IGNORECASE)


def read_workbook(data: bytes, origin: Origin, on_error: Problem) -> Iterator[Table]:
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


def _check_extent(data: bytes, table: Table, on_error: Problem) -> None:
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
        parser = expat.ParserCreate()
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
