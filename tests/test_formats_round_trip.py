"""JSON, JSONL and the notation keep everything that a record says."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.records.inputs import Input
from audit.records.json_records import parse as parse_json
from audit.records.json_records import read_jsonl
from audit.records.models import Record
from audit.records.notation import WRITTEN, dump, parse, read_fours
from audit.records.wording import EVENTS
from audit.records.writing import json_line, json_page
from tests import strategies

quick = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def source(text: str) -> Input:
    return Input("sample", lambda: io.BytesIO(text.encode()))


@quick
@given(strategies.records)
def test_notation_keeps_everything(record):
    assert parse(dump(record)) == record


@quick
@given(strategies.record_values())
def test_json_keeps_everything(value):
    record = Record.model_validate(value)
    assert parse_json(json_page(record).encode()) == record
    assert parse_json(json_line(record).encode()) == record
    assert parse_json(json.dumps(value).encode()) == record
    dumped = record.model_dump_json(exclude_unset=True)
    assert parse_json(dumped.encode()) == record
    assert "\n" not in json_line(record)


@quick
@given(st.lists(strategies.records, min_size=1, max_size=3))
def test_several_records_in_one_text(records):
    assert list(read_fours(source("\n".join(map(dump, records))))) == records
    assert list(read_jsonl(source("\n".join(map(json_line, records))))) == records


def test_notation_and_json_say_the_same():
    record = parse(EXAMPLE)
    assert parse_json(json_page(record).encode()) == record
    hands = record.deals[0].events[1].hands
    assert hands["E"] == 6
    assert hands["S"] is None
    assert record.deals[0].events[5].cards == ["AH", "4S", None, "KH"]
    assert record.deals[0].events[6].seat == "S"
    assert record.deals[0].events[8].cards == ["5C", "JD"]
    assert record.deals[0].points == {"W/E": ["low", "game"], "N/S": ["high"]}
    assert record.deals[0].score_before == {"W/E": 0, "N/S": 0}


def test_a_canonical_text_is_given_back_as_it_is():
    assert dump(parse(CANONICAL)) == CANONICAL


@pytest.mark.parametrize("line", [line for lines in WRITTEN.values() for line in lines if not line.startswith("[")])
def test_every_way_to_write_a_line_is_read(line):
    text = f"{line}\n" if line.startswith("deal") else f"deal 1\n  {line}\n"
    record = parse(text)
    assert parse(dump(record)) == record


def test_every_event_is_described():
    described = {
        "deal" if word == "hands" else word for word in WRITTEN if word not in ("deal", "points", "after", "[")
    }
    assert described == set(EVENTS)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("cut E at=20", {"do": "cut", "seat": "E", "at": 20}),
        ("give S to A B", {"do": "give", "seat": "S", "to": ["A", "B"]}),
        ("give S to", {"do": "give", "seat": "S", "to": []}),
        ("elect W/E redeal", {"do": "elect", "side": "W/E", "choice": "redeal"}),
        ("announce W 7", {"do": "announce", "seat": "W", "count": 7}),
        ("piles W/E: 4C QH  N/S: 6S", {"do": "piles", "piles": {"W/E": ["4C", "QH"], "N/S": ["6S"]}}),
        ("peg B 2", {"do": "peg", "side": "B", "points": 2}),
        ("penalty W/E +1 for revoke", {"do": "penalty", "side": "W/E", "points": 1, "for": "revoke"}),
        ("claim-revoke W/E N trick=3", {"do": "claim-revoke", "side": "W/E", "seat": "N", "trick": 3}),
        ("expose S JH while=dealing", {"do": "expose", "seat": "S", "card": "JH", "while": "dealing"}),
        ("run W: TD AC 8H N: ? E: 3", {"do": "run", "hands": {"W": ["TD", "AC", "8H"], "N": None, "E": 3}}),
        ("run W: [?] N:", {"do": "run", "hands": {"W": [None], "N": []}}),
        ("turn JC 4D", {"do": "turn", "cards": ["JC", "4D"]}),
        ("turn [JC]", {"do": "turn", "cards": ["JC"]}),
        ("play E 10c 0♦", {"do": "play", "seat": "E", "cards": ["TC", "TD"]}),
        ("play E ?", {"do": "play", "seat": "E", "card": None}),
        ("bunch B agreed", {"do": "bunch", "seat": "B", "agreed": True}),
        ("bunch B refused", {"do": "bunch", "seat": "B", "agreed": False}),
        ("bunch exhausted", {"do": "bunch", "reason": "exhausted"}),
        ('bunch "agreed" agreed', {"do": "bunch", "seat": "agreed", "agreed": True}),
        ("discard W 3", {"do": "discard", "seat": "W", "count": 3}),
        ("discard W 4C 5D", {"do": "discard", "seat": "W", "cards": ["4C", "5D"]}),
        ("claim W/E low 2D deal=3", {"do": "claim", "side": "W/E", "point": "low", "card": "2D", "deal": 3}),
        ("3D ? 2D missing S", {"do": "trick", "cards": ["3D", None, "2D"], "missing": ["S"]}),
        ("S: 4D", {"do": "trick", "seat": "S", "cards": ["4D"]}),
        ("trick S: 4D", {"do": "trick", "seat": "S", "cards": ["4D"]}),
        ("trick missing A B", {"do": "trick", "cards": [], "missing": ["A", "B"]}),
        ("stock 4C ? 5D", {"do": "stock", "cards": ["4C", None, "5D"]}),
        ('cut-for-deal "Jo Ann": 4C Bob: KH', {"do": "cut-for-deal", "cards": {"Jo Ann": "4C", "Bob": "KH"}}),
        ("counts W/E=23 N/S=19", {"do": "counts", "counts": {"W/E": 23, "N/S": 19}}),
        (r'note "say \"so\"\nand ; so"', {"do": "note", "text": 'say "so"\nand ; so'}),
        ("redeal misdeal", {"do": "redeal", "reason": "misdeal"}),
        ("expose S ?", {"do": "expose", "seat": "S", "card": None}),
    ],
)
def test_what_a_line_says(line, event):
    record = parse(f"deal 1\n  {line}   ; said a neighbour\n")
    expected = Record.model_validate({"format": "all-fours/1", "game": {}, "deals": [{"number": 1, "events": [event]}]})
    assert record == expected


def test_hands_may_be_followed_by_a_trick_that_names_its_leader():
    record = parse("deal 1\n  hands W: 4C\n        N: 5C\n  trick W: 4C 5C\n  W: 4C 5C\n")
    assert [event.do for event in record.deals[0].events] == ["deal", "trick", "trick"]
    assert record.deals[0].events[0].hands == {"W": ["4C"], "N": ["5C"]}


def test_places_are_remembered():
    text = "; a club\n\n[Game]\ndeal 1\n\n  quit\ndeal 2\n[Game]\ndeal 3\n"
    first, second = read_fours(source(text))
    assert (first.origin.line, second.origin.line) == (3, 8)
    assert [deal.origin.line for deal in first.deals] == [4, 7]
    assert second.deals[0].origin.line == 9
    assert first.origin.file == "sample"


def test_a_date_tag_after_a_deal_begins_a_record():
    first, second = read_fours(source('[Date "a"]\ndeal 1\n[Date "b"]\n[Place "c"]\ndeal 1\n'))
    assert (first.game.date, second.game.date, second.game.place) == ("a", "b", "c")


CANONICAL = Path(__file__).with_name("data").joinpath("table-2.fours").read_text()
EXAMPLE = CANONICAL.replace("AH 4S JH KH", "AH 4S ? KH  ; nobody wrote it down")
