"""Where ships stand, and where their turrets point. Rule: rules.md, Record, Turrets."""
