"""The read models of SFB 'n3D: the map, movement impulse by impulse, and damage notes."""

from projections.sfb_n3d.damage_notes import DAMAGE_NOTES
from projections.sfb_n3d.map import MAP
from projections.sfb_n3d.movement import MOVEMENT
from sits_es.rules.sfb_n3d.story import unit_of

__all__ = ["PROJECTIONS", "unit_of"]

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
