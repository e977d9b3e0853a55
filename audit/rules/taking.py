"""Who takes each trick, as far as the recorded cards tell (PLAY-4, PLAY-5, TRCK-1)."""

from collections.abc import Sequence

from audit.cards import PACK, SUIT_MASK
from audit.rules.events import Action
from audit.rules.play import beats, winner
from audit.rules.table import Table
from audit.rules.trick import ROTATIONS, Trick


class Taking:
    """The tricks of a deal as far as they are put together, and who took them.

    Args:
        table: the deal.
        hands: the mask of cards that the record gives to each seat for the play.
        whole: whether that is the seat's whole hand.

    Attributes:
        actions: what happened in play, in the order in which it is taken to have happened.
        tricks: in order.
        trump: the trump suit, as far as it is known.
        leader: who leads to the next trick, if that is certain.
        doubtful_tricks: numbers of tricks of which the order of writing does not tell who won them.
    """

    doubtful_tricks: frozenset[int] = frozenset()
    _seen: int | None = None
    _pitched = False

    def __init__(self, table: Table, hands: Sequence[int], whole: Sequence[bool]) -> None:
        self.table = table
        self.players = table.players
        self.hands = hands
        self.whole = whole
        self.rotations = ROTATIONS[table.players]
        self.actions = table.actions
        self.tricks: list[Trick] = []
        self.trump = table.turned_trump
        self.leader = table.eldest
        if table.variant.trump_cut:
            self.trump = cut_trump(table)

    # -- what is seen ------------------------------------------------------------------------------------------------

    @property
    def seen(self) -> int:
        """The mask of the cards that are seen in play, those that must have been played included."""
        if self._seen is None:
            self._seen = 0
            for action in self.actions:
                if action.do in ("trick", "play"):
                    for card in action.cards:
                        if card is not None:
                            self._seen |= 1 << card
        return self._seen

    def _played_later(self, card: int | None, index: int) -> bool:
        """Whether `card` is played (again) after the action at `index`."""
        return card is not None and any(
            card in action.cards for action in self.actions[index + 1 :] if action.do in ("trick", "play")
        )

    def _next_play(self, index: int) -> Action | None:
        """What is played, taken back or quitted next after the action at `index`."""
        return next((a for a in self.actions[index + 1 :] if a.do in ("trick", "play", "take-back", "quit")), None)

    def candidates(self, seat: int) -> int:
        """The mask of cards that an unrecorded card of `seat` can be."""
        left = self.hands[seat] & ~self.seen
        if self.whole[seat]:
            return left
        elsewhere = self.seen
        for other, hand in enumerate(self.hands):
            if other != seat:
                elsewhere |= hand
        for turned in self.table.turns:
            for card in turned.cards:
                if card is not None:
                    elsewhere |= 1 << card
        return PACK & ~elsewhere

    def holder(self, card: int) -> int | None:
        """The one seat to which the record gives `card`."""
        holders = [seat for seat in range(self.players) if self.hands[seat] >> card & 1]
        return holders[0] if len(holders) == 1 else None

    # -- finishing a trick -------------------------------------------------------------------------------------------

    def take(self, trick: Trick, *, quitted: bool) -> None:
        """Put down a trick to which nobody is still to play, and tell who leads to the next.

        Args:
            trick: the trick, its seats and cards in order of play.
            quitted: it is turned and quitted, or a card has been led to the next (REVK-2).
        """
        trick.quitted = quitted
        trick.finished = True
        if None not in trick.seats:
            trick.missing = [seat for seat in range(self.players) if seat not in trick.seats]
        if trick.cards and self.table.variant.trump_led and not self._pitched:
            self._pitch(trick)
        if trick.missing or None in trick.cards:
            self._fill(trick)
        self.leader = self._winner(trick)
        trick.winner = None if trick.number in self.doubtful_tricks else self.leader
        self.tricks.append(trick)

    def _pitch(self, trick: Trick) -> None:
        """The first card led by the eldest hand fixes the trump; a lead by anybody else fixes nothing (PLAY-5)."""
        eldest = self.table.eldest
        if eldest is None or trick.seats[0] in (eldest, None):
            self._pitched = True
            self.trump = None if eldest is not None and trick.seats[0] is None else trick.led

    def _fill(self, trick: Trick) -> None:
        """Put in a card that must have been played, the one left over of a known hand (TRCK-1)."""
        if self.table.variant.stock:
            return
        for place, seat in enumerate(trick.seats):
            if seat is not None and trick.cards[place] is None and self.whole[seat]:
                left = self.candidates(seat)
                if left.bit_count() == 1:
                    trick.cards[place] = left.bit_length() - 1
                    self._seen = self.seen | left
        for seat in trick.missing:
            left = self.candidates(seat)
            if self.whole[seat] and left.bit_count() == 1:
                trick.filled = {**trick.filled, seat: left.bit_length() - 1}
                self._seen = self.seen | left

    def _best(self, trick: Trick) -> tuple[int, int | None] | None:
        """The best known card so far and who played it, where the trump or a single suit tells."""
        best: int | None = None
        holder: int | None = None
        if self.trump is None:
            suits = {card // 13 for card in trick.all_cards()}
            if len(suits) != 1 or None in trick.cards:
                return None
        trump = -1 if self.trump is None else self.trump
        led = trick.led
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card is None:
                continue
            if best is None:
                if led is None and card // 13 != trump:
                    continue
                best, holder = card, seat
            elif beats(card, best, trump):
                best, holder = card, seat
        for seat, card in trick.filled.items():
            if best is not None and beats(card, best, trump):
                best, holder = card, seat
        return None if best is None else (best, holder)

    def _winner(self, trick: Trick) -> int | None:
        """The seat that won, if no card that is not recorded can have beaten its card (PLAY-4)."""
        seats, cards = trick.seats, trick.cards
        known = [card for card in cards if card is not None]
        if self.trump is not None and not trick.missing and len(known) == len(cards) and None not in seats:
            return seats[winner(known, self.trump)]
        best, holder = self._best(trick) or (0, None)
        if holder is None:
            return None
        higher = SUIT_MASK[best // 13] & ~((1 << best + 1) - 1)
        if self.trump is None:
            higher |= PACK & ~SUIT_MASK[best // 13]  # any other suit may be trumps
        elif best // 13 != self.trump:
            higher |= SUIT_MASK[self.trump]
        unknown = [s for s, c in zip(seats, cards, strict=True) if c is None and s is not None]
        unknown += [seat for seat in trick.missing if seat not in trick.filled]
        return None if any(self.candidates(seat) & higher for seat in unknown) else holder


def cut_trump(table: Table) -> int | None:
    """The suit of the highest card cut, ties being cut again (TRMP-1)."""
    rounds = table.trump_cuts or table.cuts_for_deal
    tied: set[int] | None = None
    for cards in rounds:
        drawn = {seat: card for seat, card in cards.items() if tied is None or seat in tied}
        if not drawn:
            continue
        top = max(card % 13 for card in drawn.values())
        best = [seat for seat, card in drawn.items() if card % 13 == top]
        if len(best) == 1:
            return drawn[best[0]] // 13
        tied = set(best)
    return None
