"""Whether the tricks stand in the order in which they were played (PLAY-1, TRCK-1).

First suspect the order in which they were written down.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from audit.rules.events import Action
from audit.rules.play import may_play, winner
from audit.rules.taking import Taking

T = TypeVar("T")


class OrderOfTricks(Taking):
    """The order in which the tricks were played, told from that in which they were written.

    Attributes:
        doubtful_order: a trick is written in an order that nothing explains: the record proves no revoke.
        misplaced: a trick is not written in the order of the turn.
        written_twice: a trick is written down twice.
    """

    doubtful_order = False
    misplaced = False
    written_twice = False

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
            and not self._left_out()
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

    def _left_out(self) -> bool:
        """Whether the hand was played out and fewer tricks are written down than were played."""
        written = sum(action.do == "trick" for action in self.actions)
        alone = not any(action.do == "play" for action in self.actions)
        return self.table.written_up and alone and written < self.table.variant.hand_tricks


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
