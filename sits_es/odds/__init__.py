"""What a plan leads to, by playing it many times on common dice.

A play takes a board and each player's plan, and nothing else: it knows no store, no sealed orders and no game's dice.
"""

from typing import Final

#: How many times a turn is played for the odds of a player's orders, where nothing else is said.
PLAYS: Final = 200
