"""A point of a deal, and the order of going out (SCOR-6)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class Point:
    """A point of the deal.

    Attributes:
        point: its name.
        side: who scores it; `None` for nobody, or for nobody yet when it is not certain.
        certain: no unseen card and no rule left open can change it.
        clause: the clause that gives it.
        points: how many.
        seat: the player whose card it was.
        card: the card.
        trick: the trick of a peg, or the one that took the card.
        reading: it rests on a reading.
        among: who alone can still score it, `None` for nobody, where that is known of a point that is not certain.
    """

    point: str
    side: int | None
    certain: bool
    clause: str
    points: int = 1
    seat: int | None = None
    card: int | None = None
    trick: int | None = None
    reading: bool = False
    among: frozenset[int | None] | None = None


def count_out(
    scores: Sequence[int], items: Sequence[tuple[str, int, int]], target: int, capped: Collection[int] = ()
) -> tuple[list[int], int | None, list[int]]:
    """Count points in their order until a side is out (SCOR-6); a capped side stops one short (REVK-5).

    Args:
        scores: points of each side before.
        items: (name, side, points) in the order of counting.
        target: points that win.
        capped: sides that cannot win in this hand.

    Returns:
        The totals, the side that won or `None`, and how many points each item really counted.
    """
    totals = list(scores)
    for _, side, points in items:
        totals[side] += points
    if not capped and max(totals) < target:
        return totals, None, [points for _, _, points in items]
    totals = list(scores)
    counted: list[int] = []
    won: int | None = next((side for side, total in enumerate(totals) if total >= target), None)
    for _, side, points in items:
        if won is not None:
            counted.append(0)
            continue
        limit = target - 1 if side in capped else target
        gained = max(0, min(points, limit - totals[side]))
        totals[side] += gained
        counted.append(gained)
        if totals[side] >= target:
            won = side
    return totals, won, counted
