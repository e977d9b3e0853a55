"""Honest clubs and crooked ones, whose truth is known."""

from audit.simulate.shuffle import Shuffle, packs
from audit.simulate.turn_ups import TurnUps, turn_ups

__all__ = ["Shuffle", "TurnUps", "packs", "turn_ups"]
