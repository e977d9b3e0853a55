"""What a command reads: the records of the named inputs; what cannot be read is said, and the rest is read."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from audit.cards import describe
from audit.errors import RecordError, UsageError
from audit.findings import Finding
from audit.records.inputs import InputDigest, printable
from audit.records.models import Record
from audit.records.reading import Progress, checked, explain_columns, read_inputs, search


class Reading:
    """Records read from what the user named.

    Args:
        paths: files, folders, `-`.
        format: of all of them; without it each tells its own.
        columns: of sheets, `NAME=HEADING` for columns whose heading tells nothing.

    Attributes:
        errors: what could not be read.
        notices: what is odd about the files themselves.
        digests: of what was read.

    Raises:
        UsageError: a column is given without its heading.
    """

    def __init__(self, paths: list[str], format: str | None = None, columns: Iterable[str] = ()) -> None:
        self.errors: list[RecordError] = []
        self.notices: list[Finding] = []
        self.digests: list[InputDigest] = []
        self._format = format
        self._columns = _columns(columns)
        self._found = search(paths, self._problem)

    def _problem(self, error: RecordError) -> None:
        self.errors.append(error)
        print(f"audit: {printable(str(error))}", file=sys.stderr)

    def records(self) -> Iterator[Record]:
        """The records, one after the other.

        Raises:
            UsageError: there is no such format, or no such column.
        """
        self._tell_what_is_passed_over()
        with _progress() as progress:
            yield from read_inputs(
                self._found.inputs,
                format=self._format,
                on_error=self._problem,
                on_notice=self.notices.append,
                columns=self._columns,
                on_digest=self.digests.append,
                progress=progress,
            )

    def _tell_what_is_passed_over(self) -> None:
        """Hidden files and those of unknown formats, counted on standard error."""
        found = self._found
        if not (found.hidden or found.unknown):
            return
        from audit.report.findings import many

        passed = [many(found.hidden, "hidden file or folder", "hidden files or folders")] if found.hidden else []
        if found.unknown:
            passed.append(many(found.unknown, "file of an unknown format", "files of unknown formats"))
        print(f"audit: {' and '.join(passed)} passed over", file=sys.stderr)

    def columns(self) -> Iterator[str]:
        """What the columns of each sheet are taken for.

        Raises:
            UsageError: there is no sheet.
        """
        for source in self._found.inputs:
            source.columns = self._columns
        explained = False
        for text in explain_columns(self._found.inputs, checked(self._format), self._problem):
            explained = True
            yield from text.splitlines()
        if not explained and not self.errors:
            raise UsageError("no sheet is among these files; CSV, TSV, XLSX and ODS have columns")

    @property
    def inputs(self) -> list[dict[str, str]]:
        """Name and SHA-256 of each input, for JSON."""
        return [{"file": digest.file, "sha256": digest.sha256} for digest in self.digests]

    def unread(self) -> list[Finding]:
        """What could not be read, as findings (they force exit status 2)."""
        return [
            Finding(
                code=error.code,
                kind="record",
                clauses=(),
                message=f"{error.path}: {error.message}" if error.path else error.message,
                file=error.file,
                member=error.member,
                sheet=error.sheet,
                row=error.row,
                line=error.line,
            )
            for error in self.errors
        ]


def _columns(given: Iterable[str]) -> Mapping[str, str]:
    columns = {}
    for text in given:
        name, separator, heading = text.partition("=")
        if not separator or not name.strip() or not heading.strip():
            raise UsageError(f'--column {describe(text)}; expected NAME=HEADING, such as dealer="Who dealt"')
        columns[name.strip()] = heading.strip()
    return columns


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """A bar on standard error for long work, only on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Bar(sys.stderr.write)
    try:
        yield bar
    finally:
        bar.clear()


class Bar:
    """A progress bar that appears after a second.

    Args:
        write: takes the text.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._started = time.monotonic()
        self._shown = -1

    def __call__(self, done: int, total: int | None) -> None:
        """Show that `done` bytes of `total` are read."""
        share = int(100 * done / total) if total else 0
        if share == self._shown or time.monotonic() - self._started < 1:
            return
        self._shown = share
        self._write(f"\r[{'#' * (share // 4):<25}] {share:3d}%")

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown >= 0:
            self._write("\r" + " " * 34 + "\r")
