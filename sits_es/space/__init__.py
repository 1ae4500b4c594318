"""Pure geometry: hexes, vectors, AVID windows, attitude, bearing, arcs. Imports nothing else of ours."""
