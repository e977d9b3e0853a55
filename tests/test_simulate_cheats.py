"""Every method of cheating leaves the trace that the rulebook names, as strong as its strength says, and no other.

The traces are read from the records alone; an expectation is exact arithmetic, and a count may be off by four and a
half standard deviations.
"""

from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from audit import validate
from audit.cards import CARDS, NAMES, mask
from audit.records.models import Record
from audit.rules.play import PIPS
from audit.rules.variants import VARIANTS
from audit.simulate import METHODS, Cheat, Plan, Shuffle, Truth, json_records, simulate
from audit.simulate.clubs import shuffled
from audit.simulate.deal import Table
from audit.simulate.players import GIVES, Player, strength
from audit.simulate.stacking import Seconds

WIDE = 4.5


class Seen:
    """A deal of a full record as these tests look at it."""

    def __init__(self, record, deal, before):
        self.names = {seat["seat"]: seat["player"] for seat in record["game"]["seats"]}
        self.before = before
        self.deal = deal
        self.events = deal["events"]
        self.dealer = self.names[deal["dealer"]]
        self.hands = {self.names[seat]: [CARDS[c] for c in hand] for seat, hand in self.one("deal")["hands"].items()}
        self.players = [self.names[seat] for seat in self.names]
        place = self.players.index(self.dealer)
        self.eldest = self.players[(place + 1) % len(self.players)]
        self.partner = self.players[(place + 2) % 4] if len(self.players) == 4 else None
        self.turns = [CARDS[event["card"]] for event in self.all("turn")]
        self.trump = self.turns[0] // 13 if self.turns else None
        self.tricks = [[CARDS[card] for card in event["cards"]] for event in self.all("trick")]
        self.stock = [CARDS[card] for card in self.one("stock")["cards"]]
        self.begged = bool(self.all("beg"))
        self.gave = bool(self.all("give"))
        self.free = self.begged and all(score < 6 for score in deal["score_before"].values())
        """Begged, and the dealer was free to give the point (BEG-9)."""

    def all(self, kind):
        return [event for event in self.events if event["do"] == kind]

    def one(self, kind):
        return self.all(kind)[0]

    @property
    def coming(self):
        """The card that a run turned or would have turned."""
        return self.turns[1] if len(self.turns) > 1 else self.stock[3 * len(self.players)]


def play(cheat, **wanted):
    plan = Plan(cheats=(Cheat.parse(cheat),) if cheat else (), **wanted)
    truth = Truth(plan)
    seen = []
    for record in json_records(plan, truth):
        before = None
        for deal in record["deals"]:
            before = Seen(record, deal, before)
            seen.append(before)
    return seen, truth


@cache
def honest():
    return play(None, nights=40, seed=21)[0]


def near(successes, trials, rate):
    return abs(successes - trials * rate) < WIDE * sqrt(trials * rate * (1 - rate))


def is_jack(card):
    return card % 13 == 9


def test_turned_jacks():  # CHT-1
    seen, truth = play("CHT-1:Bob:1/4", nights=40, seed=22)
    own = [is_jack(deal.turns[0]) for deal in seen if deal.dealer == "Bob"]
    others = [is_jack(deal.turns[0]) for deal in seen if deal.dealer != "Bob"]
    assert near(sum(own), len(own), 1 / 4)
    assert near(sum(others), len(others), 1 / 13)
    assert near(truth.used["CHT-1:Bob"], len(own), 3 / 16)  # 1/13 + 12/13 x 3/16 = 1/4
    assert sum(own) > 50


def test_weak_shuffles_turn_no_more_jacks():
    for shuffle in ("riffle:1", "overhand:2"):
        seen, _ = play(None, nights=25, shuffle=Shuffle.parse(shuffle), seed=23)
        assert near(sum(is_jack(deal.turns[0]) for deal in seen), len(seen), 1 / 13)


def test_stocked_half_stock():  # CHT-2
    """The card that a run turns is a Jack of another suit in a third of his deals, by luck in 3 of 51 besides."""
    seen, truth = play("CHT-2:Bob:1/3", nights=30, seed=24)

    def scores(deal):
        return is_jack(deal.coming) and deal.coming // 13 != deal.trump

    asked = [deal for deal in seen if deal.begged or (not deal.all("bunch") and len(deal.turns))]
    own = [scores(deal) for deal in asked if deal.dealer == "Bob"]
    others = [scores(deal) for deal in asked if deal.dealer != "Bob"]
    assert near(sum(own), len(own), 1 / 3 + 2 / 3 * 3 / 51)
    assert near(sum(others), len(others), 3 / 51)
    ran = [deal for deal in seen if deal.dealer == "Bob" and deal.all("run") and scores(deal)]
    run_to_him = [set(deal.one("run")["hands"][deal.deal["dealer"]]) for deal in ran]
    brought = [
        {NAMES[13 * (deal.coming // 13) + rank] for rank in (12, 0)} <= cards
        for deal, cards in zip(ran, run_to_him, strict=True)
    ]
    assert sum(brought) > 15
    assert sum(brought) > 0.7 * len(ran)  # the rest turned their Jack by luck
    assert truth.used["CHT-2:Bob"] > 0


def test_seventh_card_dropped_on_tricks():  # CHT-3
    seen, truth = play("CHT-3:Bob:1/4", nights=20, seed=25)
    seven = [deal for deal in seen if any(len(hand) == 7 for hand in deal.hands.values())]
    assert {deal.dealer for deal in seven} == {"Bob"}
    assert all(len(deal.hands["Bob"]) == 7 for deal in seven)
    assert near(len(seven), sum(deal.dealer == "Bob" for deal in seen), 1 / 4)
    assert truth.used["CHT-3:Bob"] == len(seven)
    dropped = 0
    for deal in seen:
        if not deal.all("piles"):
            continue
        played = {card for trick in deal.tricks for card in trick}
        piles = {side: [CARDS[card] for card in pile] for side, pile in deal.one("piles")["piles"].items()}
        never = [card for pile in piles.values() for card in pile if card not in played]
        assert len(never) <= (deal in seven)
        counts = deal.one("counts")["counts"]
        assert sum(counts.values()) == sum(PIPS[card] for card in played) + sum(PIPS[card] for card in never)
        assert all(card in deal.hands["Bob"] for card in never)
        dropped += sum(PIPS[card] for card in never) > 0
    assert dropped > 10


def test_set_gathered_and_cut_shifted():  # CHT-4
    """A deal depends on the deal before: with all four in its tricks, half of his deals bring A, 10, 2 and the Jack."""
    seen, truth = play("CHT-4:Bob:1/2", nights=60, seed=26)

    def ready(deal):
        lay = {card for trick in deal.before.tricks for card in trick} if deal.before else set()
        return any({13 * suit + rank for rank in (12, 9, 8, 0)} <= lay for suit in range(4))

    def gathered(deal):
        suit = deal.trump
        return is_jack(deal.turns[0]) and {13 * suit + rank for rank in (12, 8, 0)} <= set(deal.hands[deal.dealer])

    could = [gathered(deal) for deal in seen if deal.dealer == "Bob" and ready(deal)]
    assert len(could) > 50
    assert near(sum(could), len(could), 1 / 2)
    others = [gathered(deal) for deal in seen if deal.dealer != "Bob" or not ready(deal)]
    assert sum(others) <= 3  # by luck in 7.39e-5 of them, here one in two such runs
    assert truth.used["CHT-4:Bob"] == sum(could)


def same_suit_coming(deals):
    """In how many deals a run turns the first suit again; the exact expectation of that, and its deviation.

    Whoever has decided saw his own hand and the turn-up: every other card is as likely to be turned. The dealer's
    answer comes after a beg, so there both hands are given.
    """
    met = expected = variance = 0.0
    for deal, *players in deals:
        left = 12 - sum(card // 13 == deal.trump for player in players for card in deal.hands[player])
        chance = left / (51 - 6 * len(players))
        met += deal.coming // 13 == deal.trump
        expected += chance
        variance += chance * (1 - chance)
    return met, expected, sqrt(variance)


def test_honest_begs_know_nothing_of_the_stock():  # BEG-1
    met, expected, deviation = same_suit_coming([(deal, deal.eldest) for deal in honest() if deal.begged])
    assert expected > 150
    assert abs(met - expected) < WIDE * deviation


def test_marked_cards_beg_when_the_suit_to_come_is_better():  # CHT-5
    seen, _ = play("CHT-5:Bob", nights=24, seed=27)
    own = [deal for deal in seen if deal.eldest == "Bob" and deal.all("beg") + deal.all("stand")]
    for deal in own:
        now, then = (strength(mask(deal.hands["Bob"]), suit) for suit in (deal.trump, deal.coming // 13))
        assert deal.begged == (then > now)
    met, expected, deviation = same_suit_coming([(deal, "Bob") for deal in own if deal.begged])
    assert met == 0
    assert expected > WIDE * deviation
    others = [(deal, deal.eldest) for deal in seen if deal.begged and deal.eldest != "Bob"]
    met, expected, deviation = same_suit_coming(others)
    assert abs(met - expected) < WIDE * deviation


def share_of_odd_points(seen, player):
    """How many of the Jack and Game points of two players go to one, and how many there were."""
    own = total = 0
    for deal in seen:
        for seat, points in deal.deal["points"].items():
            for point in ("jack", "game"):
                total += point in points
                own += point in points and deal.names[seat] == player
    return own, total


def test_open_cards_win_the_jack_and_game():  # CHT-5
    table = {"players": 2, "tables": 1, "levels": ("decent",), "nights": 15, "variant": "pitch"}
    own, total = share_of_odd_points(play("CHT-5:Bob", seed=28, **table)[0], "Bob")
    assert own > total / 2 + WIDE * sqrt(total) / 2
    own, total = share_of_odd_points(play(None, seed=28, **table)[0], "Bob")
    assert near(own, total, 1 / 2)


def test_strippers_cut_the_deal_and_the_wedge():  # CHT-6
    seen, _ = play("CHT-6:Bob:2/5", nights=30, seed=29)
    cuts = [deal for deal in seen if deal.all("cut-for-deal") and "Bob" in deal.players]
    assert near(sum(deal.dealer == "Bob" for deal in cuts), len(cuts), 2 / 5 + 3 / 5 / 4)
    own = [deal.one("cut")["at"] for deal in seen if deal.dealer == "Bob"]
    wedge = max(set(own), key=own.count)
    assert near(own.count(wedge), len(own), 2 / 5 + 3 / 5 / 45)
    others = [deal.one("cut")["at"] for deal in seen if deal.dealer != "Bob"]
    assert near(others.count(wedge), len(others), 1 / 45)
    played, _ = play("CHT-6:Bob:2/5", nights=20, seed=29, players=4, tables=2)
    two = [deal for deal in played if deal.all("cut-for-deal") and "Bob" in deal.players]
    assert near(sum(deal.dealer == "Bob" for deal in two), len(two), 2 / 5 + 3 / 5 / 2)


def test_reflectors_know_the_stock_only_when_dealing():  # CHT-7
    seen, _ = play("CHT-7:Bob", nights=40, seed=30)
    ran = [(deal, deal.dealer, deal.eldest) for deal in seen if deal.free and not deal.gave]
    met, expected, deviation = same_suit_coming([one for one in ran if one[1] == "Bob"])
    assert met == 0
    assert expected > WIDE * deviation
    met, expected, deviation = same_suit_coming([one for one in ran if one[1] != "Bob"])
    assert abs(met - expected) < WIDE * deviation
    begged = [(deal, "Bob") for deal in seen if deal.begged and deal.eldest == "Bob"]
    met, expected, deviation = same_suit_coming(begged)
    assert abs(met - expected) < WIDE * deviation


def dealer_trumps(deals):
    """Trumps dealt to the dealers and the exact expectation: six of 51 cards with twelve trumps."""
    got = sum(sum(card // 13 == deal.trump for card in deal.hands[deal.dealer]) for deal in deals)
    variance = 6 * (12 / 51) * (39 / 51) * (45 / 50)
    return got, len(deals) * 6 * 12 / 51, sqrt(len(deals) * variance)


def test_seconds_bring_the_dealer_trumps():  # CHT-8
    seen, truth = play("CHT-8:Bob:2/5", nights=40, seed=31)
    own = [deal for deal in seen if deal.dealer == "Bob"]
    got, expected, deviation = dealer_trumps(own)
    extra = 0.4 * len(own)
    assert abs(got - expected - extra) < WIDE * sqrt(deviation**2 + len(own) * 0.24)
    assert got > expected + WIDE * deviation
    assert near(truth.used["CHT-8:Bob"], len(own), 0.4)
    got, expected, deviation = dealer_trumps([deal for deal in seen if deal.dealer != "Bob"])
    assert abs(got - expected) < WIDE * deviation


def test_shifted_cut_leaves_the_order():  # CHT-8
    """Without a shuffle the pack is dealt as it was gathered, but for the exchange, although it was cut."""
    rng = np.random.Generator(np.random.PCG64(32))
    players = [Player(name, "decent", rng.random) for name in ("Ann", "Bob", "Cyd", "Dee")]
    plan = Plan(shuffle=Shuffle.parse("riffle:0"))
    for method, most in (([(0, Seconds(1, rng.random))], 2), ([], 0)):
        table = Table(VARIANTS["seven-up"], players, shuffled(rng, plan), rng.random, list(range(52)), method)
        deal = table.play_deal(1, 0)
        cut = [] if method else list(range(deal.cut))
        expected = [card for card in range(52) if card not in cut] + cut
        assert sum(a != b for a, b in zip(deal.pack, expected, strict=True)) == most


def test_abstracted_ten_is_never_seen():  # CHT-9
    """At an honest table a card is unseen in the tricks of a night with chance (28/52)^40, about 2e-11."""
    plan = Plan(cheats=(Cheat.parse("CHT-9:Bob"),), nights=8, record="plays", seed=33)
    seen, sat = {}, {}
    for record in json_records(plan):
        evening = record["game"]["date"], record["game"]["place"]
        sat.setdefault(evening, set()).update(seat["player"] for seat in record["game"]["seats"])
        for deal in record["deals"]:
            for event in deal["events"]:
                if event["do"] == "trick":
                    seen.setdefault(evening, set()).update(event["cards"])
    for evening, players in sat.items():
        never = set(NAMES) - seen[evening]
        assert [card[0] for card in never] == (["T"] if "Bob" in players else [])


def test_high_hand():  # CHT-10
    """Of honest hands 2.99e-8 have it; here a tenth of his deals, with the hand that beats it behind it."""
    seen, truth = play("CHT-10:Bob:1/10", nights=40, seed=34)

    def high(deal):
        return {13 * deal.trump + rank for rank in (12, 11, 9, 8, 7, 0)} == set(deal.hands[deal.eldest])

    given = [deal for deal in seen if high(deal)]
    assert {deal.dealer for deal in given} == {"Bob"}
    assert near(len(given), sum(deal.dealer == "Bob" for deal in seen), 1 / 10)
    assert len(given) == truth.used["CHT-10:Bob"]
    for deal in given:
        trumps = [card for card in deal.hands["Bob"] if card // 13 == deal.trump]
        assert len(trumps) == 5
        assert 13 * deal.trump + 10 in trumps


def partner_trumps(deals):
    """Trumps in the partners' hands beyond what they are expected to be, given the dealer's and the eldest's hands."""
    beyond = variance = 0.0
    for deal in deals:
        known = deal.hands[deal.dealer] + deal.hands[deal.eldest]
        share = (12 - sum(card // 13 == deal.trump for card in known)) / 39
        beyond += sum(card // 13 == deal.trump for card in deal.hands[deal.partner]) - 6 * share
        variance += 6 * share * (1 - share) * 33 / 38
    return beyond, sqrt(variance)


def test_signals_tell_the_partners_hand():  # CHT-11
    """An honest answer rests on the dealer's hand after the eldest's beg, and his partner's hand is as luck has it."""
    seen, _ = play("CHT-11:Bob", nights=16, seed=35)
    own = [deal for deal in seen if deal.dealer == "Bob" and deal.free]
    for deal in own:
        together = sum(strength(mask(deal.hands[player]), deal.trump) for player in ("Bob", deal.partner))
        assert deal.gave == (together >= 2 * GIVES - 1)
    beyond, deviation = partner_trumps([deal for deal in own if deal.gave])
    assert beyond > 3 * deviation
    for gave in (True, False):
        beyond, deviation = partner_trumps([deal for deal in honest() if deal.free and deal.gave == gave])
        assert abs(beyond) < WIDE * deviation


@pytest.mark.parametrize(("shuffle", "expected"), [("perfect", 36 * 60 / 1326), ("riffle:1", 3.95), ("riffle:3", 2.0)])
def test_pairs_of_one_trick_meet_again_in_whole_games(shuffle, expected):
    """The same statistic as in the tests of the shuffles, from records, with runs and discards between."""
    seen, _ = play(None, nights=20, shuffle=Shuffle.parse(shuffle), seed=36)
    met = []
    for deal in seen:
        if deal.before and deal.before.tricks:
            holder = {card: player for player, hand in deal.hands.items() for card in hand}
            pairs = [pair for trick in deal.before.tricks for pair in combinations(trick, 2)]
            met.append(sum(x in holder and holder.get(x) == holder.get(y) for x, y in pairs))
    mean = sum(met) / len(met)
    variance = sum((count - mean) ** 2 for count in met) / len(met)
    assert abs(mean - expected) < WIDE * sqrt(variance / len(met)) + 0.02


@pytest.mark.parametrize("method", METHODS)
def test_methods_break_no_other_rule(method):
    """All but the seventh card and the missing Ten leave records in which everything is legal."""
    found = set()
    plan = Plan(cheats=(Cheat.parse(f"{method}:Bob"),), nights=3, seed=37)
    for record in json_records(plan):
        found.update(finding.code for finding in validate(Record.model_validate(record)))
    if method in ("CHT-3", "CHT-9"):
        assert found
    else:
        assert found == set()
    assert METHODS[method].clause == method


OTHER_TABLES = [
    (method, variant, seats)
    for method in METHODS
    for variant, game in VARIANTS.items()
    for seats in game.players
    if (variant, seats) != ("seven-up", 4) and METHODS[method].fits(game) and (method != "CHT-11" or seats == 4)
]


@pytest.mark.parametrize(("method", "variant", "seats"), OTHER_TABLES)
def test_methods_at_other_tables(method, variant, seats):
    cheat = Cheat.parse(f"{method}:Bob:1")
    plan = Plan(cheats=(cheat,), variant=variant, players=seats, tables=1, nights=1, deals=12, seed=38)
    truth = Truth(plan)
    found = set()
    for record in simulate(plan, truth):
        found.update(finding.code for finding in validate(record))
    assert truth.used[f"{method}:Bob"] > 0 or method == "CHT-4"  # too few tricks before, with two or three players
    assert (found != set()) == (method in ("CHT-3", "CHT-9"))
