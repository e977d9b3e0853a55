"""The state that a club carries from night to night, so that it may look every week without losing the guarantee.

It holds the tallies and the order in which people came. Each has a share of the level that is fixed when he comes and
never changes, and all shares there can ever be sum to 1. So the sum of all bets, each times its share, is itself a bet
(Vovk and Wang 2021), whoever comes and goes, and Ville's bound holds for ever. To divide the level anew among those
who are there would be no bet: a club in which one dealer follows another would have a fresh chance of a false
accusation with each of them.
"""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from audit.errors import RecordError
from audit.evidence.evalues import shares
from audit.evidence.hypotheses import SHA256, VERSION
from audit.evidence.tally import Tally
from audit.records.writing import check_target, whole_file

FORMAT: Final = "all-fours-follow/1"


@dataclass
class State:
    """What is carried on.

    Attributes:
        tally: everything counted so far.
        arrived: those who came on each night on which anybody came for the first time.
    """

    tally: Tally = field(default_factory=Tally)
    arrived: list[list[str]] = field(default_factory=list)

    def shares(self) -> dict[str, float]:
        """Everybody's share of the level; newcomers join."""
        known = {person for company in self.arrived for person in company}
        for company in self.tally.arrivals():
            new = [person for person in company if person not in known]
            if new:
                self.arrived.append(new)
        order = [person for company in self.arrived for person in company]
        return dict(zip(order, shares(map(len, self.arrived)), strict=True))

    def as_json(self) -> dict[str, Any]:
        """The state as it is kept."""
        return {
            "format": FORMAT,
            "hypotheses": {"version": VERSION, "sha256": SHA256},
            "arrived": self.arrived,
            "tally": self.tally.as_json(),
        }

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the state, whole or not at all."""
        with whole_file(Path(path)) as stream:
            stream.write(json.dumps(self.as_json(), separators=(",", ":")) + "\n")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "State":
        """The state of a file; a fresh one when there is no file yet.

        Raises:
            RecordError: the file is no state, or one of other hypotheses, which cannot be carried on.
        """
        target = Path(path)
        check_target(target, force=True)
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
            return cls(Tally.from_json(kept["tally"]), [list(company) for company in kept["arrived"]])
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            raise RecordError(
                f"not a state of `audit club --follow`; expected the format {FORMAT}", file=str(path)
            ) from None
