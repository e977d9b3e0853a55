"""A trick as it stands, and what else happens in play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

ROTATIONS = {
    players: [[(leader + step) % players for step in range(players)] for leader in range(players)]
    for players in (2, 3, 4)
}
"""Of each number of players and each leader, the seats in order of play (PLAY-1)."""


NOTHING: Mapping[int, int] = MappingProxyType({})


class Trick:
    """A trick as it stands.

    Attributes:
        number: from 1.
        seats: who played, in order of play; `None` where the leader is not known.
        cards: what they played; `None` for a card that is not recorded.
        events: the event of each play.
        missing: seats that played no card.
        filled: cards that must have been played where none is recorded, by seat (TRCK-1).
        quitted: turned and quitted, or a card has been led to the next (REVK-2).
        finished: nobody is still to play to it.
        winner: the seat that won it, where that is certain (PLAY-4).
    """

    missing: Sequence[int] = ()
    filled = NOTHING
    quitted = True
    finished = True

    def __init__(
        self,
        number: int,
        seats: list[int | None],
        cards: list[int | None],
        events: list[int],
        winner: int | None = None,
    ) -> None:
        self.number = number
        self.seats = seats
        self.cards = cards
        self.events = events
        self.winner = winner

    @property
    def led(self) -> int | None:
        """The suit led, where it is recorded."""
        first = self.cards[0] if self.cards else None
        return None if first is None else first // 13

    def card_of(self, seat: int) -> int | None:
        """The card that a seat played, where it played one that is recorded."""
        for who, card in zip(self.seats, self.cards, strict=True):
            if who == seat:
                return card
        return None

    def all_cards(self) -> list[int]:
        """The known cards in the trick, those that must have been played included."""
        known = [card for card in self.cards if card is not None]
        return known + list(self.filled.values()) if self.filled else known


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A card that was shown in play and went back: out of turn, of two at once, or taken back."""

    seat: int
    card: int
    trick: int
    event: int
    how: str


@dataclass(frozen=True, slots=True)
class Called:
    """An exposed card that was called (EXPO-1)."""

    seat: int
    card: int
    event: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card drawn from the open stock after a trick (PLAY-6)."""

    seat: int
    card: int | None
    after: int
    event: int


@dataclass(frozen=True, slots=True)
class Pegged:
    """Points that a side pegged after a trick (SCOR-8)."""

    side: int
    points: int
    after: int
    event: int
