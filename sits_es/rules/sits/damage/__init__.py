"""Damage: hits, the boxes that they take, explosions, ships lost. Rule: sits rules 9."""
