"""Simulated clubs: legal games, rightly scored; the same records from the same plan; honest trouble."""

import json
import os
import subprocess
import sys
import tracemalloc
from collections import Counter
from math import comb, sqrt
from pathlib import Path

import pytest

from audit import validate
from audit.errors import UsageError
from audit.simulate import Cheat, Plan, Shuffle, Trouble, Truth, json_lines, json_records, simulate, write

TABLES = [
    ("seven-up", 4), ("seven-up", 3), ("seven-up", 2), ("all-fours", 4), ("all-fours", 2), ("pitch", 4), ("pitch", 3),
    ("pitch", 2), ("all-fives", 4), ("all-fives", 3), ("all-fives", 2), ("california-jack", 2),
]  # fmt: skip
LEVELS = ("decent", "casual", "random")


def events(deal, kind):
    return [event for event in deal["events"] if event["do"] == kind]


def player_at(record, label):
    return next(seat["player"] for seat in record["game"]["seats"] if seat["seat"] == label)


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_honest_games_validate_clean(variant, seats):  # SEAT-1, SCOR-6
    deals = 0
    for record in simulate(Plan(variant=variant, players=seats, tables=1, nights=9, levels=LEVELS, seed=seats)):
        assert validate(record) == []
        assert len(record.game.seats) == seats
        deals += len(record.deals)
    assert deals >= 9 * 40


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_honest_games_validate_clean_from_the_plays_alone(variant, seats):
    plan = Plan(variant=variant, players=seats, tables=1, nights=3, levels=LEVELS, record="plays", seed=seats)
    for record in simulate(plan):
        assert validate(record) == []
        assert not any(event.do in ("deal", "stock", "piles") for deal in record.deals for event in deal.events)


def test_weakly_shuffled_games_validate_clean():
    for shuffle in ("riffle:1", "overhand:2"):
        for record in simulate(Plan(nights=3, shuffle=Shuffle.parse(shuffle), seed=4)):
            assert validate(record) == []


def test_games_end_at_the_target():  # SCOR-6
    for variant, target in (("seven-up", 7), ("all-fives", 61)):
        for record in json_records(Plan(variant=variant, nights=2, seed=5)):
            last = record["deals"][-1]["score_after"]
            assert max(last.values()) == last[record["game"]["winner"]] == target
            assert all(max(deal["score_before"].values()) < target for deal in record["deals"])


def test_partners_sit_opposite_and_change_tables():  # SEAT-2
    partners, tables = set(), set()
    for record in json_records(Plan(nights=10, seed=6)):
        seats = record["game"]["seats"]
        cut = events(record["deals"][0], "cut-for-deal")[0]["cards"]
        ranks = {seat: "23456789TJQKA".index(card[0]) for seat, card in cut.items()}
        assert len(set(ranks.values())) == 4
        highest = sorted(ranks, key=ranks.get)[-2:]
        assert set(highest) in ({"W", "E"}, {"N", "S"})
        assert record["deals"][0]["dealer"] == highest[1]
        names = {seat["seat"]: seat["player"] for seat in seats}
        partners.add(frozenset((names["W"], names["E"])))
        tables.update((name, record["game"]["place"]) for name in names.values())
    assert len(tables) == 16  # everybody was at both tables
    assert len(partners) > 20


def test_members_who_find_no_seat_wait():
    seen = set()
    for record in json_records(Plan(players=7, tables=1, nights=8, seed=6)):
        names = [seat["player"] for seat in record["game"]["seats"]]
        assert len(names) == 4
        seen.update(names)
    assert len(seen) == 7


def test_decent_players_beat_random_ones():
    """Two and two: with equal skill each side takes the odd Jack or Game as often as not."""
    won = [0, 0]
    plan = Plan(players=4, tables=1, nights=30, levels=("decent", "random"), variant="pitch", seed=7)
    for record in json_records(plan):
        names = {seat["seat"]: seat["player"] for seat in record["game"]["seats"]}
        for deal in record["deals"]:
            for side, points in deal["points"].items():
                decent = [names[seat] in ("Ann", "Cyd") for seat in side.split("/")]
                if decent[0] == decent[1] and "game" in points:
                    won[decent[0]] += 1
    assert sum(won) > 300
    assert won[1] > sum(won) / 2 + 4 * sqrt(sum(won) / 4)


def test_weak_hands_beg_more_often():  # BEG-1
    begged = {number: [0, 0] for number in range(7)}
    for record in json_records(Plan(nights=20, levels=("decent",), seed=8)):
        for deal in record["deals"]:
            if declared := [event for event in deal["events"] if event["do"] in ("beg", "stand")]:
                hand = events(deal, "deal")[0]["hands"][declared[0]["seat"]]
                trump = events(deal, "turn")[0]["card"][1]
                begged[sum(card[1] == trump for card in hand)][declared[0]["do"] == "beg"] += 1
    assert begged[0][0] == 0 < begged[0][1]
    assert begged[4][1] == 0 < begged[4][0]


def test_the_same_plan_gives_the_same_bytes_whatever_the_hash_seed():
    code = (
        "import hashlib; from audit.simulate import *; "
        "plan = Plan(nights=2, cheats=(Cheat.parse('CHT-5:Bob'), Cheat.parse('CHT-4:Dee')), "
        "shuffle=Shuffle.parse('riffle:2'), trouble=Trouble(omitted=0.1, slips=0.01, two_spellings=2), seed=9); "
        "print(hashlib.sha256(''.join(json_lines(plan)).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_seeds_and_clubs_differ():
    def first(seed, clubs=1):
        return [record["deals"] for record in json_records(Plan(nights=1, clubs=clubs, seed=seed))]

    assert first(1) == first(1) != first(2)
    both = first(1, clubs=2)
    assert len(both) > len(first(1))
    names = {
        seat["player"] for record in json_records(Plan(nights=1, clubs=2, seed=1)) for seat in record["game"]["seats"]
    }
    assert {"1/Ann", "2/Ann"} <= names


def test_books_put_together_from_parts_are_those_made_whole():
    plan = Plan(nights=3, clubs=2, record="turn-ups", cheats=(Cheat.parse("CHT-1:Bob:1/2"),), seed=10)
    whole, parts = Truth(plan), Truth(plan)
    made = [json.dumps(record, separators=(",", ":")) + "\n" for record in json_records(plan, whole)]
    assert list(json_lines(plan, parts)) == made
    assert whole == parts
    assert whole.deals == 2 * 3 * 2 * 40
    assert whole.used["CHT-1:Bob"] == len(whole.crooked)
    for record in simulate(plan):
        assert validate(record) == []
        assert record.game.seats is None


def test_a_book_of_played_deals_has_the_first_turn_ups():
    plan = Plan(nights=2, seed=11, shuffle=Shuffle.parse("riffle:2"))
    book = Plan(nights=2, seed=11, shuffle=Shuffle.parse("riffle:2"), record="turn-ups")
    played = [
        (player_at(record, deal["dealer"]), events(deal, "turn")[0])
        for record in json_records(plan)
        for deal in record["deals"]
    ]
    written = [(deal["dealer"], deal["events"][0]) for record in json_records(book) for deal in record["deals"]]
    assert written == played


def test_memory_does_not_grow_with_the_number_of_deals():
    def peak(nights):
        tracemalloc.start()
        for _ in json_lines(Plan(nights=nights, record="turn-ups", tables=1, players=4)):
            pass
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    assert peak(1_000) < 1.2 * peak(100)


# Honest trouble


def deals_by_place(plan, truth=None):
    return {
        (record["game"]["id"], deal["number"]): deal for record in json_records(plan, truth) for deal in record["deals"]
    }


def test_omitted_deals_leave_the_others_as_they_were():
    whole = deals_by_place(Plan(nights=10, seed=12))
    plan = Plan(nights=10, seed=12, trouble=Trouble(omitted=0.1))
    truth = Truth(plan)
    kept = deals_by_place(plan, truth)
    assert all(whole[place] == deal for place, deal in kept.items())
    assert truth.omitted == len(whole) - len(kept)
    assert truth.deals == len(kept)
    assert truth.omitted / len(whole) == pytest.approx(0.1, abs=4 * sqrt(0.09 / len(whole)))


def test_deals_omitted_because_nothing_happened_raise_the_share_of_jacks():
    """With half of the dull deals left out, 1/13 becomes (1/13) / (1/13 + 12/26) = 1/7."""
    plan = Plan(nights=100, record="turn-ups", seed=13, trouble=Trouble(omitted_dull=0.5, renumbered=True))
    jacks = deals = 0
    for record in json_records(plan):
        assert [deal["number"] for deal in record["deals"]] == list(range(1, len(record["deals"]) + 1))
        deals += len(record["deals"])
        jacks += sum(deal["events"][0]["card"][0] == "J" for deal in record["deals"])
    assert jacks / deals == pytest.approx(1 / 7, abs=4 * sqrt(6 / 49 / deals))


def test_slips_of_the_pen_come_at_their_rate():
    whole = deals_by_place(Plan(nights=4, seed=14))
    plan = Plan(nights=4, seed=14, trouble=Trouble(slips=0.01))
    truth = Truth(plan)
    slipped = deals_by_place(plan, truth)
    cards = [(a, b) for place in whole for a, b in zip(written(whole[place]), written(slipped[place]), strict=True)]
    changed = [(a, b) for a, b in cards if a != b]
    totals = [(whole[place]["score_after"], slipped[place]["score_after"]) for place in whole]
    added = [wrong[side] - total for right, wrong in totals for side, total in right.items()]
    assert set(added) == {0, 1}
    assert len(changed) + sum(added) == truth.slips
    assert len(changed) / len(cards) == pytest.approx(0.01, abs=4 * sqrt(0.01 / len(cards)))
    ranks = "23456789TJQKA"
    for a, b in changed:
        assert a[0] == b[0] or (a[1] == b[1] and abs(ranks.index(a[0]) - ranks.index(b[0])) == 1)
    assert sum(len(validate(record)) for record in simulate(plan)) > 0


def written(value):
    """Every card of a JSON value, in order."""
    if isinstance(value, dict):
        return [card for item in value.values() for card in written(item)]
    if isinstance(value, list):
        return [card for item in value for card in written(item)]
    return [value] if isinstance(value, str) and len(value) == 2 and value[1] in "SHDC" else []


def test_missing_hands():
    plan = Plan(nights=4, seed=15, trouble=Trouble(missing_hands=0.25))
    truth = Truth(plan)
    deals = deals_by_place(plan, truth).values()
    hands = [hand for deal in deals for hand in events(deal, "deal")[0]["hands"].values()]
    assert hands.count(None) == truth.missing_hands
    assert hands.count(None) / len(hands) == pytest.approx(0.25, abs=4 * sqrt(0.1875 / len(hands)))
    for record in simulate(plan):
        assert validate(record) == []


def test_two_spellings_of_a_name():
    plan = Plan(nights=10, seed=16, trouble=Trouble(two_spellings=2))
    truth = Truth(plan)
    names = {seat["player"] for record in json_records(plan, truth) for seat in record["game"]["seats"]}
    assert truth.spellings == {"Ann": "ANN", "Bob": "Bobb"}
    assert names == {"Ann", "ANN", "Bob", "Bobb", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal"}


# Files


def test_records_and_truth_are_written_beside_each_other(tmp_path):
    plan = Plan(nights=1, cheats=(Cheat.parse("CHT-2:Bob:1"),), seed=17)
    truth = write(plan, tmp_path / "club.jsonl")
    lines = (tmp_path / "club.jsonl").read_text().splitlines()
    assert len(lines) == truth.records
    told = json.loads((tmp_path / "club.jsonl.truth").read_text())
    assert told["deals"] == sum(len(json.loads(line)["deals"]) for line in lines)
    assert len(told["crooked"]) == told["used"]["CHT-2:Bob"] == truth.used["CHT-2:Bob"] > 0
    assert {deal["player"] for deal in told["crooked"]} == {"Bob"}
    assert list(map(json.loads, lines)) == list(json_records(plan))


def test_notation_is_written_as_well(tmp_path):
    from audit import read

    plan = Plan(nights=1, tables=1, players=4, seed=18)
    write(plan, tmp_path / "club.fours")
    assert list(read(tmp_path / "club.fours")) == list(simulate(plan))


def test_files_that_stand_are_kept(tmp_path):
    plan = Plan(nights=1, seed=19)
    write(plan, tmp_path / "club.jsonl")
    with pytest.raises(UsageError, match="exists already"):
        write(plan, tmp_path / "club.jsonl")
    assert write(plan, tmp_path / "club.jsonl", force=True).records > 0
    with pytest.raises(UsageError, match="cannot be written"):
        write(plan, tmp_path / "nowhere" / "club.jsonl")
    with pytest.raises(UsageError, match="format to write"):
        write(plan, tmp_path / "club.pdf")
    assert {file.name for file in tmp_path.iterdir()} == {"club.jsonl", "club.jsonl.truth"}


# The samples

SAMPLES = Path(__file__).parent.parent / "sample_logs" / "clubs"
CLUBS = {
    "honest": Plan(nights=18, tables=1, players=5, seed=1),
    "crooked": Plan(nights=18, tables=1, players=5, cheats=(Cheat.parse("CHT-1:Bob:1/4"),), seed=2),
}


@pytest.mark.parametrize("club", CLUBS)
def test_samples_are_what_their_plan_gives(club, tmp_path):
    write(CLUBS[club], tmp_path / "club.jsonl")
    for ending in (".jsonl", ".jsonl.truth"):
        assert (tmp_path / f"club{ending}").read_bytes() == (SAMPLES / f"{club}{ending}").read_bytes()
    assert (SAMPLES / f"{club}.jsonl").stat().st_size < 1_000_000


def test_the_crooked_sample_convicts_by_turned_jacks():
    """The exact one-sided p of Bob's Jacks is far below a hundredth, even for the best of five players."""
    jacks, deals = Counter(), Counter()
    for record in simulate(CLUBS["crooked"]):
        names = {seat.seat: seat.player for seat in record.game.seats}
        for deal in record.deals:
            turned = next(event.card for event in deal.events if event.do == "turn")
            deals[names[deal.dealer]] += 1
            jacks[names[deal.dealer]] += turned[0] == "J"

    def p(player):
        n = deals[player]
        return sum(comb(n, k) * 12 ** (n - k) for k in range(jacks[player], n + 1)) / 13**n

    assert 5 * p("Bob") < 1e-6
    assert all(5 * p(player) > 0.01 for player in deals if player != "Bob")


# Plans that cannot be


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"variant": "whist"}, "unknown variant 'whist'; expected one of seven-up"),
        ({"record": "some"}, "unknown record 'some'; expected one of full, plays, turn-ups"),
        ({"levels": ("good",)}, "unknown level 'good'"),
        ({"levels": ()}, "no level of play"),
        ({"nights": 0}, "0 nights; expected at least 1"),
        ({"nights": 500_000}, "or more clubs"),
        ({"seed": -1}, "seed -1"),
        ({"players": 3}, "3 players at 2 tables; seven-up needs 2 at each"),
        ({"variant": "pitch", "record": "turn-ups"}, "pitch has no turn-up"),
        ({"cheats": (Cheat("CHT-1", "Zoe", 0.5),)}, "no member is called 'Zoe'"),
        ({"cheats": (Cheat("CHT-11", "Bob", 1),), "players": 6}, "CHT-11 needs partners"),
        ({"cheats": (Cheat("CHT-1", "Bob", 0.5), Cheat("CHT-1", "Bob", 0.2))}, "one method twice"),
        ({"cheats": (Cheat("CHT-2", "Bob", 1),), "variant": "pitch"}, "CHT-2 cannot be done in pitch"),
    ],
)
def test_plans_that_cannot_be_are_refused(wanted, said):
    with pytest.raises(UsageError, match=said):
        Plan(**wanted)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bob", "expected METHOD:PLAYER"),
        ("CHT-1", "expected METHOD:PLAYER"),
        ("CHT-1:Bob:", "expected METHOD:PLAYER"),
        ("CHT-1:Bob:1/0", "expected METHOD:PLAYER"),
        ("CHT-12:Bob", "unknown method 'CHT-12'; expected one of CHT-1, CHT-2"),
        ("CHT-1:Bob:1/20", "expected from 0.07692 to 1"),
        ("CHT-5:Bob:2", "expected from 0 to 1"),
    ],
)
def test_cheats_that_cannot_be_are_refused(text, said):
    with pytest.raises(UsageError, match=said):
        Cheat.parse(text)


def test_a_cheat_is_read():
    assert Cheat.parse("CHT-1:Bob:1/6") == Cheat("CHT-1", "Bob", 1 / 6)
    assert Cheat.parse("CHT-8:Ann B:.4") == Cheat("CHT-8", "Ann B", 0.4)
    assert Cheat.parse("CHT-5:Bob").strength == 1


def test_chances_that_are_none_are_refused():
    with pytest.raises(UsageError, match="missing hands 2; expected a chance"):
        Trouble(missing_hands=2)
