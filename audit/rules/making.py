"""The making of a ruling: what its parts share while they are worked out."""

from dataclasses import dataclass, field

from audit.rules.points import Point
from audit.rules.reckoning import SCORED_AT_ONCE_STANDS, Case, Outcome, Penalty, Settings


@dataclass(frozen=True, slots=True)
class Question:
    """What the rules, or the record, leave open; the first answer is the ordinary course."""

    question: str
    clauses: tuple[str, ...]
    answers: tuple[tuple[str, Settings], ...]


@dataclass(slots=True)
class Ruling:
    """What follows from a deal.

    Attributes:
        case: the deal.
        points: every point, pegs one a trick.
        counted: of each point, whether it counted toward the score.
        penalties: with the choices that the rules leave to the side.
        choices: the ways that are left to a side, with every question at its first answer.
        outcomes: what each choice comes to; empty while the deal is incomplete.
        questions: what is not decided.
        forfeited: (side, point, clause) that a revoke took away.
        readings: clauses of which a reading was used.
        stands: whether the deal counts; `None` while that is open.
        complete: nothing more can happen in the deal.
    """

    case: Case
    points: list[Point] = field(default_factory=list)
    counted: list[bool] = field(default_factory=list)
    penalties: list[tuple[Penalty, list[str]]] = field(default_factory=list)
    choices: list[tuple[str, Settings]] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    forfeited: list[tuple[int, str, str]] = field(default_factory=list)
    readings: list[str] = field(default_factory=list)
    stands: bool | None = True
    complete: bool = False

    @property
    def next_dealer(self) -> int | None:
        """Who deals next, if every way agrees."""
        dealers = {outcome.next_dealer for outcome in self.outcomes}
        return dealers.pop() if len(dealers) == 1 else None

    def question_outcomes(self, question: Question) -> list[Outcome]:
        """What each answer comes to."""
        return [self.case.reckon(settings, answer) for answer, settings in question.answers]

    def every_way(self) -> list[Settings]:
        """Every settings that some answer and some choice give: what a score sheet may follow."""
        return [settings for _, settings in self.choices] + [
            settings for question in self.questions for _, settings in question.answers
        ]


class Making:
    """A ruling while it is made.

    Args:
        case: the deal.

    Attributes:
        ruling: what is made.
        base: the ordinary course, with what a revoke forfeits.
        choices: what is left to the sides, every question at its first answer.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self.table = case.table
        self.ruling = Ruling(case)
        self.base = case.base()
        self.choices: list[tuple[str, Settings]] = [("", self.base)]

    @property
    def first(self) -> Settings:
        """The first of the choices: the way by which the answers to questions are reckoned."""
        return self.choices[0][1]

    @property
    def nothing_counts(self) -> bool:
        """Not even what was scored at once stands (MISD-6; a wrong number told too late leaves the Jack, MISD-5)."""
        case = self.case
        return case.void is not None and case.void not in SCORED_AT_ONCE_STANDS and not case.pack.late

    @property
    def sides(self) -> range:
        """The numbers of the sides."""
        return range(len(self.table.seating.sides))

    def ask(self, text: str, clauses: tuple[str, ...], *answers: tuple[str, Settings]) -> None:
        """Put a question that is not decided; its first answer is the ordinary course."""
        self.ruling.questions.append(Question(text, clauses, answers))

    def election_open(self) -> bool:
        """The adversaries, or one of three players, may still choose after the dealer's exposure (MISD-3)."""
        table = self.table
        exposed = table.exposed_dealing or any(len(turned.cards) > 1 for turned in table.turns)
        return exposed and self.case.election() is None and not self.case.play.tricks and self.case.void is None

    def won_early(self) -> bool:
        """A turned Jack, a gift, a look or a peg won the game before the hand was counted (SCOR-6, SCOR-8)."""
        case = self.case
        if self.table.scores is None or case.void is not None or self.table.gift_puts_out:
            return False
        if case.scoring.complete:
            return self.won_before(1)
        if not all(peg.certain for peg in case.scoring.pegs):
            return False
        return case.reckon(self.without_points()).winner is not None

    def won_before(self, trick: int) -> bool:
        """What was scored before the play, and pegged before this trick, won the game (DEAL-5, SCOR-6, SCOR-8)."""
        case, scores = self.case, self.table.scores
        if scores is None or case.void is not None or self.table.gift_puts_out:
            return False
        totals = list(scores)
        for point in case.at_once:
            if point.side is not None:
                totals[point.side] += 1
        for side, points in self.base.more:
            totals[side] += points
        for peg in case.scoring.pegs:
            if peg.side is not None and peg.certain and (peg.trick or 0) < trick:
                totals[peg.side] += peg.points
        return max(totals) >= self.table.variant.target

    def without_points(self) -> Settings:
        """The ordinary course without High, Low, Jack and Game."""
        return self.base.but(sides={point.point: None for point in self.case.scoring.listed()})

    def not_told(self) -> list[Point]:
        """High, Low, Jack, Game and pegs that are not certain, but for a Game that the rules themselves leave open."""
        open_game = self.case.scoring.game_open
        at_once = ("turned-jack", "gift")
        return [
            point
            for point in self.ruling.points
            if not point.certain and point.point not in at_once and not (point.point == "game" and open_game)
        ]
