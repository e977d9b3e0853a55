"""High, Low, Jack, Game and pegs, and whether they are certain (SCOR-1 to 11).

A point is certain when no card that is not seen can change it: computed from what the unseen cards can still be.
"""

from audit.cards import ACE, JACK, SUIT_MASK, mask
from audit.rules.game import Game
from audit.rules.pack import Pack
from audit.rules.play import peg
from audit.rules.points import Point
from audit.rules.table import Table
from audit.rules.tricks import Play


class Scoring(Game):
    """The points of one deal that was dealt and played as recorded.

    Attributes:
        high, low, jack, game: the four points; `None` for a Jack that is pegged instead (SCOR-8).
        pegs: one point a trick, in order.
        discarded_high, discarded_low: a discard that would have been High or Low, as (seat, card) (SCOR-11).
        jack_in_play: whether the Jack of trumps was dealt to a player and not discarded, if that can be told (REVK-4).
    """

    discarded_high: tuple[int, int] | None = None
    discarded_low: tuple[int, int] | None = None
    jack_in_play: bool | None = None
    pegs: tuple[Point, ...] = ()

    def __init__(self, table: Table, play: Play, pack: Pack) -> None:
        super().__init__(table, play, pack)
        self.jack: Point | None
        self.game = self._game()
        if self.trump is None:
            self.high = Point("high", None, False, "SCOR-1")
            self.low = Point("low", None, False, "SCOR-2")
            self.jack = Point("jack", None, False, "SCOR-3")
            return
        if table.variant.to_taker:
            self.high = self._taken("high", 13 * self.trump + ACE)
            self.low = self._taken("low", 13 * self.trump)
        else:
            self.high = self._held("high")
            self.low = self._held("low")
        self.jack = self._jack()
        if table.variant.pegging:
            self._peg()
        if table.discards:
            self._discarded()

    # -- High and Low -----------------------------------------------------------------------------------------------

    def _held(self, name: str) -> Point:
        """High or Low, to the player to whom it was dealt (SCOR-1, SCOR-2, SCOR-11)."""
        assert self.trump is not None
        suit = SUIT_MASK[self.trump]
        clause = "SCOR-1" if name == "high" else "SCOR-2"
        trumps = self.all_out & suit
        if not trumps:
            return Point(name, None, not self._can_be_out(suit), clause)
        if name == "high":
            card = trumps.bit_length() - 1
            better = suit & ~((1 << card + 1) - 1)
        else:
            card = (trumps & -trumps).bit_length() - 1
            better = suit & (1 << card) - 1
        seat = next((seat for seat, hand in enumerate(self.out) if hand >> card & 1), None)
        if seat is None:  # it lies in a pile, and no record says to whom it was dealt
            dealt = frozenset(self.table.side_of(other) for other in self._can_be_out(1 << card))
            if len(dealt) == 1:
                return Point(name, next(iter(dealt)), True, clause, card=card)
            return Point(name, None, False, clause, card=card, among=dealt)
        side = self.table.side_of(seat)
        if self.all_seen:
            return Point(name, side, True, clause, seat=seat, card=card)
        rivals = {self.table.side_of(other) for other in self._can_be_out(better)}
        if rivals - {side}:
            return Point(name, None, False, clause)
        return Point(name, side, True, clause, seat=seat, card=card if not rivals else None)

    def _taken(self, name: str, card: int) -> Point:
        """High or Low to the player who wins the card: every card of the pack is played (SCOR-9)."""
        for trick in self.play.tricks:
            if card in trick.all_cards():
                won = trick.winner if trick.finished else None
                if won is None:
                    break
                return Point(name, self.table.side_of(won), True, "SCOR-9", seat=won, card=card, trick=trick.number)
        return Point(name, None, False, "SCOR-9")

    def _discarded(self) -> None:
        """A recorded discard that would have been High or Low (SCOR-11)."""
        assert self.trump is not None
        suit = SUIT_MASK[self.trump]
        thrown = {card: seat for seat, cards, _ in self.table.discards for card in cards or () if suit >> card & 1}
        if not thrown:
            return
        top, bottom = max(thrown), min(thrown)
        if self.high.certain and (self.high.card is None or top > self.high.card):
            self.discarded_high = (thrown[top], top)
        if self.low.certain and (self.low.card is None or bottom < self.low.card):
            self.discarded_low = (thrown[bottom], bottom)

    # -- Jack -------------------------------------------------------------------------------------------------------

    def _jack(self) -> Point | None:
        """The Jack, to the side that won the trick with it in (SCOR-3, SCOR-9); none where it is pegged (SCOR-8)."""
        assert self.trump is not None
        table = self.table
        card = 13 * self.trump + JACK
        point = Point("jack", None, True, "SCOR-9" if table.variant.to_taker else "SCOR-3")
        trick = None
        if not self.all_seen or self.all_out >> card & 1:
            trick = next((t for t in self.play.tricks if card in t.all_cards()), None)
        self.jack_in_play = trick is not None
        if trick is not None:
            won = trick.winner if self.settled(trick) else None
            point.side = None if won is None else table.side_of(won)
            point.certain = won is not None
            point.seat, point.card, point.trick = won, card, trick.number
        elif self.piled:
            point.side = next((side for side, cards in (table.piles or {}).items() if card in cards), None)
            self.jack_in_play = point.side is not None
            point.card = card if self.jack_in_play else None
        elif self.all_out >> card & 1:
            self.jack_in_play = True
            self._jack_in_hand(point, card)
        elif table.variant.stock or self._can_be_out(1 << card):
            self.jack_in_play = True if table.variant.stock else None
            point.among = self._takers(1 << card)
            point.certain = point.among is not None and not point.among - {None}
        return None if table.variant.pegging and not table.options.all_fives_jack_twice else point

    def _jack_in_hand(self, point: Point, card: int) -> None:
        """A Jack that is still held wins its trick if no adversary can have a higher trump (PLAY-4)."""
        table = self.table
        higher = SUIT_MASK[card // 13] & ~((1 << card + 1) - 1)
        holder = next(seat for seat, hand in enumerate(self.out) if hand >> card & 1)
        side = table.side_of(holder)
        seats = [seat for seat in range(table.players) if table.side_of(seat) != side]
        gone = mask(card for trick in self.play.tricks if trick.quitted for card in trick.all_cards())
        held = any(self.out[seat] & ~gone & higher for seat in seats)
        drawn = table.variant.stock or not set(seats).isdisjoint(self._can_be_out(higher))
        point.certain = not (held or drawn or self.complete)
        point.side = side if point.certain else None
        point.card = card

    def _takers(self, bit: int) -> frozenset[int | None] | None:
        """The sides that won the tricks in which an unseen card can have been played, the hand being over."""
        if not self.complete or self.table.variant.stock:
            return None
        holders = self._can_be_out(bit)
        takers: set[int | None] = {None}
        for trick in self.play.tricks:
            unknown = [seat for seat, card in zip(trick.seats, trick.cards, strict=True) if card is None]
            unknown += [seat for seat in trick.missing if seat not in trick.filled]
            if None in trick.seats or (trick.winner is None and not set(holders).isdisjoint(unknown)):
                return None
            if trick.winner is not None and not set(holders).isdisjoint(unknown):
                takers.add(self.table.side_of(trick.winner))
        return frozenset(takers)

    # -- All Fives --------------------------------------------------------------------------------------------------

    def _peg(self) -> None:
        """What the winner of each trick pegs at once (SCOR-8)."""
        assert self.trump is not None
        for trick in self.play.tricks:
            points = peg(trick.all_cards(), self.trump)
            whole = None not in trick.cards and len(trick.all_cards()) == self.table.players
            if (points or not whole) and trick.finished:
                won = trick.winner
                side = None if won is None else self.table.side_of(won)
                sure = won is not None and whole
                self.pegs += (Point("peg", side, sure, "SCOR-8", points=points, seat=won, trick=trick.number),)

    def listed(self) -> list[Point]:
        """High, Low, Jack and Game in the order of counting (SCOR-6)."""
        if self.jack is not None:
            return [self.high, self.low, self.jack, self.game]
        return [point for point in (self.high, self.low, self.jack, self.game) if point is not None]
