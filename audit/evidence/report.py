"""What `audit club` has to say, as data: the contract of its JSON."""

from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

Verdict = Literal["accuse", "watch", "clear", "too-few", "withheld"]
VERDICTS: dict[Verdict, str] = {
    "accuse": "beyond honest luck, at the stated level",
    "watch": "worth better records; no accusation",
    "clear": "a notable cheat would have shown, and did not",
    "too-few": "too few deals to tell",
    "withheld": "not judged, for the reason given",
}


@dataclass(frozen=True)
class Moved:
    """A deal that moved a bet.

    Attributes:
        date, game, deal: which deal.
        n: the person's n-th observation.
        score: what was observed.
        factor: what the deal multiplied the bet by.
        e_value: the bet's worth after it.
    """

    date: str
    game: str
    deal: int
    n: int
    score: int
    factor: float
    e_value: float


@dataclass(frozen=True)
class Result:
    """One hypothesis about one person, a pack or the shuffle.

    Attributes:
        hypothesis: its name.
        kind: `evidence`, or `screening`, which accuses nobody.
        player: as the records write the name; nothing for a pack or a shuffle.
        n: observations.
        observed: total score.
        expected: its mean under honest play.
        rate: observed per observation.
        interval: bounds for the rate that are good at any time, at 95%.
        e_value: the bet's worth, known gaps counted against it.
        p_value: exact and one-sided, as if the number of deals had been fixed before; shown beside, decides nothing.
        verdict: a word of `VERDICTS`.
        reason: why it was withheld, or nothing.
        missing: known gaps that were counted against it.
        omitted_to_undo: how many more omitted deals, all innocent, would undo an accusation or a watch.
        detectable_rate: the lowest rate that so many deals would have shown, 8 times in 10.
        notable_rate: the rate that `clear` excludes.
        innocent_explanation: the plainest.
        note: what it means, in a sentence.
        more: what record would tell more.
        deals: the deals that moved it most, in order.
        path: the bet's worth along the person's observations, for a picture.
    """

    hypothesis: str
    kind: Literal["evidence", "screening"]
    player: str | None
    n: int
    observed: float
    expected: float | None
    rate: float | None
    interval: tuple[float, float] | None
    e_value: float | None
    p_value: float | None
    verdict: Verdict
    note: str
    reason: str | None = None
    missing: int = 0
    omitted_to_undo: int | None = None
    detectable_rate: float | None = None
    notable_rate: float | None = None
    innocent_explanation: str = ""
    more: str = ""
    deals: list[Moved] = field(default_factory=list)
    path: list[tuple[int, float]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The result as `--format json` prints it."""
        fields = asdict(self)
        del fields["path"]
        fields["interval"] = list(self.interval) if self.interval else None
        return fields


@dataclass(frozen=True)
class Person:
    """Everything about one person together.

    Attributes:
        player: as the records write the name.
        e_value: the weighted average of the bets.
        needed: the e-value at which this person is accused.
        verdict: the gravest that has a ground.
    """

    player: str
    e_value: float
    needed: float
    verdict: Verdict


@dataclass
class Report:
    """The whole report.

    Attributes:
        level: the stated level.
        statement: the guarantee as a sentence.
        hypotheses: version and hash of the table.
        completeness: what is missing and what contradicts itself.
        pack: what the records say about the packs.
        shuffle: what they say about the shuffle.
        people: everybody.
        results: every hypothesis about everybody, pack and shuffle first.
        screening: patterns looked for afterwards, on request; they accuse nobody.
        inputs: the files with their SHA-256.
    """

    level: float
    statement: str
    hypotheses: dict[str, str]
    completeness: dict[str, Any]
    pack: dict[str, Any]
    shuffle: dict[str, Any]
    people: list[Person]
    results: list[Result]
    screening: list[Result] = field(default_factory=list)
    inputs: list[dict[str, str]] = field(default_factory=list)

    @property
    def accused(self) -> list[str]:
        """Those beyond honest luck."""
        return [person.player for person in self.people if person.verdict == "accuse"]

    @property
    def exit_status(self) -> int:
        """0 nobody accused, 1 somebody; what cannot be read is for the caller to say."""
        return int(bool(self.accused))

    def as_json(self) -> dict[str, Any]:
        """The report as `audit club --format json` prints it."""
        return {
            "guarantee": {"level": self.level, "statement": self.statement},
            "hypotheses": self.hypotheses,
            "completeness": self.completeness,
            "pack": self.pack,
            "shuffle": self.shuffle,
            "people": [asdict(person) for person in self.people],
            "results": [result.as_json() for result in (*self.results, *self.screening)],
            "inputs": self.inputs,
            "version": _version(),
        }


def _version() -> str:
    try:
        return version("all-fours-audit")
    except PackageNotFoundError:
        return "0"
