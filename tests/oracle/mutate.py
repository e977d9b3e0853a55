"""One fault put into a clean game, with the findings that the rulebook and the codes then call for.

`mutations()` yields (name, function). `function(rng)` returns (record, expected): a record that is clean but for that
fault, and the list of findings expected, each a dictionary of the fields that are determined, "code" always among them.
Findings of class `note` count only where their code is expected. Only faults whose findings are decided stand here;
what follows from a fault (scores, the next dealer) follows in the record, or is not recorded where it is undecided.
"""

from tests.oracle import faults_begging, faults_dealing, faults_playing, faults_sheet
from tests.oracle.faulty import MUTATIONS

MODULES = (faults_sheet, faults_dealing, faults_begging, faults_playing)


def mutations():
    """The table: (name, function) of every mutation."""
    yield from MUTATIONS.items()
