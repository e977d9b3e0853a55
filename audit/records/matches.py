"""A sheet of match results: one row a match between two teams, with how many games each has won.

A match is a record without deals: who played, and who won. The rules of the game say nothing about matches, so the
larger count has won, whatever it is, and equal counts decide nothing.
"""

from collections.abc import Iterator

from audit.errors import RecordError
from audit.records.cardtext import Cell
from audit.records.clock import read_time, seconds
from audit.records.columns import Columns
from audit.records.inputs import OnNotice, Problem, ignore
from audit.records.models import Record
from audit.records.notices import notice
from audit.records.rows import RowReader, games_won, read_name, without_nothing
from audit.records.tables import Row


def read_matches(columns: Columns, on_error: Problem, on_notice: OnNotice = ignore) -> Iterator[Record]:
    """The records of a sheet of results, one a match.

    Args:
        columns: the sheet with its columns.
        on_error: told of each row that cannot be read.
        on_notice: told of rows that stand twice, and of matches that end before they begin.
    """
    reader = RowReader(columns, on_error)
    first: dict[tuple[Cell, ...], Row] = {}
    for row in columns.rows:
        if row.cells in first:
            message = f"Row {row.number} says the same as row {first[row.cells].number}. It is counted once."
            on_notice(notice("duplicate-deal", message, columns.table.place(row)))
            continue
        first[row.cells] = row
        try:
            record = _match(reader, row)
            _notice_times(reader, row, on_notice)
        except RecordError as error:
            on_error(error)
            continue
        record.locate(columns.table.place(row))
        yield record


def _match(reader: RowReader, row: Row) -> Record:
    head = reader.head(row)
    teams = {seat: reader.cell(row, f"team {seat.lower()}", lambda cell: read_name(cell, "team")) for seat in "AB"}
    if None in teams.values():
        raise reader.columns.table.error("a match without two teams", row)
    counts = {seat: reader.cell(row, f"count {seat.lower()}", games_won) for seat in "AB"}
    return Record.model_validate(
        {
            "format": "all-fours/1",
            "game": without_nothing(
                head
                | {
                    "id": _named(reader.columns, row, head["id"], teams),
                    "seats": [{"seat": seat, "player": team} for seat, team in teams.items()],
                    "winner": _winner(counts),
                }
            ),
        }
    )


def _named(columns: Columns, row: Row, night: str | None, teams: dict[str, str | None]) -> str:
    match_round = columns.text(row, "round")
    parts = [night, f"round-{match_round}" if match_round else None, f"{teams['A']} v {teams['B']}"]
    return "/".join(part for part in parts if part)


def _winner(counts: dict[str, int | None]) -> str | None:
    """The side with the larger count; nobody where they are equal or one was not written down."""
    a, b = counts["A"], counts["B"]
    if a is None or b is None or a == b:
        return None
    return "A" if a > b else "B"


def _notice_times(reader: RowReader, row: Row, on_notice: OnNotice) -> None:
    """Notice a match that ends before it begins; a time that nobody entered stays unknown."""
    start, end = (reader.optional(row, role, read_time, None) for role in ("start", "end"))
    began, ended = seconds(start), seconds(end)
    if began is not None and ended is not None and ended < began:
        message = f"The match ends at {end}, before it begins at {start}: past midnight, or one of the two is wrong."
        on_notice(notice("time-order", message, reader.columns.table.place(row)))
