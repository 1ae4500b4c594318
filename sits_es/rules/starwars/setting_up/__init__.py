"""Setting up: starships and terrain on the map, and what the players agree on. Rule: rules.md, Terrain; house."""
