"""Hands worked out by hand, as records: `record("tied_at_23")` is the design's example of a deal.

Seats are in the order of play; with four players W is the eldest and S deals, with three C, with two B.
"""

import copy
from typing import Any

SEATS = {2: "AB", 3: "ABC", 4: "WNES"}

HANDS: dict[str, dict[str, Any]] = {
    "tied_at_23": {
        "hands": {
            "W": "TS 9S 7S 4S 3D KC",
            "N": "KS 8S JH QD 5D JC",
            "E": "KH QH 2D AC TC 5C",
            "S": "AH KD 4D 9C 6C 3C",
        },
        "turn": "6D",
        "tricks": ["3D 5D 2D KD", "AH 4S JH KH", "4D 9S QD TC", "8S 5C 6C 7S", "JC AC 9C KC", "QH 3C TS KS"],
    },
    "all_four_by_one_card": {
        "hands": {"A": "JS 7H 8D 6D 9C 5C", "B": "9H 2H 9D 7D 5D 3D"},
        "turn": "9S",
        "tricks": ["9C 3D", "6D 5D", "5C 7D", "8D 9D", "2H 7H", "JS 9H"],
    },
    "two_non_dealers_tie": {
        "hands": {"A": "QD 5D 2D 7C 4C 2C", "B": "AD KD 9D QC 9C 3C", "C": "KH 5H 3H TD 8D 4D"},
        "turn": "6C",
        "tricks": ["5D KD 8D", "QC 4D 4C", "3C TD 7C", "2C 9C 5H", "9D 3H QD", "2D AD KH"],
    },
    "dealer_ties_the_eldest": {
        "hands": {"A": "TS 6S AH 6D 2D 2C", "B": "AS 4S KH TH TD 7C", "C": "JH 6H 5H 2H AD QD"},
        "turn": "6C",
        "tricks": ["2D TD QD", "5H 2C TH", "6D AS AD", "2H AH 7C", "KH JH 6S", "4S 6H TS"],
    },
    "three_tie": {
        "hands": {"A": "AH 4H KD 7D AC KC", "B": "QS 2S 3H 8D JC 8C", "C": "QH TH AD 7C 5C 4C"},
        "turn": "6C",
        "tricks": ["4H JC TH", "QS QH KC", "AC 8C 5C", "AH 3H 7C", "AD KD 8D", "4C 7D 2S"],
    },
    "low_lost_in_pitch": {
        "hands": {
            "W": "TS AH 7H 4H 9C 3C",
            "N": "AS QS JS QH JH KC",
            "E": "2S 6H 3H 6D 4D 8C",
            "S": "9S 6S 3S 9H QD JC",
        },
        "tricks": ["AH QH 6H 9H", "7H JH 3H 3S", "QS 2S 6S 4H", "3C KC 8C JC", "AS 4D 9S TS", "JS 6D QD 9C"],
    },
    "revoke_no_jack": {
        "hands": {
            "W": "7S 6S QH 2H JC 9C",
            "N": "8H 4H KD 4D AC QC",
            "E": "9S TH 5H 6D 3D 5C",
            "S": "KS TS AH KC 6C 4C",
        },
        "turn": "7H",
        "tricks": ["6S AC 9S KS", "4C QH 8H 5H", "9C 4D TH 6C", "5C KC JC 4H", "QC 3D AH 2H", "TS 7S KD 6D"],
    },
    "revoker_stops_at_six": {
        "hands": {
            "W": "9S 8S QH QD JD 5D",
            "N": "7S 5S 3H 9D 4D 7C",
            "E": "KS JS 2S 9H KC 5C",
            "S": "QS 3S 8H TD 6D TC",
        },
        "turn": "9C",
        "tricks": ["5D 9D JS TC", "QS 9S 7S 5C", "2S 3S JD 5S", "4D KC 6D QD", "9H 8H QH 3H", "8S 7C KS TD"],
    },
    "under_trumped": {
        "hands": {
            "W": "9S 3H 7D 4D JC 6C",
            "N": "2H JD 6D 5D 8C 4C",
            "E": "AS 8S 8D 9C 3C 2C",
            "S": "QS AH QD 9D 2D QC",
        },
        "turn": "QH",
        "tricks": ["9S 6D AS QS", "9C AH 6C 2H", "QD 7D JD 8D", "2D 3H 5D 2C", "4D 8C 3C 9D", "QC JC 4C 8S"],
    },
    "both_out_low_before_game": {
        "hands": {
            "W": "9H 3H 7D 6D TC 8C",
            "N": "AS QH 7H 6H 4D 9C",
            "E": "QS TS 8S 6S QC 4C",
            "S": "5S 3S TH AD 2D 3C",
        },
        "turn": "4S",
        "tricks": ["7D AS QS 2D", "QH TS 3S 9H", "8S 5S TC 6H", "QC 3C 8C 9C", "6S AD 3H 4D", "4C TH 6D 7H"],
    },
    "both_out_jack_before_game": {
        "hands": {
            "W": "2S JH TH 7H 3H AC",
            "N": "AS KS JS KC 8C 4C",
            "E": "4S QH 2H JD 6C 5C",
            "S": "TS 5H AD 7D 5D JC",
        },
        "turn": "TC",
        "tricks": ["JH KS 5C 5H", "2H TS 7H AS", "2S 8C 6C 5D", "JS 4S 7D AC", "3H 4C QH AD", "KC JD JC TH"],
    },
    "no_pips_out": {
        "hands": {"A": "3S 7H 4H 4D 3D 9C", "B": "9S 7S 4S 5H 2H 6C"},
        "turn": "KS",
        "tricks": ["4D 7S", "2H 3S", "7H 5H", "3D 4S", "9S 9C", "6C 4H"],
    },
    "jack_caught": {
        "hands": {
            "W": "7S KH 7H 5D 6C 5C",
            "N": "TS 9S 4S QH JH 6H",
            "E": "QS 8H QD TD 9D 7D",
            "S": "AS 3S TH 4D 2D 3C",
        },
        "turn": "2H",
        "tricks": ["5C QH QS 3C", "9S 7D 3S 7S", "TS TD AS 5D", "TH 7H 6H 8H", "4D KH JH QD", "6C 4S 9D 2D"],
    },
    "ten_given_up": {
        "hands": {
            "W": "AS KS QS AD 6D 2C",
            "N": "TS 4H 5D 2D QC 5C",
            "E": "9S 6S AH TH TC 3C",
            "S": "JH 7H 5H 3H 8D 4C",
        },
        "turn": "9D",
        "tricks": ["AS 2D 9S 3H", "4H TH 5H 6D", "KS 5D 6S JH", "5C 3C 4C AD", "QS TS AH 8D", "7H 2C QC TC"],
    },
    "all_fives": {
        "hands": {"A": "9H JD KC TC 9C 5C", "B": "6S 7H KD 3D AC QC"},
        "turn": "3C",
        "tricks": ["9H QC", "6S TC", "5C AC", "7H KC", "JD KD", "3D 9C"],
    },
    "california_jack": {
        "hands": {"A": "7S TC 9H 8H TH KH", "B": "2C 3D 3C QC 4C 5H"},
        "stock": "4S 8D 7H 7C QS QD 9D KS 6H 9C 6C 6D JS 9S 8C JD 2H 2D 4H QH "
        "TS 6S AS 4D 3H JC AH JH 5S 2S 7D 5C KD AD AC KC 5D 8S TD 3S",
        "tricks": [
            "TH 5H",
            "8H 3D",
            "7H 8D",
            "TC QC",
            "4C 9H",
            "4S 9C",
            "6H 3C",
            "KS 9S",
            "QS 6D",
            "JS 2D",
            "6C 7C",
            "2C 8C",
            "6S TS",
            "3H 4H",
            "AS 4D",
            "2H QH",
            "2S 7S",
            "KD 7D",
            "AH JH",
            "KH QD",
            "JC KC",
            "3S 5S",
            "5C 9D",
            "AC AD",
            "5D JD",
            "8S TD",
        ],
    },
}


def record(
    name: str, variant: str = "seven-up", score_before: dict[str, int] | None = None, **options: bool
) -> dict[str, Any]:
    """The record of one deal: cards dealt, the turn-up where the variant has one, the eldest stands, all tricks."""
    hand = HANDS[name]
    seats = SEATS[len(hand["hands"])]
    events: list[dict[str, Any]] = [{"do": "deal", "hands": {seat: hand["hands"][seat].split() for seat in seats}}]
    if variant == "california-jack":
        events = [{"do": "cut-for-trump", "cards": {"A": "KH", "B": "7S"}}, *events]
        events.append({"do": "stock", "cards": hand["stock"].split()})
    elif variant != "pitch":
        events += [{"do": "turn", "card": hand["turn"]}, {"do": "stand", "seat": seats[0]}]
    events += [{"do": "trick", "cards": cards.split()} for cards in hand["tricks"]]
    game: dict[str, Any] = {"id": name, "variant": variant, "seats": [{"seat": seat} for seat in seats]}
    if options:
        game["options"] = options
    deal: dict[str, Any] = {"number": 1, "dealer": seats[-1], "events": events}
    if score_before is not None:
        deal["score_before"] = score_before
    return copy.deepcopy({"format": "all-fours/1", "game": game, "deals": [deal]})
