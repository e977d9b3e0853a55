"""What a revoke costs: points forfeited, the penalty, the adversary's choice, what is not decided (REVK-3 to 7)."""

from collections.abc import Sequence

from audit.rules.judge import Revoke
from audit.rules.making import Making
from audit.rules.reckoning import Penalty, Settings


def revokes(making: Making) -> None:
    """Rule on the established revokes of a deal that counts."""
    found = making.case.judge.revokes
    if not found:
        return
    sides = sorted({making.table.side_of(revoke.seat) for revoke in found})
    making.base = making.base.but(forfeits=frozenset(sides))
    making.choices = [("", making.base)]
    _forfeit(making, sides)
    if making.won_before(found[0].trick):  # REVK-6: what was scored before stays, and the game was over
        _won_before(making, sides)
    elif len(sides) > 1:
        _both(making, sides)
    else:
        _one_side(making, sides[0], found)
    if not making.case.claimed_revokes() and not _taken(making):
        making.ask(
            "Nobody claimed the revoke, and the rules do not say when it must be claimed. Is it claimed?",
            ("REVK-7",),
            ("claimed", making.first),
            ("not claimed: the points stand as made", making.base.but(forfeits=frozenset())),
        )


def _clause(making: Making) -> str:
    """The clause of the penalty: whether the Jack was in play."""
    return "REVK-4" if making.case.scoring.jack_in_play else "REVK-3"


def _points(making: Making) -> int:
    """One point if Jack is not in play, two if it is (REVK-3, REVK-4); where that is open, one is the first answer."""
    return 2 if making.case.scoring.jack_in_play else 1


def _forfeit(making: Making, sides: list[int]) -> None:
    """Jack and Game that a side made and cannot score (REVK-3, REVK-4)."""
    for point in (making.case.scoring.jack, making.case.scoring.game):
        if point is not None and point.side in sides and point.certain:
            making.ruling.forfeited.append((point.side, point.point, _clause(making)))


def _taken(making: Making) -> list[tuple[int, int]]:
    """The penalties for a revoke that the record says were taken, as (side whose score changed, points)."""
    return [(p.side, p.points) for p in making.table.penalties if p.fault in (None, "revoke") and p.points]


def _penalise(making: Making, side: int, scorer: int | None, clauses: tuple[str, ...], choices: list[str]) -> None:
    """Put a penalty down with the choices that are left."""
    making.ruling.penalties.append((Penalty("revoke", scorer, _points(making), clauses, side), choices))


def _adversaries(making: Making, side: int) -> list[int]:
    """The adversaries of a side, from its left; one who took the penalty, as the record says, comes first."""
    takers = [who for who, points in _taken(making) if points > 0]
    number = len(making.sides)
    return sorted(
        (other for other in making.sides if other != side),
        key=lambda other: (other not in takers, (other - side) % number),
    )


def _won_before(making: Making, sides: list[int]) -> None:
    """The game was won before the revoke: the penalty changes nothing any more."""
    for side in sides:
        adversaries = _adversaries(making, side)
        choices = penalty_choices(making, side, adversaries[0], _points(making))
        scorer = adversaries[0] if len(adversaries) == 1 else None
        _penalise(making, side, scorer, (_clause(making), "REVK-6"), [text for text, _ in choices])
        over = making.base.but(forfeits=frozenset())
        making.choices = [(text, over) for text, _ in choices]


def _one_side(making: Making, side: int, found: Sequence[Revoke]) -> None:
    """One side revoked: its adversary adds the penalty or takes it off (REVK-3 to 5)."""
    adversaries = _adversaries(making, side)
    points = _points(making)
    making.choices = penalty_choices(making, side, adversaries[0], points)
    scorer = adversaries[0] if len(adversaries) == 1 else None
    _penalise(making, side, scorer, (_clause(making), "REVK-5"), [text for text, _ in making.choices])
    _choose_as_taken(making, side)
    if making.case.scoring.jack_in_play is None:
        _jack_in_play(making, side, adversaries[0])
    if len(adversaries) > 1:
        making.ask(
            "Which adversary scores the penalty, if it is added?",
            ("REVK-7",),
            *(
                (f"{points} added to {making.table.side_name(other)}", making.base.but(added=((other, points),)))
                for other in adversaries
            ),
        )
    if len(found) > 1:
        making.ask(
            f"{making.table.side_name(side)} revoked {len(found)} times. Is the penalty taken once or each time?",
            ("REVK-7",),
            ("once", making.first),
            ("each time", _times(making.first, len(found))),
        )
    if points == 2 and len(making.choices) > 1:
        making.ask(
            "May the two points be split, one added and one taken off?",
            ("REVK-7",),
            ("not split", making.first),
            ("one added, one taken off", making.base.but(added=((adversaries[0], 1),), deducted=((side, 1),))),
        )
    _below_nought(making, side, points)
    if any(peg.side == side for peg in making.case.scoring.pegs):
        making.ask(
            "Does the revoking side keep its pegs of the hand?",
            ("REVK-5",),
            ("it keeps them", making.first),
            ("it loses them", making.first.but(pegs_lost=frozenset({side}))),
        )


def penalty_choices(making: Making, side: int, adversary: int, points: int) -> list[tuple[str, Settings]]:
    """The adversary's choice: add to his own score or take from the revoker's (REVK-3, REVK-4)."""
    table = making.table
    word = "point" if points == 1 else "points"
    return [
        (f"add {points} {word} to {table.side_name(adversary)}", making.base.but(added=((adversary, points),))),
        (f"take {points} {word} from {table.side_name(side)}", making.base.but(deducted=((side, points),))),
    ]


def _times(settings: Settings, number: int) -> Settings:
    """The same penalty taken several times."""
    return settings.but(
        added=tuple((side, points * number) for side, points in settings.added),
        deducted=tuple((side, points * number) for side, points in settings.deducted),
    )


def _choose_as_taken(making: Making, side: int) -> None:
    """Where the record says that the penalty was added or taken off, nothing is left to choose."""
    added = any(points > 0 and who != side for who, points in _taken(making))
    deducted = any(points < 0 and who == side for who, points in _taken(making))
    if added != deducted:
        making.choices = [making.choices[0] if added else making.choices[1]]


def _jack_in_play(making: Making, side: int, adversary: int) -> None:
    """Whether one point or two, where unrecorded hands leave it open (REVK-3, REVK-4)."""
    two = penalty_choices(making, side, adversary, 2)
    making.ask(
        "Was the Jack in play? The hands that are not recorded leave it open.",
        ("REVK-3", "REVK-4"),
        ("not in play: one point", making.first),
        ("in play: two points, added", two[0][1]),
        ("in play: two points, taken off", two[1][1]),
    )


def _below_nought(making: Making, side: int, points: int) -> None:
    """A penalty taken off that is more than the side has (REVK-7)."""
    scores = making.table.scores
    taking = next((settings for _, settings in making.choices if settings.deducted), None)
    if scores is None or taking is None:
        return
    totals = making.case.reckon(taking).totals
    if totals is not None and totals[side] < 0 <= scores[side]:
        making.ask(
            f"Taking {points} off would bring {making.table.side_name(side)} below nought. Is that allowed?",
            ("REVK-7",),
            ("it is counted below nought", taking),
            ("it stops at nought", taking.but(no_less_than=0)),
        )


def _both(making: Making, sides: list[int]) -> None:
    """More than one side revoked: neither scores Jack or Game; the penalties are not decided."""
    points = _points(making)
    for side in sides:
        others = _adversaries(making, side)
        _penalise(making, side, others[0] if len(others) == 1 else None, (_clause(making), "REVK-7"), [])
    added = tuple((other, points) for side in sides for other in making.sides if other != side)
    names = " and ".join(making.table.side_name(side) for side in sides)
    making.ask(
        f"{names} revoked. Does each take the penalty of the other?",
        ("REVK-7",),
        ("neither takes a penalty; neither scores Jack or Game", making.base),
        ("each adds the penalty", making.base.but(added=added)),
        ("each takes it off the other", making.base.but(deducted=tuple((side, points) for side in sides))),
    )
