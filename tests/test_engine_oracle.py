"""The program against the oracle of `tests/oracle`, a second reading of the rulebook in plain Python.

`GAMES=5000 pytest tests/test_engine_oracle.py` plays so many games of each kind, and draws each fault as many times.
"""

import os
import random

import pytest

from audit.cards import CARDS, NAMES, mask, members
from audit.records.models import Record
from audit.rules.play import legal
from audit.rules.play import winner as winning_place
from audit.rules.reckoning import Case
from audit.rules.rulings import rule
from audit.rules.seats import Seating
from audit.rules.table import Options, Table
from audit.rules.variants import VARIANTS
from audit.validation import Validation
from tests.oracle import generate, perft, rules
from tests.oracle.mutate import mutations

GAMES = int(os.environ.get("GAMES", "0"))
FAULTS = list(mutations())
KINDS = [(variant, players) for variant, counts in rules.PLAYERS.items() for players in counts]


def told(validation, place):
    """What the program says of a deal, in the oracle's words."""
    case = validation.heard[place].case
    table, ruling = case.table, rule(case)
    counted = sorted(
        (point.point, table.side_name(point.side), point.points)
        for point, counts in zip(ruling.points, ruling.counted, strict=True)
        if counts
    )
    (outcome,) = ruling.outcomes
    played = case.void is None and case.scoring.complete and ruling.complete
    return {
        "winners": [table.label(trick.winner) for trick in case.play.tricks if len(trick.cards) == table.players],
        "counted": counted,
        "totals": dict(zip(table.seating.sides, outcome.totals, strict=True)),
        "winner": None if outcome.winner is None else table.side_name(outcome.winner),
        "next_dealer": None if outcome.next_dealer is None else table.label(outcome.next_dealer),
        "game_counts": dict(zip(table.seating.sides, case.scoring.counts, strict=True)) if played else None,
    }


def expected(record, place):
    result = rules.score_deal(record, place)
    found = {key: result[key] for key in ("winners", "totals", "winner", "next_dealer", "game_counts")}
    return {**found, "counted": sorted(result["counted"])}


@pytest.mark.parametrize(("variant", "players"), KINDS, ids=str)
def test_clean_games(variant, players):  # PLAY-4, SCOR-1 to SCOR-9, DEAL-5, DEAL-7, BEG-2 to BEG-8
    """Winners of tricks, points, pegs, Game counts, totals, the next dealer and the winner; and nothing is found."""
    for seed in range(GAMES or 12):
        rng = random.Random(f"{variant} {players} {seed}")
        record = generate.random_game(rng, variant, players, **generate.any_how(rng, variant, players))
        validation = Validation(Record.model_validate(record))
        assert [f for f in validation.findings if f.kind != "note"] == [], seed
        for place in range(len(record["deals"])):
            assert told(validation, place) == expected(record, place), (seed, place)


@pytest.mark.parametrize(("variant", "players"), KINDS, ids=str)
def test_what_is_left_out_of_a_clean_game_sets_off_nothing(variant, players):
    """An absent fact is unknown, never "none": hands, cards, cuts and sheets that nobody wrote down."""
    for seed in range(GAMES or 8):
        rng = random.Random(f"forget {variant} {players} {seed}")
        record = generate.random_game(rng, variant, players, **generate.any_how(rng, variant, players))
        record = generate.blank(rng, generate.forget(rng, record, 0.3), 0.15)
        findings = Validation(Record.model_validate(record)).findings
        assert [f for f in findings if f.kind != "note"] == [], seed


def unmatched(findings, wanted):
    """What was expected and is not there, and what is there and was not expected; notes count where expected."""
    codes = {finding["code"] for finding in wanted}
    left = [f for f in findings if f.kind != "note" or f.code in codes]
    missing = []
    for want in wanted:
        match = next((f for f in left if all(f.as_json()[key] == value for key, value in want.items())), None)
        if match is None:
            missing.append(want)
        else:
            left.remove(match)
    return missing, left


@pytest.mark.parametrize(
    ("name", "function"), list(mutations()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_one_fault_gives_exactly_its_findings(name, function):
    for seed in range(GAMES or 6):
        record, wanted = function(random.Random(f"{name} {seed}"))
        assert unmatched(Validation(Record.model_validate(record)).findings, wanted) == ([], []), seed


def continuations(hands, leader, trump, plies, stock, ends, so_far):
    """Number of legal ways to play on, by the rules of `audit.rules.play`; the tricks of fifty stand in `ends`."""
    players = len(hands)
    tricks, cards = so_far
    if len(cards) == players:
        leader = (leader + winning_place(cards, trump)) % players
        tricks, cards = [*tricks, cards], []
        if stock:
            hands = [*hands]
            for place in range(players):
                hands[(leader + place) % players] |= 1 << stock[place]
            stock = stock[players:]
    seat = (leader + len(cards)) % players
    if plies == 0 or not hands[seat]:
        if len(ends) < 50:
            ends.append(tricks)
        return 1
    total = 0
    for card in members(legal(hands[seat], cards[0] // 13 if cards else None, trump if trump is not None else -1)):
        rest = [*hands]
        rest[seat] &= ~(1 << card)
        fixed = card // 13 if trump is None else trump  # PLAY-5
        total += continuations(rest, leader, fixed, plies - 1, stock, ends, (tricks, [*cards, card]))
    return total


@pytest.mark.parametrize("name", list(perft.DEALS))
def test_counts_of_legal_continuations(name):  # PLAY-1 to PLAY-6
    variant, seats, dealer, hands, trump, stock = perft.fixed_deal(name)
    masks = [mask(CARDS[card] for card in hands[seat]) for seat in seats]
    suit = None if trump is None else "SHDC".index(trump)
    cards = [CARDS[card] for card in stock]
    ends = []
    eldest = (seats.index(dealer) + 1) % len(seats)
    assert continuations(masks, eldest, suit, perft.DEALS[name][3], cards, ends, ([], [])) == perft.COUNTS[name]
    for tricks in ends:
        assert leaders_at_the_table(variant, seats, hands, trump, stock, tricks) == leaders_by_the_oracle(
            variant, seats, dealer, trump, tricks
        )


def leaders_at_the_table(variant, seats, hands, trump, stock, tricks):
    """Who won each trick, and that no card of them was a revoke, when the tricks are told to the table."""
    table = Table(VARIANTS[variant], Seating(seats), Options(), len(seats) - 1)
    if variant == "california-jack":
        table.cut_for_trump({0: CARDS["A" + trump], 1: CARDS["2S"]})
    table.deal([[CARDS[card] for card in hands[seat]] for seat in seats])
    if variant in rules.TURNS:
        table.turn([CARDS[stock_card(variant, seats, hands, trump)]])
        table.stand(0)
    if stock:
        table.stock = [CARDS[card] for card in stock]
    for trick in tricks:
        table.trick(list(trick), None, ())
    case = Case(table)
    assert not table.faults
    return [seats[trick.winner] for trick in case.play.tricks]


def stock_card(variant, seats, hands, trump):
    """A card of the trump suit that nobody holds."""
    held = {card for seat in seats for card in hands[seat]}
    return next(rank + trump for rank in rules.RANKS if rank + trump not in held)


def leaders_by_the_oracle(variant, seats, dealer, trump, tricks):
    winners, leader = [], rules.eldest(seats, dealer)
    for trick in tricks:
        cards = [NAMES[card] for card in trick]
        trump = trump or cards[0][1]
        leader = rules.order(seats, leader)[rules.winner(cards, trump)]
        winners.append(leader)
    return winners
