"""Findings for people: `full` for the table, `concise` one a line."""

import textwrap
from collections import Counter

from audit.cards import NAMES
from audit.findings import Finding
from audit.report.style import Style
from audit.rules.reckoning import Case

WIDTH = 110


def place(finding: Finding, *, line: bool = True) -> str:
    """Where the finding is, such as `table-2.json, deal 3, trick 2`."""
    parts = [finding.file or "", finding.member or "", f"sheet {finding.sheet}" if finding.sheet else ""]
    if line and finding.row is not None:
        parts.append(f"row {finding.row}")
    elif line and finding.line is not None:
        parts.append(f"line {finding.line}")
    if finding.deal is not None:
        parts.append(f"deal {finding.deal}")
    if finding.trick is not None:
        parts.append(f"trick {finding.trick}")
    return ", ".join(part for part in parts if part) or "record"


def who(finding: Finding) -> str:
    """Whose it is, such as ` by E (Cyd)`."""
    if finding.seat is not None:
        player = f" ({finding.player})" if finding.player else ""
        return f" by {finding.seat}{player}"
    return f" of {finding.side}" if finding.side is not None else ""


def concise(finding: Finding) -> str:
    """A finding on one line."""
    card = f" {finding.card}" if finding.card else ""
    point = f" {finding.point}" if finding.point else ""
    clauses = f" ({' '.join(finding.clauses)})" if finding.clauses else ""
    return f"{place(finding)}: {finding.kind}: {finding.code}{point}{who(finding)}{card}{clauses}"


def full(finding: Finding, case: Case | None, style: Style) -> list[str]:
    """The lines of a finding, to be shown to the table: where, what was seen, the proof, the clauses, the meaning."""
    reading = ", rests on a reading" if finding.reading else ""
    code = style.kind(finding.code, finding.kind)
    lines = [f"{style.bold(place(finding))}: {code}{who(finding)} [{finding.kind}{reading}]"]
    lines += [f"    {label:<9}{text}" for label, text in _seen(finding, case, style)]
    lines += textwrap.wrap(finding.message, WIDTH, initial_indent="    ", subsequent_indent="    ")
    more = "; ".join(filter(None, (" ".join(finding.clauses), f"more: audit explain {finding.code}")))
    lines.append(style.paint(f"    {more}", "dim"))
    if follows := ruling_command(finding):
        lines.append(style.paint(f"    what follows: {follows}", "dim"))
    return lines


def ruling_command(finding: Finding) -> str | None:
    """The command that rules on the deal of a finding to which the rules attach something, where it is a file's."""
    attached = finding.kind in ("violation", "irregularity") and finding.deal is not None
    if not attached or finding.member is not None or finding.file in (None, "-"):
        return None
    return f"audit rule {finding.file} --deal {finding.deal}"


def _seen(finding: Finding, case: Case | None, style: Style) -> list[tuple[str, str]]:
    """The trick, who held what, and the proof."""
    seen: list[tuple[str, str]] = []
    if case is not None and finding.trick is not None and finding.trick <= len(case.play.tricks):
        trick = case.play.tricks[finding.trick - 1]
        cards = [
            ("?" if seat is None else case.table.label(seat), "?" if card is None else style.card(NAMES[card]))
            for seat, card in zip(trick.seats, trick.cards, strict=True)
        ]
        if cards:
            seen.append(("led", f"{cards[0][0]}: {cards[0][1]}"))
            if cards[1:]:
                seen.append(("played", ", ".join(f"{seat}: {card}" for seat, card in cards[1:])))
    if finding.proof and finding.proof not in finding.message:
        owner = f"{finding.seat}: " if finding.code == "revoke" and finding.seat else ""
        seen.append(("proof", owner + finding.proof))
    return seen


def summary(records: int, deals: int, plays: int, findings: Counter[str], notes: int, errors: int) -> str:
    """What was read and what was found."""
    unread = f"{many(errors, 'place')} could not be read"
    if not records:
        return f"Nothing was read; {unread}." if errors else "Nothing was read."
    read = f"{many(records, 'record')}, {many(deals, 'deal')}, {many(plays, 'card played', 'cards played')}"
    total = sum(findings.values())
    found = f"{many(total, 'finding')} ({_listed(findings)})" if total else "nothing irregular"
    rest = f"; {many(notes, 'note')}" if notes else ""
    text = f"{read}: {found}{rest}{f'; {unread}' if errors else ''}."
    return textwrap.fill(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def many(number: int, one: str, more: str | None = None) -> str:
    """So many of something, in words; `more` is its plural where that is not the word with an s."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def _listed(findings: Counter[str]) -> str:
    return ", ".join(f"{count:,} {code}" for code, count in findings.most_common())
