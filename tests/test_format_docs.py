"""What docs/record.md and docs/notation.md show is read as they say."""

import doctest
import json
import re
from pathlib import Path

import pytest

from audit.errors import RecordError
from audit.records.json_records import parse as parse_json
from audit.records.models import Record
from audit.records.notation import WRITTEN, dump, parse
from audit.records.wording import EVENTS, keys_of

DOCS = Path(__file__).parent.parent / "docs"
NOTATION = (DOCS / "notation.md").read_text()
RECORD = (DOCS / "record.md").read_text()


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", blocks(NOTATION, "fours"))
def test_each_block_of_notation_is_a_record(text):
    assert parse(dump(parse(text))) == parse(text)


@pytest.mark.parametrize("text", blocks(RECORD, "json"))
def test_each_block_of_json_is_a_record(text):
    record = parse_json(text.encode())
    assert parse(dump(record)) == record


def test_every_way_to_write_a_line_is_shown():
    for line in (line for lines in WRITTEN.values() for line in lines if not line.startswith("[")):
        assert f"`{line}`" in NOTATION or line == "deal 1 dealer S"


def test_every_tag_that_is_shown_is_read():
    tags = re.findall(r"`(\[[A-Z][a-z]+[^`]*\])`", NOTATION)
    assert len(tags) > 10
    for tag in tags:
        if tag not in ("[Seat]", "[Game]"):
            partner = '[Seat "N"]\n' if tag.startswith('[Seat "W"') else ""
            assert tag in dump(parse(f"{tag}\n{partner}"))


def test_brackets_are_read_as_the_page_says():
    def event(line):
        return parse(f"deal 1\n  {line}\n").deals[0].events[0]

    assert event("hands A: [?]").hands == {"A": [None]}
    assert event("hands A: ?").hands == {"A": None}
    assert event("turn [JC]").cards == ["JC"]
    assert event("discard A []").cards == []
    assert (event("discard A 4C 5D count=3").cards, event("discard A 4C 5D count=3").count) == (["4C", "5D"], 3)


def test_every_event_and_key_of_the_record_is_shown():
    rows = dict(re.findall(r"^\| `([a-z-]+)` \|.*?\| `(\{\"do\".*\})` \|$", RECORD, re.MULTILINE))
    assert list(rows) == list(EVENTS)
    for name, text in rows.items():
        value = json.loads(text)
        assert value["do"] == name
        Record.model_validate({"format": "all-fours/1", "game": {}, "deals": [{"events": [value]}]})
        row = next(line for line in RECORD.splitlines() if line.startswith(f"| `{name}` |"))
        fields = row.split(" | ")[1]
        for key in keys_of(EVENTS[name]):
            assert key == "do" or f"`{key}`" in fields or (name == "run" and key == "hands")


@pytest.mark.parametrize(
    ("line", "text"),
    [(0, "turn 6X"), (1, "cut")],
)
def test_the_errors_shown_are_those_given(line, text):
    shown = blocks(NOTATION, "text")[0].splitlines()[line]
    with pytest.raises(RecordError) as caught:
        parse(f"deal 1\n  {text}\n")
    assert shown.endswith(f"column {caught.value.column}: {caught.value.message}")


def test_the_python_of_the_page_runs():
    assert doctest.testfile(str(DOCS / "record.md"), module_relative=False).failed == 0
