"""Unit cards of SFB 'n3D: what a unit can do, as a player writes it down in TOML."""
