"""Clubs that meet: who sits where on which night, and the games that are played there."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

import numpy as np

from audit.simulate.cheats import METHODS
from audit.simulate.deal import Deal, ShuffledPack, Table, cut_cards
from audit.simulate.method import Method
from audit.simulate.plan import Plan
from audit.simulate.players import Player, Roll
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


def mix(items: list[int], roll: Roll) -> list[int]:
    """The items in random order."""
    mixed = items.copy()
    for last in range(len(mixed) - 1, 0, -1):
        other = int(roll() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


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
        return date_of(self.night)


def date_of(night: int) -> str:
    """The date of a night; a club meets once a week."""
    return date.fromordinal(FIRST_NIGHT + 7 * night).isoformat()


def member_name(plan: Plan, club: int, member: int) -> str:
    """What the records call a member."""
    name = plan.members[member]
    return f"{club + 1}/{name}" if plan.clubs > 1 else name


def evenings(plan: Plan) -> Iterator[Evening]:
    """Every table of every night of every club, one after the other."""
    for club in range(plan.clubs):
        yield from _club(plan, club)


def _club(plan: Plan, club: int) -> Iterator[Evening]:
    cards = luck(plan, club, CARDS)
    shuffles = shuffled(cards, plan)
    roll = uniforms(luck(plan, club, PEOPLE)).__next__
    names = plan.members
    players = [
        Player(member_name(plan, club, place), plan.levels[place % len(plan.levels)], roll)
        for place in range(plan.players)
    ]
    methods = [(names.index(cheat.player), METHODS[cheat.method](cheat.strength, roll)) for cheat in plan.cheats]
    for night in range(plan.nights):
        order = mix(list(range(plan.players)), roll)
        for table in range(plan.tables):
            sitting = order[table * plan.seats : (table + 1) * plan.seats]
            evening = Evening(club, night, table)
            gathered = packs(cards, 1)[0].tolist()
            at_table = [(member, method) for member, method in methods if member in sitting]
            missing = 0
            for _, method in at_table:
                missing |= method.takes_out()
            played = 0
            while played < plan.deals:
                game, gathered = _game(plan, players, sitting, at_table, shuffles, roll, gathered, missing)
                evening.games.append(game)
                played += len(game.deals)
            yield evening


def _game(
    plan: Plan,
    players: list[Player],
    sitting: list[int],
    methods: list[tuple[int, Method]],
    shuffles: Iterator[ShuffledPack],
    roll: Roll,
    gathered: list[int],
    missing: int,
) -> tuple[Game, list[int]]:
    """One game to the target (SCOR-6), and the pack as it lies afterwards."""
    cut = cut_cards(roll, len(sitting))
    stripped = [(member, method) for member, method in methods if method.cut_for_deal(cut, sitting.index(member))]
    seated, dealer = take_seats(cut, roll)
    members = [sitting[place] for place in seated]
    table = Table(
        plan.game,
        [players[member] for member in members],
        shuffles,
        roll,
        gathered,
        [(members.index(member), method) for member, method in methods],
        missing,
    )
    game = Game([players[member].name for member in members], [cut[place] for place in seated])
    number = 0
    while not table.over:
        number += 1
        deal = table.play_deal(number, dealer)
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
