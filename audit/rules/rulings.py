"""From what happened to what follows: points, penalties, choices, what the rules leave open, who deals next.

Nothing is invented. What the rules do not decide is a question with the outcome of each answer, the other questions at
their first answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from audit.cards import NAMES
from audit.rules.judge import Revoke
from audit.rules.reckoning import Case, Outcome, Penalty, Settings
from audit.rules.scoring import Point


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


def rule(case: Case) -> Ruling:
    """Rule on a deal."""
    return _Rule(case).ruling


class _Rule:
    """The making of a ruling, step by step."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.table = case.table
        self.ruling = Ruling(case)
        self.base = case.base()
        self.choices: list[tuple[str, Settings]] = [("", self.base)]
        self._stands()
        if case.void is None:
            self._revokes()
        self._points()
        self._completeness()
        self._at_once_questions()
        if case.void is None:
            self._deal_questions()
            self._point_questions()
        self.ruling.choices = self.choices
        if self.ruling.complete and not self._unknown_points():
            self.ruling.outcomes = [case.reckon(settings, text) for text, settings in self.choices]
        self._counted()
        self._readings()

    # -- does the deal stand ----------------------------------------------------------------------------------------

    def _stands(self) -> None:
        case, table = self.case, self.table
        if case.void is not None:
            self.ruling.stands = False
        elif case.pack.late or case.pack.unconfirmed or case.election() == "differ" or self._election_open():
            self.ruling.stands = None
        else:
            self.ruling.stands = True
        if case.void == "not stated" and table.dealer is not None:
            self.ruling.stands = False

    def _election_open(self) -> bool:
        """The adversaries may still choose after the dealer's exposure (MISD-3)."""
        table = self.table
        exposed = table.exposed_dealing or any(len(turned.cards) > 1 for turned in table.turns)
        return exposed and not table.elections and not self.case.play.tricks

    # -- revokes ----------------------------------------------------------------------------------------------------

    def _revokes(self) -> None:
        revokes = self.case.judge.revokes
        if not revokes:
            return
        sides = sorted({self.table.side_of(revoke.seat) for revoke in revokes})
        self.base = self.base.but(forfeits=frozenset(sides))
        self.choices = [("", self.base)]
        self._forfeits(sides)
        if len(sides) > 1:
            self._both_revoked(sides)
        else:
            self._one_side_revoked(sides[0], revokes)
        if not self.table.revoke_claims and not self._taken():
            self._question(
                "Nobody claimed the revoke, and the rules do not say when it must be claimed. Is it claimed?",
                ("REVK-7",),
                ("claimed", self.choices[0][1]),
                ("not claimed: the points stand as made", self.base.but(forfeits=frozenset(), added=(), deducted=())),
            )

    def _forfeits(self, sides: list[int]) -> None:
        clause = "REVK-4" if self.case.scoring.jack_in_play else "REVK-3"
        for point in (self.case.scoring.jack, self.case.scoring.game):
            if point is not None and point.side in sides and point.certain:
                self.ruling.forfeited.append((point.side, point.point, clause))

    def _taken(self) -> list[tuple[int, int]]:
        """The penalties for a revoke that the record says were taken."""
        return [(p.side, p.points) for p in self.table.penalties if p.fault in (None, "revoke") and p.points]

    def _one_side_revoked(self, side: int, revokes: Sequence[Revoke]) -> None:
        case, table = self.case, self.table
        in_play = case.scoring.jack_in_play
        points = 1 if in_play is not True else 2
        clause = "REVK-4" if in_play else "REVK-3"
        adversaries = [other for other in range(len(table.seating.sides)) if other != side]
        scorer = adversaries[0] if len(adversaries) == 1 else None
        self.choices = self._penalty_choices(side, adversaries[0], points)
        penalty = Penalty("revoke", scorer, points, (clause, "REVK-5"), side)
        self.ruling.penalties.append((penalty, [text for text, _ in self.choices]))
        if in_play is None:
            self._question(
                "Was the Jack in play? The hands that are not recorded leave it open.",
                ("REVK-3", "REVK-4"),
                ("not in play: one point", self._penalty_choices(side, adversaries[0], 1)[0][1]),
                ("in play: two points, added", self._penalty_choices(side, adversaries[0], 2)[0][1]),
                ("in play: two points, taken off", self._penalty_choices(side, adversaries[0], 2)[-1][1]),
            )
        if len(adversaries) > 1:
            self._question(
                "Which adversary scores the penalty, if it is added?",
                ("REVK-7",),
                *(
                    (f"{points} added to {table.side_name(other)}", self.base.but(added=((other, points),)))
                    for other in adversaries
                ),
            )
        if len(revokes) > 1:
            self._question(
                f"{table.side_name(side)} revoked {len(revokes)} times. Is the penalty taken once or each time?",
                ("REVK-7",),
                ("once", self.choices[0][1]),
                ("each time", self.base.but(added=((adversaries[0], points * len(revokes)),))),
            )
        if self._taken():
            self._chosen(side)
            return
        if points == 2:
            split = self.base.but(added=((adversaries[0], 1),), deducted=((side, 1),))
            self._question(
                "May the two points be split, one added and one taken off?",
                ("REVK-7",),
                ("not split", self.choices[0][1]),
                ("one added, one taken off", split),
            )
        self._below_nought(side, points)
        if case.scoring.pegs:
            lost = self.choices[0][1].but(pegs_lost=frozenset({side}))
            self._question(
                "Does the revoking side keep its pegs of the hand?",
                ("REVK-5",),
                ("it keeps them", self.choices[0][1]),
                ("it loses them", lost),
            )

    def _penalty_choices(self, side: int, adversary: int, points: int) -> list[tuple[str, Settings]]:
        """The adversary's choice: add to his own score or take from the revoker's (REVK-3, REVK-4)."""
        table = self.table
        word = "point" if points == 1 else "points"
        return [
            (f"add {points} {word} to {table.side_name(adversary)}", self.base.but(added=((adversary, points),))),
            (f"take {points} {word} from {table.side_name(side)}", self.base.but(deducted=((side, points),))),
        ]

    def _chosen(self, side: int) -> None:
        """The record says which was taken."""
        added = any(points > 0 and who != side for who, points in self._taken())
        deducted = any(points < 0 and who == side for who, points in self._taken())
        if added != deducted:
            self.choices = [self.choices[0] if added else self.choices[1]]

    def _below_nought(self, side: int, points: int) -> None:
        if self.table.scores is None:
            return
        below = self.case.reckon(self.choices[-1][1])
        if below.totals is not None and below.totals[side] < 0 <= self.table.scores[side]:
            self._question(
                f"Taking {points} off would bring {self.table.side_name(side)} below nought. Is that allowed?",
                ("REVK-7",),
                ("it is counted below nought", self.choices[-1][1]),
                ("it stops at nought", self.choices[-1][1].but(no_less_than=0)),
            )

    def _both_revoked(self, sides: list[int]) -> None:
        table = self.table
        points = 2 if self.case.scoring.jack_in_play else 1
        clause = "REVK-4" if self.case.scoring.jack_in_play else "REVK-3"
        names = " and ".join(table.side_name(side) for side in sides)
        for side in sides:
            others = [other for other in range(len(table.seating.sides)) if other != side]
            scorer = others[0] if len(others) == 1 else None
            penalty = Penalty("revoke", scorer, points, (clause, "REVK-7"), side)
            self.ruling.penalties.append((penalty, []))
        every = range(len(table.seating.sides))
        added = tuple((other, points) for side in sides for other in every if other != side)
        self._question(
            f"{names} revoked. Does each take the penalty of the other?",
            ("REVK-7",),
            ("neither takes a penalty; neither scores Jack or Game", self.base),
            ("each adds the penalty", self.base.but(added=added)),
            ("each takes it off the other", self.base.but(deducted=tuple((side, points) for side in sides))),
        )

    # -- points -----------------------------------------------------------------------------------------------------

    def _points(self) -> None:
        case, table, ruling = self.case, self.table, self.ruling
        void = case.void is not None
        keeps = case.void in ("bunched", "exhausted", "agreed")
        if table.variant.turn_up:
            ruling.points += self._turned_jacks(nothing_counts=void and not keeps)
        for point in case.at_once:
            if point.point == "gift" and not (void and not keeps):
                ruling.points.append(point)
        ruling.points += [self._as_ruled(point) for point in case.scoring.listed()]
        if not void:
            ruling.points += case.scoring.pegs
        self._look_penalties(void and not keeps)

    def _as_ruled(self, point: Point) -> Point:
        """A point of the play: nothing of a void deal, and neither Jack nor Game to a side that revoked."""
        if self.case.void is not None:
            return Point(point.point, None, True, "MISD-6")
        lost = self.base.forfeits
        forfeited = point.side in lost if point.certain else bool(point.among and point.among <= lost)
        if point.point in ("jack", "game") and forfeited:
            clause = "REVK-4" if self.case.scoring.jack_in_play else "REVK-3"
            return Point(point.point, None, True, clause, seat=point.seat, card=point.card, trick=point.trick)
        return point

    def _turned_jacks(self, *, nothing_counts: bool) -> list[Point]:
        case, table = self.case, self.table
        if nothing_counts:
            return [Point("turned-jack", None, True, "DEAL-6" if case.pack.told_in_time else "MISD-6")]
        jacks = [point for point in case.at_once if point.point == "turned-jack"]
        if jacks:
            return jacks
        last = [turned for turned in table.turns if len(turned.cards) > 1 or turned.cards[0] is None]
        unknown = bool(last) or (not table.turns and not case.play.tricks)
        return [Point("turned-jack", None, not unknown, "DEAL-5")]

    def _look_penalties(self, nothing_counts: bool) -> None:
        if self.table.options.strict_looking is True and not nothing_counts:
            self.ruling.penalties += [(penalty, []) for penalty in self.case.penalties_at_once()]

    def _unknown_points(self) -> bool:
        """Whether a point that counts cannot be established though the deal is complete."""
        if self.case.void is not None or self._won_early():
            return False
        return bool(self._not_told())

    def _not_told(self) -> list[Point]:
        """High, Low, Jack, Game and pegs that are not certain, but for a Game that the rules themselves leave open."""
        open_game = self.case.scoring.game_open
        at_once = ("turned-jack", "gift")
        return [
            point
            for point in self.ruling.points
            if not point.certain and point.point not in at_once and not (point.point == "game" and open_game)
        ]

    def _won_early(self) -> bool:
        """A turned Jack, a gift, a look or a peg won the game before the hand was played out (SCOR-6, SCOR-8)."""
        case = self.case
        if self.table.scores is None or case.void is not None or case.scoring.complete or self.table.gift_puts_out:
            return False
        if not all(peg.certain for peg in case.scoring.pegs):
            return False
        open_points = self.base.but(sides={point.point: None for point in case.scoring.listed()})
        return case.reckon(open_points).winner is not None

    def _completeness(self) -> None:
        case = self.case
        played_out = case.scoring.complete or case.scoring._counted_from_piles()
        self.ruling.complete = case.void is not None or played_out or self._won_early()
        if case.void is None and self._won_early():
            self.choices = [("", self.base.but(sides={point.point: None for point in case.scoring.listed()}))]

    # -- questions --------------------------------------------------------------------------------------------------

    def _question(self, text: str, clauses: tuple[str, ...], *answers: tuple[str, Settings]) -> None:
        self.ruling.questions.append(Question(text, clauses, answers))

    def _first(self) -> Settings:
        return self.choices[0][1]

    def _at_once_questions(self) -> None:
        """What hangs on a gift, an early look, a declaration taken back (BEG-8 to BEG-11)."""
        table, case = self.table, self.case
        if case.void is not None and case.void not in ("bunched", "exhausted", "agreed"):
            if case.void == "not stated" and case.at_once:
                self._question(
                    "The record does not say why the cards were dealt again. Does what was scored at once stand?",
                    ("MISD-6",),
                    ("it does not", self.base),
                    (
                        "it stands, as after a bunch",
                        self.base.but(more=tuple((p.side, 1) for p in case.at_once if p.side is not None)),
                    ),
                )
            return
        if table.looks and table.options.strict_looking is None:
            points = tuple((p.side, 1) for p in case.penalties_at_once() if p.side is not None)
            self._question(
                "Does the club play strictly on looking? The record does not say.",
                ("BEG-10",),
                ("not strictly: no penalty", self._first()),
                ("strictly: the adversaries score a point", self._first().but(more=points)),
            )
        if table.gift_puts_out:
            self._question(
                "The dealer gave a point that puts a player out, which he cannot. Does it count?",
                ("BEG-9",),
                ("it does not count", self._first().but(gift=False)),
                ("it counts", self._first()),
            )
            self.choices = [(text, settings.but(gift=False)) for text, settings in self.choices]
        if table.gift_owed:
            owed = " and ".join(table.side_name(side) for side in table.gift_owed)
            self._question(
                f"The point was given to one adversary alone. Does {owed} score the point that was owed?",
                ("BEG-8",),
                ("as it was given", self._first()),
                (
                    f"{owed} scores it too",
                    self._first().but(more=self._first().more + tuple((s, 1) for s in table.gift_owed)),
                ),
            )
        if table.turn_unknown and table.dealing_side is not None:
            jack = (table.dealing_side, 1)
            self._question(
                "A turn-up is not recorded. Was it a Jack that counts?",
                ("DEAL-5", "BEG-4"),
                ("it was not", self._first()),
                ("it was: one to the dealer", self._first().but(more=(*self._first().more, jack))),
            )
        if table.changed_declaration:
            self._question(
                "The eldest hand took back his declaration. Which holds?",
                ("BEG-11",),
                ("the beg; what followed was its answer", self._first()),
                ("the stand", self._first()),
            )
        if table.begged_by is not None and table.answer is None and case.play.tricks and table.eldest is not None:
            eldest = table.side_of(table.eldest)
            gifts = (
                [s for s in range(len(table.seating.sides)) if s != table.dealing_side]
                if table.players == 3
                else [eldest]
            )
            self._question(
                "The eldest hand begged and the answer is not recorded. Was the point given?",
                ("BEG-2",),
                ("no point is recorded", self._first()),
                ("it was given", self._first().but(more=self._first().more + tuple((s, 1) for s in gifts))),
            )

    def _deal_questions(self) -> None:
        """What hangs on the dealing (DEAL-2, DEAL-4, MISD-3, MISD-5, DISC-2)."""
        table, case = self.table, self.case
        dealer = table.dealer
        left = None if dealer is None else case.dealer_after_void("misdeal")
        again = self._first().but(stands=False, next_dealer=dealer)
        codes = {fault.code for fault in table.faults}
        if codes & {"thin-cut", "wrong-cutter"}:
            self._question(
                "What follows from a thin packet or another cutter is not decided; the deal does not pass for it.",
                ("DEAL-2",),
                ("the deal stands", self._first()),
                ("the same dealer deals again", again),
            )
        for turned in table.turns:
            if len(turned.cards) > 1:
                self._two_turn_ups([card for card in turned.cards if card is not None])
        if case.election() == "differ":
            self._question(
                "The adversaries elected differently.",
                ("MISD-3",),
                ("the deal stands", self._first()),
                ("the same dealer deals again", again),
            )
        if case.pack.late:
            self._question(
                "A wrong number of cards was found after its holder had played to the first trick."
                " Is it still a misdeal?",
                ("MISD-5",),
                ("the deal stands", self._first()),
                ("it is a misdeal", self._first().but(stands=False, next_dealer=left)),
            )
        elif case.pack.unconfirmed:
            self._question(
                "A wrong number of cards was announced and nothing confirms it.",
                ("DEAL-6", "MISD-1"),
                ("nothing follows", self._first()),
                ("it is a misdeal", self._first().but(stands=False, next_dealer=left)),
            )
        if case.pack.kept_nine and table.options.keep_nine is None:
            self._question(
                "Does the club keep nine cards after one run? The record does not say.",
                ("DISC-2",),
                ("it does: nothing follows", self._first()),
                ("it discards down to six: irregular, without a stated consequence", self._first()),
            )
        if self._election_open() and not any(len(turned.cards) > 1 for turned in table.turns):
            self._question(
                "The adversaries have not chosen yet.",
                ("MISD-3",),
                ("the deal stands", self._first()),
                ("the same dealer deals again", again),
            )

    def _two_turn_ups(self, cards: list[int]) -> None:
        table = self.table
        side = table.dealing_side
        answers = []
        for card in cards:
            jack = card % 13 == 9 and side is not None
            more = self._first().more + (((side, 1),) if jack and side is not None else ())
            answers.append((f"{NAMES[card]} is the turn-up", self._first().but(more=more)))
        if not table.elections:
            again = self._first().but(stands=False, next_dealer=table.dealer)
            answers.append(("the same dealer deals again, if the adversaries elect it", again))
        self._question("Two cards were turned up together. Which is the turn-up?", ("DEAL-4", "MISD-3"), *answers)

    def _point_questions(self) -> None:
        """What hangs on a point: a discarded High, no pips out, an unclaimed point, a card that is not recorded."""
        table, case = self.table, self.case
        scoring = case.scoring
        for name, thrown in (("high", scoring.discarded_high), ("low", scoring.discarded_low)):
            if thrown is not None:
                seat, card = thrown
                point = scoring.high if name == "high" else scoring.low
                self._question(
                    f"{NAMES[card]}, discarded by {table.label(seat)}, would have been {name.capitalize()}."
                    " Is a discard out?",
                    ("SCOR-11",),
                    (f"it is not: {name.capitalize()} to {table.side_name(point.side)}", self._first()),
                    (
                        f"it is: {name.capitalize()} to {table.side_name(table.side_of(seat))}",
                        self._first().but(sides={**self._first().sides, name: table.side_of(seat)}),
                    ),
                )
        if scoring.game_open and table.eldest is not None:
            self._question(
                "No pips are out. Who scores Game?",
                ("SCOR-5",),
                ("nobody", self._first().but(sides={"game": None})),
                ("the eldest hand, as a tie", self._first().but(sides={"game": table.side_of(table.eldest)})),
            )
        if self.ruling.complete and not self._won_early():
            for point in self._not_told():
                if point.point != "peg":
                    self._not_recorded(point)
        self._claims()

    def _not_recorded(self, point: Point) -> None:
        """A point of a hand played out that hangs on cards nobody wrote down."""
        sides = len(self.table.seating.sides)
        answers = [
            (
                f"{point.point} to {self.table.side_name(side)}",
                self._first().but(sides={**self._first().sides, point.point: side}),
            )
            for side in [*sorted(point.among if point.among is not None else range(sides)), None]
        ]
        name = point.point.capitalize()
        self._question(
            f"{name} cannot be established: cards are not recorded. Who scores it?", (point.clause,), *answers
        )

    def _claims(self) -> None:
        """A point that nobody claimed, where claims are recorded; a claim for an earlier deal (SCOR-12)."""
        claims = self.table.claims
        here = {point for _, point, deal in claims if deal is None}
        if here:
            for point in self.case.scoring.listed():
                if (
                    point.certain
                    and point.side is not None
                    and point.point not in here
                    and point.side not in self.base.forfeits
                ):
                    self._question(
                        f"{point.point.capitalize()} was made by {self.table.side_name(point.side)} and not claimed."
                        " Does it count?",
                        ("SCOR-12",),
                        ("it counts", self._first()),
                        ("it does not", self._first().but(left_out=self._first().left_out | {point.point})),
                    )
        for side, name, deal in claims:
            if deal is not None:
                self._question(
                    f"{self.table.side_name(side)} claimed {name} of deal {deal} in this one. Does a late claim count?",
                    ("SCOR-12",),
                    ("it does not", self._first()),
                    ("it counts", self._first().but(more=(*self._first().more, (side, 1)))),
                )

    # -- what was counted -------------------------------------------------------------------------------------------

    def _counted(self) -> None:
        """Which points count: none after the game was won, none that a cap kept away (SCOR-6, REVK-5)."""
        ruling, case = self.ruling, self.case
        settings = self.choices[0][1]
        outcome = case.reckon(settings)
        left = [
            (name, side, gained)
            for (name, side, _), gained in zip(case.order_of_counting(settings), outcome.counted, strict=True)
            if name != "penalty"
        ]
        for point in ruling.points:
            match = next((item for item in left if item[0] == point.point and item[1] == point.side), None)
            if match is not None:
                left.remove(match)
            ruling.counted.append(match is not None and match[2] > 0)

    def _readings(self) -> None:
        case, table = self.case, self.table
        found = {point.clause for point in self.ruling.points if point.reading}
        for fault in table.faults:
            if fault.reading:
                found.update(fault.clauses)
        if any(trick.filled for trick in case.play.tricks):
            found.add("TRCK-1")
        if case.scoring.discarded_high or case.scoring.discarded_low:
            found.add("SCOR-11")
        if table.looks and table.players == 3:
            found.add("BEG-10")
        if case.judge.revokes and case.void is None:
            found.add("REVK-5")
            if len(table.seating.sides) != table.players:
                found.add("REVK-6")
        if table.variant.pegging and case.scoring.pegs:
            found.add("SCOR-8")
        self.ruling.readings = sorted(found)
