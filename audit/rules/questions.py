"""What the rules, or the record, leave open, each with the outcome of every answer (the clauses marked undecided)."""

from audit.cards import JACK, NAMES
from audit.rules.making import Making
from audit.rules.points import Point
from audit.rules.table import Table


def at_once(making: Making) -> None:
    """What hangs on what was scored before the play: a gift, an early look, a turn-up (BEG-8 to 11, DEAL-5)."""
    table, case = making.table, making.case
    if case.void == "not stated" and case.at_once:
        stands = tuple((point.side, 1) for point in case.at_once if point.side is not None)
        making.ask(
            "The record does not say why the cards were dealt again. Does what was scored at once stand?",
            ("MISD-6",),
            ("it does not", making.base),
            ("it stands, as after a bunch", making.base.but(more=stands)),
        )
    if making.nothing_counts:
        return
    if table.looks:
        _looks(making)
    if table.gift_puts_out or table.gift_owed:
        _gift(making)
    if table.turn_unknown and table.dealing_side is not None:
        one = (table.dealing_side, 1)
        both = [("two Jacks count: two to the dealer", making.first.plus(one, one))] * (table.doubtful_jacks > 1)
        making.ask(
            "A turn-up is not recorded. Was it a Jack that counts?",
            ("DEAL-5", "BEG-4"),
            ("it was not", making.first),
            ("it was: one to the dealer", making.first.plus(one)),
            *both,
        )
    if table.changed_declaration:
        making.ask(
            "The eldest hand took back his declaration. Which holds?",
            ("BEG-11",),
            ("the beg; what followed was its answer", making.first),
            ("the stand", making.first),
        )
    if table.unanswered and case.play.tricks and table.eldest is not None:
        making.ask(
            "The eldest hand begged and the answer is not recorded. Was the point given?",
            ("BEG-2",),
            ("no point is recorded", making.first),
            ("it was given", making.first.plus(*((side, 1) for side in _receivers(table)))),
        )


def _receivers(table: Table) -> list[int]:
    """The sides to which the dealer's gift goes (BEG-2, BEG-8)."""
    if table.players == 3:
        return [side for side in range(3) if side != table.dealing_side]
    return [] if table.eldest is None else [table.side_of(table.eldest)]


def _looks(making: Making) -> None:
    """Whether early looks are penalised, and who is out if two adversaries reach the target by one (BEG-10)."""
    table, case = making.table, making.case
    points = tuple((penalty.side, 1) for penalty in case.penalties_at_once() if penalty.side is not None)
    if table.options.strict_looking is None:
        making.ask(
            "Does the club play strictly on looking? The record does not say.",
            ("BEG-10",),
            ("not strictly: no penalty", making.first),
            ("strictly: the adversaries score a point", making.first.plus(*points)),
        )
    elif table.options.strict_looking and table.scores is not None and table.players == 3:
        out = [side for side, _ in points[:2] if table.scores[side] == table.variant.target - 1]
        if len(out) == 2:
            making.ask(
                "Both adversaries are out by the same look. Which of the two has won?",
                ("BEG-10", "SCOR-6"),
                *((table.side_name(side), making.first.but(more=((side, 1), *making.first.more))) for side in out),
            )


def _gift(making: Making) -> None:
    """A gift that puts out, or that one adversary alone was given (BEG-8, BEG-9)."""
    table = making.table
    if table.gift_puts_out:
        counts = making.first
        making.choices = [(text, settings.but(gift=False)) for text, settings in making.choices]
        making.ask(
            "The dealer gave a point that puts a player out, which he cannot. Does it count?",
            ("BEG-9",),
            ("it does not count", making.first),
            ("it counts", counts),
        )
    if table.gift_owed:
        owed = " and ".join(table.side_name(side) for side in table.gift_owed)
        making.ask(
            f"The point was given to one adversary alone. Does {owed} score the point that was owed?",
            ("BEG-8",),
            ("as it was given", making.first),
            (f"{owed} scores it too", making.first.plus(*((side, 1) for side in table.gift_owed))),
        )


def dealing(making: Making) -> None:
    """What hangs on the dealing (DEAL-2, DEAL-4, MISD-3, MISD-5, DISC-2)."""
    table, case = making.table, making.case
    again = making.first.but(stands=False, next_dealer=table.dealer)
    if not {fault.code for fault in table.faults}.isdisjoint(("thin-cut", "wrong-cutter")):
        making.ask(
            "What follows from a thin packet or another cutter is not decided; the deal does not pass for it.",
            ("DEAL-2",),
            ("the deal stands", making.first),
            ("the same dealer deals again", again),
        )
    several = [turned.cards for turned in table.turns if len(turned.cards) > 1]
    for cards in several:
        _two_turn_ups(making, [card for card in cards if card is not None])
    if case.election() == "differ" or (making.election_open() and not several):
        differ = case.election() == "differ"
        making.ask(
            "The adversaries elected differently." if differ else "The adversaries have not all chosen yet.",
            ("MISD-3",),
            ("the deal stands", making.first),
            ("the same dealer deals again", again),
        )
    _wrong_number(making)
    if case.pack.kept_nine and table.options.keep_nine is None:
        making.ask(
            "Does the club keep nine cards after one run? The record does not say.",
            ("DISC-2",),
            ("it does: nothing follows", making.first),
            ("it discards down to six: irregular, without a stated consequence", making.first),
        )


def _wrong_number(making: Making) -> None:
    """A wrong number of cards that was found too late, or that nothing confirms (MISD-5, DEAL-6)."""
    pack = making.case.pack
    misdeal = making.first.but(stands=False, next_dealer=making.case.dealer_after_void("misdeal"))
    if pack.late:
        making.ask(
            "A wrong number of cards was found after its holder had played to the first trick. Is it still a misdeal?",
            ("MISD-5",),
            ("the deal stands", making.first),
            ("it is a misdeal", misdeal),
        )
    elif pack.unconfirmed:
        making.ask(
            "A wrong number of cards was announced and nothing confirms it.",
            ("DEAL-6", "MISD-1"),
            ("nothing follows", making.first),
            ("it is a misdeal", misdeal),
        )


def _two_turn_ups(making: Making, cards: list[int]) -> None:
    """Two cards turned up together: each may be the turn-up, and a Jack would score (DEAL-4, DEAL-5)."""
    table = making.table
    side = table.dealing_side
    answers = []
    for card in cards:
        settings = making.first
        if card % 13 == JACK and side is not None:
            settings = settings.plus((side, 1))
        answers.append((f"{NAMES[card]} is the turn-up", settings))
    if not table.elections:
        again = making.first.but(stands=False, next_dealer=table.dealer)
        answers.append(("the same dealer deals again, if the adversaries elect it", again))
    making.ask("Two cards were turned up together. Which is the turn-up?", ("DEAL-4", "MISD-3"), *answers)


def points(making: Making) -> None:
    """What hangs on a point: a discarded High or Low, no pips out, an unclaimed point, a card that is not recorded."""
    scoring, table = making.case.scoring, making.table
    _discarded(making, scoring.high, scoring.discarded_high)
    _discarded(making, scoring.low, scoring.discarded_low)
    if scoring.game_open and table.eldest is not None:
        making.ask(
            "No pips are out. Who scores Game?",
            ("SCOR-5",),
            ("nobody", making.first.with_point("game", None)),
            ("the eldest hand, as a tie", making.first.with_point("game", table.side_of(table.eldest))),
        )
    if making.ruling.complete and not making.won_early():
        _not_recorded(making, [point for point in making.not_told() if point.point != "peg"])
    _claims(making)


def _discarded(making: Making, point: Point, thrown: tuple[int, int] | None) -> None:
    """A discard that would have been High or Low (SCOR-11)."""
    if thrown is None:
        return
    seat, card = thrown
    table = making.table
    name, side = point.point.capitalize(), table.side_of(seat)
    making.ask(
        f"{NAMES[card]}, discarded by {table.label(seat)}, would have been {name}. Is a discard out?",
        ("SCOR-11",),
        (f"it is not: {name} to {table.side_name(point.side)}", making.first),
        (f"it is: {name} to {table.side_name(side)}", making.first.with_point(point.point, side)),
    )


def _not_recorded(making: Making, points: list[Point]) -> None:
    """Points of a hand played out that hang on what nobody wrote down; the others count for nobody meanwhile."""
    for point in points:
        lacks = "the dealer is" if point.clause == "SCOR-5" and making.table.dealer is None else "cards are"
        making.ask(
            f"{point.point.capitalize()} cannot be established: {lacks} not recorded. Who scores it?",
            (point.clause,),
            *(
                (f"{point.point} to {making.table.side_name(side)}", making.first.with_point(point.point, side))
                for side in _among(making, point)
            ),
        )


def _among(making: Making, point: Point) -> list[int | None]:
    """Who can score a point that is not certain, nobody last."""
    if not point.among:
        return [*making.sides, None]
    return sorted(point.among, key=lambda side: (side is None, side or 0))


def _claims(making: Making) -> None:
    """A point that nobody claimed, where claims are recorded; a claim for an earlier deal (SCOR-12)."""
    table = making.table
    here = {point for _, point, deal in table.claims if deal is None}
    made = making.case.scoring.listed() if here else []
    for point in made:
        unclaimed = point.certain and point.side is not None and point.point not in here
        if unclaimed and point.side not in making.base.forfeits:
            making.ask(
                f"{point.point.capitalize()} was made by {table.side_name(point.side)} and not claimed. Does it count?",
                ("SCOR-12",),
                ("it counts", making.first),
                ("it does not", making.first.but(left_out=making.first.left_out | {point.point})),
            )
    for side, name, deal in table.claims:
        if deal is not None:
            making.ask(
                f"{table.side_name(side)} claimed {name} of deal {deal} in this one. Does a late claim count?",
                ("SCOR-12",),
                ("it does not", making.first),
                ("it counts", making.first.plus((side, 1))),
            )
