"""The pack: a card that is never seen (`missing-card`: CHT-9), a card seen twice.

Null: the cards of the first hands and the turn-up are any c of 52 with equal chance, so a given card is unseen with
chance 1 - c/52, and in n such deals (1 - c/52)^n. Bet: that this card is missing; each deal without it multiplies by
52/(52 - c), and the first sight of it, anywhere in the deal, ends the bet. Half of the stake is on the four Tens,
half on all 52 cards. Needs the hands, or a turn-up book of some thousand deals. Innocent twins: a card lost under the
table; a hand noted with a card left out, time and again.

A card may go missing on any night, so every night of a table has its bet, and every table one for all its nights; they
share the stake in halves, and each half in the order in which they came (`evalues.shares`).

A card seen twice in a deal is first a slip of the pen; such deals give no cards to any test and are counted here.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import Any

from audit.cards import NAMES, PACK, TEN, members, names
from audit.evidence.evalues import from_log, shares
from audit.evidence.facts import Facts

TENS = frozenset(13 * suit + TEN for suit in range(4))
Unit = tuple[str, str]
"""A table, and the night or nothing for all nights."""


@dataclass
class PackCount:
    """What was seen of a pack: how many deals showed so many cards, and which cards ever came up."""

    shown: Counter[int] = field(default_factory=Counter)
    seen: int = 0
    twice: int = 0

    def add(self, facts: Facts) -> None:
        """Count a deal."""
        self.twice += bool(facts.twice)
        if facts.seen:
            shown = sum(hand.bit_count() for hand in facts.hands if hand is not None) + (facts.turn is not None)
            if shown:
                self.shown[shown] += 1
            self.seen |= facts.seen

    def __add__(self, other: "PackCount") -> "PackCount":
        return PackCount(self.shown + other.shown, self.seen | other.seen, self.twice + other.twice)

    @property
    def deals(self) -> int:
        """Deals in which cards were seen."""
        return self.shown.total()

    @property
    def unseen(self) -> list[int]:
        """Cards never seen."""
        return list(members(PACK & ~self.seen))

    def log_factor(self) -> float:
        """Logarithm of what the bet on a card is worth that was never seen."""
        return sum(deals * log(52 / (52 - cards)) for cards, deals in self.shown.items() if cards < 52)

    def log_e(self) -> float:
        """Logarithm of the bet that some card is missing."""
        stake = sum(0.5 / 52 + (0.125 if card in TENS else 0.0) for card in self.unseen)
        return self.log_factor() + log(stake) if stake else float("-inf")

    def as_json(self) -> dict[str, Any]:
        """For a state file."""
        return {"shown": sorted(self.shown.items()), "seen": self.seen, "twice": self.twice}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "PackCount":
        """Out of a state file."""
        return cls(Counter({int(cards): int(deals) for cards, deals in kept["shown"]}), kept["seen"], kept["twice"])


@dataclass(frozen=True)
class MissingCard:
    """A card that is missing, as far as evidence goes."""

    table: str
    night: str
    cards: list[str]
    deals: int
    e_value: float
    p_value: float


def examine_packs(nights: Mapping[Unit, PackCount], level: float) -> dict[str, Any]:
    """What the records say about the packs, as `audit club --format json` prints it.

    Args:
        nights: the count of every table and night.
        level: chance that any sound pack is ever called imperfect.
    """
    tables: dict[str, PackCount] = {}
    for (table, _), count in nights.items():
        tables[table] = tables.get(table, PackCount()) + count
    came = sorted(nights.items(), key=lambda unit: (unit[0][1], unit[0][0]))
    order = list(dict.fromkeys(table for (table, _), _ in came))
    by_night, by_table = shares([1] * len(came)), shares([1] * len(order))
    units = [(unit, count, share / 2) for (unit, count), share in zip(came, by_night, strict=True)]
    units += [((table, ""), tables[table], share / 2) for table, share in zip(order, by_table, strict=True)]
    missing: list[MissingCard] = []
    for (table, night), count, share in units:
        if log(share) + count.log_e() >= -log(level) and not (night and any(m.table == table for m in missing)):
            p_value = min(1.0, 52 * exp(-count.log_factor()))
            unseen = names(PACK & ~count.seen)
            missing.append(MissingCard(table, night, unseen, count.deals, from_log(count.log_e()), p_value))
    everything = sum(tables.values(), PackCount())
    best = max((share * from_log(count.log_e()) for _, count, share in units), default=0.0)
    return {
        "deals": everything.deals,
        "cards_a_deal": max((cards for cards in everything.shown), default=0),
        "unseen": [NAMES[card] for card in everything.unseen] if everything.deals else [],
        "deals_with_a_card_twice": everything.twice,
        "e_value": best,
        "missing": [vars(found) for found in missing],
        "verdict": "imperfect" if missing else "sound" if everything.deals and not everything.unseen else "unknown",
    }
