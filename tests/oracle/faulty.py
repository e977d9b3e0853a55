"""Clean records to start from, and the table into which the mutations are entered."""

import functools

from tests.oracle import generate, rules

ALL = tuple(rules.PLAYERS)
SMALL = ("seven-up", "all-fours", "pitch", "all-fives")  # not california-jack: hands are as dealt
STRICT = ("seven-up", "all-fives")  # looking, discarding and the limit of the gift are no readings there
MUTATIONS = {}


class NotHereError(Exception):
    """This deal offers no place for the fault; another is drawn."""


def mutation(function):
    """Enter a mutation in the table under its name; it draws deals until one has a place for its fault."""

    @functools.wraps(function)
    def placed(rng):
        while True:
            try:
                return function(rng)
            except NotHereError:
                continue

    MUTATIONS[function.__name__] = placed
    return placed


def need(condition):
    """Draw another deal unless `condition` holds."""
    if not condition:
        raise NotHereError


def choice(rng, items):
    """One of `items`; another deal is drawn where there are none."""
    items = list(items)
    need(items)
    return rng.choice(items)


def clean(rng, variants=ALL, players=(2, 3, 4), deals=1, **how):
    """A record of so many deals of which none has won and the last was played out."""
    variant = rng.choice(variants)
    number = choice(rng, [n for n in rules.PLAYERS[variant] if n in players])
    how = {"plays": rng.choice(["tricks", "plays", "mixed"]), "leaders": rng.random() < 0.5, **how}
    record = generate.random_game(rng, variant, number, deals=deals, **how)
    need(len(record["deals"]) == deals)
    need(rules.score_deal(record, deals - 1)["ended"] == "played")
    need_certain(record)
    return record


def need_certain(record):
    """Draw another record where a discard leaves High or Low with two answers. SCOR-11."""
    for index, deal in enumerate(record["deals"]):
        result = rules.score_deal(record, index)
        need(not rules.discard_in_doubt(deal, result["tricks"], result["trump"]))


def seats_of(record):
    return [seat["seat"] for seat in record["game"]["seats"]]


def target_of(record):
    return rules.TARGET[record["game"]["variant"]]


def find(deal, *names):
    """Places of the events with these names."""
    return [place for place, event in enumerate(deal["events"]) if event["do"] in names]


def without_scores(deal):
    """Leave the sheet out: what the fault does to the score is undecided."""
    deal.pop("points", None)
    deal.pop("score_after", None)


def undealt(record, deal):
    """Cards that are seen nowhere in a deal whose hands are recorded."""
    seen = {card for event in deal["events"] for card in event.get("cards", []) if event["do"] in ("trick", "discard")}
    seen |= {event["card"] for event in deal["events"] if event["do"] in ("play", "turn")}
    seen |= {c for e in deal["events"] if e["do"] in ("deal", "run") for cards in e["hands"].values() for c in cards}
    return [card for card in rules.PACK if card not in seen]


def add_deal(rng, record, dealer, before, **how):
    """Append a clean deal, and return what it comes to."""
    deal, result = generate.random_deal(rng, record["game"], dealer, before, len(record["deals"]) + 1, how)
    record["deals"].append(deal)
    return result


def plays_of(record):
    """(deal, result, tricks): the only deal of a record, what it comes to, and its tricks."""
    result = rules.score_deal(record, 0)
    return record["deals"][0], result, result["tricks"]


def first_play(deal):
    """Place of the first event of the play."""
    return find(deal, "trick", "play")[0]


def replace_play(record, trick, place, card):
    """Write `card` for the one at `place` (from 0) of `trick` (from 1)."""
    deal = record["deals"][0]
    wanted = (trick - 1) * len(record["game"]["seats"]) + place
    for event in deal["events"]:
        if event["do"] == "play":
            if wanted == 0:
                event["card"] = card
                return
            wanted -= 1
        elif event["do"] == "trick":
            if wanted < len(event["cards"]):
                event["cards"][wanted] = card
                return
            wanted -= len(event["cards"])
