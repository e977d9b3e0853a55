"""Every code that a record can be given: its class, its clauses, and what it means.

A code is kebab-case and never used again for something else.
"""

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

Kind = Literal["violation", "irregularity", "score", "record", "note"]

KINDS: Final[dict[Kind, str]] = {
    "violation": "a player broke a rule",
    "irregularity": "something happened to which the rules attach a consequence or a choice",
    "score": "the points or totals written down are not those that the play gives",
    "record": "the record contradicts itself or cannot be as written: first suspect the pen, not the player",
    "note": "worth knowing; never sets the exit status",
}


@dataclass(frozen=True, slots=True)
class Code:
    """A code of a finding.

    Attributes:
        name: the code.
        kind: its class, unless a clause lowers it.
        clauses: the clauses that it can rest on.
        title: what it is, in a few words.
        meaning: what was seen, why it matters and what to do, for `audit explain`.
        example: name of the sample in `sample_logs/` that shows it.
    """

    name: str
    kind: Kind
    clauses: tuple[str, ...]
    title: str
    meaning: str

    @property
    def example(self) -> str:
        return f"faulty/{self.name}.fours"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: what, where, by which clause, and the card that proves it. Fields that do not apply are `None`.

    Attributes:
        code: one of `CODES`.
        kind: its class; `class` in JSON.
        clauses: the clauses that it rests on.
        reading: whether it rests on a reading of the sources.
        file, member, sheet, row, line: where the record was read.
        game: the game's id.
        deal: the deal's number.
        event: place of the event in the deal, from 1.
        trick: from 1.
        seat, side, player: whose it is.
        card, point: what it is about.
        proof: the card or event that proves it.
        message: the finding in sentences.
    """

    code: str
    kind: Kind
    clauses: tuple[str, ...]
    message: str
    reading: bool = False
    file: str | None = None
    member: str | None = None
    sheet: str | None = None
    row: int | None = None
    line: int | None = None
    game: str | None = None
    deal: int | None = None
    event: int | None = None
    trick: int | None = None
    seat: str | None = None
    side: str | None = None
    player: str | None = None
    card: str | None = None
    point: str | None = None
    proof: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The finding as `--format json` prints it."""
        fields = asdict(self)
        return {key: fields["kind" if key == "class" else key] for key in JSON_KEYS}


JSON_KEYS: Final = (
    "code", "class", "clauses", "reading", "file", "member", "sheet", "row", "line", "game", "deal", "event", "trick",
    "seat", "side", "player", "card", "point", "proof", "message",
)  # fmt: skip
