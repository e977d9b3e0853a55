"""The regular deal: all hands known, one card turned, played out in turn by the rules, nothing open.

Most deals of a club are of this kind, and a person waits for them. They are judged here by masks alone, with the rules
of `play`; whatever is not plainly regular is left to `reckoning`, which knows every deal and gives the same for these.
"""

from typing import NamedTuple

from audit.cards import BITS, JACK, SUIT_MASK
from audit.rules.play import may_play, pips_of, winning_card
from audit.rules.points import count_out
from audit.rules.table import Table
from audit.rules.trick import ROTATIONS


class Regular(NamedTuple):
    """What a regular deal comes to: points in the order of counting, totals, winner, next dealer.

    Attributes:
        points: (name, side) of every point made, turned Jack and gifts first (SCOR-6).
        totals: of each side, where the score before is known.
        winner: the side that is out, if one is.
        next_dealer: the dealer's left, unless the game is over (DEAL-7).
    """

    points: list[tuple[str, int]]
    totals: tuple[int, ...] | None
    winner: int | None
    next_dealer: int | None


def regular(table: Table) -> Regular | None:
    """What the deal comes to if it is regular, else nothing: it is then for `reckoning` to tell."""
    if not _is_plain(table):
        return None
    hands = _hands(table)
    if hands is None:
        return None
    dealer, scores = table.dealer, table.scores
    assert dealer is not None
    played = _play(table, hands)
    if played is None:
        return None
    points = _points(table, hands, *played)
    if points is None:
        return None
    if scores is None:
        return Regular(points, None, None, table.seating.left(dealer))
    totals, winner, _ = count_out(scores, [(name, side, 1) for name, side in points], table.variant.target)
    return Regular(points, tuple(totals), winner, table.seating.left(dealer) if winner is None else None)


def _is_plain(table: Table) -> bool:
    """Nothing was told that only the general case knows."""
    variant = table.variant
    return not (
        table.faults
        or table.dealer is None
        or variant.stock
        or variant.pegging
        or table.odd_turn
        or table.runs
        or table.discards
        or table.looks
        or table.announced
        or table.uncut
        or table.faced
        or table.exposed_dealing
        or table.changed_declaration
        or table.redealt
        or table.gift_owed
        or table.gift_puts_out
        or table.claims
        or table.penalties
        or table.revoke_claims
        or table.piles
        or table.counts
        or table.stock is not None
        or len(table.actions) != variant.hand_tricks
        or len(table.turns) != variant.turn_up
        or table.unanswered
    )


def _hands(table: Table) -> list[int] | None:
    """The hands as masks, if each has six known cards and no card stands twice, the turn-up included."""
    masks = []
    pack = BITS[table.turns[0].cards[0]] if table.turns else 0
    number = len(table.turns)
    for hand in table.hands:
        if not isinstance(hand, list) or len(hand) != 6:
            return None
        held = sum(map(BITS.__getitem__, hand))
        masks.append(held)
        pack |= held
        number += 6
    return masks if pack.bit_count() == number else None


def _play(table: Table, hands: list[int]) -> tuple[list[int], int] | None:
    """The cards that each side won, and the trump, if every trick was led in turn, held and lawful (PLAY-1 to 5)."""
    left = list(hands)
    trump = table.turned_trump
    leader = table.eldest
    players = table.players
    rotations = ROTATIONS[players]
    taken = [0] * len(table.seating.sides)
    sides = len(taken)
    for action in table.actions:
        cards = action.cards
        if action.do != "trick" or len(cards) != players or action.missing or cards[0] is None or leader is None:
            return None
        if action.seat is not None and action.seat != leader:
            return None
        led = cards[0] // 13
        if trump is None:
            trump = led  # PLAY-5
        suit = SUIT_MASK[led]
        seats = rotations[leader]
        trick = 0
        for seat, card in zip(seats, cards, strict=True):
            if card is None:
                return None
            hand = left[seat]
            bit = 1 << card
            if not hand & bit:
                return None
            if hand & suit and not bit & suit and not may_play(card, hand, led, trump):
                return None
            left[seat] = hand ^ bit
            trick |= bit
        leader = seats[cards.index(winning_card(trick, led, trump))]
        taken[leader % sides] |= trick
    return None if trump is None else (taken, trump)


def _points(table: Table, hands: list[int], taken: list[int], trump: int) -> list[tuple[str, int]] | None:
    """The points, if Game is not tied (SCOR-1 to 4, DEAL-5, BEG-2)."""
    dealing = table.dealing_side
    assert dealing is not None
    points = [("turned-jack", dealing)] * len(table.turned_jacks) + [("gift", side) for side in table.gifts]
    suit = SUIT_MASK[trump]
    out = 0
    for hand in hands:
        out |= hand
    out &= suit
    sides = len(taken)
    if out:
        for name, card in (("high", 1 << out.bit_length() - 1), ("low", out & -out)):
            points.append((name, next(seat % sides for seat, hand in enumerate(hands) if hand & card)))
    jack = 1 << 13 * trump + JACK
    if out & jack:
        points.append(("jack", next(side for side, won in enumerate(taken) if won & jack)))
    counts = [pips_of(won) for won in taken]
    best = max(counts)
    if counts.count(best) > 1:
        return None
    points.append(("game", counts.index(best)))
    return points
