"""Shuffles and turn-ups as columns: what they are is computed here a second time, in another way."""

from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from audit.errors import UsageError
from audit.simulate import Shuffle, packs, turn_ups
from audit.simulate.shuffle import cuts, orders, overhands, riffles

HANDS = [[0, 1, 2, 12, 13, 14], [3, 4, 5, 15, 16, 17], [6, 7, 8, 18, 19, 20], [9, 10, 11, 21, 22, 23]]
"""The places of the pack that four hands are dealt from, three cards at a time (DEAL-3)."""
PAIRS = [pair for trick in range(6) for pair in combinations(range(4 * trick, 4 * trick + 4), 2)]
"""The pairs of cards of one trick, with six tricks of four gathered on the stock."""
CUTS = range(4, 49)
"""How many cards may be lifted off (DEAL-2)."""


def luck(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def together() -> list[list[float]]:
    """The chance that the cards at two places of the shuffled pack come to one hand, over all cuts."""
    hand = {place: number for number, places in enumerate(HANDS) for place in places}
    lies = [[hand.get((place - cut) % 52, -1) for cut in CUTS] for place in range(52)]
    return [[sum(a == b >= 0 for a, b in zip(p, q, strict=True)) / len(CUTS) for q in lies] for p in lies]


def test_cut_alone():
    """Without a shuffle the expectation is a sum over the 45 cuts."""
    same = together()
    exact = sum(same[x][y] for x, y in PAIRS)
    assert meetings(orders(luck(1), 20_000, Shuffle.parse("riffle:0")), luck(2)) == pytest.approx(exact, abs=0.15)


def test_one_riffle_keeps_tricks_together_as_gilbert_shannon_and_reeds_have_it():
    """The joint law of the places of two cards after one riffle, from the coins that must fall for it."""
    same = together()
    exact = 0.0
    for x, y in PAIRS:
        for p in range(52):
            for q in range(p + 1, 52):
                between = q - p - 1
                upper = comb(p, x) * comb(between, y - x - 1) / 2 ** (q + 1)
                lower = comb(51 - q, 51 - y) * comb(between, y - x - 1) / 2 ** (52 - p)
                parted = comb(p, x) * comb(51 - q, 51 - y) / 2 ** (p + 53 - q)
                crossed = sum(
                    comb(p, x - z) * comb(between, z) * comb(51 - q, 51 - y - between + z)
                    for z in range(max(0, x - p), min(between, x) + 1)
                    if 51 - y - between + z >= 0
                )
                exact += same[p][q] * (upper + lower + parted) + same[q][p] * crossed / 2**52
    assert exact == pytest.approx(3.96, abs=0.015)
    assert meetings(orders(luck(3), 40_000, Shuffle.parse("riffle:1")), luck(4)) == pytest.approx(exact, abs=0.05)


@pytest.mark.parametrize(("riffled", "expected"), [(1, 3.95), (2, 2.71), (3, 2.00), (4, 1.70)])
def test_pairs_of_a_trick_that_meet_in_a_hand(riffled, expected):
    drawn = orders(luck(5), 40_000, Shuffle.parse(f"riffle:{riffled}"))
    assert meetings(drawn, luck(6)) == pytest.approx(expected, abs=0.04)
    labels = luck(7).integers(0, 2**riffled, (40_000, 52))  # the same law from labels (Bayer and Diaconis)
    by_labels = np.argsort(np.argsort(labels, axis=1, kind="stable"), axis=1, kind="stable")
    assert meetings(by_labels, luck(8)) == pytest.approx(expected, abs=0.04)


def test_perfect_shuffle_leaves_nothing_of_the_tricks():
    """36 pairs, and 4 hands hold 60 of the 1326 pairs of places."""
    exact = 36 * 60 / 1326
    assert exact == pytest.approx(1.629, abs=0.001)
    assert meetings(packs(luck(9), 40_000), luck(10)) == pytest.approx(exact, abs=0.03)


def meetings(order: np.ndarray, rng: np.random.Generator) -> float:
    """Pairs of one trick that meet in a hand of the next deal, a deal."""
    lifted = rng.integers(CUTS.start, CUTS.stop, len(order))
    cut = np.take_along_axis(order, (np.arange(52) + lifted[:, None]) % 52, axis=1)
    hand = np.full(52, -1)
    for number, places in enumerate(HANDS):
        hand[places] = number
    of_card = hand[np.argsort(cut, axis=1)]
    return float(sum(((of_card[:, x] == of_card[:, y]) & (of_card[:, x] >= 0)).mean() for x, y in PAIRS))


@pytest.mark.parametrize("draw", [packs, riffles, overhands])
def test_every_order_has_every_card_once(draw):
    assert (np.sort(draw(luck(11), 500), axis=1) == np.arange(52)).all()


def test_riffle_has_two_rising_sequences_and_a_binomial_cut():
    drawn = riffles(luck(12), 4_000)
    places = np.argsort(drawn, axis=1)
    rising = 1 + (np.diff(places, axis=1) < 0).sum(axis=1)
    assert rising.max() == 2
    upper = np.argmax(np.diff(places, axis=1) < 0, axis=1)[rising == 2] + 1
    assert upper.mean() == pytest.approx(26, abs=5 * sqrt(13 / 4_000))
    assert upper.var() == pytest.approx(13, rel=0.15)


def test_overhand_shuffle_turns_packets_round():
    """Packets keep their order within: neighbours stay neighbours in four cases of five."""
    drawn = overhands(luck(13), 4_000).astype(int)
    kept = (np.diff(drawn, axis=1) == 1).mean()
    assert kept == pytest.approx(0.8, abs=5 * sqrt(0.16 / (4_000 * 51)))


def test_packs_are_uniform():
    """Every card comes to every place equally often: chi-squared of 52 x 52 counts."""
    drawn = packs(luck(14), 52_000)
    counts = np.array([np.bincount(drawn[:, place], minlength=52) for place in range(52)])
    chi_squared = ((counts - 1_000) ** 2 / 1_000).sum()
    assert abs(chi_squared - 51 * 51) < 5 * sqrt(2 * 51 * 51)


def test_cuts_leave_four_cards_in_each_packet():  # DEAL-2
    drawn = cuts(luck(15), 10_000)
    assert set(drawn.tolist()) == set(CUTS)


def test_shuffles_are_read_and_written():
    for text in ("perfect", "riffle:3", "overhand:12"):
        assert str(Shuffle.parse(text)) == text


@pytest.mark.parametrize("text", ["", "riffle", "riffle:", "riffle:-1", "overhand:1.5", "faro:2", "riffle:100"])
def test_other_shuffles_are_refused(text):
    with pytest.raises(UsageError, match="expected perfect, riffle:N or overhand:N"):
        Shuffle.parse(text)


def test_honest_turn_ups_are_jacks_once_in_thirteen():  # DEAL-4
    turned = turn_ups(luck(16), 1_000_000)
    assert np.bincount(turned.dealer).tolist() == [250_000] * 4  # DEAL-7
    jacks = (turned.card % 13 == 9).mean()
    assert jacks == pytest.approx(1 / 13, abs=5 * sqrt(12 / 169 / 1_000_000))
    counts = np.bincount(turned.card, minlength=52)
    assert ((counts - counts.mean()) ** 2 / counts.mean()).sum() < 51 + 5 * sqrt(102)


def test_turn_ups_of_a_cheat():  # CHT-1
    turned = turn_ups(luck(17), (50, 8_000), rates=[1 / 13, 1 / 4, 1 / 13, 1 / 6], first=2)
    assert turned.card.shape == turned.dealer.shape == (50, 8_000)
    assert turned.dealer[7, :5].tolist() == [2, 3, 0, 1, 2]
    for dealer, rate in enumerate([1 / 13, 1 / 4, 1 / 13, 1 / 6]):
        jacks = turned.card[turned.dealer == dealer] % 13 == 9
        assert jacks.mean() == pytest.approx(rate, abs=5 * sqrt(rate * (1 - rate) / jacks.size))


def test_rates_that_no_cheat_has_are_refused():
    with pytest.raises(UsageError, match="cannot be reached by cheating"):
        turn_ups(luck(18), 10, rates=[0.05, 0.1, 0.1, 0.1])
    with pytest.raises(UsageError, match="expected one a player"):
        turn_ups(luck(18), 10, rates=[0.25])
