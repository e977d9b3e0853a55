"""The five games as rows of data: a new variant is a new row."""

from dataclasses import dataclass
from typing import Final, Literal

TiedGame = Literal["non-dealer", "eldest", "nobody"]


@dataclass(frozen=True, slots=True)
class Variant:
    """What tells one game of the family from another.

    Attributes:
        name: as records write it.
        source: `F`, `H` or `C`, the text that governs.
        target: points that win the game.
        players: how many may play (SEAT-1).
        turn_up: a card is turned for trumps (DEAL-4).
        begging: the eldest hand may beg (BEG-1).
        trump_led: the first card led fixes the trump (PLAY-5).
        trump_cut: the trump is cut for (TRMP-1).
        stock: cards are drawn from an open stock after each trick (PLAY-6).
        pegging: trumps are pegged as they are won (SCOR-8).
        to_taker: High and Low go to the player who wins the card, not to whom it was dealt (SCOR-9).
        misdeal_keeps: a misdeal does not lose the deal (MISD-4).
        tied_game: who scores a tied Game (SCOR-5).
        unplayed_game_open: who scores Game with no pips out is undecided (SCOR-5).
        borrowed: rules of F that this game's source does not have, so that they are readings (GEN-1).
    """

    name: str
    source: str
    target: int = 7
    players: tuple[int, ...] = (2, 3, 4)
    turn_up: bool = True
    begging: bool = True
    trump_led: bool = False
    trump_cut: bool = False
    stock: bool = False
    pegging: bool = False
    to_taker: bool = False
    misdeal_keeps: bool = False
    tied_game: TiedGame = "non-dealer"
    unplayed_game_open: bool = False
    borrowed: bool = False

    @property
    def hand_tricks(self) -> int:
        """Tricks of a regular deal: six, or the whole pack where hands are restored from a stock (DEAL-3, PLAY-6)."""
        return 26 if self.stock else 6


VARIANTS: Final[dict[str, Variant]] = {
    row.name: row
    for row in (
        Variant("seven-up", "F"),
        Variant("all-fours", "H", players=(2, 4), tied_game="eldest", unplayed_game_open=True, borrowed=True),
        Variant("pitch", "F", turn_up=False, begging=False, trump_led=True, misdeal_keeps=True, tied_game="nobody"),
        Variant("all-fives", "F", target=61, pegging=True),
        Variant(
            "california-jack",
            "C",
            players=(2,),
            turn_up=False,
            begging=False,
            trump_cut=True,
            stock=True,
            to_taker=True,
            misdeal_keeps=True,
            tied_game="nobody",
        ),
    )
}
