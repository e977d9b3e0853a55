"""Numbers of deals that are missing: one finding each, and one for a gap that no club can have."""

import audit
from audit.records.models import Record


def missing(*numbers):
    """The numbers that are found missing in a record of empty deals with these numbers."""
    seats = [{"seat": "A"}, {"seat": "B"}]
    deals = [{"number": number} for number in numbers]
    record = Record.model_validate({"format": "all-fours/1", "game": {"seats": seats}, "deals": deals})
    return [finding.deal for finding in audit.validate(record) if finding.code == "missing-deal"]


def test_one_finding_a_number():
    assert missing(1, 2, 5, 7) == [3, 4, 6]


def test_the_first_number_need_not_be_one():
    assert missing(4, 5) == []


def test_a_gap_that_no_club_can_have_is_one_finding():
    assert missing(1, 10**9) == [2]
