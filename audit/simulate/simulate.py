"""From a plan to records, one after the other: nothing is kept of what has been written."""

import json
from collections.abc import Iterator

from audit.records.models import Record
from audit.simulate import books
from audit.simulate.clubs import PEN, Evening, evenings, luck, uniforms
from audit.simulate.plan import Plan, Trouble
from audit.simulate.records import Json, book, evening_id, game_records
from audit.simulate.trouble import Scribe
from audit.simulate.truth import Truth


def simulate(plan: Plan, truth: Truth | None = None) -> Iterator[Record]:
    """The records of all the clubs, in order.

    Args:
        plan: what is simulated.
        truth: filled in as the records are made.
    """
    for record in json_records(plan, truth):
        yield Record.model_validate(record)


def json_records(plan: Plan, truth: Truth | None = None) -> Iterator[Json]:
    """The records of `simulate` as JSON values."""
    truth = truth or Truth(plan)
    scribe, club = None, -1
    for evening, records in _written(plan, truth):
        if evening.club != club:
            club = evening.club
            scribe = Scribe(truth, plan.names(club), uniforms(luck(plan, club, PEN)).__next__)
        assert scribe is not None
        for record in records:
            kept = scribe.write(record)
            if kept is not None:
                truth.records += 1
                truth.deals += len(kept["deals"])
                yield kept


def json_lines(plan: Plan, truth: Truth | None = None) -> Iterator[str]:
    """The records of `simulate` as lines of JSON."""
    truth = truth or Truth(plan)
    if books.drawn_alone(plan) and plan.trouble == Trouble():
        yield from books.lines(plan, truth)
    else:
        for record in json_records(plan, truth):
            yield json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _written(plan: Plan, truth: Truth) -> Iterator[tuple[Evening, list[Json]]]:
    """Every evening with its records, as they would be kept without trouble."""
    if books.drawn_alone(plan):
        for evening, dealers, cards in books.drawn(plan, truth):
            yield evening, [book(plan, evening, list(zip(dealers, cards, strict=True)))]
        return
    for evening in evenings(plan):
        turned: list[tuple[str, int]] = []
        whole = evening_id(plan, evening)
        for number, game in enumerate(evening.games, start=1):
            for deal in game.deals:
                if deal.turn is not None:
                    turned.append((game.players[deal.dealer], deal.turn))
                for seat, method in deal.done:
                    if plan.record == "turn-ups":
                        truth.note(whole, len(turned), game.players[seat], method)
                    else:
                        truth.note(f"{whole}/game-{number}", deal.number, game.players[seat], method)
        yield evening, [book(plan, evening, turned)] if plan.record == "turn-ups" else game_records(plan, evening)
