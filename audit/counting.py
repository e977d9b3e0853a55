"""What was counted at the table, against the play: Game counts, pegs, piles (SCOR-4, SCOR-8, SCOR-10)."""

from collections.abc import Iterable

from audit.cards import NAMES, mask, members
from audit.rules.play import pips
from audit.rules.reckoning import Case


def counts(case: Case) -> None:
    """Note a Game count that a side declared and its tricks do not hold (SCOR-4)."""
    table, scoring = case.table, case.scoring
    if case.void is not None or (scoring.trump is None and table.variant.pegging):
        return
    whole = scoring.complete and not scoring.open_pips and all(None not in t.cards for t in case.play.tricks)
    if not whole:
        return
    for side, count in (table.counts or {}).items():
        if count != scoring.counts[side]:
            table.note(
                "wrong-game-count",
                "SCOR-4",
                f"{table.side_name(side)} declared {count} for Game; the tricks hold {scoring.counts[side]}.",
                side=side,
                point="game",
                proof=str(scoring.counts[side]),
            )


def pegs(case: Case) -> None:
    """Note a trick whose pegs are not those of the trumps in it, where any are recorded (SCOR-8)."""
    if case.scoring.trump is None:
        return
    sides = len(case.table.seating.sides)
    due: dict[int, list[int]] = {}
    unknown: set[int] = set()
    for peg in case.scoring.pegs:
        if peg.side is None or not peg.certain or peg.trick is None:
            unknown.add(peg.trick or 0)
        else:
            due.setdefault(peg.trick, [0] * sides)[peg.side] += peg.points
    taken: dict[int, list[int]] = {}
    events: dict[int, int] = {}
    for item in case.play.pegs:
        taken.setdefault(item.after, [0] * sides)[item.side] += item.points
        events[item.after] = item.event
    last, ended = len(case.play.tricks), _ended_in(case)
    if set(taken) == {last} and len(due) > 1 and not unknown:
        due = {last: [sum(trick[side] for trick in due.values()) for side in range(sides)]}  # pegged up in one sum
    nothing = [0] * sides
    for trick in sorted(due.keys() | taken.keys()):
        right, written = due.get(trick, nothing), taken.get(trick, nothing)
        won = ended is not None and (trick > ended or (trick == ended and any(written)))
        to_come = trick == last and not any(written) and not case.scoring.complete  # the record ends with the trick
        if right != written and trick not in unknown and trick <= last and not won and not to_come:
            _wrong_peg(case, trick, right, written, events.get(trick))


def _wrong_peg(case: Case, trick: int, right: list[int], written: list[int], event: int | None) -> None:
    side = next(s for s in range(len(right)) if right[s] != written[s])
    name = case.table.side_name(side)
    case.table.note(
        "wrong-peg",
        "SCOR-8",
        f"In trick {trick} {name} pegged {written[side]}; the trumps in it are worth {right[side]} to {name}.",
        event=event,
        trick=trick,
        side=side,
        point="peg",
    )


def _ended_in(case: Case) -> int | None:
    """The trick whose peg won the game: from there on a peg need not be written in full (SCOR-8)."""
    if case.table.scores is None:
        return None
    totals = list(case.table.scores)
    for point in (*case.at_once, *case.scoring.pegs):
        if point.side is not None:
            totals[point.side] += point.points
            if totals[point.side] >= case.table.variant.target:
                return point.trick
    return None


def piles(case: Case, shown: Iterable[int]) -> None:
    """Note piles that are not what the tricks give (SCOR-4).

    Args:
        case: the deal.
        shown: cards kept face up as the lowest trump so far: one that is absent from a pile is no fault (SCOR-10).
    """
    table, tricks, there = case.table, case.play.tricks, case.table.piles or {}
    if not tricks or not case.scoring.complete or any(t.winner is None or None in t.cards for t in tricks):
        return
    excused = mask(shown)
    wrong: list[str] = []
    first: int | None = None
    for side, pile in there.items():
        won = mask(card for t in tricks if table.side_of(t.winner or 0) == side for card in t.all_cards())
        piled = mask(pile)
        for card in members((won ^ piled) & ~excused):
            first = card if first is None else first
            state = "is there and was not won in a trick" if piled >> card & 1 else "was won and is not there"
            wrong.append(f"{NAMES[card]} {state} ({table.side_name(side)})")
    if wrong:
        total = pips([c for pile in there.values() for c in pile], case.scoring.trump or 0, fives=table.variant.pegging)
        table.note(
            "pile-mismatch",
            "SCOR-4 SCOR-10",
            f"The piles are not what the tricks give: {'; '.join(wrong)}. Together the piles count {total} for Game.",
            card=first,
            proof="; ".join(wrong),
        )
