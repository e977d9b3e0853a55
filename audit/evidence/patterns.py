"""Set pieces: `gathered-set` (CHT-4) and `high-hand` (CHT-10).

`gathered-set`. The A J 10 2 of a suit were kept together and the cut shifted, so that the dealer holds A, 10 and 2
and turns the Jack. Null: the turn-up is a Jack with chance 4/52, and three given cards of 51 are among the dealer's
six with chance 6*5*4 / (51*50*49): together 7.39e-5 a deal. Needs the turn-up and the dealer's hand as it was dealt.
Innocent twin: A, J, 10 and 2 fell to one trick and were not shuffled apart; so the test counts only where the shuffle
has been shown to be sound.

`high-hand`. The victim is dealt A K J 10 9 2 of trumps, none of which can be the turn-up. Null: the turn-up is
another card of its suit with chance 7/13, and a given hand of 51 cards is those six with chance 1/C(51, 6): together
2.99e-8 a hand, and hands exclude each other. Needs the turn-up and the hands. Over all hands of one opponent the
holder who leads saves both Jack and Game in all but 501, so the swindle needs a second stacked hand: the report shows
what the others held. Innocent twin: a pack sorted for patience and not shuffled.
"""

from collections.abc import Iterable
from functools import cache
from math import comb, log

from audit.cards import ACE, JACK, KING, TEN
from audit.evidence.facts import Facts
from audit.evidence.hypothesis import Channel, Hypothesis, Observation
from audit.evidence.jacks import JACKS
from audit.evidence.laws import Law, chance

GATHERED = 4 / 52 * (6 * 5 * 4) / (51 * 50 * 49)
HIGH_HAND = 7 / 13 / comb(51, 6)
_NINE, _TWO = 7, 0
SETS = tuple(sum(1 << 13 * suit + rank for rank in (ACE, TEN, _TWO)) for suit in range(4))
HIGH_HANDS = tuple(sum(1 << 13 * suit + rank for rank in (ACE, KING, JACK, TEN, _NINE, _TWO)) for suit in range(4))


def _rates(honest: float, rates: Iterable[float]) -> tuple[float, ...]:
    """The tilts that raise a chance to these rates."""
    return tuple(round(log(rate / (1 - rate)) - log(honest / (1 - honest)), 6) for rate in rates)


@cache
def _gathered_law() -> Law:
    return chance(GATHERED)


@cache
def _high_hand_law(hands: int) -> Law:
    return chance(hands * HIGH_HAND)


def _gathered(facts: Facts) -> Iterable[Observation]:
    if facts.turn is None or facts.dealing is None or facts.dealer is None or not facts.dealt:
        return
    own = facts.dealt[facts.dealer]
    if own is not None:
        needed = SETS[facts.turn // 13]
        yield Observation(facts.dealing, "set", (), int(facts.turn in JACKS and own & needed == needed))


def _high_hand(facts: Facts) -> Iterable[Observation]:
    known = [hand for hand in facts.dealt if hand is not None]
    if facts.turn is not None and facts.dealing is not None and known:
        yield Observation(facts.dealing, "hand", (len(known),), int(HIGH_HANDS[facts.turn // 13] in known))


GATHERED_SET = Hypothesis(
    name="gathered-set",
    methods=("CHT-4",),
    whose="dealer",
    title="A, 10, 2 held and the Jack turned",
    hits="such hands",
    counted="deals with the dealer's hand",
    null="once in 13,500 deals: a Jack is turned and the dealer holds ace, ten and two of its suit",
    innocent="the four cards fell to one trick and were not shuffled apart",
    record="the tricks of the deal before and the depth of the cut",
    weight=0.06,
    shuffle="sound",
    notable=_rates(GATHERED, [0.05])[0],
    notable_words="once in 20 deals",
    channels={"set": Channel(_gathered_law, _rates(GATHERED, (0.01, 0.03, 0.08, 0.2)))},
    usual=(),
    observe=_gathered,
)

HIGH_HAND_DEALT = Hypothesis(
    name="high-hand",
    methods=("CHT-10",),
    whose="dealer",
    title="A K J 10 9 2 of trumps in one hand",
    hits="such hands",
    counted="deals with hands",
    null="2.99 in 100 million for each hand",
    innocent="a new or sorted pack that was not shuffled",
    record="all hands (what the others held tells whether it was a swindle), and what was bet",
    weight=0.04,
    shuffle="sound",
    notable=_rates(HIGH_HAND, [0.02])[0],
    notable_words="once in 50 deals",
    channels={"hand": Channel(_high_hand_law, _rates(4 * HIGH_HAND, (0.001, 0.01, 0.1)))},
    usual=(4,),
    observe=_high_hand,
)
