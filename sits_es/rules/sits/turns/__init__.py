"""Turns: pivots and rolls, from the order to the last window. Rule: card, steps 4 and 6; sits rules 6."""
