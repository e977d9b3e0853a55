# ruff: noqa: D102
"""Methods that move no card: marked cards, reflectors, signals and early looks show what nobody should know."""

from collections.abc import Sequence
from typing import Final

from audit.cards import PACK, members
from audit.simulate.deal import BIT, Deal, Table
from audit.simulate.method import Method
from audit.simulate.play import play_out
from audit.simulate.players import GIVES, STANDS, WORTH, Chooser, mix, strength

GIFT: Final = 1.0
"""What a point given is worth beside the strength of trumps."""
PICTURED: Final = 4
"""How many ways the unseen hands could lie a player pictures who knows only his partner's."""


class Knowing(Method):
    """What marked cards, reflectors and signals have in common: decisions with cards that nobody showed."""

    def when(self, deal: Deal, seat: int) -> bool:
        """Whether the method shows anything to the player on `seat` in this deal."""
        return True

    def picture(self, table: Table, seat: int, hands: Sequence[int], gone: int) -> list[list[int]]:
        """The ways in which the hands may lie, as far as the player knows."""
        return [list(hands)]

    def chooser(self, table: Table, deal: Deal, seat: int, hands: list[int], honest: Chooser) -> Chooser:
        """Play each card that may be played to the end of the hand in the mind, and choose the best."""
        if not self.when(deal, seat):
            return honest
        seats, sides = table.seats, table.sides
        thoughtful = [player.imagined(seats) for player in table.players]
        self.did(deal, seat)

        def choose(hand: int, allowed: int, trick: list[int], winning: int, trump: int, gone: int) -> int:
            leader = (seat - len(trick)) % seats
            pictures = self.picture(table, seat, hands, gone)
            worth = WORTH[trump]

            def outcome(card: int) -> float:
                total = 0.0
                for picture in pictures:
                    imagined = picture.copy()
                    imagined[seat] ^= BIT[card]
                    played = play_out(imagined, leader, trump, thoughtful, trick=[*trick, card], gone=gone | BIT[card])
                    for cards, taker in zip(played.tricks, played.takers, strict=True):
                        brought = sum([worth[card] for card in cards])
                        total += brought if (taker - seat) % sides == 0 else -brought
                return total

            first = honest(hand, allowed, trick, winning, trump, gone)
            return max([first, *(card for card in members(allowed) if card != first)], key=outcome)

        return choose

    def next_turn(self, table: Table, deal: Deal) -> tuple[int, list[int]] | None:
        """The suit that a run would turn and the hands as they would then be; nothing where the stock runs out."""
        top, seats = deal.top, table.seats
        if len(deal.pack) - top <= 3 * seats:
            return None
        hands = [
            held | sum([BIT[card] for card in deal.pack[top + place : top + place + 3]])
            for held, place in zip(deal.held, table.places[deal.dealer], strict=True)
        ]
        return deal.pack[top + 3 * seats] // 13, hands

    def runs(self, table: Table, deal: Deal, honest: bool) -> bool:
        """Whether his side is better off by running than by giving the point, all cards known."""
        self.did(deal, deal.dealer)
        coming = self.next_turn(table, deal)
        assert deal.trump is not None
        if coming is None or coming[0] == deal.trump:
            return False
        now = edge(deal.held, deal.dealer, table.sides, deal.trump)
        return edge(coming[1], deal.dealer, table.sides, coming[0]) > now - GIFT


class MarkedCards(Knowing):
    """Marked cards: every card is known by its back. He begs when the suit to come suits him better."""

    clause = "CHT-5"
    measure = "share of the deals in which he reads the marks"

    def begs(self, table: Table, deal: Deal, eldest: int, honest: bool) -> bool:
        coming = self.next_turn(table, deal)
        assert deal.trump is not None
        self.did(deal, eldest)
        if coming is None or coming[0] == deal.trump:
            return False
        return strength(deal.held[eldest], coming[0]) > strength(deal.held[eldest], deal.trump)


class Reflectors(Knowing):
    """Reflectors: he sees the cards that he deals, and those that he would run; he knows nothing in others' deals."""

    clause = "CHT-7"
    measure = "share of his own deals in which he uses it"

    def when(self, deal: Deal, seat: int) -> bool:
        return deal.dealer == seat


class Signals(Knowing):
    """Signals or early looks: he knows his partner's hand, and nothing else."""

    clause = "CHT-11"
    measure = "share of the deals in which he knows his partner's hand"

    def begs(self, table: Table, deal: Deal, eldest: int, honest: bool) -> bool:
        self.did(deal, eldest)
        return self._together(deal, eldest) < 2 * STANDS

    def runs(self, table: Table, deal: Deal, honest: bool) -> bool:
        self.did(deal, deal.dealer)
        return self._together(deal, deal.dealer) < 2 * GIVES - GIFT

    def _together(self, deal: Deal, seat: int) -> float:
        assert deal.trump is not None
        return sum(strength(deal.held[place], deal.trump) for place in (seat, (seat + 2) % 4))

    def picture(self, table: Table, seat: int, hands: Sequence[int], gone: int) -> list[list[int]]:
        """The adversaries' hands dealt again at random from the cards that he has not seen."""
        unseen = list(members(~(hands[seat] | hands[(seat + 2) % 4] | gone) & PACK))
        pictures = []
        for _ in range(PICTURED):
            unseen = mix(unseen, self.roll)
            picture = list(hands)
            used = 0
            for place in ((seat + 1) % 4, (seat + 3) % 4):
                size = hands[place].bit_count()
                picture[place] = sum([BIT[card] for card in unseen[used : used + size]])
                used += size
            pictures.append(picture)
        return pictures


def edge(hands: Sequence[int], seat: int, sides: int, trump: int) -> float:
    """How much stronger the side of a seat is in a trump suit than the strongest other side."""
    values = [0.0] * sides
    for place, hand in enumerate(hands):
        values[place % sides] += strength(hand, trump)
    own = values.pop(seat % sides)
    return own - max(values)
