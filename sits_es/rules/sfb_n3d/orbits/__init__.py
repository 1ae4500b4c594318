"""Standard orbits."""
