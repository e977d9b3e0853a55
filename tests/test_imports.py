"""What is not imported: a person who validates one file waits for the interpreter alone."""

import json
import subprocess
import sys

import pytest

from tests.games import record

HEAVY = {"numpy", "scipy", "matplotlib", "numba", "pandas", "pyarrow", "python_calamine", "charset_normalizer"}
SCREEN = {"typer", "click", "rich"}


def imported(code):
    """The top names of all modules that are loaded after `code` has run in a fresh interpreter."""
    script = f"{code}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}}, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def command(*arguments):
    """A call of the command line that leaves the interpreter running."""
    return (
        f"import sys\nsys.argv = {['audit', *map(str, arguments)]!r}\nimport audit.cli\n"
        "try:\n    audit.cli.main()\nexcept SystemExit as end:\n    assert end.code == 0, end.code"
    )


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record("tied_at_23")))
    return path


def test_validating_a_file_imports_nothing_heavy(game):
    names = imported(command("validate", game))
    assert not names & HEAVY
    assert "lark" not in names  # the grammar is for the notation alone


def test_ruling_and_replaying_import_nothing_heavy(game):
    assert not imported(command("rule", game, "--deal", 1)) & HEAVY
    assert not imported(command("replay", game, "--deal", 1)) & HEAVY


def test_validating_notation_needs_the_grammar_alone(tmp_path):
    path = tmp_path / "game.fours"
    path.write_text('[Variant "pitch"]\n[Seat "A"]\n[Seat "B"]\n\ndeal 1 dealer B\n  4S 5S\n')
    names = imported(command("validate", path))
    assert "lark" in names
    assert not names & HEAVY


def test_the_library_imports_no_command_line_and_nothing_heavy():
    names = imported("import audit")
    assert not names & (SCREEN | HEAVY)
    assert "lark" not in names
