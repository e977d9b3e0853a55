"""Bad input gets one sentence with its place; a reader lets out nothing but records and that sentence."""

import io
import json
import os
import tracemalloc
from itertools import chain, repeat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.errors import RecordError, UsageError
from audit.records.inputs import Input
from audit.records.json_records import parse as parse_json
from audit.records.json_records import read_either, read_json, read_jsonl
from audit.records.models import Record
from audit.records.notation import parse, read_fours
from audit.records.reading import read, read_inputs, search

GOOD = '{"format": "all-fours/1", "game": {}, "deals": [{"events": [{"do": "turn", "card": "JH"}]}]}'
FOURS = Path(__file__).with_name("data").joinpath("table-2.fours").read_text()


def source(data: bytes) -> Input:
    return Input("sample", lambda: io.BytesIO(data))


def with_events(*events: object) -> bytes:
    return json.dumps(
        {"format": "all-fours/1", "game": {}, "deals": [{}, {"events": [{"do": "quit"}, *events]}]}
    ).encode()


def with_game(**game: object) -> bytes:
    return json.dumps({"format": "all-fours/1", "game": game}).encode()


def seats(*labels: str) -> list[dict[str, str]]:
    return [{"seat": label} for label in labels]


def refusal(data: bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse_json(data)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "pydantic" not in sentence.lower()
    assert "Input should" not in sentence
    return caught.value


@pytest.mark.parametrize(
    ("data", "path", "says"),
    [
        (with_events({"do": "bid", "seat": "A"}), "deals[1].events[1]", "unknown event 'bid'"),
        (with_events({"do": "trik", "cards": []}), "deals[1].events[1]", "did you mean trick?"),
        (with_events({"seat": "A"}), "deals[1].events[1]", 'without "do"'),
        (with_events("quit"), "deals[1].events[1]", "expected an object"),
        (
            with_events({"do": "turn", "crad": "JH"}),
            "deals[1].events[1]",
            "did you mean card or cards? The event turn has the keys do, card, cards",
        ),
        (
            with_events({"do": "stand"}),
            "deals[1].events[1]",
            "key 'seat' is missing; the event stand needs do and seat",
        ),
        (with_events({"do": "stand", "seat": 3}), "deals[1].events[1].seat", "found 3; expected a text"),
        (
            with_events({"do": "cut", "seat": "A", "at": "20"}),
            "deals[1].events[1].at",
            "found '20'; expected a whole number",
        ),
        (with_events({"do": "cut", "seat": "A", "at": 60}), "deals[1].events[1].at", "found 60; expected 52 or less"),
        (
            with_events({"do": "elect", "side": "A", "choice": "go"}),
            "deals[1].events[1].choice",
            "expected 'stand' or 'redeal'",
        ),
        (
            with_events({"do": "turn", "card": "HJ"}),
            "deals[1].events[1].card",
            "'HJ' is no card; a card is written rank then suit, such as JH",
        ),
        (with_events({"do": "trick", "cards": ["JH", "1S"]}), "deals[1].events[1].cards", "'1S' is no card"),
        (with_events({"do": "trick", "cards": "JH"}), "deals[1].events[1].cards", "no list of cards"),
        (with_events({"do": "keep", "side": "A", "card": None}), "deals[1].events[1].card", "null is no card"),
        (with_events({"do": "deal", "hands": {"A B": 60}}), "deals[1].events[1].hands['A B']", "60 is no hand"),
        (with_events({"do": "deal", "hands": []}), "deals[1].events[1].hands", "found a list; expected an object"),
        (with_events({"do": "bunch", "agreed": 1}), "deals[1].events[1].agreed", "expected true or false"),
        (with_game(seats=seats(*"ABCDE")), "game.seats", "5 seats; seven-up is played by 2, 3 or 4 players (SEAT-1)"),
        (with_game(seats=seats("A")), "game.seats", "1 seats"),
        (with_game(seats=seats("A", "A")), "game.seats", "'A' stands twice"),
        (with_game(seats=seats("A", "B C")), "game.seats[1].seat", "a label of 1 to 12 letters"),
        (with_game(seats=seats("A", "B"), winner="C"), "game.winner", "side 'C' is not in this game"),
        (with_game(variant="whist"), "game.variant", "found 'whist'; expected 'seven-up', "),
        (with_game(options={"strict": True}), "game.options", "unknown option 'strict'"),
        (with_game(variation="pitch"), "game", "did you mean variant?"),
        (b'{"game": {}}', None, "key 'format' is missing; a record needs format and game"),
        (b'{"format": "all-fours/2", "game": {}}', "format", "found 'all-fours/2'; expected 'all-fours/1'"),
        (b'{"format": 1e999, "game": {}}', "format", "found inf"),
        (b'{"format": NaN, "game": {}}', "format", "found nan"),
        (b"[]", None, "found a list; expected an object"),
        (
            b'{"format": "all-fours/1", "game": {}, "deals": [{"number": -1, "dealer": 3}]}',
            "deals[0].number",
            "found -1; expected 0 or more (and 1 more)",
        ),
    ],
)
def test_a_record_that_is_none(data, path, says):
    error = refusal(data)
    assert error.path == path
    assert says in error.message
    assert error.code == ("unknown-card" if "no card" in says else "unreadable")


@pytest.mark.parametrize(
    ("data", "line", "column", "says"),
    [
        (GOOD[:40].encode(), 1, 40, "the text ends in the middle of a record"),
        (GOOD.replace("game", "ga\nme").encode(), 2, 1, "a control character"),
        (b'{\n "format": "\xff"}', 2, 13, "byte 0xff is no UTF-8 text"),
        (b"\x00\x01\x02", 1, 1, "no JSON"),
        (b"[" * 100_000, 1, 202, "nested too deeply"),
        (b'{"a":' * 100_000, 1, None, "nested too deeply"),
        (GOOD.encode() + b"\n" + GOOD.encode(), 2, 1, "several records, one a line, are a .jsonl file"),
        (b'{"format": "\\ud800"}', 1, None, "no character"),
        (b'{"format": "\\udc00 x"}', 1, None, "surrogate"),
        (b'{"format": ' + b"9" * 5000 + b"}", 1, None, "too many digits"),
        (b"{'format'}", 1, 2, "no JSON: key must be a string"),
    ],
)
def test_a_text_that_is_no_json(data, line, column, says):
    error = refusal(data)
    assert error.line == line
    assert column is None or error.column == column
    assert says in error.message or (says == "surrogate" and "no character" in error.message)


@pytest.mark.parametrize(
    ("data", "path", "key"),
    [
        (GOOD.replace('"game"', '"format": "all-fours/1", "game"'), None, "format"),
        (GOOD.replace('"card"', '"card": "4S", "card"'), "deals[0].events[0]", "card"),
        (GOOD.replace('"card"', '"card" : "4S", "card"'), "deals[0].events[0]", "card"),
        (GOOD.replace('"card"', '"c\\u0061rd": "4S", "card"'), "deals[0].events[0]", "card"),
        (GOOD.replace("}]}]", '}, {"do": "note", "text": "\\":a:b", "text": "x: y"}]}]'), "deals[0].events[1]", "text"),
        (GOOD.replace('{"events"', '{"points": {"A": [], "B": [], "A": []}, "events"'), "deals[0].points", "A"),
        (GOOD.replace('{"do"', '{"do": "deal", "hands": {"A": 6, "A": 5}}, {"do"'), "deals[0].events[0].hands", "A"),
        (
            GOOD.replace('"game": {}', '"game": {"options": {"keep_nine": true, "keep_nine": false}}'),
            "game.options",
            "keep_nine",
        ),
    ],
)
def test_a_key_that_stands_twice(data, path, key):
    error = refusal(data.encode())
    assert error.path == path
    assert error.message == f"key '{key}' stands twice in one object"


def test_colons_and_quotation_marks_in_texts_are_no_keys():
    notes = ['a":b', ": :", '":', ' "a" : 1', "\\", '{"a":1,"a":2}']
    value = json.loads(GOOD)
    value["deals"][0].update(at="20:15", events=[{"do": "note", "text": text} for text in notes])
    for indent, separators in ((None, None), (2, (" ,", " : ")), (None, (",", ":"))):
        record = parse_json(json.dumps(value, indent=indent, separators=separators).encode())
        assert [event.text for event in record.deals[0].events] == notes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\n\n"])
def test_encodings_and_line_ends(encoding, ends):
    mark = "\ufeff" if encoding.startswith("utf-16-") else ""
    good = GOOD.replace('"game": {}', '"game": {"place": "Café ♠"}')
    data = (mark + good + ends + good).encode(encoding)
    records = list(read_jsonl(source(data)))
    assert [record.game.place for record in records] == ["Café ♠", "Café ♠"]
    assert records == list(read_either(source(data)))
    [record] = read_json(source((mark + good + ends).encode(encoding)))
    assert record == records[0]
    text = FOURS.replace("Club room", "Café ♠").replace("\n", ends)
    [record] = read_fours(source((mark + text).encode(encoding)))
    assert record.game.place == "Café ♠"


def test_half_a_utf16_text():
    errors = []
    assert (
        list(read_inputs([Input("a.json", lambda: io.BytesIO("ab".encode("utf-16")[:-1]))], on_error=errors.append))
        == []
    )
    assert "no UTF-16 text" in str(errors[0])


def test_the_other_lines_are_still_read():
    errors = []
    text = f"{GOOD}\n\n{GOOD[:50]}\n{GOOD}\n{GOOD.replace('JH', 'XX')}\n{GOOD}"
    records = list(read_jsonl(source(text.encode()), errors.append))
    assert [record.origin.line for record in records] == [1, 4, 6]
    assert [str(error) for error in errors] == [
        "sample, line 3, column 50: the text ends in the middle of a record",
        "sample, line 5, deals[0].events[0].card: 'XX' is no card; expected a rank (A K Q J T 9 to 2) and a suit "
        "(S H D C), such as QH",
    ]
    assert errors[1].code == "unknown-card"


def test_the_other_records_of_a_notation_are_still_read():
    errors = []
    texts = [FOURS, FOURS.replace("cut E", "cutt E"), FOURS, FOURS.replace("stand W", "stand Q"), FOURS]
    data = "\n".join(texts).encode().replace(b"Bob", b"B\xff", 1)
    records = list(read_fours(source(data), errors.append))
    assert len(records) == 2
    height = FOURS.count("\n") + 1
    assert [error.line for error in errors] == [7, height + 12, 3 * height + 18]
    assert "seat 'Q' is not in this game; expected one of E, N, S, W" in errors[2].message


@pytest.mark.parametrize("reader", [read_json, read_jsonl, read_fours, read_either])
@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file(reader, data):
    with pytest.raises(RecordError, match="empty"):
        list(reader(source(data)))


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("trun 6D", 3, "'trun' is neither a card nor an event; did you mean run or turn?"),
        ("turn 6X", 8, "'6X' is no card"),
        ("turn D6", 8, "a card is written rank then suit, such as 6D"),
        ("3D 5D 2D 1D", 12, "'1D' is no card"),
        ("cut", 6, "found the end of the line; cut is written cut E or cut E at=20"),
        ("cut E at=many", 12, "found 'many'; expected a whole number"),
        ("cut E at 20", 9, "found 'at'; cut is written"),
        ("cut E at=60", 3, "found 60; expected 52 or less"),
        ("keep N/S ?", 12, "this card must be known"),
        ("elect W/E maybe", 3, "found 'maybe'; expected 'stand' or 'redeal'"),
        ('note "never closed', 8, "note is written note"),
        ("note bare words", 8, "found 'bare'; note is written"),
        (r'note "\q"', 8, "unknown escape"),
        ("hands W: 4C W: 5C", 15, "'W' stands twice"),
        ("points W/E: hi", 3, "found 'hi'; expected 'high'"),
        ("points W/E:\n  points N/S:", None, "points stands twice in this deal"),
        ("bunch B agreed agreed", 18, "bunch is written"),
        ("discard W 4C 5D count=x", 25, "expected a whole number"),
        ("hands W: 4C\n  N: 5C", 3, "indent the line further to go on with hands, or begin it with the word trick"),
        ("[", None, "tag"),
    ],
)
def test_a_line_of_the_notation_that_is_none(line, column, says):
    with pytest.raises(RecordError) as caught:
        parse(f"deal 1\n  quit\n  {line}\n  quit\n")
    assert says in caught.value.message
    assert column is None or (caught.value.column == column and caught.value.line == 3 + line.count("\n"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cut E\n", "or a deal such as deal 1 dealer S above its events"),
        ('[Seat "A"]\n[Variant "pitch"]\n[Variant "pitch"]\n', "Variant stands twice"),
        ('[Sead "A"]\n', "unknown tag 'Sead'; did you mean Seat?"),
        ("[Seat]\n", "tag Seat is written [Seat"),
        ('[Option "keep_nine" "yes"]\n', "tag Option is written"),
        ('[Option "kept_nine" "true"]\n', "unknown option 'kept_nine'"),
        ('[Variant "whist"]\n', "found 'whist'; expected 'seven-up'"),
        ('[Seat "A"]\n[Seat "B"]\n[Seat "A"]\n', "'A' stands twice"),
        ('[Seat "A" "Ann"\ndeal 1\n', "a tag is written"),
        ("deal one\n", "found 'one'; expected a whole number"),
        ("deal 1 dealer A dealer B\n", "dealer stands twice"),
        ("hello\n", "expected"),
        ("", "empty"),
    ],
)
def test_a_head_of_the_notation_that_is_none(text, says):
    with pytest.raises(RecordError) as caught:
        parse(text)
    assert says.lower() in caught.value.message.lower()
    assert caught.value.line is not None


def test_long_lines_are_not_held():
    class Endless(io.RawIOBase):
        """A line of 300 MB between two records, made as it is read."""

        def __init__(self):
            self.left = chain([GOOD.encode() + b"\n"], repeat(b"x" * 1_000_000, 300), [b"\n" + GOOD.encode()])

        def readable(self):
            return True

        def read(self, size=-1):
            return next(self.left, b"")

    errors = []
    tracemalloc.start()
    records = list(read_jsonl(Input("long.jsonl", Endless), errors.append))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [record.origin.line for record in records] == [1, 3]
    assert [str(error) for error in errors] == [
        "long.jsonl, line 2: a line of more than 64 MiB; expected one record a line"
    ]
    assert peak < 200 << 20
    for reader, limit in ((read_json, 64), (read_fours, 1)):
        with pytest.raises(RecordError, match=f"more than {limit} MiB"):
            list(reader(Input("long", Endless)))


def test_memory_does_not_grow_with_the_file():
    line = json.dumps(json.loads(GOOD) | {"deals": json.loads(GOOD)["deals"] * 20}).encode() + b"\n"

    class Many(io.RawIOBase):
        def __init__(self, count):
            self.left = repeat(line * 50, count // 50)

        def read(self, size=-1):
            return next(self.left, b"")

    def peak(count):
        tracemalloc.start()
        assert sum(1 for _ in read_jsonl(Input("many.jsonl", lambda: Many(count)))) == count
        memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return memory

    small = peak(500)
    assert peak(5000) < small + (1 << 19)


def test_what_is_no_file(tmp_path):
    def refused(path, **how):
        with pytest.raises((RecordError, UsageError)) as caught:
            list(read(path, **how))
        return str(caught.value)

    (tmp_path / "club").mkdir()
    (tmp_path / "notes.txt").write_text(GOOD)
    (tmp_path / "broken.json").symlink_to(tmp_path / "nowhere.json")
    os.mkfifo(tmp_path / "pipe.json")
    assert refused(tmp_path / "absent.json").endswith("absent.json: no such file or folder")
    assert "a link to nothing" in refused(tmp_path / "broken.json")
    assert "no regular file" in refused(tmp_path / "pipe.json")
    assert "unknown format; expected a file ending in .json" in refused(tmp_path / "notes.txt")
    assert "unknown format 'yaml'" in refused(tmp_path / "notes.txt", format="yaml")
    assert len(list(read(tmp_path / "notes.txt", format="json"))) == 1


def test_the_other_files_are_still_read(tmp_path):
    (tmp_path / "a.json").write_text(GOOD)
    (tmp_path / "b.json").write_text("{")
    (tmp_path / "c.fours").write_text(FOURS)
    errors = []
    found = search([tmp_path / "absent.json", tmp_path], errors.append)
    records = list(read_inputs(found.inputs, on_error=errors.append))
    assert [Path(record.origin.file).name for record in records] == ["a.json", "c.fours"]
    assert [Path(error.file).name for error in errors] == ["absent.json", "b.json"]


quick = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
readers = st.sampled_from([read_json, read_jsonl, read_either, read_fours])
PIECES = st.sampled_from(
    [
        *'[]{}:=",;?\n\r\t \x00\\',
        "\ufeff",
        "deal",
        "W:",
        "W/E=",
        "at=",
        "missing",
        '"W"',
        "6D",
        "1X",
        "null",
        "-1",
        "1e999",
    ]
)


def only_records_or_sentences(reader, data: bytes) -> None:
    def check(error: RecordError) -> None:
        assert type(error) is RecordError
        assert "\n" not in str(error)
        assert len(str(error)) < 1000

    for record in reader(source(data), check):
        assert type(record) is Record


@quick
@given(readers, st.binary(max_size=80) | st.lists(PIECES, max_size=30).map(lambda parts: "".join(parts).encode()))
def test_any_bytes(reader, data):
    only_records_or_sentences(reader, data)


@quick
@given(readers, st.sampled_from([GOOD + "\n" + GOOD, FOURS]), st.data())
def test_spoilt_records(reader, text, data):
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 6))
        text = text[:start] + data.draw(PIECES | st.text(max_size=3)) + text[end:]
    only_records_or_sentences(reader, text.encode())


@quick
@given(st.binary(max_size=60), st.sampled_from([b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"]))
def test_any_bytes_after_a_mark(data, mark):
    for how in ("json", "jsonl", "fours"):
        errors = []
        list(read_inputs([Input("-x", lambda: io.BytesIO(mark + data))], format=how, on_error=errors.append))
        assert all(type(error) is RecordError for error in errors)
