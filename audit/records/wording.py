"""What is wrong with a record, in plain words: the models' errors as one sentence with its path."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError

from audit.cards import describe
from audit.errors import RecordError
from audit.records.models import AnyEvent, Deal, Event, Game, Record, SeatOf

EVENTS: Final[dict[str, type[Event]]] = {
    get_args(model.model_fields["do"].annotation)[0]: model for model in get_args(get_args(AnyEvent)[0])
}
"""Model of each event by its name."""

Loc = Sequence[str | int]

_PLAIN: Final = re.compile(r"[A-Za-z_][\w-]*")


def keys_of(model: type[BaseModel]) -> tuple[str, ...]:
    """The keys that an object of this model may have."""
    return tuple(field.alias or name for name, field in model.model_fields.items())


def at_path(loc: Iterable[str | int]) -> str:
    """A path such as `deals[2].events[5].card`, counted from nought as in JSON."""
    path = ""
    for step in loc:
        if isinstance(step, int):
            path += f"[{step}]"
        elif _PLAIN.fullmatch(step):
            path += f".{step}" if path else step
        else:
            path += f"[{describe(step)}]"
    return path


def alternatives(words: Iterable[str]) -> str:
    """The words as one of a choice: `a, b or c`."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def nearest(found: object, known: Iterable[str]) -> str:
    """A hint at the known words that look like `found`, or an empty text."""
    close = get_close_matches(str(found)[:40].lower(), list(known), n=2, cutoff=0.6)
    return f"did you mean {alternatives(close)}?" if close else ""


def unknown_event(found: object) -> str:
    """What to say of an event that is none."""
    hint = nearest(found, EVENTS) or f"the events are {', '.join(EVENTS)}"
    return f"unknown event {describe(found)}; {hint}"


def sentence(error: ValidationError) -> RecordError:
    """The first of the errors as one sentence, and how many more there are."""
    first, *more = error.errors(include_url=False)
    loc, model = _resolve(first["loc"])
    context: Mapping[str, Any] = first.get("ctx", {})
    say = _SAY.get(first["type"])
    message = say(first["input"], context, loc, model) if say else first["msg"]
    if more:
        message += f" (and {len(more)} more)"
    if first["type"] in ("extra_forbidden", "missing"):
        loc = loc[:-1]
    path = context["place"] if first["type"] == "record" else at_path(loc)
    code = "unknown-card" if first["type"] == "unknown_card" else "unreadable"
    return RecordError(message, path=path or None, code=code)


def _resolve(loc: Loc) -> tuple[Loc, tuple[str, type[BaseModel]]]:
    """The path without the names of events that the models put into it, and the object that it lies in."""
    if len(loc) > 4 and loc[0] == "deals" and loc[2] == "events":
        return (*loc[:4], *loc[5:]), (f"the event {loc[4]}", EVENTS[str(loc[4])])
    if len(loc) > 2 and loc[0] == "deals":
        return loc, ("a deal", Deal)
    if len(loc) > 3 and loc[:2] == ("game", "seats"):
        return loc, ("a seat", SeatOf)
    if len(loc) > 1 and loc[0] == "game":
        return loc, ("the game", Game)
    return loc, ("a record", Record)


Say = Callable[[Any, Mapping[str, Any], Loc, tuple[str, type[BaseModel]]], str]


def _expected(what: str) -> Say:
    return lambda found, _context, _loc, _model: f"found {_found(found)}; expected {what}"


def _found(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return describe(value)


def _unknown_key(_found: Any, _context: Mapping[str, Any], loc: Loc, model: tuple[str, type[BaseModel]]) -> str:
    name, known = model[0], keys_of(model[1])
    hint = nearest(loc[-1], known)
    listed = f"{name} has the keys {', '.join(known)}"
    return f"unknown key {describe(loc[-1])}; " + (f"{hint} {listed[0].upper()}{listed[1:]}" if hint else listed)


def _missing(_found: Any, _context: Mapping[str, Any], loc: Loc, model: tuple[str, type[BaseModel]]) -> str:
    needed = [field.alias or name for name, field in model[1].model_fields.items() if field.is_required()]
    return f"key {describe(loc[-1])} is missing; {model[0]} needs {' and '.join(needed)}"


_SAY: Final[dict[str, Say]] = {
    "missing": _missing,
    "extra_forbidden": _unknown_key,
    "unknown_card": lambda found, context, _loc, _model: (
        f"{'null' if found is None else context['found']} is no card; {context['hint']}"
    ),
    "union_tag_invalid": lambda _found, context, _loc, _model: unknown_event(context["tag"]),
    "union_tag_not_found": lambda _found, _context, _loc, _model: 'an event without "do", which names the event',
    "literal_error": lambda found, context, _loc, _model: f"found {_found(found)}; expected {context['expected']}",
    "string_pattern_mismatch": _expected("a label of 1 to 12 letters, digits, - or _"),
    "string_type": _expected("a text"),
    "int_type": _expected("a whole number"),
    "int_parsing_size": _expected("a smaller number"),
    "bool_type": _expected("true or false"),
    "list_type": _expected("a list"),
    "dict_type": _expected("an object"),
    "model_type": _expected("an object"),
    "model_attributes_type": _expected("an object"),
    "greater_than_equal": lambda found, limit, _loc, _model: f"found {_found(found)}; expected {limit['ge']} or more",
    "less_than_equal": lambda found, limit, _loc, _model: f"found {_found(found)}; expected {limit['le']} or less",
}

_JSON_MESSAGE: Final = re.compile(r"(?P<what>.*) at line (?P<line>\d+) column (?P<column>\d+)", re.DOTALL)
_JSON_WORDS: Final = (
    ("EOF while parsing", "the text ends in the middle of a record"),
    ("trailing characters", "more text after the record; several records, one a line, are a .jsonl file"),
    ("recursion limit", "brackets nested too deeply for a record"),
    ("control character", "a control character, such as a line break, inside a text"),
    ("lone", "half a character (a lone surrogate) inside a text"),
    ("hex escape", "an escape \\u that is no character"),
    ("number out of range", "a number of too many digits"),
)


def read_json_message(text: str) -> tuple[str, int | None, int | None]:
    """What the JSON parser said, in plain words, with line and column."""
    match = _JSON_MESSAGE.fullmatch(text)
    what = match["what"] if match else text
    words = next((plain for begins, plain in _JSON_WORDS if begins in what), f"no JSON: {what.replace('`', '')}")
    return words, *((int(match["line"]), max(1, int(match["column"]))) if match else (None, None))
