"""Turn-up books drawn without dealing the rest, and put together as text from parts that every deal shares."""

import json
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from audit.cards import JACK, NAMES
from audit.simulate.clubs import CARDS, PEOPLE, Evening, luck, tables, uniforms
from audit.simulate.plan import Plan
from audit.simulate.records import book, evening_id
from audit.simulate.truth import Truth
from audit.simulate.turn_ups import FAIR, extra_chance

HEAD: Final = '{"format":"all-fours/1","game":%s,"deals":['


def drawn_alone(plan: Plan) -> bool:
    """Whether the turn-ups can be drawn without dealing the rest: nothing else at the table can change them."""
    return (
        plan.record == "turn-ups"
        and plan.shuffle.kind == "perfect"
        and all(cheat.method == "CHT-1" for cheat in plan.cheats)
    )


def drawn(plan: Plan, truth: Truth) -> Iterator[tuple[Evening, list[str], list[int]]]:
    """Every evening with its dealers and turn-ups, drawn by the evening: `turn_ups` for people who change tables."""
    rates = [FAIR] * plan.players
    for cheat in plan.cheats:
        rates[plan.members.index(cheat.player)] = cheat.strength
    chances = np.array([extra_chance(rate, FAIR) for rate in rates])
    for club in range(plan.clubs):
        rng = luck(plan, club, CARDS)
        roll = uniforms(luck(plan, club, PEOPLE)).__next__
        names = plan.names(club)
        for night in range(plan.nights):
            for table, sitting in enumerate(tables(plan, roll)):
                evening = Evening(club, night, table)
                dealers = (sitting * (plan.deals // plan.seats + 1))[: plan.deals]
                cards = rng.integers(0, 52, plan.deals, dtype=np.uint8)
                if plan.cheats:
                    crooked = np.flatnonzero(rng.random(plan.deals) < chances[dealers])
                    cards[crooked] = JACK + 13 * rng.integers(0, 4, len(crooked), dtype=np.uint8)
                    for deal in crooked.tolist():
                        truth.note(evening_id(plan, evening), deal + 1, names[dealers[deal]], "CHT-1")
                yield evening, [names[dealer] for dealer in dealers], cards.tolist()


def lines(plan: Plan, truth: Truth) -> Iterator[str]:
    """The lines of JSON of turn-up books, put together from parts that are the same in every deal."""
    turns = [f',"events":[{{"do":"turn","card":"{name}"}}]}}' for name in NAMES]
    numbers = [f'{{"number":{number},"dealer":' for number in range(1, plan.deals + 1)]
    for evening, dealers, cards in drawn(plan, truth):
        head: dict[str, Any] = book(plan, evening, [])["game"]
        quoted = {name: json.dumps(name) for name in set(dealers)}
        columns = zip(numbers, dealers, cards, strict=True)
        deals = ",".join([number + quoted[dealer] + turns[card] for number, dealer, card in columns])
        truth.records += 1
        truth.deals += len(dealers)
        whole = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
        yield f"{HEAD % whole}{deals}]}}\n"
