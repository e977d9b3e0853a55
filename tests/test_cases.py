"""Disputed records, each with what `audit validate` and `audit rule` must say of it, through the command line.

A case in `tests/cases/` holds a record, the deal that is ruled on, why, and what is expected: only what the rules
decide. Every key of `expect` has its check below; a key without one is an error. The cases hold, among much else, the
cut (DEAL-2, MISD-1), looks (BEG-10), revokes (REVK-1 to 7), cards exposed and called (EXPO-1 to 4), short tricks
(TRCK-1), a tied Game (SCOR-5), going out (SCOR-6), All Fives (SCOR-8) and California Jack (SCOR-9, PLAY-6).
"""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from audit import cli

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


class Said(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


@dataclass
class Heard:
    """A case, with the command line to put it to."""

    audit: Callable[..., Said]
    path: str
    deal: int

    @cached_property
    def findings(self) -> list[dict[str, Any]]:
        return json.loads(self.audit("validate", "--format", "json", self.path).out)["findings"]

    @property
    def faults(self) -> list[dict[str, Any]]:
        return [finding for finding in self.findings if finding["class"] != "note"]

    @cached_property
    def ruling(self) -> dict[str, Any]:
        said = self.audit("rule", self.path, "--deal", str(self.deal), "--format", "json")
        assert said.status == 0, said.err
        return json.loads(said.out)

    def sides_of(self, point: str) -> list[tuple[str | None, bool]]:
        return [(item["side"], item["certain"]) for item in self.ruling["points"] if item["point"] == point]


@pytest.fixture
def audit(monkeypatch, capsys):
    def call(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["audit", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return Said(ended.value.code, out, err)

    return call


def fits(finding: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a finding is the one wanted; keys that are not certain are left out, and a list holds what may be."""
    return all(finding[key] in (right if isinstance(right, list) else [right]) for key, right in wanted.items())


def take(findings: list[dict[str, Any]], wanted: dict[str, Any]) -> None:
    """Take the finding wanted out of those found."""
    found = next((finding for finding in findings if fits(finding, wanted)), None)
    assert found is not None, f"no {wanted} among {[brief(finding) for finding in findings]}"
    findings.remove(found)


def in_order(score: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(score.items())


def brief(finding: dict[str, Any]) -> str:
    keys = ("code", "deal", "trick", "seat", "side", "card", "point")
    return " ".join(str(finding[key]) for key in keys if finding[key] is not None)


def check_findings(case: Heard, wanted: list[dict[str, Any]]) -> None:
    left = list(case.faults)
    for finding in wanted:
        take(left, finding)
    assert not left, [brief(finding) for finding in left]


def check_findings_codes(case: Heard, codes: list[str]) -> None:
    found = {finding["code"] for finding in case.faults}
    assert found
    assert found <= set(codes)


def check_notes(case: Heard, codes: list[str]) -> None:
    assert set(codes) <= {finding["code"] for finding in case.findings if finding["class"] == "note"}


def check_exit(case: Heard, statuses: list[int]) -> None:
    assert case.audit("validate", case.path).status in statuses


def check_refused(case: Heard, refused: bool) -> None:
    said = case.audit("validate", case.path)
    assert refused
    assert said.status == 2
    assert len(said.err.strip().splitlines()) == 1
    assert "Traceback" not in said.err


def check_points(case: Heard, points: dict[str, Any]) -> None:
    for point, wanted in points.items():
        sides = wanted if isinstance(wanted, list) else [wanted]
        assert sorted(case.sides_of(point), key=str) == sorted(((side, True) for side in sides), key=str), point


def check_open(case: Heard, points: list[str]) -> None:
    for point in points:
        assert not any(side is not None and certain for side, certain in case.sides_of(point)), point


def check_pegs(case: Heard, pegs: dict[str, int]) -> None:
    pegged: dict[str, int] = {}
    for item in case.ruling["points"]:
        if item["point"] == "peg":
            pegged[item["side"]] = pegged.get(item["side"], 0) + item["points"]
    assert pegged == pegs


def check_penalty(case: Heard, points: int) -> None:
    assert sum(penalty["points"] for penalty in case.ruling["penalties"]) == points


def check_outcomes(case: Heard, wanted: list[dict[str, Any]]) -> None:
    outcomes = case.ruling["outcomes"]
    totals = [{key: total for key, total in way.items() if key != "winner"} for way in wanted]
    found = [outcome["score"] for outcome in outcomes]
    assert sorted(map(in_order, found)) == sorted(map(in_order, totals))
    for way, total in zip(wanted, totals, strict=True):
        if "winner" in way:
            assert any(outcome["score"] == total and outcome["winner"] == way["winner"] for outcome in outcomes)


def check_winner(case: Heard, winner: str | None) -> None:
    winners = {outcome["winner"] for outcome in case.ruling["outcomes"]}
    assert winners == {winner} or (winner is None and not winners)


def check_undecided(case: Heard, undecided: bool) -> None:
    assert bool(case.ruling["undecided"]) == undecided


def check_undecided_clauses(case: Heard, clauses: list[str]) -> None:
    assert set(clauses) <= {clause for question in case.ruling["undecided"] for clause in question["clauses"]}


def check_readings(case: Heard, clauses: list[str]) -> None:
    assert set(clauses) <= set(case.ruling["readings"])


def check_forfeited(case: Heard, wanted: list[list[str]]) -> None:
    assert [[item["side"], item["point"]] for item in case.ruling["forfeited"]] == wanted


def check_disputes(case: Heard, disputes: list[dict[str, str]]) -> None:
    for dispute in disputes:
        said = case.audit("rule", case.path, "--deal", str(case.deal), "--dispute", dispute["arg"])
        assert said.status == 0, said.err
        assert re.search(dispute["says"], said.out, re.IGNORECASE), said.out


def is_said(key: str) -> Callable[[Heard, Any], None]:
    """A key that the ruling has under the same name."""

    def check(case: Heard, wanted: Any) -> None:
        assert case.ruling[key] == wanted

    return check


CHECKS: dict[str, Callable[[Heard, Any], None]] = {
    "findings": check_findings,
    "findings_codes": check_findings_codes,
    "notes": check_notes,
    "exit": check_exit,
    "refused": check_refused,
    "points": check_points,
    "open": check_open,
    "pegs": check_pegs,
    "penalty": check_penalty,
    "outcomes": check_outcomes,
    "winner": check_winner,
    "next_dealer": is_said("next_dealer"),
    "deal_stands": is_said("deal_stands"),
    "complete": is_said("complete"),
    "undecided": check_undecided,
    "undecided_clauses": check_undecided_clauses,
    "readings": check_readings,
    "forfeited": check_forfeited,
    "disputes": check_disputes,
}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_case_is_answered_as_the_rules_have_it(audit, tmp_path, path):
    case = json.loads(path.read_text(encoding="utf-8"))
    record = tmp_path / path.name
    record.write_text(json.dumps(case["record"]), encoding="utf-8")
    heard = Heard(audit, str(record), case["deal"])
    assert case["expect"]
    for key, wanted in case["expect"].items():
        CHECKS[key](heard, wanted)


def test_there_are_cases():
    assert len(CASES) > 100
