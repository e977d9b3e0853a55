"""The smallest rules of play, as functions of ints: they stand here once, for the table, the screen and the solver."""

from collections.abc import Sequence

from audit.cards import ACE, FIVE, JACK, KING, QUEEN, SUIT_MASK, TEN, mask

PIPS = tuple({ACE: 4, KING: 3, QUEEN: 2, JACK: 1, TEN: 10}.get(card % 13, 0) for card in range(52))
"""What each card counts toward Game (SCOR-4): ace 4, king 3, queen 2, jack 1, ten 10."""

PEGS = tuple({ACE: 4, KING: 3, QUEEN: 2, JACK: 1, TEN: 10, FIVE: 5}.get(card % 13, 0) for card in range(52))
"""What each card of the trump suit is pegged at in All Fives (SCOR-8)."""


_SAME_RANK = {rank: sum(1 << 13 * suit + rank for suit in range(4)) for rank in (ACE, KING, QUEEN, JACK, TEN)}
_ACES, _KINGS, _QUEENS, _JACKS, _TENS = _SAME_RANK.values()


def may_play(card: int, hand: int, led: int, trump: int) -> bool:
    """Whether a holder of `hand` may play `card` to a trick in which the suit `led` was led.

    PLAY-2: a trump led must be followed if able.
    PLAY-3: a plain suit led is followed or trumped; only a hand without it may throw anything away.

    Args:
        card: the card, 0 to 51.
        hand: the mask of the cards held, `card` among them.
        led: the suit led, 0 to 3.
        trump: the trump suit, 0 to 3.
    """
    suit = card // 13
    if suit == led or not hand & SUIT_MASK[led]:
        return True
    return led != trump and suit == trump


def legal(hand: int, led: int | None, trump: int) -> int:
    """The mask of the cards of `hand` that may be played; any when leading (PLAY-1, PLAY-2, PLAY-3)."""
    if led is None or not hand & SUIT_MASK[led]:
        return hand
    allowed = hand & SUIT_MASK[led]
    return allowed if led == trump else allowed | hand & SUIT_MASK[trump]


def beats(card: int, best: int, trump: int) -> bool:
    """Whether `card`, played later, takes the trick from `best` (PLAY-4)."""
    if card // 13 == best // 13:
        return card > best
    return card // 13 == trump


def winning_card(trick: int, led: int, trump: int) -> int:
    """The card that wins a trick: the highest trump, else the highest of the suit led (PLAY-4).

    Args:
        trick: the mask of the cards in it, one of the suit led among them.
        led: the suit led, 0 to 3.
        trump: the trump suit, 0 to 3.
    """
    return ((trick & SUIT_MASK[trump]) or trick & SUIT_MASK[led]).bit_length() - 1


def winner(cards: Sequence[int], trump: int) -> int:
    """Place in `cards`, a trick in order of play, of the card that wins it (PLAY-4)."""
    return cards.index(winning_card(mask(cards), cards[0] // 13, trump))


def pips_of(hand: int) -> int:
    """What the cards of a mask count toward Game (SCOR-4): the same as `PIPS`, for many cards at once."""
    return (
        4 * (hand & _ACES).bit_count()
        + 3 * (hand & _KINGS).bit_count()
        + 2 * (hand & _QUEENS).bit_count()
        + (hand & _JACKS).bit_count()
        + 10 * (hand & _TENS).bit_count()
    )


def pips(cards: list[int], trump: int, *, fives: bool = False) -> int:
    """What `cards` count toward Game (SCOR-4); in All Fives the five of trumps counts 5 (SCOR-8)."""
    total = sum(PIPS[card] for card in cards)
    return total + 5 if fives and 13 * trump + FIVE in cards else total


def peg(cards: list[int], trump: int) -> int:
    """What the winner of a trick of `cards` pegs in All Fives (SCOR-8)."""
    return sum(PEGS[card] for card in cards if card // 13 == trump)
