"""Crews: what pilots and others of the crew do besides flying and firing, and what holds of it. Rule: base game."""
