"""What the club wrote down, against the play: points, totals, Game counts, pegs, piles (SCOR-1 to 12).

What is written is audited, not believed. Where the rules leave something open or to a choice, every way passes.
"""

from collections.abc import Iterator
from itertools import combinations

from audit import counting
from audit.cards import CARDS, JACK, NAMES
from audit.records.models import Deal, PointName, ShowLow
from audit.rules.disputes import CANNOT, Dispute, answer
from audit.rules.points import Point, count_out
from audit.rules.reckoning import SCORED_AT_ONCE_STANDS, Case, Settings
from audit.rules.rulings import Ruling, rule

POINT_CLAUSE = {
    "high": "SCOR-1",
    "low": "SCOR-2",
    "jack": "SCOR-3",
    "game": "SCOR-4",
    "turned-jack": "DEAL-5",
    "gift": "BEG-2",
}


class Sheet:
    """The score sheet of one deal.

    Args:
        case: the deal.
        deal: as it was written down.
        after: points of each side after it as the sheet has them, in points made; absent sides are not audited.
    """

    def __init__(self, case: Case, deal: Deal, after: dict[int, int] | None) -> None:
        self.case = case
        self.table = case.table
        self.deal = deal
        self.after = after
        self._ruling: Ruling | None = None

    @property
    def ruling(self) -> Ruling:
        """The ruling, made only when something is not regular."""
        if self._ruling is None:
            self._ruling = rule(self.case)
        return self._ruling

    def audit(self) -> None:
        """Note everything on the sheet that neither the play nor what the sheet itself says gives."""
        table = self.table
        if table.counts is not None:
            counting.counts(self.case)
        if table.piles is not None:
            counting.piles(self.case, shown_lows(self.deal))
        if self.case.play.pegs:
            counting.pegs(self.case)
        if self.deal.points is not None and (self.case.void is None or not self.case.play.tricks):
            self._points(self.deal.points)
        if self.after is not None and self.table.scores is not None:
            self._totals(self.after)

    # -- points -----------------------------------------------------------------------------------------------------

    def _points(self, sheet: dict[str, list[PointName]]) -> None:
        """Each point that the sheet names goes where the play sends it (SCOR-1 to 5); one left out is not audited."""
        side_number = self.table.seating.side_number
        named: dict[str, list[int]] = {}
        for side, names in sheet.items():
            for name in names:
                named.setdefault(name, []).append(side_number[side])
        for point, sides in named.items():
            allowed = self._allowed(point)
            if allowed is None or tuple(sorted(sides)) in allowed:
                continue
            wrong = next((side for side in sides if not any(side in ways for ways in allowed)), sides[-1])
            self._wrong_point(point, wrong, allowed)

    def _allowed(self, name: str) -> set[tuple[int, ...]] | None:
        """The sides that may be written for a point, in every way that is open; nothing if it is not certain."""
        case = self.case
        if case.void is not None and not (case.void in SCORED_AT_ONCE_STANDS and name in ("turned-jack", "gift")):
            return {()} if case.void != "not stated" else None
        if name in ("turned-jack", "gift"):
            if name == "gift" and (self.table.gift_puts_out or self.table.gift_owed or self.table.unanswered):
                return None
            if name == "turned-jack" and (
                self.table.dealing_side is None
                or any(len(t.cards) > 1 or t.cards[0] is None for t in self.table.turns)
                or not self.table.turns
            ):
                return None
            made = [point.side for point in case.at_once if point.point == name and point.side is not None]
            return {some for count in range(1, len(made) + 1) for some in combinations(sorted(made), count)} or {()}
        point = self._point(name)
        if point is None or not point.certain:
            return None
        usual: tuple[int, ...] = () if point.side is None else (point.side,)
        if case.is_regular:
            return {usual}
        allowed = {usual}
        for settings in self.ruling.every_way():
            if point.side in settings.forfeits and name in ("jack", "game"):
                allowed.add(())
            if name in settings.sides:
                other = settings.sides[name]
                allowed.add(() if other is None else (other,))
        if case.claimed_revokes() and name in ("jack", "game") and self._forfeited(point):
            allowed.discard(usual)
            allowed.add(())
        return allowed

    def _forfeited(self, point: Point) -> bool:
        return any(self.table.side_of(revoke.seat) == point.side for revoke in self.case.judge.revokes)

    def _point(self, name: str) -> Point | None:
        if name == "jack" and self.case.scoring.jack is None:
            return self._pegged_jack()
        return next((p for p in self.case.scoring.listed() if p.point == name), None)

    def _pegged_jack(self) -> Point | None:
        """In All Fives the Jack's peg is the Jack point; a sheet may name it (SCOR-8)."""
        trump = self.case.scoring.trump
        if trump is None:
            return None
        card = 13 * trump + JACK
        for trick in self.case.play.tricks:
            if card in trick.all_cards():
                won = trick.winner
                return Point(
                    "jack", None if won is None else self.table.side_of(won), won is not None, "SCOR-8", card=card
                )
        return Point(
            "jack", None, self.case.scoring.complete and not self.case.scoring._can_be_out(1 << card), "SCOR-8"
        )

    def _wrong_point(self, name: str, side: int, allowed: set[tuple[int, ...]]) -> None:
        table, case = self.table, self.case
        point = self._point(name) if name in ("high", "low", "jack", "game") else None
        clause = point.clause if point is not None else POINT_CLAUSE[name]
        if case.void is not None:
            clause = "DEAL-6" if name == "turned-jack" and case.pack.told_in_time else "MISD-6"
        right = " or ".join(
            sorted(" and ".join(table.side_name(s) for s in ways) if ways else "nobody" for ways in allowed)
        )
        shown = None
        if name == "game":
            shown = ", ".join(f"{table.side_name(s)} {count}" for s, count in enumerate(case.scoring.counts))
        elif point is not None and point.card is not None:
            shown = NAMES[point.card]
        reading = point.reading if point is not None else False
        revoked = any(table.side_of(revoke.seat) == side for revoke in case.judge.revokes)
        if name in ("jack", "game") and revoked:
            clause = "REVK-4" if case.scoring.jack_in_play else "REVK-3"
        table.note(
            "wrong-point",
            clause,
            (
                f"The sheet names {name} for {table.side_name(side)} more than once"
                if any(side in ways for ways in allowed)
                else f"The sheet gives {name} to {table.side_name(side)}"
            )
            + f"; by the play it goes to {right}"
            + (f" ({shown})." if shown else "."),
            side=side,
            point=name,
            card=point.card if point is not None else None,
            proof=shown,
            reading=reading,
        )

    # -- totals -----------------------------------------------------------------------------------------------------

    def _totals(self, after: dict[int, int]) -> None:
        """The totals follow from the play or from the sheet (SCOR-6, SCOR-12)."""
        case = self.case
        if case.is_regular and case.scoring.complete:
            expected = case.usual.totals
            assert expected is not None
            if all(expected[side] == total for side, total in after.items()):
                return
            ways = [case.base()]
        else:
            if not self._can_be_told():
                self._totals_of_the_sheet(after)
                return
            ways = self._ways()
        if any(self._agrees(totals, after) for totals in self._all_totals(ways)):
            return
        self._wrong_total(after, ways[0])

    def _can_be_told(self) -> bool:
        """Whether the totals can be told: the deal complete and its points certain, or dealt again as it should be."""
        case = self.case
        if case.void is not None:
            return not case.play.tricks
        if not self.ruling.complete or case.pack.unconfirmed:
            return False
        if any(len(turned.cards) > 1 for turned in self.table.turns) or case.election() == "differ":
            return False
        uncertain = [p for p in (*case.scoring.listed(), *case.scoring.pegs) if not p.certain]
        return not uncertain or case.scoring.game_open or bool(self.ruling.outcomes)

    def _totals_of_the_sheet(self, after: dict[int, int]) -> None:
        """Where the play does not tell the totals, they hold at least the points that the sheet names (SCOR-12).

        And no more than those and the points that it leaves out.
        """
        table, sheet = self.table, self.deal.points
        if sheet is None or table.scores is None or self.case.void is not None or table.variant.pegging:
            return
        if table.penalties or table.looks or self.case.judge.revokes or self.case.pack.late:
            return
        named = {table.seating.side_number[side]: len(names) for side, names in sheet.items()}
        listed = {name for names in sheet.values() for name in names}
        spare = len({"high", "low", "jack", "game"} - listed)
        spare += len(table.turns) if "turned-jack" not in listed else 0
        spare += 2 if "gift" not in listed and table.begged_by is not None else 0
        target = table.variant.target
        over = 0
        for side, total in after.items():
            least = table.scores[side] + named.get(side, 0)
            if total < min(least, target) and max(after.values()) < target:
                self._note_sheet_total(side, total, least)
                return
            over += max(0, total - least)
        if over > spare:
            side = max(after, key=lambda s: after[s] - table.scores[s] - named.get(s, 0))  # type: ignore[index]
            self._note_sheet_total(side, after[side], table.scores[side] + named.get(side, 0))

    def _note_sheet_total(self, side: int, total: int, least: int) -> None:
        self.table.note(
            "wrong-total",
            "SCOR-12",
            f"The sheet has {self.table.side_name(side)} {total}; the points that it names give {least}.",
            side=side,
        )

    def _ways(self) -> list[Settings]:
        """Every way that is open, questions varied together with the choices."""
        ruling = self.ruling
        ways = list(ruling.every_way())
        for question in ruling.questions:
            for _, settings in question.answers:
                for _, choice in ruling.choices:
                    ways.append(
                        choice.but(
                            more=settings.more,
                            sides={**choice.sides, **settings.sides},
                            left_out=settings.left_out,
                            gift=settings.gift,
                        )
                    )
        if self.table.penalties and not self.case.judge.revokes:
            ways += self._unproved_penalties()
        if self.case.claimed_revokes() and not self.table.penalties:
            ways += [settings.but(added=(), deducted=()) for settings in ways]
        return ways

    def _unproved_penalties(self) -> list[Settings]:
        """Penalties that were taken for a revoke that this record neither proves nor disproves (REVK-1)."""
        table = self.table
        claims = [Dispute("revoke", claim.seat, claim.trick) for claim in table.revoke_claims] or [Dispute("revoke")]
        if all(answer(self.ruling, claim).verdict != CANNOT for claim in claims):
            return []
        base = self.case.base()
        taken = base.but(
            added=tuple((p.side, p.points) for p in table.penalties if p.points > 0),
            deducted=tuple((p.side, -p.points) for p in table.penalties if p.points < 0),
        )
        against = frozenset(table.side_of(claim.seat) for claim in table.revoke_claims)
        return [taken, taken.but(forfeits=against)]

    def _all_totals(self, ways: list[Settings]) -> Iterator[tuple[int, ...]]:
        seen: set[tuple[int, ...]] = set()
        for settings in ways:
            for totals in (*self._play_totals(settings), *self._sheet_totals(settings)):
                if totals not in seen:
                    seen.add(totals)
                    yield totals

    def _play_totals(self, settings: Settings) -> Iterator[tuple[int, ...]]:
        totals = self.case.reckon(settings).totals
        if totals is not None:
            yield totals

    def _sheet_totals(self, settings: Settings) -> Iterator[tuple[int, ...]]:
        """What follows from the points that the sheet names; those that it leaves out may count or not (SCOR-12)."""
        sheet, table = self.deal.points, self.table
        if sheet is None or table.scores is None:
            return
        named = [(name, table.seating.side_number[side]) for side, names in sheet.items() for name in names]
        order = self.case.order_of_counting(settings)
        names = {name for name, _ in named}
        always = [item for item in order if item[0] in ("peg", "penalty", "look")]
        if self.case.scoring.jack is None:
            named = [item for item in named if item[0] != "jack"]
        optional = [item for item in order if item[0] not in ("peg", "penalty", "look") and item[0] not in names]
        for count in range(len(optional) + 1):
            for kept in combinations(optional, count):
                items = [(name, side, 1) for name, side in named] + list(kept) + always
                items.sort(key=lambda item: _PLACE[item[0]])
                totals, _, _ = count_out(table.scores, items, table.variant.target, settings.forfeits)
                for side, points in settings.deducted:
                    totals[side] -= points
                yield tuple(totals)

    @staticmethod
    def _agrees(totals: tuple[int, ...], after: dict[int, int]) -> bool:
        return all(totals[side] == total for side, total in after.items())

    def _wrong_total(self, after: dict[int, int], way: Settings) -> None:
        table, case = self.table, self.case
        outcome = case.reckon(way)
        expected = outcome.totals
        assert expected is not None
        off = next((side for side, total in after.items() if expected[side] != total), None)
        gives = ", ".join(f"{table.side_name(side)} {expected[side]}" for side in after)
        says = ", ".join(f"{table.side_name(side)} {total}" for side, total in after.items())
        low = all(total <= expected[side] for side, total in after.items())
        counted = ", ".join(
            f"{name} {table.side_name(side)}" + (f" {points}" if points != 1 else "")
            for name, side, points in case.order_of_counting(way)
        )
        table.note(
            "wrong-total",
            "SCOR-6 SCOR-12",
            f"The sheet has {says}; by the play it is {gives} ({counted or 'nothing scored'})."
            + (" A point may have gone unclaimed." if low else ""),
            side=off,
            proof=counted or None,
        )


_PLACE = {"turned-jack": 0, "gift": 1, "look": 2, "peg": 3, "penalty": 4, "high": 5, "low": 6, "jack": 7, "game": 8}


def shown_lows(deal: Deal) -> list[int]:
    """The cards that were kept face up as the lowest trump so far (SCOR-10)."""
    return [CARDS[event.card] for event in deal.events if isinstance(event, ShowLow)]
