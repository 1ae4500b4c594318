"""A player's keys: pairs that sign and open, in files that their owner alone can read. Nothing here knows a game."""

__all__ = ["identity", "locks", "private", "recovery"]
