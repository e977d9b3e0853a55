"""What every sheet has in its rows, whatever it records: the night, the table, names, and cells with their place."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any, Final, TypeVar

from audit.errors import RecordError
from audit.records.cardtext import BROKEN, CardText, Cell, damaged, is_not_recorded
from audit.records.clock import Days, certain_day
from audit.records.columns import Columns, Picked, as_text, fold_heading, sheet_error
from audit.records.inputs import Problem
from audit.records.tables import Row
from audit.rules.variants import VARIANTS

T = TypeVar("T")

EXACT: Final = 10**15
"""From here on a spreadsheet has rounded the last digits of a number."""
NAMELESS: Final = frozenset({"", "?", "-"})
"""What stands for a name that nobody wrote down; `NA`, `Null`, `None` and `nan` are names like any other."""


HEAD: Final = ("game", "date", "place", "table", "variant")
"""The columns that make the head of a record."""
_CODES: Final = ("game", "table", "dealer", "player")
"""The columns of names that may be numbers."""


class Survey:
    """What must be known of whole columns before a row can be read, gathered in one pass.

    Args:
        columns: the sheet.

    Attributes:
        rows: how many there are below the headings.
        values: what stands in the columns of days and codes, by index.
        turned: how often each text stands in the column of turn-ups.
        unused: one or two texts, as far as there are any, of each column that means nothing here.
        last: for each head of a record, as it is written, the last of its rows.
    """

    def __init__(self, columns: Columns) -> None:
        self.rows = 0
        self.values: dict[int, set[Cell]] = {
            columns.places[role]: set() for role in ("date", *_CODES) if role in columns
        }
        self.turned: Counter[str] = Counter()
        self.unused: dict[int, set[str]] = {index: set() for index in columns.unused()}
        self.last: dict[Picked, Row] = {}
        turn_up = columns.places.get("turn-up")
        head = columns.pick(HEAD)
        for part in columns.parts():
            self.rows += len(part)
            self.last.update(zip(head(part), part, strict=True))
            for index, cells in enumerate(zip_longest(*(row.cells for row in part), fillvalue="")):
                if index in self.values:
                    self.values[index].update(cells)
                elif index == turn_up:
                    self.turned.update(map(as_text, cells))
                elif index in self.unused and len(self.unused[index]) < 2:
                    self.unused[index].update(islice(filter(None, dict.fromkeys(map(as_text, cells))), 2))

    def of(self, columns: Columns, role: str) -> set[Cell]:
        """What stands in a column of days or codes; nothing where the sheet lacks it."""
        return self.values.get(columns.places.get(role, -1), set())


def in_order(columns: Columns, on_error: Problem) -> Iterator[Row]:
    """The rows by their column of order, if there is one; a row without a number in it is reported and left out."""
    return chain.from_iterable(parts_in_order(columns, on_error))


def parts_in_order(columns: Columns, on_error: Problem) -> Iterator[list[Row]]:
    """The same, some at a time; all at once where they must be put in order."""
    if "order" not in columns:
        yield from columns.parts()
        return
    numbered: list[tuple[float, Row]] = []
    for row in columns.rows:
        cell = columns.cell(row, "order")
        text = as_text(cell)
        if re.fullmatch(r"-?\d{1,30}(\.\d+)?", text) and not is_mangled(cell):
            numbered.append((int(text) if text.isdecimal() else float(text), row))
        else:
            mangled = damaged(cell, "a number that gives the order") if is_mangled(cell) else None
            error = mangled or RecordError(f"{text[:40]!r} is no number; the order of the rows is told by this column")
            on_error(sheet_error(columns, row, "order", error))
    if numbered:
        yield [row for _, row in sorted(numbered, key=lambda pair: pair[0])]


def is_mangled(cell: Cell) -> bool:
    """Whether a spreadsheet put something else for a name or number: a day, a fraction, an error, rounded digits."""
    if isinstance(cell, str):
        return (
            re.fullmatch(r"\d([.,]\d+)?E\+\d+", text := cell.strip()) is not None or BROKEN.fullmatch(text) is not None
        )
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return True
    return abs(cell) >= EXACT or cell != int(cell)


class RowReader:
    """Reads the cells of one sheet; without a column of days the sheet's name may be the night.

    Args:
        columns: the sheet.
        on_error: told of each cell without which its row still counts.
    """

    def __init__(self, columns: Columns, on_error: Problem) -> None:
        self.columns = columns
        self.on_error = on_error
        self.survey = Survey(columns)
        self.cards = CardText()
        self.days = Days(self.survey.of(columns, "date"))
        self.night = certain_day(columns.table.origin.sheet or "")
        self.widths = {role: _code_width(self.survey.of(columns, role)) for role in _CODES}

    def head(self, row: Row) -> dict[str, Any]:
        """The head of the record to which a row belongs: its id, variant, date and place.

        Raises:
            RecordError: a cell of the head cannot be read.
        """
        date = self.cell(row, "date", self.days.read) if "date" in self.columns else self.night
        table = self.code(row, "table")
        game = self.code(row, "game")
        place = self.cell(row, "place", as_text) or None
        named = f"table-{table}" if table and table.isdecimal() else table
        return {
            "id": game or "/".join(part for part in (date, named) if part) or None,
            "variant": self.cell(row, "variant", read_variant),
            "date": date,
            "place": place,
        }

    def code(self, row: Row, role: str) -> str | None:
        """A name or a number that is a name; the noughts that a spreadsheet took from it are missed, not put back."""
        return self.cell(row, role, lambda cell: read_name(cell, role, self.widths[role]))

    def cell(self, row: Row, role: str, read: Callable[[Cell], T]) -> T:
        """What `read` makes of a cell; its error with the place."""
        try:
            return read(self.columns.cell(row, role))
        except RecordError as error:
            raise sheet_error(self.columns, row, role, error) from None

    def listed(self, row: Row, role: str, instead: list[str | None]) -> list[str | None]:
        """The cards in a cell; `instead`, and the error reported, where they cannot be read."""
        return self.optional(row, role, self.cards.cards, instead)

    def optional(self, row: Row, role: str, read: Callable[[Cell], T], instead: T, *, quiet: bool = False) -> T:
        """The same for a cell without which the deal still counts: the error is reported and the cell left out."""
        try:
            return self.cell(row, role, read)
        except RecordError as error:
            if not quiet:
                self.on_error(error)
            return instead


def without_nothing(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that say something."""
    return {key: value for key, value in fields.items() if value is not None}


def read_name(cell: Cell, role: str, width: int = 0) -> str | None:
    """A name, or a number that serves as one.

    `NA`, `Null`, `None` and `nan` are names like any other.

    Args:
        cell: what stands there.
        role: the column, for the message.
        width: how many digits such numbers have in this column, noughts in front included; 0 where they have none.

    Raises:
        RecordError: a spreadsheet put a day or a truth value there, or took the noughts away.
    """
    text = " ".join(as_text(cell).split())
    if text in NAMELESS:
        return None
    if is_mangled(cell):
        raise damaged(cell, f"the {role}") or RecordError(f"{text[:40]!r} is no {role}")
    if width and text.isdecimal() and len(text) < width:
        raise RecordError(
            f"the {role} {text} has fewer than the {width} digits of the others; a spreadsheet takes leading noughts "
            "away: type it again in cells formatted as text",
            code="spreadsheet-damage",
        )
    return text


def _code_width(cells: Iterable[Cell]) -> int:
    """The number of digits in a column whose numbers begin with nought and all have the same; 0 in any other."""
    texts = map(as_text, cells)
    widths = {len(text) for text in texts if text.isdecimal() and text.startswith("0") and len(text) > 1}
    return widths.pop() if len(widths) == 1 else 0


def deal_number(cell: Cell) -> int | None:
    """The number of a deal.

    Raises:
        RecordError: something else stands there.
    """
    if type(cell) is str and cell.isdigit() and cell.isascii() and len(cell) < 10:
        return int(cell)
    return _whole_number(cell, "number of a deal", such_as=12)


def games_won(cell: Cell) -> int | None:
    """How many games a team won.

    Raises:
        RecordError: something else stands there.
    """
    return _whole_number(cell, "count of games", such_as=17)


def _whole_number(cell: Cell, what: str, such_as: int) -> int | None:
    text = as_text(cell)
    if isinstance(cell, str) and is_not_recorded(cell):
        return None
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(text)
    typed = isinstance(cell, str | float | int) and not isinstance(cell, bool)
    error = None if typed else damaged(cell, f"the {what}")
    raise error or RecordError(f"{text[:40]!r} is no {what}; expected one such as {such_as}")


def read_variant(cell: Cell) -> str:
    """The name of a variant in any spelling; Seven-up where none stands.

    Raises:
        RecordError: another game.
    """
    text = fold_heading(cell).replace(" ", "-")
    if not text:
        return "seven-up"
    if text not in VARIANTS:
        raise RecordError(f"{as_text(cell)[:40]!r} is no variant; expected one of {', '.join(VARIANTS)}")
    return text
