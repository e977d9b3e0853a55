"""How fast a turn-up book of a million rows is read, counted and judged, beside the cost of the csv module alone.

    python benchmarks/book.py [ROWS]

The book is seeded: eight dealers at four tables, 48 deals a night and table. Each part is timed alone, and as a
multiple of `csv.reader` over the same file, which makes runs on different machines comparable. Seconds are of the
processor; the last line is the command as a user runs it, start and report included.
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
from pathlib import Path

from audit.cards import NAMES
from audit.evidence.tally import Tally
from audit.records.reading import read

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


def main() -> None:
    """Measure and print."""
    gc.set_threshold(20_000)  # as the command does
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.csv")
        write(path, count)
        print(f"{count} rows, {path.stat().st_size / 1e6:.0f} MB")
        base = seconds(lambda: through_csv(path))
        parts = {"csv.reader": through_csv, "records": through_records, "counted": counted, "audit club": club}
        for name, work in parts.items():
            taken = seconds(lambda: work(path))  # noqa: B023 (called at once)
            whose = resource.RUSAGE_CHILDREN if work is club else resource.RUSAGE_SELF
            peak = resource.getrusage(whose).ru_maxrss / 1024
            each = 1e6 * taken / count
            print(f"{name:<11} {taken:7.2f} s  {each:6.2f} us a row  {taken / base:6.1f} x csv  peak {peak:.0f} MB")


if __name__ == "__main__":
    main()
