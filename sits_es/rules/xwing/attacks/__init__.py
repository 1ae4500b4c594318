"""Attacks with the proof of their arc, and what is said of them later. Rule: rules.md, Firing arcs, Range bands."""
