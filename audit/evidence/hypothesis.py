"""What a hypothesis is: a law of honest play, bets against it fixed beforehand, and words for a committee.

A hypothesis looks at a deal and gives observations: a person, a channel (one of its statistics), a context that fixes
the law under honest play, and an integer score, high when it suits the cheat. Bets depend on the counts of these
alone, in whatever order they came, so that counts are all that a tally keeps.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from scipy.special import logsumexp

from audit.evidence.confidence import tilt_sequence
from audit.evidence.evalues import Vector, log_sum
from audit.evidence.facts import Facts, Where
from audit.evidence.laws import TILTS, Law, tail, total_law

Context = tuple[int, ...]
Cell = tuple[str, Context, int]
"""Channel, context, score."""
Cells = Mapping[Cell, int]
"""How often each came."""
Shuffle = Literal["any", "sound"]
"""What a test asks of the shuffle: nothing, or that it has been shown to be sound."""


class Observation(NamedTuple):
    """One score of one person."""

    person: str
    channel: str
    context: Context
    score: int


class Move(NamedTuple):
    """A score that was observed: the person's n-th of the hypothesis, and the deal in which it came."""

    n: int
    where: Where
    channel: str
    context: Context
    score: int


class Step(NamedTuple):
    """A deal's last move, with the logarithm of the bet's worth before and after the deal."""

    move: Move
    before: float
    after: float


@dataclass(frozen=True)
class Channel:
    """One statistic of a hypothesis.

    Attributes:
        law: the law of the score under honest play, for a context.
        tilts: the bets, as tilts of that law; they share alike.
        share: the channel's share of the hypothesis; the shares sum to 1.
    """

    law: Callable[..., Law]
    tilts: tuple[float, ...]
    share: float = 1.0


@cache
def _normaliser(law: Law, tilts: tuple[float, ...]) -> Vector:
    return law.log_normaliser(np.array(tilts))


@dataclass(frozen=True, kw_only=True)
class Hypothesis:
    """A way to cheat, as a bet against honest play.

    Attributes:
        name: as reports and options write it.
        methods: the clauses of the methods of cheating.
        whose: whose it is, such as "dealer".
        title: a few words.
        hits: what is scored, in the plural.
        counted: what is counted, in the plural.
        null: the law under honest play, with its derivation.
        innocent: the plainest innocent explanation of a high score.
        record: what a club would write down to know more.
        weight: its share in a person's average.
        shuffle: what it asks of the shuffle.
        notable: a tilt of the first channel that a club would want to know of; one excluded makes a person "clear".
        notable_words: the same in words.
        channels: the statistics by name; the first is the one that is reported.
        usual: a usual context of the first channel, by which needs of deals are told beforehand.
        observe: the observations of a deal.
    """

    name: str
    methods: tuple[str, ...]
    whose: str
    title: str
    hits: str
    counted: str
    null: str
    innocent: str
    record: str
    weight: float
    shuffle: Shuffle
    notable: float
    notable_words: str
    channels: Mapping[str, Channel]
    usual: Context
    observe: Callable[[Facts], Iterable[Observation]] = field(compare=False)

    @property
    def first(self) -> str:
        """Name of the channel that is reported."""
        return next(iter(self.channels))

    def bets(self) -> dict[str, object]:
        """The bets as they are fixed and hashed."""
        return {name: {"tilts": list(c.tilts), "share": c.share} for name, c in self.channels.items()}

    def laws(self, cells: Cells, channel: str | None = None) -> dict[Law, int]:
        """The laws of a channel's scores, with how many follow each."""
        chosen = channel or self.first
        laws: Counter[Law] = Counter()
        for (name, context, _), times in cells.items():
            if name == chosen:
                laws[self.channels[chosen].law(*context)] += times
        return laws

    def score(self, cells: Cells) -> int:
        """Total score of the first channel."""
        return sum(score * times for (name, _, score), times in cells.items() if name == self.first)

    def trials(self, cells: Cells) -> int:
        """Observations of the first channel."""
        return sum(times for (name, _, _), times in cells.items() if name == self.first)

    def expected(self, cells: Cells) -> float:
        """What the total score would be on average under honest play."""
        return sum(times * law.mean() for law, times in self.laws(cells).items())

    def log_e(self, cells: Cells) -> float:
        """Logarithm of the bet's worth: the mixture over channels and tilts of products of likelihood ratios."""
        return log_sum(self._log_weights() + self._log_bets(cells))

    def _log_weights(self) -> Vector:
        return np.concatenate([np.full(len(c.tilts), np.log(c.share / len(c.tilts))) for c in self.channels.values()])

    def _log_bets(self, cells: Cells) -> Vector:
        worth = []
        for name, channel in self.channels.items():
            total = sum(score * times for (which, _, score), times in cells.items() if which == name)
            bets = total * np.array(channel.tilts)
            for law, times in self.laws(cells, name).items():
                bets -= times * _normaliser(law, channel.tilts)
            worth.append(bets)
        return np.concatenate(worth)

    def log_path(self, moves: Sequence[Move]) -> list[Step]:
        """The logarithm of the bet's worth before and after each deal."""
        weights, worth = self._log_weights(), np.zeros(len(self._log_weights()))
        starts = dict(zip(self.channels, np.cumsum([0, *(len(c.tilts) for c in self.channels.values())]), strict=False))
        path: list[Step] = []
        before = 0.0
        for place, move in enumerate(moves):
            channel = self.channels[move.channel]
            start = starts[move.channel]
            worth[start : start + len(channel.tilts)] += move.score * np.array(channel.tilts) - _normaliser(
                channel.law(*move.context), channel.tilts
            )
            if place + 1 == len(moves) or moves[place + 1].where != move.where:
                after = log_sum(weights + worth)
                path.append(Step(move, before, after))
                before = after
        return path

    def with_missed(self, cells: Cells, missed: int) -> Cells:
        """The counts as if `missed` more observations had come, each as innocent as may be (`Law.worst`)."""
        if not missed:
            return cells
        more = Counter(cells)
        for channel in self.channels:
            seen: Counter[Context] = Counter()
            for (name, context, _), times in cells.items():
                if name == channel:
                    seen[context] += times
            if seen:
                context = seen.most_common(1)[0][0]
                more[channel, context, self.channels[channel].law(*context).worst] += missed
        return more

    def p_value(self, cells: Cells) -> float:
        """Exact one-sided p-value of the first channel's total, as if the number of deals had been fixed before."""
        return tail(self.score(cells), self.laws(cells))

    def interval(self, cells: Cells, level: float) -> tuple[float, float]:
        """Bounds for the mean score of the first channel, good at any time."""
        laws = self.laws(cells)
        trials = sum(laws.values())
        if not trials:
            return 0.0, float("inf")
        low, high = tilt_sequence(self.score(cells), laws, level)
        lowest = 0.0 if low == TILTS[0] else sum(t * law.mean(low) for law, t in laws.items()) / trials
        return lowest, sum(times * law.mean(high) for law, times in laws.items()) / trials

    def notable_mean(self, cells: Cells) -> float:
        """The mean score of the first channel that a club would want to know of."""
        laws = self.laws(cells)
        return sum(times * law.mean(self.notable) for law, times in laws.items()) / max(1, sum(laws.values()))

    def _worth_of_totals(self, laws: Mapping[Law, int], totals: Vector) -> Vector:
        """Logarithm of what the first channel alone makes the bet worth, for each total score."""
        channel = self.channels[self.first]
        tilts = np.array(channel.tilts)
        normaliser = np.zeros(len(tilts))
        for law, times in laws.items():
            normaliser += times * _normaliser(law, channel.tilts)
        worth = logsumexp(np.multiply.outer(totals, tilts) - normaliser, axis=1)
        return np.asarray(worth + np.log(channel.share / len(tilts)), float)

    def worth_of(self, score: int, trials: int) -> float:
        """The same for a total score in so many trials of the usual context."""
        law = self.channels[self.first].law(*self.usual)
        return float(self._worth_of_totals({law: trials}, np.array([float(score)]))[0])

    def detectable(self, cells: Cells, log_threshold: float, power: float = 0.8) -> float | None:
        """The lowest mean score of the first channel that this many deals would have shown with a chance of `power`.

        Exact, by the law of the total score: the bet rises with the total, so the threshold is a total, and the chance
        to reach it under a tilt follows from the honest law.

        Returns:
            the mean, or nothing when no rate could be seen in so few.
        """
        laws = self.laws(cells)
        trials = sum(laws.values())
        if not trials:
            return None
        start, honest = total_law(laws)
        totals = start + np.arange(float(len(honest)))
        enough = np.flatnonzero(self._worth_of_totals(laws, totals) >= log_threshold)
        if not len(enough):
            return None
        for tilt in TILTS[TILTS >= 0][::5]:
            with np.errstate(divide="ignore"):
                logs = np.log(honest) + tilt * totals
            chances = np.exp(logs - logs.max())
            if chances[enough[0] :].sum() >= power * chances.sum():
                return sum(times * law.mean(tilt) for law, times in laws.items()) / trials
        return None
