"""What the user named and what is in it: files, folders searched through, standard input; bytes hashed as they pass."""

import codecs
import hashlib
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from audit.errors import RecordError
from audit.findings import Finding

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LINE_LIMIT: Final = 64 << 20
"""Bytes of the longest line, and of the longest JSON file, that is read as one record."""

STANDARD_INPUT: Final = "-"
_CHUNK: Final = 1 << 18
_HARMLESS: Final = "\xa0\u2009\u202f\u3000\u200c\u200d"
"""Spaces, and the joiners of Persian and Indic names: not printable to Python, and no terminal is moved by them."""

Problem = Callable[[RecordError], None]
"""Told of what cannot be read; it may raise, which ends the reading."""
OnNotice = Callable[[Finding], None]
"""Told of what is odd about a file itself, although it could be read."""


def refuse(error: RecordError) -> None:
    """The `Problem` that stops at the first one."""
    raise error


def ignore(_: Finding) -> None:
    """The `OnNotice` that does nothing."""


@dataclass(frozen=True, slots=True)
class InputDigest:
    """The SHA-256 of what was read, in hexadecimal."""

    file: str
    sha256: str


class Input:
    """One thing to read: a file, a member of an archive, or standard input.

    Args:
        name: as it is shown to the user.
        opener: gives the bytes from the beginning, each time it is called.
        path: where a library that must seek may open it; nothing for standard input and members.
        member: name within an archive.
        size: number of bytes, where it is known.

    Attributes:
        on_bytes: told how many bytes were read.
        on_notice: told of what is odd about the file itself.
        columns: of known columns of a sheet, the heading that the user says is theirs.
    """

    def __init__(
        self,
        name: str,
        opener: Callable[[], BinaryIO],
        *,
        path: str | None = None,
        member: str | None = None,
        size: int | None = None,
    ) -> None:
        self.name = name
        self.path = path
        self.member = member
        self.size = size
        self.on_bytes: Callable[[int], None] | None = None
        self.on_notice: OnNotice = ignore
        self.columns: Mapping[str, str] = {}
        self._opener = opener
        self._told = 0
        self._hash = hashlib.sha256()
        self._stream: BinaryIO | None = None
        self._text: BinaryIO | None = None

    def open(self) -> BinaryIO:
        """The bytes as a buffered stream; each is hashed as it passes, and reported to `on_bytes` the first time.

        Raises:
            RecordError: the file cannot be opened; the stream raises it when it cannot be read further.
        """
        if self._stream is None or self.name != STANDARD_INPUT:
            self._hash = hashlib.sha256()
            source = self._source()
            self._stream = _stream(self._pass(source), source)
            self._text = None
        return self._stream

    def text(self) -> BinaryIO:
        """The same as UTF-8 without a byte order mark, whether it was written as UTF-8 or as UTF-16 with its mark."""
        stream = cast("io.BufferedReader", self.open())
        if self._text is None:
            self._text = stream
            mark = stream.peek(3)[:3]
            if mark.startswith(codecs.BOM_UTF8):
                stream.read(3)
            elif mark.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                self._text = _stream(self._recode(stream), stream)
        return self._text

    def lines(self, problem: Problem = refuse, limit: int = LINE_LIMIT) -> Iterator[tuple[int, bytes]]:
        """Number and bytes of each line of `text()`; a line over `limit` bytes goes to `problem` and is passed over."""
        stream = self.text()
        number = 0
        while line := stream.readline(limit + 1):
            number += 1
            if len(line) <= limit:
                yield number, line
                continue
            while line and not line.endswith(b"\n"):
                line = stream.readline(_CHUNK)
            problem(self.error(f"a line of more than {limit >> 20} MiB; expected one record a line", line=number))

    def digest(self) -> InputDigest:
        """The SHA-256 of the whole input; what has not been read yet is read now."""
        stream = self._stream or self.open()
        while stream.read(_CHUNK):
            pass
        return InputDigest(self.name, self._hash.hexdigest())

    def close(self) -> None:
        """Let go of the file."""
        for stream in (self._text, self._stream):
            if stream is not None:
                stream.close()
        self._stream = self._text = None

    def error(self, message: str, *, line: int | None = None, column: int | None = None) -> RecordError:
        """The error that says `message` of this input."""
        return RecordError(message, file=self.name, member=self.member, line=line, column=column)

    def _source(self) -> BinaryIO:
        try:
            return self._opener()
        except OSError as error:
            raise self.error(_reason(error)) from None

    def _pass(self, source: BinaryIO) -> Iterator[bytes]:
        read = getattr(source, "read1", source.read)
        digest, passed = self._hash, 0
        try:
            while chunk := read(_CHUNK):
                digest.update(chunk)
                passed += len(chunk)
                if self.on_bytes is not None and passed > self._told:
                    self.on_bytes(passed - self._told)
                    self._told = passed
                yield chunk
        except OSError as error:
            raise self.error(_reason(error)) from None

    def _recode(self, stream: BinaryIO) -> Iterator[bytes]:
        decoder = codecs.getincrementaldecoder("utf-16")()
        try:
            while chunk := stream.read(_CHUNK):
                yield decoder.decode(chunk).encode()
            yield decoder.decode(b"", final=True).encode()
        except UnicodeDecodeError:
            raise self.error("it begins with the mark of UTF-16 and is no UTF-16 text") from None


class _Chunks(io.RawIOBase):
    """A stream of what an iterator of bytes gives."""

    def __init__(self, chunks: Iterator[bytes], source: BinaryIO) -> None:
        self._chunks = chunks
        self._source = source
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer).cast("B")
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = memoryview(chunk)
        count = min(len(view), len(self._rest))
        view[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def close(self) -> None:
        if self._source is not getattr(sys.stdin, "buffer", None):
            self._source.close()
        super().close()


def _stream(chunks: Iterator[bytes], source: BinaryIO) -> BinaryIO:
    return io.BufferedReader(_Chunks(chunks, source), _CHUNK)


def standard_input() -> Input:
    """Standard input, read as bytes."""
    return Input(STANDARD_INPUT, lambda: sys.stdin.buffer)


def file_input(path: str | os.PathLike[str]) -> Input:
    """The file at `path`.

    Raises:
        RecordError: nothing is there, or something that is no regular file.
    """
    where = os.fspath(path)
    name = shown(where)
    try:
        status = os.stat(where)
    except (OSError, ValueError) as error:
        broken = "a link to nothing" if os.path.islink(where) else _reason(error)
        raise RecordError(broken, file=name) from None
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no regular file"
        raise RecordError(f"{kind}; expected a file, or - for standard input", file=name)
    return Input(name, lambda: open(where, "rb"), path=where, size=status.st_size)


def shown(path: str) -> str:
    """`path` as it may be printed: whatever is no printable text is escaped."""
    return printable(os.fsencode(path).decode("utf-8", "backslashreplace")) or "''"


def printable(text: str) -> str:
    r"""`text` with whatever is no printable character escaped, so that nothing that was read commands a terminal.

    >>> print(printable("Zo\xeb \x1b[31m\u202e"))
    Zoë \x1b[31m\u202e
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _HARMLESS else ascii(c)[1:-1] for c in text)


@dataclass(slots=True)
class Found:
    """What a search came upon: the inputs in order, and how many files were passed over."""

    inputs: list[Input] = field(default_factory=list)
    hidden: int = 0
    unknown: int = 0


def find(names: Iterable[str | os.PathLike[str]], known: Callable[[str], bool], problem: Problem = refuse) -> Found:
    """What the user named: files, `-`, and folders, which are searched through in sorted order.

    In a folder, hidden files and folders and files whose name is not `known` are passed over and counted.

    Args:
        names: as the user gave them.
        known: whether a file of this name is of a known format; not asked about files that were named.
        problem: told of what is missing or cannot be read.
    """
    found = Found()
    for name in names:
        where = os.fspath(name)
        if where == STANDARD_INPUT:
            if all(given.name != STANDARD_INPUT for given in found.inputs):
                found.inputs.append(standard_input())
        elif os.path.isdir(where):
            _search(where, known, problem, found)
        else:
            _add(where, problem, found)
    return found


def _add(path: str, problem: Problem, found: Found) -> None:
    try:
        found.inputs.append(file_input(path))
    except RecordError as error:
        problem(error)


def _search(folder: str, known: Callable[[str], bool], problem: Problem, found: Found) -> None:
    def unreadable(error: OSError) -> None:
        problem(RecordError(_reason(error), file=shown(error.filename or folder)))

    for where, folders, files in os.walk(folder, onerror=unreadable):
        found.hidden += sum(name.startswith(".") for name in folders)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.startswith("."):
                found.hidden += 1
            elif not known(name):
                found.unknown += 1
            else:
                _add(os.path.join(where, name), problem, found)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if isinstance(error, PermissionError):
        return "may not be read: permission denied"
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"cannot be read: {text[:1].lower()}{text[1:]}"
