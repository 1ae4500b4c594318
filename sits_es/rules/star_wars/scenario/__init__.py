"""Scenario files of Star Wars hex combat: what a game begins with, and how it ends."""

__all__ = ["bundled", "ending", "map_hexes", "options", "order_of_play", "scenario", "starships", "terrain"]
