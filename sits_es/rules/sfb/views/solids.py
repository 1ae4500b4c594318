"""Units of SFB 'n3D in space: how each lies, and where its weapons bear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from sits_es.report.solids import Build, FiringArc, Patch, Solid, UnitVector, joined
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.cards.unit_class import Kind, WeaponGroup
from sits_es.rules.sfb.sums.bearing import Bearing, axes
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.weapons import bearing_of
from sits_es.sentences import counted

#: What each kind of unit looks like.
BUILDS: Final[dict[Kind, Build]] = {
    "ship": "dart",
    "base": "base",
    "shuttle": "craft",
    "seeking": "needle",
    "mine": "mine",
}

#: The cells of the sphere that arcs are told in, in degrees of yaw and of pitch: every arc ends at the edge of one.
YAW, PITCH = 5, 15


def solids(board: Board) -> Mapping[str, Solid]:
    """Every unit on the map, by name."""
    return {unit.name: _solid(board, unit) for unit in board.out()}


def _solid(board: Board, unit: Unit) -> Solid:
    ahead, top = _directions(unit.facing)
    return Solid(
        build=BUILDS[unit.kind],
        ahead=ahead,
        top=top,
        arcs=_arcs(board.class_of(unit).weapons),
        flies_to=unit.target or "",
    )


@cache
def _directions(facing: Facing) -> tuple[UnitVector, UnitVector]:
    """Nose and top on the map: x is north, y is up, z is west."""
    forward_x, forward_y, forward_z, _, _, _, top_x, top_y, top_z = axes(facing)
    return (-forward_z, forward_x, forward_y), (-top_z, top_x, top_y)


@cache
def _arcs(groups: Sequence[WeaponGroup]) -> tuple[FiringArc, ...]:
    return tuple(
        FiringArc(
            name=group.name,
            patches=_patches(group.arcs, group.mounts),
            own=True,
            told=f"{counted(group.number, 'weapon')}, {'+'.join(group.arcs) or group.mounts[0]}",
        )
        for group in groups
    )


@cache
def _patches(arcs: tuple[str, ...], mounts: tuple[str, ...]) -> tuple[Patch, ...]:
    """The cells in whose middle at least one weapon of a group bears. Azimuths go clockwise, yaw to the left."""
    cells = product(range(-180, 180, YAW), range(-90, 90, PITCH))
    return joined(
        (azimuth, azimuth + YAW, low, low + PITCH)
        for azimuth, low in cells
        if bearing_of(arcs, mounts, Bearing(-(2 * azimuth + YAW) * WHOLE // 2, (2 * low + PITCH) * WHOLE // 2))
    )
