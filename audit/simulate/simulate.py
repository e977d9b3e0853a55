"""From a plan to records, one after the other: nothing is kept of what has been written."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

import numpy as np

from audit.cards import JACK, NAMES
from audit.errors import UsageError
from audit.records.inputs import shown
from audit.records.models import Record
from audit.records.writing import write as write_records
from audit.simulate.clubs import CARDS, PEN, PEOPLE, Evening, evenings, luck, member_name, mix, uniforms
from audit.simulate.plan import Plan, Trouble
from audit.simulate.records import Json, book, evening_id, game_records
from audit.simulate.trouble import Scribe
from audit.simulate.truth import Truth
from audit.simulate.turn_ups import FAIR, extra_chance

HEAD: Final = '{"format":"all-fours/1","game":%s,"deals":['


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
            names = [member_name(plan, club, place) for place in range(plan.players)]
            scribe = Scribe(truth, names, uniforms(luck(plan, club, PEN)).__next__)
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
    if drawn_alone(plan) and plan.trouble == Trouble():
        yield from _lines_of_books(plan, truth)
    else:
        for record in json_records(plan, truth):
            yield json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def truth_beside(target: str | os.PathLike[str]) -> Path:
    """The file of the truth; its ending is none that is read as records, so that it can lie among them."""
    path = Path(target)
    return path.with_name(path.name + ".truth")


def write(plan: Plan, target: str | os.PathLike[str], format: str | None = None, *, force: bool = False) -> Truth:
    """Write the records to a file, and the truth as JSON beside it, to `target` + `.truth`.

    Args:
        plan: what is simulated.
        target: the file of the records.
        format: one that `audit.records.writing.write` takes; without it the file's ending tells.
        force: files that stand there are replaced.

    Returns:
        The truth, without the list of the crooked deals, which stands in its file only.

    Raises:
        UsageError: a file exists or cannot be written, or the format is unknown.
    """
    path, beside = Path(target), truth_beside(target)
    for file in (path, beside):
        if file.exists() and not force:
            raise UsageError(f"{shown(str(file))} exists already; name another file, or force it to be replaced")
    try:
        with _whole(beside) as stream:
            separator = ""

            def tell(deal: Json) -> None:
                nonlocal separator
                stream.write(f"{separator}\n  {json.dumps(deal, ensure_ascii=False)}")
                separator = ","

            truth = Truth(plan, tell=tell)
            stream.write(f'{{{_members(truth.planned())},\n"crooked": [')
            if format == "jsonl" or (format is None and path.suffix.lower() == ".jsonl"):
                with _whole(path) as lines:
                    lines.writelines(json_lines(plan, truth))
            else:
                write_records(simulate(plan, truth), path, format, force=force)
            stream.write(f"{chr(10) if separator else ''}],\n{_members(truth.counted())}}}\n")
    except OSError as error:
        raise UsageError(f"{shown(str(path))} cannot be written: {(error.strerror or str(error)).lower()}") from None
    return truth


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
    """A file that is there whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _members(value: Json) -> str:
    return ",\n".join(f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}" for key, item in value.items())


def drawn_alone(plan: Plan) -> bool:
    """Whether the turn-ups can be drawn without dealing the rest: nothing else at the table can change them."""
    return (
        plan.record == "turn-ups"
        and plan.shuffle.kind == "perfect"
        and all(cheat.method == "CHT-1" for cheat in plan.cheats)
    )


def _written(plan: Plan, truth: Truth) -> Iterator[tuple[Evening, list[Json]]]:
    """Every evening with its records, as they would be kept without trouble."""
    if drawn_alone(plan):
        for evening, dealers, cards in _turned(plan, truth):
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


def _turned(plan: Plan, truth: Truth) -> Iterator[tuple[Evening, list[str], list[int]]]:
    """Every evening with its dealers and turn-ups, drawn by the evening: `turn_ups` for people who change tables."""
    rates = [FAIR] * plan.players
    for cheat in plan.cheats:
        rates[plan.members.index(cheat.player)] = cheat.strength
    chances = np.array([extra_chance(rate, FAIR) for rate in rates])
    for club in range(plan.clubs):
        rng = luck(plan, club, CARDS)
        roll = uniforms(luck(plan, club, PEOPLE)).__next__
        names = [member_name(plan, club, place) for place in range(plan.players)]
        for night in range(plan.nights):
            order = mix(list(range(plan.players)), roll)
            for table in range(plan.tables):
                evening = Evening(club, night, table)
                sitting = order[table * plan.seats : (table + 1) * plan.seats]
                dealers = (sitting * (plan.deals // plan.seats + 1))[: plan.deals]
                cards = rng.integers(0, 52, plan.deals, dtype=np.uint8)
                if plan.cheats:
                    crooked = np.flatnonzero(rng.random(plan.deals) < chances[dealers])
                    cards[crooked] = JACK + 13 * rng.integers(0, 4, len(crooked), dtype=np.uint8)
                    for deal in crooked.tolist():
                        truth.note(evening_id(plan, evening), deal + 1, names[dealers[deal]], "CHT-1")
                yield evening, [names[dealer] for dealer in dealers], cards.tolist()


def _lines_of_books(plan: Plan, truth: Truth) -> Iterator[str]:
    """The lines of JSON of turn-up books, put together from parts that are the same in every deal."""
    turns = [f',"events":[{{"do":"turn","card":"{name}"}}]}}' for name in NAMES]
    numbers = [f'{{"number":{number},"dealer":' for number in range(1, plan.deals + 1)]
    for evening, dealers, cards in _turned(plan, truth):
        head: dict[str, Any] = book(plan, evening, [])["game"]
        quoted = {name: json.dumps(name) for name in set(dealers)}
        deals = ",".join(
            [
                number + quoted[dealer] + turns[card]
                for number, dealer, card in zip(numbers, dealers, cards, strict=True)
            ]
        )
        truth.records += 1
        truth.deals += len(dealers)
        whole = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
        yield f"{HEAD % whole}{deals}]}}\n"
