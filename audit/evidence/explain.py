"""Every verdict explained: what was seen, what it is worth, which deals moved it, and what else it could be."""

from collections.abc import Sequence
from math import floor, log10

from audit.evidence.evalues import from_log
from audit.evidence.hypothesis import Cells, Hypothesis, Move
from audit.evidence.report import Moved, Verdict

LISTED = 12
"""Deals that are listed for a finding."""
POINTS = 240
"""Points of the picture of a bet."""


_LARGE = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))


def number(value: float) -> str:
    """A number with as many digits as a committee needs.

    >>> [number(x) for x in (0.0123, 1.249, 31.99, 170375.6, 2.41e9, 3e22)]
    ['0.012', '1.2', '32', '170,000', '2.4 billion', '10^22']
    """
    if value >= 1e15:
        return f"10^{floor(log10(value))}"
    for size, word in _LARGE:
        if value >= size:
            return f"{_two_digits(value / size)} {word}"
    return _two_digits(value) if value >= 1 else f"{value:.2g}"


def _two_digits(value: float) -> str:
    if value < 10:
        return f"{value:.1f}"
    scale: int = 10 ** max(0, floor(log10(value)) - 1)
    return f"{round(value / scale) * scale:,}"


def _mean(expected: float) -> str:
    """A mean, to one decimal where it is small."""
    return f"{expected:.1f}" if 0.1 <= expected < 1000 else number(expected)


def one_in(p_value: float) -> str:
    """How many honest people have as much, in words.

    >>> one_in(0.264), one_in(0.0080), one_in(1.05e-6)
    ('26 in 100', '1 in 120', '1 in 950,000')
    """
    if p_value >= 0.995:
        return "nearly all"
    if p_value >= 0.0095:
        return f"{100 * p_value:.0f} in 100"
    return f"1 in {number(1 / p_value)}" if p_value > 1e-300 else "fewer than 1 in any number that means something"


def as_rate(hypothesis: Hypothesis, mean: float) -> str:
    """A mean score, as a rate or a number a deal."""
    two_point = len(hypothesis.channels[hypothesis.first].law(*hypothesis.usual).chances) == 2
    if not two_point:
        return f"{mean:.2f} on average"
    return f"1 in {1 / mean:.1f}".removesuffix(".0") if mean < 0.5 else f"{100 * mean:.0f} in 100"


def note(
    hypothesis: Hypothesis,
    cells: Cells,
    verdict: Verdict,
    *,
    p_value: float,
    reason: str | None,
    missing: int,
    omitted: int | None,
    detectable: float | None,
) -> str:
    """What a result means, in a few sentences."""
    seen, expected, trials = hypothesis.score(cells), hypothesis.expected(cells), hypothesis.trials(cells)
    hits = hypothesis.hits.removesuffix("s") if seen == 1 else hypothesis.hits
    plain = f"{seen:,} {hits} in {trials:,} {hypothesis.counted}; {_mean(expected)} expected"
    alike = "dealers" if hypothesis.whose.startswith("dealer") else "players"
    as_many = f"of honest {alike} {one_in(p_value)} have as many or more"
    against = (
        f"; {missing} missing {'deal was' if missing == 1 else 'deals were'} counted against it" if missing else ""
    )
    if verdict == "withheld":
        return f"{plain}. Not judged: {reason}."
    if verdict in ("accuse", "watch"):
        deals = (
            "1 omitted deal, if it was not suspicious,"
            if omitted == 1
            else f"{omitted} omitted deals, none of them suspicious,"
        )
        undo = f" {deals} would undo it." if omitted else ""
        return f"{plain}; {as_many}{against}.{undo}"
    if seen > expected and p_value > 0.05:
        plain += f"; that is nothing, {as_many}"
    if verdict == "clear":
        ruled_out = f"{hypothesis.notable_words[0].upper()}{hypothesis.notable_words[1:]} is ruled out"
        seen_too = f"; so many would have shown a rate of {as_rate(hypothesis, detectable)}" if detectable else ""
        return f"{plain}. {ruled_out}{seen_too}{against}."
    shown = (
        f"So few would only have shown a rate of {as_rate(hypothesis, detectable)}"
        if detectable
        else "So few can show nothing"
    )
    return f"{plain}. {shown}{against}."


def moved(hypothesis: Hypothesis, moves: Sequence[Move]) -> tuple[list[Moved], list[tuple[int, float]]]:
    """The deals that moved a bet most, in order, and its path."""
    path = hypothesis.log_path(moves)
    raised = sorted(path, key=lambda step: step.before - step.after)[:LISTED]
    chosen = {id(step) for step in raised if step.after > step.before}
    deals = [
        Moved(*step.move.where, step.move.n, step.move.score, from_log(step.after - step.before), from_log(step.after))
        for step in path
        if id(step) in chosen
    ]
    thinned = path[:: max(1, len(path) // POINTS)]
    if path and thinned[-1] is not path[-1]:
        thinned.append(path[-1])
    return deals, [(step.move.n, step.after) for step in thinned]


def guarantee(level: float, people: int, shuffled: bool) -> str:
    """The guarantee, as a sentence.

    Args:
        level: the stated level.
        people: how many are compared.
        shuffled: whether a bet was counted that needs a sound shuffle.
    """
    percent = round(100 * level, 10)
    many = f"{percent:g} in 100" if percent > 1 else f"1 in {1 / level:,.0f}"
    often = "1 honest club in 100" if percent == 1 else f"{many} honest clubs"
    packs = ", and packs were shuffled as well as the records show" if shuffled else ""
    compared = "1 person is compared" if people == 1 else f"{people:,} people are compared"
    return (
        f"However often you look, at most {often} would ever see anybody accused here, as long as deals were "
        f"written down whatever was turned{packs}. {compared}."
    )
