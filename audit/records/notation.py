"""The notation of a record: `.fours` to records and back without loss (docs/notation.md, `fours.lark`).

>>> record = parse('[Seat "A" "Ann"]\\n[Seat "B" "Bob"]\\ndeal 1 dealer A\\n  turn JH\\n  beg B\\n')
>>> print(dump(record))
[Game]
[Seat "A" "Ann"]
[Seat "B" "Bob"]
<BLANKLINE>
deal 1 dealer A
  turn JH
  beg B
<BLANKLINE>
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from audit.cards import CARDS, NAMES, describe, hint
from audit.errors import RecordError
from audit.records.fours_text import CARRIED_ON, TAGS, dump
from audit.records.inputs import Input, Problem, refuse
from audit.records.models import Origin, Record
from audit.records.wording import alternatives, nearest, sentence

if TYPE_CHECKING:
    from lark import Lark, Token

__all__ = ["WRITTEN", "dump", "parse", "read_fours"]

RECORD_LIMIT: Final = 1 << 20
"""Bytes of the longest record that is read; a game written by hand has some thousand."""

WRITTEN: Final[dict[str, tuple[str, ...]]] = {
    "cut-for-deal": ("cut-for-deal W: 4C N: 7D E: KH S: AD",),
    "cut-for-trump": ("cut-for-trump A: 4C B: 7D",),
    "shuffle": ("shuffle W",),
    "cut": ("cut E", "cut E at=20"),
    "no-cut": ("no-cut",),
    "hands": ("hands W: TS 9S 7S 4S 3D KC  N: 6  E: ?",),
    "turn": ("turn 6D", "turn JC 4D"),
    "faced": ("faced", "faced JH"),
    "expose": ("expose S JH", "expose S JH while=dealing"),
    "look": ("look N",),
    "announce": ("announce W 7",),
    "elect": ("elect W/E redeal",),
    "stand": ("stand W",),
    "beg": ("beg W",),
    "give": ("give S", "give S to A B"),
    "run": ("run W: TD AC 8H N: ?",),
    "bunch": ("bunch B agreed", "bunch B refused", "bunch exhausted"),
    "discard": ("discard W 4C 5D", "discard W 3"),
    "trick": ("3D 5D ? KD", "S: 4D 9S QD", "trick S: 4D 9S QD missing W"),
    "play": ("play E 5C", "play E ?", "play E 5C JD"),
    "keep": ("keep N/S 5C",),
    "show-low": ("show-low W 3D",),
    "take-back": ("take-back E 4C",),
    "quit": ("quit",),
    "call": ("call W/E 5C",),
    "draw": ("draw A QH", "draw A ?"),
    "claim": ("claim W/E low", "claim W/E low 2D deal=3"),
    "peg": ("peg B 2",),
    "piles": ("piles W/E: 4C QH  N/S: 6S",),
    "counts": ("counts W/E=23 N/S=19",),
    "stock": ("stock 4C ? 5D",),
    "claim-revoke": ("claim-revoke W/E N", "claim-revoke W/E N trick=3"),
    "penalty": ("penalty W/E +1", "penalty W/E +1 for revoke"),
    "redeal": ("redeal", "redeal misdeal"),
    "note": ('note "the second card stuck to the first"',),
    "deal": ("deal 1 dealer S", 'deal 1 dealer S at="20:15" before W/E=0 N/S=0'),
    "points": ("points W/E: low game  N/S: high",),
    "after": ("after W/E=2 N/S=1",),
    "[": ('[Seat "W" "Ann"]', '[Variant "seven-up"]'),
}
"""How each line is written, by the word that begins it."""


def parse(text: str) -> Record:
    """The one record written as `text`.

    Raises:
        RecordError: with line and column.
    """
    return _Reading(text, 0).record()


def read_fours(source: Input, problem: Problem = refuse) -> Iterator[Record]:
    """The records of a `.fours` file; each begins with `[Game]` or with tags after a deal."""
    found = False
    for number, text in _records(source, problem):
        found = True
        if text is None:
            continue
        try:
            record = _Reading(text, number - 1).record()
        except RecordError as error:
            placed = source.error(error.message, line=error.line, column=error.column)
            placed.code = error.code
            problem(placed)
            continue
        for located in (record, *record.deals):
            line = located.origin.line if located.origin else None
            located.locate(Origin(file=source.name, member=source.member, line=line))
        yield record
    if not found:
        problem(source.error("the file is empty; expected a record"))


def _records(source: Input, problem: Problem) -> Iterator[tuple[int, str | None]]:
    """First line and text of each record; no text where a line of it cannot be read, which `problem` has been told."""
    lines: list[str] = []
    begins, size, dealt, spoilt = 1, 0, False, False

    def spoil(error: RecordError) -> None:
        nonlocal spoilt
        spoilt = True
        problem(error)

    for number, data in source.lines(spoil, RECORD_LIMIT):
        try:
            line = data.decode()
        except UnicodeDecodeError as error:
            spoil(source.error(f"byte 0x{data[error.start]:02x} is no UTF-8 text", line=number, column=error.start + 1))
            continue
        content = line.lstrip()
        tag = content.startswith("[")
        if tag and (dealt or (content.startswith("[Game") and any(map(_says, lines)))):
            yield begins, None if spoilt else "".join(lines)
            lines, begins, size, dealt, spoilt = [], number, 0, False, False
        dealt = dealt or (not tag and _says(content))
        size += len(data)
        if size <= RECORD_LIMIT:
            lines.append(line)
        elif not spoilt:
            spoil(source.error(f"a record of more than {RECORD_LIMIT >> 20} MiB", line=begins))
    if spoilt or any(map(_says, lines)):
        yield begins, None if spoilt else "".join(lines)


def _says(line: str) -> bool:
    """Whether there is more in a line than a comment."""
    content = line.lstrip()
    return bool(content) and not content.startswith(";")


@cache
def _parser() -> "Lark":
    from lark import Lark

    return Lark.open(
        "fours.lark",
        rel_to=__file__,
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
        postlex=_Layout(),
    )


class _Layout:
    """Joins lines: after hands and the like, one that begins with a label and stands further in goes on with them."""

    always_accept = ("_MORE",)

    def process(self, stream: Iterator["Token"]) -> Iterator["Token"]:
        """The tokens, without the line ends that do not end an event."""
        first: Any = None
        for token in stream:
            if token.type == "_MORE":
                if first in CARRIED_ON:
                    if len(token.rpartition("\n")[2]) >= (first.column or 1):
                        continue
                    raise RecordError(
                        f"a label after {first}: indent the line further to go on with {first}, "
                        "or begin it with the word trick",
                        line=token.end_line,
                        column=token.end_column,
                    )
                token.type = "_NL"
            if token.type == "_NL":
                first = None
            elif first is None:
                first = token
            yield token


Place = tuple[int, int]
"""Line and column."""


class _Reading:
    """One record being read.

    Args:
        text: the record.
        above: the number of lines above it in its file.
    """

    def __init__(self, text: str, above: int) -> None:
        self.text = text
        self.above = above
        self.places: dict[str, Place] = {}

    def record(self) -> Record:
        tree = self._tree()
        if not tree.children:
            raise RecordError("the text is empty; expected a record", line=self.above + 1)
        tags = [child for child in tree.children if child.data == "tag"]
        deals = [child for child in tree.children if child.data == "deal"]
        game = self._game(tags)
        played = [self._deal(deal, f"deals[{number}]") for number, deal in enumerate(deals)]
        try:
            record = Record.model_validate({"format": "all-fours/1", "game": game, "deals": played})
        except ValidationError as error:
            raise self._placed(sentence(error)) from None
        record.locate(Origin(line=tree.children[0].meta.line + self.above))
        for deal, written in zip(record.deals, deals, strict=True):
            deal.locate(Origin(line=written.meta.line + self.above))
        return record

    def _tree(self) -> Any:
        from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

        try:
            return _parser().parse(self.text if self.text.endswith("\n") else self.text + "\n")
        except RecordError as error:
            error.line = (error.line or 1) + self.above
            raise
        except UnexpectedToken as error:
            found = {"_NL": "the end of the line", "$END": "the end of the text"}.get(error.token.type)
            raise self._misplaced(error.line, error.column, found or describe(str(error.token))) from None
        except UnexpectedCharacters as error:
            rest = self.text[error.pos_in_stream :]
            word = re.match(r"\S\w*", rest)
            raise self._misplaced(error.line, error.column, describe(word[0] if word else rest[:1])) from None
        except UnexpectedInput:
            raise RecordError("the text ends in the middle of a line", line=self.above + 1) from None

    def _misplaced(self, line: int, column: int, found: str) -> RecordError:
        """The error for a token that may not stand where it does: it says how such a line is written."""
        lines = self.text.split("\n")
        line = min(line, len(lines)) if line > 0 else len(lines)
        word = _first_word(lines, line - 1)
        if word in WRITTEN:
            name = "a tag" if word == "[" else word
            expected = f"{name} is written {alternatives(WRITTEN[word])}"
        else:
            expected = f"a line of cards is written {alternatives(WRITTEN['trick'])}"
        if word not in ("[", "deal") and not any(map(_is_deal, lines[:line])):
            tag, deal = WRITTEN["["][0], WRITTEN["deal"][0]
            expected = f"expected a tag such as {tag} or a deal such as {deal} above its events"
        return RecordError(f"found {found}; {expected}", line=line + self.above, column=max(column, 1))

    def _at(self, token: Any, message: str, code: str = "unreadable") -> RecordError:
        return RecordError(message, line=token.line + self.above, column=token.column, code=code)

    def _placed(self, error: RecordError) -> RecordError:
        """The error of a model, at the line of the innermost part that has one instead of its path."""
        path = error.path or ""
        while path and path not in self.places:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        error.line, error.column = self.places.get(path, (self.above + 1, 1))
        error.path = None
        return error

    def _mark(self, path: str, tree: Any) -> None:
        self.places[path] = (tree.meta.line + self.above, tree.meta.column)

    # tags

    def _game(self, tags: list[Any]) -> dict[str, Any]:
        game: dict[str, Any] = {}
        seen: set[str] = set()
        for tag in tags:
            name, *values = tag.children
            texts = [None if token == "?" else self._text(token) for token in values]
            if name == "Seat" and 1 <= len(texts) <= 3:
                seats = game.setdefault("seats", [])
                self._mark(f"game.seats[{len(seats)}]", tag)
                seats.append({k: v for k, v in zip(("seat", "player", "id"), texts, strict=False) if v is not None})
            elif name == "Option" and len(texts) == 2 and texts[1] in ("true", "false"):
                self._once(name, f"{name} {texts[0]}", seen)
                game.setdefault("options", {})[texts[0]] = texts[1] == "true"
            elif name in TAGS and (len(texts) == 1 or (name == "Game" and not texts)):
                self._once(name, name, seen)
                if texts:
                    game[TAGS[name]] = texts[0]
                self._mark(f"game.{TAGS[name]}", tag)
            else:
                raise self._at(name, _wrong_tag(str(name)))
            self.places.setdefault("game", (tag.meta.line + self.above, tag.meta.column))
        return game

    def _once(self, token: Any, what: str, seen: set[str]) -> None:
        if what in seen:
            raise self._at(token, f"{what} stands twice; expected it once")
        seen.add(what)

    # deals

    def _deal(self, tree: Any, path: str) -> dict[str, Any]:
        head, *lines = tree.children
        self._mark(path, head)
        deal: dict[str, Any] = self._deal_head(head)
        events: list[dict[str, Any]] = []
        for line in lines:
            if line.data in ("points", "after"):
                key = "points" if line.data == "points" else "score_after"
                if key in deal:
                    raise self._at(line.meta, f"{line.data} stands twice in this deal; expected it once")
                deal[key] = self._labelled(line.children)
                self._mark(f"{path}.{key}", line)
            else:
                self._mark(f"{path}.events[{len(events)}]", line)
                events.append(self._event(line))
        if events:
            deal["events"] = events
        return deal

    def _deal_head(self, head: Any) -> dict[str, Any]:
        deal: dict[str, Any] = {}
        for child in head.children:
            key: str
            value: Any
            if not hasattr(child, "data"):
                key, value = "number", self._number(child)
            elif child.data == "before":
                key, value = "score_before", self._labelled(child.children)
            else:
                key, value = ("at" if child.data == "time" else "dealer"), self._text(child.children[0])
            if key in deal:
                raise self._at(head.meta, f"{key} stands twice in this deal; expected it once")
            deal[key] = value
        return deal

    def _event(self, tree: Any) -> dict[str, Any]:
        """The event: each field gives its key and value."""
        event: dict[str, Any] = {"do": "deal" if tree.data == "hands" else tree.data.replace("_", "-")}
        for child in tree.children:
            key, value = getattr(self, f"_{child.data}_field", self._plain_field)(child)
            if key in event:
                raise self._at(tree.meta, f"{key} stands twice in this event; expected it once")
            event[key] = value
        if event["do"] in ("trick", "stock"):
            event.setdefault("cards", [])
        return event

    # fields

    def _plain_field(self, field: Any) -> tuple[str, Any]:
        key, read = _FIELDS[field.data]
        return key, read(self, field.children)

    def _thrown_field(self, field: Any) -> tuple[str, Any]:
        """Cards, or how many."""
        words = field.children
        if len(words) == 1 and not hasattr(words[0], "data") and words[0].isdigit():
            return "count", self._number(words[0])
        return "cards", self._cards(words)

    def _labelled(self, children: list[Any]) -> dict[str, Any]:
        """What stands behind each label: a score, a card, cards, a hand or names of points."""
        found: dict[str, Any] = {}
        for child in children:
            label, *values = child.children
            name = self._label(label)
            if name in found:
                raise self._at(label, f"{describe(name)} stands twice; expected it once")
            found[name] = _LABELLED[child.data](self, values)
        return found

    def _hand(self, values: list[Any]) -> list[str | None] | int | None:
        if len(values) != 1 or hasattr(values[0], "data"):
            return self._cards_or_unknown(values)
        if values[0] == "?":
            return None
        return self._number(values[0]) if values[0].isdigit() else [self._card(values[0])]

    def _words(self, values: list[Any]) -> list[str]:
        return [self._text(token) for token in values]

    def _cards(self, values: list[Any]) -> list[str]:
        return [self._card(token) for token in _flat(values)]

    def _cards_or_unknown(self, values: list[Any]) -> list[str | None]:
        return [self._card_or_unknown(token) for token in _flat(values)]

    def _card_or_unknown(self, token: Any) -> str | None:
        return None if token == "?" else self._card(token)

    def _card(self, token: Any) -> str:
        number = CARDS.get(token)
        if number is not None:
            return NAMES[number]
        if token == "?":
            raise self._at(token, "this card must be known; ? is for cards played, turned, exposed, drawn or held")
        near = nearest(token, WRITTEN) if token.islower() and len(token) > 3 else ""
        if near:
            raise self._at(token, f"{describe(str(token))} is neither a card nor an event; {near}")
        raise self._at(token, f"{describe(str(token))} is no card; {hint(str(token))}", "unknown-card")

    def _number(self, token: Any) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,1000}", token):
            raise self._at(token, f"found {describe(str(token))}; expected a whole number")
        return int(token)

    def _label(self, token: Any) -> str:
        return self._unquote(token, token[:-1])

    def _text(self, token: Any) -> str:
        return self._unquote(token, str(token))

    def _unquote(self, token: Any, text: str) -> str:
        if not text.startswith('"'):
            return text
        try:
            return str(json.loads(text, strict=False))
        except ValueError:
            known = r"\" \\ \n \r \t and \u with four digits"
            raise self._at(token, f"an unknown escape in {describe(text)}; the escapes are {known}") from None


def _flat(values: list[Any]) -> list[Any]:
    """The cards of a list, with or without its brackets."""
    return [token for value in values for token in (value.children if hasattr(value, "data") else [value])]


def _wrong_tag(name: str) -> str:
    known = (*TAGS, "Option", "Seat")
    if name in known:
        value = _TAG_VALUES.get(name, '"..."')
        return f"tag {name} is written [{name} {value}]"
    close = nearest(name.title(), {word.lower(): word for word in known})
    return f"unknown tag {describe(name)}; {close or 'the tags are ' + ', '.join(known)}"


def _first_word(lines: list[str], line: int) -> str:
    """The word that begins the event of which this line is a part."""
    while line > 0 and re.match(r'\s*(?:[^\s":]+|"[^"]*"):|\s*(?:;|$)', lines[line]):
        line -= 1
    match = re.match(r"\s*(\[|[a-z-]*)", lines[line])
    return match[1] if match else ""


def _is_deal(line: str) -> bool:
    return line.split()[:1] == ["deal"]


_TAG_VALUES: Final = {"Seat": '"W" "Ann" or with an id, "W" "Ann" "17"', "Option": '"strict_looking" "true" or "false"'}

Reader = Callable[[_Reading, list[Any]], Any]


def _one(read: Callable[[_Reading, Any], Any]) -> Reader:
    return lambda reading, children: read(reading, children[0])


_FIELDS: Final[dict[str, tuple[str, Reader]]] = {
    "seat": ("seat", _one(_Reading._text)),
    "side": ("side", _one(_Reading._text)),
    "leader": ("seat", _one(_Reading._label)),
    "to": ("to", _Reading._words),
    "missing": ("missing", _Reading._words),
    "agreed": ("agreed", lambda _reading, children: children[0] == "agreed"),
    "exhausted": ("reason", lambda _reading, _children: "exhausted"),
    "card": ("card", _one(_Reading._card)),
    "shown": ("card", _one(_Reading._card_or_unknown)),
    "several": ("cards", _Reading._cards),
    "list": ("cards", _Reading._cards),
    "played": ("cards", _Reading._cards_or_unknown),
    "cut_cards": ("cards", _Reading._labelled),
    "dealt": ("hands", _Reading._labelled),
    "won": ("piles", _Reading._labelled),
    "counted": ("counts", _Reading._labelled),
    "at": ("at", _one(_Reading._number)),
    "count": ("count", _one(_Reading._number)),
    "count_too": ("count", _one(_Reading._number)),
    "pegged": ("points", _one(_Reading._number)),
    "for_deal": ("deal", _one(_Reading._number)),
    "in_trick": ("trick", _one(_Reading._number)),
    "while": ("while", _one(_Reading._text)),
    "choice": ("choice", _one(_Reading._text)),
    "point": ("point", _one(_Reading._text)),
    "reason": ("reason", _one(_Reading._text)),
    "fault": ("for", _one(_Reading._text)),
    "text": ("text", _one(_Reading._text)),
}
"""The key of each field of the grammar, and how its value is read."""

_LABELLED: Final[dict[str, Reader]] = {
    "score": _one(_Reading._number),
    "cut_card": _one(_Reading._card),
    "hand": _Reading._hand,
    "pile": _Reading._cards,
    "named_points": _Reading._words,
}
