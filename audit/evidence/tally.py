"""The tally: counts that add up over files, nights and machines.

Every bet depends on the counts alone, so a tally is all that has to be kept; tallies of different games add up with
`+`, and JSON takes them in and out. Beside the counts it keeps the moves, the deals behind them, for explanations.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from audit.cards import CARDS, JACK
from audit.evidence.completeness import GameLedger, Ledger, beginning_of, print_of
from audit.evidence.facts import Facts, Where, facts_of
from audit.evidence.hypotheses import HYPOTHESES
from audit.evidence.hypothesis import Cell, Move, Observation
from audit.evidence.pack import PackCount, Unit
from audit.evidence.shuffling import LAGS, observe_pairs
from audit.records.models import Deal, Record, Turn
from audit.records.people import People, namesakes
from audit.rules.seats import Seating
from audit.rules.variants import VARIANTS

JACK_TURNED: Cell = ("jack", (), 1)
NO_JACK: Cell = ("jack", (), 0)
Key = tuple[str, str]
"""Hypothesis, person."""


@dataclass
class Tally:
    """Counts of what was seen of everybody.

    Attributes:
        counts: for each hypothesis and person how often each score came in each context.
        moves: the same as a list of deals; of the turned Jacks only the hits, with their place in the count.
        packs: what was seen of the pack of each table and night.
        ledger: which deals were counted.
        who: tells who is meant by a name, and how it is written.
        trials: observations of each hypothesis and person.
    """

    counts: dict[Key, Counter[Cell]] = field(default_factory=dict)
    moves: dict[Key, list[Move]] = field(default_factory=dict)
    packs: dict[Unit, PackCount] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    who: People = field(default_factory=People)
    trials: Counter[Key] = field(default_factory=Counter)

    def __add__(self, other: "Tally") -> "Tally":
        """Both together.

        Raises:
            UsageError: a game is in both.
        """
        ledger = self.ledger + other.ledger
        counts = {key: Counter(cells) for key, cells in self.counts.items()}
        for key, cells in other.counts.items():
            counts.setdefault(key, Counter()).update(cells)
        moves = {key: list(listed) for key, listed in self.moves.items()}
        for key, listed in other.moves.items():
            before = self.trials[key]
            moves.setdefault(key, []).extend(move._replace(n=move.n + before) for move in listed)
        packs = dict(self.packs)
        for unit, count in other.packs.items():
            packs[unit] = packs.get(unit, PackCount()) + count
        who = People({**other.who.aliases, **self.who.aliases})
        for shown in (self.who.shown, other.who.shown):
            for person, spellings in shown.items():
                who.shown.setdefault(person, Counter()).update(spellings)
        return Tally(counts, moves, packs, ledger, who, self.trials + other.trials)

    def add(self, record: Record) -> None:
        """Count a record; deals that were counted before change nothing."""
        game = record.game
        seating = record.seating
        people = self._people(record)
        seats = dict(seating.number) if seating else {}
        order = [people.get(label) for label in seats]
        name, ledger = self._ledger(record, [who for who in order if who] if None not in order else [])
        variant = VARIANTS[game.variant]
        earlier: list[Facts] = []
        previous: Deal | None = None
        shift, again = 0, False  # a record without numbers that begins otherwise is another game of that name
        rows = _BookRows(self, name, ledger)
        for place, deal in enumerate(record.deals, start=1):
            if not seats:
                if rows.take(deal):
                    continue
                rows.flush()
            if deal.dealer is not None and deal.dealer not in people:
                people[deal.dealer] = self.who.key(deal.dealer)
            number = deal.number if deal.number is not None else place + shift
            facts = facts_of(deal, Where(ledger.date, name, number), variant, seats, order, people)
            mark = print_of(
                facts.dealing, facts.turn, facts.seen, facts.begged, facts.ran, facts.run_turns, facts.tricks
            )
            known = ledger.prints.get(number)
            again = again or known == mark
            if known is not None and known != mark and deal.number is None and not again:
                shift = max(ledger.prints) + 1 - place
                number, known = place + shift, None
                facts.where = Where(ledger.date, name, number)
            if known is None:
                ledger.prints[number] = mark
                ledger.numbered = ledger.numbered and deal.number is not None
                self._notice(facts, ledger, earlier[-1] if earlier else None, deal, previous, seating, variant.turn_up)
                self._count(facts, earlier)
            else:
                self.ledger.duplicates += 1
                if known != mark and str(facts.where) not in self.ledger.conflicts:
                    self.ledger.conflicts.append(str(facts.where))
            earlier, previous = [*earlier[1 - len(LAGS) :], facts], deal
        rows.flush()

    def _ledger(self, record: Record, order: list[str]) -> tuple[str, GameLedger]:
        """The name by which a game is known again, and its ledger: its id, else its date and place, else its file."""
        game = record.game
        date, place = game.date or "", game.place or ""
        name = game.id or "/".join(part for part in (date, place) if part)
        if not name and record.origin is not None:
            name = record.origin.member or record.origin.file or ""
        beginning = beginning_of(record)
        if beginning is not None:
            first = self.ledger.beginnings.setdefault(beginning, name)
            if first != name:
                self.ledger.note_copy(name, first)
                name = first
        return name, self.ledger.games.setdefault(name, GameLedger(date, place, order))

    def _people(self, record: Record) -> dict[str, str | None]:
        """The person behind each seat; nobody where two of one name sit at one table without ids."""
        seats = record.game.seats or []
        at_table = self.who.at_table(record)
        if seats:
            self.ledger.namesakes += sorted(self.who.name(name) for name in namesakes(seats, self.who.aliases))
        return {**dict.fromkeys(seat.seat for seat in seats), **at_table}

    def _notice(
        self,
        facts: Facts,
        ledger: GameLedger,
        before: Facts | None,
        deal: Deal,
        previous: Deal | None,
        seating: Seating | None,
        turned: bool,
    ) -> None:
        """Note what completeness asks of a deal: its dealer, the rotation (DEAL-7), the score that it began with."""
        if facts.dealing is None:
            self.ledger.unnamed += 1
        else:
            ledger.dealers[facts.where.deal] = facts.dealing
        if facts.turn is not None:
            self.ledger.turn_ups[facts.turn] += 1
        elif facts.dealing is not None and turned and not facts.redealt:
            self.ledger.unturned[facts.dealing] += 1
        if before is None or previous is None or before.where.deal + 1 != facts.where.deal:
            return
        turn_taken = before.dealer is not None and facts.dealer is not None and not before.same_dealer
        if seating and turn_taken and facts.dealer != seating.left(before.dealer or 0):
            self.ledger.rotation.append(str(facts.where))
        if deal.score_before is not None and previous.score_after is not None:
            after = previous.score_after
            if any(after.get(side, points) != points for side, points in deal.score_before.items()):
                self.ledger.scores.append(str(facts.where))

    def _count(self, facts: Facts, earlier: list[Facts]) -> None:
        if facts.seen:
            self._pack(facts).add(facts)
        elif facts.twice:
            self._pack(facts).twice += 1
        for hypothesis in HYPOTHESES.values():
            self._observed(hypothesis.name, facts.where, hypothesis.observe(facts))
        for name, lag in LAGS.items():
            for before in earlier:
                if before.where.deal + lag == facts.where.deal:
                    self._observed(name, facts.where, observe_pairs(before, facts))

    def _pack(self, facts: Facts) -> PackCount:
        unit = (table_of(facts.where, self.ledger.games[facts.where.game].place), facts.where.date)
        return self.packs.setdefault(unit, PackCount())

    def _observed(self, name: str, where: Where, observations: Iterable[Observation]) -> None:
        first = ""
        for person, channel, context, score in observations:
            key = (name, person)
            cells = self.counts.get(key)
            if cells is None:
                cells = self.counts[key] = Counter()
            listed = self.moves.setdefault(key, [])
            cells[channel, context, score] += 1
            first = first or channel
            if channel == first:
                self.trials[key] += 1
            if score or name != "turned-jacks":
                listed.append(Move(self.trials[key], where, channel, context, score))

    def people(self) -> list[str]:
        """Everybody who dealt, decided or cut, in the order in which they came."""
        return list(dict.fromkeys(person for name, person in self.counts if name in HYPOTHESES))

    def arrivals(self) -> list[list[str]]:
        """Who came when (`Ledger.arrivals`); who never dealt and has no seat that the records name comes last."""
        companies = self.ledger.arrivals()
        known = {person for company in companies for person in company}
        left = sorted(person for person in self.people() if person not in known)
        return [*companies, left] if left else companies

    def total(self, name: str) -> Counter[Cell]:
        """The counts of a hypothesis over everybody."""
        total: Counter[Cell] = Counter()
        for (hypothesis, _), cells in self.counts.items():
            if hypothesis == name:
                total.update(cells)
        return total

    def as_json(self) -> dict[str, Any]:
        """The tally for a state file."""
        deals: dict[Where, int] = {}
        for listed in self.moves.values():
            for move in listed:
                deals.setdefault(move.where, len(deals))
        return {
            "counts": [
                [
                    name,
                    person,
                    [[channel, list(context), score, times] for (channel, context, score), times in cells.items()],
                ]
                for (name, person), cells in self.counts.items()
            ],
            "deals": [list(where) for where in deals],
            "moves": [
                [name, person, [[m.n, deals[m.where], m.channel, list(m.context), m.score] for m in listed]]
                for (name, person), listed in self.moves.items()
            ],
            "packs": [[*unit, count.as_json()] for unit, count in self.packs.items()],
            "ledger": self.ledger.as_json(),
            "names": self.who.shown,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Tally":
        """A tally out of a state file."""
        tally = cls(
            ledger=Ledger.from_json(kept["ledger"]),
            who=People(shown={who: Counter(names) for who, names in kept["names"].items()}),
        )
        for name, person, cells in kept["counts"]:
            tally.counts[name, person] = Counter(
                {(channel, tuple(context), score): times for channel, context, score, times in cells}
            )
        deals = [Where(*where) for where in kept["deals"]]
        for name, person, listed in kept["moves"]:
            tally.moves[name, person] = [
                Move(n, deals[place], channel, tuple(context), score) for n, place, channel, context, score in listed
            ]
        for table, night, count in kept["packs"]:
            tally.packs[table, night] = PackCount.from_json(count)
        for key, cells in tally.counts.items():
            first = HYPOTHESES[key[0]].first if key[0] in HYPOTHESES else "pairs"
            tally.trials[key] = sum(times for (channel, _, _), times in cells.items() if channel == first)
        return tally


@lru_cache(maxsize=1 << 16)
def _print_of_row(person: str, turned: int) -> int:
    """The print of a plain row, the same as that of its facts."""
    return print_of(person, turned, 1 << turned, None, None, [], [])


class _BookRows:
    """Counts the plain rows of one turn-up book, the bulk of what clubs have, by the shortest way.

    What it has counted goes into the tally with `flush`.
    """

    def __init__(self, tally: Tally, name: str, ledger: GameLedger) -> None:
        self.tally = tally
        self.name = name
        self.ledger = ledger
        self.turned = [0] * 52
        self.people: dict[str, str | None] = {}
        self.trials: dict[str, int] = {}
        self.hits: dict[str, list[tuple[int, int]]] = {}

    def take(self, deal: Deal) -> bool:
        """Count a row that says who dealt and what he turned, and nothing else; whether it was one."""
        number, dealer, events, prints = deal.number, deal.dealer, deal.events, self.ledger.prints
        if number is None or dealer is None or len(events) != 1 or number in prints or not self.ledger.numbered:
            return False
        event = events[0]
        if type(event) is not Turn or event.card is None:
            return False
        person = self.people.get(dealer) or self._person(dealer)
        if person is None:
            return False
        turned = CARDS[event.card]
        prints[number] = _print_of_row(person, turned)
        self.ledger.dealers[number] = person
        self.turned[turned] += 1
        self.trials[person] += 1
        if turned % 13 == JACK:
            self.hits[person].append((self.trials[person], number))
        return True

    def _person(self, dealer: str) -> str | None:
        person = self.people[dealer] = self.tally.who.key(dealer)
        if person is not None:
            self.trials.setdefault(person, 0)
            self.hits.setdefault(person, [])
        return person

    def flush(self) -> None:
        """Add what was counted to the tally, and begin anew."""
        tally, ledger = self.tally, self.ledger
        shown = sum(self.turned)
        if not shown:
            return
        unit = (table_of(Where(ledger.date, self.name, 0), ledger.place), ledger.date)
        pack = tally.packs.setdefault(unit, PackCount())
        pack.shown[1] += shown
        for card, times in enumerate(self.turned):
            if times:
                pack.seen |= 1 << card
                tally.ledger.turn_ups[card] += times
        for person, trials in self.trials.items():
            if trials:
                self._flush_person(person, trials, self.hits[person])
        self.turned = [0] * 52
        self.trials = dict.fromkeys(self.trials, 0)
        self.hits = {person: [] for person in self.hits}

    def _flush_person(self, person: str, trials: int, hits: list[tuple[int, int]]) -> None:
        tally, key = self.tally, ("turned-jacks", person)
        before = tally.trials[key]
        cells = tally.counts.setdefault(key, Counter())
        listed = tally.moves.setdefault(key, [])
        for n, number in hits:
            listed.append(Move(before + n, Where(self.ledger.date, self.name, number), "jack", (), 1))
        if hits:
            cells[JACK_TURNED] += len(hits)
        if trials > len(hits):
            cells[NO_JACK] += trials - len(hits)
        tally.trials[key] = before + trials


def table_of(where: Where, place: str) -> str:
    """The table of a game: its place, and what an id such as `2026-03-05/table-2/game-1` adds to its date.

    >>> table_of(Where("2026-03-05", "2026-03-05/table-2/game-1", 3), "Club room")
    'Club room, table-2'
    """
    parts = where.game.split("/")
    named = (
        [part for part in parts if part != where.date and not part.startswith("game")] if where.date in parts else []
    )
    return ", ".join(part for part in (place, *named) if part)
