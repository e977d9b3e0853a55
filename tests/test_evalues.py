"""e-values, laws and confidence sequences, against exact enumeration and figures worked out elsewhere."""

from itertools import combinations, product
from math import comb, exp, log

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import beta, binom

from audit.evidence.confidence import rate_sequence, tilt_sequence
from audit.evidence.evalues import average, e_bh, e_to_p, log_beta_mixture
from audit.evidence.laws import chance, drawn, one_in, pairs_met, strength_drawn, tail, total_law

P = 4 / 52

# Jacks k in n deals of one dealer: exact one-sided p, and the e-value of the Beta(2, 12) mixture above 1/13.
EXACT = [
    (2, 13, 0.264045, 1.24925),
    (4, 13, 0.0142289, 8.89508),
    (9, 40, 0.00287111, 31.9900),
    (18, 126, 0.00801209, 9.49984),
    (62, 500, 1.57399e-4, 177.041),
    (70, 500, 1.05199e-6, 21050.4),
    (125, 1000, 8.30219e-8, 170375.6),
]


@pytest.mark.parametrize(("hits", "trials", "p_value", "e_value"), EXACT)
def test_exact_values_of_turned_jacks(hits, trials, p_value, e_value):
    assert tail(hits, {one_in(4, 52): trials}) == pytest.approx(p_value, rel=5e-6)
    assert exp(log_beta_mixture(hits, trials, P, 2, 12)) == pytest.approx(e_value, rel=5e-6)


@pytest.mark.parametrize(("hits", "trials"), [(0, 5), (2, 13), (9, 40), (30, 200)])
def test_the_mixture_is_the_integral_that_it_claims_to_be(hits, trials):
    def ratio(rate):
        return (rate / P) ** hits * ((1 - rate) / (1 - P)) ** (trials - hits) * beta.pdf(rate, 2, 12)

    integral = quad(ratio, P, 1, epsabs=0, epsrel=1e-10)[0] / beta.sf(P, 2, 12)
    assert exp(log_beta_mixture(hits, trials, P, 2, 12)) == pytest.approx(integral, rel=1e-8)


@pytest.mark.parametrize("trials", [1, 13, 100])
def test_the_mixture_has_mean_one_under_honest_play(trials):
    hits = np.arange(trials + 1.0)
    worth = np.exp(log_beta_mixture(hits, trials, P, 2, 12))
    assert float(binom.pmf(hits, trials, P) @ worth) == pytest.approx(1, abs=1e-9)


def test_ville_holds_by_exact_recursion():
    """The chance ever to reach 20 within 400 honest deals is at most 1 in 20."""
    alive, rung = np.ones(1), 0.0
    for trials in range(1, 401):
        alive = np.convolve(alive, [1 - P, P])
        won = log_beta_mixture(np.arange(len(alive), dtype=float), trials, P, 2, 12) >= log(20)
        rung += float(alive[won].sum())
        alive[won] = 0
    assert 0.005 < rung <= 0.05


def test_e_bh_names_the_largest_set_that_its_rule_allows():
    """Against the definition: the largest k with k people at K / (k level) or more."""
    luck = np.random.default_rng(7)
    for _ in range(200):
        e_values = np.exp(luck.normal(2, 3, 6)).tolist()
        largest = max(
            (k for k in range(1, 7) if sum(e >= 6 / (k * 0.05) for e in e_values) >= k),
            default=0,
        )
        named, _ = e_bh(e_values, 0.05)
        assert len(named) == largest
        assert sorted(e_values)[6 - largest :] == sorted(e_values[place] for place in named)


def test_anybody_named_means_that_the_average_is_large():
    """The ground of the guarantee: e-BH names nobody unless the average of all is at least 1/level."""
    luck = np.random.default_rng(8)
    for _ in range(500):
        e_values = np.exp(luck.normal(0, 4, 5)).tolist()
        if e_bh(e_values, 0.1)[0]:
            assert sum(e_values) / 5 >= 10 * (1 - 1e-12)


def test_averages_and_p_values():
    assert average({"a": 30.0, "b": 0.0}, {"a": 0.25, "b": 0.25, "c": 0.5}) == 8
    assert e_to_p(0.3) == 1
    assert e_to_p(40) == 0.025


def test_hypergeometric_against_counting():
    cards = range(8)  # three good ones
    counted = np.zeros(4)
    for hand in combinations(cards, 4):
        counted[sum(card < 3 for card in hand)] += 1
    assert drawn(8, 3, 4).chances == pytest.approx(counted / comb(8, 4))


def test_strength_against_counting():
    counted = np.zeros(6)  # of 8 cards 2 honours (two points each), 2 plain trumps; hands of 3
    for hand in combinations(range(8), 3):
        counted[sum(2 if card < 2 else card < 4 for card in hand)] += 1
    assert strength_drawn(8, 2, 2, 3).chances == pytest.approx(counted / comb(8, 3))


def test_pairs_against_counting():
    """Two tricks of two cards, two hands of two: every place of the four trick cards in a pack of 52."""
    counted = np.zeros(3)
    hands = [0, 0, 1, 1] + [None] * 48
    for a, b in combinations(range(52), 2):
        first = hands[a] is not None and hands[a] == hands[b]
        free = [hands[place] for place in range(52) if place not in (a, b)]
        sizes = [free.count(hand) for hand in (0, 1)]
        second = sum(comb(size, 2) for size in sizes) / comb(50, 2)
        counted[int(first)] += 1 - second
        counted[int(first) + 1] += second
    assert pairs_met(2, 2, 2, hand=2).chances == pytest.approx(counted / comb(52, 2))


def test_pairs_against_shuffled_cards():
    luck = np.random.default_rng(3)
    met = np.zeros(20)
    for _ in range(20_000):
        place = luck.permutation(52)
        hand = np.where(place < 24, place // 6, -1)[:24].reshape(6, 4)  # six tricks of four, where each card went
        met[
            sum(int((trick[a] == trick[b]) and trick[a] >= 0) for trick in hand for a in range(4) for b in range(a))
        ] += 1
    law = pairs_met(4, 6, 4)
    assert law.mean() == pytest.approx(36 * 4 * 15 / 1326)
    assert met[:6] / 20_000 == pytest.approx(law.chances[:6], abs=0.012)


def test_every_tilt_is_a_fair_bet():
    for law in (drawn(51, 12, 6), one_in(3, 27), pairs_met(3, 6, 3)):
        tilts = np.array([0.2, 0.9, 2.0])
        bets = np.exp(np.multiply.outer(tilts, law.scores) - law.log_normaliser(tilts)[:, None])
        assert bets @ law.chances == pytest.approx(np.ones(3))


def test_sums_of_laws_against_dealing_every_way():
    laws = {one_in(1, 3): 2, drawn(6, 2, 3): 1}
    by_hand: dict[int, float] = {}
    parts = [one_in(1, 3), one_in(1, 3), drawn(6, 2, 3)]
    for scores in product(*(range(len(law.chances)) for law in parts)):
        share = float(np.prod([law.chances[score] for law, score in zip(parts, scores, strict=True)]))
        by_hand[sum(scores)] = by_hand.get(sum(scores), 0) + share
    start, chances = total_law(laws)
    assert {start + place: value for place, value in enumerate(chances)} == pytest.approx(by_hand)
    assert tail(3, laws) == pytest.approx(by_hand[3] + by_hand[4])


def test_far_tails_keep_their_digits():
    assert tail(60, {chance(0.01): 50, one_in(1, 100): 50}) == pytest.approx(binom.sf(59, 100, 0.01), rel=1e-9)


@pytest.mark.parametrize("rate", [P, 0.2])
def test_rate_sequence_holds_the_truth_at_all_times_together(rate):
    """By exact recursion: the share of histories of 300 deals that ever leave the sequence is at most 5%."""
    alive, missed = np.ones(1), 0.0
    for trials in range(1, 301):
        alive = np.convolve(alive, [1 - rate, rate])
        for hits in np.flatnonzero(alive > 1e-9):
            low, high = rate_sequence(int(hits), trials, 0.05, 2, 12)
            if not low <= rate <= high:
                missed += float(alive[hits])
                alive[hits] = 0
    assert missed <= 0.05


def test_tilt_sequence_excludes_honest_play_only_with_reason():
    assert tilt_sequence(72, {drawn(51, 12, 6): 51}, 0.05)[0] < 0 < tilt_sequence(72, {drawn(51, 12, 6): 51}, 0.05)[1]
    assert tilt_sequence(140, {drawn(51, 12, 6): 51}, 0.05)[0] > 0
