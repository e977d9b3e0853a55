"""Make `sample_logs/`: `python -m tests.make_samples` from the root of the project.

The clean games are played by the generator of `tests/oracle`, which knows the rules apart from `audit`; the seeds are
chosen for games that show much in few deals. The faulty records are written by hand in the notation: those of
`audit/examples` (one for each code) are copied, those of `sample_logs/faulty` that show a code in another variant stay
as they are, and each is given its twin in JSON. `tests/test_samples.py` holds all of it in step.
"""

import itertools
import json
import random
from pathlib import Path

from audit.codes import CODES
from audit.findings import Finding
from audit.records import json_records, notation
from audit.records.fours_text import dump
from audit.records.models import Record
from audit.records.writing import json_page
from audit.validation import validate
from tests.oracle import generate, rules

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "audit" / "examples"
SAMPLES = ROOT / "sample_logs"
PLAYERS = ("Ann", "Bob", "Cyd", "Dee")

# name of the file: variant, number of players, seed, date, and what the record holds (`generate.HOW`)
CLEAN = {
    "two-players": ("seven-up", 2, 368, "2026-03-05", {"cut_for_deal": True, "counts": True, "claims": True}),
    "three-players": ("seven-up", 3, 40, "2026-03-06", {"shuffles": True, "to": True, "leaders": True}),
    "four-players": (
        "seven-up",
        4,
        313,
        "2026-03-07",
        {"cut_for_deal": True, "looks": True, "counts": True, "options": {"strict_looking": True, "keep_nine": False}},
    ),
    "all-fours": ("all-fours", 4, 344, "2026-03-12", {"cut_for_deal": True, "plays": "mixed"}),
    "pitch": ("pitch", 3, 395, "2026-03-13", {"counts": True}),
    "all-fives": ("all-fives", 2, 36, "2026-03-14", {"pegs": True, "counts": True}),
    "california-jack": ("california-jack", 2, 398, "2026-03-19", {"counts": True, "stock": "both"}),
}


def clean_game(name: str) -> Record:
    """The clean game of a file, from its seed."""
    variant, players, seed, date, how = CLEAN[name]
    rng = random.Random(seed)
    seats = list("WNES" if players == 4 else "ABC"[:players])
    game = {"id": f"{date}/{name}", "variant": variant, "date": date, "place": "Club room"}
    game["seats"] = [{"seat": seat, "player": player} for seat, player in zip(seats, PLAYERS, strict=False)]
    if "options" in how:
        game["options"] = dict(how["options"])
    dealer = rng.choice(seats)
    totals = dict.fromkeys(rules.sides(seats), 0)
    rounds = generate.cuts_for_deal(rng, seats, dealer) if how.get("cut_for_deal") else []
    deals: list[dict] = []
    winner = None
    while winner is None:
        deal, result = generate.random_deal(rng, game, dealer, totals, len(deals) + 1, how, rounds, _choose(rng))
        deals.append(deal)
        rounds, totals = [], result["totals"]
        dealer, winner = result["next_dealer"], result["winner"]
    game["winner"] = winner
    record = {"format": "all-fours/1", "game": game, "deals": deals}
    return json_records.parse(json.dumps(record).encode())


def _choose(rng):
    """Play much as people do: a high card now and then, else the cheapest that may be played."""

    def cheap(card):
        return rules.pips(card, "seven-up", None), rules.strength(card)

    def choose(trick, seat, hand, options):
        return (max if rng.random() < 0.35 else min)(options, key=cheap)

    return choose


def faulty_names() -> list[str]:
    """The faulty records: one for each code that a record can show, and those of other variants."""
    own = {path.stem for path in (SAMPLES / "faulty").glob("*.fours")}
    return sorted(own | {path.stem for path in EXAMPLES.glob("*.fours")})


def code_of(name: str) -> str:
    """The code that a faulty record shows: its name, or the first words of it."""
    return max((code for code in CODES if name == code or name.startswith(f"{code}-")), key=len)


def faulty_text(name: str) -> str:
    """The notation of a faulty record."""
    example = EXAMPLES / f"{name}.fours"
    return (example if example.exists() else SAMPLES / "faulty" / f"{name}.fours").read_text(encoding="utf-8")


def told(name: str) -> str:
    """What happened, from the comment at the head of a faulty record."""
    lines = faulty_text(name).splitlines()
    return " ".join(line[2:] for line in itertools.takewhile(lambda line: line.startswith("; "), lines))


def listed() -> dict[str, list[str]]:
    """The tables of `sample_logs/README.md`, by heading."""
    clean = ["| file | game | players | deals | won by |", "|---|---|---|---|---|"]
    for name in CLEAN:
        record = json_records.parse((SAMPLES / "clean" / f"{name}.json").read_bytes())
        score = ", ".join(f"{side} {total}" for side, total in (record.deals[-1].score_after or {}).items())
        players = ", ".join(str(seat.player) for seat in record.game.seats or ())
        row = (
            _links("clean", name),
            record.game.variant,
            players,
            len(record.deals),
            f"{record.game.winner} ({score})",
        )
        clean.append("| " + " | ".join(map(str, row)) + " |")
    faulty = ["| file | game | what happened | what is found |", "|---|---|---|---|"]
    for name in faulty_names():
        record = notation.parse(faulty_text(name))
        found = "; ".join(_found(finding) for finding in validate(record))
        faulty.append(f"| {_links('faulty', name)} | {record.game.variant} | {told(name)} | {found} |")
    return {"Clean": clean, "Faulty": faulty}


def _links(folder: str, name: str) -> str:
    return f"`{name}` [json]({folder}/{name}.json) [fours]({folder}/{name}.fours)"


def _found(finding: Finding) -> str:
    """A finding in a few words, such as `revoke` of N, deal 1, trick 2 (violation; REVK-1 REVK-2)."""
    whose = finding.seat or finding.side
    parts = [f"`{finding.code}`" + (f" of {whose}" if whose else ""), f"deal {finding.deal}"]
    if finding.trick is not None:
        parts.append(f"trick {finding.trick}")
    rests = "; ".join(filter(None, (finding.kind, " ".join(finding.clauses))))
    return ", ".join(parts) + f" ({rests})"


def main() -> None:
    for name in CLEAN:
        record = clean_game(name)
        _write(SAMPLES / "clean" / f"{name}.json", json_page(record))
        _write(SAMPLES / "clean" / f"{name}.fours", dump(record))
    for name in faulty_names():
        text = faulty_text(name)
        _write(SAMPLES / "faulty" / f"{name}.fours", text)
        _write(SAMPLES / "faulty" / f"{name}.json", json_page(notation.parse(text)))
    _list()


def _list() -> None:
    """Put the tables of today under their headings in the README."""
    readme = SAMPLES / "README.md"
    text = readme.read_text(encoding="utf-8")
    for heading, lines in listed().items():
        head, mark, rest = text.partition(f"## {heading}\n")
        section, following, tail = rest.partition("\n## ")
        prose = section.partition("\n|")[0]
        text = head + mark + prose + "\n" + "\n".join(lines) + "\n" + following + tail
    _write(readme, text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
