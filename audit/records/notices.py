"""What a reader noticed in a file that it could read: findings about the file itself, ready to be shown."""

from typing import Final

from audit.findings import CODES, Finding, Kind
from audit.records.models import Origin

NOWHERE: Final = Origin()


def notice(
    code: str,
    message: str,
    origin: Origin | None,
    *,
    kind: Kind | None = None,
    clauses: tuple[str, ...] = (),
    game: str | None = None,
    deal: int | None = None,
) -> Finding:
    """A finding at the place where it was read.

    Args:
        code: one of `CODES`.
        message: what was seen and why it matters, in sentences.
        origin: the place.
        kind: its class where it differs from that of the code.
        clauses: the clauses that it rests on.
        game, deal: id of the game and number of the deal, where it is about one.
    """
    place = origin or NOWHERE
    return Finding(
        code=code,
        kind=kind or CODES[code].kind,
        clauses=clauses,
        message=message,
        file=place.file,
        member=place.member,
        sheet=place.sheet,
        row=place.row,
        line=place.line,
        game=game,
        deal=deal,
    )
