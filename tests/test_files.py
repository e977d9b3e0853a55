"""Files, folders and standard input: what is found, read, hashed and written."""

import hashlib
import io
import json
import os
import sys
from pathlib import Path

import pytest

from audit.errors import RecordError, UsageError
from audit.records.inputs import find
from audit.records.json_records import parse as parse_json
from audit.records.notation import parse
from audit.records.reading import FORMATS, format_of, read, read_inputs, search
from audit.records.writing import json_line, json_page, write

FOURS = Path(__file__).with_name("data").joinpath("table-2.fours").read_text()
RECORD = parse(FOURS)


@pytest.fixture
def club(tmp_path):
    """A folder with a record in each format, and what is passed over."""
    (tmp_path / "b.json").write_text(json_page(RECORD))
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "A.JSONL").write_text(json_line(RECORD) + "\n" + json_line(RECORD) + "\n")
    (tmp_path / "night" / "c.fours").write_text(FOURS)
    (tmp_path / "README.md").write_text("no record")
    (tmp_path / ".hidden.json").write_text("no record")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.json").write_text("no record")
    return tmp_path


def test_a_folder_is_searched_through_in_order(club):
    found = search([club])
    assert [Path(source.name).name for source in found.inputs] == ["b.json", "A.JSONL", "c.fours"]
    assert (found.hidden, found.unknown) == (2, 1)
    records = list(read(club))
    assert records == [RECORD] * 4
    assert [record.origin.line for record in records] == [None, 1, 2, 1]


def test_each_input_is_hashed_and_reported(club):
    digests, steps = [], []
    found = search([club / "b.json", club / "night"])
    list(read_inputs(found.inputs, on_digest=digests.append, progress=lambda done, total: steps.append((done, total))))
    paths = [club / "b.json", club / "night" / "A.JSONL", club / "night" / "c.fours"]
    assert [(d.file, d.sha256) for d in digests] == [
        (str(path), hashlib.sha256(path.read_bytes()).hexdigest()) for path in paths
    ]
    size = sum(path.stat().st_size for path in paths)
    assert steps[-1] == (size, size)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)


def test_the_digest_is_of_the_whole_file_even_when_the_reader_stops(tmp_path):
    path = tmp_path / "a.fours"
    for data in (b"\xff\xfe\x00" + bytes(1 << 20), FOURS.encode() + b"\nx" * (1 << 20)):
        path.write_bytes(data)
        digests, errors = [], []
        records = read_inputs(search([path]).inputs, on_error=errors.append, on_digest=digests.append)
        assert list(records) == []
        assert errors
        assert [digest.sha256 for digest in digests] == [hashlib.sha256(data).hexdigest()]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    ("text", "count"),
    [
        (json_page(RECORD), 1),
        (json_line(RECORD), 1),
        (f"\n{json_line(RECORD)}\n" * 3, 3),
        (FOURS, 1),
        (f"\n; x\n{FOURS}", 1),
        (FOURS[FOURS.index("deal") :].replace("W/E", "A").replace("N/S", "B"), 1),
    ],
)
def test_standard_input_is_told_by_its_first_characters(monkeypatch, encoding, text, count):
    data = text.encode(encoding)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))
    digests = []
    found = search(["-"])
    records = list(read_inputs(found.inputs, on_digest=digests.append))
    assert len(records) == count
    assert records[0].deals[0].events[0] == RECORD.deals[0].events[0]
    assert records[0].origin.file == "-"
    assert digests[0].sha256 == hashlib.sha256(data).hexdigest()


def test_standard_input_that_is_nothing(monkeypatch):
    for data, says in ((b"", "empty"), (b"PK\x03", "begins with 'P'")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(RecordError, match=says):
            list(read("-"))


def test_standard_input_with_a_format(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json_line(RECORD).encode())))
    assert list(read("-", format="jsonl")) == [RECORD]


def test_endings_in_any_case():
    assert format_of("A.FOURS") is FORMATS["fours"]
    assert format_of("a.json.txt") is None


def test_a_name_that_is_no_text_can_be_printed(tmp_path):
    path = os.fsencode(tmp_path) + b"/a\xff\nb.json"
    with open(path, "w") as stream:
        stream.write("{")
    with pytest.raises(RecordError) as caught:
        list(read(os.fsdecode(path)))
    assert "a\\xff\\nb.json" in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read(tmp_path):
    (tmp_path / "closed").mkdir(mode=0)
    errors = []
    find([tmp_path], lambda name: True, errors.append)
    assert "permission denied" in str(errors[0])


@pytest.mark.parametrize("ending", [".json", ".jsonl", ".fours"])
def test_what_is_written_is_read_again(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    assert write([RECORD], path) == 1
    assert list(read(path)) == [RECORD]
    assert os.listdir(tmp_path) == [path.name]


def test_several_records(tmp_path):
    for name in ("a.jsonl", "a.fours"):
        assert write([RECORD, RECORD], tmp_path / name) == 2
        assert list(read(tmp_path / name)) == [RECORD, RECORD]
    with pytest.raises(UsageError, match="a JSON file holds one record; write several as jsonl or fours"):
        write([RECORD, RECORD], tmp_path / "a.json")
    assert not (tmp_path / "a.json").exists()


def test_nothing_is_written_over(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("mine")
    with pytest.raises(UsageError, match="exists already"):
        write([RECORD], path)
    assert path.read_text() == "mine"
    write([RECORD], path, force=True)
    assert list(read(path)) == [RECORD]
    write(read(path), path, force=True)
    assert list(read(path)) == [RECORD]


def test_a_failure_leaves_no_half_file(tmp_path):
    def failing():
        yield RECORD
        raise RecordError("spoilt")

    path = tmp_path / "a.jsonl"
    path.write_text("mine")
    with pytest.raises(RecordError):
        write(failing(), path, force=True)
    assert path.read_text() == "mine"
    assert os.listdir(tmp_path) == ["a.jsonl"]


def test_formats_that_cannot_be_written(tmp_path):
    for target, how in ((tmp_path / "a.txt", {}), (tmp_path / "a.json", {"format": "pdf"}), (io.StringIO(), {})):
        with pytest.raises(UsageError, match="expected json, jsonl, fours"):
            write([RECORD], target, **how)
    with pytest.raises(UsageError, match="cannot be written: no such file"):
        write([RECORD], tmp_path / "absent" / "a.json")
    stream = io.StringIO()
    write([RECORD], stream, "fours")
    assert stream.getvalue() == FOURS


def test_an_event_a_line_in_json_for_people():
    page = json_page(RECORD)
    assert parse_json(page.encode()) == RECORD
    assert '\n     {"do": "turn", "card": "6D"},\n' in page
    assert json.loads(page)["deals"][0]["score_after"] == {"W/E": 2, "N/S": 1}
