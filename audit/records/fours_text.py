"""From a record to its text in the notation, which `audit.records.notation` reads."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from audit.records.models import Deal, Event, Game, Record

TAGS: Final = {
    "Game": "id",
    "Variant": "variant",
    "Date": "date",
    "Place": "place",
    "Scores": "scores",
    "Winner": "winner",
}
"""The key of the game that each tag gives; `Seat` and `Option` apart."""

CARRIED_ON: Final = frozenset({"cut-for-deal", "cut-for-trump", "hands", "run", "piles", "points"})
"""The lines that hold labels, so that a label in the next line may go on with them."""


def dump(record: Record) -> str:
    """`record` in the notation; `audit.records.notation.parse` gives it back."""
    return "\n".join([*_tags(record.game), *(line for deal in record.deals for line in ("", *_deal_lines(deal))), ""])


def _tags(game: Game) -> Iterator[str]:
    given = game.model_fields_set
    yield "[Game]" if game.id is None else f"[Game {_quoted(game.id)}]"
    for tag, key in TAGS.items():
        value = getattr(game, key)
        if tag != "Game" and value is not None and (key in given or value != Game.model_fields[key].default):
            yield f"[{tag} {_quoted(value)}]"
    for option, value in game.options.items():
        yield f'[Option {_quoted(option)} "{"true" if value else "false"}"]'
    for seat in game.seats or ():
        values = [seat.seat, *([seat.player] if seat.player is not None or seat.id is not None else [])]
        values += [seat.id] if seat.id is not None else []
        yield f"[Seat {' '.join('?' if value is None else _quoted(value) for value in values)}]"


def _deal_lines(deal: Deal) -> Iterator[str]:
    head = [
        "deal",
        *([] if deal.number is None else [str(deal.number)]),
        *([] if deal.dealer is None else [f"dealer {_name(deal.dealer)}"]),
        *([] if deal.at is None else [f"at={_name(deal.at)}"]),
        *([] if deal.score_before is None else ["before", *_scores(deal.score_before)]),
    ]
    yield " ".join(head)
    carried_on = False
    for event in deal.events:
        words = _event_words(event)
        if carried_on and words[0].endswith(":"):
            words.insert(0, "trick")
        carried_on = words[0] in CARRIED_ON
        yield from _indented(words)
    if deal.points is not None:
        yield f"  points {'  '.join(_entries(deal.points, list))}".rstrip()
    if deal.score_after is not None:
        yield " ".join(["  after", *_scores(deal.score_after)])


def _indented(words: list[str]) -> Iterator[str]:
    """The line of an event; hands and piles stand one below the other."""
    head, *entries = words
    if head not in ("hands", "run", "piles") or not entries:
        yield "  " + " ".join(words)
        return
    yield f"  {head} {entries[0]}"
    yield from (" " * (len(head) + 3) + entry for entry in entries[1:])


def _event_words(event: Event) -> list[str]:
    """An event's line: its name, then its fields."""
    do: str = event.do  # type: ignore[attr-defined]
    if do == "trick":
        return _trick_words(event)
    return ["hands" if do == "deal" else do, *_EVENT_FIELDS[do](event)]


def _trick_words(trick: Any) -> list[str]:
    leader = [] if trick.seat is None else [f"{_name(trick.seat)}:"]
    name = [] if leader or trick.cards else ["trick"]
    return [*name, *leader, *map(_card, trick.cards), *_names_after("missing", trick.missing)]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


_BARE: Final = re.compile(r"[\w/-]+")
_KEYWORDS: Final = frozenset({"agreed", "refused", "exhausted", "missing", "to", "for", "dealer", "before"})


def _name(text: str) -> str:
    """A name as it may stand in a line: in quotation marks unless it is one plain word."""
    return text if _BARE.fullmatch(text) and text not in _KEYWORDS else _quoted(text)


def _card(card: str | None) -> str:
    return "?" if card is None else card


def _scores(scores: Mapping[str, int]) -> list[str]:
    return [f"{_name(side)}={points}" for side, points in scores.items()]


def _entries(table: Mapping[str, Any], words: Callable[[Any], Iterable[str]]) -> list[str]:
    return [" ".join([f"{_name(label)}:", *words(value)]) for label, value in table.items()]


def _hand_words(hand: list[str | None] | int | None) -> list[str]:
    if not isinstance(hand, list):
        return ["?" if hand is None else str(hand)]
    return ["[?]"] if hand == [None] else [_card(card) for card in hand]


def _keyed(key: str, value: int | str | None) -> list[str]:
    return [] if value is None else [f"{key}={_name(value) if isinstance(value, str) else value}"]


def _names_after(word: str, names: list[str] | None) -> list[str]:
    return [] if names is None else [word, *map(_name, names)]


def _optional(name: str | None) -> list[str]:
    return [] if name is None else [_name(name)]


def _one_or_several(event: Any) -> list[str]:
    """A card, or cards that came together; brackets where a list would not be seen for one."""
    single = [_card(event.card)] if event.card is not None or "card" in event.model_fields_set else []
    if event.cards is None:
        return single
    if len(event.cards) > 1 and event.card is None:
        return list(event.cards)
    return [*single, f"[{' '.join(event.cards)}]"]


def _shown(event: Any) -> list[str]:
    return [_card(event.card)] if event.card is not None or "card" in event.model_fields_set else []


def _thrown(event: Any) -> list[str]:
    if event.cards is None:
        return [] if event.count is None else [str(event.count)]
    return [*(event.cards or ["[]"]), *_keyed("count", event.count)]


def _bunched(event: Any) -> list[str]:
    answer = {None: [], True: ["agreed"], False: ["refused"]}[event.agreed]
    return [*_optional(event.seat), *answer, *([] if event.reason is None else ["exhausted"])]


_EVENT_FIELDS: Final[dict[str, Callable[[Any], list[str]]]] = {
    "cut-for-deal": lambda e: _entries(e.cards, lambda card: [card]),
    "cut-for-trump": lambda e: _entries(e.cards, lambda card: [card]),
    "shuffle": lambda e: [_name(e.seat)],
    "cut": lambda e: [_name(e.seat), *_keyed("at", e.at)],
    "no-cut": lambda _: [],
    "deal": lambda e: _entries(e.hands, _hand_words),
    "turn": _one_or_several,
    "faced": _shown,
    "expose": lambda e: [_name(e.seat), _card(e.card), *_keyed("while", e.when)],
    "look": lambda e: [_name(e.seat)],
    "announce": lambda e: [_name(e.seat), str(e.count)],
    "elect": lambda e: [_name(e.side), e.choice],
    "stand": lambda e: [_name(e.seat)],
    "beg": lambda e: [_name(e.seat)],
    "give": lambda e: [_name(e.seat), *_names_after("to", e.to)],
    "run": lambda e: _entries(e.hands, _hand_words),
    "bunch": _bunched,
    "discard": lambda e: [_name(e.seat), *_thrown(e)],
    "play": lambda e: [_name(e.seat), *_one_or_several(e)],
    "keep": lambda e: [_name(e.side), e.card],
    "show-low": lambda e: [_name(e.seat), e.card],
    "take-back": lambda e: [_name(e.seat), e.card],
    "quit": lambda _: [],
    "call": lambda e: [_name(e.side), e.card],
    "draw": lambda e: [_name(e.seat), _card(e.card)],
    "claim": lambda e: [_name(e.side), e.point, *_optional(e.card), *_keyed("deal", e.deal)],
    "peg": lambda e: [_name(e.side), str(e.points)],
    "piles": lambda e: _entries(e.piles, lambda cards: cards),
    "counts": lambda e: _scores(e.counts),
    "stock": lambda e: [_card(card) for card in e.cards],
    "claim-revoke": lambda e: [_name(e.side), _name(e.seat), *_keyed("trick", e.trick)],
    "penalty": lambda e: [_name(e.side), f"{e.points:+d}", *([] if e.fault is None else ["for", _name(e.fault)])],
    "redeal": lambda e: _optional(e.reason),
    "note": lambda e: [_quoted(e.text)],
}
"""The fields of each event's line."""
