"""The read models of SFB 'n3D: the map, movement impulse by impulse, and damage notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import define, evolve, field, frozen

from projections.model import OneGame, ReadModel, Table
from sits_es.events import Event
from sits_es.game.events import GameStarted, SegmentClosed, TurnClosed
from sits_es.rules.sfb_n3d.events import fire, motion, terrain
from sits_es.rules.sfb_n3d.orders import forms
from sits_es.rules.sfb_n3d.state import BREAK
from sits_es.rules.sfb_n3d.story import tell, unit_of
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place

__all__ = ["DAMAGE_NOTES", "MAP", "MOVEMENT", "PROJECTIONS", "unit_of"]


@define
class MapRow:
    """One unit when an exchange opened; segment: the first impulse of a run, 33 the turn break.

    x, y, z: kilometres. pitch, yaw, roll: ten-thousandths of a degree; speed: ten-thousandths; inertia_*:
    ten-millionths of a hex a turn. aboard: its carrier, None for a unit that is on the map.
    """

    stream: str
    turn: int
    segment: int
    unit: str
    side: str
    x: int
    y: int
    z: int
    pitch: int
    yaw: int
    roll: int
    speed: int
    inertia_x: int = 0
    inertia_y: int = 0
    inertia_z: int = 0
    aboard: str | None = None

    def stand(self, place: Place, facing: Facing | None = None) -> None:
        """It is there now, and points there where that is said."""
        self.x, self.y, self.z = place.x, place.y, place.z
        if facing is not None:
            self.face(facing)

    def face(self, facing: Facing) -> None:
        """It points there now."""
        self.pitch, self.yaw, self.roll = facing.pitch, facing.yaw, facing.roll

    def drift(self, inertia: Inertia) -> None:
        """It has this inertia now."""
        self.inertia_x, self.inertia_y, self.inertia_z = inertia.x, inertia.y, inertia.z


@define
class MapRows(OneGame):
    """The rows of a game's map at work: units as they stand, and the last impulse of which all has happened."""

    now: dict[str, MapRow] = field(factory=dict)
    passed: int = 0

    def rows_of(self, event: Event) -> list[MapRow]:
        """The rows of all units when an exchange opens; units out of the game are in no row."""
        match event:
            case GameStarted():
                return self._opened(1, 1)
            case SegmentClosed(turn=turn, segment=segment):
                # after the last impulse that happened, or in the next turn
                last = max(self.passed, segment)
                return self._opened(turn + 1, 1) if segment == BREAK else self._opened(turn, last + 1)
            case motion.RunEnded(impulse=impulse):
                self.passed = impulse
            case _:
                self._change(event)
        return []

    def _change(self, event: Event) -> None:
        """Let an event change how units stand."""
        now = self.now
        match event:
            case motion.UnitsBound(units=units, inertia=inertia):
                for unit in units:
                    now[unit].drift(inertia)
            case motion.UnitMoved(unit=unit, place=place):
                now[unit].stand(place)
            case motion.UnitTurned() | motion.HighEnergyTurned() | motion.OrbitEntered():
                now[event.unit].face(event.facing)
            case motion.SpeedChanged(unit=unit, after=speed):
                now[unit].speed = speed
            case motion.InertiaChanged(unit=unit, inertia=inertia):
                now[unit].drift(inertia)
            case _:
                self._come_or_go(event)

    def _come_or_go(self, event: Event) -> None:
        """Let an event change which units are on the map or aboard others; those out of the game are in no row."""
        now = self.now
        match event:
            case motion.UnitPlaced():
                row = now[event.unit] = self._new(event.unit, event.side, event.speed)
                row.aboard = event.aboard
                row.stand(event.place, event.facing)
                row.drift(event.inertia)
            case fire.SeekerLaunched():
                side = now[event.unit].side if event.unit in now else ""
                now[event.seeker] = self._new(event.seeker, side, event.speed)
                now[event.seeker].stand(event.place, event.facing)
            case motion.UnitReleased():
                row = now[event.unit]
                row.aboard, row.speed = None, event.speed
                row.stand(event.place, event.facing)
                row.drift(event.inertia)
            case fire.MineTriggered(unit=unit, detonated=True):
                now.pop(unit, None)
            case fire.SeekerStruck() | fire.SeekerSpent() | fire.UnitLost() | forms.LossEntered():
                now.pop(event.unit, None)

    def _opened(self, turn: int, segment: int) -> list[MapRow]:
        return [evolve(row, turn=turn, segment=segment) for row in self.now.values()]

    def _new(self, unit: str, side: str, speed: int) -> MapRow:
        return MapRow(self.stream, 0, 0, unit, side, 0, 0, 0, 0, 0, 0, speed)


MAP = ReadModel(
    name="sfb_n3d.map",
    version=2,
    table=Table("sfb_map", MapRow, ("stream", "turn", "segment", "unit")),
    rows=MapRows,
    in_force=("turn", "segment"),
)


@frozen
class MoveRow:
    """One unit in one impulse, 1 to 32. Places in kilometres; speed: the warp speed that moved it, ten-thousandths."""

    stream: str
    turn: int
    impulse: int
    unit: str
    from_x: int
    from_y: int
    from_z: int
    to_x: int
    to_y: int
    to_z: int
    speed: int


@define
class _OfImpulses(OneGame):
    """Rows that name their impulse: the turn and the impulse at hand, and how many rows there are."""

    turn: int = 1
    impulse: int = 0
    number: int = 0

    def rows_of(self, event: Event) -> Iterator[Any]:
        """The rows of an event that is none of those which count turns and impulses."""
        match event:
            case motion.ImpulseBegun(impulse=impulse):
                self.impulse = impulse
            case TurnClosed(turn=turn):
                self.turn, self.impulse = turn + 1, 0
            case _:
                for row in self._rows(event):
                    self.number += 1
                    yield row

    def _rows(self, event: Event) -> Iterator[Any]:
        """The rows of an event in the impulse at hand."""
        raise NotImplementedError


@define
class MoveRows(_OfImpulses):
    """The rows of a game's movement at work."""

    def _rows(self, event: Event) -> Iterator[MoveRow]:
        if isinstance(event, motion.UnitMoved):
            start, end = event.place - event.moved, event.place
            here = (start.x, start.y, start.z, end.x, end.y, end.z)
            yield MoveRow(self.stream, self.turn, self.impulse, event.unit, *here, event.speed)


MOVEMENT = ReadModel(
    name="sfb_n3d.movement",
    version=3,
    table=Table("sfb_movement", MoveRow, ("stream", "turn", "impulse", "unit")),
    rows=MoveRows,
)


@frozen
class NoteRow:
    """One note, numbered from 1 in the order of the record. unit: who takes it; impulse: of the last that happened.

    kind: fire, seeking, explosion, sphere, hazard, body, damage, lost. points: whole points where the rules or a player
    give them, None where the printed tables do; note: the fact as a sentence, or a player's own words.
    """

    stream: str
    number: int
    turn: int
    impulse: int
    unit: str
    kind: str
    points: int | None
    note: str


#: Kind of note, and the field that names who takes it, by the class of the fact.
KINDS: Final[Mapping[type[Event], tuple[str, str]]] = {
    fire.WeaponFired: ("fire", "target"),
    fire.SeekerStruck: ("seeking", "target"),
    fire.ExplosionFelt: ("explosion", "unit"),
    fire.SphereStruck: ("sphere", "target"),
    terrain.HazardMet: ("hazard", "unit"),
    terrain.PlanetReached: ("body", "unit"),
    forms.DamageEntered: ("damage", "unit"),
    forms.LossEntered: ("lost", "unit"),
    fire.UnitLost: ("lost", "unit"),
}


def note_of(event: Event) -> tuple[str, str, int | None, str] | None:
    """Unit, kind, points and note of a fact that belongs among them; None for any other."""
    found = KINDS.get(type(event))
    if found is None:
        return None
    kind, who = found
    unit = str(getattr(event, who))
    match event:
        case fire.ExplosionFelt(damage=damage):
            return unit, kind, damage, tell(event)
        case forms.DamageEntered(points=points, note=note):
            return unit, kind, points, note
    return unit, kind, None, tell(event)


@define
class NoteRows(_OfImpulses):
    """The rows of a game's damage notes at work."""

    def _rows(self, event: Event) -> Iterator[NoteRow]:
        if (note := note_of(event)) is not None:
            yield NoteRow(self.stream, self.number + 1, self.turn, self.impulse, *note)


DAMAGE_NOTES = ReadModel(
    name="sfb_n3d.damage_notes",
    version=2,
    table=Table("sfb_damage_notes", NoteRow, ("stream", "number")),
    rows=NoteRows,
)

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
