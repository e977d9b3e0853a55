"""How many deals it takes to see a cheat, and what so many deals can show: exact, by following the bet deal by deal."""

from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from audit.errors import UsageError
from audit.evidence.evalues import shares
from audit.evidence.hypotheses import HYPOTHESES, WEIGHTS
from audit.evidence.hypothesis import Hypothesis

LONGEST = 20_000
"""Deals after which the search is given up."""


@dataclass(frozen=True)
class Stopping:
    """When a bet reaches its threshold: the chance after each number of deals, from 1."""

    reached: list[float]

    def quantile(self, share: float) -> int | None:
        """Deals after which the bet has won with this chance; nothing when that takes too long."""
        return next((n for n, chance in enumerate(self.reached, start=1) if chance >= share), None)


def stopping(
    hypothesis: Hypothesis, rate: float, log_threshold: float, longest: int = LONGEST, enough: float = 0.8
) -> Stopping:
    """The law of the number of deals until the bet first reaches its threshold, in the usual context.

    The bet rises with the total score, so at each deal there is a total from which it has won. The chances of the
    totals of those that have not are carried from deal to deal.

    Args:
        hypothesis: whose first channel is followed.
        rate: the true mean score; for a rate the chance of a hit.
        log_threshold: logarithm of the e-value at which one stops.
        longest: deals at most.
        enough: chance after which the rest does not matter.
    """
    law = hypothesis.channels[hypothesis.first].law(*hypothesis.usual)
    true = law.tilted(law.tilt_for(rate))
    alive, wins_from, won = np.ones(1), 0, 0.0
    reached: list[float] = []
    while len(reached) < longest and won < enough:
        alive = np.convolve(alive, true)
        trials = len(reached) + 1
        while wins_from <= trials * (len(true) - 1) and hypothesis.worth_of(wins_from, trials) < log_threshold:
            wins_from += 1
        won += float(alive[wins_from:].sum())
        alive = alive[:wins_from]
        reached.append(won)
    return Stopping(reached)


def chosen(name: str) -> Hypothesis:
    """The hypothesis of this name.

    Raises:
        UsageError: there is none.
    """
    if name not in HYPOTHESES:
        raise UsageError(f"there is no hypothesis {name!r}; expected one of {', '.join(HYPOTHESES)}")
    return HYPOTHESES[name]


def power(
    name: str, *, rate: float | None = None, deals: int | None = None, level: float = 0.01, people: int = 1
) -> dict[str, Any]:
    """How many deals it takes to see a rate, or the rate that so many deals would show.

    Args:
        name: the hypothesis.
        rate: the mean score under the cheat, such as 1/6 Jacks a deal; give this or `deals`.
        deals: the suspect's own deals.
        level: the stated level.
        people: in a club of so many, where everybody and every hypothesis has its share; 1 for the bet alone.

    Returns:
        `median` and `most` (80 of 100) for a rate; `detectable_rate` for deals, seen by then with a chance of 80 of
        100.

    Raises:
        UsageError: an unknown hypothesis, both or neither of `rate` and `deals`, or a rate that is no cheat.
    """
    hypothesis = chosen(name)
    law = hypothesis.channels[hypothesis.first].law(*hypothesis.usual)
    honest, top = law.mean(), float(len(law.chances) - 1)
    answer: dict[str, Any] = {
        "hypothesis": name, "level": level, "people": people, "honest_rate": honest, "counted": hypothesis.counted,
    }  # fmt: skip
    if not 0 < level < 1:
        raise UsageError(f"a level of {level:g} is none; expected a number between 0 and 1, such as 0.01")
    if people < 1:
        raise UsageError(f"{people} people; expected at least 1")
    if deals is not None and not 1 <= deals <= LONGEST:
        raise UsageError(f"{deals} deals; expected from 1 to {LONGEST:,}")
    if (rate is None) == (deals is None):
        raise UsageError("give a rate, to learn the number of deals, or a number of deals, to learn the rate")
    needed = log(1 / level) if people == 1 else -log(level * shares([people])[0] * WEIGHTS[name])
    if rate is not None:
        if not honest < rate < top:
            raise UsageError(
                f"a rate of {rate:g} is no cheat here; expected more than {honest:.4g} and less than {top:g}"
            )
        when = stopping(hypothesis, rate, needed)
        return {**answer, "rate": rate, "median": when.quantile(0.5), "most": when.quantile(0.8)}
    assert deals is not None
    low, high = honest, top
    for _ in range(20):
        middle = (low + high) / 2
        seen = stopping(hypothesis, middle, needed, longest=deals).quantile(0.8) is not None
        low, high = (low, middle) if seen else (middle, high)
    return {**answer, "deals": deals, "detectable_rate": None if high == top else high}
