"""The shuffle: do cards of one trick stay together into the next deal?

Null: whatever the tricks were, the next deal's hands are any cards with equal chance, so the number of pairs of one
trick that meet in a hand follows a law that depends on the numbers of players and tricks alone (`laws.pairs_met`,
exact): four players 1.63 pairs a deal; after 1, 2, 3, 4 riffles about 3.96, 2.70, 1.99, 1.70. Needs all tricks of a
deal and all hands of the next one in the same game.

A club with two packs in turn gives pairs of the wrong pack, which look sound. So the tricks of the deal before the
last are looked at as well (`shuffle-two-packs`).

A shuffle has *failed* when one of the two bets against it reaches 2/level; it has been *shown to be sound* when the
confidence sequences exclude too many pairs: a fifth above the expected number from deal to deal, which some three
hundred deals of four players can do, and a third above it from a deal to the next but one. Between the two nobody
knows, and a test that needs a sound shuffle is withheld.
"""

from collections.abc import Iterable, Mapping
from math import log
from typing import Final

from audit.evidence.facts import Facts
from audit.evidence.hypothesis import Cells, Channel, Hypothesis, Observation
from audit.evidence.laws import pairs_met

LAGS: Final = {"shuffle": 1, "shuffle-two-packs": 2}
"""How many deals lie between the tricks and the hands."""
SOUND_WITHIN: Final = {"shuffle": 1.2, "shuffle-two-packs": 1.33}
"""The most pairs, as a multiple of those expected, that a sound shuffle may still leave possible.

Three riffles give 1.22. They move no other test by so much that two packs in turn would need as strict a bound.
"""


def pairs(before: Facts, after: Facts) -> int:
    """Pairs of cards of one trick of a deal that meet in a hand of the next deal."""
    met = 0
    for hand in after.hands:
        for trick in before.tricks:
            together = ((hand or 0) & trick).bit_count()
            met += together * (together - 1) // 2
    return met


def observe_pairs(before: Facts, after: Facts) -> Iterable[Observation]:
    """The pairs of a deal, laid to its dealer, who shuffles last (DEAL-1)."""
    if before.tricks and after.cards_known and after.dealing is not None:
        context = (len(after.people), len(before.tricks), before.width)
        yield Observation(after.dealing, "pairs", context, pairs(before, after))


def _nothing(_: Facts) -> Iterable[Observation]:
    return ()


SHUFFLE = Hypothesis(
    name="shuffle",
    methods=(),
    whose="table",
    title="Cards of one trick that stay together",
    hits="pairs",
    counted="deals after a deal with all tricks",
    null="pairs of one trick meet in a hand of the next deal as often as any two cards do",
    innocent="too few riffles",
    record="all tricks of a deal and all hands of the next",
    weight=0.0,
    shuffle="any",
    notable=0.15,
    notable_words="a seventh too many pairs",
    channels={"pairs": Channel(pairs_met, (0.05, 0.12, 0.25, 0.5, 0.9))},
    usual=(4, 6, 4),
    observe=_nothing,
)


def judge(pairs_met: Mapping[str, Cells], level: float) -> str:
    """`sound`, `failed` or `unknown`.

    Args:
        pairs_met: the counts of pairs for each of `LAGS`.
        level: chance that a sound shuffle ever fails, and that an unsound one is ever taken for sound.
    """
    if any(SHUFFLE.log_e(cells) >= log(len(LAGS) / level) for cells in pairs_met.values()):
        return "failed"
    return "sound" if all(_sound(cells, SOUND_WITHIN[name], level) for name, cells in pairs_met.items()) else "unknown"


def _sound(cells: Cells, within: float, level: float) -> bool:
    trials = SHUFFLE.trials(cells)
    return bool(trials) and SHUFFLE.interval(cells, level)[1] <= within * SHUFFLE.expected(cells) / trials


def riffles_wanted(cells: Cells) -> int:
    """Riffles to add so that pairs are no more than chance: each halves the excess about, and four suffice."""
    ratio = SHUFFLE.score(cells) / max(1e-9, SHUFFLE.expected(cells))
    return next(more for more, left in ((1, 1.3), (2, 1.8), (3, 2.5), (4, float("inf"))) if ratio < left)
