"""Looking, begging, giving, running and bunching: what the eldest hand and the dealer settle before the play (BEG)."""

from audit.rules.events import Written
from audit.rules.state import DEALT, DECIDED, ENDED, PLAYING, TURNED
from audit.rules.turn_ups import TurnUps, cards_were


class Begging(TurnUps):
    """What the eldest hand and the dealer settle before the play."""

    @property
    def unanswered(self) -> bool:
        """The eldest hand begged and no answer is recorded (BEG-2)."""
        return self.begged_by is not None and self.eldest in (None, self.begged_by) and self.answer is None

    @property
    def trump_is_settled(self) -> bool:
        """No beg or run can change the trump any more."""
        if not self.variant.turn_up:
            return True
        if self.phase >= PLAYING or not self.variant.begging:
            return True
        if self.runs:
            return not self.must_run_on and self.players != 2
        return (self.declared == "stand" and not self.changed_declaration) or (
            self.answer == "give" and not self.gift_puts_out  # he must run (BEG-9)
        )

    def look(self, seat: int) -> None:
        """A player looks at his hand; the order of events tells whether he may (BEG-10)."""
        if not self.variant.begging or self.phase >= DECIDED or self.runs:
            return
        his_turn = seat == self.eldest or (seat == self.dealer and self.begged_by is not None)
        if self.dealer is None or (his_turn and self.phase >= TURNED):
            return
        if his_turn:
            self.looks_before_turn += (seat,)
        else:
            self.looks += (seat,)
        strict = self.options.strict_looking
        follows = {
            True: "Among strict players the adversaries score a point.",
            False: "The club does not play strictly: no penalty.",
            None: "Among strict players the adversaries score a point; the record does not say whether these are.",
        }[strict]
        self.note(
            "looked-early",
            "BEG-10",
            f"{self.label(seat)} looked at his hand before the proper time. {follows}",
            seat=seat,
            kind=None if strict else "irregularity",
        )
        if his_turn:
            self.before_turn += (self.faults.pop(),)

    def _in_this_game(self, what: str) -> bool:
        """Whether the variant has begging at all (BEG-1); if not, that is noted."""
        if self.variant.begging:
            return True
        self.note("not-in-this-game", "BEG-1", f"There is no {what} in {self.game}.")
        return False

    def _declare(self, seat: int, word: str) -> bool:
        """Whether the eldest hand declares, and in time (BEG-1)."""
        if not self._in_this_game("begging or standing"):
            return False
        if self.runs and word == "beg":
            self.note(
                "second-beg",
                "BEG-7",
                f"{self.label(seat)} begged after the cards were run; no second beg is allowed.",
                seat=seat,
            )
            return False
        if self.eldest is not None and seat != self.eldest:
            self.note(
                "declared-out-of-order",
                "BEG-1",
                f"{self.label(seat)} said {word!r}; only the eldest hand, {self.label(self.eldest)}, may stand or beg.",
                seat=seat,
            )
        elif (self.phase == DEALT and self.variant.turn_up) or self.phase >= PLAYING:
            when = "before the trump was turned" if self.phase == DEALT else "after the play had begun"
            self.note("declared-out-of-order", "BEG-1", f"{self.label(seat)} said {word!r} {when}.", seat=seat)
            if self.phase == DEALT:
                self.before_turn += (self.faults.pop(),)
            return self.phase < PLAYING
        return True

    def stand(self, seat: int) -> None:
        """The eldest hand stands (BEG-1)."""
        if not self._declare(seat, "stand"):
            return
        if self.declared == "beg" and seat == self.eldest and self.answer is None:
            self._changed(seat, "begged and then stood")
        elif seat == self.eldest or self.eldest is None:
            self.declared = self.declared or "stand"
            self.phase = max(self.phase, DECIDED)

    def beg(self, seat: int) -> None:
        """The eldest hand begs (BEG-1); a second beg is not allowed (BEG-7)."""
        if not self._declare(seat, "beg"):
            return
        if self.declared == "stand" and seat == self.eldest and self.answer is None:
            self._changed(seat, "stood and then begged")
            self.phase = min(self.phase, TURNED)
        elif self.begged_by == seat and self.begged_by is not None:
            self.note("second-beg", "BEG-7", f"{self.label(seat)} begged twice; no second beg is allowed.", seat=seat)
        self.declared = "beg"
        self.begged_by = seat

    def _changed(self, seat: int, how: str) -> None:
        """A declaration taken back (BEG-11)."""
        self.changed_declaration = True
        self.note(
            "changed-declaration",
            "BEG-11",
            f"{self.label(seat)} {how}. Which of the two holds is not decided by the rules;"
            " what follows is taken as the answer to the beg.",
            seat=seat,
        )

    def _answers(self, seat: int | None, what: str) -> bool:
        """Whether a beg is to be answered, and by the dealer (BEG-2)."""
        if not self._in_this_game("begging, giving or running"):
            return False
        if seat is not None and self.dealer is not None and seat != self.dealer:
            self.note(
                "not-entitled",
                "BEG-2",
                f"{self.label(seat)} {what}; the dealer, {self.label(self.dealer)}, answers a beg.",
                seat=seat,
            )
            return True
        if self.begged_by is None or self.answer == "give":
            why = "nobody had begged" if self.begged_by is None else "the point had been given"
            self.note("not-entitled", "BEG-2", f"The dealer {what}, but {why}.", seat=self.dealer)
        return True

    def give(self, seat: int, to: list[int] | None) -> None:
        """The dealer gives the point (BEG-2, BEG-8, BEG-9)."""
        if not self._answers(seat, "gave the point"):
            return
        if self.answer == "run" and seat == self.dealer:
            self.note("not-entitled", "BEG-2", "The dealer gave the point, but the cards had been run.", seat=seat)
        self.answer = "give"
        self.phase = max(self.phase, DECIDED)
        if self.dealer is None or self.eldest is None:
            return
        pone = [self.pone] if self.players == 3 and self.pone is not None else []
        owed = [self.side_of(self.eldest), *pone]
        sides = owed if to is None else {self.side_of(receiver) for receiver in to}
        for side in sides:
            if side not in owed:
                self.note(
                    "not-entitled",
                    "BEG-2",
                    f"The point was given to {self.side_name(side)}; it goes to the adversaries.",
                    side=side,
                )
        self.gifts = [side for side in owed if side in sides]
        self._gift_to_one(owed)
        self._gift_puts_out()

    def _gift_to_one(self, owed: list[int]) -> None:
        """With three players the point goes to both adversaries (BEG-8)."""
        given = self.gifts
        if self.players == 3 and len(given) == 1:
            self.gift_owed = [side for side in owed if side not in given]
            self.note(
                "gift-to-one",
                "BEG-8",
                f"The point was given to {self.side_name(given[0])} alone; with three players a dealer who does not run"
                " gives a point to both adversaries.",
                seat=self.dealer,
            )

    def _gift_puts_out(self) -> None:
        """The dealer cannot give a player enough to put him out (BEG-9)."""
        if self.scores is None:
            return
        out = next((side for side in self.gifts if self.scores[side] + 1 >= self.variant.target), None)
        if out is None:
            return
        self.gift_puts_out = True
        self.note(
            "gift-puts-out",
            "BEG-8 BEG-9" if self.players == 3 else "BEG-9",
            f"The point would put {self.side_name(out)} out,"
            f" at {self.scores[out]} of {self.variant.target}; the dealer cannot give it and must run"
            " the cards. What a gift given all the same counts is not decided.",
            seat=self.dealer,
        )

    def run(self, hands: list[Written]) -> None:
        """Three more cards each, and a new card is turned (BEG-3, BEG-5, BEG-6)."""
        if not self._answers(None, "ran the cards"):
            return
        if self.runs and not self.must_run_on and not self.turn_unknown:
            self.note(
                "run-too-far",
                "BEG-5",
                "The cards were run again although another suit had been turned.",
                seat=self.dealer,
            )
        elif not self.can_run:
            self._not_bunched()
        self.answer = "run"
        self.runs += (hands,)

    def bunch(self, seat: int | None, agreed: bool | None, reason: str | None) -> None:
        """A proposal to bunch (BEG-7), or the pack is exhausted (BEG-6)."""
        if not self._in_this_game("bunching"):
            return
        if reason == "exhausted":
            if not self.may_be_exhausted:
                self.note(
                    "wrong-bunch",
                    "BEG-6",
                    f"The cards were bunched as exhausted; {cards_were(self.pack_left)} left, enough to run."
                    if self.can_run
                    else "The cards were bunched as exhausted, but another suit had been turned.",
                    seat=self.dealer,
                )
            self._end("exhausted")
            return
        right = self.players == 2 and self.runs and not self.must_run_on and self.phase < PLAYING
        if not right:
            why = (
                "only two players may"
                if self.players != 2
                else "it may be proposed once the new trump is seen, before play"
            )
            self.note("wrong-bunch", "BEG-7", f"{self.label(seat)} proposed to bunch the cards; {why}.", seat=seat)
        if agreed:
            self._end("bunched")

    def discard(self, seat: int, cards: list[int] | None, count: int | None) -> None:
        """Superfluous cards are thrown after a run (DISC-1)."""
        self._settle_trump()
        number = len(cards) if cards is not None else -1 if count is None else count
        self.discards += ((seat, cards, number),)

    def redeal(self, reason: str | None) -> None:
        """The deal ends here (MISD-6)."""
        if reason == "exhausted" and self.variant.begging and not self.may_be_exhausted:
            self.note(
                "wrong-bunch",
                "BEG-6",
                f"The cards were dealt again as exhausted; {cards_were(self.pack_left)} left.",
                seat=self.dealer,
            )
        self._end(reason)

    def _end(self, reason: str | None) -> None:
        """The deal is over before it was played out (MISD-6)."""
        self.redealt = True
        self.redeal_reason = reason
        self.phase = ENDED
