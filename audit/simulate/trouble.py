"""Honest trouble with the records: deals left out, slips of the pen, hands not written down, two spellings of a name.

It works on what was written and never touches the cards: the same seed gives the same games with trouble and without.
"""

from typing import Any

from audit.cards import CARDS, NAMES, RANKS
from audit.simulate.players import Roll
from audit.simulate.records import Json
from audit.simulate.truth import Truth


class Scribe:
    """Whoever keeps a club's records.

    Args:
        truth: told what went wrong.
        names: the members of the club.
        roll: the pen's luck.
    """

    def __init__(self, truth: Truth, names: list[str], roll: Roll) -> None:
        self.truth = truth
        self.trouble = truth.plan.trouble
        self.roll = roll
        self.spellings = {
            name: other_spelling(name, place) for place, name in enumerate(names[: self.trouble.two_spellings])
        }
        truth.spellings.update(self.spellings)

    def write(self, record: Json) -> Json | None:
        """The record as it is kept; nothing where no deal of it was written down."""
        trouble = self.trouble
        record["deals"] = [deal for deal in record["deals"] if not self._omits(deal)]
        if trouble.renumbered:
            for number, deal in enumerate(record["deals"], start=1):
                deal["number"] = number
        if self.spellings:
            self._spell(record)
        if trouble.slips or trouble.missing_hands:
            for deal in record["deals"]:
                deal["events"] = [self._event(event) for event in deal["events"]]
                self._slip_in_totals(deal)
        return record if record["deals"] else None

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self.roll() < chance

    def _omits(self, deal: Json) -> bool:
        turned = [event["card"] for event in deal["events"] if event["do"] == "turn"]
        dull = not any(card.startswith("J") for card in turned)
        omits = self._happens(self.trouble.omitted) or (dull and self._happens(self.trouble.omitted_dull))
        self.truth.omitted += omits
        return omits

    def _spell(self, record: Json) -> None:
        """One spelling of a name an evening."""
        used = {name: other for name, other in self.spellings.items() if self._happens(self.trouble.spellings)}
        for seat in record["game"].get("seats", ()):
            seat["player"] = used.get(seat["player"], seat["player"])
        if "seats" not in record["game"]:
            for deal in record["deals"]:
                deal["dealer"] = used.get(deal["dealer"], deal["dealer"])

    def _event(self, event: Json) -> Json:
        written = {key: self._written(value) for key, value in event.items()}
        if event["do"] == "deal":
            for seat in written["hands"]:
                if self._happens(self.trouble.missing_hands):
                    written["hands"][seat] = None
                    self.truth.missing_hands += 1
        return written

    def _written(self, value: Any) -> Any:
        """A value with its cards as the pen wrote them."""
        if isinstance(value, dict):
            return {key: self._written(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._written(item) for item in value]
        if isinstance(value, str) and len(value) == 2 and value in CARDS and self._happens(self.trouble.slips):
            self.truth.slips += 1
            return self._slip(value)
        return value

    def _slip_in_totals(self, deal: Json) -> None:
        """A total of one more than it was."""
        for side in deal.get("score_after", ()):
            if self._happens(self.trouble.slips):
                self.truth.slips += 1
                deal["score_after"][side] += 1

    def _slip(self, name: str) -> str:
        """Another suit or the next rank."""
        card = CARDS[name]
        if self.roll() < 0.5:
            return NAMES[(card + 13 * (1 + int(self.roll() * 3))) % 52]
        rank = card % 13
        return NAMES[card + (-1 if rank == len(RANKS) - 1 or (rank and self.roll() < 0.5) else 1)]


def other_spelling(name: str, place: int) -> str:
    """A second spelling: in capitals, which every reader takes for the same person, or with a letter doubled."""
    return name.upper() if place % 2 == 0 else name + name[-1]
