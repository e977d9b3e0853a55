"""A second, plain reading of the rulebook, against which the program is compared.

Nothing here knows the program: a card is two letters, a hand a list, a record the dictionary that JSON gives.
`rules` says what the clauses say, `generate` makes games that keep them, `mutate` breaks one of them at a time,
`perft` counts what may be played.
"""
