"""Faults in cutting and dealing."""

from tests.oracle import generate, rules
from tests.oracle.faulty import (
    SMALL,
    add_deal,
    clean,
    find,
    mutation,
    need,
    plays_of,
    seats_of,
    undealt,
    without_scores,
)


@mutation
def dealt_by_a_lower_cut(rng):  # SEAT-2
    record = clean(rng, cut_for_deal=True, variants=SMALL)
    deal, seats = record["deals"][0], seats_of(record)
    rounds = generate.cuts_for_deal(rng, seats, rng.choice([seat for seat in seats if seat != deal["dealer"]]))
    deal["events"] = [e for e in deal["events"] if e["do"] != "cut-for-deal"]
    deal["events"][:0] = [{"do": "cut-for-deal", "cards": cut} for cut in rounds]
    return record, [{"code": "wrong-first-dealer", "deal": 1}]


@mutation
def highest_cuts_play_apart(rng):  # SEAT-2
    record = clean(rng, cut_for_deal=True, variants=SMALL, players=(4,))
    deal, seats = record["deals"][0], seats_of(record)
    need(len(find(deal, "cut-for-deal")) == 1)
    cards = deal["events"][0]["cards"]
    _, opponent, partner, _ = rules.order(seats, deal["dealer"])
    cards[partner], cards[opponent] = cards[opponent], cards[partner]
    return record, [{"code": "wrong-partners", "deal": 1}]


@mutation
def packet_under_four(rng):  # DEAL-2
    record = clean(rng)
    deal = record["deals"][0]
    deal["events"][find(deal, "cut")[0]]["at"] = rng.choice([1, 2, 3, 49, 50, 51])
    return record, [{"code": "thin-cut", "deal": 1}]


@mutation
def cut_by_another(rng):  # DEAL-2
    record = clean(rng)
    deal = record["deals"][0]
    cut = deal["events"][find(deal, "cut")[0]]
    cut["seat"] = rng.choice([seat for seat in seats_of(record) if seat != cut["seat"]])
    return record, [{"code": "wrong-cutter", "deal": 1}]


@mutation
def shuffled_last_by_another(rng):  # DEAL-1
    record = clean(rng, shuffles=True)
    deal = record["deals"][0]
    seat = rng.choice([seat for seat in seats_of(record) if seat != deal["dealer"]])
    deal["events"].insert(find(deal, "shuffle")[-1] + 1, {"do": "shuffle", "seat": seat})
    return record, [{"code": "shuffled-after-dealer", "deal": 1}]


def dealt_again(rng, record, fault, reason, ended, code, **where):
    """End the only deal with a redeal after `fault(events)`, append the next one, and expect `code`."""
    deal = record["deals"][0]
    deal["events"] = deal["events"][: find(deal, "stand", "beg", "trick", "play", "discard", "look", "stock")[0]]
    fault(deal["events"])
    deal["events"].append({"do": "redeal", "reason": reason})
    deal.pop("points")
    deal["score_after"] = dict(deal["score_before"])  # MISD-6
    seats = seats_of(record)
    dealer = rules.next_dealer(record["game"]["variant"], seats, deal["dealer"], ended)
    add_deal(rng, record, dealer, deal["score_before"])
    return record, [{"code": code, "deal": 1, **where}]


@mutation
def not_cut(rng):  # MISD-1, MISD-4
    record = clean(rng)

    def fault(events):
        place = next(i for i, event in enumerate(events) if event["do"] == "cut")
        events[place] = {"do": "no-cut"}

    return dealt_again(rng, record, fault, "misdeal", "misdeal", "no-cut")


@mutation
def card_faced_in_the_pack(rng):  # MISD-2
    record = clean(rng)
    card = rng.choice(undealt(record, record["deals"][0])) if record["game"]["variant"] != "california-jack" else None

    def fault(events):
        events.append({"do": "faced", "card": card} if card else {"do": "faced"})

    return dealt_again(rng, record, fault, "faced-card", "faced-card", "faced-card")


@mutation
def pack_found_imperfect(rng):  # PACK-2, MISD-2
    record = clean(rng, variants=SMALL)
    return dealt_again(rng, record, lambda events: None, "imperfect-pack", "imperfect-pack", "imperfect-pack")


@mutation
def dealer_shows_a_card(rng):  # MISD-3
    record = clean(rng)
    deal, seats = record["deals"][0], seats_of(record)
    sides = [side for side in rules.sides(seats) if deal["dealer"] not in side.split("/")]
    where = find(deal, "deal")[0]
    card = rng.choice([c for hand in deal["events"][where]["hands"].values() for c in hand])
    shown = {"do": "expose", "seat": deal["dealer"], "card": card, "while": "dealing"}
    stands = rng.random() < 0.5
    elected = [{"do": "elect", "side": side, "choice": "stand" if stands else "redeal"} for side in sides]
    if stands:
        deal["events"][where + 1 : where + 1] = [shown, *elected]
        return record, [{"code": "dealer-exposed", "deal": 1, "card": card}]

    def fault(events):
        events[where + 1 :] = [shown, *elected]

    return dealt_again(rng, record, fault, "exposed-card", "exposed-card", "dealer-exposed", card=card)


def miscounted(rng, record):
    """Give a seat one card too many or too few in the deal; returns (seat, number)."""
    deal = record["deals"][0]
    hands = deal["events"][find(deal, "deal")[0]]["hands"]
    seat = rng.choice(list(hands))
    if rng.random() < 0.5:
        hands[seat].append(rng.choice(undealt(record, deal)))
    else:
        hands[seat].pop()
    return seat, len(hands[seat])


@mutation
def wrong_number_announced(rng):  # MISD-1, MISD-4, DEAL-6
    record = clean(rng, variants=SMALL)
    seat, number = miscounted(rng, record)

    def fault(events):
        events.append({"do": "announce", "seat": seat, "count": number})

    return dealt_again(rng, record, fault, "misdeal", "misdeal", "wrong-count", seat=seat)


@mutation
def wrong_number_announced_late(rng):  # MISD-5
    record = clean(rng, variants=SMALL, declare="stand", plays="tricks")
    deal, _, _ = plays_of(record)
    hands = deal["events"][find(deal, "deal")[0]]["hands"]
    seat = rng.choice(list(hands))
    trump = rules.score_deal(record, 0)["trump"]
    trick = deal["events"][find(deal, "trick")[0]]
    extra = rng.choice(undealt(record, deal))
    need(extra[1] not in (trick["cards"][0][1], trump))  # it is no card that had to be played
    hands[seat].append(extra)
    deal["events"] = deal["events"][: find(deal, "trick")[0] + 1]
    deal["events"].append({"do": "announce", "seat": seat, "count": 7})
    without_scores(deal)
    return record, [{"code": "late-wrong-count", "deal": 1, "seat": seat}]


@mutation
def hand_of_another_length(rng):  # a slip of the pen: six cards are played
    record = clean(rng, variants=SMALL, declare="stand")
    seat, _ = miscounted(rng, record)
    return record, [{"code": "hand-incomplete", "deal": 1, "seat": seat}]


@mutation
def card_in_two_hands(rng):  # a slip of the pen: the hand's own card is played
    record = clean(rng, variants=SMALL, declare="stand")
    deal = record["deals"][0]
    hands = deal["events"][find(deal, "deal")[0]]["hands"]
    one, two = rng.sample(list(hands), 2)
    card = rng.choice(hands[one])
    hands[two][rng.randrange(6)] = card
    return record, [{"code": "duplicate-card", "deal": 1, "card": card}]
