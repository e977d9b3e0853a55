"""Decisions that are too good for what the player could see: `beg-knowledge`, `answer-stock`, `answer-partner`.

Marked cards (CHT-5), reflectors (CHT-7), a stocked half-stock (CHT-2) and signals (CHT-11) show in the decision, not
in the cards. Only decisions that nobody else's cards can have influenced are looked at.

Null: given the hands of those who have decided so far and the turn-up, every order of the cards left is equally likely,
and an honest decision is a function of what its maker saw. So whatever his style, the cards left are independent of his
decision, and the law of the score is that of cards drawn anew from all that are consistent with what he knew. It is
worked out in closed form instead of by sampling: the suit that comes is that of a card drawn from those left, and the
partner's strength is hypergeometric.

`beg-knowledge`: the eldest hand begged and a suit came, or would have come, that is stronger in his hand; or he
stood, and it is not. `answer-stock`: the dealer ran, and gave, likewise. `answer-partner`: the dealer gave the point
and kept the trump with a partner strong in it, or ran it away from a weak one. The first hands of the eldest and of
the dealer are both taken as known, since the one's beg and the other's answer decide which deals are seen. What would
have come stands in the recorded stock; without one only runs count.
A bad shuffle leaves the stock tests as they are and gathers trumps in partners' hands, so that `answer-partner` counts
only where the shuffle has been shown to be sound. Innocent twins: a glimpse of a faced card; a dealer who looks early
(BEG-10); notes filled in afterwards.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np

from audit.cards import ACE, JACK, KING, SUIT_MASK
from audit.evidence.facts import HAND, Facts, suit_to_come
from audit.evidence.hypothesis import Channel, Hypothesis, Observation
from audit.evidence.laws import Law, chance, one_in, strength_drawn

POINTS = tuple(sum(1 << 13 * suit + rank for rank in (ACE, KING, JACK, 0)) for suit in range(4))
"""The ace, king, Jack and two of each suit, which make High, Jack and Low."""
TOP = HAND + 4
ENOUGH = 5
"""Strength of both partners together with which a trump is worth keeping."""


def strength(hand: int, suit: int) -> int:
    """What a hand is worth with `suit` as trumps: a point for each trump, another for its ace, king, Jack and two."""
    return (hand & SUIT_MASK[suit]).bit_count() + (hand & POINTS[suit]).bit_count()


def _seen_by_both(facts: Facts) -> int | None:
    """The first hands of the eldest and the dealer with the turn-up, if all are known and nothing else was shown."""
    if facts.dealer is None or facts.eldest is None or facts.turn is None or not facts.hands or facts.shown:
        return None
    eldest, dealer = facts.hands[facts.eldest], facts.hands[facts.dealer]
    return None if eldest is None or dealer is None else eldest | dealer | 1 << facts.turn


def _suit_came(facts: Facts, seat: int, person: str, wished: bool) -> Iterable[Observation]:
    """Whether the suit that came, or would have come, bears out a wish for another trump, or for none."""
    seen, came = _seen_by_both(facts), suit_to_come(facts)
    hand = facts.hands[seat]
    if seen is None or came is None or facts.turn is None or hand is None:
        return
    now = strength(hand, facts.turn // 13)
    left = [13 - (seen & SUIT_MASK[suit]).bit_count() for suit in range(4)]
    fits = {suit for suit in range(4) if (strength(hand, suit) > now) == wished}
    good, total = sum(left[suit] for suit in fits), sum(left)
    if 0 < good < total:
        yield Observation(person, "suit", (good, total), int(came in fits))


def _beg(facts: Facts) -> Iterable[Observation]:
    eldest = facts.eldest
    if facts.begged is not None and eldest is not None and facts.hands:
        person = facts.people[eldest]
        if person is not None:
            yield from _suit_came(facts, eldest, person, facts.begged)


def _answer_stock(facts: Facts) -> Iterable[Observation]:
    if (
        facts.begged
        and facts.ran is not None
        and facts.dealer is not None
        and facts.dealing is not None
        and facts.hands
    ):
        yield from _suit_came(facts, facts.dealer, facts.dealing, facts.ran)


@cache
def partner_law(plain: int, honours: int, total: int, ran: int) -> Law:
    """The law of the partner's strength in the trump first turned, or after a run of `TOP` less it."""
    law = strength_drawn(total, plain, honours, HAND)
    if not ran:
        return law
    chances = np.zeros(TOP + 1)
    chances[TOP + 1 - len(law.chances) :] = law.chances[::-1]
    return Law(chances)


@cache
def together_law(plain: int, honours: int, total: int, own: int, ran: int) -> Law:
    """Whether the partners' strength together reaches `ENOUGH`, given the dealer's own; or after a run does not."""
    reached = float(strength_drawn(total, plain, honours, HAND).chances[max(1, ENOUGH - own) :].sum())
    return chance(1 - reached if ran else reached)


def _answer_partner(facts: Facts) -> Iterable[Observation]:
    if len(facts.people) != 4 or not facts.begged or facts.ran is None or facts.dealing is None or facts.dealer is None:
        return
    seen = _seen_by_both(facts)
    partner = facts.hands[(facts.dealer + 2) % 4] if facts.hands else None
    if seen is None or partner is None or facts.turn is None:
        return
    trump = facts.turn // 13
    left = SUIT_MASK[trump] & ~seen
    honours = (left & POINTS[trump]).bit_count()
    plain = left.bit_count() - honours
    worth = strength(partner, trump)
    score = TOP - worth if facts.ran else worth
    if left:
        total, ran = 52 - seen.bit_count(), int(facts.ran)
        yield Observation(facts.dealing, "partner", (plain, honours, total, ran), score)
        own = strength(facts.hands[facts.dealer] or 0, trump)
        reached = worth >= max(1, ENOUGH - own)
        yield Observation(facts.dealing, "together", (plain, honours, total, own, ran), int(reached != facts.ran))


SUIT_THAT_COMES = {"suit": Channel(one_in, (0.4, 0.8, 1.3, 2.0, 4.0))}
"""Both who beg and who answer are tested by the suit that comes next."""

BEG_KNOWLEDGE = Hypothesis(
    name="beg-knowledge",
    methods=("CHT-5",),
    whose="eldest",
    title="Begging with the next trump known",
    hits="that fit",
    counted="begs and stands",
    null="the suit that comes is that of any card left, whatever the eldest hand decided on",
    innocent="a faced or marked card that everybody could see",
    record="the undealt stock of every deal, so that stands count as well as begs",
    weight=0.06,
    shuffle="any",
    notable=1.1,
    notable_words="three times the odds of a suit that fits",
    channels=SUIT_THAT_COMES,
    usual=(20, 39),
    observe=_beg,
)

ANSWER_STOCK = Hypothesis(
    name="answer-stock",
    methods=("CHT-2", "CHT-5", "CHT-7"),
    whose="dealer",
    title="Answering with the stock known",
    hits="that fit",
    counted="answers to a beg",
    null="the suit that comes is that of any card left, whatever the dealer decided on",
    innocent="a faced or marked card that everybody could see",
    record="the undealt stock of every deal, so that gifts count as well as runs",
    weight=0.05,
    shuffle="any",
    notable=1.1,
    notable_words="three times the odds of a suit that fits",
    channels=SUIT_THAT_COMES,
    usual=(20, 39),
    observe=_answer_stock,
)

ANSWER_PARTNER = Hypothesis(
    name="answer-partner",
    methods=("CHT-11",),
    whose="dealer and partner",
    title="Answering with the partner's hand known",
    hits="points of fit",
    counted="answers to a beg with partners",
    null="the partner's hand is any six of the cards left, whatever the dealer decided on",
    innocent="a partner who sighs or smiles; hands looked at early",
    record="all hands, and who looked when",
    weight=0.05,
    shuffle="sound",
    notable=0.6,
    notable_words="nearly twice the odds of each trump that fits",
    channels={
        "partner": Channel(partner_law, (0.25, 0.45, 0.9), 0.6),
        "together": Channel(together_law, (0.7, 1.5, 3.0), 0.4),
    },
    usual=(6, 3, 39, 0),
    observe=_answer_partner,
)
