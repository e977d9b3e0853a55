"""Turn-up books of any length: read as a stream, each deal validated once for all rows that say the same."""

import csv
import io
import random
import sys
from pathlib import Path

import openpyxl
import pytest

from audit.errors import RecordError
from audit.records import book, sheets, tables
from audit.records.inputs import file_input
from audit.records.models import Record
from audit.records.reading import read, read_inputs

CELLS = {
    "Date": ["2026-03-05", "2026-03-12", "", "5.3.2026", '"', "5/3/2026", "13/3/2026", "46086", "?", "2026-02-31"],
    "Table": ["1", "2", "", "01", "ditto", "TRUE", "1E+5", " 2 ", "-"],
    "Deal": ["1", "2", "3", "4", "5", "6", "?", "", "x", "2.0"],
    "Dealer": ["Ann", "Bob", "Cyd", "", "?", "007", "012", "7", '"', "3.5", "ann"],
    "Turn-up": ["QH", "JD", "10S", "TH", "2.0", "", "?", "HJ", "U", "QH JD", "jack of hearts", "xx"],
    "Beg": ["yes", "no", "", "Ann", "?", "1", "3.5E+20"],
    "Answer": ["gave", "ran", "", "no", "foo", "2.0"],
    "Second turn-up": ["4D", "", "?", "4D 5C", "2.0", "D4"],
    "Trump": ["hearts", "S", "", "?", "5"],
    "Points": ["", "Ann: high low; Bob: game", "high", "3-4"],
    "Score": ["", "Ann 3; Bob 4", "3-4", "0.5"],
    "Time": ["", "19:00", "19:05", "23:50", "?"],
    "Variant": ["", "Seven up", "euchre"],
    "Order": ["1", "2", "3", "1.5", "x"],
    "Note": ["", "hello", "a, b", "two\nlines", 'he said "x"'],
    "Display": ["7S", "7S 8H", ""],
}


def random_book(rng: random.Random) -> str:
    """A book with some of the columns, more or less clean, with short and long rows, titles and headings between."""
    heads = ["Dealer", "Turn-up", *(head for head in CELLS if rng.random() < 0.4)]
    heads = list(dict.fromkeys(heads))
    rng.shuffle(heads)
    dirt = rng.random()
    cells = {head: CELLS[head][: 2 + int(dirt * rng.random() * len(CELLS[head]))] for head in heads}
    rows = []
    for _ in range(rng.choice((5, 30, 300))):
        row = [rng.choice(cells[head]) for head in heads]
        kind = rng.random()
        rows.append(row if kind > 0.04 else row[: rng.randint(0, len(row))] if kind > 0.02 else ["Spring term"])
    rows += rows if rng.random() < 0.1 else [heads]
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=rng.choice(("\n", "\r\n", "\r"))).writerows([heads, *rows])
    return out.getvalue()


def told(path: Path) -> list[object]:
    """All that is read from a file: the records, which of their fields are given, the places, errors and notices."""
    errors: list[object] = []
    notices: list[object] = []
    records = list(read(path, on_error=errors.append, on_notice=notices.append))
    return [
        [record.model_dump(mode="json") for record in records],
        [record.model_dump(mode="json", exclude_unset=True) for record in records],
        [deal.origin for record in records for deal in [record, *record.deals]],
        [(str(error), error.code, error.row, error.line) for error in errors],
        notices,
    ]


def test_a_row_that_repeats_another_reads_as_if_it_were_validated(tmp_path, monkeypatch):
    rng = random.Random(5)
    path = tmp_path / "book.csv"
    remembered = book._BookReader._again
    again = 0

    def counting(*args):
        nonlocal again
        again += 1
        return remembered(*args)

    for _ in range(60):
        path.write_text(random_book(rng), encoding="utf-8", newline="")
        monkeypatch.setattr(book._BookReader, "_again", counting)
        quick = told(path)
        monkeypatch.setattr(book._BookReader, "_again", lambda *_: None)
        assert quick == told(path)
    assert again > 1000


def test_what_rows_share_is_not_changed_with_one_of_them(tmp_path):
    path = tmp_path / "book.csv"
    path.write_text("deal,dealer,turn-up\n1,Ann,QH\n2,Bob,4C\n3,Ann,QH\n", encoding="utf-8")
    (record,) = read(path)
    first, _, third = record.deals
    first.events.clear()
    first.score_before = {"Ann": 1}
    assert [event.card for event in third.events] == ["QH"]
    assert third.model_dump(exclude_unset=True) == {
        "number": 3, "dealer": "Ann", "events": [{"do": "turn", "card": "QH"}]
    }  # fmt: skip


def nights(count: int, deals: int = 48) -> str:
    rows = (
        f"2026,{night},{deal},Ann,{'QH' if deal % 2 else '4C'}\n" for night in range(count) for deal in range(deals)
    )
    return "date,table,deal,dealer,turn-up\n" + "".join(rows)


def test_a_night_is_given_as_soon_as_its_last_row_is_read(tmp_path):
    path = tmp_path / "book.csv"
    path.write_text(nights(50) + "2026,50,x,Ann,QH\n", encoding="utf-8")
    errors: list[RecordError] = []
    records = read(path, on_error=errors.append)
    assert next(records).game.id == "2026/table-0"
    assert errors == []
    assert [record.game.id for record in records] == [f"2026/table-{night}" for night in range(1, 50)]
    assert [error.row for error in errors] == [2402]


def test_rows_of_one_night_may_stand_anywhere(tmp_path):
    path = tmp_path / "book.csv"
    head, *rows = nights(3, 200).splitlines(keepends=True)
    scattered = [rows[200 * table + deal] for deal in range(200) for table in range(3)]
    path.write_text("".join([head, *scattered]), encoding="utf-8")
    records = list(read(path))
    assert [record.game.id for record in records] == [f"2026/table-{table}" for table in range(3)]
    assert [[deal.number for deal in record.deals] for record in records] == [list(range(200))] * 3
    assert [record.deals[1].origin.row for record in records] == [5, 6, 7]


def test_a_book_may_be_larger_than_what_is_held_of_other_tables(tmp_path, monkeypatch):
    for module in (sheets, tables):
        monkeypatch.setattr(module, "MAX_TEXT", 10_000)
    monkeypatch.setattr(tables, "CHUNK", 1000)
    path = tmp_path / "book.csv"
    path.write_text(nights(20), encoding="utf-8")
    assert sum(len(record.deals) for record in read(path)) == 960
    path.write_text("deal,trick,player,card\n" + "1,1,Ann,QH\n" * 1000, encoding="utf-8")
    with pytest.raises(RecordError, match="it holds more than 0 MiB; split it"):
        list(read(path))
    path.write_text(nights(1) + '2026,1,1,Ann,"' + '","\n'.join(["QH"] * 3000) + '"\n', encoding="utf-8")
    with pytest.raises(RecordError, match="row 1: the 128 rows from here on hold more than 0 MiB"):
        list(read(path))


def test_a_book_from_standard_input_is_read_twice_all_the_same(monkeypatch):
    class Stdin:
        buffer = io.BytesIO(nights(2).encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert [len(record.deals) for record in read("-", format="csv")] == [48, 48]


def test_bytes_are_reported_once_and_the_digest_is_of_the_file(tmp_path):
    path = tmp_path / "book.csv"
    path.write_text(nights(100), encoding="utf-8")
    passed: list[tuple[int, int | None]] = []
    digests: list[object] = []
    records = read_inputs([file_input(path)], progress=lambda *at: passed.append(at), on_digest=digests.append)
    assert sum(1 for _ in records) == 100
    assert passed == sorted(passed)
    assert passed[-1] == (path.stat().st_size, path.stat().st_size)
    fresh = file_input(path)
    assert [digest.sha256 for digest in digests] == [fresh.digest().sha256]
    fresh.close()


def test_an_old_encoding_is_told_by_a_letter_far_below(tmp_path):
    path = tmp_path / "book.csv"
    path.write_bytes((nights(1200) + "2026,1200,1,José,QH\n").encode("cp1252"))
    *_, last = read(path)
    assert path.stat().st_size > 1 << 20
    assert [deal.dealer for deal in last.deals] == ["José"]


def test_one_is_not_true(tmp_path):
    out = openpyxl.Workbook()
    for row in (
        ("Table", "Deal", "Dealer", "Turn-up"),
        (1, 1, "Ann", "QH"),
        (1, 2, "Ann", "4C"),
        (True, 3, "Ann", "QH"),
    ):
        out.active.append(row)
    path = tmp_path / "book.xlsx"
    out.save(path)
    errors: list[RecordError] = []
    (record,) = read(path, on_error=errors.append)
    assert isinstance(record, Record)
    assert [deal.number for deal in record.deals] == [1, 2]
    assert [(error.row, error.code) for error in errors] == [(4, "spreadsheet-damage")]
