"""What a club writes down of its evenings: records in the form of `audit.records.models`, as JSON values."""

from typing import Any

from audit.cards import NAMES
from audit.rules.seats import Seating
from audit.simulate.clubs import Evening
from audit.simulate.deal import Deal
from audit.simulate.plan import Plan

LABELS = {2: ("W", "E"), 3: ("W", "N", "E"), 4: ("W", "N", "E", "S")}
"""The seats in the order of play."""

Json = dict[str, Any]


def place_of(plan: Plan, evening: Evening) -> str:
    """Where an evening was played."""
    table = f"table {evening.table + 1}"
    return f"club {evening.club + 1}, {table}" if plan.clubs > 1 else table


def evening_id(plan: Plan, evening: Evening) -> str:
    """What the ids of an evening's games begin with."""
    whole = f"{evening.date}/table-{evening.table + 1}"
    return f"club-{evening.club + 1}/{whole}" if plan.clubs > 1 else whole


def game_records(plan: Plan, evening: Evening) -> list[Json]:
    """The games of an evening, a record each."""
    seating = Seating(LABELS[plan.seats])
    full = plan.record == "full"
    records = []
    for number, game in enumerate(evening.games, start=1):
        winner = max(range(len(seating.sides)), key=lambda side: game.deals[-1].after[side])
        head = {
            "id": f"{evening_id(plan, evening)}/game-{number}",
            "variant": plan.variant,
            "date": evening.date,
            "place": place_of(plan, evening),
            "seats": [
                {"seat": seat, "player": player} for seat, player in zip(seating.labels, game.players, strict=True)
            ],
            "winner": seating.sides[winner],
        }
        deals = [_deal(deal, seating, full) for deal in game.deals]
        deals[0]["events"].insert(0, {"do": "cut-for-deal", "cards": _by_seat(seating, game.cut)})
        records.append({"format": "all-fours/1", "game": head, "deals": deals})
    return records


def book(plan: Plan, evening: Evening, turned: list[tuple[str, int]]) -> Json:
    """A turn-up book of an evening: for each deal who dealt and which card he turned first."""
    head = {
        "id": evening_id(plan, evening),
        "variant": plan.variant,
        "date": evening.date,
        "place": place_of(plan, evening),
    }
    deals = [
        {"number": number, "dealer": dealer, "events": [{"do": "turn", "card": NAMES[card]}]}
        for number, (dealer, card) in enumerate(turned, start=1)
    ]
    return {"format": "all-fours/1", "game": head, "deals": deals}


def _by_seat(seating: Seating, cards: list[int]) -> dict[str, str]:
    return {seat: NAMES[card] for seat, card in zip(seating.labels, cards, strict=True)}


def _names(cards: list[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _hand(cards: list[int]) -> list[str]:
    """Suit by suit, highest first."""
    return [NAMES[card] for card in sorted(cards, reverse=True)]


def _deal(deal: Deal, seating: Seating, full: bool) -> Json:
    labels, sides = seating.labels, seating.sides
    events = _before_play(deal, seating, full)
    if deal.played is not None:
        tricks = deal.played.tricks
        for trick, taker, pegged in zip(tricks, deal.played.takers, deal.pegs or [0] * len(tricks), strict=True):
            events.append({"do": "trick", "cards": _names(trick)})
            if pegged:
                events.append({"do": "peg", "side": sides[taker % len(sides)], "points": pegged})
    if full and deal.counts:
        events.append({"do": "piles", "piles": dict(zip(sides, map(_names, deal.piles), strict=True))})
        events.append({"do": "counts", "counts": dict(zip(sides, deal.counts, strict=True))})
    if full and not deal.trump_cut:
        events.append({"do": "stock", "cards": _names(deal.stock)})
    if deal.exhausted:
        events.append({"do": "bunch", "seat": labels[deal.dealer], "reason": "exhausted"})
    points: dict[str, list[str]] = {side: [] for side in sides}
    for number, name in deal.points:
        points[sides[number]].append(name)
    return {
        "number": deal.number,
        "dealer": labels[deal.dealer],
        "score_before": dict(zip(sides, deal.before, strict=True)),
        "events": events,
        "points": points,
        "score_after": dict(zip(sides, deal.after, strict=True)),
    }


def _before_play(deal: Deal, seating: Seating, full: bool) -> list[Json]:
    labels = seating.labels
    events: list[Json] = []
    if deal.trump_cut:
        events.append({"do": "cut-for-trump", "cards": _by_seat(seating, deal.trump_cut)})
    if full:
        events.append({"do": "cut", "seat": labels[deal.dealer - 1], "at": deal.cut})
        events.append({"do": "deal", "hands": dict(zip(labels, map(_hand, deal.hands), strict=True))})
        if deal.trump_cut:
            events.append({"do": "stock", "cards": _names(deal.stock)})
    if deal.turn is not None:
        events.append({"do": "turn", "card": NAMES[deal.turn]})
    if deal.begged is not None:
        events.append({"do": "beg" if deal.begged else "stand", "seat": labels[(deal.dealer + 1) % len(labels)]})
    if deal.gave:
        events.append({"do": "give", "seat": labels[deal.dealer]})
    for run in deal.runs:
        hands = zip(labels, map(_hand, run.hands) if full else [3] * len(labels), strict=True)
        events.append({"do": "run", "hands": dict(hands)})
        events.append({"do": "turn", "card": NAMES[run.turn]})
    for seat, thrown in zip(labels, deal.discarded, strict=False):
        events.append({"do": "discard", "seat": seat, **({"cards": _hand(thrown)} if full else {"count": len(thrown)})})
    return events
