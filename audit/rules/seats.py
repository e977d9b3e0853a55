"""Who sits where, and on which side (SEAT-1)."""

from collections.abc import Sequence


class Seating:
    """The seats in the order of play.

    Attributes:
        labels: names of the seats.
        number: of each label, its place in the order of play.
        sides: names of the sides: a seat, or with four players the two opposite seats joined with "/".
        side_number: of each name of a side, its number; a seat's side is `seat % len(sides)`.
    """

    __slots__ = ("labels", "number", "side_number", "sides")

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        self.number = {label: place for place, label in enumerate(self.labels)}
        self.sides = (f"{labels[0]}/{labels[2]}", f"{labels[1]}/{labels[3]}") if len(self.labels) == 4 else self.labels
        self.side_number = {name: place for place, name in enumerate(self.sides)}

    def __len__(self) -> int:
        return len(self.labels)

    def side_of(self, seat: int) -> int:
        """The side of a seat: partners sit opposite each other (SEAT-1)."""
        return seat % len(self.sides)

    def left(self, seat: int) -> int:
        """The next seat in the order of play."""
        return (seat + 1) % len(self.labels)

    def pone(self, dealer: int) -> int:
        """The seat on the dealer's right, which cuts (DEAL-2)."""
        return (dealer - 1) % len(self.labels)
