"""The command line from outside: what it prints, where, and with which exit status."""

import hashlib
import io
import itertools
import json
import os
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from audit import cli
from audit.codes import CODES
from audit.records import json_records, notation
from audit.records.writing import json_line
from audit.rules.rulebook import CLAUSES
from tests.make_samples import CLEAN, SAMPLES, code_of, faulty_names

CLEAN_GAME = str(SAMPLES / "clean" / "two-players.json")
REVOKE = str(SAMPLES / "faulty" / "revoke.json")
NOTE = str(SAMPLES / "faulty" / "revoke-mended.fours")
UNREADABLE = str(SAMPLES / "unreadable" / "truncated.json")
ROOT = SAMPLES.parent

KEYS = {
    "code", "class", "clauses", "reading", "file", "member", "sheet", "row", "line", "game", "deal", "event", "trick",
    "seat", "side", "player", "card", "point", "proof", "message",
}  # fmt: skip


@pytest.fixture
def audit(monkeypatch, capsys):
    """Call the command in this process: `audit(*words, stdin=bytes)` gives (status, output, errors)."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def call(*words, stdin=b""):
        monkeypatch.setattr(sys, "argv", ["audit", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        printed = capsys.readouterr()
        return stopped.value.code or 0, printed.out, printed.err

    return call


def outside(*words, **how):
    """Run the command as a process of its own."""
    command = [sys.executable, "-c", "from audit.cli import main; main()", *map(str, words)]
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    env |= how.pop("env", {})
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=60, check=False, **how)


def refused(result):
    """Whether a call was refused as it should be: exit status 2 and one sentence on standard error."""
    status, out, err = result
    return status == 2 and not out and err.count("\n") == 1 and err.startswith("audit: ") and "Traceback" not in err


# Exit status


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([CLEAN_GAME], 0),
        ([NOTE], 0),
        ([REVOKE], 1),
        ([REVOKE, "--exit-zero"], 0),
        ([REVOKE, "--ignore", "revoke"], 0),
        ([REVOKE, "--ignore", "violation"], 0),
        ([REVOKE, "--select", "revoke,wrong-point"], 1),
        ([REVOKE, "--select", "score"], 0),
        ([UNREADABLE], 2),
        ([UNREADABLE, REVOKE, "--exit-zero"], 2),
        ([UNREADABLE, CLEAN_GAME], 2),
    ],
)
def test_exit_status(audit, words, status):
    for form in ("full", "concise", "json"):
        assert audit("validate", "--format", form, *words)[0] == status


def test_exit_status_of_a_process():
    assert [outside("validate", path).returncode for path in (CLEAN_GAME, REVOKE, UNREADABLE)] == [0, 1, 2]


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_game_is_called_clean(audit, name):
    for ending in ("json", "fours"):
        status, out, err = audit("validate", SAMPLES / "clean" / f"{name}.{ending}")
        assert (status, err) == (0, "")
        assert out.endswith("cards played: nothing irregular.\n")


def test_each_fault_is_named_in_both_formats(audit):
    _, out, _ = audit("validate", "--format", "json", SAMPLES / "faulty")
    named = {(name, ending): [] for name in faulty_names() for ending in (".json", ".fours")}
    for finding in json.loads(out)["findings"]:
        path = Path(finding["file"])
        named[path.stem, path.suffix].append({key: finding[key] for key in KEYS - {"file", "line"}})
    for name in faulty_names():
        assert named[name, ".json"] == named[name, ".fours"]
        assert code_of(name) in [finding["code"] for finding in named[name, ".json"]]


# What validate prints


def test_full_names_place_trick_proof_clause_and_what_to_ask_next(audit):
    _, out, _ = audit("validate", REVOKE)
    assert "revoke.json, deal 1, trick 1: revoke by B (Bob) [violation]" in out
    for text in ("A: KD", "B: 4C", "B: 7D, played to trick 2", "REVK-2", "audit explain revoke"):
        assert text in out


def test_concise_is_one_line_a_finding(audit):
    _, out, _ = audit("validate", "--format", "concise", REVOKE)
    finding, summary = out.splitlines()
    assert finding == f"{REVOKE}, deal 1, trick 1: violation: revoke by B (Bob) 4C (REVK-1 REVK-2 PLAY-3)"
    assert summary == "1 record, 1 deal, 4 cards played: 1 finding (1 revoke)."


def test_json_has_the_keys_of_the_contract(audit):
    _, out, _ = audit("validate", "--format", "json", REVOKE, NOTE, CLEAN_GAME)
    report = json.loads(out)
    assert list(report) == ["findings", "summary", "inputs", "version"]
    assert all(set(finding) == KEYS for finding in report["findings"])
    assert set(report["summary"]) == {"records", "deals", "plays", "findings"}
    assert report["summary"]["records"] == 3
    assert report["summary"]["findings"] == {"revoke": 1, "revoke-mended": 1}
    digests = [
        {"file": p, "sha256": hashlib.sha256(Path(p).read_bytes()).hexdigest()} for p in (REVOKE, NOTE, CLEAN_GAME)
    ]
    assert sorted(report["inputs"], key=str) == sorted(digests, key=str)
    assert report["version"][0].isdigit()
    revoke = report["findings"][0]
    assert (revoke["game"], revoke["deal"], revoke["trick"], revoke["seat"], revoke["player"], revoke["card"]) == (
        "revoke", 1, 1, "B", "Bob", "4C",
    )  # fmt: skip
    assert (revoke["class"], revoke["side"], revoke["reading"]) == ("violation", "B", False)


def test_what_cannot_be_read_is_a_finding_too(audit):
    status, out, err = audit("validate", "--format", "json", SAMPLES / "unreadable")
    codes = json.loads(out)["summary"]["findings"]
    assert (status, codes) == (2, {"unreadable": 3, "unknown-card": 1})
    assert err.count("\n") == 4
    assert all(line.startswith("audit: ") for line in err.splitlines())


def test_the_other_files_are_read_all_the_same(audit):
    status, out, err = audit("validate", "--format", "concise", UNREADABLE, REVOKE)
    assert status == 2
    assert "revoke by B" in out
    assert "1 place could not be read" in out
    assert "truncated.json, line 9" in err


# Where records come from


@pytest.mark.parametrize("form", ["json", "jsonl", "fours"])
def test_standard_input(audit, form):
    record = json_records.parse(Path(REVOKE).read_bytes())
    text = {
        "json": Path(REVOKE).read_text(),
        "jsonl": json_line(record) + "\n" + json_line(record) + "\n",
        "fours": notation.dump(record),
    }[form]
    status, out, err = audit("validate", "--format", "json", "-", stdin=text.encode())
    assert (status, err) == (1, "")
    assert json.loads(out)["summary"]["findings"] == {"revoke": 2 if form == "jsonl" else 1}
    assert audit("validate", "--from", form, "-", stdin=text.encode())[0] == 1


def test_standard_input_of_a_process():
    assert outside("validate", "-", input=Path(REVOKE).read_text()).returncode == 1


@pytest.mark.parametrize("text", [b"", b"nothing of the kind", b"\xff\xfe\x00"])
def test_standard_input_that_is_no_record(audit, text):
    status, _, err = audit("validate", "-", stdin=text)
    assert status == 2
    assert err.count("\n") == 1


def test_folders_are_searched_and_what_is_passed_over_is_counted(audit, tmp_path):
    (tmp_path / "night" / "table").mkdir(parents=True)
    (tmp_path / "night" / "table" / "game.json").write_bytes(Path(CLEAN_GAME).read_bytes())
    (tmp_path / ".hidden.json").write_text("{")
    (tmp_path / ".trash").mkdir()
    (tmp_path / ".trash" / "old.json").write_text("{")
    (tmp_path / "letter.doc").write_text("Dear club")
    (tmp_path / "photo.raw").write_text("")
    status, out, err = audit("validate", tmp_path)
    assert (status, err) == (0, "audit: 2 hidden files or folders and 2 files of unknown formats passed over\n")
    assert out.startswith("1 record, 4 deals")


def test_a_file_of_an_unknown_format_that_is_named_is_refused(audit, tmp_path):
    letter = tmp_path / "letter.doc"
    letter.write_text("Dear club")
    status, _, err = audit("validate", letter)
    assert status == 2
    assert "letter.doc: unknown format" in err
    letter.write_bytes(Path(REVOKE).read_bytes())
    assert audit("validate", "--from", "json", letter)[0] == 1


# Calls that cannot be used


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["validate"], "PATH"),
        (["nonsense"], "nonsense"),
        (["validate", "--bogus", CLEAN_GAME], "--bogus"),
        (["validate", "--format", "xml", CLEAN_GAME], "full, concise, json"),
        (["validate", "--from", "xml", CLEAN_GAME], "json, jsonl, fours"),
        (["validate", "--select", "revok", CLEAN_GAME], "did you mean revoke?"),
        (["validate", "--ignore", "everything", CLEAN_GAME], "everything"),
        (["explain", "revok"], "did you mean revoke?"),
        (["explain", "REVK-77"], "REVK-7"),
        (["explain"], "CODE|CLAUSE"),
        (["replay", CLEAN_GAME], "--deal"),
        (["replay", CLEAN_GAME, "--deal", "99"], "1, 2, 3, 4"),
        (["replay", CLEAN_GAME, "--deal", "two"], "--deal"),
        (["replay", SAMPLES / "clean", "--deal", "1"], "--game"),
        (["rule", SAMPLES / "clean", "--deal", "1", "--game", "no-such-game"], "no-such-game"),
        (["rule", SAMPLES / "clean", "--deal", "1", "--game", "2026-03-13/pitch"], "holds 2 games"),
        (["rule", REVOKE, "--format", "xml"], "full, json, markdown"),
        (["rule", REVOKE, "--dispute", "manners"], "manners"),
        (["rule", REVOKE, "--dispute", "revoke:Z:1"], "A, B"),
        (["rule", UNREADABLE], "truncated.json, line 9"),
        (["replay", "no-such-file.json"], "no such file"),
        (["convert", SAMPLES / "clean", "-", "--to", "json"], "one record"),
        (["convert", CLEAN_GAME, "-"], "json, jsonl, fours"),
        (["convert", CLEAN_GAME, "game.doc"], "json, jsonl, fours"),
    ],
)
def test_a_bad_call_gets_one_sentence(audit, words, said):
    result = audit(*words)
    assert refused(result), result
    assert said in result[2]


def test_without_arguments_the_commands_are_listed(audit):
    status, out, err = audit()
    assert (status, err) == (2, "")
    for command in ("validate", "explain", "replay", "rule", "convert", "schema", "club"):
        assert command in out


# explain, schema


@pytest.mark.parametrize("code", CODES)
def test_explain_a_code(audit, code):
    status, out, err = audit("explain", code)
    assert (status, err) == (0, "")
    assert out.startswith(f"{code}: {CODES[code].title} [{CODES[code].kind}: ")
    assert all(clause in out for clause in CODES[code].clauses)


@pytest.mark.parametrize("clause", CLAUSES)
def test_explain_a_clause(audit, clause):
    status, out, err = audit("explain", clause.lower())
    assert (status, err) == (0, "")
    assert out.startswith(f"{clause} {CLAUSES[clause].title}\nSource: ")


def test_schema(audit):
    written = (ROOT / "schemas" / "all-fours-1.schema.json").read_text(encoding="utf-8")
    assert audit("schema") == (0, written, "")


# replay, rule


@pytest.mark.parametrize("name", CLEAN)
def test_replay_a_clean_deal(audit, name):
    path = SAMPLES / "clean" / f"{name}.json"
    record = json_records.parse(path.read_bytes())
    for deal in record.deals:
        status, out, err = audit("replay", path, "--deal", deal.number)
        assert (status, err) == (0, "")
        assert f"deal {deal.number}" in out
        tricks = [line for line in out.splitlines() if line[:2].strip().isdigit() and line[2:3] == "."]
        plays = sum(event.do == "play" for event in deal.events)
        assert len(tricks) == sum(event.do == "trick" for event in deal.events) + plays // len(record.game.seats)
        if deal.points is not None:  # the totals, as the club has them
            assert "  ".join(f"{side} {total}" for side, total in (deal.score_after or {}).items()) in out


@pytest.mark.parametrize("name", faulty_names())
def test_a_faulty_deal_is_replayed_and_ruled_on(audit, name):
    path = SAMPLES / "faulty" / f"{name}.fours"
    last = notation.parse(path.read_text()).deals[-1].number
    assert audit("replay", path, "--deal", last)[0] == 0
    status, out, _ = audit("rule", path, "--deal", last, "--format", "json")
    assert status == 0
    assert json.loads(out)["deal"] == last


def test_replay_puts_findings_in_their_place(audit):
    _, out, _ = audit("replay", REVOKE)
    lines = out.splitlines()
    trick = next(number for number, line in enumerate(lines) if line.startswith(" 1."))
    assert "! revoke B" in lines[trick + 1]


def test_rule_shows_points_and_score(audit):  # SCOR-5
    _, out, _ = audit("rule", SAMPLES / "faulty" / "wrong-point.fours", "--cite")
    for text in ("Game counts: W/E 23, N/S 23.", "W/E (SCOR-5", "W/E 2, N/S 1; W deals next.", "The clauses"):
        assert text in out


def test_rule_answers_one_question(audit):  # REVK-1
    _, out, _ = audit("rule", REVOKE, "--dispute", "revoke:B:1", "--format", "json")
    answer = json.loads(out)["answer"]
    assert "B revoked in trick 1" in answer["verdict"]
    assert any("7D" in line for line in answer["proof"])
    _, out, _ = audit("rule", REVOKE, "--dispute", "revoke:A:1", "--format", "json")
    assert "B revoked" not in json.loads(out)["answer"]["verdict"]


def test_rule_in_markdown(audit):
    _, out, _ = audit("rule", REVOKE, "--format", "markdown")
    assert out.startswith("# Ruling: revoke, deal 1, seven-up\n\n## Established\n")


def test_rule_on_two_records_of_one_deal(audit, tmp_path):
    other = tmp_path / "other.fours"
    text = (SAMPLES / "faulty" / "revoke.fours").read_text()
    other.write_text(text.replace("KD 4C\n  5H 7D", "KD 7D\n  5H 4C"))
    status, out, _ = audit("rule", REVOKE, other, "--format", "json")
    places = [difference["where"] for difference in json.loads(out)["differences"]]
    assert status == 0
    assert any("trick 1" in place for place in places)
    _, out, _ = audit("rule", REVOKE, SAMPLES / "faulty" / "revoke.fours", "--format", "json")
    assert not json.loads(out).get("differences")


# convert


@pytest.mark.parametrize("name", CLEAN)
def test_convert_there_and_back(audit, tmp_path, name):
    start = SAMPLES / "clean" / f"{name}.json"
    chain = [start, tmp_path / "game.fours", tmp_path / "game.jsonl", tmp_path / "game.json"]
    for source, target in itertools.pairwise(chain):
        assert audit("convert", source, target) == (0, "", "1 record written\n")
    assert json.loads(chain[-1].read_text()) == json.loads(start.read_text())


def test_convert_writes_over_nothing_without_force(audit, tmp_path):
    target = tmp_path / "game.fours"
    target.write_text("kept")
    assert refused(audit("convert", REVOKE, target))
    assert target.read_text() == "kept"
    assert audit("convert", REVOKE, target, "--force")[0] == 0
    assert '[Game "revoke"]' in target.read_text()


def test_convert_to_standard_output(audit):
    status, out, err = audit("convert", REVOKE, "-", "--to", "fours")
    assert (status, err) == (0, "1 record written\n")
    assert notation.parse(out) == json_records.parse(Path(REVOKE).read_bytes())


def test_convert_a_folder_to_lines(audit):
    status, out, _ = audit("convert", SAMPLES / "clean", "-", "--to", "jsonl")
    assert status == 0
    assert len(out.splitlines()) == 2 * len(CLEAN)


# The terminal


def test_a_closed_pipe_is_no_error():
    faulty = "sample_logs/faulty " * 3  # more than a pipe holds
    command = f"'{sys.executable}' -c 'from audit.cli import main; main()' validate {faulty} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_colour_only_where_it_is_wanted():
    plain = outside("validate", REVOKE)
    painted = outside("validate", REVOKE, env={"FORCE_COLOR": "1"})
    refused_colour = outside("validate", REVOKE, env={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert "\x1b[" not in plain.stdout
    assert "\x1b[" in painted.stdout
    assert refused_colour.stdout == plain.stdout
    assert outside("replay", REVOKE, env={"FORCE_COLOR": "1"}).stdout.count("♦")


def test_a_call_that_is_refused_leaves_no_traceback():
    done = outside("validate", "no-such-file.json")
    assert (done.returncode, done.stderr) == (2, "audit: no-such-file.json: no such file or folder\n")


def test_the_version_is_shown(audit):
    assert audit("--version") == (0, f"audit {version('all-fours-audit')}\n", "")


def test_no_record_is_not_called_clean(audit, tmp_path):
    (tmp_path / "book.csv").write_text("Date,Table,Deal,Dealer,Turn-up\n")
    assert audit("validate", tmp_path) == (0, "Nothing was read.\n", "")
    status, out, _ = audit("club", tmp_path)
    assert status == 0
    assert "Records   No deal was read.\n" in out


@pytest.mark.parametrize("words", [("convert", REVOKE), ("simulate", "--nights", "1")])
def test_only_files_are_written_over(audit, words):
    if not os.path.exists(os.devnull):
        pytest.skip("no null device here")
    command, *rest = words
    refusal = f"audit: {os.devnull} is no regular file; expected the name of a file\n"
    assert audit(command, *rest, os.devnull, "--force", "--to", "jsonl") == (2, "", refusal)


def test_the_truth_needs_a_file_to_lie_beside(audit, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused(audit("simulate", "-", "--to", "jsonl"))
    assert not list(tmp_path.iterdir())


def test_a_state_that_cannot_be_kept_is_said(audit, tmp_path):
    book = SAMPLES / "club-year.csv"
    assert refused(audit("club", book, "--follow", tmp_path))
    status, _, err = audit("club", book, "--follow", tmp_path / "nowhere" / "state")
    assert status == 2
    assert err == f"audit: {tmp_path}/nowhere/state cannot be written: no such file or directory\n"


def test_a_record_that_cannot_be_read_is_not_forgotten_over_the_one_that_is_asked_for(audit, tmp_path):
    lines = tmp_path / "night.jsonl"
    lines.write_text(Path(REVOKE).read_text().replace("\n", " ") + "\n{\n")
    for command in ("replay", "rule"):
        status, out, err = audit(command, lines)
        assert status == 2
        assert "revoke" in out
        assert err.startswith(f"audit: {lines}, line 2")
    assert audit("rule", REVOKE, lines)[0] == 2


def test_simulate_into_a_folder_is_refused(audit, tmp_path):
    assert refused(audit("simulate", tmp_path))
    assert refused(audit("simulate", "."))


def test_counts_agree_with_their_nouns(audit, tmp_path):
    _, _, err = audit("convert", REVOKE, "-", "--to", "jsonl")
    assert err == "1 record written\n"
    status, out, _ = audit("power", "--deals", "1")
    assert status == 0
    assert out.endswith(": 1 deal can show nothing.\n")
    assert refused(audit("power", "--deals", "10000000"))
    assert refused(audit("simulate", tmp_path / "x.jsonl", "--two-spellings", "-1"))


def test_a_workbook_that_cannot_be_read_here_stops_no_other_file(audit, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    status, out, err = audit("validate", SAMPLES / "club-year.xlsx", REVOKE, "--format", "concise")
    assert status == 2
    assert err == (
        f"audit: {SAMPLES}/club-year.xlsx: XLSX and ODS need python-calamine: pip install python-calamine "
        "charset-normalizer\n"
    )
    assert "violation: revoke by B" in out


def test_the_columns_of_every_sheet_are_explained_and_of_nothing_else(audit, tmp_path):
    book = "Who dealt,Card turned,No\nAnn,QH,1\n"
    expected = (
        'read as a turn-up book, headings in row 1\n  dealer   column A "Who dealt"\n'
        '  turn-up  column B "Card turned"\n'
        '  deal     column C "No"\n'
    )
    with zipfile.ZipFile(tmp_path / "night.zip", "w") as packed:
        packed.writestr("book.csv", book)
    assert audit("validate", "--explain-columns", tmp_path) == (0, f"{tmp_path}/night.zip, book.csv: {expected}", "")
    told = audit("club", "--explain-columns", "--from", "csv", "-", stdin=book.encode())
    assert told == (0, f"-: {expected}", "")
    assert refused(audit("validate", "--explain-columns", REVOKE))
    assert refused(audit("validate", "--explain-columns", "--from", "scroll", tmp_path))


def test_a_finding_that_has_consequences_says_how_to_learn_them(audit):
    faulty = "sample_logs/faulty/revoke.fours"
    _, out, _ = audit("validate", faulty)
    assert f"what follows: audit rule {faulty} --deal 1\n" in out
    assert audit("rule", faulty, "--deal", 1)[0] == 0
    _, out, _ = audit("validate", "sample_logs/faulty/wrong-total.fours")
    assert "what follows" not in out  # a slip of the sheet: there is nothing to rule on
