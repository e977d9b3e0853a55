"""The ruling on a deal of a record, with its names: what `audit.rule` returns and `audit rule` prints."""

from dataclasses import dataclass
from typing import Any

from audit.cards import NAMES, SUIT_NAMES
from audit.comparison import Difference, compare
from audit.errors import UsageError
from audit.findings import Finding
from audit.records.models import Record
from audit.rules.disputes import Answer, Dispute, answer, trick_text
from audit.rules.points import Point
from audit.rules.reckoning import Case, Outcome
from audit.rules.rulings import Question, Ruling
from audit.rules.rulings import rule as rule_on
from audit.validation import Heard, Validation

DISPUTES = ("low", "high", "jack", "game", "revoke", "count", "turn", "misdeal", "winner")


@dataclass(slots=True)
class DealRuling:
    """The ruling on one deal of a record.

    Attributes:
        record: the game.
        number: the deal's number.
        case: everything that can be told of the deal.
        ruling: what follows from it.
        findings: what `validate` says of the deal.
        answer: to the question that was asked, if one was.
        differences: from another record of the same deal; `None` where there is no other.
    """

    record: Record
    number: int
    case: Case
    ruling: Ruling
    findings: list[Finding]
    answer: Answer | None = None
    differences: list[Difference] | None = None

    # -- names ------------------------------------------------------------------------------------------------------

    def side(self, side: int | None) -> str | None:
        """Name of a side."""
        return None if side is None else self.case.table.side_name(side)

    def seat(self, seat: int | None) -> str | None:
        """Name of a seat."""
        return None if seat is None else self.case.table.label(seat)

    def score(self, outcome: Outcome) -> dict[str, int] | None:
        """Totals of an outcome by side, as the record keeps them: points made, or to go (STAK-1)."""
        if outcome.totals is None:
            return None
        table = self.case.table
        to_go = self.record.game.scores == "to-go"
        return {
            name: table.variant.target - total if to_go else total
            for name, total in zip(table.seating.sides, outcome.totals, strict=True)
        }

    def gained(self, outcome: Outcome) -> dict[str, int]:
        """Points that an outcome gives each side."""
        return dict(zip(self.case.table.seating.sides, outcome.gained, strict=True))

    @property
    def next_dealer(self) -> str | None:
        """Who deals next; nothing when the game is over or nobody can say."""
        return self.seat(self.ruling.next_dealer)

    @property
    def trump(self) -> str | None:
        """The trump suit's letter, if it is made and known."""
        suit = self.case.scoring.trump
        return None if suit is None else "SHDC"[suit]

    def question_outcomes(self, question: Question) -> list[Outcome]:
        """What each answer to a question comes to."""
        return self.ruling.question_outcomes(question)

    # -- what is established ----------------------------------------------------------------------------------------

    @property
    def established(self) -> list[str]:
        """What the record establishes, and by which cards."""
        return [*self._before_play(), *self._in_play(), *(self._made(point) for point in self._scored())]

    def _before_play(self) -> list[str]:
        table = self.case.table
        lines: list[str] = []
        if table.dealer is not None:
            lines.append(f"{table.label(table.dealer)} dealt; {table.label(table.eldest)} is the eldest hand.")
        for turned in table.turns:
            cards = " and ".join("a card not recorded" if card is None else NAMES[card] for card in turned.cards)
            were = "was" if len(turned.cards) == 1 else "were"
            after = f" after run {turned.runs}" if turned.runs else ""
            lines.append(f"{cards[:1].upper()}{cards[1:]} {were} turned up{after}.")
        if table.begged_by is not None:
            answers = {
                "give": "the dealer gave the point",
                "run": f"the cards were run {_times(len(table.runs))}",
            }
            lines.append(
                f"{table.label(table.begged_by)} begged; {answers.get(table.answer or '', 'no answer is recorded')}."
            )
        elif table.declared == "stand":
            lines.append(f"{table.label(table.eldest)} stood.")
        trump = self.case.scoring.trump
        if trump is not None:
            lines.append(f"{SUIT_NAMES[trump].capitalize()} are trumps.")
        return lines

    def _in_play(self) -> list[str]:
        case = self.case
        lines = [f"Trick {trick.number}: {trick_text(self.ruling, trick)}." for trick in case.play.tricks]
        for revoke in case.judge.revokes:
            shown = f"played to trick {revoke.shown_in}" if revoke.shown_in else "in hand"
            lines.append(
                f"{case.table.label(revoke.seat)} revoked in trick {revoke.trick} with {NAMES[revoke.card]};"
                f" {NAMES[revoke.proof]}, {shown}, proves it."
            )
        if case.play.tricks and case.scoring.complete:
            counts = ", ".join(f"{case.table.side_name(s)} {count}" for s, count in enumerate(case.scoring.counts))
            lines.append(f"Game counts: {counts}.")
        return lines

    def _scored(self) -> list[Point]:
        return [point for point in self.ruling.points if point.certain and point.side is not None]

    def _made(self, point: Point) -> str:
        card = f" with {NAMES[point.card]}" if point.card is not None else ""
        trick = f" in trick {point.trick}" if point.trick is not None else ""
        points = f" {point.points}" if point.points != 1 else ""
        return f"{POINT_WORDS[point.point]}{points}: {self.side(point.side)}{card}{trick} ({point.clause})."

    # -- JSON -------------------------------------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        """The ruling as `--format json` prints it."""
        ruling = self.ruling
        result: dict[str, Any] = {
            "deal": self.number,
            "trump": self.trump,
            "complete": ruling.complete,
            "established": self.established,
            "points": [
                self._point(point, counted) for point, counted in zip(ruling.points, ruling.counted, strict=True)
            ],
            "penalties": [
                {
                    "code": penalty.code,
                    "side": self.side(penalty.side),
                    "points": penalty.points,
                    "against": self.side(penalty.against),
                    "clauses": list(penalty.clauses),
                    "choices": choices,
                }
                for penalty, choices in ruling.penalties
            ],
            "outcomes": [
                {"choice": o.choice or None, **self._outcome(o), "deal_stands": o.stands} for o in ruling.outcomes
            ],
            "forfeited": [
                {"side": self.side(side), "point": point, "clause": clause} for side, point, clause in ruling.forfeited
            ],
            "undecided": [
                {
                    "question": question.question,
                    "clauses": list(question.clauses),
                    "outcomes": [{"answer": o.choice, **self._outcome(o)} for o in self.question_outcomes(question)],
                }
                for question in ruling.questions
            ],
            "readings": ruling.readings,
            "deal_stands": ruling.stands,
            "next_dealer": self.next_dealer,
            "findings": [finding.as_json() for finding in self.findings],
        }
        if self.answer is not None:
            result["answer"] = {
                "verdict": self.answer.verdict,
                "proof": list(self.answer.proof),
                "missing": list(self.answer.missing),
                "clauses": list(self.answer.clauses),
            }
        if self.differences is not None:
            result["differences"] = [difference.as_json() for difference in self.differences]
        return result

    def _point(self, point: Point, counted: bool) -> dict[str, Any]:
        return {
            "point": point.point,
            "points": point.points,
            "side": self.side(point.side),
            "seat": self.seat(point.seat),
            "card": None if point.card is None else NAMES[point.card],
            "trick": point.trick,
            "clause": point.clause,
            "reading": point.reading,
            "certain": point.certain,
            "counted": counted,
        }

    def _outcome(self, outcome: Outcome) -> dict[str, Any]:
        return {
            "score": self.score(outcome),
            "gained": self.gained(outcome),
            "winner": self.side(outcome.winner),
            "next_dealer": self.seat(outcome.next_dealer),
        }

    @property
    def clauses(self) -> list[str]:
        """Every clause that the ruling rests on, each once, in the order in which it is named."""
        ruling = self.ruling
        cited: list[str] = [point.clause for point in ruling.points if point.side is not None or point.reading]
        for penalty, _ in ruling.penalties:
            cited += penalty.clauses
        for finding in self.findings:
            cited += finding.clauses
        for question in ruling.questions:
            cited += question.clauses
        cited += ruling.readings
        cited += self.answer.clauses if self.answer else ()
        return list(dict.fromkeys(cited))


POINT_WORDS = {
    "turned-jack": "Turned Jack",
    "gift": "Gift",
    "high": "High",
    "low": "Low",
    "jack": "Jack",
    "game": "Game",
    "peg": "Peg",
    "penalty": "Penalty",
}


def rule(
    record: Record, deal: int | None = None, *, dispute: str | None = None, other: Record | None = None
) -> DealRuling:
    """Rule on a deal.

    Args:
        record: the game.
        deal: the deal's number; may be left out where the record has one deal.
        dispute: one question, `KIND[:SEAT[:TRICK]]`, such as `revoke:E:3`.
        other: another record of the same deal, to tell where the two differ.

    Raises:
        UsageError: no such deal, no such question, or a turn-up book.
    """
    if record.seating is None:
        raise UsageError("a turn-up book has no seats and no play; there is nothing to rule on")
    validation = Validation(record)
    heard = find_deal(validation.heard, deal)
    ruling = rule_on(heard.case)
    findings = [finding for finding in validation.findings if finding.deal == heard.number]
    result = DealRuling(record, heard.number, heard.case, ruling, findings)
    if dispute is not None:
        result.answer = answer(ruling, read_dispute(dispute, record))
    if other is not None:
        result.differences = compare(record, other, heard.number)
    return result


def find_deal(heard: list[Heard], number: int | None) -> Heard:
    """The deal of that number, or the only one.

    Raises:
        UsageError: there is no such deal, or there are several and none was named.
    """
    if not heard:
        raise UsageError("the record has no deals")
    numbers = ", ".join(str(item.number) for item in heard)
    if number is None:
        if len(heard) > 1:
            raise UsageError(f"the record has deals {numbers}; name one with --deal")
        return heard[0]
    for item in heard:
        if item.number == number:
            return item
    raise UsageError(f"no deal {number} in this record; it has {numbers}")


def read_dispute(text: str, record: Record) -> Dispute:
    """The question that `KIND[:SEAT[:TRICK]]` asks.

    Raises:
        UsageError: unknown kind or seat, or a trick that is no number.
    """
    kind, _, rest = text.partition(":")
    if kind not in DISPUTES:
        raise UsageError(f"unknown dispute {kind!r}; expected one of {', '.join(DISPUTES)}")
    seat_name, _, trick_name = rest.partition(":")
    seating = record.seating
    assert seating is not None
    seat = seating.number.get(seat_name)
    if seat_name and seat is None:
        raise UsageError(f"no seat {seat_name!r} in this game; its seats are {', '.join(seating.labels)}")
    if trick_name and not (trick_name.isascii() and trick_name.isdigit() and int(trick_name) > 0):
        raise UsageError(
            f"{trick_name!r} is no number of a trick; expected KIND:SEAT:TRICK such as revoke:{seating.labels[0]}:3"
        )
    return Dispute(kind, seat, int(trick_name) if trick_name else None)


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
