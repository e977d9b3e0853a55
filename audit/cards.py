"""The pack: a card is an int 0..51, a hand a 52-bit mask; names in, names out (PACK-1).

>>> name(card("10h")), name(card("Q♥"))
('TH', 'QH')
>>> names(mask(map(card, ["2S", "AS", "KD"])))
['AS', '2S', 'KD']
"""

from collections.abc import Iterable, Iterator
from typing import Final

from audit.errors import CardError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
SYMBOLS: Final = "♠♥♦♣"

TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12
FIVE: Final = 3

NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
SUIT_MASK: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
PACK: Final = (1 << 52) - 1


def _spellings() -> dict[str, int]:
    """Every way to write a card: rank then suit, ten as `T`, `10` or `0`, either case, letter or symbol."""
    known: dict[str, int] = {}
    for number, written in enumerate(NAMES):
        rank, suit = written[0], written[1]
        for r in {"T": ("T", "t", "10", "0")}.get(rank, (rank, rank.lower())):
            for s in (
                suit,
                suit.lower(),
                SYMBOLS[SUITS.index(suit)],
                SYMBOLS[SUITS.index(suit)] + "\N{VARIATION SELECTOR-16}",
            ):
                known[r + s] = number
    return known


CARDS: Final = _spellings()
"""Card number by spelling; the canonical name and every other that a reader takes."""


def card(text: str) -> int:
    """Number of the card written as `text`.

    Raises:
        CardError: the text is no card of the pack; nothing is guessed.
    """
    try:
        return CARDS[text]
    except (KeyError, TypeError):
        raise CardError(f"{describe(text)} is no card; {hint(text)}") from None


def describe(value: object) -> str:
    """`value` quoted and cut to a length that fits a sentence."""
    text = ascii(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def hint(text: object) -> str:
    """What was expected where `text` stands for a card."""
    if isinstance(text, str) and len(text) in (2, 3) and CARDS.get(text[1:] + text[0]) is not None:
        return f"a card is written rank then suit, such as {NAMES[CARDS[text[1:] + text[0]]]}"
    return "expected a rank (A K Q J T 9 to 2) and a suit (S H D C), such as QH"


def name(number: int) -> str:
    """Canonical name of a card, rank then suit."""
    return NAMES[number]


BITS: Final[dict[int | None, int]] = {**{number: 1 << number for number in range(52)}, None: 0}
"""Of each card, the mask that holds it alone; of a card that is not recorded, none."""


def mask(numbers: Iterable[int]) -> int:
    """The hand that holds these cards."""
    hand = 0
    for number in numbers:
        hand |= 1 << number
    return hand


def members(hand: int) -> Iterator[int]:
    """Cards of a hand, lowest number first."""
    while hand:
        low = hand & -hand
        yield low.bit_length() - 1
        hand ^= low


def names(hand: int) -> list[str]:
    """Names of a hand's cards, suit by suit, highest first."""
    return [NAMES[number] for number in sorted(members(hand), key=lambda c: (c // 13, -c))]
