"""Days and times as people write them; what can be read two ways is settled by the rest of its column or left."""

import datetime
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from audit.errors import RecordError
from audit.records.cardtext import Cell, damage, is_not_recorded

_YEAR_FIRST: Final = re.compile(r"(\d{4})[-./](\d\d?|\?\?)[-./](\d\d?|\?\?)")
_SERIAL: Final = re.compile(r"[234]\d{4}(\.\d+)?")
"""A day as a spreadsheet counts it, from 1954 to 2036."""
_YEAR_LAST: Final = re.compile(r"(\d\d?)([-./])(\d\d?)[-./](\d{4}|\d\d)")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WORDED: Final = re.compile(
    rf"(?:(\d\d?)(?:st|nd|rd|th)?[- ,.]+)?({'|'.join(_MONTHS)})[a-z]*[- ,.]+"
    r"(?:(\d\d?)(?:st|nd|rd|th)?[- ,.]+)?(\d{4})",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"(\d\d?)[:.](\d\d)(?:[:.](\d\d)(?:\.\d+)?)?\s*([ap])?\.?m?\.?", re.IGNORECASE)
_INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?")
_DAY: Final = 24 * 60 * 60


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return None


class Days:
    """Reads a column of days. Whether `3/4/2026` is in March or April the other cells of the column tell.

    Args:
        cells: the cells of the column.

    Attributes:
        mixed: whether some cells have the day first and others the month.
        day_first: whether the day stands before the month; nothing if no cell tells, or if they are mixed.
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        firsts, seconds = set(), set()
        for cell in cells:
            found = _YEAR_LAST.fullmatch(cell.strip()) if isinstance(cell, str) else None
            if found and found[2] != ".":
                firsts.add(int(found[1]) > 12)
                seconds.add(int(found[3]) > 12)
        self.mixed = True in firsts and True in seconds
        self.day_first = None if self.mixed or not (True in firsts or True in seconds) else True in firsts

    def read(self, cell: Cell) -> str | None:
        """The day as `2026-03-05` where it is certain, else as written; `None` where it was not recorded.

        Raises:
            RecordError: a number or a time where a day is expected, or a day that no calendar has.
        """
        if isinstance(cell, datetime.datetime):
            return cell.date().isoformat()
        if isinstance(cell, datetime.date):
            return cell.isoformat()
        if isinstance(cell, str):
            if is_not_recorded(cell):
                return None
            return self._written(" ".join(cell.split()))
        raise _bare_number(damage(cell), "day", "date")

    def _written(self, text: str) -> str:
        if _SERIAL.fullmatch(text):
            raise _bare_number(repr(text), "day", "date")
        day: str | None = text
        if found := _YEAR_FIRST.fullmatch(text.split("T")[0].split(" ")[0]):
            year, month, date = found.groups()
            if "?" in month:
                return year
            if "?" in date:
                return f"{year}-{int(month):02}"
            day = _iso(int(year), int(month), int(date))
        elif found := _WORDED.fullmatch(text):
            before, month, after, year = found.groups()
            if (before is None) != (after is None):
                day = _iso(int(year), _MONTHS.index(month.lower()) + 1, int(before or after))
        elif found := _YEAR_LAST.fullmatch(text):
            first, mark, second, year = found.groups()
            if self.mixed and mark != ".":
                raise RecordError(f"the day {text!r} can be read two ways, and this column writes days both ways")
            full = int(year) + (2000 if len(year) == 2 else 0)
            if mark == "." or self.day_first:
                day = _iso(full, int(second), int(first))
            elif self.day_first is False:
                day = _iso(full, int(first), int(second))
        if day is None:
            raise RecordError(f"{text!r} is no day of the calendar; expected one such as 2026-03-05")
        return day


def certain_day(text: str) -> str | None:
    """The day that a text names beyond doubt, as `2026-03-05`; nothing for any other text."""
    try:
        day = Days(()).read(text)
    except RecordError:
        return None
    return day if day is not None and re.fullmatch(r"\d{4}-\d\d-\d\d", day) else None


def read_time(cell: Cell) -> str | None:
    """A time as it was written; `None` where it was not recorded.

    Raises:
        RecordError: a bare number, which a spreadsheet makes of a time.
    """
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(timespec="seconds")
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    if isinstance(cell, datetime.timedelta):
        seconds = int(cell.total_seconds())
        if 0 <= seconds < _DAY:
            return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    elif isinstance(cell, str):
        return None if is_not_recorded(cell) else " ".join(cell.split())
    raise _bare_number(damage(cell), "time", "time")


def _bare_number(found: str | None, kind: str, form: str) -> RecordError:
    return RecordError(
        f"{found} stands where a {kind} is expected; a spreadsheet keeps {kind}s as such numbers: "
        f"format the column as a {form}",
        code="spreadsheet-damage",
    )


def seconds(text: str | None) -> float | None:
    """A time as seconds that can be compared with others of its kind; nothing if it cannot be told.

    `11:05AM` and `23:50` count from midnight; `2026-03-05T19:00:00Z` counts from 1970.
    """
    if text is None:
        return None
    if _INSTANT.fullmatch(text):
        try:
            instant = datetime.datetime.fromisoformat(text)
        except ValueError:
            return None
        return instant.replace(tzinfo=instant.tzinfo or datetime.UTC).timestamp()
    found = _CLOCK.fullmatch(text.strip())
    if not found:
        return None
    hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
    half = (found[4] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    return hour * 3600 + minute * 60 + second if hour < 24 and minute < 60 and second < 60 else None


def run_backwards(times: Iterable[str | None]) -> bool:
    """Whether the times of a list go back, once over midnight excepted, so that it seems to stand newest first."""
    known = [value for value in map(seconds, times) if value is not None]
    pairs = list(pairwise(known))
    back = sum(later < earlier for earlier, later in pairs)
    forward = sum(later > earlier for earlier, later in pairs)
    return back >= 3 and forward <= 1
