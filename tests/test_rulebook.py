"""The rulebook and its page: nothing cited that is not there, nothing there that no test holds."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from audit.codes import CODES, KINDS
from audit.errors import UsageError
from audit.rules.rulebook import CLAUSES, GRADES, SOURCES, clause, is_cheating

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_rulebook", ROOT / "docs" / "build_rulebook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_in_step(builder):
    assert builder.PAGE.read_text(encoding="utf-8") == builder.page(), "out of step; run: make docs"


def test_every_clause_is_held_by_a_test(builder):
    held = builder.citing_tests()
    missing = [id_ for id_ in CLAUSES if id_ not in held]
    assert not missing, f"no test cites {', '.join(missing)}: name the clause beside the test that holds it"


def test_the_package_cites_only_clauses_that_exist(builder):
    prefixes = {id_.split("-")[0] for id_ in CLAUSES}
    cited: set[str] = set()
    for file in (ROOT / "audit").rglob("*.py"):
        cited |= set(builder.CLAUSE_ID.findall(file.read_text(encoding="utf-8")))
    unknown = {id_ for id_ in cited if id_.split("-")[0] in prefixes} - CLAUSES.keys()
    assert not unknown


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_a_code_is_complete(code):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.name)
    assert code.kind in KINDS
    assert set(code.clauses) <= CLAUSES.keys()
    assert len(set(code.clauses)) == len(code.clauses)
    assert not any(is_cheating(id_) for id_ in code.clauses)
    assert code.title
    sentences = re.findall(r"[.](?= |$)", code.meaning)
    assert 2 <= len(sentences) <= 5


def test_a_code_without_a_clause_speaks_of_the_record():
    without = {code.name for code in CODES.values() if not code.clauses}
    assert without == {
        "missing-deal",
        "duplicate-deal",
        "conflicting-deal",
        "time-order",
        "unreadable",
        "unknown-card",
        "spreadsheet-damage",
    }
    assert all(CODES[name].kind == "record" for name in without)


@pytest.mark.parametrize("row", CLAUSES.values(), ids=lambda row: row.id)
def test_a_clause_is_complete(row):
    assert re.fullmatch(r"[A-Z]{3,4}-[1-9]\d*", row.id)
    assert row.grade in GRADES
    assert row.title
    for sentence in (row.text, *row.readings, *row.undecided):
        assert sentence.strip() == sentence
        assert sentence.endswith(".")
    # A plain rule names its text; a rule that is not in the texts does not pretend to be.
    assert row.grade != "plain" or row.source[0] in SOURCES
    # A clause cited within another exists.
    for cited in re.findall(r"\b[A-Z]{3,4}-\d+\b", " ".join((row.text, *row.readings, *row.undecided))):
        assert cited in CLAUSES


def test_the_ids_of_a_prefix_run_without_a_gap():
    numbers: dict[str, list[int]] = {}
    for id_ in CLAUSES:
        prefix, number = id_.split("-")
        numbers.setdefault(prefix, []).append(int(number))
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


def test_a_clause_is_found_in_either_case():
    assert clause("revk-4") is CLAUSES["REVK-4"]


def test_an_unknown_clause_is_said_to_be_unknown():
    with pytest.raises(UsageError, match="no clause 'REVK-99'"):
        clause("REVK-99")
