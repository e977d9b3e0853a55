"""What the tests take from a deal, and the laws of honest play that they claim, against dealing by other means."""

from collections import Counter
from math import comb, log

import numpy as np
import pytest
from scipy.stats import binom

from audit.cards import CARDS, NAMES, card, mask
from audit.evidence.cards_dealt import DEALER_TRUMPS
from audit.evidence.cutting import CUT_DEPTH, CUT_FOR_DEAL
from audit.evidence.decisions import ANSWER_PARTNER, ANSWER_STOCK, BEG_KNOWLEDGE, strength
from audit.evidence.facts import Facts, Where, facts_of
from audit.evidence.hypotheses import HYPOTHESES, SHA256, WEIGHTS
from audit.evidence.jacks import RUN_JACKS, TURNED_JACKS, scoring_jacks_left
from audit.evidence.patterns import GATHERED, GATHERED_SET, HIGH_HAND, HIGH_HAND_DEALT
from audit.evidence.shuffling import SHUFFLE, pairs
from audit.evidence.tally import Tally
from audit.records.models import Deal, Record
from audit.rules.variants import VARIANTS
from audit.simulate.plan import Plan
from audit.simulate.simulate import simulate

SEATS = {"W": 0, "N": 1, "E": 2, "S": 3}
PEOPLE = ["ann", "bob", "cyd", "dee"]
HANDS = {
    "W": ["TS", "9S", "7S", "4S", "3D", "KC"],
    "N": ["KS", "8S", "JH", "QD", "5D", "JC"],
    "E": ["KH", "QH", "2D", "AC", "TC", "5C"],
    "S": ["AH", "KD", "4D", "9C", "6C", "3C"],
}


def cards(text: str) -> int:
    return mask(map(card, text.split()))


def facts(*events: dict, dealer: str = "S", variant: str = "seven-up", number: int = 1) -> Facts:
    deal = Deal.model_validate({"number": number, "dealer": dealer, "events": list(events)})
    person = dict(zip(SEATS, PEOPLE, strict=True))
    return facts_of(deal, Where("", "g", number), VARIANTS[variant], SEATS, PEOPLE, person)


def dealt(**changes: list[str]) -> dict:
    return {"do": "deal", "hands": {**HANDS, **changes}}


def turn(name: str | None) -> dict:
    return {"do": "turn", "card": name}


def scores(hypothesis, seen: Facts) -> list[tuple[str, str, int]]:
    return [(o.person, o.channel, o.score) for o in hypothesis.observe(seen)]


def test_only_the_first_turn_up_counts_for_turned_jacks():
    seen = facts(dealt(), turn("6D"), {"do": "beg", "seat": "W"}, {"do": "run", "hands": {}}, turn("JS"))
    assert seen.turn == card("6D")
    assert seen.run_turns == [card("JS")]
    assert scores(TURNED_JACKS, seen) == [("dee", "jack", 0)]


def test_a_deal_that_was_dealt_again_counts_as_a_turn_up_and_for_nothing_else():
    seen = facts(dealt(), turn("JD"), {"do": "redeal", "reason": "misdeal"})
    assert scores(TURNED_JACKS, seen) == [("dee", "jack", 1)]
    assert scores(DEALER_TRUMPS, seen) == []


def test_a_jack_of_the_first_suit_does_not_score_after_a_run():  # BEG-5
    run = {"do": "run", "hands": {}}
    seen = facts(turn("6D"), {"do": "beg", "seat": "W"}, run, turn("JD"), run, turn("JS"))
    assert [score for _, _, score in scores(RUN_JACKS, seen)] == [0, 1]


def test_the_chance_of_a_scoring_jack_given_the_cards_gone():
    """JH and JC are in N's hand, diamonds were turned: one Jack is left among the 27 cards of the stock."""
    seen = facts(dealt(), turn("6D"), {"do": "beg", "seat": "W"}, {"do": "run", "hands": {}}, turn("2S"))
    assert scoring_jacks_left(seen, 0) == (1, 27)


def test_a_run_recorded_in_full_leaves_fewer_cards():
    run = {
        "do": "run",
        "hands": {"W": ["AS", "QS", "6S"], "N": ["5S", "3S", "2S"], "E": ["TH", "9H", "8H"], "S": ["7H", "6H", "5H"]},
    }
    seen = facts(dealt(), turn("6D"), {"do": "beg", "seat": "W"}, run, turn("JS"))
    assert scoring_jacks_left(seen, 0) == (1, 15)
    assert scores(RUN_JACKS, seen) == [("dee", "jack", 1)]


def test_hands_that_were_not_recorded_leave_the_largest_chance():
    """Nothing is known of the hands, which may have influenced the run: three Jacks among the 27 cards of the stock."""
    seen = facts(turn("6D"), {"do": "beg", "seat": "W"}, {"do": "run", "hands": {}}, turn("2S"))
    assert scoring_jacks_left(seen, 0) == (3, 27)


def test_trumps_of_the_dealer_and_of_his_side():
    """S holds K 4 of diamonds; with N's Q 5 the side holds four; K is the only honour (6D turned)."""
    assert scores(DEALER_TRUMPS, facts(dealt(), turn("6D"))) == [
        ("dee", "own", 2),
        ("dee", "side", 4),
        ("dee", "honours", 1),
    ]


def test_hands_are_what_was_played():
    tricks = [
        "3D 5D 2D KD", "AH 4S JH KH", "4D 9S QD TC", "8S 5C 6C 7S", "JC AC 9C KC", "QH 3C TS KS",
    ]  # fmt: skip
    seen = facts(turn("6D"), *({"do": "trick", "cards": trick.split()} for trick in tricks))
    assert seen.hands == [mask(CARDS[name] for name in hand) for hand in HANDS.values()]


def test_hands_that_were_only_seen_to_be_played_say_nothing_of_the_deal():
    """They are known of deals without a run, and a dealer gives the point instead when his trumps are good."""
    tricks = [
        "3D 5D 2D KD", "AH 4S JH KH", "4D 9S QD TC", "8S 5C 6C 7S", "JC AC 9C KC", "QH 3C TS KS",
    ]  # fmt: skip
    seen = facts(turn("6D"), *({"do": "trick", "cards": trick.split()} for trick in tricks))
    for hypothesis in (DEALER_TRUMPS, GATHERED_SET, HIGH_HAND_DEALT):
        assert scores(hypothesis, seen) == []


def test_a_deal_that_was_bunched_after_a_run_counts_as_dealt():  # BEG-7
    """To leave out the deals in which nobody liked the new trump would choose among hands."""
    run = [{"do": "beg", "seat": "W"}, {"do": "run", "hands": {}}, turn("2S")]
    seen = facts(dealt(), turn("6D"), *run, {"do": "redeal", "reason": "bunched"})
    assert scores(DEALER_TRUMPS, seen)[0] == ("dee", "own", 2)


def test_a_word_after_the_run_is_no_decision_without_knowledge():
    """The new trump lies face up by then."""
    run = [{"do": "beg", "seat": "W"}, {"do": "run", "hands": {}}, turn("2S")]
    assert facts(dealt(), turn("6D"), *run, {"do": "stand", "seat": "W"}).begged is True
    assert facts(dealt(), turn("6D"), {"do": "beg", "seat": "E"}).begged is None  # BEG-1: not the eldest hand


def test_a_hand_is_unknown_after_a_run_and_when_a_card_is():
    tricks = [{"do": "trick", "cards": ["3D", "5D", "2D", "KD"]}]
    assert facts(turn("6D"), *tricks).hands == [None] * 4
    assert facts(dealt(W=[*HANDS["W"][:5], None]), turn("6D")).hands[0] is None


def test_a_card_twice_gives_no_cards():
    seen = facts(dealt(W=["KS", "9S", "7S", "4S", "3D", "KC"]), turn("6D"))
    assert seen.twice == 1 << card("KS")
    assert seen.hands == []
    assert scores(TURNED_JACKS, seen) == [("dee", "jack", 0)]


def test_a_card_played_to_two_tricks_gives_no_cards():
    tricks = [{"do": "trick", "cards": ["KS", "8S", "QS", "AS"]}] * 14  # more cards than a pack has
    seen = facts(dealt(), turn("6D"), *tricks)
    assert seen.twice == cards("KS 8S QS AS")
    assert (seen.hands, seen.tricks) == ([], [])
    assert seen.turn == card("6D")


def test_gathered_set_and_high_hand():
    hand = ["AD", "TD", "2D", "9C", "6C", "3C"]
    seen = facts(dealt(S=hand, E=["KH", "QH", "2H", "AC", "TC", "5C"]), turn("JD"))
    assert scores(GATHERED_SET, seen) == [("dee", "set", 1)]
    high = facts(dealt(W=["AH", "KH", "JH", "TH", "9H", "2H"], N=None, E=None, S=None), turn("3H"))
    assert scores(HIGH_HAND_DEALT, high) == [("dee", "hand", 1)]


def test_chances_of_the_set_pieces():
    """7.39e-5 a deal and 2.99e-8 a hand, from counting hands."""
    assert pytest.approx(4 / 52 * comb(48, 3) / comb(51, 6)) == GATHERED
    assert pytest.approx(28 / 52 / comb(51, 6)) == HIGH_HAND
    assert f"{GATHERED:.2e} {HIGH_HAND:.2e}" == "7.39e-05 2.99e-08"


def test_the_cut_for_deal_leaves_ties_out():  # SEAT-2
    cut = {"do": "cut-for-deal", "cards": {"W": "AS", "N": "AH", "E": "2D", "S": "3C"}}
    assert [o for o in scores(CUT_FOR_DEAL, facts(cut)) if o[1] == "won"] == []
    cut = {"do": "cut-for-deal", "cards": {"W": "AS", "N": "KH", "E": "2D", "S": "3C"}}
    assert [o for o in scores(CUT_FOR_DEAL, facts(cut)) if o[1] == "won"] == [
        ("ann", "won", 1), ("bob", "won", 0), ("cyd", "won", 0), ("dee", "won", 0),
    ]  # fmt: skip


def test_the_cut_for_deal_needs_every_card_of_the_first_round():
    """The winner's card alone is high, and what is cut after a tie may lack the cards that were cut before."""
    assert scores(CUT_FOR_DEAL, facts({"do": "cut-for-deal", "cards": {"N": "KH"}})) == []
    assert scores(CUT_FOR_DEAL, facts({"do": "cut-for-deal", "cards": {"N": "KH", "E": "2D"}})) == []
    tie = {"do": "cut-for-deal", "cards": {"W": "AS", "N": "AH", "E": "2D", "S": "3C"}}
    again = {"do": "cut-for-deal", "cards": {"W": "KS", "N": "2H", "E": "4D", "S": "5C"}}
    assert scores(CUT_FOR_DEAL, facts(tie, again)) == scores(CUT_FOR_DEAL, facts(tie))
    assert [o[2] for o in scores(CUT_FOR_DEAL, facts(tie))] == [12, 12, 0, 1]


def test_cut_depths_that_leave_four_cards():  # DEAL-2
    assert scores(CUT_DEPTH, facts({"do": "cut", "seat": "E", "at": 3}, turn("JS"))) == []
    assert scores(CUT_DEPTH, facts({"do": "cut", "seat": "E", "at": 20}, turn("JS"))) == [("dee", "jack", 1)]


def test_a_depth_of_the_cut_has_one_part_in_45_of_the_bet():
    """62 Jacks in 500 are worth 177.041 to the mixture; the 44 depths that were never cut at are worth 1 each."""
    cells = Counter({("jack", (20,), 1): 62, ("jack", (20,), 0): 438})
    assert CUT_DEPTH.log_e(cells) == pytest.approx(log((177.041 + 44) / 45), rel=1e-5)
    assert CUT_DEPTH.worth_of(62, 500) == pytest.approx(log(177.041 / 45), rel=1e-5)
    rate = CUT_DEPTH.detectable(cells, log(177 / 45))
    assert rate is not None
    assert binom.sf(61, 500, rate) == pytest.approx(0.8)


def stock(first: str) -> dict:
    """The cards left of the sample deal with `first` where a run would turn it: after three cards to each player."""
    out = {name for hand in HANDS.values() for name in hand} | {"6D", first}
    rest = [name for name in NAMES if name not in out]
    return {"do": "stock", "cards": [*rest[:12], first, *rest[12:]]}


def test_a_beg_against_the_suit_that_would_have_come():
    """W holds four spades and one diamond: spades suit a beg, and he ought not to stand when they would have come."""
    assert strength(cards("TS 9S 7S 4S 3D KC"), 0) == 4
    stood = facts(dealt(), turn("6D"), {"do": "stand", "seat": "W"}, stock("AS"))
    assert scores(BEG_KNOWLEDGE, stood) == [("ann", "suit", 0)]
    assert scores(BEG_KNOWLEDGE, facts(dealt(), turn("6D"), {"do": "stand", "seat": "W"}, stock("3H"))) == [
        ("ann", "suit", 1)
    ]
    begged = facts(dealt(), turn("6D"), {"do": "beg", "seat": "W"}, {"do": "give", "seat": "S"}, stock("AS"))
    assert scores(BEG_KNOWLEDGE, begged) == [("ann", "suit", 1)]


def test_the_law_of_the_suit_counts_the_cards_that_neither_has_seen():
    """Of 39 cards that W and S have not seen 9 are spades and 9 clubs; both suit W better than diamonds."""
    stood = facts(dealt(), turn("6D"), {"do": "stand", "seat": "W"}, stock("3H"))
    ((_, _, context, _),) = list(BEG_KNOWLEDGE.observe(stood))
    seen = cards("TS 9S 7S 4S 3D KC AH KD 4D 9C 6C 3C 6D")
    left = [sum(not seen >> c & 1 for c in range(13 * suit, 13 * suit + 13)) for suit in range(4)]
    assert left == [9, 12, 9, 9]
    better = [suit for suit in range(4) if strength(cards("TS 9S 7S 4S 3D KC"), suit) > 1]
    assert context == (39 - sum(left[suit] for suit in better), 39)


def test_a_card_that_all_could_see_makes_the_decision_no_evidence():  # MISD-3
    shown = {"do": "expose", "seat": "N", "card": "KS", "while": "dealing"}
    assert scores(BEG_KNOWLEDGE, facts(dealt(), shown, turn("6D"), {"do": "stand", "seat": "W"}, stock("AS"))) == []


def test_the_answer_is_judged_only_after_a_beg():
    stood = facts(dealt(), turn("6D"), {"do": "stand", "seat": "W"}, stock("AS"))
    assert scores(ANSWER_STOCK, stood) == []
    assert scores(ANSWER_PARTNER, stood) == []


def test_a_gift_fits_a_partner_strong_in_trumps():
    """N holds Q and 5 of diamonds: strength two when the dealer gives, and ten less two when he runs."""
    beg = {"do": "beg", "seat": "W"}
    gave = facts(dealt(), turn("6D"), beg, {"do": "give", "seat": "S"})
    assert scores(ANSWER_PARTNER, gave)[:1] == [("dee", "partner", 2)]
    ran = facts(dealt(), turn("6D"), beg, {"do": "run", "hands": {}})
    assert scores(ANSWER_PARTNER, ran)[:1] == [("dee", "partner", 8)]


def test_partners_together():
    """S holds K and 4 of diamonds, three points, and N two: five together, enough to give and too much to run."""
    beg = {"do": "beg", "seat": "W"}
    gave = facts(dealt(), turn("6D"), beg, {"do": "give", "seat": "S"})
    ran = facts(dealt(), turn("6D"), beg, {"do": "run", "hands": {}})
    assert [scores(ANSWER_PARTNER, seen)[1:] for seen in (gave, ran)] == [
        [("dee", "together", 1)],
        [("dee", "together", 0)],
    ]


def test_pairs_of_one_trick():
    before = Facts(Where("", "", 1), PEOPLE, tricks=[cards("AS KS QS JS"), cards("2H 3H 4H 5H")], width=4)
    after = Facts(Where("", "", 2), PEOPLE, 0, hands=[cards("AS KS QS 2C 3C 4C"), cards("2H 3H 5C 6C 7C 8C"), 0, 0])
    assert pairs(before, after) == 3 + 1


def honest_deal(luck: np.random.Generator, players: int, sharp: bool) -> Facts:
    """A deal of a perfect shuffle in which the eldest and the dealer decide by all that they see, and by no more."""
    pack = luck.permutation(52).tolist()
    hands: list[int | None] = [mask(pack[6 * seat : 6 * seat + 6]) for seat in range(players)]
    seen = Facts(Where("", "", 1), PEOPLE[:players], 0, "ann", hands, pack[6 * players], dealt=hands)
    seen.stock = pack[6 * players + 1 :]
    trump = pack[6 * players] // 13

    def wishes(hand: int, limit: int) -> bool:
        best = max(strength(hand, suit) for suit in range(4) if suit != trump)
        return strength(hand, trump) < (best if sharp else limit)

    seen.begged = wishes(hands[1] or 0, 2)
    seen.ran = wishes(hands[0] or 0, 3) if seen.begged else None
    rest = seen.stock
    while seen.ran and len(rest) > 3 * players and all(turned // 13 == trump for turned in seen.run_turns):
        seen.run_hands.append([mask(rest[3 * seat : 3 * seat + 3]) for seat in range(players)])
        seen.run_turns.append(rest[3 * players])
        rest = rest[3 * players + 1 :]
    if luck.random() < 0.2:
        seen.stock = None
    return seen


def test_every_bet_is_fair_whatever_the_style_of_play():
    """The mean of what a deal multiplies each bet by is 1, within four and a half standard errors.

    Hands that beg are short of trumps, which the dealer cannot see; the laws must not mind.
    """
    luck = np.random.default_rng(77)
    found: dict[tuple[str, str], list[np.ndarray]] = {}
    for place in range(16_000):
        seen = honest_deal(luck, (4, 4, 3, 2)[place % 4], place % 3 > 0)
        for name in ("run-jacks", "run-cards", "dealer-trumps", "beg-knowledge", "answer-stock", "answer-partner"):
            for o in HYPOTHESES[name].observe(seen):
                channel = HYPOTHESES[name].channels[o.channel]
                tilts = np.array(channel.tilts)
                factor = np.exp(o.score * tilts - channel.law(*o.context).log_normaliser(tilts))
                found.setdefault((name, o.channel), []).append(factor)
    assert len(found) == 10
    for key, factors in found.items():
        worth = np.array(factors)
        error = worth.std(axis=0) / np.sqrt(len(worth))
        assert len(worth) > 2000, key
        assert np.all(np.abs(worth.mean(axis=0) - 1) < 4.5 * error), key


@pytest.fixture(scope="module")
def season() -> Tally:
    """One honest club, perfectly shuffled, by the simulator, which deals by other means."""
    tally = Tally()
    for record in simulate(Plan(nights=30, tables=2, players=8, seed=11)):
        tally.add(record)
    return tally


@pytest.mark.parametrize("name", [*HYPOTHESES, "shuffle"])
def test_honest_scores_follow_the_law(season, name):
    """Observed within four standard deviations of expected, over everybody."""
    hypothesis = HYPOTHESES.get(name, SHUFFLE)
    cells = season.total(name)
    laws = hypothesis.laws(cells)
    variance = sum(times * float(law.chances @ law.scores**2 - law.mean() ** 2) for law, times in laws.items())
    assert sum(laws.values()) > 400
    if name == "cut-for-deal":  # of four one wins: the scores sum to the expected number
        assert hypothesis.score(cells) == pytest.approx(hypothesis.expected(cells))
    else:
        assert abs(hypothesis.score(cells) - hypothesis.expected(cells)) < 4 * np.sqrt(variance) + 1e-3


@pytest.mark.parametrize("name", [*HYPOTHESES])
def test_the_path_ends_where_the_counts_do(season, name):
    hypothesis = HYPOTHESES[name]
    person = "bob"
    path = hypothesis.log_path(season.moves[name, person])
    if name == "turned-jacks":  # the path stands still at the last hit
        last = path[-1].move
        hits = {("jack", (), 1): len(path), ("jack", (), 0): last.n - len(path)}
        assert path[-1].after == pytest.approx(hypothesis.log_e(hits))
    else:
        assert path[-1].after == pytest.approx(hypothesis.log_e(season.counts[name, person]))


def test_the_table_is_fixed():
    """A row that changes must change the version; this hash is then set anew."""
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    assert max(WEIGHTS, key=WEIGHTS.__getitem__) == "turned-jacks"
    assert len(SHA256) == 64


def test_records_of_every_variant_are_taken():
    for variant in VARIANTS:
        tally = Tally()
        for record in simulate(Plan(nights=1, tables=1, players=2, deals=6, variant=variant, seed=1)):
            tally.add(Record.model_validate(record.model_dump(by_alias=True)))
        assert tally.ledger.deals >= 6
        assert (("turned-jacks", "ann") in tally.counts) == VARIANTS[variant].turn_up
