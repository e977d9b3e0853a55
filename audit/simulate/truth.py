"""The truth about simulated clubs: what no record of theirs says."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from audit.simulate.cheats import METHODS
from audit.simulate.plan import Plan


@dataclass
class Truth:
    """What really happened, filled in while the records are made.

    Attributes:
        plan: what was simulated.
        records: how many records were written.
        deals: how many deals are in them.
        omitted: how many deals were left out.
        slips: how many cards and totals were written down wrong.
        missing_hands: how many hands were not recorded.
        spellings: the second spelling of each player who has one.
        used: for each cheat of the plan, in how many deals he used his method, whether the deal was recorded or not.
        tell: told every such deal: its game, its number there, the player and the method.
        crooked: those deals, unless they are told elsewhere.
    """

    plan: Plan
    records: int = 0
    deals: int = 0
    omitted: int = 0
    slips: int = 0
    missing_hands: int = 0
    spellings: dict[str, str] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    crooked: list[dict[str, Any]] = field(default_factory=list)
    tell: Callable[[dict[str, Any]], None] | None = None

    def __post_init__(self) -> None:
        self.used = {f"{cheat.method}:{cheat.player}": 0 for cheat in self.plan.cheats}

    def note(self, game: str, deal: int, player: str, method: str) -> None:
        """A cheat used his method in a deal."""
        self.used[f"{method}:{player.rpartition('/')[2]}"] += 1
        (self.tell or self.crooked.append)({"game": game, "deal": deal, "player": player, "method": method})

    def planned(self) -> dict[str, Any]:
        """The plan as JSON has it; what each strength means is said beside it."""
        plan = asdict(self.plan) | {"shuffle": str(self.plan.shuffle)}
        plan["cheats"] = [asdict(cheat) | {"measure": METHODS[cheat.method].measure} for cheat in self.plan.cheats]
        return {"plan": plan}

    def counted(self) -> dict[str, Any]:
        """What was counted as the records were made."""
        return {
            "records": self.records,
            "deals": self.deals,
            "used": self.used,
            "omitted": self.omitted,
            "slips": self.slips,
            "missing_hands": self.missing_hands,
            "spellings": self.spellings,
        }
