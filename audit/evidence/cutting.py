"""The cut: who wins it (`cut-for-deal`: CHT-6) and where it falls (`cut-depth`: CHT-6, CHT-8).

`cut-for-deal`. Strippers and wedges let their owner find a high card. Null: in a round of m cutters in which nobody
ties for the highest rank, each is highest with chance 1/m, by symmetry and whatever the others do. Beside who wins,
the rank that everybody cut: each of the 13 with the same chance. Only the first round counts, and only with the card
of every seat: when a tie is cut again (SEAT-2) some cards may be out of the pack, and where only the winner's card is
written down it is high, however honest he is. Innocent twin: he who wins is remembered.

`cut-depth`. A wedge or a crimp makes the cut fall at one place, where a Jack waits. Null: a Jack is turned with
chance 4/52 at every depth. Bet: one depth from 4 to 48, each with the same share, at which Jacks are turned too
often: the truncated Beta mixture of the turned Jacks at that depth alone. That a cutter lifts much the same number
each time is a habit, no evidence. Needs the depth of the cut and the turn-up. Innocent twin: few deals at a favourite
depth.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from audit.evidence.evalues import log_beta_mixture, log_sum
from audit.evidence.facts import Facts
from audit.evidence.hypothesis import Cell, Cells, Channel, Hypothesis, Move, Observation, Step
from audit.evidence.jacks import JACKS, ONCE_IN_THIRTEEN, Rate
from audit.evidence.laws import Law, one_in

DEPTHS = range(4, 49)
"""Depths that leave at least four cards in each packet (DEAL-2)."""


@cache
def _any_rank() -> Law:
    return Law(np.full(13, 1 / 13))


def _won(facts: Facts) -> Iterable[Observation]:
    cut = facts.cuts[0] if facts.cuts else {}
    if len(cut) < 2 or len(cut) != len(facts.people):
        return
    best = max(card % 13 for card in cut.values())
    highest = [who for who, card in cut.items() if card % 13 == best]
    if len(highest) == 1:
        for who in cut:
            yield Observation(who, "won", (1, len(cut)), int(who == highest[0]))
    for who, card in cut.items():
        yield Observation(who, "rank", (), card % 13)


def _at_depth(facts: Facts) -> Iterable[Observation]:
    if facts.turn is not None and facts.depth in DEPTHS and facts.depth is not None and facts.dealing is not None:
        yield Observation(facts.dealing, "jack", (facts.depth,), int(facts.turn in JACKS))


def _jack_at(depth: int) -> Law:
    assert depth in DEPTHS
    return one_in(4, 52)


@dataclass(frozen=True, kw_only=True)
class Depths(Rate):
    """Jacks at one depth: the average over depths of the bet on that depth."""

    def log_e(self, cells: Cells) -> float:
        """Logarithm of the average over depths."""
        trials: Counter[int] = Counter()
        hits: Counter[int] = Counter()
        for (_, (depth,), score), times in cells.items():
            trials[depth] += times
            hits[depth] += score * times
        worth = log_beta_mixture(
            np.array([hits[depth] for depth in DEPTHS], float),
            np.array([trials[depth] for depth in DEPTHS], float),
            self.rate,
            self.a,
            self.b,
        )
        return log_sum(worth) - float(np.log(len(DEPTHS)))

    def worth_of(self, score: int, trials: int) -> float:
        """All at one depth."""
        return super().worth_of(score, trials) - float(np.log(len(DEPTHS)))

    def log_path(self, moves: Sequence[Move]) -> list[Step]:
        """The bet's worth before and after each deal."""
        cells: Counter[Cell] = Counter()
        path: list[Step] = []
        before = 0.0
        for move in moves:
            cells[move.channel, move.context, move.score] += 1
            after = self.log_e(cells)
            path.append(Step(move, before, after))
            before = after
        return path


CUT_FOR_DEAL = Hypothesis(
    name="cut-for-deal",
    methods=("CHT-6",),
    whose="player",
    title="The cut for deal won",
    hits="won",
    counted="cuts for deal",
    null="each of m cutters is highest with chance 1/m",
    innocent="luck; cuts are few, and the winner's are remembered",
    record="the card that everybody cut, every time",
    weight=0.06,
    shuffle="any",
    notable=0.85,
    notable_words="70 cuts of 100 between two players",
    channels={
        "won": Channel(one_in, (0.4, 0.85, 1.4, 2.2), 0.5),
        "rank": Channel(_any_rank, (0.06, 0.15, 0.3, 0.6), 0.5),
    },
    usual=(1, 2),
    observe=_won,
)

CUT_DEPTH = Depths(
    name="cut-depth",
    methods=("CHT-6", "CHT-8"),
    whose="dealer and cutter",
    title="Jacks at one depth of the cut",
    hits="Jacks",
    counted="turn-ups with the depth of the cut",
    null="a Jack is turned with chance 4/52 at every depth",
    innocent="few deals at a favourite depth",
    record="how many cards were lifted off at each cut, and by whom",
    weight=0.04,
    shuffle="any",
    notable=1.386294,
    notable_words="a Jack in 1 of 4",
    channels={"jack": Channel(_jack_at, ())},
    usual=(26,),
    observe=_at_depth,
    rate=ONCE_IN_THIRTEEN,
    a=2,
    b=12,
)
