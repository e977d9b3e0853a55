"""Completeness before evidence: gaps, rotation, scores, constant columns, and what they cost a finding."""

from math import log

import pytest

from audit.cards import NAMES
from audit.evidence.examine import examine
from audit.evidence.hypotheses import HYPOTHESES
from audit.evidence.tally import Tally
from audit.evidence.verdict import Bet
from audit.records.models import Record

JACKS = ["JS", "JH", "JD", "JC"]
OTHERS = [name for name in NAMES if name[0] != "J"]


def rows(dealer: str, deals: int, jacks: int, first: int = 1, step: int = 1) -> list[dict]:
    """Rows of a dealer with so many Jacks, spread evenly."""
    hits = {round(place * deals / jacks) for place in range(jacks)} if jacks else set()
    return [
        {
            "number": first + step * place,
            "dealer": dealer,
            "events": [{"do": "turn", "card": JACKS[place % 4] if place in hits else OTHERS[place % 48]}],
        }
        for place in range(deals)
    ]


def book(deals: list[dict], **head) -> Record:
    return Record.model_validate({"format": "all-fours/1", "game": {"id": "book", **head}, "deals": deals})


def table(numbers: list[int], dealers: str, **more) -> Record:
    """A four-handed game of these deals: the seats are A B C D, in the order of play."""
    seats = [{"seat": seat, "player": f"player {seat}"} for seat in "ABCD"]
    deals = [
        {"number": n, "dealer": d, "events": [{"do": "turn", "card": "2S"}]}
        for n, d in zip(numbers, dealers, strict=True)
    ]
    deals = [deal | more.get(f"deal{deal['number']}", {}) for deal in deals]
    return Record.model_validate({"format": "all-fours/1", "game": {"id": "g", "seats": seats}, "deals": deals})


def ledger(*records: Record):
    tally = Tally()
    for record in records:
        tally.add(record)
    return tally.ledger


def test_the_rotation_tells_who_dealt_a_missing_deal():  # DEAL-7
    gaps = ledger(table([1, 2, 5], "ABA")).gaps()
    assert [(gap.number, gap.dealer) for gap in gaps] == [(4, "player d"), (3, "player c")]


def test_where_the_rotation_does_not_fit_nobody_can_tell():
    kept = ledger(table([1, 2, 5], "ABC"))
    assert [gap.dealer for gap in kept.gaps()] == [None, None]
    assert kept.against(kept.gaps()) == {"player a": 2, "player b": 2, "player c": 2}


def test_a_book_teaches_its_rotation():
    deals = [row for place, who in enumerate("ABCABC") for row in rows(who, 1, 0, first=place + 1)]
    del deals[4]  # B's second
    assert [(gap.number, gap.dealer) for gap in ledger(book(deals)).gaps()] == [(5, "b")]


def test_deals_before_the_first_are_missing_unless_the_book_runs_on():
    assert [gap.number for gap in ledger(table([3, 4], "CD")).gaps()] == [2, 1]
    one, other = book(rows("Ann", 24, 0)), book(rows("Ann", 10, 0, first=25), id="second night")
    assert ledger(one, other).gaps() == []
    assert ledger(book(rows("Ann", 10, 0, first=400))).gaps() == []


def test_a_jump_of_the_numbers_is_no_gap_of_a_billion_deals():
    deals = [*rows("Ann", 5, 0), *rows("Ann", 5, 0, first=10**9)]
    report = examine([book(deals)])
    assert report.completeness["missing_deals"] == 0
    assert report.completeness["jumps"] == ["book deal 1000000000"]


def test_a_sheet_found_later_fills_its_gap():
    found, kept = table([3], "C"), table([1, 2, 4], "ABD")
    assert ledger(kept).gaps() != []
    assert ledger(kept, found).gaps() == []


def test_a_dealer_out_of_rotation_is_told():
    assert ledger(table([1, 2, 3], "ABD")).rotation == ["g deal 3"]
    again = {"events": [{"do": "turn", "card": "2S"}, {"do": "redeal", "reason": "faced-card"}]}
    assert ledger(table([1, 2, 3], "ABB", deal2=again)).rotation == []  # MISD-2


def test_scores_that_do_not_carry_on_are_told():
    after, before = {"score_after": {"A/C": 2, "B/D": 1}}, {"score_before": {"A/C": 3, "B/D": 1}}
    assert ledger(table([1, 2], "AB", deal1=after, deal2=before)).scores == ["g deal 2"]


def test_known_gaps_count_against_the_finding():
    """70 Jacks in 500, and 100 numbers missing between: the bet is worth what 70 in 600 would be."""
    deals = rows("Dee", 500, 70, first=1)
    for place, deal in enumerate(deals):
        deal["number"] = place + 1 + (100 if place > 250 else 0)
    report = examine([book(deals)])
    (result,) = [r for r in report.results if r.player]
    cells = {("jack", (), 1): 70, ("jack", (), 0): 530}
    assert result.missing == 100
    assert log(result.e_value) == pytest.approx(HYPOTHESES["turned-jacks"].log_e(cells))
    assert report.completeness["missing_deals"] == 100


def test_turn_ups_that_were_not_written_down_count_against_it_as_well():
    deals = [*rows("Dee", 100, 20), {"number": 101, "dealer": "Dee", "events": [{"do": "turn"}]}]
    (result,) = [r for r in examine([book(deals)]).results if r.player]
    assert (result.n, result.missing) == (100, 1)


def test_a_book_in_which_only_jacks_are_filled_in_accuses_nobody():
    """Ten Jacks and 120 deals with a dealer and nothing else: worth what 10 Jacks in 130 are."""
    deals = [*rows("Dee", 10, 10), *({"number": n, "dealer": "Dee", "events": []} for n in range(11, 131))]
    (result,) = [r for r in examine([book(deals)]).results if r.player]
    assert (result.n, result.missing) == (10, 120)
    cells = {("jack", (), 1): 10, ("jack", (), 0): 120}
    assert log(result.e_value) == pytest.approx(HYPOTHESES["turned-jacks"].log_e(cells))


@pytest.mark.parametrize(("hits", "trials", "omitted"), [(62, 500, 37), (125, 1000, 229)])
def test_omitted_deals_that_undo_a_p_value(hits, trials, omitted):
    """62 Jacks in 500 are undone, at p = 0.001, by 37 omitted deals; 125 in 1,000 by 229."""
    hypothesis = HYPOTHESES["turned-jacks"]
    cells = {("jack", (), 1): hits, ("jack", (), 0): trials - hits}
    assert hypothesis.p_value(hypothesis.with_missed(cells, omitted)) > 0.001
    assert hypothesis.p_value(hypothesis.with_missed(cells, omitted - 1)) <= 0.001


def test_omitted_to_undo_is_the_least_number():
    hypothesis = HYPOTHESES["turned-jacks"]
    cells = {("jack", (), 1): 70, ("jack", (), 0): 430}
    bet = Bet(hypothesis, "dee", cells, 0, hypothesis.log_e(cells), None)
    least = bet.omitted_to_undo(log(1000))
    assert least is not None
    assert hypothesis.log_e(hypothesis.with_missed(cells, least)) < log(1000)
    assert hypothesis.log_e(hypothesis.with_missed(cells, least - 1)) >= log(1000)


def test_a_constant_column_is_a_fault_of_the_recording():
    deals = [{"number": n, "dealer": "Dee", "events": [{"do": "turn", "card": "JS"}]} for n in range(1, 53)]
    report = examine([book(deals)])
    assert report.completeness["constant_turn_up"] == NAMES.index("JS")
    assert [(r.verdict, r.reason) for r in report.results if r.player] == [
        ("withheld", "every turn-up written down is the same card, which is a fault of the recording")
    ]
    assert report.exit_status == 0


def test_a_book_that_favours_jacks_accuses_nobody():
    """Everybody's deals with a Jack are written down twice as often: the test is withheld and the club told."""
    deals = [row for place, who in enumerate("ABCDEFGH") for row in rows(who, 500, 71, first=500 * place + 1)]
    report = examine([book(deals)])
    assert {r.verdict for r in report.results if r.player} == {"withheld"}
    assert "likelier to have been written down" in report.completeness["favours_jacks"]
    assert report.exit_status == 0


def test_rows_left_out_are_told():
    assert examine([], left_out=3).completeness["rows_left_out"] == 3


def test_likely_spellings_are_suggested_and_never_merged():
    report = examine([book(rows("Katherine", 5, 0) + rows("Katharine", 5, 0, first=6))])
    assert len(report.people) == 2
    assert report.completeness["one_person_perhaps"] == [["Katharine", "Katherine"]]
    merged = examine(
        [book(rows("Katherine", 5, 0) + rows("Katharine", 5, 0, first=6))], aliases={"katharine": "katherine"}
    )
    assert len(merged.people) == 1


def test_numbers_from_nought():
    assert [gap.number for gap in ledger(table([0, 1, 3], "ABD")).gaps()] == [2]
