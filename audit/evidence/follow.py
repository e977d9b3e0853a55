"""The state that a club carries from night to night, so that it may look every week without losing the guarantee.

It holds the tallies and the shares of the level: those whom the first look found share three quarters of it, and the
n-th person to join later has a share of the last quarter. Shares depend on the order of joining alone and sum to at
most 1, so the weighted sum of all bets remains a bet, whoever comes (Vovk and Wang 2021), and Ville's bound holds for
ever.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from audit.errors import RecordError
from audit.evidence.hypotheses import SHA256, VERSION
from audit.evidence.tally import Tally

FORMAT: Final = "all-fours-follow/1"
FOUNDERS: Final = 0.75
"""The part of the level that those share whom the first look found."""


def shares(founders: int, people: int) -> list[float]:
    """The share of each person in the order of joining.

    The n-th to join after K founders has (1 - FOUNDERS) K / ((K+n) (K+n-1)), which sums to 1 - FOUNDERS over all n.

    >>> shares(2, 4)
    [0.375, 0.375, 0.08333333333333333, 0.041666666666666664]
    """
    later = range(founders + 1, people + 1)
    return [FOUNDERS / founders] * min(founders, people) + [
        (1 - FOUNDERS) * founders / (place * (place - 1)) for place in later
    ]


@dataclass
class State:
    """What is carried on.

    Attributes:
        tally: everything counted so far.
        founders: those whom the first look found; empty before it.
        joined: those who came later, in order.
    """

    tally: Tally = field(default_factory=Tally)
    founders: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)

    def shares_of(self, people: Sequence[str]) -> Mapping[str, float]:
        """Everybody's share of the level; newcomers join."""
        if not self.founders:
            self.founders = list(people)
        known = {*self.founders, *self.joined}
        self.joined += [person for person in people if person not in known]
        order = [*self.founders, *self.joined]
        return dict(zip(order, shares(len(self.founders), len(order)), strict=True)) if order else {}

    def as_json(self) -> dict[str, Any]:
        """The state as it is kept."""
        return {
            "format": FORMAT,
            "hypotheses": {"version": VERSION, "sha256": SHA256},
            "founders": self.founders,
            "joined": self.joined,
            "tally": self.tally.as_json(),
        }

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the state, whole or not at all."""
        target = Path(path)
        beside = target.with_name(target.name + ".new")
        beside.write_text(
            json.dumps(self.as_json(), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8"
        )
        os.replace(beside, target)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "State":
        """The state of a file; a fresh one when there is no file yet.

        Raises:
            RecordError: the file is no state, or one of other hypotheses, which cannot be carried on.
        """
        target = Path(path)
        if not target.exists():
            return cls()
        try:
            kept = json.loads(target.read_text(encoding="utf-8"))
            if kept["format"] != FORMAT:
                raise KeyError("format")
            if kept["hypotheses"]["sha256"] != SHA256:
                raise RecordError(
                    f"this state was begun with hypotheses {kept['hypotheses']['version']} of another hash; bets "
                    "that were changed after looking prove nothing, so begin a new state file",
                    file=str(path),
                )
            return cls(Tally.from_json(kept["tally"]), list(kept["founders"]), list(kept["joined"]))
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            raise RecordError(
                f"not a state of `audit club --follow`; expected the format {FORMAT}", file=str(path)
            ) from None
