"""The laws that scores follow under honest play, and what a tilt towards high scores does to them.

A score is an integer from 0. A law is the vector of the chances of 0, 1, 2, ... A bet multiplies by
exp(tilt * score) / E[exp(tilt * score)], whose mean under honest play is 1 (the likelihood ratio of an exponential
family).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import betainc

from audit.evidence.evalues import Vector

TILTS = np.sinh(np.linspace(np.arcsinh(-160.0), np.arcsinh(320.0), 1201)) / 20
"""The tilts on which confidence sequences are worked out, from -8 to 16, close together about nought.

A tilt of 16 makes a chance of one in a million nearly certain.
"""


@dataclass(frozen=True, eq=False)
class Law:
    """Chances of the scores 0, 1, 2, ... under honest play."""

    chances: Vector

    @cached_property
    def logs(self) -> Vector:
        """Logarithms of the chances."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.chances), float)

    @cached_property
    def scores(self) -> Vector:
        """The scores 0, 1, 2, ..."""
        return np.arange(float(len(self.chances)))

    def log_normaliser(self, tilts: Vector) -> Vector:
        """log E[exp(tilt * score)] for each tilt."""
        terms = np.multiply.outer(tilts, self.scores) + self.logs
        top = terms.max(axis=-1)
        return np.asarray(top + np.log(np.exp(terms - top[..., None]).sum(axis=-1)), float)

    @cached_property
    def normalisers(self) -> Vector:
        """`log_normaliser` over `TILTS`."""
        return self.log_normaliser(TILTS)

    @cached_property
    def worst(self) -> int:
        """What an innocent omitted deal scores: nought, or of several scores the lowest that comes in 1 deal of 20."""
        return 0 if len(self.chances) == 2 else int(np.searchsorted(np.cumsum(self.chances), 0.05))

    def tilted(self, tilt: float) -> Vector:
        """The chances when every score is tilted by exp(tilt * score)."""
        logs = self.logs + tilt * self.scores
        chances = np.exp(logs - logs.max())
        return np.asarray(chances / chances.sum(), float)

    def mean(self, tilt: float = 0.0) -> float:
        """Mean score, honest or tilted."""
        return float(self.tilted(tilt) @ self.scores) if tilt else self._mean

    @cached_property
    def _mean(self) -> float:
        return float(self.chances @ self.scores)

    def tilt_for(self, mean: float) -> float:
        """The tilt that gives this mean score, which must lie strictly between the lowest and the highest score."""
        return float(brentq(lambda tilt: self.mean(tilt) - mean, -60.0, 60.0))


@cache
def one_in(good: int, total: int) -> Law:
    """One draw: score 1 with the chance good / total."""
    return Law(np.array([1 - good / total, good / total]))


@cache
def chance(rate: float) -> Law:
    """Score 1 with a given chance."""
    return Law(np.array([1 - rate, rate]))


@cache
def drawn(total: int, good: int, cards: int) -> Law:
    """How many of `good` cards are among `cards` drawn from `total`: the hypergeometric law."""
    return Law(
        np.array([comb(good, k) * comb(total - good, cards - k) for k in range(min(good, cards) + 1)], float)
        / comb(total, cards)
    )


@cache
def strength_drawn(total: int, plain: int, honours: int, cards: int) -> Law:
    """Plain trumps counted once and honours twice, among `cards` drawn from `total`."""
    chances = np.zeros(cards + min(honours, cards) + 1)
    for two in range(min(honours, cards) + 1):
        for one in range(min(plain, cards - two) + 1):
            rest = comb(total - plain - honours, cards - one - two)
            chances[one + 2 * two] += comb(honours, two) * comb(plain, one) * rest / comb(total, cards)
    return Law(chances)


@cache
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


NEGLIGIBLE = 1e-200
"""Chances at both ends of a sum that are dropped; they would cost time and change nothing."""


class Total(NamedTuple):
    """The law of a sum: the chances of `start`, `start` + 1, ..."""

    start: int
    chances: Vector

    def plus(self, other: "Total") -> "Total":
        """The law of the sum of two independent sums; only positive terms are added, so far tails keep their digits."""
        chances = np.convolve(self.chances, other.chances)
        kept = np.flatnonzero(chances > NEGLIGIBLE)
        return Total(self.start + other.start + int(kept[0]), chances[kept[0] : kept[-1] + 1])

    def times(self, number: int) -> "Total":
        """The law of the sum of so many independent copies, by repeated doubling; at least one."""
        if number == 1:
            return self
        half = self.times(number // 2)
        double = half.plus(half)
        return double.plus(self) if number % 2 else double


def total_law(laws: Mapping[Law, int]) -> Total:
    """Chances of the sum of independent scores, each law taken as often as its number says."""
    return _total(frozenset(laws.items()))


@lru_cache(maxsize=256)
def _total(laws: frozenset[tuple[Law, int]]) -> Total:
    total = Total(0, np.ones(1))
    for law, times in laws:
        total = total.plus(Total(0, law.chances).times(times))
    return total


def at_least(hits: int, trials: int, rate: float) -> float:
    """The chance of at least so many hits: the binomial tail, by the incomplete beta function."""
    return 0.0 if hits > trials else float(betainc(hits, trials - hits + 1, rate)) if hits > 0 else 1.0


def tail(score: int, laws: Mapping[Law, int]) -> float:
    """Exact one-sided p-value: the chance of at least this total under honest play, the sample size fixed before.

    Of a sum of several laws it is not given below `NEGLIGIBLE`.
    """
    if score <= 0:
        return 1.0
    if len(laws) == 1:
        law, times = next(iter(laws.items()))
        if len(law.chances) == 2:
            return at_least(score, times, float(law.chances[1]))
    start, chances = total_law(laws)
    return min(1.0, max(NEGLIGIBLE, float(np.sum(chances[max(0, score - start) :]))))
