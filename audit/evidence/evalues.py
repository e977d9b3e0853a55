"""e-values: bets against honest play that may be looked at after any deal.

A bet starts at 1 and is multiplied, deal by deal, by a factor whose mean under honest play is 1. By Ville's
inequality it ever reaches 1/level with a chance of at most `level`, however often one looks.

Sources: Ville (1939); Robbins (1970) and Howard, Ramdas, McAuliffe and Sekhon (2021) for mixtures; Vovk and Wang (2021)
for averages; Wang and Ramdas (2022) for e-BH; Waudby-Smith and Ramdas (2024) for betting.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf, log
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincc, betaln

Vector = NDArray[np.float64]
KEPT: Final = 4
"""Places that are kept for those who come later."""


def log_sum(terms: Vector) -> float:
    """Logarithm of a sum, given the logarithms of its terms; minus infinity for an empty sum or one of noughts."""
    top = float(np.max(terms, initial=-inf))
    return top if top == -inf else top + log(float(np.sum(np.exp(terms - top))))


def log_beta_mixture(hits: float | Vector, trials: float | Vector, rate: float, a: float, b: float) -> Vector:
    """Logarithm of the bet that a rate is above `rate`: a Beta(a, b) mixture of likelihood ratios, truncated there.

    With X hits in n trials it is the mean over r of (r/rate)^X ((1-r)/(1-rate))^(n-X), for r drawn from Beta(a, b)
    given r > rate. It depends on the counts alone, so that tallies add up.

    Args:
        hits: number of hits, 0 to `trials`; scalars and arrays alike.
        trials: number of trials.
        rate: the rate under honest play, within (0, 1).
        a, b: parameters of the Beta law, above 0.

    Source: Robbins (1970); Howard et al. (2021), section 3.

    >>> [float(f"{np.exp(log_beta_mixture(k, n, 1 / 13, 2, 12)):.6g}") for k, n in ((2, 13), (70, 500))]
    [1.24925, 21050.4]
    """
    hits, trials = np.asarray(hits, float), np.asarray(trials, float)
    misses = trials - hits
    with np.errstate(divide="ignore"):
        above = np.log(betaincc(a + hits, b + misses, rate)) - np.log(betaincc(a, b, rate))
    mixed = betaln(a + hits, b + misses) - betaln(a, b)
    return np.asarray(mixed + above - hits * log(rate) - misses * np.log1p(-rate), float)


def average(e_values: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Weighted average of e-values, which is an e-value whatever hangs together with what (Vovk and Wang 2021).

    A hypothesis without data stands at 1, where every bet begins.

    >>> average({"a": 100.0}, {"a": 0.5, "b": 0.5})
    50.5
    """
    return sum(weight * e_values.get(name, 1.0) for name, weight in weights.items())


def shares(arrivals: Iterable[int]) -> list[float]:
    """The share of the level of each person, in the order in which people came.

    A share is fixed when a person comes, so that the sum of all bets, each times its share, is itself a bet. The n-th
    person has KEPT / ((n + KEPT) (n + KEPT - 1)), and those who come on one night share alike. So K people of the first
    night have 1 / (K + KEPT) each, and with everybody who ever comes after them the sum is 1.

    Args:
        arrivals: how many people came on each night on which anybody came for the first time.

    >>> shares([8])[0] == 1 / 12, shares([4, 2]) == [1 / 8] * 4 + [1 / 20] * 2
    (True, True)
    """
    given: list[float] = []
    for company in arrivals:
        before = len(given)
        after = before + company
        given += [KEPT / ((before + KEPT) * (after + KEPT))] * company
    return given


def e_bh(e_values: Sequence[float], level: float) -> tuple[list[int], float]:
    """Those who are named by the e-BH procedure, and the e-value that was needed.

    With K people the k largest are named for the largest k at which the k-th is at least K / (k level). Of those named,
    the expected share of honest people is at most `level`, and in a club where all are honest anybody is ever named
    with a chance of at most `level`, because then the average of all K is at least 1/level.

    Args:
        e_values: one for each person; they may hang together in any way.
        level: between 0 and 1.

    Returns:
        places of those named, and the threshold: K / (k level), or with nobody named that of a single one, K / level.

    Source: Wang and Ramdas (2022), "False discovery rate control with e-values".

    >>> e_bh([500.0, 3.0, 260.0, 0.2], 0.01)
    ([0, 2], 200.0)
    """
    people = len(e_values)
    order = sorted(range(people), key=lambda place: -e_values[place])
    for named in range(people, 0, -1):
        needed = people / (named * level)
        if e_values[order[named - 1]] >= needed:
            return sorted(order[:named]), needed
    return [], people / level


def e_to_p(e_value: float) -> float:
    """The p-value that an e-value gives at any time: one over it, at most 1 (Vovk and Wang 2021)."""
    return 1.0 if e_value <= 1 else 1 / e_value


def from_log(log_e: float) -> float:
    """An e-value from its logarithm, capped where floating point ends."""
    return exp(min(log_e, 700.0))
