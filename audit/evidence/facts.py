"""What one deal says to the tests: cards by seat, turn-ups, decisions and tricks, taken out of the record's events.

Only what is certain is taken. A hand is known when all its cards are; a deal with a card twice gives no cards at all
(the pen is suspected first), but keeps its turn-ups.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from audit.cards import CARDS, NAMES, mask
from audit.records.models import (
    Beg,
    Bunch,
    Cut,
    CutForDeal,
    CutForTrump,
    Deal,
    DealCards,
    Expose,
    Faced,
    Give,
    Play,
    Redeal,
    Run,
    Stand,
    Stock,
    Trick,
    Turn,
)
from audit.rules.play import winner
from audit.rules.variants import Variant

HAND = 6
AFTER_A_RUN = frozenset({"bunched", "exhausted"})
"""Reasons to deal again that follow from the cards, after a regular deal and a run (BEG-6, BEG-7).

To leave such deals out would choose among hands.
"""


class Where(NamedTuple):
    """Which deal: its date, its game, its number."""

    date: str
    game: str
    deal: int

    def __str__(self) -> str:
        return f"{self.game} deal {self.deal}" if self.game else f"deal {self.deal}"


@dataclass(slots=True)
class Facts:
    """One deal, for the tests.

    Attributes:
        where: which deal.
        people: the person in each seat in the order of play; nothing where evidence may not be laid at anybody's door.
        dealer: number of the dealer's seat.
        dealing: the person who dealt; in a turn-up book the dealer without a seat.
        hands: the six cards dealt to each seat, as a mask, or nothing when not known.
        turn: the first turn-up.
        run_turns: the turn-ups after each round of a run.
        run_hands: for each round of a run, the three cards to each seat as masks, or nothing.
        stock: the undealt cards in order, when all are recorded.
        begged: whether the eldest hand begged; nothing when not recorded.
        ran: whether the dealer ran the cards; nothing when not recorded.
        depth: how many cards were lifted off at the cut.
        cuts: the rounds of the cut for deal: a card by person.
        tricks: the complete tricks, as masks, if all of the deal's are known.
        width: cards in a trick.
        seen: all cards known to have been in the pack.
        twice: cards that came up twice.
        redealt: whether the deal was dealt again before anything but its turn-up could count.
        shown: whether a card was exposed or found faced, so that more was seen than hands and turn-up.
        same_dealer: whether that, or a bunch, may leave the deal with the same dealer.
        dealt: the first hands where they were written down as dealt. What is only seen to be played is known of deals
            without a run alone, and without a run because of the cards: a dealer gives when his trumps are good.
    """

    where: Where
    people: Sequence[str | None] = ()
    dealer: int | None = None
    dealing: str | None = None
    hands: list[int | None] = field(default_factory=list)
    turn: int | None = None
    run_turns: list[int] = field(default_factory=list)
    run_hands: list[list[int | None]] = field(default_factory=list)
    stock: list[int] | None = None
    begged: bool | None = None
    ran: bool | None = None
    depth: int | None = None
    cuts: list[dict[str, int]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    width: int = 0
    seen: int = 0
    twice: int = 0
    redealt: bool = False
    same_dealer: bool = False
    shown: bool = False
    dealt: list[int | None] = field(default_factory=list)

    @property
    def eldest(self) -> int | None:
        """Number of the eldest hand's seat, on the dealer's left."""
        return None if self.dealer is None or not self.people else (self.dealer + 1) % len(self.people)

    @property
    def cards_known(self) -> bool:
        """Whether every hand and the dealer are known."""
        return self.dealer is not None and bool(self.hands) and None not in self.hands

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats of a player's side: partners sit opposite (SEAT-1)."""
        return (seat, (seat + 2) % 4) if len(self.people) == 4 else (seat,)


class _Sheet:
    """The cards of a deal as they come up, and those that came up twice."""

    def __init__(self) -> None:
        self.seen = 0
        self.twice = 0

    def add(self, cards: int) -> None:
        self.twice |= self.seen & cards
        self.seen |= cards


_BITS = {name: 1 << CARDS[name] for name in NAMES}


def _known(hand: object, size: int) -> int | None:
    """The mask of a hand in which every card is known."""
    if type(hand) is not list or len(hand) != size or None in hand:
        return None
    cards = sum([_BITS[name] for name in set(hand)])
    return cards if cards.bit_count() == size else None


def facts_of(
    deal: Deal,
    where: Where,
    variant: Variant,
    seats: dict[str, int],
    people: Sequence[str | None],
    person: dict[str, str | None],
) -> Facts:
    """Take the facts out of a deal.

    Args:
        deal: the deal.
        where: which deal it is.
        variant: the game that was played.
        seats: the number of each seat by its label; empty for a turn-up book.
        people: the person in each seat.
        person: the person behind each seat label or name.
    """
    facts = Facts(where, people)
    if deal.dealer is not None:
        facts.dealer = seats.get(deal.dealer)
        facts.dealing = person.get(deal.dealer)
    dealt: dict[str, object] = {}
    tricks: list[tuple[int | None, list[str | None]]] = []
    plays: list[tuple[int, str | None]] = []
    sheet = _Sheet()
    regular = True
    for event in deal.events:
        kind = type(event)
        if kind is Trick:
            assert isinstance(event, Trick)
            regular = regular and not event.missing and not plays
            tricks.append((None if event.seat is None else seats.get(event.seat), event.cards))
        elif kind is Play:
            assert isinstance(event, Play)
            if event.cards is not None or event.seat not in seats:
                regular = False
                continue
            plays.append((seats[event.seat], event.card))
            if len(plays) == len(people):
                tricks.append((plays[0][0], [card for _, card in plays]))
                plays = []
        else:
            _take(event, facts, seats, person, sheet, dealt)
    redeals = [event for event in deal.events if type(event) is Redeal]
    facts.redealt = any(event.reason not in AFTER_A_RUN for event in redeals)
    facts.same_dealer = bool(redeals) or any(type(event) is Bunch for event in deal.events)
    if people and not facts.redealt:
        _settle(facts, variant, dealt, tricks if regular else [], sheet, seats)
    facts.twice = sheet.twice
    facts.seen = sheet.seen
    if facts.twice:
        facts.hands, facts.dealt, facts.run_hands, facts.tricks, facts.stock, facts.seen = [], [], [], [], None, 0
    return facts


def _take(
    event: object,
    facts: Facts,
    seats: dict[str, int],
    person: dict[str, str | None],
    sheet: _Sheet,
    dealt: dict[str, object],
) -> None:
    match event:
        case Turn():
            cards = [event.card] if event.cards is None else list(event.cards)
            if len(cards) == 1 and cards[0] is not None:
                turned = CARDS[cards[0]]
                sheet.add(1 << turned)
                if facts.run_hands:
                    facts.run_turns.append(turned)
                elif facts.turn is None:
                    facts.turn = turned
        case DealCards():
            dealt.update(event.hands)
        case Run():
            facts.ran = True
            hands = [_known(event.hands.get(label), 3) for label in seats]
            facts.run_hands.append(hands)
            for hand in hands:
                sheet.add(hand or 0)
        case Stand() | Beg() if facts.ran is None and seats.get(event.seat, facts.eldest) == facts.eldest:
            facts.begged = type(event) is Beg
        case Give():
            facts.ran = False
        case Cut():
            facts.depth = event.at
        case CutForDeal() | CutForTrump():
            cards_cut = {person[who]: CARDS[card] for who, card in event.cards.items() if person.get(who)}
            if len(cards_cut) == len(event.cards) and type(event) is CutForDeal:
                facts.cuts.append({who: card for who, card in cards_cut.items() if who})
        case Expose() | Faced():
            facts.shown = True
        case Stock():
            if None not in event.cards:
                facts.stock = [CARDS[card] for card in event.cards if card]
        case _:
            pass


def _settle(
    facts: Facts,
    variant: Variant,
    dealt: dict[str, object],
    tricks: list[tuple[int | None, list[str | None]]],
    sheet: _Sheet,
    seats: dict[str, int],
) -> None:
    """The hands, from the deal or from what was played, and the tricks."""
    players = len(seats)
    known = [_known(dealt.get(label), HAND) for label in seats]
    facts.dealt = list(known)
    complete = bool(tricks) and all(len(cards) == players and None not in cards for _, cards in tricks)
    whole = [[CARDS[card] for card in cards if card] for _, cards in tricks] if complete else []
    played_twice = _Sheet()
    for card in (card for cards in whole for card in cards):
        played_twice.add(1 << card)
    sheet.twice |= played_twice.twice
    if whole and len(whole) >= variant.hand_tricks:
        facts.tricks, facts.width = [mask(cards) for cards in whole], players
        if None in known and not facts.run_hands and not variant.stock:
            played = _played(facts, variant, [leader for leader, _ in tricks], whole)
            known = [hand if hand is not None else cards for hand, cards in zip(known, played, strict=True)]
    for hand in known:
        sheet.add(hand or 0)
    if facts.stock is not None:
        sheet.add(mask(facts.stock))
    facts.hands = list(known)


def _played(facts: Facts, variant: Variant, leaders: Sequence[int | None], tricks: list[list[int]]) -> list[int | None]:
    """What each seat is seen to play: its hand, when nothing was drawn or thrown away."""
    players = len(facts.people)
    leader = facts.eldest
    trump = tricks[0][0] // 13 if variant.trump_led else None if facts.turn is None else facts.turn // 13
    hands = [0] * players
    for given, cards in zip(leaders, tricks, strict=True):
        leader = given if given is not None else leader
        if leader is None or trump is None:
            return [None] * players
        for place, card in enumerate(cards):
            hands[(leader + place) % players] |= 1 << card
        leader = (leader + winner(cards, trump)) % players
    return [hand if hand.bit_count() == HAND else None for hand in hands]


def suit_to_come(facts: Facts) -> int | None:
    """The suit of the card that a run turned first, or would have turned.

    Without a run it stands in the stock, after three cards to each player (BEG-3).
    """
    if facts.turn is None:
        return None
    if facts.ran:
        return facts.run_turns[0] // 13 if facts.run_turns else None
    players = len(facts.people)
    if facts.stock is None or len(facts.stock) != 51 - HAND * players or 3 * players >= len(facts.stock):
        return None
    return facts.stock[3 * players] // 13
