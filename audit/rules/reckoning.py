"""What a deal comes to: its points in the order of counting, and the totals under every answer and choice left open."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from audit.rules.judge import Judge, Revoke
from audit.rules.pack import Pack
from audit.rules.points import Point, count_out
from audit.rules.scoring import Scoring
from audit.rules.table import Table
from audit.rules.tricks import Play

SAME_DEALER: Final = frozenset({"imperfect-pack", "faced-card", "exposed-card", "bunched", "exhausted", "agreed"})
"""Reasons of a redeal after which the same dealer deals (MISD-2, MISD-3, BEG-6, BEG-7)."""

SCORED_AT_ONCE_STANDS: Final = frozenset({"bunched", "exhausted", "agreed"})
"""Reasons that leave standing what was scored at once (MISD-6)."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty: which side scores it, how many points, for what, and against whom."""

    code: str
    side: int | None
    points: int
    clauses: tuple[str, ...]
    against: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """One way to answer what is open and to choose what is left to a side.

    Attributes:
        stands: the deal counts.
        next_dealer: who deals next if it does not count, where that differs.
        added: points added as a penalty, as (side, points), counted before all other points of the hand (REVK-5).
        deducted: points taken off, as (side, points), after the cap (REVK-5).
        no_less_than: a deduction stops there (REVK-7).
        forfeits: the sides that revoked score neither Jack nor Game and cannot win (REVK-3 to 5).
        gift: the gift counts (BEG-9).
        more: points scored at once besides, as (side, points) (BEG-8, BEG-10).
        sides: a point scored by another side than reckoned, or nobody.
        left_out: points that do not count (SCOR-12).
        pegs_lost: sides that lose the pegs of the hand (REVK-5).
    """

    stands: bool = True
    next_dealer: int | None = None
    added: tuple[tuple[int, int], ...] = ()
    deducted: tuple[tuple[int, int], ...] = ()
    no_less_than: int | None = None
    forfeits: frozenset[int] = frozenset()
    gift: bool = True
    more: tuple[tuple[int, int], ...] = ()
    sides: Mapping[str, int | None] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    pegs_lost: frozenset[int] = frozenset()

    def but(self, **changes: Any) -> "Settings":
        """These settings with some changed."""
        return replace(self, **changes)

    def plus(self, *points: tuple[int, int]) -> "Settings":
        """These settings with points scored at once besides, as (side, points)."""
        return replace(self, more=(*self.more, *points))

    def with_point(self, name: str, side: int | None) -> "Settings":
        """These settings with a point scored by `side`, or by nobody."""
        return replace(self, sides={**self.sides, name: side})


class Outcome(NamedTuple):
    """What one way comes to: totals (`None` where the score before is not known), gains, winner, next dealer."""

    choice: str
    totals: tuple[int, ...] | None
    gained: tuple[int, ...]
    winner: int | None
    next_dealer: int | None
    stands: bool = True
    counted: tuple[int, ...] = ()


class Case:
    """Everything that can be told of one deal, and what it comes to.

    Args:
        table: the deal, all its events told.

    Attributes:
        table, pack, play, judge, scoring: the parts, each of which rests on those before it.
        void: why the deal does not count, or nothing.
        at_once: points scored before the play.
        is_regular: nothing is left to choose and nothing open, so that one total follows.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pack = Pack(table)
        self.play = Play(table, *self.pack.for_play())
        self.pack.reconcile(self.play)
        self.judge = Judge(table, self.play, self.pack)
        self.scoring = Scoring(table, self.play, self.pack)
        self.void = self._void()
        self.at_once = self._at_once()
        self.is_regular = self._is_regular()
        self._usual: Outcome | None = None

    # -- whether the deal counts ------------------------------------------------------------------------------------

    def _void(self) -> str | None:
        """Why the deal does not count, or nothing: `misdeal`, or a reason of a redeal (MISD-1 to 4, MISD-6)."""
        table, pack = self.table, self.pack
        if pack.imperfect:
            return "imperfect-pack"
        if table.faced:
            return "faced-card"
        if table.uncut or pack.misdealt:
            return "misdeal"
        if self.election() == "redeal":
            return "exposed-card"
        if table.redealt:
            return table.redeal_reason or "not stated"
        return None

    def election(self) -> str | None:
        """What the adversaries elected: `stand`, `redeal`, `differ`, or nothing until all have chosen (MISD-3)."""
        table = self.table
        chosen = set(table.elections.values())
        if len(chosen) > 1:
            return "differ"
        if len(table.elections) < len(table.seating.sides) - 1 and not (table.redealt or self.play.tricks):
            return None
        return chosen.pop() if chosen else None

    def claimed_revokes(self) -> list[Revoke]:
        """The established revokes that somebody claimed: of that player, and in that trick where one is named."""
        return [
            revoke
            for revoke in self.judge.revokes
            if any(c.seat == revoke.seat and c.trick in (None, revoke.trick) for c in self.table.revoke_claims)
        ]

    def dealer_after_void(self, reason: str) -> int | None:
        """Who deals after a deal that does not count, or nobody can say (MISD-1 to 4, BEG-6, BEG-7)."""
        dealer = self.table.dealer
        if dealer is None:
            return None
        if reason == "misdeal":
            return dealer if self.table.variant.misdeal_keeps else self.table.seating.left(dealer)
        return dealer if reason in SAME_DEALER else None

    # -- what was scored at once ------------------------------------------------------------------------------------

    def _at_once(self) -> list[Point]:
        """Turned Jacks, the gift and, among strict players, early looks, as they were scored (SCOR-6)."""
        table = self.table
        found: list[Point] = []
        for card in table.turned_jacks:
            clause = "DEAL-5" if not found else "BEG-4"
            found.append(Point("turned-jack", table.dealing_side, table.dealing_side is not None, clause, card=card))
        found += [Point("gift", side, not table.gift_puts_out, "BEG-2") for side in table.gifts]
        return found

    def penalties_at_once(self) -> list[Penalty]:
        """Points for early looks among strict players: to the adversaries, to each with three (BEG-10)."""
        table = self.table
        return [
            Penalty("looked-early", side, 1, ("BEG-10",), table.side_of(seat))
            for seat in table.looks
            for side in range(len(table.seating.sides))
            if side != table.side_of(seat)
        ]

    @property
    def strict_looks(self) -> tuple[tuple[int, int], ...]:
        """Points of early looks as (side, points), where the club is known to be strict."""
        if not self.table.looks or self.table.options.strict_looking is not True:
            return ()
        return tuple((penalty.side, 1) for penalty in self.penalties_at_once() if penalty.side is not None)

    # -- totals -----------------------------------------------------------------------------------------------------

    def order_of_counting(self, settings: Settings) -> list[tuple[str, int, int]]:
        """The points that count, in order, as (name, side, points) (SCOR-6, REVK-5)."""
        items: list[tuple[str, int, int]] = []
        scored_at_once = settings.stands or self.void in SCORED_AT_ONCE_STANDS or bool(self.pack.late)
        if scored_at_once:
            for point in self.at_once:
                if (
                    point.side is not None
                    and (point.point != "gift" or settings.gift)
                    and point.point not in settings.left_out
                ):
                    items.append((point.point, point.side, 1))
        items += [("look", side, points) for side, points in settings.more]
        if not settings.stands:
            return items
        items += [("penalty", side, points) for side, points in settings.added]
        for peg in self.scoring.pegs:
            if peg.side is not None and peg.side not in settings.pegs_lost:
                items.append(("peg", peg.side, peg.points))
        for point in self.scoring.listed():
            name = point.point
            side = settings.sides.get(name, point.side if point.certain else None)
            if side is None or name in settings.left_out:
                continue
            if side in settings.forfeits and name in ("jack", "game"):
                continue
            items.append((name, side, 1))
        return items

    def reckon(self, settings: Settings, choice: str = "") -> Outcome:
        """What the deal comes to under `settings`."""
        table = self.table
        sides = len(table.seating.sides)
        items = self.order_of_counting(settings)
        scores = list(table.scores) if table.scores is not None else [0] * sides
        target = table.variant.target if table.scores is not None else 10**9
        totals, winner, counted = count_out(scores, items, target, settings.forfeits)
        for side, points in settings.deducted:
            totals[side] -= points
            if settings.no_less_than is not None:
                totals[side] = max(totals[side], min(settings.no_less_than, scores[side]))
        return Outcome(
            choice,
            tuple(totals) if table.scores is not None else None,
            tuple(total - before for total, before in zip(totals, scores, strict=True)),
            winner,
            self._next_dealer(settings, winner),
            settings.stands,
            tuple(counted),
        )

    def _next_dealer(self, settings: Settings, winner: int | None) -> int | None:
        """Who deals next, unless the game is over (DEAL-7, MISD-1 to 4)."""
        table = self.table
        if winner is not None or table.dealer is None:
            return None
        if not settings.stands:
            if settings.next_dealer is not None:
                return settings.next_dealer
            return self.dealer_after_void(self.void or "misdeal")
        return table.seating.left(table.dealer)

    def base(self) -> Settings:
        """The ordinary course: nothing claimed, nothing penalised but early looks among strict players."""
        counts = self.void is None or self.void in SCORED_AT_ONCE_STANDS
        return Settings(stands=self.void is None, more=self.strict_looks if counts else ())

    @property
    def usual(self) -> Outcome:
        """What the deal comes to in the ordinary course."""
        if self._usual is None:
            self._usual = self.reckon(self.base())
        return self._usual

    def _is_regular(self) -> bool:
        """Nothing to choose and nothing open: one total follows."""
        table = self.table
        return (
            self.void is None
            and not self.judge.revokes
            and not self.pack.late
            and not self.pack.unconfirmed
            and not table.gift_puts_out
            and not table.gift_owed
            and not table.changed_declaration
            and not (table.looks and table.options.strict_looking is None)
            and not table.exposed_dealing
            and not table.discards
            and not table.odd_turn
            and not table.claims
            and not table.penalties
            and not table.unanswered
            and all(point.certain for point in (*self.scoring.listed(), *self.scoring.pegs))
        )
