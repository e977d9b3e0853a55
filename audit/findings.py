"""What is found in a record: a code, its place, the clauses that it rests on, and the card that proves it."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from audit.codes import CODES, KINDS, Code, Kind

__all__ = ["CODES", "JSON_KEYS", "KINDS", "Code", "Finding", "Kind"]


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
