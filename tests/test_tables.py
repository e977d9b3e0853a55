"""Tables as people keep them: encodings, separators, line ends, quotes, and workbooks that would fill the memory."""

import datetime
import io
import subprocess
import sys
import zipfile

import openpyxl
import pytest

from audit.errors import RecordError
from audit.records.models import Origin
from audit.records.tables import decode, read_delimited
from audit.records.workbooks import read_workbook

HERE = Origin("book.csv")
TEXT = "Name,Turn-up\nZoë,Q♥\nJosé,TS\n"


def cells(data: bytes) -> list[tuple[object, ...]]:
    return [row.cells for row in read_delimited(data, HERE, pytest.fail).rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_table_in_any_unicode(encoding):
    assert cells(TEXT.encode(encoding)) == [("Name", "Turn-up"), ("Zoë", "Q♥"), ("José", "TS")]


def test_a_table_from_an_old_spreadsheet():
    text = "Name;Karte\nZoë;QH\nJosé;TS\nRené Müller;4C\nIñigo;5D\n"
    assert decode(text.encode("cp1252")) == (text, "cp1252")


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(RecordError, match="no text"):
        read_delimited(b"a,b\n" + bytes(range(256)), HERE, pytest.fail)


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n", "\r\n", "\r\n\r\n"])  # case 68: the last line is never lost
def test_every_end_of_file_keeps_the_last_row(end):
    assert cells(("a,b\r\n1,2\r\n3,4" + end).encode()) == [("a", "b"), ("1", "2"), ("3", "4")]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_mark_between_cells_is_told_by_the_lines(mark):
    rows = [("date", "dealer, or who", "score"), ("2026-03-05", "O'Hara (S): begs", "3,5")]
    text = "\n".join(mark.join(f'"{cell}"' if mark in cell else cell for cell in row) for row in rows)
    assert cells(text.encode()) == rows


def test_the_line_that_names_the_mark_is_no_row():
    table = read_delimited(b"sep=;\nDealer;Turn-up\nAnn;QH\n", HERE, pytest.fail)
    assert [(row.line, row.cells) for row in table.rows] == [(2, ("Dealer", "Turn-up")), (3, ("Ann", "QH"))]


def test_lists_and_quotes_and_line_breaks_in_cells():  # case 84: not split on the inner commas
    text = 'hand,note\n"[""7S"", ""QD""]","two\nlines"\nTH,x\n'
    table = read_delimited(text.encode(), HERE, pytest.fail)
    assert [row.cells for row in table.rows[1:]] == [('["7S", "QD"]', "two\nlines"), ("TH", "x")]
    assert [(row.number, row.line) for row in table.rows] == [(1, 1), (2, 2), (3, 4)]


def test_a_row_with_broken_quotes_is_told_and_the_others_are_read():
    errors: list[RecordError] = []
    table = read_delimited(b'a,b\n"x"y,1\n2,3\n"open,4\n5,6\n', HERE, errors.append)
    assert [row.cells for row in table.rows] == [("a", "b"), ("2", "3")]
    assert [error.row for error in errors] == [2, 4]
    assert "never closed" in str(errors[1])


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_keeps_numbers_days_and_places():
    data = workbook(
        ("Date", "Deal", "Turn-up"), (datetime.date(2026, 3, 5), 7, "QH"), (None, None, None), (None, 8, True)
    )
    (table,) = read_workbook(data, Origin("book.xlsx", "in.xlsx"), pytest.fail)
    assert [(row.number, row.cells) for row in table.rows[1:]] == [
        (2, (datetime.date(2026, 3, 5), 7.0, "QH")),
        (4, ("", 8.0, True)),
    ]
    assert table.place(table.rows[2]) == Origin("book.xlsx", "in.xlsx", "Sheet", 4)


def test_a_workbook_that_claims_a_whole_sheet_is_refused_before_it_is_built():
    book = openpyxl.Workbook()
    book.active["XFD1048576"] = "x"
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(RecordError, match="1048576 rows and 16384 columns"):
        list(read_workbook(out.getvalue(), Origin("book.xlsx"), pytest.fail))


def test_an_ods_that_repeats_a_cell_without_end_is_refused():
    content = (
        '<o:d xmlns:o="o" xmlns:table="t" xmlns:office="f"><table:table><table:table-row '
        'table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="10000" '
        'office:value-type="string"/></table:table-row></table:table></o:d>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    with pytest.raises(RecordError, match="1000000 rows and 10000 columns"):
        list(read_workbook(out.getvalue(), Origin("book.ods"), pytest.fail))


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04", b"no workbook", workbook(("a", "b"))[:-40], b"PK\x05\x06" + bytes(18)]
)
def test_a_damaged_workbook_is_refused_in_a_sentence(data):
    with pytest.raises(RecordError, match=r"book\.xlsx: "):
        list(read_workbook(data, Origin("book.xlsx"), pytest.fail))


def test_a_library_that_is_not_there_is_named_with_the_way_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(RecordError, match="need python-calamine: pip install python-calamine"):
        list(read_workbook(workbook(("a", "b")), Origin("book.xlsx"), pytest.fail))
    monkeypatch.setitem(sys.modules, "charset_normalizer", None)
    with pytest.raises(RecordError, match="needs charset-normalizer"):
        decode("Zoë".encode("cp1252"))


def test_reading_json_loads_no_library_of_sheets():
    code = (
        "import sys, audit.records.reading as r; list(r.read('-'));"
        "print({'python_calamine', 'charset_normalizer', 'audit.records.sheets'} & sys.modules.keys())"
    )
    record = '{"format": "all-fours/1", "game": {}}'
    ran = subprocess.run([sys.executable, "-c", code], input=record, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
