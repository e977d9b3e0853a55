"""Side by side in one run: `audit` against python-chess and PokerKit, a bare command; its memory, clubs, simulation.

    python benchmarks/peers.py                             print the tables
    python benchmarks/peers.py --write docs/benchmarks.md  and write the page
    python benchmarks/peers.py --only speed                one part

Speeds of different machines cannot be compared, and one machine is not equally fast from minute to minute: every round
measures each in turn, and what is reported is the median over the rounds of the ratio within a round.
"""

import argparse
import gc
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import chess
import chess.pgn
import pokerkit

import audit
import book
import simulate
from seven_up import lines

SEED = 20260305
DEALS = 2_500
PLIES = 24 * DEALS
LONGEST_GAME = 120
ROUNDS = 5
STARTS = 15
MEMORY_GAMES = (10_000, 100_000)

TYPER_PROGRAM = """\
import typer


def main() -> None:
    print("one line")


if __name__ == "__main__":
    typer.run(main)
"""

MEMORY_PROGRAM = """\
import runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
finally:
    status = open("/proc/self/status").read()
    print(status.split("VmHWM:")[1].split()[0], file=sys.stderr)
"""

METHOD = """\
# Benchmarks

Made by `make bench` (`benchmarks/peers.py`); the sample files are generated with fixed seeds, the same everywhere.
Speeds depend on the machine and the hour, so compare the ratios, which are taken within one run.

**Text to verdict.** Each program reads one file from the disk and judges every move in it, in one thread of the
interpreter: `audit` reads JSONL and reports findings, scores included; python-chess reads PGN, which checks and makes
every move; PokerKit reads hand histories and replays every action. All files hold at least {plies:,} plies in whole
games: some {deals:,} deals of four-player Seven-Up, random legal games of chess up to {longest} plies, random hands of
no-limit hold'em. Every round runs each once, after one unmeasured pass of each, with the garbage collector on and
emptied before each pass; what is measured is processor time. Rates are medians of {rounds} rounds; ratios are medians
of those within a round, with their range.

**Start-up.** Whole processes, alternating, {starts} times each after one unmeasured start: `audit validate` on one game
against a one-command typer program that prints one line. Medians of the wall time.

**Memory.** The high-water mark of resident memory (`VmHWM`, Linux) of `audit validate` on JSONL files of one-deal
games.

**Clubs.** Processor time: a turn-up book of a million rows, part by part, and `audit club` as a user runs it
(`benchmarks/book.py`).

**Simulation.** Deals a second of four-player Seven-Up between decent players (`benchmarks/simulate.py`).
"""


def write_deals(path: Path) -> int:
    """Whole games of Seven-Up; returns how many cards are played."""
    plies = 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines(SEED, DEALS):
            file.write(line)
            plies += 24 * line.count('"do":"deal"')
            if plies >= PLIES:
                return plies
    raise AssertionError("too few deals")


def write_pgn(path: Path) -> int:
    """Random legal games of chess; returns how many plies they have."""
    rng = random.Random(SEED)
    plies = 0
    with path.open("w", encoding="utf-8") as file:
        while plies < PLIES:
            board = chess.Board()
            while not board.is_game_over() and board.ply() < LONGEST_GAME:
                board.push(rng.choice(list(board.legal_moves)))
            plies += board.ply()
            print(chess.pgn.Game.from_board(board), file=file, end="\n\n")
    return plies


def write_hands(path: Path) -> int:
    """Random hands of six-handed no-limit hold'em; returns how many actions they have."""
    rng = random.Random(SEED)
    automations = (
        pokerkit.Automation.ANTE_POSTING,
        pokerkit.Automation.BET_COLLECTION,
        pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
        pokerkit.Automation.CARD_BURNING,
        pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        pokerkit.Automation.HAND_KILLING,
        pokerkit.Automation.CHIPS_PUSHING,
        pokerkit.Automation.CHIPS_PULLING,
    )
    game = pokerkit.NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    random.seed(SEED)  # PokerKit shuffles with the module's own generator
    histories, actions = [], 0
    while actions < PLIES:
        state = game(200, 6)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_complete_bet_or_raise_to() and rng.random() < 0.15:
                state.complete_bet_or_raise_to()
            elif state.can_fold() and rng.random() < 0.2:
                state.fold()
            else:
                state.check_or_call()
        history = pokerkit.HandHistory.from_game_state(game, state)
        histories.append(history)
        actions += len(history.actions)
    with path.open("wb") as file:
        pokerkit.HandHistory.dump_all(histories, file)
    return actions


def judge_deals(path: Path) -> None:
    """From JSONL to findings: the file is clean, so there must be none."""
    findings = [finding for record in audit.read(path) for finding in audit.validate(record)]
    assert not findings, findings[0]


def read_pgn(path: Path) -> None:
    """From PGN to games; every move is checked and made on a board."""
    with path.open(encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors


def replay_hands(path: Path) -> None:
    """From hand histories to states; every action is checked and made."""
    with path.open("rb") as file:
        for history in pokerkit.HandHistory.load_all(file):
            for _ in history.state_actions:
                pass


def seconds(work: Callable[[Path], None], path: Path) -> float:
    """Processor time of one pass, so that other work on the machine weighs less."""
    gc.collect()
    start = time.process_time()
    work(path)
    return time.process_time() - start


def spread(values: list[float]) -> str:
    """Median and range of ratios."""
    return f"{statistics.median(values):.1f} ({min(values):.1f} to {max(values):.1f})"


def speed(folder: Path) -> list[str]:
    """The table of plies a second."""
    runners = {
        f"audit {version('all-fours-audit')}, JSONL to findings": ("deals.jsonl", write_deals, judge_deals),
        f"python-chess {version('chess')}, PGN read": ("games.pgn", write_pgn, read_pgn),
        f"PokerKit {version('pokerkit')}, hand histories replayed": ("hands.phhs", write_hands, replay_hands),
    }
    plies = {name: write(folder / file) for name, (file, write, _) in runners.items()}
    rates: dict[str, list[float]] = {name: [] for name in runners}
    for turn in range(ROUNDS + 1):
        for name, (file, _, work) in runners.items():
            rate = plies[name] / seconds(work, folder / file)
            if turn:  # the first pass warms up
                rates[name].append(rate)
    ours = next(iter(rates.values()))
    rows = ["| program | plies | plies a second | audit is faster by |", "|---|--:|--:|--:|"]
    for name, found in rates.items():
        ratio = spread([a / b for a, b in zip(ours, found, strict=True)]) if found is not ours else ""
        rows.append(f"| {name} | {plies[name]:,} | {statistics.median(found):,.0f} | {ratio} |")
    return rows


def start_up(folder: Path) -> list[str]:
    """The table of start-up times."""
    one, program = folder / "one.json", folder / "typer_program.py"
    one.write_text(next(lines(SEED, 1)), encoding="utf-8")
    program.write_text(TYPER_PROGRAM, encoding="utf-8")
    commands = {
        "a typer program that prints one line": [sys.executable, str(program)],
        "`audit validate one.json`": [*command(), "validate", str(one)],
    }
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(STARTS + 1):
        for name, arguments in commands.items():
            start = time.perf_counter()
            subprocess.run(arguments, check=True, capture_output=True, env=environment)
            if turn:
                times[name].append(time.perf_counter() - start)
    bare = statistics.median(next(iter(times.values())))
    rows = ["| process | median | times the typer program |", "|---|--:|--:|"]
    rows += [
        f"| {name} | {1000 * statistics.median(found):.0f} ms | {statistics.median(found) / bare:.2f} |"
        for name, found in times.items()
    ]
    return rows


def memory(folder: Path) -> list[str]:
    """The table of peak memory."""
    rows = ["| games in the file | size of the file | peak memory | seconds |", "|--:|--:|--:|--:|"]
    for games in MEMORY_GAMES:
        path = folder / f"{games}.jsonl"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(lines(SEED, games, longest=1))
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", MEMORY_PROGRAM, command()[-1], "validate", str(path)],
            check=True,
            capture_output=True,
            text=True,
        )
        peak = int(done.stderr.split()[-1]) / 1024
        size = path.stat().st_size / 2**20
        rows.append(f"| {games:,} | {size:,.0f} MiB | {peak:.0f} MiB | {time.perf_counter() - start:.0f} |")
    return rows


def command() -> list[str]:
    """How this interpreter runs the command line."""
    return [sys.executable, str(Path(sys.executable).parent / "audit")]


def clubs(folder: Path) -> list[str]:
    """The tables of clubs."""
    return book.measure()


def simulated(folder: Path) -> list[str]:
    """The table of simulated clubs."""
    return simulate.table(simulate.measure()).split("\n")


PARTS: dict[str, tuple[str, Callable[[Path], list[str]]]] = {
    "speed": ("Text to verdict", speed),
    "start-up": ("Start-up", start_up),
    "memory": ("Memory", memory),
    "clubs": ("Clubs", clubs),
    "simulate": ("Simulation", simulated),
}
"""Each part of the page: its heading and how it is measured."""


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description="Measure audit side by side with python-chess and PokerKit.")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="also write the page, with the method")
    parser.add_argument("--only", choices=PARTS, help="one part")
    arguments = parser.parse_args()
    page = [METHOD.format(plies=PLIES, deals=DEALS, longest=LONGEST_GAME, rounds=ROUNDS, starts=STARTS).rstrip()]
    machine = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    page.append(f"Measured on {machine}.")
    with tempfile.TemporaryDirectory() as folder:
        for name, (heading, measure) in PARTS.items():
            if arguments.only in (None, name):
                page.append(f"## {heading}\n\n" + "\n".join(measure(Path(folder))))
                print(page[-1], end="\n\n", flush=True)
    if arguments.write:
        arguments.write.write_text("\n\n".join(page) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
