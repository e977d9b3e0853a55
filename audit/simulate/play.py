"""The play of one hand, card by card, by the functions of `audit.rules.play`, and what it scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from audit.cards import JACK, SUIT_MASK
from audit.rules.play import beats, legal, pips, winner
from audit.rules.variants import Variant
from audit.simulate.players import Chooser

Pegging = Callable[[list[int], int], bool]
"""Told a trick and its winner, says whether that ends the game (SCOR-8)."""


@dataclass(slots=True)
class Played:
    """Tricks in order: the cards in order of play, who led and who took each."""

    tricks: list[list[int]] = field(default_factory=list)
    leaders: list[int] = field(default_factory=list)
    takers: list[int] = field(default_factory=list)


def play_out(
    hands: list[int],
    leader: int,
    trump: int,
    choosers: Sequence[Chooser],
    *,
    stock: Sequence[int] = (),
    pegging: Pegging | None = None,
    trick: Sequence[int] = (),
    gone: int = 0,
) -> Played:
    """Play the hands to the end.

    Args:
        hands: for each seat the mask of its cards; emptied as they are played.
        leader: who leads, or led the trick that is under way.
        trump: the trump suit.
        choosers: how each seat chooses.
        stock: cards drawn two a trick, the winner first (PLAY-6).
        pegging: told every trick; the play stops when it says so.
        trick: the cards already played to the first trick.
        gone: the mask of the cards played before and in it.
    """
    seats = len(hands)
    played = Played()
    tricks, leaders, takers = played.tricks, played.leaders, played.takers
    drawn = 0
    cards = list(trick)
    winning = winner(cards, trump) if cards else 0
    while cards or hands[leader]:
        for place in range(len(cards), seats):
            seat = (leader + place) % seats
            hand = hands[seat]
            allowed = legal(hand, cards[0] // 13 if place else None, trump)
            if allowed & (allowed - 1):
                card = choosers[seat](hand, allowed, cards, winning, trump, gone)
            else:
                card = allowed.bit_length() - 1
            bit = 1 << card
            hands[seat] = hand ^ bit
            gone |= bit
            if place and beats(card, cards[winning], trump):
                winning = place
            cards.append(card)
        taker = (leader + winning) % seats
        tricks.append(cards)
        leaders.append(leader)
        takers.append(taker)
        if pegging is not None and pegging(cards, taker):
            break
        if drawn < len(stock):
            for seat in range(taker, taker + seats):
                hands[seat % seats] |= 1 << stock[drawn]
                drawn += 1
        leader, cards, winning = taker, [], 0
    return played


@dataclass(frozen=True, slots=True)
class Points:
    """Which side scores each point, `None` for nobody; and the Game count of each side."""

    high: int | None
    low: int | None
    jack: int | None
    game: int | None
    counts: tuple[int, ...]


def score(
    variant: Variant, held: Sequence[int], played: Played, trump: int, dealer: int, piles: Sequence[list[int]]
) -> Points:
    """The points of a hand that was played out.

    Args:
        variant: the game.
        held: for each seat the mask of the cards that it had for the play (SCOR-11).
        played: the tricks.
        trump: the trump suit.
        dealer: the dealer's seat.
        piles: for each side the cards in its tricks at the end (SCOR-4).
    """
    seats, sides = len(held), len(piles)
    out = SUIT_MASK[trump] & sum(held)
    high = low = None
    if variant.to_taker:  # SCOR-9
        trumps = sorted(card for trick in played.tricks for card in trick if card // 13 == trump)
        high, low = (_taken_by(played, card) for card in (trumps[-1], trumps[0])) if trumps else (None, None)
    elif out:  # SCOR-1, SCOR-2
        highest, lowest = 1 << out.bit_length() - 1, out & -out
        high = next(seat for seat in range(seats) if held[seat] & highest)
        low = next(seat for seat in range(seats) if held[seat] & lowest)
    jack = _taken_by(played, 13 * trump + JACK)  # SCOR-3
    counts = tuple(pips(pile, trump, fives=variant.pegging) for pile in piles)
    game = winner_of_game(variant, counts, dealer % sides)
    owners = [None if seat is None else seat % sides for seat in (high, low, jack)]
    return Points(owners[0], owners[1], owners[2], game, counts)


def _taken_by(played: Played, card: int) -> int | None:
    for trick, taker in zip(played.tricks, played.takers, strict=True):
        if card in trick:
            return taker
    return None


def winner_of_game(variant: Variant, counts: Sequence[int], dealer: int) -> int | None:
    """The side that scores Game, given each side's count and the dealer's side (SCOR-5)."""
    most = max(counts)
    tied = [side for side in range(len(counts)) if counts[side] == most]
    if len(tied) == 1:
        return tied[0]
    if variant.tied_game == "nobody" or (not most and variant.unplayed_game_open):
        return None
    others = [side for side in tied if side != dealer]
    return others[0] if len(others) == 1 else None
