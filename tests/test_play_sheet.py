"""Play sheets: tricks and plays in rows, hands in cells, and logs that stand newest first or begin again."""

import pytest

from audit.errors import RecordError
from audit.findings import Finding
from audit.records.models import Record
from audit.records.reading import read
from tests.games import HANDS

DEALT = {seat: hand.split() for seat, hand in HANDS["tied_at_23"]["hands"].items()}
TRICKS = [("W", ["3D", "5D", "2D", "KD"]), ("S", ["AH", "4S", "JH", "KH"]), ("S", ["4D", "9S", "QD", "TC"])]
PLAYS = [
    (n, "WNES"["WNES".index(led) + i - 4], card)
    for n, (led, cards) in enumerate(TRICKS, 1)
    for i, card in enumerate(cards)
]


class Sheet:
    """A sheet that was read: its records, and what was told on the way."""

    def __init__(self, path) -> None:
        self.errors: list[RecordError] = []
        self.notices: list[Finding] = []
        self.records: list[Record] = list(read(path, on_error=self.errors.append, on_notice=self.notices.append))

    @property
    def tricks(self) -> list[tuple[str | None, list[str | None]]]:
        return [(e.seat, e.cards) for e in self.events if e.do == "trick"]

    @property
    def events(self):
        return [event for record in self.records for deal in record.deals for event in deal.events]

    @property
    def codes(self) -> list[str]:
        return [found.code for found in self.notices]


@pytest.fixture
def sheet(tmp_path):
    def make(text: str) -> Sheet:
        path = tmp_path / "plays.csv"
        path.write_text(text, encoding="utf-8", newline="")
        return Sheet(path)

    return make


def test_a_row_a_trick_in_columns_of_seats(sheet):
    rows = ["deal,dealer,turn-up,trick,W,N,E,S"]
    for number, (led, cards) in enumerate(TRICKS, 1):
        start = "WNES".index(led)
        by_seat = [cards[(place - start) % 4] for place in range(4)]
        rows.append(f"1,S,6D,{number},{','.join(by_seat)}")
    read_sheet = sheet("\n".join(rows))
    assert read_sheet.tricks == TRICKS  # the columns are seats, and the winner of a trick leads
    assert read_sheet.records[0].deals[0].origin.row == 2


def test_a_row_a_trick_in_order_of_play(sheet):
    rows = ["deal,dealer,trick,leader,cards", *(f"1,S,{n},{led},{' '.join(c)}" for n, (led, c) in enumerate(TRICKS, 1))]
    assert sheet("\n".join(rows)).tricks == TRICKS


def test_a_row_a_play(sheet):
    rows = ["trick,seat,player,card", *(f"{n},{seat},Player {seat},{card}" for n, seat, card in PLAYS)]
    read_sheet = sheet("\n".join(rows))
    assert read_sheet.tricks == TRICKS
    assert [(of.seat, of.player) for of in read_sheet.records[0].game.seats] == [(s, f"Player {s}") for s in "WNES"]


def test_players_without_seats_play_in_the_order_of_the_first_trick(sheet):
    names = dict(zip("WNES", ["Ann", "Bob: folds", "Cyd @ 7", "O'Dee (begs)"], strict=True))
    rows = ["order,name,card played", *(f'{i},"{names[seat]}",{card}' for i, (_, seat, card) in enumerate(PLAYS))]
    read_sheet = sheet("\n".join(rows))
    assert [of.player for of in read_sheet.records[0].game.seats] == list(names.values())
    assert [cards for _, cards in read_sheet.tricks] == [cards for _, cards in TRICKS]


@pytest.mark.parametrize(
    "cell",
    [
        '"[""7S"", ""QD"", ""TH"", ""2C"", ""9C"", ""4H""]"',
        "7S QD TH 2C 9C 4H",
        '"7S,QD,10H,2C,9C,4H"',
        "7S; QD; 0H; 2C; 9C; 4H",
    ],
)
def test_hands_in_cells(sheet, cell):  # case 84: six cards
    read_sheet = sheet(f"deal,dealer,A hand,B hand\n1,B,{cell},?\n")
    (dealt,) = read_sheet.events
    assert dealt.hands == {"A": ["7S", "QD", "TH", "2C", "9C", "4H"], "B": None}


def test_three_hands_of_four_leave_the_fourth_unknown(
    sheet,
):  # cases 56 and 73: 28 cards are out, so nothing is filled in
    hands = ",".join(" ".join(DEALT[seat]) for seat in "WNE")
    (dealt,) = sheet(f"dealer,W hand,N hand,E hand,S hand\nS,{hands},\n").events
    assert dealt.hands == {"W": DEALT["W"], "N": DEALT["N"], "E": DEALT["E"], "S": None}


def test_half_a_hand_ends_with_single_plays(sheet):  # case 72
    rows = ["trick,seat,card", *(f"{n},{seat},{card}" for n, seat, card in PLAYS[:6])]
    read_sheet = sheet("\n".join(rows))
    assert read_sheet.tricks == TRICKS[:1]
    assert [(e.seat, e.card) for e in read_sheet.events if e.do == "play"] == [("S", "AH"), ("W", "4S")]


def test_newest_first_is_put_right_by_a_column_of_order(sheet):
    rows = [f"{i},{n},{seat},{card}" for i, (n, seat, card) in enumerate(PLAYS, 1)]
    read_sheet = sheet("\n".join(["order,trick,seat,card", *reversed(rows)]))
    assert (read_sheet.tricks, read_sheet.codes) == (TRICKS, [])


def test_newest_first_without_one_is_reported_and_not_turned_round(sheet):
    rows = [f"{n},{seat},{card}" for n, seat, card in PLAYS]
    read_sheet = sheet("\n".join(["trick,seat,card", *reversed(rows)]))
    assert (read_sheet.tricks, read_sheet.codes) == ([], ["time-order"])


def test_a_log_that_begins_again_is_counted_once(sheet):
    rows = [f"{n},{seat},{card}" for n, seat, card in PLAYS]
    read_sheet = sheet("\n".join(["trick,seat,card", *rows[:7], *rows]))
    assert (read_sheet.tricks, read_sheet.codes) == (TRICKS, ["duplicate-deal"])
    numbered = [f"{i},{row}" for i, row in enumerate([*rows[:7], *rows], 1)]
    read_sheet = sheet("\n".join(["order,trick,seat,card", *numbered]))
    assert (read_sheet.tricks, read_sheet.codes) == (TRICKS, ["duplicate-deal"])


def test_two_accounts_of_one_trick_are_a_conflict(sheet):
    rows = [f"{n},{seat},{card}" for n, seat, card in PLAYS]
    read_sheet = sheet("\n".join(["trick,seat,card", *rows, "2,S,KC"]))
    assert (read_sheet.tricks, read_sheet.codes) == ([], ["conflicting-deal"])


def test_a_seat_that_is_no_label_is_refused(sheet):  # case 76: a seat N/A, not a player of that name
    read_sheet = sheet("deal,seat,card\n1,N/A,QH\n2,NA,QH\n2,B,KH\n")
    assert "'N/A' is no seat" in str(read_sheet.errors[0])
    assert [of.seat for of in read_sheet.records[0].game.seats] == ["NA", "B"]


def test_five_at_the_table_are_refused(sheet):  # case 56
    rows = [f"1,{seat},{card}" for seat, card in zip("PQRST", ["2S", "3S", "4S", "5S", "6S"], strict=True)]
    assert "5 seats" in str(sheet("\n".join(["trick,seat,card", *rows])).errors[0])


def test_a_card_that_cannot_be_read_shifts_no_other(sheet):
    rows = [f"{n},{seat},{card}" for n, seat, card in PLAYS]
    rows[1] = "1,N,2.0"
    read_sheet = sheet("\n".join(["trick,seat,card", *rows]))
    assert [error.code for error in read_sheet.errors] == ["spreadsheet-damage"]
    assert read_sheet.tricks == [("W", ["3D", None, "2D", "KD"]), *TRICKS[1:]]


def test_a_leader_that_cannot_be_told_is_not_guessed(sheet):
    rows = ["trick,W,N,E,S,dealer", "1,3D,?,2D,KD,S", "2,4S,JH,KH,AH,"]
    read_sheet = sheet("\n".join(rows))
    assert read_sheet.tricks == [("W", ["3D", None, "2D", "KD"])]
    assert [e.text for e in read_sheet.events if e.do == "note"] == ["trick 2, leader unknown: W:4S N:JH E:KH S:AH"]
    assert read_sheet.codes == ["incomplete-trick"]


def test_a_change_of_seats_within_a_record_is_refused(sheet):  # case 54: sides are fixed by seat
    text = "deal,seat,player,card\n1,A,Ann,QH\n1,B,Bob,KH\n2,A,Bob,5D\n2,B,Ann,6D\n"
    read_sheet = sheet(text)
    assert [len(record.deals) for record in read_sheet.records] == [1]
    assert "a new record begins" in str(read_sheet.errors[0])


MATCHES = """round,teamA,teamABullsEye,teamAHangJacks,teamB,teamBBullsEye,teamBHangJacks,start,end
1,RED_HEARTS,17,5,BLUE_SPADES,15,4,11:00am,1:45am
1,NA,18,7,OLD_CLUB_UNITED,13,7,no entry,no entry
2,TEN_OF_CLUBS,15,2,WHY_NOT,15,4,no entry,no entry
2,TEN_OF_CLUBS,15,2,WHY_NOT,15,4,no entry,no entry
"""


def test_the_larger_count_wins_a_match_whatever_it_is(sheet):  # cases 61 and 82
    read_sheet = sheet(MATCHES)
    assert [(r.game.seats[0].player, r.game.winner) for r in read_sheet.records] == [
        ("RED_HEARTS", "A"),
        ("NA", "A"),
        ("TEN_OF_CLUBS", None),
    ]
    assert [(found.code, found.row) for found in read_sheet.notices] == [
        ("time-order", 2),
        ("duplicate-deal", 5),
    ]  # case 78


def test_a_log_of_another_kind_is_refused_in_a_sentence(sheet):
    text = 'entry,at,order\n"""spa @ ces @ x1"" calls 50",2022-01-20T10:51:41.328Z,164267590132800\n'
    (error,) = sheet(text).errors
    assert "no headings of a turn-up book or play sheet" in str(error)
    assert "\n" not in str(error)
