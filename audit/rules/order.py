"""Whole tricks as they were written down: which seat played which card (PLAY-1, TRCK-1, EXPO-3).

First suspect the order in which a trick was written down: the hands tell who played what.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from audit.cards import mask
from audit.rules.events import Action
from audit.rules.faults import named
from audit.rules.play import may_play, winner
from audit.rules.taking import Taking
from audit.rules.trick import Trick

T = TypeVar("T")


class WholeTricks(Taking):
    """The tricks that were written down whole.

    Attributes:
        doubtful_order: a trick is written in an order that nothing explains: the record proves no revoke.
        misplaced: a trick is not written in the order of the turn.
        written_twice: a trick is written down twice.
    """

    doubtful_order = False
    misplaced = False
    written_twice = False

    # -- the order of the tricks ------------------------------------------------------------------------------------

    def _exchange_tricks(self) -> None:
        """Two tricks that stand in each other's place, where only so each was led in turn (PLAY-1).

        One trick written from another seat is the lesser slip: if that explains the record, nothing is exchanged, but
        where both would, nobody can tell who won the two. If a card is unlawful even so, the record proves no revoke.
        """
        blocks = _blocks(self.actions)
        written = [block[0] for block in blocks[1:]]
        if not self._tell_order(written):
            return
        slips = self._slips(written)
        if slips is not None and slips[0] == 0:
            return
        pairs = sorted(combinations(range(len(written)), 2), key=lambda pair: pair[1] - pair[0])
        found = [(self._slips(_exchanged(written, *pair)), pair) for pair in pairs]
        lawful = [pair for told, pair in found if told == (0, True)]
        in_turn = [pair for told, pair in found if told == (0, False) and slips is not None and slips[0] > 1]
        if not (lawful or in_turn):
            return
        one, other = (lawful or in_turn)[0]
        if slips == (1, True):
            self.doubtful_tricks = frozenset((one + 1, other + 1))
            return
        self.doubtful_order = not lawful
        self.actions = [action for block in [blocks[0], *_exchanged(blocks[1:], one, other)] for action in block]
        self.table.note(
            "out-of-turn",
            "PLAY-1",
            f"Tricks {one + 1} and {other + 1} stand in each other's place: so exchanged, every trick is led by the"
            " winner of the one before. First suspect the order in which they were written down.",
            event=written[one].event,
            trick=one + 1,
            kind="record",
        )

    def _tell_order(self, written: Sequence[Action]) -> bool:
        """Whether tricks and hands are recorded so fully that the order of the tricks can be told from them."""
        table = self.table
        return (
            table.eldest is not None
            and not table.variant.stock
            and all(self.whole)
            and (self.trump is not None or table.variant.trump_led)
            and not any(action.do == "play" for action in self.actions)
            and all(len(action.cards) == self.players and None not in action.cards for action in written)
        )

    def _slips(self, order: Sequence[Action]) -> tuple[int, bool] | None:
        """How many of the tricks, in this order, are not written in turn from the winner of the one before.

        Returns:
            The number, and whether every card was then lawful; nothing where the hands do not hold the cards.
        """
        leader, trump = self.table.eldest, self.trump
        left = list(self.hands)
        slips, lawful = 0, True
        for action in order:
            if leader is None or action.seat not in (None, leader):
                return None
            seats = self.rotations[leader]
            cards = [card for card in action.cards if card is not None]
            by_seat = {seat: card for card in cards for seat in range(self.players) if left[seat] >> card & 1}
            if len(by_seat) < self.players:
                return None
            in_turn = [by_seat[seat] for seat in seats]
            slips += cards != in_turn
            led = in_turn[0] // 13
            trump = led if trump is None else trump  # PLAY-5
            for seat, card in by_seat.items():
                lawful = lawful and may_play(card, left[seat], led, trump)
                left[seat] ^= 1 << card
            leader = seats[winner(in_turn, trump)]
        return slips, lawful

    def _is_written_twice(self, action: Action) -> bool:
        """Whether all cards of a trick are those of one before: it is noted once and passed over (TRCK-1)."""
        cards = set(action.cards)
        before = next((t for t in self.tricks if set(t.cards) == cards and len(cards) == self.players), None)
        if before is None or None in cards:
            return False
        self.written_twice = self.misplaced = True
        self.table.note(
            "wrong-trick-count",
            "TRCK-1",
            f"Trick {before.number} is written twice. First suspect the pen: the second writing is passed over.",
            event=action.event,
            trick=before.number,
        )
        return True

    # -- the order of the cards in a trick ---------------------------------------------------------------------------

    def _as_written(self, action: Action, index: int) -> Trick:
        """The trick of an action, with the seats that played its cards."""
        number = len(self.tricks) + 1
        cards = list(action.cards)
        if len(cards) > self.players - len(action.missing):
            cards = self._too_many(number, cards, index)
        seats = self._seats_of(action, cards, number, index)
        return Trick(number, seats, cards, [action.event] * len(cards))

    def _seats_of(self, action: Action, cards: list[int | None], number: int, index: int) -> list[int | None]:
        """The seats that played these cards: in turn from the leader, unless the hands show otherwise."""
        leader = self.leader if action.seat is None else action.seat
        if leader is None and cards and cards[0] is not None:
            leader = self.holder(cards[0])
        if leader is None:
            return [None] * len(cards)
        order = [seat for seat in self.rotations[leader] if seat not in action.missing][: len(cards)]
        if self.leader is not None and leader != self.leader:
            fitting = self.rotations[self.leader][: len(cards)]
            if not self._fits(order, cards) and self._fits(fitting, cards) and not action.missing:
                order = fitting
            self._led_out_of_turn(
                leader, cards[0] if cards else None, number, action.event, written="the trick names its leader"
            )
        elif not self._fits(order, cards):
            order = self._by_holder(order, cards, number, index)
        return list(order)

    def _fits(self, order: Sequence[int], cards: Sequence[int | None]) -> bool:
        """Whether each of these seats can have held its card."""
        for seat, card in zip(order, cards, strict=True):
            if card is None or self.hands[seat] >> card & 1:
                continue
            if self.whole[seat] or any(hand >> card & 1 for hand in self.hands):
                return False
        return True

    def _by_holder(self, order: list[int], cards: list[int | None], number: int, index: int) -> list[int]:
        """The seats of a trick that is not written in the order of the turn: who holds which card tells them."""
        holders = [None if card is None else self.holder(card) for card in cards]
        found = [seat for seat in holders if seat is not None]
        if len(set(found)) != len(cards):
            return order
        place = next(place for place, seat in enumerate(found) if seat != order[place])
        if len(cards) < self.players and place:
            return found
        self.misplaced = True
        if self._left_out() and found == self.rotations[found[0]]:
            return found  # won by him who led it, in a trick that was not written down
        written = "the hands show it from the order in which the trick is written"
        event = self.actions[index].event
        self._led_out_of_turn(found[place], cards[place], number, event, written=written, led=place == 0)
        if len(cards) < self.players:
            return found
        known = [card for card in cards if card is not None]
        in_turn = [known[found.index(seat)] for seat in order]
        if self._explains(order, in_turn, index):
            cards[:] = in_turn
            return order
        if not self._explains(found, known, index):
            self.doubtful_order = True
        return found

    def _left_out(self) -> bool:
        """Whether the hand was played out and fewer tricks are written down than were played."""
        written = sum(action.do == "trick" for action in self.actions)
        alone = not any(action.do == "play" for action in self.actions)
        return self.table.written_up and alone and written < self.table.variant.hand_tricks

    def _explains(self, seats: Sequence[int], cards: Sequence[int], index: int) -> bool:
        """Whether the trick, played in this order, is lawful and won by the seat that leads next."""
        played = mask(card for trick in self.tricks for card in trick.all_cards())
        led = cards[0] // 13
        trump = led if self.trump is None else self.trump
        for seat, card in zip(seats, cards, strict=True):
            if not may_play(card, self.hands[seat] & ~played, led, trump):
                return False
        following = self._next_play(index)
        if following is None or not following.cards or following.do == "quit":
            return True
        opening = following.cards[0]
        leads = following.seat if following.seat is not None or opening is None else self.holder(opening)
        return leads is None or leads == seats[winner(cards, trump)]

    def _led_out_of_turn(
        self, seat: int, card: int | None, number: int, event: int, *, written: str, led: bool = True
    ) -> None:
        """A lead or play out of turn that only the order of writing shows: suspect the pen (PLAY-1)."""
        table = self.table
        did = "led" if led else "played"
        turn = f"; {table.label(self.leader)} had the lead" if led else ""
        table.note(
            "out-of-turn",
            "PLAY-1",
            f"{table.label(seat)} {did} {named(card)} out of turn{turn} ({written})."
            " First suspect the order in which it was written down.",
            event=event,
            trick=number,
            seat=seat,
            card=card,
            kind="record",
        )

    def _too_many(self, number: int, cards: list[int | None], index: int) -> list[int | None]:
        """A trick of more cards than seats: somebody put down two (EXPO-3)."""
        by_seat: dict[int | None, list[int]] = {}
        for card in cards:
            if card is not None:
                by_seat.setdefault(self.holder(card), []).append(card)
        twice = next((seat for seat, held in by_seat.items() if seat is not None and len(held) > 1), None)
        spare = by_seat[twice] if twice is not None else [card for card in cards if card is not None]
        goes = next((card for card in spare if self._played_later(card, index)), cards[-1])
        table = self.table
        table.note(
            "two-cards",
            "EXPO-3",
            f"{len(cards)} cards lie in a trick of {self.players}: of two that came at once the adversaries select"
            " which remains.",
            event=self.actions[index].event,
            trick=number,
            seat=twice,
            reading=self.players != 4,
        )
        cards.remove(goes)
        return cards[: self.players - len(self.actions[index].missing)]


def _blocks(actions: Sequence[Action]) -> list[list[Action]]:
    """The actions before the first whole trick, then each whole trick with what was done after it."""
    blocks: list[list[Action]] = [[]]
    for action in actions:
        if action.do == "trick":
            blocks.append([])
        blocks[-1].append(action)
    return blocks


def _exchanged(items: Sequence[T], one: int, other: int) -> list[T]:
    """The items with two of them in each other's place."""
    order = list(items)
    order[one], order[other] = order[other], order[one]
    return order
