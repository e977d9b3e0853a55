"""The methods of cheating of the rulebook (CHT-1 to CHT-11), by their clauses."""

from typing import Final

from audit.simulate.knowing import MarkedCards, Reflectors, Signals
from audit.simulate.method import Method
from audit.simulate.stacking import (
    AbstractedTen,
    BottomJacks,
    ExtraCard,
    HighHand,
    Seconds,
    ShiftedCut,
    StockedStock,
    Strippers,
)

METHODS: Final[dict[str, type[Method]]] = {
    method.clause: method
    for method in (
        BottomJacks, StockedStock, ExtraCard, ShiftedCut, MarkedCards, Strippers,
        Reflectors, Seconds, AbstractedTen, HighHand, Signals,
    )
}  # fmt: skip
"""The methods by their clauses."""
