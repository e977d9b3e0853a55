"""Colour in the terminal, where there is one: suits, classes of findings, headings."""

import os
from typing import Final, TextIO

from audit.cards import SYMBOLS

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
        """`text` in a colour."""
        return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if self.colour else text

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
