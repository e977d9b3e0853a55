"""The laws that scores follow under honest play, and what a tilt towards high scores does to them.

A score is an integer from 0. A law is the vector of the chances of 0, 1, 2, ... A bet multiplies by
exp(tilt * score) / E[exp(tilt * score)], whose mean under honest play is 1 (the likelihood ratio of an exponential family).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb

import numpy as np
from scipy.optimize import brentq
from scipy.signal import fftconvolve
from scipy.special import logsumexp
from scipy.stats import binom

from audit.evidence.evalues import Vector

TILTS = np.linspace(-8.0, 16.0, 1201)
"""The tilts on which confidence sequences are worked out; 16 makes a chance of one in a million nearly certain."""


@dataclass(frozen=True, eq=False)
class Law:
    """Chances of the scores 0, 1, 2, ... under honest play."""

    chances: Vector

    def log_normaliser(self, tilts: Vector) -> Vector:
        """log E[exp(tilt * score)] for each tilt."""
        with np.errstate(divide="ignore"):
            logs = np.log(self.chances)
        return np.asarray(logsumexp(np.multiply.outer(tilts, np.arange(len(logs))) + logs, axis=-1), float)

    @cached_property
    def normalisers(self) -> Vector:
        """`log_normaliser` over `TILTS`."""
        return self.log_normaliser(TILTS)

    def tilted(self, tilt: float) -> Vector:
        """The chances when every score is tilted by exp(tilt * score)."""
        with np.errstate(divide="ignore"):
            logs = np.log(self.chances) + tilt * np.arange(len(self.chances))
        return np.asarray(np.exp(logs - logsumexp(logs)), float)

    def mean(self, tilt: float = 0.0) -> float:
        """Mean score, honest or tilted."""
        return float(self.tilted(tilt) @ np.arange(len(self.chances)))

    def tilt_for(self, mean: float) -> float:
        """The tilt that gives this mean score, which must lie strictly between the lowest and the highest score."""
        return float(brentq(lambda tilt: self.mean(tilt) - mean, -60.0, 60.0))


@lru_cache(maxsize=None)
def one_in(good: int, total: int) -> Law:
    """One draw: score 1 with the chance good / total."""
    return Law(np.array([1 - good / total, good / total]))


@lru_cache(maxsize=None)
def chance(rate: float) -> Law:
    """Score 1 with a given chance."""
    return Law(np.array([1 - rate, rate]))


@lru_cache(maxsize=None)
def drawn(total: int, good: int, cards: int) -> Law:
    """How many of `good` cards are among `cards` drawn from `total`: the hypergeometric law."""
    return Law(
        np.array([comb(good, k) * comb(total - good, cards - k) for k in range(min(good, cards) + 1)], float)
        / comb(total, cards)
    )


@lru_cache(maxsize=None)
def strength_drawn(total: int, plain: int, honours: int, cards: int) -> Law:
    """Trumps counted once and honours twice among `cards` drawn from `total`, of which some are plain trumps and honours."""
    chances = np.zeros(cards + min(honours, cards) + 1)
    for two in range(min(honours, cards) + 1):
        for one in range(min(plain, cards - two) + 1):
            rest = comb(total - plain - honours, cards - one - two)
            chances[one + 2 * two] += comb(honours, two) * comb(plain, one) * rest / comb(total, cards)
    return Law(chances)


@lru_cache(maxsize=None)
def pairs_met(players: int, tricks: int, width: int, hand: int = 6) -> Law:
    """Pairs of one trick that meet in a hand of the next deal, when all orders of the pack are equally likely.

    Exact: trick by trick, each of its cards goes to one of the places left, those of the hands (`players` times `hand`)
    or the rest of the pack. A state is the places left in each hand, sorted, since the hands are alike.

    Args:
        players: hands dealt.
        tricks: tricks of the deal before, of `width` cards each.
        width: cards in a trick.
        hand: cards in a hand.

    >>> round(pairs_met(4, 6, 4).mean(), 4) == round(36 * 4 * 15 / 1326, 4)
    True
    """
    states: dict[tuple[int, ...], Vector] = {(hand,) * players: np.ones(1)}
    shares = [share for share in product(range(min(width, hand) + 1), repeat=players) if sum(share) <= width]
    for done in range(tricks):
        left = 52 - width * done
        after: dict[tuple[int, ...], Vector] = {}
        for state, chances in states.items():
            outside = left - sum(state)
            for share in shares:
                if any(taken > room for taken, room in zip(share, state, strict=True)):
                    continue
                ways = comb(outside, width - sum(share))
                met = 0
                for taken, room in zip(share, state, strict=True):
                    ways *= comb(room, taken)
                    met += taken * (taken - 1) // 2
                if ways:
                    reached = tuple(sorted(room - taken for taken, room in zip(share, state, strict=True)))
                    after[reached] = _add(after.get(reached), chances * (ways / comb(left, width)), met)
        states = after
    total: Vector | None = None
    for chances in states.values():
        total = _add(total, chances, 0)
    assert total is not None
    return Law(total)


def _add(onto: Vector | None, chances: Vector, shift: int) -> Vector:
    size = max(len(chances) + shift, 0 if onto is None else len(onto))
    summed = np.zeros(size)
    if onto is not None:
        summed[: len(onto)] = onto
    summed[shift : shift + len(chances)] += chances
    return summed


_DIRECT = 10**9
"""Products of lengths up to which sums are folded directly, so that tails far below 1e-16 keep their digits."""


def _fold(one: Vector, other: Vector) -> Vector:
    if len(one) * len(other) <= _DIRECT:
        return np.convolve(one, other)
    return np.asarray(np.clip(fftconvolve(one, other), 0.0, None), float)


def total_law(laws: Mapping[Law, int]) -> Vector:
    """Chances of the sum of independent scores, each law taken as often as its number says, by repeated squaring."""
    return _total(frozenset(laws.items()))


@lru_cache(maxsize=256)
def _total(laws: frozenset[tuple[Law, int]]) -> Vector:
    if len(laws) == 1:
        law, times = next(iter(laws))
        if len(law.chances) == 2:
            return np.asarray(binom.pmf(np.arange(times + 1), times, law.chances[1]), float)
    total = np.ones(1)
    for law, times in laws:
        power = law.chances
        while times:
            if times & 1:
                total = _fold(total, power)
            times >>= 1
            if times:
                power = _fold(power, power)
    return total


def tail(score: int, laws: Mapping[Law, int]) -> float:
    """Exact one-sided p-value: the chance of a total of at least `score` under honest play, the sample size fixed before."""
    if score <= 0:
        return 1.0
    if len(laws) == 1:
        law, times = next(iter(laws.items()))
        if len(law.chances) == 2:
            return float(binom.sf(score - 1, times, law.chances[1]))
    return min(1.0, float(np.sum(total_law(laws)[score:])))
