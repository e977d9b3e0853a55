"""Where each card of the pack was: the hands as written, told against what was turned, drawn and played.

One card twice, a hand of five or seven: first a slip of the pen. It is a fault of the pack or of the deal only when
the table found it or the play confirms it (PACK-2, MISD-1).
"""

from collections.abc import Mapping
from types import MappingProxyType

from audit.cards import NAMES, PACK, mask, members
from audit.rules.events import Told, Written
from audit.rules.table import Table
from audit.rules.tricks import Play


def _known(hand: Written) -> int:
    return mask(card for card in hand if card is not None) if isinstance(hand, list) else 0


def _is_whole(hand: Written) -> bool:
    return isinstance(hand, list) and None not in hand


def _size(hand: Written) -> int | None:
    return len(hand) if isinstance(hand, list) else hand


class Pack:
    """The cards of one deal.

    Attributes:
        given: of each seat, the mask of the cards that the record gives it, discards taken off.
        whole: of each seat, whether `given` holds every card that it can have had for the play.
        held: of each seat, the mask of cards that it certainly had for the play.
        played: of each seat, the mask of the cards that it played.
        size: of each seat, the number of cards that it had for the play.
        drawn: of each trick (from 1), the cards drawn after it, as (seat, card or `None`).
        late: seats whose wrong number of cards was found after they had played to the first trick (MISD-5).
        misdealt: a wrong number was found in time, or the pack was imperfect (MISD-1, MISD-2).
        unconfirmed: seats that announced a wrong number which nothing confirms (DEAL-6).
        cards_known: every card played is recorded, and by whom.
        imperfect: the pack was proved imperfect (PACK-2).
        told_in_time: somebody truly announced a wrong number before he played to the first trick (DEAL-6).
    """

    drawn: Mapping[int, list[tuple[int, int | None]]] = MappingProxyType({})
    late: tuple[int, ...] = ()
    misdealt = False
    cards_known = False
    unconfirmed: tuple[int, ...] = ()
    imperfect = False
    told_in_time = False
    kept_nine = False
    _twice = 0
    _distrusted = 0

    def __init__(self, table: Table) -> None:
        self.table = table
        players = table.players
        self.given = [0] * players
        self.whole = [False] * players
        self.held = [0] * players
        self.played = [0] * players
        self.count = [0] * players
        self.size = [table.variant.hand_tricks] * players
        self._gather()

    # -- before the play --------------------------------------------------------------------------------------------

    def _gather(self) -> None:
        table = self.table
        hands, runs = table.hands, table.runs
        if not runs:
            for seat, hand in enumerate(hands):
                if isinstance(hand, list):
                    self.given[seat] = _known(hand)
                    self.whole[seat] = None not in hand
        else:
            for seat in range(table.players):
                parts = [hands[seat]] + [run[seat] for run in runs]
                for part in parts:
                    self.given[seat] |= _known(part)
                self.whole[seat] = all(_is_whole(part) for part in parts)
        self.all_given = self.given
        if table.discards:
            self.given = list(self.given)
        for seat, cards, _ in table.discards:
            if cards is not None:
                self.given[seat] &= ~mask(cards)
        if table.variant.stock:
            self.whole = [False] * table.players

    def for_play(self) -> tuple[list[int], list[bool]]:
        """The hands to tell whose a card is, and whether each is the whole hand."""
        return self.given, self.whole

    # -- after the play ---------------------------------------------------------------------------------------------

    def reconcile(self, play: Play) -> None:
        """Tell the hands against the play; note what cannot be as it is written."""
        table = self.table
        played_twice = self._played(play)
        if table.variant.stock:
            self._draws(play)
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
            if not final:
                self.whole[seat] = False

    # -- how many cards ---------------------------------------------------------------------------------------------

    def _written_total(self, seat: int) -> int | None:
        sizes = [_size(part) for part in [self.table.hands[seat]] + [run[seat] for run in self.table.runs]]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    def _counts(self, play: Play) -> None:
        """A wrong number of cards to a player, or a slip of the pen (MISD-1, MISD-5, DEAL-6)."""
        table = self.table
        expected = 6 + 3 * len(table.runs)
        if not table.runs and not table.announced and all(type(h) is list and len(h) == 6 for h in table.hands):
            return
        told: dict[int, Told] = {item.seat: item for item in table.announced}
        for seat in range(table.players):
            written = self._written_total(seat)
            announced = told.get(seat)
            if announced is not None and announced.number == announced.expected:
                announced = None
            if announced is None and (written is None or written == expected):
                continue
            self._count_of(seat, written, expected, announced, play)

    def _count_of(self, seat: int, written: int | None, expected: int, told: Told | None, play: Play) -> None:
        table = self.table
        parts = [table.hands[seat]] + [run[seat] for run in table.runs]
        counted = any(isinstance(p, int) and p != (3 if i else 6) for i, p in enumerate(parts))
        by_play = written is not None and self.count[seat] == written and self.played[seat] == self.given[seat] != 0
        agrees = told is not None and written is not None and told.number - told.expected == written - expected
        redealt = table.redeal_reason == "misdeal"
        if written is not None and written != expected and (counted or agrees or redealt or by_play):
            self._wrong_count(seat, written, expected, told, play, by_play=by_play)
        elif told is not None and written is None:
            if redealt:
                self._wrong_count(seat, told.number, told.expected, told, play, by_play=False)
            else:
                self.unconfirmed += (seat,)
                late = self._has_played(seat, told.event, play)
                table.note(
                    "late-wrong-count" if late else "wrong-count",
                    "DEAL-6",
                    f"{table.label(seat)} announced {told.number} cards; six make a hand and nothing in the record"
                    " confirms the number, so by itself it decides nothing.",
                    event=told.event,
                    seat=seat,
                    reading=True,
                )
        elif written is not None:
            self._distrusted |= 1 << seat if written > expected else 0
            says = "" if told is None else f", and {told.number} were announced"
            table.note(
                "hand-incomplete",
                "DEAL-3",
                f"{table.label(seat)}'s hand is written with {written} cards{says}; {expected} were dealt to each."
                " First suspect the pen.",
                event=table.dealt_event,
                seat=seat,
            )

    def _has_played(self, seat: int, before: int | None, play: Play) -> bool:
        for trick in play.tricks:
            for who, event in zip(trick.seats, trick.events, strict=True):
                if who == seat and (before is None or event < before):
                    return True
        return False

    def _wrong_count(
        self, seat: int, count: int, expected: int, told: Told | None, play: Play, *, by_play: bool
    ) -> None:
        table = self.table
        late = self._has_played(seat, None if told is None else told.event, play)
        self.size[seat] = count if not table.runs else self.size[seat]
        found = "announced by the player" if told else "confirmed by the play" if by_play else "so recorded"
        head = f"{table.label(seat)} had {count} cards instead of {expected}, {found}"
        if late:
            self.late += (seat,)
            table.note(
                "late-wrong-count",
                "MISD-5 DEAL-6",
                f"{head} after he had played to the first trick. Whether it is still a misdeal is not decided;"
                " a turned Jack stands.",
                event=told.event if told else table.dealt_event,
                seat=seat,
            )
            return
        self.misdealt = True
        self.told_in_time = self.told_in_time or told is not None
        keeps = table.variant.misdeal_keeps
        follows = "the same dealer deals again" if keeps else "the deal passes to the misdealer's left"
        table.note(
            "wrong-count",
            "MISD-1 MISD-4" if keeps else "MISD-1 DEAL-6",
            f"{head}: a misdeal; nothing counts, a turned Jack included, and {follows}.",
            event=told.event if told else table.dealt_event,
            seat=seat,
        )

    def _sizes_after_discards(self) -> None:
        """Discarding down to six after a run, or nine kept after one (DISC-1, DISC-2)."""
        table = self.table
        runs = len(table.runs)
        if not runs and not table.discards:
            return
        thrown: dict[int, int] = {}
        last: dict[int, int] = {}
        for seat, _, number in table.discards:
            thrown[seat] = -1 if number < 0 or thrown.get(seat, 0) < 0 else thrown.get(seat, 0) + number
        for seat in range(table.players):
            written = self._written_total(seat)
            dealt = 6 + 3 * runs if written is None or seat not in self.late else written
            if seat in thrown:
                last[seat] = dealt - thrown[seat] if thrown[seat] >= 0 else 6
            elif (runs and self.count[seat] > 6) or (runs == 1 and table.options.keep_nine and not thrown):
                last[seat] = dealt
        for seat, left in last.items():
            self.size[seat] = left
        self.kept_nine = runs == 1 and len(last) == table.players and set(last.values()) == {9}
        self._note_hand_sizes(last, runs)

    def _note_hand_sizes(self, last: dict[int, int], runs: int) -> None:
        table = self.table
        if self.kept_nine and table.options.keep_nine is not False:
            if table.options.keep_nine is None:
                table.note(
                    "wrong-hand-size",
                    "DISC-2",
                    "All kept nine cards after one run: some clubs do so, others discard down to six;"
                    " the record does not say which this club does.",
                    kind="note",
                )
            return
        right = 9 if table.options.keep_nine and runs == 1 else 6
        for seat, left in last.items():
            if left != right:
                rule = "nine are kept after one run" if right == 9 else "hands are reduced to six"
                table.note(
                    "wrong-hand-size",
                    "DISC-1 DISC-2" if runs else "DISC-1",
                    f"{table.label(seat)} played with {left} cards after {runs} run{'s' * (runs != 1)}; {rule}.",
                    seat=seat,
                )

    # -- the stock of California Jack -------------------------------------------------------------------------------

    def _draws(self, play: Play) -> None:
        """The winner of each trick takes the top card, his adversary the next (PLAY-6)."""
        table, stock = self.table, list(self.table.stock or ())
        recorded: dict[int, list[tuple[int, int | None]]] = {}
        events: dict[int, list[int]] = {}
        for draw in play.draws:
            recorded.setdefault(draw.after, []).append((draw.seat, draw.card))
            events.setdefault(draw.after, []).append(draw.event)
        drawn: dict[int, list[tuple[int, int | None]]] = {}
        self.drawn = drawn
        for trick in play.tricks[:20]:
            top = 2 * (trick.number - 1)
            due: list[tuple[int, int | None]] = []
            if trick.winner is not None:
                order = (trick.winner, 1 - trick.winner)
                due = [(seat, stock[top + i] if top + i < len(stock) else None) for i, seat in enumerate(order)]
            taken = recorded.get(trick.number, [])
            drawn[trick.number] = taken or due
            for place, (seat, card) in enumerate(taken):
                if place < len(due) and (
                    seat != due[place][0] or (None not in (card, due[place][1]) and card != due[place][1])
                ):
                    who, what = due[place]
                    table.note(
                        "wrong-draw",
                        "PLAY-6",
                        f"{table.label(seat)} drew {'a card' if card is None else NAMES[card]};"
                        f" {table.label(who)} was to draw {'the top card' if what is None else NAMES[what]}."
                        " The winner of a trick takes the top card, his adversary the next.",
                        event=events[trick.number][place],
                        trick=trick.number,
                        seat=seat,
                        card=card,
                    )
                    break

    # -- the same card twice ----------------------------------------------------------------------------------------

    def _sources(self) -> list[tuple[str, int | None, int]]:
        """Every card that is written as dealt, turned or left in the stock: where, whose, which."""
        table = self.table
        found: list[tuple[str, int | None, int]] = []
        for run, hands in enumerate([table.hands, *table.runs]):
            for seat, hand in enumerate(hands):
                if isinstance(hand, list):
                    place = f"{table.label(seat)}'s {'hand' if run == 0 else 'run'}"
                    found += [(place, seat, card) for card in hand if card is not None]
        found += [("the turn-up", None, c) for t in table.turns for c in t.cards if c is not None]
        found += [("the stock", None, card) for card in table.stock or () if card is not None]
        return found

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
                for who in (before, seat):
                    self._distrusted |= 0 if who is None else 1 << who
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

    def _not_held(self, play: Play, doubled: int) -> None:
        """A card played, discarded or exposed by a seat whose written hand does not hold it (TRCK-1)."""
        table = self.table
        elsewhere = self._elsewhere()
        for seat in range(table.players):
            foreign = self._foreign(seat, elsewhere)
            if not foreign:
                continue
            if self.all_given[seat] & doubled & ~self.played[seat] and foreign.bit_count() == 1:
                self._distrusted |= 1 << seat
                continue
            if not self.whole[seat] and not table.variant.stock:
                self._from_elsewhere(seat, foreign & ~self._twice & ~doubled, play)
                continue
            written = self._written_total(seat)
            if written is not None and written < 6 + 3 * len(table.runs) and foreign.bit_count() == 1:
                continue
            self._distrusted |= 1 << seat
            for card in members(foreign & ~self._twice):
                trick, event = _where(play, seat, card)
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

    def _foreign(self, seat: int, elsewhere: list[int]) -> int:
        if self.whole[seat]:
            return self.played[seat] & ~self.given[seat]
        if self.table.variant.stock:
            return self._not_drawn(seat)
        return self.played[seat] & elsewhere[seat]

    def _not_drawn(self, seat: int) -> int:
        """Cards played that were neither dealt nor drawn, where every draw of the seat is recorded (PLAY-6)."""
        if not _is_whole(self.table.hands[seat]):
            return 0
        known = self.given[seat]
        for number in range(1, min(max(self.drawn, default=0), 20) + 1):
            own = [card for who, card in self.drawn.get(number, ()) if who == seat]
            if len(own) != 1 or own[0] is None:
                return 0
            known |= 1 << own[0]
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
        table = self.table
        for card in members(foreign):
            trick, event = _where(play, seat, card)
            table.note(
                "duplicate-card",
                "PACK-1",
                f"{table.label(seat)} played {NAMES[card]}{self._whose(card, seat)}. First suspect the pen.",
                event=event,
                trick=trick,
                seat=seat,
                card=card,
            )

    def _whose(self, card: int, seat: int) -> str:
        places = [place for place, owner, c in self._sources() if c == card and owner != seat]
        return f"; it stands in {' and '.join(places)}" if places else ""

    def _discards_not_held(self) -> None:
        table = self.table
        for seat, cards, _ in table.discards:
            parts = [table.hands[seat]] + [run[seat] for run in table.runs]
            if cards is None or not all(_is_whole(part) for part in parts):
                continue
            for card in cards:
                if not self.all_given[seat] >> card & 1:
                    self._distrusted |= 1 << seat
                    table.note(
                        "card-not-held",
                        "TRCK-1",
                        f"{table.label(seat)} discarded {NAMES[card]}, which the record does not give him"
                        f"{self._whose(card, seat)}. First suspect the pen.",
                        seat=seat,
                        card=card,
                    )

    def _listing(self) -> None:
        """Where the whole pack is listed, no card is missing (PACK-2)."""
        table = self.table
        if table.stock is None or None in table.stock or not all(_is_whole(hand) for hand in table.hands):
            return
        if any(not _is_whole(hand) for run in table.runs for hand in run) or any(None in t.cards for t in table.turns):
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


def _where(play: Play, seat: int, card: int) -> tuple[int | None, int | None]:
    for trick in play.tricks:
        for who, what, event in zip(trick.seats, trick.cards, trick.events, strict=True):
            if who == seat and what == card:
                return trick.number, event
    return None, None
