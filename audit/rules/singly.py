"""Cards played one by one: out of turn, two at once, taken back (PLAY-1, EXPO-2 to 4, REVK-2).

Which card stands is told from what follows: a card that is played again later was taken up again.
"""

from collections.abc import Mapping

from audit.rules.events import Action
from audit.rules.faults import named
from audit.rules.trick import NOTHING, Trick, Withdrawn
from audit.rules.whole import WholeTricks


class SinglePlays(WholeTricks):
    """The cards that were played one by one.

    Attributes:
        withdrawn: cards that were shown and went back.
    """

    withdrawn: tuple[Withdrawn, ...] = ()
    _open: Trick | None = None
    _vacant: Mapping[int, int] = NOTHING
    _out_of_turn: frozenset[int] = frozenset()
    _exposed: Mapping[int, int] = NOTHING
    _exchanged: int | None = None

    def _is_full(self, trick: Trick) -> bool:
        """Everybody has a card in the trick."""
        return len(trick.cards) == self.players and not self._vacant

    def _close(self) -> None:
        """The open trick is turned and quitted, or a card has been led to the next (REVK-2)."""
        if self._open is not None:
            self._finish(self._open, quitted=True)

    def _finish(self, trick: Trick, *, quitted: bool) -> None:
        """The trick on the table is complete, or as complete as it will be."""
        self._open = None
        self._vacant = NOTHING
        self._out_of_turn = frozenset()
        self.take(trick, quitted=quitted)

    def _single_play(self, action: Action, index: int) -> None:
        """A card played, or several at once: into the open trick, or as the lead to the next."""
        seat = action.seat
        assert seat is not None
        if action.event == self._exchanged:
            return
        trick = self._open
        if trick is not None and (self._is_full(trick) or self._begins_next(trick, seat)):
            self._close()
            trick = None
        card = self._standing(action, index)
        if trick is None:
            if self._lead_withdrawn(action, card, index):
                return
            trick = self._open = Trick(len(self.tricks) + 1, [], [], [])
            trick.quitted = trick.finished = False
        elif seat in self._vacant:
            place = self._vacant[seat]
            self._vacant = {other: at for other, at in self._vacant.items() if other != seat}
            trick.cards[place] = card
            trick.events[place] = action.event
            return
        elif not self._in_turn(trick, action, card, index):
            return
        trick.seats.append(seat)
        trick.cards.append(card)
        trick.events.append(action.event)

    def _begins_next(self, trick: Trick, seat: int) -> bool:
        """A seat that has a card in the open trick plays again: the trick is short of a card and the next begins."""
        if seat not in trick.seats or seat in self._vacant or seat in self._out_of_turn:
            return False
        _, best = self._best(trick) or (0, None)
        return trick.seats[-1] != seat or best == seat

    def _lead_withdrawn(self, action: Action, card: int | None, index: int) -> bool:
        """A lead by a seat that has not the lead (EXPO-2, EXPO-4); whether it was taken up again."""
        seat, table = action.seat, self.table
        assert seat is not None
        if self.leader is None or seat == self.leader:
            return False
        self._note_out_of_turn(action, card, led=True)
        following = self._next_play(index)
        taken_up = self._played_later(card, index) or (
            following is not None
            and following.do == "play"
            and following.seat == self.leader
            and following.seat != table.seating.left(seat)
        )
        if taken_up and card is not None:
            self._withdraw(seat, card, action.event, "out of turn")
        return taken_up

    def _in_turn(self, trick: Trick, action: Action, card: int | None, index: int) -> bool:
        """Whether the play stands in the open trick; one out of turn does unless the card is played again later."""
        seat = action.seat
        assert seat is not None
        if seat in trick.seats:
            self._second_card(trick, action, card, index)
            return False
        first = trick.seats[0]
        assert first is not None
        expected = next(s for s in self.rotations[first] if s not in trick.seats)
        if seat != expected:
            if self.leader is None and len(trick.seats) == 1:
                return self._second_lead(trick, action, card, index)
            self._note_out_of_turn(action, card, led=False)
            if self._played_later(card, index):
                if card is not None:
                    self._withdraw(seat, card, action.event, "out of turn")
                return False
            self._stands_out_of_turn(seat, card)
        return True

    def _stands_out_of_turn(self, seat: int, card: int | None) -> None:
        """A card played out of turn lies exposed and stands for the time being (EXPO-2, EXPO-4)."""
        self._out_of_turn |= {seat}
        if card is not None:
            self._exposed = {**self._exposed, card: seat}

    def _second_lead(self, trick: Trick, action: Action, card: int | None, index: int) -> bool:
        """Two leads, and it is not known whose turn it was: the one that is followed stands (PLAY-1, EXPO-4)."""
        table, first, seat = self.table, trick.seats[0], action.seat
        assert first is not None
        assert seat is not None
        before = trick.cards[0]
        clauses, follows = self._out_of_turn_rule
        table.note(
            "out-of-turn",
            clauses,
            f"{table.label(first)} led {named(before)} and {table.label(seat)} then played {named(card)}, who does not"
            f" sit on his left; who had the lead is not recorded, so that either was out of turn. For that card:"
            f" {follows}.",
            event=action.event,
            trick=trick.number,
            reading=self.players != 4,
        )
        if self._played_later(before, index) or self._plays_again(first, index):
            if before is not None:
                self._withdraw(first, before, trick.events[0], "out of turn")
            trick.seats.clear()
            trick.cards.clear()
            trick.events.clear()
        elif self._played_later(card, index):
            if card is not None:
                self._withdraw(seat, card, action.event, "out of turn")
            return False
        else:
            self._stands_out_of_turn(seat, card)
        return True

    def _plays_again(self, seat: int, index: int) -> bool:
        """Whether a seat plays again before all the others have played to the open trick."""
        played = {self.actions[index].seat, seat}
        for action in self.actions[index + 1 :]:
            if action.do != "play":
                continue
            if action.seat == seat:
                return True
            played.add(action.seat)
            if len(played) == self.players:
                return False
        return False

    def _second_card(self, trick: Trick, action: Action, card: int | None, index: int) -> None:
        """A seat plays again to a trick: in the place of a card out of turn, or two cards came (EXPO-2, EXPO-3)."""
        seat = action.seat
        assert seat is not None
        place = trick.seats.index(seat)
        before = trick.cards[place]
        if seat in self._out_of_turn:
            self._out_of_turn -= {seat}
            how = "out of turn"
        else:
            how = "two at once"
            self._note_two(action, [c for c in (before, card) if c is not None])
            if before is not None and card is not None and self._played_later(card, index):
                before, card = card, before
        if before is not None:
            self._withdraw(seat, before, action.event, how)
        trick.cards[place] = card
        trick.events[place] = action.event

    @property
    def _out_of_turn_rule(self) -> tuple[str, str]:
        """The clauses of a play out of turn, and what follows from it as a sentence ends."""
        if self.players == 4:
            return "PLAY-1 EXPO-2", "the card is exposed, left on the table, and may be called"
        return "PLAY-1 EXPO-4", "there is no penalty: it is taken back, or stands once followed"

    def _note_out_of_turn(self, action: Action, card: int | None, *, led: bool) -> None:
        """A card led or played by a seat whose turn it was not (PLAY-1)."""
        table, seat = self.table, action.seat
        what = f"{table.label(seat)} {'led' if led else 'played'} {named(card)} out of turn"
        turn = f"; {table.label(self.leader)} had the lead" if led else ""
        clauses, follows = self._out_of_turn_rule
        table.note(
            "out-of-turn",
            clauses,
            f"{what}{turn}: {follows}.",
            event=action.event,
            trick=len(self.tricks) + 1,
            seat=seat,
            card=card,
            reading=self.players != 4,
        )

    def _standing(self, action: Action, index: int) -> int | None:
        """Which of the cards of a play stands (EXPO-3): the one kept, else the one that is not played again."""
        if len(action.cards) == 1:
            return action.cards[0]
        cards = [card for card in action.cards if card is not None]
        assert action.seat is not None
        self._note_two(action, cards)
        following = self.actions[index + 1 :]
        kept = next((a.cards[0] for a in following if a.do == "keep" and a.cards[0] in cards), None)
        if kept is None:
            once = [card for card in cards if not self._played_later(card, index)]
            kept = once[0] if len(once) == 1 else None
        for card in cards:
            if kept is not None and card != kept:
                self._withdraw(action.seat, card, action.event, "two at once")
        return kept

    def _note_two(self, action: Action, cards: list[int]) -> None:
        """Two cards of one seat in a trick, and which was kept (EXPO-3)."""
        table = self.table
        other = "the other is exposed" if self.players == 4 else "the other goes back"
        kept = next((a.cards[0] for a in self.actions if a.do == "keep" and a.cards[0] in cards), None)
        choice = "no choice is recorded" if kept is None else f"{named(kept)} was kept"
        table.note(
            "two-cards",
            "EXPO-3",
            f"{table.label(action.seat)} put down {' and '.join(map(named, cards))} together:"
            f" the adversaries select which remains; {other}. Here {choice}.",
            event=action.event,
            trick=len(self.tricks) + 1,
            seat=action.seat,
            reading=self.players != 4,
        )

    def _withdraw(self, seat: int, card: int, event: int, how: str) -> None:
        """A card goes back into the hand; it has been exposed (EXPO-1, EXPO-5)."""
        self.withdrawn += (Withdrawn(seat, card, len(self.tricks) + 1, event, how),)
        self._exposed = {**self._exposed, card: seat}

    def _take_back(self, action: Action, index: int) -> None:
        """A card is taken back before the trick is quitted; its place stays free (REVK-2)."""
        trick, card, seat = self._open, action.cards[0], action.seat
        if card is None or seat is None:
            return
        if trick is None or seat not in trick.seats:
            self._take_back_too_late(seat, card, index)
            return
        if card in trick.cards:
            place = trick.cards.index(card)
        elif seat in trick.seats and trick.cards[trick.seats.index(seat)] is None:
            place = trick.seats.index(seat)  # the card was not recorded when it was played
        else:
            return
        self._withdraw(seat, card, action.event, "taken back")
        if len(trick.cards) == 1:
            self._open = None
            return
        trick.cards[place] = None
        self._vacant = {**self._vacant, seat: place}

    def _take_back_too_late(self, seat: int, card: int, index: int) -> None:
        """A card of the trick before is changed for another: that mends nothing, but the other lies there (REVK-2)."""
        trick = self.tricks[-1] if self.tricks else None
        following = self._next_play(index)
        if trick is None or trick.card_of(seat) != card or following is None or self._is_to_play(seat):
            return
        if following.do != "play" or following.seat != seat or len(following.cards) != 1:
            return
        self.withdrawn += (Withdrawn(seat, card, trick.number, self.actions[index].event, "too late"),)
        self._exchanged = following.event
        trick.cards[trick.seats.index(seat)] = following.cards[0]
        self.leader = trick.winner = self._winner(trick)

    def _is_to_play(self, seat: int) -> bool:
        """Whether it is the turn of a seat."""
        if self._open is None:
            return self.leader in (seat, None)
        first = self._open.seats[0]
        return first is None or seat == next((s for s in self.rotations[first] if s not in self._open.seats), None)
