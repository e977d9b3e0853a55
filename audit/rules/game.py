"""Game: the pips in tricks won, what is still open of them, and who scores a tie (SCOR-4, SCOR-5, SCOR-8)."""

from audit.cards import FIVE, PACK, mask, members
from audit.rules.pack import Pack
from audit.rules.play import PIPS
from audit.rules.points import Point
from audit.rules.table import Table
from audit.rules.tricks import Play
from audit.rules.unseen import Unseen


class Game(Unseen):
    """The count for Game of one deal.

    Attributes:
        counts: pips that each side is known to have won (SCOR-4).
        open_pips: pips that can still go to somebody.
        game_open: who scores Game is left open by the rules themselves (SCOR-5).
    """

    game_open = False

    def __init__(self, table: Table, play: Play, pack: Pack) -> None:
        super().__init__(table, play, pack)
        self._five = 13 * self.trump + FIVE if table.variant.pegging and self.trump is not None else None
        self.counts, self.open_pips = self._count()

    def _pips(self, card: int) -> int:
        """What a card counts toward Game; in All Fives the five of trumps counts 5 (SCOR-4, SCOR-8)."""
        return 5 if card == self._five else PIPS[card]

    def _count(self) -> tuple[list[int], int]:
        """Pips won by each side, and pips that are still open (SCOR-4, SCOR-8)."""
        table = self.table
        sides = len(table.seating.sides)
        counts = [0] * sides
        uncertain = 0
        for trick in self.play.tricks:
            total = sum(map(self._pips, trick.all_cards()))
            if trick.winner is None or not self.settled(trick):
                uncertain += total
            else:
                counts[trick.winner % sides] += total
        if not self.play.tricks and table.piles is not None:
            for side, cards in table.piles.items():
                counts[side] += sum(map(self._pips, cards))
        return counts, uncertain

    def _unplayed_pips(self) -> int:
        """The most that the cards not seen in a trick can still count."""
        table, pack = self.table, self.pack
        if self.all_seen or self.piled:
            return 0
        played = 0
        for hand in pack.played:
            played |= hand
        for trick in self.play.tricks:
            played |= mask(trick.all_cards())
        if table.variant.stock:
            return sum(map(self._pips, members(PACK & ~played)))
        total = 0
        for seat in range(table.players):
            left = self.out[seat] & ~played
            total += sum(map(self._pips, members(left)))
            if self.unknown[seat] > 0:
                best = sorted(map(self._pips, members(self.possible[seat] & ~played)), reverse=True)
                total += sum(best[: self.unknown[seat]])
        return total

    def _game(self) -> Point:
        """Game, to the side with most pips; a tie by the variant's rule (SCOR-4, SCOR-5)."""
        if self.trump is None:
            return Point("game", None, False, "SCOR-4")
        counts, sides = self.counts, len(self.counts)
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
