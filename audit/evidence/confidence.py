"""Confidence sequences: intervals that are right at all times together, so that one may look after every deal.

Each inverts a bet: the interval holds every rate against which the bet has not won 1/level. By Ville's inequality the
true rate is ever outside with a chance of at most `level`.

Source: Robbins (1970); Howard, Ramdas, McAuliffe and Sekhon (2021).
"""

from collections.abc import Mapping
from math import log

import numpy as np
from scipy.optimize import brentq
from scipy.special import betaln, xlogy

from audit.evidence.evalues import log_sum
from audit.evidence.laws import TILTS, Law

_SCALE = 0.2
_PRIOR = np.log(np.gradient(TILTS)) - np.log1p((TILTS / _SCALE) ** 2)
_PRIOR -= log_sum(_PRIOR)
"""Logarithms of the weights of the tilts: a Cauchy law, narrow for sound play and wide enough for any cheat."""


def rate_sequence(hits: int, trials: int, level: float, a: float, b: float) -> tuple[float, float]:
    """Bounds for a rate, from the Beta(a, b) mixture.

    Args:
        hits: number of hits, 0 to `trials`.
        trials: number of trials so far.
        level: chance that the bounds ever miss the rate.
        a, b: parameters of the Beta law.

    >>> [round(bound, 2) for bound in rate_sequence(19, 84, 0.05, 2, 12)]
    [0.11, 0.38]
    """
    if not trials:
        return 0.0, 1.0
    misses = trials - hits
    mixed = float(betaln(a + hits, b + misses) - betaln(a, b))
    limit = log(1 / level)

    def excess(rate: float) -> float:
        return mixed - float(xlogy(hits, rate) + xlogy(misses, 1 - rate)) - limit

    seen = hits / trials
    low = 0.0 if hits == 0 else float(brentq(excess, 1e-300, seen))
    high = 1.0 if misses == 0 else float(brentq(excess, seen, 1 - 1e-16))
    return low, high


def tilt_sequence(score: int, laws: Mapping[Law, int], level: float) -> tuple[float, float]:
    """Bounds for the tilt of a total score away from honest play, from a Cauchy mixture of tilts.

    Args:
        score: the total.
        laws: the law of each score under honest play, with the number of scores that follow it.
        level: chance that the bounds ever miss the tilt.

    Returns:
        the bounds, rounded outwards to the grid of tilts; its ends stand for no bound.
    """
    likelihood = score * TILTS
    for law, times in laws.items():
        likelihood = likelihood - times * law.normalisers
    inside = np.flatnonzero(log_sum(_PRIOR + likelihood) - likelihood < log(1 / level))
    first, last = int(inside[0]), int(inside[-1])
    return float(TILTS[max(first - 1, 0)]), float(TILTS[min(last + 1, len(TILTS) - 1)])
