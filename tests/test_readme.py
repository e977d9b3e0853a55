"""What README.md shows is what the program prints. `python -m tests.test_readme` writes it anew."""

import contextlib
import io
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from audit import cli

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def ran(command):
    """What a command prints, both streams together; `| head -N` keeps the first lines."""
    call, _, cut = command.partition(" | head -")
    printed = io.StringIO()
    saved, sys.argv = sys.argv, shlex.split(call)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), pytest.raises(SystemExit):
            cli.main()
    finally:
        sys.argv = saved
    lines = printed.getvalue().rstrip("\n").splitlines(keepends=True)[: int(cut) if cut else None]
    return "".join(lines).rstrip("\n") + "\n"


def shown_again(block):
    """A block of commands with what each prints now."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{ran(line[2:])}" for line in commands)


@pytest.mark.parametrize("block", CONSOLE.findall(README.read_text(encoding="utf-8")))
def test_a_command_prints_what_the_readme_shows(block, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown_again(block) == block


def test_every_link_leads_somewhere():
    text = README.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert len(links) > 8
    assert [link for link in links if not (ROOT / link).exists()] == []


if __name__ == "__main__":
    os.chdir(ROOT)
    os.environ["NO_COLOR"] = "1"
    page = CONSOLE.sub(lambda found: f"```console\n{shown_again(found[1])}```", README.read_text(encoding="utf-8"))
    README.write_text(page, encoding="utf-8")
