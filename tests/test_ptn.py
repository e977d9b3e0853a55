"""PTN and PBN: tags, deals and plays in columns of seats, as card rooms export them."""

from pathlib import Path

import pytest

from audit.records.models import Origin, Record
from audit.records.ptn import read_ptn
from audit.records.reading import read
from tests.games import HANDS

SAMPLES = Path(__file__).parent.parent / "sample_logs"

TIED = HANDS["tied_at_23"]
DEAL = "W:T974..3.K K8.J.Q5.J .KQ.2.AT5 .A.K4.963"  # the hands of TIED, spades first
PLAYERS = '[West "Ann"]\n[North "Bob"]\n[East "Cyd"]\n[South "Dee"]\n'
PLAY = '[Play "W"]\nD3 D5 D2 DK\nS4 HJ HK HA\nS9 DQ CT D4\n'
BOARD = (
    f'[Event "Club"]\n{PLAYERS}[Board "1"]\n[Dealer "S"]\n[Variant "seven-up"]\n[Deal "{DEAL}"]\n[TurnUp "D6"]\n{PLAY}'
)


class Room:
    """A file that was read: its records, and what was told on the way."""

    def __init__(self, text: str) -> None:
        self.errors: list = []
        self.notices: list = []
        origin = Origin("room.ptn")
        self.records: list[Record] = list(read_ptn(text, origin, self.errors.append, self.notices.append))

    @property
    def deals(self):
        return [deal for record in self.records for deal in record.deals]

    @property
    def tricks(self):
        return [(e.seat, e.cards) for deal in self.deals for e in deal.events if e.do == "trick"]

    @property
    def notes(self):
        return [e.text for deal in self.deals for e in deal.events if e.do == "note"]


def test_a_board_becomes_a_deal_and_knows_its_line():
    room = Room(BOARD)
    (record,) = room.records
    assert [(of.seat, of.player) for of in record.game.seats] == [
        ("W", "Ann"),
        ("N", "Bob"),
        ("E", "Cyd"),
        ("S", "Dee"),
    ]
    dealt, turned = record.deals[0].events[:2]
    assert {seat: set(hand) for seat, hand in dealt.hands.items()} == {
        s: set(h.split()) for s, h in TIED["hands"].items()
    }
    assert (turned.card, record.deals[0].number, record.deals[0].dealer) == ("6D", 1, "S")
    assert record.deals[0].origin == Origin("room.ptn", line=1)


def test_rows_are_columns_of_seats_and_the_winner_leads():
    assert Room(BOARD).tricks == [
        ("W", ["3D", "5D", "2D", "KD"]),
        ("S", ["AH", "4S", "JH", "KH"]),
        ("S", ["4D", "9S", "QD", "TC"]),
    ]


def test_a_gap_shifts_no_card_and_ends_in_single_plays():
    room = Room(BOARD.replace("S9 DQ CT D4", "S9 - - D4"))
    plays = [(e.seat, e.card) for e in room.deals[0].events if e.do == "play"]
    assert plays == [("S", "4D"), ("W", "9S")]
    room = Room(BOARD.replace("S9 DQ CT D4", "S9 - CT D4"))
    assert [(e.seat, e.card) for e in room.deals[0].events if e.do == "play"] == []
    assert room.tricks[-1] == ("S", ["4D", "9S", None, "TC"])


def test_a_leader_that_cannot_be_told_is_not_guessed():
    room = Room(BOARD.replace("S4 HJ HK HA", "S4 ? HK HA"))
    assert len(room.tricks) == 2
    assert room.notes[-1] == "trick 3, leader unknown: W:9S N:QD E:TC S:4D"
    assert [found.code for found in room.notices] == ["incomplete-trick"]


def test_a_row_in_order_of_play_is_read_by_the_deal():
    room = Room(BOARD.replace("S4 HJ HK HA", "HA S4 HJ HK"))
    assert room.tricks == Room(BOARD).tricks
    assert [found.code for found in room.notices] == ["card-not-held"]


def test_comments_blank_lines_and_unknown_values():  # case 66
    text = BOARD.replace(
        '[Board "1"]', '[Board "1"] { over\ntwo lines }\n\n[Declarer "?"] ; who knows\n[Date "2012.08.??"]'
    )
    text = text.replace("[TurnUp", "{ Generated 2922012 hands }\n% an escape\n[TurnUp") + "*\nGenerated 2922012 hands\n"
    room = Room(text)
    assert len(room.records) == 1
    assert room.tricks == Room(BOARD).tricks
    assert room.records[0].game.date == "2012-08"
    assert room.notes == [
        '[Event "Club"]',
        "over two lines",
        "who knows",
        "Generated 2922012 hands",
        "Generated 2922012 hands",
    ]


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])  # case 68
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_two_boards_whatever_the_file_ends_with(end, line_end):
    text = f"{BOARD}\n{BOARD.replace('1', '2', 1)}".rstrip("\n") + end
    assert [len(deal.events) for deal in Room(text.replace("\n", line_end)).deals] == [6, 6]


def test_a_board_without_a_deal_takes_none_from_the_one_before():  # case 69
    second = BOARD.replace(f'[Deal "{DEAL}"]\n', "").replace('Board "1"', 'Board "2"')
    room = Room(BOARD + "\n" + second)
    assert [any(e.do == "deal" for e in deal.events) for deal in room.deals] == [True, False]
    assert "No deal is given" in room.notices[0].message
    marked = Room(BOARD + "\n" + BOARD.replace(DEAL, "#").replace('Board "1"', 'Board "2"'))
    assert marked.deals[1].events[0] == marked.deals[0].events[0]
    assert marked.notices == []


def test_a_hand_that_was_not_recorded_stays_unknown():  # case 73
    dealt = Room(BOARD.replace(".A.K4.963", "-")).deals[0].events[0]
    assert dealt.hands["S"] is None
    assert len(dealt.hands["W"]) == 6


@pytest.mark.parametrize(
    ("rule", "clause"),
    [
        ("low to taker", "SCOR-2"),
        ("2v2 4-point to 11", "SCOR-6"),
        ("min bid 2", "PLAY-5"),
        ("10-point", "SCOR-6"),
        ("two jokers", "PACK-1"),
    ],
)
def test_house_rules_that_contradict_are_reported_and_kept(rule, clause):
    event = f"Cards: Play Pitch - trump anytime, {rule}, trump opens"
    room = Room(BOARD.replace('[Variant "seven-up"]\n', "").replace('[TurnUp "D6"]\n', "").replace("Club", event))
    (found,) = room.notices
    assert (found.code, found.kind, found.clauses, found.line) == ("not-in-this-game", "note", (clause,), 1)
    assert room.notes == [f'[Event "{event}"]']
    assert room.records[0].game.variant == "pitch"


def test_rules_that_agree_or_are_unknown():
    assert Room(BOARD.replace("Club", "Play Seven-Up - 2v2 4-point to 7, trump anytime")).notices == []
    (found,) = Room(BOARD.replace("Club", "Play Seven-Up - hats on")).notices
    assert "none that is known here" in found.message


def test_bids_are_kept_as_a_note():
    room = Room(BOARD.replace(PLAY, '[Auction "W"]\n3♥ Pass Pass Pass\n' + PLAY))
    assert room.notes[-1] == "auction from W: 3♥ Pass Pass Pass"
    assert "has an auction" in room.notices[0].message


def test_the_plays_of_another_game_are_refused():
    room = Room(BOARD.replace('[Variant "seven-up"]', '[GameCode "Euchre"]'))
    assert room.records == []
    assert "the game is Euchre" in str(room.errors[0])


TIMES = """[UTCDate "{utc_date}"]
[UTCTime "{utc_time}"]
[LocalDateTime "{local}"]
"""


@pytest.mark.parametrize(
    ("utc_date", "utc_time", "local", "date", "at"),
    [
        ("2025.01.18", "16:39:43", "1/18/2025 8:39 AM PST", "2025-01-18", "2025-01-18T16:39:43Z"),
        ("2025.07.24", "05:30:10", "7/23/2025 10:30 PM PDT", "2025-07-23", "2025-07-24T05:30:10Z"),
        ("2025.02.03", "05:30:10", "2/3/2025 12:30 AM EST", "2025-02-03", "2025-02-03T05:30:10Z"),
    ],
)
def test_the_day_is_the_day_at_the_table(utc_date, utc_time, local, date, at):  # case 78
    times = TIMES.format(utc_date=utc_date, utc_time=utc_time, local=local)
    room = Room(BOARD.replace('[Board "1"]', times + '[Board "1"]'))
    assert (room.records[0].game.date, room.deals[0].at, room.notices) == (date, at, [])


def test_clocks_that_disagree_are_noticed_and_unknown_days_stay_unknown():  # case 78: once wrong by twelve hours
    times = TIMES.format(utc_date="2025.01.18", utc_time="16:39:43", local="1/18/2025 8:39 PM PST")
    (found,) = Room(BOARD.replace('[Board "1"]', times + '[Board "1"]')).notices
    assert found.code == "time-order"
    only_utc = Room(BOARD.replace('[Board "1"]', '[UTCDate "2025.01.18"]\n[UTCTime "16:39:43"]\n[Board "1"]'))
    assert only_utc.records[0].game.date is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Deal "W:T974..3.K"', "a tag that is not closed"),
        ("{ no end", "never closed"),
        (BOARD.replace(DEAL, "W:T97X..3.K K8.J.Q5.J - -"), "is no rank"),
        (BOARD.replace(DEAL, "somehow"), "is no deal"),
        (BOARD.replace(DEAL, DEAL + " 2345.67.."), "a deal of 5 hands; two, three or four play"),  # case 56
        (BOARD.replace('[Dealer "S"]', '[Dealer "Dee"]'), "expected one of W, N, E, S"),
        (BOARD.replace("D3 D5 D2 DK", "D3 D5 D2 DK HA"), "a row of 5 cards"),
        (BOARD.replace("D3 D5", "3D D5"), "one order a file"),
        ("", "no board in this file"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_with_its_line(text, message):
    (error,) = Room(text).errors
    assert message in str(error)
    assert str(error).startswith("room.ptn")
    assert "\n" not in str(error)


def test_the_sample_is_read_without_a_word():
    told: list = []
    (record,) = read(SAMPLES / "card-room.ptn", on_error=told.append, on_notice=told.append)
    assert told == []
    assert [len([e for e in deal.events if e.do == "trick"]) for deal in record.deals] == [6, 6]
