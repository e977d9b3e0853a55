"""Counts of legal continuations of fixed deals, by trying every legal card (PLAY-1 to PLAY-4).

`count(variant, seats, dealer, hands, trump, plies, stock)` is the number of legal ways to play that many cards.
`DEALS` is a table of fixed deals with the number of plies counted; `fixed_deal(row)` deals them and `COUNTS` holds
what `count` gives, so that a change of either is seen.
"""

import random

from tests.oracle import rules

# name: (seed, variant, players, plies)
DEALS = {
    "two-all": (1, "seven-up", 2, 12),
    "two-all-again": (5, "all-fours", 2, 12),
    "three": (2, "seven-up", 3, 9),
    "three-pitch": (3, "pitch", 3, 10),
    "four": (4, "seven-up", 4, 9),
    "four-pitch": (6, "pitch", 4, 9),
    "four-fives": (7, "all-fives", 4, 9),
    "trumps-led": (8, "pitch", 4, 8),
    "california": (9, "california-jack", 2, 8),
}
TRUMPS_LED = ("trumps-led",)
"""Deals in which each hand is dealt from two suits, so that the suit pitched must be followed again and again."""

COUNTS = {
    "two-all": 23192,
    "two-all-again": 93408,
    "three": 46246,
    "three-pitch": 49014,
    "four": 215108,
    "four-pitch": 51860,
    "four-fives": 141760,
    "trumps-led": 61649,
    "california": 213099,
}


def fixed_deal(name):
    """The deal of a row of `DEALS`: (variant, seats, dealer, hands, trump, stock), the last seat dealing."""
    seed, variant, players, _ = DEALS[name]
    pack = list(rules.PACK)
    random.Random(seed).shuffle(pack)
    if name in TRUMPS_LED:
        pack = [card for card in pack if card[1] in "SH"] + [card for card in pack if card[1] in "DC"]
    seats = list("WNES" if players == 4 else "ABC"[:players])
    hands = {seat: pack[6 * place : 6 * place + 6] for place, seat in enumerate(seats)}
    stock = pack[6 * players :]
    if variant in rules.TURNS:
        return variant, seats, seats[-1], hands, stock[0][1], []
    if variant == "california-jack":
        return variant, seats, seats[-1], hands, "H", stock
    return variant, seats, seats[-1], hands, None, []


def count(variant, seats, dealer, hands, trump, plies, stock=()):
    """Number of legal sequences of `plies` cards (fewer where the hands run out), the eldest hand leading."""
    return _count(seats, rules.eldest(seats, dealer), hands, trump, plies, list(stock), [])


def _count(seats, leader, hands, trump, plies, stock, trick):
    if len(trick) == len(seats):
        cards = [card for _, card in trick]
        leader = trick[rules.winner(cards, trump)][0]  # PLAY-1
        if stock:
            drawn = zip(rules.order(seats, leader), stock, strict=False)  # PLAY-6
            hands = {**hands, **{seat: [*hands[seat], card] for seat, card in drawn}}
            stock = stock[len(seats) :]
        trick = []
    seat = rules.order(seats, leader)[len(trick)]
    if plies == 0 or not hands[seat]:
        return 1
    total = 0
    for card in rules.legal(hands[seat], trick[0][1] if trick else None, trump):
        rest = {**hands, seat: [other for other in hands[seat] if other != card]}
        total += _count(seats, leader, rest, trump or card[1], plies - 1, stock, [*trick, (seat, card)])  # PLAY-5
    return total
