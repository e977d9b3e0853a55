"""Faults in begging, running and discarding."""

from tests.oracle import generate, rules
from tests.oracle.faulty import (
    STRICT,
    choice,
    clean,
    find,
    mutation,
    need,
    plays_of,
    seats_of,
    target_of,
    undealt,
    without_scores,
)


@mutation
def looks_too_early(rng):  # BEG-10
    strict = rng.choice([True, False, None])
    options = {} if strict is None else {"strict_looking": strict}
    record = clean(rng, variants=STRICT, options=options)
    deal, seats = record["deals"][0], seats_of(record)
    first, dealer = rules.eldest(seats, deal["dealer"]), deal["dealer"]
    turn, declared = find(deal, "turn")[0], find(deal, "stand", "beg")[0]
    places = [(turn, seat) for seat in seats] + [(declared, seat) for seat in seats if seat != first]
    if find(deal, "beg"):
        places += [(declared + 1, seat) for seat in seats if seat not in (first, dealer)]
    place, seat = rng.choice(places)
    deal["events"].insert(place, {"do": "look", "seat": seat})
    if strict and rng.random() < 0.5:  # one point a look; with three players each adversary scores it
        deal.pop("points")
        for side in rules.sides(seats):
            deal["score_after"][side] += side != rules.side_of(seats, seat)
            need(deal["score_after"][side] < rules.TARGET[record["game"]["variant"]])
    elif strict is not False:
        without_scores(deal)
    kind = "violation" if strict else "irregularity"
    return record, [{"code": "looked-early", "deal": 1, "seat": seat, "class": kind}]


@mutation
def declared_by_another(rng):  # BEG-1
    record = clean(rng, variants=rules.TURNS)
    deal = record["deals"][0]
    place = find(deal, "stand", "beg")[0]
    seat = rng.choice([seat for seat in seats_of(record) if seat != deal["events"][place]["seat"]])
    deal["events"].insert(place, {"do": rng.choice(["stand", "beg"]), "seat": seat})
    return record, [{"code": "declared-out-of-order", "deal": 1, "seat": seat}]


@mutation
def begs_again(rng):  # BEG-7
    record = clean(rng, variants=rules.TURNS, declare="run", bunch=0)
    deal = record["deals"][0]
    seat = rules.eldest(seats_of(record), deal["dealer"])
    deal["events"].insert(find(deal, "turn")[-1] + 1, {"do": "beg", "seat": seat})
    return record, [{"code": "second-beg", "deal": 1, "seat": seat}]


@mutation
def begs_in_pitch(rng):  # BEG-1
    record = clean(rng, variants=("pitch", "california-jack"))
    deal = record["deals"][0]
    seat = rules.eldest(seats_of(record), deal["dealer"])
    deal["events"].insert(find(deal, "deal")[0] + 1, {"do": "beg", "seat": seat})
    return record, [{"code": "not-in-this-game", "deal": 1}]


@mutation
def turns_in_pitch(rng):  # DEAL-4
    record = clean(rng, variants=("pitch",))
    deal = record["deals"][0]
    deal["events"].insert(find(deal, "deal")[0] + 1, {"do": "turn", "card": rng.choice(undealt(record, deal))})
    return record, [{"code": "not-in-this-game", "deal": 1}]


@mutation
def gives_without_a_beg(rng):  # BEG-2
    record = clean(rng, variants=rules.TURNS, declare="stand")
    deal = record["deals"][0]
    deal["events"].insert(find(deal, "stand")[0] + 1, {"do": "give", "seat": deal["dealer"]})
    without_scores(deal)
    return record, [{"code": "not-entitled", "deal": 1}]


@mutation
def gift_that_puts_out(rng):  # BEG-9
    record = clean(rng, variants=STRICT, declare="give")
    deal, seats = record["deals"][0], seats_of(record)
    receivers = rules.gift_receivers(seats, deal["dealer"])
    for side in deal["score_before"]:
        deal["score_before"][side] = rng.randint(0, 4)
    deal["score_before"][rng.choice(receivers)] = target_of(record) - 1
    deal["events"] = deal["events"][: find(deal, "give")[0] + 1]
    without_scores(deal)
    return record, [{"code": "gift-puts-out", "deal": 1}]


@mutation
def gift_to_the_beggar_alone(rng):  # BEG-8
    record = clean(rng, variants=STRICT, players=(3,), declare="give")
    deal = record["deals"][0]
    place = find(deal, "give")[0]
    deal["events"][place]["to"] = [rules.eldest(seats_of(record), deal["dealer"])]
    if rng.random() < 0.5:
        deal["events"] = deal["events"][: place + 1]
    without_scores(deal)
    return record, [{"code": "gift-to-one", "deal": 1}]


def played_after(rng, record, deal, hands, trump):
    """Discard to six, play on with `trump`, and leave the scores out."""
    seats = seats_of(record)
    for seat in seats:
        gone = rng.sample(hands[seat], len(hands[seat]) - 6)
        hands[seat] = [card for card in hands[seat] if card not in gone]
        deal["events"].append({"do": "discard", "seat": seat, "cards": gone})
    leader = rules.eldest(seats, deal["dealer"])
    for _ in range(6):
        cards = []
        for seat in rules.order(seats, leader):
            cards.append(rng.choice(rules.legal(hands[seat], cards[0] if cards else None, trump)))
            hands[seat].remove(cards[-1])
        deal["events"].append({"do": "trick", "cards": cards})
        leader = rules.order(seats, leader)[rules.winner(cards, trump)]
    without_scores(deal)


@mutation
def run_stopped_early(rng):  # BEG-5
    record = clean(rng, variants=rules.TURNS, declare="run", bunch=0)
    deal = record["deals"][0]
    need(len(find(deal, "run")) > 1)
    deal["events"] = deal["events"][: find(deal, "turn")[1] + 1]
    hands = rules.hands_of(deal, seats_of(record))
    played_after(rng, record, deal, hands, deal["events"][-1]["card"][1])
    return record, [{"code": "run-stopped-early", "deal": 1}]


@mutation
def run_too_far(rng):  # BEG-5: another suit has turned
    record = clean(rng, variants=rules.TURNS, declare="run", bunch=0)
    deal, seats = record["deals"][0], seats_of(record)
    deal["events"] = deal["events"][: find(deal, "turn")[-1] + 1]
    left = undealt(record, deal)
    need(not rules.exhausted(len(left), len(seats)))
    rng.shuffle(left)
    deal["events"].append({"do": "run", "hands": {seat: [left.pop() for _ in range(3)] for seat in seats}})
    deal["events"].append({"do": "turn", "card": left.pop()})
    without_scores(deal)
    return record, [{"code": "run-too-far", "deal": 1}]


@mutation
def played_though_exhausted(rng):  # BEG-6
    variant = rng.choice(rules.TURNS)
    players = rng.choice(rules.PLAYERS[variant])
    record = generate.random_game(rng, variant, players, deals=1, declare="run", exhaust=1.0)
    deal = record["deals"][0]
    need(deal["events"][-1].get("reason") == "exhausted")
    deal["events"].pop()
    played_after(rng, record, deal, rules.hands_of(deal, seats_of(record)), deal["events"][-1]["card"][1])
    return record, [{"code": "not-bunched", "deal": 1}]


@mutation
def bunched_though_not_exhausted(rng):  # BEG-5, BEG-6
    record = clean(rng, variants=rules.TURNS, declare="run", bunch=0)
    deal = record["deals"][0]
    need(len(find(deal, "run")) > 1)
    deal["events"] = deal["events"][: find(deal, "turn")[1] + 1]
    deal["events"].append({"do": "bunch", "reason": "exhausted"})
    without_scores(deal)
    return record, [{"code": "wrong-bunch", "deal": 1}]


@mutation
def bunched_by_more_than_two(rng):  # BEG-7
    record = clean(rng, variants=rules.TURNS, players=(3, 4), declare="run")
    deal = record["deals"][0]
    deal["events"] = deal["events"][: find(deal, "turn")[-1] + 1]
    deal["events"].append({"do": "bunch", "seat": rng.choice(seats_of(record)), "agreed": True})
    without_scores(deal)
    return record, [{"code": "wrong-bunch", "deal": 1}]


@mutation
def bunched_without_a_run(rng):  # BEG-7
    record = clean(rng, variants=rules.TURNS, players=(2,), declare="stand")
    deal = record["deals"][0]
    deal["events"] = deal["events"][: find(deal, "stand")[0] + 1]
    deal["events"].append({"do": "bunch", "seat": rng.choice(seats_of(record)), "agreed": True})
    without_scores(deal)
    return record, [{"code": "wrong-bunch", "deal": 1}]


@mutation
def keeps_seven(rng):  # DISC-1
    record = clean(rng, variants=STRICT, declare="run", options={"keep_nine": False})
    deal, result, tricks = plays_of(record)
    event = choice(rng, [event for event in deal["events"] if event["do"] == "discard"])
    kept = choice(rng, [card for card in event["cards"] if card[1] != result["trump"]])  # High and Low stay as they are
    event["cards"].remove(kept)
    need(rules.first_revoke(rules.hands_of(deal, seats_of(record)), tricks, result["trump"]) is None)
    return record, [{"code": "wrong-hand-size", "deal": 1, "seat": event["seat"]}]
