"""Faults in the play."""

from tests.oracle import generate, rules
from tests.oracle.faulty import (
    ALL,
    SMALL,
    choice,
    clean,
    find,
    mutation,
    need,
    plays_of,
    replace_play,
    seats_of,
    undealt,
)


def revoking_deal(rng, variants, players=(2, 3, 4), **how):
    """A record of one deal with one revoke, and (trick, seat, card) of it. REVK-1."""
    variant = rng.choice(variants)
    number = choice(rng, [n for n in rules.PLAYERS[variant] if n in players])
    found = []

    def choose(trick, seat, hand, options):
        illegal = [card for card in hand if card not in options]
        if illegal and not found and rng.random() < 0.3:
            found.append((trick, seat, rng.choice(illegal)))
            return found[0][2]
        return rng.choice(options)

    record = generate.random_game(rng, variant, number, deals=1, **how)
    seats = seats_of(record)
    before = dict(record["deals"][0].get("score_before") or dict.fromkeys(rules.sides(seats), 0))
    deal, result = generate.random_deal(rng, record["game"], record["deals"][0]["dealer"], before, 1, how, (), choose)
    need(len(found) == 1 and result["game_counts"] is not None)
    need(not rules.discard_in_doubt(deal, result["tricks"], result["trump"]))
    record["game"].pop("winner", None)
    record["deals"] = [deal]
    return record, result, found[0]


@mutation
def revoke_with_the_hands_known(rng):  # REVK-1, REVK-2, REVK-7
    return _revoke(rng, ALL, hands="all", stock=rng.choice(["stock", "draws", "both"]))


@mutation
def revoke_with_the_hands_unknown(rng):  # REVK-1: proved by a card of the suit played later
    return _revoke(rng, SMALL, hands=rng.choice(["none", "counts"]))


def _revoke(rng, variants, **how):
    plays = rng.choice(["tricks", "plays", "mixed"])
    record, _, (trick, seat, card) = revoking_deal(rng, variants, plays=plays, leaders=rng.random() < 0.5, **how)
    expected = {"code": "revoke", "deal": 1, "trick": trick, "seat": seat, "card": card}
    if record["game"]["variant"] == "all-fours":
        expected["reading"] = True
    return record, [expected]


@mutation
def revoke_claimed_and_paid(rng):  # REVK-3 to REVK-6
    return _claimed_revoke(rng, wrong=False)


@mutation
def revoke_claimed_and_total_wrong(rng):  # REVK-3 to REVK-6
    return _claimed_revoke(rng, wrong=True)


def _claimed_revoke(rng, wrong):
    players = rng.choice([2, 4])
    sides = rules.sides(list("WNES" if players == 4 else "AB"))
    before = {side: rng.randint(0, 6) for side in sides}
    how = {"before": before, "declare": "stand", "points": False}
    record, result, (trick, seat, card) = revoking_deal(rng, ("seven-up", "pitch"), (players,), **how)
    deal = record["deals"][0]
    revoker = rules.side_of(seats_of(record), seat)
    adversary = next(side for side in sides if side != revoker)
    hands = deal["events"][find(deal, "deal")[0]]["hands"]
    jack = any("J" + result["trump"] in hand for hand in hands.values())  # REVK-4
    penalty = 2 if jack else 1
    both = rules.revoke_totals(result["points"], before, 7, revoker, adversary, jack)
    way = rng.choice(["add", "deduct"])
    totals, won = both[way]
    need(all(points >= 0 for points in both["deduct"][0].values()))  # REVK-7: below nought is undecided
    side, points = (adversary, penalty) if way == "add" else (revoker, -penalty)
    deal["events"].append({"do": "claim-revoke", "side": adversary, "seat": seat, "trick": trick})
    deal["events"].append({"do": "penalty", "side": side, "points": points, "for": "revoke"})
    deal["score_after"] = dict(totals)
    expected = [{"code": "revoke", "deal": 1, "trick": trick, "seat": seat, "card": card}]
    if wrong:
        need(won is None and totals[adversary] < 6)
        deal["score_after"][adversary] += 1
        need(deal["score_after"] not in (both["add"][0], both["deduct"][0], result["totals"]))
        expected.append({"code": "wrong-total", "deal": 1})
    return record, expected


@mutation
def revoke_mended(rng):  # REVK-2
    record = clean(rng, variants=SMALL, plays="plays")
    deal, result, tricks = plays_of(record)
    hands = rules.hands_of(deal, seats_of(record))
    places = []
    for number, trick in enumerate(tricks, 1):
        for place, (seat, card) in enumerate(trick):
            if place:
                legal = rules.legal(hands[seat], trick[0][1], result["trump"])
                places += [(number, place, seat, other) for other in hands[seat] if other not in legal]
            hands[seat].remove(card)
    number, place, seat, card = choice(rng, places)
    where = find(deal, "play")[(number - 1) * len(tricks[0]) + place]
    deal["events"][where:where] = [
        {"do": "play", "seat": seat, "card": card},
        {"do": "take-back", "seat": seat, "card": card},
    ]
    return record, [{"code": "revoke-mended", "deal": 1, "trick": number, "seat": seat, "card": card}]


def later_card(rng, tricks, seat, after, allowed=bool):
    """A card that `seat` plays to a trick later than `after`."""
    return choice(rng, [c for trick in tricks[after:] for s, c in trick if s == seat and allowed(c)])


@mutation
def lead_out_of_turn(rng):  # PLAY-1, EXPO-2, EXPO-4
    record = clean(rng, variants=SMALL, plays="plays")
    deal, _, tricks = plays_of(record)
    number = rng.randint(2, len(tricks) - 1)
    seat = rng.choice([seat for seat in seats_of(record) if seat != tricks[number - 1][0][0]])
    card = later_card(rng, tricks, seat, number)
    where = find(deal, "play")[(number - 1) * len(tricks[0])]
    events = [{"do": "play", "seat": seat, "card": card}]
    if len(tricks[0]) < 4:
        events.append({"do": "take-back", "seat": seat, "card": card})
    deal["events"][where:where] = events
    return record, [{"code": "out-of-turn", "deal": 1, "trick": number, "seat": seat, "card": card}]


@mutation
def played_before_the_turn(rng):  # PLAY-1, EXPO-2
    record = clean(rng, variants=SMALL, players=(3, 4), plays="plays")
    deal, _, tricks = plays_of(record)
    number = rng.randint(1, len(tricks))
    place = rng.randint(1, len(tricks[0]) - 2)
    where = find(deal, "play")[(number - 1) * len(tricks[0]) + place]
    deal["events"][where], deal["events"][where + 1] = deal["events"][where + 1], deal["events"][where]
    early = deal["events"][where]
    return record, [{"code": "out-of-turn", "deal": 1, "trick": number, "seat": early["seat"], "card": early["card"]}]


@mutation
def two_cards_at_once(rng):  # EXPO-3
    record = clean(rng, variants=SMALL, players=(2, 4), plays="plays")
    deal, result, tricks = plays_of(record)
    seats = seats_of(record)
    number = rng.randint(1, len(tricks) - 1)
    place = rng.randrange(len(seats))
    seat, card = tricks[number - 1][place]
    led = tricks[number - 1][0][1] if place else None
    need(led or number > 1)  # the first lead of pitch makes the trump
    other = later_card(rng, tricks, seat, number, lambda c: rules.legal([c, card], led, result["trump"]) != [card])
    where = find(deal, "play")[(number - 1) * len(seats) + place]
    side = next(side for side in rules.sides(seats) if side != rules.side_of(seats, seat))
    deal["events"][where : where + 1] = [
        {"do": "play", "seat": seat, "cards": rng.sample([card, other], 2)},
        {"do": "keep", "side": side, "card": card},
    ]
    return record, [{"code": "two-cards", "deal": 1, "trick": number, "seat": seat}]


@mutation
def card_exposed_in_play(rng):  # EXPO-1
    record = clean(rng, variants=SMALL, players=(4,), plays="plays")
    deal, _, tricks = plays_of(record)
    number = rng.randint(1, len(tricks) - 1)
    seat = rng.choice(seats_of(record))
    card = later_card(rng, tricks, seat, number)
    where = find(deal, "play")[number * 4]
    deal["events"].insert(where, {"do": "expose", "seat": seat, "card": card})
    return record, [{"code": "exposed-card", "deal": 1, "seat": seat, "card": card}]


@mutation
def call_not_obeyed(rng):  # EXPO-1
    return _called(rng, obeyed=False)


@mutation
def call_obeyed(rng):  # EXPO-1
    return _called(rng, obeyed=True)


def _called(rng, obeyed):
    record = clean(rng, variants=SMALL, players=(4,), plays="plays")
    deal, result, tricks = plays_of(record)
    seats = seats_of(record)
    number = rng.randint(2, len(tricks) - 1)
    place = rng.randint(1, 3)
    seat, played = tricks[number - 1][place]
    led = tricks[number - 1][0][1]
    hand = [card for trick in tricks[number - 1 :] for s, card in trick if s == seat]
    card = played if obeyed else choice(rng, [c for c in rules.legal(hand, led, result["trump"]) if c != played])
    places = find(deal, "play")
    side = next(side for side in rules.sides(seats) if side != rules.side_of(seats, seat))
    deal["events"].insert(places[(number - 1) * 4 + place], {"do": "call", "side": side, "card": card})
    deal["events"].insert(places[(number - 1) * 4], {"do": "expose", "seat": seat, "card": card})
    expected = [{"code": "exposed-card", "deal": 1, "seat": seat, "card": card}]
    if not obeyed:
        expected.append({"code": "call-ignored", "deal": 1, "trick": number, "seat": seat})
    return record, expected


def harmless(record, tricks, result):
    """(trick, place, seat, card) of plays without pips, of no trump, that win nothing."""
    for number, trick in enumerate(tricks, 1):
        for place, (seat, card) in enumerate(trick):
            idle = card[1] != result["trump"] and not rules.pips(card, record["game"]["variant"], result["trump"])
            if idle and rules.trick_winner(trick, result["trump"]) != seat:
                yield number, place, seat, card


def as_good(tricks, result, number, place, card):
    """Whether the trick goes to the same seat with `card` at `place`."""
    cards = [c for _, c in tricks[number - 1]]
    before = rules.winner(cards, result["trump"])
    cards[place] = card
    return rules.winner(cards, result["trump"]) == before


@mutation
def card_played_twice(rng):
    record = clean(rng, variants=SMALL)
    _, result, tricks = plays_of(record)
    number, place, seat, card = choice(rng, harmless(record, tricks, result))
    earlier = [c for trick in tricks[: number - 1] for s, c in trick if s == seat and c[1] == card[1]]
    again = choice(rng, [c for c in earlier if not rules.pips(c, record["game"]["variant"], result["trump"])])
    need(as_good(tricks, result, number, place, again))
    replace_play(record, number, place, again)
    return record, [{"code": "card-played-twice", "deal": 1, "trick": number, "seat": seat, "card": again}]


@mutation
def card_not_held(rng):
    record = clean(rng, variants=SMALL)
    deal, result, tricks = plays_of(record)
    number, place, seat, card = choice(rng, harmless(record, tricks, result))
    strangers = [c for c in undealt(record, deal) if c[1] == card[1]]
    stranger = choice(rng, [c for c in strangers if not rules.pips(c, record["game"]["variant"], result["trump"])])
    need(as_good(tricks, result, number, place, stranger))
    replace_play(record, number, place, stranger)
    return record, [{"code": "card-not-held", "deal": 1, "trick": number, "seat": seat, "card": stranger}]


@mutation
def trick_with_a_card_missing(rng):  # TRCK-1
    hands = rng.choice(["all", "none"])
    record = clean(rng, variants=SMALL, plays="tricks", hands=hands, leaders=True)
    deal, result, tricks = plays_of(record)
    last = len(tricks[0]) - 1
    number, place, seat, _ = choice(rng, harmless(record, tricks, result))
    need(place)
    event = deal["events"][find(deal, "trick")[number - 1]]
    del event["cards"][place]
    if place != last or rng.random() < 0.5:
        event["missing"] = [seat]
    return record, [{"code": "incomplete-trick", "deal": 1, "trick": number}]


@mutation
def loser_draws_first(rng):  # PLAY-6
    record = clean(rng, variants=("california-jack",), stock="draws")
    deal = record["deals"][0]
    draws = find(deal, "draw")
    where = draws[2 * rng.randrange(len(draws) // 2)]
    deal["events"][where], deal["events"][where + 1] = deal["events"][where + 1], deal["events"][where]
    return record, [{"code": "wrong-draw", "deal": 1, "seat": deal["events"][where]["seat"]}]
