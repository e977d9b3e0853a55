"""How people and spreadsheets write cards: rank first or suit first, in letters or words, one order a file.

A card is read or refused, never guessed. What a spreadsheet did to it is told apart from what a person wrote.

>>> text = CardText()
>>> text.card("10h"), text.card("jack of hearts"), text.card("?")
('TH', 'JH', None)
>>> text.cards('["7S", "QD", null]')
['7S', 'QD', None]
"""

import datetime
import re
from typing import Final

from audit.cards import CARDS, NAMES, describe
from audit.errors import RecordError

Cell = str | int | float | bool | datetime.date | datetime.time | datetime.timedelta
"""What stands in a cell; an empty one is the empty text."""

NOT_RECORDED: Final = frozenset({"", "?", "??", "-", "--", "–", "—", "null", "none", "n/a", "not recorded", "no entry"})
"""What stands for a fact that nobody wrote down, in any case; never applied to names."""

_RANK_WORDS: Final = dict(
    zip(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        "23456789TJQKA",
        strict=True,
    )
) | {"knave": "J", "10": "T", "0": "T"}
_SUIT_WORDS: Final = {
    form: suit
    for suit, name in zip("SHDC", ("spade", "heart", "diamond", "club"), strict=True)
    for form in (name, name + "s", suit.lower())
} | dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True))
_UNKNOWN: Final = re.compile(r"[xu][shdcxu]?|[0-9tjqka]u|10u|[shdc]x", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[+-]?\d+([.,]\d+)?(e[+-]?\d+)?", re.IGNORECASE)
_MONTH: Final = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE: Final = re.compile(
    r"\d{4}[-/.]\d\d?[-/.]\d\d?([ T]\d.*)?|\d\d?[-/.]\d\d?[-/.]\d{2,4}|"
    rf"\d\d?[- /]{_MONTH}([- /]\d+)?|{_MONTH}[- /]\d+",
    re.IGNORECASE,
)
BROKEN: Final = re.compile(r"#(NAME\?|REF!|VALUE!|N/A|NUM!|DIV/0!|NULL!|#*)|err:\d+|true|false", re.IGNORECASE)
_SEPARATORS: Final = re.compile(r"\s*[,;|]\s*")
_BRACKETS: Final = str.maketrans("", "", "[](){}\"'“”‘’\ufe0f")


def damage(cell: Cell) -> str | None:
    """What a spreadsheet made of a cell that should hold text, in words; nothing if it is still text."""
    if isinstance(cell, bool):
        return f"the truth value {str(cell).upper()}"
    if isinstance(cell, int | float):
        return f"the number {cell}"
    if isinstance(cell, datetime.date):
        return f"the date {cell.isoformat()}"
    if isinstance(cell, datetime.time | datetime.timedelta):
        return f"the time {cell}"
    text = cell.strip()
    for pattern, made in ((_NUMBER, "the number"), (_DATE, "the date"), (BROKEN, "the spreadsheet's value")):
        if pattern.fullmatch(text):
            return f"{made} {text}"
    return None


def damaged(cell: Cell, expected: str) -> RecordError | None:
    """The error for a cell in which a spreadsheet put something else for text, or nothing."""
    found = damage(cell)
    if found is None:
        return None
    return RecordError(
        f"{found} stands where {expected} is expected; a spreadsheet turns such text into something else: "
        "type it again in cells formatted as text",
        code="spreadsheet-damage",
    )


def is_not_recorded(cell: Cell) -> bool:
    """Whether a cell says that the fact was not written down."""
    return isinstance(cell, str) and cell.strip().casefold() in NOT_RECORDED


def suit(cell: Cell) -> str | None:
    """The suit that a cell names, as a letter; nothing if it names none."""
    return _SUIT_WORDS.get(cell.strip().translate(_BRACKETS).casefold()) if isinstance(cell, str) else None


class CardText:
    """Reads the cards of one file; the first card that tells the order of rank and suit fixes it for all others.

    Attributes:
        suit_first: whether the file writes the suit first; nothing until a card was read.
        example: the card that fixed the order, as written.
    """

    def __init__(self) -> None:
        self.suit_first: bool | None = None
        self.example = ""

    def card(self, cell: Cell) -> str | None:
        """The card in a cell, or `None` where it was not recorded.

        Raises:
            RecordError: no card, an unknown one (`unknown-card`), or what a spreadsheet left of it.
        """
        if is_not_recorded(cell):
            return None
        error = damaged(cell, "a card")
        if error:
            raise error
        text = str(cell).strip().translate(_BRACKETS)
        read = _written(text)
        if read is None:
            if _UNKNOWN.fullmatch(text):
                raise RecordError(
                    f"{describe(text)} stands for an unknown card; leave the cell empty where a card was not recorded",
                    code="unknown-card",
                )
            raise RecordError(
                f"{describe(text)} is no card; expected a rank (A K Q J T 9 to 2) and a suit (S H D C), such as QH",
                code="unknown-card",
            )
        name, suit_first = read
        if self.suit_first is None:
            self.suit_first, self.example = suit_first, text
        if suit_first != self.suit_first:
            order = ("rank", "suit")
            raise RecordError(
                f"{describe(text)} is written {order[suit_first]} first, but this file writes the "
                f"{order[self.suit_first]} first ({describe(self.example)}); one order a file",
                code="unknown-card",
            )
        return name

    def cards(self, cell: Cell) -> list[str | None]:
        """The cards in a cell: `7S QD TH`, `7S,QD,TH` or `["7S","QD","TH"]`; an empty cell holds none.

        Raises:
            RecordError: as for `card`.
        """
        if isinstance(cell, str):
            if not cell.strip():
                return []
            text = cell.strip().translate(_BRACKETS).strip()
            if _written(text) is None and not _NUMBER.fullmatch(text):
                parts = _SEPARATORS.split(text) if _SEPARATORS.search(text) else text.split()
                return [self.card(part) for part in parts if part]
        return [self.card(cell)]


def _written(text: str) -> tuple[str, bool] | None:
    """The card's name and whether its suit stands first; nothing if the text as a whole is no card."""
    if text in CARDS:
        return NAMES[CARDS[text]], False
    if text[1:] + text[:1] in CARDS:
        return NAMES[CARDS[text[1:] + text[0]]], True
    words = [word for word in text.casefold().split() if word != "of"]
    if len(words) != 2:
        return None
    for suit_first, (rank, named) in enumerate((words, words[::-1])):
        letter, face = _SUIT_WORDS.get(named), _RANK_WORDS.get(rank, rank.upper())
        if letter and face + letter in CARDS:
            return NAMES[CARDS[face + letter]], bool(suit_first)
    return None
