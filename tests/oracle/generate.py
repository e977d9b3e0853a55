"""Random games that keep every rule, as records in the JSON format.

`random_game(rng, variant, players, **how)` plays a game to its end and returns the record; the same `rng` state gives
the same record. `how` says what is recorded (see `HOW`); `any_how(rng)` draws it. `forget(rng, record)` leaves facts
out of a record at random: an absent fact is unknown, so what was clean stays clean.
"""

import copy

from tests.oracle import rules

HOW = {
    "labels": None,  # seat labels, in the order of play
    "dealer": None,  # the first dealer
    "before": None,  # totals before the first deal, points made
    "deals": None,  # stop after so many deals
    "options": {},  # strict_looking, keep_nine, all_fives_jack_twice
    "cut_for_deal": False,  # the cut for partners, seats and deal
    "shuffles": False,
    "cut": "at",  # at, seat (the depth is not known), none (nothing is recorded)
    "hands": "all",  # all, some (a seat in two is unknown), counts, none
    "discards": "cards",  # cards, counts, none
    "looks": False,
    "to": False,  # to whom the gift goes
    "plays": "tricks",  # tricks, plays, mixed
    "leaders": False,  # tricks name their leader
    "quits": False,
    "stock": "stock",  # california-jack: stock, draws, both, none
    "pegs": False,  # all-fives: none, True (one a trick), cards (one a card)
    "show_low": False,
    "claims": False,
    "piles": False,
    "counts": False,
    "points": True,
    "scores": True,
    "winner": False,
    "to_go": False,
    "bunch": 0.3,  # chance that two players propose to bunch after a run
    "exhaust": 0.0,  # chance that a pack is arranged so that no other suit turns
    "declare": None,  # stand, give or run: what is declared where the rules allow it
}


def any_how(rng, variant, players):
    """How a game is recorded, drawn at random from everything that a record may hold."""

    def maybe(chance=0.5):
        return rng.random() < chance

    options = {}
    if maybe():
        options["strict_looking"] = maybe()
    if maybe():
        options["keep_nine"] = maybe()
    if variant == "all-fives" and maybe():
        options["all_fives_jack_twice"] = maybe()
    return {
        "labels": rng.choice([None, rng.sample(["N", "E", "S", "W", "north", "1", "a_b", "x-y"], players)]),
        "options": options,
        "cut_for_deal": maybe(0.3),
        "shuffles": maybe(0.3),
        "cut": rng.choice(["at", "at", "seat", "none"]),
        "hands": rng.choice(["all", "all", "some", "counts", "none"]),
        "discards": rng.choice(["cards", "cards", "counts", "none"]),
        "looks": maybe(0.3),
        "to": maybe(),
        "plays": rng.choice(["tricks", "tricks", "plays", "mixed"]),
        "leaders": maybe(),
        "quits": maybe(0.2),
        "stock": rng.choice(["stock", "draws", "both", "none"]),
        "pegs": rng.choice([False, True, "cards"]),
        "show_low": maybe(0.2),
        "claims": maybe(0.2),
        "piles": maybe(0.3),
        "counts": maybe(),
        "points": maybe(0.7),
        "scores": maybe(0.8),
        "winner": maybe(),
        "to_go": maybe(0.2),
        "exhaust": rng.choice([0.0, 0.0, 0.3]),
    }


def random_game(rng, variant, players, **how):
    """A game of `variant` by so many players, from the cut for deal to its end (or to `deals` deals)."""
    how = {**HOW, **how}
    seats = list(how["labels"] or ("WNES" if players == 4 else "ABC"[:players]))
    sides = rules.sides(seats)
    game = {"id": f"game-{rng.randrange(10**6)}", "variant": variant, "seats": [{"seat": seat} for seat in seats]}
    if how["options"]:
        game["options"] = dict(how["options"])
    if how["to_go"]:
        game["scores"] = "to-go"
    record = {"format": "all-fours/1", "game": game, "deals": []}
    dealer = how["dealer"] or rng.choice(seats)
    totals = dict(how["before"] or dict.fromkeys(sides, 0))
    rounds = cuts_for_deal(rng, seats, dealer) if how["cut_for_deal"] else []
    while True:
        deal, result = random_deal(rng, record["game"], dealer, totals, len(record["deals"]) + 1, how, rounds)
        record["deals"].append(deal)
        rounds, totals = [], result["totals"]
        if result["winner"] or len(record["deals"]) == how["deals"]:
            break
        dealer = result["next_dealer"]
    if result["winner"] and how["winner"]:
        game["winner"] = result["winner"]
    return record


def cuts_for_deal(rng, seats, dealer):
    """Rounds of a cut for partners, seats and deal by which `dealer` deals. SEAT-2."""
    while True:
        cards = rng.sample(rules.PACK, len(seats))
        first = dict(zip(seats, cards, strict=True))
        ranks = sorted((rules.strength(card) for card in cards), reverse=True)
        rounds = [first]
        tied = [seat for seat in seats if rules.strength(first[seat]) == ranks[0]]
        if len(set(ranks)) < len(ranks) - (len(tied) == 2):
            continue  # no other tie than of two for the highest
        if len(tied) == 2:
            again = dict(zip(tied, rng.sample([card for card in rules.PACK if card not in cards], 2), strict=True))
            if len({card[0] for card in again.values()}) < 2:
                continue
            rounds.append(again)
        if rules.first_dealer(rounds) != dealer:
            continue
        if len(seats) == 4:  # SEAT-2: the two highest are partners
            highest = sorted(seats, key=lambda seat: rules.strength(first[seat]))[2:]
            if rules.side_of(seats, highest[0]) != rules.side_of(seats, highest[1]):
                continue
        return rounds


def random_deal(rng, game, dealer, before, number, how, rounds=(), choose=None):
    """A deal and what it comes to: (deal, `rules.score_deal` of it).

    `before` are the points made. `choose(trick, seat, hand, options)` plays a card, by default any of `options`.
    """
    how = {**HOW, **how}
    choose = choose or (lambda trick, seat, hand, options: rng.choice(options))
    while True:
        deal = _deal_once(rng, game, dealer, before, number, how, rounds, choose)
        try:
            result = rules.score_deal({"game": game, "deals": [deal]}, 0)  # `deal` holds its score_before
        except ValueError:
            continue  # no pips out in all-fours: undecided (SCOR-5)
        write_up(game, deal, result, how)
        return deal, result


def write_up(game, deal, result, how):
    """Write the club's sheet into a deal: counts, piles, claims, points and totals."""
    seats = [seat["seat"] for seat in game["seats"]]
    target = rules.TARGET[game["variant"]]
    played = result["game_counts"] is not None
    if how["piles"] and played:
        piles = {side: [] for side in rules.sides(seats)}
        for trick in result["tricks"]:
            side = rules.side_of(seats, rules.trick_winner(trick, result["trump"]))
            piles[side] += [card for _, card in trick]
        shown = [event["card"] for event in deal["events"] if event["do"] == "show-low"]
        piles = {side: [card for card in cards if card not in shown[-1:]] for side, cards in piles.items()}  # SCOR-10
        deal["events"].append({"do": "piles", "piles": piles})
    if how["counts"] and played:
        deal["events"].append({"do": "counts", "counts": dict(result["game_counts"])})
    named = [(name, side) for name, side, _ in result["counted"] if name != "peg"]
    if how["claims"]:
        for name, side in named:
            if name in ("high", "low", "jack", "game"):
                deal["events"].append({"do": "claim", "side": side, "point": name})
    if how["points"] and result["ended"] in ("played", "won"):
        deal["points"] = {side: [n for n, s in named if s == side] for side in rules.sides(seats)}
    if how["scores"]:
        deal["score_after"] = shown_score(game, result["totals"], target)
    else:
        deal.pop("score_before")


def shown_score(game, totals, target):
    """Totals as the club shows them. STAK-1: counters may show the points to go."""
    if game.get("scores") == "to-go":
        return {side: target - made for side, made in totals.items()}
    return dict(totals)


def _deal_once(rng, game, dealer, before, number, how, rounds, choose):
    variant, options = game["variant"], game.get("options", {})
    seats = [seat["seat"] for seat in game["seats"]]
    target = rules.TARGET[variant]
    first = rules.eldest(seats, dealer)
    events = [{"do": "cut-for-deal", "cards": dict(cut)} for cut in rounds]
    deal = {"number": number, "dealer": dealer, "score_before": shown_score(game, before, target), "events": events}
    if variant == "california-jack" and not (rounds and rng.random() < 0.5):  # TRMP-1
        events += [{"do": "cut-for-trump", "cards": cut} for cut in cuts_for_deal(rng, seats, rng.choice(seats))]
    if how["shuffles"]:
        events += [{"do": "shuffle", "seat": seat} for seat in seats if seat != dealer and rng.random() < 0.5]
        events.append({"do": "shuffle", "seat": dealer})  # DEAL-1: the dealer last
    if how["cut"] != "none":
        cut = {"do": "cut", "seat": rules.pone(seats, dealer)}  # DEAL-2
        events.append({**cut, "at": rng.randint(4, 48)} if how["cut"] == "at" else cut)

    pack = rng.sample(rules.PACK, 52)
    if how["exhaust"] and variant in rules.TURNS and rng.random() < how["exhaust"]:
        pack = _one_suit_turns(rng, pack, len(seats))
    hands = {seat: [pack.pop() for _ in range(6)] for seat in rules.order(seats, first)}  # DEAL-3
    unknown = [seat for seat in seats if rng.random() < 0.5]
    events.append({"do": "deal", "hands": _shown_hands(hands, how, unknown)})
    if how["hands"] == "none" and rng.random() < 0.5:
        events.pop()

    def jacks():
        return len(rules.turned_jacks([event["card"] for event in events if event["do"] == "turn"]))

    side = rules.side_of(seats, dealer)
    runs = 0
    if variant in rules.TURNS:
        turned = pack.pop()
        events.append({"do": "turn", "card": turned})  # DEAL-4
        if before[side] + jacks() >= target:
            return deal  # DEAL-5, SCOR-6: the turned Jack has won
        now = {**before, side: before[side] + jacks()}
        looks = [first]  # BEG-10: the eldest once the trump is turned
        _look(events, how, first)
        declared = how["declare"] or rng.choice(["stand", "give", "run"])
        if declared == "give" and not rules.may_give(seats, dealer, now, target):
            declared = "run"  # BEG-9
        events.append({"do": "stand" if declared == "stand" else "beg", "seat": first})  # BEG-1
        if declared != "stand":
            looks.append(dealer)  # BEG-10: the dealer once the eldest has begged
            _look(events, how, dealer)
        if declared == "give":
            gift = {"do": "give", "seat": dealer}  # BEG-2
            if how["to"]:
                gift["to"] = [seat for seat in seats if seat != dealer] if len(seats) == 3 else [first]  # BEG-8
            events.append(gift)
        while declared == "run":
            more = {seat: [pack.pop() for _ in range(3)] for seat in rules.order(seats, first)}  # BEG-3
            events.append({"do": "run", "hands": _shown_hands(more, how, unknown)})
            runs += 1
            for seat in seats:
                hands[seat] += more[seat]
            new = pack.pop()
            events.append({"do": "turn", "card": new})
            if before[side] + jacks() >= target:
                return deal  # BEG-4, SCOR-6
            if not rules.must_run_again(turned, new):
                break
            if rules.exhausted(len(pack), len(seats)):
                events.append({"do": "bunch", "reason": "exhausted"})  # BEG-6
                return deal
        for seat in rng.sample(seats, len(seats)):
            if seat not in looks:
                _look(events, how, seat)  # BEG-10: everybody else once those two have decided
        if runs and len(seats) == 2 and rng.random() < how["bunch"]:
            agreed = rng.random() < 0.5
            events.append({"do": "bunch", "seat": rng.choice(seats), "agreed": agreed})  # BEG-7
            if agreed:
                return deal
        size = rules.hand_size(runs, options.get("keep_nine", False))
        for seat in rules.order(seats, first):
            gone = rng.sample(hands[seat], len(hands[seat]) - size)  # DISC-1, DISC-2
            hands[seat] = [card for card in hands[seat] if card not in gone]
            if gone and how["discards"] != "none":
                shown = {"cards": gone} if how["discards"] == "cards" else {"count": len(gone)}
                events.append({"do": "discard", "seat": seat, **shown})
    stock = pack[::-1] if variant == "california-jack" else []
    if stock and how["stock"] in ("stock", "both"):
        events.append({"do": "stock", "cards": list(stock)})

    trump = rules.trump_of(deal, variant, seats, dealer)
    totals = {**before, side: before[side] + jacks()}
    if any(event["do"] == "give" for event in events):
        for receiver in rules.gift_receivers(seats, dealer):
            totals[receiver] += 1
    low = None
    leader = first  # PLAY-1
    trick_number = 0
    while hands[leader]:
        trick_number += 1
        trick = []
        for seat in rules.order(seats, leader):
            cards = [card for _, card in trick]
            options = rules.legal(hands[seat], cards[0] if cards else None, trump)
            card = choose(trick_number, seat, hands[seat], options)
            hands[seat].remove(card)
            trick.append((seat, card))
            if trump is None:
                trump = card[1]  # PLAY-5
        events += _shown_trick(rng, trick, how)
        leader = rules.trick_winner(trick, trump)  # PLAY-4
        lowest = min((card for _, card in trick if card[1] == trump), key=rules.strength, default=None)
        if lowest and (low is None or rules.strength(lowest) < rules.strength(low)):
            low = lowest
            if how["show_low"] and rules.pips(low, variant, trump) == 0:
                shower = next(seat for seat, card in trick if card == low)
                events.append({"do": "show-low", "seat": shower, "card": low})  # SCOR-10
        pegs = [rules.peg(card, variant, trump) for _, card in trick if rules.peg(card, variant, trump)]
        if pegs:
            winner = rules.side_of(seats, leader)
            totals[winner] += sum(pegs)
            for points in pegs if how["pegs"] == "cards" else [sum(pegs)] if how["pegs"] else []:
                events.append({"do": "peg", "side": winner, "points": points})  # SCOR-8
            if totals[winner] >= target:
                return deal  # SCOR-8: a peg that reaches 61 wins at once
        if stock:
            for seat in rules.order(seats, leader):  # PLAY-6: the winner first
                hands[seat].append(stock.pop(0))
                if how["stock"] in ("draws", "both"):
                    events.append({"do": "draw", "seat": seat, "card": hands[seat][-1]})
    return deal


def _look(events, how, seat):
    if how["looks"]:
        events.append({"do": "look", "seat": seat})


def _shown_hands(hands, how, unknown):
    shown = {}
    for seat, cards in hands.items():
        if how["hands"] == "all" or (how["hands"] == "some" and seat not in unknown):
            shown[seat] = list(cards)
        else:
            shown[seat] = len(cards) if how["hands"] == "counts" else None
    return shown


def _shown_trick(rng, trick, how):
    if how["plays"] == "tricks" or (how["plays"] == "mixed" and rng.random() < 0.5):
        event = {"do": "trick", "cards": [card for _, card in trick]}
        return [{**event, "seat": trick[0][0]} if how["leaders"] else event]
    plays = [{"do": "play", "seat": seat, "card": card} for seat, card in trick]
    return [*plays, {"do": "quit"}] if how["quits"] else plays


def _one_suit_turns(rng, pack, players):
    """The pack, cards dealt from its end, arranged so that every turn-up is of one suit (BEG-6)."""
    step = 3 * players + 1
    places = list(range(52 - 6 * players - 1, -1, -step))
    suit = rng.choice(rules.SUITS)
    pack = list(pack)
    for place in places:
        if pack[place][1] != suit:
            other = rng.choice([i for i, card in enumerate(pack) if card[1] == suit and i not in places])
            pack[place], pack[other] = pack[other], pack[place]
    return pack


def forget(rng, record, chance=0.15):
    """The record with facts left out at random. What remains is as clean: nothing that is absent is "none"."""
    record = copy.deepcopy(record)
    for deal in record["deals"]:
        for event in list(deal["events"]):
            do = event["do"]
            if do in ("shuffle", "look", "stock", "claim", "piles", "counts", "cut") and rng.random() < chance:
                deal["events"].remove(event)
            elif do == "cut" and rng.random() < chance:
                event.pop("at", None)
            elif do in ("deal", "run"):
                for seat, cards in event["hands"].items():
                    if rng.random() < chance:
                        event["hands"][seat] = rng.choice([None, len(cards)]) if isinstance(cards, list) else None
                    elif isinstance(cards, list) and rng.random() < chance:
                        cards[rng.randrange(len(cards))] = None
            elif do == "discard" and "cards" in event and rng.random() < chance:
                event["count"] = len(event.pop("cards"))
        for key in ("points", "score_before", "score_after"):
            if key in deal and rng.random() < chance:
                del deal[key]
        for names in deal.get("points", {}).values():
            if names and rng.random() < chance:
                names.remove(rng.choice(names))  # SCOR-12: a sheet that leaves a point out is not wrong
    return record


def blank(rng, record, chance=0.1):
    """The record with cards of tricks and single plays not written down (`null`). It is as clean as before."""
    record = copy.deepcopy(record)
    for deal in record["deals"]:
        for event in deal["events"]:
            if event["do"] == "trick":
                event["cards"] = [None if rng.random() < chance else card for card in event["cards"]]
            elif event["do"] in ("play", "draw", "turn") and rng.random() < chance:
                event["card"] = None
            elif event["do"] == "stock":
                event["cards"] = [None if rng.random() < chance else card for card in event["cards"]]
    return record
