"""The record: one game, who sat where, and its deals as events in the order in which they happened.

Nothing is required that a club may not have: an absent fact is unknown, never "none". `None` for a card or a hand is
"not recorded". The JSON Schema in `schemas/` is made from these models.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    PrivateAttr,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from audit.cards import CARDS, NAMES, describe, hint
from audit.rules.seats import Seating
from audit.rules.variants import VARIANTS

CANONICAL = frozenset(NAMES)
CANONICAL_OR_UNKNOWN = CANONICAL | {None}
_CARD_SCHEMA = {"type": "string", "pattern": "^([AKQJT2-9akqjt0]|10)([SHDCshdc]|[♠♥♦♣]\\ufe0f?)$"}
_CARD_OR_NULL = {"anyOf": [_CARD_SCHEMA, {"type": "null"}]}


def unknown_card(value: object) -> PydanticCustomError:
    """The error for something that stands where a card is expected; a card is never guessed."""
    return PydanticCustomError(
        "unknown_card", "{found} is no card; {hint}", {"found": describe(value), "hint": hint(value)}
    )


def _card(value: object) -> str:
    try:
        return NAMES[CARDS[value]]  # type: ignore[index]
    except (KeyError, TypeError):
        raise unknown_card(value) from None


def _card_or_null(value: object) -> str | None:
    return None if value is None else _card(value)


def _list(value: object, read: Callable[[object], Any]) -> list[Any]:
    if type(value) is not list:
        raise PydanticCustomError(
            "cards", '{found} is no list of cards; expected one such as ["QH", "TS"]', {"found": describe(value)}
        )
    return [read(item) for item in value]


def _cards(value: object) -> list[str]:
    try:
        if type(value) is list and CANONICAL.issuperset(value):
            return value
    except TypeError:
        pass
    return _list(value, _card)


def _cards_or_null(value: object) -> list[str | None]:
    try:
        if type(value) is list and CANONICAL_OR_UNKNOWN.issuperset(value):
            return value
    except TypeError:
        pass
    return _list(value, _card_or_null)


def _hand(value: object) -> list[str | None] | int | None:
    if type(value) is list:
        return _cards_or_null(value)
    if value is None or (type(value) is int and 0 <= value <= 52):
        return value
    raise PydanticCustomError(
        "hand",
        "{found} is no hand; expected a list of cards, a number of cards from 0 to 52, or null",
        {"found": describe(value)},
    )


CardName = Annotated[str, PlainValidator(_card), WithJsonSchema(_CARD_SCHEMA)]
CardOrNull = Annotated[str | None, PlainValidator(_card_or_null), WithJsonSchema(_CARD_OR_NULL)]
CardNames = Annotated[list[str], PlainValidator(_cards), WithJsonSchema({"type": "array", "items": _CARD_SCHEMA})]
Tricked = Annotated[
    list[str | None], PlainValidator(_cards_or_null), WithJsonSchema({"type": "array", "items": _CARD_OR_NULL})
]
Hand = Annotated[
    list[str | None] | int | None,
    PlainValidator(_hand),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "array", "items": _CARD_OR_NULL},
                {"type": "integer", "minimum": 0, "maximum": 52},
                {"type": "null"},
            ]
        }
    ),
]
Seat = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,12}$")]
PointName = Literal["high", "low", "jack", "game", "turned-jack", "gift"]
"""The points that a sheet may name."""


class Origin(NamedTuple):
    """Where a record or a deal was read: the file, the member of an archive, the sheet, the row or the line."""

    file: str | None = None
    member: str | None = None
    sheet: str | None = None
    row: int | None = None
    line: int | None = None


class Model(BaseModel):
    """Base of everything in a record: no key that is not known, no type that is not meant."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Located(Model):
    """A part of a record that remembers where it was read; the place is no part of its value."""

    _origin: Origin | None = PrivateAttr(default=None)

    @property
    def origin(self) -> Origin | None:
        """Where this was read, or nothing for a record made by a program."""
        return self._origin

    def locate(self, origin: Origin | None) -> None:
        """Remember where this was read."""
        self._origin = origin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]


class Event(Model):
    """Something that happened at the table; the class variables name the fields that hold seats and sides."""

    # Built as a part of the record, not one by one: half of the start-up time.
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)
    seat_fields: ClassVar[tuple[str, ...]] = ()
    side_fields: ClassVar[tuple[str, ...]] = ()


class CutForDeal(Event):
    """One round of the cut for partners, seats and deal (SEAT-2)."""

    do: Literal["cut-for-deal"]
    cards: dict[str, CardName]


class CutForTrump(Event):
    """The cut that names the trump suit in California Jack (TRMP-1)."""

    seat_fields = ("cards",)
    do: Literal["cut-for-trump"]
    cards: dict[str, CardName]


class Shuffle(Event):
    """A player shuffles (DEAL-1)."""

    seat_fields = ("seat",)
    do: Literal["shuffle"]
    seat: str


class Cut(Event):
    """The pack is cut; `at` cards were lifted off (DEAL-2)."""

    seat_fields = ("seat",)
    do: Literal["cut"]
    seat: str
    at: Annotated[int, Field(ge=0, le=52)] | None = None


class NoCut(Event):
    """The record says that the pack was not cut (MISD-1)."""

    do: Literal["no-cut"]


class DealCards(Event):
    """The cards each player was dealt (DEAL-3)."""

    seat_fields = ("hands",)
    do: Literal["deal"]
    hands: dict[str, Hand]


class Turn(Event):
    """The turn-up, or several cards when they came together (DEAL-4)."""

    do: Literal["turn"]
    card: CardOrNull = None
    cards: CardNames | None = None


class Faced(Event):
    """A card is found faced in the pack (MISD-2)."""

    do: Literal["faced"]
    card: CardOrNull = None


class Expose(Event):
    """A card is shown; without `while` the place in the order of events tells when (MISD-3, EXPO-1)."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)
    seat_fields = ("seat",)
    do: Literal["expose"]
    seat: str
    card: CardOrNull
    when: Literal["dealing", "play"] | None = Field(default=None, alias="while")


class Look(Event):
    """A player looks at his hand (BEG-10)."""

    seat_fields = ("seat",)
    do: Literal["look"]
    seat: str


class Announce(Event):
    """A player says how many cards he found (DEAL-6)."""

    seat_fields = ("seat",)
    do: Literal["announce"]
    seat: str
    count: Annotated[int, Field(ge=0, le=52)]


class Elect(Event):
    """The adversaries choose after the dealer's exposure (MISD-3)."""

    side_fields = ("side",)
    do: Literal["elect"]
    side: str
    choice: Literal["stand", "redeal"]


class Stand(Event):
    """The eldest hand stands (BEG-1)."""

    seat_fields = ("seat",)
    do: Literal["stand"]
    seat: str


class Beg(Event):
    """The eldest hand begs (BEG-1)."""

    seat_fields = ("seat",)
    do: Literal["beg"]
    seat: str


class Give(Event):
    """The dealer gives the point; without `to`, to whom the rules say (BEG-2, BEG-8)."""

    seat_fields = ("seat", "to")
    do: Literal["give"]
    seat: str
    to: list[str] | None = None


class Run(Event):
    """The cards are run: three more each (BEG-3)."""

    seat_fields = ("hands",)
    do: Literal["run"]
    hands: dict[str, Hand]


class Bunch(Event):
    """A proposal to bunch the cards (BEG-7), or the pack ran out (BEG-6)."""

    seat_fields = ("seat",)
    do: Literal["bunch"]
    seat: str | None = None
    agreed: bool | None = None
    reason: Literal["exhausted"] | None = None


class Discard(Event):
    """Superfluous cards are thrown after a run (DISC-1)."""

    seat_fields = ("seat",)
    do: Literal["discard"]
    seat: str
    cards: CardNames | None = None
    count: Annotated[int, Field(ge=0, le=52)] | None = None


class Trick(Event):
    """A whole trick in order of play, turned and quitted; `None` is a card played but not recorded."""

    seat_fields = ("seat", "missing")
    do: Literal["trick"]
    cards: Tricked
    seat: str | None = None
    missing: list[str] | None = None


class Play(Event):
    """One card played, or several that came at once (EXPO-3)."""

    seat_fields = ("seat",)
    do: Literal["play"]
    seat: str
    card: CardOrNull = None
    cards: CardNames | None = None


class Keep(Event):
    """Of several cards the adversaries choose which remains (EXPO-3)."""

    side_fields = ("side",)
    do: Literal["keep"]
    side: str
    card: CardName


class ShowLow(Event):
    """The lowest trump so far is kept face up before its player (SCOR-10)."""

    seat_fields = ("seat",)
    do: Literal["show-low"]
    seat: str
    card: CardName


class TakeBack(Event):
    """A card is taken back into the hand (REVK-2)."""

    seat_fields = ("seat",)
    do: Literal["take-back"]
    seat: str
    card: CardName


class Quit(Event):
    """The trick is turned and quitted (REVK-2)."""

    do: Literal["quit"]


class Call(Event):
    """An exposed card is called (EXPO-1)."""

    side_fields = ("side",)
    do: Literal["call"]
    side: str
    card: CardName


class Draw(Event):
    """A card drawn from the open stock (PLAY-6)."""

    seat_fields = ("seat",)
    do: Literal["draw"]
    seat: str
    card: CardOrNull


class Claim(Event):
    """A point is claimed (SCOR-12); `deal` is the number claimed for, where it is another."""

    side_fields = ("side",)
    do: Literal["claim"]
    side: str
    point: Literal["high", "low", "jack", "game"]
    card: CardName | None = None
    deal: int | None = None


class Peg(Event):
    """Points pegged in All Fives (SCOR-8)."""

    side_fields = ("side",)
    do: Literal["peg"]
    side: str
    points: int


class Piles(Event):
    """The cards that each side has in its tricks at the end."""

    side_fields = ("piles",)
    do: Literal["piles"]
    piles: dict[str, CardNames]


class Counts(Event):
    """The Game counts that the sides declared (SCOR-4)."""

    side_fields = ("counts",)
    do: Literal["counts"]
    counts: dict[str, int]


class Stock(Event):
    """The undealt cards in order (face up at the start in California Jack)."""

    do: Literal["stock"]
    cards: Tricked


class ClaimRevoke(Event):
    """A revoke is claimed (REVK-7)."""

    side_fields = ("side",)
    seat_fields = ("seat",)
    do: Literal["claim-revoke"]
    side: str
    seat: str
    trick: Annotated[int, Field(ge=1)] | None = None


class Penalty(Event):
    """A penalty taken: `side` is the one whose score changes."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)
    side_fields = ("side",)
    do: Literal["penalty"]
    side: str
    points: int
    fault: str | None = Field(default=None, alias="for")


class Redeal(Event):
    """The deal ends here (MISD-6)."""

    do: Literal["redeal"]
    reason: str | None = None


class Note(Event):
    """Anything else that was written down."""

    do: Literal["note"]
    text: str


AnyEvent = Annotated[
    CutForDeal
    | CutForTrump
    | Shuffle
    | Cut
    | NoCut
    | DealCards
    | Turn
    | Faced
    | Expose
    | Look
    | Announce
    | Elect
    | Stand
    | Beg
    | Give
    | Run
    | Bunch
    | Discard
    | Trick
    | Play
    | Keep
    | ShowLow
    | TakeBack
    | Quit
    | Call
    | Draw
    | Claim
    | Peg
    | Piles
    | Counts
    | Stock
    | ClaimRevoke
    | Penalty
    | Redeal
    | Note,
    Discriminator("do"),
]


class Deal(Located):
    """One deal and what the club wrote down of it."""

    number: Annotated[int, Field(ge=0)] | None = None
    dealer: str | None = None
    at: str | None = None
    score_before: dict[str, int] | None = None
    events: list[AnyEvent] = []
    points: dict[str, list[PointName]] | None = None
    score_after: dict[str, int] | None = None

    def again(self, number: int | None, at: str | None, origin: Origin) -> "Deal":
        """A deal that reads the same but for its number, its time and its place.

        Nothing is validated again, and what was written, events and points, is shared. Where this deal has no number or
        no time, the other must have none.
        """
        deal = Deal.__new__(Deal)
        fields = self.__dict__.copy()
        fields["number"], fields["at"], fields["events"] = number, at, self.events.copy()
        put = object.__setattr__
        put(deal, "__dict__", fields)
        put(deal, "__pydantic_fields_set__", self.__pydantic_fields_set__.copy())
        put(deal, "__pydantic_extra__", None)
        put(deal, "__pydantic_private__", {"_origin": origin})
        return deal


class SeatOf(Model):
    """Who sat where. `id` tells apart what a name cannot."""

    seat: Seat
    player: str | None = None
    id: str | None = None


OPTIONS = ("strict_looking", "keep_nine", "all_fives_jack_twice")
"""The options that clubs use: BEG-10, DISC-2, SCOR-8."""


def _options(value: dict[str, bool]) -> dict[str, bool]:
    for key in value:
        if key not in OPTIONS:
            raise PydanticCustomError(
                "option",
                "unknown option {found}; the options are {known}",
                {"found": describe(key), "known": ", ".join(OPTIONS)},
            )
    return value


class Game(Model):
    """The head of a record. Without `seats` it is a turn-up book: a dealer is then a player's name."""

    id: str | None = None
    variant: Literal["seven-up", "all-fours", "pitch", "all-fives", "california-jack"] = "seven-up"
    options: Annotated[dict[str, bool], AfterValidator(_options)] = {}
    date: str | None = None
    place: str | None = None
    scores: Literal["made", "to-go"] = "made"
    seats: list[SeatOf] | None = None
    winner: str | None = None


def _wrong(place: str, message: str) -> PydanticCustomError:
    return PydanticCustomError("record", "{message}", {"message": message, "place": place})


def _check_named(value: str | Iterable[str] | None, known: frozenset[str], kind: str, place: str) -> None:
    for named in (value,) if isinstance(value, str) else value or ():
        if named not in known:
            listed = ", ".join(sorted(known))
            raise _wrong(place, f"{kind} {describe(named)} is not in this game; expected one of {listed}")


class Record(Located):
    """One game: its head and its deals."""

    format: Literal["all-fours/1"]
    game: Game
    deals: list[Deal] = []

    @property
    def seating(self) -> Seating | None:
        """The seats in the order of play; nothing for a turn-up book."""
        return Seating([seat.seat for seat in self.game.seats]) if self.game.seats else None

    @model_validator(mode="after")
    def _refer_to_seats(self) -> "Record":
        """Refuse a number of seats that the game does not have (SEAT-1), and a seat or side that is not in it."""
        game = self.game
        if game.seats is None:
            return self
        labels = [seat.seat for seat in game.seats]
        allowed = VARIANTS[game.variant].players
        if len(labels) not in allowed:
            counts = " or ".join(filter(None, (", ".join(map(str, allowed[:-1])), str(allowed[-1]))))
            raise _wrong("game.seats", f"{len(labels)} seats; {game.variant} is played by {counts} players (SEAT-1)")
        seats = frozenset(labels)
        if len(seats) != len(labels):
            twice = next(label for label in labels if labels.count(label) > 1)
            raise _wrong("game.seats", f"seat {describe(twice)} stands twice; each seat has its own label")
        sides = frozenset(Seating(labels).sides)
        if game.winner is not None:
            _check_named(game.winner, sides, "side", "game.winner")
        for d, deal in enumerate(self.deals):
            place = f"deals[{d}]"
            if deal.dealer is not None:
                _check_named(deal.dealer, seats, "seat", f"{place}.dealer")
            for field in ("score_before", "points", "score_after"):
                _check_named(getattr(deal, field), sides, "side", f"{place}.{field}")
            for e, event in enumerate(deal.events):
                if type(event) is Trick and event.seat is None and event.missing is None:
                    continue
                for field in event.seat_fields:
                    _check_named(getattr(event, field), seats, "seat", f"{place}.events[{e}].{field}")
                for field in event.side_fields:
                    _check_named(getattr(event, field), sides, "side", f"{place}.events[{e}].{field}")
        return self
