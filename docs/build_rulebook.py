"""Write `docs/rulebook.md`: every clause, what it stands on, the findings that rest on it and the tests that hold it.

python docs/build_rulebook.py            write the page
python docs/build_rulebook.py --check    say whether it is in step
"""

import argparse
import re
import sys
from pathlib import Path

from audit.codes import CODES, KINDS
from audit.rules.rulebook import CLAUSES, GRADES, SOURCES, Clause, is_cheating
from audit.rules.variants import VARIANTS, Variant

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rulebook.md"
CLAUSE_ID = re.compile(r"\b[A-Z]{3,4}-\d+\b")
CHAPTERS = {
    "GEN": "In general",
    "PACK": "Pack, seats and cutting",
    "DEAL": "The deal",
    "MISD": "Misdeals",
    "BEG": "Begging and discarding",
    "PLAY": "The play",
    "SCOR": "The score",
    "REVK": "Irregularities in play",
    "CHT": "Methods of cheating",
}
"""Where a chapter begins: the first clause with that prefix opens it."""

INTRODUCTION = """\
# The rulebook

Every finding and every ruling cites clauses of this page. They are told in our own words from three texts:

{sources}

A clause is one of three kinds, and what is said under **Reading** and **Undecided** is kept apart from the rule itself:

{grades}

This page is made by `make docs` from `audit/rules/rulebook.py` and `audit/codes.py`.

## The games

{variants}
"""

CHEATING_NOTE = """\
A finding never cites these: a broken rule is a broken rule, and cheating is a question of evidence. They are what the
statistics look for.
"""


def citing_tests() -> dict[str, list[str]]:
    """Of each clause, the tests that cite it, as paths from the top; the documents of rulings are tests too."""
    places: dict[str, set[str]] = {}
    files = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "docs" / "rulings").glob("*.md")]
    for file in files:
        if file.name == "test_rulebook.py":
            continue
        for cited in CLAUSE_ID.findall(file.read_text(encoding="utf-8")):
            places.setdefault(cited, set()).add(file.relative_to(ROOT).as_posix())
    return {cited: sorted(paths) for cited, paths in places.items()}


def variant_row(variant: Variant) -> str:
    """A row of the table of games."""
    if variant.trump_cut:
        trump = "the suit cut for (TRMP-1)"
    elif variant.trump_led:
        trump = "the first card led by the eldest hand (PLAY-5)"
    else:
        trump = "the card turned up after the deal (DEAL-4)"
    players = " or ".join(", ".join(map(str, variant.players)).rsplit(", ", 1))
    return f"| `{variant.name}` | {players} | {variant.target} | {trump} | {variant.source} |"


def entry(clause: Clause, tests: list[str]) -> str:
    """The entry of a clause."""
    lines = [f"### {clause.id}: {clause.title}", ""]
    if clause.grade != "plain":
        lines += [f"*{clause.grade.capitalize()}.* {clause.text}", ""]
    else:
        lines += [clause.text, ""]
    lines += [f"- **Reading:** {text}" for text in clause.readings]
    lines += [f"- **Undecided:** {text}" for text in clause.undecided]
    lines += [f"- Source: {clause.source}"]
    codes = [f"`{code.name}`" for code in CODES.values() if clause.id in code.clauses]
    if codes:
        lines += [f"- Findings: {', '.join(codes)}"]
    if tests:
        lines += [f"- Held by: {', '.join(f'`{path}`' for path in tests)}"]
    return "\n".join(lines) + "\n"


def findings_table() -> str:
    """The codes by class."""
    lines = ["## The findings", "", "`audit explain CODE` prints what each means and what to check first.", ""]
    lines += ["| class | means |", "|---|---|"]
    lines += [f"| `{kind}` | {meaning} |" for kind, meaning in KINDS.items()]
    lines += ["", "| code | class | what it is | clauses |", "|---|---|---|---|"]
    lines += [f"| `{c.name}` | {c.kind} | {c.title} | {', '.join(c.clauses)} |" for c in CODES.values()]
    return "\n".join(lines) + "\n"


def page() -> str:
    """The whole page."""
    variants = ["| game | players | target | trump | text |", "|---|---|---|---|---|"]
    variants += [variant_row(variant) for variant in VARIANTS.values()]
    parts = [
        INTRODUCTION.format(
            sources="\n".join(f"- **{key}**: {title}" for key, title in SOURCES.items()),
            grades="\n".join(f"- **{grade}**: {meaning}" for grade, meaning in GRADES.items()),
            variants="\n".join(variants),
        )
    ]
    tests = citing_tests()
    opened: set[str] = set()
    for clause in CLAUSES.values():
        prefix = clause.id.split("-")[0]
        if prefix in CHAPTERS and prefix not in opened:
            opened.add(prefix)
            if is_cheating(clause.id):
                parts.append(findings_table())
            parts.append(f"## {CHAPTERS[prefix]}\n")
            if is_cheating(clause.id):
                parts.append(CHEATING_NOTE)
        parts.append(entry(clause, tests.get(clause.id, [])))
    return "\n".join(parts)


def main() -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description="Write docs/rulebook.md from the rulebook and the codes.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the page is out of step")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/rulebook.md is out of step with the rulebook; run: make docs", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
