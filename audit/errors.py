"""The exceptions of this package: bad input, with its place; a broken rule is a finding and never raised."""


class AuditError(Exception):
    """Anything that `audit` refuses, in one sentence fit to be shown to a user."""


class CardError(AuditError, ValueError):
    """A text that is no card of the pack."""


class RecordError(AuditError):
    """A record that cannot be read.

    Args:
        message: what was found and what was expected, without the place.
        file: the file's name, `-` for standard input.
        line: counted from 1, where the format has lines.
        column: counted from 1, where the format has columns.
        path: the place inside the record, such as `deals[2].events[5].card`.
        code: the finding that stands for it: `unreadable`, `unknown-card` or `spreadsheet-damage`.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        code: str = "unreadable",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.code = code

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f", line {self.line}" if place else f"line {self.line}"
        if self.column is not None:
            place += f", column {self.column}"
        if self.path:
            place += f", {self.path}" if place else self.path
        return f"{place}: {self.message}" if place else self.message


class UsageError(AuditError):
    """A call that cannot be carried out as it was written."""
