"""Tallies add up, go through JSON, and take every deal once."""

import json

import pytest

from audit.errors import RecordError, UsageError
from audit.evidence.evalues import shares
from audit.evidence.examine import examine, report_on
from audit.evidence.follow import State
from audit.evidence.tally import Tally
from audit.records.models import Record
from audit.simulate.plan import Plan
from audit.simulate.simulate import simulate


def book(*rows: tuple[int, str, str], name: str = "book", date: str | None = None) -> Record:
    """A turn-up book: number, dealer, turn-up."""
    deals = [{"number": n, "dealer": who, "events": [{"do": "turn", "card": card}]} for n, who, card in rows]
    return Record.model_validate({"format": "all-fours/1", "game": {"id": name, "date": date}, "deals": deals})


@pytest.fixture(scope="module")
def nights() -> list[Record]:
    return list(simulate(Plan(nights=4, tables=2, players=8, seed=5)))


def tally_of(records) -> Tally:
    tally = Tally()
    for record in records:
        tally.add(record)
    return tally


def test_tallies_add_up(nights):
    half = len(nights) // 2
    together = tally_of(nights[:half]) + tally_of(nights[half:])
    whole = tally_of(nights)
    assert together.counts == whole.counts
    assert together.packs == whole.packs
    assert together.trials == whole.trials
    assert together.moves == whole.moves
    assert together.ledger == whole.ledger


def test_in_whatever_order_files_are_read_the_report_says_the_same(nights):
    half = len(nights) // 2
    one, other = tally_of(nights[:half]), tally_of(nights[half:])
    found = []
    for tally in (one + other, other + one, tally_of(reversed(nights))):
        report = report_on(tally)
        people = {person.player: (person.needed, person.verdict) for person in report.people}
        results = {(r.hypothesis, r.player): (r.n, r.observed, r.verdict, r.note) for r in report.results}
        worth = {(r.hypothesis, r.player): r.e_value for r in report.results}
        found.append((people, results, worth, report.shuffle["deals"], report.pack["verdict"]))
    for again in found[1:]:
        assert again[1] == found[0][1]
        assert again[0].keys() == found[0][0].keys()
        assert again[2] == pytest.approx(found[0][2])
        assert again[3:] == found[0][3:]
        assert all(again[0][who][0] == pytest.approx(found[0][0][who][0]) for who in again[0])


def test_two_tallies_of_one_game_do_not_add_up(nights):
    with pytest.raises(UsageError, match="is in both tallies"):
        tally_of(nights[:3]) + tally_of(nights[2:4])


def test_a_tally_goes_through_json(nights):
    whole = tally_of(nights)
    back = Tally.from_json(json.loads(json.dumps(whole.as_json())))
    assert (back.counts, back.moves, back.packs, back.ledger, back.trials) == (
        whole.counts, whole.moves, whole.packs, whole.ledger, whole.trials,
    )  # fmt: skip
    assert back.who.shown == whole.who.shown


def test_the_same_night_twice_changes_nothing(nights):
    once, twice = tally_of(nights), tally_of([*nights, *nights[:7]])
    assert twice.counts == once.counts
    assert twice.ledger.duplicates == sum(len(record.deals) for record in nights[:7])
    assert twice.ledger.conflicts == []


def test_the_same_deal_with_another_content_is_told_and_the_first_kept():
    tally = tally_of([book((1, "Ann", "JS")), book((1, "Ann", "2S"))])
    assert tally.ledger.conflicts == ["book deal 1"]
    assert tally.counts["turned-jacks", "ann"] == {("jack", (), 1): 1}


def test_a_book_without_numbers_that_has_grown():
    rows = [(0, "Ann", "JS"), (0, "Bob", "2S"), (0, "Ann", "3H")]
    grown = [book(*rows[:2]), book(*rows)]
    for record in grown:
        for deal in record.deals:
            deal.number = None
    tally = tally_of(grown)
    assert tally.ledger.deals == 3
    assert tally.trials["turned-jacks", "ann"] == 2


def test_a_book_without_numbers_in_which_a_row_was_corrected_is_not_counted_again():
    """The rows after the correction would count twice, and honest Jacks with them."""
    rows = [(0, "Ann", "JS"), (0, "Bob", "2S"), (0, "Ann", "JH"), (0, "Bob", "4H")]
    versions = [book(*rows), book(rows[0], (0, "Bob", "3S"), *rows[2:], (0, "Ann", "5H"))]
    for record in versions:
        for deal in record.deals:
            deal.number = None
    tally = tally_of(versions)
    assert tally.ledger.deals == 5
    assert tally.counts["turned-jacks", "ann"] == {("jack", (), 1): 2, ("jack", (), 0): 1}
    assert len(tally.ledger.conflicts) == 1


def test_the_short_way_for_plain_rows_counts_as_the_long_one():
    """A row with a cut goes the long way; without its depth it says the same."""
    plain = book((1, "Ann", "JS"), (2, "Bob", "2S"))
    long = book((1, "Ann", "JS"), (2, "Bob", "2S"))
    for deal in long.deals:
        deal.events = [*deal.events, *Record.model_validate(
            {"format": "all-fours/1", "game": {}, "deals": [{"events": [{"do": "note", "text": "x"}]}]}
        ).deals[0].events]  # fmt: skip
    one, other = tally_of([plain]), tally_of([long])
    assert (one.counts, one.packs, one.moves, one.ledger) == (other.counts, other.packs, other.moves, other.ledger)


def test_namesakes_at_one_table_are_left_out():
    deal = {"number": 1, "dealer": "W", "events": [{"do": "turn", "card": "JS"}]}
    seats = [{"seat": "W", "player": "Ann"}, {"seat": "E", "player": " ANN "}]
    record = {"format": "all-fours/1", "game": {"id": "g", "seats": seats}, "deals": [deal]}
    tally = tally_of([Record.model_validate(record)])
    assert tally.people() == []
    assert tally.ledger.namesakes == ["Ann"]
    seats[0]["id"] = "1"
    assert tally_of([Record.model_validate(record)]).people() == ["#1"]


def test_shares_never_exceed_the_level():
    """Whoever comes, and on however many nights: the shares sum to 1 less what is kept for those who may yet come."""
    for arrivals in ([1], [8], [4, 4, 1, 1, 2], [1] * 5000, [200, 3]):
        given = shares(arrivals)
        assert len(given) == sum(arrivals)
        assert sum(given) == pytest.approx(1 - 4 / (sum(arrivals) + 4))
        assert given == sorted(given, reverse=True)


def test_a_share_is_fixed_when_somebody_comes():
    """To divide the level anew with each newcomer would give a club a fresh chance of a false accusation."""
    assert shares([4, 2, 1])[:4] == shares([4])
    assert shares([4, 2, 1])[:6] == shares([4, 2])


def test_people_come_by_night_in_whatever_order_the_files_are_read():
    early = book((1, "Ann", "2S"), (2, "Bob", "3S"), name="one", date="2026-03-05")
    late = book((1, "Bob", "2H"), (2, "Cyd", "3H"), name="two", date="2026-03-12")
    for records in ([early, late], [late, early]):
        assert tally_of(records).arrivals() == [["ann", "bob"], ["cyd"]]


def test_in_a_book_without_dates_the_first_night_ends_when_somebody_deals_again():
    rows = [(n, who, "2S") for n, who in enumerate(("Ann", "Bob", "Ann", "Cyd", "Bob", "Dee"), start=1)]
    assert tally_of([book(*rows)]).arrivals() == [["ann", "bob"], ["cyd"], ["dee"]]


def test_a_copy_under_another_name_is_counted_once(nights):
    """A file that was saved again, a night that was entered twice: its Jacks would count twice."""
    copies = [record.model_copy(deep=True) for record in nights[:5]]
    for record in copies:
        record.game.id = f"copy of {record.game.id}"
    once, twice = tally_of(nights), tally_of([*nights, *copies])
    assert twice.counts == once.counts
    assert len(twice.ledger.copies) == 5


def test_following_night_by_night(tmp_path, nights):
    """The state gives the same e-values as all nights at once, and the same night again changes nothing."""
    path = tmp_path / "club.state"
    for part in (nights[:20], nights[20:], nights[:5]):
        state = State.read(path)
        report = examine(part, state=state)
        state.write(path)
    whole = examine(nights)
    followed = {(r.hypothesis, r.player): (r.n, r.e_value) for r in report.results if r.player}
    assert followed == {(r.hypothesis, r.player): (r.n, r.e_value) for r in whole.results if r.player}


def test_newcomers_have_their_share_of_what_was_kept():
    state = State()
    examine([book((1, "Ann", "2S"), (2, "Bob", "3S"))], state=state)
    before = state.shares()
    examine([book((1, "Cyd", "2S"), name="later")], state=state)
    assert state.arrived == [["ann", "bob"], ["cyd"]]
    assert state.shares() == pytest.approx({**before, "cyd": 4 / (6 * 7)})


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "all-fours-follow/1"}', '{"format": 1}', "\x00"])
def test_a_state_that_is_none_is_refused_in_a_sentence(tmp_path, text):
    path = tmp_path / "state"
    path.write_text(text)
    with pytest.raises(RecordError, match="not a state"):
        State.read(path)


def test_a_state_of_other_hypotheses_is_refused(tmp_path):
    path = tmp_path / "state"
    kept = State().as_json()
    kept["hypotheses"]["sha256"] = "0" * 64
    path.write_text(json.dumps(kept))
    with pytest.raises(RecordError, match="changed after looking"):
        State.read(path)


def test_no_records_no_report_on_anybody():
    report = report_on(Tally())
    assert (report.people, report.results, report.exit_status) == ([], [], 0)
    json.dumps(report.as_json(), allow_nan=False)
