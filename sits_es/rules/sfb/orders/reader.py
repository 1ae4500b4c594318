"""Reads the orders of SFB 'n3D: each line of the grammar becomes an order or an entry."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, cast

from attrs import evolve
from msgspec.structs import replace

from sits_es.errors import UnreadableError
from sits_es.orders.faults import OrderFault
from sits_es.orders.language import FormReader
from sits_es.orders.tables import Token
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.ending.facts import Condition, DamageEntered, LossEntered, StopOrdered
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.fire.facts import FireOrdered
from sits_es.rules.sfb.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb.links.facts import (
    SHIELDS,
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEndOrdered,
    TractorEntered,
    TractorOrdered,
    TransportOrdered,
)
from sits_es.rules.sfb.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb.orbits.facts import OrbitEndOrdered, OrbitOrdered, Side
from sits_es.rules.sfb.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb.spheres.facts import SphereEndOrdered, SphereEntered, SphereOrdered
from sits_es.rules.sfb.sums.facings import Turn, facing
from sits_es.rules.sfb.sums.numbers import WHOLE, read_decimal
from sits_es.rules.sfb.sums.places import Inertia, Place, read_inertia
from sits_es.rules.sfb.turns.facts import HetOrdered, Manoeuvre, TacOrdered, TurnOrdered
from sits_es.rules.sfb.webs.facts import AnchorDropOrdered, CastOrdered, WebEntered, WebOrdered, WebPowerOrdered

#: The highest speed, power or strength that an order may name, and the farthest range in hexes.
MOST: Final = 9_999
FARTHEST: Final = 9_999_999
#: The longest wait after an emergency deceleration, in impulses: a whole turn.
LONGEST: Final = IMPULSES
#: The longest note, in characters.
MOST_TEXT: Final = 200

#: The rule of each field that is a number.
RULES: Final = {
    "speed": "C1.43",
    "thrust": "C2.111",
    "pitch": "C1.21",
    "yaw": "C1.21",
    "roll": "C1.21",
    "radius": "G23.41",
    "energy": "G23.42",
    "power": "G10.211",
    "traditional": "G10.3",
    "strength": "G10.3",
    "range": "D1.4",
}


class SfbReader(FormReader):
    """Makes orders of SFB 'n3D. Places of words are kept under the orders' field names, angles also by their axis."""

    def break_order(self, form: OfUnit) -> OfUnit:
        """An order of the turn break: its impulse is the one after the last."""
        return evolve(form, impulse=IMPULSES + 1)

    def speed(self, speed: Token) -> SpeedOrdered:
        """`speed 12.5`."""
        return SpeedOrdered(unit=self.unit, speed=self._parts("speed", speed, -MOST))

    def thrust(self, thrust: Token) -> ThrustOrdered:
        """`thrust 1`."""
        return ThrustOrdered(unit=self.unit, thrust=self._parts("thrust", thrust, -MOST))

    def turn(self, *angles: tuple[Token, int, Token]) -> TurnOrdered:
        """`turn yaw 8.2 pitch -3`."""
        return TurnOrdered(unit=self.unit, turn=Turn(**self._angles("turn", angles)))

    def het(self, *angles: tuple[Token, int, Token]) -> HetOrdered:
        """`het to yaw 90 pitch 0`."""
        return HetOrdered(unit=self.unit, to=facing(**{**_NOWHERE, **self._angles("to", angles)}))

    def angle(self, axis: Token, degrees: Token) -> tuple[Token, int, Token]:
        """`yaw 8.2`."""
        return axis, self._parts(axis.lower(), degrees, -360, 360), degrees

    def axis(self, axis: Token) -> Token:
        """`yaw`."""
        return axis

    def tac(self, tac: Manoeuvre) -> TacOrdered:
        """`tac warp`."""
        return TacOrdered(unit=self.unit, tac=tac)

    def by(self, by: Token) -> Manoeuvre:
        """`warp`."""
        return cast("Manoeuvre", self.text("tac", by).lower())

    def decelerate(self, how: Token | None) -> DecelerationOrdered:
        """`decelerate`, `decelerate for 16`, `decelerate inertia`."""
        if how is None:
            return DecelerationOrdered(unit=self.unit)
        if how.type == "INERTIA_WORD":
            self.note("inertia_only", how)
            return DecelerationOrdered(unit=self.unit, inertia_only=True)
        return DecelerationOrdered(unit=self.unit, period=self.number("period", how, 0, LONGEST))

    def orbit(self, planet: Token, side: Side) -> OrbitOrdered:
        """`orbit Haven left`."""
        return OrbitOrdered(unit=self.unit, planet=self.text("planet", planet), side=side)

    def side(self, side: Token) -> Side:
        """`left`."""
        return cast("Side", self.text("side", side).lower())

    def leave_orbit(self) -> OrbitEndOrdered:
        """`leave orbit`."""
        return OrbitEndOrdered(unit=self.unit)

    def bind(self, first: Token, second: Token) -> BindOrdered:
        """`bind to Hawk and Heron`."""
        return BindOrdered(unit=self.unit, first=self.text("first", first), second=self.text("second", second))

    def sphere(self, radius: Token, energy: Token) -> SphereOrdered:
        """`sphere 2.5 energy 10`."""
        size, points = self._parts("radius", radius, -MOST), self._parts("energy", energy)
        return SphereOrdered(unit=self.unit, radius=size, energy=points)

    def sphere_off(self) -> SphereEndOrdered:
        """`sphere off`."""
        return SphereEndOrdered(unit=self.unit)

    def fire(self, number: Token | None, weapon: Token, target: Token) -> FireOrdered:
        """`fire phasers at Hawk`, `fire 2 phasers at Hawk`."""
        many = None if number is None else self.number("number", number)
        group, aim = self.text("weapon", weapon), self.text("target", target)
        return FireOrdered(unit=self.unit, weapon=group, target=aim, number=many)

    def launch(self, launcher: Token, at: Token) -> LaunchOrdered:
        """`launch drone at Kestrel`, `launch drone at 3,0,2`."""
        tube = self.text("launcher", launcher)
        if at.type == "PLACE":
            return LaunchOrdered(unit=self.unit, launcher=tube, aim=self._hexes("aim", at))
        return LaunchOrdered(unit=self.unit, launcher=tube, target=self.text("target", at))

    def release(self, carried: Token) -> ReleaseOrdered:
        """`release Wasp`."""
        return ReleaseOrdered(unit=self.unit, carried=self.text("carried", carried))

    def tractor(self, target: Token, length: Token, power: Token) -> TractorOrdered:
        """`tractor Hawk length 3 power 2`."""
        name, most = self.text("target", target), self._parts("length", length, 0, FARTHEST)
        return TractorOrdered(unit=self.unit, target=name, length=most, power=self._parts("power", power, rule="house"))

    def end_tractor(self, target: Token) -> TractorEndOrdered:
        """`end tractor Hawk`."""
        return TractorEndOrdered(unit=self.unit, target=self.text("target", target))

    def transport(self, note: Token, target: Token) -> TransportOrdered:
        """`transport "boarding party" to Hawk`."""
        what = self._said(note)
        if not note[1:-1].strip():
            self.fault(note, "The order does not say what to move.", "what is moved, in quotes")
        return TransportOrdered(unit=self.unit, note=what, target=self.text("target", target))

    def lay_web(self, to: Token, power: Token) -> WebOrdered:
        """`lay web to Weaver at 6.6`."""
        return WebOrdered(unit=self.unit, to=self.text("to", to), power=self._parts("power", power))

    def lay_point(self, start: Token | None, power: Token) -> PointOrdered:
        """`lay point at 3.2`, `lay point from Weaver at 3.2`."""
        begins = None if start is None else self.text("start", start)
        return PointOrdered(unit=self.unit, power=self._parts("power", power), start=begins)

    def join(self, point: Token, web: Token, power: Token) -> JoinOrdered:
        """`join point 3 of web-1 at 6`."""
        end, of = self.text("point", point), self.text("web", web)
        return JoinOrdered(unit=self.unit, web=of, point=end, power=self._parts("power", power))

    def move_point(self, point: Token, web: Token) -> PointMoveOrdered:
        """`move point 3 of web-1`."""
        return PointMoveOrdered(unit=self.unit, point=self.text("point", point), web=self.text("web", web))

    def power(self, web: Token, traditional: Token) -> WebPowerOrdered:
        """`power web-1 to 3.5`."""
        strength = self._parts("traditional", traditional)
        return WebPowerOrdered(unit=self.unit, web=self.text("web", web), traditional=strength)

    def drop(self, web: Token) -> AnchorDropOrdered:
        """`drop web-1`."""
        return AnchorDropOrdered(unit=self.unit, web=self.text("web", web))

    def cast_web(self, start: Token, end: Token, strength: Token) -> CastOrdered:
        """`cast web from 0,0,0 to 1,0,0 strength 12`."""
        one, other = self._hexes("start", start), self._hexes("end", end)
        return CastOrdered(unit=self.unit, start=one, end=other, strength=self._parts("strength", strength))

    def stop(self, condition: StopOrdered) -> StopOrdered:
        """`stop if launched at`."""
        return condition

    def happens(self, *words: Token) -> StopOrdered:
        """`fired at`, `struck`."""
        self.note("condition", words[0], words[-1])
        condition = cast("Condition", " ".join(words).lower())
        return StopOrdered(unit=self.unit, condition=condition)

    def in_range(self, word: Token, target: Token, most: Token) -> StopOrdered:
        """`range to Hawk at most 3.5`."""
        self.note("condition", word, most)
        name, hexes = self.text("target", target), self._parts("range", most, 0, FARTHEST)
        return StopOrdered(unit=self.unit, condition="range at most", target=name, range=hexes)

    def bears(self, target: Token, word: Token) -> StopOrdered:
        """`Hawk bears`."""
        self.note("condition", target, word)
        return StopOrdered(unit=self.unit, condition="target bears", target=self.text("target", target))

    def damage(self, points: Token, note: Token | None) -> DamageEntered:
        """`damage 4 "both phasers"`."""
        text = "" if note is None else self._said(note)
        return DamageEntered(unit=self.unit, points=self.number("points", points, 0), note=text)

    def lost(self, strength: Token | None) -> LossEntered:
        """`lost`, `lost exploding 12.5`."""
        points = 0 if strength is None else self._parts("strength", strength, rule="D5.2")
        return LossEntered(unit=self.unit, strength=points)

    def sphere_left(self, energy: Token) -> SphereEntered:
        """`sphere energy 4`."""
        return SphereEntered(unit=self.unit, energy=self._parts("energy", energy))

    def web_left(self, web: Token, traditional: Token) -> WebEntered:
        """`web web-1 is 2.5`."""
        strength = self._parts("traditional", traditional)
        return WebEntered(unit=self.unit, web=self.text("web", web), traditional=strength)

    def tractor_power(self, target: Token, power: Token) -> TractorEntered:
        """`tractor Hawk power 1.5`."""
        points = self._parts("power", power, rule="house")
        return TractorEntered(unit=self.unit, target=self.text("target", target), power=points)

    def displaced(self, place: Token) -> DisplacementEntered:
        """`displaced to 3,0.5,-1`."""
        return DisplacementEntered(unit=self.unit, place=self._hexes("place", place))

    def inertia(self, inertia: Token) -> InertiaEntered:
        """`inertia 0.5,0,0`."""
        self.note("inertia", inertia)
        try:
            found = read_inertia(inertia)
        except UnreadableError as refusal:
            for said in refusal.problems:
                self.fault(inertia, said, "")
            found = Inertia()
        return InertiaEntered(unit=self.unit, inertia=found)

    def shield(self, shield: Token, up: bool) -> ShieldEntered:
        """`shield 3 up`."""
        return ShieldEntered(unit=self.unit, shield=self.number("shield", shield, 1, SHIELDS[-1]), up=up)

    def state(self, state: Token) -> bool:
        """`up`."""
        self.note("up", state)
        return state.lower() == "up"

    def _parts(self, field: str, token: Token, least: int = 0, most: int = MOST, rule: str = "") -> int:
        """The ten-thousandths of a decimal, which is least to most; a fault names the field's rule."""
        before = len(self.faults)
        found = int(Decimal(self.decimal(field, token, Decimal(least), Decimal(most), 4)) * WHOLE)
        if rule := rule or RULES.get(field, ""):
            self.faults[before:] = [
                replace(each, expected=f"{each.expected} ({rule})") for each in self.faults[before:]
            ]
        return found

    def _angles(self, field: str, angles: tuple[tuple[Token, int, Token], ...]) -> dict[str, int]:
        found: dict[str, int] = {}
        for axis, angle, _ in angles:
            if axis.lower() in found:
                self.fault(axis, f"The {axis.lower()} is given twice.", "each angle once")
            found.setdefault(axis.lower(), angle)
        self.note(field, angles[0][0], angles[-1][2])
        return found

    def _hexes(self, field: str, token: Token) -> Place:
        """The place of a field; each fault at the number that it is about."""
        self.note(field, token)
        parts = list(re.finditer(r"[^\s,]+", token))
        if len(parts) != len(_AXES):
            self.fault(
                token, f"A place has {len(_AXES)} numbers, not {len(parts)}.", "X,Y,Z in hexes, such as 3,0.5,-1"
            )
            return Place()
        found = []
        for axis, part in zip(_AXES, parts, strict=True):
            try:
                found.append(read_decimal(part[0], f"{axis} of a place"))
            except UnreadableError as refusal:
                column = self.column(token) + part.start()
                self.faults += [OrderFault(self.line, column, said, "", len(part[0])) for said in refusal.problems]
                found.append(0)
        return Place(*found)

    def _said(self, token: Token) -> str:
        self.note("note", token)
        text = token[1:-1].strip()
        if len(text) > MOST_TEXT or not text.isprintable():
            self.fault(token, "The note can't be kept.", f"up to {MOST_TEXT} visible characters")
            return ""
        return text


_AXES: Final = ("X", "Y", "Z")
_NOWHERE: Final = {"pitch": 0, "yaw": 0, "roll": 0}
