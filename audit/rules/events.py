"""What is told to the table, as the table keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Written = list[int | None] | int | None
"""A hand as it was written: its cards (`None` for one not recorded), how many there were, or nothing."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a club has agreed on; `None` is not stated, and then both ways are shown (BEG-10, DISC-2, SCOR-8)."""

    strict_looking: bool | None = None
    keep_nine: bool | None = None
    all_fives_jack_twice: bool = False


class Turned(NamedTuple):
    """A turn-up: its cards, of which there should be one, and how many runs went before it."""

    cards: list[int | None]
    runs: int
    event: int

    @property
    def suit(self) -> int | None:
        """The suit that it makes trumps, if all its cards are of one."""
        suits = {None if card is None else card // 13 for card in self.cards}
        return suits.pop() if len(suits) == 1 else None


class Action(NamedTuple):
    """An event of the play, kept for the end of the deal: see `tricks`."""

    do: str
    event: int
    seat: int | None = None
    cards: Sequence[int | None] = ()
    missing: Sequence[int] = ()
    side: int | None = None
    points: int = 0


class Told(NamedTuple):
    """An announcement of a number of cards (DEAL-6)."""

    seat: int
    number: int
    expected: int
    event: int


class RevokeClaim(NamedTuple):
    """A revoke claimed by a side of a seat, perhaps in a named trick (REVK-7)."""

    side: int
    seat: int
    trick: int | None


class PenaltyTaken(NamedTuple):
    """A penalty that the record says was taken: the side whose score changed, and by how much."""

    side: int
    points: int
    fault: str | None
