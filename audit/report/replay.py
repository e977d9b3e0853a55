"""A deal trick by trick: who won each, the running count for Game, findings in their place."""

from collections.abc import Iterator

from audit.cards import NAMES, SUIT_NAMES, names
from audit.findings import Finding
from audit.report.style import Style
from audit.rules.play import pips
from audit.rules.points import Point
from audit.rules.trick import Trick
from audit.ruling import POINT_WORDS, DealRuling


def replay(ruling: DealRuling, style: Style) -> Iterator[str]:
    """The lines of a replay."""
    yield from _head(ruling, style)
    by_trick: dict[int | None, list[Finding]] = {}
    for finding in ruling.findings:
        by_trick.setdefault(finding.trick, []).append(finding)
    counts = [0] * len(ruling.case.table.seating.sides)
    width = max((len(label) for label in ruling.case.table.seating.labels), default=1)
    for trick in ruling.case.play.tricks:
        yield _trick(ruling, trick, counts, width, style)
        yield from _noted(by_trick.pop(trick.number, []), style)
    yield ""
    yield from _points(ruling, style)
    rest = [finding for findings in by_trick.values() for finding in findings]
    yield from _noted(rest, style)


def _head(ruling: DealRuling, style: Style) -> Iterator[str]:
    record, case = ruling.record, ruling.case
    table = case.table
    title = ", ".join(part for part in (record.game.id, f"deal {ruling.number}", record.game.variant) if part)
    yield style.bold(title)
    dealer = table.dealer
    if dealer is not None:
        yield f"dealer {_player(ruling, dealer)}, eldest hand {_player(ruling, table.eldest)}"
    width = max(len(_player(ruling, seat)) for seat in range(table.players))
    for seat in range(table.players):
        yield f"  {_player(ruling, seat):<{width}}  {_hand(ruling, seat, style)}"
    for turned in table.turns:
        cards = " ".join("?" if card is None else style.card(NAMES[card]) for card in turned.cards)
        yield f"turn-up{f' after run {turned.runs}' if turned.runs else ''}  {cards}"
    if table.declared is not None:
        said = (
            f"{table.label(table.begged_by)} begs"
            if table.begged_by is not None
            else f"{table.label(table.eldest)} stands"
        )
        answered = {"give": ", the dealer gives the point", "run": ", the cards are run"}.get(table.answer or "", "")
        yield said + answered
    trump = case.scoring.trump
    yield f"trumps  {'not made or not known' if trump is None else SUIT_NAMES[trump]}"
    if table.scores is not None:
        yield "before  " + "  ".join(
            f"{name} {score}" for name, score in zip(table.seating.sides, table.scores, strict=True)
        )
    yield ""


def _player(ruling: DealRuling, seat: int | None) -> str:
    if seat is None:
        return "not known"
    seats = ruling.record.game.seats or []
    name = seats[seat].player
    return f"{seats[seat].seat} ({name})" if name else seats[seat].seat


def _hand(ruling: DealRuling, seat: int, style: Style) -> str:
    case = ruling.case
    written = case.table.hands[seat]
    if isinstance(written, list):
        unknown = " ?" * written.count(None)
        cards = [card for card in written if card is not None]
        return " ".join(style.card(name) for name in names(sum({1 << card for card in cards}))) + unknown
    if written is not None:
        return f"{written} cards, not recorded"
    played = case.pack.played[seat]
    return "not recorded" + (f"; played {' '.join(style.card(name) for name in names(played))}" if played else "")


def _trick(ruling: DealRuling, trick: Trick, counts: list[int], width: int, style: Style) -> str:
    case = ruling.case
    table = case.table
    shown = []
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        label = "?" if seat is None else table.label(seat)
        text = "?" if card is None else NAMES[card]
        painted = "?" if card is None else style.card(text)
        mark = "*" if seat is not None and seat == trick.winner else " "
        shown.append(f"{label:>{width}} {painted}{mark}" + " " * (2 - len(text)))
    for seat, card in trick.filled.items():
        shown.append(f"{table.label(seat):>{width}} ({NAMES[card]})")
    if trick.winner is not None and trick.finished:
        side = table.side_of(trick.winner)
        counts[side] += pips(trick.all_cards(), case.scoring.trump or 0, fives=table.variant.pegging)
    count = "  ".join(f"{name} {total}" for name, total in zip(table.seating.sides, counts, strict=True))
    peg = sum(p.points for p in case.scoring.pegs if p.trick == trick.number)
    pegged = f"  pegs {peg}" if peg else ""
    return f"{trick.number:>2}.  {'  '.join(shown)}   Game {count}{pegged}"


def _noted(findings: list[Finding], style: Style) -> Iterator[str]:
    for finding in findings:
        proof = f" Proof: {finding.proof}." if finding.proof and finding.proof not in finding.message else ""
        seat = f" {finding.seat}" if finding.seat else ""
        yield f"     {style.kind('! ' + finding.code, finding.kind)}{seat}: {finding.message}{proof}"


def _points(ruling: DealRuling, style: Style) -> Iterator[str]:
    pegs = [0] * len(ruling.case.table.seating.sides)
    for point, counted in zip(ruling.ruling.points, ruling.ruling.counted, strict=True):
        if point.point == "peg":
            if point.side is not None and counted:
                pegs[point.side] += point.points
            continue
        if point.point == "turned-jack" and point.side is None and point.certain:
            continue
        yield f"{POINT_WORDS[point.point]:<12} {_side(ruling, point, counted)}"
    if any(pegs):
        yield f"{'Pegs':<12} " + ", ".join(
            f"{ruling.side(side)} {points}" for side, points in enumerate(pegs) if points
        )
    for outcome in ruling.ruling.outcomes:
        score = ruling.score(outcome) or ruling.gained(outcome)
        after = "  ".join(f"{name} {total}" for name, total in score.items())
        won = f"; {ruling.side(outcome.winner)} has won" if outcome.winner is not None else ""
        label = "after" if outcome.totals is not None else "gained"
        yield style.bold(f"{label:<12} {after}{won}") + (f"  ({outcome.choice})" if outcome.choice else "")


def _side(ruling: DealRuling, point: Point, counted: bool) -> str:
    if not point.certain:
        return "open"
    if point.side is None:
        return "nobody"
    card = f" ({NAMES[point.card]})" if point.card is not None else ""
    late = "" if counted or not ruling.ruling.outcomes else ", not counted"
    return f"{ruling.side(point.side)}{card}{late}"
