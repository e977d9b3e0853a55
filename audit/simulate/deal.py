"""One deal at a table, from the shuffle to the last point (DEAL-1 to DEAL-5, BEG-1 to BEG-9, SCOR-1 to SCOR-8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from audit.cards import JACK, RANKS, members
from audit.rules.play import peg
from audit.rules.variants import Variant
from audit.simulate.play import Pegging, Played, Points, play_out, score
from audit.simulate.players import Player, Roll, discards, longest

if TYPE_CHECKING:
    from audit.simulate.method import Method

BIT = tuple(1 << card for card in range(52))

ShuffledPack = tuple[list[int], int]
"""An order of the pack's places, and where it is then cut."""


@dataclass(slots=True)
class Run:
    """Cards run after a beg: three more for each seat, and the card turned then (BEG-3)."""

    hands: list[list[int]]
    turn: int


@dataclass(slots=True)
class Deal:
    """What happened in one deal; seats and sides are numbers.

    Attributes:
        number: from 1.
        dealer: his seat.
        before: the score of each side.
        pack: the cards in the order in which they were dealt.
        cut: how many cards the pone lifted off.
        trump_cut: for each seat the card cut for trumps (TRMP-1).
        hands: for each seat the cards dealt first.
        turn: the first turn-up.
        begged: whether the eldest hand begged; nothing where nobody could.
        gave: whether the dealer gave a point for it.
        runs: the runs.
        top: place in the pack of the next card of the stock.
        exhausted: the stock ran out before another suit was turned (BEG-6).
        trump: the trump suit.
        discarded: for each seat the cards thrown after a run.
        held: for each seat the mask of its cards for the play.
        played: the tricks.
        pegs: for each trick what its winner pegged (SCOR-8).
        piles: for each side the cards in its tricks at the end.
        counts: for each side its Game count.
        points: the points that were scored, in order, with the side.
        after: the score of each side.
        done: the methods used by cheats, with the seat.
    """

    number: int
    dealer: int
    before: list[int]
    pack: list[int] = field(default_factory=list)
    cut: int = 0
    trump_cut: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    turn: int | None = None
    begged: bool | None = None
    gave: bool | None = None
    runs: list[Run] = field(default_factory=list)
    top: int = 0
    exhausted: bool = False
    trump: int | None = None
    discarded: list[list[int]] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    played: Played | None = None
    pegs: list[int] = field(default_factory=list)
    piles: list[list[int]] = field(default_factory=list)
    counts: tuple[int, ...] = ()
    points: list[tuple[int, str]] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    done: list[tuple[int, str]] = field(default_factory=list)

    @property
    def stock(self) -> list[int]:
        """The cards that nobody was dealt and nobody turned, in order."""
        return self.pack[self.top :]


class Table:
    """A table for one game.

    Args:
        variant: the game.
        players: who sits where, in the order of play.
        shuffles: the orders and cuts that the next shuffles will have.
        roll: the luck of everything else.
        gathered: the pack as it lies, top first; a card taken away for good stays at its place in `missing`.
        methods: the cheats at this table, with their seats.
        missing: the mask of the cards taken out of the pack.
    """

    def __init__(
        self,
        variant: Variant,
        players: Sequence[Player],
        shuffles: Iterator[ShuffledPack],
        roll: Roll,
        gathered: list[int],
        methods: Sequence[tuple[int, "Method"]] = (),
        missing: int = 0,
    ) -> None:
        self.variant = variant
        self.players = players
        self.seats = len(players)
        self.sides = 2 if self.seats == 4 else self.seats
        self.scores = [0] * self.sides
        self.shuffles = shuffles
        self.roll = roll
        self.gathered = gathered
        self.methods = methods
        self.missing = missing
        self.previous: list[list[int]] = []
        self.choosers = [player.chooser(self.seats) for player in players]
        self.places = [
            [3 * ((seat - dealer - 1) % self.seats) for seat in range(self.seats)] for dealer in range(self.seats)
        ]

    @property
    def over(self) -> bool:
        """Whether a side has reached the target."""
        return max(self.scores) >= self.variant.target

    def at(self, seat: int) -> list["Method"]:
        """The methods that the player on a seat uses in this deal."""
        return [method for place, method in self.methods if place == seat and method.active]

    def play_deal(self, number: int, dealer: int) -> Deal:
        """Play one deal; the scores are carried on."""
        deal = Deal(number, dealer, self.scores.copy())
        for seat, method in self.methods:
            method.begin(deal, seat)
        self._deal_out(deal)
        if not self._turn_and_declare(deal) and not deal.exhausted:
            self._play(deal)
        deal.after = self.scores.copy()
        self._gather(deal)
        return deal

    def _deal_out(self, deal: Deal) -> None:
        order, cut = next(self.shuffles)
        gathered = self.gathered
        pack = [gathered[place] for place in order]
        if self.missing:
            pack = [card for card in pack if not self.missing >> card & 1]
        dealers = self.at(deal.dealer) if self.methods else []
        for method in dealers:
            cut = method.cut(deal, cut)
        deal.cut = min(cut, len(pack) - 4)
        if not any(method.shifts for method in dealers):
            pack = pack[deal.cut :] + pack[: deal.cut]
        deal.pack = pack
        if self.variant.trump_cut:
            deal.trump_cut = cut_cards(self.roll, self.seats)
            deal.trump = max(deal.trump_cut, key=lambda card: card % 13) // 13
        for method in dealers:
            method.stack(self, deal)
        seats = self.seats
        second = 3 * seats
        deal.hands = [
            pack[place : place + 3] + pack[second + place : second + place + 3] for place in self.places[deal.dealer]
        ]
        deal.top = 6 * seats
        for method in dealers:
            method.dealt(self, deal)
        deal.held = [sum([BIT[card] for card in hand]) for hand in deal.hands]

    def _score(self, deal: Deal, side: int, name: str) -> bool:
        """One point for a side; whether it wins the game (SCOR-6)."""
        deal.points.append((side, name))
        self.scores[side] += 1
        return self.scores[side] >= self.variant.target

    def _turn_and_declare(self, deal: Deal) -> bool:
        """The turn-up, the beg and its answer; whether the game is over."""
        if not self.variant.turn_up:
            return False
        first = deal.turn = deal.pack[deal.top]
        deal.top += 1
        deal.trump = first // 13
        dealer = deal.dealer
        side = dealer % self.sides
        if first % 13 == JACK and self._score(deal, side, "turned-jack"):  # DEAL-5
            return True
        eldest = (dealer + 1) % self.seats
        deal.begged = self.players[eldest].begs(deal.held[eldest], deal.trump)
        for method in self.at(eldest) if self.methods else ():
            deal.begged = method.begs(self, deal, eldest, deal.begged)
        if not deal.begged:
            return False
        deal.gave = not self._runs(deal)
        if deal.gave:
            for adversary in self.gifted(dealer):
                self._score(deal, adversary, "gift")
            return False
        return self._run(deal, first // 13, side)

    def gifted(self, dealer: int) -> list[int]:
        """The sides to which a gift goes: with three players both adversaries (BEG-2, BEG-8)."""
        return [side for side in range(self.sides) if side != dealer % self.sides]

    def _runs(self, deal: Deal) -> bool:
        """Whether the dealer runs the cards: he must where a gift would put a player out (BEG-9)."""
        dealer = deal.dealer
        if any(self.scores[side] + 1 >= self.variant.target for side in self.gifted(dealer)):
            return True
        assert deal.trump is not None
        runs = self.players[dealer].runs(deal.held[dealer], deal.trump)
        for method in self.at(dealer) if self.methods else ():
            runs = method.runs(self, deal, runs)
        return runs

    def _run(self, deal: Deal, first: int, side: int) -> bool:
        """Run the cards until another suit is turned (BEG-3 to BEG-6); whether the game is over."""
        pack, seats = deal.pack, self.seats
        while len(pack) - deal.top > 3 * seats:
            top = deal.top
            hands = [pack[top + place : top + place + 3] for place in self.places[deal.dealer]]
            turn = pack[top + 3 * seats]
            deal.top = top + 3 * seats + 1
            deal.runs.append(Run(hands, turn))
            for seat, cards in enumerate(hands):
                deal.held[seat] |= sum([BIT[card] for card in cards])
            if turn // 13 != first:
                deal.trump = turn // 13
                if turn % 13 == JACK and self._score(deal, side, "turned-jack"):  # BEG-4
                    return True
                self._discard(deal, deal.trump)
                return False
        deal.exhausted = True
        return False

    def _discard(self, deal: Deal, trump: int) -> None:
        """Everybody discards down to six (DISC-1)."""
        for seat, hand in enumerate(deal.held):
            thrown = discards(hand, trump, 6)
            deal.held[seat] = hand ^ thrown
            deal.discarded.append(list(members(thrown)))

    def _play(self, deal: Deal) -> None:
        """Play the hand and count its points."""
        variant, sides = self.variant, self.sides
        eldest = (deal.dealer + 1) % self.seats
        hands = deal.held.copy()
        dropped = [(seat, card) for seat, method in self.methods for card in method.drops(deal, seat)]
        for seat, card in dropped:
            hands[seat] &= ~BIT[card]
        choosers = list(self.choosers)
        first: list[int] = []
        if deal.trump is None:  # PLAY-5
            deal.trump = longest(hands[eldest])
            first = [(hands[eldest] & 0x1FFF << 13 * deal.trump).bit_length() - 1]
            hands[eldest] ^= BIT[first[0]]
        for seat, method in self.methods:
            if method.active:
                choosers[seat] = method.chooser(self, deal, seat, hands, choosers[seat])
        deal.played = played = play_out(
            hands,
            eldest,
            deal.trump,
            choosers,
            stock=deal.pack[deal.top :] if variant.stock else (),
            pegging=self._pegging(deal, deal.trump) if variant.pegging else None,
            trick=first,
            gone=BIT[first[0]] if first else 0,
        )
        piles: list[list[int]] = [[] for _ in range(sides)]
        for trick, taker in zip(played.tricks, played.takers, strict=True):
            piles[taker % sides] += trick
        for seat, card in dropped:
            if piles[seat % sides]:
                piles[seat % sides].append(card)
        deal.piles = piles
        if not self.over:
            self._count(deal, score(variant, deal.held, played, deal.trump, deal.dealer, piles))

    def _pegging(self, deal: Deal, trump: int) -> Pegging:
        def pegged(trick: list[int], taker: int) -> bool:
            side = taker % self.sides
            deal.pegs.append(peg(trick, trump))
            self.scores[side] = min(self.variant.target, self.scores[side] + deal.pegs[-1])
            return self.scores[side] >= self.variant.target

        return pegged

    def _count(self, deal: Deal, points: Points) -> None:
        """Count out in order; nobody scores after the game is won (SCOR-6)."""
        deal.counts = points.counts
        ways = (("high", points.high), ("low", points.low), ("jack", points.jack), ("game", points.game))
        for name, side in ways:
            if side is None or (name == "jack" and self.variant.pegging):  # SCOR-8: the Jack's peg is the Jack point
                continue
            if self._score(deal, side, name):
                return

    def _gather(self, deal: Deal) -> None:
        """The tricks are gathered on the stock, each side's pile whole and the newest trick of it on top."""
        piles: list[list[list[int]]] = [[] for _ in range(self.sides)]
        self.previous = []
        if deal.played is not None:
            self.previous = deal.played.tricks
            for trick, taker in zip(deal.played.tricks, deal.played.takers, strict=True):
                piles[taker % self.sides].append(trick)
        tricks = [card for pile in piles for trick in reversed(pile) for card in trick]
        taken = set(tricks)
        extra = [card for hand in deal.hands for card in hand[6:]]
        rest = [card for card in extra + deal.pack if card not in taken]
        self.gathered = tricks + rest + list(members(self.missing))


def cut_cards(roll: Roll, number: int) -> list[int]:
    """Cards of different ranks, one a player, as after cutting again for ties (SEAT-2)."""
    ranks = list(range(len(RANKS)))
    return [ranks.pop(int(roll() * len(ranks))) + 13 * int(roll() * 4) for _ in range(number)]
