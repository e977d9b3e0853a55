"""Files of tags, as PTN and PBN have them: taken apart into boards, comments kept aside and `?` for the unknown."""

import re
from dataclasses import dataclass, field
from typing import Final

from audit.errors import RecordError

_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_REPEATABLE: Final = frozenset({"CardsAdded", "CardsRemoved", "Note"})
_SECTIONS: Final = frozenset({"Auction", "Play"})
_ANNOTATION: Final = re.compile(r"\$\d+|=\d+=|!+\??|\?!")
_PLAY: Final = re.compile(
    r"[SHDC♠♥♦♣](?:10|[2-9TJQKA0])[!?]*|(?:10|[2-9TJQKA0])[SHDC♠♥♦♣][!?]*|--?|\?|[*+]", re.IGNORECASE
)


@dataclass(slots=True)
class Board:
    """One board of a file.

    Attributes:
        line: the line of its first tag.
        tags: values by name.
        more: name and value of each tag that may repeat.
        lines: the line of each tag.
        rows: of each section its rows of words, with their lines.
        comments: what stood in braces or after a semicolon, and text that is neither.
    """

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    more: list[tuple[str, str]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    rows: dict[str, list[tuple[int, list[str]]]] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)

    def value(self, tag: str) -> str | None:
        """The value of a tag; nothing where it is missing, empty or `?`."""
        text = self.tags.get(tag, "").strip()
        return text if text.strip("?*- ") else None


class _Scanner:
    """Takes a file apart into boards."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.number = 0
        self.boards: list[Board] = []
        self.loose: list[str] = []
        self.section: str | None = None
        self.blank = False

    def scan(self) -> list[Board]:
        """The boards, in order."""
        while self.number < len(self.lines):
            line = self.lines[self.number].rstrip("\r")
            self.number += 1
            if line.startswith("%"):
                continue
            if not line.strip():
                self.blank = True
                continue
            self._line(line)
        if self.boards:
            self.boards[-1].comments += self.loose
        return self.boards

    def _line(self, line: str) -> None:
        while line.strip():
            if found := _TAG.match(line):
                self._tag(found[1], re.sub(r"\\(.)", r"\1", found[2]))
                line = line[found.end() :]
            elif line.lstrip().startswith("{"):
                line = self._comment(line.lstrip()[1:])
            elif line.lstrip().startswith(";"):
                self.loose.append(line.strip()[1:].strip())
                return
            elif line.lstrip().startswith("["):
                raise RecordError('a tag that is not closed; expected one such as [Dealer "S"]', line=self.number)
            else:
                line = self._words(line)

    def _comment(self, rest: str) -> str:
        """Keep a comment that ends at the next brace, perhaps some lines on; give back what follows it."""
        begun = self.number
        text, closed, after = rest.partition("}")
        while not closed:
            if self.number >= len(self.lines):
                raise RecordError("a comment begins here and is never closed; expected }", line=begun)
            more, closed, after = self.lines[self.number].rstrip("\r").partition("}")
            self.number += 1
            text += "\n" + more
        self.loose.append(" ".join(text.split()))
        return after

    def _tag(self, name: str, value: str) -> None:
        board = self.boards[-1] if self.boards else None
        repeated = board is not None and name in board.tags and name not in _REPEATABLE
        if board is None or repeated or (self.blank and "Play" in board.rows):
            if board is not None:
                board.comments += self.loose
                self.loose = []
            board = Board(self.number)
            self.boards.append(board)
        self.blank = False
        board.comments += self.loose
        self.loose = []
        if name in _REPEATABLE:
            board.more.append((name, value))
            self.section = None
            return
        board.tags[name] = value
        board.lines[name] = self.number
        self.section = name if name in _SECTIONS else None
        if self.section:
            board.rows[name] = []

    def _words(self, line: str) -> str:
        """A row of a section, or text that is kept aside; what follows a comment sign is given back."""
        end = min((i for i in (line.find("{"), line.find(";")) if i >= 0), default=len(line))
        words = [word for word in line[:end].split() if not _ANNOTATION.fullmatch(word)]
        if self.section == "Auction" or (self.section == "Play" and all(map(_PLAY.fullmatch, words))):
            self.boards[-1].rows[self.section].append((self.number, words))
        else:
            self.loose.append(" ".join(line[:end].split()))
        return line[end:]


def scan(text: str) -> list[Board]:
    """The boards of a file. A board begins where a tag comes again, or after a blank line behind the plays.

    A tag whose value is `#` has that of the board before; `##` the same, for all boards to come.

    Raises:
        RecordError: a tag or a comment is never closed.
    """
    boards = _Scanner(text).scan()
    inherited: dict[str, str] = {}
    before: dict[str, str] = {}
    for board in boards:
        for name, value in board.tags.items():
            if value in ("#", "##"):
                board.tags[name] = before.get(name, "?")
            if value == "##":
                inherited[name] = board.tags[name]
        board.tags = inherited | board.tags
        before = board.tags
    return boards


def as_tag(name: str, value: str) -> str:
    r"""A tag as it is written.

    >>> print(as_tag("North", 'Bob "Slim"'))
    [North "Bob \"Slim\""]
    """
    escaped = re.sub(r"\s", " ", value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
