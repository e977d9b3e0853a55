"""One finding a fault, nothing behind it, and neither more certainty than the record has nor less."""

from itertools import chain

import pytest

import audit
from audit.records.models import Record
from audit.rules.rulings import rule
from audit.validation import Validation
from tests.games import record


def judged(game):
    return Validation(Record.model_validate(game))


def serious(game):
    return [(f.code, f.kind, f.seat) for f in judged(game).findings if f.kind != "note"]


def single(*plays):
    return [{"do": "play", "seat": play.split()[0], "card": play.split()[1]} for play in plays]


TWO_LEADS = {
    "N had the lead": ("N 8S", "S 6C", "E 5C", "S 6C", "W 7S"),
    "S had the lead": ("N 8S", "S 6C", "W 7S", "N 8S", "E 5C"),
    "S had the lead, N followed with another": ("N JC", "S 6C", "W KC", "N 8S", "E 5C"),
}


@pytest.mark.parametrize("plays", TWO_LEADS.values(), ids=TWO_LEADS.keys())
def test_of_two_leads_neither_is_blamed_where_nobody_knows_who_had_the_lead(plays):  # PLAY-1, EXPO-2
    game = record("tied_at_23")
    events = game["deals"][0]["events"]
    events[0]["hands"] = dict.fromkeys("WNES")
    events[5]["cards"][2] = None  # the third trick: whether N or S won it is not known
    events[6:] = single(*plays)
    assert serious(game) == [("out-of-turn", "irregularity", None)]
    trick = judged(game).heard[0].case.play.tricks[3]
    label = judged(game).seating.labels
    assert [label[seat] for seat in trick.seats] == (list("NESW") if plays[2] == "E 5C" else list("SWNE"))


def bunched(score):
    """A run whose first turn-up nobody wrote down ends at a turned Jack; the cards are bunched and dealt again."""
    game = record("all_four_by_one_card", score_before={"A": 0, "B": score})
    first = [
        {"do": "deal", "hands": {"A": None, "B": None}},
        {"do": "turn", "card": None},
        {"do": "beg", "seat": "A"},
        {"do": "run", "hands": {"A": None, "B": None}},
        {"do": "turn", "card": "JC"},
        {"do": "bunch", "seat": "A", "agreed": True},
    ]
    game["deals"][0]["number"] = 2
    game["deals"].insert(0, {"number": 1, "dealer": "B", "events": first})
    return game


@pytest.mark.parametrize("score", [0, 1, 2])
def test_a_jack_that_may_have_been_turned_leaves_the_score_open(score):  # DEAL-5, BEG-4, BEG-5, MISD-6
    assert serious(bunched(score)) == []


@pytest.mark.parametrize("strict", [None, False, True])
def test_a_look_is_a_note_in_all_fours(strict):  # BEG-10, GEN-1
    game = record("tied_at_23", "all-fours", **({} if strict is None else {"strict_looking": strict}))
    game["deals"][0]["events"].insert(1, {"do": "look", "seat": "N"})
    found = judged(game).findings
    assert [(f.code, f.kind, f.seat, f.reading) for f in found] == [("looked-early", "note", "N", True)]


def points(game):
    return [(p.point, p.side, p.certain) for p in rule(judged(game).heard[0].case).points]


@pytest.mark.parametrize("name", ["tied_at_23", "three_tie", "two_non_dealers_tie"])
@pytest.mark.parametrize("variant", ["seven-up", "all-fives"])
def test_a_trick_written_twice(name, variant):  # TRCK-1
    right = record(name, variant)
    right = record(name, variant)
    for place in range(3, 9):
        for again in range(place + 1, 10):
            game = record(name, variant)
            events = game["deals"][0]["events"]
            events.insert(again, dict(events[place]))
            assert serious(game) == [("wrong-trick-count", "record", None)]
            assert points(game) == points(right)


def test_low_in_a_pile_goes_to_the_side_that_alone_can_have_been_dealt_it():  # SCOR-2
    game = record("tied_at_23")
    events = game["deals"][0]["events"]
    tricks = [event["cards"] for event in events[3:]]
    events[0]["hands"] |= {"W": None, "E": None}
    piles = {"N/S": [*chain(*tricks[:4])], "W/E": [*chain(*tricks[4:])]}
    events[3:] = [{"do": "piles", "piles": piles}]
    assert ("low", 0, True) in points(game)
    assert serious(game) == []


def test_a_card_that_stands_in_two_tricks_of_one_record_tells_which_record_is_wrong():  # TRCK-1
    right, wrong = record("tied_at_23"), record("tied_at_23")
    first = next(event for event in wrong["deals"][0]["events"] if event["do"] == "trick")
    first["cards"] = ["3D", "QD", "2D", "KD"]  # N's QD is played to trick 3
    found = audit.rule(Record.model_validate(right), 1, other=Record.model_validate(wrong)).differences
    told = {difference.where: difference.proves for difference in found}
    assert told["trick 1, N"] == "the second has QD in tricks 1 and 3: it is wrong in one of them"


def test_a_trick_that_the_hands_do_not_give_is_refused():  # DEAL-3
    game = Record.model_validate(record("tied_at_23"))
    with pytest.raises(audit.UsageError, match="no trick 99"):
        audit.rule(game, 1, dispute="revoke:N:99")


def test_a_deal_without_play_and_without_points_may_not_have_been_played():  # DEAL-7
    game = {
        "format": "all-fours/1",
        "game": {"seats": [{"seat": "A"}, {"seat": "B"}]},
        "deals": [{"number": 1, "dealer": "B", "events": [{"do": "turn", "card": "9S"}]}, {"number": 2, "dealer": "B"}],
    }
    assert serious(game) == []
    game["deals"][0] |= {"score_after": {"A": 2, "B": 1}}
    assert [code for code, _, _ in serious(game)] == ["wrong-dealer"]


def test_two_draws_written_for_each_other_are_one_fault():  # PLAY-6, REVK-1, TRCK-1
    game = record("california_jack", variant="california-jack")
    events = game["deals"][0]["events"]
    draws = [{"do": "draw", "seat": "B", "card": "KS"}, {"do": "draw", "seat": "A", "card": "9D"}]
    events[7:7] = draws  # after the fourth trick, which B won: 9D was his, KS is A's, and so they are played
    assert serious(game) == [("wrong-draw", "irregularity", "B")]


def test_a_trick_too_many_proves_no_revoke():  # TRCK-1, REVK-1
    game = record("tied_at_23")
    game["deals"][0]["events"].append({"do": "trick", "cards": ["2H", "3H", "4H", "5H"]})
    assert serious(game) == [("wrong-trick-count", "record", None)]
    game["deals"][0]["events"][0]["hands"] = dict.fromkeys("WNES")
    assert serious(game) == [("wrong-trick-count", "record", None)]


def test_a_card_written_twice_in_a_hand_stands_for_the_one_that_is_played():  # PACK-1, TRCK-1
    game = record("tied_at_23")
    hand = game["deals"][0]["events"][0]["hands"]["W"]
    hand[hand.index("TS")] = "9S"
    assert serious(game) == [("duplicate-card", "record", None)]


def readings(game):
    return rule(judged(game).heard[0].case).readings


def test_a_ruling_names_the_readings_on_which_it_rests():  # MISD-5, DEAL-5, REVK-4
    late = record("tied_at_23")
    events = late["deals"][0]["events"]
    events[0]["hands"]["W"].append("2C")
    events[1]["card"] = "JD"
    assert "MISD-5" not in readings(late)
    events.insert(4, {"do": "announce", "seat": "W", "count": 7})
    assert "MISD-5" in readings(late)  # the turned Jack stands
    given = record("all_four_by_one_card")
    events = given["deals"][0]["events"]
    events[1]["card"] = "JC"
    assert "DEAL-5" not in readings(given)
    events[2:3] = [{"do": "beg", "seat": "A"}, {"do": "give", "seat": "B"}]
    assert "DEAL-5" in readings(given)  # begging after a turned Jack


@pytest.mark.parametrize(("then", "faults"), [("W", [("shuffled-after-dealer", "irregularity", "W")]), ("S", [])])
def test_the_dealer_shuffles_last_though_the_pack_has_been_cut(then, faults):  # DEAL-1
    game = record("tied_at_23")
    shuffles = [{"do": "shuffle", "seat": "S"}, {"do": "cut", "seat": "E"}, {"do": "shuffle", "seat": then}]
    game["deals"][0]["events"][:0] = shuffles
    assert serious(game) == faults


@pytest.mark.parametrize(("pegged", "faults"), [((), []), ((9,), []), ((5, 4), []), ((4,), ["wrong-peg"])])
def test_a_peg_may_follow_where_the_record_ends_with_its_trick(pegged, faults):  # SCOR-8
    game = record("all_fives", variant="all-fives")
    events = game["deals"][0]["events"]
    events[4:4] = [{"do": "peg", "side": "B", "points": 2}]
    events[6:6] = [{"do": "peg", "side": "A", "points": 10}]
    events[8:] = [{"do": "peg", "side": "B", "points": points} for points in pegged]  # 5C and AC: nine in trick 3
    assert [code for code, _, _ in serious(game)] == faults
