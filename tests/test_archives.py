"""Gzip and zip are read without unpacking, within bounds; members keep their names."""

import gzip
import hashlib
import io
import zipfile

import pytest

from audit.errors import RecordError
from audit.records import archive
from audit.records.archive import open_gzip, zip_members
from audit.records.models import Origin
from audit.records.reading import read, read_inputs, search

BOOK = b"deal,dealer,turn-up\n1,Ann,QH\n2,Bob,4C\n"


def zipped(*members: tuple[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as packed:
        for name, data in members:
            packed.writestr(name, data)
    return out.getvalue()


def locked(data: bytes) -> bytes:
    """The archive with the mark of a password on its first member, in both of its headers."""
    marked = bytearray(data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        marked[marked.index(signature) + offset] |= 1
    return bytes(marked)


@pytest.fixture
def told(tmp_path):
    def make(name: str, data: bytes):
        path = tmp_path / name
        path.write_bytes(data)
        errors: list[RecordError] = []
        return path, list(read(path, on_error=errors.append)), errors

    return make


def test_a_zip_of_books_names_its_members(told):
    path, records, errors = told("year.zip", zipped(("a/march.csv", BOOK), ("notes.txt", b"x"), (".hidden.csv", BOOK)))
    assert [record.origin for record in records] == [Origin(str(path), "a/march.csv", None, 2, 2)]
    assert errors == []


def test_a_gzip_file_is_what_its_name_without_the_ending_says(told):
    path, records, errors = told("march.csv.gz", gzip.compress(BOOK))
    assert [record.origin for record in records] == [Origin(str(path), "march.csv", None, 2, 2)]
    assert errors == []


def test_one_bad_member_does_not_keep_back_the_others(told):
    members = (("a.csv", b"weather\nfine\n"), ("b.zip", zipped(("c.csv", BOOK))), ("d.csv", BOOK))
    _, records, errors = told("year.zip", zipped(*members))
    assert len(records) == 1
    assert [(error.member, "archive inside an archive" in str(error)) for error in errors] == [
        ("a.csv", False),
        ("b.zip", True),
    ]


def test_a_locked_member_is_refused_in_a_sentence(told):
    _, records, errors = told("year.zip", locked(zipped(("a.csv", BOOK))))
    assert records == []
    assert "locked with a password" in str(errors[0])


@pytest.mark.parametrize("name", ["year.zip", "march.csv.gz"])
@pytest.mark.parametrize(
    "data", [b"", b"PK", b"\x1f\x8b\x08", b"no archive at all", gzip.compress(BOOK)[:-9], zipped(("a.csv", BOOK))[:-30]]
)
def test_a_damaged_archive_is_refused_in_a_sentence(told, name, data):
    _, records, errors = told(name, data)
    assert records == []
    assert all("\n" not in str(error) for error in errors)
    assert errors


def test_a_bomb_is_stopped_by_its_ratio(monkeypatch):
    monkeypatch.setattr(archive, "FREE_BYTES", 1 << 20)
    data = b"0" * (8 << 20)
    with pytest.raises(RecordError, match="more than 250 times its size"):
        open_gzip(io.BytesIO(gzip.compress(data)), "bomb.gz").read()
    (member,) = zip_members(io.BytesIO(zipped(("a.csv", data))), "bomb.zip")
    with pytest.raises(RecordError, match="more than 250 times its size"):
        member.open().read()


def test_a_member_is_bounded_in_size(monkeypatch):
    monkeypatch.setattr(archive, "MAX_BYTES", 1 << 16)
    stored = zipped(("a.csv", bytes(1 << 17)), compression=zipfile.ZIP_STORED)
    (member,) = zip_members(io.BytesIO(stored), "large.zip")
    with pytest.raises(RecordError, match="unpacks to more than"):
        member.open().read()


def test_an_archive_of_too_many_files_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "MAX_MEMBERS", 2)
    with pytest.raises(RecordError, match="3 files"):
        list(zip_members(io.BytesIO(zipped(*((f"{n}.csv", b"") for n in range(3)))), "many.zip"))


def test_the_digest_is_that_of_the_archive(tmp_path):
    for name, data in (("a.zip", zipped(("a.csv", BOOK))), ("a.csv.gz", gzip.compress(BOOK)), ("a.csv", BOOK)):
        path = tmp_path / name
        path.write_bytes(data)
        digests = []
        list(read_inputs(search([path]).inputs, on_digest=digests.append))
        assert [(d.file, d.sha256) for d in digests] == [(str(path), hashlib.sha256(data).hexdigest())]


def test_a_folder_of_everything(tmp_path):
    (tmp_path / "a.csv").write_bytes(BOOK)
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(BOOK))
    (tmp_path / "c.zip").write_bytes(
        zipped(("in.csv", BOOK), ("in.json", b'{"format": "all-fours/1", "game": {"id": "g"}}'))
    )
    (tmp_path / "d.txt").write_text("no log")
    records = list(read(tmp_path))
    assert [(record.origin.member, len(record.deals)) for record in records] == [
        (None, 2),
        ("b.csv", 2),
        ("in.csv", 2),
        ("in.json", 0),
    ]
