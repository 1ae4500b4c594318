"""Endings: of an order that comes to nothing, of orders plotted ahead, and of the game. Rule: sits rules 11."""
