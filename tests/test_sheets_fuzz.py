"""Any bytes whatever: a reader gives records or errors of one sentence, and never anything else."""

import contextlib
import gzip
import io
import zipfile

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.errors import AuditError
from audit.records.inputs import Input
from audit.records.people import read_aliases
from audit.records.reading import read, read_inputs
from tests.games import HANDS
from tests.test_ptn import BOARD

HEADINGS = (
    "date", "time", "table", "deal", "dealer", "turn-up", "beg", "answer", "second turn-up", "trump", "points", "score",
    "note", "order", "trick", "seat", "player", "card", "cards", "leader", "dealt", "stock", "W", "N", "E", "S",
    "A hand", "B hand", "team a", "team b", "count a", "count b", "start", "end", "variant", "game", "weather",
)  # fmt: skip
KINDS = (
    [],
    ["dealer", "turn-up"],
    ["seat", "card"],
    ["player", "card"],
    ["cards"],
    ["W", "N", "E", "S"],
    ["team a", "team b"],
)
CELLS = st.text(max_size=6) | st.sampled_from(
    [
        *("", "?", "-", "1", "2", "3.0", "QH", "JS", "HJ", "10h", "2.0", "03-Apr", "2026-03-05", "5/3/2026", "19:05"),
        *("N/A", "W", "A", "yes", "no", "gave", "ran", "hearts", "Ann", "Ann: high", "Ann 3; Bob 4", '["7S", "QD"]'),
        *("7S QD TH 2C 9C 4H", "1E+30", "9" * 40, "\u2028", "#REF!", "=1+1", "٣", "pitch"),
    ]
)
quick = settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def read_all(name: str, data: bytes) -> None:
    errors: list[AuditError] = []
    notices: list[object] = []
    source = Input(name, lambda: io.BytesIO(data))
    records = list(read_inputs([source], on_error=errors.append, on_notice=notices.append))
    for record in records:
        assert record.origin is not None
        assert all(deal.origin is not None for deal in record.deals)
    assert all(str(error).startswith(name) for error in errors)


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    kind = draw(st.sampled_from(KINDS))
    headings = draw(st.permutations([*kind, *draw(st.lists(st.sampled_from(HEADINGS), max_size=9, unique=True))]))
    return [headings, *draw(st.lists(st.lists(CELLS, max_size=len(headings) + 1), max_size=12))]


@quick
@given(tables(), st.sampled_from(",;\t|"), st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_any_table_of_text(rows, mark, encoding):
    text = "\n".join(mark.join(row) for row in rows)
    read_all("fuzz.csv", text.encode(encoding, errors="replace"))


@quick
@given(
    st.binary(max_size=300),
    st.sampled_from(["fuzz.csv", "fuzz.tsv", "fuzz.xlsx", "fuzz.ods", "fuzz.ptn", "fuzz.csv.gz"]),
)
def test_any_bytes(data, name):
    read_all(name, data)


@quick
@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 255)), min_size=1, max_size=8), st.integers(0, 5000))
def test_a_workbook_with_bytes_changed_or_cut(changes, cut):
    data = bytearray(WORKBOOK)
    for place, byte in changes:
        data[place % len(data)] = byte
    read_all("fuzz.xlsx", bytes(data[: len(data) - (cut if cut < 200 else 0)]))


LINES = [*BOARD.splitlines(), "{", "}", "*", ";", "%", "", "- - - -", "? ? ? ?", "Pass 1NT"]
LINES += ['[Deal "#"]', '[Deal "N:- - - -"]', '[Deal "W:... .A.. ..2."]', '[Undealt "H2ZZ"]', '[TurnUp "?"]']
LINES += [
    '[Play "?"]',
    '[Dealer "X"]',
    '[Auction "W"]',
    '[Board "x"]',
    '[West ""]',
    '[Contract "3H"]',
    '[Contract "NT"]',
]
LINES += [
    '[Date "2026.13.45"]',
    '[LocalDateTime "99/99/0000 1:00 AM PST"]',
    '[UTCDate "0001.01.01"]',
    '[UTCTime "00:00"]',
]
LINES += ['[GameCode "Pitch"]', '[GameCode "California Jack"]']


@quick
@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_any_lines_of_tags(lines):
    read_all("fuzz.ptn", "\n".join(lines).encode())


@quick
@given(st.binary(max_size=200))
def test_any_bytes_as_aliases(data):
    with contextlib.suppress(AuditError):
        read_aliases(data, "aliases.csv")


def _workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["deal", "dealer", "turn-up"])
    for number, card in enumerate(HANDS["tied_at_23"]["hands"]["W"].split(), 1):
        book.active.append([number, "Ann", card])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


WORKBOOK = _workbook()


@pytest.mark.parametrize("name", ["fuzz.zip", "fuzz.csv.gz"])
def test_an_archive_cut_short_anywhere(name, tmp_path):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.csv", "deal,dealer,turn-up\n" + "1,Ann,QH\n" * 50)
    data = out.getvalue() if name.endswith("zip") else gzip.compress(b"deal,dealer,turn-up\n" + b"1,Ann,QH\n" * 50)
    path = tmp_path / name
    for size in range(0, len(data), 3):
        path.write_bytes(data[:size])
        errors: list[AuditError] = []
        list(read(path, on_error=errors.append))
        assert errors
