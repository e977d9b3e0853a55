"""Gzip and zip, read without unpacking to disk, with bounds on what may come out of them.

An archive is somebody else's file: it may be damaged, locked, or made to fill a machine. Each is refused in a sentence.
"""

import gzip
import io
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, BinaryIO, Final

from audit.errors import RecordError
from audit.records.inputs import Input, Problem

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_BYTES: Final = 8 << 30
"""The most bytes that one member may hold once it is unpacked."""
MAX_RATIO: Final = 250
"""How many bytes may come out for each byte that went in; logs reach some tens, a bomb a thousand."""
FREE_BYTES: Final = 16 << 20
"""What is unpacked before the ratio is asked for: a short text of one letter is no bomb."""
MAX_MEMBERS: Final = 100_000
"""The most files that an archive may hold."""

ARCHIVES: Final = (".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".bz2", ".xz", ".zst")
"""Endings of archives; none is read inside another."""

_BROKEN: Final = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError, RuntimeError, ValueError,
    struct.error,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Member:
    """A file inside an archive.

    Attributes:
        name: its name in the archive.
        open: opens it for reading, unpacking as it is read.
    """

    name: str
    open: Callable[[], BinaryIO]


@contextmanager
def _refusing(what: str, file: str | None, member: str | None = None) -> Iterator[None]:
    """Turn what the libraries raise on a damaged archive into one sentence."""
    try:
        yield
    except _BROKEN as error:
        raise RecordError(
            f"this {what} cannot be unpacked ({error or type(error).__name__})", file=file, member=member
        ) from None


class _Counting(io.RawIOBase):
    """Counts the bytes that are read from a stream."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile) -> None:
        self.count = 0
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer).cast("B")
        chunk = self._stream.read(len(view))
        view[: len(chunk)] = chunk
        self.count += len(chunk)
        return len(chunk)


class Bounded(_Counting):
    """A stream that refuses to give more than the bounds allow.

    Args:
        stream: gives the unpacked bytes.
        packed: how many packed bytes were read so far.
        what: the kind of archive, for the message.
        file, member: the place, for the message.
    """

    def __init__(
        self,
        stream: IO[bytes] | gzip.GzipFile,
        packed: Callable[[], int],
        what: str,
        file: str | None,
        member: str | None = None,
    ) -> None:
        super().__init__(stream)
        self._packed = packed
        self._what = what
        self._file = file
        self._member = member

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Read some of the unpacked bytes.

        Raises:
            RecordError: the archive is damaged, or more comes out than the bounds allow.
        """
        with _refusing(self._what, self._file, self._member):
            length = super().readinto(buffer)
        if self.count > MAX_BYTES:
            self._refuse(f"it unpacks to more than {MAX_BYTES >> 30} GiB")
        if self.count > FREE_BYTES and self.count > MAX_RATIO * max(self._packed(), 1):
            self._refuse(f"it unpacks to more than {MAX_RATIO} times its size")
        return length

    def close(self) -> None:
        """Close the stream below."""
        self._stream.close()
        super().close()

    def _refuse(self, why: str) -> None:
        raise RecordError(f"{why}; no log does", file=self._file, member=self._member)


def open_gzip(stream: BinaryIO, file: str | None = None) -> BinaryIO:
    """The unpacked bytes of a gzip stream, bounded.

    Raises:
        RecordError: on reading; the stream is damaged or unpacks to more than the bounds allow.
    """
    counted = _Counting(stream)
    plain = gzip.GzipFile(fileobj=counted, mode="rb")
    return io.BufferedReader(Bounded(plain, lambda: counted.count, "gzip file", file))


def zip_members(
    stream: BinaryIO, file: str | None = None, *, on_error: Callable[[RecordError], None] | None = None
) -> Iterator[Member]:
    """The files in a zip archive, in its order, without folders and hidden files.

    Args:
        stream: the archive; it must be able to seek.
        file: its name, for messages.
        on_error: told of each member that cannot be read (locked, or an archive itself); without it that is raised.

    Raises:
        RecordError: the archive is damaged or holds too many files.
    """
    with _refusing("zip file", file):
        archive = zipfile.ZipFile(stream)
        entries = archive.infolist()
    if len(entries) > MAX_MEMBERS:
        raise RecordError(f"the archive holds {len(entries)} files; at most {MAX_MEMBERS} are read", file=file)
    for entry in entries:
        if entry.is_dir() or is_hidden(entry.filename):
            continue
        why = _why_refused(entry)
        if why is None:
            yield Member(entry.filename, _opener(archive, entry, file))
            continue
        error = RecordError(why, file=file, member=entry.filename)
        if on_error is None:
            raise error
        on_error(error)


def is_hidden(name: str) -> bool:
    """Whether a name in an archive or folder is hidden, or left there by the system that packed it."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))


def unpacked(source: Input, known: Callable[[str], bool], problem: Problem) -> Iterator[Input]:
    """What is in an archive, each file as an input of its own that is unpacked while it is read.

    Args:
        source: a zip archive or a gzip file, as its name tells.
        known: whether a file of this name is of a known format; other members of an archive are passed over.
        problem: told of each member that cannot be read.

    Raises:
        RecordError: the archive itself cannot be read.
    """
    if not source.name.lower().endswith(".zip"):
        member = os.path.basename(source.name)[:-3]
        yield Input(source.name, lambda: open_gzip(source.open(), source.name), member=member)
        return
    if source.path is None:
        raise source.error("a zip archive is read from a file; expected its name")
    any_known = False

    def refused(error: RecordError) -> None:
        nonlocal any_known
        any_known = True
        problem(error)

    with open(source.path, "rb") as stream:
        for packed in zip_members(stream, source.name, on_error=refused):
            if known(packed.name):
                any_known = True
                yield Input(source.name, packed.open, member=packed.name)
    if not any_known:
        problem(source.error("no file of a known format is in this archive"))


def _why_refused(entry: zipfile.ZipInfo) -> str | None:
    if entry.flag_bits & 1:
        return "this file is locked with a password; unlock it before packing"
    if entry.filename.lower().endswith(ARCHIVES):
        return "this is an archive inside an archive; unpack it first"
    return None


def _opener(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: str | None) -> Callable[[], BinaryIO]:
    def open_member() -> BinaryIO:
        with _refusing("zip file", file, entry.filename):
            plain = archive.open(entry)
        bounded = Bounded(plain, lambda: entry.compress_size, "zip file", file, entry.filename)
        return io.BufferedReader(bounded)

    return open_member
