"""A run's impulses and how they end, what players enter of their displays, and the end of a game."""
