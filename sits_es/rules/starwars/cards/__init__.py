"""Starship cards: what a starship can do, as a player writes it down in TOML."""
