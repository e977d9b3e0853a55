"""The short way for regular deals comes to the same as the general case, and takes nothing else."""

import random

import pytest

from audit.records.models import Record
from audit.rules.reckoning import Case
from audit.rules.regular import regular
from audit.telling import Teller
from tests.oracle import generate, rules
from tests.oracle.mutate import mutations


def tables(record):
    """The tables of a record's deals, each with the score before it that is written."""
    read = Record.model_validate(record)
    teller = Teller(read, read.seating)
    for deal in read.deals:
        before = deal.score_before
        if before is not None and read.game.scores == "to-go":
            before = {side: teller.variant.target - points for side, points in before.items()}
        known = before is not None and len(before) == len(teller.seating.sides)
        yield teller.table(deal, [before[side] for side in teller.seating.sides] if known else None)


def agrees(table):
    """Whether the short way took the deal; if so it must say what the general case says. SCOR-1 to SCOR-6."""
    found = regular(table)
    if found is None:
        return False
    case = Case(table)
    assert case.is_regular
    assert case.scoring.complete
    assert not table.faults
    outcome = case.usual
    assert (found.totals, found.winner, found.next_dealer) == (outcome.totals, outcome.winner, outcome.next_dealer)
    assert [(name, side) for name, side, _ in case.order_of_counting(case.base())] == found.points
    return True


@pytest.mark.parametrize("variant", ["seven-up", "all-fours", "pitch"])
def test_regular_deals_come_to_the_same(variant):
    rng = random.Random(1887)
    taken = 0
    for _ in range(60):
        players = rng.choice(rules.PLAYERS[variant])
        record = generate.random_game(rng, variant, players, declare=rng.choice(["stand", "give"]))
        taken += sum(agrees(table) for table in tables(record))
    assert taken > 100  # the short way is for most deals


@pytest.mark.parametrize("variant", ["all-fives", "california-jack"])
def test_games_with_pegs_or_a_stock_go_the_long_way(variant):
    rng = random.Random(1887)
    record = generate.random_game(rng, variant, 2)
    assert not any(regular(table) for table in tables(record))


@pytest.mark.parametrize("name", [name for name, _ in mutations()])
def test_a_faulty_deal_never_goes_the_short_way_with_another_answer(name):
    rng = random.Random(1887)
    for _ in range(5):
        record, _ = dict(mutations())[name](rng)
        for table in tables(record):
            agrees(table)
