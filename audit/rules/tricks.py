"""Who played what to which trick: the play as it stands when the deal is over.

Plays come one by one or as whole tricks, in turn or out of it, are taken back, come two at once or are not recorded.
Which card stands is told from what follows: a card that is played again later was taken up again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from audit.cards import NAMES, PACK, SUIT_MASK, mask
from audit.rules.events import Action
from audit.rules.play import beats, may_play, winner
from audit.rules.table import Table

ROTATIONS = {
    players: [[(leader + step) % players for step in range(players)] for leader in range(players)]
    for players in (2, 3, 4)
}
"""Of each number of players and each leader, the seats in order of play (PLAY-1)."""


NOTHING: Mapping[int, int] = MappingProxyType({})


class Trick:
    """A trick as it stands.

    Attributes:
        number: from 1.
        seats: who played, in order of play; `None` where the leader is not known.
        cards: what they played; `None` for a card that is not recorded.
        events: the event of each play.
        missing: seats that played no card.
        filled: cards that must have been played where none is recorded, by seat (TRCK-1).
        quitted: turned and quitted, or a card has been led to the next (REVK-2).
        finished: nobody is still to play to it.
        winner: the seat that won it, where that is certain (PLAY-4).
    """

    missing: Sequence[int] = ()
    filled = NOTHING
    quitted = True
    finished = True

    def __init__(
        self,
        number: int,
        seats: list[int | None],
        cards: list[int | None],
        events: list[int],
        winner: int | None = None,
    ) -> None:
        self.number = number
        self.seats = seats
        self.cards = cards
        self.events = events
        self.winner = winner

    @property
    def led(self) -> int | None:
        """The suit led, where it is recorded."""
        first = self.cards[0] if self.cards else None
        return None if first is None else first // 13

    def all_cards(self) -> list[int]:
        """The known cards in the trick, those that must have been played included."""
        known = [card for card in self.cards if card is not None]
        return known + list(self.filled.values()) if self.filled else known


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A card that was shown in play and went back: out of turn, of two at once, or taken back."""

    seat: int
    card: int
    trick: int
    event: int
    how: str


@dataclass(frozen=True, slots=True)
class Called:
    """An exposed card that was called (EXPO-1)."""

    seat: int
    card: int
    event: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card drawn from the open stock after a trick (PLAY-6)."""

    seat: int
    card: int | None
    after: int
    event: int


@dataclass(frozen=True, slots=True)
class Pegged:
    """Points that a side pegged after a trick (SCOR-8)."""

    side: int
    points: int
    after: int
    event: int


class Play:
    """The play of one deal, put together from the table's actions.

    Args:
        table: the deal.
        hands: the mask of cards that the record gives to each seat for the play.
        whole: whether that is the seat's whole hand.

    Attributes:
        tricks: in order.
        withdrawn: cards that were shown and went back.
        calls, draws, pegs: what else happened in play.
        trump: the trump suit, as far as it is known.
        leader: who leads to the next trick, if that is certain.
        doubtful_order: a trick is written in an order that nothing explains: the record proves no revoke.
        misplaced: a trick is not written in the order of the turn.
    """

    withdrawn: tuple[Withdrawn, ...] = ()
    calls: tuple[Called, ...] = ()
    draws: tuple[Drawn, ...] = ()
    pegs: tuple[Pegged, ...] = ()
    doubtful_order = False
    misplaced = False
    _seen: int | None = None
    _pitched = False
    _open: Trick | None = None
    _vacant: Mapping[int, int] = NOTHING
    _out_of_turn: frozenset[int] = frozenset()
    _exposed: Mapping[int, int] = NOTHING

    def __init__(self, table: Table, hands: Sequence[int], whole: Sequence[bool]) -> None:
        self.table = table
        self.players = table.players
        self.hands = hands
        self.whole = whole
        self._rotations = ROTATIONS[table.players]
        self.tricks: list[Trick] = []
        self.trump = table.turned_trump
        self.leader = table.eldest
        self._put_together()

    @property
    def seen(self) -> int:
        """The mask of the cards that are seen in play, those that must have been played included."""
        if self._seen is None:
            self._seen = 0
            for action in self.table.actions:
                if action.do in ("trick", "play"):
                    for card in action.cards:
                        if card is not None:
                            self._seen |= 1 << card
        return self._seen

    # -- going through the actions ----------------------------------------------------------------------------------

    def _put_together(self) -> None:
        if self.table.variant.trump_cut:
            self.trump = cut_trump(self.table)
        for index, action in enumerate(self.table.actions):
            _STEPS[action.do](self, action, index)
        last = self._open
        if last is not None and last.cards:
            if self._is_full(last):
                self._finish(last, quitted=False)
            else:
                self.tricks.append(last)

    def _played_later(self, card: int | None, index: int) -> bool:
        """Whether `card` is played (again) after the action at `index`."""
        return card is not None and any(
            card in action.cards for action in self.table.actions[index + 1 :] if action.do in ("trick", "play")
        )

    def _next_play(self, index: int) -> Action | None:
        return next(
            (a for a in self.table.actions[index + 1 :] if a.do in ("trick", "play", "take-back", "quit")), None
        )

    def _is_full(self, trick: Trick) -> bool:
        return len(trick.cards) == self.players and not self._vacant

    def _rotation(self, leader: int) -> list[int]:
        return self._rotations[leader]

    # -- whole tricks -----------------------------------------------------------------------------------------------

    def _whole_trick(self, action: Action, index: int) -> None:
        if self._open is not None:
            self._close_open()
        number = len(self.tricks) + 1
        cards = list(action.cards)
        if len(cards) > self.players - len(action.missing):
            cards = self._too_many(number, cards, index)
        seats = self._seats_of(action, cards, number, index)
        self._finish(Trick(number, seats, cards, [action.event] * len(cards)), quitted=True)

    def _seats_of(self, action: Action, cards: list[int | None], number: int, index: int) -> list[int | None]:
        """The seats that played these cards: in turn from the leader, unless the hands show otherwise."""
        leader = self.leader if action.seat is None else action.seat
        if leader is None and cards and cards[0] is not None:
            leader = self._holder(cards[0])
        if leader is None:
            return [None] * len(cards)
        order = [seat for seat in self._rotation(leader) if seat not in action.missing][: len(cards)]
        if self.leader is not None and leader != self.leader:
            fitting = self._rotation(self.leader)[: len(cards)]
            if not self._fits(order, cards) and self._fits(fitting, cards) and not action.missing:
                order = fitting
            self._led_out_of_turn(
                leader, cards[0] if cards else None, number, action.event, written="the trick names its leader"
            )
        elif not self._fits(order, cards):
            order = self._by_holder(order, cards, number, index)
        return list(order)

    def _holder(self, card: int) -> int | None:
        holders = [seat for seat in range(self.players) if self.hands[seat] >> card & 1]
        return holders[0] if len(holders) == 1 else None

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
        holders = [None if card is None else self._holder(card) for card in cards]
        found = [seat for seat in holders if seat is not None]
        if len(set(found)) != len(cards):
            return order
        place = next(place for place, seat in enumerate(found) if seat != order[place])
        if len(cards) < self.players and place:
            return found
        self.misplaced = True
        if self._left_out() and found == self._rotation(found[0]):
            return found  # won by him who led it, in a trick that was not written down
        written = "the hands show it from the order in which the trick is written"
        event = self.table.actions[index].event
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

    def _left_out(self) -> bool:
        """Whether the hand was played out and fewer tricks are written down than were played."""
        written = sum(action.do == "trick" for action in self.table.actions)
        alone = not any(action.do == "play" for action in self.table.actions)
        return self.table.written_up and alone and written < self.table.variant.hand_tricks

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
        leads = following.seat if following.seat is not None or opening is None else self._holder(opening)
        return leads is None or leads == seats[winner(cards, trump)]

    def _led_out_of_turn(
        self, seat: int, card: int | None, number: int, event: int, *, written: str, led: bool = True
    ) -> None:
        table = self.table
        did = "led" if led else "played"
        turn = f"; {table.label(self.leader)} had the lead" if led else ""
        table.note(
            "out-of-turn",
            "PLAY-1",
            f"{table.label(seat)} {did} {_named(card)} out of turn{turn} ({written})."
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
                by_seat.setdefault(self._holder(card), []).append(card)
        twice = next((seat for seat, held in by_seat.items() if seat is not None and len(held) > 1), None)
        spare = by_seat[twice] if twice is not None else [card for card in cards if card is not None]
        goes = next((card for card in spare if self._played_later(card, index)), cards[-1])
        table = self.table
        table.note(
            "two-cards",
            "EXPO-3",
            f"{len(cards)} cards lie in a trick of {self.players}: of two that came at once the adversaries select"
            " which remains.",
            event=table.actions[index].event,
            trick=number,
            seat=twice,
            reading=self.players != 4,
        )
        cards.remove(goes)
        return cards[: self.players - len(table.actions[index].missing)]

    # -- single plays -----------------------------------------------------------------------------------------------

    def _single_play(self, action: Action, index: int) -> None:
        seat = action.seat
        assert seat is not None
        trick = self._open
        if trick is not None and (self._is_full(trick) or self._begins_next(trick, seat, index)):
            self._close_open()
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

    def _begins_next(self, trick: Trick, seat: int, index: int) -> bool:
        """A seat that has a card in the open trick plays again: the trick is short of a card and the next begins."""
        if seat not in trick.seats or seat in self._vacant or seat in self._out_of_turn:
            return False
        return trick.seats[-1] != seat or self._best(trick) == seat

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
            return False
        first = trick.seats[0]
        expected = next(s for s in self._rotation(first or 0) if s not in trick.seats)
        if first is not None and seat != expected:
            self._note_out_of_turn(action, card, led=False)
            if self._played_later(card, index):
                if card is not None:
                    self._withdraw(seat, card, action.event, "out of turn")
                return False
            self._out_of_turn |= {seat}
            if card is not None:
                self._exposed = {**self._exposed, card: seat}
        return True

    def _note_out_of_turn(self, action: Action, card: int | None, *, led: bool) -> None:
        table, seat = self.table, action.seat
        what = f"{table.label(seat)} {'led' if led else 'played'} {_named(card)} out of turn"
        turn = f"; {table.label(self.leader)} had the lead" if led else ""
        if self.players == 4:
            clauses, follows = "PLAY-1 EXPO-2", "the card is exposed, left on the table, and may be called"
        else:
            clauses, follows = "PLAY-1 EXPO-4", "there is no penalty: it is taken back, or stands once followed"
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
        following = self.table.actions[index + 1 :]
        kept = next((a.cards[0] for a in following if a.do == "keep" and a.cards[0] in cards), None)
        if kept is None:
            once = [card for card in cards if not self._played_later(card, index)]
            kept = once[0] if len(once) == 1 else None
        for card in cards:
            if kept is not None and card != kept:
                self._withdraw(action.seat, card, action.event, "two at once")
        return kept

    def _note_two(self, action: Action, cards: list[int]) -> None:
        table = self.table
        other = "the other is exposed" if self.players == 4 else "the other goes back"
        kept = next((a.cards[0] for a in table.actions if a.do == "keep" and a.cards[0] in cards), None)
        choice = "no choice is recorded" if kept is None else f"{_named(kept)} was kept"
        table.note(
            "two-cards",
            "EXPO-3",
            f"{table.label(action.seat)} put down {' and '.join(map(_named, cards))} together:"
            f" the adversaries select which remains; {other}. Here {choice}.",
            event=action.event,
            trick=len(self.tricks) + 1,
            seat=action.seat,
            reading=self.players != 4,
        )

    def _withdraw(self, seat: int, card: int, event: int, how: str) -> None:
        self.withdrawn += (Withdrawn(seat, card, len(self.tricks) + 1, event, how),)
        self._exposed = {**self._exposed, card: seat}

    def _take_back(self, action: Action, index: int) -> None:
        trick, card, seat = self._open, action.cards[0], action.seat
        if trick is None or card is None or seat is None:
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

    # -- the rest ---------------------------------------------------------------------------------------------------

    def _keep(self, action: Action, index: int) -> None:
        table, side = self.table, action.side
        pair = next((a for a in reversed(table.actions[:index]) if a.do == "play" and action.cards[0] in a.cards), None)
        if pair is None or len(pair.cards) < 2 or (pair.seat is not None and table.side_of(pair.seat) == side):
            why = (
                "no two cards were played at once" if pair is None or len(pair.cards) < 2 else "the adversaries select"
            )
            table.note(
                "not-entitled",
                "EXPO-3",
                f"{table.side_name(side)} chose {_named(action.cards[0])}; {why}.",
                event=action.event,
                side=side,
                card=action.cards[0],
            )

    def _expose(self, action: Action, index: int) -> None:
        if action.cards[0] is not None and action.seat is not None:
            self._exposed = {**self._exposed, action.cards[0]: action.seat}

    def _call(self, action: Action, index: int) -> None:
        table, card, side = self.table, action.cards[0], action.side
        assert card is not None
        owner = self._exposed.get(card)
        if self.players != 4:
            why = "with two or three players no card is called"
        elif owner is None:
            why = "the card does not lie exposed"
        elif table.side_of(owner) == side:
            why = "the adversaries call"
        else:
            self.calls += (Called(owner, card, action.event),)
            return
        table.note(
            "not-entitled",
            "EXPO-1" if self.players == 4 else "EXPO-4",
            f"{table.side_name(side)} called {NAMES[card]}; {why}.",
            event=action.event,
            side=side,
            card=card,
            reading=self.players != 4,
        )

    def _draw(self, action: Action, index: int) -> None:
        self._close_open()
        assert action.seat is not None
        self.draws += (Drawn(action.seat, action.cards[0], len(self.tricks), action.event),)

    def _peg(self, action: Action, index: int) -> None:
        assert action.side is not None
        trick = len(self.tricks) + (1 if self._open is not None and self._is_full(self._open) else 0)
        self.pegs += (Pegged(action.side, action.points, trick, action.event),)

    def _quit(self, action: Action, index: int) -> None:
        self._close_open()

    # -- finishing a trick ------------------------------------------------------------------------------------------

    def _close_open(self) -> None:
        trick = self._open
        if trick is not None and trick.cards:
            self._finish(trick, quitted=True)

    def _finish(self, trick: Trick, *, quitted: bool) -> None:
        self._open = None
        self._vacant = NOTHING
        self._out_of_turn = frozenset()
        trick.quitted = quitted
        trick.finished = True
        if None not in trick.seats:
            trick.missing = [seat for seat in range(self.players) if seat not in trick.seats]
        if trick.cards and self.table.variant.trump_led and not self._pitched:
            self._pitch(trick)
        if trick.missing or None in trick.cards:
            self._fill(trick)
        trick.winner = self._winner(trick)
        self.leader = trick.winner
        self.tricks.append(trick)

    def _pitch(self, trick: Trick) -> None:
        """The first card led by the eldest hand fixes the trump; a lead by anybody else fixes nothing (PLAY-5)."""
        eldest = self.table.eldest
        if eldest is None or trick.seats[0] in (eldest, None):
            self._pitched = True
            self.trump = None if eldest is not None and trick.seats[0] is None else trick.led

    def candidates(self, seat: int) -> int:
        """The mask of cards that an unrecorded card of `seat` can be."""
        left = self.hands[seat] & ~self.seen
        if self.whole[seat]:
            return left
        elsewhere = self.seen
        for other, hand in enumerate(self.hands):
            if other != seat:
                elsewhere |= hand
        for turned in self.table.turns:
            for card in turned.cards:
                if card is not None:
                    elsewhere |= 1 << card
        return PACK & ~elsewhere

    def _fill(self, trick: Trick) -> None:
        """Put in a card that must have been played, the one left over of a known hand (TRCK-1)."""
        if self.table.variant.stock:
            return
        for place, seat in enumerate(trick.seats):
            if seat is not None and trick.cards[place] is None and self.whole[seat]:
                left = self.candidates(seat)
                if left.bit_count() == 1:
                    trick.cards[place] = left.bit_length() - 1
                    self._seen = self.seen | left
        for seat in trick.missing:
            left = self.candidates(seat)
            if self.whole[seat] and left.bit_count() == 1:
                trick.filled = {**trick.filled, seat: left.bit_length() - 1}
                self._seen = self.seen | left

    def _best(self, trick: Trick) -> int | None:
        """The seat whose known card is the best so far, the trump being known."""
        best: int | None = None
        holder: int | None = None
        if self.trump is None:
            suits = {card // 13 for card in trick.all_cards()}
            if len(suits) != 1 or None in trick.cards:
                return None
        trump = -1 if self.trump is None else self.trump
        led = trick.led
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card is None:
                continue
            if best is None:
                if led is None and card // 13 != trump:
                    continue
                best, holder = card, seat
            elif beats(card, best, trump):
                best, holder = card, seat
        for seat, card in trick.filled.items():
            if best is not None and beats(card, best, trump):
                best, holder = card, seat
        return holder

    def _winner(self, trick: Trick) -> int | None:
        """The seat that won, if no card that is not recorded can have beaten its card (PLAY-4)."""
        seats, cards = trick.seats, trick.cards
        if self.trump is not None and not trick.missing and None not in cards and None not in seats:
            return seats[winner(cards, self.trump)]  # type: ignore[arg-type]
        holder = self._best(trick)
        if holder is None:
            return None
        in_trick = {s: c for s, c in zip(seats, cards, strict=True) if s is not None and c is not None} | dict(
            trick.filled
        )
        best_card = in_trick[holder]
        higher = SUIT_MASK[best_card // 13] & ~((1 << best_card + 1) - 1)
        if self.trump is not None and best_card // 13 != self.trump:
            higher |= SUIT_MASK[self.trump]
        unknown = [s for s, c in zip(seats, cards, strict=True) if c is None and s is not None]
        unknown += [seat for seat in trick.missing if seat not in trick.filled]
        for seat in unknown:
            possible = self.candidates(seat)
            if self.trump is None:
                possible &= ~SUIT_MASK[best_card // 13] | higher
                if possible:
                    return None
            elif possible & higher:
                return None
        return holder


_STEPS: dict[str, Callable[[Play, Action, int], None]] = {
    "trick": Play._whole_trick,
    "play": Play._single_play,
    "take-back": Play._take_back,
    "quit": Play._quit,
    "keep": Play._keep,
    "expose": Play._expose,
    "call": Play._call,
    "draw": Play._draw,
    "peg": Play._peg,
}


def cut_trump(table: Table) -> int | None:
    """The suit of the highest card cut, ties being cut again (TRMP-1)."""
    rounds = table.trump_cuts or table.cuts_for_deal
    tied: set[int] | None = None
    for cards in rounds:
        drawn = {seat: card for seat, card in cards.items() if tied is None or seat in tied}
        if not drawn:
            continue
        top = max(card % 13 for card in drawn.values())
        best = [seat for seat, card in drawn.items() if card % 13 == top]
        if len(best) == 1:
            return drawn[best[0]] // 13
        tied = set(best)
    return None


def _named(card: int | None) -> str:
    return "a card" if card is None else NAMES[card]
