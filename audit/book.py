"""A turn-up book: a record without seats, in which a dealer is a player's name and there is no play to judge."""

from audit.findings import Finding
from audit.records.models import Record


def validate_book(record: Record) -> list[Finding]:
    """What can be told of a turn-up book by itself: nothing of rotation or play (see `evidence` for the rest)."""
    return []
