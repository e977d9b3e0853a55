"""Fair play for the All Fours family of card games."""

from audit.records.reading import read
from audit.validation import validate

__all__ = ["read", "validate"]
