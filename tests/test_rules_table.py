"""Who plays, who sits where, who cuts and deals, and in what order points are counted."""

import pytest

import audit
from audit.cards import CARDS
from audit.records.models import Record
from audit.rules.points import count_out
from audit.rules.seats import Seating
from audit.rules.table import Options, Table
from audit.rules.taking import cut_trump
from audit.rules.variants import VARIANTS

# -- the games --------------------------------------------------------------------------------------------------------

# Name, players, target, a card is turned, begging, who scores a tied Game: the table of variants in the rulebook.
GAMES = [
    ("seven-up", (2, 3, 4), 7, True, True, "non-dealer"),  # SEAT-1, DEAL-4, SCOR-5
    ("all-fours", (2, 4), 7, True, True, "eldest"),
    ("pitch", (2, 3, 4), 7, False, False, "nobody"),  # PLAY-5, MISD-4
    ("all-fives", (2, 3, 4), 61, True, True, "non-dealer"),  # SCOR-8
    ("california-jack", (2,), 7, False, False, "nobody"),  # TRMP-1, PLAY-6
]


@pytest.mark.parametrize(("name", "players", "target", "turned", "begging", "tie"), GAMES)
def test_the_games(name, players, target, turned, begging, tie):
    row = VARIANTS[name]
    assert (row.players, row.target, row.turn_up, row.begging, row.tied_game) == (players, target, turned, begging, tie)


def test_what_sets_a_game_apart():
    def with_(attribute):
        return {name for name, row in VARIANTS.items() if getattr(row, attribute)}

    assert set(VARIANTS) == {game[0] for game in GAMES}
    assert with_("trump_led") == {"pitch"}  # PLAY-5
    assert with_("trump_cut") == with_("stock") == with_("to_taker") == {"california-jack"}  # TRMP-1, PLAY-6, SCOR-9
    assert with_("pegging") == {"all-fives"}  # SCOR-8
    assert with_("misdeal_keeps") == {"pitch", "california-jack"}  # MISD-4
    assert with_("borrowed") == with_("unplayed_game_open") == {"all-fours"}  # GEN-1, SCOR-5
    assert {name: row.hand_tricks for name, row in VARIANTS.items() if row.hand_tricks != 6} == {"california-jack": 26}


# -- seats ------------------------------------------------------------------------------------------------------------


def test_four_play_as_partners_opposite_each_other():  # SEAT-1
    seating = Seating("WNES")
    assert seating.sides == ("W/E", "N/S")
    assert [seating.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize("labels", ["AB", "ABC"])
def test_two_or_three_play_each_for_himself(labels):  # SEAT-1
    seating = Seating(labels)
    assert seating.sides == tuple(labels)
    assert [seating.side_of(seat) for seat in range(len(labels))] == list(range(len(labels)))


@pytest.mark.parametrize("labels", ["AB", "ABC", "WNES"])
def test_the_eldest_sits_left_and_the_pone_right_of_the_dealer(labels):  # DEAL-2, DEAL-7
    seating = Seating(labels)
    for dealer in range(len(labels)):
        assert seating.left(dealer) == (dealer + 1) % len(labels)
        assert seating.left(seating.pone(dealer)) == dealer


# -- the cut ----------------------------------------------------------------------------------------------------------


def cut_record(rounds, dealer, labels, variant="seven-up"):
    return Record.model_validate(
        {
            "format": "all-fours/1",
            "game": {"variant": variant, "seats": [{"seat": label} for label in labels]},
            "deals": [
                {"number": 1, "dealer": dealer, "events": [{"do": "cut-for-deal", "cards": cut} for cut in rounds]}
            ],
        }
    )


def codes(record):
    return [(finding.code, finding.seat, finding.reading) for finding in audit.validate(record)]


@pytest.mark.parametrize(
    ("rounds", "labels", "dealer"),
    [
        ([{"A": "KH", "B": "7S"}], "AB", "A"),
        ([{"A": "2H", "B": "AS"}], "AB", "B"),  # ace high
        ([{"A": "KH", "B": "KS"}, {"A": "3H", "B": "4S"}], "AB", "B"),  # ties cut again
        ([{"A": "KH", "B": "KS", "C": "2C"}, {"A": "3H", "B": "4S"}], "ABC", "B"),  # the new cut decides only the tie
        ([{"A": "QH", "B": "KS", "C": "QC"}, {"A": "AH", "C": "4S"}], "ABC", "B"),  # a tie below the highest
        ([{"W": "KH", "N": "3S", "E": "QD", "S": "7C"}], "WNES", "W"),
    ],
)
def test_the_highest_cut_deals_first(rounds, labels, dealer):  # SEAT-2
    assert codes(cut_record(rounds, dealer, labels)) == []
    reading = len(labels) != 4  # F says nothing of who deals with two and three
    for other in set(labels) - {dealer}:
        assert codes(cut_record(rounds, other, labels)) == [("wrong-first-dealer", other, reading)]


def test_that_the_highest_deals_is_no_reading_in_all_fours():  # SEAT-2 (H)
    record = cut_record([{"A": "KH", "B": "7S"}], "B", "AB", "all-fours")
    assert codes(record) == [("wrong-first-dealer", "B", False)]


def test_a_tie_that_was_not_cut_again_decides_nothing():  # SEAT-2
    for dealer in "AB":
        assert codes(cut_record([{"A": "KH", "B": "KS"}], dealer, "AB")) == []


def test_the_two_highest_cuts_are_partners():  # SEAT-2
    apart = {"W": "KH", "N": "QS", "E": "3D", "S": "7C"}
    assert codes(cut_record([apart], "W", "WNES")) == [("wrong-partners", None, False)]
    tied = [{"W": "KH", "N": "QS", "E": "QD", "S": "7C"}, {"N": "5S", "E": "4D"}]
    assert codes(cut_record(tied, "W", "WNES")) == [("wrong-partners", None, False)]
    assert codes(cut_record([tied[0], {"N": "4S", "E": "5D"}], "W", "WNES")) == []


@pytest.mark.parametrize(
    ("rounds", "suit"),
    [
        ([{0: "KH", 1: "7S"}], 1),
        ([{0: "KH", 1: "KS"}], None),
        ([{0: "KH", 1: "KS"}, {0: "3D", 1: "4C"}], 3),
        ([{0: "KH", 1: "KS"}, {0: "3D", 1: "3C"}, {0: "9S", 1: "4C"}], 0),
        ([], None),
    ],
)
def test_the_trump_is_cut_for_and_ties_cut_again(rounds, suit):  # TRMP-1
    table = Table(VARIANTS["california-jack"], Seating("AB"), Options(), 1)
    for cut in rounds:
        table.cut_for_trump({seat: CARDS[card] for seat, card in cut.items()})
    assert cut_trump(table) == suit


def test_the_cut_for_deal_names_the_trump_unless_there_is_one_for_trump():  # TRMP-1
    table = Table(VARIANTS["california-jack"], Seating("AB"), Options(), 0)
    table.cut_for_deal({0: CARDS["KH"], 1: CARDS["7S"]})
    assert cut_trump(table) == 1
    table.cut_for_trump({0: CARDS["2D"], 1: CARDS["5C"]})
    assert cut_trump(table) == 3


# -- counting out -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "items", "target", "capped", "totals", "won", "counted"),
    [
        ([0, 0], [(0, 1), (1, 1), (0, 1)], 7, (), [2, 1], None, [1, 1, 1]),
        ([6, 6], [(0, 1), (1, 1)], 7, (), [7, 6], 0, [1, 0]),  # SCOR-6: High before Low
        ([6, 5], [(1, 1), (1, 1), (0, 1)], 7, (), [6, 7], 1, [1, 1, 0]),  # SCOR-6: and counting stops
        ([55, 50], [(0, 10), (1, 20)], 61, (), [61, 50], 0, [6, 0]),  # SCOR-6: a peg past 61 is written 61
        ([5, 5], [(0, 1), (0, 1), (1, 1), (1, 1)], 7, (0,), [6, 7], 1, [1, 0, 1, 1]),  # REVK-5: he stops at six
        ([6, 0], [(0, 1), (1, 2)], 7, (0,), [6, 2], None, [0, 2]),  # REVK-5
        ([58, 0], [(0, 10)], 61, (0,), [60, 0], None, [2]),  # REVK-5: one short of the target
        ([6, 6, 6], [(2, 1), (0, 1), (1, 1)], 7, (), [6, 6, 7], 2, [1, 0, 0]),
        ([-1, 0], [(0, 1)], 7, (), [0, 0], None, [1]),
    ],
)
def test_counting_out(scores, items, target, capped, totals, won, counted):
    named = [("point", side, points) for side, points in items]
    assert count_out(scores, named, target, capped) == (totals, won, counted)
