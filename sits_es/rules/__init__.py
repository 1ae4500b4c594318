"""Rule systems: one package each, reached through a registry only."""
