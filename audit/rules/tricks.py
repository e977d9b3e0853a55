"""Who played what to which trick: the play as it stands when the deal is over.

Plays come one by one or as whole tricks, in turn or out of it, are taken back, come two at once or are not recorded.
"""

from collections.abc import Callable, Sequence

from audit.cards import NAMES
from audit.rules.events import Action
from audit.rules.faults import named
from audit.rules.singly import SinglePlays
from audit.rules.table import Table
from audit.rules.trick import Called, Drawn, Pegged


class Play(SinglePlays):
    """The play of one deal, put together from the table's actions.

    The tricks, the trump and the leader stand in `taking.Taking`, what the order of writing tells in
    `order.OrderOfTricks`, the cards that went back in `singly.SinglePlays`.

    Attributes:
        calls: exposed cards that were called (EXPO-1).
        draws: cards drawn from the open stock (PLAY-6).
        pegs: points pegged (SCOR-8).
    """

    calls: tuple[Called, ...] = ()
    draws: tuple[Drawn, ...] = ()
    pegs: tuple[Pegged, ...] = ()

    def __init__(self, table: Table, hands: Sequence[int], whole: Sequence[bool]) -> None:
        super().__init__(table, hands, whole)
        self._exchange_tricks()
        for index, action in enumerate(self.actions):
            _STEPS[action.do](self, action, index)
        last = self._open
        if last is not None and self._is_full(last):
            self._finish(last, quitted=False)
        elif last is not None:
            self.tricks.append(last)

    def _whole_trick(self, action: Action, index: int) -> None:
        """A trick that was written down whole."""
        self._close()
        if not self._is_written_twice(action):
            self._finish(self._as_written(action, index), quitted=True)

    def _keep(self, action: Action, index: int) -> None:
        """The adversaries chose which of two cards remains (EXPO-3)."""
        table, side = self.table, action.side
        pair = next((a for a in reversed(self.actions[:index]) if a.do == "play" and action.cards[0] in a.cards), None)
        if pair is None or len(pair.cards) < 2 or (pair.seat is not None and table.side_of(pair.seat) == side):
            why = (
                "no two cards were played at once" if pair is None or len(pair.cards) < 2 else "the adversaries select"
            )
            table.note(
                "not-entitled",
                "EXPO-3",
                f"{table.side_name(side)} chose {named(action.cards[0])}; {why}.",
                event=action.event,
                side=side,
                card=action.cards[0],
            )

    def _expose(self, action: Action, index: int) -> None:
        """A card shown in play lies exposed (EXPO-1)."""
        if action.cards[0] is not None and action.seat is not None:
            self._exposed = {**self._exposed, action.cards[0]: action.seat}

    def _call(self, action: Action, index: int) -> None:
        """An exposed card is called by the adversaries, with four players (EXPO-1, EXPO-4)."""
        table, card, side = self.table, action.cards[0], action.side
        assert card is not None
        owner = self._exposed.get(card)
        if self.players != 4:
            why = "with two or three players no card is called"
        elif owner is None:
            why = "the card does not lie exposed"
        elif table.side_of(owner) == side:
            why = "the adversaries call"
        else:
            self.calls += (Called(owner, card, action.event),)
            return
        table.note(
            "not-entitled",
            "EXPO-1" if self.players == 4 else "EXPO-4",
            f"{table.side_name(side)} called {NAMES[card]}; {why}.",
            event=action.event,
            side=side,
            card=card,
            reading=self.players != 4,
        )

    def _draw(self, action: Action, index: int) -> None:
        """A card is drawn from the open stock after the trick (PLAY-6)."""
        self._close()
        assert action.seat is not None
        self.draws += (Drawn(action.seat, action.cards[0], len(self.tricks), action.event),)

    def _peg(self, action: Action, index: int) -> None:
        """Points are pegged after a trick (SCOR-8)."""
        assert action.side is not None
        trick = len(self.tricks) + (1 if self._open is not None and self._is_full(self._open) else 0)
        self.pegs += (Pegged(action.side, action.points, trick, action.event),)

    def _quit(self, action: Action, index: int) -> None:
        """The trick is turned and quitted (REVK-2)."""
        self._close()


_STEPS: dict[str, Callable[[Play, Action, int], None]] = {
    "trick": Play._whole_trick,
    "play": Play._single_play,
    "take-back": Play._take_back,
    "quit": Play._quit,
    "keep": Play._keep,
    "expose": Play._expose,
    "call": Play._call,
    "draw": Play._draw,
    "peg": Play._peg,
}
