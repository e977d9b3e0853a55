"""Completeness before evidence: what is missing from the records, what stands in them twice, what contradicts itself.

A ledger keeps of every deal its number, a print of its content and who dealt. Gaps are worked out from it when a
report is made, so that a sheet found later fills its gap. Where the rotation tells who dealt a missing deal it is
counted against that dealer; where it does not, against every dealer of the game.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple

from audit.errors import UsageError
from audit.records.models import DealCards, Record, Turn
from audit.records.people import People

FROM_THE_START = 10
"""A game whose first number is at most this began at 1, and the deals before are missing; beyond, the book runs on."""
JUMP = 1000
"""A jump of the numbers by more than this is another numbering, and no gap."""
CONSTANT_FROM = 12
"""Turn-ups of a book that are all alike are a fault of the recording from so many on."""
COMPARED = 200
"""Names among which likely pairs are sought; their number grows with the square."""
BEGINNING = 24
"""Deals by which a record is known again under another name."""
TOLD_APART = 8
"""Different cards that they must show."""
SHOWN = 50
"""Places that are listed one by one; the rest are counted."""


def print_of(dealer: str | None, *content: object) -> int:
    """A short print of what a deal says, the same on every machine."""
    return zlib.crc32(f"{dealer}{content}".encode())


def beginning_of(record: Record) -> str | None:
    """A print of how a record begins: dealers, turn-ups and hands of its first deals.

    Nothing when it says too little: a single deal may be told again as an example.

    Two games never begin alike by chance, so a record that does is a copy under another name: a file that was saved
    again, or a night that was entered twice.
    """
    said: list[object] = []
    cards: set[str] = set()
    for deal in record.deals[:BEGINNING]:
        said.append(deal.dealer)
        for event in deal.events:
            if type(event) is Turn and event.card is not None:
                said.append(event.card)
                cards.add(event.card)
            elif type(event) is DealCards:
                said.append(event.hands)
                cards.update(card for hand in event.hands.values() if type(hand) is list for card in hand if card)
    if len(record.deals) < 2 or len(cards) < TOLD_APART:
        return None
    return blake2b(repr(said).encode(), digest_size=8).hexdigest()


class Gap(NamedTuple):
    """A deal that is missing, and who must have dealt it; nobody where the rotation does not tell."""

    game: str
    number: int
    dealer: str | None


@dataclass
class GameLedger:
    """One game: its deals by number.

    Attributes:
        date: the night.
        place: the place.
        order: the dealers in the order of play; empty for a turn-up book.
        numbered: whether the record numbers its deals.
        prints: a print of each deal by its number.
        dealers: who dealt each.
    """

    date: str = ""
    place: str = ""
    order: list[str] = field(default_factory=list)
    numbered: bool = True
    prints: dict[int, int] = field(default_factory=dict)
    dealers: dict[int, str] = field(default_factory=dict)

    def gaps(self, name: str, first: int) -> Iterator[Gap]:
        """The numbers missing from `first` on, with their dealers."""
        if len(self.prints) == max(self.prints) - first + 1:
            return
        before = first - 1
        right_of = {left: right for right, left in self._left_of().items()}
        for number in sorted(self.prints):
            if before + 1 < number <= before + JUMP:
                yield from self._between(name, before, number, right_of)
            before = number

    def jumps(self) -> list[int]:
        """Numbers before which the numbering jumps."""
        numbers = sorted(self.prints)
        return [after for before, after in pairwise(numbers) if after > before + JUMP]

    def _between(self, name: str, before: int, after: int, right_of: Mapping[str, str]) -> Iterator[Gap]:
        dealer = self.dealers.get(after)
        run: list[str | None] = []
        for _ in range(after - before - 1):
            dealer = right_of.get(dealer) if dealer is not None else None
            run.append(dealer)
        told = before not in self.dealers or (run[-1] is not None and right_of.get(run[-1]) == self.dealers[before])
        for number, who in zip(range(after - 1, before, -1), run, strict=True):
            yield Gap(name, number, who if told else None)

    def in_order(self) -> list[str]:
        """The dealers in the order in which they came."""
        return list(dict.fromkeys(who for _, who in sorted(self.dealers.items())))

    def companies(self) -> list[list[str]]:
        """Those who deal before anybody deals twice, together; then everybody who comes later, alone."""
        first: dict[str, None] = {}
        for _, who in sorted(self.dealers.items()):
            if who in first:
                break
            first[who] = None
        return [list(first), *([who] for who in self.in_order() if who not in first)]

    def _left_of(self) -> dict[str, str]:
        """Who deals after whom, from the seats, or from the book if nothing in it contradicts."""
        if self.order:
            return dict(zip(self.order, [*self.order[1:], self.order[0]], strict=True))
        after: dict[str, str] = {}
        for number, dealer in self.dealers.items():
            nxt = self.dealers.get(number + 1)
            if nxt is not None and after.setdefault(dealer, nxt) != nxt:
                return {}
        return after if len(set(after.values())) == len(after) else {}


@dataclass
class Ledger:
    """All games, and what was noticed while reading them.

    Attributes:
        games: by name.
        duplicates: deals that came again and were not counted again, since the state was read.
        conflicts: those among them that say something else.
        rotation: deals with a dealer out of turn (DEAL-7).
        scores: deals that do not begin with the score that the deal before ended with.
        unnamed: deals without a dealer.
        namesakes: names that two people at one table bear.
        turn_ups: how often each card was turned first.
        unturned: for each dealer the deals with a turn-up that was not written down.
        beginnings: the name of each game by a print of how it begins (`beginning_of`).
        copies: records that came under another name, with the name under which they were counted.
    """

    games: dict[str, GameLedger] = field(default_factory=dict)
    duplicates: int = 0
    conflicts: list[str] = field(default_factory=list)
    rotation: list[str] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    unnamed: int = 0
    namesakes: list[str] = field(default_factory=list)
    turn_ups: Counter[int] = field(default_factory=Counter)
    unturned: Counter[str] = field(default_factory=Counter)
    beginnings: dict[str, str] = field(default_factory=dict)
    copies: list[str] = field(default_factory=list)

    def __add__(self, other: "Ledger") -> "Ledger":
        both = self.games.keys() & other.games.keys()
        if both:
            raise UsageError(f"game {min(both)} is in both tallies; tallies add up when no game is in two of them")
        return Ledger(
            {**self.games, **other.games},
            self.duplicates + other.duplicates,
            self.conflicts + other.conflicts,
            self.rotation + other.rotation,
            self.scores + other.scores,
            self.unnamed + other.unnamed,
            self.namesakes + other.namesakes,
            self.turn_ups + other.turn_ups,
            self.unturned + other.unturned,
            {**other.beginnings, **self.beginnings},
            self.copies + other.copies,
        )

    def note_copy(self, name: str, first: str) -> None:
        """A game came under another name than at first."""
        said = f"{name or 'a record without a name'} is {first or 'the record without a name'}"
        if said not in self.copies:
            self.copies.append(said)

    @property
    def deals(self) -> int:
        """Deals counted."""
        return sum(len(game.prints) for game in self.games.values())

    @property
    def constant(self) -> int | None:
        """The turn-up, if every deal of all records has the same; it is then no turn-up."""
        return next(iter(self.turn_ups)) if len(self.turn_ups) == 1 and self.turn_ups.total() >= CONSTANT_FROM else None

    def gaps(self) -> list[Gap]:
        """All deals that are missing by their numbers."""
        numbered = sorted(
            ((min(game.prints), name, game) for name, game in self.games.items() if game.numbered and game.prints),
            key=lambda row: row[0],
        )
        ends = {max(game.prints) + 1 for _, _, game in numbered}
        found: list[Gap] = []
        for start, name, game in numbered:
            runs_on = start > FROM_THE_START or start in ends
            found += game.gaps(name, start if runs_on else min(start, 1))
        return found

    def against(self, gaps: Iterable[Gap]) -> Counter[str]:
        """How many missing deals count against each dealer."""
        counted: Counter[str] = Counter()
        for gap in gaps:
            for dealer in [gap.dealer] if gap.dealer is not None else set(self.games[gap.game].dealers.values()):
                counted[dealer] += 1
        return counted

    def arrivals(self) -> list[list[str]]:
        """Who came when: those of the first night, those who came first on the second, and so on.

        Games without a date come last, each a night of its own; in a book without a date the first night ends when
        somebody deals for the second time, and who comes later comes alone.
        """
        groups: dict[tuple[bool, str, int], list[str]] = {}
        for place, game in enumerate(self.games.values()):
            people = dict.fromkeys(game.order)
            if game.date or game.order:
                key = (not game.date, game.date, 0 if game.date else place)
                groups.setdefault(key, []).extend({**people, **dict.fromkeys(game.in_order())})
            else:
                for later, company in enumerate(game.companies()):
                    groups[True, f"{place:09}", later] = company
        known: set[str] = set()
        arrived = []
        for _, company in sorted(groups.items()):
            new = [person for person in dict.fromkeys(company) if person not in known]
            known.update(new)
            if new:
                arrived.append(sorted(new))
        return arrived

    def as_json(self) -> dict[str, Any]:
        """For a state file."""
        kept = {key: value for key, value in vars(self).items() if key not in ("games", "turn_ups", "duplicates")}
        games = {
            name: {
                **{key: value for key, value in vars(game).items() if key not in ("prints", "dealers")},
                "prints": sorted(game.prints.items()),
                "dealers": sorted(game.dealers.items()),
            }
            for name, game in self.games.items()
        }
        return {**kept, "turn_ups": sorted(self.turn_ups.items()), "games": games}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Ledger":
        """Out of a state file."""
        games = {
            name: GameLedger(**{**game, "prints": _by_number(game["prints"]), "dealers": _by_number(game["dealers"])})
            for name, game in kept["games"].items()
        }
        return cls(
            **{
                **kept,
                "turn_ups": Counter(_by_number(kept["turn_ups"])),
                "unturned": Counter(kept["unturned"]),
                "games": games,
            }
        )


def _by_number(pairs: Iterable[Any]) -> dict[int, Any]:
    return {int(number): value for number, value in pairs}


def summary(ledger: Ledger, gaps: list[Gap], who: People, left_out: int) -> dict[str, Any]:
    """What `audit club` says about the records before anything else."""
    return {
        "games": len(ledger.games),
        "deals": ledger.deals,
        "numbered": all(game.numbered for game in ledger.games.values()) and bool(ledger.games),
        "dated": all(game.date for game in ledger.games.values()) and bool(ledger.games),
        "missing_deals": len(gaps),
        "missing": [
            {"game": g.game, "deal": g.number, "dealer": who.name(g.dealer) if g.dealer else None} for g in gaps[:SHOWN]
        ],
        "jumps": [f"{name} deal {number}" for name, game in ledger.games.items() for number in game.jumps()][:SHOWN],
        "same_deal_twice": ledger.duplicates,
        "copies": ledger.copies[:SHOWN],
        "conflicting": ledger.conflicts[:SHOWN],
        "out_of_rotation": ledger.rotation[:SHOWN],
        "score_gaps": ledger.scores[:SHOWN],
        "counts": {
            "conflicting": len(ledger.conflicts),
            "out_of_rotation": len(ledger.rotation),
            "score_gaps": len(ledger.scores),
            "copies": len(ledger.copies),
        },
        "constant_turn_up": ledger.constant,
        "without_a_dealer": ledger.unnamed,
        "namesakes_left_out": sorted(set(ledger.namesakes)),
        "turn_ups_not_recorded": ledger.unturned.total(),
        "one_person_perhaps": [list(pair) for pair in who.suggest()[:SHOWN]] if len(who.shown) <= COMPARED else [],
        "rows_left_out": left_out,
    }
