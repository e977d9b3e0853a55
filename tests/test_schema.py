"""The JSON Schema is that of the models."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from audit.records.models import Record
from audit.records.notation import parse
from audit.records.schema import EXAMPLE, schema, schema_text
from audit.records.writing import as_json
from tests import strategies

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def validator():
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


def test_the_file_is_in_step_with_the_models():
    assert (ROOT / "schemas" / "all-fours-1.schema.json").read_text() == schema_text()


def test_its_example_is_a_record(validator):
    Record.model_validate(EXAMPLE)
    validator.validate(EXAMPLE)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(value=strategies.record_values())
def test_every_record_is_valid(validator, value):
    validator.validate(value)
    validator.validate(as_json(Record.model_validate(value)))


def test_a_notation_as_json_is_valid(validator):
    validator.validate(as_json(parse((ROOT / "tests" / "data" / "table-2.fours").read_text())))


@pytest.mark.parametrize(
    "event",
    [
        {"do": "bid"},
        {"do": "turn", "card": "XX"},
        {"do": "stand"},
        {"do": "stand", "seat": "A", "more": 1},
        {"do": "expose", "seat": "A", "card": None, "when": "play"},
        {"do": "deal", "hands": {"A": 53}},
    ],
)
def test_what_is_no_event_is_invalid(validator, event):
    value = {"format": "all-fours/1", "game": {}, "deals": [{"events": [event]}]}
    assert not validator.is_valid(value)
