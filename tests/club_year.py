"""Make `sample_logs/club-year.csv` and `.xlsx`: a year of club nights at one table as a turn-up book, honestly dealt.

Each deal is a pack shuffled by a seeded generator: the turn-up is its 25th card, and after a run the next is turned
behind twelve more. Run from the root of the project; the workbook needs openpyxl.
"""

import csv
import datetime
import random
from collections.abc import Iterator
from pathlib import Path

RANKS, SUITS = "23456789TJQKA", "SHDC"
PLAYERS = ("Ann", "Bob", "Cyd", "Dee")
HEADINGS = ("Date", "Table", "Deal", "Dealer", "Turn-up", "Beg", "Answer", "Second turn-up", "Trump", "Remarks")
NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
FIRST_NIGHT = datetime.date(2025, 9, 4)
FOLDER = Path(__file__).resolve().parent.parent / "sample_logs"


def deal(shuffled: list[str], chance: random.Random) -> tuple[str, str, str, str, str]:
    """The turn-up, whether it was begged, the answer, what was turned after each run, and the trump suit."""
    first = shuffled[24]
    if chance.random() < 0.6:
        return first, "no", "", "", NAMES[first[1]]
    if chance.random() < 0.4:
        return first, "yes", "gave", "", NAMES[first[1]]
    turned: list[str] = []
    place = 24
    while place + 13 < 52 and (not turned or turned[-1][1] == first[1]):
        place += 13
        turned.append(shuffled[place])
    trump = NAMES[turned[-1][1]] if turned[-1][1] != first[1] else ""
    return first, "yes", "ran", " ".join(turned), trump


def rows(seed: int = 1, nights: int = 44) -> Iterator[tuple[object, ...]]:
    """The rows of the book below its headings."""
    chance = random.Random(seed)
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    for night in range(nights):
        date = FIRST_NIGHT + datetime.timedelta(weeks=night)
        dealer = chance.randrange(4)
        for number in range(1, chance.randrange(18, 31)):
            chance.shuffle(pack)
            written = deal(pack, chance)
            remark = "" if written[4] else "pack ran out, bunched"
            yield date, 1, number, PLAYERS[dealer], *written, remark
            if not remark:
                dealer = (dealer + 1) % 4


def write(folder: Path = FOLDER) -> None:
    """Write both files."""
    import openpyxl

    with open(folder / "club-year.csv", "w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow(HEADINGS)
        out.writerows(rows())
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Turn-ups"
    sheet.append(HEADINGS)
    for row in rows():
        sheet.append(row)
    book.save(folder / "club-year.xlsx")


if __name__ == "__main__":
    write()
