"""The read models of X-Wing: the map, movement, and damage notes with what was said of attacks."""

from projections.xwing.damage_notes import DAMAGE_NOTES
from projections.xwing.map import MAP
from projections.xwing.movement import MOVEMENT
from sits_es.rules.xwing.story import unit_of

__all__ = ["PROJECTIONS", "unit_of"]

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
