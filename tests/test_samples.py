"""The samples: every clean game is clean, every faulty record shows its fault and nothing else, its clean twin nothing.

A twin is the same record with the fault mended: `TWINS` says what is written instead of what.
"""

import pytest

import audit
from audit.codes import CODES
from audit.records import json_records, notation
from audit.report.explain import explain
from audit.report.style import Style
from tests.make_samples import CLEAN, EXAMPLES, SAMPLES, code_of, faulty_names, faulty_text, listed, told
from tests.oracle import rules

UNREADABLE = {
    "truncated.json": ("unreadable", "the text ends in the middle of a record"),
    "unknown-card.fours": ("unknown-card", "'1H' is no card"),
    "five-seats.json": ("unreadable", "5 seats"),
    "key-twice.json": ("unreadable", "key 'dealer' stands twice"),
}
OF_FILES = {"unreadable", "unknown-card", "spreadsheet-damage"}
"""Codes of what cannot be read: no record shows them."""

TWINS = {
    "imperfect-pack": [("redeal imperfect-pack", "turn 9S")],
    "faced-card": [("  faced JH\n  redeal faced-card\n", "  turn 9S\n")],
    "no-cut": [("no-cut\n  redeal misdeal", "cut B at=24")],
    "thin-cut": [("at=2", "at=20")],
    "wrong-cutter": [("cut W", "cut E")],
    "shuffled-after-dealer": [("  shuffle S\n  shuffle N\n", "  shuffle N\n  shuffle S\n")],
    "wrong-dealer": [("deal 2 dealer B", "deal 2 dealer A")],
    "wrong-first-dealer": [("dealer B", "dealer A")],
    "wrong-partners": [("N: KD E: 5C", "N: 5C E: KD")],
    "wrong-count": [("A: 7", "A: 6"), ("  announce A 7\n  redeal misdeal\n", "")],
    "late-wrong-count": [(" 2S\n", "\n"), ("  announce A 7\n", "")],
    "dealer-exposed": [("  expose B JH while=dealing\n  elect A stand\n", "")],
    "wrong-turn-up": [("turn JC 4D", "turn JC")],
    "not-in-this-game": [("  beg A\n", "")],
    "not-entitled": [("stand A", "beg A")],
    "declared-out-of-order": [("beg B", "beg A")],
    "second-beg": [("turn 4D\n  beg A", "turn 4D\n  bunch A agreed")],
    "changed-declaration": [("  beg A\n", "")],
    "gift-puts-out": [("A=6", "A=5")],
    "gift-to-one": [("C to A\n", "C to A B\n")],
    "run-stopped-early": [("turn 4S", "turn 4D")],
    "run-too-far": [("turn 4D", "turn 4S")],
    "not-bunched": [("play W QH", "bunch exhausted")],
    "wrong-bunch": [("bunch exhausted", "bunch A agreed")],
    "looked-early": [("  look A\n  turn 9S\n", "  turn 9S\n  look A\n")],
    "wrong-hand-size": [("discard B 2", "discard B 3")],
    "revoke": [("KD 4C\n  5H 7D", "KD 7D\n  5H 4C")],
    "revoke-mended": [("  play B 4C\n  take-back B 4C\n", "")],
    "out-of-turn": [("  play N KD\n", "")],
    "two-cards": [("play N 4D JC\n  keep W/E 4D", "play N 4D")],
    "exposed-card": [("  expose N QH\n", "")],
    "call-ignored": [("play N TC", "play N 4C")],
    "wrong-draw": [("draw A 8D\n  draw B 4S", "draw A 4S\n  draw B 8D")],
    "card-not-held": [("QH", "QD")],
    "card-played-twice": [("5H KD", "5H KH")],
    "duplicate-card": [("AS QD", "AS JD")],
    "hand-incomplete": [("5H\n", "5H 4D\n")],
    "incomplete-trick": [("9C TC\n", "9C TC 4C\n")],
    "wrong-trick-count": [("  TC TD\n", "")],
    "pile-mismatch": [("piles A: 9C 6D", "piles A: 9C 3D 6D"), ("9D 3D", "9D")],
    "wrong-point": [("W/E: low  N/S: high game", "W/E: low game  N/S: high")],
    "wrong-total": [("A=5", "A=4")],
    "score-gap": [("before A=5", "before A=4")],
    "wrong-winner": [('[Winner "W/E"]', '[Winner "N/S"]')],
    "wrong-game-count": [("A=11", "A=1")],
    "wrong-peg": [("peg A 4", "peg A 9")],
    "play-after-end": [("before A=4 B=6", "before A=4 B=5"), ("before A=4 B=7", "before A=4 B=6")],
    "missing-deal": [("deal 3 dealer B", "deal 2 dealer A")],
    "duplicate-deal": [("\ndeal 1 dealer B\n  turn 9S\n", "\ndeal 2 dealer A\n  turn 9S\n")],
    "conflicting-deal": [("deal 1 dealer B\n  turn 6S", "deal 2 dealer A\n  turn 6S")],
    "time-order": [("20:10", "20:50")],
    "wrong-point-in-pitch": [("low game", "low")],
    "wrong-point-in-california-jack": [("points A: low", "points B: low")],
    "not-in-this-game-in-california-jack": [("  turn 9S\n", "")],
    "wrong-dealer-in-pitch": [("deal 2 dealer A", "deal 2 dealer C")],
    "gift-puts-out-in-all-fours": [("A=6", "A=5")],
    "looked-early-in-all-fours": [("  look A\n  turn 9S\n", "  turn 9S\n  look A\n")],
    "wrong-game-count-in-all-fives": [("B=10", "B=15")],
    "wrong-winner-in-all-fives": [('[Winner "B"]', '[Winner "A"]')],
    "wrong-point-in-all-fives": [("points A: low game  B: high", "points A: low  B: high game")],
    "wrong-peg-missed": [("6S TC\n", "6S TC\n  peg A 10\n")],
    "no-cut-in-seven-up": [("no-cut\n  redeal misdeal\n\ndeal 2 dealer A\n", "cut B at=24\n")],
    "revoke-in-all-fours": [("KD 4C\n  5H 7D", "KD 7D\n  5H 4C")],
    "revoke-in-california-jack": [("TC 3D", "TC 2C")],
    "wrong-point-in-all-fours": [("W/E: low  N/S: high game", "W/E: low game  N/S: high")],
}


def mended(name):
    """The notation of a faulty record's clean twin."""
    text = faulty_text(name)
    for wrong, right in TWINS[name]:
        before, found, after = text.rpartition(wrong)
        assert found, f"{name} has no {wrong!r}"
        text = before + right + after
    return text


# Faulty


def test_every_code_has_its_sample():
    assert {path.stem for path in EXAMPLES.glob("*.fours")} == set(CODES) - OF_FILES
    assert set(TWINS) == set(faulty_names())
    assert {code for code, _ in UNREADABLE.values()} | {"spreadsheet-damage"} == OF_FILES


def test_the_examples_show_every_game():
    variants = {notation.parse(faulty_text(code)).game.variant for code in CODES if code not in OF_FILES}
    assert variants == set(rules.PLAYERS)


@pytest.mark.parametrize("name", faulty_names())
def test_a_faulty_record_shows_its_fault_and_nothing_else(name):
    findings = audit.validate(notation.parse(faulty_text(name)))
    code = code_of(name)
    assert [finding.code for finding in findings if finding.kind != "note" or finding.code == code] == [code]


@pytest.mark.parametrize("name", faulty_names())
def test_its_clean_twin_shows_nothing(name):
    codes = [finding.code for finding in audit.validate(notation.parse(mended(name)))]
    # REVK-2, EXPO-5: nothing but a mended revoke exposes a card without being a finding itself; its note stays
    assert codes == (["revoke-mended"] if name == "call-ignored" else [])


@pytest.mark.parametrize("name", faulty_names())
def test_a_faulty_record_stands_in_both_formats(name):
    assert (SAMPLES / "faulty" / f"{name}.fours").read_text(encoding="utf-8") == faulty_text(name)
    in_json = json_records.parse((SAMPLES / "faulty" / f"{name}.json").read_bytes())
    assert in_json == notation.parse(faulty_text(name))


@pytest.mark.parametrize("name", faulty_names())
def test_a_faulty_record_says_what_happened(name):
    assert told(name).endswith(".")


@pytest.mark.parametrize("code", sorted(set(CODES) - OF_FILES))
def test_explain_shows_the_example_and_what_is_found_in_it(code):
    text = "\n".join(explain(code, Style(False)))
    assert f'[Game "{code}"]' in text
    assert f": {code}" in text.partition("[Game")[2]


def test_a_note_is_shown_where_all_fours_has_no_such_rule():  # GEN-1, BEG-9, BEG-10
    for name in ("gift-puts-out-in-all-fours", "looked-early-in-all-fours"):
        assert [finding.kind for finding in audit.validate(notation.parse(faulty_text(name)))] == ["note"]


def test_the_same_tied_hands_in_seven_up_and_in_pitch():  # SCOR-5
    right = {}
    for name in ("wrong-point", "wrong-point-in-pitch"):
        points = audit.rule(notation.parse(faulty_text(name)), 1).as_json()["points"]
        right[name] = next(point["side"] for point in points if point["point"] == "game")
    assert right == {"wrong-point": "W/E", "wrong-point-in-pitch": None}


# Clean


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_game_is_clean_and_whole(name):
    record = json_records.parse((SAMPLES / "clean" / f"{name}.json").read_bytes())
    assert audit.validate(record) == []
    target = rules.TARGET[record.game.variant]
    totals = record.deals[-1].score_after
    assert totals is not None
    assert totals[record.game.winner] == max(totals.values()) >= target
    assert all(total < target for deal in record.deals[:-1] for total in (deal.score_after or {}).values())


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_game_stands_in_both_formats(name):
    text = (SAMPLES / "clean" / f"{name}.fours").read_text(encoding="utf-8")
    in_json = json_records.parse((SAMPLES / "clean" / f"{name}.json").read_bytes())
    assert notation.parse(text) == in_json
    assert notation.dump(in_json) == text


def test_the_clean_games_cover_every_game_and_number_of_players():
    games = [json_records.parse((SAMPLES / "clean" / f"{name}.json").read_bytes()).game for name in CLEAN]
    assert {game.variant for game in games} == set(rules.PLAYERS)
    assert {len(game.seats or ()) for game in games if game.variant == "seven-up"} == {2, 3, 4}
    assert {path.stem for path in (SAMPLES / "clean").iterdir()} == set(CLEAN)


def test_the_clean_games_hold_a_beg_a_gift_a_run_and_a_turned_jack():
    deals = [d for name in CLEAN for d in json_records.parse((SAMPLES / "clean" / f"{name}.json").read_bytes()).deals]
    events = {event.do for deal in deals for event in deal.events}
    assert events >= {"cut-for-deal", "cut", "deal", "turn", "stand", "beg", "give", "run", "discard", "trick", "peg"}
    points = {point for deal in deals for names in (deal.points or {}).values() for point in names}
    assert points == {"high", "low", "jack", "game", "turned-jack", "gift"}


# What cannot be read, and the list


def test_what_cannot_be_read_is_named():
    assert {path.name for path in (SAMPLES / "unreadable").iterdir()} == set(UNREADABLE)
    for name, (code, said) in UNREADABLE.items():
        with pytest.raises(audit.RecordError) as raised:
            list(audit.read(SAMPLES / "unreadable" / name))
        assert raised.value.code == code
        assert said in str(raised.value)


def test_the_readme_lists_every_sample():
    text = (SAMPLES / "README.md").read_text(encoding="utf-8")
    for heading, lines in listed().items():
        section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
        assert [line for line in section.splitlines() if line.startswith("|")] == lines
    for name in UNREADABLE:
        assert f"unreadable/{name}" in text
