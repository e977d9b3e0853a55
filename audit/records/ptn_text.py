"""Records as PTN; `audit.records.lost` names what the format cannot hold."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from audit.errors import UsageError
from audit.records.models import Deal, DealCards, Game, Note, Play, Record, Stock, Turn
from audit.records.ptn import COMPASS
from audit.records.rotation import led_by, rotated
from audit.records.tags import as_tag


def write_ptn(records: Iterable[Record]) -> Iterator[str]:
    """Records as PTN, a board at a time; `read_ptn` gives them back in all that the format can hold.

    Raises:
        UsageError: the seats are not those of the compass, in the order of play.
    """
    for record in records:
        seats = [seat.seat for seat in record.game.seats or ()]
        if not seats or seats != [seat for seat in COMPASS if seat in seats]:
            found = " ".join(seats) or "none"
            raise UsageError(
                f"PTN has the seats W N E S, in this order of play; this record has {found}: write it as fours or json"
            )
        for deal in record.deals:
            yield "\n".join(_board(record.game, seats, deal)) + "\n\n"


def _board(game: Game, seats: list[str], deal: Deal) -> Iterator[str]:
    players = {COMPASS[of.seat]: of.player or "?" for of in game.seats or ()}
    tags = {
        "Variant": game.variant,
        "GameId": game.id,
        "Date": _pbn_date(game.date),
        "Site": game.place,
        **players,
        "Board": None if deal.number is None else str(deal.number),
        "Dealer": deal.dealer or "?",
        "Time": deal.at,
    }
    comments = []
    for event in deal.events:
        if isinstance(event, DealCards):
            tags["Deal"] = f"{seats[0]}:" + " ".join(_suits(event.hands.get(seat)) for seat in seats)
        elif isinstance(event, Turn) and "TurnUp" not in tags:
            tags["TurnUp"] = _suit_first(event.card)
        elif isinstance(event, Stock):
            tags["Undealt"] = "".join(map(_suit_first, event.cards))
        elif isinstance(event, Note):
            comments.append(event.text)
    for name, value in tags.items():
        if value is not None:
            yield as_tag(name, value)
    for text in comments:
        yield text if re.fullmatch(r'\[\w+ ".*"\]', text) else "{" + text.replace("}", ")") + "}"
    yield from _plays(game, seats, deal)


def _plays(game: Game, seats: list[str], deal: Deal) -> Iterator[str]:
    rows: list[dict[str, str]] = []
    for played in led_by(deal, seats, game.variant):
        if isinstance(played, Play):
            if not rows or len(rows[-1]) == len(seats) or played.seat in rows[-1]:
                rows.append({})
            rows[-1][played.seat] = _suit_first(played.card)
        else:
            leader, trick = played
            rows.append(dict(zip(rotated(seats, leader), map(_suit_first, trick.cards), strict=False)))
    if rows:
        first = next(iter(rows[0]))
        yield as_tag("Play", first)
        for row in rows:
            yield " ".join(row.get(seat, "-") for seat in rotated(seats, first))


def _pbn_date(date: str | None) -> str | None:
    """A day with points between, and `??` for what is not known of it."""
    if date is None or not re.fullmatch(r"\d{4}(-\d\d){0,2}", date):
        return date
    return ".".join([*date.split("-"), "??", "??"][:3])


def _suit_first(card: str | None) -> str:
    return card[1] + card[0] if card else "?"


def _suits(hand: Any) -> str:
    """A hand as its four suits with points between; `-` where it, or a card of it, was not recorded."""
    if not isinstance(hand, list) or not hand or None in hand:
        return "-"
    return ".".join("".join(card[0] for card in hand if card[1] == suit) for suit in "SHDC")
