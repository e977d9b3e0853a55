"""What may be printed: colour where there is a terminal, and no character of a record that would command it."""

import json
import os
import re
from typing import Any, Final, TextIO

from audit.cards import SYMBOLS
from audit.records.inputs import printable

_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
_MARKS: Final = {colour: chr(0xFDD0 + place) for place, colour in enumerate(_CODES)}
"""Colours within a text, until it is printed: noncharacters, which no text exchanged with others may use."""
_END: Final = chr(0xFDD0 + len(_CODES))
_ESCAPES: Final = {mark: f"\x1b[{_CODES[colour]}m" for colour, mark in _MARKS.items()} | {_END: "\x1b[0m"}
_PIECES: Final = re.compile(f"([{''.join(_ESCAPES)}])")
_UNSEEN: Final = re.compile(r"[^\n -~\xa1-\xac\xae-\u02ff]")
_SUITS: Final = ("bold", "red", "red", "bold")
_KINDS: Final = {"violation": "red", "irregularity": "yellow", "score": "magenta", "record": "cyan", "note": "dim"}


class Style:
    """Paints text, or leaves it as it is.

    Args:
        colour: whether to paint.
    """

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    @classmethod
    def of(cls, stream: TextIO) -> "Style":
        """Colour on a terminal, unless `NO_COLOR` is set; with `FORCE_COLOR` anywhere."""
        if os.environ.get("NO_COLOR"):
            return cls(False)
        return cls(bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb"))

    def paint(self, text: str, colour: str) -> str:
        """`text` in a colour, marked for `line`."""
        return f"{_MARKS[colour]}{text}{_END}" if self.colour else text

    def line(self, text: str) -> str:
        """A line as it may be printed: in colour, and whatever else is no printable character escaped."""
        if text.isprintable():
            return text
        pieces = _PIECES.split(text) if self.colour else [text]
        return "".join(_ESCAPES.get(piece) or printable(piece) for piece in pieces)

    def bold(self, text: str) -> str:
        """`text` in bold."""
        return self.paint(text, "bold")

    def card(self, name: str) -> str:
        """A card's name; in colour with the symbol of its suit."""
        suit = "SHDC".find(name[-1:])
        if suit < 0 or not self.colour:
            return name
        return self.paint(name[:-1] + SYMBOLS[suit], _SUITS[suit])

    def kind(self, text: str, kind: str) -> str:
        """`text` in the colour of a class of findings."""
        return self.paint(text, _KINDS[kind])


def json_text(value: Any) -> str:
    """`value` as JSON, in which a character that a terminal may act upon is written as an escape."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _UNSEEN.sub(lambda found: _escaped(found[0]), text)


def _escaped(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]
