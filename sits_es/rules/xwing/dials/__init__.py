"""Dials, sealed by each side for its ships and revealed together. Rule: rules.md, Dials."""
