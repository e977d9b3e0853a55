"""What `audit validate` prints: each finding as it comes, and what was read in the end."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

from audit.findings import Finding
from audit.records.models import Record
from audit.report.findings import concise, full, summary
from audit.report.style import Style, json_text
from audit.rules.reckoning import Case


class Tally:
    """What was read and found so far."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.records = self.deals = self.plays = 0
        self.codes: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()

    def add(self, record: Record, plays: int) -> None:
        """Count a record."""
        self.records += 1
        self.deals += len(record.deals)
        self.plays += plays

    def found(self, finding: Finding) -> None:
        """Count a finding; a note by itself."""
        (self.notes if finding.kind == "note" else self.codes)[finding.code] += 1

    @property
    def serious(self) -> int:
        """Findings that are no notes."""
        return self.codes.total()


class Printer(Protocol):
    """Prints findings in one format."""

    def show(self, finding: Finding, case: Case | None) -> None:
        """Print a finding; `case` is its deal."""

    def close(self, unread: list[Finding], inputs: list[dict[str, str]], version: str) -> None:
        """Print what was read in all."""


class Lines:
    """Findings as text, in full or one a line.

    Args:
        tally: counts them.
    """

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def show(self, finding: Finding, case: Case | None) -> None:
        """Print a finding."""
        self.tally.found(finding)
        for line in self.lines(finding, case):
            print(self.tally.style.line(line))

    def lines(self, finding: Finding, case: Case | None) -> list[str]:
        """The finding on one line."""
        return [concise(finding)]

    def close(self, unread: list[Finding], inputs: list[dict[str, str]], version: str) -> None:
        """Print the summary."""
        tally = self.tally
        print(summary(tally.records, tally.deals, tally.plays, tally.codes, tally.notes.total(), len(unread)))


class Paragraphs(Lines):
    """Findings in full, for the table."""

    def lines(self, finding: Finding, case: Case | None) -> list[str]:
        """The finding in full, and an empty line."""
        return [*full(finding, case, self.tally.style), ""]


class Json:
    """Findings as one JSON object.

    Args:
        tally: counts them.
    """

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.findings: list[dict[str, Any]] = []

    def show(self, finding: Finding, case: Case | None) -> None:
        """Keep a finding."""
        self.tally.found(finding)
        self.findings.append(finding.as_json())

    def close(self, unread: list[Finding], inputs: list[dict[str, str]], version: str) -> None:
        """Print the object."""
        tally = self.tally
        codes = tally.codes + tally.notes + Counter(finding.code for finding in unread)
        value = {
            "findings": [*self.findings, *(finding.as_json() for finding in unread)],
            "summary": {"records": tally.records, "deals": tally.deals, "plays": tally.plays, "findings": dict(codes)},
            "inputs": inputs,
            "version": version,
        }
        print(json_text(value))


PRINTERS: Final[dict[str, Callable[[Tally], Printer]]] = {"full": Paragraphs, "concise": Lines, "json": Json}
"""The formats of `audit validate`."""
