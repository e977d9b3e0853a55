"""Where each card of the pack was: the hands as written, told against what was turned, drawn and played.

One card twice, a hand of five or seven: first a slip of the pen. It is a fault of the pack or of the deal only when
the table found it or the play confirms it (PACK-2, MISD-1).
"""

from audit.rules.not_held import NotHeld
from audit.rules.stock import drawn_after
from audit.rules.tricks import Play


class Pack(NotHeld):
    """The cards of one deal; see `hands`, `counts`, `doubles` for what is kept of them.

    Attributes:
        cards_known: every card played is recorded, and by whom.
    """

    cards_known = False

    def for_play(self) -> tuple[list[int], list[bool]]:
        """The hands to tell whose a card is, and whether each is the whole hand."""
        return self.given, self.whole

    def reconcile(self, play: Play) -> None:
        """Tell the hands against the play; note what cannot be as it is written."""
        table = self.table
        played_twice = self._played(play)
        if table.variant.stock:
            self.drawn = drawn_after(table, play)
        doubled = self._doubled_cards()
        self._counts(play)
        self._sizes_after_discards()
        if doubled:
            self._duplicates(doubled)
        elif table.redeal_reason == "imperfect-pack":
            self.imperfect = True
            table.note(
                "imperfect-pack", "PACK-2 MISD-2", "The table found the pack imperfect: the same dealer deals again."
            )
        if played_twice and not self.imperfect:
            self._played_twice(play, doubled)
        self._not_held(play, doubled)
        if table.discards:
            self._discards_not_held()
        if table.stock is not None and not doubled:
            self._listing()
        self._settle_held(doubled)

    def _played(self, play: Play) -> bool:
        """Take down what each seat played; whether a card was played twice."""
        total = filled = unrecorded = unassigned = 0
        count, played = self.count, self.played
        for trick in play.tricks:
            filled += len(trick.filled)
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                if seat is None:
                    unassigned += 1
                else:
                    count[seat] += 1
                    if card is not None:
                        played[seat] |= 1 << card
                if card is None:
                    unrecorded += 1
                else:
                    total += 1
        self.cards_known = not unrecorded and not unassigned
        return total + filled != play.seen.bit_count()

    def _settle_held(self, doubled: int) -> None:
        """What each seat certainly had: its written hand where that can be trusted, and what it is seen to play."""
        runs, discards = self.table.runs, self.table.discards
        if not (runs or discards or doubled or self._distrusted):
            self.held = [given | played for given, played in zip(self.given, self.played, strict=True)]
            return
        thrown = {seat for seat, _, _ in discards} - {seat for seat, cards, _ in discards if cards is None}
        for seat in range(self.table.players):
            kept_all = self.whole[seat] and self.count[seat] >= self.given[seat].bit_count()
            final = not runs or seat in thrown or kept_all
            trusted = final and not self._distrusted >> seat & 1
            self.held[seat] = (self.given[seat] & ~doubled if trusted else 0) | self.played[seat]
            self.whole[seat] = self.whole[seat] and trusted and not self.given[seat] & doubled
