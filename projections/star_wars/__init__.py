"""The read models of Star Wars hex combat: the map, flights, and damage notes."""

from projections.star_wars.damage_notes import DAMAGE_NOTES
from projections.star_wars.map import MAP
from projections.star_wars.movement import MOVEMENT
from sits_es.rules.star_wars.story import unit_of

__all__ = ["PROJECTIONS", "unit_of"]

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
