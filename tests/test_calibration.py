"""The calibration in little: honest clubs, cheats and selective recording (`benchmarks/calibration.py`, all of it)."""

import importlib.util
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent.parent / "benchmarks" / "calibration.py"


@pytest.fixture(scope="module")
def calibration():
    spec = importlib.util.spec_from_file_location("calibration", HERE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["calibration"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["calibration"]


def test_honest_clubs_keep_the_bound(calibration):
    """Twenty looks at 4,000 honest clubs: anybody accused in at most 1 of 100, each bet at 100 in at most 1 of 100."""
    alarms = calibration.turn_up_clubs(4000)
    assert calibration.upper(alarms.accused, alarms.clubs) <= 0.01
    assert calibration.upper(*alarms.bets["turned-jacks"]) <= 0.01
    assert alarms.bets["turned-jacks"][0] > 0  # the bound is not kept by never betting


@pytest.mark.parametrize("shuffle", ["perfect", "riffle:1"])
def test_full_records_of_honest_clubs(calibration, shuffle):
    alarms = calibration.full_clubs(4, shuffle)
    assert alarms.accused == 0
    assert alarms.told == (4 if shuffle == "riffle:1" else 0)


def test_dealers_who_come_and_go_keep_the_bound(calibration):
    alarms, _ = calibration.one_after_another(2000, dealers=20)
    assert calibration.upper(alarms.accused, alarms.clubs) <= 0.01


def test_what_is_left_out_accuses_nobody(calibration):
    """One riffle, two packs in turn; a perfect shuffle, and hands only seen to be played or the winner's cut alone."""
    packs = calibration.full_clubs(2, "riffle:1", nights=8, tables=1, players=4, deals=60, habit=calibration.two_packs)
    assert (packs.accused, packs.told) == (0, 2)
    for habit in (calibration.without(calibration.DealCards), calibration.winners_cut):
        alarms = calibration.full_clubs(3, "perfect", habit=habit)
        assert alarms.accused == 0
        assert alarms.bets["dealer-trumps" if habit is not calibration.winners_cut else "cut-for-deal"] == (0, 0)


@pytest.mark.parametrize(
    ("name", "strength", "recorded", "median", "most"),
    [("beg-knowledge", 1, True, 53, 74), ("beg-knowledge", 0.5, True, 221, 326), ("beg-knowledge", 1, False, 188, 273)],
)
def test_knowing_the_next_turn_up_is_seen_in_time(calibration, name, strength, recorded, median, most):
    cheat = calibration.stopped(name, "", "", calibration.begging(strength, recorded), 40, 1000)
    assert cheat.median <= 1.1 * median
    assert cheat.most <= 1.1 * most


def test_knowing_the_partners_hand_is_seen_in_time(calibration):
    cheat = calibration.stopped("answer-partner", "", "", calibration.partnered(1), 60, 1000)
    assert cheat.median <= 1.1 * 47
    assert cheat.most <= 1.1 * 64


@pytest.mark.parametrize(("wins", "median"), [(0.6, 250), (0.7, 64), (0.8, 30)])
def test_strippers_are_seen_in_time(calibration, wins, median):
    cheat = calibration.stopped("cut-for-deal", "", "", calibration.cutting(2 * wins - 1), 30, 1000)
    assert cheat.median <= 1.1 * median


@pytest.mark.parametrize(("rate", "median", "most"), [(3, 22, 35), (5, 63, 102)])
def test_a_stocked_half_stock_is_seen_in_time(calibration, rate, median, most):
    cheat = calibration.exact("run-jacks", "", "", 1 / rate, (3, 51))
    assert cheat.median <= 1.1 * median
    assert cheat.most <= 1.1 * most


def test_no_bet_is_sooner_than_information_allows(calibration):
    for rate in (4, 8):
        cheat = calibration.exact("turned-jacks", "", "", 1 / rate)
        assert cheat.median > 0.9 * cheat.least


def shares(row: str) -> list[float]:
    """Naive, withheld and accused, in hundredths."""
    return [float(cell.strip().rstrip("%")) for cell in row.strip("| ").split("|")[-3:]]


def test_visible_gaps_save_the_honest(calibration):
    """Deals with a Jack twice as likely to be written down, numbers kept: nobody is accused, whosever they are."""
    for everybody in (True, False):
        _, _, accused = shares(calibration.Book("", favour=2, everybody=everybody).row(10))
        assert accused == 0


def test_a_book_that_favours_jacks_is_withheld(calibration):
    naive, withheld, accused = shares(calibration.Book("", favour=2, numbered=False).row(10))
    assert naive >= 90
    assert withheld == 100
    assert accused == 0


def test_an_honest_book_is_not_withheld_and_a_cheat_is_seen(calibration):
    assert shares(calibration.Book("").row(20)) == [0, 0, 0]
    _, withheld, accused = shares(calibration.Book("", rate=1 / 6).row(20))
    assert withheld == 0
    assert accused >= 90
