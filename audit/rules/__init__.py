"""The game and nothing else: no files, no statistics, no screen."""
