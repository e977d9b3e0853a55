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
        member: the file inside an archive.
        sheet: the sheet of a workbook.
        row: counted from 1, as the spreadsheet counts.
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
        member: str | None = None,
        sheet: str | None = None,
        row: int | None = None,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        code: str = "unreadable",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.member = member
        self.sheet = sheet
        self.row = row
        self.line = line
        self.column = column
        self.path = path
        self.code = code

    def __str__(self) -> str:
        named = (
            (self.file, "{}"),
            (self.member, "{}"),
            (self.sheet, "sheet {}"),
            (self.row, "row {}"),
            (self.line if self.row is None else None, "line {}"),
            (self.column, "column {}"),
            (self.path or None, "{}"),
        )
        place = ", ".join(form.format(value) for value, form in named if value is not None)
        return f"{place}: {self.message}" if place else self.message


class UsageError(AuditError):
    """A call that cannot be carried out as it was written."""
