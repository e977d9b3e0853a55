"""The turn-up book: one row a deal, with who dealt and what was turned, and whatever else the club writes down.

It becomes one record a date and table, or one a sheet, without seats: the dealer is a player's name. A row whose
dealer, number or night cannot be read is reported and left out; of any other cell only the cell is. So a turn-up that a
spreadsheet destroyed leaves a deal whose turn-up is not known: such deals are never Jacks (`2D` becomes a number and
`JD` does not), and to forget them would accuse the honest.
"""

import math
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final

from pydantic import ValidationError

from audit.cards import SUIT_NAMES, SUITS
from audit.errors import RecordError
from audit.records.cardtext import Cell, is_not_recorded
from audit.records.clock import read_time, run_backwards
from audit.records.columns import Columns, Picked, as_text, fold_heading, letter, sheet_error
from audit.records.deal_cells import (
    answered,
    declared,
    read_points,
    read_scores,
    read_trump,
    text_of,
    turned_later,
    turned_up,
)
from audit.records.inputs import OnNotice, Problem, ignore
from audit.records.models import Deal, Game, Record
from audit.records.notices import notice
from audit.records.rows import HEAD, RowReader, Survey, deal_number, parts_in_order, without_nothing
from audit.records.tables import Row
from audit.records.wording import sentence

_OF_A_DEAL: Final = ("dealer", "turn-up", "beg", "answer", "second turn-up", "trump", "points", "score")
"""A row in which none of these is written is a title, or a number that was printed beforehand."""

_SUMS: Final = frozenset({"total", "totals", "subtotal", "average"})
"""A row that has one of these for a night, a number or a dealer counts what stands above it, and is no deal."""

CONSTANT: Final = 8
"""From how many rows on a column of cards that never changes is taken for a fault of the recording."""
REMEMBERED: Final = 1 << 16
"""How many different deals are remembered at once."""
REPEATED: Final = 3
"""From how many deals on a night without numbers that stands twice in a row is taken for a copy."""


@dataclass(slots=True)
class _Night:
    """The rows of one record.

    Attributes:
        head: of the record.
        end: number of the last row that may be one of them.
        deals: of the rows that have been read.
        unnumbered: the rows of the deals without a number.
    """

    head: dict[str, Any]
    end: float
    deals: list[Deal] = field(default_factory=list)
    unnumbered: list[Row] = field(default_factory=list)


def read_book(columns: Columns, on_error: Problem, on_notice: OnNotice = ignore) -> Iterator[Record]:
    """The records of a turn-up book, each as soon as its last row is read.

    Args:
        columns: the sheet with its columns.
        on_error: told of each row or cell that cannot be read.
        on_notice: told of what is odd about the sheet.
    """
    reader = _BookReader(columns, on_error)
    if _constant_turn_up(columns, reader.survey, on_error):
        return
    _constant_columns(columns, reader.survey, on_notice)
    begun = reader.begun
    for part in parts_in_order(columns, on_error):
        reader.read(part)
        while begun and begun[0].end <= part[-1].number:
            yield _record(columns, begun.popleft(), on_notice)
    for night in begun:
        yield _record(columns, night, on_notice)


_number: Final = attrgetter("number")


def _record(columns: Columns, night: _Night, on_notice: OnNotice) -> Record:
    game = Game.model_validate(without_nothing(night.head))
    deals = _without_copies(columns, game, night, on_notice)
    origin = deals[0].origin
    _notice_backwards(columns, game, deals, on_notice)
    if None not in map(_number, deals):
        deals.sort(key=_number)
    record = Record(format="all-fours/1", game=game, deals=deals)
    record.locate(origin)
    night.deals, night.unnumbered = [], []
    return record


class _BookReader(RowReader):
    """Reads the rows of one book.

    Rows repeat: a deal is read and validated once for all rows that say the same of it, unless there is something to
    be told about it.

    Attributes:
        begun: the records of which a deal has been read, in the order of their first.
    """

    def __init__(self, columns: Columns, on_error: Problem) -> None:
        super().__init__(columns, self._tell)
        self._tells = on_error
        self._told = 0
        self._headed = columns.pick(HEAD)
        self._said = columns.pick((*_OF_A_DEAL, "note"))
        self._number, self._at = columns.places.get("deal"), columns.places.get("at")
        self._known: dict[Picked, Deal] = {}
        self._nights = self._all_nights()
        self.begun: deque[_Night] = deque()

    def _tell(self, error: RecordError) -> None:
        self._told += 1
        self._tells(error)

    def _all_nights(self) -> Mapping[Picked, _Night]:
        """The record to which each head belongs, as heads are written; without those that cannot be read."""
        ordered = "order" in self.columns
        nights: dict[Picked, _Night] = {}
        alike: dict[tuple[str | None, ...], _Night] = {}
        for written, last in self.survey.last.items():
            try:
                head = self.head(last)
            except RecordError:
                continue
            night = alike.setdefault(tuple(head.values()), _Night(head, 0))
            night.end = math.inf if ordered else max(night.end, last.number)
            nights[written] = night
        return nights

    def read(self, rows: list[Row]) -> None:
        """Add the deals of rows to their nights; what cannot be read is told."""
        nights, known = self._nights, self._known
        for row, written, said in zip(rows, self._headed(rows), self._said(rows), strict=True):
            night, like = nights.get(written), known.get(said)
            deal = self._again(like, row) if night is not None and like is not None else None
            if deal is None:
                deal = self._remembered(row, said)
            if deal is None or night is None:
                continue
            if not night.deals:
                self.begun.append(night)
            night.deals.append(deal)
            if deal.number is None:
                night.unnumbered.append(row)

    def _again(self, deal: Deal, row: Row) -> Deal | None:
        """The deal of a row that says the same as another.

        Nothing if its number or time cannot be read, or if only one of them has any.
        """
        try:
            number = None if self._number is None else deal_number(row.cells[self._number])
            at = None if self._at is None else read_time(row.cells[self._at])
        except RecordError:
            return None
        if (number is None) != (deal.number is None) or (at is None) != (deal.at is None):
            return None
        return deal.again(number, at, self.columns.table.place(row))

    def _remembered(self, row: Row, said: Picked) -> Deal | None:
        """The deal of a row, validated; it is remembered by what the row says, unless there was something to tell."""
        told = self._told
        deal = self._read(row)
        if deal is not None and told == self._told:
            if len(self._known) == REMEMBERED:
                self._known.clear()
            self._known[said] = deal.again(deal.number, deal.at, self.columns.table.place(row))
        return deal

    def _read(self, row: Row) -> Deal | None:
        """The deal of a row; nothing if it holds none, or cannot be read, which is told."""
        if not any(self.columns.text(row, role) for role in _OF_A_DEAL) or self._sums_up(row):
            return None
        try:
            self.head(row)
            return self._deal(row)
        except RecordError as error:
            self.on_error(error)
            return None

    def _sums_up(self, row: Row) -> bool:
        """Whether a row counts what stands above it."""
        cells = [row.cells[0], *(self.columns.cell(row, role) for role in ("date", "table", "deal", "dealer"))]
        return any(fold_heading(cell).split(" ")[0] in _SUMS for cell in cells if isinstance(cell, str))

    def _deal(self, row: Row) -> Deal:
        dealer = self.code(row, "dealer")
        turned = self.listed(row, "turn-up", [None])
        deal: dict[str, Any] = {"number": self.cell(row, "deal", deal_number), "dealer": dealer}
        deal["events"] = events = [turned_up(turned)] if "turn-up" in self.columns else []
        events += self.optional(row, "beg", declared, [])
        events += self.optional(row, "answer", lambda cell: answered(cell, dealer), [])
        events += self._after_running(row, events)
        deal["at"] = self.optional(row, "at", read_time, None)
        deal["points"] = self.optional(row, "points", read_points, None)
        deal["score_after"] = self.optional(row, "score", read_scores, None)
        events += [{"do": "note", "text": text} for text in self._written(row, deal)]
        try:
            read = Deal.model_validate(without_nothing(deal))
        except ValidationError as error:
            raise self.columns.table.error(sentence(error).message, row) from None
        read.locate(self.columns.table.place(row))
        return read

    def _after_running(self, row: Row, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What was turned after running; a card was, although nobody wrote it down."""
        ran = any(event["do"] == "run" for event in events)
        cards = self.listed(row, "second turn-up", [None])
        return turned_later(cards, ran) or ([{"do": "turn"}] if ran else [])

    def _written(self, row: Row, deal: Mapping[str, Any]) -> Iterator[str]:
        """What the row says that has no other place in a record."""
        for role, parsed in (("points", deal["points"]), ("score", deal["score_after"])):
            text = self.optional(row, role, text_of, "", quiet=True)
            if text and parsed is None and not is_not_recorded(text):
                yield f"{role}: {text}"
        trump = self.optional(row, "trump", read_trump, None)
        turns = [event.get("card") for event in deal["events"] if event["do"] == "turn"]
        if trump and not (turns and turns[-1] and turns[-1][1] == trump):
            yield f"trump: {SUIT_NAMES[SUITS.index(trump)]}"
        note = as_text(self.columns.cell(row, "note"))
        if note:
            yield note


def _constant_turn_up(columns: Columns, survey: Survey, on_error: Problem) -> bool:
    """Report a column of turn-ups that never changes: that is a fault of the recording, and no dealer's doing."""
    filled = {text: times for text, times in survey.turned.items() if not is_not_recorded(text)}
    if len(filled) != 1 or (times := sum(filled.values())) < CONSTANT:
        return False
    (text,) = filled
    error = RecordError(
        f"all {times} turn-ups are {text[:20]!r}: a column filled down, or a display that never changed; "
        "none of them is read",
        code="spreadsheet-damage",
    )
    on_error(sheet_error(columns, next(columns.rows), "turn-up", error))
    return True


def _constant_columns(columns: Columns, survey: Survey, on_notice: OnNotice) -> None:
    """Notice other columns of cards that never change, such as a display that always showed the same."""
    for index, filled in survey.unused.items():
        if survey.rows < CONSTANT or len(filled) != 1:
            continue
        text = filled.pop()
        if not re.fullmatch(r"[\s,/-]*((10|[2-9TJQKA])[SHDC♠♥♦♣]?[\s,/-]*){1,9}", text, re.IGNORECASE):
            continue
        on_notice(
            notice(
                "spreadsheet-damage",
                f'Column {letter(index)} "{as_text(columns.header.cells[index])}" holds {text!r} in every row, while '
                "the cards turned differ: a fault of the recording. It is not used.",
                columns.table.place(columns.header),
                kind="note",
            )
        )


def _without_copies(columns: Columns, game: Game, night: _Night, on_notice: OnNotice) -> list[Deal]:
    """The deals of a night without those that stand twice, where no number tells them apart.

    A deal with a time is the same if its whole row is; without times a night is a copy if its second half repeats its
    first.
    """
    deals, rows = night.deals, night.unnumbered
    if len(rows) < len(deals):
        return deals
    copies: list[tuple[Row, Row]] = []
    if all(deal.at is not None for deal in deals):
        first: dict[tuple[Cell, ...], Row] = {}
        for row in rows:
            if row.cells in first:
                copies.append((first[row.cells], row))
            first.setdefault(row.cells, row)
    else:
        half, odd = divmod(len(rows), 2)
        pairs = list(zip(rows[:half], rows[half:], strict=False))
        if not odd and half >= REPEATED and all(a.cells == b.cells for a, b in pairs):
            copies = pairs
    for copied, again in _runs(copies):
        which = f"row {again[0].number} repeats row {copied[0].number}"
        if len(again) > 1:
            which = (
                f"rows {again[0].number} to {again[-1].number} repeat rows {copied[0].number} to {copied[-1].number}"
            )
        message = f"{which[0].upper()}{which[1:]}. They are counted once."
        on_notice(notice("duplicate-deal", message, columns.table.place(again[0]), game=game.id))
    dropped = {again.number for _, again in copies}
    return [deal for row, deal in zip(rows, deals, strict=True) if row.number not in dropped]


def _runs(copies: Iterable[tuple[Row, Row]]) -> Iterator[tuple[list[Row], list[Row]]]:
    """Copies that stand together, as one."""
    copied: list[Row] = []
    again: list[Row] = []
    for first, second in copies:
        if again and second.number != again[-1].number + 1:
            yield copied, again
            copied, again = [], []
        copied.append(first)
        again.append(second)
    if again:
        yield copied, again


def _notice_backwards(columns: Columns, game: Game, deals: list[Deal], on_notice: OnNotice) -> None:
    """Notice a night that seems to stand newest first where no column says in which order the deals were made."""
    if "order" in columns or "deal" in columns or not run_backwards(deal.at for deal in deals):
        return
    message = (
        "The times run backwards from row to row: the sheet seems to stand newest first. The rows are left as they "
        "are, since no column of order or deal numbers tells."
    )
    on_notice(notice("time-order", message, deals[0].origin, game=game.id))
