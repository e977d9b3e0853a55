"""Two records of one deal, held against each other: where they differ, what each means, what the cards prove."""

from dataclasses import dataclass
from typing import Any

from audit.cards import NAMES
from audit.errors import UsageError
from audit.records.models import Deal, Record
from audit.rules.reckoning import Case
from audit.rules.rulings import rule
from audit.validation import Validation


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two records of a deal differ.

    Attributes:
        where: such as `turn-up`, `W's hand`, `trick 3, E`, `Game`.
        first, second: what each has.
        proves: what the other cards prove of it, or that nothing does.
    """

    where: str
    first: str | None
    second: str | None
    proves: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The difference as `--format json` prints it."""
        return {"where": self.where, "first": self.first, "second": self.second, "proves": self.proves}


def compare(first: Record, second: Record, number: int) -> list[Difference]:
    """Where two records of deal `number` differ: cards first, then what follows from them.

    Raises:
        UsageError: one of them lacks the deal, or they seat different players.
    """
    one, two = _case(first, number), _case(second, number)
    seats = [" ".join(case.table.seating.labels) for _, case in (one, two)]
    if seats[0] != seats[1]:
        raise UsageError(
            f"the records have seats {seats[0]} and {seats[1]};"
            " two records of one deal have the same seats in the same order"
        )
    return [*_facts(one[1], two[1]), *_tricks(one[1], two[1]), *_written(one[0], two[0]), *_results(one[1], two[1])]


def _case(record: Record, number: int) -> tuple[Deal, Case]:
    for heard in Validation(record).heard:
        if heard.number == number:
            return heard.deal, heard.case
    raise UsageError(f"no deal {number} in {record.game.id or 'the other record'}")


def _facts(one: Case, two: Case) -> list[Difference]:
    found: list[Difference] = []
    table, other = one.table, two.table
    pairs = [
        ("variant", table.variant.name, other.variant.name),
        ("dealer", table.label(table.dealer), other.label(other.dealer)),
        ("turn-up", _turns(one), _turns(two)),
        ("declaration", table.declared, other.declared),
        ("answer", table.answer, other.answer),
        ("score before", _scores(one), _scores(two)),
    ]
    found += [Difference(where, a, b, _about_turn(where, one, two)) for where, a, b in pairs if a != b]
    for seat in range(table.players):
        mine, theirs = table.hands[seat], other.hands[seat]
        if isinstance(mine, list) and isinstance(theirs, list):
            a, b = set(mine), set(theirs)
            if a != b:
                found.append(
                    Difference(f"{table.label(seat)}'s hand", _cards(a - b), _cards(b - a), _about_hand(one, two, seat))
                )
        elif mine is not None and theirs is not None and mine != theirs:
            found.append(Difference(f"{table.label(seat)}'s hand", _size(mine), _size(theirs)))
    return found


def _turns(case: Case) -> str:
    return ", ".join(" and ".join("?" if c is None else NAMES[c] for c in t.cards) for t in case.table.turns) or "none"


def _scores(case: Case) -> str | None:
    return None if case.table.scores is None else " ".join(map(str, case.table.scores))


def _size(hand: object) -> str:
    return f"{len(hand)} cards" if isinstance(hand, list) else f"{hand} cards"


def _cards(cards: set[int | None]) -> str:
    return (
        " ".join("?" if card is None else NAMES[card] for card in sorted(cards, key=lambda c: -1 if c is None else c))
        or "-"
    )


def _about_turn(where: str, one: Case, two: Case) -> str | None:
    """A turn-up that somebody is seen to play in both records cannot have been turned up."""
    if where != "turn-up":
        return None
    for name, case in (("first", one), ("second", two)):
        for turned in case.table.turns:
            for card in turned.cards:
                if card is not None and (one.play.seen >> card & 1 or two.play.seen >> card & 1):
                    return f"{NAMES[card]}, turned up in the {name}, is played in the tricks: the {name} is wrong there"
    return "the cards played decide nothing"


def _about_hand(one: Case, two: Case, seat: int) -> str:
    """Which written hand agrees with what the seat is seen to play in both records."""
    played = one.pack.played[seat] & two.pack.played[seat]
    fits = [not played & ~case.pack.all_given[seat] for case in (one, two)]
    if fits == [True, False]:
        return "the first agrees with the cards that both show played; the second does not"
    if fits == [False, True]:
        return "the second agrees with the cards that both show played; the first does not"
    return "the cards played decide nothing"


def _tricks(one: Case, two: Case) -> list[Difference]:
    found: list[Difference] = []
    table = one.table
    mine, theirs = one.play.tricks, two.play.tricks
    for a, b in zip(mine, theirs, strict=False):
        first = dict(zip(a.seats, a.cards, strict=True))
        second = dict(zip(b.seats, b.cards, strict=True))
        if a.seats and b.seats and a.seats[0] != b.seats[0]:
            found.append(Difference(f"leader to trick {a.number}", table.label(a.seats[0]), table.label(b.seats[0])))
        for seat in range(table.players):
            x, y = first.get(seat), second.get(seat)
            if x != y:
                found.append(
                    Difference(
                        f"trick {a.number}, {table.label(seat)}", _name(x), _name(y), _about_play(one, two, seat, x, y)
                    )
                )
    if len(mine) != len(theirs):
        found.append(Difference("tricks recorded", str(len(mine)), str(len(theirs))))
    return found


def _name(card: int | None) -> str:
    return "not recorded" if card is None else NAMES[card]


def _about_play(one: Case, two: Case, seat: int, x: int | None, y: int | None) -> str:
    """Whether the seat's hand in both records, or another trick, decides between two cards."""
    hands = [case.pack.all_given[seat] for case in (one, two) if case.pack.whole[seat] or case.pack.all_given[seat]]
    if hands and x is not None and y is not None:
        has_x, has_y = (all(hand >> card & 1 for hand in hands) for card in (x, y))
        if has_x != has_y:
            held = x if has_x else y
            return f"{one.table.label(seat)} was dealt {NAMES[held]} and not {NAMES[y if has_x else x]}"
    for name, case, card in (("first", one, x), ("second", two, y)):
        tricks = [trick.number for trick in case.play.tricks if card is not None and card in trick.all_cards()]
        if card is not None and len(tricks) > 1:  # TRCK-1
            return (
                f"the {name} has {NAMES[card]} in tricks {' and '.join(map(str, tricks))}: it is wrong in one of them"
            )
    return "the cards decide nothing"


def _written(one: Deal, two: Deal) -> list[Difference]:
    found = []
    for where, a, b in (
        ("points on the sheet", one.points, two.points),
        ("score after", one.score_after, two.score_after),
    ):
        if a is not None and b is not None and a != b:
            found.append(Difference(where, _sheet(a), _sheet(b)))
    return found


def _sheet(written: dict[str, Any]) -> str:
    return "; ".join(
        f"{side} {' '.join(value) if isinstance(value, list) else value}" for side, value in written.items()
    )


def _results(one: Case, two: Case) -> list[Difference]:
    """What each record would mean: the points and the score."""
    first, second = rule(one), rule(two)
    found = []
    names = [point.point for point in first.points if point.point not in ("peg", "gift")]
    for name in dict.fromkeys(names):
        a, b = _point(one, first.points, name), _point(two, second.points, name)
        if a != b:
            found.append(Difference(name.replace("-", " ").capitalize(), a, b))
    totals = [
        " or ".join(sorted({" ".join(map(str, o.totals)) for o in r.outcomes if o.totals})) or "open"
        for r in (first, second)
    ]
    if totals[0] != totals[1]:
        found.append(Difference(f"score ({', '.join(one.table.seating.sides)})", totals[0], totals[1]))
    return found


def _point(case: Case, points: list[Any], name: str) -> str:
    found = [point for point in points if point.point == name]
    return ", ".join(case.table.side_name(p.side) if p.certain else "open" for p in found) or "nobody"
