"""What the table notes: a fault is a code, its place and its proof; what a code means stands in `codes`."""

from dataclasses import dataclass

from audit.cards import NAMES


@dataclass(slots=True)
class Fault:
    """Something irregular in a deal.

    Attributes:
        code: one of the codes of `audit.findings.CODES`.
        clauses: the clauses that it rests on here.
        message: what was seen and why it matters, in sentences.
        event: place of the event in the deal, from 1.
        trick: the trick, from 1.
        seat: place of the seat in the order of play.
        side: number of the side.
        card: name of the card.
        point: name of the point.
        proof: the card or event that proves it, in words.
        reading: it rests on a reading.
        kind: the class where it differs from that of the code.
    """

    code: str
    clauses: tuple[str, ...]
    message: str
    event: int | None = None
    trick: int | None = None
    seat: int | None = None
    side: int | None = None
    card: str | None = None
    point: str | None = None
    proof: str | None = None
    reading: bool = False
    kind: str | None = None


def named(card: int | None) -> str:
    """A card as a sentence names it, recorded or not."""
    return "a card" if card is None else NAMES[card]
