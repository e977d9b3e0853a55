"""Which findings are wanted: by code or by class."""

from collections.abc import Iterable
from difflib import get_close_matches

from audit.codes import CODES, KINDS
from audit.errors import UsageError
from audit.findings import Finding


class Selection:
    """Keeps the findings that are selected and not ignored.

    Args:
        select: codes or classes, each text may hold several separated by commas; empty means all.
        ignore: codes or classes that are left out.

    Raises:
        UsageError: a name is neither a code nor a class.
    """

    def __init__(self, select: Iterable[str], ignore: Iterable[str]) -> None:
        self.select = _names(select)
        self.ignore = _names(ignore)

    def __call__(self, findings: Iterable[Finding]) -> list[Finding]:
        """The wanted ones of `findings`."""
        return [
            finding
            for finding in findings
            if (not self.select or not self.select.isdisjoint((finding.code, finding.kind)))
            and self.ignore.isdisjoint((finding.code, finding.kind))
        ]


def _names(texts: Iterable[str]) -> frozenset[str]:
    names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
    for name in names:
        if name not in CODES and name not in KINDS:
            near = get_close_matches(name, [*CODES, *KINDS], 3)
            hint = f"; did you mean {' or '.join(near)}?" if near else f"; the classes are {', '.join(KINDS)}"
            raise UsageError(f"no code or class {name!r}{hint}")
    return frozenset(names)
