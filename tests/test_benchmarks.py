"""The games that the benchmarks read: Seven-Up by the rules, with the scores that a second reading gives."""

import importlib.util
import json
from pathlib import Path

from tests.oracle import rules

SOURCE = Path(__file__).resolve().parent.parent / "benchmarks" / "seven_up.py"


def lines(seed, games):
    spec = importlib.util.spec_from_file_location("seven_up", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.lines(seed, games))


def test_the_games_are_played_and_scored_by_the_rules():
    for line in lines(7, 60):
        record = json.loads(line)
        for index, deal in enumerate(record["deals"]):
            scored = rules.score_deal(record, index)
            assert len(scored["tricks"]) == 6
            assert rules.first_revoke(deal["events"][1]["hands"], scored["tricks"], scored["trump"]) is None
            assert scored["totals"] == deal["score_after"]
            assert scored["ended"] == ("won" if deal is record["deals"][-1] else "played")


def test_the_same_seed_gives_the_same_games():
    assert lines(7, 5) == lines(7, 5)
