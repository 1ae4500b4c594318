"""Manoeuvres: Fly, and changes of speed. Rule: rules.md, Fly; base game."""
