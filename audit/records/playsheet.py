"""Play sheets: one row a play or a trick, or hands in cells; what is in the rows of one deal is put together.

Rows stand in the order of play unless a column of order says otherwise. A sheet that stands newest first without one is
reported and its plays are left out, since the order within a trick cannot be known.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from pydantic import ValidationError

from audit.cards import CARDS
from audit.errors import RecordError
from audit.records.cardtext import Cell, suit
from audit.records.clock import read_time, run_backwards
from audit.records.columns import COMPASS_SEATS, LETTER_SEATS, Columns, as_text
from audit.records.deal_cells import ELDEST, answered, declared, read_points, read_scores, turned_later, turned_up
from audit.records.inputs import OnNotice, Problem, ignore
from audit.records.models import Record
from audit.records.notices import notice
from audit.records.people import fold
from audit.records.rotation import UNKNOWN, in_order_of_play, rotated
from audit.records.rotation import Row as SeatRow
from audit.records.rows import RowReader, deal_number, in_order, read_name, without_nothing
from audit.records.tables import Row
from audit.records.wording import sentence
from audit.rules.variants import VARIANTS

_LABEL: Final = re.compile(r"[A-Za-z0-9_-]{1,12}")
Key = tuple[str | None, ...]


@dataclass(slots=True)
class _Card:
    """A card that a row says was played."""

    row: Row
    trick: int | None
    who: str
    card: str | None


@dataclass(slots=True)
class _Entry:
    """A deal as the rows of the sheet have it.

    Attributes:
        first: the first of its rows.
        fields: the fields of the deal that were written.
        dealt: cards dealt, by seat.
        before: the events before the plays.
        plays: single cards, in order.
        rows: tricks in columns of seats, with their numbers and leaders.
        tricks: tricks in order of play, with their numbers and leaders.
        notes: what else was written.
        times: of the rows.
        error: why the deal cannot be read, if it cannot.
    """

    first: Row
    fields: dict[str, Any] = field(default_factory=dict)
    dealt: dict[str, list[str | None]] = field(default_factory=dict)
    before: list[dict[str, Any]] = field(default_factory=list)
    plays: list[_Card] = field(default_factory=list)
    rows: list[tuple[int | None, str | None, SeatRow]] = field(default_factory=list)
    tricks: list[tuple[int | None, str | None, list[str | None]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    times: list[str | None] = field(default_factory=list)
    error: RecordError | None = None


def read_plays(columns: Columns, on_error: Problem, on_notice: OnNotice = ignore) -> Iterator[Record]:
    """The records of a play sheet.

    Args:
        columns: the sheet with its columns.
        on_error: told of each deal, row or card that cannot be read.
        on_notice: told of what is odd about the sheet.
    """
    reader = _PlayReader(columns, on_error, on_notice)
    for row in _without_copies(columns, in_order(columns, on_error), on_notice):
        reader.row(row)
    for key, entries in reader.games.items():
        record = reader.record(reader.heads[key], list(entries.values()))
        if record is not None:
            yield record


def _without_copies(columns: Columns, rows: Iterable[Row], on_notice: OnNotice) -> list[Row]:
    """The rows without those that stand twice: a log begun again after a reconnection repeats what it said."""
    first: dict[tuple[Cell, ...], Row] = {}
    copies = []
    for row in rows:
        if row.cells in first:
            copies.append(row)
        first.setdefault(row.cells, row)
    if copies:
        original = first[copies[0].cells]
        more = f" (and {len(copies) - 1} more)" if len(copies) > 1 else ""
        message = f"Row {copies[0].number} says the same as row {original.number}{more}. It is counted once."
        on_notice(notice("duplicate-deal", message, columns.table.place(copies[0])))
    return list(first.values())


class _PlayReader(RowReader):
    """Collects the rows of a sheet into deals and the deals into games."""

    def __init__(self, columns: Columns, on_error: Problem, on_notice: OnNotice) -> None:
        super().__init__(columns, on_error)
        self.on_notice = on_notice
        self.heads: dict[Key, dict[str, Any]] = {}
        self.games: dict[Key, dict[int | None, _Entry]] = {}
        self.players: dict[Key, dict[str, str]] = {}
        self.labels: dict[Key, list[str]] = {}
        self.game: Key = ()

    def row(self, row: Row) -> None:
        """Take a row into its deal; what cannot be read is reported, and spoils no more than it must."""
        try:
            head = self.head(row)
            number = self.cell(row, "deal", deal_number)
        except RecordError as error:
            self.on_error(error)
            return
        self.game = tuple(head.values())
        self.heads.setdefault(self.game, head)
        entry = self.games.setdefault(self.game, {}).setdefault(number, _Entry(row, {"number": number}))
        try:
            self._facts(row, entry)
            self._cards(row, entry)
        except RecordError as error:
            entry.error = entry.error or error

    def _facts(self, row: Row, entry: _Entry) -> None:
        """What a row says of the deal as a whole; the rows of one deal may repeat it."""
        columns = self.columns
        said: dict[str, Any] = {"dealer": self.code(row, "dealer"), "at": self.optional(row, "at", read_time, None)}
        said["points"] = self.optional(row, "points", read_points, None)
        said["score_after"] = self.optional(row, "score", read_scores, None)
        entry.times.append(said["at"])
        for key, value in said.items():
            if value is not None:
                entry.fields[key] = value if key == "score_after" else entry.fields.get(key, value)
        before: list[dict[str, Any]] = []
        if columns.text(row, "turn-up"):
            before.append(turned_up(self.listed(row, "turn-up", [None])))
        before += self.optional(row, "beg", declared, [])
        before += self.optional(row, "answer", lambda cell: answered(cell, None), [])
        ran = any(event["do"] == "run" for event in before)
        before += turned_later(self.listed(row, "second turn-up", []), ran)
        stock = self.listed(row, "stock", [])
        before += [{"do": "stock", "cards": stock}] if stock else []
        entry.before += [event for event in before if event not in entry.before]
        note = as_text(columns.cell(row, "note"))
        if note:
            entry.notes.append(note)
        for seat in columns.seats:
            if f"hand {seat}" in columns:
                hand = self.listed(row, f"hand {seat}", [])
                if any(hand):
                    entry.dealt.setdefault(seat, hand)
            name = self.code(row, f"name {seat}") if f"name {seat}" in columns else None
            if name:
                self._sits(seat, name)

    def _cards(self, row: Row, entry: _Entry) -> None:
        """The cards that a row says were played."""
        columns = self.columns
        trick = self.cell(row, "trick", deal_number)
        leader = self.cell(row, "leader", lambda cell: read_name(cell, "leader"))
        if any(f"card {seat}" in columns for seat in columns.seats):
            seat_row = {seat: self._card(row, f"card {seat}") for seat in columns.seats}
            if any(seat_row.values()):
                entry.rows.append((trick, leader, seat_row))
        if columns.text(row, "cards"):
            entry.tricks.append((trick, leader, self.listed(row, "cards", [])))
        who = self._who(row)
        if who is None:
            if columns.text(row, "card"):
                raise columns.table.error("a card is played and nobody is named who played it", row)
            return
        dealt = self.listed(row, "dealt", [])
        if any(dealt):
            entry.dealt.setdefault(who, dealt)
        if columns.text(row, "card"):
            card = self._card(row, "card")
            entry.plays.append(_Card(row, trick, who, None if card == UNKNOWN else card))

    def _card(self, row: Row, role: str) -> str | None:
        """The card in a cell; a card that cannot be read is reported and was played all the same."""
        if self.columns.text(row, role) in ("", "-"):
            return None
        return self.optional(row, role, self.cards.card, None) or UNKNOWN

    def _who(self, row: Row) -> str | None:
        """The seat of a row, or the player's name where the sheet has no seats."""
        name = self.code(row, "player")
        seat = self.cell(row, "seat", _seat)
        if seat and name:
            self._sits(seat, name)
        who = seat or (name if "seat" not in self.columns else None)
        labels = self.labels.setdefault(self.game, [])
        if who is not None and who not in labels:
            labels.append(who)
        return who

    def _sits(self, seat: str, name: str) -> None:
        players = self.players.setdefault(self.game, {})
        if fold(players.setdefault(seat, name)) != fold(name):
            raise RecordError(
                f"seat {seat} is {players[seat]!r} and {name!r}; when players change seats a new record begins"
            )

    def record(self, head: dict[str, Any], entries: list[_Entry]) -> Record | None:
        """The record of a game; deals that cannot be read are reported and left out."""
        self.game = tuple(head.values())
        try:
            seats, names = self._seats(entries)
        except RecordError as error:
            self.on_error(self.columns.table.error(error.message, entries[0].first))
            return None
        seated = [without_nothing({"seat": seat, "player": names.get(seat)}) for seat in seats]
        record: Record | None = None
        for entry in sorted(entries, key=lambda entry: entry.fields["number"] or 0):
            try:
                if entry.error is not None:
                    raise entry.error
                deal = self._deal(head, seats, names, entry)
                whole = {"format": "all-fours/1", "game": without_nothing(head | {"seats": seated}), "deals": [deal]}
                read = Record.model_validate(whole)
            except ValidationError as error:
                self.on_error(self.columns.table.error(sentence(error).message, entry.first))
                continue
            except RecordError as error:
                placed = (
                    error if error.row else self.columns.table.error(error.message, entry.first, error.path, error.code)
                )
                self.on_error(placed)
                continue
            place = self.columns.table.place(entry.first)
            read.deals[0].locate(place)
            if record is None:
                record = read
                record.locate(place)
            else:
                record.deals += read.deals
        return record

    def _seats(self, entries: list[_Entry]) -> tuple[list[str], dict[str, str]]:
        """The seats in the order of play and who sat there.

        Where a sheet has no columns of seats the first trick tells in which order they play, since everyone plays once.
        """
        names = dict(self.players.get(self.game, {}))
        if self.columns.seats:
            return list(self.columns.seats), names
        labels = self.labels.get(self.game, [])
        if not labels:
            return self._seats_of_leaders(entries), names
        for known in (COMPASS_SEATS, LETTER_SEATS[: len(labels)]):
            if len(labels) == len(known) and set(labels) == set(known):
                return list(known), names
        order = _order_of_play(labels, entries)
        if "seat" in self.columns:
            return order, names
        numbered = {name: str(place) for place, name in enumerate(order, 1)}
        self._rename(entries, numbered)
        return list(numbered.values()), {seat: name for name, seat in numbered.items()}

    def _rename(self, entries: list[_Entry], seats: dict[str, str]) -> None:
        for entry in entries:
            entry.dealt = {seats[who]: cards for who, cards in entry.dealt.items()}
            for play in entry.plays:
                play.who = seats[play.who]

    def _seats_of_leaders(self, entries: list[_Entry]) -> list[str]:
        """The seats of a sheet whose tricks are lists: of the compass or letters, as many as a trick has cards."""
        count = max((len(cards) for entry in entries for _, _, cards in entry.tricks), default=0)
        known = {2: LETTER_SEATS[:2], 3: LETTER_SEATS, 4: COMPASS_SEATS}.get(count)
        if known is None:
            raise RecordError(
                "the seats cannot be told; expected a column of each seat, or a column that names who played"
            )
        return list(known)

    def _deal(self, head: dict[str, Any], seats: list[str], names: dict[str, str], entry: _Entry) -> dict[str, Any]:
        fields = without_nothing(entry.fields)
        if "dealer" in fields:
            fields["dealer"] = _seat_of(fields["dealer"], seats, names)
        dealer = fields.get("dealer")
        eldest = seats[(seats.index(dealer) + 1) % len(seats)] if dealer else None
        events: list[dict[str, Any]] = []
        if entry.dealt:
            events.append({"do": "deal", "hands": {seat: entry.dealt.get(seat) for seat in seats}})
        events += [_named(event, eldest, dealer, seats, names) for event in entry.before]
        events += [{"do": "note", "text": text} for text in entry.notes]
        events += self._plays(head, seats, names, eldest, entry)
        return fields | {"events": events}

    def _plays(
        self, head: dict[str, Any], seats: list[str], names: dict[str, str], eldest: str | None, entry: _Entry
    ) -> list[dict[str, Any]]:
        if self._newest_first(head, entry):
            return []
        if entry.plays:
            return self._single(head, seats, entry)
        if entry.rows:
            rows = _by_number(entry.rows)
            leaders = [None if leader is None else _seat_of(leader, seats, names) for _, leader, _ in rows]
            leaders[0] = leaders[0] or eldest
            lost: list[int] = []
            events = list(
                in_order_of_play(
                    [row for _, _, row in rows], seats, leaders, lambda led: self._trump(head, entry, led), lost.append
                )
            )
            for place in lost:
                message = f"Who led to trick {place + 1} cannot be told; its row and those after it are kept as notes."
                self.on_notice(notice("incomplete-trick", message, self.columns.table.place(entry.first), kind="note"))
            return events
        events = []
        for _, leader, cards in _by_number(entry.tricks):
            for start in range(0, len(cards), len(seats)):
                trick: dict[str, Any] = {"do": "trick", "cards": cards[start : start + len(seats)]}
                if leader is not None and start == 0:
                    trick["seat"] = _seat_of(leader, seats, names)
                events.append(trick)
        return events

    def _single(self, head: dict[str, Any], seats: list[str], entry: _Entry) -> list[dict[str, Any]]:
        """Plays of one card a row, whole tricks put together; what is left at the end stays single plays."""
        events: list[dict[str, Any]] = []
        for cards in _tricks(self._once(head, entry), len(seats)):
            players = [play.who for play in cards]
            if len(set(players)) < len(players):
                again = next(play for place, play in enumerate(cards) if play.who in players[:place])
                message = (
                    f"Seat {again.who} is given two cards in one trick, the second in row {again.row.number}. "
                    "The plays of this deal are left out."
                )
                place = self.columns.table.place(again.row)
                self.on_notice(notice("conflicting-deal", message, place, game=head["id"], deal=entry.fields["number"]))
                return []
            if len(cards) == len(seats) and players == rotated(seats, players[0]):
                events.append({"do": "trick", "seat": players[0], "cards": [play.card for play in cards]})
            else:
                events += [{"do": "play", "seat": play.who, "card": play.card} for play in cards]
        return events

    def _once(self, head: dict[str, Any], entry: _Entry) -> list[_Card]:
        """The plays without those that stand twice in one trick under another number of order."""
        seen: set[tuple[int | None, str, str | None]] = set()
        kept, copies = [], []
        for play in entry.plays:
            key = (play.trick, play.who, play.card)
            if None in key or key not in seen:
                kept.append(play)
            else:
                copies.append(play)
            seen.add(key)
        if copies:
            message = (
                f"{len(copies)} plays of this deal stand twice, the first in row {copies[0].row.number}. "
                "They are counted once."
            )
            place = self.columns.table.place(copies[0].row)
            self.on_notice(notice("duplicate-deal", message, place, game=head["id"], deal=entry.fields["number"]))
        return kept

    def _newest_first(self, head: dict[str, Any], entry: _Entry) -> bool:
        """Whether the plays of a deal stand newest first and no column of order puts them right."""
        if "order" in self.columns or not entry.plays:
            return False
        numbers = [play.trick for play in entry.plays if play.trick is not None]
        falling = len(set(numbers)) > 1 and all(a >= b for a, b in pairwise(numbers))
        if not falling and not run_backwards(entry.times):
            return False
        message = (
            "The plays of this deal stand newest first and no column of order puts them right, so they are left out. "
            "Add a column of order, or turn the sheet round."
        )
        place = self.columns.table.place(entry.first)
        self.on_notice(notice("time-order", message, place, game=head["id"], deal=entry.fields["number"]))
        return True

    def _trump(self, head: dict[str, Any], entry: _Entry, led: str | None) -> int | None:
        named = suit(self.columns.cell(entry.first, "trump"))
        if named:
            return "SHDC".index(named)
        if VARIANTS[head["variant"]].trump_led:
            return CARDS[led] // 13 if led and led != UNKNOWN else None
        turns = [event.get("card") for event in entry.before if event["do"] == "turn"]
        return CARDS[turns[-1]] // 13 if turns and turns[-1] else None


def _seat(cell: Cell) -> str | None:
    """A label of a seat.

    Raises:
        RecordError: none that can stand for a seat, such as `N/A`.
    """
    text = as_text(cell)
    if not text:
        return None
    if not _LABEL.fullmatch(text):
        raise RecordError(f"{text[:40]!r} is no seat; expected a label of 1 to 12 letters, digits, - or _")
    return text


def _seat_of(named: str, seats: Sequence[str], names: dict[str, str]) -> str:
    """The seat that is named by its label or by who sits there.

    Raises:
        RecordError: nobody of that name sits there, or two do.
    """
    if named in seats:
        return named
    bearers = [seat for seat, name in names.items() if fold(name) == fold(named)]
    if len(bearers) != 1:
        found = "bears two seats" if bearers else "is neither a seat nor a player"
        raise RecordError(f"{named[:40]!r} {found}; expected one of {', '.join(seats)}")
    return bearers[0]


def _named(
    event: dict[str, Any], eldest: str | None, dealer: str | None, seats: Sequence[str], names: dict[str, str]
) -> dict[str, Any]:
    """An event with the seat of who did it, where the sheet says only that it was done."""
    if event["do"] in ("beg", "stand"):
        named = eldest if event["seat"] == ELDEST else _seat_of(event["seat"], seats, names)
    elif event["do"] == "give":
        named = dealer
    else:
        return event
    if named is None:
        return {"do": "note", "text": f"{event['do']}, by whom is not recorded"}
    return event | {"seat": named}


def _by_number(tricks: list[tuple[int | None, str | None, Any]]) -> list[tuple[int | None, str | None, Any]]:
    """Tricks by their number, where all have one."""
    if all(number is not None for number, _, _ in tricks):
        return sorted(tricks, key=lambda trick: trick[0] or 0)
    return tricks


def _tricks(plays: list[_Card], size: int) -> Iterator[list[_Card]]:
    """Plays by their trick's number, else so many at a time."""
    if all(play.trick is not None for play in plays):
        for number in sorted({play.trick or 0 for play in plays}):
            yield [play for play in plays if play.trick == number]
    else:
        for start in range(0, len(plays), size):
            yield plays[start : start + size]


def _order_of_play(labels: Sequence[str], entries: Iterable[_Entry]) -> list[str]:
    """The order of play, told by the first whole trick, beginning with the seat that stands first in the sheet."""
    for entry in entries:
        for trick in _tricks(entry.plays, len(labels)):
            order = [play.who for play in trick]
            if set(order) == set(labels) and len(order) == len(labels):
                return rotated(order, labels[0])
    return list(labels)
