"""How fast clubs are simulated: deals a second on one core, the median and the range of several rounds.

python benchmarks/simulate.py
"""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from audit.simulate import Plan, Truth, json_lines, packs, simulate, turn_ups

ROUNDS = 7
PLAYED = Plan(nights=25, levels=("decent",), seed=1)
PLAYS = Plan(nights=25, levels=("decent",), record="plays", seed=1)
BOOKS = Plan(nights=2_500, record="turn-ups", seed=1)
COLUMNS = 4_000_000
PACKS = 100_000


def columns() -> int:
    turn_ups(np.random.Generator(np.random.PCG64(1)), COLUMNS)
    return COLUMNS


def whole_packs() -> int:
    packs(np.random.Generator(np.random.PCG64(1)), PACKS)
    return PACKS


def lines(plan: Plan) -> Callable[[], int]:
    def measured() -> int:
        truth = Truth(plan)
        for _ in json_lines(plan, truth):
            pass
        return truth.deals

    return measured


def records() -> int:
    return sum(len(record.deals) for record in simulate(PLAYED))


WORK: dict[str, tuple[Callable[[], int], int]] = {
    "turn-ups as columns": (columns, 200_000),
    "turn-ups as lines of JSON": (lines(BOOKS), 200_000),
    "packs shuffled perfectly": (whole_packs, 200_000),
    "full play, lines of JSON with every card": (lines(PLAYED), 5_000),
    "full play, lines of JSON with the plays": (lines(PLAYS), 5_000),
    "full play, records": (records, 5_000),
}
"""What is measured, and how many deals a second it must reach."""


def measure() -> dict[str, list[float]]:
    """Deals a second of one core, for each work and round; the rounds take turns."""
    rates: dict[str, list[float]] = {name: [] for name in WORK}
    for _ in range(ROUNDS):
        for name, (work, _least) in WORK.items():
            start = time.process_time()
            deals = work()
            rates[name].append(deals / (time.process_time() - start))
    return rates


def table(rates: dict[str, list[float]]) -> str:
    """The rates as a table of Markdown."""
    rows = ["| work | deals a second, median | range | at least |", "|---|---|---|---|"]
    for name, (_work, least) in WORK.items():
        median, low, high = statistics.median(rates[name]), min(rates[name]), max(rates[name])
        rows.append(f"| {name} | {median:,.0f} | {low:,.0f} to {high:,.0f} | {least:,} |")
    return "\n".join(rows)


def main() -> int:
    rates = measure()
    print(f"Simulated four-player Seven-Up, decent players, {ROUNDS} rounds, one core\n")
    print(table(rates))
    return 1 if any(statistics.median(rates[name]) < least for name, (_work, least) in WORK.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
