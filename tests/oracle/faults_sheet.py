"""Faults of the sheet and of the order of deals."""

import copy

from tests.oracle import generate, rules
from tests.oracle.faulty import (
    ALL,
    SMALL,
    add_deal,
    choice,
    clean,
    find,
    mutation,
    need,
    need_certain,
    plays_of,
    seats_of,
    target_of,
    undealt,
    without_scores,
)


@mutation
def point_to_another_side(rng):  # SCOR-1 to SCOR-5
    record = clean(rng, deals=rng.randint(1, 3))
    deal = record["deals"][-1]
    name, side = choice(
        rng, [(n, s) for s in deal["points"] for n in deal["points"][s] if n in ("high", "low", "jack", "game")]
    )
    other = choice(rng, [s for s in deal["points"] if s != side])
    deal["points"][side].remove(name)
    deal["points"][other].append(name)
    if rng.random() < 0.5:  # SCOR-12: totals may follow from the sheet or from the play
        deal["score_after"][side] -= 1
        deal["score_after"][other] += 1
    need(deal["score_after"][other] < target_of(record))
    return record, [{"code": "wrong-point", "deal": deal["number"], "point": name}]


@mutation
def point_that_nobody_made(rng):  # SCOR-3, DEAL-5
    record = clean(rng, variants=("seven-up", "all-fours", "pitch"))
    deal = record["deals"][0]
    named = [name for names in deal["points"].values() for name in names]
    names = ["jack"] if record["game"]["variant"] == "pitch" else ["jack", "turned-jack"]
    name = choice(rng, [name for name in names if name not in named])
    side = rng.choice(list(deal["points"]))
    deal["points"][side].append(name)
    deal["score_after"][side] += rng.randint(0, 1)
    return record, [{"code": "wrong-point", "deal": 1, "point": name}]


@mutation
def total_off_by_one(rng):  # SCOR-6, SCOR-12
    record = clean(rng, deals=rng.randint(1, 3), points=rng.random() < 0.5, to_go=rng.random() < 0.3)
    deal, target = record["deals"][-1], target_of(record)
    side = rng.choice(list(deal["score_after"]))
    deal["score_after"][side] += rng.choice([1, -1])
    need(0 < deal["score_after"][side] < target)
    return record, [{"code": "wrong-total", "deal": deal["number"]}]


@mutation
def point_that_nobody_claimed(rng):  # SCOR-12: a sheet that leaves a point out is not wrong
    record = clean(rng)
    deal = record["deals"][0]
    made = [(n, s) for s, names in deal["points"].items() for n in names if n in ("high", "low", "jack", "game")]
    name, side = choice(rng, made)
    deal["points"][side].remove(name)
    deal["score_after"][side] -= 1
    return record, []


@mutation
def score_before_changed(rng):
    record = clean(rng, deals=rng.randint(2, 4))
    deal = record["deals"][-1]
    side = rng.choice(list(deal["score_before"]))
    deal["score_before"][side] += rng.choice([1, -1])
    need(0 <= deal["score_before"][side] < target_of(record))
    if find(deal, "give"):  # BEG-9
        need(rules.may_give(seats_of(record), deal["dealer"], deal["score_before"], target_of(record) - 1))
    result = rules.score_deal(record, len(record["deals"]) - 1)
    need(result["winner"] is None)
    deal["score_after"] = result["totals"]
    return record, [{"code": "score-gap", "deal": deal["number"]}]


@mutation
def game_count_off(rng):  # SCOR-4
    record = clean(rng, counts=True)
    counts = next(event for event in record["deals"][0]["events"] if event["do"] == "counts")["counts"]
    side = rng.choice(list(counts))
    counts[side] += rng.choice([1, -1, 10])
    need(counts[side] >= 0)
    return record, [{"code": "wrong-game-count", "deal": 1, "side": side}]


@mutation
def peg_off(rng):  # SCOR-8
    record = clean(rng, variants=("all-fives",), pegs=True)
    deal = record["deals"][0]
    event = choice(rng, [event for event in deal["events"] if event["do"] == "peg"])
    event["points"] += rng.choice([1, -1])
    need(event["points"] > 0)
    return record, [{"code": "wrong-peg", "deal": 1, "side": event["side"]}]


@mutation
def another_winner(rng):  # SCOR-6
    variant = rng.choice(ALL)
    record = generate.random_game(rng, variant, rng.choice(rules.PLAYERS[variant]), winner=True)
    need_certain(record)
    sides = rules.sides(seats_of(record))
    record["game"]["winner"] = rng.choice([side for side in sides if side != record["game"]["winner"]])
    return record, [{"code": "wrong-winner"}]


@mutation
def deal_after_the_end(rng):  # SCOR-6
    variant = rng.choice(ALL)
    record = generate.random_game(rng, variant, rng.choice(rules.PLAYERS[variant]))
    need_certain(record)
    seats, last = seats_of(record), record["deals"][-1]
    add_deal(rng, record, rules.left(seats, last["dealer"]), dict.fromkeys(rules.sides(seats), 0), declare="stand")
    record["deals"][-1]["score_before"] = dict(last["score_after"])
    without_scores(record["deals"][-1])
    return record, [{"code": "play-after-end", "deal": last["number"] + 1}]


@mutation
def card_of_the_stock_in_a_pile(rng):
    record = clean(rng, variants=SMALL, piles=True)
    deal, result, _ = plays_of(record)
    pile = choice(rng, [p for p in deal["events"][find(deal, "piles")[0]]["piles"].values() if p])
    variant, trump = record["game"]["variant"], result["trump"]
    card = choice(rng, [card for card in pile if not rules.pips(card, variant, trump)])
    foreign = choice(rng, [card for card in undealt(record, deal) if not rules.pips(card, variant, trump)])
    pile[pile.index(card)] = foreign
    return record, [{"code": "pile-mismatch", "deal": 1}]


@mutation
def card_gone_from_a_pile(rng):
    record = clean(rng, variants=SMALL, piles=True)
    deal, result, _ = plays_of(record)
    pile = choice(rng, [p for p in deal["events"][find(deal, "piles")[0]]["piles"].values() if p])
    variant, trump = record["game"]["variant"], result["trump"]
    pile.remove(choice(rng, [c for c in pile if c[1] != trump and not rules.pips(c, variant, trump)]))
    return record, [{"code": "pile-mismatch", "deal": 1}]


@mutation
def dealt_by_another(rng):  # DEAL-7, BEG-6
    record = clean(rng, deals=rng.randint(1, 2))
    result = rules.score_deal(record, len(record["deals"]) - 1)
    seats = seats_of(record)
    dealer = rng.choice([seat for seat in seats if seat != result["next_dealer"]])
    result = add_deal(rng, record, dealer, result["totals"])
    number = len(record["deals"])
    if result["winner"] is None and rng.random() < 0.5:
        add_deal(rng, record, result["next_dealer"], result["totals"])
    return record, [{"code": "wrong-dealer", "deal": number}]


@mutation
def dealt_by_another_after_a_bunch(rng):  # BEG-6: the same dealer deals again
    variant = rng.choice(rules.TURNS)
    players = rng.choice(rules.PLAYERS[variant])
    record = generate.random_game(rng, variant, players, deals=1, declare="run", exhaust=1.0)
    result = rules.score_deal(record, 0)
    need(result["ended"] == "exhausted")
    add_deal(rng, record, rules.left(seats_of(record), result["next_dealer"]), result["totals"])
    return record, [{"code": "wrong-dealer", "deal": 2}]


@mutation
def deal_left_out(rng):
    record = clean(rng, deals=rng.randint(3, 4))
    number = rng.randint(2, len(record["deals"]) - 1)
    del record["deals"][number - 1]
    return record, [{"code": "missing-deal", "deal": number}]


@mutation
def deal_doubled(rng):
    record = clean(rng, deals=rng.randint(2, 4))
    number = rng.randint(1, len(record["deals"]))
    record["deals"].insert(number, copy.deepcopy(record["deals"][number - 1]))
    return record, [{"code": "duplicate-deal", "deal": number}]


@mutation
def deal_in_two_versions(rng):
    record = clean(rng, deals=rng.randint(2, 4))
    number = rng.randint(1, len(record["deals"]))
    other = copy.deepcopy(record["deals"][number - 1])
    cut = other["events"][find(other, "cut")[0]]
    cut["at"] = rng.choice([at for at in range(4, 49) if at != cut["at"]])
    record["deals"].insert(number, other)
    return record, [{"code": "conflicting-deal", "deal": number}]


@mutation
def clock_runs_backwards(rng):
    record = clean(rng, deals=2)
    record["deals"][0]["at"], record["deals"][1]["at"] = "2026-03-05T20:40:00", "2026-03-05T20:10:00"
    return record, [{"code": "time-order", "deal": 2}]
