"""From bets to words: the weighted average within a person, e-BH between persons, and what is withheld.

A withheld bet counts as nought, which is less than it was worth, so that withholding never makes an accusation.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from audit.evidence.completeness import Gap
from audit.evidence.evalues import average, e_bh, from_log
from audit.evidence.explain import moved, note
from audit.evidence.hypotheses import HYPOTHESES, WEIGHTS
from audit.evidence.hypothesis import Cell, Cells, Hypothesis
from audit.evidence.jacks import ONCE_IN_THIRTEEN, TURNED_JACKS
from audit.evidence.report import Moved, Person, Result, Verdict
from audit.evidence.shuffling import LAGS, SHUFFLE
from audit.evidence.shuffling import judge as judge_shuffle
from audit.evidence.tally import Tally

INTERVAL = 0.05
"""Chance that an interval ever misses its rate."""
FAVOURED = 3
"""Worth of the bet on the other dealers' Jacks from which the records are taken to favour Jacks.

It is low because the dealers with the most are left out, and withholding harms nobody who is honest.
"""
OWN_SHUFFLE = 20
"""Worth of the bet against a dealer's own shuffle from which his tests that need a sound one are withheld."""
JACK_TESTS = frozenset({"turned-jacks", "cut-depth"})
MOST_OMITTED = 10**7


@dataclass(frozen=True)
class Gate:
    """What keeps a test from being judged.

    Attributes:
        shuffle: `sound`, `failed` or `unknown`.
        bad_dealers: those whose own shuffle has failed.
        jacks: why the tests of turned Jacks are withheld, or nothing.
    """

    shuffle: str
    bad_dealers: frozenset[str]
    jacks: str | None

    def reason(self, hypothesis: Hypothesis, person: str) -> str | None:
        """Why the test is withheld, or nothing."""
        if hypothesis.name in JACK_TESTS and self.jacks:
            return self.jacks
        if hypothesis.shuffle == "any":
            return None
        if self.shuffle == "failed":
            return "the shuffle is not sound, and this test needs one that is"
        if person in self.bad_dealers:
            return "this dealer's own shuffle leaves cards of one trick together"
        if self.shuffle != "sound":
            return "the shuffle has not been shown to be sound, and this test needs that"
        return None


def gate(tally: Tally, level: float) -> Gate:
    """What the pack of records as a whole allows."""
    bad = frozenset(
        person
        for (name, person), cells in tally.counts.items()
        if name in LAGS and SHUFFLE.log_e(cells) >= log(OWN_SHUFFLE)
    )
    return Gate(judge_shuffle({name: tally.total(name) for name in LAGS}, level), bad, _jacks(tally))


def _jacks(tally: Tally) -> str | None:
    """Why turned Jacks prove nothing in these records: one turn-up throughout, or Jacks too frequent with everybody.

    The third of the dealers who turned the most is left out. If even the rest turn too many, the records favour deals
    with a Jack, whoever deals.
    """
    if tally.ledger.constant is not None:
        return "every turn-up written down is the same card, which is a fault of the recording"
    cells = [cells for (name, _), cells in tally.counts.items() if name == "turned-jacks"]
    ranked = sorted(cells, key=lambda c: TURNED_JACKS.score(c) / TURNED_JACKS.trials(c))
    rest: Counter[Cell] = sum(ranked[: len(ranked) * 2 // 3], Counter())
    if rest and TURNED_JACKS.log_e(rest) >= log(FAVOURED):
        seen, trials = TURNED_JACKS.score(rest), TURNED_JACKS.trials(rest)
        return (
            f"even without the third of the dealers who turned the most there are {seen} Jacks in {trials} deals, "
            f"where {trials * ONCE_IN_THIRTEEN:.0f} are expected: deals with a Jack are likelier to have been "
            "written down, or the packs hold too many"
        )
    return None


@dataclass(frozen=True)
class Bet:
    """One hypothesis about one person, before the verdict."""

    hypothesis: Hypothesis
    person: str
    cells: Cells
    missing: int
    log_e: float
    reason: str | None

    @property
    def counted(self) -> float:
        """What the bet counts in the average."""
        return 0.0 if self.reason else from_log(self.log_e)

    def omitted_to_undo(self, log_threshold: float) -> int | None:
        """The least number of further omitted deals, all innocent, that bring the bet below a threshold."""

        def worth(omitted: int) -> float:
            return self.hypothesis.log_e(self.hypothesis.with_missed(self.cells, self.missing + omitted))

        high = 1
        while worth(high) >= log_threshold:
            high *= 2
            if high > MOST_OMITTED:
                return None
        low = high // 2
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if worth(middle) >= log_threshold else (low, middle)
        return low


def missing_for(hypothesis: Hypothesis, cells: Cells, gaps: int, deals: int) -> int:
    """How many of the missing deals would have counted for a hypothesis: as large a part as of those that are there.

    Of the turned Jacks, which every deal counts for, that is all of them.
    """
    return -(-gaps * min(hypothesis.trials(cells), deals) // deals) if deals > 0 else gaps


def weigh(tally: Tally, gaps: list[Gap], level: float) -> dict[str, list[Bet]]:
    """Every bet about everybody, known gaps counted against it.

    Args:
        tally: the counts.
        gaps: the missing deals.
        level: the stated level.
    """
    people = tally.people()
    closed = gate(tally, level)
    against = tally.ledger.against(gaps)
    dealt = Counter(who for game in tally.ledger.games.values() for who in game.dealers.values())
    bets: dict[str, list[Bet]] = {person: [] for person in people}
    for name, hypothesis in HYPOTHESES.items():
        for person in people:
            cells = tally.counts.get((name, person))
            if not cells or not hypothesis.trials(cells):
                continue
            if hypothesis.whose.startswith("dealer"):
                unturned = tally.ledger.unturned[person]
                missing = missing_for(hypothesis, cells, against[person] + unturned, dealt[person] - unturned)
            else:
                missing = missing_for(hypothesis, cells, len(gaps), tally.ledger.deals)
            log_e = hypothesis.log_e(hypothesis.with_missed(cells, missing))
            bets[person].append(Bet(hypothesis, person, cells, missing, log_e, closed.reason(hypothesis, person)))
    return bets


def averaged(bets: Mapping[str, list[Bet]]) -> dict[str, float]:
    """Each person's weighted average."""
    return {
        person: average({bet.hypothesis.name: bet.counted for bet in mine}, WEIGHTS) for person, mine in bets.items()
    }


def name_people(averages: Mapping[str, float], level: float, shares: Mapping[str, float]) -> tuple[set[str], float]:
    """Those who are accused, and the weighted e-value that was needed.

    Args:
        averages: each person's average.
        level: the stated level.
        shares: each person's share of it; they sum to at most 1.
    """
    people = list(averages)
    named, needed = e_bh([len(people) * shares[person] * averages[person] for person in people], level)
    return {people[place] for place in named}, needed


def judge(
    tally: Tally, gaps: list[Gap], level: float, shares: Mapping[str, float]
) -> tuple[list[Person], list[Result]]:
    """The verdict on everybody; the arguments are those of `weigh` and `name_people`."""
    bets = weigh(tally, gaps, level)
    averages = averaged(bets)
    named, threshold = name_people(averages, level, shares)
    foremost = max(
        (bet for mine in bets.values() for bet in mine if bet.hypothesis is TURNED_JACKS),
        key=lambda bet: bet.log_e,
        default=None,
    )
    persons, results = [], []
    for person, mine in bets.items():
        needed = threshold / (len(bets) * shares[person])
        case = _Case(averages[person], needed, person in named, level, shares[person])
        judged = [_result(tally, bet, case, bet is foremost) for bet in mine]
        results += judged
        persons.append(Person(tally.who.name(person), averages[person], needed, _together(judged)))
    order = {name: place for place, name in enumerate(HYPOTHESES)}
    results.sort(key=lambda result: (order[result.hypothesis], -(result.e_value or 0)))
    return persons, results


@dataclass(frozen=True)
class _Case:
    """What is known of a person when one of the bets is judged: the average, what is needed, whether it is reached."""

    average: float
    needed: float
    accused: bool
    level: float
    share: float


def _together(results: list[Result]) -> Verdict:
    words = {result.verdict for result in results}
    first: tuple[Verdict, ...] = ("accuse", "watch")
    for word in first:
        if word in words:
            return word
    main = next((result.verdict for result in results if result.hypothesis == "turned-jacks"), None)
    return main if main is not None else "clear" if "clear" in words else "too-few"


def _verdict(bet: Bet, case: _Case, highest: float, notable: float) -> tuple[Verdict, int | None]:
    """The word for a bet, and how many more omitted deals would undo it; `highest` is the upper bound of the rate."""
    if bet.reason:
        return "withheld", None
    if bet.log_e < -log(case.level):
        return "clear" if highest < notable else "too-few", None
    if not case.accused:
        return "watch", bet.omitted_to_undo(-log(case.level))
    others = case.average - bet.hypothesis.weight * bet.counted
    alone = max(1 / case.level, (case.needed - others) / bet.hypothesis.weight)
    return "accuse", bet.omitted_to_undo(log(alone))


def _result(tally: Tally, bet: Bet, case: _Case, drawn: bool) -> Result:
    """The result of a bet; `drawn` asks for its path even when it has found nothing."""
    hypothesis, cells = bet.hypothesis, bet.cells
    trials, seen = hypothesis.trials(cells), hypothesis.score(cells)
    interval, notable = hypothesis.interval(cells, INTERVAL), hypothesis.notable_mean(cells)
    verdict, omitted = _verdict(bet, case, interval[1], notable)
    found = verdict in ("accuse", "watch")
    p_value = hypothesis.p_value(cells)
    detectable = hypothesis.detectable(cells, -log(case.level * case.share * hypothesis.weight))
    deals: list[Moved] = []
    path: list[tuple[int, float]] = []
    if found or drawn:
        deals, path = moved(hypothesis, tally.moves.get((hypothesis.name, bet.person), []))
        path.append((trials, hypothesis.log_e(cells)))
    said = note(
        hypothesis,
        cells,
        verdict,
        p_value=p_value,
        reason=bet.reason,
        missing=bet.missing,
        omitted=omitted,
        detectable=detectable,
    )
    return Result(
        hypothesis=hypothesis.name,
        kind="evidence",
        player=tally.who.name(bet.person),
        n=trials,
        observed=seen,
        expected=hypothesis.expected(cells),
        rate=seen / trials,
        interval=interval,
        e_value=from_log(bet.log_e),
        p_value=p_value,
        verdict=verdict,
        reason=bet.reason,
        missing=bet.missing,
        omitted_to_undo=omitted,
        detectable_rate=detectable,
        notable_rate=notable,
        innocent_explanation=hypothesis.innocent,
        more=hypothesis.record,
        note=said,
        deals=deals if found else [],
        path=path,
    )
