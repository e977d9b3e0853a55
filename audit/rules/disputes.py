"""One question answered: proved, disproved, or cannot be established from this record, and what is missing."""

from collections.abc import Callable
from dataclasses import dataclass

from audit.cards import NAMES, SUIT_MASK, SUIT_NAMES
from audit.errors import UsageError
from audit.rules.play import may_play
from audit.rules.points import Point
from audit.rules.rulings import Ruling
from audit.rules.trick import Trick

CANNOT = "cannot be established from this record"


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is disputed: a kind, perhaps of a seat, perhaps in a trick (from 1)."""

    kind: str
    seat: int | None = None
    trick: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer: a verdict in words, what proves it, and what record would settle it."""

    verdict: str
    proof: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


def answer(ruling: Ruling, dispute: Dispute) -> Answer:
    """Answer one disputed question from a ruling.

    Raises:
        UsageError: the kind is unknown.
    """
    try:
        settle = KINDS[dispute.kind]
    except KeyError:
        raise UsageError(f"unknown dispute {dispute.kind!r}; the kinds are {', '.join(KINDS)}") from None
    return settle(ruling, dispute)


# -- a revoke ------------------------------------------------------------------------------------------------------


def _revoke(ruling: Ruling, dispute: Dispute) -> Answer:
    """An alleged revoke (REVK-1, REVK-2): proved, disproved, or cannot be established."""
    case = ruling.case
    table, judge = case.table, case.judge
    for revoke in judge.revokes:
        if dispute.seat in (None, revoke.seat) and dispute.trick in (None, revoke.trick):
            shown = f"played to trick {revoke.shown_in}" if revoke.shown_in else "in his hand"
            shows = (
                f"trick {revoke.trick}: {table.label(revoke.seat)} played {NAMES[revoke.card]}",
                f"{table.label(revoke.seat)}: {NAMES[revoke.proof]}, {shown}",
            )
            return Answer(
                f"proved: {table.label(revoke.seat)} revoked in trick {revoke.trick}", shows, (), ("REVK-1", "REVK-2")
            )
    for revoke in judge.unsettled:
        if dispute.seat in (None, revoke.seat) and dispute.trick in (None, revoke.trick):
            return Answer(
                "not established: the trick is not turned and quitted and no card is led to the next; it can be mended",
                (f"{NAMES[revoke.proof]} in {table.label(revoke.seat)}'s hand",),
                (),
                ("REVK-2",),
            )
    seats = range(table.players) if dispute.seat is None else [dispute.seat]
    numbers = range(1, len(case.play.tricks) + 1) if dispute.trick is None else [dispute.trick]
    answers = [_no_revoke(ruling, seat, number) for number in numbers for seat in seats]
    open_ones = [found for found in answers if found.verdict == CANNOT]
    if open_ones or not answers:
        missing = tuple(dict.fromkeys(text for found in open_ones for text in found.missing))
        return Answer(CANNOT, (), missing or ("the tricks, in the order in which they were played",), ("REVK-1",))
    if not case.scoring.complete and dispute.trick is None:
        return Answer(
            "disproved for the tricks that are recorded", tuple(p for a in answers for p in a.proof), (), ("REVK-1",)
        )
    proof = tuple(dict.fromkeys(text for found in answers for text in found.proof)) if len(answers) <= 6 else ()
    return Answer(
        answers[0].verdict if len(answers) == 1 else "disproved: no card that is recorded breaks PLAY-2 or PLAY-3",
        proof,
        (),
        ("PLAY-2", "PLAY-3", "REVK-1"),
    )


def _no_revoke(ruling: Ruling, seat: int, number: int) -> Answer:
    """Why what a seat played to a trick was no revoke, if that can be told."""
    case = ruling.case
    table = case.table
    who = table.label(seat)
    trick = next((t for t in case.play.tricks if t.number == number), None)
    if trick is None and number > max(case.pack.size):
        raise UsageError(f"there is no trick {number}; hands of {max(case.pack.size)} cards give as many tricks")
    if trick is None:
        return Answer(CANNOT, (), (f"trick {number}, with the order in which the cards were played",))
    if None in trick.seats:
        return Answer(CANNOT, (), (f"who led to trick {number}",))
    if seat in trick.missing or seat not in trick.seats:
        return Answer(CANNOT, (), (f"{who}'s card in trick {number}",))
    card = trick.cards[trick.seats.index(seat)]
    led, trump = trick.led, case.play.trump
    if card is None or led is None or trump is None:
        missing = [f"{who}'s card in trick {number}"] if card is None else []
        missing += ["the suit led"] if led is None else []
        missing += ["the trump suit"] if trump is None else []
        return Answer(CANNOT, (), tuple(missing))
    did = f"trick {number}: {who} played {NAMES[card]}"
    if trick.seats[0] == seat:
        return Answer(f"disproved: {who} led to trick {number} and may lead any card (PLAY-1)", (did,))
    if card // 13 == led:
        return Answer(f"disproved: {who} followed suit in trick {number}", (did,))
    if may_play(card, SUIT_MASK[led] | 1 << card, led, trump):
        return Answer(f"disproved: {who} trumped the lead of {SUIT_NAMES[led]} in trick {number} (PLAY-3)", (did,))
    if case.pack.whole[seat] and not case.judge.held_at(number, seat) & SUIT_MASK[led]:
        return Answer(
            f"disproved: {who} had no {SUIT_NAMES[led]} in trick {number}", (did, f"{who}'s hand is recorded")
        )
    later = f"the cards that {who} played after trick {number}"
    unplayed = () if case.scoring.complete else (later,)
    return Answer(CANNOT, (), (f"{who}'s hand", *unplayed))


# -- points --------------------------------------------------------------------------------------------------------


def _point(name: str) -> Callable[[Ruling, Dispute], Answer]:
    """The answer to who scores High, Low, Jack or Game."""

    def settle(ruling: Ruling, dispute: Dispute) -> Answer:
        case = ruling.case
        table = case.table
        point = next((p for p in ruling.points if p.point == name), None)
        if point is None:
            return Answer(
                f"{name.capitalize()} is pegged as it is won, and is no point of its own", (), (), ("SCOR-8",)
            )
        if not point.certain:
            return Answer(CANNOT, (), _missing(ruling, point), (point.clause,))
        proof = _point_proof(ruling, point)
        tied = " on a tie" if name == "game" and point.clause == "SCOR-5" else ""
        if point.side is None:
            return Answer(f"{name.capitalize()} goes to nobody{tied} ({point.clause})", proof, (), (point.clause,))
        counted = ruling.counted[ruling.points.index(point)]
        late = (
            ""
            if counted or not ruling.outcomes
            else ", but it did not count: the game was won before, or the side may not win in this hand"
        )
        return Answer(
            f"{name.capitalize()} to {table.side_name(point.side)}{tied} ({point.clause}){late}",
            proof,
            (),
            (point.clause,),
        )

    return settle


def _missing(ruling: Ruling, point: Point) -> tuple[str, ...]:
    """What record would make a point certain."""
    case = ruling.case
    if case.scoring.trump is None:
        return ("the trump suit",)
    if point.clause == "SCOR-5" and case.table.dealer is None:
        return ("who dealt",)
    if not case.scoring.complete:
        return ("the rest of the play",)
    return ("the cards that are not recorded",)


def _point_proof(ruling: Ruling, point: Point) -> tuple[str, ...]:
    """The counts for Game, or the card and the trick in which it lies."""
    case = ruling.case
    table = case.table
    if point.point == "game":
        return (", ".join(f"{table.side_name(side)} {count}" for side, count in enumerate(case.scoring.counts)),)
    if point.card is None:
        return ()
    lines = [NAMES[point.card]]
    for trick in case.play.tricks:
        if point.card in trick.all_cards():
            lines.append(f"in trick {trick.number}, {trick_text(ruling, trick)}")
    return tuple(lines)


def trick_text(ruling: Ruling, trick: Trick) -> str:
    """A trick in words, such as `W 3D, N 5D, E 2D, S KD, won by S`."""
    table = ruling.case.table
    cards = [
        f"{'?' if seat is None else table.label(seat)} {'not recorded' if card is None else NAMES[card]}"
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    ]
    won = "" if trick.winner is None else f", won by {table.label(trick.winner)}"
    return ", ".join(cards) + won


# -- the deal ------------------------------------------------------------------------------------------------------


def _count(ruling: Ruling, dispute: Dispute) -> Answer:
    """Whether somebody had a wrong number of cards (MISD-1, MISD-5, DEAL-6)."""
    case = ruling.case
    table, pack = case.table, case.pack
    codes = {fault.code: fault for fault in table.faults if dispute.seat in (None, fault.seat)}
    for code in ("wrong-count", "late-wrong-count"):
        if code in codes and (codes[code].seat not in pack.unconfirmed):
            return Answer(f"proved: {codes[code].message}", (), (), codes[code].clauses)
    if pack.unconfirmed:
        return Answer(CANNOT, (), ("the hand as it was dealt, or the number in it",), ("DEAL-6",))
    seats = range(table.players) if dispute.seat is None else [dispute.seat]
    if all(isinstance(table.hands[seat], int | list) for seat in seats):
        return Answer("disproved: every hand that is recorded has its number of cards", (), (), ("MISD-1",))
    return Answer(
        CANNOT, (), tuple(f"{table.label(seat)}'s hand" for seat in seats if table.hands[seat] is None), ("MISD-1",)
    )


def _turn(ruling: Ruling, dispute: Dispute) -> Answer:
    """What was turned up, and whether a Jack counts (DEAL-4, DEAL-5, BEG-4)."""
    case = ruling.case
    table = case.table
    if not table.variant.turn_up:
        return Answer(f"no card is turned for trumps in {table.variant.name}", (), (), ("DEAL-4",))
    if not table.turns:
        return Answer(CANNOT, (), ("the turn-up",), ("DEAL-4",))
    shown = tuple(
        (f"after run {turned.runs}: " if turned.runs else "first: ")
        + " and ".join("not recorded" if card is None else NAMES[card] for card in turned.cards)
        for turned in table.turns
    )
    jacks = [point for point in ruling.points if point.point == "turned-jack"]
    if any(not point.certain for point in jacks):
        return Answer(CANNOT, shown, ("which card is the turn-up",), ("DEAL-4", "MISD-3"))
    scored = [point for point in jacks if point.side is not None]
    trump = case.play.trump
    suit = "no trump is made" if trump is None or table.must_run_on else f"{SUIT_NAMES[trump]} are trumps"
    count = (
        f"; {table.side_name(scored[0].side)} scores {len(scored)} for the Jack turned"
        if scored
        else "; no turned Jack counts"
    )
    return Answer(suit + count, shown, (), ("DEAL-4", "DEAL-5"))


def _misdeal(ruling: Ruling, dispute: Dispute) -> Answer:
    """Whether the deal stands, and who deals next (MISD-1 to 6)."""
    case = ruling.case
    table = case.table
    after = "" if ruling.next_dealer is None else f"; {table.label(ruling.next_dealer)} deals next"
    why = tuple(fault.message for fault in table.faults if any(c.startswith(("MISD", "PACK-2")) for c in fault.clauses))
    if ruling.stands is None:
        open_ones = tuple(
            question.question for question in ruling.questions if not set(question.clauses).isdisjoint(_OPEN_DEAL)
        )
        return Answer("not decided by the rules, or not yet chosen", why, open_ones, ("MISD-3", "MISD-5"))
    if ruling.stands:
        return Answer(f"disproved: the deal stands{after}", (), (), ("MISD-1",))
    return Answer(f"the deal does not count ({case.void}){after}", why, (), ("MISD-1", "MISD-6"))


_OPEN_DEAL = frozenset({"MISD-3", "MISD-5", "DEAL-4", "DEAL-6"})


def _winner(ruling: Ruling, dispute: Dispute) -> Answer:
    """Who has won the game (SCOR-6)."""
    table = ruling.case.table
    if table.scores is None:
        return Answer(CANNOT, (), ("the score before the deal",), ("SCOR-6",))
    if not ruling.outcomes:
        missing = ("the rest of the play",) if not ruling.complete else ("the cards that are not recorded",)
        return Answer(CANNOT, (), missing, ("SCOR-6",))
    winners = {outcome.winner for outcome in ruling.outcomes}
    proof = tuple(
        (f"{o.choice}: " if o.choice else "")
        + ", ".join(f"{table.side_name(side)} {total}" for side, total in enumerate(o.totals or ()))
        for o in ruling.outcomes
    )
    if len(winners) > 1:
        return Answer("it depends on the choice that is left", proof, (), ("SCOR-6",))
    won = winners.pop()
    open_ones = tuple(
        f"{question.question} ({outcome.choice}: {_has_won(ruling, outcome.winner)})"
        for question in ruling.questions
        for outcome in ruling.question_outcomes(question)
        if outcome.winner != won
    )
    if open_ones:
        return Answer(
            f"{_has_won(ruling, won)}, unless a question that is open is answered otherwise",
            proof,
            open_ones,
            ("SCOR-6",),
        )
    return Answer(_has_won(ruling, won), proof, (), ("SCOR-6",))


def _has_won(ruling: Ruling, side: int | None) -> str:
    return "nobody has won yet" if side is None else f"{ruling.case.table.side_name(side)} has won"


KINDS: dict[str, Callable[[Ruling, Dispute], Answer]] = {
    "low": _point("low"),
    "high": _point("high"),
    "jack": _point("jack"),
    "game": _point("game"),
    "revoke": _revoke,
    "count": _count,
    "turn": _turn,
    "misdeal": _misdeal,
    "winner": _winner,
}
"""What may be disputed, and how it is answered."""
