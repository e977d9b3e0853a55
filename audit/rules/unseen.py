"""What is out and what is not seen: the cards that each seat certainly had, and can have had (SCOR-11)."""

from audit.cards import PACK, mask
from audit.rules.pack import Pack
from audit.rules.table import Table
from audit.rules.trick import Trick
from audit.rules.tricks import Play


class Unseen:
    """The cards of one deal that are known to be out, and what the others can be.

    Attributes:
        trump: the trump suit, once it can change no more.
        piled: the mask of all that was played, where no trick is recorded but the piles hold every card that was out.
        complete: the hand was played out.
        all_seen: every card that was in a hand is known and was played.
        out: of each seat, the mask of the cards that it certainly had.
        unknown: of each seat, the number of its cards that are not known.
        possible: of each seat, the mask of what those can be.
        all_out: the mask of the cards that are certainly out.
    """

    def __init__(self, table: Table, play: Play, pack: Pack) -> None:
        self.table = table
        self.play = play
        self.pack = pack
        self.trump = self._trump()
        self.piled = self._piled()
        self.complete = self._is_complete()
        self.all_seen = self.complete and self._is_all_seen()
        self.out: list[int] = []
        self.unknown: list[int] = []
        self.possible: list[int] = []
        self.all_out = self.piled
        if self.trump is not None:
            self._slots()
            for hand in self.out:
                self.all_out |= hand

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

    def settled(self, trick: Trick) -> bool:
        """Whether nobody can add a card to a trick any more, or take one back from it (REVK-2)."""
        return trick.finished and not (self.on_the_table and trick is self.play.tricks[-1])

    def _piled(self) -> int:
        """The mask of all that was played, where no trick is recorded but the piles hold every card that was out."""
        table = self.table
        if self.play.tricks or table.piles is None or table.variant.stock:
            return 0
        piled = mask(card for cards in table.piles.values() for card in cards)
        return piled if piled.bit_count() == sum(self.pack.size) else 0

    def _is_complete(self) -> bool:
        """The hand was played out: each seat had its tricks, or the piles hold every card."""
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
        table, pack = self.table, self.pack
        filled = [0] * table.players
        if not self.all_seen:
            for trick in self.play.tricks:
                for seat, card in trick.filled.items():
                    filled[seat] |= 1 << card
        if self.all_seen or not table.trump_is_settled:
            known = pack.played
        else:
            known = [held | left_over for held, left_over in zip(pack.held, filled, strict=True)]
        self.out = known
        if self.all_seen or table.variant.stock:
            self.unknown, self.possible = [0] * table.players, [0] * table.players
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
            self.unknown.append(self._number_unknown(seat, filled[seat]))
            own = pack.given[seat] & ~known[seat]
            possible = own if pack.whole[seat] and own else own | PACK & ~everywhere
            self.possible.append(possible & self.piled if self.piled else possible)

    def _number_unknown(self, seat: int, filled: int) -> int:
        """How many cards a seat had besides those that are known: no more than its tricks, the hand being over."""
        pack, known = self.pack, self.out[seat]
        size = max(pack.size[seat], known.bit_count())
        if self.complete and not self.piled:
            tricks = sum(1 for t in self.play.tricks if None in t.seats or seat in t.seats or seat in t.missing)
            kept = (known & ~pack.played[seat] & ~filled).bit_count()
            size = min(size, max(tricks + kept, known.bit_count()))
        return size - known.bit_count()

    def _can_be_out(self, wanted: int) -> list[int]:
        """The seats that can have had one of the `wanted` cards among their unknown ones."""
        return [seat for seat in range(self.table.players) if self.unknown[seat] > 0 and self.possible[seat] & wanted]
