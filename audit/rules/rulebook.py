"""The rulebook: every clause that a finding or a ruling can cite, as a table.

Three texts govern. A clause says which of them it stands on, and keeps apart what they say, what is read into them
where they are silent, and what they leave open: a ruling never presents one of these as another.
"""

from dataclasses import dataclass
from typing import Final, Literal

from audit.errors import UsageError

Grade = Literal["plain", "reading", "undecided"]

GRADES: Final[dict[Grade, str]] = {
    "plain": "the source says it",
    "reading": "our reading, where the source is silent or can be read in two ways",
    "undecided": "the rules do not decide it: every possible outcome is shown and none is chosen",
}

SOURCES: Final[dict[str, str]] = {
    "F": "All Fours, Seven-Up, or Old Sledge, with Pitch, All Fives, the irregularities and the methods of cheating",
    "H": "All-Fours, sometimes called Old-Sledge and Seven-Up: an older text, for two or four players",
    "C": "California Jack, a variety of Seven-Up for two players",
}


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rulebook.

    Attributes:
        id: what the findings, the rulings and the tests cite, such as `REVK-4`.
        title: what it is about, in a few words.
        source: the text and section that it stands on, or the book that the reading follows.
        text: the rule.
        grade: what `text` rests on.
        readings: what is read into it beyond `text`, a sentence or two each.
        undecided: what it leaves open, one question each.
    """

    id: str
    title: str
    source: str
    text: str
    grade: Grade = "plain"
    readings: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()


_TABLE: Final = (
    Clause(
        "GEN-1",
        "Where a text is silent",
        "our reading",
        "Where the older All Fours text (H) or the text on California Jack (C) is silent, the text on Seven-Up (F) is "
        "followed.",
        grade="reading",
        readings=(
            "In All Fours this covers the partnership of four players, the limit on the gift, discarding, the duty to "
            "follow suit, revokes, misdeals, exposed cards and looking early; what is found there rests on a reading.",
            "In All Fours a gift that puts out, an early look and a hand of the wrong size are worth noting only.",
        ),
    ),
    # Pack, seats and cutting
    Clause(
        "PACK-1",
        "The pack",
        "F Cards, H",
        "The full pack of fifty-two cards is used. The cards rank ace, king, queen, jack, ten, nine, eight, seven, "
        "six, five, four, three, two; the ace is the highest in cutting and in play.",
    ),
    Clause(
        "PACK-2",
        "An imperfect pack or a faced card",
        "F Misdealing",
        "If the pack is proved imperfect, or a card is found faced in it, the same dealer deals again.",
        readings=(
            "A pack is imperfect when a card is missing, doubled or foreign to it.",
            "What was scored in earlier deals stands (after Foster, Écarté).",
        ),
    ),
    Clause(
        "SEAT-1",
        "Players, sides and seats",
        "F Players, H, C",
        "Two, three or four may play; All Fours is for two or four, California Jack for two. Three play each for "
        "himself. Four play two against two, partners sitting opposite each other. The player on the dealer's left is "
        "the eldest hand and the one on his right the pone; with two players the other one is both.",
        readings=("In All Fours, that four play as partners: the older text names no partners.",),
    ),
    Clause(
        "SEAT-2",
        "Cutting for partners, seats and deal",
        "F Cutting, H",
        "Four players cut for partners, seats and deal: the two lowest play against the two highest, and the highest "
        "has the choice of seats and deals first. Two or three cut for seats and deal. The ace is high. Ties cut "
        "again, and the new cut decides the tie and nothing else. In All Fours the highest card has the deal.",
        readings=("With two or three players the highest deals first in the other games as well.",),
    ),
    Clause(
        "STAK-1",
        "Stakes and counters",
        "F Stakes, F Counters",
        "A stake, if there is one, is for a game; rubbers are never played. The score may be kept in counters that "
        'show how many points a side still has "to go" instead of how many it has made.',
    ),
    # The deal
    Clause(
        "DEAL-1",
        "Shuffling",
        "F Dealing",
        "Every player may shuffle the pack, the dealer last.",
    ),
    Clause(
        "DEAL-2",
        "Cutting to the dealer",
        "F Dealing",
        "The pone cuts the pack, and at least four cards must be left in each packet.",
        undecided=(
            "What follows when a packet has fewer than four cards, or when somebody other than the pone cuts. The "
            "deal does not pass for it.",
        ),
    ),
    Clause(
        "DEAL-3",
        "Six cards each",
        "F Dealing, H",
        "The dealer gives each player six cards in two rounds of three, beginning on his left.",
    ),
    Clause(
        "DEAL-4",
        "The turn-up",
        "F Dealing, H",
        "The next card is turned up for trumps and left on the stock. In Pitch and California Jack no card is turned.",
    ),
    Clause(
        "DEAL-5",
        "A turned Jack",
        "F Dealing, H",
        "If the card turned up is a Jack the dealer scores one point for it, at once; it ranks before every other "
        "point.",
        readings=(
            "The point stands when the cards are run afterwards.",
            "The eldest hand may still beg after a Jack was turned.",
        ),
    ),
    Clause(
        "DEAL-6",
        "A turned Jack after a wrong count",
        "F Dealing",
        "If any player has a wrong number of cards and announces it before he plays to the first trick, a turned Jack "
        "cannot be counted, because it could not have been the proper trump.",
        readings=(
            "The number must really be wrong: an announcement that nothing confirms decides nothing.",
            "The same holds for a Jack turned after running the cards.",
        ),
    ),
    Clause(
        "DEAL-7",
        "Who deals next",
        "our reading",
        "From deal to deal the deal passes to the player on the dealer's left. The text names the next dealer only "
        "after misdeals and deals that are made again.",
        grade="reading",
    ),
    # Misdeals
    Clause(
        "MISD-1",
        "A misdeal",
        "F Misdealing",
        "If the dealer deals without having the pack cut, or gives any player too many or too few cards, it is a "
        "misdeal, and the deal passes to the next player on his left.",
    ),
    Clause(
        "MISD-2",
        "The same dealer deals again",
        "F Misdealing",
        "For a faced card in the pack or an imperfect pack the same dealer deals again; he does not lose the deal.",
    ),
    Clause(
        "MISD-3",
        "The dealer exposes a card",
        "F Misdealing",
        "If the dealer exposes a card in dealing, the adversaries may elect that the deal stands or that the same "
        "dealer deals again.",
        undecided=("What is done when the two adversaries of a three-handed game elect differently.",),
    ),
    Clause(
        "MISD-4",
        "A misdeal in Pitch",
        "F Misdealing",
        "In Pitch a misdeal does not lose the deal, since the deal is no advantage there: the same dealer deals again.",
        readings=("In California Jack likewise (after Foster, General Laws).",),
    ),
    Clause(
        "MISD-5",
        "A wrong number found late",
        "F Misdealing, F Dealing",
        "Whether it is still a misdeal when a wrong number of cards is found only after the player who holds it has "
        "played to the first trick. The text sets no limit of time for a misdeal; only the turned Jack has one.",
        grade="undecided",
        readings=("A turned Jack then stands, since the announcement came too late to cancel it (DEAL-6).",),
    ),
    Clause(
        "MISD-6",
        "What a void deal leaves standing",
        "our reading",
        "Nothing counts in a deal that is a misdeal, that has a faced card or an imperfect pack, or that is dealt "
        "again by election. A bunch leaves standing what was scored at once before it.",
        grade="reading",
    ),
    # Begging
    Clause(
        "BEG-1",
        "Who may beg",
        "F Begging, H",
        "The eldest hand may beg, once the trump is turned and before he leads. There is no begging in Pitch and "
        "California Jack.",
        readings=("With three players, too, nobody but the eldest hand may beg.",),
    ),
    Clause(
        "BEG-2",
        "The dealer's answer",
        "F Begging, H",
        'To a beg the dealer answers by giving one point ("take it"), which the eldest hand scores at once, or by '
        "running the cards.",
    ),
    Clause(
        "BEG-3",
        "Running the cards",
        "F Begging, H",
        "To run the cards the dealer lays the turn-up aside, deals three more cards to each player, himself included, "
        "and turns up a new card for trumps.",
    ),
    Clause(
        "BEG-4",
        "A Jack turned in the run",
        "F Begging",
        "If the new turn-up is a Jack of another suit than the first, the dealer scores one point for it at once.",
    ),
    Clause(
        "BEG-5",
        "The same suit again",
        "F Begging, H",
        "If the new turn-up is of the suit first turned up it is laid aside, and three more cards are dealt to each "
        "and a new card turned, until another suit turns up. A Jack of the suit first turned up does not count, "
        "because the dealer has declined that suit. Every card laid aside is of the first suit.",
    ),
    Clause(
        "BEG-6",
        "The pack exhausted",
        "F Begging",
        "If the pack is exhausted before another suit turns up, the cards are bunched and the same dealer deals again.",
        readings=("The pack is exhausted when too few cards are left for three to each player and a turn-up.",),
    ),
    Clause(
        "BEG-7",
        "No second beg; bunching",
        "F Begging",
        "There is no second beg. With two players either may propose, on seeing the new trump, to bunch the cards; if "
        "the other agrees, the same dealer deals again.",
    ),
    Clause(
        "BEG-8",
        "The gift with three players",
        "F Begging",
        "With three players a dealer who refuses to run must give a point to both adversaries, although only one begs.",
    ),
    Clause(
        "BEG-9",
        "The gift may not put out",
        "F Begging",
        "The dealer cannot give a player enough to put him out.",
        readings=(
            "A dealer who may not give must run.",
            'With four players "a player" means his side; with three, either adversary.',
        ),
        undecided=("What a gift scores that was given all the same: both scores are shown.",),
    ),
    Clause(
        "BEG-10",
        "When a hand may be looked at",
        "F Begging",
        "The eldest hand looks at his cards once the trump is turned, the dealer once the eldest has begged, and "
        "everybody else, the dealer's partner and the pone above all, once those two have decided to stand or to run. "
        "Among strict players an earlier look by anybody scores a point to the adversaries. Whether the players are "
        "strict is an option of the record (`strict_looking`); where it is not stated both outcomes are shown.",
        readings=("Each look costs one point; with three players each adversary scores it.",),
    ),
    Clause(
        "BEG-11",
        "A declaration taken back",
        "not in the texts",
        "What follows when the eldest hand takes back his declaration, and stands after a beg. It is noted, and what "
        "happened next is taken as the answer to the beg.",
        grade="undecided",
    ),
    Clause(
        "DISC-1",
        "Discarding to six",
        "F Discarding",
        "When the cards have been run, the usual practice is that each player discards down to six cards and plays "
        "with those.",
    ),
    Clause(
        "DISC-2",
        "Keeping nine",
        "F Discarding",
        "In some clubs all nine cards are kept when only one round was run, and hands are discarded down to six when "
        "two or more were. Which custom holds is an option of the record (`keep_nine`).",
        readings=(
            "Where the option is not stated, nine cards kept by all after one round are worth a note, and hands of "
            "unequal size are an irregularity.",
        ),
    ),
    # Play
    Clause(
        "PLAY-1",
        "Who leads",
        "F Method of playing, H",
        "The eldest hand leads any card to the first trick; the winner of a trick leads to the next.",
        readings=("Play goes round to the left, as the seats of the text lie.",),
    ),
    Clause(
        "PLAY-2",
        "A trump is led",
        "F Method of playing",
        "When a trump is led, every player must follow suit if he can.",
    ),
    Clause(
        "PLAY-3",
        "A plain suit is led",
        "F Method of playing",
        "When a plain suit is led a player may follow suit or trump, as he likes; if he does not trump he must follow "
        "suit if he can. With none of the suit he may play any card. Nobody is ever obliged to trump or to overtrump.",
    ),
    Clause(
        "PLAY-4",
        "Who wins the trick",
        "F Method of playing, H",
        "The highest trump wins the trick; without a trump in it, the highest card of the suit led.",
    ),
    Clause(
        "PLAY-5",
        "The trump in Pitch",
        "F Dealing",
        "In Pitch the first card led by the eldest hand fixes the trump suit for the deal.",
        readings=("A lead by anybody else fixes nothing.",),
    ),
    Clause(
        "TRMP-1",
        "The trump in California Jack",
        "C",
        "In California Jack the trump suit is cut for before the cards are shuffled and dealt. The usual way is to "
        "cut for seats and deal: the highest card cut decides the trump suit as well.",
        readings=(
            "The cut for the deal names the trump unless a cut for trumps follows it.",
            "A tie for the highest card cuts again.",
            "The trump is cut for anew for every deal.",
        ),
    ),
    Clause(
        "PLAY-6",
        "Drawing in California Jack",
        "C",
        "In California Jack the rest of the pack is turned face up on the table. The winner of each trick takes the "
        "top card and his adversary the next; when the stock is gone the last six cards are played as usual.",
        readings=("From the first trick on a player follows or trumps as in the other games (after Bicycle).",),
    ),
    # Score
    Clause(
        "SCOR-1",
        "High",
        "F Objects, H",
        "High is one point for the highest trump out. It goes to the player to whom that card was dealt.",
    ),
    Clause(
        "SCOR-2",
        "Low",
        "F Objects, H",
        "Low is one point for the lowest trump out. It goes to the player to whom that card was dealt, even if an "
        "adversary takes it.",
    ),
    Clause(
        "SCOR-3",
        "Jack",
        "F Objects, H",
        "Jack is one point for winning the trick that has the Jack of trumps in it.",
    ),
    Clause(
        "SCOR-4",
        "Game",
        "F Objects, H",
        "Game is one point for the most pips in the tricks won. An ace counts 4, a king 3, a queen 2, a jack 1 and a "
        "ten 10, in every suit; no other card counts.",
    ),
    Clause(
        "SCOR-5",
        "A tied Game, or none out",
        "F Objects, H",
        "If Game is a tie, or no counting card is out, the non-dealer scores it. With three players a tie between the "
        "two non-dealers scores to neither. In All Fours the eldest hand scores a tie. Where no trump is turned, as "
        "in Pitch, nobody can score a tie.",
        readings=(
            "With three players a tie of the dealer with one non-dealer goes to that one; if all three tie, or "
            "nothing is out, nobody scores it.",
            "With four players it goes to the side of the non-dealers.",
            "In California Jack, where no trump is turned either, nobody scores a tie.",
        ),
        undecided=("Who scores Game in All Fours when no counting card is out.",),
    ),
    Clause(
        "SCOR-6",
        "Counting out",
        "F Scoring, H",
        "The points are counted out in the order High, Low, Jack, Game, and the side that so reaches the target first "
        "wins the game. A turned Jack, a gift and a point for looking were scored before.",
        readings=(
            "Counting stops there, and the other sides keep what they then had.",
            "In All Fives a peg that goes past 61 is written as 61.",
        ),
    ),
    Clause(
        "SCOR-7",
        "One card for several points",
        "F Objects, F Scoring, H",
        "One card may be both High and Low; the Jack may be High, Low and Jack, and even Game. Of the six ways of "
        "making a point a player can make five in one deal and never more.",
    ),
    Clause(
        "SCOR-8",
        "Pegging in All Fives",
        "F Scoring",
        "In All Fives the player who wins a trick with one of these trumps in it pegs at once: ace 4, king 3, queen "
        "2, jack 1, ten 10, five 5. After the hand they are counted again in reckoning Game, with all other counting "
        "cards, and the five of trumps counts 5. Sixty-one is game.",
        readings=(
            "The peg for the Jack is the Jack point; a record may state that both are scored (`all_fives_jack_twice`).",
            "High and Low count one each, since the text calls pegging only a part of the score.",
            "A peg that reaches 61 wins the game at once.",
        ),
    ),
    Clause(
        "SCOR-9",
        "Points in California Jack",
        "C",
        "In California Jack the points are those of Seven-Up, and everything, Low included, counts to the player who "
        "wins it.",
    ),
    Clause(
        "SCOR-10",
        "Low kept face up",
        "F Method of playing",
        "A player may keep the lowest trump that has appeared so far, if it has no counting value, face up before him "
        "instead of giving it to the trick, until a smaller one appears. It is not an exposed card, and that it is "
        "not in a pile of tricks is no fault. A dispute over Low is settled from the plays.",
    ),
    Clause(
        "SCOR-11",
        "Which cards are out",
        "our reading",
        "A card is out when it is in a player's hand for the play. The turn-up, the stock and the discards are not "
        "out. Where a recorded discard would have been High or Low, both answers are shown.",
        grade="reading",
    ),
    Clause(
        "SCOR-12",
        "When points are claimed",
        "F Scoring",
        "The points are claimed when the last card has been played. A sheet that leaves a point out is not wrong, and "
        "totals pass with it and without it.",
        undecided=("What becomes of a point that nobody claimed, or that was claimed late.",),
    ),
    # Irregularities in play
    Clause(
        "REVK-1",
        "What a revoke is",
        "F Irregularities",
        "A player who does not follow suit when he can revokes, unless he trumps the lead of a plain suit.",
    ),
    Clause(
        "REVK-2",
        "When it is established",
        "F Irregularities",
        "A revoke is established as soon as its trick has been turned and quitted, or a card has been led or played "
        "to the next trick.",
        readings=("Before that it can be mended.",),
    ),
    Clause(
        "REVK-3",
        "Penalty without the Jack in play",
        "F Irregularities",
        "A revoke can affect only Jack and Game. If the Jack is not in play the adversary adds one point to his own "
        "score or takes one from the score of the player who revoked. The adversary may score Game if he makes it; "
        "the player who revoked may score only High and Low.",
    ),
    Clause(
        "REVK-4",
        "Penalty with the Jack in play",
        "F Irregularities",
        "If the Jack is in play the penalty is two points. The player who revoked scores neither Jack nor Game; the "
        "adversary scores either or both if he makes them.",
        readings=(
            "The two points are added or taken off as the one point is.",
            "The Jack is in play when it was dealt to a player and not discarded, whoever holds it, and even if it "
            "was won before the revoke.",
        ),
        undecided=(
            "Which penalty is due when unknown hands leave it open whether the Jack is in play: both are shown.",
        ),
    ),
    Clause(
        "REVK-5",
        "He must stop at six",
        "F Irregularities",
        "The player who revoked cannot win the game in that hand, whatever he scores: he must stop at six.",
        readings=(
            "In All Fives he stops one short of the target.",
            "The limit is on what his side scores in the hand; a deduction is taken after it.",
            "A penalty that is added is counted before all other points of the hand (after whist, law 82).",
        ),
        undecided=("In All Fives, what becomes of the pegs that he made in the hand.",),
    ),
    Clause(
        "REVK-6",
        "A revoke by a partner",
        "our reading",
        "With partners all that is said of the player who revoked applies to his side. A turned Jack and a gift that "
        "were already scored stay.",
        grade="reading",
    ),
    Clause(
        "REVK-7",
        "What the revoke rules leave open",
        "F Irregularities",
        "A revoke that nobody claimed does not make the club's score wrong: the scores with the penalty and without "
        "it are both shown. The adversary may take the penalty and need not: once the revoke is claimed, totals "
        "without the penalty pass if none was taken, and what the player who revoked may not score stays lost to him.",
        undecided=(
            "Which adversary scores the penalty with three players.",
            "What is due when both sides revoke.",
            "What is due for two revokes by one side.",
            "Whether a deduction can bring a score below nought.",
            "Whether a penalty of two points may be split.",
            "When a revoke must be claimed.",
        ),
    ),
    Clause(
        "EXPO-1",
        "Exposed cards with four players",
        "F Exposed cards",
        "With four players an exposed card is left on the table, and the adversaries may call it as long as its owner "
        "has not got rid of it in the course of play.",
        readings=(
            "A call never obliges a player to revoke (after Hoyle's Games Modernized; whist, law 67).",
            "A call may be repeated (after whist, law 68).",
        ),
    ),
    Clause(
        "EXPO-2",
        "Playing out of turn",
        "F Exposed cards",
        "With four players a card led or played out of turn is an exposed card and may be called.",
    ),
    Clause(
        "EXPO-3",
        "Two cards to one trick",
        "F Exposed cards",
        "If a player plays two or more cards to a trick, the adversaries select which of them remains; with four "
        "players the other is exposed.",
        readings=("With two or three players there is the selection alone.",),
    ),
    Clause(
        "EXPO-4",
        "Exposed cards with two or three players",
        "reading: Foster, General Laws",
        "With two or three players there is no penalty for an exposed card. A card led out of turn is taken back, or "
        "stands once it has been followed.",
        grade="reading",
    ),
    Clause(
        "EXPO-5",
        "The card of a mended revoke",
        "reading: whist, law 76",
        "With four players the card that was taken back to mend a revoke is an exposed card.",
        grade="reading",
    ),
    Clause(
        "TRCK-1",
        "A trick with a card missing",
        "reading: whist, law 72",
        "Where a trick has a card missing, the card that is left over at the end belongs to it, and it proves no "
        "revoke. Where the record does not say who failed to play, the seats last in turn are taken to have played "
        "none.",
        grade="reading",
    ),
    # Methods of cheating: what the statistics look for. A finding never cites them.
    Clause(
        "CHT-1",
        "Jacks from the bottom",
        "F Methods of cheating, F Objects",
        "Jacks are turned up from the bottom of the pack. It shows as a dealer who turns more Jacks than one in "
        "thirteen deals, which is what chance gives.",
    ),
    Clause(
        "CHT-2",
        "Stocking the half-stock",
        "F Methods of cheating",
        "The undealt half of the pack is set up for the beg. It shows in cards run after a beg, and in new turn-ups, "
        "that favour the dealer, and in a dealer who answers as if he knew the stock.",
    ),
    Clause(
        "CHT-3",
        "Too many cards, and cards slipped into the tricks",
        "F Methods of cheating",
        "The dealer gives himself more than six cards and drops those that count for Game on tricks already won. It "
        "shows in the number of cards, in cards of a pile that were never played, and in a count for Game above what "
        "the tricks hold.",
    ),
    Clause(
        "CHT-4",
        "Gathering a set and shifting the cut",
        "F Methods of cheating",
        "The ace, jack, ten and two of a suit are got together during the play and brought to the dealer by shifting "
        "the cut, the Jack turned up. It shows in a deal that depends on the one before it, and in ace, ten and two "
        "with a dealer who turns the Jack.",
    ),
    Clause(
        "CHT-5",
        "Marked cards",
        "F Methods of cheating",
        "The backs tell the cards. It shows in decisions that are too good for what the player could see.",
    ),
    Clause(
        "CHT-6",
        "Strippers and wedges",
        "F Methods of cheating",
        "Cards are trimmed so that a cut finds them. It shows in too many high cards cut for the deal, and in depths "
        "of cut that repeat.",
    ),
    Clause(
        "CHT-7",
        "Reflectors",
        "F Methods of cheating",
        "The dealer sees the cards mirrored as he deals them. It shows as marked cards do, but only when the player "
        "deals.",
    ),
    Clause(
        "CHT-8",
        "Dealing seconds and shifting cuts",
        "F Methods of cheating",
        "The top card is held back, or the cut undone. It shows in high cards and trumps that gather with the dealer, "
        "and in cuts that do not change the order of the pack.",
    ),
    Clause(
        "CHT-9",
        "A Ten taken out of the pack",
        "F Methods of cheating",
        "A Ten is abstracted, so that its suit is safe to lead. It shows in a card that is never seen.",
    ),
    Clause(
        "CHT-10",
        "The high hand",
        "F Methods of cheating",
        "A victim is given ace, king, jack, ten, nine and two of trumps and brought to bet that he makes four points. "
        "It shows in that very hand, and in the hand that was dealt against it.",
    ),
    Clause(
        "CHT-11",
        "Signals and early looks",
        "our reading",
        "Partners signal to each other, or use what they saw by looking early. It shows as marked cards do, within a "
        "partnership. The text knows no signals, and treats looking early as an irregularity.",
        grade="reading",
    ),
)

CLAUSES: Final[dict[str, Clause]] = {row.id: row for row in _TABLE}


def clause(name: str) -> Clause:
    """The clause of that id, in upper or lower case.

    >>> clause("scor-3").title
    'Jack'

    Raises:
        UsageError: there is none.
    """
    try:
        return CLAUSES[name.upper()]
    except KeyError:
        raise UsageError(f"no clause {name!r} in the rulebook; the ids run from GEN-1 to CHT-11") from None


def is_cheating(name: str) -> bool:
    """Whether the id is that of a method of cheating: evidence looks for these, and no finding cites them."""
    return name.startswith("CHT-")
