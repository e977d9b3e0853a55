"""Who is who across records: a person is the `id`, else the name folded for case, spaces and accents.

Nothing else is ever merged by itself. A table of aliases says that two names are one person; likely pairs are
suggested.

>>> people = People()
>>> people.key("  ZOË  Fox"), people.key("Zoe Fox"), people.key("Zoe Fox", id="77")
('zoe fox', 'zoe fox', '#77')
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final

from audit.errors import RecordError
from audit.records.columns import fold_heading
from audit.records.inputs import refuse
from audit.records.models import Origin, Record, SeatOf
from audit.records.tables import read_delimited

_LETTERS: Final = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"})
LIKELY: Final = 0.85
"""How alike two names are, from 0 to 1, from which on the pair is suggested."""
MOST_SUGGESTED: Final = 2_000
"""Of more people no pairs are sought: they grow with the square."""


def fold(name: str) -> str:
    """A name without case, accents and superfluous spaces.

    >>> fold("  JOSÉ   Ortíz "), fold("Null")
    ('jose ortiz', 'null')
    """
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join(plain.translate(_LETTERS).split())


@dataclass(slots=True)
class People:
    """Tells who is meant.

    Attributes:
        aliases: of a folded name, the folded name of the person it stands for.
        shown: of a person's key, the spelling that was seen most.
    """

    aliases: Mapping[str, str] = field(default_factory=dict)
    shown: dict[str, Counter[str]] = field(default_factory=dict)

    def key(self, name: str | None, id: str | None = None) -> str | None:
        """What stands for a person: `#` and the id, else the folded name after the aliases; nothing for nobody."""
        if id is not None:
            key = f"#{id}"
        elif name is None or not name.strip():
            return None
        else:
            key = self.aliases.get(fold(name), fold(name))
        if name:
            self.shown.setdefault(key, Counter())[name] += 1
        return key

    def name(self, key: str) -> str:
        """The spelling of a person's name that was seen most, the first seen where two are seen alike."""
        seen = self.shown.get(key)
        return seen.most_common(1)[0][0] if seen else key

    def at_table(self, record: Record) -> dict[str, str]:
        """Who sat where: a person's key by seat; seats without a name, or of a name that two bear, are left out."""
        keys = {of.seat: self.key(of.player, of.id) for of in record.game.seats or ()}
        shared = namesakes(record.game.seats or (), self.aliases)
        return {seat: key for seat, key in keys.items() if key is not None and key not in shared}

    def suggest(self) -> list[tuple[str, str]]:
        """Pairs of names that may be one person, the likeliest first; they are never merged unless a table says so."""
        names = sorted(key for key in self.shown if not key.startswith("#"))
        if len(names) > MOST_SUGGESTED:
            return []
        pairs = ((_alike(a, b), a, b) for a, b in combinations(names, 2))
        likely = sorted(((-alike, a, b) for alike, a, b in pairs if alike >= LIKELY))
        return [(self.name(a), self.name(b)) for _, a, b in likely]


def namesakes(seats: Iterable[SeatOf], aliases: Mapping[str, str] | None = None) -> set[str]:
    """Folded names that two or more at one table bear, and no ids tell apart."""
    known = aliases or {}
    names = [known.get(fold(of.player), fold(of.player)) for of in seats if of.player and of.id is None]
    return {name for name, count in Counter(names).items() if count > 1}


def _alike(a: str, b: str) -> float:
    """How alike two folded names are; 1 for the same words in another order."""
    if sorted(a.replace(",", " ").split()) == sorted(b.replace(",", " ").split()):
        return 1.0
    return SequenceMatcher(None, a, b).ratio()


def read_aliases(data: bytes, file: str | None = None) -> dict[str, str]:
    """A table of aliases: a CSV file with the columns `name` (as written in the records) and `person` (who that is).

    Args:
        data: the bytes of the file.
        file: its name, for messages.

    Raises:
        RecordError: a row is not two names, a name stands for two people, or the names go round in a circle.
    """
    table = read_delimited(data, Origin(file), refuse)
    aliases: dict[str, str] = {}
    for place, row in enumerate(table.rows):
        cells = [str(cell).strip() for cell in row.cells]
        if place == 0 and fold_heading(cells[0]) in ("name", "alias", "spelling", "written"):
            continue
        if len(cells) != 2 or not all(cells):
            raise table.error("expected two names: as it is written in the records, and the person it stands for", row)
        name, person = map(fold, cells)
        if aliases.get(name, person) != person:
            raise table.error(f"{cells[0]!r} stands for two people; a name stands for one", row)
        if name != person:
            aliases[name] = person
    return {name: _resolve(name, aliases, file) for name in aliases}


def _resolve(name: str, aliases: Mapping[str, str], file: str | None) -> str:
    """The person at the end of a chain of aliases."""
    seen = {name}
    person = aliases[name]
    while person in aliases:
        if person in seen:
            raise RecordError(f"the aliases of {name!r} go round in a circle", file=file)
        seen.add(person)
        person = aliases[person]
    return person
