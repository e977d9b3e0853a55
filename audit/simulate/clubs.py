"""Clubs that meet: who sits where on which night, and the games that are played there."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

import numpy as np

from audit.simulate.cheats import METHODS
from audit.simulate.deal import Deal, ShuffledPack, Table, cut_cards
from audit.simulate.method import Method
from audit.simulate.plan import Plan
from audit.simulate.players import Player, Roll, mix
from audit.simulate.shuffle import cuts, orders, packs

FIRST_NIGHT = date(2026, 1, 1).toordinal()

CARDS, PEOPLE, PEN = range(3)
"""The streams of luck of a club: the shuffles, what people do, and what goes wrong in the records."""


def luck(plan: Plan, club: int, stream: int) -> np.random.Generator:
    """A stream of luck of a club, which depends on nothing but the seed."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(plan.seed, spawn_key=(club, stream))))


def uniforms(rng: np.random.Generator, batch: int = 4096) -> Iterator[float]:
    """Numbers uniform over [0, 1), without end."""
    while True:
        yield from rng.random(batch).tolist()


def shuffled(rng: np.random.Generator, plan: Plan) -> Iterator[ShuffledPack]:
    """Shuffles and cuts, without end."""
    batch = min(512, plan.nights * plan.tables * plan.deals)
    while True:
        yield from zip(orders(rng, batch, plan.shuffle).tolist(), cuts(rng, batch).tolist(), strict=True)


@dataclass(slots=True)
class Game:
    """One game: who sat where, the cut that put them there, and the deals."""

    players: list[str]
    cut: list[int]
    deals: list[Deal] = field(default_factory=list)


@dataclass(slots=True)
class Evening:
    """What was played at one table on one night, all numbered from 0."""

    club: int
    night: int
    table: int
    games: list[Game] = field(default_factory=list)

    @property
    def date(self) -> str:
        """The night's date; a club meets once a week."""
        return date.fromordinal(FIRST_NIGHT + 7 * self.night).isoformat()


def evenings(plan: Plan) -> Iterator[Evening]:
    """Every table of every night of every club, one after the other."""
    for number in range(plan.clubs):
        yield from Club(plan, number).evenings()


def tables(plan: Plan, roll: Roll) -> list[list[int]]:
    """The members who sit at each table for a night, by lot."""
    order = mix(list(range(plan.players)), roll)
    return [order[table * plan.seats : (table + 1) * plan.seats] for table in range(plan.tables)]


class Club:
    """One club: its members, those of them who cheat, and its luck.

    Args:
        plan: the whole simulation.
        number: of the club, from 0.
    """

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.number = number
        self.cards = luck(plan, number, CARDS)
        self.shuffles = shuffled(self.cards, plan)
        self.roll = uniforms(luck(plan, number, PEOPLE)).__next__
        self.players = [
            Player(name, plan.levels[place % len(plan.levels)], self.roll)
            for place, name in enumerate(plan.names(number))
        ]
        members = plan.members
        self.methods = [
            (members.index(cheat.player), METHODS[cheat.method](cheat.strength, self.roll)) for cheat in plan.cheats
        ]

    def evenings(self) -> Iterator[Evening]:
        """Every table of every night."""
        for night in range(self.plan.nights):
            for table, sitting in enumerate(tables(self.plan, self.roll)):
                evening = Evening(self.number, night, table)
                self._play(evening, sitting)
                yield evening

    def _play(self, evening: Evening, sitting: list[int]) -> None:
        """Games at one table, with one pack, until the night is over."""
        methods = [(member, method) for member, method in self.methods if member in sitting]
        gathered = packs(self.cards, 1)[0].tolist()
        missing = 0
        for _, method in methods:
            missing |= method.takes_out()
        played = 0
        while played < self.plan.deals:
            game, gathered = self._game(sitting, methods, gathered, missing)
            evening.games.append(game)
            played += len(game.deals)

    def _game(
        self, sitting: list[int], methods: list[tuple[int, Method]], gathered: list[int], missing: int
    ) -> tuple[Game, list[int]]:
        """One game to the target (SCOR-6), and the pack as it lies afterwards."""
        cut = cut_cards(self.roll, len(sitting))
        stripped = [(member, method) for member, method in methods if method.cut_for_deal(cut, sitting.index(member))]
        seated, dealer = take_seats(cut, self.roll)
        members = [sitting[place] for place in seated]
        players = [self.players[member] for member in members]
        at_seats = [(members.index(member), method) for member, method in methods]
        table = Table(self.plan.game, players, self.shuffles, self.roll, gathered, at_seats, missing)
        game = Game([player.name for player in players], [cut[place] for place in seated])
        while not table.over:
            deal = table.play_deal(len(game.deals) + 1, dealer)
            game.deals.append(deal)
            if not deal.exhausted:  # BEG-6, DEAL-7
                dealer = (dealer + 1) % table.seats
        for member, method in stripped:
            method.did(game.deals[0], members.index(member))
        return game, table.gathered


def take_seats(cut: list[int], roll: Roll) -> tuple[list[int], int]:
    """The players in the order of play after a cut, and the seat that deals first (SEAT-2).

    Four: the two highest are partners and sit opposite, the highest chooses his seat. Else they sit down as they like.
    The highest deals.
    """
    ranked = sorted(range(len(cut)), key=lambda place: -(cut[place] % 13))
    if len(cut) == 4:
        first, partner, one, other = ranked
        ranked = [first, one, partner, other] if roll() < 0.5 else [first, other, partner, one]
    elif roll() < 0.5:
        ranked[1:] = ranked[:0:-1]
    dealer = int(roll() * len(cut))
    return [ranked[(seat - dealer) % len(cut)] for seat in range(len(cut))], dealer
