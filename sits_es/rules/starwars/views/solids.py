"""Starships as bodies: how each lies, and where its weapons bear. All of them lie in the plane of the map."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Final

from sits_es.report.solids import FiringArc, Patch, Solid, UnitVector
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.starship_class import Arc, StarshipWeapon
from sits_es.rules.starwars.sums.relative import BANDS, ON_ROW
from sits_es.space.hexes import DIRECTIONS

#: Degrees from one row of hexes to the next.
SIXTH: Final = 60


def solids(board: Board) -> Mapping[str, Solid]:
    """Every starship that is not lost, by name."""
    return {starship.name: _solid(board, starship) for starship in board.out()}


def _solid(board: Board, starship: Starship) -> Solid:
    return Solid(
        build="dart",
        ahead=_ahead(starship.facing),
        top=(0, 0, 1),
        arcs=tuple(map(_arc, board.weapons_of(starship))),
    )


@cache
def _ahead(facing: str) -> UnitVector:
    angle = math.radians(SIXTH * DIRECTIONS.index(facing))
    return math.sin(angle), math.cos(angle), 0.0


def _arc(weapon: StarshipWeapon) -> FiringArc:
    return FiringArc(
        name=weapon.name,
        patches=tuple(map(_patch, weapon.arcs)),
        own=True,
        reach=BANDS[weapon.reach],
        told=f"reaches {weapon.reach} range, {' and '.join(weapon.arcs)}",
    )


@cache
def _patch(arc: Arc) -> Patch:
    """From the first row of hexes that is in an arc to the last, clockwise. Rule: rules.md, Arcs and zones."""
    rows = [row for row, held in enumerate(ON_ROW) if arc in held]
    if arc in ON_ROW[0]:  # past the bow
        rows = [row - len(ON_ROW) if row > len(ON_ROW) // 2 else row for row in rows]
    return SIXTH * min(rows), SIXTH * max(rows), -90, 90
