"""Cards that a seat played or discarded and that the record does not give it (TRCK-1, PACK-1)."""

from audit.cards import NAMES, mask, members
from audit.rules.doubles import Doubles
from audit.rules.hands import is_whole, where
from audit.rules.stock import DRAWS
from audit.rules.tricks import Play


class NotHeld(Doubles):
    """Cards that cannot have been in the hand that played or discarded them."""

    def _not_held(self, play: Play, doubled: int) -> None:
        """A card played, discarded or exposed by a seat whose written hand does not hold it (TRCK-1)."""
        table = self.table
        elsewhere = self._elsewhere()
        for seat in range(table.players):
            foreign = self._foreign(seat, elsewhere)
            if not foreign:
                continue
            if self.all_given[seat] & doubled & ~self.played[seat] and foreign.bit_count() == 1:
                self._distrust(seat)
                continue
            if foreign.bit_count() == self._written_twice(seat):  # the pen wrote another card of the hand for it
                self._distrust(seat)
                continue
            if not self.whole[seat] and not table.variant.stock:
                self._from_elsewhere(seat, foreign & ~self._twice & ~doubled, play)
                continue
            written = self._written_total(seat)
            if written is not None and written < 6 + 3 * len(table.runs) and foreign.bit_count() == 1:
                continue
            self._distrust(seat)
            for card in members(foreign & ~self._twice):
                trick, event = where(play, seat, card)
                if trick is not None and trick > max(self.size):
                    continue
                table.note(
                    "card-not-held",
                    "TRCK-1",
                    f"{table.label(seat)} played {NAMES[card]}, which the record does not give him"
                    f"{self._whose(card, seat)}. First suspect the pen.",
                    event=event,
                    trick=trick,
                    seat=seat,
                    card=card,
                )

    def _written_twice(self, seat: int) -> int:
        """How many cards stand in a hand that stand there already."""
        cards = [c for part in self._parts(seat) if isinstance(part, list) for c in part if c is not None]
        return len(cards) - len(set(cards))

    def _foreign(self, seat: int, elsewhere: list[int]) -> int:
        """The mask of cards that a seat played and cannot have held, as far as the record tells."""
        if self.whole[seat]:
            return self.played[seat] & ~self.given[seat]
        if self.table.variant.stock:
            return self._not_drawn(seat)
        return self.played[seat] & elsewhere[seat]

    def _not_drawn(self, seat: int) -> int:
        """Cards played that were neither dealt nor drawn, where every draw of the seat is recorded (PLAY-6)."""
        if not is_whole(self.table.hands[seat]):
            return 0
        known = self.given[seat]
        wrong = {fault.trick for fault in self.table.faults if fault.code == "wrong-draw"}
        for number in range(1, min(max(self.drawn, default=0), DRAWS) + 1):
            own = [card for who, card in self.drawn.get(number, ()) if who == seat]
            if len(own) != 1 or own[0] is None:
                return 0
            known |= 1 << own[0]
            if number in wrong:  # either may have had either card
                known |= mask(card for _, card in self.drawn[number] if card is not None)
        return self.played[seat] & ~known if self.drawn else 0

    def _elsewhere(self) -> list[int]:
        """Of each seat, the mask of the cards that the record puts somewhere else."""
        table = self.table
        if table.variant.stock or all(self.whole):
            return [0] * table.players
        aside = 0
        for turned in table.turns:
            for card in turned.cards:
                if card is not None:
                    aside |= 1 << card
        for card in table.stock or ():
            if card is not None:
                aside |= 1 << card
        result = []
        for seat in range(table.players):
            others = 0
            for other, given in enumerate(self.all_given):
                if other != seat:
                    others |= given
            result.append((others | aside) & ~self.all_given[seat])
        return result

    def _from_elsewhere(self, seat: int, foreign: int, play: Play) -> None:
        """Cards played by a seat of which the whole hand is not known, that stand somewhere else (PACK-1)."""
        table = self.table
        for card in members(foreign):
            trick, event = where(play, seat, card)
            table.note(
                "duplicate-card",
                "PACK-1",
                f"{table.label(seat)} played {NAMES[card]}{self._whose(card, seat)}. First suspect the pen.",
                event=event,
                trick=trick,
                seat=seat,
                card=card,
            )

    def _discards_not_held(self) -> None:
        """A card discarded by a seat whose written hand does not hold it (TRCK-1)."""
        table = self.table
        for seat, cards, _ in table.discards:
            if cards is None or not all(map(is_whole, self._parts(seat))):
                continue
            for card in cards:
                if not self.all_given[seat] >> card & 1:
                    self._distrust(seat)
                    table.note(
                        "card-not-held",
                        "TRCK-1",
                        f"{table.label(seat)} discarded {NAMES[card]}, which the record does not give him"
                        f"{self._whose(card, seat)}. First suspect the pen.",
                        seat=seat,
                        card=card,
                    )
