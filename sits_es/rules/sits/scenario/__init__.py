"""Scenarios: set-up, options, terms and the end of a game."""

__all__ = ["bundled", "choices", "particulars", "scenario", "table_file", "terms", "victory"]
