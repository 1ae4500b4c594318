"""The read models of SITS: the map, movement grids and damage tracks."""

from projections.sits.damage_tracks import DAMAGE_TRACKS
from projections.sits.map import MAP
from projections.sits.movement_grids import MOVEMENT_GRIDS
from sits_es.rules.sits.story import unit_of

__all__ = ["PROJECTIONS", "unit_of"]

PROJECTIONS = (MAP, MOVEMENT_GRIDS, DAMAGE_TRACKS)
