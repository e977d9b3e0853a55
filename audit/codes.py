"""The codes of findings as a table: what each is called, its class, the clauses it can rest on, and what it means.

A code is kebab-case and never used again for something else. The sample that shows it bears its name.
"""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["violation", "irregularity", "score", "record", "note"]

KINDS: Final[dict[Kind, str]] = {
    "violation": "a player broke a rule",
    "irregularity": "something happened to which the rules attach a consequence or a choice",
    "score": "the points or totals written down are not those that the play gives",
    "record": "the record contradicts itself or cannot be as written: first suspect the pen, not the player",
    "note": "worth knowing; never sets the exit status",
}


@dataclass(frozen=True, slots=True)
class Code:
    """A code of a finding.

    Attributes:
        name: the code.
        kind: its class, unless a clause lowers it.
        clauses: the clauses that it can rest on.
        title: what it is, in a few words.
        meaning: what was seen, why it matters and what to do, for `audit explain`.
    """

    name: str
    kind: Kind
    clauses: tuple[str, ...]
    title: str
    meaning: str


_TABLE: Final = (
    # The pack, the cut and the dealer
    Code(
        "imperfect-pack",
        "irregularity",
        ("PACK-2", "MISD-2"),
        "The pack was imperfect",
        "The table found a card missing, doubled or foreign to the pack, or the play itself shows it. The same "
        "dealer deals again (PACK-2) and nothing of the deal counts; the scores of earlier deals stand. Check first "
        "that the card was not miswritten: a doubled card that only the record shows is reported as duplicate-card.",
    ),
    Code(
        "faced-card",
        "irregularity",
        ("PACK-2", "MISD-2"),
        "A card lay faced in the pack",
        "A card was found face up in the pack. The same dealer deals again, and does not lose the deal (MISD-2). A "
        "card that the dealer showed while dealing is another matter: see dealer-exposed.",
    ),
    Code(
        "no-cut",
        "irregularity",
        ("MISD-1", "MISD-4"),
        "Dealt without a cut",
        "The record says that the pack was not cut before the deal. It is a misdeal, and the deal passes to the "
        "dealer's left (MISD-1); in Pitch and California Jack the same dealer deals again (MISD-4). A record that "
        "merely does not mention a cut is not reported.",
    ),
    Code(
        "thin-cut",
        "irregularity",
        ("DEAL-2",),
        "A packet of fewer than four cards",
        "The cut left fewer than four cards in one of the packets. At least four must be left in each (DEAL-2), but "
        "the rules do not say what follows, and the deal does not pass for it. Check whether the depth was counted "
        "or only guessed.",
    ),
    Code(
        "wrong-cutter",
        "irregularity",
        ("DEAL-2",),
        "Somebody else cut the pack",
        "The pack was cut by another player than the pone, who sits on the dealer's right. The rules give the cut to "
        "the pone (DEAL-2) and do not say what follows when another makes it; the deal does not pass for it. Check "
        "first that dealer and seats are written correctly.",
    ),
    Code(
        "shuffled-after-dealer",
        "irregularity",
        ("DEAL-1",),
        "Shuffled after the dealer",
        "A player shuffled after the dealer had done so. Everybody may shuffle, but the dealer is the last (DEAL-1). "
        "No penalty is attached to it; the remedy is that the dealer shuffles once more before the cut.",
    ),
    Code(
        "wrong-dealer",
        "irregularity",
        ("DEAL-7", "MISD-1", "MISD-2", "MISD-3", "MISD-4", "PACK-2", "BEG-6", "BEG-7"),
        "The wrong player dealt",
        "The dealer is not the one to whom the deal before left the deal. It passes to the left (DEAL-7), also after "
        "a misdeal (MISD-1), and stays after a faced card, an imperfect pack, an election or a bunch. Check first "
        "whether a deal in between was left out of the record: then it is the record that is short, and nobody dealt "
        "out of turn.",
    ),
    Code(
        "wrong-first-dealer",
        "irregularity",
        ("SEAT-2",),
        "The first deal went to the wrong player",
        "The first dealer is not the player who cut the highest card. The highest cut deals first (SEAT-2), and a "
        "tie is cut again between those who tied. Check that every round of the cut is in the record.",
    ),
    Code(
        "wrong-partners",
        "irregularity",
        ("SEAT-2",),
        "The wrong players are partners",
        "The partners are not those whom the cut made so: the two lowest play against the two highest (SEAT-2). "
        "Check the seats and every round of the cut. Players who agreed on their partners without cutting should "
        "leave the cut out of the record.",
    ),
    Code(
        "wrong-count",
        "irregularity",
        ("MISD-1", "MISD-4", "DEAL-3", "DEAL-6"),
        "A wrong number of cards was dealt",
        "A player had too many or too few cards, and the table found it or the play confirms it. It is a misdeal and "
        "the deal passes to the dealer's left (MISD-1), in Pitch and California Jack to the same dealer again "
        "(MISD-4). Announced before that player has played to the first trick it also cancels a turned Jack "
        "(DEAL-6).",
    ),
    Code(
        "late-wrong-count",
        "irregularity",
        ("MISD-5", "MISD-1", "DEAL-6"),
        "A wrong number of cards was found late",
        "A wrong number of cards was found only after the player who held them had played to the first trick. "
        "Whether it is then still a misdeal the rules do not decide, so both outcomes are shown (MISD-5). By our "
        "reading a turned Jack then stands. Check when the announcement was made: earlier, it is a misdeal.",
    ),
    Code(
        "dealer-exposed",
        "irregularity",
        ("MISD-3",),
        "The dealer showed a card",
        "The dealer exposed a card while he dealt. The adversaries may elect that the deal stands or that he deals "
        "again (MISD-3); the finding says whether an election is recorded. The turn-up is no exposed card, and a "
        "card shown by another player has nothing to do with this rule.",
    ),
    Code(
        "wrong-turn-up",
        "irregularity",
        ("DEAL-4", "BEG-3", "MISD-3"),
        "The turn-up was not made as it should be",
        "No card was turned where one must be, two came together, or one was turned without a run. Exactly one card, "
        "the next after the deal, is turned for trumps (DEAL-4), and one after every three cards run (BEG-3). "
        "Without one proper turn-up the trump suit may be in doubt; check the record against the table's memory "
        "before anything that rests on the trump.",
    ),
    Code(
        "not-in-this-game",
        "irregularity",
        ("BEG-1", "DEAL-4", "PLAY-5", "TRMP-1", "PLAY-6", "SCOR-8"),
        "This game has no such thing",
        "The record has an event that the game does not know, such as a beg in Pitch, a turn-up in California Jack "
        "or a peg outside All Fives. It is passed over, and the rest of the deal is judged as if it had not "
        "happened. Check first that the record names the right game.",
    ),
    Code(
        "not-entitled",
        "irregularity",
        ("BEG-2", "BEG-7", "MISD-3", "EXPO-1", "EXPO-3", "EXPO-4", "REVK-3"),
        "Done by a side without the right to it",
        "Somebody gave, elected, chose a card or called one where the rules give that to another side, or answered a "
        "beg that was not made. By the rules it binds nobody. The finding cites the clause that gives the right; "
        "check that the seat is written correctly.",
    ),
    # Begging
    Code(
        "declared-out-of-order",
        "violation",
        ("BEG-1", "BEG-2"),
        "Declared out of order",
        "A player begged or stood who is not the eldest hand, or did so before the trump was turned or after the "
        "lead. Only the eldest hand declares, between the turn-up and his lead (BEG-1). Check the order of the "
        "events: a declaration written down late is no fault.",
    ),
    Code(
        "second-beg",
        "violation",
        ("BEG-7",),
        "A second beg",
        "The eldest hand begged again after the cards had been run. No second beg is allowed (BEG-7), so the second "
        "is void and no answer to it counts. With two players he may propose to bunch instead; if that is what was "
        "said, write it as a bunch.",
    ),
    Code(
        "changed-declaration",
        "note",
        ("BEG-11",),
        "A declaration was taken back",
        "The eldest hand first declared one thing and then the other. The rules do not say what follows (BEG-11), so "
        "this is a note and no fault. What happened next is taken as the answer to the beg.",
    ),
    Code(
        "gift-puts-out",
        "violation",
        ("BEG-9", "BEG-8", "GEN-1"),
        "A gift that ends the game",
        "The dealer gave a point that brought its receiver to the target. He cannot give a player enough to put him "
        "out (BEG-9), so he had to run the cards. What the gift then scores is undecided, and both scores are shown. "
        "In All Fours this is only a note, since the older text has no such limit; check the scores before the deal.",
    ),
    Code(
        "gift-to-one",
        "violation",
        ("BEG-8",),
        "A gift to one of two adversaries",
        "With three players the dealer gave the point to one adversary alone. Refusing to run, he must give a point "
        "to both, although only one begs (BEG-8). A record that does not say to whom he gave is taken to mean both.",
    ),
    Code(
        "run-stopped-early",
        "violation",
        ("BEG-5",),
        "The run stopped too early",
        "After a run the suit first turned up turned again, and play went on. The dealer must lay the card aside and "
        "deal three more to each until another suit turns (BEG-5). Check the suits of the turn-ups, and whether a "
        "round of the run was left out of the record.",
    ),
    Code(
        "run-too-far",
        "violation",
        ("BEG-5", "BEG-3"),
        "The run went too far",
        "Another suit had already turned, and the dealer ran on. The run ends with the first turn-up of another suit "
        "(BEG-5), and that suit is trumps. Check the suits of the turn-ups, and whether the players had agreed to "
        "bunch instead.",
    ),
    Code(
        "not-bunched",
        "violation",
        ("BEG-6",),
        "Not bunched when the pack was exhausted",
        "The pack was exhausted before another suit turned, and the deal went on. The cards must be bunched, and the "
        "same dealer deals again (BEG-6). That too few cards for a round and a turn-up count as exhausted is our "
        "reading.",
    ),
    Code(
        "wrong-bunch",
        "violation",
        ("BEG-6", "BEG-7"),
        "Bunched without the right to it",
        "The cards were bunched although the pack was not exhausted (BEG-6) and it was not two players agreeing on "
        "it after a new trump was turned (BEG-7). Check whether the other player agreed, and how many cards were "
        "left. A deal given up for another reason should be written as a redeal with its reason.",
    ),
    Code(
        "looked-early",
        "violation",
        ("BEG-10", "GEN-1"),
        "A hand was looked at too early",
        "A player looked at his hand before it was his time: the eldest looks once the trump is turned, the dealer "
        "once the eldest has begged, and everybody else once those two have decided. Among strict players the "
        "adversaries score a point (BEG-10). Without strict looking in the record this is an irregularity with both "
        "outcomes shown, and in All Fours a note. Check that the look stands at its place in the order of events.",
    ),
    Code(
        "wrong-hand-size",
        "irregularity",
        ("DISC-1", "DISC-2", "GEN-1"),
        "A hand of the wrong size after the run",
        "A player went into the play with another number of cards than the custom of the club: six after discarding "
        "(DISC-1), or nine where they are kept after one round (DISC-2). Nine kept by everybody where the custom is "
        "not stated is a note; hands of unequal size are an irregularity. Check whether a discard was left out of "
        "the record.",
    ),
    # The play
    Code(
        "revoke",
        "violation",
        ("REVK-1", "REVK-2", "REVK-3", "REVK-4", "REVK-5", "REVK-6", "REVK-7", "PLAY-2", "PLAY-3"),
        "An established revoke",
        "A player neither followed suit nor trumped a plain suit although he could follow; the card that proves it "
        "is shown. The revoke is established once the trick is quitted or the next has begun (REVK-2). The penalty "
        "is one point, or two with the Jack in play, added or taken off as the adversary chooses; the side scores "
        "neither Jack nor Game and must stop at six (REVK-3 to REVK-5). Check the order in which the trick was "
        "written, and the proving card; trumping a plain suit is never a revoke.",
    ),
    Code(
        "revoke-mended",
        "note",
        ("REVK-2", "EXPO-5"),
        "A revoke was mended in time",
        "A player failed to follow suit and took the card back before the revoke was established. By our reading it "
        "can be mended until then (REVK-2), and there is no penalty. With four players the card taken back is an "
        "exposed card (EXPO-5).",
    ),
    Code(
        "out-of-turn",
        "irregularity",
        ("PLAY-1", "EXPO-2", "EXPO-4"),
        "Led or played out of turn",
        "A card was led or played by a seat whose turn it was not. With four players it is an exposed card and may "
        "be called (EXPO-2); with two or three it is taken back, or stands once followed (EXPO-4). Where only the "
        "order of a written trick shows it, it belongs to the class of the record: suspect the pen first.",
    ),
    Code(
        "two-cards",
        "irregularity",
        ("EXPO-3",),
        "Two cards played to one trick",
        "A player played two or more cards to one trick. The adversaries select which of them remains; with four "
        "players the other is exposed (EXPO-3). The finding says whether a choice is recorded. It is no fault of the "
        "record that the hand later shows one card fewer.",
    ),
    Code(
        "exposed-card",
        "irregularity",
        ("EXPO-1", "EXPO-4"),
        "A card was exposed in play",
        "A player showed a card during the play. With four players it is left on the table and may be called until "
        "it has been played (EXPO-1); with two or three there is no penalty (EXPO-4). A Low that is kept face up is "
        "not an exposed card.",
    ),
    Code(
        "call-ignored",
        "violation",
        ("EXPO-1",),
        "A call was not obeyed",
        "The adversaries called an exposed card, its owner could play it without revoking, and he played another. A "
        "called card must be played (EXPO-1) unless that would be a revoke. Check that the call was made before he "
        "played.",
    ),
    Code(
        "wrong-draw",
        "irregularity",
        ("PLAY-6",),
        "Drawn in the wrong order",
        "In California Jack a player drew another card than the one due to him. The winner of the trick takes the "
        "top card of the open stock and his adversary the next (PLAY-6). Check who won the trick, and that the stock "
        "is written from the top.",
    ),
    # What the record cannot mean
    Code(
        "card-not-held",
        "record",
        ("DEAL-3", "PLAY-6", "TRCK-1"),
        "A card was played that was not in the hand",
        "A player is recorded with a card that is not among those he was dealt or drew. One of the two entries is "
        "wrong; most often two cards or two seats were exchanged in writing. Compare the hand with what the others "
        "played before suspecting anybody. Hands that are not recorded cannot give this finding.",
    ),
    Code(
        "card-played-twice",
        "record",
        ("PACK-1", "TRCK-1"),
        "A card was played twice",
        "The same card is recorded in two plays of one deal, and the pack has it once (PACK-1). One of the two is a "
        "slip of the pen; the trick or the hand with a card left over usually shows which. What hangs on the "
        "doubtful card cannot be established.",
    ),
    Code(
        "duplicate-card",
        "record",
        ("PACK-1", "PACK-2"),
        "A card stands in two places",
        "One card is recorded in two hands, or twice in the deal, and the pack has it once (PACK-1). First suspect a "
        "slip of the pen. Only if the table found the doubled card, or the play confirms it, is the pack imperfect, "
        "and then the same dealer deals again (PACK-2).",
    ),
    Code(
        "hand-incomplete",
        "record",
        ("DEAL-3", "PACK-1", "PACK-2"),
        "A hand is written with a wrong number of cards",
        "A hand is listed with more or fewer cards than are dealt, and nobody at the table announced it. First "
        "suspect the pen: a card left out, or written into the next hand. If the play or an announcement confirms "
        "the number it is reported as wrong-count, a misdeal. A hand that is not recorded at all is no fault.",
    ),
    Code(
        "incomplete-trick",
        "record",
        ("TRCK-1",),
        "A trick with too few cards",
        "A trick has fewer cards than there are players. A card that somebody failed to play is the one left over at "
        "his end, and it proves no revoke (TRCK-1). If a card was played and only not written down, write it as not "
        "recorded. Nothing else in the deal is held against the players for it.",
    ),
    Code(
        "wrong-trick-count",
        "record",
        ("DEAL-3", "PLAY-6", "DISC-2", "TRCK-1"),
        "Too many or too few tricks",
        "The deal has more or fewer tricks than its hands have cards, and the game was not won before. Check whether "
        "a trick was left out, or written twice, or split in two. A deal that was broken off should end with a "
        "redeal and its reason.",
    ),
    Code(
        "pile-mismatch",
        "record",
        ("SCOR-4", "SCOR-10"),
        "The piles do not agree with the play",
        "The cards recorded in a side's tricks at the end are not those that the recorded plays gave it. Game is "
        "counted on the tricks won (SCOR-4), so the count may be wrong as well. A Low kept face up may be absent "
        "from a pile (SCOR-10). Check the list of the pile and who was written as winner first; a card that was "
        "never played deserves a second look.",
    ),
    # The score
    Code(
        "wrong-point",
        "score",
        (
            "SCOR-1",
            "SCOR-2",
            "SCOR-3",
            "SCOR-4",
            "SCOR-5",
            "SCOR-6",
            "SCOR-8",
            "SCOR-9",
            "DEAL-5",
            "DEAL-6",
            "BEG-2",
            "BEG-4",
            "BEG-5",
            "BEG-8",
            "REVK-3",
            "REVK-4",
            "MISD-6",
        ),
        "A point was written to the wrong side",
        "The sheet gives a point to a side that did not make it. The finding names the point, the card or the count "
        "that decides it, and the clause. Check the card first, then the sheet: points that are written down one "
        "side too far are the commonest slip. A point that the sheet leaves out is not reported, since nobody need "
        "claim it (SCOR-12).",
    ),
    Code(
        "wrong-total",
        "score",
        ("SCOR-6", "SCOR-12", "SCOR-1", "SCOR-2", "SCOR-3", "SCOR-4", "SCOR-5", "SCOR-8", "SCOR-9"),
        "The score after the deal does not add up",
        "The score after the deal follows neither from the points on the sheet nor from the play. Points are counted "
        "in the order High, Low, Jack, Game, and stop when the game is won (SCOR-6). A low total may only mean that "
        "a point went unclaimed (SCOR-12). Check the addition, the score before, and whether a penalty was taken and "
        "not written down.",
    ),
    Code(
        "score-gap",
        "score",
        ("SCOR-6",),
        "The score changed between two deals",
        "The score before a deal is not the one after the deal before it. Scores are carried on from deal to deal "
        "until the game is won (SCOR-6). Check whether a deal or a penalty in between was left out, and which of the "
        "two entries the table remembers.",
    ),
    Code(
        "wrong-winner",
        "score",
        ("SCOR-6", "REVK-5"),
        "The wrong side is written as the winner",
        "The record names a winner that did not first reach the target in the order of counting: High, Low, Jack, "
        "Game (SCOR-6). Both sides may have had points enough, and the order decides. A side that revoked cannot win "
        "in that hand (REVK-5). Check the scores before the last deal.",
    ),
    Code(
        "wrong-game-count",
        "score",
        ("SCOR-4", "SCOR-8"),
        "The count for Game is wrong",
        "The count that a side declared for Game is not what its tricks hold: ace 4, king 3, queen 2, jack 1, ten 10 "
        "(SCOR-4), and in All Fives five for the five of trumps (SCOR-8). It matters where it changes who has the "
        "most. Count the recorded tricks again; an error in adding is far commoner than anything else.",
    ),
    Code(
        "wrong-peg",
        "score",
        ("SCOR-8",),
        "Pegged too much, too little or by the wrong side",
        "What was pegged for a trick in All Fives is not the value of the counting trumps in it: ace 4, king 3, "
        "queen 2, jack 1, ten 10, five 5 (SCOR-8). They are pegged by the side that won the trick. Check the trump "
        "suit and the trick; plain cards are never pegged.",
    ),
    Code(
        "play-after-end",
        "score",
        ("SCOR-6",),
        "Play went on after the game was won",
        "A deal follows although a side had already reached the target. The game ends with that (SCOR-6), and "
        "nothing later counts toward it. Check whether a new game was begun in the same record: it should be a "
        "record of its own.",
    ),
    # What a file, a sheet or a set of records lacks
    Code(
        "missing-deal",
        "record",
        (),
        "A deal is missing",
        "The numbers of the deals skip one. The deal may have been played and not written down, or the numbers may "
        "be wrong. It matters for statistics, since leaving deals out can make an honest dealer look suspicious and "
        "the reverse. Check the scores on both sides of the gap.",
    ),
    Code(
        "duplicate-deal",
        "record",
        (),
        "A deal stands twice",
        "The same deal, with the same content, is recorded twice. Deals are told apart by the game and their number, "
        "or by date, place and number. It is counted once. Remove one copy, or correct the number.",
    ),
    Code(
        "conflicting-deal",
        "record",
        (),
        "Two accounts of one deal",
        "One deal is recorded twice with different content. Neither account is preferred, and what they agree on can "
        "still be relied upon. Ask who wrote each, and when; if they are two deals, correct the number of one.",
    ),
    Code(
        "time-order",
        "record",
        (),
        "The times run backwards",
        "A deal bears an earlier time than the deal before it. The order of the deals or one of the times is wrong. "
        "Check for a date changed at midnight, a clock set between, or rows that were sorted.",
    ),
    Code(
        "unreadable",
        "record",
        (),
        "It cannot be read",
        "A file, or a part of it, is not what its format asks for; the place, what was found there and what was "
        "expected are named. Nothing is guessed, and nothing is said about what could not be read. The other files "
        "and lines are still judged. Correct the place and run again: until then the exit status is 2.",
    ),
    Code(
        "unknown-card",
        "record",
        (),
        "A card that cannot be read",
        "Something stands where a card should be and is not one of the fifty-two. A card is never guessed. Write "
        "rank and suit, such as QH or 10H, or mark the card as not recorded. Until then the exit status is 2.",
    ),
    Code(
        "spreadsheet-damage",
        "record",
        (),
        "A spreadsheet changed the entry",
        "A cell holds what a spreadsheet program made of the entry, such as a date for 10-2 or a number with its "
        "first nought gone. What was typed cannot be recovered with certainty, so it is not guessed. Correct the "
        "cell and format the column as text. Until then the exit status is 2.",
    ),
)

CODES: Final[dict[str, Code]] = {row.name: row for row in _TABLE}
