"""High, Low, Jack, Game and pegs, and whether they are certain; the order of going out (SCOR-1 to 11).

A point is certain when no card that is not seen can change it: computed from what the unseen cards can still be.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from audit.cards import ACE, FIVE, JACK, PACK, SUIT_MASK, mask, members
from audit.rules.pack import Pack
from audit.rules.play import PIPS, peg
from audit.rules.table import Table
from audit.rules.tricks import Play


@dataclass(slots=True)
class Point:
    """A point of the deal.

    Attributes:
        point: its name.
        side: who scores it; `None` for nobody, or for nobody yet when it is not certain.
        certain: no unseen card and no rule left open can change it.
        clause: the clause that gives it.
        points: how many.
        seat: the player whose card it was.
        card: the card.
        trick: the trick of a peg, or the one that took the card.
        reading: it rests on a reading.
        among: who alone can still score it, `None` for nobody, where that is known of a point that is not certain.
    """

    point: str
    side: int | None
    certain: bool
    clause: str
    points: int = 1
    seat: int | None = None
    card: int | None = None
    trick: int | None = None
    reading: bool = False
    among: frozenset[int | None] | None = None


class Scoring:
    """The points of one deal that was dealt and played as recorded.

    Attributes:
        high, low, jack, game: the four points; `None` for a Jack that is pegged instead (SCOR-8).
        pegs: one point a trick, in order.
        counts: pips that each side is known to have won (SCOR-4).
        open_pips: pips that can still go to somebody.
        complete: the hand was played out.
        discarded_high, discarded_low: a discard that would have been High or Low, as (seat, card) (SCOR-11).
        jack_in_play: whether the Jack of trumps was dealt to a player and not discarded, if that can be told (REVK-4).
        game_open: who scores Game is left open by the rules themselves (SCOR-5).
    """

    discarded_high: tuple[int, int] | None = None
    discarded_low: tuple[int, int] | None = None
    jack_in_play: bool | None = None
    game_open = False
    pegs: tuple[Point, ...] = ()

    def __init__(self, table: Table, play: Play, pack: Pack) -> None:
        self.table = table
        self.play = play
        self.pack = pack
        self.trump = self._trump()
        self.piled = self._piled()
        self.complete = self._is_complete()
        self.all_seen = self.complete and self._is_all_seen()
        self.counts, self.open_pips = self._count()
        sides = len(table.seating.sides)
        self.jack: Point | None
        if self.trump is None:
            self.high = Point("high", None, False, "SCOR-1")
            self.low = Point("low", None, False, "SCOR-2")
            self.jack = Point("jack", None, False, "SCOR-3")
            self.game = self._game(sides) if not table.variant.pegging else Point("game", None, False, "SCOR-4")
            return
        self._slots()
        self.all_out = self.piled
        for hand in self.out:
            self.all_out |= hand
        if table.variant.to_taker:
            self.high = self._taken("high", 13 * self.trump + ACE)
            self.low = self._taken("low", 13 * self.trump)
        else:
            self.high = self._held("high")
            self.low = self._held("low")
        self.jack = self._jack()
        self.game = self._game(sides)
        if table.variant.pegging:
            self._peg()
        if table.discards:
            self._discarded()

    def _trump(self) -> int | None:
        """The trump suit, once it can change no more."""
        if self.table.variant.turn_up and not self.table.trump_is_settled:
            return None
        return self.play.trump

    @property
    def on_the_table(self) -> bool:
        """A trick lies on the table, not yet quitted: cards can still be added to it or taken back (REVK-2)."""
        tricks = self.play.tricks
        return bool(tricks) and not self.complete and not tricks[-1].quitted

    def _piled(self) -> int:
        """The mask of all that was played, where no trick is recorded but the piles hold every card that was out."""
        table = self.table
        if self.play.tricks or table.piles is None or table.variant.stock:
            return 0
        piled = mask(card for cards in table.piles.values() for card in cards)
        return piled if piled.bit_count() == sum(self.pack.size) else 0

    def _is_complete(self) -> bool:
        tricks = self.play.tricks
        if self.piled:
            return True
        if not tricks or not tricks[-1].finished:
            return False
        return len(tricks) >= max(min(self.pack.size), 1)

    def _is_all_seen(self) -> bool:
        """Every card that was in a hand is known and was played."""
        pack = self.pack
        return pack.count == pack.size and pack.cards_known

    # -- what is seen and what is not -------------------------------------------------------------------------------

    def _slots(self) -> None:
        """Cards known to be out, by whom; and how many unknown cards each seat had, and which they can have been."""
        table, pack, play = self.table, self.pack, self.play
        self.out: list[int] = []
        self.unknown: list[int] = []
        self.possible: list[int] = []
        if self.all_seen:
            self.out, self.unknown, self.possible = pack.played, [0] * table.players, [0] * table.players
            return
        final = self.table.trump_is_settled
        filled = [0] * table.players
        for trick in play.tricks:
            for seat, card in trick.filled.items():
                filled[seat] |= 1 << card
        known = [pack.held[seat] | filled[seat] if final else pack.played[seat] for seat in range(table.players)]
        if table.variant.stock:
            self.out, self.unknown, self.possible = known, [0] * table.players, [0] * table.players
            return
        elsewhere = 0
        for turned in table.turns:
            elsewhere |= mask(card for card in turned.cards if card is not None)
        for _, cards, _ in table.discards:
            elsewhere |= mask(cards or ())
        elsewhere |= mask(card for card in table.stock or () if card is not None)
        everywhere = elsewhere
        for seat in range(table.players):
            everywhere |= known[seat] | pack.given[seat]
        for seat in range(table.players):
            size = max(pack.size[seat], known[seat].bit_count())
            if self.complete and not self.piled:
                tricks = sum(1 for t in play.tricks if None in t.seats or seat in t.seats or seat in t.missing)
                kept = (known[seat] & ~pack.played[seat] & ~filled[seat]).bit_count()
                size = min(size, max(tricks + kept, known[seat].bit_count()))
            left = size - known[seat].bit_count()
            self.out.append(known[seat])
            self.unknown.append(left)
            own = pack.given[seat] & ~known[seat]
            possible = own if pack.whole[seat] and own else own | PACK & ~everywhere
            self.possible.append(possible & self.piled if self.piled else possible)

    def _can_be_out(self, wanted: int) -> list[int]:
        """The seats that can have had one of the `wanted` cards among their unknown ones."""
        return [seat for seat in range(self.table.players) if self.unknown[seat] > 0 and self.possible[seat] & wanted]

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
        """The Jack, to the side that won the trick with it in (SCOR-3, SCOR-9)."""
        assert self.trump is not None
        table = self.table
        card = 13 * self.trump + JACK
        clause = "SCOR-9" if table.variant.to_taker else "SCOR-3"
        point = Point("jack", None, True, clause)
        self.jack_in_play = False
        for trick in () if self.all_seen and not self.all_out >> card & 1 else self.play.tricks:
            if card in trick.cards or card in trick.filled.values():
                self.jack_in_play = True
                on_the_table = self.on_the_table and trick is self.play.tricks[-1]
                won = trick.winner if trick.finished and not on_the_table else None
                point = Point(
                    "jack",
                    None if won is None else table.side_of(won),
                    won is not None,
                    clause,
                    seat=won,
                    card=card,
                    trick=trick.number,
                )
                break
        else:
            bit = 1 << card
            if self.piled:
                pile = next((side for side, cards in (table.piles or {}).items() if card in cards), None)
                self.jack_in_play = pile is not None
                point.side = pile
                point.card = card if pile is not None else None
            elif self.all_out & bit:
                self.jack_in_play = True
                self._jack_in_hand(point, card)
            elif table.variant.stock or self._can_be_out(bit):
                self.jack_in_play = None if not table.variant.stock else True
                point.among = self._takers(bit)
                point.certain = point.among is not None and not point.among - {None}
        if table.variant.pegging and not table.options.all_fives_jack_twice:
            return None
        return point

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

    # -- Game -------------------------------------------------------------------------------------------------------

    def _count(self) -> tuple[list[int], int]:
        """Pips won by each side, and pips that are still open (SCOR-4, SCOR-8)."""
        table = self.table
        sides = len(table.seating.sides)
        counts = [0] * sides
        uncertain = 0
        five = 13 * self.trump + FIVE if table.variant.pegging and self.trump is not None else -1
        for trick in self.play.tricks:
            total = 0
            for card in trick.cards:
                if card is not None:
                    total += PIPS[card]
                    if card == five:
                        total += 5
            for card in trick.filled.values():
                total += PIPS[card] + (5 if card == five else 0)
            if trick.winner is None or not trick.finished or (self.on_the_table and trick is self.play.tricks[-1]):
                uncertain += total
            else:
                counts[trick.winner % sides] += total
        if not self.play.tricks and table.piles is not None:
            for side, cards in table.piles.items():
                counts[side] += sum(PIPS[card] + (5 if card == five else 0) for card in cards)
        return counts, uncertain

    def _unplayed_pips(self) -> int:
        """The most that the cards not seen in a trick can still count."""
        table, pack = self.table, self.pack
        if self.all_seen:
            return 0
        five = 13 * self.trump + FIVE if table.variant.pegging and self.trump is not None else -1

        def value(card: int) -> int:
            return PIPS[card] + (5 if card == five else 0)

        played = 0
        for hand in pack.played:
            played |= hand
        for trick in self.play.tricks:
            played |= mask(trick.all_cards())
        if self.piled:
            return 0
        if table.variant.stock:
            return sum(value(card) for card in members(PACK & ~played))
        total = 0
        for seat in range(table.players):
            left = self.out[seat] & ~played
            total += sum(value(card) for card in members(left))
            if self.unknown[seat] > 0:
                best = sorted((value(card) for card in members(self.possible[seat] & ~played)), reverse=True)
                total += sum(best[: self.unknown[seat]])
        return total

    def _game(self, sides: int) -> Point:
        """Game, to the side with most pips; a tie by the variant's rule (SCOR-4, SCOR-5)."""
        if self.trump is None:
            return Point("game", None, False, "SCOR-4")
        counts = self.counts
        unseen = self.open_pips + self._unplayed_pips()
        best = max(counts)
        leaders = [side for side in range(sides) if counts[side] == best]
        if not unseen:
            return Point("game", leaders[0], True, "SCOR-4") if len(leaders) == 1 else self._tied_game(leaders, best)
        rivals = [side for side in range(sides) if side != leaders[0] and counts[side] + unseen >= best]
        if len(leaders) > 1 or any(counts[side] + unseen > best for side in rivals):
            return Point("game", None, False, "SCOR-4")
        ties = [self._tied_game([leaders[0], side], best) for side in rivals]  # who can still only come level
        if all(tie.certain and tie.side == leaders[0] for tie in ties):
            return Point("game", leaders[0], True, "SCOR-5" if ties else "SCOR-4", reading=any(t.reading for t in ties))
        return Point("game", None, False, "SCOR-4")

    def _tied_game(self, leaders: list[int], best: int) -> Point:
        """Who scores a tied Game, or one with no pips out (SCOR-5)."""
        table = self.table
        rule = table.variant.tied_game
        if rule == "nobody":
            return Point("game", None, True, "SCOR-5", reading=table.variant.stock)
        if table.dealing_side is None or table.eldest is None:
            among: frozenset[int | None] = frozenset(leaders if len(table.seating.sides) == 2 else [*leaders, None])
            return Point("game", None, False, "SCOR-5", among=among)
        if rule == "eldest":
            if best == 0 and table.variant.unplayed_game_open:
                self.game_open = True
                return Point("game", None, False, "SCOR-5")
            return Point("game", table.side_of(table.eldest), True, "SCOR-5")
        others = [side for side in leaders if side != table.dealing_side]
        three = table.players == 3
        if len(others) == 1:
            return Point("game", others[0], True, "SCOR-5", reading=table.players != 2)
        return Point("game", None, True, "SCOR-5", reading=three and (len(leaders) == 3))

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


def count_out(
    scores: Sequence[int], items: Sequence[tuple[str, int, int]], target: int, capped: Collection[int] = ()
) -> tuple[list[int], int | None, list[int]]:
    """Count points in their order until a side is out (SCOR-6); a capped side stops one short (REVK-5).

    Args:
        scores: points of each side before.
        items: (name, side, points) in the order of counting.
        target: points that win.
        capped: sides that cannot win in this hand.

    Returns:
        The totals, the side that won or `None`, and how many points each item really counted.
    """
    totals = list(scores)
    for _, side, points in items:
        totals[side] += points
    if not capped and max(totals) < target:
        return totals, None, [points for _, _, points in items]
    totals = list(scores)
    counted: list[int] = []
    won: int | None = next((side for side, total in enumerate(totals) if total >= target), None)
    for _, side, points in items:
        if won is not None:
            counted.append(0)
            continue
        limit = target - 1 if side in capped else target
        gained = max(0, min(points, limit - totals[side]))
        totals[side] += gained
        counted.append(gained)
        if totals[side] >= target:
            won = side
    return totals, won, counted
