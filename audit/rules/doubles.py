"""One card in two places, or a listed pack without a card (PACK-1, PACK-2, TRCK-1).

First a slip of the pen: it is a fault of the pack only when the table found it or the play confirms it.
"""

from audit.cards import NAMES, PACK, mask, members
from audit.rules.counts import Counts
from audit.rules.hands import is_whole
from audit.rules.tricks import Play


class Doubles(Counts):
    """Cards that stand in two places.

    Attributes:
        imperfect: the pack was proved imperfect (PACK-2).
    """

    imperfect = False

    def _doubled_cards(self) -> int:
        """The mask of cards that are written in two places."""
        once = twice = 0
        for _, _, card in self._sources():
            bit = 1 << card
            twice |= once & bit
            once |= bit
        return twice

    def _duplicates(self, doubled: int) -> None:
        """A card in two places: a slip of the pen, unless the table found it or the play confirms both (PACK-2)."""
        table = self.table
        for card in members(doubled):
            places = [(place, seat) for place, seat, c in self._sources() if c == card]
            where = " and ".join(place for place, _ in places)
            owners = [seat for _, seat in places if seat is not None]
            confirmed = len(set(owners)) == len(places) and all(self.played[seat] >> card & 1 for seat in owners)
            if confirmed or table.redeal_reason == "imperfect-pack":
                self.imperfect = True
                how = "the play shows it in each" if confirmed else "the table found it"
                table.note(
                    "imperfect-pack",
                    "PACK-2 MISD-2",
                    f"{NAMES[card]} was there twice: in {where}, and {how}. The pack is imperfect"
                    " and the same dealer deals again.",
                    card=card,
                    proof=f"{NAMES[card]} in {where}",
                    event=table.dealt_event,
                )
            else:
                table.note(
                    "duplicate-card",
                    "PACK-1",
                    f"{NAMES[card]} stands in {where}. First suspect the pen:"
                    " the pack is imperfect only if the table found it so.",
                    card=card,
                    proof=f"{NAMES[card]} in {where}",
                    event=table.dealt_event,
                )

    def _played_twice(self, play: Play, doubled: int) -> None:
        """A card that stands in two tricks, or twice in one (TRCK-1)."""
        table = self.table
        first: dict[int, tuple[int | None, int]] = {}
        for trick in play.tricks:
            for seat, card, event in zip(trick.seats, trick.cards, trick.events, strict=True):
                if card is None:
                    continue
                if card not in first:
                    first[card] = (seat, trick.number)
                    continue
                before, number = first[card]
                if doubled >> card & 1:
                    continue
                self._twice |= 1 << card
                self._distrust(before)
                self._distrust(seat)
                table.note(
                    "card-played-twice",
                    "TRCK-1",
                    f"{NAMES[card]} was played to trick {number}"
                    f"{'' if before is None else ' by ' + table.label(before)}"
                    f" and again to trick {trick.number}. First suspect the pen.",
                    event=event,
                    trick=trick.number,
                    seat=seat,
                    card=card,
                    proof=f"{NAMES[card]}, played to trick {number}",
                )

    def _listing(self) -> None:
        """Where the whole pack is listed, no card is missing (PACK-2)."""
        table = self.table
        if table.stock is None or None in table.stock or not all(is_whole(hand) for hand in table.hands):
            return
        if any(not is_whole(hand) for run in table.runs for hand in run) or any(None in t.cards for t in table.turns):
            return
        if table.variant.turn_up and not table.turns:
            return
        listed = mask(card for _, _, card in self._sources())
        missing = PACK & ~listed
        if not missing or any(fault.code == "hand-incomplete" for fault in table.faults):
            return
        what = ", ".join(NAMES[card] for card in members(missing))
        if table.redeal_reason == "imperfect-pack":
            return
        table.note(
            "hand-incomplete",
            "PACK-2 PACK-1",
            f"The pack is listed without {what}. First suspect the pen: it is imperfect only if the table found it so.",
            card=(missing & -missing).bit_length() - 1,
        )
