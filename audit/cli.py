"""The command line: arguments in, calls out."""

import gc
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from audit.desk import Reading
from audit.errors import AuditError, UsageError

if TYPE_CHECKING:
    from audit.records.models import Record
    from audit.report.style import Style
    from audit.selection import Selection

app = typer.Typer(
    help="Fair play for the All Fours family: validate a game log, rule on a disputed hand, test the dealing.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Paths = Annotated[
    list[str], typer.Argument(metavar="PATH", help="Files, folders (searched through), or - for standard input.")
]
From = Annotated[
    str | None, typer.Option("--from", metavar="FORMAT", help="Format of the input; otherwise its ending tells.")
]
DealNumber = Annotated[int | None, typer.Option("--deal", metavar="N", help="Number of the deal.")]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column", metavar="NAME=HEADING", help='Heading of a known column of a sheet, such as dealer="Who dealt".'
    ),
]
ExplainColumns = Annotated[
    bool, typer.Option("--explain-columns", help="Only say what the columns of sheets are taken for.")
]
FileOfGames = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for standard input.")]
GameId = Annotated[str | None, typer.Option("--game", metavar="ID", help="Id of the game, where a file holds several.")]


STOPPED = 130
"""Exit status after Ctrl-C."""
CUT_OFF = 141
"""Exit status when whoever read the output has gone, as of any command."""


def main() -> None:
    """The `audit` command: exit status 2 and one sentence for a call or an input that cannot be used."""
    gc.set_threshold(20_000)  # records are trees and free themselves: looking for cycles among them costs a fifth
    _streams()
    status: int = 2
    try:
        status = app(standalone_mode=False) or 0
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        status = STOPPED
    except (BrokenPipeError, SystemExit):  # typer makes the one into the other
        status = CUT_OFF
    except OSError as error:
        what = "the output cannot be written" if error.filename is None else error.filename
        _say(f"{what}: {error.strerror or error}")
    except AuditError as error:
        _say(str(error))
    except Exception as error:
        sentence = getattr(error, "format_message", None)
        if sentence is None:  # no call that click refuses; typer may bring a click of its own, so no class is named
            raise
        _say(sentence())
    _end(status)


def _streams() -> None:
    """Standard streams that are there and take any character, whatever they were given."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started the command
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _say(message: str) -> None:
    """A sentence on standard error; nothing where there is nothing to say, as after the help."""
    from audit.records.inputs import printable

    if message:
        print(f"audit: {printable(message)}", file=sys.stderr)


def _end(status: int) -> NoReturn:
    """Leave with this status, although standard output may take nothing more."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left over is written there on the way out
    sys.exit(status)


def _style() -> "Style":
    from audit.report.style import Style

    return Style.of(sys.stdout)


def _print(lines: Iterable[str]) -> None:
    style = _style()
    for line in lines:
        print(style.line(line))


def _dump(value: Any) -> None:
    from audit.report.style import json_text

    print(json_text(value))


def _one_of(value: str, allowed: tuple[str, ...], option: str) -> str:
    if value not in allowed:
        raise UsageError(f"{option} {value!r} is unknown; expected {', '.join(allowed)}")
    return value


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"audit {_version()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """What holds of every command."""


# -- validate ------------------------------------------------------------------------------------------------------


@app.command()
def validate(
    paths: Paths,
    format: Annotated[str, typer.Option("--format", help="full, concise or json.")] = "full",
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="CODES", help="Only these codes or classes, separated by commas."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="CODES", help="Not these codes or classes.")
    ] = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit status 0 in spite of findings.")] = False,
    columns: Columns = None,
    explain_columns: ExplainColumns = False,
    source: From = None,
) -> None:
    """Was it played by the rules? Every fault, with its place, its proof and its clause."""
    from audit.selection import Selection

    _one_of(format, ("full", "concise", "json"), "--format")
    chosen = Selection(select or [], ignore or [])
    reading = Reading(paths, source, columns or ())
    if explain_columns:
        _explain_columns(reading)
    status = _validate(reading, format, chosen)
    raise typer.Exit(2 if status == 2 else 0 if exit_zero else status)


def _explain_columns(reading: Reading) -> NoReturn:
    _print(reading.columns())
    raise typer.Exit(2 if reading.errors else 0)


def _validate(reading: Reading, format: str, chosen: "Selection") -> int:
    """Validate everything that can be read, print it, and return the exit status."""
    from audit.report.validation import PRINTERS, Tally
    from audit.validation import Validation

    tally = Tally(_style())
    printer = PRINTERS[format](tally)
    for record in reading.records():
        validation = Validation(record)
        tally.add(record, validation.plays)
        cases = {heard.number: heard.case for heard in validation.heard} if validation.findings else {}
        for finding in chosen(validation.findings):
            printer.show(finding, cases.get(finding.deal) if finding.deal is not None else None)
    for finding in chosen(reading.notices):
        printer.show(finding, None)
    printer.close(reading.unread(), reading.inputs, _version())
    return 2 if reading.errors else 1 if tally.serious else 0


def _version() -> str:
    from importlib.metadata import version

    return version("all-fours-audit")


# -- explain, schema -----------------------------------------------------------------------------------------------


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


# -- replay, rule --------------------------------------------------------------------------------------------------


def _game(path: str, source: str | None, game: str | None, deal: int | None) -> "tuple[Record, int]":
    """The one record that is meant, and the exit status: 2 where another could not be read."""
    reading = Reading([path], source)
    records = list(reading.records())
    if reading.errors and not records:
        raise typer.Exit(2)
    status = 2 if reading.errors else 0
    if game is not None:
        records = [record for record in records if record.game.id == game]
    if len(records) == 1:
        return records[0], status
    if not records:
        raise UsageError(f"no game {game!r} in {path}" if game is not None else f"no record in {path}")
    if game is None and deal is not None:
        holding = [record for record in records if any(one.number == deal for one in record.deals)]
        if len(holding) == 1:
            return holding[0], status
    if game is not None:
        raise UsageError(f"{path} holds {len(records)} games {game!r}; name the file of one of them")
    found = list(dict.fromkeys(record.game.id or "one without an id" for record in records))
    ids = ", ".join(found[:20])
    more = f" and {len(found) - 20} more" if len(found) > 20 else ""
    raise UsageError(f"{path} holds {len(records)} games; name one with --game: {ids}{more}")


@app.command()
def replay(
    path: FileOfGames,
    deal: DealNumber = None,
    game: GameId = None,
    source: From = None,
) -> None:
    """A deal trick by trick: who won, the count for Game, findings in their place."""
    from audit.report.replay import replay as lines
    from audit.ruling import rule as rule_on

    record, status = _game(path, source, game, deal)
    _print(lines(rule_on(record, deal), _style()))
    raise typer.Exit(status)


@app.command()
def rule(
    path: FileOfGames,
    other: Annotated[str | None, typer.Argument(metavar="OTHER", help="Another record of the same deal.")] = None,
    deal: DealNumber = None,
    game: GameId = None,
    dispute: Annotated[
        str | None,
        typer.Option(
            "--dispute",
            metavar="KIND[:SEAT[:TRICK]]",
            help="One question: low, high, jack, game, revoke, count, turn, misdeal or winner.",
        ),
    ] = None,
    format: Annotated[str, typer.Option("--format", help="full, json or markdown.")] = "full",
    cite: Annotated[bool, typer.Option("--cite", help="Print the clauses that are named.")] = False,
    source: From = None,
) -> None:
    """Rule on a deal: what is established, points, penalties, choices, what is not decided, who deals next."""
    from audit.report import ruling as report
    from audit.ruling import rule as rule_on

    _one_of(format, ("full", "json", "markdown"), "--format")
    record, status = _game(path, source, game, deal)
    second, status_of_other = (None, 0) if other is None else _game(other, source, game, deal)
    ruling = rule_on(record, deal, dispute=dispute, other=second)
    if format == "json":
        _dump(ruling.as_json())
    elif format == "markdown":
        _print(report.markdown(ruling, cite=cite))
    else:
        _print(report.full(ruling, _style(), cite=cite))
    raise typer.Exit(max(status, status_of_other))


# -- convert -------------------------------------------------------------------------------------------------------


@app.command()
def convert(
    source_path: Annotated[str, typer.Argument(metavar="IN", help="A file, a folder, or - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, or - for standard output.")],
    source: From = None,
    columns: Columns = None,
    explain_columns: ExplainColumns = False,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="Format of the output; otherwise its ending tells.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Change the format of records; what a format cannot hold is named."""
    from audit.records.lost import Losses
    from audit.records.writing import format_to_write, write
    from audit.report.findings import many

    reading = Reading([source_path], source, columns or ())
    if explain_columns:
        _explain_columns(reading)
    where = sys.stdout if target == "-" else Path(target)
    losses = Losses(format_to_write(where, to))
    count = write(losses.watch(reading.records()), where, to, force=force)
    for line in losses.lines():
        _say(f"not held by {losses.format}: {line}")
    print(f"{many(count, 'record')} written", file=sys.stderr)
    raise typer.Exit(2 if reading.errors else 0)


# -- club, power ---------------------------------------------------------------------------------------------------


@app.command()
def club(
    paths: Paths,
    level: Annotated[
        float, typer.Option("--level", help="At most this share of honest clubs would ever see anybody accused.")
    ] = 0.01,
    follow: Annotated[
        str | None,
        typer.Option("--follow", metavar="STATE", help="A file that carries the counts from night to night."),
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="ALIASES.csv", help="A table of spellings: name, person.")
    ] = None,
    screen: Annotated[
        bool, typer.Option("--screen", help="Also look for patterns afterwards; they accuse nobody.")
    ] = False,
    format: Annotated[str, typer.Option("--format", help="full, json or markdown.")] = "full",
    columns: Columns = None,
    explain_columns: ExplainColumns = False,
    source: From = None,
) -> None:
    """Were the cards honestly dealt? The records, the pack, the shuffle, then the players, with a stated bound."""
    _one_of(format, ("full", "json", "markdown"), "--format")
    reading = Reading(paths, source, columns or ())
    if explain_columns:
        _explain_columns(reading)
    status = _club(reading, level, follow, players, screen, format)
    raise typer.Exit(2 if reading.errors else status)


def _club(reading: Reading, level: float, follow: str | None, players: str | None, screen: bool, format: str) -> int:
    with _evidence():
        from audit.evidence.examine import report_on
        from audit.evidence.follow import State
        from audit.report import club as report
    from audit.report.findings import concise

    state = State.read(follow) if follow is not None else State()
    if players is not None:
        state.tally.who.aliases = _aliases(players)
    for record in reading.records():
        state.tally.add(record)
    for notice in reading.notices:
        _say(f"{concise(notice)}: {notice.message}")
    found = report_on(
        state.tally,
        level=level,
        screen=screen,
        state=state if follow is not None else None,
        left_out=len(reading.errors),
        inputs=reading.inputs,
    )
    if format == "json":
        _dump(found.as_json())
    else:
        _print(report.markdown(found) if format == "markdown" else report.full(found, _style()))
    if follow is not None:
        state.write(follow)
    return found.exit_status


def _aliases(path: str) -> dict[str, str]:
    from audit.records.inputs import file_input
    from audit.records.people import read_aliases

    source = file_input(path)
    try:
        return read_aliases(source.open().read(), path)
    finally:
        source.close()


@contextmanager
def _evidence() -> Iterator[None]:
    """Say what to install where the libraries of the statistics are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UsageError(f"this needs {error.name}: pip install numpy scipy") from None


@app.command()
def power(
    hypothesis: Annotated[str, typer.Option("--hypothesis", help="Such as turned-jacks.")] = "turned-jacks",
    rate: Annotated[
        str | None, typer.Option("--rate", help="The true rate, such as 1/6: how many deals to see it?")
    ] = None,
    deals: Annotated[
        int | None, typer.Option("--deals", help="So many deals of his own: what rate would they show?")
    ] = None,
    level: Annotated[float, typer.Option("--level", help="The stated level.")] = 0.01,
    people: Annotated[
        int, typer.Option("--people", help="In a club of so many, where everybody and every hypothesis has a share.")
    ] = 1,
    format: Annotated[str, typer.Option("--format", help="full or json.")] = "full",
) -> None:
    """How many deals it takes to see a cheat, or what so many deals can show."""
    _one_of(format, ("full", "json"), "--format")
    with _evidence():
        from audit.evidence.power import power as power_of
        from audit.report.power import sentence
    found = power_of(hypothesis, rate=_rate(rate), deals=deals, level=level, people=people)
    if format == "json":
        _dump(found)
    else:
        _print([sentence(found)])


def _rate(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        return float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        raise UsageError(
            f"--rate {text!r} is no number; expected a fraction such as 1/6 or a decimal such as 0.17"
        ) from None


# -- simulate ------------------------------------------------------------------------------------------------------


@app.command()
def simulate(
    out: Annotated[str, typer.Argument(metavar="OUT", help="The file of the records; the truth is written beside it.")],
    clubs: Annotated[int, typer.Option("--clubs", help="How many clubs.")] = 1,
    nights: Annotated[int, typer.Option("--nights", help="Nights of each club.")] = 20,
    tables: Annotated[int, typer.Option("--tables", help="Tables of a night.")] = 2,
    players: Annotated[int, typer.Option("--players", help="Members of each club.")] = 8,
    deals: Annotated[
        int, typer.Option("--deals", help="A table begins no further game after so many deals of a night.")
    ] = 40,
    variant: Annotated[
        str, typer.Option("--variant", help="seven-up, all-fours, pitch, all-fives or california-jack.")
    ] = "seven-up",
    cheat: Annotated[
        list[str] | None,
        typer.Option("--cheat", metavar="METHOD:PLAYER[:STRENGTH]", help="Such as CHT-1:Bob:1/6; may be repeated."),
    ] = None,
    shuffle: Annotated[str, typer.Option("--shuffle", help="perfect, riffle:N or overhand:N.")] = "perfect",
    record: Annotated[str, typer.Option("--record", help="full, plays or turn-ups.")] = "full",
    omitted: Annotated[float, typer.Option("--omitted", help="Chance that a deal is not written down.")] = 0.0,
    omitted_dull: Annotated[
        float, typer.Option("--omitted-dull", help="Chance that a deal without a turned Jack is not written down.")
    ] = 0.0,
    renumbered: Annotated[
        bool, typer.Option("--renumbered", help="The deals left are numbered without a gap.")
    ] = False,
    slips: Annotated[float, typer.Option("--slips", help="Chance of a slip of the pen.")] = 0.0,
    missing_hands: Annotated[float, typer.Option("--missing-hands", help="Chance that a hand is not recorded.")] = 0.0,
    two_spellings: Annotated[
        int, typer.Option("--two-spellings", help="Members whose name is written in two spellings.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same records to the byte.")] = 0,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="Format; otherwise the ending tells.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
) -> None:
    """Make an honest club, or a crooked one whose truth is known."""
    with _evidence():
        from audit.report.findings import many
        from audit.simulate import Cheat, Plan, Shuffle, Trouble, truth_beside, write
    plan = Plan(
        clubs=clubs,
        nights=nights,
        tables=tables,
        players=players,
        deals=deals,
        variant=variant,
        cheats=tuple(Cheat.parse(text) for text in cheat or ()),
        shuffle=Shuffle.parse(shuffle),
        record=record,  # type: ignore[arg-type]
        trouble=Trouble(
            omitted=omitted,
            omitted_dull=omitted_dull,
            renumbered=renumbered,
            slips=slips,
            missing_hands=missing_hands,
            two_spellings=two_spellings,
        ),
        seed=seed,
    )
    truth = write(plan, out, to, force=force)
    made = f"{many(truth.records, 'record')} with {many(truth.deals, 'deal')}"
    _print([f"{made} in {out}; the truth in {truth_beside(out)}"])
