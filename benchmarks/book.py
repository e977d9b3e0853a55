"""How fast a club is judged: a turn-up book of a million rows and a season of full play.

    python benchmarks/book.py [ROWS]

The book is seeded: eight dealers at four tables, 48 deals a night and table. Each part is timed alone, and as a
multiple of `csv.reader` over the same file, which makes runs on different machines comparable. Seconds are of the
processor; `audit club` is the command as a user runs it, start and report included.
"""

import csv
import gc
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path

from audit.cards import NAMES
from audit.evidence.tally import Tally
from audit.records.reading import read
from audit.simulate import Plan, Truth, json_lines

DEALERS = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
TABLES = 4
DEALS = 48
HEADINGS = "Date,Table,Deal,Dealer,Turn-up\n"


def rows(count: int, seed: int = 1) -> Iterator[str]:
    """`count` rows of an honest club's book, night by night and table by table."""
    rng = random.Random(seed)
    for index in range(count):
        night, place = divmod(index, TABLES * DEALS)
        table, deal = divmod(place, DEALS)
        day = date(1900, 1, 4) + timedelta(weeks=night)
        dealer = DEALERS[(2 * table + night + deal) % len(DEALERS)]
        yield f"{day},{table + 1},{deal + 1},{dealer},{rng.choice(NAMES)}\n"


def write(path: Path, count: int) -> None:
    """A book of `count` rows at `path`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(HEADINGS)
        file.writelines(rows(count))


def seconds(work: Callable[[], object]) -> float:
    """What `work` takes, in seconds of this process and those that it starts."""
    before = sum(os.times()[:4])
    work()
    return sum(os.times()[:4]) - before


def through_csv(path: Path) -> None:
    """The rows as the csv module gives them."""
    with path.open(encoding="utf-8", newline="") as file:
        for _ in csv.reader(file):
            pass


def through_records(path: Path) -> None:
    """The records of the book."""
    for _ in read(path):
        pass


def counted(path: Path) -> None:
    """The records of the book, counted as `audit club` counts them."""
    tally = Tally()
    for record in read(path):
        tally.add(record)


def club(path: Path) -> None:
    """The command."""
    command = [sys.executable, "-c", "from audit.cli import main; main()", "club", str(path)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def season(path: Path) -> int:
    """A season of full play as JSONL at `path`; how many deals it has."""
    plan = Plan(nights=125, levels=("decent",), seed=1)
    truth = Truth(plan)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json_lines(plan, truth))
    return truth.deals


def measure(count: int = 1_000_000) -> list[str]:
    """The tables: the parts of a book's way through the program, and whole commands."""
    gc.set_threshold(20_000)  # as the command does
    with tempfile.TemporaryDirectory() as folder:
        book, played = Path(folder, "book.csv"), Path(folder, "season.jsonl")
        write(book, count)
        deals = season(played)
        base = seconds(lambda: through_csv(book))
        lines = [f"| a book of {count:,} rows | seconds | µs a row | times `csv.reader` |", "|---|--:|--:|--:|"]
        for name, work in PARTS.items():
            taken = seconds(partial(work, book))
            lines.append(f"| {name} | {taken:.1f} | {1e6 * taken / count:.1f} | {taken / base:.0f} |")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        lines += ["", f"Peak memory of the command over the book: {peak:.0f} MiB."]
        taken = seconds(partial(club, played))
        lines += ["", f"`audit club` over a season of {deals:,} deals with full play: {taken:.1f} seconds."]
    return lines


PARTS: dict[str, Callable[[Path], None]] = {
    "`csv.reader` alone": through_csv,
    "read as records": through_records,
    "read and counted": counted,
    "`audit club` in all": club,
}


def main() -> None:
    """Measure and print."""
    print("\n".join(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)))


if __name__ == "__main__":
    main()
