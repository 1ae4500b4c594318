"""Pure geometry: hexes, vectors, AVID windows, attitude, bearing, arcs. Imports nothing else of ours."""

__all__ = ["arcs", "attitude", "avid", "bearing", "hexes", "sphere", "vectors"]
