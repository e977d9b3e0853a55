"""The command line: arguments in, calls out."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from audit.errors import AuditError, RecordError, UsageError
from audit.records.inputs import InputDigest

app = typer.Typer(
    help="Fair play for the All Fours family: validate a game log, rule on a disputed hand, test whether the cards were honestly dealt.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Paths = Annotated[list[str], typer.Argument(metavar="PATH...", help="Files, folders (searched through), or - for standard input.")]
From = Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="Format of the input; otherwise its ending tells.")]
DealNumber = Annotated[int | None, typer.Option("--deal", metavar="N", help="Number of the deal.")]
GameId = Annotated[str | None, typer.Option("--game", metavar="ID", help="Id of the game, where a file holds several.")]


def main() -> None:
    """The `audit` command: exit status 2 and one sentence for a call or an input that cannot be used."""
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except typer.Abort:
        sys.exit(130)
    except AuditError as error:
        _refuse(str(error))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("click", "typer"):
            raise
        show = getattr(error, "format_message", None)
        _refuse(show() if show else str(error))


def _refuse(message: str) -> NoReturn:
    print(f"audit: {message}", file=sys.stderr)
    sys.exit(2)


class Reading:
    """Records read from what the user named; what cannot be read is said on standard error, and the rest still read.

    Attributes:
        errors: what could not be read.
        digests: of what was read.
    """

    def __init__(self, paths: list[str], format: str | None = None) -> None:
        from audit.records.reading import search

        self.errors: list[RecordError] = []
        self.digests: list[InputDigest] = []
        self._format = format
        self._found = search(paths, self._problem)

    def _problem(self, error: RecordError) -> None:
        self.errors.append(error)
        print(f"audit: {error}", file=sys.stderr)

    def records(self) -> Iterator[Any]:
        """The records, one after the other."""
        from audit.records.reading import read_inputs

        if self._found.unknown:
            many = f"{self._found.unknown} files" if self._found.unknown != 1 else "1 file"
            print(f"audit: {many} of unknown formats passed over", file=sys.stderr)
        with _progress() as progress:
            yield from read_inputs(
                self._found.inputs,
                format=self._format,
                on_error=self._problem,
                on_digest=self.digests.append,
                progress=progress,
            )

    @property
    def inputs(self) -> list[dict[str, str]]:
        """Name and SHA-256 of each input, for JSON."""
        return [{"file": digest.file, "sha256": digest.sha256} for digest in self.digests]


@contextmanager
def _progress() -> Iterator[Callable[[int, int | None], None] | None]:
    """A bar on standard error for long work, only on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    import time

    started = time.monotonic()
    shown = -1

    def tell(done: int, total: int | None) -> None:
        nonlocal shown
        share = int(100 * done / total) if total else 0
        if share == shown or time.monotonic() - started < 1:
            return
        shown = share
        bar = "#" * (share // 4)
        print(f"\r[{bar:<25}] {share:3d}%", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if shown >= 0:
            print("\r" + " " * 34 + "\r", end="", file=sys.stderr, flush=True)


def _style() -> Any:
    from audit.report.style import Style

    return Style.of(sys.stdout)


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)


def _dump(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _one_of(value: str, allowed: tuple[str, ...], option: str) -> str:
    if value not in allowed:
        raise UsageError(f"{option} {value!r} is unknown; expected {', '.join(allowed)}")
    return value


# -- validate -----------------------------------------------------------------------------------------------------------------


@app.command()
def validate(
    paths: Paths,
    format: Annotated[str, typer.Option("--format", help="full, concise or json.")] = "full",
    select: Annotated[list[str] | None, typer.Option("--select", metavar="CODES", help="Only these codes or classes, separated by commas.")] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="CODES", help="Not these codes or classes.")] = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit status 0 in spite of findings.")] = False,
    source: From = None,
) -> None:
    """Was it played by the rules? Every fault, with its place, its proof and its clause."""
    from audit.selection import Selection

    _one_of(format, ("full", "concise", "json"), "--format")
    chosen = Selection(select or [], ignore or [])
    status = _validate(Reading(paths, source), format, chosen)
    raise typer.Exit(2 if status == 2 else 0 if exit_zero else status)


def _validate(reading: Reading, format: str, chosen: Any) -> int:
    from audit.report import findings as report
    from audit.validation import Validation

    style = _style()
    codes: Counter[str] = Counter()
    collected: list[Any] = []
    records = deals = plays = notes = 0
    for record in reading.records():
        validation = Validation(record)
        records += 1
        deals += len(record.deals)
        plays += validation.plays
        cases = {heard.number: heard.case for heard in validation.heard} if validation.findings else {}
        for finding in chosen(validation.findings):
            notes += finding.kind == "note"
            if finding.kind != "note" or format == "json":
                codes[finding.code] += 1
            if format == "json":
                collected.append(finding.as_json())
            elif format == "concise":
                print(report.concise(finding))
            else:
                print(report.full(finding, cases.get(finding.deal), style) + "\n")
    unread = [_unread(error) for error in reading.errors]
    serious = sum(codes.values()) - (notes if format == "json" else 0)
    if format == "json":
        codes.update(finding.code for finding in unread)
        summary = {"records": records, "deals": deals, "plays": plays, "findings": dict(codes)}
        _dump({"findings": [*collected, *(finding.as_json() for finding in unread)], "summary": summary, "inputs": reading.inputs, "version": _version()})
    else:
        print(report.summary(records, deals, plays, codes, notes, len(unread)))
    return 2 if unread else 1 if serious else 0


def _unread(error: RecordError) -> Any:
    from audit.findings import Finding

    return Finding(code=error.code, kind="record", clauses=(), message=error.message + (f" ({error.path})" if error.path else ""), file=error.file, line=error.line)


def _version() -> str:
    from importlib.metadata import version

    return version("all-fours-audit")


# -- explain, schema ------------------------------------------------------------------------------------------------------------


@app.command()
def explain(name: Annotated[str, typer.Argument(metavar="CODE|CLAUSE", help="Such as revoke or REVK-4.")]) -> None:
    """What a code or a clause means, its source, and an example that shows it."""
    from audit.report.explain import explain as lines

    _print(lines(name, _style()))


@app.command()
def schema() -> None:
    """The JSON Schema of a record."""
    from audit.records.schema import schema_text

    print(schema_text(), end="")


# -- replay, rule -----------------------------------------------------------------------------------------------------------------


def _game(path: str, source: str | None, game: str | None, deal: int | None) -> Any:
    """The one record that is meant."""
    reading = Reading([path], source)
    records = list(reading.records())
    if reading.errors and not records:
        raise typer.Exit(2)
    if game is not None:
        records = [record for record in records if record.game.id == game]
    if len(records) == 1:
        return records[0]
    if not records:
        raise UsageError(f"no game {game!r} in {path}" if game is not None else f"no record in {path}")
    if game is None and deal is not None:
        holding = [record for record in records if any(one.number == deal for one in record.deals)]
        if len(holding) == 1:
            return holding[0]
    ids = ", ".join(str(record.game.id or "without an id") for record in records[:20])
    more = f" and {len(records) - 20} more" if len(records) > 20 else ""
    raise UsageError(f"{path} holds {len(records)} games; name one with --game: {ids}{more}")


@app.command()
def replay(
    path: Annotated[str, typer.Argument(metavar="FILE")],
    deal: DealNumber = None,
    game: GameId = None,
    source: From = None,
) -> None:
    """A deal trick by trick: who won, the count for Game, findings in their place."""
    from audit.report.replay import replay as lines
    from audit.ruling import rule as rule_on

    _print(lines(rule_on(_game(path, source, game, deal), deal), _style()))


@app.command()
def rule(
    path: Annotated[str, typer.Argument(metavar="FILE")],
    other: Annotated[str | None, typer.Argument(metavar="[FILE]", help="Another record of the same deal.")] = None,
    deal: DealNumber = None,
    game: GameId = None,
    dispute: Annotated[str | None, typer.Option("--dispute", metavar="KIND[:SEAT[:TRICK]]", help="One question: low, high, jack, game, revoke, count, turn, misdeal or winner.")] = None,
    format: Annotated[str, typer.Option("--format", help="full, json or markdown.")] = "full",
    cite: Annotated[bool, typer.Option("--cite", help="Print the clauses that are named.")] = False,
    source: From = None,
) -> None:
    """Rule on a deal: what is established, points, penalties, choices, what is not decided, who deals next."""
    from audit.report import ruling as report
    from audit.ruling import rule as rule_on

    _one_of(format, ("full", "json", "markdown"), "--format")
    record = _game(path, source, game, deal)
    second = None if other is None else _game(other, source, game, deal)
    ruling = rule_on(record, deal, dispute=dispute, other=second)
    if format == "json":
        _dump(ruling.as_json())
    elif format == "markdown":
        _print(report.markdown(ruling, cite=cite))
    else:
        _print(report.full(ruling, _style(), cite=cite))


# -- convert ----------------------------------------------------------------------------------------------------------------------


@app.command()
def convert(
    source_path: Annotated[str, typer.Argument(metavar="IN", help="A file, a folder, or - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, or - for standard output.")],
    source: From = None,
    to: Annotated[str | None, typer.Option("--to", metavar="FORMAT", help="Format of the output; otherwise its ending tells.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Change the format of records; what a format cannot hold is named."""
    from audit.records.writing import write

    reading = Reading([source_path], source)
    count = write(reading.records(), sys.stdout if target == "-" else Path(target), to, force=force)
    print(f"{count} record{'s' * (count != 1)} written", file=sys.stderr)
    raise typer.Exit(2 if reading.errors else 0)
