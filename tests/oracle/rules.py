"""The rules in plain Python, a clause a line: slow, without tables of masks, to be read beside the rulebook.

A card is two letters, rank then suit ("QH"); a hand is a list of cards; a seat is its label; a side is the label of
`sides`. A record is the dictionary of the JSON format, with every card played recorded.

`score_deal(record, deal_index)` gives what a deal of a record comes to, from its events and `score_before`.
"""

RANKS = "23456789TJQKA"  # PACK-1: ace high
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]  # PACK-1
TARGET = {"seven-up": 7, "all-fours": 7, "pitch": 7, "all-fives": 61, "california-jack": 7}
PLAYERS = {  # SEAT-1
    "seven-up": (2, 3, 4),
    "all-fours": (2, 4),
    "pitch": (2, 3, 4),
    "all-fives": (2, 3, 4),
    "california-jack": (2,),
}
TURNS = ("seven-up", "all-fours", "all-fives")  # DEAL-4: not in pitch, not in california-jack


def strength(card):
    """Place of a card within its suit. PACK-1."""
    return RANKS.index(card[0])


# Seats


def sides(seats):
    """The sides, in the order of the seats. SEAT-1: four play as partners opposite; the others each for himself."""
    if len(seats) == 4:
        return [seats[0] + "/" + seats[2], seats[1] + "/" + seats[3]]
    return list(seats)


def side_of(seats, seat):
    """The side on which a seat plays."""
    return next(side for side in sides(seats) if seat in side.split("/"))


def left(seats, seat):
    """The seat on the left: the next in the order of play (PLAY-1)."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def eldest(seats, dealer):
    """The eldest hand sits on the dealer's left (Variants, terms)."""
    return left(seats, dealer)


def pone(seats, dealer):
    """The pone sits on the dealer's right and cuts (DEAL-2)."""
    return seats[seats.index(dealer) - 1]


def order(seats, leader):
    """The seats as they play to a trick that `leader` leads (PLAY-1)."""
    place = seats.index(leader)
    return seats[place:] + seats[:place]


# Play


def legal(hand, led, trump):
    """The cards of `hand` that may be played; `led` is the card led, or None for the leader."""
    if led is None:
        return list(hand)  # PLAY-1: any card
    suit = led[1]
    same = [card for card in hand if card[1] == suit]
    if not same:
        return list(hand)  # PLAY-3: with none of the suit, any card
    if suit == trump:
        return same  # PLAY-2
    return [card for card in hand if card[1] in (suit, trump)]  # PLAY-3: follow or trump


def winner(cards, trump):
    """Place in `cards`, which stand in order of play, of the one that wins the trick. PLAY-4."""
    trumps = [card for card in cards if card[1] == trump]
    rivals = trumps or [card for card in cards if card[1] == cards[0][1]]
    return cards.index(max(rivals, key=strength))


# Begging and running


def gift_receivers(seats, dealer):
    """The sides that score when the dealer gives. BEG-2; BEG-8: with three players both adversaries."""
    if len(seats) == 3:
        return [seat for seat in seats if seat != dealer]
    return [side_of(seats, eldest(seats, dealer))]


def may_give(seats, dealer, score, target):
    """BEG-9: the dealer cannot give a player enough to put him out."""
    return all(score[side] + 1 < target for side in gift_receivers(seats, dealer))


def must_run_again(first_turn, new_turn):
    """BEG-5: the new card is of the suit first turned up."""
    return first_turn[1] == new_turn[1]


def exhausted(undealt, players):
    """BEG-6: too few cards for three each and a turn-up."""
    return undealt < 3 * players + 1


def hand_size(runs, keep_nine=False):
    """Cards in each hand for the play. DEAL-3, DISC-1; DISC-2: nine are kept after one run where that is the rule."""
    return 9 if keep_nine and runs == 1 else 6


def turned_jacks(turns):
    """Which of the cards turned up count one to the dealer, in order.

    DEAL-5: a Jack turned first; BEG-4: after a run a Jack of another suit; BEG-5: not one of the suit first turned.
    """
    first = turns[:1]
    later = [card for card in turns[1:] if card[1] != turns[0][1]]
    return [card for card in first + later if card[0] == "J"]


# Score


def pips(card, variant, trump):
    """What a card counts for Game. SCOR-4; SCOR-8: the five of trumps as five."""
    if variant == "all-fives" and card == "5" + trump:
        return 5
    return {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}.get(card[0], 0)


def peg(card, variant, trump):
    """What the winner of a trick pegs for a card in it. SCOR-8."""
    if variant != "all-fives" or card[1] != trump:
        return 0
    return {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10, "5": 5}.get(card[0], 0)


def game_point(variant, seats, dealer, counts):
    """The side that scores Game, None for nobody, "undecided" where the rules do not say. SCOR-4, SCOR-5."""
    most = max(counts.values())
    ahead = [side for side in sides(seats) if counts[side] == most]
    if len(ahead) == 1:
        return ahead[0]  # SCOR-4
    if variant not in TURNS:
        return None  # SCOR-5: no trump turned, nobody scores a tie
    if variant == "all-fours":
        if most == 0:
            return "undecided"  # SCOR-5: no pips out
        return side_of(seats, eldest(seats, dealer))  # SCOR-5 (H): the eldest hand
    if len(seats) == 3:
        if len(ahead) == 3:
            return None  # SCOR-5: all three tied, or no pips
        others = [side for side in ahead if side != dealer]
        return others[0] if len(others) == 1 else None  # SCOR-5: two non-dealers neither; else the non-dealer
    return next(side for side in sides(seats) if dealer not in side.split("/"))  # SCOR-5: the non-dealer's side


def trump_points(variant, seats, tricks, trump):
    """High, Low and Jack as a list of (point, side).

    `tricks` are lists of (seat, card) in order of play. A hand is played to its end: what was played was out (SCOR-11).
    """
    played = [(seat, card, trick) for trick in tricks for seat, card in trick]
    trumps = [entry for entry in played if entry[1][1] == trump]
    if not trumps:
        return []
    highest = max(trumps, key=lambda entry: strength(entry[1]))
    lowest = min(trumps, key=lambda entry: strength(entry[1]))
    points = []
    for name, (seat, _, trick) in (("high", highest), ("low", lowest)):
        scorer = seat  # SCOR-1, SCOR-2: to whom it was dealt
        if variant == "california-jack":
            scorer = trick_winner(trick, trump)  # SCOR-9: to the player who wins it
        points.append((name, side_of(seats, scorer)))
    for trick in tricks:
        if any(card == "J" + trump for _, card in trick):
            points.append(("jack", side_of(seats, trick_winner(trick, trump))))  # SCOR-3
    return points


def trick_winner(trick, trump):
    """The seat that wins a trick of (seat, card). PLAY-4."""
    return trick[winner([card for _, card in trick], trump)][0]


def discard_in_doubt(deal, tricks, trump):
    """Whether a recorded discard would have been High or Low: the ruling then shows both answers. SCOR-11."""
    gone = [card for event in deal["events"] if event["do"] == "discard" for card in event.get("cards", [])]
    played = [strength(card) for trick in tricks for _, card in trick if card[1] == trump]
    gone = [strength(card) for card in gone if card[1] == trump]
    return any(not played or card > max(played) or card < min(played) for card in gone)


def game_counts(variant, seats, tricks, trump):
    """Pips of each side in the tricks that it won. SCOR-4."""
    counts = dict.fromkeys(sides(seats), 0)
    for trick in tricks:
        counts[side_of(seats, trick_winner(trick, trump))] += sum(pips(card, variant, trump) for _, card in trick)
    return counts


def count_out(points, before, target, capped=None):
    """Totals after `points`, a list of (name, side, number) in the order in which they are scored.

    SCOR-6: the side that so first reaches the target wins, counting stops there, and a peg past it is written as it.
    REVK-5: the side `capped` stops one short of the target.

    Returns:
        (totals, winner or None, the points that were counted)
    """
    totals = dict(before)
    counted = []
    for name, side, number in points:
        limit = target - 1 if side == capped else target
        if totals[side] >= limit:
            continue  # REVK-5
        totals[side] = min(totals[side] + number, limit)
        counted.append((name, side, number))
        if totals[side] == target:
            return totals, side, counted
    return totals, None, counted


def revoke_totals(points, before, target, revoker, adversary, jack_in_play):
    """Totals after one revoke of a game of two sides, for both choices of the adversary.

    `points` as the cards gave them, in order. REVK-3: one point; REVK-4: two, the Jack in play. REVK-3, REVK-4: the
    revoker scores neither Jack nor Game; the adversary keeps what he made. REVK-5: the revoker stops one short, a
    point added counts before all others of the hand, a deduction is taken after the cap. REVK-6: a turned Jack and
    a gift already scored stay.

    Returns:
        {"add": (totals, winner), "deduct": (totals, winner)}
    """
    penalty = 2 if jack_in_play else 1
    earlier = [point for point in points if point[0] in ("turned-jack", "gift")]
    later = [point for point in points if point[0] not in ("turned-jack", "gift")]
    allowed = [point for point in later if not (point[1] == revoker and point[0] in ("jack", "game"))]
    added = count_out([*earlier, ("penalty", adversary, penalty), *allowed], before, target, capped=revoker)
    totals, won, _ = count_out(earlier + allowed, before, target, capped=revoker)
    totals[revoker] -= penalty
    return {"add": added[:2], "deduct": (totals, won)}


# Who deals


def next_dealer(variant, seats, dealer, ended):
    """The next dealer. `ended`: played, exhausted, bunched, faced-card, imperfect-pack, exposed-card or misdeal."""
    if ended in ("exhausted", "bunched", "faced-card", "imperfect-pack", "exposed-card"):
        return dealer  # BEG-6, BEG-7, MISD-2, MISD-3
    if ended == "misdeal" and variant in ("pitch", "california-jack"):
        return dealer  # MISD-4
    return left(seats, dealer)  # DEAL-7, MISD-1


def first_dealer(rounds):
    """The seat that cut highest, from rounds of {seat: card}. SEAT-2: ties cut again, which decides only the tie."""
    tied = list(rounds[0])
    for cut in rounds:
        here = {seat: strength(cut[seat]) for seat in tied}
        tied = [seat for seat in tied if here[seat] == max(here.values())]
        if len(tied) == 1:
            return tied[0]
    return None


# A whole deal


def trump_of(deal, variant, seats, dealer, first_card=None):
    """The trump suit of a deal, or None while there is none."""
    if variant == "pitch":
        return first_card[1] if first_card else None  # PLAY-5
    if variant == "california-jack":
        rounds = [event["cards"] for event in deal["events"] if event["do"] == "cut-for-trump"]
        rounds = rounds or [event["cards"] for event in deal["events"] if event["do"] == "cut-for-deal"]  # TRMP-1
        seat = first_dealer(rounds) if rounds else None
        return next(cut for cut in reversed(rounds) if seat in cut)[seat][1] if seat else None
    turns = [event["card"] for event in deal["events"] if event["do"] == "turn"]
    return turns[-1][1] if turns else None  # DEAL-4, BEG-3, BEG-5


def tricks_of(deal, variant, seats, dealer):
    """(trump, tricks): the tricks of a deal, each a list of (seat, card), whether written whole or card by card."""
    players = len(seats)
    cards = []
    for event in deal["events"]:
        if event["do"] == "trick":
            cards += event["cards"]
        elif event["do"] == "play":
            cards.append(event["card"])
    trump = trump_of(deal, variant, seats, dealer, cards[0] if cards else None)
    leader = eldest(seats, dealer)  # PLAY-1
    tricks = []
    for start in range(0, len(cards) - players + 1, players):
        trick = list(zip(order(seats, leader), cards[start : start + players], strict=True))
        tricks.append(trick)
        leader = trick_winner(trick, trump)  # PLAY-1
    return trump, tricks


def hands_of(deal, seats):
    """Hands as dealt, run and reduced, by seat; None where a card or a number of cards is all that is recorded."""
    hands = dict.fromkeys(seats)
    for event in deal["events"]:
        if event["do"] == "deal":
            for seat, cards in event["hands"].items():
                hands[seat] = list(cards) if isinstance(cards, list) else None
        elif event["do"] == "run":
            for seat in seats:
                more = event["hands"].get(seat)
                both = hands[seat] is not None and isinstance(more, list)
                hands[seat] = hands[seat] + more if both else None
        elif event["do"] == "discard" and hands[event["seat"]] is not None:
            gone = event.get("cards")
            hands[event["seat"]] = None if gone is None else [c for c in hands[event["seat"]] if c not in gone]
    return hands


def score_deal(record, deal_index):
    """What a deal comes to by the rulebook. The deal is played by the rules and every card played is recorded.

    Returns a dictionary:
        trump: suit or None
        tricks: [[(seat, card), ...], ...]; winners: [seat, ...]
        points: [(name, side, number)] in order, pegs included, also those made after the game was won
        counted: those of `points` that counted (SCOR-6)
        pegs: {side: number}; game_counts: {side: number} or None before the last trick
        totals: {side: number}; winner: side or None
        ended: played, won, exhausted, bunched, the reason of a redeal, or open
        next_dealer: seat, or None when the game is won or the deal is open
    """
    game, deal = record["game"], record["deals"][deal_index]
    variant = game.get("variant", "seven-up")
    seats = [seat["seat"] for seat in game["seats"]]
    dealer, target = deal["dealer"], TARGET[variant]
    before = totals_before(record, deal_index)
    trump, tricks = tricks_of(deal, variant, seats, dealer)
    done = {event["do"] for event in deal["events"]}
    turns = [event["card"] for event in deal["events"] if event["do"] == "turn"]
    ended = ending(deal)

    dealers = side_of(seats, dealer)
    points = [("turned-jack", dealers, 1) for _ in turned_jacks(turns)]  # DEAL-5, BEG-4
    if "give" in done:  # no card is run then, so the Jacks that count were turned before
        points += [("gift", side, 1) for side in gift_receivers(seats, dealer)]  # BEG-2, BEG-8
    pegs = dict.fromkeys(sides(seats), 0)
    for trick in tricks:
        number = sum(peg(card, variant, trump) for _, card in trick)  # SCOR-8
        if number:
            side = side_of(seats, trick_winner(trick, trump))
            pegs[side] += number
            points.append(("peg", side, number))
    runs = sum(event["do"] == "run" for event in deal["events"])
    expected = 26 if variant == "california-jack" else hand_size(runs, game.get("options", {}).get("keep_nine", False))
    counts = None
    if len(tricks) == expected:  # SCOR-12: when the last card has been played
        counts = game_counts(variant, seats, tricks, trump)
        jack_pegged = variant == "all-fives" and not game.get("options", {}).get("all_fives_jack_twice", False)
        for name, side in trump_points(variant, seats, tricks, trump):
            if not (name == "jack" and jack_pegged):  # SCOR-8: the Jack's peg is the Jack point
                points.append((name, side, 1))
        side = game_point(variant, seats, dealer, counts)
        if side == "undecided":
            raise ValueError("no pips out in all-fours: the rules do not say who scores Game (SCOR-5)")
        if side is not None:
            points.append(("game", side, 1))
        ended = "played"
    if ended in ("misdeal", "faced-card", "imperfect-pack", "exposed-card"):
        points = []  # MISD-6
    totals, won, counted = count_out(points, before, target)
    if won:
        ended = "won"
    if ended == "exhausted":
        trump = None  # BEG-6: no other suit has turned
    following = None if won or ended == "open" else next_dealer(variant, seats, dealer, ended)
    return {
        "trump": trump, "tricks": tricks, "winners": [trick_winner(trick, trump) for trick in tricks],
        "points": points, "counted": counted, "pegs": pegs, "game_counts": counts,
        "totals": totals, "winner": won, "ended": ended, "next_dealer": following,
    }  # fmt: skip


def totals_before(record, deal_index):
    """Points made before a deal: as written, else as the deal before left them, else nought."""
    game = record["game"]
    written = record["deals"][deal_index].get("score_before")
    if written is not None and game.get("scores") == "to-go":
        return {side: TARGET[game["variant"]] - points for side, points in written.items()}  # STAK-1
    if written is not None:
        return dict(written)
    if deal_index:
        return score_deal(record, deal_index - 1)["totals"]
    return dict.fromkeys(sides([seat["seat"] for seat in game["seats"]]), 0)


def ending(deal):
    """How a deal ended that was not played out."""
    for event in deal["events"]:
        if event["do"] == "bunch" and event.get("reason") == "exhausted":
            return "exhausted"  # BEG-6
        if event["do"] == "bunch" and event.get("agreed"):
            return "bunched"  # BEG-7
        if event["do"] == "redeal":
            return event.get("reason")
    return "open"


def first_revoke(hands, tricks, trump):
    """(trick, seat, card) of the first revoke, or None; `hands` as they stood when play began. REVK-1."""
    held = {seat: list(cards) for seat, cards in hands.items()}
    for number, trick in enumerate(tricks, 1):
        for seat, card in trick:
            led = None if seat == trick[0][0] else trick[0][1]
            if card not in legal(held[seat], led, trump):
                return number, seat, card
            held[seat].remove(card)
    return None
