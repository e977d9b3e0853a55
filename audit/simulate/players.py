"""How people play: legally, and sensibly up to a degree.

No player sees more than he may: his hand, the trick, the trump suit and the cards that have gone.
"""

from collections.abc import Callable
from typing import Final

from audit.cards import ACE, JACK, KING, QUEEN, SUIT_MASK, TEN, members
from audit.rules.play import PIPS, beats

Roll = Callable[[], float]
"""The next number of a stream of luck, uniform over [0, 1)."""

Chooser = Callable[[int, int, list[int], int, int, int], int]
"""Chooses a card: hand, allowed cards, the trick so far, place in it of the winning card, trump suit, cards gone."""

LEVELS: Final = {"random": 0.0, "casual": 0.85, "decent": 1.0}
"""How often a player of each level thinks before he decides; else he does as chance will have it."""

JACK_WORTH: Final = 20
"""What winning the Jack of trumps is worth beside the pips of Game."""


def _by_trump(value: Callable[[int, bool], float]) -> tuple[tuple[float, ...], ...]:
    """A table [trump suit][card] of a value that depends on the rank and on being a trump."""
    return tuple(tuple(value(card, card // 13 == trump) for card in range(52)) for trump in range(4))


def _worth(card: int, is_trump: bool) -> float:
    return PIPS[card] + (JACK_WORTH if is_trump and card % 13 == JACK else 0)


def _keep(card: int, is_trump: bool) -> float:
    if is_trump:
        return {ACE: 6.0, KING: 5.0, QUEEN: 4.0, JACK: 3.0, TEN: 3.0}.get(card % 13, 2.0)
    return {ACE: 2.0, KING: 1.0}.get(card % 13, 0.0) + card % 13 / 100


def _lead(card: int, is_trump: bool) -> float:
    if is_trump:
        return {ACE: 9.0, KING: -2.0, QUEEN: -2.0, JACK: -15.0, TEN: -9.0}.get(card % 13, -1.0)
    return {ACE: 3.0, KING: 0.0, QUEEN: 1.0, JACK: 1.0, TEN: -8.0}.get(card % 13, 2.0) - card % 13 / 100


def _strength(trumps: int) -> float:
    return sum(
        {ACE: 2.5, KING: 1.8, QUEEN: 1.2, JACK: 1.0, 0: 1.0}.get(rank, 0.7) for rank in range(13) if trumps >> rank & 1
    )


def _use(card: int, is_trump: bool) -> float:
    return 100 + abs(card % 13 - 5) if is_trump else PIPS[card]


WORTH: Final = _by_trump(_worth)
"""What a card brings to the side that wins it."""
KEEP: Final = _by_trump(_keep)
"""What a card is still good for in one's hand."""
LEAD: Final = _by_trump(_lead)
"""How gladly a card is led."""
USE: Final = _by_trump(_use)
"""How useful a card is when hands are cut down: a trump of the middle can be neither High nor Low."""
STRENGTH: Final = tuple(_strength(trumps) for trumps in range(1 << 13))
"""Value of a holding in the trump suit."""
HIGHER: Final = tuple(SUIT_MASK[card // 13] & -(2 << card) for card in range(52))
"""The cards of a card's suit that beat it."""

STANDS: Final = 1.4
"""The eldest hand begs on less than this strength."""
GIVES: Final = 1.8
"""The dealer gives the point with this strength, and runs the cards with less."""


def strength(hand: int, trump: int) -> float:
    """Value of the trumps in a hand."""
    return STRENGTH[hand >> 13 * trump & 0x1FFF]


def longest(hand: int) -> int:
    """The suit in which a hand is strongest."""
    return max(range(4), key=lambda suit: strength(hand, suit))


def lead(hand: int, allowed: int, trump: int, gone: int) -> int:
    """A decent lead: a trump that cannot be beaten, else a card that gives little away."""
    value, best_value, best = LEAD[trump], -100.0, 0
    unseen = ~(hand | gone)
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        card = bit.bit_length() - 1
        worth = 8.0 if card // 13 == trump and not HIGHER[card] & unseen else value[card]
        if worth > best_value:
            best_value, best = worth, card
    return best


def decent(seats: int) -> Chooser:
    """A decent player at a table of so many: takes Tens, saves the Jack, feeds his partner, wastes nothing."""
    partner = 2 if seats == 4 else 99

    def choose(hand: int, allowed: int, trick: list[int], winning: int, trump: int, gone: int) -> int:
        if not trick:
            return lead(hand, allowed, trump, gone)
        worth, keep = WORTH[trump], KEEP[trump]
        left = seats - len(trick) - 1
        stake = 3.0 * left
        for card in trick:
            stake += worth[card]
        top = trick[winning]
        ours = len(trick) - winning == partner
        best_value, best = -1000.0, 0
        while allowed:
            bit = allowed & -allowed
            allowed ^= bit
            card = bit.bit_length() - 1
            takes = beats(card, top, trump)
            if takes and not ours:
                safe = not left or (card // 13 == trump and not HIGHER[card] & ~(hand | gone))
                value = stake + worth[card] if safe else 0.5 * stake
            elif ours:
                value = -worth[card] if takes and left else worth[card] / (left + 1)
            else:
                value = -worth[card]
            value -= keep[card]
            if value > best_value:
                best_value, best = value, card
        return best

    return choose


def careless(thinks: float, thoughtful: Chooser, roll: Roll) -> Chooser:
    """A player who thinks only so often, and else plays any card that he may."""

    def choose(hand: int, allowed: int, trick: list[int], winning: int, trump: int, gone: int) -> int:
        if roll() < thinks:
            return thoughtful(hand, allowed, trick, winning, trump, gone)
        cards = list(members(allowed))
        return cards[int(roll() * len(cards))]

    return choose


def mix(items: list[int], roll: Roll) -> list[int]:
    """The items in random order."""
    mixed = items.copy()
    for last in range(len(mixed) - 1, 0, -1):
        other = int(roll() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


class Player:
    """Somebody at the table.

    Args:
        name: as the records write it.
        level: one of `LEVELS`.
        roll: the club's luck.
    """

    __slots__ = ("_choosers", "name", "roll", "thinks")

    def __init__(self, name: str, level: str, roll: Roll) -> None:
        self.name = name
        self.thinks = LEVELS[level]
        self.roll = roll
        self._choosers: dict[int, Chooser] = {}

    def chooser(self, seats: int) -> Chooser:
        """How he chooses his cards at a table of so many."""
        if seats not in self._choosers:
            chooser = decent(seats)
            self._choosers[seats] = chooser if self.thinks == 1 else careless(self.thinks, chooser, self.roll)
        return self._choosers[seats]

    @staticmethod
    def imagined(seats: int) -> Chooser:
        """How another player expects him to choose."""
        return decent(seats)

    def begs(self, hand: int, trump: int) -> bool:
        """Whether he begs as the eldest hand (BEG-1)."""
        return self._weak(strength(hand, trump), STANDS)

    def runs(self, hand: int, trump: int) -> bool:
        """Whether he runs the cards as the dealer when begged, rather than give a point (BEG-2)."""
        return self._weak(strength(hand, trump), GIVES)

    def _weak(self, value: float, enough: float) -> bool:
        if self.thinks < 1 and self.roll() >= self.thinks:
            return self.roll() < 0.5
        return value < enough


def discards(hand: int, trump: int, keep: int) -> int:
    """The cards thrown after a run, down to `keep`: plain cards of little use first, useful trumps last (DISC-1)."""
    least_useful_first = sorted(members(hand), key=USE[trump].__getitem__)
    return sum([1 << card for card in least_useful_first[: max(0, len(least_useful_first) - keep)]])
