"""Honest clubs and crooked ones, whose truth is known."""

from audit.simulate.cheats import METHODS
from audit.simulate.files import truth_beside, write
from audit.simulate.method import Method
from audit.simulate.plan import Cheat, Plan, Recording, Trouble
from audit.simulate.shuffle import Shuffle, packs
from audit.simulate.simulate import json_lines, json_records, simulate
from audit.simulate.truth import Truth
from audit.simulate.turn_ups import TurnUps, turn_ups

__all__ = [
    "METHODS",
    "Cheat",
    "Method",
    "Plan",
    "Recording",
    "Shuffle",
    "Trouble",
    "Truth",
    "TurnUps",
    "json_lines",
    "json_records",
    "packs",
    "simulate",
    "truth_beside",
    "turn_ups",
    "write",
]
