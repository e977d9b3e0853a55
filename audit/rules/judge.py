"""What the play shows when the deal is over: revokes, calls not obeyed, short tricks (REVK-1 to 7, EXPO-1, TRCK-1).

A hand that was not recorded is what its seat is seen to play: that proves a revoke when the suit appears later, and
proves nothing else.
"""

from dataclasses import dataclass

from audit.cards import BITS, NAMES, SUIT_MASK, mask, members
from audit.rules.pack import Pack
from audit.rules.play import may_play
from audit.rules.stock import DRAWS
from audit.rules.table import Table
from audit.rules.trick import Trick, Withdrawn
from audit.rules.tricks import Play


@dataclass(frozen=True, slots=True)
class Revoke:
    """An established revoke: who, in which trick, with which card, and the card that proves it."""

    seat: int
    trick: int
    card: int
    proof: int
    shown_in: int | None


class Judge:
    """The play of a deal, judged with hindsight.

    Attributes:
        revokes: the established ones, in order.
        unsettled: seats and tricks of an off-suit card that can still be mended (REVK-2).
    """

    revokes: tuple[Revoke, ...] = ()
    unsettled: tuple[Revoke, ...] = ()

    def __init__(self, table: Table, play: Play, pack: Pack) -> None:
        self.table = table
        self.play = play
        self.pack = pack
        self._holding: list[list[int]] = []
        self._follow_suit()
        if play.withdrawn:
            self._mended()
        if play.calls:
            self._calls()
        self._short_tricks()

    def held_at(self, number: int, seat: int) -> int:
        """The mask of cards that a seat certainly held when a trick was led."""
        return self._holding[number - 1][seat]

    # -- follow or trump --------------------------------------------------------------------------------------------

    def _follow_suit(self) -> None:
        """PLAY-2 and PLAY-3 for every card, with what each seat is known to have held."""
        trump = self.play.trump
        held = self._held_for_play()
        doubtful = [self._left_out()] * self.table.players
        for trick in self.play.tricks:
            if self.table.variant.stock and trick.number == DRAWS + 1:
                held = [hand | self._still_played(seat, trick.number) for seat, hand in enumerate(held)]
            self._holding.append(list(held))
            led = trick.led
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                if seat is None:
                    continue
                if card is None:
                    doubtful[seat] += 1
                    continue
                if led is not None and trump is not None and card // 13 != led:
                    suit = held[seat] & SUIT_MASK[led]
                    if suit and not may_play(card, held[seat] | 1 << card, led, trump):
                        self._revoke(trick, seat, card, suit, doubtful[seat])
                held[seat] &= ~(1 << card)
            if trick.missing or None in trick.seats:
                self._not_shown(trick, held, doubtful)
            for seat, drawn in self.pack.drawn.get(trick.number, ()):
                if not self.pack.played[1 - seat] & BITS[drawn]:  # else it was written down for the wrong player
                    held[seat] |= BITS[drawn]

    def _held_for_play(self) -> list[int]:
        """What each seat certainly held when the first trick was led; before the draws where cards are drawn."""
        if not self.table.variant.stock:
            surplus = self._surplus()
            return [held & ~(surplus & ~given) for held, given in zip(self.pack.held, self.pack.given, strict=True)]
        hands = zip(self.pack.given, self.table.hands, strict=True)
        return [given if isinstance(written, list) else 0 for given, written in hands]

    def _not_shown(self, trick: Trick, held: list[int], doubtful: list[int]) -> None:
        """A card of which it is not known who played it, or which, may be one that a seat is thought to hold."""
        if None in trick.seats:
            for seat in range(self.table.players):
                doubtful[seat] += 1
                for card in trick.cards:
                    held[seat] &= ~BITS[card]
        for seat in trick.missing:
            if seat in trick.filled:
                held[seat] &= ~(1 << trick.filled[seat])
            else:
                doubtful[seat] += 1

    def _left_out(self) -> int:
        """Tricks that were played and not written down: cards left over at the end may belong to them (TRCK-1)."""
        if not (self.table.written_up or self.play.misplaced):
            return 0
        return max(0, min(self.pack.size) - len(self.play.tricks))

    def _surplus(self) -> int:
        """The mask of the cards in tricks beyond those that the hands give: they prove nothing (TRCK-1)."""
        return mask(card for trick in self.play.tricks[max(self.pack.size) :] for card in trick.all_cards())

    def _still_played(self, seat: int, number: int) -> int:
        """The mask of the cards that a seat is seen to play from trick `number` on."""
        later = 0
        for trick in self.play.tricks[number - 1 : max(self.pack.size)]:
            for who, card in zip(trick.seats, trick.cards, strict=True):
                if who == seat and card is not None:
                    later |= 1 << card
        return later

    def _revoke(self, trick: Trick, seat: int, card: int, suit: int, doubtful: int) -> None:
        """A seat with the suit led neither followed nor trumped; is it proved, and is it established? (REVK-2)"""
        later = self._still_played(seat, trick.number + 1) & suit
        if self.play.doubtful_order or (not later and doubtful):
            return
        proof = next(iter(members(later or suit)))
        shown_in = next((t.number for t in self.play.tricks[trick.number :] if t.card_of(seat) == proof), None)
        revoke = Revoke(seat, trick.number, card, proof, shown_in)
        if not trick.quitted:
            self.unsettled += (revoke,)
            return
        self.revokes += (revoke,)
        table = self.table
        led = trick.led or 0
        lead = f"{NAMES[trick.cards[0] or 0]} led by {table.label(trick.seats[0])}"
        trumps = led == self.play.trump
        clause = "PLAY-2" if trumps else "PLAY-3"
        shown = f"played to trick {shown_in}" if shown_in else "in his hand"
        rule = "did not follow the trump led" if trumps else "neither followed nor trumped"
        table.note(
            "revoke",
            f"REVK-1 REVK-2 {clause}",
            f"{table.label(seat)} could follow suit to the {lead}"
            f" and {rule} ({clause}); the trick was quitted or a card led to the next, so the revoke is established"
            " (REVK-2). Only Jack and Game are affected; see the ruling for the penalty (REVK-3, REVK-4).",
            event=trick.events[trick.seats.index(seat)],
            trick=trick.number,
            seat=seat,
            card=card,
            proof=f"{NAMES[proof]}, {shown}",
        )

    # -- mended revokes, called cards -------------------------------------------------------------------------------

    def _mended(self) -> None:
        """A card taken back that would have been a revoke: a note in time, an established revoke too late (REVK-2)."""
        trump = self.play.trump
        for item in self.play.withdrawn:
            if item.how not in ("taken back", "too late") or item.trick > len(self.play.tricks) or trump is None:
                continue
            trick = self.play.tricks[item.trick - 1]
            led = trick.led
            if led is None or trick.seats[0] == item.seat:
                continue
            stands = trick.card_of(item.seat)
            held = self.held_at(item.trick, item.seat) | (0 if stands is None else 1 << stands)
            if may_play(item.card, held | 1 << item.card, led, trump):
                continue
            if item.how == "too late":
                self._revoke(trick, item.seat, item.card, held & SUIT_MASK[led], 0)
            else:
                self._note_mended(item)

    def _note_mended(self, item: Withdrawn) -> None:
        """A revoke mended in time; with four players the card is exposed (REVK-2, EXPO-5)."""
        table = self.table
        exposed = "; with four players the card is exposed (EXPO-5)" if table.players == 4 else ""
        table.note(
            "revoke-mended",
            "REVK-2 EXPO-5" if table.players == 4 else "REVK-2",
            f"{table.label(item.seat)} took back {NAMES[item.card]} before the trick was quitted or a card led"
            f" to the next: no revoke{exposed}.",
            event=item.event,
            trick=item.trick,
            seat=item.seat,
            card=item.card,
            reading=True,
        )

    def _calls(self) -> None:
        """Whether a called card was played when that was no revoke (EXPO-1)."""
        table, trump = self.table, self.play.trump
        for call in self.play.calls:
            trick = next(
                (
                    t
                    for t in self.play.tricks
                    for s, e in zip(t.seats, t.events, strict=True)
                    if s == call.seat and e > call.event
                ),
                None,
            )
            if trick is None or trump is None:
                continue
            played = trick.card_of(call.seat)
            if (
                played is None
                or played == call.card
                or not self._could_obey(trick, call.seat, call.card, played, trump)
            ):
                continue
            table.note(
                "call-ignored",
                "EXPO-1",
                f"{table.label(call.seat)}'s exposed {NAMES[call.card]} was called;"
                f" he could play it and played {NAMES[played]}.",
                event=trick.events[trick.seats.index(call.seat)],
                trick=trick.number,
                seat=call.seat,
                card=call.card,
                proof=f"{NAMES[call.card]} called, {NAMES[played]} played",
            )

    def _could_obey(self, trick: Trick, seat: int, called: int, played: int, trump: int) -> bool:
        """Whether the called card could be played to the trick without a revoke."""
        led = trick.led
        if trick.seats[0] == seat:
            return True
        if led is None:
            return False
        if called // 13 == led or (led != trump and called // 13 == trump):
            return True
        if self.held_at(trick.number, seat) & SUIT_MASK[led]:
            return False
        return self.pack.whole[seat] or played // 13 not in (led, trump)

    # -- tricks -----------------------------------------------------------------------------------------------------

    def _short_tricks(self) -> None:
        """A trick with a card missing (TRCK-1), and more tricks than cards in a hand."""
        table, pack = self.table, self.pack
        left = list(pack.size)
        extra: Trick | None = None
        for trick in self.play.tricks:
            short = []
            if trick.missing and trick.finished:
                short = [seat for seat in trick.missing if left[seat] > 0]
                if len(short) < len(trick.missing) and set(trick.missing) - set(short):
                    short = [seat for seat in short if pack.count[seat] < pack.size[seat]]
            if trick.cards and all(s is not None and left[s] <= 0 for s in trick.seats):
                extra = extra or trick
            for seat in trick.seats:
                if seat is not None:
                    left[seat] -= 1
            if short or (trick.finished and None in trick.seats and len(trick.cards) < table.players):
                self._incomplete(trick, short)
        if (
            extra is None
            and table.variant.hand_tricks < len(self.play.tricks)
            and max(pack.size) < len(self.play.tricks)
        ):
            extra = self.play.tricks[max(pack.size)]
        if extra is not None:
            self._wrong_number(extra)
        elif self._tricks_left_out() and not self.play.written_twice:
            self._wrong_number(self.play.tricks[-1])

    def _tricks_left_out(self) -> bool:
        """The hands are all written and the tricks counted or piled, yet each player is left with a card."""
        table, pack, tricks = self.table, self.pack, self.play.tricks
        if not tricks or not (table.counts or table.piles) or table.variant.pegging or not all(pack.whole):
            return False
        return all(t.finished and not t.missing for t in tricks) and len(tricks) < min(pack.size)

    def _incomplete(self, trick: Trick, short: list[int]) -> None:
        """A trick in which somebody played no card (TRCK-1)."""
        table = self.table
        who = " and ".join(table.label(seat) for seat in short) or "somebody"
        filled = [
            f"{NAMES[card]}, left over with {table.label(seat)}, belongs to it" for seat, card in trick.filled.items()
        ]
        rest = "; ".join(filled) if filled else "the card that is left over at the end belongs to it"
        table.note(
            "incomplete-trick",
            "TRCK-1",
            f"The trick has {len(trick.cards)} cards of {table.players}; {who} played none. First suspect the pen:"
            f" {rest}, and it proves no revoke.",
            event=trick.events[-1] if trick.events else None,
            trick=trick.number,
            seat=short[0] if len(short) == 1 else None,
            reading=True,
        )

    def _wrong_number(self, trick: Trick) -> None:
        """More tricks, or fewer, than the hands have cards (TRCK-1)."""
        table = self.table
        due = max(self.pack.size)
        table.note(
            "wrong-trick-count",
            "TRCK-1",
            f"{len(self.play.tricks)} tricks are written; hands of {due} cards give {due}. First suspect the pen.",
            event=trick.events[0] if trick.events else None,
            trick=trick.number,
        )
