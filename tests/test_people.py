"""Who is who: the id, else the folded name; nothing more is merged unless a table says so (cases 76 and 82)."""

import pytest

from audit.errors import RecordError
from audit.records.models import Record
from audit.records.people import People, fold, namesakes, read_aliases


@pytest.mark.parametrize("name", ["Zoë Fox", " ZOË  FOX ", "zoe fox", "Zoe\u0308 Fox", "ZOE\u00a0FOX"])
def test_case_spaces_and_accents_do_not_part_a_person(name):
    assert fold(name) == "zoe fox"


def test_anything_else_does():
    people = People()
    assert len({people.key(name) for name in ("Zoe Fox", "Zoe-Fox", "Zoé Foxx", "Z. Fox", "NA", "nan")}) == 6


def test_an_id_tells_namesakes_apart_and_holds_through_a_new_name():
    people = People()
    assert people.key("Ann", "1") != people.key("Ann", "2")
    assert people.key("Ann", "1") == people.key("Annie", "1")
    assert people.key("Ann") not in (people.key("Ann", "1"), None)


@pytest.mark.parametrize("name", ["NA", "Null", "None", "nan", "n/a"])
def test_names_that_read_as_missing_values_are_people(name):
    assert People().key(name) == name.lower()


def test_two_of_one_name_at_a_table_are_left_out():
    seats = [{"seat": "A", "player": "Ann"}, {"seat": "B", "player": "Bob"}, {"seat": "C", "player": "ANN "}]
    record = Record.model_validate({"format": "all-fours/1", "game": {"seats": seats}})
    assert namesakes(record.game.seats) == {"ann"}
    assert People().at_table(record) == {"B": "bob"}
    seats[2]["id"] = "9"
    record = Record.model_validate({"format": "all-fours/1", "game": {"seats": seats}})
    assert People().at_table(record) == {"A": "ann", "B": "bob", "C": "#9"}


def test_aliases_merge_what_a_table_says_along_a_chain():
    aliases = read_aliases("name,person\nAnnie,Ann\nA. Archer,Annie\nÅnn,Ann\n".encode())
    people = People(aliases)
    assert {people.key(name) for name in ("Ann", "ANNIE", "a. archer")} == {"ann"}
    assert people.key("Anna") == "anna"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("Annie\n", "expected two names"),
        ("Annie,\n", "expected two names"),
        ("Annie,Ann\nannie,Bob\n", "stands for two people"),
        ("Annie,Ann\nAnn,Annie\n", "round in a circle"),
    ],
)
def test_a_table_of_aliases_that_cannot_be_meant_is_refused(table, message):
    with pytest.raises(RecordError, match=message):
        read_aliases(table.encode(), "aliases.csv")


def test_likely_pairs_are_suggested_and_not_merged():
    people = People()
    for name in ("Ann Archer", "Anne Archer", "Archer, Ann", "Bob Baker", "ann archer"):
        people.key(name)
    assert set(map(frozenset, people.suggest())) >= {
        frozenset(("Ann Archer", "Anne Archer")),
        frozenset(("Archer, Ann", "Ann Archer")),
    }
    assert all("Bob Baker" not in pair for pair in people.suggest())
    assert len(people.shown) == 4
