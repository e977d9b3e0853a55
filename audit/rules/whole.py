"""Whole tricks as they were written down: which seat played which card (PLAY-1, TRCK-1, EXPO-3).

First suspect the order in which a trick was written down: the hands tell who played what.
"""

from collections.abc import Sequence

from audit.cards import mask
from audit.rules.events import Action
from audit.rules.faults import named
from audit.rules.order import OrderOfTricks
from audit.rules.play import may_play, winner
from audit.rules.trick import Trick


class WholeTricks(OrderOfTricks):
    """The tricks that were written down whole."""

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
