"""A ruling for people: sentences fit to be read out and filed, or Markdown for a committee's minutes."""

import textwrap
from collections.abc import Iterator

from audit.cards import NAMES
from audit.report.findings import many
from audit.report.style import Style
from audit.rules.points import Point
from audit.rules.reckoning import Outcome
from audit.rules.rulebook import clause
from audit.ruling import POINT_WORDS, DealRuling

WIDTH = 110


def full(ruling: DealRuling, style: Style, *, cite: bool = False) -> Iterator[str]:
    """The ruling in paragraphs, each under a heading."""
    yield style.bold(title(ruling))
    for heading, lines in sections(ruling, cite=cite):
        yield ""
        yield style.bold(heading)
        for line in lines:
            yield from textwrap.wrap(line, WIDTH, initial_indent="  ", subsequent_indent="    ")


def markdown(ruling: DealRuling, *, cite: bool = False) -> Iterator[str]:
    """The ruling for the minutes."""
    yield f"# {title(ruling)}"
    for heading, lines in sections(ruling, cite=cite):
        yield ""
        yield f"## {heading}"
        yield ""
        for line in lines:
            yield f"- {line}"


def title(ruling: DealRuling) -> str:
    """What is ruled on, such as `Ruling: 2026-03-05/table-2, deal 1, seven-up`."""
    game = ruling.record.game
    return "Ruling: " + ", ".join(part for part in (game.id, f"deal {ruling.number}", game.variant) if part)


def sections(ruling: DealRuling, *, cite: bool) -> Iterator[tuple[str, list[str]]]:
    """Heading and sentences of each part that has something to say."""
    parts = (
        ("The question", _answer(ruling)),
        ("The two records", _differences(ruling)),
        ("Established", ruling.established if ruling.answer is None else []),
        ("Findings", [f"{finding.code}: {finding.message}" for finding in ruling.findings]),
        ("Points", _points(ruling)),
        ("Penalties", _penalties(ruling)),
        ("Score and winner", _outcomes(ruling)),
        ("Not decided by the rules", _undecided(ruling)),
        ("Rests on a reading", _readings(ruling)),
        ("The clauses", _cited(ruling) if cite else []),
    )
    for heading, lines in parts:
        if lines:
            yield heading, lines


def _answer(ruling: DealRuling) -> list[str]:
    answer = ruling.answer
    if answer is None:
        return []
    lines = [answer.verdict[:1].upper() + answer.verdict[1:] + "."]
    if answer.proof:
        lines.append("Proof: " + "; ".join(answer.proof) + ".")
    if answer.missing:
        lines.append("What would settle it: " + "; ".join(answer.missing) + ".")
    if answer.clauses:
        lines.append("Clauses: " + ", ".join(answer.clauses) + ".")
    return lines


def _differences(ruling: DealRuling) -> list[str]:
    if ruling.differences is None:
        return []
    if not ruling.differences:
        return ["The two records of the deal agree."]
    return [
        f"{d.where}: the first has {d.first or 'nothing'}, the second {d.second or 'nothing'}"
        + (f"; {d.proves}." if d.proves else ".")
        for d in ruling.differences
    ]


def _points(ruling: DealRuling) -> list[str]:
    lines = []
    still_open: list[str] = []
    pegs: dict[str, int] = {}
    for point, counted in zip(ruling.ruling.points, ruling.ruling.counted, strict=True):
        side = ruling.side(point.side)
        if point.point == "peg":
            if side is not None:
                pegs[side] = pegs.get(side, 0) + point.points
            continue
        word = POINT_WORDS[point.point]
        if not point.certain:
            still_open.append(word)
            continue
        if side is None:
            lines.append(f"{word}: nobody ({point.clause}).")
            continue
        why = f" with {NAMES[point.card]}" if point.card is not None else ""
        reading = ", a reading" if point.reading else ""
        late = "" if counted or not ruling.ruling.outcomes else f"; it does not count: {_why_not(ruling, point)}"
        lines.append(f"{word}: {side}{why} ({point.clause}{reading}){late}.")
    if pegs:
        lines.append("Pegs: " + ", ".join(f"{side} {points}" for side, points in pegs.items()) + " (SCOR-8).")
    if still_open:
        lines.append(f"{', '.join(still_open)}: open.")
    for forfeiter, name, clauses in ruling.ruling.forfeited:
        lines.append(
            f"{POINT_WORDS[name]} was made by {ruling.side(forfeiter)} and is forfeited by the revoke ({clauses})."
        )
    return lines


def _why_not(ruling: DealRuling, point: Point) -> str:
    """Why a point that was made does not count (SCOR-6, REVK-5)."""
    case = ruling.case
    stops = any(case.table.side_of(revoke.seat) == point.side for revoke in case.judge.revokes)
    won = any(outcome.winner is not None for outcome in ruling.ruling.outcomes)
    reasons = (["the game was won before (SCOR-6)"] if won else []) + (
        ["the side may not win in this hand (REVK-5)"] if stops else []
    )
    return ", or ".join(reasons) or "the game was won before (SCOR-6)"


def _penalties(ruling: DealRuling) -> list[str]:
    lines = []
    for penalty, choices in ruling.ruling.penalties:
        to = ruling.side(penalty.side) or "an adversary"
        against = f" against {ruling.side(penalty.against)}" if penalty.against is not None else ""
        points = many(penalty.points, "point")
        choice = f" Choices: {'; '.join(choices)}." if len(choices) > 1 else ""
        lines.append(f"{penalty.code}: {points} to {to}{against} ({', '.join(penalty.clauses)}).{choice}")
    return lines


def _outcome(ruling: DealRuling, outcome: Outcome) -> str:
    score = ruling.score(outcome)
    if score is None:
        gained = ", ".join(f"{name} {points:+d}" for name, points in ruling.gained(outcome).items())
        text = f"gained {gained}; the score before the deal is not recorded"
    else:
        text = ", ".join(f"{name} {total}" for name, total in score.items())
    if outcome.winner is not None:
        return f"{text}; {ruling.side(outcome.winner)} has won"
    dealer = ruling.seat(outcome.next_dealer)
    return f"{text}; {dealer} deals next" if dealer else text


def _outcomes(ruling: DealRuling) -> list[str]:
    made = ruling.ruling
    lines = []
    if made.stands is False:
        lines.append(f"The deal does not count ({_why_void(ruling)}).")
    if not made.complete:
        lines.append("The deal is not complete; its score is open.")
    elif not made.outcomes:
        lines.append("The score cannot be established from this record.")
    for outcome in made.outcomes:
        lead = f"{outcome.choice[:1].upper()}{outcome.choice[1:]}: " if outcome.choice else ""
        lines.append(f"{lead}{_outcome(ruling, outcome)}.")
    return lines


def _why_void(ruling: DealRuling) -> str:
    reasons = {
        "misdeal": "a misdeal",
        "imperfect-pack": "the pack is imperfect",
        "faced-card": "a card was faced in the pack",
        "exposed-card": "the adversaries elected a new deal",
        "bunched": "the cards were bunched by agreement",
        "exhausted": "the pack was exhausted",
        "agreed": "a new deal was agreed",
    }
    return reasons.get(ruling.case.void or "", "dealt again for a reason that is not recorded")


def _undecided(ruling: DealRuling) -> list[str]:
    lines = []
    for question in ruling.ruling.questions:
        answers = "; ".join(f"{o.choice}: {_outcome(ruling, o)}" for o in ruling.question_outcomes(question))
        lines.append(f"{question.question} ({', '.join(question.clauses)}) {answers[:1].upper()}{answers[1:]}.")
    return lines


def _readings(ruling: DealRuling) -> list[str]:
    return [", ".join(ruling.ruling.readings) + "."] if ruling.ruling.readings else []


def _cited(ruling: DealRuling) -> list[str]:
    lines = []
    for cited in ruling.clauses:
        found = clause(cited)
        lines.append(
            f"{found.id} {found.title} ({found.source}): {' '.join((found.text, *found.readings, *found.undecided))}"
        )
    return lines
