"""The order in which tricks were written down is the first thing to suspect: it accuses nobody (PLAY-1, TRCK-1)."""

import random

import pytest

from audit.records.models import Record
from audit.validation import validate
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
