"""Set-up: the table, and which ships take part with what. Rule: rules.md, Turrets, Firing arcs."""
