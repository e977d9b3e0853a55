"""The order in which tricks were written down is the first thing to suspect: it accuses nobody (PLAY-1, TRCK-1)."""

import random
from itertools import combinations

import pytest

from audit.records.models import Record
from audit.rules.rulings import rule
from audit.validation import Validation, validate
from tests.games import record
from tests.oracle import faulty

VARIANTS = ("seven-up", "all-fours", "pitch", "all-fives")


def written_down(seed):
    """A clean game of one deal, its tricks written whole, and the places of those after the first."""
    rng = random.Random(seed)
    while True:
        try:
            record = faulty.clean(rng, VARIANTS, plays="tricks", leaders=False)
        except faulty.NotHereError:
            continue
        return rng, record, record["deals"][0]["events"], faulty.find(record["deals"][0], "trick")[1:]


def points(game):
    return [(p.point, p.side, p.certain) for p in rule(Validation(Record.model_validate(game)).heard[0].case).points]


def serious(record):
    return [(f.code, f.kind) for f in validate(Record.model_validate(record)) if f.kind != "note"]


@pytest.mark.parametrize("seed", range(40))
def test_a_trick_written_from_another_seat(seed):
    rng, record, events, tricks = written_down(seed)
    cards = events[rng.choice(tricks)]["cards"]
    first = rng.randrange(1, len(cards))
    cards[:] = cards[first:] + cards[:first]
    assert serious(record) == [("out-of-turn", "record")]


@pytest.mark.parametrize("seed", range(40))
def test_two_cards_of_a_trick_exchanged(seed):
    rng, record, events, tricks = written_down(seed)
    cards = events[rng.choice(tricks)]["cards"]
    one, other = rng.sample(range(len(cards)), 2)
    cards[one], cards[other] = cards[other], cards[one]
    assert serious(record) == [("out-of-turn", "record")]


@pytest.mark.parametrize("seed", range(40))
def test_a_trick_left_out_of_a_hand_that_was_counted(seed):  # TRCK-1
    rng, record, events, tricks = written_down(seed)
    del events[rng.choice(tricks)]
    assert serious(record) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_trick_of_which_no_card_was_written(seed):  # TRCK-1
    rng, record, events, tricks = written_down(seed)
    events[rng.choice(tricks)]["cards"] = []
    assert serious(record) == [("incomplete-trick", "record")]


@pytest.mark.parametrize("places", list(combinations(range(3, 9), 2)))
def test_two_tricks_in_each_other_s_place(places):  # PLAY-1
    right = record("tied_at_23")
    game = record("tied_at_23")
    events = game["deals"][0]["events"]
    one, other = places
    events[one], events[other] = events[other], events[one]
    assert serious(game) == [("out-of-turn", "record")]
    assert points(game) == [
        (point, side if certain else None, certain)
        for (point, side, _), (_, _, certain) in zip(points(right), points(game), strict=True)
    ]


def test_nobody_can_tell_who_won_a_trick_that_was_written_from_another_seat_or_in_another_place():  # PLAY-1, SCOR-4
    game = record("tied_at_23")
    events = game["deals"][0]["events"]
    events[7], events[8] = events[8], events[7]
    assert serious(game) == [("out-of-turn", "record")]
    assert points(game)[-1] == ("game", None, False)


def test_a_revoke_is_not_proved_by_tricks_in_each_other_s_place():  # REVK-1, PLAY-1
    game = record("revoke_no_jack")
    events = game["deals"][0]["events"]
    events[3], events[7] = events[7], events[3]
    assert serious(game) == [("out-of-turn", "record")]
