"""Mines, explosions and expanding spheres."""
