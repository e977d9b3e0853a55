"""What a code or a clause means: the rule, its source, an example that shows it."""

import textwrap
from collections.abc import Iterator
from difflib import get_close_matches
from importlib.resources import files

from audit.codes import CODES, KINDS
from audit.errors import UsageError
from audit.report.findings import full
from audit.report.style import Style
from audit.rules.rulebook import CLAUSES, Clause

WIDTH = 100


def explain(name: str, style: Style) -> Iterator[str]:
    """The lines of an explanation.

    Raises:
        UsageError: there is no such code or clause.
    """
    if name.upper() in CLAUSES:
        yield from _clause(CLAUSES[name.upper()], style)
    elif name.lower() in CODES:
        yield from _code(name.lower(), style)
    else:
        near = get_close_matches(name.lower(), [*CODES], 3) or get_close_matches(name.upper(), [*CLAUSES], 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"the codes are {', '.join(CODES)}"
        raise UsageError(f"no code or clause {name!r}; {hint}")


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _clause(clause: Clause, style: Style) -> Iterator[str]:
    yield style.bold(f"{clause.id} {clause.title}")
    yield f"Source: {clause.source}" + (
        " (reading)" if clause.grade == "reading" and "reading" not in clause.source else ""
    )
    yield ""
    yield from _wrapped(clause.text)
    for heading, sentences in (("Readings", clause.readings), ("Not decided", clause.undecided)):
        if sentences:
            yield ""
            yield style.bold(heading)
            for sentence in sentences:
                yield from textwrap.wrap(sentence, WIDTH, initial_indent="- ", subsequent_indent="  ")
    codes = [code.name for code in CODES.values() if clause.id in code.clauses]
    if codes:
        yield ""
        yield f"Codes that rest on it: {', '.join(codes)}"
        yield from example(codes[0], style)


def _code(name: str, style: Style) -> Iterator[str]:
    code = CODES[name]
    yield style.bold(f"{code.name}: {code.title}") + f" [{code.kind}: {KINDS[code.kind]}]"
    yield ""
    yield from _wrapped(code.meaning)
    for cited in code.clauses:
        clause = CLAUSES[cited]
        yield ""
        yield style.bold(f"{clause.id} {clause.title}") + f" ({clause.source})"
        yield from _wrapped(clause.text, "  ")
    yield from example(name, style)


def example(name: str, style: Style) -> Iterator[str]:
    """A record that shows a code, and what is found in it; nothing for a code of files that cannot be read."""
    found = files("audit") / "examples" / f"{name}.fours"
    if not found.is_file():
        return
    from audit.records.notation import parse
    from audit.validation import Validation

    text = found.read_text(encoding="utf-8")
    yield ""
    yield style.bold("Example")
    yield from (f"  {line}".rstrip() for line in text.splitlines())
    yield ""
    validation = Validation(parse(text))
    cases = {heard.number: heard.case for heard in validation.heard}
    for finding in validation.findings:
        yield from full(finding, cases.get(finding.deal or 0), style)
