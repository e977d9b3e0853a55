"""Sheets as a clerk leaves them: a record, or one sentence with the place, what was found and what was expected."""

import csv
import io
import zipfile

import pytest

import audit

HEADINGS = ["Date", "Table", "Deal", "Dealer", "Turn-up"]
CARDS = "QH TD JS 4C 9H KD 2S 7C".split()  # noqa: SIM905
ROWS = [["2026-03-05", "1", str(n), ["Ann", "Bob", "Cyd", "Dee"][n % 4], card] for n, card in enumerate(CARDS, 1)]


def text(*rows):
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue().encode()


@pytest.fixture
def book(tmp_path):
    """Write bytes as a book and read them: (records, errors as they are printed without the file's name)."""

    def read(data, name="book.csv"):
        path = tmp_path / name
        path.write_bytes(data)
        errors = []
        records = list(audit.read(path, on_error=errors.append))
        return records, [str(error).replace(f"{path}", name) for error in errors]

    return read


def turned(records):
    return [(deal.number, deal.dealer, deal.events[0].card) for record in records for deal in record.deals]


WHOLE = [(int(row[2]), row[3], row[4]) for row in ROWS]


def test_a_row_of_totals_is_no_deal(book):
    records, errors = book(text(HEADINGS, *ROWS, ["Total", "", "8", "", ""], ["", "", "", "Jacks", "1"]))
    assert (turned(records), errors) == (WHOLE, [])
    for totals in (["", "", "Total", "", "1"], ["", "", "", "Total Jacks:", "1"], ["Totals", "1 table", "8", "", "1"]):
        records, errors = book(text(HEADINGS, *ROWS, totals))
        assert (turned(records), errors) == (WHOLE, [])


def test_two_columns_of_one_heading_are_not_guessed_between(book):
    records, errors = book(text([*HEADINGS, "Dealer"], *([*row, "Ann"] for row in ROWS)))
    assert records == []
    assert errors == [
        'book.csv, row 1: columns D "Dealer" and F "Dealer" both look like the dealer; give one another heading'
    ]


def test_hands_of_some_seats_are_not_dropped(book):
    records, errors = book(text([*HEADINGS, "W hand", "N hand"], [*ROWS[0], "7S QD TH 2C 9C 4H", "KS 8S JH QD 5D JC"]))
    assert records == []
    assert errors == [
        'book.csv, row 1: there is a column for "w hand", "n hand" and not for the hand of every seat; leave cells '
        "empty, not columns out"
    ]


def test_days_that_a_spreadsheet_turned_into_numbers_are_no_days(book):
    records, errors = book(text(HEADINGS, ["46086", *ROWS[0][1:]], *ROWS[1:]))  # 46086 is 2026-03-05
    assert turned(records) == WHOLE[1:]
    assert errors == [
        "book.csv, row 2, column A \"Date\": '46086' stands where a day is expected; a spreadsheet keeps days as such "
        "numbers: format the column as a date"
    ]


def test_a_workbook_under_the_name_of_a_text_is_called_a_workbook(book):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    expected = "book.csv: this is a workbook or an archive and no text; its name would end in .xlsx, .ods or .zip"
    assert book(packed.getvalue()) == ([], [expected])


def test_a_locked_or_old_workbook_is_told_from_no_workbook(book):
    pytest.importorskip("python_calamine")
    compound = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(3000)  # the beginning of any Office file before 2007
    assert book(compound, "book.xlsx") == (
        [],
        [
            "book.xlsx: this workbook is locked with a password, or written by an old Excel; expected XLSX or ODS, "
            "saved without one"
        ],
    )
    assert book(text(HEADINGS, *ROWS), "book.xlsx") == ([], ["book.xlsx: this is no workbook; expected XLSX or ODS"])


def test_a_zero_byte_does_not_make_a_text_utf_16(book):
    whole = text(HEADINGS, *ROWS)
    assert book(whole.replace(b"Bob", b"B\0b")) == ([], ["book.csv: this is no text; it holds zero bytes"])
    for encoding in ("utf-16-le", "utf-16-be", "utf-16"):
        assert turned(book(whole.decode().encode(encoding))[0]) == WHOLE


def test_an_archive_without_records_is_not_passed_over(book):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("letter.txt", "Dear all")
    assert book(packed.getvalue(), "night.zip") == ([], ["night.zip: no file of a known format is in this archive"])


def test_an_error_of_a_formula_is_nobodys_name_and_no_card(book):
    rows = [*ROWS[:2], [*ROWS[2][:3], "#REF!", ROWS[2][4]], [*ROWS[3][:4], "#N/A"]]
    records, errors = book(text(HEADINGS, *rows))
    assert turned(records) == [*WHOLE[:2], (*WHOLE[3][:2], None)]
    assert [error.split(":")[0] for error in errors] == [
        'book.csv, row 4, column D "Dealer"',
        'book.csv, row 5, column E "Turn-up"',
    ]


def test_formulas_that_nobody_computed_are_told(book):
    openpyxl = pytest.importorskip("openpyxl")
    pytest.importorskip("python_calamine")
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in [HEADINGS, *ROWS]:
        sheet.append(row)
    sheet["E2"], sheet["E3"] = '="Q"&"H"', '="T"&"D"'  # openpyxl writes formulas and computes nothing
    written = io.BytesIO()
    workbook.save(written)
    records, errors = book(written.getvalue(), "book.xlsx")
    assert turned(records) == [(*deal[:2], None) for deal in WHOLE[:2]] + WHOLE[2:]
    assert errors == [
        "book.xlsx: xl/worksheets/sheet1.xml: no value was computed for 2 formulas, such as that in cell E2; open the "
        "workbook in a spreadsheet program and save it"
    ]
