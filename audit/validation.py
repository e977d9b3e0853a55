"""A record through the rules: every deal told to a table, its sheet audited, and the deals held against each other."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from audit.cards import NAMES
from audit.codes import CODES
from audit.findings import Finding, Kind
from audit.records.models import Deal, Record, Turn
from audit.rules.faults import Fault
from audit.rules.reckoning import Case
from audit.rules.regular import regular
from audit.rules.seats import Seating
from audit.rules.table import Table
from audit.rules.variants import VARIANTS
from audit.sheet import Sheet
from audit.standing import Standing, after_regular
from audit.standing import after as after_deal
from audit.telling import Teller

WIDEST_GAP = 100
"""A gap of more numbers is one finding."""


class Heard:
    """A deal of a record, told to a table.

    Args:
        place: where it stands among the deals of the record, from 0.
        number: its number, or its place from 1 where it has none.
        deal: as it was written.
        table: after all its events.
    """

    __slots__ = ("_case", "deal", "number", "place", "table")

    def __init__(self, place: int, number: int, deal: Deal, table: Table) -> None:
        self.place = place
        self.number = number
        self.deal = deal
        self.table = table
        self._case: Case | None = None

    @property
    def case(self) -> Case:
        """Everything that can be told of the deal; made when it is first asked for."""
        if self._case is None:
            self._case = Case(self.table)
        return self._case


def validate(record: Record) -> list[Finding]:
    """Everything in a record that is not as the rules have it, in the order in which it happened.

    Args:
        record: a game, or a turn-up book without seats.

    Returns:
        The findings; an empty list for a clean record.
    """
    return Validation(record).findings


class Validation:
    """The validation of one record.

    Attributes:
        heard: the deals, each once.
        findings: what was found.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.heard: list[Heard] = []
        self.findings: list[Finding] = []
        seating = record.seating
        if seating is None:
            self._book()
            return
        self.seating: Seating = seating
        self.teller = Teller(record, seating)
        self._hear_all()

    @property
    def plays(self) -> int:
        """Cards that were played, as recorded."""
        return sum(len(a.cards) for heard in self.heard for a in heard.table.actions if a.do in ("trick", "play"))

    # -- the deals one after the other ------------------------------------------------------------------------------

    def _hear_all(self) -> None:
        deals = self._once()
        standing: Standing | None = None
        over = False
        for place, deal in deals:
            number = deal.number if deal.number is not None else place + 1
            written = self._made(deal.score_before)
            before = self._scores_before(written, number, standing)
            table = self.teller.table(deal, before)
            heard = Heard(place, number, deal, table)
            self.heard.append(heard)
            if len(self.heard) == 1:
                self._first_deal(table, number)
            if standing is not None and number == self.heard[-2].number + 1:
                self._rotation(table, standing)
                self._continuity(table, written, standing)
                if standing.over and not over:
                    over = True
                    table.note(
                        "play-after-end", "SCOR-6", "The game was won in the deal before; this deal is not part of it."
                    )
            after = self._made(deal.score_after)
            standing = self._regular(table, deal, after) or self._audited(heard, after)
            if table.faults:
                self._collect(deal, number, table.faults)
        self._game_winner(standing)

    def _book(self) -> None:
        """A turn-up book: no sides, no plays, no rotation to judge; only what it says of its own deals."""
        variant = VARIANTS[self.record.game.variant]
        for place, deal in self._once():
            turned = any(isinstance(event, Turn) for event in deal.events)
            if turned and not variant.turn_up:
                fault = Fault("not-in-this-game", ("DEAL-4",), f"No card is turned for trumps in {variant.name}.")
                self.findings.append(self._finding(fault, deal, deal.number if deal.number is not None else place + 1))

    def _once(self) -> list[tuple[int, Deal]]:
        """Each deal once; gaps, doubles and the order of the numbers and times are noted."""
        kept: list[tuple[int, Deal]] = []
        seen: dict[int, Deal] = {}
        for place, deal in enumerate(self.record.deals):
            number = deal.number
            if number is None:
                kept.append((place, deal))
                continue
            before = seen.get(number)
            if before is None:
                if seen and number < max(seen):
                    self._note_deal(deal, "time-order", f"Deal {number} is written after deal {max(seen)}.")
                seen[number] = deal
                kept.append((place, deal))
            elif before == deal:
                self._note_deal(deal, "duplicate-deal", f"Deal {number} is written twice; it is counted once.")
            else:
                self._note_deal(
                    deal, "conflicting-deal", f"Deal {number} is written twice and differs; the first is taken."
                )
        kept.sort(key=lambda item: item[0] if item[1].number is None else item[1].number)
        numbers = sorted(seen)
        for number, following in pairwise(numbers):
            self._missing(number, following, seen[following])
        self._times([deal for _, deal in kept])
        return kept

    def _missing(self, number: int, following: int, deal: Deal) -> None:
        """Note the numbers between two deals, one by one; a gap too wide to be of deals left out as a whole."""
        between = range(number + 1, following)
        if len(between) > WIDEST_GAP:
            message = f"Deals {number + 1} to {following - 1} are missing. First suspect the number of a deal."
            self.findings.append(self._finding(Fault("missing-deal", (), message), deal, number + 1))
            return
        for missing in between:
            message = f"Deal {missing} is missing between {number} and {following}."
            self.findings.append(self._finding(Fault("missing-deal", (), message), deal, missing))

    def _note_deal(self, deal: Deal, code: str, message: str) -> None:
        self.findings.append(self._finding(Fault(code, (), message), deal, deal.number))

    def _times(self, deals: list[Deal]) -> None:
        before: Deal | None = None
        for deal in deals:
            if deal.at is None:
                continue
            if before is not None and before.at is not None and _comparable(before.at, deal.at) and deal.at < before.at:
                self._note_deal(
                    deal,
                    "time-order",
                    f"The time {deal.at} is before {before.at}, that of the deal before; the deals keep their order.",
                )
            before = deal

    # -- one deal ---

    def _regular(self, table: Table, deal: Deal, after: dict[int, int] | None) -> Standing | None:
        """What stands after a regular deal whose sheet agrees with the play; nothing for any other."""
        found = regular(table)
        if found is None:
            return None
        if deal.points is not None:
            made = list(found.points)
            for name, points in deal.points.items():
                side = self.seating.side_number[name]
                for point in points:
                    if (point, side) not in made:
                        return None
                    made.remove((point, side))
        if after is not None and (found.totals is None or any(found.totals[s] != t for s, t in after.items())):
            return None
        return after_regular(found)

    def _audited(self, heard: Heard, after: dict[int, int] | None) -> Standing:
        """Audit the sheet of a deal; what stands after it."""
        Sheet(heard.case, heard.deal, after).audit()
        return after_deal(heard.case, after)

    # -- scores and dealers between deals ---------------------------------------------------------------------------

    def _made(self, scores: dict[str, int] | None) -> dict[int, int] | None:
        """Scores in points made, by side (STAK-1: counters may show the points to go)."""
        if scores is None:
            return None
        side = self.seating.side_number
        if self.record.game.scores == "to-go":
            target = self.teller.variant.target
            return {side[name]: target - points for name, points in scores.items()}
        return {side[name]: points for name, points in scores.items()}

    def _scores_before(
        self, written: dict[int, int] | None, number: int, standing: Standing | None
    ) -> list[int] | None:
        """The score before a deal: as written, else what the deal before left, else nought for deal 1."""
        sides = len(self.seating.sides)
        if written is not None and len(written) == sides:
            return [written[side] for side in range(sides)]
        known: list[int] | None = None
        if standing is not None and standing.score is not None and number == self.heard[-1].number + 1:
            known = list(standing.score)
        elif number == 1 and not self.heard:
            known = [0] * sides
        if written is None or known is None:
            return known
        return [written.get(side, known[side]) for side in range(sides)]

    def _rotation(self, table: Table, standing: Standing) -> None:
        """The deal passes to the left, or stays where a rule says so (DEAL-7, MISD-1 to 4)."""
        if standing.dealer is None or table.dealer is None or standing.dealer == table.dealer:
            return
        table.note(
            "wrong-dealer",
            " ".join(standing.clauses),
            f"{table.label(table.dealer)} dealt; it was {table.label(standing.dealer)}'s deal:"
            f" {_WHOSE_DEAL[standing.clauses[0]]}.",
            seat=table.dealer,
            reading=standing.clauses == ("DEAL-7",),
        )

    def _continuity(self, table: Table, written: dict[int, int] | None, standing: Standing) -> None:
        """The score before a deal is the score after the deal before (SCOR-6)."""
        if written is None or not standing.scores or standing.over:
            return
        if any(
            all(way[side] == points for side, points in written.items()) for way in (*standing.scores, *standing.also)
        ):
            return
        right = standing.scores[0]
        off = next(side for side, points in written.items() if right[side] != points)
        says = ", ".join(f"{table.side_name(side)} {points}" for side, points in written.items())
        left = ", ".join(f"{table.side_name(side)} {right[side]}" for side in written)
        table.note("score-gap", "SCOR-6", f"The deal begins at {says}; the deal before left {left}.", side=off)

    def _first_deal(self, table: Table, number: int) -> None:
        """Who deals first, and who are partners, from the cut (SEAT-2)."""
        if number != 1 or not table.cuts_for_deal:
            return
        order = _cut_order(table.cuts_for_deal, table.players)
        if order is None:
            return
        groups = order
        top = groups[0]
        if len(top) == 1 and table.dealer is not None and table.dealer != top[0]:
            table.note(
                "wrong-first-dealer",
                "SEAT-2",
                f"{table.label(top[0])} cut the highest card and deals first; {table.label(table.dealer)} dealt"
                f" ({_cuts(table)}).",
                event=1,
                seat=table.dealer,
                reading=table.players != 4 and not table.variant.borrowed,
            )
        if table.players == 4:
            self._partners(table, groups)

    def _partners(self, table: Table, groups: list[list[int]]) -> None:
        high: list[int] = []
        for group in groups:
            if len(high) + len(group) > 2:
                break
            high += group
        if len(high) == 2 and table.side_of(high[0]) != table.side_of(high[1]):
            table.note(
                "wrong-partners",
                "SEAT-2",
                f"{table.label(high[0])} and {table.label(high[1])} cut the two highest cards and are partners;"
                f" they sit on different sides ({_cuts(table)}).",
                event=1,
            )

    def _game_winner(self, standing: Standing | None) -> None:
        """The winner that the record names (SCOR-6)."""
        named = self.record.game.winner
        if named is None or standing is None or not self.heard:
            return
        side = self.seating.side_number[named]
        target = self.teller.variant.target
        if standing.winner is not None:
            right: int | None = standing.winner
        elif standing.score is not None and all(total < target for total in standing.score):
            right = None
        else:
            return
        if side == right:
            return
        last = self.heard[-1]
        who = "nobody has won yet" if right is None else f"{self.seating.sides[right]} won"
        totals = standing.score or ()
        score = ", ".join(f"{name} {total}" for name, total in zip(self.seating.sides, totals, strict=False))
        fault = Fault(
            "wrong-winner",
            ("SCOR-6",),
            f"The record names {named} as winner; {who}{': ' + score if score else ''}.",
            side=side,
        )
        self.findings.append(self._finding(fault, last.deal, last.number))

    # -- findings ---------------------------------------------------------------------------------------------------

    def _collect(self, deal: Deal, number: int, faults: Iterable[Fault]) -> None:
        for fault in sorted(faults, key=lambda fault: fault.event or 10**6):
            self.findings.append(self._finding(fault, deal, number))

    def _finding(self, fault: Fault, deal: Deal, number: int | None) -> Finding:
        game = self.record.game
        origin = deal.origin or self.record.origin
        seat = fault.seat
        side = fault.side if fault.side is not None else None
        player = None
        if seat is not None and game.seats is not None:
            player = game.seats[seat].player
        kind: Kind = fault.kind or CODES[fault.code].kind  # type: ignore[assignment]
        return Finding(
            code=fault.code,
            kind=kind,
            clauses=fault.clauses,
            message=fault.message,
            reading=fault.reading,
            file=origin.file if origin else None,
            member=origin.member if origin else None,
            sheet=origin.sheet if origin else None,
            row=origin.row if origin else None,
            line=origin.line if origin else None,
            game=game.id,
            deal=number,
            event=fault.event,
            trick=fault.trick,
            seat=None if seat is None else self.seating.labels[seat],
            side=None if side is None else self.seating.sides[side],
            player=player,
            card=fault.card,
            point=fault.point,
            proof=fault.proof,
        )


_WHOSE_DEAL = {
    "DEAL-7": "the deal passes to the left",
    "MISD-1": "a misdeal passes the deal to the misdealer's left",
    "MISD-2": "the same dealer deals again",
    "MISD-3": "the same dealer deals again after the adversaries elected it",
    "MISD-4": "a misdeal does not lose the deal in this game",
    "BEG-6": "the same dealer deals again when the pack is exhausted",
    "BEG-7": "the same dealer deals again after a bunch",
}


def _cuts(table: Table) -> str:
    """The cards cut for deal, round by round."""
    rounds = (
        ", ".join(f"{table.label(seat)} {NAMES[card]}" for seat, card in cut.items()) for cut in table.cuts_for_deal
    )
    return "; then ".join(rounds)


def _comparable(first: str, second: str) -> bool:
    """Whether two times are written so that the order of the texts is the order of the times: ISO, with a date."""
    return (
        len(first) == len(second) and first[:4].isdigit() and second[:4].isdigit() and first[4:5] == second[4:5] == "-"
    )


def _cut_order(rounds: Sequence[dict[int, int]], players: int) -> list[list[int]] | None:
    """The seats from the highest cut to the lowest, those still tied together; a new cut decides the tie (SEAT-2)."""
    if set(rounds[0]) != set(range(players)):
        return None
    groups = [list(range(players))]
    for cards in rounds:
        parted: list[list[int]] = []
        for group in groups:
            if len(group) == 1 or not all(seat in cards for seat in group):
                parted.append(group)
                continue
            by_rank: dict[int, list[int]] = {}
            for seat in group:
                by_rank.setdefault(cards[seat] % 13, []).append(seat)
            parted += [by_rank[rank] for rank in sorted(by_rank, reverse=True)]
        groups = parted
    return groups
