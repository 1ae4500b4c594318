"""Scenarios: set-up, options, terms and the end of a game."""

__all__ = ["bundled", "particulars", "scenario", "table_file", "terms", "victory"]
