"""Shuffles as random orders: the card at place `order[i]` of the old pack comes to place `i` of the new one.

An order does not depend on the cards, so thousands are drawn at a time; place 0 is the top of the pack.
Sources: Bayer and Diaconis (1992) for the riffle of Gilbert, Shannon and Reeds; Pemantle (1989) for the overhand
shuffle.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from audit.cards import describe
from audit.errors import UsageError

Orders = npt.NDArray[np.uint8]

OVERHAND_CUT: Final = 0.2
"""Chance that an overhand shuffle parts two neighbours: packets of five cards on average."""

THINNEST: Final = 4
"""Cards that a cut leaves in each packet at least (DEAL-2)."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """How a club shuffles.

    Attributes:
        kind: `perfect` (every order equally likely), `riffle` or `overhand`.
        times: how often in a row; a perfect shuffle needs no second one.
    """

    kind: Literal["perfect", "riffle", "overhand"] = "perfect"
    times: int = 1

    @classmethod
    def parse(cls, text: str) -> "Shuffle":
        """Read `perfect`, `riffle:N` or `overhand:N` with N from 0 to 99.

        Raises:
            UsageError: the text is neither.
        """
        if text == "perfect":
            return cls()
        found = re.fullmatch(r"(riffle|overhand):(\d{1,2})", text)
        if found is None:
            raise UsageError(f"{describe(text)} is no shuffle; expected perfect, riffle:N or overhand:N, N up to 99")
        return cls("riffle" if found[1] == "riffle" else "overhand", int(found[2]))

    def __str__(self) -> str:
        return self.kind if self.kind == "perfect" else f"{self.kind}:{self.times}"


PERFECT: Final = Shuffle()
"""Every order of the pack equally likely."""


def packs(rng: np.random.Generator, n: int) -> Orders:
    """Perfectly shuffled packs, an array (n, 52) of cards; every order of the pack is equally likely."""
    return rng.permuted(np.broadcast_to(np.arange(52, dtype=np.uint8), (n, 52)), axis=1)


def riffles(rng: np.random.Generator, n: int) -> Orders:
    """Orders of one riffle each, (n, 52).

    Every card of the new pack comes from the upper packet or the lower one as a fair coin falls, which makes the cut
    binomial and every way of falling together equally likely (Gilbert, Shannon, Reeds).
    """
    lower = rng.integers(0, 2, (n, 52), dtype=np.uint8)
    upper = (52 - lower.sum(axis=1, dtype=np.uint8))[:, None]
    from_lower = np.cumsum(lower, axis=1, dtype=np.uint8)
    place = np.arange(1, 53, dtype=np.uint8)
    return np.where(lower, upper + from_lower, place - from_lower) - np.uint8(1)


def overhands(rng: np.random.Generator, n: int) -> Orders:
    """Orders of one overhand shuffle each, (n, 52): packets taken off the top one after the other fall on each other.

    Two neighbours are parted with chance `OVERHAND_CUT`, independently (Pemantle).
    """
    parted = rng.random((n, 52)) < OVERHAND_CUT
    parted[:, 0] = False
    packet = np.cumsum(parted, axis=1, dtype=np.int8)
    return np.argsort(-packet, axis=1, kind="stable").astype(np.uint8)


def orders(rng: np.random.Generator, n: int, shuffle: Shuffle) -> Orders:
    """Orders of whole shuffles, (n, 52)."""
    if shuffle.kind == "perfect":
        return packs(rng, n)
    once = riffles if shuffle.kind == "riffle" else overhands
    order = np.broadcast_to(np.arange(52, dtype=np.uint8), (n, 52))
    for _ in range(shuffle.times):
        order = np.take_along_axis(order, once(rng, n).astype(np.intp), axis=1)
    return order


def cuts(rng: np.random.Generator, n: int) -> npt.NDArray[np.uint8]:
    """How many cards are lifted off at each of `n` cuts, every number that DEAL-2 allows equally likely."""
    return rng.integers(THINNEST, 52 - THINNEST, n, dtype=np.uint8, endpoint=True)
