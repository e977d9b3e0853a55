"""CSV and PTN hold a part of a record: that part comes back equal, and whatever does not is named."""

import csv
import io
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from odf import table as ods
from odf.opendocument import OpenDocumentSpreadsheet
from odf.text import P

from audit.cards import NAMES
from audit.errors import UsageError
from audit.records.inputs import Input
from audit.records.lost import lost
from audit.records.models import Record
from audit.records.reading import read_inputs
from audit.records.sheet_text import write_csv
from tests.strategies import records
from tests.test_tables import workbook

names = st.sampled_from(
    [
        "Ann",
        "Bob",
        "José Ortiz",
        "NA",
        "Null",
        "None",
        "nan",
        "spa @ ces",
        "O'Hara (deals)",
        "begs: 1",
        'Dee "the" Fox',
        "10h",
    ]
)
points = st.dictionaries(
    names, st.lists(st.sampled_from(["high", "low", "jack", "game"]), min_size=1, max_size=4), min_size=1
)
clock = st.sampled_from(["19:05", "7:05 PM", "2026-03-05T19:05:00"])


@st.composite
def books(draw: st.DrawFn) -> Record:
    """Turn-up books with all that the columns of a sheet can hold."""
    deals = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        dealer = draw(names)
        events: list[dict[str, Any]] = [{"do": "turn", "card": draw(st.none() | st.sampled_from(NAMES))}]
        course = draw(st.sampled_from(["", "stand", "give", "run"]))
        if course:
            events.append({"do": "stand" if course == "stand" else "beg", "seat": "eldest"})
        if course == "give":
            events.append({"do": "give", "seat": dealer})
        if course == "run":
            for card in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3)):
                events += [{"do": "run", "hands": {}}, {"do": "turn", "card": card}]
        deal: dict[str, Any] = {"number": number, "dealer": dealer, "events": events}
        if draw(st.booleans()):
            deal["at"] = draw(clock)
        if draw(st.booleans()):
            deal["score_after"] = {"Ann": draw(st.integers(-3, 70)), "Bob": draw(st.integers(0, 7))}
        if draw(st.booleans()):
            deal["points"] = {"Ann": ["high", "turned-jack"], "Bob": ["game"]}
        deals.append(deal)
    game = {"id": "2026-03-05/table-2", "date": "2026-03-05", "place": "Club room", "variant": "all-fours"}
    return Record.model_validate({"format": "all-fours/1", "game": game, "deals": deals})


@st.composite
def games(draw: st.DrawFn, ptn: bool) -> Record:
    """Games at a table of four with hands, turn-up and whole tricks, each trick with its leader."""
    seats = "WNES"
    deals = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        pack = draw(st.permutations(NAMES))
        hands = {seat: sorted(pack[6 * i : 6 * i + 6], key=NAMES.index) for i, seat in enumerate(seats)}
        if ptn:
            hands = {
                seat: sorted(hand, key=lambda c: ("SHDC".index(c[1]), -NAMES.index(c))) for seat, hand in hands.items()
            }
        events: list[dict[str, Any]] = [{"do": "deal", "hands": hands}, {"do": "turn", "card": pack[24]}]
        leader = draw(st.sampled_from(seats))
        for place in range(draw(st.integers(0, 6))):
            order = [seats[(seats.index(leader) + i) % 4] for i in range(4)]
            events.append({"do": "trick", "seat": leader, "cards": [hands[seat][place] for seat in order]})
            led, trump = events[-1]["cards"][0][1], pack[24][1]
            rank = {c: (c[1] == trump, c[1] == led, NAMES.index(c)) for c in events[-1]["cards"]}
            leader = order[max(range(4), key=lambda i: rank[events[-1]["cards"][i]])]
        deals.append({"number": number, "dealer": draw(st.sampled_from(seats)), "events": events})
    seated = [
        {"seat": seat, "player": player} for seat, player in zip(seats, ("Ann", "Bob", "Ann", "Dee"), strict=True)
    ]
    game = {"id": "g1", "date": "2026-03-05", "place": "Club room", "variant": "seven-up", "seats": seated}
    return Record.model_validate({"format": "all-fours/1", "game": game, "deals": deals})


@given(books())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_a_turn_up_book_comes_back_from_csv(book):
    assert lost(book, "csv") == []


@given(games(ptn=False))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_game_comes_back_from_a_play_sheet(game):
    assert lost(game, "csv") == []


@given(games(ptn=True))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_game_comes_back_from_ptn(game):
    assert lost(game, "ptn") == []


@given(records, st.sampled_from(["csv", "ptn"]))
@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_whatever_a_record_holds_is_written_or_named(record, form):
    try:
        told = lost(record, form)
    except UsageError:
        assume(False)
    for deal in record.deals:
        if any(event.do in ("cut", "look", "claim", "piles") for event in deal.events):
            assert told


def test_what_is_lost_is_named_by_its_deal():
    record = Record.model_validate(
        {
            "format": "all-fours/1",
            "game": {"seats": [{"seat": "A"}, {"seat": "B"}]},
            "deals": [
                {
                    "number": 3,
                    "dealer": "B",
                    "events": [{"do": "cut", "seat": "A", "at": 20}, {"do": "look", "seat": "A"}],
                }
            ],
        }
    )
    assert lost(record, "csv") == ["deal 3: cut, look"]
    assert lost(record, "json") == []


def as_ods(rows: list[list[str]]) -> bytes:
    document = OpenDocumentSpreadsheet()
    sheet = ods.Table(name="Book")
    for row in rows:
        line = ods.TableRow()
        for text in row:
            cell = ods.TableCell(valuetype="string")
            cell.addElement(P(text=text))
            line.addElement(cell)
        sheet.addElement(line)
    document.spreadsheet.addElement(sheet)
    out = io.BytesIO()
    document.write(out)
    return out.getvalue()


def test_csv_holds_one_record_at_a_time():
    begun = []

    def books():
        for number in range(3):
            begun.append(number)
            deal = {"number": 1, "dealer": "Ann", "events": [{"do": "turn", "card": "QH"}]}
            yield Record.model_validate({"format": "all-fours/1", "game": {"id": f"g{number}"}, "deals": [deal]})

    for number, piece in enumerate(write_csv(books())):
        assert f"\ng{number},"[number > 0 :] in piece
        assert begun == list(range(number + 1))


def delimited(mark: str, encoding: str) -> Callable[[list[list[str]]], bytes]:
    def write(rows: list[list[str]]) -> bytes:
        out = io.StringIO()
        csv.writer(out, delimiter=mark, lineterminator="\r\n").writerows(rows)
        return out.getvalue().encode(encoding)

    return write


SHEETS = {
    "book.xlsx": lambda rows: workbook(*rows),
    "book.ods": as_ods,
    "book.tsv": delimited("\t", "utf-8"),
    "book.csv": delimited(";", "utf-16"),
}


@given(st.one_of(books(), games(ptn=False)), st.sampled_from(sorted(SHEETS)))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_every_kind_of_sheet_gives_the_same_records(record, name):
    rows = list(csv.reader(io.StringIO("".join(write_csv(iter([record]))))))
    source = Input(name, lambda: io.BytesIO(SHEETS[name](rows)))
    told: list[object] = []
    assert list(read_inputs([source], on_error=told.append, on_notice=told.append)) == [record]
    assert told == []
