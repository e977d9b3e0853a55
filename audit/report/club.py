"""The report on a club, for a committee: what was promised, what the records are worth, then everybody's cards."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log, log10
from typing import Any

from audit.cards import NAMES
from audit.evidence.evalues import e_to_p
from audit.evidence.explain import number
from audit.evidence.hypotheses import HYPOTHESES
from audit.evidence.report import VERDICTS, Report, Result
from audit.report.findings import many
from audit.report.style import Style

WIDTH = 110
COLUMNS = 60
ROWS = 8
COLOURS = {"accuse": "red", "watch": "yellow", "clear": "green", "too-few": "dim", "withheld": "dim"}
HEADINGS = ("player", "deals", "seen", "expected", "rate (any-time 95%)", "e-value", "p-value", "verdict")


def full(report: Report, style: Style) -> Iterator[str]:
    """The report for the terminal, line by line."""
    yield from textwrap.wrap("Honest-club guarantee: " + report.statement, WIDTH)
    yield ""
    for heading, lines in facts(report):
        for place, line in enumerate(lines):
            label = style.bold(f"{heading:<9}") if place == 0 else " " * 9
            wrapped = textwrap.wrap(line, WIDTH - 10) or [""]
            yield f"{label} {wrapped[0]}"
            yield from (" " * 10 + more for more in wrapped[1:])
    yield ""
    yield style.bold(conclusion(report))
    for result in found(report):
        yield ""
        yield from _finding(result, style)
    for title, rows in tables(report):
        yield ""
        yield from _table(title, rows, style)
    yield ""
    for word, meaning in VERDICTS.items():
        yield f"  {style.paint(f'{word:<9}', COLOURS[word])} {meaning}"
    if report.screening:
        yield ""
        yield style.bold("Screening: looked for afterwards, without any bound; no accusation")
        for result in report.screening:
            yield from textwrap.wrap(
                f"{result.player}: {result.note}", WIDTH, initial_indent="  ", subsequent_indent="    "
            )


def markdown(report: Report) -> Iterator[str]:
    """The report for the minutes."""
    yield "# Report on the club's records"
    yield ""
    yield f"**Honest-club guarantee.** {report.statement}"
    yield ""
    for heading, lines in facts(report):
        yield f"- **{heading}.** {' '.join(lines)}"
    yield ""
    yield f"**{conclusion(report)}**"
    for result in found(report):
        yield ""
        yield f"## {heading_of(result)}"
        yield ""
        yield from (f"- {line}" for line in explained(result))
        if result.deals:
            yield ""
            yield "| deal | factor | e-value after it |"
            yield "|---|---|---|"
            for deal in result.deals:
                yield _row(f"{deal.game} deal {deal.deal}", number(deal.factor), number(deal.e_value))
    for title, rows in tables(report):
        yield ""
        yield f"## {title}"
        yield ""
        yield _row(*HEADINGS)
        yield "|---" * len(HEADINGS) + "|"
        for result in rows:
            yield _row(*cells(result))
        yield ""
        for line in notes(rows):
            yield f"- {line}"
    if report.screening:
        yield ""
        yield "## Screening: looked for afterwards, without any bound; no accusation"
        yield ""
        yield from (f"- {result.player}: {result.note}" for result in report.screening)


def _row(*texts: str) -> str:
    """A row of a table in Markdown; a bar within a name does not end its cell."""
    return f"| {' | '.join(text.replace('|', '&#124;') for text in texts)} |"


def conclusion(report: Report) -> str:
    """The verdict in a sentence."""
    accused = report.accused
    if accused:
        return f"Beyond honest luck, at the level of {report.level:g}: {', '.join(accused)}."
    judged = [person for person in report.people if person.verdict != "withheld"]
    return "Nobody is accused." if judged else "Nobody is accused, and nobody could be judged."


def found(report: Report) -> list[Result]:
    """What calls for an explanation: accusations first."""
    listed = [result for result in report.results if result.player and result.verdict in ("accuse", "watch")]
    return sorted(listed, key=lambda result: (result.verdict != "accuse", -(result.e_value or 0)))


def tables(report: Report) -> list[tuple[str, list[Result]]]:
    """The results about people, a table for each hypothesis."""
    about = [result for result in report.results if result.player is not None]
    return [(HYPOTHESES[name].title, list(rows)) for name, rows in groupby(about, key=lambda result: result.hypothesis)]


def facts(report: Report) -> list[tuple[str, list[str]]]:
    """Records, pack and shuffle, each in a few sentences."""
    return [
        ("Records", _records(report.completeness)),
        ("Pack", _pack(report.pack)),
        ("Shuffle", _shuffle(report.shuffle)),
    ]


_COUNTED = (
    (
        "turn_ups_not_recorded",
        "turn-up was not written down and counts as if no Jack had been turned",
        "turn-ups were not written down and count as if no Jack had been turned",
    ),
    ("same_deal_twice", "deal came twice and was counted once", "deals came twice and were counted once"),
    (
        "without_a_dealer",
        "deal has no dealer and says nothing of anybody",
        "deals have no dealer and say nothing of anybody",
    ),
    (
        "rows_left_out",
        "row or cell could not be read and was left out",
        "rows or cells could not be read and were left out",
    ),
)
"""What is counted in the records: its key, and what to say of one and of more."""


def _records(records: dict[str, Any]) -> list[str]:
    missing, listed = records["missing_deals"], records["missing"]
    lines = [f"{_count(records['deals'], 'deal')} of {_count(records['games'], 'game')}."]
    if not records["deals"]:
        lines = ["No deal was read."]
    elif not records["numbered"]:
        lines.append("The deals are not numbered, so nobody can tell whether some were left out.")
    elif missing:
        places = "; ".join(
            f"{gap['game']} deal {gap['deal']}" + (f" ({gap['dealer']} to deal)" if gap["dealer"] else "")
            for gap in listed[:6]
        )
        more = f" and {missing - 6} more" if missing > 6 else ""
        lines.append(f"{missing} missing by their numbers, counted against every finding: {places}{more}.")
    else:
        lines.append("No number is missing.")
    for key, one, more in _COUNTED:
        if records[key]:
            lines.append(f"1 {one}." if records[key] == 1 else f"{records[key]:,} {more}.")
    for key, said in (
        ("copies", "under another name, and was counted once"),
        ("conflicting", "came again with another content, and the first was kept"),
        ("out_of_rotation", "has a dealer out of turn"),
        ("score_gaps", "does not begin with the score that the deal before ended with"),
    ):
        if records[key]:
            others = records["counts"][key] - 1
            more = f", and {others:,} more like it" if others else ""
            lines.append(f"{records[key][0]} {said}{more}.")
    if records["jumps"]:
        lines.append(
            f"The numbers jump before {records['jumps'][0]}; that is taken for another numbering, not for a gap."
        )
    if records["namesakes_left_out"]:
        lines.append(
            f"Two at one table are called {', '.join(records['namesakes_left_out'])}; left out until ids differ"
        )
    for one, other in records["one_person_perhaps"][:4]:
        lines.append(f"{one} and {other} may be one person; a table of aliases would say so.")
    if records["constant_turn_up"] is not None:
        lines.append(f"Every turn-up is {NAMES[records['constant_turn_up']]}: a fault of the recording.")
    if records["favours_jacks"]:
        lines.append(f"The records favour Jacks: {records['favours_jacks']}.")
    return lines


def _count(number_: int, what: str) -> str:
    return f"{number_:,} {what}{'' if number_ == 1 else 's'}"


def _pack(pack: dict[str, Any]) -> list[str]:
    lines = []
    for missing in pack["missing"]:
        where = ", ".join(part for part in (missing["table"], missing["night"]) if part)
        lines.append(
            f"{' '.join(missing['cards'])} never seen in {missing['deals']} deals{f' ({where})' if where else ''}; "
            f"e-value {number(missing['e_value'])}. Count the pack."
        )
    if not pack["deals"]:
        lines.append("No cards are recorded.")
    elif not pack["unseen"] and not lines:
        lines.append("Every card seen.")
    elif pack["unseen"] and not lines:
        unseen = pack["unseen"]
        cards = " ".join(unseen) if len(unseen) <= 6 else f"{len(unseen)} cards"
        lines.append(f"{cards} not seen yet; so few deals say nothing.")
    if pack["deals_with_a_card_twice"]:
        shown = many(pack["deals_with_a_card_twice"], "deal shows", "deals show")
        lines.append(f"{shown} a card twice; the cards of such deals are left out: first suspect the pen.")
    return lines


def _shuffle(shuffle: dict[str, Any]) -> list[str]:
    if not shuffle["deals"]:
        return ["Not known: no two deals in a row have all tricks and hands. Tests that need a sound one are withheld."]
    pairs, expected = shuffle["pairs_a_deal"], shuffle["expected"]
    later = (
        "the next deal but one, as where two packs are played with in turn" if shuffle["two_packs"] else "the next deal"
    )
    seen = f"{pairs:.2f} pairs of one trick meet in a hand of {later}, {expected:.2f} expected"
    if shuffle["verdict"] == "failed":
        times = ("once", "twice", "three times", "four times")[shuffle["riffles_to_add"] - 1]
        return [
            f"Cards of one trick stay together: {seen}. Riffle {times} more.",
            "Tests that need a sound shuffle are withheld.",
        ]
    if shuffle["verdict"] == "sound":
        return [f"Sound: {seen}."]
    return [f"Nothing against it, but not yet shown to be sound: {seen}, in {shuffle['deals']} deals."]


def heading_of(result: Result) -> str:
    """The heading of a finding."""
    hypothesis = HYPOTHESES[result.hypothesis]
    return f"{result.player}: {hypothesis.title} ({result.verdict}; {', '.join(hypothesis.methods)})"


def explained(result: Result) -> list[str]:
    """A finding in sentences."""
    lines = [result.note]
    if result.interval and result.rate is not None:
        lines.append(
            f"The rate is {result.rate:.3g}, between {result.interval[0]:.2g} and {result.interval[1]:.2g} with 95% "
            f"confidence at any time; the bet against honest play is worth {number(result.e_value or 0)}, a p-value of "
            f"{e_to_p(result.e_value or 0):.1g} however often one looks."
        )
    if HYPOTHESES[result.hypothesis].shuffle == "sound":
        lines.append("This rests on the shuffle, which is sound as far as the cards of one trick can tell.")
    lines.append(f"The plainest innocent explanation: {result.innocent_explanation}.")
    lines.append(f"To know more, write down: {result.more}.")
    return lines


def _finding(result: Result, style: Style) -> Iterator[str]:
    yield style.paint(heading_of(result), COLOURS[result.verdict])
    for line in explained(result):
        yield from textwrap.wrap(line, WIDTH, initial_indent="    ", subsequent_indent="    ")
    if result.deals:
        yield "    the deals that moved it most:"
        width = max(len(f"{deal.game} deal {deal.deal}") for deal in result.deals)
        for deal in result.deals:
            where = f"{deal.game} deal {deal.deal}"
            yield f"      {where:<{width}}   times {number(deal.factor):>4}   to {number(deal.e_value)}"
    yield from plot(result.path)


def plot(path: Sequence[tuple[int, float]]) -> list[str]:
    """A small picture of a bet: its worth, in powers of ten, along the person's deals.

    Args:
        path: number of observations and logarithm of the bet's worth after them, in order.
    """
    if len(path) < 2:
        return []
    heights = [(n, worth / log(10)) for n, worth in path if worth > float("-inf")]
    low, high = min(0.0, *(y for _, y in heights)), max(1.0, *(y for _, y in heights))
    last = heights[-1][0]
    grid = [[" "] * COLUMNS for _ in range(ROWS)]
    for n, y in heights:
        column = min(COLUMNS - 1, (n - 1) * COLUMNS // last)
        grid[ROWS - 1 - min(ROWS - 1, int((y - low) / (high - low) * ROWS))][column] = "*"
    lines = []
    for row, cells_ in enumerate(grid):
        top = high - (high - low) * row / ROWS
        lines.append(f"    {number(10 ** min(top, 300)):>12} |{''.join(cells_).rstrip()}")
    lines.append(" " * 17 + "+" + "-" * COLUMNS)
    lines.append(" " * 18 + f"1{last:>{COLUMNS - 1}}")
    return lines


def cells(result: Result) -> list[str]:
    """A row of a table."""
    low, high = result.interval or (0.0, 0.0)
    return [
        result.player or "",
        f"{result.n:,}",
        f"{result.observed:,.0f}",
        f"{result.expected:,.1f}"
        if result.expected is not None and result.expected >= 0.1
        else number(result.expected or 0.0),
        f"{_rate(result.rate or 0.0)} ({_rate(low)} to {_rate(high)})",
        number(result.e_value or 0.0),
        number(result.p_value or 0.0) if (result.p_value or 0.0) >= 1e-4 else f"{result.p_value or 0.0:.1e}",
        result.verdict,
    ]


def _rate(value: float) -> str:
    return f"{value:.2f}" if value == 0 or value >= 0.01 or log10(value) < -9 else f"{value:.1g}"


def _table(title: str, rows: list[Result], style: Style) -> Iterator[str]:
    body = [cells(row) for row in rows]
    widths = [max(len(line[place]) for line in [*body, list(HEADINGS)]) for place in range(len(HEADINGS))]
    yield style.bold(title)
    yield "  " + style.paint("  ".join(_align(HEADINGS, widths)), "dim")
    for line, row in zip(body, rows, strict=True):
        aligned = _align(line, widths)
        aligned[-1] = style.paint(aligned[-1], COLOURS[row.verdict])
        yield "  " + "  ".join(aligned).rstrip()
    for line_ in notes(rows):
        yield from textwrap.wrap(line_, WIDTH, initial_indent="    ", subsequent_indent="      ")


def notes(rows: Sequence[Result]) -> list[str]:
    """What stands below a table: each sentence once for all whom it is true of; of the turned Jacks, everybody's."""
    withheld = {row.reason: None for row in rows if row.verdict == "withheld" and row.reason}
    lines = [f"Not judged: {reason}." for reason in withheld]
    if rows[0].hypothesis == "turned-jacks":
        lines += [f"{row.player}: {row.note}" for row in rows if row.verdict in ("clear", "too-few")]
    return lines


def _align(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """First and last column to the left, numbers to the right."""
    last = len(line) - 1
    return [
        cell.ljust(width) if place in (0, last) else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]
