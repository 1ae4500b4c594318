"""An order file, ready to edit."""

from __future__ import annotations

from sits_es.orders.normal import UnitBlock, write_template

from ..board import Board, units
from .language import LANGUAGE

EXAMPLES = ("haste 1", "fly to 2", "attack NAME", "reroll blanks")


def template(board: Board, player: str, game: str) -> str:
    """A file for the player's starships; unedited it orders nothing."""
    blocks = [
        UnitBlock(name=name, notes=(f"zone {starship.zone}, hull {starship.hull}",), examples=EXAMPLES)
        for name in units(board, player)
        if (starship := board.starships[name]).hull > 0
    ]
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=["Orders for the slot at hand."])
