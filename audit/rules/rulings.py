"""From what happened to what follows: points, penalties, choices, what the rules leave open, who deals next.

Nothing is invented. What the rules do not decide is a question with the outcome of each answer, the other questions at
their first answer.
"""

from audit.rules import penalties, questions
from audit.rules.making import Making, Question, Ruling
from audit.rules.points import Point
from audit.rules.reckoning import Case

__all__ = ["Question", "Ruling", "rule"]


def rule(case: Case) -> Ruling:
    """Rule on a deal."""
    making = Making(case)
    ruling = making.ruling
    ruling.stands = _stands(making)
    if case.void is None:
        penalties.revokes(making)
    _points(making)
    _complete(making)
    questions.at_once(making)
    if case.void is None:
        questions.dealing(making)
        questions.points(making)
    ruling.choices = making.choices
    told = case.void is not None or making.won_early() or not making.not_told()
    if ruling.complete and told:
        ruling.outcomes = [case.reckon(settings, text) for text, settings in making.choices]
    _counted(making)
    ruling.readings = _readings(making)
    return ruling


def _stands(making: Making) -> bool | None:
    """Whether the deal counts; nothing while that is open or not decided."""
    case = making.case
    if case.void is not None:
        return False
    undecided = case.pack.late or case.pack.unconfirmed or case.election() == "differ" or making.election_open()
    return None if undecided else True


# -- points -----------------------------------------------------------------------------------------------------------


def _points(making: Making) -> None:
    """Every point in the order of counting, and what early looks cost."""
    case, ruling = making.case, making.ruling
    if making.table.variant.turn_up:
        ruling.points += _turned_jacks(making)
    if not making.nothing_counts:
        ruling.points += [point for point in case.at_once if point.point == "gift"]
    ruling.points += [_as_ruled(making, point) for point in case.scoring.listed()]
    if case.void is None:
        ruling.points += case.scoring.pegs
    if making.table.options.strict_looking is True and not making.nothing_counts:
        ruling.penalties += [(penalty, []) for penalty in case.penalties_at_once()]


def _as_ruled(making: Making, point: Point) -> Point:
    """A point of the play: nothing of a void deal, and neither Jack nor Game to a side that revoked."""
    case, lost = making.case, making.base.forfeits
    if case.void is not None:
        return Point(point.point, None, True, "MISD-6")
    among = (point.among or frozenset()) - {None}
    forfeited = point.side in lost if point.certain else bool(among) and among <= lost
    if point.point in ("jack", "game") and forfeited:
        clause = "REVK-4" if case.scoring.jack_in_play else "REVK-3"
        return Point(point.point, None, True, clause, seat=point.seat, card=point.card, trick=point.trick)
    return point


def _turned_jacks(making: Making) -> list[Point]:
    """The turned Jacks that count, or that none does, or that it cannot be told (DEAL-5, DEAL-6, MISD-6)."""
    case, table = making.case, making.table
    if making.nothing_counts:
        return [Point("turned-jack", None, True, "DEAL-6" if case.pack.told_in_time else "MISD-6")]
    jacks = [point for point in case.at_once if point.point == "turned-jack"]
    if jacks:
        return jacks
    unknown = table.odd_turn or (not table.turns and not case.play.tricks)
    return [Point("turned-jack", None, not unknown, "DEAL-5")]


def _complete(making: Making) -> None:
    """Whether nothing more can happen: played out, won, or dealt again."""
    case = making.case
    early = making.won_early()
    making.ruling.complete = case.void is not None or case.scoring.complete or early
    if early and not case.scoring.complete:
        making.choices = [("", making.without_points())]


# -- what was counted -------------------------------------------------------------------------------------------------


def _counted(making: Making) -> None:
    """Which points count: none after the game was won, none that a cap kept away (SCOR-6, REVK-5)."""
    ruling, case = making.ruling, making.case
    outcome = case.reckon(making.first)
    left = [
        (name, side, gained)
        for (name, side, _), gained in zip(case.order_of_counting(making.first), outcome.counted, strict=True)
        if name != "penalty"
    ]
    for point in ruling.points:
        match = next((item for item in left if item[0] == point.point and item[1] == point.side), None)
        if match is not None:
            left.remove(match)
        ruling.counted.append(match is not None and match[2] > 0)


def _readings(making: Making) -> list[str]:
    """The clauses of which a reading was used."""
    case, table = making.case, making.table
    found = {point.clause for point in making.ruling.points if point.reading}
    for fault in table.faults:
        if fault.reading:
            found.update(fault.clauses)
    used = {
        "TRCK-1": any(trick.filled for trick in case.play.tricks),
        "SCOR-11": case.scoring.discarded_high or case.scoring.discarded_low,
        "BEG-10": table.looks and table.players == 3,
        "MISD-5": case.pack.late and case.void is None and table.turned_jacks,
        "DEAL-5": any(not turned.runs and turned.cards[0] in table.turned_jacks for turned in table.turns)
        and table.begged_by is not None
        and not making.nothing_counts,
        "BEG-9": table.gift_puts_out and table.players > 2,
        "REVK-4": case.judge.revokes and case.void is None and case.scoring.jack_in_play,
        "REVK-5": case.judge.revokes and case.void is None,
        "REVK-6": case.judge.revokes and case.void is None and table.players == 4,
        "SCOR-8": table.variant.pegging and case.scoring.pegs,
    }
    if table.variant.borrowed:
        found.update(clause for penalty, _ in making.ruling.penalties for clause in penalty.clauses)
    return sorted(found | {clause for clause, rests in used.items() if rests})
