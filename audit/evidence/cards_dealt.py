"""Good cards that gather at the dealer: in the deal (`dealer-trumps`: CHT-8) and in a run (`run-cards`: CHT-2).

`dealer-trumps`. Null: given the turn-up, the other 51 cards are in any order with equal chance. So the trumps in the
dealer's six cards are 6 drawn from 51 with 12 trumps (hypergeometric), those of his side with partners 12 drawn, and
its honours (A K J 10) those drawn from the honours that are left. That needs a sound shuffle: cards of one trick that
stay together gather trumps with the dealer or the eldest hand as well, and honest dealers were falsely named in 27 of
100 clubs after a single riffle. The test therefore counts only where the shuffle has been shown to be sound. Needs
the hands as they were dealt: a hand that is only seen to be played is known where nobody ran the cards, which the
dealer's trumps decide. Innocent twin: the shuffle.

`run-cards`. Null: given all first hands and every turn-up, the cards run are any of those that are left with equal
chance. So the trumps of the last turn-up, and the honours, that come to the dealer's side are hypergeometric. All first
hands must be known, because begging and running were decided on them. The dealer's last three cards lie next to the
new turn-up, so a weak shuffle gives him its suit; the test needs a sound one. Innocent twin: luck in few runs.
"""

from collections.abc import Iterable, Sequence

from audit.cards import ACE, JACK, KING, SUIT_MASK, TEN
from audit.evidence.facts import HAND, Facts
from audit.evidence.hypothesis import Channel, Hypothesis, Observation
from audit.evidence.laws import drawn

HONOURS = tuple(sum(1 << 13 * suit + rank for rank in (ACE, KING, JACK, TEN)) for suit in range(4))
"""The ace, king, Jack and ten of each suit: High, the Jack and most of Game."""
_TILTS = (0.2, 0.4, 0.8)


def held(hands: Sequence[int | None], seats: Iterable[int]) -> int:
    """The cards of these seats' first hands together, which must be known."""
    return sum(hands[seat] or 0 for seat in seats)


def _dealt(facts: Facts) -> Iterable[Observation]:
    if facts.turn is None or facts.dealing is None or facts.dealer is None or not facts.dealt:
        return
    suit = facts.turn // 13
    own = facts.dealt[facts.dealer]
    if own is not None:
        yield Observation(facts.dealing, "own", (51, 12, HAND), (own & SUIT_MASK[suit]).bit_count())
    side = facts.side_of(facts.dealer)
    if any(facts.dealt[seat] is None for seat in side):
        return
    cards = held(facts.dealt, side)
    if len(side) > 1:
        yield Observation(facts.dealing, "side", (51, 12, HAND * len(side)), (cards & SUIT_MASK[suit]).bit_count())
    honours = HONOURS[suit] & ~(1 << facts.turn)
    context = (51, honours.bit_count(), HAND * len(side))
    yield Observation(facts.dealing, "honours", context, (cards & honours).bit_count())


def _run(facts: Facts) -> Iterable[Observation]:
    if (
        not facts.run_turns
        or not facts.cards_known
        or facts.turn is None
        or facts.dealing is None
        or facts.dealer is None
    ):
        return
    if len(facts.run_hands) != len(facts.run_turns) or facts.run_turns[-1] // 13 == facts.turn // 13:
        return
    side = facts.side_of(facts.dealer)
    got = 0
    for hands in facts.run_hands:
        for seat in side:
            hand = hands[seat]
            if hand is None:
                return
            got |= hand
    gone = held(facts.hands, range(len(facts.people))) | 1 << facts.turn
    for turned in facts.run_turns:
        gone |= 1 << turned
    trump = facts.run_turns[-1] // 13
    total, cards = 52 - gone.bit_count(), got.bit_count()
    for channel, good in (("trumps", SUIT_MASK[trump] & ~gone), ("honours", HONOURS[trump] & ~gone)):
        if good:
            yield Observation(facts.dealing, channel, (total, good.bit_count(), cards), (got & good).bit_count())


DEALER_TRUMPS = Hypothesis(
    name="dealer-trumps",
    methods=("CHT-8",),
    whose="dealer",
    title="Trumps dealt to the dealer",
    hits="trumps",
    counted="deals with the dealer's hand",
    null="the trumps in the dealer's hand are 6 cards drawn from 51 with 12 trumps",
    innocent="a shuffle that leaves the last deal's tricks together",
    record="all hands and all tricks, so that the shuffle can be judged; who shuffled",
    weight=0.10,
    shuffle="sound",
    notable=0.55,
    notable_words="half a trump a deal too many",
    channels={
        "own": Channel(drawn, _TILTS, 0.6),
        "side": Channel(drawn, _TILTS, 0.25),
        "honours": Channel(drawn, _TILTS, 0.15),
    },
    usual=(51, 12, 6),
    observe=_dealt,
)

RUN_CARDS = Hypothesis(
    name="run-cards",
    methods=("CHT-2",),
    whose="dealer",
    title="Trumps run to the dealer's side",
    hits="trumps",
    counted="runs with all hands",
    null="the cards run are any of those left with equal chance, so the trumps among them are hypergeometric",
    innocent="luck in few runs; cards of one trick that stay together",
    record="the cards run to every player, the new turn-up and the first hands",
    weight=0.06,
    shuffle="sound",
    notable=0.8,
    notable_words="twice the odds of each trump",
    channels={"trumps": Channel(drawn, _TILTS, 0.6), "honours": Channel(drawn, _TILTS, 0.4)},
    usual=(26, 6, 6),
    observe=_run,
)
