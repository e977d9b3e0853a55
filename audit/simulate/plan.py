"""What is to be simulated: so many clubs, nights and tables, who cheats and how the records are kept."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from audit.cards import describe
from audit.errors import UsageError
from audit.rules.variants import VARIANTS, Variant
from audit.simulate.cheats import METHODS
from audit.simulate.players import LEVELS
from audit.simulate.shuffle import PERFECT, Shuffle

Recording = Literal["full", "plays", "turn-ups"]
"""What a club writes down: everything; what is seen in play; who dealt and which card he turned."""

FIRST_NAMES: Final = (
    "Ann", "Bob", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Lee", "Max",
    "Ned", "Ona", "Pat", "Quy", "Ray", "Sue", "Tom", "Una", "Val", "Wyn", "Xan", "Yul", "Zoe",
)  # fmt: skip

LONGEST: Final = 400_000
"""Nights of one club, one a week, before the calendar ends."""


def _one_of(kind: str, found: str, known: Iterable[str]) -> None:
    if found not in known:
        raise UsageError(f"unknown {kind} {describe(found)}; expected one of {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Cheat:
    """Somebody cheats.

    Attributes:
        method: clause of the method, `CHT-1` to `CHT-11`.
        player: his name without the number of the club; in every club there is one of that name.
        strength: how much of it; what it measures is said by the method (`METHODS`).
    """

    method: str
    player: str
    strength: float

    def __post_init__(self) -> None:
        _one_of("method", self.method, METHODS)
        least = METHODS[self.method].least
        if not least <= self.strength <= 1:
            raise UsageError(f"{self.method} with strength {self.strength:.4g}; expected from {least:.4g} to 1")

    @classmethod
    def parse(cls, text: str) -> "Cheat":
        """Read `METHOD:PLAYER[:STRENGTH]`, such as `CHT-1:Bob:1/6`; a strength is a fraction or a decimal.

        Raises:
            UsageError: it cannot be read, the method is unknown, or the strength is not one that it can have.
        """
        found = re.fullmatch(r"(CHT-\d+):([^:]+)(?::(\d+/[1-9]\d*|\d*\.?\d+))?", text)
        if found is None:
            raise UsageError(f"{describe(text)} is no cheat; expected METHOD:PLAYER[:STRENGTH], such as CHT-1:Bob:1/6")
        method = METHODS.get(found[1])
        strength = float(Fraction(found[3])) if found[3] else method.usual if method else 0.0
        return cls(found[1], found[2], strength)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong honestly in the keeping of records; each number is a chance.

    Attributes:
        omitted: that a deal is not written down, whatever happened.
        omitted_dull: that a deal is not written down because no Jack was turned.
        renumbered: whether the deals that remain are numbered without a gap, so that nobody sees what is missing.
        slips: that a card is written down as another one, or a total as one more.
        missing_hands: that a hand is not recorded.
        spellings: that a name is written in its second spelling; only the members in `two_spellings` have one.
        two_spellings: how many members of each club have two spellings.
    """

    omitted: float = 0.0
    omitted_dull: float = 0.0
    renumbered: bool = False
    slips: float = 0.0
    missing_hands: float = 0.0
    spellings: float = 0.3
    two_spellings: int = 0

    def __post_init__(self) -> None:
        for name in ("omitted", "omitted_dull", "slips", "missing_hands", "spellings"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name.replace('_', ' ')} {getattr(self, name)}; expected a chance from 0 to 1")
        if self.two_spellings < 0:
            raise UsageError(f"{self.two_spellings} members with two spellings; expected 0 or more")


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole simulation; the same plan gives the same records to the byte.

    Attributes:
        clubs: how many clubs, each with its own members.
        nights: how often each club meets, once a week.
        tables: at how many tables.
        players: members of each club; as many as fit sit down, the others wait until the next night.
        deals: a table begins no further game after so many deals of a night; a turn-up book has just so many.
        variant: the game.
        cheats: who cheats, and how.
        shuffle: how the packs are shuffled.
        record: what is written down.
        levels: how well the members play, given out in turn.
        trouble: what goes wrong in the records.
        seed: where the luck comes from.

    Raises:
        UsageError: a number, name or variant that cannot be.
    """

    clubs: int = 1
    nights: int = 20
    tables: int = 2
    players: int = 8
    deals: int = 40
    variant: str = "seven-up"
    cheats: tuple[Cheat, ...] = ()
    shuffle: Shuffle = PERFECT
    record: Recording = "full"
    levels: tuple[str, ...] = ("decent", "casual")
    trouble: Trouble = Trouble()
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("clubs", "nights", "tables", "deals"):
            if getattr(self, name) < 1:
                raise UsageError(f"{getattr(self, name)} {name}; expected at least 1")
        if self.nights > LONGEST:
            raise UsageError(f"{self.nights} nights; expected at most {LONGEST}, or more clubs")
        if self.seed < 0:
            raise UsageError(f"seed {self.seed}; expected 0 or more")
        _one_of("variant", self.variant, VARIANTS)
        _one_of("record", self.record, get_args(Recording))
        for level in self.levels:
            _one_of("level", level, LEVELS)
        if not self.levels:
            raise UsageError(f"no level of play; expected some of {', '.join(LEVELS)}")
        if self.record == "turn-ups" and not self.game.turn_up:
            raise UsageError(f"{self.variant} has no turn-up to write down; expected the record full or plays")
        if self.players // self.tables < min(self.game.players):
            raise UsageError(
                f"{self.players} players at {self.tables} tables; {self.variant} needs {min(self.game.players)} at each"
            )
        members = self.members
        for cheat in self.cheats:
            if cheat.player not in members:
                known = ", ".join(members[:8])
                raise UsageError(f"no member is called {describe(cheat.player)}; expected one of {known}")
            if not METHODS[cheat.method].fits(self.game):
                raise UsageError(f"{cheat.method} cannot be done in {self.variant}")
            if cheat.method == "CHT-11" and self.seats != 4:
                raise UsageError(f"CHT-11 needs partners, four at a table; here {self.seats} sit down")
        if len({(cheat.method, cheat.player) for cheat in self.cheats}) < len(self.cheats):
            raise UsageError("one player uses one method twice; expected each once")

    @property
    def game(self) -> Variant:
        """The row of the variant."""
        return VARIANTS[self.variant]

    @property
    def seats(self) -> int:
        """How many sit at a table: the most that the game and the number of members allow."""
        return max(number for number in self.game.players if number <= self.players // self.tables)

    @property
    def members(self) -> list[str]:
        """The members' names, the same in every club."""
        names = []
        for place in range(self.players):
            again, first = divmod(place, len(FIRST_NAMES))
            names.append(FIRST_NAMES[first] + (f" {again + 1}" if again else ""))
        return names

    def names(self, club: int) -> list[str]:
        """What the records call a club's members: with several clubs their number comes first, as in `3/Ann`."""
        return [f"{club + 1}/{name}" for name in self.members] if self.clubs > 1 else self.members
