"""Hull trauma, system strain and critical hits, what they lead to, and what players enter of them. Rule: base game."""
