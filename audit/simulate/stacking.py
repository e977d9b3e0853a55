# ruff: noqa: D102
"""Methods that move cards: from the bottom, in the stock, past the cut, out of the pack, into the hand.

What a method does to the cards it does by exchanging them in the pack, so that all else stays as the shuffle left it.
"""

from audit.cards import ACE, JACK, KING, QUEEN, TEN
from audit.rules.play import PIPS
from audit.rules.variants import Variant
from audit.simulate.deal import BIT, Deal, Table
from audit.simulate.method import Method
from audit.simulate.players import Roll
from audit.simulate.turn_ups import FAIR, extra_chance


def exchange(pack: list[int], card: int, place: int) -> None:
    """Bring a card to a place of the pack; the card that lay there takes its old place."""
    found = pack.index(card)
    pack[found], pack[place] = pack[place], card


def dealt_to(table: Table, dealer: int, seat: int) -> list[int]:
    """The places in the pack of the six cards that a seat is dealt, three at a time (DEAL-3)."""
    first = table.places[dealer][seat]
    second = 3 * table.seats + first
    return [*range(first, first + 3), *range(second, second + 3)]


class BottomJacks(Method):
    """Jacks turned from the bottom of the pack: a Jack kept there is turned in place of the card due."""

    clause = "CHT-1"
    measure = "share of his own deals in which he turns a Jack, by luck or not; honest is 1/13"
    usual = 1 / 6
    least = FAIR

    @staticmethod
    def fits(variant: Variant) -> bool:
        return variant.turn_up

    def begin(self, deal: Deal, seat: int) -> None:
        self.active = self.roll() < extra_chance(self.chance, FAIR)

    def stack(self, table: Table, deal: Deal) -> None:
        jacks = [card for card in deal.pack if card % 13 == JACK]
        if jacks:
            exchange(deal.pack, jacks[int(self.roll() * len(jacks))], 6 * table.seats)
            self.did(deal, deal.dealer)


class StockedStock(Method):
    """The half-stock set up for the beg: a run brings the dealer ace and two, and turns the Jack of their suit."""

    clause = "CHT-2"
    measure = "share of his own deals in which the stock is set"
    usual = 1 / 3

    @staticmethod
    def fits(variant: Variant) -> bool:
        return variant.begging

    def stack(self, table: Table, deal: Deal) -> None:
        pack = deal.pack
        first = 6 * table.seats + 1
        turn = first + 3 * table.seats
        suits = [suit for suit in range(4) if suit != pack[first - 1] // 13]
        suit = suits[int(self.roll() * 3)]
        own = first + table.places[deal.dealer][deal.dealer]
        for rank, place in ((JACK, turn), (ACE, own), (0, own + 1)):
            if 13 * suit + rank in pack:
                exchange(pack, 13 * suit + rank, place)
        self.did(deal, deal.dealer)

    def runs(self, table: Table, deal: Deal, honest: bool) -> bool:
        return True


class ExtraCard(Method):
    """A seventh card dealt to himself, and a counting card dropped on tricks that his side has won."""

    clause = "CHT-3"
    measure = "share of his own deals in which he takes a seventh card"
    usual = 1 / 4

    @staticmethod
    def fits(variant: Variant) -> bool:
        return not variant.stock

    def dealt(self, table: Table, deal: Deal) -> None:
        deal.hands[deal.dealer].append(deal.pack.pop())
        self.did(deal, deal.dealer)

    def drops(self, deal: Deal, seat: int) -> list[int]:
        if seat != deal.dealer or not self.active or deal.runs:
            return []
        plain = [card for card in deal.hands[seat] if card // 13 != deal.trump]
        return [max(plain or deal.hands[seat], key=lambda card: (PIPS[card], card))]


class ShiftedCut(Method):
    """A, J, 10 and 2 of a suit got together in the play, and the cut shifted: he gets three and turns the Jack."""

    clause = "CHT-4"
    measure = "share of his own deals before which all four lay in the tricks, in which he does it"

    @staticmethod
    def fits(variant: Variant) -> bool:
        return variant.turn_up

    def stack(self, table: Table, deal: Deal) -> None:
        lay = {card for trick in table.previous for card in trick}
        suits = [suit for suit in range(4) if {13 * suit + rank for rank in (ACE, JACK, TEN, 0)} <= lay]
        if not suits:
            return
        suit = suits[int(self.roll() * len(suits))]
        own = table.places[deal.dealer][deal.dealer]
        for rank, place in ((JACK, 6 * table.seats), (ACE, own), (TEN, own + 1), (0, own + 2)):
            exchange(deal.pack, 13 * suit + rank, place)
        self.did(deal, deal.dealer)


class Strippers(Method):
    """Trimmed cards: he cuts an ace for the deal when he likes, and in his own deals a wedge tells where to cut."""

    clause = "CHT-6"
    measure = "share of the cuts in which he finds the trimmed card"

    def __init__(self, strength: float, roll: Roll) -> None:
        super().__init__(strength, roll)
        self.wedge = 10 + int(roll() * 32)

    def cut_for_deal(self, cards: list[int], place: int) -> bool:
        if self.roll() >= self.chance:
            return False
        aces = [other for other, card in enumerate(cards) if card % 13 == ACE]
        if aces:
            cards[aces[0]], cards[place] = cards[place], cards[aces[0]]
        else:
            cards[place] = cards[place] // 13 * 13 + ACE
        return True

    def cut(self, deal: Deal, at: int) -> int:
        self.did(deal, deal.dealer)
        return self.wedge


class Seconds(Method):
    """Seconds dealt and cuts shifted: a trump that was another's comes to the dealer for a plain card of his."""

    clause = "CHT-8"
    measure = "trumps that he gains a deal, in his own deals (high cards where no trump is known)"
    usual = 0.4

    @property
    def shifts(self) -> bool:
        return True

    def stack(self, table: Table, deal: Deal) -> None:
        pack = deal.pack
        own = dealt_to(table, deal.dealer, deal.dealer)
        turned = 6 * table.seats if table.variant.turn_up else None
        trump = deal.trump if turned is None else pack[turned] // 13

        def wanted(card: int) -> bool:
            return card % 13 >= TEN if trump is None else card // 13 == trump

        elsewhere = [at for at, card in enumerate(pack) if wanted(card) and at not in own and at != turned]
        poor = [at for at in own if not wanted(pack[at])]
        if elsewhere and poor:
            exchange(pack, pack[elsewhere[int(self.roll() * len(elsewhere))]], poor[int(self.roll() * len(poor))])
            self.did(deal, deal.dealer)


class AbstractedTen(Method):
    """One of the Tens taken out of the pack for a night; an open stock would show it at once."""

    clause = "CHT-9"
    measure = "share of the nights on which a Ten is taken out at his table"

    @staticmethod
    def fits(variant: Variant) -> bool:
        return not variant.stock

    def takes_out(self) -> int:
        self.active = self.roll() < self.chance
        return BIT[13 * int(self.roll() * 4) + TEN] if self.active else 0

    def begin(self, deal: Deal, seat: int) -> None:
        if self.active:
            self.did(deal, seat)


class HighHand(Method):
    """The high hand: the eldest gets A K J 10 9 2 of trumps, the dealer enough trumps to take Jack or Game from it."""

    clause = "CHT-10"
    measure = "share of his own deals in which he gives it"
    usual = 1 / 50

    @staticmethod
    def fits(variant: Variant) -> bool:
        return variant.turn_up

    def stack(self, table: Table, deal: Deal) -> None:
        pack, seats, dealer = deal.pack, table.seats, deal.dealer
        suit = int(self.roll() * 4)
        plain = [card for card in pack if card // 13 != suit and card % 13 < TEN]
        turns = [1, 2]
        ranks = {
            (dealer + 1) % seats: (ACE, KING, JACK, TEN, TEN - 1, 0),
            dealer: (QUEEN, TEN - 2, TEN - 3, TEN - 4, TEN - 5),
        }
        exchange(pack, 13 * suit + turns[int(self.roll() * 2)], 6 * seats)
        for seat, holding in ranks.items():
            own = dealt_to(table, dealer, seat)
            cards = [13 * suit + rank for rank in holding]
            for card, at in zip(cards + [plain[int(self.roll() * len(plain))]] * (6 - len(cards)), own, strict=True):
                if card in pack:
                    exchange(pack, card, at)
        self.did(deal, dealer)
