"""Are the stated bounds of `audit club` kept, and how soon is a cheat seen?

    python benchmarks/calibration.py --write docs/calibration.md    (all of it, some minutes on one core)
    python benchmarks/calibration.py --scale 0.02                   (a glance, some seconds)

(a) Honest clubs, with perfect and weak shuffles and whatever habits of keeping records, looked at after every night:
how often is anybody accused, or any single bet at 1/level? (b) Every cheat: after how many of his own deals is the
bet won, beside the targets and beside the least that information allows, log(1/level) / KL. (c) Deals with a Jack
likelier to be written down: what completeness says, and whom it saves. All seeds are fixed.
"""

import argparse
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import log
from pathlib import Path

import numpy as np
from scipy.stats import beta

from audit.cards import CARDS, mask
from audit.evidence.completeness import GameLedger
from audit.evidence.evalues import Vector, log_beta_mixture, shares
from audit.evidence.facts import Facts, Where
from audit.evidence.follow import State
from audit.evidence.hypotheses import HYPOTHESES, SHA256, VERSION, WEIGHTS
from audit.evidence.hypothesis import Cell, Hypothesis
from audit.evidence.jacks import ONCE_IN_THIRTEEN
from audit.evidence.power import stopping
from audit.evidence.shuffling import LAGS
from audit.evidence.shuffling import judge as judge_shuffle
from audit.evidence.tally import JACK_TURNED, NO_JACK, Tally
from audit.evidence.verdict import averaged, judge, name_people, weigh
from audit.records.models import CutForDeal, Deal, DealCards, Play, Record, Trick
from audit.simulate.plan import Plan
from audit.simulate.players import GIVES, STANDS, strength
from audit.simulate.shuffle import Shuffle
from audit.simulate.simulate import simulate

LEVEL = 0.01
STOP = log(1000)
"""Stopping times are told at level 0.001, an e-value of 1,000."""
MEASURED = 50
"""Deals, for each run, from which the gain of a bet is measured."""
SEED = 41_920_077
"""Used for nothing else: no bet, weight or rule was chosen on it."""


def upper(hits: int, trials: int) -> float:
    """Upper 95% confidence bound of a share (Clopper and Pearson)."""
    return 1.0 if hits >= trials else float(beta.ppf(0.95, hits + 1, trials - hits))


# (a) honest clubs


@dataclass
class Alarms:
    """How many of so many honest clubs ever saw an alarm, for the verdict and for each single bet.

    Attributes:
        clubs: how many clubs.
        accused: those in which anybody was ever accused.
        bets: for each hypothesis the people whose bet ever reached 1/level, and all people.
        told: clubs that were ever told that their shuffle has failed.
    """

    clubs: int
    accused: int = 0
    bets: dict[str, tuple[int, int]] = field(default_factory=dict)
    told: int = 0


def turn_up_clubs(clubs: int, *, dealers: int = 8, nights: int = 20, deals: int = 10) -> Alarms:
    """Honest clubs with a turn-up book each: turned Jacks alone, looked at after every night."""
    bets = np.moveaxis(jack_bets(np.random.default_rng(SEED), (clubs, dealers), nights, deals), 2, 1)
    accused = named(bets, shares([dealers])).any(axis=1)
    alone = (bets >= 1 / LEVEL).any(axis=1)
    return Alarms(clubs, int(accused.sum()), {"turned-jacks": (int(alone.sum()), alone.size)})


def one_after_another(clubs: int, *, dealers: int = 40, nights: int = 10, deals: int = 10) -> tuple[Alarms, float]:
    """Honest clubs in which dealers come and go, one after another, looked at after every night.

    Returns:
        the alarms, and the share of clubs that would accuse somebody if the level were divided anew with each newcomer.
    """
    bets = jack_bets(np.random.default_rng(SEED + 1), (clubs, dealers), nights, deals)
    accused, anew = np.zeros(clubs, bool), np.zeros(clubs, bool)
    for come in range(1, dealers + 1):
        so_far = bets[:, :come, -1][:, None, :].repeat(nights, axis=1)
        so_far[:, :, -1] = bets[:, come - 1]
        accused |= named(so_far, shares([1] * come)).any(axis=1)
        anew |= named(so_far, [1 / come] * come).any(axis=1)
    return Alarms(clubs, int(accused.sum())), float(anew.mean())


def jack_bets(luck: np.random.Generator, who: tuple[int, int], nights: int, deals: int) -> Vector:
    """The bets on honest dealers' Jacks by club, dealer and night."""
    hits = np.cumsum(luck.binomial(deals, ONCE_IN_THIRTEEN, (*who, nights)), axis=2)
    trials = deals * np.arange(1.0, nights + 1) + np.zeros(hits.shape)
    return np.exp(log_beta_mixture(hits.astype(float), trials, ONCE_IN_THIRTEEN, 2, 12))


def named(bets: Vector, shared: list[float]) -> Vector:
    """Whether anybody is named, by club and look: e-BH over people, the last axis, with only Jacks written down."""
    weight = WEIGHTS["turned-jacks"]
    ranked = -np.sort(-(weight * bets + 1 - weight) * np.array(shared), axis=-1)
    return np.asarray((ranked >= 1 / (LEVEL * np.arange(1, len(shared) + 1))).any(axis=-1))


Habit = Callable[[list[Record]], list[Record]]


def everything(night: list[Record]) -> list[Record]:
    """All is written down."""
    return night


def without(*kinds: type) -> Habit:
    """Some events are never written down."""

    def kept(record: Record) -> Record:
        deals = [deal.model_copy(update={"events": [e for e in deal.events if type(e) not in kinds]})
                 for deal in record.deals]  # fmt: skip
        return record.model_copy(update={"deals": deals})

    return lambda night: [kept(record) for record in night]


def winners_cut(night: list[Record]) -> list[Record]:
    """Of a cut for deal only the highest card is written down, and who cut it."""
    for record in night:
        for deal in record.deals:
            for event in deal.events:
                if type(event) is CutForDeal:
                    who = max(event.cards, key=lambda seat: CARDS[event.cards[seat] or "2S"] % 13)
                    event.cards = {who: event.cards[who]}
    return night


def two_packs(night: list[Record]) -> list[Record]:
    """Each table plays with two packs in turn: the deals of two games, one from each."""
    played: list[Record] = []
    for one, other in zip(night[::2], night[1::2], strict=False):
        deals: list[Deal] = []
        for pair in zip(one.deals, other.deals, strict=False):
            for deal in pair:
                again = {"number": len(deals) + 1, "score_before": None, "score_after": None}
                deals.append(deal.model_copy(update=again))
        played.append(one.model_copy(update={"deals": deals}))
    return played


def full_clubs(
    clubs: int,
    shuffle: str,
    *,
    nights: int = 3,
    deals: int = 30,
    tables: int = 2,
    players: int = 8,
    habit: Habit = everything,
) -> Alarms:
    """Honest clubs with full records, looked at after every night, with a state as `--follow` keeps it."""
    alarms = Alarms(clubs)
    rung, people = Counter[str](), Counter[str]()
    for club in range(clubs):
        plan = Plan(
            nights=nights, tables=tables, players=players, deals=deals, seed=SEED + club, shuffle=Shuffle.parse(shuffle)
        )
        state, ever, accused, told = State(), set[tuple[str, str]](), False, False
        for night in by_night(plan):
            for record in habit(night):
                state.tally.add(record)
            bets = weigh(state.tally, state.tally.ledger.gaps(), LEVEL)
            accused = accused or bool(name_people(averaged(bets), LEVEL, state.shares())[0])
            told = told or judge_shuffle({name: state.tally.total(name) for name in LAGS}, LEVEL) == "failed"
            for person, mine in bets.items():
                ever |= {(b.hypothesis.name, person) for b in mine if not b.reason and b.log_e >= -log(LEVEL)}
        alarms.accused += accused
        alarms.told += told
        rung.update(name for name, _ in ever)
        people.update(name for name, _ in state.tally.counts)
    alarms.bets = {name: (rung[name], people[name]) for name in HYPOTHESES}
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
        hypothesis = replace(hypothesis, usual=context)
    law = hypothesis.channels[hypothesis.first].law(*hypothesis.usual)
    true = law.tilted(law.tilt_for(rate))
    information = float(np.sum(true * (np.log(true) - law.logs)))
    when = stopping(hypothesis, rate, STOP)
    return Cheat(label, target, when.quantile(0.5), when.quantile(0.8), STOP / information)


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
    for _ in range(MEASURED * runs):
        many.update(scores_of_cheat(hypothesis, deal(luck)))
    gain = hypothesis.log_e(many) / (MEASURED * runs)
    least = STOP / gain if gain > 0 else None
    return Cheat(label, target, float(np.quantile(times, 0.5)), float(np.quantile(times, 0.8)), least)


def scores_of_cheat(hypothesis: Hypothesis, facts: Facts) -> list[Cell]:
    """What a deal scores for the cheat."""
    return [(o.channel, o.context, o.score) for o in hypothesis.observe(facts) if o.person == "cheat"]


def pack(luck: np.random.Generator) -> list[int]:
    return list(map(int, luck.permutation(52)))


def dealt(cards: list[int], players: int = 4) -> Facts:
    """Cheat deals; the eldest hand is honest, and everything is known."""
    hands: list[int | None] = [mask(cards[6 * seat : 6 * seat + 6]) for seat in range(players)]
    people = ["cheat", "eldest", "partner", "pone"][:players]
    turned, stock = cards[6 * players], cards[6 * players + 1 :]
    return Facts(Where("", "", 1), people, 0, "cheat", hands, turned, stock=stock, dealt=hands)


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


def begged(luck: np.random.Generator) -> tuple[Facts, int]:
    """A deal in which the eldest hand begs, and the suit that was turned."""
    while True:
        facts = dealt(pack(luck))
        trump = (facts.turn or 0) // 13
        if strength(facts.hands[1] or 0, trump) < STANDS:
            return facts, trump


def partnered(strength_: float) -> Callable[[np.random.Generator], Facts]:
    """The dealer knows his partner's hand so often when he answers a beg."""

    def deal(luck: np.random.Generator) -> Facts:
        facts, trump = begged(luck)
        own, other = (strength(facts.hands[seat] or 0, trump) for seat in (0, 2))
        facts.begged = True
        facts.ran = own + other < 2 * GIVES - 1 if luck.random() < strength_ else own < GIVES
        return facts

    return deal


def answering(strength_: float) -> Callable[[np.random.Generator], Facts]:
    """The dealer knows so often what the next turn-up would be when he answers a beg (CHT-2, CHT-7)."""

    def deal(luck: np.random.Generator) -> Facts:
        facts, trump = begged(luck)
        own, coming = facts.hands[0] or 0, (facts.stock or [])[12]
        knows = luck.random() < strength_
        facts.begged = True
        facts.ran = strength(own, coming // 13) > strength(own, trump) if knows else strength(own, trump) < GIVES
        if facts.ran:
            facts.run_turns = [coming]
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
        return Facts(Where("", "", 1), ["cheat", "honest"], cuts=[{"cheat": one, "honest": other}])

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
    for often, target in ((0.02, "83 / 148"), (0.05, "32 / 59"), (0.1, "15 / 29")):
        yield exact("gathered-set", f"`gathered-set`: in {100 * often:.0f}% of deals", target, often)
    yield exact("high-hand", "`high-hand`: in 10% of deals", "", 0.1)
    yield exact("cut-depth", "`cut-depth`: a Jack in 1 of 4 at one depth", "", 1 / 4)
    yield exact("run-cards", "`run-cards`: 2 trumps a run instead of 1.4", "", 2.0)
    for more, target in ((0.4, "94 / 148"), (0.2, "382 / 560")):
        for players in (2, 4):
            label = f"`dealer-trumps`: +{more} trumps a deal, {players} players"
            yield stopped("dealer-trumps", label, target, gaining(more, players), runs, 3000)
    for strength_, recorded, target in ((1, True, "53 / 74"), (1, False, "188 / 273"), (0.5, True, "221 / 326")):
        stock = "stock recorded" if recorded else "stock not recorded (runs only)"
        label = f"`beg-knowledge`: {'always' if strength_ == 1 else 'half the time'}, {stock}"
        yield stopped("beg-knowledge", label, target, begging(strength_, recorded), runs, 2000)
    for strength_ in (1, 0.5):
        label = f"`answer-stock`: {'always' if strength_ == 1 else 'half the time'}, stock recorded"
        yield stopped("answer-stock", label, "", answering(strength_), runs, 2000)
    for strength_, target in ((1, "47 / 64"), (0.5, "171 / 252")):
        label = f"`answer-partner`: {'always' if strength_ == 1 else 'half the time'}"
        yield stopped("answer-partner", label, target, partnered(strength_), runs, 2000)
    for wins, target in ((0.6, "250"), (0.7, "64"), (0.8, "30")):
        label = f"`cut-for-deal`: an ace found, wins {100 * wins:.0f}% between two"
        yield stopped("cut-for-deal", label, target, cutting(2 * wins - 1), runs, 3000)


# (c) selective recording


@dataclass(frozen=True)
class Book:
    """How the turn-up book of a club came to be, honest but for what is said here.

    Attributes:
        said: in words.
        dealers: how many deal.
        deals: how many deals of each are written down.
        favour: how many times likelier a deal with a Jack is to be written down.
        everybody: whether that goes for everybody's deals, or for one dealer's.
        numbered: whether the deals keep the numbers under which they were dealt.
        rate: how often the first dealer turns a Jack.
    """

    said: str
    dealers: int = 8
    deals: int = 500
    favour: float = 1.0
    everybody: bool = True
    numbered: bool = True
    rate: float = ONCE_IN_THIRTEEN

    def tally(self, luck: np.random.Generator) -> Tally:
        """The tally of one such book."""
        tally = Tally()
        ledger = tally.ledger.games["book"] = GameLedger(date="2026-03-05")
        number = 0
        for place in range(self.dealers):
            person = f"dealer {place + 1}"
            tally.who.key(person)
            favour = self.favour if self.everybody or place == 0 else 1.0
            jacks = luck.random(4 * self.deals) < (self.rate if place == 0 else ONCE_IN_THIRTEEN)
            written = np.flatnonzero(jacks | (luck.random(4 * self.deals) < 1 / favour))[: self.deals]
            places = written if self.numbered else np.arange(self.deals)
            ledger.dealers.update(dict.fromkeys((number + 1 + places).tolist(), person))
            number += int(places[-1]) + 1
            hits = int(jacks[written].sum())
            tally.counts["turned-jacks", person] = Counter({JACK_TURNED: hits, NO_JACK: self.deals - hits})
        ledger.prints = dict.fromkeys(ledger.dealers, 0)
        return tally

    def row(self, clubs: int) -> str:
        """What becomes of so many clubs with such a book."""
        luck = np.random.default_rng(SEED)
        naive = accused = withheld = 0
        for _ in range(clubs):
            tally = self.tally(luck)
            jacks = [cells for (name, _), cells in tally.counts.items() if name == "turned-jacks"]
            enough = log(len(jacks) / LEVEL)
            naive += any(HYPOTHESES["turned-jacks"].log_e(cells) >= enough for cells in jacks)
            persons, results = judge(tally, tally.ledger.gaps(), LEVEL, State(tally).shares())
            accused += any(person.verdict == "accuse" for person in persons)
            withheld += any(result.verdict == "withheld" for result in results)
        found = " | ".join(f"{count / clubs:.1%}" for count in (naive, withheld, accused))
        return f"| {self.said} | {self.dealers} | {self.deals} | {found} |"


def books() -> Iterable[Book]:
    """The books that are looked at."""
    for dealers, deals in ((8, 500), (8, 200), (4, 500), (4, 200)):
        yield Book("nothing favoured", dealers, deals)
    for dealers, deals in ((8, 500), (4, 500)):
        yield Book("nothing favoured; one turns a Jack in 1 of 6", dealers, deals, rate=1 / 6)
    for favour in (1.5, 2.0):
        said = f"{favour:g} times, everybody's"
        yield Book(f"{said}, numbers kept", favour=favour)
        for dealers, deals in ((8, 500), (8, 200), (4, 500), (4, 200)):
            yield Book(f"{said}, numbered afresh", dealers, deals, favour, numbered=False)
        said = f"{favour:g} times, one dealer's"
        yield Book(f"{said}, numbers kept", favour=favour, everybody=False)
        yield Book(f"{said}, numbered afresh", favour=favour, everybody=False, numbered=False)


# the document


def paragraph(text: str) -> list[str]:
    """A paragraph of the document, with an empty line after it."""
    return [*textwrap.wrap(" ".join(text.split()), 118, break_on_hyphens=False), ""]


def section(title: str, alarms: Alarms) -> Iterator[str]:
    """What became of some honest clubs."""
    yield from (f"### {title}", "", "| ever | seen | upper bound |", "|---|---|---|")
    bound = upper(alarms.accused, alarms.clubs)
    yield f"| anybody accused | {alarms.accused} of {alarms.clubs:,} clubs | {bound:.4f} |"
    for name, (hits, trials) in alarms.bets.items():
        yield f"| `{name}` alone at 1/level | {hits} of {trials:,} people | {upper(hits, trials):.4f} |"
    yield ""


def side_by_side(found: Mapping[str, Alarms]) -> Iterator[str]:
    """What became of honest clubs of several kinds: a column for each, and all together."""
    yield f"| ever | {' | '.join(found)} | together | upper bound |"
    yield "|---" * (len(found) + 3) + "|"
    rows = {"clubs": [(0, alarms.clubs) for alarms in found.values()]}
    rows["anybody accused"] = [(alarms.accused, alarms.clubs) for alarms in found.values()]
    for name in HYPOTHESES:
        rows[f"`{name}` alone"] = [alarms.bets[name] for alarms in found.values()]
    yield f"| clubs | {' | '.join(str(clubs) for _, clubs in rows.pop('clubs'))} | | |"
    for name, counts in rows.items():
        hits, trials = (sum(column) for column in zip(*counts, strict=True))
        seen = " | ".join(str(count) for count, _ in counts)
        yield f"| {name} | {seen} | {hits} of {trials:,} | {upper(hits, trials):.4f} |"
    told = " | ".join(str(alarms.told) for alarms in found.values())
    yield f"| told about their shuffle | {told} | | |"
    yield ""


def document(scale: float) -> Iterator[str]:
    """The whole document."""

    def size(number: int) -> int:
        return max(4, int(number * scale))

    yield from ("# Calibration of the evidence", "")
    command = "python benchmarks/calibration.py" + (f" --scale {scale:g}" if scale != 1 else "")
    yield from paragraph(
        f"""
        Made by `{command} --write docs/calibration.md`; hypotheses version {VERSION}, sha256 `{SHA256[:16]}`; seed
        {SEED}, on which no bet, weight or rule was chosen. Level {LEVEL:g} unless said otherwise.
        """
    )
    yield from honest(size)
    yield from crooked(size)
    yield from selected(size)


def honest(size: Callable[[int], int]) -> Iterator[str]:
    """Part (a)."""
    yield from ("## Honest clubs, looked at after every night", "")
    yield from paragraph(
        """
        The right column is the upper 95% confidence bound of the share; every true share is to be at most 0.01. A
        turn-up book has eight people and 20 nights of 80 deals. A full record has eight people and 3 nights at two
        tables of about 30 deals. The weak shuffles are riffles and overhand shuffles of the gathered tricks; these
        clubs are to be told about it, and tests that need a sound shuffle are withheld. In the last four columns are
        clubs with one riffle that play with two packs in turn (one table of four, 8 nights) or never write down the
        tricks, so that nobody knows about the shuffle, and clubs with a perfect shuffle that write down only what is
        played, or of the cut for deal only the winner's card (6 nights each).
        """
    )
    yield from section("Turn-up books", turn_up_clubs(size(100_000)))
    alarms, anew = one_after_another(size(10_000))
    yield from section("Forty dealers, one after another", alarms)
    yield from paragraph(
        f"""
        Each deals 100 times and leaves. If the level were divided anew among those who have come so far, instead of
        each having a share that is fixed when he comes, {anew:.2%} of these clubs would accuse somebody, and with every
        newcomer there would be more.
        """
    )
    found = {
        title: full_clubs(size(200), shuffle)
        for title, shuffle in (
            ("perfect", "perfect"),
            ("one riffle", "riffle:1"),
            ("two", "riffle:2"),
            ("three", "riffle:3"),
            ("two overhand", "overhand:2"),
        )
    }
    found["two packs"] = full_clubs(size(100), "riffle:1", nights=8, tables=1, players=4, deals=60, habit=two_packs)
    found["no tricks"] = full_clubs(size(100), "riffle:1", nights=6, habit=without(Trick, Play))
    found["play only"] = full_clubs(size(100), "perfect", nights=6, habit=without(DealCards))
    found["winner's cut"] = full_clubs(size(100), "perfect", nights=6, habit=winners_cut)
    yield from ("### Full records, by shuffle and by what is left out", "")
    yield from side_by_side(found)


def crooked(size: Callable[[int], int]) -> Iterator[str]:
    """Part (b)."""
    yield from ("## How soon a cheat is seen", "")
    yield from paragraph(
        """
        The suspect's own deals (as dealer, as eldest hand, begs answered, runs or cuts) until the bet alone reaches
        1,000: median and 80% quantile. Targets are the project's own earlier simulations, to be reached within 10%.
        The last column is log(1000) / KL, the mean time that no bet can beat; for cheats that are drawn one by one KL
        is measured by what the best of the fixed bets gains a deal. Jacks, runs with a Jack, set pieces, depths, trumps
        run and packs are exact; the others are of some hundreds of runs, good to about 5 in 100.
        """
    )
    yield from ("| cheat | target | median | 80% | limit |", "|---|---|---|---|---|")
    for cheat in cheats(size(300)):
        yield cheat.row()
    yield ""
    yield from paragraph(
        """
        The targets of `cut-for-deal` lie below the limit of who wins alone (343, 84 and 36 cuts): they were those
        of a test with a fixed number of cuts. The bet here sees the ranks as well. A missing card costs a deal more
        than its target where two bets share the stake, one on a Ten and one on any card.
        """
    )


def selected(size: Callable[[int], int]) -> Iterator[str]:
    """Part (c)."""
    yield from ("## Selective recording", "")
    yield from paragraph(
        """
        Honest dealers but for what is said, with so many deals each, but deals with a Jack are likelier to be written
        down. *Naive* is the share of clubs in which somebody's bet alone would be taken for proof among so many; then
        the share in which the Jack tests are withheld because the records favour Jacks, and in which somebody is
        accused all the same.
        """
    )
    yield from ("| Jack deals likelier | dealers | deals | naive | withheld | accused |", "|---|---|---|---|---|---|")
    for book in books():
        yield book.row(size(250))
    yield ""
    yield from paragraph(
        """
        The promise asks that deals are written down whatever was turned, and these clubs broke that; where the numbers
        were kept it holds all the same, since each missing deal counts against the finding. Where they were not, the
        rule that withholds the Jack tests is a help without a bound: it saves nearly all clubs of eight and fewer of
        four. Where one dealer's Jacks alone are favoured and the deals are numbered afresh, nothing in the records
        can tell that from cheating. That is why every accusation says how many omitted deals would undo it.
        """
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description="Calibrate the evidence.")
    arguments.add_argument("--scale", type=float, default=1.0, help="share of the full number of runs")
    arguments.add_argument("--write", type=Path, help="file to write to, instead of the terminal")
    given = arguments.parse_args()
    text = "\n".join(document(given.scale)).rstrip() + "\n"
    if given.write:
        given.write.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
