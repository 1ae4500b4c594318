"""Scenarios: set-up, options, terms and the end of a game."""
