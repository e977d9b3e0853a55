"""Are the stated bounds of `audit club` kept, and how soon is a cheat seen?

    python benchmarks/calibration.py > docs/calibration.md          (all of it, some minutes on one core)
    python benchmarks/calibration.py --scale 0.02                   (a glance, some seconds)

(a) Honest clubs, with perfect and weak shuffles, looked at after every night: how often is anybody accused, or
any single bet at 1/level? (b) Every cheat: after how many of his own deals is the bet won, beside the targets
and beside the least that information allows, log(1/level) / KL. (c) Deals with a Jack likelier to be written
down: what completeness says, and whom it saves. All seeds are fixed.
"""

import argparse
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log

import numpy as np
from scipy.stats import beta

from audit.cards import mask
from audit.evidence.completeness import GameLedger
from audit.evidence.evalues import log_beta_mixture
from audit.evidence.facts import Facts, Where
from audit.evidence.follow import State
from audit.evidence.hypotheses import HYPOTHESES, SHA256, VERSION, WEIGHTS
from audit.evidence.hypothesis import Cell, Hypothesis
from audit.evidence.jacks import ONCE_IN_THIRTEEN
from audit.evidence.power import stopping
from audit.evidence.shuffling import SHUFFLE
from audit.evidence.tally import JACK_TURNED, NO_JACK, Tally
from audit.evidence.verdict import averaged, judge, name_people, weigh
from audit.records.models import Record
from audit.simulate.plan import Plan
from audit.simulate.players import GIVES, STANDS, strength
from audit.simulate.shuffle import Shuffle
from audit.simulate.simulate import simulate

LEVEL = 0.01
STOP = log(1000)
"""Stopping times are told at level 0.001, an e-value of 1,000."""
SEED = 20260305


def upper(hits: int, trials: int) -> float:
    """Upper 95% confidence bound of a share (Clopper and Pearson)."""
    return 1.0 if hits >= trials else float(beta.ppf(0.95, hits + 1, trials - hits))


# (a) honest clubs


@dataclass
class Alarms:
    """How many of so many honest clubs ever saw an alarm, for the verdict and for each single bet."""

    clubs: int = 0
    accused: int = 0
    people: int = 0
    bets: dict[str, list[int]] | None = None

    def rows(self) -> Iterator[str]:
        bound = upper(self.accused, self.clubs)
        yield f"| verdict: anybody accused | {self.accused} of {self.clubs} clubs | {bound:.4f} |"
        for name, (hits, trials) in (self.bets or {}).items():
            yield f"| `{name}` alone at 1/level | {hits} of {trials} people | {upper(hits, trials):.4f} |"


def turn_up_clubs(clubs: int, *, dealers: int = 8, nights: int = 20, deals: int = 10) -> Alarms:
    """Honest clubs with a turn-up book each: turned Jacks alone, looked at after every night."""
    luck = np.random.default_rng(SEED)
    hits = np.cumsum(luck.binomial(deals, ONCE_IN_THIRTEEN, (clubs, nights, dealers)), axis=1)
    trials = deals * np.arange(1, nights + 1)[None, :, None] + np.zeros_like(hits)
    bets = np.exp(log_beta_mixture(hits, trials, ONCE_IN_THIRTEEN, 2, 12))
    weight = WEIGHTS["turned-jacks"]
    ranked = -np.sort(-(weight * bets + 1 - weight), axis=2)
    needed = dealers / (LEVEL * np.arange(1, dealers + 1))
    accused = (ranked >= needed).any(axis=(1, 2))
    alone = (bets >= 1 / LEVEL).any(axis=1)
    return Alarms(clubs, int(accused.sum()), dealers, {"turned-jacks": [int(alone.sum()), alone.size]})


def full_clubs(clubs: int, shuffle: str, *, nights: int = 4, deals: int = 30) -> Alarms:
    """Honest clubs with everything written down, looked at after every night, with a state as `--follow` keeps it."""
    alarms = Alarms(clubs, bets={name: [0, 0] for name in (*HYPOTHESES, "shuffle")})
    assert alarms.bets is not None
    for club in range(clubs):
        plan = Plan(nights=nights, tables=2, players=8, deals=deals, seed=SEED + club, shuffle=Shuffle.parse(shuffle))
        state, rung, accused, failed = State(), set[tuple[str, str]](), False, False
        for night in by_night(plan):
            for record in night:
                state.tally.add(record)
            bets = weigh(state.tally, state.tally.ledger.gaps(), LEVEL)
            named, _ = name_people(averaged(bets), LEVEL, state.shares_of(list(bets)))
            accused = accused or bool(named)
            failed = failed or SHUFFLE.log_e(state.tally.total("shuffle")) >= -log(LEVEL)
            for person, mine in bets.items():
                rung |= {(b.hypothesis.name, person) for b in mine if not b.reason and b.log_e >= -log(LEVEL)}
        alarms.accused += accused
        for name in HYPOTHESES:
            alarms.bets[name][0] += sum(1 for bet, _ in rung if bet == name)
            alarms.bets[name][1] += sum(1 for bet, _ in state.tally.counts if bet == name)
        alarms.bets["shuffle"][0] += failed
        alarms.bets["shuffle"][1] += 1
    return alarms


def by_night(plan: Plan) -> Iterator[list[Record]]:
    """The records of a simulated club, night by night."""
    night: list[Record] = []
    for record in simulate(plan):
        if night and night[-1].game.date != record.game.date:
            yield night
            night = []
        night.append(record)
    if night:
        yield night


# (b) cheats


@dataclass(frozen=True)
class Cheat:
    """A cheat whose stopping time is looked for.

    Attributes:
        label: method and strength.
        target: median and 80% quantile that are to be reached within 10%, as far as they are known.
        median, most: what was found.
        least: log(1000) / KL: no bet wins sooner on average.
    """

    label: str
    target: str
    median: float | None
    most: float | None
    least: float | None

    def row(self) -> str:
        cells = (self.label, self.target, *(f"{x:.0f}" if x else "" for x in (self.median, self.most, self.least)))
        return f"| {' | '.join(cells)} |"


def exact(name: str, label: str, target: str, rate: float, context: tuple[int, ...] | None = None) -> Cheat:
    """A cheat that raises a rate, followed exactly; the first channel's bet alone."""
    hypothesis = HYPOTHESES[name]
    if context is not None:
        hypothesis = with_context(hypothesis, context)
    law = hypothesis.channels[hypothesis.first].law(*hypothesis.usual)
    true = law.tilted(law.tilt_for(rate))
    information = float(np.sum(true * (np.log(true) - law.logs)))
    when = stopping(hypothesis, rate, STOP)
    return Cheat(label, target, when.quantile(0.5), when.quantile(0.8), STOP / information)


def with_context(hypothesis: Hypothesis, context: tuple[int, ...]) -> Hypothesis:
    """The hypothesis with another usual context."""
    fields = {name: getattr(hypothesis, name) for name in hypothesis.__dataclass_fields__}
    return type(hypothesis)(**{**fields, "usual": context})


def stopped(
    name: str, label: str, target: str, deal: Callable[[np.random.Generator], Facts], runs: int, longest: int
) -> Cheat:
    """A cheat whose deals are drawn one by one; information is what the best of the fixed bets gains a deal."""
    hypothesis = HYPOTHESES[name]
    luck = np.random.default_rng(SEED)
    times = []
    for _ in range(runs):
        counts: Counter[Cell] = Counter()
        deals = 0
        while deals < longest:
            seen = scores_of_cheat(hypothesis, deal(luck))
            deals += 1
            counts.update(seen)
            if seen and (deals < 100 or deals % 5 == 0) and hypothesis.log_e(counts) >= STOP:
                break
        times.append(deals if deals < longest else 10 * longest)
    many: Counter[Cell] = Counter()
    for _ in range(10 * runs):
        many.update(scores_of_cheat(hypothesis, deal(luck)))
    gain = hypothesis.log_e(many) / (10 * runs)
    return Cheat(label, target, float(np.quantile(times, 0.5)), float(np.quantile(times, 0.8)), STOP / gain)


def scores_of_cheat(hypothesis: Hypothesis, facts: Facts) -> list[Cell]:
    """What a deal scores for the cheat."""
    return [(o.channel, o.context, o.score) for o in hypothesis.observe(facts) if o.person == "cheat"]


def pack(luck: np.random.Generator) -> list[int]:
    return luck.permutation(52).tolist()


def dealt(cards: list[int], players: int = 4) -> Facts:
    """Cheat deals; the eldest hand is honest, and everything is known."""
    hands = [mask(cards[6 * seat : 6 * seat + 6]) for seat in range(players)]
    people = ["cheat", "eldest", "partner", "pone"][:players]
    return Facts(Where("", "", 1), people, 0, "cheat", hands, cards[6 * players], stock=cards[6 * players + 1 :])


def begging(strength_: float, recorded: bool) -> Callable[[np.random.Generator], Facts]:
    """The eldest hand knows the next turn-up so often, and begs when it suits him; the dealer answers honestly."""

    def deal(luck: np.random.Generator) -> Facts:
        facts = dealt(pack(luck))
        facts.people = ["dealer", "cheat", "partner", "pone"]
        facts.dealing = "dealer"
        hand, trump, coming = facts.hands[1] or 0, (facts.turn or 0) // 13, (facts.stock or [])[12]
        knows = luck.random() < strength_
        better = strength(hand, coming // 13) > strength(hand, trump)
        facts.begged = better if knows else strength(hand, trump) < STANDS
        if facts.begged:
            facts.ran = strength(facts.hands[0] or 0, trump) < GIVES
        if facts.ran:
            facts.run_turns = [coming]
        if not recorded:
            facts.stock = None
        return facts

    return deal


def partnered(strength_: float) -> Callable[[np.random.Generator], Facts]:
    """The dealer knows his partner's hand so often when he answers a beg."""

    def deal(luck: np.random.Generator) -> Facts:
        while True:
            facts = dealt(pack(luck))
            trump = (facts.turn or 0) // 13
            if strength(facts.hands[1] or 0, trump) < STANDS:
                break
        own, other = (strength(facts.hands[seat] or 0, trump) for seat in (0, 2))
        facts.begged = True
        facts.ran = own + other < 2 * GIVES - 1 if luck.random() < strength_ else own < GIVES
        return facts

    return deal


def gaining(chance: float, players: int) -> Callable[[np.random.Generator], Facts]:
    """A trump of another's comes to the dealer for a plain card of his, so often."""

    def deal(luck: np.random.Generator) -> Facts:
        cards = pack(luck)
        trump = cards[6 * players] // 13
        if luck.random() < chance:
            mine = [at for at in range(6) if cards[at] // 13 != trump]
            theirs = [at for at in range(6, 52) if cards[at] // 13 == trump and at != 6 * players]
            if mine and theirs:
                one, other = mine[luck.integers(len(mine))], theirs[luck.integers(len(theirs))]
                cards[one], cards[other] = cards[other], cards[one]
        return dealt(cards, players)

    return deal


def cutting(chance: float) -> Callable[[np.random.Generator], Facts]:
    """Two cut for the deal; the cheat finds an ace so often."""

    def deal(luck: np.random.Generator) -> Facts:
        one, other = luck.choice(52, 2, replace=False).tolist()
        if luck.random() < chance:
            one = next(ace for ace in (12, 25) if ace != other)
        return Facts(Where("", "", 1), cuts=[{"cheat": one, "honest": other}])

    return deal


def missing(players: int, ten: bool) -> Cheat:
    """A card missing from the pack: the bet is certain, deal by deal."""
    shown = 6 * players + 1
    stake = 0.5 / 52 + (0.125 if ten else 0.0)
    deals = int(np.ceil((STOP - log(stake)) / log(52 / (52 - shown))))
    targets = {True: {2: 29, 3: 19, 4: 13}, False: {2: 38, 3: 24, 4: 17}}
    label = f"`missing-card`: {'a Ten' if ten else 'any card'}, {players} players"
    return Cheat(label, f"{targets[ten][players]}", deals, deals, STOP / log(52 / (52 - shown)))


def cheats(runs: int) -> Iterator[Cheat]:
    """Every cheat."""
    for rate, target in ((4, "54 / 83"), (6, "161 / 255"), (8, "553 / 854"), (10, "2248 / 3519")):
        yield exact("turned-jacks", f"`turned-jacks`: 1 of {rate}", target, 1 / rate)
    for ten in (True, False):
        for players in (2, 3, 4):
            yield missing(players, ten)
    for rate, target in ((3, "22 / 35"), (5, "63 / 102")):
        yield exact("run-jacks", f"`run-jacks`: 1 of {rate} runs", target, 1 / rate, (3, 51))
    for rate, target in ((0.02, "83 / 148"), (0.05, "32 / 59"), (0.1, "15 / 29")):
        yield exact("gathered-set", f"`gathered-set`: in {100 * rate:.0f}% of deals", target, rate)
    for gain, target in ((0.4, "94 / 148"), (0.2, "382 / 560")):
        for players in (2, 4):
            label = f"`dealer-trumps`: +{gain} trumps a deal, {players} players"
            yield stopped("dealer-trumps", label, target, gaining(gain, players), runs, 3000)
    for strength_, recorded, target in ((1, True, "53 / 74"), (1, False, "188 / 273"), (0.5, True, "221 / 326")):
        stock = "stock recorded" if recorded else "stock not recorded (runs only)"
        label = f"`beg-knowledge`: {'always' if strength_ == 1 else 'half the time'}, {stock}"
        yield stopped("beg-knowledge", label, target, begging(strength_, recorded), runs, 2000)
    for strength_, target in ((1, "47 / 64"), (0.5, "171 / 252")):
        label = f"`answer-partner`: {'always' if strength_ == 1 else 'half the time'}"
        yield stopped("answer-partner", label, target, partnered(strength_), runs, 2000)
    for wins, target in ((0.6, "250"), (0.7, "64"), (0.8, "30")):
        label = f"`cut-for-deal`: an ace found, wins {100 * wins:.0f}% between two"
        yield stopped("cut-for-deal", label, target, cutting(2 * wins - 1), runs, 3000)


# (c) selective recording


def selective(clubs: int, favour: float, *, numbered: bool, everybody: bool, dealers: int = 8, deals: int = 500) -> str:
    """Clubs in which a deal with a Jack is so many times as likely to be written down, honest but for that."""
    luck = np.random.default_rng(SEED)
    naive = accused = withheld = 0
    for _ in range(clubs):
        tally = Tally()
        ledger = tally.ledger.games["book"] = GameLedger(date="2026-03-05")
        number = 0
        for place in range(dealers):
            person = f"dealer {place + 1}"
            tally.who.key(person)
            biased = everybody or place == 0
            written = jacks = 0
            while written < deals:
                number += 1
                jack = luck.random() < ONCE_IN_THIRTEEN
                if not biased or jack or luck.random() < 1 / favour:
                    written += 1
                    jacks += jack
                    ledger.dealers[number] = person
                    ledger.prints[number] = 0
            tally.counts["turned-jacks", person] = Counter({JACK_TURNED: jacks, NO_JACK: written - jacks})
        if not numbered:
            ledger.prints = dict.fromkeys(range(1, dealers * deals + 1), 0)
            ledger.dealers = dict(enumerate(ledger.dealers.values(), start=1))
        people = tally.people()
        naive += any(
            HYPOTHESES["turned-jacks"].log_e(tally.counts["turned-jacks", person]) >= log(len(people) / LEVEL)
            for person in people
        )
        persons, results = judge(tally, tally.ledger.gaps(), LEVEL, {person: 1 / len(people) for person in people})
        accused += any(person.verdict == "accuse" for person in persons)
        withheld += any(result.verdict == "withheld" for result in results)
    whose = "everybody's" if everybody else "one dealer's"
    kept = "numbers kept" if numbered else "numbered afresh"
    return (
        f"| {favour:g} times, {whose}, {kept} | {naive / clubs:.0%} | {withheld / clubs:.0%} | {accused / clubs:.0%} |"
    )


def paragraph(text: str) -> list[str]:
    """A paragraph of the document."""
    return textwrap.wrap(" ".join(text.split()), 118, break_on_hyphens=False)


def document(scale: float) -> Iterator[str]:
    """The whole document."""

    def size(number: int) -> int:
        return max(4, int(number * scale))

    yield "# Calibration of the evidence"
    yield ""
    yield (
        "Made by `python benchmarks/calibration.py > docs/calibration.md`"
        + (f" with `--scale {scale:g}`" if scale != 1 else "")
        + f"; hypotheses version {VERSION}, sha256 `{SHA256[:16]}`; seed {SEED}. Level {LEVEL:g} unless said otherwise."
    )
    yield ""
    yield "## Honest clubs, looked at after every night"
    yield ""
    yield from paragraph(
        """
        Eight people. The right column is the upper 95% confidence bound of the share; every true share is to be at
        most 0.01. A turn-up book has 20 nights of 80 deals; a full record 4 nights at two tables of about 30 deals.
        The weak shuffles are riffles and overhand shuffles of the gathered tricks; there the row `shuffle` is the
        share of clubs that are told about it, which is to be high, and tests that need a sound shuffle are
        withheld.
        """
    )
    plans: list[tuple[str, Callable[[], Alarms]]] = [
        (f"turn-up books, {size(20000)} clubs", lambda: turn_up_clubs(size(20000))),
        ("full records, perfect shuffle", lambda: full_clubs(size(300), "perfect")),
        ("full records, one riffle", lambda: full_clubs(size(300), "riffle:1")),
        ("full records, two riffles", lambda: full_clubs(size(300), "riffle:2")),
        ("full records, three riffles", lambda: full_clubs(size(300), "riffle:3")),
        ("full records, two overhand shuffles", lambda: full_clubs(size(300), "overhand:2")),
    ]
    for title, run in plans:
        yield ""
        yield f"### {title[0].upper()}{title[1:]}"
        yield ""
        yield "| ever | seen | upper bound |"
        yield "|---|---|---|"
        yield from run().rows()
    yield ""
    yield "## How soon a cheat is seen"
    yield ""
    yield from paragraph(
        """
        The suspect's own deals (as dealer, as eldest hand, begs answered, runs or cuts) until the bet alone reaches
        1,000: median and 80% quantile. Targets are the project's own earlier simulations, to be reached within 10%.
        The last column is log(1000) / KL, the mean time that no bet can beat; for cheats that are drawn one by one
        KL is measured by what the best of the fixed bets gains a deal. Jacks, runs, sets and packs are exact.
        """
    )
    yield ""
    yield "| cheat | target | median | 80% | limit |"
    yield "|---|---|---|---|---|"
    for cheat in cheats(size(300)):
        yield cheat.row()
    yield ""
    yield from paragraph(
        """
        The targets of `cut-for-deal` lie below the limit of who wins alone (343, 84 and 36 cuts): they were those
        of a test with a fixed number of cuts. The bet here sees the ranks as well.
        """
    )
    yield ""
    yield "## Selective recording"
    yield ""
    yield from paragraph(
        """
        Eight honest dealers with 500 deals each, but deals with a Jack are likelier to be written down. *Naive* is
        the share of clubs in which somebody's bet alone would be taken for proof among eight; then the share in
        which the Jack tests are withheld because the records favour Jacks, and in which somebody is accused all the
        same.
        """
    )
    yield ""
    yield "| Jack deals likelier | naive | withheld | accused |"
    yield "|---|---|---|---|"
    for favour in (1.5, 2.0):
        for numbered, everybody in ((True, True), (False, True), (True, False), (False, False)):
            yield selective(size(200), favour, numbered=numbered, everybody=everybody)
    yield ""
    yield from paragraph(
        """
        Where one dealer's Jacks alone are favoured and the deals are numbered afresh, nothing in the records can
        tell that from cheating. That is why every accusation says how many omitted deals would undo it.
        """
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description="Calibrate the evidence.")
    arguments.add_argument("--scale", type=float, default=1.0, help="share of the full number of runs")
    for line in document(arguments.parse_args().scale):
        print(line, flush=True)


if __name__ == "__main__":
    main()
