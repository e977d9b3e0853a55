"""What stands between two deals: the score, who has won, and whose deal is next."""

from typing import NamedTuple

from audit.rules.reckoning import Case, Outcome
from audit.rules.regular import Regular
from audit.rules.rulings import Ruling, rule


class Standing(NamedTuple):
    """What is known after a deal.

    Attributes:
        scores: the totals that each choice left to a side gives; one where nothing is left.
        also: totals that the answers to open questions give.
        settled: no question is open that would leave the score unknown.
        winner: the side that has won, if that is certain.
        over: the game is over whatever is chosen or answered.
        dealer: who must deal next, if that is certain.
        clauses: the clauses that say so.
    """

    scores: tuple[tuple[int, ...], ...] = ()
    also: tuple[tuple[int, ...], ...] = ()
    winner: int | None = None
    over: bool = False
    dealer: int | None = None
    clauses: tuple[str, ...] = ("DEAL-7",)
    settled: bool = True

    @property
    def score(self) -> tuple[int, ...] | None:
        """The score, if it is certain."""
        return self.scores[0] if len(self.scores) == 1 and self.settled else None


def after_regular(found: Regular) -> Standing:
    """What stands after a regular deal."""
    totals = () if found.totals is None else (found.totals,)
    return Standing(totals, (), found.winner, found.winner is not None, found.next_dealer)


def after(case: Case, written: dict[int, int] | None) -> Standing:
    """What stands after a deal; the totals that the club wrote down go before those of the play.

    Args:
        case: the deal.
        written: the totals on the sheet by side, in points made.
    """
    if case.is_regular and case.scoring.complete:
        standing = _told([case.usual], [], case)
    else:
        ruling = rule(case)
        answers = [outcome for question in ruling.questions for outcome in ruling.question_outcomes(question)]
        standing = _told(ruling.outcomes, answers, case)._replace(
            dealer=_dealer(ruling, answers), settled=_is_settled(ruling)
        )
    if written is None or len(written) < len(case.table.seating.sides):
        return standing
    return _as_written(standing, case, tuple(written[side] for side in range(len(written))))


def _is_settled(ruling: Ruling) -> bool:
    """Whether the answers give one score; a discarded High, an unclaimed point are as read (SCOR-11, SCOR-12)."""
    return all(
        len({outcome.totals for outcome in ruling.question_outcomes(question)}) == 1
        for question in ruling.questions
        if question.clauses not in (("SCOR-11",), ("SCOR-12",))
    )


def _told(outcomes: list[Outcome], answers: list[Outcome], case: Case) -> Standing:
    scores = tuple(dict.fromkeys(outcome.totals for outcome in outcomes if outcome.totals is not None))
    also = tuple(dict.fromkeys(o.totals for o in answers if o.totals is not None and o.totals not in scores))
    winners = {outcome.winner for outcome in outcomes}
    winner = winners.pop() if len(winners) == 1 else None
    over = winner is not None and all(outcome.winner is not None for outcome in answers)
    dealer = outcomes[0].next_dealer if len(outcomes) == 1 else None
    return Standing(scores, also if scores else (), winner, over, dealer, _clauses(case))


def _dealer(ruling: Ruling, answers: list[Outcome]) -> int | None:
    """Who deals next, if every choice and answer agrees; a hand that was written up was played out (DEAL-7)."""
    table, case = ruling.case.table, ruling.case
    every = {outcome.next_dealer for outcome in (*ruling.outcomes, *answers)}
    if ruling.outcomes or ruling.stands is None:
        return every.pop() if len(every) == 1 else None
    played = bool(case.play.tricks) or table.scored
    return table.seating.left(table.dealer) if played and ruling.stands and table.dealer is not None else None


def _as_written(standing: Standing, case: Case, written: tuple[int, ...]) -> Standing:
    """The club goes on from what it wrote down; a game that it does not count as won goes on."""
    table = case.table
    reached = [side for side, total in enumerate(written) if total >= table.variant.target]
    winner, over, dealer = standing.winner, standing.over, standing.dealer
    if not reached:
        over = False
        if dealer is None and winner is not None and table.dealer is not None and case.void is None:
            dealer = table.seating.left(table.dealer)
    elif not standing.scores:
        winner = reached[0] if len(reached) == 1 else None
        over = True
    return Standing((written,), (), winner, over, dealer, standing.clauses)


_DEALER_CLAUSES: dict[str | None, tuple[str, ...]] = {
    None: ("DEAL-7",),
    "imperfect-pack": ("MISD-2", "PACK-2"),
    "faced-card": ("MISD-2", "PACK-2"),
    "exposed-card": ("MISD-3",),
    "bunched": ("BEG-7",),
    "agreed": ("BEG-7",),
    "exhausted": ("BEG-6",),
}


def _clauses(case: Case) -> tuple[str, ...]:
    """The clauses that say who deals after a deal."""
    if case.void == "misdeal":
        return ("MISD-4",) if case.table.variant.misdeal_keeps else ("MISD-1",)
    return _DEALER_CLAUSES.get(case.void, ("DEAL-7",))
