"""Play by mail: the armour of bundles, letters and how they travel. Nothing here knows a game."""
