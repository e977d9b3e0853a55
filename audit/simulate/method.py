"""A method of cheating as a row of hooks that the table calls: most do nothing."""

from typing import ClassVar

from audit.rules.variants import Variant
from audit.simulate.deal import Deal, Table
from audit.simulate.players import Chooser, Roll


class Method:
    """A way to cheat, as one player uses it.

    Class attributes:
        clause: its id in the rulebook.
        measure: what its strength says.
        usual: its strength unless one is given.
        least: the smallest strength; for a rate, that of honest play.

    Args:
        strength: how much of it, in the method's own measure.
        roll: the cheat's own luck.
    """

    clause: ClassVar[str]
    measure: ClassVar[str]
    usual: ClassVar[float] = 1.0
    least: ClassVar[float] = 0.0

    def __init__(self, strength: float, roll: Roll) -> None:
        self.chance = strength
        self.roll = roll
        self.active = False

    @staticmethod
    def fits(variant: Variant) -> bool:
        """Whether the game gives room for the method."""
        return True

    def begin(self, deal: Deal, seat: int) -> None:
        """Before each deal: decide whether to use the method in it."""
        self.active = self.roll() < self.chance

    def takes_out(self) -> int:
        """The mask of the cards taken out of the pack for a night."""
        return 0

    def cut_for_deal(self, cards: list[int], place: int) -> bool:
        """May exchange the cheat's card in the cut for the deal; whether it did."""
        return False

    def cut(self, deal: Deal, at: int) -> int:
        """As dealer: where the pone's cut falls."""
        return at

    def stack(self, table: Table, deal: Deal) -> None:
        """As dealer: arrange the pack, after the cut and before the first card."""

    def dealt(self, table: Table, deal: Deal) -> None:
        """As dealer: after the hands are dealt."""

    def begs(self, table: Table, deal: Deal, eldest: int, honest: bool) -> bool:
        """As eldest hand: whether to beg."""
        return honest

    def runs(self, table: Table, deal: Deal, honest: bool) -> bool:
        """As dealer: whether to run the cards."""
        return honest

    def drops(self, deal: Deal, seat: int) -> list[int]:
        """Cards kept back from the play, to be dropped on tricks already won."""
        return []

    def chooser(self, table: Table, deal: Deal, seat: int, hands: list[int], honest: Chooser) -> Chooser:
        """How the cheat chooses his cards; `hands` are emptied as the cards are played."""
        return honest

    @property
    def shifts(self) -> bool:
        """As dealer: whether the cut is undone."""
        return False

    def did(self, deal: Deal, seat: int) -> None:
        """Note that the method was used."""
        note = (seat, self.clause)
        if note not in deal.done:
            deal.done.append(note)
