"""Fair play for the All Fours family of card games."""
