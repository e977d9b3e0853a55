"""PTN and PBN, as card rooms export them: a deal a board, and the plays in columns of seats.

A row of plays is a trick whose columns are seats, and not the order in which they played: whoever won a trick led the
next. Where that cannot be told nothing is guessed. Every tag and comment without a place in a record is kept as a note.
"""

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from audit.cards import CARDS, NAMES, SYMBOLS
from audit.errors import RecordError
from audit.findings import Finding
from audit.records.cardtext import CardText
from audit.records.clock import Days, seconds
from audit.records.columns import fold_heading
from audit.records.inputs import OnNotice, Problem, ignore
from audit.records.models import Deal, Game, Origin, Record
from audit.records.notices import notice
from audit.records.rotation import NO_TRUMP, UNKNOWN, in_order_of_play
from audit.records.rotation import Row as SeatRow
from audit.records.rows import without_nothing
from audit.records.tags import Board, as_tag, scan
from audit.records.wording import sentence
from audit.rules.variants import VARIANTS, Variant

COMPASS: Final = {"W": "West", "N": "North", "E": "East", "S": "South"}
"""The seats in the order of play, and the tags that name who sat there."""
_ORDER: Final = tuple(COMPASS)
_SUITS: Final = "SHDC"

_GAMES: Final = {
    "blind all fours": "pitch",
    "pitch": "pitch",
    "seven up": "seven-up",
    "sevenup": "seven-up",
    "old sledge": "seven-up",
    "all fours": "all-fours",
    "all fives": "all-fives",
    "california jack": "california-jack",
}
"""The variant by the words that name it in the code of a game or the name of an event."""

_OTHERS: Final = re.compile(
    r"\b(?:play |practice |^)(euchre|pinochle|skat|spades|hearts|500|five hundred|sheepshead|poker|rummy|cribbage)\b"
)
"""Games whose cards rank or follow otherwise: to read their plays by these rules would accuse the innocent."""

_CONTRADICTING: Final = (
    (r"low to (the )?(taker|winner|trick)", "SCOR-2", "Low belongs to the player to whom it was dealt"),
    (
        r"\bbids?\b|\bbidding\b|auction|set ?back|smudge",
        "PLAY-5",
        "there is no auction; the first card led fixes the trump suit",
    ),
    (r"joker|\boff[- ]?jack|\bjick\b|left bower", "PACK-1", "the pack has 52 cards, and one Jack of each suit"),
    (r"\b([5-9]|\d\d)[- ]?points?\b", "SCOR-6", "High, Low, Jack and Game are the four points of a deal"),
    (r"no[- ]?trump", "PLAY-5", "there is always a trump suit"),
    (r"must (trump|ruff)|trump only when void", "PLAY-3", "a player may follow or trump as he likes"),
)
"""House rules that the rules contradict: how they are written, the clause, and what it says."""
_AGREEING: Final = re.compile(
    r"2v2|4[- ]?points?|trump any ?time|trump opens|low to (the )?holder|partners?|to \d+|\s+"
)

_HELD: Final = frozenset({
    *COMPASS.values(), "Board", "Dealer", "Deal", "Undealt", "TurnUp", "Date", "Site", "Room", "Table", "UTCDate",
    "UTCTime", "LocalDateTime", "Time", "Variant", "GameId", "Play", "Auction",
})  # fmt: skip
"""Tags that have a place in a record, or are told by their rows; all others are kept as notes."""
_CARDS: Final = re.compile(r"[SHDC♠♥♦♣](?:10|[2-9TJQKA0])", re.IGNORECASE)
_ZONES: Final = {
    "UTC": 0,
    "GMT": 0,
    "EST": -5,
    "EDT": -4,
    "CST": -6,
    "CDT": -5,
    "MST": -7,
    "MDT": -6,
    "PST": -8,
    "PDT": -7,
}
"""Hours from UTC of the zones that American rooms write."""


class _Read(NamedTuple):
    """What a board says: the head of its record, its deal, and what was noticed."""

    game: Game
    deal: Deal
    notices: list[Finding]


def read_ptn(text: str, origin: Origin, on_error: Problem, on_notice: OnNotice = ignore) -> Iterator[Record]:
    """The records of a PTN or PBN file: boards of one game and the same players that follow each other are one record.

    Args:
        text: the file.
        origin: its name and member.
        on_error: told of each board that cannot be read.
        on_notice: told of house rules that the rules contradict, and of what the file does not say; of each once.
    """
    try:
        boards = scan(text)
    except RecordError as error:
        on_error(_placed(origin, error))
        return
    if not boards:
        on_error(_placed(origin, RecordError('no board in this file; expected tags such as [Dealer "S"]')))
    record: Record | None = None
    cards = CardText()
    said: set[str] = set()
    for board in boards:
        try:
            game, deal, notices = _BoardReader(board, origin, cards).read()
        except RecordError as error:
            on_error(_placed(origin, error, board.line))
            continue
        for found in notices:
            if found.message not in said:
                said.add(found.message)
                on_notice(found)
        if record is not None and record.game == game:
            record.deals.append(deal)
            continue
        if record is not None:
            yield record
        record = Record(format="all-fours/1", game=game, deals=[deal])
        record.locate(deal.origin)
    if record is not None:
        yield record


def _placed(origin: Origin, error: RecordError, line: int | None = None) -> RecordError:
    line = error.line or line
    return RecordError(
        error.message, file=origin.file, member=origin.member, line=line, path=error.path, code=error.code
    )


class _BoardReader:
    """Reads one board."""

    def __init__(self, board: Board, origin: Origin, cards: CardText) -> None:
        self.board = board
        self.origin = Origin(origin.file, origin.member, line=board.line)
        self.notices: list[Finding] = []
        self.cards = cards
        self.variant = self._variant()
        self.seats, self.hands = self._hands()

    def read(self) -> _Read:
        """The head, the deal and the notices.

        Raises:
            RecordError: the board cannot be read.
        """
        board = self.board
        self._house_rules()
        number = board.value("Board")
        deal = {
            "number": int(number) if number and re.fullmatch(r"\d{1,9}", number, re.ASCII) else None,
            "dealer": self._seat_tag("Dealer"),
            "at": self._at(),
            "events": [*self._dealt(), *self._notes(), *self._played()],
        }
        try:
            game = Game.model_validate(without_nothing(self._head()))
            read = Deal.model_validate(without_nothing(deal))
            Record(format="all-fours/1", game=game, deals=[read])
        except ValidationError as error:
            raise sentence(error) from None
        read.locate(self.origin)
        return _Read(game, read, self.notices)

    def _line_of(self, tag: str) -> int:
        return self.board.lines.get(tag, self.board.line)

    def _notice(self, code: str, message: str, tag: str, *clauses: str) -> None:
        place = Origin(self.origin.file, self.origin.member, line=self._line_of(tag))
        self.notices.append(notice(code, message, place, kind="note", clauses=clauses))

    def _variant(self) -> Variant:
        """The variant that the file names; Seven-up where it names none."""
        for tag in ("Variant", "GameCode", "Game", "Event"):
            text = fold_heading(self.board.value(tag) or "")
            for words, name in _GAMES.items():
                if re.search(rf"\b{words}\b", text):
                    return VARIANTS[name]
            if other := _OTHERS.search(text):
                known = ", ".join(VARIANTS)
                raise RecordError(
                    f"the file says that the game is {other[1].title()}; expected one of {known}",
                    line=self._line_of(tag),
                )
        return VARIANTS["seven-up"]

    def _house_rules(self) -> None:
        """Notice what the event's line or an auction says against the rules."""
        variant = self.variant
        told = "The deal is judged by the rules; the line is kept as a note."
        for rule in map(" ".join, map(str.split, (self.board.value("Event") or "").partition(" - ")[2].split(","))):
            against = [(clause, why) for form, clause, why in _CONTRADICTING if re.search(form, rule, re.IGNORECASE)]
            target = re.search(r"\bto (\d+)\b", rule)
            if target and int(target[1]) != variant.target:
                against.append(("SCOR-6", f"the game is won at {variant.target}"))
            if variant.to_taker:
                against = [(clause, why) for clause, why in against if clause != "SCOR-2"]
            for clause, why in against:
                message = f'The house rule "{rule}" contradicts the rules of {variant.name}: {why} ({clause}). {told}'
                self._notice("not-in-this-game", message, "Event", clause)
            if rule and not against and _AGREEING.sub("", rule.lower()):
                self._notice("not-in-this-game", f'The house rule "{rule}" is none that is known here. {told}', "Event")
        if any(self.board.rows.get("Auction", ())):
            message = f"The file has an auction, and {variant.name} has none. The bids are kept as a note."
            self._notice("not-in-this-game", message, "Auction", "PLAY-5")

    def _hands(self) -> tuple[tuple[str, ...], dict[str, list[str] | None] | None]:
        """The seats in the order of play and the cards dealt to each; nothing where no deal is given."""
        named = [seat for seat, tag in COMPASS.items() if self.board.value(tag) or self.board.tags.get(tag)]
        text = self.board.tags.get("Deal", "").strip()
        if not text.strip("?*- "):
            self._notice(
                "hand-incomplete",
                "No deal is given with this board. Nothing is taken from the board before it: a deal that two "
                'boards share is marked [Deal "#"].',
                "Deal",
            )
            return tuple(named) or _ORDER, None
        found = re.fullmatch(r"([WNES]):\s*(.*)", text, re.IGNORECASE | re.DOTALL)
        fields = found[2].split() if found else []
        if found and len(fields) > 4:
            message = f"a deal of {len(fields)} hands; two, three or four play (SEAT-1)"
            raise RecordError(message, line=self._line_of("Deal"))
        if not found or len(fields) < 2:
            expected = 'expected a seat and two to four hands, such as "S:963.9.Q.J T.A74..93"'
            raise RecordError(f"{text[:40]!r} is no deal; {expected}", line=self._line_of("Deal"))
        order = _ORDER if len(fields) == 4 else tuple(named)
        first = found[1].upper()
        if len(order) != len(fields) or first not in order:
            message = (
                f"the deal has {len(fields)} hands from {first}, and the players named are {' '.join(order) or 'none'}"
            )
            raise RecordError(message, line=self._line_of("Deal"))
        begin = order.index(first)
        hands = {order[(begin + i) % len(order)]: self._hand(field) for i, field in enumerate(fields)}
        if named:
            hands = {seat: hand for seat, hand in hands.items() if seat in named or hand}
        seats = tuple(seat for seat in order if seat in hands)
        return seats, {seat: hands[seat] for seat in seats}

    def _hand(self, text: str) -> list[str] | None:
        """A hand written as its four suits with points between; nothing for `-`, which is not recorded."""
        if text == "-":
            return None
        suits = text.split(".")
        if len(suits) != 4:
            raise RecordError(
                f"{text[:40]!r} is no hand; expected spades, hearts, diamonds and clubs with points between",
                line=self._line_of("Deal"),
            )
        hand = []
        for suit, ranks in zip(_SUITS, suits, strict=True):
            for rank in re.findall(r"10|.", ranks):
                if rank + suit not in CARDS:
                    message = f"{rank!r} in the hand {text[:40]!r} is no rank; expected A K Q J T 9 to 2"
                    raise RecordError(message, line=self._line_of("Deal"), code="unknown-card")
                hand.append(NAMES[CARDS[rank + suit]])
        return hand

    def _seat_tag(self, tag: str) -> str | None:
        text = (self.board.value(tag) or "").upper()
        if text and text not in self.seats:
            found = f"{tag} is {text[:20]!r}"
            raise RecordError(f"{found}; expected one of {', '.join(self.seats)}", line=self._line_of(tag))
        return text or None

    def _head(self) -> dict[str, Any]:
        value = self.board.value
        return {
            "id": value("GameId"),
            "variant": self.variant.name,
            "date": self._date(),
            "place": ", ".join(filter(None, map(value, ("Site", "Room", "Table")))) or None,
            "seats": [without_nothing({"seat": seat, "player": value(COMPASS[seat])}) for seat in self.seats],
        }

    def _date(self) -> str | None:
        """The day at the place of play; the day at Greenwich is not it."""
        date = self.board.value("Date")
        if date:
            return Days(()).read(date)
        local = self._local()
        return local[0].date().isoformat() if local else None

    def _utc(self) -> datetime.datetime | None:
        date, time = self.board.value("UTCDate"), self.board.value("UTCTime")
        clock = seconds(time)
        if date is None or clock is None:
            return None
        try:
            return datetime.datetime.fromisoformat(Days(()).read(date) or "") + datetime.timedelta(seconds=clock)
        except (ValueError, RecordError):
            return None

    def _local(self) -> tuple[datetime.datetime, str] | None:
        """The local time and its zone. Whether month or day stands first the time at Greenwich settles, or nothing."""
        found = re.fullmatch(
            r"(\d\d?)/(\d\d?)/(\d{4}) (.*?[\d m])\s*([A-Z]{3,4})?", self.board.value("LocalDateTime") or "", re.I
        )
        clock = seconds(found[4]) if found else None
        if not found or clock is None:
            return None
        readings = []
        for month, day in ((found[1], found[2]), (found[2], found[1])):
            try:
                midnight = datetime.datetime(int(found[3]), int(month), int(day))
            except ValueError:
                continue
            readings.append(midnight + datetime.timedelta(seconds=clock))
        utc = self._utc()
        near = [time for time in readings if utc is None or abs(time - utc) < datetime.timedelta(days=1)]
        return (near[0], (found[5] or "").upper()) if len(set(near)) == 1 else None

    def _at(self) -> str | None:
        utc, local = self._utc(), self._local()
        if utc and local and local[1] in _ZONES:
            apart = abs(local[0] - datetime.timedelta(hours=_ZONES[local[1]]) - utc)
            if apart > datetime.timedelta(minutes=1):
                self._notice(
                    "time-order", f"The local time and the time at Greenwich are {apart} apart.", "LocalDateTime"
                )
        if utc:
            return utc.isoformat() + "Z"
        return self.board.value("LocalDateTime") or self.board.value("Time")

    def _dealt(self) -> Iterator[dict[str, Any]]:
        if self.hands is not None:
            yield {"do": "deal", "hands": self.hands}
        turned = self.board.value("TurnUp")
        if turned:
            yield {"do": "turn", "card": self.cards.card(turned)}
        undealt = "".join((self.board.value("Undealt") or "").split())
        if undealt:
            stock = [self.cards.card(word) for word in _CARDS.findall(undealt)]
            if "".join(_CARDS.findall(undealt)) != undealt:
                message = f"{undealt[:40]!r} are no cards; expected suit and rank of each, such as S9DK"
                raise RecordError(message, line=self._line_of("Undealt"), code="unknown-card")
            yield {"do": "stock", "cards": stock[1:] if turned and stock[0] == self.cards.card(turned) else stock}

    def _notes(self) -> Iterator[dict[str, Any]]:
        """Everything that the board says and a record has no place for."""
        board = self.board
        texts = [
            as_tag(name, value) for name, value in [*board.tags.items(), *board.more] if self._is_note(name, value)
        ]
        texts += board.comments
        auction = [" ".join(words) for _, words in board.rows.get("Auction", ())]
        if auction:
            texts.append(f"auction from {board.tags['Auction']}: {', '.join(auction)}")
        return ({"do": "note", "text": text} for text in texts if text)

    def _is_note(self, name: str, value: str) -> bool:
        if not value.strip("?*- "):
            return False
        return name not in _HELD or (name == "Board" and not re.fullmatch(r"\d{1,9}", value.strip(), re.ASCII))

    def _played(self) -> Iterator[dict[str, Any]]:
        """The tricks, each begun by the winner of the one before."""
        rows = [(line, words) for line, words in self.board.rows.get("Play", ()) if set(words) - {"-", "--", "*", "+"}]
        if not rows:
            return
        first = self._seat_tag("Play")
        if first is None:
            message = 'the plays are columns of seats, and nothing says whose is the first; expected such as [Play "W"]'
            raise RecordError(message, line=self._line_of("Play"))
        begin = self.seats.index(first)
        columns = self.seats[begin:] + self.seats[:begin]
        read = [self._by_owner(self._row(columns, line, words), line) for line, words in rows]
        leaders = [first, *[None] * (len(rows) - 1)]

        def lost(place: int) -> None:
            message = f"Who led to trick {place + 1} cannot be told from the trick before it. It is kept as a note."
            self._notice("incomplete-trick", message, "Play")

        yield from in_order_of_play(read, self.seats, leaders, self._trump, lost)

    def _row(self, columns: Sequence[str], line: int, words: list[str]) -> SeatRow:
        """The card of each seat in a row: a name, `?` for one that was played and not recorded, nothing for a gap."""
        words = [word.rstrip("!?") or "?" for word in words if word not in ("*", "+")]
        if len(words) > len(columns):
            raise RecordError(f"a row of {len(words)} cards; expected one for each of {' '.join(columns)}", line=line)
        words += ["-"] * (len(columns) - len(words))
        try:
            return {
                seat: None if word in ("-", "--") else (self.cards.card(word) or UNKNOWN)
                for seat, word in zip(columns, words, strict=True)
            }
        except RecordError as error:
            raise RecordError(error.message, line=line, code=error.code) from None

    def _by_owner(self, row: SeatRow, line: int) -> SeatRow:
        """The row as it stands; where its cards were dealt otherwise, one to each seat, as they were dealt."""
        owners = {card: seat for seat, hand in (self.hands or {}).items() for card in hand or ()}
        held = {owners[card]: card for card in row.values() if card in owners}
        if len(held) < len(row) or held == row:
            return row
        place = Origin(self.origin.file, self.origin.member, line=line)
        message = (
            "A row of plays does not stand in the columns of the seats: by the deal each card belongs to another seat. "
            "It is read by the deal."
        )
        self.notices.append(notice("card-not-held", message, place, kind="note"))
        return {seat: held[seat] for seat in row}

    def _trump(self, led: str | None) -> int | None:
        """The suit that was trump at the table, given the first card led; nothing where it is not known."""
        contract = (self.board.value("Contract") or "").rstrip("X! ")
        if re.search(r"\d?(NT|N)$", contract):
            return NO_TRUMP
        for place, (suit, symbol) in enumerate(zip(_SUITS, SYMBOLS, strict=True)):
            if re.fullmatch(rf"[1-7]?({suit}|{symbol}\ufe0f?)", contract):
                return place
        if self.variant.trump_led:
            return None if led in (None, UNKNOWN) else CARDS[str(led)] // 13
        turned = self.board.value("TurnUp")
        card = self.cards.card(turned) if turned else None
        return CARDS[card] // 13 if card else None
