"""Seeded four-player Seven-Up as lines of JSON, for measuring: honest cards, random legal play, the score kept."""

import json
import random
from collections.abc import Iterator
from typing import Any

from audit.cards import JACK, NAMES, SUIT_MASK
from audit.rules.play import legal, pips, winner

SEATS = ("W", "N", "E", "S")
PLAYERS = ("Ann", "Bob", "Cyd", "Dee")
SIDES = ("W/E", "N/S")
TARGET = 7


def game(rng: random.Random, number: int, longest: int = 50) -> dict[str, Any]:
    """A record of `longest` deals at most, fewer if a side is out before."""
    deals: list[dict[str, Any]] = []
    score = [0, 0]
    while len(deals) < longest and max(score) < TARGET:
        deals.append(deal(rng, len(deals) + 1, (3 + len(deals)) % 4, score))
    return {
        "format": "all-fours/1",
        "game": {
            "id": f"game-{number}",
            "variant": "seven-up",
            "seats": [{"seat": seat, "player": player} for seat, player in zip(SEATS, PLAYERS, strict=True)],
        },
        "deals": deals,
    }


def deal(rng: random.Random, number: int, dealer: int, score: list[int]) -> dict[str, Any]:
    """A deal that the eldest hand stands; `score` is brought up to date."""
    pack = rng.sample(range(52), 25)
    while pack[24] % 13 == JACK and score[dealer % 2] == TARGET - 1:  # a turned Jack that ends the game at once
        pack = rng.sample(range(52), 25)
    hands, turned = [pack[6 * seat : 6 * seat + 6] for seat in range(4)], pack[24]
    tricks, piles = play(rng, hands, dealer, turned // 13)
    before = dict(zip(SIDES, score, strict=True))
    points = score_deal(hands, piles, dealer, turned, score)
    return {
        "number": number,
        "dealer": SEATS[dealer],
        "score_before": before,
        "events": [
            {"do": "cut", "seat": SEATS[dealer - 1], "at": rng.randrange(4, 49)},
            {"do": "deal", "hands": {SEATS[seat]: [NAMES[card] for card in hands[seat]] for seat in range(4)}},
            {"do": "turn", "card": NAMES[turned]},
            {"do": "stand", "seat": SEATS[(dealer + 1) % 4]},
            *({"do": "trick", "cards": [NAMES[card] for card in trick]} for trick in tricks),
        ],
        "points": points,
        "score_after": dict(zip(SIDES, score, strict=True)),
    }


def play(
    rng: random.Random, hands: list[list[int]], dealer: int, trump: int
) -> tuple[list[list[int]], list[list[int]]]:
    """Random legal play: the tricks in order of play, and the cards that each side won."""
    held = [sum(1 << card for card in hand) for hand in hands]
    tricks, piles, leader = [], [[], []], (dealer + 1) % 4
    for _ in range(6):
        trick: list[int] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            choices = legal(held[seat], trick[0] // 13 if trick else None, trump)
            card = rng.choice([card for card in hands[seat] if choices >> card & 1])
            held[seat] ^= 1 << card
            trick.append(card)
        leader = (leader + winner(trick, trump)) % 4
        piles[leader % 2] += trick
        tricks.append(trick)
    return tricks, piles


def score_deal(
    hands: list[list[int]], piles: list[list[int]], dealer: int, turned: int, score: list[int]
) -> dict[str, list[str]]:
    """The points by side, counted out in order (SCOR-6); `score` is brought up to date."""
    trump = turned // 13
    trumps = [(card, seat % 2) for seat in range(4) for card in hands[seat] if SUIT_MASK[trump] >> card & 1]
    made: list[tuple[str, int]] = []
    if turned % 13 == JACK:
        made.append(("turned-jack", dealer % 2))
    if trumps:
        made += [("high", max(trumps)[1]), ("low", min(trumps)[1])]
    made += [("jack", side) for side in range(2) if 13 * trump + JACK in piles[side]]
    count = [pips(pile, trump) for pile in piles]
    made.append(("game", (dealer + 1) % 2 if count[0] == count[1] else count.index(max(count))))
    points: dict[str, list[str]] = {side: [] for side in SIDES}
    for name, side in made:
        if max(score) < TARGET:
            score[side] += 1
            points[SIDES[side]].append(name)
    return points


def lines(seed: int, games: int, longest: int = 50) -> Iterator[str]:
    """Games as lines of JSON."""
    rng = random.Random(seed)
    for number in range(1, games + 1):
        yield json.dumps(game(rng, number, longest), separators=(",", ":")) + "\n"
