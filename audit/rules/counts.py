"""How many cards everybody had: a wrong number dealt, announced, or kept after a run (MISD-1, MISD-5, DEAL-6, DISC)."""

from audit.rules.events import Told
from audit.rules.hands import Hands, has_played
from audit.rules.tricks import Play


class Counts(Hands):
    """The number of cards that each seat had.

    Attributes:
        late: seats whose wrong number of cards was found after they had played to the first trick (MISD-5).
        misdealt: a wrong number was found in time (MISD-1).
        unconfirmed: seats that announced a wrong number which nothing confirms (DEAL-6).
        told_in_time: somebody truly announced a wrong number before he played to the first trick (DEAL-6).
        kept_nine: everybody kept nine cards after one run (DISC-2).
    """

    late: tuple[int, ...] = ()
    misdealt = False
    unconfirmed: tuple[int, ...] = ()
    told_in_time = False
    kept_nine = False

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
            if announced is None and (written is None or written == expected or self._stopped(written, expected)):
                continue
            self._count_of(seat, written, expected, announced, play)

    def _stopped(self, written: int, expected: int) -> bool:
        """The dealing stopped before everybody had six cards: a card was faced or shown (MISD-2, MISD-3)."""
        table = self.table
        return written < expected and (table.faced or table.exposed_dealing) and not table.turns

    def _count_of(self, seat: int, written: int | None, expected: int, told: Told | None, play: Play) -> None:
        """One seat whose number is not the right one: a wrong number, or a slip of the pen."""
        table = self.table
        counted = any(isinstance(p, int) and p != (3 if i else 6) for i, p in enumerate(self._parts(seat)))
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
                late = has_played(play, seat, told.event)
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
            if written > expected:
                self._distrust(seat)
            says = "" if told is None else f", and {told.number} were announced"
            table.note(
                "hand-incomplete",
                "DEAL-3",
                f"{table.label(seat)}'s hand is written with {written} cards{says}; {expected} were dealt to each."
                " First suspect the pen.",
                event=table.dealt_event,
                seat=seat,
            )

    def _wrong_count(
        self, seat: int, count: int, expected: int, told: Told | None, play: Play, *, by_play: bool
    ) -> None:
        """A number that was truly wrong: a misdeal, unless its holder had played already (MISD-1, MISD-5)."""
        table = self.table
        late = has_played(play, seat, None if told is None else told.event)
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
        table.note(
            "wrong-count",
            "MISD-1 MISD-4" if table.variant.misdeal_keeps else "MISD-1 DEAL-6",
            f"{head}: a misdeal; nothing counts, a turned Jack included, and {table.after_misdeal}.",
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
        """Hands that were not reduced to the right number after the runs (DISC-1, DISC-2)."""
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
