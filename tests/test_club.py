"""The secretary's report: the right person is accused and nobody else, and every verdict is explained."""

import json
from math import log
from pathlib import Path

import pytest

from audit.cards import NAMES
from audit.errors import UsageError
from audit.evidence.examine import examine
from audit.evidence.hypotheses import HYPOTHESES
from audit.evidence.pack import PackCount, examine_packs
from audit.evidence.power import power, stopping
from audit.records.models import Record
from audit.records.reading import read
from audit.report.club import full, markdown, plot
from audit.report.style import Style
from audit.simulate.plan import Cheat, Plan
from audit.simulate.shuffle import Shuffle
from audit.simulate.simulate import simulate

OTHERS = [name for name in NAMES if name[0] != "J"]


def book(*dealers: tuple[str, int, int]) -> Record:
    """A turn-up book: each dealer's name, deals and Jacks, spread evenly."""
    deals: list[dict] = []
    for dealer, number, jacks in dealers:
        hits = {round(place * number / jacks) for place in range(jacks)}
        for place in range(number):
            card = "J" + "SHDC"[place % 4] if place in hits else OTHERS[place % 48]
            deals.append({"number": len(deals) + 1, "dealer": dealer, "events": [{"do": "turn", "card": card}]})
    return Record.model_validate({"format": "all-fours/1", "game": {"id": "book"}, "deals": deals})


HONEST = [(name, 500, 35 + place) for place, name in enumerate(("Ann", "Bob", "Cyd", "Eli", "Fay", "Gus", "Hal"))]


def text(report) -> str:
    return "\n".join(full(report, Style(False)))


def test_seventy_jacks_in_five_hundred_among_seven_honest_dealers():
    report = examine([book(("Dee", 500, 70), *HONEST)])
    assert report.accused == ["Dee"]
    assert report.exit_status == 1
    assert {person.verdict for person in report.people if person.player != "Dee"} == {"clear"}
    dee = next(result for result in report.results if result.player == "Dee")
    assert dee.e_value == pytest.approx(21050.4, rel=1e-5)
    assert dee.p_value == pytest.approx(1.05199e-6, rel=1e-5)
    assert dee.omitted_to_undo is not None
    assert dee.omitted_to_undo > 20
    assert f"{dee.omitted_to_undo} omitted deals, none of them suspicious, would undo it" in " ".join(
        text(report).split()
    )


def test_two_in_thirteen_is_nothing_and_the_report_says_why():
    report = examine([book(("Ann", 13, 2), ("Bob", 13, 1))])
    assert {person.verdict for person in report.people} == {"too-few"}
    assert report.exit_status == 0
    words = " ".join(text(report).split())
    assert "Nobody is accused." in words
    assert (
        "2 Jacks in 13 first turn-ups; 1.0 expected; that is nothing, of honest dealers 26 in 100 have as many or more"
        in words
    )


def test_a_book_alone_gives_the_jack_tests():
    report = examine([book(("Ann", 30, 2), ("Bob", 30, 3))])
    assert {result.hypothesis for result in report.results if result.player} == {"turned-jacks"}


def test_the_guarantee_comes_first():
    report = examine([book(("Ann", 13, 2))], level=0.05)
    assert text(report).startswith("Honest-club guarantee: However often you look, at most 5 in 100 honest clubs")
    for level in (0, 1, -1, float("nan")):
        with pytest.raises(UsageError, match="level"):
            examine([], level=level)


CHEATS = [
    ("CHT-1:Bob:1/4", "turned-jacks"),
    ("CHT-2:Bob:1/2", "run-jacks"),
    ("CHT-4:Bob", "gathered-set"),
    ("CHT-5:Bob", "beg-knowledge"),
    ("CHT-6:Bob", "cut-for-deal"),
    ("CHT-7:Bob", "answer-stock"),
    ("CHT-8:Bob:0.9", "dealer-trumps"),
    ("CHT-10:Bob:1/10", "high-hand"),
    ("CHT-11:Bob", "answer-partner"),
]


@pytest.mark.parametrize(("cheat", "hypothesis"), CHEATS)
def test_the_cheat_is_accused_and_nobody_else(cheat, hypothesis):
    nights = {"answer-partner": 30, "answer-stock": 20}.get(hypothesis, 12)
    report = examine(simulate(Plan(nights=nights, seed=21, cheats=(Cheat.parse(cheat),))))
    assert report.accused == ["Bob"]
    accused = {result.hypothesis for result in report.results if result.verdict == "accuse"}
    assert hypothesis in accused
    shown = text(report)
    assert "plainest innocent explanation" in shown
    assert "the deals that moved it most" in shown
    json.dumps(report.as_json(), allow_nan=False)


def test_an_honest_club_is_clear_or_has_too_few():
    report = examine(simulate(Plan(nights=20, seed=22)))
    assert report.accused == []
    assert {person.verdict for person in report.people} <= {"clear", "too-few"}
    assert {result.verdict for result in report.results} <= {"clear", "too-few", "withheld"}
    assert report.shuffle["verdict"] == "sound"
    assert report.pack["verdict"] == "sound"


@pytest.mark.parametrize("shuffle", ["riffle:1", "riffle:2", "overhand:2"])
def test_a_weak_shuffle_is_told_and_nobody_is_accused(shuffle):
    report = examine(simulate(Plan(nights=8, seed=23, shuffle=Shuffle.parse(shuffle))))
    assert report.shuffle["verdict"] == "failed"
    assert report.accused == []
    kinds = {result.hypothesis: result.verdict for result in report.results if result.player}
    assert kinds["dealer-trumps"] == kinds["gathered-set"] == "withheld"
    assert kinds["turned-jacks"] != "withheld"
    assert "Cards of one trick stay together" in text(report)


def test_two_packs_in_turn_do_not_hide_a_weak_shuffle():
    """The tricks of the deal before the last meet again, those of the last do not."""
    records = list(simulate(Plan(nights=12, tables=1, players=4, seed=26, shuffle=Shuffle.parse("riffle:1"))))
    for one, other in zip(records[::2], records[1::2], strict=False):
        both = [deal for pair in zip(one.deals, other.deals, strict=False) for deal in pair]
        one.deals = [deal.model_copy(update={"number": n, "score_before": None, "score_after": None})
                     for n, deal in enumerate(both, start=1)]  # fmt: skip
    report = examine(records[::2])
    assert report.shuffle["verdict"] == "failed"
    assert report.accused == []


def test_the_guarantee_says_what_it_rests_on():
    assert "as the records show" in examine(simulate(Plan(nights=20, seed=22))).statement
    assert "as the records show" not in examine([book(("Ann", 13, 2))]).statement


def test_a_ten_taken_out_is_a_matter_for_the_pack():
    report = examine(simulate(Plan(nights=1, tables=1, players=4, seed=24, cheats=(Cheat.parse("CHT-9:Bob"),))))
    assert report.pack["verdict"] == "imperfect"
    assert [card[0] for card in report.pack["missing"][0]["cards"]] == ["T"]
    assert report.accused == []
    assert "Count the pack" in text(report)


@pytest.mark.parametrize(("players", "ten", "deals"), [(2, 29, 38), (3, 19, 24), (4, 13, 17)])
def test_when_a_missing_card_is_seen(players, ten, deals):
    """Within 10% of the deals that a bet on a Ten alone, or on any card alone, needs at 1,000."""
    for tens, target in ((True, ten), (False, deals)):
        count = PackCount(seen=(1 << 52) - 1 & ~(1 << (8 if tens else 3)))
        needed = 0
        while count.log_e() < log(1000):
            needed += 1
            count.shown[6 * players + 1] += 1
        assert needed <= 1.1 * target


def test_a_card_not_yet_seen_is_no_missing_card():
    count = PackCount()
    count.shown[25] = 5
    count.seen = (1 << 52) - 1 & ~1
    assert examine_packs({("", ""): count}, 0.01)["missing"] == []


TARGETS = [
    ("turned-jacks", 1 / 4, 54, 83),
    ("turned-jacks", 1 / 6, 161, 255),
    ("turned-jacks", 1 / 8, 553, 854),
    ("turned-jacks", 1 / 10, 2248, 3519),
    ("gathered-set", 0.02, 83, 148),
    ("gathered-set", 0.05, 32, 59),
    ("gathered-set", 0.1, 15, 29),
    ("dealer-trumps", 72 / 51 + 0.4, 94, 148),
    ("dealer-trumps", 72 / 51 + 0.2, 382, 560),
]


@pytest.mark.parametrize(("name", "rate", "median", "most"), TARGETS)
def test_stopping_times_reach_their_targets(name, rate, median, most):
    """At level 0.001, exactly, within 10% of the simulated targets."""
    when = stopping(HYPOTHESES[name], rate, log(1000))
    assert (when.quantile(0.5) or 1e9) <= 1.1 * median
    assert (when.quantile(0.8) or 1e9) <= 1.1 * most


def test_power_both_ways():
    there = power("turned-jacks", rate=1 / 6, level=0.001)
    assert (there["median"], there["most"]) == (163, 258)
    back = power("turned-jacks", deals=258, level=0.001)
    assert back["detectable_rate"] == pytest.approx(1 / 6, abs=5e-4)
    assert power("turned-jacks", rate=1 / 6, people=8)["median"] > power("turned-jacks", rate=1 / 6)["median"]


def test_power_of_so_few_that_nothing_shows():
    assert power("turned-jacks", deals=1)["detectable_rate"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"name": "jacks", "rate": 0.2}, "there is no hypothesis 'jacks'"),
        ({"name": "turned-jacks"}, "give a rate"),
        ({"name": "turned-jacks", "rate": 0.2, "deals": 5}, "give a rate"),
        ({"name": "turned-jacks", "rate": 1 / 13}, "is no cheat here"),
        ({"name": "turned-jacks", "rate": 1}, "is no cheat here"),
        ({"name": "turned-jacks", "deals": 0}, "expected from 1 to 20,000"),
        ({"name": "turned-jacks", "rate": 0.2, "level": 0}, "level"),
        ({"name": "turned-jacks", "rate": 0.2, "people": 0}, "people"),
    ],
)
def test_power_refuses_what_it_cannot_answer(arguments, words):
    with pytest.raises(UsageError, match=words):
        power(**arguments)


def test_screening_is_kept_apart_and_accuses_nobody():
    report = examine([book(("Dee", 60, 12), ("Ann", 60, 5))], screen=True)
    assert all(result.kind == "screening" and result.verdict == "withheld" for result in report.screening)
    assert "no accusation" in text(
        examine(simulate(Plan(nights=6, seed=2, cheats=(Cheat.parse("CHT-6:Bob"),))), screen=True)
    )


def test_json_is_the_contract():
    told = examine([book(("Dee", 500, 70), *HONEST)], inputs=[{"file": "book.csv", "sha256": "0"}]).as_json()
    assert {"guarantee", "hypotheses", "completeness", "shuffle", "results", "inputs", "version"} <= told.keys()
    assert set(told["guarantee"]) == {"level", "statement"}
    assert set(told["hypotheses"]) == {"version", "sha256"}
    keys = (
        "hypothesis kind player n observed expected rate interval e_value p_value verdict omitted_to_undo "
        "detectable_rate innocent_explanation deals"
    )
    assert set(keys.split()) <= told["results"][0].keys()
    json.dumps(told, allow_nan=False)


def test_markdown_holds_the_same_tables():
    lines = list(markdown(examine([book(("Dee", 500, 70), *HONEST)])))
    assert lines[0] == "# Report on the club's records"
    assert "## Dee: Turned Jacks (accuse; CHT-1, CHT-8)" in lines
    assert any(line.startswith("| Dee | 500 | 70 | 38.5 | 0.14 (0.10 to 0.19) |") for line in lines)


def test_the_plot_rises_with_the_bet():
    lines = plot([(n, n / 10) for n in range(1, 101)])
    stars = [line.index("*") for line in lines if "*" in line]
    assert stars == sorted(stars, reverse=True)
    assert plot([]) == []


@pytest.mark.parametrize("club", ["honest", "crooked"])
def test_the_sample_clubs(club):
    """On the crooked one the player whom its truth names, and nobody else; on the honest one everybody is cleared."""
    samples = Path(__file__).resolve().parent.parent / "sample_logs" / "clubs"
    truth = json.loads((samples / f"{club}.jsonl.truth").read_text())
    report = examine(read(samples / f"{club}.jsonl"))
    assert report.accused == [cheat["player"] for cheat in truth["plan"]["cheats"]]
    assert {person.verdict for person in report.people if person.player not in report.accused} <= {"clear", "too-few"}
