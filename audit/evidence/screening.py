"""Patterns looked for afterwards, on request (`--screen`): no bound stands behind them, and they accuse nobody."""

from collections import Counter

import numpy as np

from audit.evidence.jacks import ONCE_IN_THIRTEEN
from audit.evidence.report import Result
from audit.evidence.tally import Tally

WINDOW = 13
RUNS = 2000
SEED = 13
ENOUGH_CUTS = 30
COMMON = 0.2
"""A run of Jacks that so many honest dealers have is not worth a line."""


def screen(tally: Tally) -> list[Result]:
    """Jacks that crowd into thirteen deals, and cuts that fall at one depth."""
    return [*_crowded(tally), *_one_depth(tally)]


def _crowded(tally: Tally) -> list[Result]:
    """The most Jacks in thirteen deals in a row, beside how often an honest dealer of as many deals has as many."""
    found: list[Result] = []
    luck = np.random.default_rng(SEED)
    for (name, person), moves in tally.moves.items():
        trials = tally.trials[name, person]
        if name != "turned-jacks" or trials < WINDOW or not moves:
            continue
        places = np.array([move.n for move in moves])
        most = int(max(np.searchsorted(places, place + WINDOW) - at for at, place in enumerate(places)))
        length = min(trials, 5000)
        honest = luck.random((RUNS if length <= 1000 else RUNS // 10, length)) < ONCE_IN_THIRTEEN
        sums = np.cumsum(np.pad(honest, ((0, 0), (1, 0))), axis=1)
        share = float(np.mean((sums[:, WINDOW:] - sums[:, :-WINDOW]).max(axis=1) >= most))
        if share > COMMON:
            continue
        found.append(
            _screened(
                "window-of-13",
                tally.who.name(person),
                trials,
                most,
                f"{most} Jacks in thirteen deals in a row; of honest dealers with {trials} deals about "
                f"{100 * share:.0f} in 100 have such a run somewhere",
            )
        )
    return found


def _one_depth(tally: Tally) -> list[Result]:
    """The depth at which most of a dealer's packs were cut."""
    found: list[Result] = []
    for (name, person), cells in tally.counts.items():
        if name != "cut-depth" or cells.total() < ENOUGH_CUTS:
            continue
        depths: Counter[int] = Counter()
        for (_, (depth,), _), times in cells.items():
            depths[depth] += times
        depth, times = depths.most_common(1)[0]
        found.append(
            _screened(
                "repeated-depth",
                tally.who.name(person),
                cells.total(),
                times,
                f"{times} of {cells.total()} cuts of this dealer's packs lifted {depth} cards; many cutters have such "
                "a habit, and so have trimmed cards (CHT-6)",
            )
        )
    return found


def _screened(name: str, player: str, n: int, observed: float, note: str) -> Result:
    return Result(
        hypothesis=name,
        kind="screening",
        player=player,
        n=n,
        observed=observed,
        expected=None,
        rate=None,
        interval=None,
        e_value=None,
        p_value=None,
        verdict="withheld",
        reason="looked for afterwards",
        note=note,
        innocent_explanation="whoever looks for patterns finds some",
    )
