"""What a record may not do to whoever reads about it, and what happens when nobody can."""

import json
import os
import signal
import subprocess
import sys

import pytest

from audit import cli
from audit.records.inputs import printable
from audit.report.style import Style, json_text
from tests.make_samples import SAMPLES
from tests.test_cli import ROOT, outside

ESCAPE = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b2J\x7f\u202e"
FORBIDDEN = [chr(code) for code in (*range(10), *range(11, 32), *range(127, 160), 0x202E)]
COMMAND = [sys.executable, "-c", "from audit.cli import main; main()"]


@pytest.fixture
def hostile(tmp_path):
    """A record whose names, note and file name hold what a terminal would obey."""
    record = json.loads((SAMPLES / "faulty" / "revoke.json").read_text())
    record["game"]["id"] = record["game"]["place"] = f"table{ESCAPE}\n2"
    for seat in record["game"]["seats"]:
        seat["player"] += ESCAPE + "\n"
    record["deals"][0]["events"].append({"do": "note", "text": ESCAPE})
    path = tmp_path / "red\x1b[31m.json"
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize(
    "words",
    [
        "validate",
        "validate --format concise",
        "validate --format json",
        "replay",
        "rule --cite",
        "rule --format json",
        "rule --format markdown",
        "rule --dispute revoke:B",
        "club",
        "club --format json",
        "club --screen --format markdown",
    ],
)
def test_no_character_of_a_record_commands_the_terminal(hostile, words):
    command, *options = words.split()
    done = outside(command, hostile, *options)
    printed = done.stdout + done.stderr
    assert printed
    assert not [character for character in FORBIDDEN if character in printed]
    if "json" in options:
        json.loads(done.stdout)


def test_colours_are_the_only_escapes_on_a_terminal(hostile):
    done = outside("validate", hostile, env={"FORCE_COLOR": "1"})
    assert "B (Bob\\x1b]0;owned\\x07\\x1b[2J\\x1b[31m\\x9b2J\\x7f\\u202e\\n)" in done.stdout
    assert "\x1b[31mrevoke\x1b[0m" in done.stdout


def test_a_name_cannot_paint():
    style = Style(True)
    assert style.line(style.bold("Ann") + " \x1b[31m") == "\x1b[1mAnn\x1b[0m \\x1b[31m"
    assert Style(False).line("\ufdd0Ann\ufdd8") == "\\ufdd0Ann\\ufdd8"


def test_names_of_any_script_are_left_alone():
    for name in ("Zoë", "می‌نا", "Łukasz O’Neil", "小\u3000明", "Ann\xa0B."):
        assert printable(name) == name


def test_json_says_the_same_with_escapes():
    value = {"player": "Zoë\x9b\x7f\u202e\ud800"}
    assert json.loads(json_text(value)) == value
    assert "Zoë" in json_text(value)


def test_names_in_an_archive_are_escaped(tmp_path):
    import zipfile

    path = tmp_path / "night.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("\x1b]0;owned\x07.json", "{")
    done = outside("validate", path)
    assert done.returncode == 2
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize("words", ["validate sample_logs", "explain revoke", "schema", "power --rate 1/6"])
def test_a_full_disk_is_said(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *words.split()], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False
        )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "audit: the output cannot be written: No space left on device"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_a_stream_that_is_closed_is_none_the_worse(closed):
    shell = (
        f"'{sys.executable}' -c 'from audit.cli import main; main()' validate sample_logs/faulty/revoke.json {closed}"
    )
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (1, "")


def test_standard_input_that_is_closed_is_empty():
    shell = f"'{sys.executable}' -c 'from audit.cli import main; main()' validate - <&-"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (2, "audit: -: standard input is empty; expected a record\n")


def test_output_that_is_cut_off_says_nothing_of_the_records():
    shell = f"'{sys.executable}' -c 'from audit.cli import main; main()' schema | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (141, "")


def test_an_error_of_the_program_is_not_taken_for_one_of_the_user(monkeypatch):
    def wrong(**how):
        raise RuntimeError("a mistake in the program")

    monkeypatch.setattr(cli, "app", wrong)
    with pytest.raises(RuntimeError, match="a mistake"):
        cli.main()


def test_a_file_of_the_program_that_is_missing_is_not_taken_for_the_output(monkeypatch, capsys):
    def wrong(**how):
        raise FileNotFoundError(2, "No such file or directory", "fours.lark")

    monkeypatch.setattr(cli, "app", wrong)
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "audit: fours.lark: No such file or directory\n"


def test_any_encoding_of_the_terminal_will_do():
    done = outside("schema", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    json.loads(done.stdout)


def test_ctrl_c_ends_without_a_traceback():
    revoke = (SAMPLES / "faulty" / "revoke.fours").read_bytes()
    with subprocess.Popen(
        [*COMMAND, "validate", "-", "--format", "concise"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as running:
        running.stdin.write(revoke * 3)
        running.stdin.flush()
        assert b"revoke" in running.stdout.readline()  # it is reading and waits for more
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, b"")


def test_a_bar_in_a_name_does_not_break_the_minutes(tmp_path):
    book = tmp_path / "book.csv"
    book.write_text("Date,Deal,Dealer,Turn-up\n" + "".join(f"2026-03-05,{n},A|b,QH\n" for n in range(1, 8)))
    done = outside("club", book, "--format", "markdown")
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    assert rows[1].startswith("| A&#124;b | 7 |")
    assert len({line.count("|") for line in rows}) == 1
