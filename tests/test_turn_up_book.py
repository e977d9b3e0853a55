"""The turn-up book: what clubs write and what spreadsheets make of it."""

import datetime
import doctest
import io
from pathlib import Path

import openpyxl
import pytest

from audit.cards import NAMES
from audit.errors import RecordError, UsageError
from audit.findings import Finding
from audit.records.cardtext import CardText
from audit.records.models import Deal, Origin, Record
from audit.records.reading import read
from tests import club_year

DATA = Path(__file__).parent / "data"
SAMPLES = Path(__file__).parent.parent / "sample_logs"


class Book:
    """A book that was read: its records, and what was told on the way."""

    def __init__(self, path: Path, **columns: str) -> None:
        self.errors: list[RecordError] = []
        self.notices: list[Finding] = []
        self.records: list[Record] = list(
            read(path, on_error=self.errors.append, on_notice=self.notices.append, columns=columns)
        )

    @property
    def deals(self) -> list[Deal]:
        return [deal for record in self.records for deal in record.deals]

    @property
    def turned(self) -> list[str | None]:
        return [event.card for deal in self.deals for event in deal.events if event.do == "turn"]

    @property
    def codes(self) -> list[str]:
        return [error.code for error in self.errors]


@pytest.fixture
def book(tmp_path):
    def make(text: str, **columns: str) -> Book:
        path = tmp_path / "book.csv"
        path.write_text(text, encoding="utf-8", newline="")
        return Book(path, **columns)

    return make


@pytest.fixture
def workbook(tmp_path):
    def make(*rows: tuple[object, ...]) -> Book:
        out = openpyxl.Workbook()
        for row in rows:
            out.active.append(row)
        out.save(tmp_path / "book.xlsx")
        return Book(tmp_path / "book.xlsx")

    return make


@pytest.mark.parametrize("ten", ["10H", "TH", "0H", "10h", "th", "10♥", "10 of hearts", "Ten of Hearts"])  # case 62
def test_every_way_to_write_the_ten(book, ten):
    assert book(f"deal,dealer,turn-up\n1,Ann,{ten}\n").turned == ["TH"]


@pytest.mark.parametrize("unknown", ["XH", "0U", "X", "UU"])  # cases 62 and 64: unknown, and never the ten
def test_an_unknown_card_is_refused_and_the_rest_read(book, unknown):
    read_book = book(f"deal,dealer,turn-up\n1,Ann,{unknown}\n2,Bob,QH\n")
    assert read_book.turned == [None, "QH"]
    assert read_book.codes == ["unknown-card"]
    assert "unknown card" in str(read_book.errors[0])


@pytest.mark.parametrize("text", ["room10h", "10hearts", "Th.", "1H", "11H", "joker", "QHQ"])
def test_a_card_inside_a_word_is_no_card(text):
    with pytest.raises(RecordError) as refused:
        CardText().card(text)
    assert refused.value.code == "unknown-card"


def test_suit_first_is_read_if_the_whole_file_writes_so(book):  # case 64
    assert book("deal,dealer,turn-up\n1,Ann,HJ\n2,Bob,HK\n3,Cyd,H9\n4,Dee,HT\n").turned == ["JH", "KH", "9H", "TH"]


def test_a_mix_of_rank_first_and_suit_first_is_refused(book):  # case 64: a joker is never read as the Jack of hearts
    read_book = book("deal,dealer,turn-up\n1,Ann,JH\n2,Bob,HJ\n3,Cyd,9H\n")
    assert read_book.turned == ["JH", None, "9H"]
    assert "one order a file" in str(read_book.errors[0])
    assert "row 3" in str(read_book.errors[0])


@pytest.mark.parametrize("cell", ["2.0", "2", "02-Dec", "2026-12-02 00:00:00", "1E+05", "#NAME?", "TRUE"])
def test_what_a_spreadsheet_left_of_a_card_is_damage(book, cell):
    read_book = book(f"deal,dealer,turn-up\n1,Ann,{cell}\n2,Bob,QH\n")
    assert read_book.turned == [None, "QH"]
    assert read_book.codes == ["spreadsheet-damage"]
    assert (read_book.errors[0].row, read_book.errors[0].line) == (2, 2)
    assert 'column C "turn-up"' in str(read_book.errors[0])


@pytest.mark.parametrize(
    "cell", [2.0, 2, True, datetime.date(2026, 12, 2), datetime.time(2, 0), datetime.timedelta(hours=30)]
)
def test_what_a_workbook_keeps_for_a_card_is_damage(workbook, cell):
    read_book = workbook(("Deal", "Dealer", "Turn-up"), (1, "Ann", cell), (2, "Bob", "2D"))
    assert read_book.turned == [None, "2D"]
    assert read_book.codes == ["spreadsheet-damage"]
    assert (read_book.errors[0].sheet, read_book.errors[0].row) == ("Sheet", 2)


def test_a_score_turned_into_a_date_is_left_out_and_the_deal_kept(workbook):
    day = datetime.date(2026, 4, 3)
    read_book = workbook(("Deal", "Dealer", "Turn-up", "Score"), (1, "Ann", "QH", day), (2, "Bob", "4C", "3-4"))
    assert read_book.turned == ["QH", "4C"]
    assert read_book.codes == ["spreadsheet-damage"]
    assert [[e.text for e in deal.events if e.do == "note"] for deal in read_book.deals] == [[], ["score: 3-4"]]


def test_noughts_that_a_spreadsheet_took_are_missed(book):
    read_book = book("deal,dealer,turn-up\n1,007,QH\n2,012,4C\n3,7,5D\n4,012,6D\n")
    assert [deal.dealer for deal in read_book.deals] == ["007", "012", "012"]
    assert read_book.codes == ["spreadsheet-damage"]


@pytest.mark.parametrize("name", ["NA", "Null", "None", "nan", "n/a", "null"])  # case 76
def test_names_that_read_as_missing_values_are_names(book, name):
    assert [deal.dealer for deal in book(f"deal,dealer,turn-up\n1,{name},QH\n").deals] == [name]


@pytest.mark.parametrize(
    "name", ["spa @ ces", "O'Hara (begs)", "Bob: runs", "@all@", "Dee folds", "10h", 'Al "Ace" Fox']
)
def test_names_with_marks_and_words_of_the_game(book, name):
    quoted = name.replace('"', '""')
    assert [deal.dealer for deal in book(f'deal,dealer,turn-up\n1,"{quoted}",QH\n').deals] == [name]


def test_what_a_row_says_becomes_events_of_the_deal(book):
    read_book = book(
        "Date,Table,Deal,Dealer,Turn-up,Beg,Answer,Second turn-up,Trump,Points,Score,Remarks\n"
        "2026-03-05,2,1,Ann,JH,yes,ran,9H 3S,spades,Ann: high jack; Bob: game,Ann 3; Bob 4,second pack\n"
    )
    (record,) = read_book.records
    assert (record.game.id, record.game.date, record.game.seats) == ("2026-03-05/table-2", "2026-03-05", None)
    assert record.deals[0].origin == Origin(str(read_book.records[0].origin.file), row=2, line=2)
    assert record.deals[0].model_dump(exclude_none=True, mode="json") == {
        "number": 1,
        "dealer": "Ann",
        "points": {"Ann": ["high", "jack"], "Bob": ["game"]},
        "score_after": {"Ann": 3, "Bob": 4},
        "events": [
            {"do": "turn", "card": "JH"},
            {"do": "beg", "seat": "eldest"},
            {"do": "run", "hands": {}},
            {"do": "turn", "card": "9H"},
            {"do": "run", "hands": {}},
            {"do": "turn", "card": "3S"},
            {"do": "note", "text": "second pack"},
        ],
    }


def test_one_record_a_date_and_table_else_one_a_sheet(book):
    rows = ["5.3.2026,1,1,Ann,QH", "5.3.2026,2,1,Bob,4C", "12.3.2026,1,1,Cyd,5D", "5.3.2026,1,2,Dee,6H"]
    text = "\n".join(["date,table,deal,dealer,turn-up", *rows])
    assert [(r.game.id, len(r.deals)) for r in book(text).records] == [
        ("2026-03-05/table-1", 2),
        ("2026-03-05/table-2", 1),
        ("2026-03-12/table-1", 1),
    ]
    assert [len(r.deals) for r in book("dealer,turn-up\nAnn,QH\nBob,4C\n").records] == [2]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (("25/3/2026", "3/4/2026"), ["2026-03-25", "2026-04-03"]),
        (("3/25/2026", "3/4/2026"), ["2026-03-25", "2026-03-04"]),
        (("3/4/2026", "5/4/2026"), ["3/4/2026", "5/4/2026"]),
        (("5 March 2026", "Mar 6, 2026"), ["2026-03-05", "2026-03-06"]),
    ],
)
def test_days_are_read_where_the_column_tells_and_kept_where_not(book, days, expected):
    first, second = days
    text = f'date;dealer;turn-up\n{first};Ann;QH\n"{second}";Bob;4C\n'
    assert [record.game.date for record in book(text).records] == expected


def test_headings_in_any_order_and_wording_below_a_title(book):
    read_book = book("Card book of the club,,\n,,\nCard turned,No.,Who dealt\nQH,1,Ann\n")
    assert [(deal.number, deal.dealer) for deal in read_book.deals] == [(1, "Ann")]


def test_a_column_can_be_named(book):
    text = "No,Shuffler,First up\n1,Ann,QH\n"
    assert "no headings" in str(book(text).errors[0])
    named = book(text, dealer="Shuffler", turn_up="First up")
    assert [(deal.dealer, deal.events[0].card) for deal in named.deals] == [("Ann", "QH")]
    assert "no column is headed" in str(book(text, turn_up="Card", dealer="Shuffler").errors[0])
    with pytest.raises(UsageError, match="no known column"):
        book(text, weather="First up")


def test_a_night_is_written_once_for_the_rows_below(book):
    read_book = book(
        'Night,Table,No,Dealer,Turn-up\n5 March 2026,2,1,Ann,QH\n,,2,"""",4C\n?,2,1,Bob,5D\n12 March 2026,,1,〃,6D\n'
    )
    assert [(record.game.id, [deal.dealer for deal in record.deals]) for record in read_book.records] == [
        ("2026-03-05/table-2", ["Ann", "Ann"]),
        ("table-2", ["Bob"]),
        ("2026-03-12/table-2", ["Bob"]),
    ]


def test_a_sheet_may_be_named_for_its_night(tmp_path):
    out = openpyxl.Workbook()
    out.active.title = "5 March 2026"
    out.active.append(["No", "Dealer", "Turn-up"])
    out.active.append([1, "Ann", "QH"])
    out.create_sheet("Fees").append(["who", "paid"])
    out.save(tmp_path / "book.xlsx")
    assert [record.game.id for record in Book(tmp_path / "book.xlsx").records] == ["2026-03-05"]


def test_titles_and_numbers_printed_beforehand_are_no_deals(book):
    read_book = book("No,Dealer (name),Card\nSpring term,,\n1,Ann,QH\n2,,\n3,,\n")
    assert (read_book.turned, read_book.errors) == (["QH"], [])


@pytest.mark.parametrize("game", ["7e10", "12e45678", "a3f9", "0x1F"])
def test_ids_that_look_like_numbers_are_ids(book, game):
    assert book(f"game,deal,dealer,turn-up\n{game},1,Ann,QH\n").records[0].game.id == game


def test_two_headings_of_one_meaning_are_not_guessed(book):
    assert "both look like the dealer" in str(book("deal,dealt by,who dealt,turn-up\n1,Ann,Bob,QH\n").errors[0])


def test_a_night_that_stands_twice_is_counted_once(book):  # case 82
    night = "2026-03-05,Ann,QH\n2026-03-05,Bob,4C\n2026-03-05,Cyd,5D\n"
    read_book = book("date,dealer,turn-up\n" + night + night)
    assert read_book.turned == ["QH", "4C", "5D"]
    (found,) = read_book.notices
    assert (found.code, found.row) == ("duplicate-deal", 5)
    assert "Rows 5 to 7 repeat rows 2 to 4" in found.message


def test_two_equal_rows_without_number_or_time_are_two_deals(book):
    assert book("date,dealer,turn-up\n2026-03-05,Ann,QH\n2026-03-05,Ann,QH\n").turned == ["QH", "QH"]


def test_deals_stand_in_the_order_of_their_numbers(book):  # case 78: never by the clock
    read_book = book("deal,time,dealer,turn-up\n2,01:30,Bob,4C\n1,23:50,Ann,QH\n3,01:30,Cyd,5D\n4,no entry,Dee,6D\n")
    assert [(deal.number, deal.at) for deal in read_book.deals] == [(1, "23:50"), (2, "01:30"), (3, "01:30"), (4, None)]


def test_newest_first_without_a_column_of_order_is_reported_and_left(book):
    rows = "time,dealer,turn-up\n21:30,Dee,6D\n21:20,Cyd,5D\n21:10,Bob,4C\n21:00,Ann,QH\n"
    read_book = book(rows)
    assert [found.code for found in read_book.notices] == ["time-order"]
    assert read_book.turned == ["6D", "5D", "4C", "QH"]


def test_newest_first_is_put_right_by_a_column_of_order(book):
    read_book = book(
        "order,time,dealer,turn-up\n164267595858600,21:30,Cyd,5D\n164267595258001,21:20,Bob,4C\n9,21:00,Ann,QH\n"
    )
    assert read_book.turned == ["QH", "4C", "5D"]
    assert read_book.notices == []


def test_an_order_that_a_spreadsheet_rounded_is_damage(book):
    read_book = book("order,dealer,turn-up\n1.64268E+14,Bob,4C\n2,Ann,QH\n")
    assert read_book.codes == ["spreadsheet-damage"]


def test_a_column_that_never_changes_is_a_fault_of_the_recording(book):  # case 87
    rows = [f"{n},Ann,{NAMES[n]},2-3" for n in range(52)]
    read_book = book("deal,dealer,turn-up,display\n" + "\n".join(rows))
    assert read_book.turned == list(NAMES)
    (found,) = read_book.notices
    assert (found.kind, found.code) == ("note", "spreadsheet-damage")
    constant = book("deal,dealer,turn-up\n" + "\n".join(f"{n},Ann,JH" for n in range(13)))
    assert (constant.turned, constant.codes) == ([], ["spreadsheet-damage"])


def test_libreoffice_and_openpyxl_give_the_same_records(workbook):
    own = workbook(
        ("Date", "Deal", "Dealer", "Turn-up", "Beg", "Answer", "Second turn-up"),
        (datetime.date(2026, 3, 5), 1, "Ann", "QH", "no", None, None),
        (datetime.date(2026, 3, 5), 2, "Bob", "JD", "yes", "gave", None),
        (datetime.date(2026, 3, 5), 3, "Cyd", "TC", "yes", "ran", "9S"),
        (datetime.date(2026, 3, 5), 4, "Dee", "2D", "no", None, None),
        (datetime.date(2026, 3, 12), 1, "Zoë", "5H", "yes", "ran", "KH 3S"),
        (datetime.date(2026, 3, 12), 2, "Ann", "8C", None, None, None),
        (datetime.date(2026, 3, 12), 3, "Bob", "AS", "no", None, None),
        (datetime.date(2026, 3, 12), 4, "Cyd", "JS", "yes", "gave", None),
    )
    assert len(own.records) == 2
    for ending in ("ods", "xlsx"):
        other = Book(DATA / f"book-libreoffice.{ending}")
        assert (other.records, other.errors, other.notices) == (own.records, [], [])


def test_the_page_on_sheets_shows_what_is_read(monkeypatch):
    monkeypatch.chdir(SAMPLES.parent)
    assert doctest.testfile("docs/sheets.md", module_relative=False).failed == 0


def test_the_sample_year_is_what_its_script_deals():
    text = io.StringIO((SAMPLES / "club-year.csv").read_text(encoding="utf-8"))
    assert len(text.readlines()) == 1 + len(list(club_year.rows()))
    csv, xlsx = Book(SAMPLES / "club-year.csv"), Book(SAMPLES / "club-year.xlsx")
    assert csv.records == xlsx.records
    assert (csv.errors, csv.notices, xlsx.errors, xlsx.notices) == ([], [], [], [])
    firsts = [deal.events[0].card for deal in csv.deals]
    assert firsts == [row[4] for row in club_year.rows()]
