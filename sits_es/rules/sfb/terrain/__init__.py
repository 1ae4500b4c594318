"""Planets, rings, asteroids and black holes."""
