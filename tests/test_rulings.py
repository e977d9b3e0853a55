"""The casebook is run: every case of `docs/rulings/` is answered by the engine as it is written there.

Each heading in bold has its check below. What a case does not state must not be there either: no finding, note,
penalty, forfeited point, choice, question, or point scored goes unsaid.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

import audit
from audit.report.ruling import full
from audit.report.style import Style
from audit.rules.rulebook import CLAUSES
from tests.casebook import INDEX, Row, Ruled, Statement, documents, index_rows, statements, table

DOCUMENTS = documents()
CASES = [case for document in DOCUMENTS for case in document.cases]

EXPECTED_TO_FAIL: set[tuple[str, str]] = set()
"""Cases, as (document, title), whose right answer the engine does not give yet."""

IRREGULAR = re.compile(
    r"PACK-2|DEAL-[126]|MISD-\d|BEG-\d+|DISC-\d|PLAY-[123]|SCOR-([5-9]|1[0-2])|REVK-\d|EXPO-\d|TRCK-1|TRMP-1|SEAT-2|STAK-1"
)
"""The clauses of which the casebook must have a case."""

POINTS = {"turned Jack": "turned-jack", "gift": "gift", "High": "high", "Low": "low", "Jack": "jack", "Game": "game"}


@dataclass
class Heard:
    """A case put to the engine."""

    case: Ruled

    @cached_property
    def record(self) -> audit.Record:
        return audit.parse(self.case.records[0])

    @cached_property
    def ruling(self) -> audit.DealRuling:
        deal = self.case.one("Deal")
        number = int(deal.text.strip(". ")) if deal else None
        other = audit.parse(self.case.records[1]) if len(self.case.records) > 1 else None
        return audit.rule(self.record, number, other=other)

    @cached_property
    def json(self) -> dict[str, Any]:
        return self.ruling.as_json()

    def findings(self, *, notes: bool) -> list[audit.Finding]:
        return [finding for finding in audit.validate(self.record) if (finding.kind == "note") is notes]

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        return self.json["outcomes"]

    @property
    def totals_known(self) -> bool:
        return all(outcome["score"] is not None for outcome in self.outcomes)


# -- findings ---------------------------------------------------------------------------------------------------------


def finding_fits(item: str, finding: audit.Finding) -> bool:
    """Whether a finding is the one written, such as `revoke` E trick 2 with 4C (REVK-1)."""
    code = re.match(r"`([a-z-]+)`", item)
    assert code, f"{item!r} names no code"
    cited = re.findall(r"\(([^)]*)\)", item)
    words = re.sub(r"`[a-z-]+`|\([^)]*\)|\bwith\b", "", item)
    places = dict(re.findall(r"\b(trick|deal) (\d+)", words))
    names = re.sub(r"\b(trick|deal) \d+", "", words).split()
    about = [finding.seat, finding.side, finding.card, finding.point]
    return (
        finding.code == code[1]
        and all(str(getattr(finding, place)) == number for place, number in places.items())
        and all(name in about for name in names)
        and all(clause in finding.clauses for clause in re.findall(r"[A-Z]+-\d+", " ".join(cited)))
    )


def check_all_found(items: list[str], found: list[audit.Finding]) -> None:
    left = list(found)
    for item in items:
        match = next((finding for finding in left if finding_fits(item, finding)), None)
        assert match, f"not found: {item}; found: {[brief(finding) for finding in found]}"
        left.remove(match)
    assert not left, f"not stated: {[brief(finding) for finding in left]}"


def brief(finding: audit.Finding) -> str:
    keys = ("code", "deal", "trick", "seat", "side", "card", "point", "clauses")
    return " ".join(f"{key}={getattr(finding, key)}" for key in keys if getattr(finding, key) is not None)


def stated(case: Ruled, heading: str) -> list[str]:
    """The items of a list that may be left out or be `none`."""
    statement = case.one(heading)
    return [] if statement is None or statement.items == ["none"] else statement.items


def check_findings(heard: Heard) -> None:
    assert heard.case.one("Findings"), "the findings are not stated"
    check_all_found(stated(heard.case, "Findings"), heard.findings(notes=False))


def check_notes(heard: Heard) -> None:
    check_all_found(stated(heard.case, "Notes"), heard.findings(notes=True))


# -- points and penalties ---------------------------------------------------------------------------------------------


def check_points(heard: Heard) -> None:
    """`High N/S; Low open; Jack nobody; Game W/E, not counted`: every point that somebody scores is named."""
    written = []
    for item in stated(heard.case, "Points"):
        name = next((name for name in POINTS if item.startswith(name + " ")), None)
        assert name, f"{item!r} names no point"
        side = item.removeprefix(name).removesuffix(", not counted").strip()
        written.append((POINTS[name], side, item.endswith(", not counted")))
    found = [
        (point["point"], scorer(point), bool(point["side"]) and not point["counted"])
        for point in heard.json["points"]
        if point["point"] != "peg"
    ]
    if not heard.outcomes:
        found = [(name, side, False) for name, side, _ in found]
    for entry in written:
        assert entry in found, f"{entry} is not among {found}"
        found.remove(entry)
    unsaid = [entry for entry in found if entry[1] not in ("nobody", "open")]
    assert not unsaid, f"not stated: {unsaid}"


def scorer(point: dict[str, Any]) -> str:
    return (point["side"] or "nobody") if point["certain"] else "open"


def check_pegs(heard: Heard) -> None:
    """`A 13; B 11`."""
    pegged: dict[str, int] = {}
    for point in heard.json["points"]:
        if point["point"] == "peg" and point["side"] is not None:
            pegged[point["side"]] = pegged.get(point["side"], 0) + point["points"]
    assert sorted(stated(heard.case, "Pegs")) == sorted(f"{side} {points}" for side, points in pegged.items())


def check_penalty(heard: Heard) -> None:
    """`2 points to W/E`, or `to an adversary` where the rules do not say which."""
    found = [
        f"{penalty['points']} point{'s' * (penalty['points'] != 1)} to {penalty['side'] or 'an adversary'}"
        for penalty in heard.json["penalties"]
    ]
    assert sorted(stated(heard.case, "Penalty")) == sorted(found)


def check_forfeited(heard: Heard) -> None:
    """`N/S Game`."""
    found = [f"{item['side']} {item['point'].capitalize()}" for item in heard.json["forfeited"]]
    assert sorted(stated(heard.case, "Forfeited")) == sorted(found)


# -- the score --------------------------------------------------------------------------------------------------------


def check_rows(rows: list[Row], outcomes: list[dict[str, Any]], key: str) -> None:
    """Each row is an outcome: its words begin the outcome's, its totals are the outcome's; a sign makes them gains."""
    left = list(outcomes)
    for row in rows:
        words = row[key].lower()
        outcome = next((o for o in left if (o[key] or "–").lower().startswith(words)), None)
        assert outcome, f"{words!r} is none of {[o[key] for o in left]}"
        left.remove(outcome)
        for column, cell in row.items():
            if column != key:
                check_cell(column, cell, outcome)
        assert outcome["winner"] is None or "winner" in row, f"{words!r}: the winner is not stated"
    assert not left, f"not stated: {[o[key] for o in left]}"


def check_cell(column: str, cell: str, outcome: dict[str, Any]) -> None:
    if column == "winner":
        assert cell == (outcome["winner"] or "nobody"), outcome
    elif column == "deals next":
        assert cell == (outcome["next_dealer"] or "nobody"), outcome
    elif cell.startswith("+"):
        assert int(cell) == outcome["gained"][column], outcome
    else:
        assert outcome["score"] is not None
        assert int(cell.replace("−", "-")) == outcome["score"][column], outcome


def check_ruling(heard: Heard) -> None:
    """The ruling in words, and the table of what is left to choose."""
    ruling = heard.case.one("Ruling")
    assert ruling, "no ruling"
    assert ruling.clauses, "the ruling cites no clause"
    if ruling.rows:
        check_rows(ruling.rows, heard.outcomes, "choice")
    else:
        assert len(heard.outcomes) < 2, "there is a choice, and no table of it"


def check_winner(heard: Heard) -> None:
    statement, ruling = heard.case.one("Winner"), heard.case.one("Ruling")
    winners = {outcome["winner"] or "nobody" for outcome in heard.outcomes}
    if statement:
        assert winners == {statement.items[0]}
    else:
        assert winners <= {"nobody"} or (ruling and ruling.rows), "the winner is not stated"


def check_deal_stands(heard: Heard) -> None:
    """`yes` unless it is stated."""
    statement = heard.case.one("Deal stands")
    right = {True: "yes", False: "no", None: "open"}[heard.json["deal_stands"]]
    assert (statement.items[0] if statement else "yes") == right


def check_deals_next(heard: Heard) -> None:
    statement = heard.case.one("Deals next")
    if statement:
        assert statement.items[0] == (heard.json["next_dealer"] or "nobody")
    assert statement or heard.json["deal_stands"] is not False, "it is not stated who deals next"


def check_complete(heard: Heard) -> None:
    """`yes` unless it is stated."""
    statement = heard.case.one("Complete")
    assert (statement.items[0] if statement else "yes") == ("yes" if heard.json["complete"] else "no")


# -- what is open -----------------------------------------------------------------------------------------------------


def check_undecided(heard: Heard) -> None:
    """One statement a question, with its clauses and the totals of each answer."""
    questions = list(heard.json["undecided"])
    for statement in heard.case.all("Undecided"):
        question = next((question for question in questions if answers_fit(statement, question)), None)
        assert question, f"{statement.text!r} is none of {questions}"
        questions.remove(question)
        assert statement.rows, "an undecided question without its answers"
        check_rows(statement.rows, question["outcomes"], "answer")
    assert not questions, f"not stated: {[(q['question'], q['clauses'], q['outcomes']) for q in questions]}"


def answers_fit(statement: Statement, question: dict[str, Any]) -> bool:
    if set(question["clauses"]) != statement.clauses:
        return False
    answers = [outcome["answer"].lower() for outcome in question["outcomes"]]
    return all(any(answer.startswith(row["answer"].lower()) for answer in answers) for row in statement.rows)


def check_readings(heard: Heard) -> None:
    statement = heard.case.one("Readings")
    if statement:
        assert statement.clauses
        assert statement.clauses <= set(heard.json["readings"]), heard.json["readings"]


def check_answers(heard: Heard) -> None:
    """Each question of `--dispute`, and what is said to it."""
    for statement in heard.case.all("Answer"):
        asked = re.fullmatch(r"`--dispute ([^`]+)`: (.+?)\.?", statement.text)
        assert asked, statement.text
        number = heard.ruling.number
        lines = list(full(audit.rule(heard.record, number, dispute=asked[1]), Style(False)))
        answer = lines[lines.index("The question") + 1 :]
        said = " ".join(" ".join(answer[: [*answer, ""].index("")]).split())
        assert asked[2].lower() in said.lower(), said


def check_differs(heard: Heard) -> None:
    """Where two records of one deal differ."""
    assert sorted(stated(heard.case, "Differs")) == sorted(item["where"] for item in heard.json.get("differences", ()))


CHECKS: dict[str, Callable[[Heard], None]] = {
    "Findings": check_findings,
    "Notes": check_notes,
    "Points": check_points,
    "Pegs": check_pegs,
    "Penalty": check_penalty,
    "Forfeited": check_forfeited,
    "Ruling": check_ruling,
    "Winner": check_winner,
    "Deal stands": check_deal_stands,
    "Deals next": check_deals_next,
    "Complete": check_complete,
    "Undecided": check_undecided,
    "Readings": check_readings,
    "Answer": check_answers,
    "Differs": check_differs,
}
"""What each heading states; all are checked in every case, whether it states them or not."""

HEADINGS = {*CHECKS, "Deal", "Refused"}


# -- the tests --------------------------------------------------------------------------------------------------------


def marked(case: Ruled) -> Any:
    fails = (case.document, case.title) in EXPECTED_TO_FAIL
    return pytest.param(case, id=str(case), marks=[pytest.mark.xfail(strict=True)] if fails else [])


@pytest.mark.parametrize("case", [marked(case) for case in CASES])
def test_the_engine_rules_as_the_casebook_does(case):
    assert case.records, "no record"
    unknown = {statement.heading for statement in case.statements} - HEADINGS
    assert not unknown, f"nobody checks {unknown}"
    refused = case.one("Refused")
    if refused:
        assert {statement.heading for statement in case.statements} == {"Refused", "Ruling"}
        with pytest.raises(audit.RecordError, match=re.escape(refused.items[0])):
            audit.parse(case.records[0])
        return
    heard = Heard(case)
    for check in CHECKS.values():
        check(heard)


def test_nothing_is_expected_to_fail():
    assert not EXPECTED_TO_FAIL


def test_a_title_stands_once_in_its_document():
    titles = [str(case) for case in CASES]
    assert len(set(titles)) == len(titles)


def test_every_clause_cited_exists():
    assert not {clause for document in DOCUMENTS for clause in document.clauses} - CLAUSES.keys()


def test_every_irregularity_clause_has_a_case():
    irregular = {clause for clause in CLAUSES if IRREGULAR.fullmatch(clause)}
    cited = {clause for case in CASES for statement in case.statements for clause in statement.clauses}
    assert sorted(irregular - cited) == []


def test_the_index_is_in_step():
    rows = [line for line in INDEX.read_text(encoding="utf-8").splitlines() if line.startswith("| [")]
    assert rows == index_rows(DOCUMENTS), "out of step; expected:\n" + "\n".join(index_rows(DOCUMENTS))


# -- the checks are checks --------------------------------------------------------------------------------------------

EXAMPLE = """\
[Variant "seven-up"]
[Seat "A" "Ann"]
[Seat "B" "Bob"]

deal 1 dealer B
  hands A: JS 7H 8D 6D 9C 5C
        B: 9H 2H 9D 7D 5D 3D
  turn 9S
  stand A
  9C 3D
  6D 5D
  5C 7D
  8D 9D
  2H 7H
  JS 9H
"""
STATED = """\
**Findings:** none.
**Ruling:** Four points for one card (SCOR-7).
**Points:** High A; Low A; Jack A; Game A."""


def put(*lines: str) -> Ruled:
    case = Ruled("here", "an example", [EXAMPLE])
    case.statements = statements("\n".join([STATED, *lines]), case)
    return case


def test_a_case_that_is_right_passes():
    test_the_engine_rules_as_the_casebook_does(put("**Winner:** nobody.", "**Deals next:** A."))


@pytest.mark.parametrize(
    "wrong",
    [
        "**Winner:** A.",
        "**Deals next:** B.",
        "**Penalty:** 1 point to A.",
        "**Notes:** `revoke-mended` A.",
        "**Forfeited:** A Game.",
        "**Readings:** SCOR-5.",
        "**Undecided:** who scores Game? (SCOR-5)",
        "**Answer:** `--dispute low`: Low to B.",
        "**Complete:** no.",
        "**Deal stands:** no.",
        "**Opinion:** unchecked.",
        "**Pegs:** A 3.",
        "**Differs:** turn-up.",
    ],
)
def test_a_case_that_is_wrong_fails(wrong):
    with pytest.raises(AssertionError):
        test_the_engine_rules_as_the_casebook_does(put(wrong))


def test_a_point_left_out_fails():
    case = put()
    case.statements[-1].text = "High A; Low A; Jack A."
    with pytest.raises(AssertionError, match="game"):
        test_the_engine_rules_as_the_casebook_does(case)


def test_a_wrong_total_fails():
    case = put()
    case.statements[1].rows = table("| choice | A | B |\n|---|---|---|\n| – | 3 | 0 |")
    with pytest.raises(AssertionError):
        test_the_engine_rules_as_the_casebook_does(case)
