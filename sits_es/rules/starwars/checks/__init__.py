"""Checks by narrative dice: the pools, the rolls, and whatever else a crew tries. Rule: rules.md, Dice; base game."""
