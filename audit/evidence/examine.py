"""`examine`: a club's records in, a report out."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from typing import Any

from audit.errors import UsageError
from audit.evidence.completeness import Gap, summary
from audit.evidence.explain import guarantee
from audit.evidence.follow import State
from audit.evidence.hypotheses import HYPOTHESES, SHA256, VERSION
from audit.evidence.hypothesis import Cells
from audit.evidence.pack import examine_packs
from audit.evidence.report import Report, Result, Verdict
from audit.evidence.screening import screen as screened
from audit.evidence.shuffling import LAGS, SHUFFLE, riffles_wanted
from audit.evidence.shuffling import judge as judge_shuffle
from audit.evidence.tally import Tally
from audit.evidence.verdict import INTERVAL, gate, judge
from audit.records.models import Record


def examine(
    records: Iterable[Record],
    *,
    level: float = 0.01,
    screen: bool = False,
    state: State | None = None,
    aliases: Mapping[str, str] | None = None,
    left_out: int = 0,
    inputs: Sequence[dict[str, str]] = (),
) -> Report:
    """What a club's records say about its pack, its shuffle and its people.

    Args:
        records: the records, read as a stream, once.
        level: at most this share of honest clubs would ever see anybody accused; above 0 and below 1.
        screen: whether to look for patterns afterwards as well; they accuse nobody.
        state: what is carried from night to night; the records are added to its tally. Deals counted before change
            nothing.
        aliases: of a folded name, the folded name of the person it stands for (`audit.records.people.read_aliases`).
        left_out: rows that could not be read.
        inputs: the files with their SHA-256, for the report.

    Raises:
        UsageError: a level that is none.
    """
    tally = state.tally if state is not None else Tally()
    if aliases:
        tally.who.aliases = aliases
    for record in records:
        tally.add(record)
    return report_on(tally, level=level, screen=screen, state=state, left_out=left_out, inputs=inputs)


def report_on(
    tally: Tally,
    *,
    level: float = 0.01,
    screen: bool = False,
    state: State | None = None,
    left_out: int = 0,
    inputs: Sequence[dict[str, str]] = (),
) -> Report:
    """The report on a tally; the arguments are those of `examine`."""
    if not 0 < level < 1:
        raise UsageError(f"a level of {level:g} is none; expected a number between 0 and 1, such as 0.01")
    shares = (state or State(tally)).shares()
    gaps = tally.ledger.gaps()
    persons, results = judge(tally, gaps, level, shares)
    pack = examine_packs(tally.packs, level)
    shuffle = _shuffle(tally, level)
    return Report(
        level=level,
        statement=guarantee(level, len(persons), any(map(_needs_the_shuffle, results))),
        hypotheses={"version": VERSION, "sha256": SHA256},
        completeness=_completeness(tally, gaps, left_out, level),
        pack=pack,
        shuffle=shuffle,
        people=persons,
        results=[*_pack_result(pack), *_shuffle_result(tally, level), *results],
        screening=screened(tally) if screen else [],
        inputs=list(inputs),
    )


def _completeness(tally: Tally, gaps: list[Gap], left_out: int, level: float) -> dict[str, Any]:
    return {**summary(tally.ledger, gaps, tally.who, left_out), "favours_jacks": gate(tally, level).jacks}


def _shuffle(tally: Tally, level: float) -> dict[str, Any]:
    cells, lag, verdict = _shuffle_judged(tally, level)
    trials = SHUFFLE.trials(cells)
    return {
        "verdict": verdict,
        "two_packs": lag == LAGS["shuffle-two-packs"],
        "deals": trials,
        "pairs_a_deal": SHUFFLE.score(cells) / trials if trials else None,
        "expected": SHUFFLE.expected(cells) / trials if trials else None,
        "interval": list(SHUFFLE.interval(cells, INTERVAL)) if trials else None,
        "e_value": _e(cells) if trials else None,
        "riffles_to_add": riffles_wanted(cells) if verdict == "failed" else None,
    }


def _shuffle_judged(tally: Tally, level: float) -> tuple[Cells, int, str]:
    """The counts of pairs from deal to deal, or those that show that it has failed; their lag; the verdict."""
    pairs_met = {name: tally.total(name) for name in LAGS}
    verdict = judge_shuffle(pairs_met, level)
    worst = max(LAGS, key=lambda name: SHUFFLE.log_e(pairs_met[name])) if verdict == "failed" else "shuffle"
    return pairs_met[worst], LAGS[worst], verdict


def _needs_the_shuffle(result: Result) -> bool:
    """Whether a bet was counted that a bad shuffle would make unfair."""
    return result.verdict != "withheld" and HYPOTHESES[result.hypothesis].shuffle == "sound"


def _e(cells: Cells) -> float:
    return exp(min(SHUFFLE.log_e(cells), 700.0))


def _shuffle_result(tally: Tally, level: float) -> list[Result]:
    cells, _, verdict = _shuffle_judged(tally, level)
    trials = SHUFFLE.trials(cells)
    if not trials:
        return []
    words: dict[str, Verdict] = {"sound": "clear", "failed": "watch", "unknown": "too-few"}
    return [
        Result(
            hypothesis="shuffle",
            kind="evidence",
            player=None,
            n=trials,
            observed=SHUFFLE.score(cells),
            expected=SHUFFLE.expected(cells),
            rate=SHUFFLE.score(cells) / trials,
            interval=SHUFFLE.interval(cells, INTERVAL),
            e_value=_e(cells),
            p_value=SHUFFLE.p_value(cells),
            verdict=words[verdict],
            note="Pairs of one trick that meet in a hand of the next deal.",
            notable_rate=SHUFFLE.notable_mean(cells),
            innocent_explanation=SHUFFLE.innocent,
            more=SHUFFLE.record,
        )
    ]


def _pack_result(pack: dict[str, Any]) -> list[Result]:
    if not pack["deals"]:
        return []
    words: dict[str, Verdict] = {"imperfect": "watch", "sound": "clear", "unknown": "too-few"}
    missing = pack["missing"]
    said = [f"{' '.join(m['cards'])} never seen in {m['deals']} deals ({m['table'] or 'this table'})" for m in missing]
    return [
        Result(
            hypothesis="missing-card",
            kind="evidence",
            player=None,
            n=pack["deals"],
            observed=len(pack["unseen"]),
            expected=0.0,
            rate=None,
            interval=None,
            e_value=max((m["e_value"] for m in missing), default=pack["e_value"]),
            p_value=min((m["p_value"] for m in missing), default=None),
            verdict=words[pack["verdict"]],
            note="; ".join(said) + ": count the pack." if said else "No card is known to be missing.",
            innocent_explanation="a card lost under the table, or left out of a hand by the pen",
            more="every hand and the turn-up",
        )
    ]
