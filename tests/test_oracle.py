"""The oracle itself: hands worked out by hand, so that it is known good before the program is compared with it."""

import itertools
import json
import random

import pytest

from tests.games import record
from tests.oracle import generate, mutate, perft, rules

WNES = list("WNES")
ABC = list("ABC")


def scored(name, variant="seven-up", before=None, **options):
    return rules.score_deal(record(name, variant, before, **options), 0)


def sides_of(result):
    """Who scores each point, counted or not."""
    return {name: side for name, side, _ in result["points"] if name != "peg"}


# name, variant, who scores what, Game counts
HANDS = [
    ("tied_at_23", "seven-up", {"high": "N/S", "low": "W/E", "game": "W/E"}, {"W/E": 23, "N/S": 23}),  # SCOR-5
    ("tied_at_23", "pitch", {"high": "N/S", "low": "W/E"}, {"W/E": 23, "N/S": 23}),  # SCOR-5, PLAY-5
    ("tied_at_23", "all-fours", {"high": "N/S", "low": "W/E", "game": "W/E"}, {"W/E": 23, "N/S": 23}),  # SCOR-5 (H)
    (
        "all_four_by_one_card",
        "seven-up",
        dict.fromkeys(("high", "low", "jack", "game"), "A"),
        {"A": 1, "B": 0},
    ),  # SCOR-7
    ("two_non_dealers_tie", "seven-up", {"high": "B", "low": "A"}, {"A": 12, "B": 12, "C": 0}),  # SCOR-5
    (
        "dealer_ties_the_eldest",
        "seven-up",
        {"high": "B", "low": "A", "game": "A"},
        {"A": 20, "B": 8, "C": 20},
    ),  # SCOR-5
    ("three_tie", "seven-up", {"high": "A", "low": "C", "jack": "B"}, {"A": 11, "B": 11, "C": 11}),  # SCOR-5
    (
        "low_lost_in_pitch",
        "pitch",
        {"high": "W/E", "low": "W/E", "jack": "N/S", "game": "N/S"},
        {"W/E": 8, "N/S": 22},
    ),  # SCOR-2
    ("under_trumped", "seven-up", dict.fromkeys(("high", "low", "game"), "N/S"), {"W/E": 6, "N/S": 10}),  # PLAY-3
    ("no_pips_out", "seven-up", {"high": "B", "low": "A", "game": "A"}, {"A": 0, "B": 0}),  # SCOR-5
    (
        "jack_caught",
        "seven-up",
        {"high": "W/E", "jack": "W/E", "low": "N/S", "game": "N/S"},
        {"W/E": 6, "N/S": 38},
    ),  # SCOR-3
    ("ten_given_up", "seven-up", {"high": "W/E", "low": "N/S", "game": "N/S"}, {"W/E": 14, "N/S": 36}),  # PLAY-3
    (
        "california_jack",
        "california-jack",
        {"high": "A", "low": "B", "jack": "A", "game": "A"},
        {"A": 41, "B": 39},
    ),  # SCOR-9
    ("all_fives", "all-fives", {"high": "B", "low": "A", "game": "B"}, {"A": 13, "B": 15}),  # SCOR-8
]


@pytest.mark.parametrize(("name", "variant", "points", "counts"), HANDS)
def test_points_and_game_counts(name, variant, points, counts):
    result = scored(name, variant)
    assert sides_of(result) == points
    assert result["game_counts"] == counts


def test_no_pips_out_is_undecided_in_all_fours():  # SCOR-5
    with pytest.raises(ValueError, match="SCOR-5"):
        scored("no_pips_out", "all-fours")


def test_pegs_of_all_fives():  # SCOR-8
    result = scored("all_fives", "all-fives")
    assert result["pegs"] == {"A": 13, "B": 11}
    assert result["totals"] == {"A": 14, "B": 13}


def test_a_peg_past_sixty_one_is_written_61():  # SCOR-6, SCOR-8
    result = scored("all_fives", "all-fives", {"A": 52, "B": 50})
    assert result["totals"] == {"A": 61, "B": 52}
    assert result["winner"] == "A"


# who is out first: before, totals, winner
@pytest.mark.parametrize(
    ("name", "before", "totals"),
    [
        ("both_out_low_before_game", {"W/E": 6, "N/S": 5}, {"W/E": 6, "N/S": 7}),
        ("both_out_jack_before_game", {"W/E": 5, "N/S": 5}, {"W/E": 6, "N/S": 7}),
    ],
)
def test_order_of_going_out(name, before, totals):  # SCOR-6
    result = scored(name, before=before)
    assert (result["totals"], result["winner"]) == (totals, "N/S")
    assert result["next_dealer"] is None


def revoke(name, before, revoker, adversary, jack_in_play=False):
    points = scored(name, before=before)["points"]
    return rules.revoke_totals(points, before, 7, revoker, adversary, jack_in_play)


def test_revoke_without_the_jack():  # REVK-3
    both = revoke("revoke_no_jack", {"W/E": 3, "N/S": 3}, "N/S", "W/E")
    assert both == {"add": ({"W/E": 5, "N/S": 4}, None), "deduct": ({"W/E": 4, "N/S": 3}, None)}


def test_revoker_stops_at_six():  # REVK-5
    both = revoke("revoker_stops_at_six", {"W/E": 5, "N/S": 2}, "W/E", "N/S")
    assert both == {"add": ({"W/E": 6, "N/S": 4}, None), "deduct": ({"W/E": 5, "N/S": 3}, None)}


def test_revoke_with_the_jack():  # REVK-4: the adversary made the Jack, the revoker Game
    both = revoke("jack_caught", {"W/E": 0, "N/S": 4}, "N/S", "W/E", jack_in_play=True)
    assert both == {"add": ({"W/E": 4, "N/S": 5}, None), "deduct": ({"W/E": 2, "N/S": 3}, None)}


def test_the_penalty_that_is_added_counts_before_high():  # REVK-5, SCOR-6
    both = revoke("revoke_no_jack", {"W/E": 6, "N/S": 3}, "N/S", "W/E")
    assert both["add"] == ({"W/E": 7, "N/S": 3}, "W/E")


def test_the_revoke_itself_is_found():  # REVK-1
    for name, expected in {
        "revoke_no_jack": (3, "N", "4D"),
        "revoker_stops_at_six": (3, "W", "JD"),
        "under_trumped": None,
        "ten_given_up": None,
    }.items():
        deal = record(name)["deals"][0]
        trump, tricks = rules.tricks_of(deal, "seven-up", WNES, "S")
        assert rules.first_revoke(rules.hands_of(deal, WNES), tricks, trump) == expected


def test_legal_cards():  # PLAY-1 to PLAY-3
    hand = ["AH", "2H", "KS", "3C"]
    assert rules.legal(hand, None, "H") == hand
    assert rules.legal(hand, "9H", "H") == ["AH", "2H"]  # PLAY-2
    assert rules.legal(hand, "9S", "H") == ["AH", "2H", "KS"]  # PLAY-3
    assert rules.legal(hand, "9D", "H") == hand  # PLAY-3


def test_trick_winner():  # PLAY-4
    assert rules.winner(["3S", "AH", "KS", "2C"], "C") == 3
    assert rules.winner(["3S", "AH", "KS", "2C"], "D") == 2


def test_turned_jacks():  # DEAL-5, BEG-4, BEG-5
    assert rules.turned_jacks(["9H", "JH", "4C"]) == []
    assert rules.turned_jacks(["9H", "JC"]) == ["JC"]
    assert rules.turned_jacks(["JH", "JC"]) == ["JH", "JC"]
    assert rules.turned_jacks(["5H", "9H", "JS"]) == ["JS"]


def test_how_often_the_cards_can_be_run():  # BEG-6
    for players, runs in ((2, 5), (3, 3), (4, 2)):
        undealt, made = 52 - 6 * players - 1, 0
        while not rules.exhausted(undealt, players):
            undealt, made = undealt - 3 * players - 1, made + 1
        assert made == runs


def test_gifts():  # BEG-8, BEG-9
    assert rules.gift_receivers(ABC, "C") == ["A", "B"]
    assert not rules.may_give(ABC, "C", {"A": 5, "B": 6, "C": 3}, 7)
    assert rules.may_give(ABC, "C", {"A": 5, "B": 5, "C": 6}, 7)
    assert rules.may_give(WNES, "S", {"W/E": 5, "N/S": 6}, 7)
    assert not rules.may_give(WNES, "S", {"W/E": 6, "N/S": 0}, 7)


def test_who_deals_next():  # DEAL-7, MISD-1, MISD-2, MISD-4, BEG-6
    assert rules.next_dealer("seven-up", WNES, "S", "played") == "W"
    assert rules.next_dealer("seven-up", WNES, "S", "misdeal") == "W"
    assert rules.next_dealer("pitch", WNES, "S", "misdeal") == "S"
    assert rules.next_dealer("seven-up", WNES, "S", "faced-card") == "S"
    assert rules.next_dealer("seven-up", list("AB"), "B", "exhausted") == "B"


def test_the_cut_for_deal():  # SEAT-2
    assert rules.first_dealer([{"A": "KH", "B": "7S"}]) == "A"
    assert rules.first_dealer([{"A": "KH", "B": "KS", "C": "2C"}, {"A": "3H", "B": "4S"}]) == "B"


def test_hands_kept():  # DISC-1, DISC-2
    assert [rules.hand_size(runs) for runs in (0, 1, 2)] == [6, 6, 6]
    assert [rules.hand_size(runs, keep_nine=True) for runs in (0, 1, 2)] == [6, 9, 6]


@pytest.mark.parametrize("seed", range(60))
def test_random_games_keep_the_rules(seed):
    rng = random.Random(seed)
    variant = rng.choice(list(rules.PLAYERS))
    players = rng.choice(rules.PLAYERS[variant])
    game = generate.random_game(rng, variant, players, stock="both", **({"plays": "mixed"} if seed % 2 else {}))
    seats = [seat["seat"] for seat in game["game"]["seats"]]
    totals = dict.fromkeys(rules.sides(seats), 0)
    for index, deal in enumerate(game["deals"]):
        result = rules.score_deal(game, index)
        assert deal["score_before"] == totals
        assert deal["score_after"] == result["totals"]
        totals = result["totals"]
        cards = [c for e in deal["events"] if e["do"] in ("deal", "run") for hand in e["hands"].values() for c in hand]
        cards += [e["card"] for e in deal["events"] if e["do"] == "turn"]
        assert len(cards) == len(set(cards))
        if variant != "california-jack":
            hands = rules.hands_of(deal, seats)
            assert rules.first_revoke(hands, result["tricks"], result["trump"]) is None
        last = index == len(game["deals"]) - 1
        assert (result["winner"] is not None) == last
        if not last:
            assert game["deals"][index + 1]["dealer"] == result["next_dealer"]


def test_counts_of_continuations_by_permutations():
    """Every order of both hands, the illegal ones struck out one by one, gives the same number."""
    hands = {"A": ["JS", "AD", "4S"], "B": ["7S", "5D", "KS"]}
    for trump in "SDH":
        games = 0
        for mine, theirs in itertools.product(itertools.permutations(hands["A"]), itertools.permutations(hands["B"])):
            leader, tricks = "A", []
            for a, b in zip(mine, theirs, strict=True):
                trick = [("A", a), ("B", b)] if leader == "A" else [("B", b), ("A", a)]
                tricks.append(trick)
                leader = rules.trick_winner(trick, trump)
            games += rules.first_revoke(hands, tricks, trump) is None
        assert perft.count("seven-up", ["A", "B"], "B", hands, trump, 6) == games


@pytest.mark.parametrize("name", list(perft.DEALS))
def test_counts_of_fixed_deals_are_as_tabled(name):
    variant, seats, dealer, hands, trump, stock = perft.fixed_deal(name)
    assert perft.count(variant, seats, dealer, hands, trump, perft.DEALS[name][3], stock) == perft.COUNTS[name]


@pytest.mark.parametrize(("name", "function"), list(mutate.mutations()))
def test_mutations_are_repeatable_records_with_findings_expected(name, function):
    record, expected = function(random.Random(7))
    assert (record, expected) == function(random.Random(7)), name
    assert json.loads(json.dumps(record)) == record
    assert all("code" in finding for finding in expected)


@pytest.mark.parametrize("seed", range(20))
def test_a_revoke_is_the_only_one_of_its_record(seed):  # REVK-1
    record, expected = dict(mutate.mutations())["revoke_with_the_hands_known"](random.Random(seed))
    deal, seats = record["deals"][0], [seat["seat"] for seat in record["game"]["seats"]]
    trump, tricks = rules.tricks_of(deal, record["game"]["variant"], seats, deal["dealer"])
    if record["game"]["variant"] != "california-jack":
        found = rules.first_revoke(rules.hands_of(deal, seats), tricks, trump)
        assert found == tuple(expected[0][key] for key in ("trick", "seat", "card"))
