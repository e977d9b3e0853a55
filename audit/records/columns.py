"""What the columns of a sheet mean, told by their headings: in any order, in common wording, or as the user names them.

>>> from audit.records.models import Origin
>>> from audit.records.tables import read_delimited
>>> table = read_delimited(b"Who dealt;Card turned;No.\\nAnn;QH;1\\n", Origin("book.csv"), print)
>>> print(recognise(table).explain())
book.csv: read as a turn-up book, headings in row 1
  dealer   column A "Who dealt"
  turn-up  column B "Card turned"
  deal     column C "No."
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from operator import attrgetter, itemgetter
from typing import Final, Literal

from audit.errors import RecordError, UsageError
from audit.records.cardtext import Cell
from audit.records.tables import Row, Table

Kind = Literal["book", "plays", "matches"]
Picked = tuple[object, ...]
"""What stands in some columns of a row, to be looked up."""

KINDS: Final[dict[Kind, str]] = {
    "book": "a turn-up book",
    "plays": "a play sheet",
    "matches": "a sheet of match results",
}

WORDINGS: Final[dict[str, tuple[str, ...]]] = {
    "game": ("game", "game id", "game no", "game number", "session", "session id", "replay", "replay id"),
    "date": (
        "date", "day", "night", "club night", "evening", "date played", "played on", "game date", "date of play",
        "date of game", "match date", "session date", "when",
    ),
    "at": ("time", "at", "time of day", "clock", "hour", "timestamp", "local time", "utc time", "time dealt",
           "time of deal"),
    "place": ("place", "venue", "location", "club", "where", "club room"),
    "table": ("table", "table no", "table number", "tbl", "table id", "table name"),
    "variant": ("variant", "rules", "kind of game"),
    "deal": ("deal", "deal no", "deal number", "deal id", "hand no", "hand number", "hand", "no", "nr", "number",
             "board", "hand id"),
    "dealer": ("dealer", "dealt by", "who dealt", "dealer name", "name of dealer", "dealing", "player dealing"),
    "turn-up": (
        "turn up", "turnup", "turned up", "turned", "card turned", "turned card", "card turned up", "up card", "upcard",
        "first turn up", "turn up 1", "first turn", "turn", "trump card", "trump turned", "card up", "turn up card",
        "turned up card", "first card turned", "trump turned up", "kick", "kicked", "card kicked",
    ),
    "beg": ("beg", "begged", "begs", "begged by", "who begged", "eldest begged", "beg or stand", "stand or beg"),
    "answer": ("answer", "dealer s answer", "dealer answer", "reply", "response", "gave or ran", "give or run",
               "dealer said", "dealer s response", "gift or run"),
    "second turn-up": (
        "second turn up", "2nd turn up", "turn up 2", "second turn", "new turn up", "next turn up", "turn up after run",
        "turn up after running", "turned after the run", "after the run", "second card turned", "second card",
        "new trump card",
    ),
    "trump": ("trump", "trumps", "trump suit", "suit of trumps", "suit"),
    "points": ("points", "points scored", "scored", "who scored", "points made", "made"),
    "score": ("score", "score after", "running score", "total", "totals", "score so far", "result"),
    "note": ("note", "notes", "remark", "remarks", "comment", "comments", "observations", "memo"),
    "trick": ("trick", "trick no", "trick number"),
    "order": ("order", "seq", "sequence", "sequence no", "play no", "play number", "move", "move no", "ply", "step",
              "index"),
    "seat": ("seat", "position", "seat of player"),
    "player": ("player", "name", "player name", "played by", "who", "who played"),
    "dealt": ("dealt", "cards dealt", "hand dealt", "dealt cards", "hand cards", "dealt hand"),
    "card": ("card", "card played", "played", "play"),
    "cards": ("cards", "cards played", "trick cards", "cards in order", "plays"),
    "leader": ("leader", "led by", "lead", "who led", "leads", "lead by"),
    "stock": ("stock", "undealt", "talon", "undealt cards", "remaining cards"),
    "round": ("round", "round no", "match", "fixture"),
    "team a": ("team a", "team 1", "home", "home team", "side a", "first team"),
    "team b": ("team b", "team 2", "away", "away team", "side b", "second team", "visitors"),
    "count a": ("team a bulls eye", "team a score", "score a", "count a", "team 1 score", "home score", "games a",
                "points a"),
    "count b": ("team b bulls eye", "team b score", "score b", "count b", "team 2 score", "away score", "games b",
                "points b"),
    "start": ("start", "start time", "started", "began", "begin"),
    "end": ("end", "end time", "ended", "finish", "finished"),
}  # fmt: skip
"""Each known column and the headings that people give it, its plainest first."""

SEATS: Final = (
    {"W": ("w", "west"), "N": ("n", "north"), "E": ("e", "east"), "S": ("s", "south")},
    {"A": ("a", "eldest", "seat a"), "B": ("b", "pone", "seat b"), "C": ("c", "seat c")},
    {"A": ("a", "elder", "seat a"), "B": ("b", "seat b")},
)
"""The seats that a sheet may have as columns, in the order of play; all seats of a line or none."""
COMPASS_SEATS: Final = tuple(SEATS[0])
LETTER_SEATS: Final = tuple(SEATS[1])
_OF_SEAT: Final = {
    "hand": ("{} hand", "hand {}", "hand of {}", "{} s hand", "{} cards", "cards {}", "{} dealt"),
    "card": ("{}", "{} card", "card {}", "{} plays", "{} played", "card of {}"),
    "name": ("{} player", "player {}", "{} name", "name {}", "{} s name"),
}
"""How a column of one seat is headed, by what stands in it."""
_HEADING_ROWS: Final = 20
_AS_ABOVE: Final = frozenset({'"', "''", "〃", "”", "ditto"})

_FOLDED: Final = {wording: role for role, wordings in WORDINGS.items() for wording in wordings}


def fold_heading(cell: Cell) -> str:
    """A heading in small letters without accents or marks: `Turn-up (1st)` becomes `turn up 1st`."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", str(cell)).replace("#", " no ")
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", text).strip().casefold().removeprefix("the ")


def letter(index: int) -> str:
    """Name of a column as spreadsheets count them: 0 is A, 26 is AA."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(65 + rest) + name
    return name


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table.

    Attributes:
        table: the table.
        kind: what sort of sheet it is.
        header: the row of headings.
        places: of each known column its index from 0; `hand W`, `card W` and `name W` are a seat's.
        seats: the seats that have columns, in the order of play.
    """

    table: Table
    kind: Kind
    header: Row
    places: Mapping[str, int]
    seats: tuple[str, ...] = ()

    @property
    def rows(self) -> Iterator[Row]:
        """The rows below the headings, each time from the first, as wide as the headings at least."""
        return chain.from_iterable(self.parts())

    def parts(self) -> Iterator[list[Row]]:
        """The same, some at a time."""
        return _filled_down(_below(self.table.parts(), self.header), self.places)

    def pick(self, roles: Iterable[str]) -> Callable[[Iterable[Row]], Iterator[Picked]]:
        """A function that takes from rows the cells of some columns, as far as the sheet has them.

        In a workbook their types as well: 1 is no TRUE, though Python calls them equal.
        """
        indices = [self.places[role] for role in roles if role in self.places]
        if self.table.origin.sheet is not None or len(indices) < 2:
            return lambda rows: (_typed([row.cells[index] for index in indices]) for row in rows)
        take = itemgetter(*indices)
        return lambda rows: map(take, map(_cells, rows))

    def __contains__(self, role: str) -> bool:
        return role in self.places

    def cell(self, row: Row, role: str) -> Cell:
        """What stands in a known column of a row; the empty text where the sheet or the row lacks it."""
        index = self.places.get(role)
        return row.cells[index] if index is not None and index < len(row.cells) else ""

    def text(self, row: Row, role: str) -> str:
        """The same as text without the spaces around it; a whole number without its point."""
        return as_text(self.cell(row, role))

    def where(self, role: str) -> str:
        """The place of a column, for an error."""
        return f"column {letter(self.places[role])} {_quoted(self.header.cells[self.places[role]])}"

    def unused(self) -> list[int]:
        """Indices of the columns with a heading that mean nothing here."""
        known = set(self.places.values())
        return [i for i, cell in enumerate(self.header.cells) if i not in known and str(cell).strip()]

    def explain(self) -> str:
        """What each column was taken for, in lines to be shown to the user."""
        origin = self.table.origin
        place = ", ".join(
            part for part in (origin.file, origin.member, origin.sheet and f"sheet {origin.sheet}") if part
        )
        width = max(map(len, self.places))
        used = sorted(self.places, key=lambda role: self.places[role])
        lines = [f"{place or 'table'}: read as {KINDS[self.kind]}, headings in row {self.header.number}"]
        lines += [f"  {role:<{width}}  {self.where(role)}" for role in used]
        lines += [f"  not used: column {letter(i)} {_quoted(self.header.cells[i])}" for i in self.unused()]
        return "\n".join(lines)


def as_text(cell: Cell) -> str:
    """A cell as text: a whole number without its point, a day without its midnight."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def _quoted(cell: Cell) -> str:
    text = " ".join(str(cell).split())
    return f'"{text[:40]}"'


def recognise(table: Table, overrides: Mapping[str, str] | None = None) -> Columns:
    """The columns of a table by its headings.

    Args:
        table: its rows; the headings may stand below a title, within the first twenty rows.
        overrides: of known columns, the heading that the user says is theirs.

    Raises:
        RecordError: no headings that make a sheet of a known kind, one that was given and is not there, or two of
            one meaning.
        UsageError: an override names no known column.
    """
    given = _given(overrides or {})
    first = list(islice(table.rows, _HEADING_ROWS))
    candidates = [(row, *_places(row, given)) for row in first]
    if candidates:
        header, places, seats, conflict = max(candidates, key=lambda candidate: len(candidate[1]))
        missing = [wanted for role, wanted in given.items() if role not in places]
        if missing:
            headings = ", ".join(_quoted(cell) for cell in header.cells if str(cell).strip())
            raise table.error(f"no column is headed {_quoted(missing[0])}; the headings are {headings}", header)
        kind = _kind(places)
        if kind is not None:
            if conflict:
                raise table.error(conflict, header)
            return Columns(table, kind, header, places, seats)
    found = ", ".join(_quoted(cell) for cell in first[0].cells[:8]) if first else "nothing"
    raise table.error(
        "no headings of a turn-up book or play sheet are recognised; expected such as date, table, deal, dealer, "
        f"turn-up, or trick and card; the first row holds {found}"
    )


def _given(overrides: Mapping[str, str]) -> dict[str, str]:
    """The overrides by known column, which may be written `turn_up`, `turn-up` or in another wording."""
    given = {}
    for name, heading in overrides.items():
        role = _FOLDED.get(fold_heading(name)) or _role_of_seat(fold_heading(name))
        if role is None:
            raise UsageError(f"{_quoted(name)} is no known column; expected one of {', '.join(WORDINGS)}")
        given[role] = heading
    return given


def _role_of_seat(folded: str) -> str | None:
    for line in SEATS:
        for seat, words in line.items():
            for what, forms in _OF_SEAT.items():
                if any(folded == form.format(word) for form in forms for word in words):
                    return f"{what} {seat}"
    return None


def _places(header: Row, given: Mapping[str, str]) -> tuple[dict[str, int], tuple[str, ...], str]:
    """The known columns of a row of headings, its seats, and what to say where two headings mean the same."""
    conflict = ""
    folded = [fold_heading(cell) if isinstance(cell, str) else "" for cell in header.cells]
    places: dict[str, int] = {}
    for role, heading in given.items():
        wanted = fold_heading(heading)
        if wanted in folded:
            places[role] = folded.index(wanted)
    taken = set(places.values())
    for index, heading in enumerate(folded):
        role = _FOLDED.get(heading) or _FOLDED.get(_without_brackets(header.cells[index]), "")
        if not role or index in taken or role in given:
            continue
        if role in places and not _plainer(folded, role, places, index):
            continue
        if role in places and (heading != WORDINGS[role][0] or folded[places[role]] == heading):
            same = folded[places[role]] == heading
            remedy = "give one another heading" if same else f"name one with --column {role}=HEADING"
            conflict = (
                f"columns {letter(places[role])} {_quoted(header.cells[places[role]])} and {letter(index)} "
                f"{_quoted(header.cells[index])} both look like the {role}; {remedy}"
            )
        places[role] = index
    if "dealer" in places and "turn-up" not in places and not places.keys() & {"seat", "player", "trick", "leader"}:
        # A book that calls its turn-up "the card": no play of a card has a dealer and nobody who played it.
        places |= {"turn-up": places.pop("card")} if "card" in places else {}
    seats = _seat_places(folded, places)
    return places, seats, conflict or _hands_without(folded, seats)


def _without_brackets(cell: Cell) -> str:
    """A heading without what it says in brackets, such as `Dealer (name)`."""
    return fold_heading(re.sub(r"[(\[{].*?[)\]}]", " ", str(cell)))


_cells: Final = attrgetter("cells")


def _typed(cells: list[Cell]) -> Picked:
    return (*cells, *map(type, cells))


def _below(parts: Iterable[list[Row]], header: Row) -> Iterator[list[Row]]:
    """The rows below the headings, without the headings again, none with fewer cells."""
    headings = header.cells
    for part in parts:
        rows = part
        if rows and (rows[0].number <= header.number or headings in map(_cells, rows)):
            rows = [row for row in rows if row.number > header.number and row.cells != headings]
        if min(map(len, map(_cells, rows)), default=len(headings)) < len(headings):
            rows = [_widened(row, len(headings)) for row in rows]
        yield rows


def _widened(row: Row, width: int) -> Row:
    return row._replace(cells=row.cells + ("",) * (width - len(row.cells)))


def _filled_down(parts: Iterable[list[Row]], places: Mapping[str, int]) -> Iterator[list[Row]]:
    """The rows with what stands once for all below it: a night, a table or a place that is written in its first row.

    A mark of repetition in these columns, or for a dealer, stands for the cell above. `?` stands for itself.
    """
    below = [places[role] for role in ("game", "date", "place", "table") if role in places]
    marked = [*below, *(places[role] for role in ("dealer",) if role in places)]
    above: dict[int, Cell] = {}
    for part in filter(None, parts):
        columns = list(zip(*map(_cells, part), strict=False))
        if all(_stands(cell, index in below) for index in marked for cell in set(columns[index])):
            above.update((index, columns[index][-1]) for index in marked)
            yield part
        else:
            yield [_filled(row, above, marked, below) for row in part]


def _stands(cell: Cell, below: bool) -> bool:
    """Whether a cell stands for itself."""
    text = cell.strip() if isinstance(cell, str) else "."
    return text not in _AS_ABOVE and not (below and not text)


def _filled(row: Row, above: dict[int, Cell], marked: list[int], below: list[int]) -> Row:
    """A row with the cells that stand for those above it filled in; `above` is brought up to date."""
    cells = list(row.cells)
    for index in marked:
        cell = cells[index]
        blank = index in below and isinstance(cell, str) and not cell.strip()
        if index in above and not _stands(cell, index in below):
            cells[index] = above[index]
        elif not blank:
            above[index] = cell
    return row._replace(cells=tuple(cells))


def _plainer(folded: list[str], role: str, places: Mapping[str, int], index: int) -> bool:
    """Whether a second heading for a column counts: not beside one that bears the column's own name."""
    plain = WORDINGS[role][0]
    return folded[places[role]] != plain or folded[index] == plain


def _seat_places(folded: list[str], places: dict[str, int]) -> tuple[str, ...]:
    """Add the columns of seats, where every seat has one; the seats found, in the order of play."""
    found: tuple[str, ...] = ()
    for line in SEATS:
        for what, forms in _OF_SEAT.items():
            columns: dict[str, int] = {}
            for seat, words in line.items():
                wanted = {form.format(word) for form in forms for word in words}
                columns |= {f"{what} {seat}": i for i, heading in enumerate(folded) if heading in wanted}
            if len(columns) == len(line) and (not found or tuple(line) == found):
                places |= columns
                found = tuple(line)
        if found:
            return found
    return ()


def _hands_without(folded: list[str], seats: tuple[str, ...]) -> str:
    """What to say where some seats have a column of hands and others none: who else sat there is not guessed."""
    if seats:
        return ""
    headed = [heading for heading in folded if (_role_of_seat(heading) or "").startswith("hand ")]
    if not headed:
        return ""
    named = ", ".join(_quoted(heading) for heading in headed)
    return f"there is a column for {named} and not for the hand of every seat; leave cells empty, not columns out"


def _kind(places: Mapping[str, int]) -> Kind | None:
    if places.keys() & {"card", "cards", "dealt"} or any(role.startswith(("card ", "hand ")) for role in places):
        return "plays"
    if "turn-up" in places:
        return "book"
    if "team a" in places and "team b" in places:
        return "matches"
    return None


def sheet_error(columns: Columns, row: Row, role: str, error: RecordError) -> RecordError:
    """An error about a cell, with its place."""
    path = columns.where(role) if role in columns else None
    return columns.table.error(error.message, row, path, error.code)
