"""The hypotheses, fixed before any data is read: a versioned table with the bets and the weights, and a hash over it.

Whoever changes a row changes the version; a state file of another version is refused, because bets that were changed
after looking prove nothing.
"""

import hashlib
import json
from typing import Final

from audit.evidence.cards_dealt import DEALER_TRUMPS, RUN_CARDS
from audit.evidence.cutting import CUT_DEPTH, CUT_FOR_DEAL
from audit.evidence.decisions import ANSWER_PARTNER, ANSWER_STOCK, BEG_KNOWLEDGE
from audit.evidence.hypothesis import Hypothesis
from audit.evidence.jacks import RUN_JACKS, TURNED_JACKS
from audit.evidence.patterns import GATHERED_SET, HIGH_HAND_DEALT
from audit.evidence.shuffling import SHUFFLE, SOUND_WITHIN

VERSION: Final = "2"

HYPOTHESES: Final[dict[str, Hypothesis]] = {
    row.name: row
    for row in (
        TURNED_JACKS,
        RUN_JACKS,
        RUN_CARDS,
        DEALER_TRUMPS,
        GATHERED_SET,
        HIGH_HAND_DEALT,
        CUT_FOR_DEAL,
        CUT_DEPTH,
        BEG_KNOWLEDGE,
        ANSWER_STOCK,
        ANSWER_PARTNER,
    )
}
"""What a person can be suspected of; the weights sum to 1."""

WEIGHTS: Final = {name: row.weight for name, row in HYPOTHESES.items()}


def _fingerprint() -> str:
    table = [
        [row.name, list(row.methods), row.null, row.weight, row.shuffle, row.bets()]
        for row in (*HYPOTHESES.values(), SHUFFLE)
    ]
    pack = ["missing-card", ["CHT-9"], {"tens": 0.5, "cards": 0.5, "nights": 0.5, "tables": 0.5}]
    text = json.dumps(
        [VERSION, table, pack, ["sound within", SOUND_WITHIN]], sort_keys=True, ensure_ascii=True, separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()


SHA256: Final = _fingerprint()
