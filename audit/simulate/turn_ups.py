"""Turn-ups alone, by the million: who dealt and which card he turned."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from audit.cards import JACK
from audit.errors import UsageError

FAIR = 4 / 52
"""Chance of a turned Jack under honest play: once in thirteen deals."""


@dataclass(frozen=True, slots=True)
class TurnUps:
    """Deals as columns of one shape.

    Attributes:
        dealer: number of the dealer, from 0.
        card: the card turned, 0 to 51.
    """

    dealer: npt.NDArray[np.uint8]
    card: npt.NDArray[np.uint8]


def extra_chance(rate: float, fair: float) -> float:
    """How often a cheat must act so that what happens by luck in `fair` of the cases happens in `rate` of them.

    Raises:
        UsageError: the rate is below luck or above 1.
    """
    if not fair <= rate <= 1:
        raise UsageError(f"a rate of {rate:.4g} cannot be reached by cheating; expected from {fair:.4g} (honest) to 1")
    return (rate - fair) / (1 - fair)


def turn_ups(
    rng: np.random.Generator,
    deals: int | tuple[int, ...],
    *,
    players: int = 4,
    rates: Sequence[float] | None = None,
    first: int = 0,
) -> TurnUps:
    """First turn-ups of perfectly shuffled packs, the deal passing to the left (DEAL-4, DEAL-7).

    Args:
        rng: where the luck comes from.
        deals: how many, or a shape whose last axis is time, such as (clubs, deals).
        players: how many deal in turn, 1 to 255.
        rates: for each player the share of his deals in which he turns a Jack (CHT-1), 4/52 for an honest one; all
            honest when absent.
        first: who deals first.

    Raises:
        UsageError: a rate below 4/52 or above 1, or not one rate a player.
    """
    shape = (deals,) if isinstance(deals, int) else deals
    turn = (first + np.arange(shape[-1])) % players
    card = rng.integers(0, 52, shape, dtype=np.uint8)
    if rates is not None:
        if len(rates) != players:
            raise UsageError(f"{len(rates)} rates for {players} players; expected one a player")
        chance = np.array([extra_chance(rate, FAIR) for rate in rates])
        crooked = rng.random(shape) < chance[turn]
        jacks = JACK + 13 * rng.integers(0, 4, shape, dtype=np.uint8)
        card = np.where(crooked, jacks, card)
    return TurnUps(np.broadcast_to(turn.astype(np.uint8), shape), card)
