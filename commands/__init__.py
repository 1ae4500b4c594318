"""The commands that a player types, and what they show."""
