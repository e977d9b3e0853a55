"""Jacks turned too often: at the deal (`turned-jacks`: CHT-1, CHT-8) and after a run (`run-jacks`: CHT-2).

`turned-jacks`. Null: each first turn-up is a Jack with chance 4/52 whatever happened before, exact for any shuffle
and cut that leave the card in the turned position uniform; a bad shuffle does. "Turning the Jack ... should not occur
more than once in thirteen deals" (F Objects). Bet: a Beta(2, 12) mixture over rates above 4/52, truncated there.
Needs the dealer and the first turn-up, no more; a deal that was dealt again counts too. Turn-ups after a run are
conditional and do not count here. Innocent twins: deals that were written down because a Jack was turned; two dealers
under one name.

`run-jacks`. Null: after a run the card turned is equally likely to be any of those not yet gone, whoever begged and
ran, since both decided without the stock. It is a Jack that scores, of another suit than the first turn-up (BEG-4,
BEG-5), with chance J / U: J such Jacks among the U cards not known to be gone. A hand that was not recorded may have
influenced the decision to run; then U counts the stock alone, the largest chance that honest play allows.
Bets: odds of such a Jack raised 2 to 33 times.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from audit.cards import JACK
from audit.evidence.confidence import rate_sequence
from audit.evidence.evalues import log_beta_mixture
from audit.evidence.facts import HAND, Facts
from audit.evidence.hypothesis import Cells, Channel, Hypothesis, Move, Observation, Step
from audit.evidence.laws import at_least, one_in

ONCE_IN_THIRTEEN = 4 / 52
JACKS = frozenset(13 * suit + JACK for suit in range(4))


@dataclass(frozen=True, kw_only=True)
class Rate(Hypothesis):
    """A hypothesis about one rate, with a truncated Beta mixture as its bet.

    Attributes:
        rate: the rate under honest play.
        a, b: the mixture.
    """

    rate: float
    a: float
    b: float

    def bets(self) -> dict[str, object]:
        """The mixture as it is fixed and hashed."""
        return {"beta": [self.a, self.b], "above": self.rate}

    def log_e(self, cells: Cells) -> float:
        """Logarithm of the bet's worth."""
        return self.worth_of(self.score(cells), self.trials(cells))

    def log_path(self, moves: Sequence[Move]) -> list[Step]:
        """The bet's worth before and after each hit; the misses between are told by the places of the hits."""
        trials = np.array([move.n for move in moves], float)
        scores = np.array([move.score for move in moves], float)
        hits = np.cumsum(scores)
        before = log_beta_mixture(hits - scores, trials - 1, self.rate, self.a, self.b)
        after = log_beta_mixture(hits, trials, self.rate, self.a, self.b)
        return [Step(*row) for row in zip(moves, before.tolist(), after.tolist(), strict=True)]

    def interval(self, cells: Cells, level: float) -> tuple[float, float]:
        """Bounds for the rate, good at any time, from the same mixture."""
        return rate_sequence(self.score(cells), self.trials(cells), level, self.a, self.b)

    def worth_of(self, score: int, trials: int) -> float:
        """Logarithm of what so many hits in so many trials make the bet worth."""
        return float(log_beta_mixture(score, trials, self.rate, self.a, self.b))

    def detectable(self, cells: Cells, log_threshold: float, power: float = 0.8) -> float | None:
        """The lowest rate that this many deals would have shown with a chance of `power`; exact."""
        trials = self.trials(cells)
        enough = bisect_left(range(trials + 1), log_threshold, key=lambda hits: self.worth_of(hits, trials))
        if enough > trials:
            return None
        return float(brentq(lambda r: at_least(enough, trials, r) - power, self.rate / 2, 1.0))


def _turned(facts: Facts) -> Iterable[Observation]:
    if facts.turn is not None and facts.dealing is not None:
        yield Observation(facts.dealing, "jack", (), int(facts.turn in JACKS))


def scoring_jacks_left(facts: Facts, round_: int) -> tuple[int, int] | None:
    """How many Jacks would score at this turn of a run, and among how many cards; nothing when they cannot be told.

    Args:
        facts: the deal.
        round_: number of the turn after the run, from 0.
    """
    assert facts.turn is not None
    suit = facts.turn // 13
    gone = 1 << facts.turn
    for turned in facts.run_turns[:round_]:
        gone |= 1 << turned
    total = 51 - round_
    players = len(facts.people) or 4
    for seat in range(players):
        hand = facts.hands[seat] if seat < len(facts.hands) else None
        gone |= hand or 0
        total -= HAND
    if facts.hands and None not in facts.hands:
        for hands in facts.run_hands[: round_ + 1]:
            for hand in hands:
                gone |= hand or 0
                total -= hand.bit_count() if hand else 0
    jacks = sum(1 for jack in JACKS if jack // 13 != suit and not gone >> jack & 1)
    return (jacks, total) if 0 < jacks < total else None


def _run(facts: Facts) -> Iterable[Observation]:
    if facts.turn is None or facts.dealing is None:
        return
    for round_, turned in enumerate(facts.run_turns):
        chances = scoring_jacks_left(facts, round_)
        if chances is not None:
            yield Observation(facts.dealing, "jack", chances, int(turned in JACKS and turned // 13 != facts.turn // 13))


TURNED_JACKS = Rate(
    name="turned-jacks",
    methods=("CHT-1", "CHT-8"),
    whose="dealer",
    title="Turned Jacks",
    hits="Jacks",
    counted="first turn-ups",
    null="each first turn-up is a Jack with chance 4/52, whatever happened before",
    innocent="luck; or deals were written down because a Jack was turned, and others were not",
    record="every deal's number, dealer and turn-up, so that none can have been left out; the depth of the cut",
    weight=0.40,
    shuffle="any",
    notable=float(np.log((1 / 4) / (3 / 4) * 12)),
    notable_words="a Jack in 1 of 4",
    channels={"jack": Channel(lambda: one_in(4, 52), ())},
    usual=(),
    observe=_turned,
    rate=ONCE_IN_THIRTEEN,
    a=2,
    b=12,
)

RUN_JACKS = Hypothesis(
    name="run-jacks",
    methods=("CHT-2",),
    whose="dealer",
    title="Scoring Jacks after a run",
    hits="scoring Jacks",
    counted="turn-ups after a run",
    null="the card turned after a run is any of those not yet gone with equal chance",
    innocent="luck; runs are few, and those with a Jack are the ones remembered",
    record="the hands and the cards run, so that the chance is known; the undealt stock of every deal",
    weight=0.08,
    shuffle="any",
    notable=1.9,
    notable_words="a scoring Jack in about 1 of 3 runs",
    channels={"jack": Channel(one_in, (0.8, 1.4, 2.1, 3.5))},
    usual=(2, 27),
    observe=_run,
)
