"""Scenarios: set-up, options, terms and the end of a game."""

__all__ = ["bundled", "choices", "scenario", "terms", "victory"]
