"""What must hold of every record, whatever stands in it: legal games, faulty ones and plain nonsense."""

import copy
import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

import audit
from audit.cards import NAMES, PACK, RANKS, SUITS, mask
from audit.records.models import Record
from audit.records.notation import parse
from audit.records.writing import as_json
from audit.rules.rulings import rule
from audit.rules.seats import Seating
from audit.ruling import DISPUTES
from audit.validation import Validation
from tests.oracle import generate, rules
from tests.oracle.mutate import mutations
from tests.strategies import records

KINDS = [(variant, players) for variant, counts in rules.PLAYERS.items() for players in counts]
FAULTS = [function for _, function in mutations()]
POINTS = ("turned-jack", "gift", "high", "low", "jack", "game")


def legal_game(seed, **how):
    rng = random.Random(seed)
    variant, players = rng.choice(KINDS)
    return generate.random_game(rng, variant, players, **{**generate.any_how(rng, variant, players), "deals": 2, **how})


def faulty_game(seed):
    rng = random.Random(seed)
    return rng.choice(FAULTS)(rng)[0]


seeds = st.integers(0, 2**32)
legal_games = seeds.map(legal_game)
faulty_games = seeds.map(faulty_game)
games = legal_games | faulty_games


def found(record):
    """The findings of a record as JSON, the texts left out."""
    findings = [finding.as_json() for finding in audit.validate(Record.model_validate(record))]
    for finding in findings:
        del finding["message"], finding["proof"]
        if finding["code"] == "pile-mismatch":
            del finding["card"]  # the first of several
    return findings


def numbers(record):
    return list(
        dict.fromkeys(
            place if deal.get("number") is None else deal["number"] for place, deal in enumerate(record["deals"], 1)
        )
    )


def ruled(record):
    """The ruling of each deal as JSON, the texts left out."""
    result = []
    for number in numbers(record):
        ruling = audit.rule(Record.model_validate(record), number).as_json()
        for key in ("findings", "established"):
            del ruling[key]
        for penalty in ruling["penalties"]:
            penalty["choices"] = len(penalty["choices"])
        for outcome in ruling["outcomes"]:
            del outcome["choice"]
        for question in ruling["undecided"]:
            del question["question"]
            for outcome in question["outcomes"]:
                del outcome["answer"]
        result.append(ruling)
    return result


def in_any_order(items):
    return sorted(items, key=lambda item: json.dumps(item, sort_keys=True))


# -- names ------------------------------------------------------------------------------------------------------------


class Renaming:
    """New names for seats, players and suits, another seat listed first, and the way back."""

    def __init__(self, record, rng):
        seats = [seat["seat"] for seat in record["game"]["seats"]]
        # With three the rules do not say which adversary comes first; the order of the seats then stands for it.
        first = 0 if len(seats) == 3 else rng.randrange(len(seats))
        turned = seats[first:] + seats[:first]
        new = rng.sample(["p", "q-1", "R_2", "south", "10", "ZZ"], len(seats))
        self.seats = dict(zip(turned, new, strict=True))
        self.listed = turned
        self.sides = {}
        for old in Seating(seats).sides:
            partners = {self.seats[seat] for seat in old.split("/")}
            self.sides[old] = next(side for side in Seating(new).sides if set(side.split("/")) == partners)
        suits = rng.sample(SUITS, 4)
        self.cards = {rank + old: rank + suit for old, suit in zip(SUITS, suits, strict=True) for rank in RANKS}
        self.suits = dict(zip(SUITS, suits, strict=True))

    def card(self, card):
        return self.cards.get(card, card)

    def by_seat(self, values, change=lambda value: value):
        return {self.seats[seat]: change(value) for seat, value in values.items()}

    def by_side(self, values, change=lambda value: value):
        return {self.sides[side]: change(value) for side, value in values.items()}

    def hand(self, hand):
        return [self.card(card) for card in hand] if isinstance(hand, list) else hand

    def event(self, event):
        new = dict(event)
        for key, value in event.items():
            if value is None:
                continue
            if key == "seat":
                new[key] = self.seats[value]
            elif key == "side":
                new[key] = self.sides[value]
            elif key in ("to", "missing"):
                new[key] = [self.seats[seat] for seat in value]
            elif key == "card":
                new[key] = self.card(value)
            elif key == "hands" or (key == "cards" and isinstance(value, dict)):
                new[key] = self.by_seat(value, lambda v: self.hand(v) if isinstance(v, list) else self.card(v))
            elif key == "cards":
                new[key] = self.hand(value)
            elif key == "piles":
                new[key] = self.by_side(value, self.hand)
            elif key == "counts":
                new[key] = self.by_side(value)
        return new

    def record(self, record):
        new = copy.deepcopy(record)
        game = new["game"]
        game["seats"] = [{"seat": self.seats[seat]} for seat in self.listed]
        if game.get("winner"):
            game["winner"] = self.sides[game["winner"]]
        for deal in new["deals"]:
            if deal.get("dealer"):
                deal["dealer"] = self.seats[deal["dealer"]]
            for key in ("score_before", "score_after", "points"):
                if deal.get(key):
                    deal[key] = self.by_side(deal[key])
            deal["events"] = [self.event(event) for event in deal["events"]]
        return new

    def finding(self, finding):
        new = dict(finding)
        new["seat"] = self.seats.get(finding["seat"])
        new["side"] = self.sides.get(finding["side"])
        if "card" in finding:
            new["card"] = self.card(finding["card"])
        return new

    def outcome(self, outcome):
        new = dict(outcome)
        for key in ("score", "gained"):
            if outcome.get(key):
                new[key] = self.by_side(outcome[key])
        new["winner"] = self.sides.get(outcome["winner"])
        new["next_dealer"] = self.seats.get(outcome["next_dealer"])
        return new

    def ruling(self, ruling):
        new = dict(ruling)
        new["trump"] = self.suits.get(ruling["trump"])
        new["next_dealer"] = self.seats.get(ruling["next_dealer"])
        new["points"] = [self.finding(point) for point in ruling["points"]]
        new["penalties"] = [
            {**penalty, "side": self.sides.get(penalty["side"]), "against": self.sides.get(penalty["against"])}
            for penalty in ruling["penalties"]
        ]
        new["outcomes"] = [self.outcome(outcome) for outcome in ruling["outcomes"]]
        new["forfeited"] = [{**one, "side": self.sides[one["side"]]} for one in ruling["forfeited"]]
        new["undecided"] = [
            {**question, "outcomes": [self.outcome(outcome) for outcome in question["outcomes"]]}
            for question in ruling["undecided"]
        ]
        return new


def unordered(ruling):
    """A ruling with its lists in one order: sides and suits are gone through in the order of the record."""
    questions = [{**question, "outcomes": in_any_order(question["outcomes"])} for question in ruling["undecided"]]
    return {
        **ruling,
        **{key: in_any_order(ruling[key]) for key in ("points", "penalties", "outcomes", "forfeited")},
        "undecided": in_any_order(questions),
    }


@settings(max_examples=150)
@given(games, seeds)
def test_nothing_depends_on_the_names_of_seats_and_suits(record, seed):
    names = Renaming(record, random.Random(seed))
    renamed = names.record(record)
    assert in_any_order(found(renamed)) == in_any_order(map(names.finding, found(record)))
    assert [unordered(one) for one in ruled(renamed)] == [unordered(names.ruling(one)) for one in ruled(record)]


# -- ways of writing --------------------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(games, seeds)
def test_a_note_changes_nothing(record, seed):
    rng = random.Random(seed)
    place = rng.randint(0, len(record["deals"][0]["events"]))
    noted = copy.deepcopy(record)
    for deal in noted["deals"]:
        deal["events"].insert(place, {"do": "note", "text": "tea was served"})
    before, after = found(record), found(noted)
    for finding in before + after:
        finding.pop("event")
    assert before == after
    assert ruled(record) == ruled(noted)


def card_by_card(record):
    """The record with every whole trick written as single plays and turned."""
    new = copy.deepcopy(record)
    heard = {item.number: item for item in Validation(Record.model_validate(record)).heard}
    for deal in new["deals"]:
        item = heard[deal["number"]]
        by_event = {trick.events[0]: trick for trick in item.case.play.tricks if trick.events}
        events = []
        for number, event in enumerate(deal["events"], 1):
            if event["do"] != "trick":
                events.append(event)
                continue
            trick = by_event[number]
            for seat, card in zip(trick.seats, event["cards"], strict=True):
                events.append({"do": "play", "seat": item.case.table.label(seat), "card": card})
            events.append({"do": "quit"})
        deal["events"] = events
    return new


@settings(max_examples=80)
@given(seeds.map(lambda seed: legal_game(seed, plays="tricks")) | faulty_games)
def test_whole_tricks_and_single_plays_are_the_same(record):  # PLAY-1, REVK-2
    whole = [event for deal in record["deals"] for event in deal["events"] if event["do"] == "trick"]
    players = len(record["game"]["seats"])
    if any(len(event["cards"]) != players for event in whole):
        return
    single = card_by_card(record)
    before, after = found(record), found(single)
    for finding in before + after:
        finding.pop("event")
    assert before == after
    assert ruled(record) == ruled(single)


@settings(max_examples=60)
@given(games)
def test_the_notation_says_the_same(record):
    from audit.records.fours_text import dump

    again = as_json(parse(dump(Record.model_validate(record))))
    assert found(again) == found(record)
    assert ruled(again) == ruled(record)


# -- the cards --------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(seeds.map(lambda seed: legal_game(seed, hands="all", discards="cards", stock="both", deals=1)), seeds)
def test_every_card_is_in_one_place(record, seed):  # PACK-1
    """After any event each card of the pack was played, is held, discarded, turned, in the stock, or was not seen."""
    events = record["deals"][0]["events"]
    record["deals"][0]["events"] = events[: random.Random(seed).randint(1, len(events))]
    (heard,) = Validation(Record.model_validate(record)).heard
    case = heard.case
    table, pack = case.table, case.pack
    drawn = [
        mask(c for t in pack.drawn.values() for who, c in t if who == s and c is not None) for s in range(table.players)
    ]
    places = list(pack.played)
    places += [(pack.given[seat] | drawn[seat]) & ~pack.played[seat] for seat in range(table.players)]
    places += [mask(cards or ()) for _, cards, _ in table.discards]
    places += [mask(card for card in turned.cards if card is not None) for turned in table.turns]
    places.append(mask(card for card in table.stock or () if card is not None) & ~drawn[0] & ~drawn[-1])
    seen = 0
    for place in places:
        assert not seen & place
        seen |= place
    dealt = 0 if table.dealt_event is None else 6 * table.players
    counted = dealt + 3 * table.players * len(table.runs) + len(table.turns) + len(table.stock or ())
    assert (PACK & ~seen).bit_count() == 52 - counted


# -- what is not known ------------------------------------------------------------------------------------------------


def certain(ruling):
    """Who certainly scores each point, by its name and for pegs by the trick."""
    table = ruling.case.table
    points = {}
    for point in ruling.points:
        if point.certain:
            key = (point.point, point.trick if point.point == "peg" else None)
            points.setdefault(key, []).append(None if point.side is None else table.side_name(point.side))
    return points


def ruling_of(record, place=-1):
    return rule(Validation(Record.model_validate(record)).heard[place].case)


def lost_by_a_revoke(ruling):
    """Points that the cards give and a revoke takes away (REVK-3, REVK-4)."""
    return {(name, None) for _, name, _ in ruling.forfeited}


def contradictions(part, whole):
    """Points that are certain in both and go to different sides."""
    first, second = certain(part), certain(whole)
    gone = lost_by_a_revoke(whole) | lost_by_a_revoke(part)
    return [
        (key, sides, second[key])
        for key, sides in first.items()
        if key in second and key not in gone and sides != second[key] and key[0] not in ("turned-jack", "gift")
    ]


@settings(max_examples=200)
@given(games, seeds)
def test_a_ruling_of_a_part_never_contradicts_the_whole(record, seed):  # SCOR-1 to SCOR-11
    whole = ruling_of(record)
    deal = record["deals"][-1]
    rng = random.Random(seed)
    for _ in range(4):
        part = copy.deepcopy(record)
        for key in ("points", "score_after"):
            part["deals"][-1].pop(key, None)
        part["deals"][-1]["events"] = deal["events"][: rng.randint(0, len(deal["events"]))]
        cut = ruling_of(part)
        if whole.stands is True or cut.stands is False:
            assert contradictions(cut, whole) == []
            for key in certain(cut):  # what was certain stays certain
                assert key in certain(whole) or key in lost_by_a_revoke(whole), key
        if cut.outcomes and len(cut.outcomes) == 1 and cut.outcomes[0].winner is not None:
            assert {outcome.winner for outcome in whole.outcomes} == {cut.outcomes[0].winner}


def forget(record, rng):
    """The record with facts left out: hands, single cards, the turn-up, cards in tricks, the sheet.

    Not the score before a deal: without it a first deal begins at nought. Not the cards of single plays: which of two
    stands, and whose turn it was, is told by them.
    """
    new = copy.deepcopy(record)
    for deal in new["deals"]:
        for event in deal["events"]:
            for seat, hand in event["hands"].items() if event["do"] in ("deal", "run") else ():
                if rng.random() < 0.3:
                    event["hands"][seat] = None
                elif isinstance(hand, list):
                    event["hands"][seat] = [None if rng.random() < 0.1 else card for card in hand]
            if event["do"] in ("trick", "stock"):
                event["cards"] = [None if rng.random() < 0.15 else card for card in event["cards"]]
            elif event["do"] in ("turn", "draw") and rng.random() < 0.2:
                event["card"] = None
        for key in ("points", "score_after"):
            if rng.random() < 0.3:
                deal.pop(key, None)
    return new


@settings(max_examples=200)
@given(games, seeds)
def test_forgetting_never_moves_a_point_nor_makes_a_fault(record, seed):
    forgotten = forget(record, random.Random(seed))
    before, after = ruling_of(record), ruling_of(forgotten)
    if before.stands is True and after.stands is True:
        assert contradictions(after, before) == []
    serious = ("violation", "irregularity")
    kept = ("code", "deal", "seat")
    known = [[one[key] for key in kept] for one in found(record)]
    new = [one for one in found(forgotten) if one["class"] in serious and [one[key] for key in kept] not in known]
    assert new == []


# -- anything at all --------------------------------------------------------------------------------------------------


@settings(max_examples=250)
@given(records)
def test_whatever_can_be_read_can_be_judged(record):
    findings = audit.validate(record)
    assert findings == audit.validate(record)
    if record.seating is None:
        return
    for number in numbers(as_json(record)):
        for dispute in (None, *DISPUTES):
            ruling = audit.rule(record, number, dispute=dispute).as_json()
            assert ruling == audit.rule(record, number, dispute=dispute).as_json()


def test_every_card_has_a_name():  # PACK-1
    assert sorted(NAMES) == sorted(rank + suit for rank in "AKQJT98765432" for suit in "SHDC")
