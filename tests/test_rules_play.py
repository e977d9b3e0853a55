"""The smallest rules, each with cards that a player would lay on the table."""

import pytest

from audit.cards import ACE, CARDS, NAMES, PACK, SUIT_MASK, SUITS, card, mask, members, names
from audit.errors import CardError
from audit.rules.play import PEGS, PIPS, legal, may_play, peg, pips, winner

S, H, D, C = range(4)


def hand(text):
    return mask(map(card, text.split()))


def cards(text):
    return [card(name) for name in text.split()]


# -- the pack ---------------------------------------------------------------------------------------------------------


def test_the_pack():  # PACK-1
    assert len(set(NAMES)) == 52
    assert PACK.bit_count() == 52
    assert all(SUIT_MASK[suit].bit_count() == 13 for suit in range(4))
    assert SUITS == "SHDC"


@pytest.mark.parametrize("suit", "SHDC")
def test_the_ace_is_high_and_the_two_low(suit):  # PACK-1
    order = [card(rank + suit) for rank in "AKQJT98765432"]
    assert order == sorted(order, reverse=True)
    assert order[0] % 13 == ACE


@pytest.mark.parametrize(
    ("text", "name"), [("10h", "TH"), ("0H", "TH"), ("q♥", "QH"), ("as", "AS"), ("2♣", "2C"), ("Td", "TD")]
)
def test_a_card_as_people_write_it(text, name):
    assert NAMES[card(text)] == name


@pytest.mark.parametrize("text", ["", "1H", "11H", "HQ", "QX", "Q", "QHH", "joker", "٢H"])
def test_what_is_no_card_is_never_guessed(text):
    with pytest.raises(CardError, match="no card"):
        card(text)


def test_names_go_in_and_come_out():
    assert names(hand("2S AS KD")) == ["AS", "2S", "KD"]
    assert list(members(hand("3S 2S"))) == [CARDS["2S"], CARDS["3S"]]


# -- what may be played -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "led", "trump", "allowed"),
    [
        ("AH 2H KS 3C", None, H, "AH 2H KS 3C"),  # PLAY-1: any card is led
        ("AH 2H KS 3C", H, H, "AH 2H"),  # PLAY-2: a trump led is followed
        ("KS 3C", H, H, "KS 3C"),  # PLAY-2: none to follow with
        ("AH 2H KS 3C", S, H, "KS AH 2H"),  # PLAY-3: follow or trump, as the player likes
        ("AH 2H 3C", S, H, "AH 2H 3C"),  # PLAY-3: with none of the suit any card, no duty to trump
        ("KS 2S 3C", S, H, "KS 2S"),  # PLAY-3: who does not trump follows
    ],
)
def test_what_may_be_played(held, led, trump, allowed):
    assert legal(hand(held), led, trump) == hand(allowed)
    if led is not None:
        for one in members(hand(held)):
            assert may_play(one, hand(held), led, trump) == bool(hand(allowed) >> one & 1)


# -- who wins ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("3S AH KS 2C", C, 3),  # the only trump, a two
        ("3S AH KS 2C", D, 2),  # the highest of the suit led; the ace of another suit wins nothing
        ("3S 4C KS 2C", C, 1),  # the highest of two trumps
        ("3S AH AD AC", S, 0),  # a trump led
        ("3S AH", D, 0),
        ("TS JS QS", S, 2),
    ],
)
def test_who_wins_a_trick(trick, trump, place):  # PLAY-4
    assert winner(cards(trick), trump) == place


# -- what cards count -------------------------------------------------------------------------------------------------


def test_pips():  # SCOR-4
    assert {NAMES[one][0]: PIPS[one] for one in range(13)} == {
        "A": 4, "K": 3, "Q": 2, "J": 1, "T": 10, **dict.fromkeys("98765432", 0),
    }  # fmt: skip
    assert sum(PIPS) == 80  # the four suits together
    assert pips(cards("AS TS 9S KD QD JD 5D"), D) == 20


def test_the_five_of_trumps_counts_five_in_all_fives_alone():  # SCOR-8
    assert pips(cards("5D AD"), D, fives=True) == 9
    assert pips(cards("5D AD"), D) == 4
    assert pips(cards("5D AD"), S, fives=True) == 4


def test_pegs():  # SCOR-8
    assert [PEGS[card(rank + "H")] for rank in "AKQJT5"] == [4, 3, 2, 1, 10, 5]
    assert sum(PEGS[:13]) == 25  # a hand in which every trump is out pegs 25
    assert peg(cards("AH KH 5H TS"), H) == 12
    assert peg(cards("AH KH 5H TS"), S) == 10
