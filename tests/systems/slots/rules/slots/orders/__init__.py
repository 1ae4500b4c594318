"""How orders of Slots are written."""
