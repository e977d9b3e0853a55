"""Fair play for the All Fours family of card games: validate a game log, rule on a disputed hand, test the dealing.

>>> import audit
>>> record = audit.parse('''
... [Game "example"]
... [Variant "seven-up"]
... [Seat "A" "Ann"]
... [Seat "B" "Bob"]
...
... deal 1 dealer B
...   hands A: JS 7H 8D 6D 9C 5C
...         B: 9H 2H 9D 7D 5D 3D
...   turn 9S
...   stand A
...   9C 3D
...   6D 5D
...   5C 7D
...   8D 9D
...   2H 7H
...   JS 9H
...   points A: high low jack  B: game
... ''')
>>> [(finding.code, finding.point, finding.clauses) for finding in audit.validate(record)]
[('wrong-point', 'game', ('SCOR-4',))]
>>> audit.rule(record, 1).as_json()["outcomes"][0]["score"]
{'A': 4, 'B': 0}
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from audit.errors import AuditError, CardError, RecordError, UsageError
from audit.findings import Finding
from audit.records.models import Record
from audit.records.reading import read
from audit.ruling import DealRuling, rule
from audit.validation import validate

if TYPE_CHECKING:
    from audit.evidence.report import Report

__all__ = [
    "AuditError",
    "CardError",
    "DealRuling",
    "Finding",
    "Record",
    "RecordError",
    "UsageError",
    "examine",
    "parse",
    "read",
    "rule",
    "validate",
]


def examine(records: Iterable[Record], *, level: float = 0.01, screen: bool = False) -> "Report":
    """What a club's records say about its pack, its shuffle and its people (needs the extra `evidence`).

    Args:
        records: read as a stream, once.
        level: at most this share of honest clubs would ever see anybody accused.
        screen: whether to look for patterns afterwards as well; they accuse nobody.

    Raises:
        UsageError: a level that is none.
    """
    from audit.evidence.examine import examine as examine_records

    return examine_records(records, level=level, screen=screen)


def parse(text: str) -> Record:
    """The record in a text of the `.fours` notation.

    Raises:
        RecordError: it cannot be read.
    """
    from audit.records.notation import parse as parse_notation

    return parse_notation(text)
