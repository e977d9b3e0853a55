"""The JSON Schema of a record, made from the models: `schemas/all-fours-1.schema.json`.

It says what a program can check of one value alone; that a seat is in the game is checked when a record is read.
"""

import json
from typing import Any

from audit.records.models import Record

EXAMPLE = {
    "format": "all-fours/1",
    "game": {"variant": "seven-up", "seats": [{"seat": "A", "player": "Ann"}, {"seat": "B", "player": "Bob"}]},
    "deals": [
        {
            "number": 1,
            "dealer": "A",
            "events": [
                {"do": "turn", "card": "JH"},
                {"do": "stand", "seat": "B"},
                {"do": "trick", "cards": ["QS", "4S"]},
            ],
        }
    ],
}


def schema() -> dict[str, Any]:
    """The schema, draft 2020-12."""
    made = Record.model_json_schema(by_alias=True)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Record of one game of the All Fours family, all-fours/1",
        "description": made.pop("description"),
        "examples": [EXAMPLE],
    }
    definitions = made.pop("$defs")
    return {**head, **{k: v for k, v in made.items() if k not in head}, "$defs": dict(sorted(definitions.items()))}


def schema_text() -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
