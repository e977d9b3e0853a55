"""The game and nothing else: no files, no statistics, no screen.

What each module tells, in the order of a deal; one may rest on those before it:

| modules | subject |
|---|---|
| `play`, `variants`, `seats`, `rulebook` | the smallest rules, the games, who sits where, the clauses |
| `state`, `turn_ups`, `begging`, `table` | what is told up to the first card led, one method an event |
| `taking`, `order`, `whole`, `singly`, `tricks` | the play put together: who played what, who took each trick |
| `hands`, `stock`, `counts`, `doubles`, `not_held`, `pack` | where each card of the pack was |
| `judge` | revokes, calls, short tricks, with hindsight |
| `unseen`, `game`, `scoring` | High, Low, Jack, Game and pegs, and whether they are certain |
| `reckoning`, `regular` | what the deal comes to; the short way for a regular deal |
| `making`, `penalties`, `questions`, `rulings`, `disputes` | what follows, what is left open, a question answered |
"""
