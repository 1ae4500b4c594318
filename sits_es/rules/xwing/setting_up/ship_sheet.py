"""A ship of a scenario file: its base, its token, its turret, its weapons, its display, and where it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Final, cast

from attrs import frozen

from sits_es.errors import GameError
from sits_es.orders.language import shortest
from sits_es.orders.names import same
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.scenario_sheet import new_name, whose
from sits_es.rules.schema import tables, value, whole
from sits_es.rules.xwing.moves.facts import ShipPlaced
from sits_es.rules.xwing.setting_up.facts import ShipListed
from sits_es.rules.xwing.sums.areas import ARCS, in_order
from sits_es.rules.xwing.sums.bases import NAMED, read_base, within_a_turn
from sits_es.rules.xwing.sums.firing_arcs import turret_problems
from sits_es.rules.xwing.sums.numbers import ON_RECORD, PLACES
from sits_es.rules.xwing.sums.template_moves import TEMPLATES, read_template
from sits_es.rules.xwing.weapons import TURRET, TURRETS, TurretKind, Weapon
from sits_es.sentences import counted, unknown
from sits_es.toml import ABSENT, KeyPath
from sits_es.values import Value

#: The most shields, and the most hull, of a ship. Rule: house.
MOST: Final = 99


def number(
    sheet: GameSheet, path: KeyPath, what: str, least: int | Decimal, most: int | Decimal, places: int = PLACES
) -> str:
    """A decimal from `least` to `most`, in its shortest form; a fault reads as `least`."""
    found = sheet.get(path)
    allowed = f"{what} from {least} to {most} with at most {counted(places, 'decimal place')}"
    if found is ABSENT:
        sheet.fault(path, f"it is missing. Write {allowed}.")
    elif isinstance(found, bool) or not isinstance(found, int | Decimal) or not Decimal(found).is_finite():
        sheet.wrong(path, "is not a number", allowed)
    elif not least <= found <= most:
        sheet.wrong(path, "is out of range", allowed)
    elif round(Decimal(found), places) != found:
        sheet.wrong(path, "has too many digits", allowed)
    else:
        return shortest(Decimal(found))
    return str(least)


def two_numbers(sheet: GameSheet, path: KeyPath, example: str, what: str) -> bool:
    """Whether a list of two stands there. example: such a list; what: its numbers."""
    found = sheet.many(path, example)
    if len(found) != 2 and isinstance(sheet.get(path), list):
        sheet.fault(path, f"it holds {counted(len(found), 'number')}, not 2. Write {what}, such as {example}.")
    return len(found) == 2


def _beside(path: KeyPath, name: str) -> KeyPath:
    return (*path[:-1], name)


def _base(sheet: GameSheet, path: KeyPath) -> str:
    """Its base as it is called. Rule: rules.md, Token lines."""
    text = sheet.text(path, "small")
    try:
        base = read_base(text or "small")
    except GameError as refusal:
        for problem in refusal.problems:
            sheet.fault(path, problem)
        return ""
    if base.token is None and sheet.get(_beside(path, "half_angle")) is ABSENT:
        sheet.fault(
            path, f"a huge base of {base.name} mm has no printed arc lines. Write the base's half_angle in degrees."
        )
    return base.name if text else ""


def _half_angle(sheet: GameSheet, path: KeyPath) -> str | None:
    """The angle of a huge base's arc lines."""
    if sheet.get(path) is ABSENT:
        return None
    half = number(sheet, path, "degrees", 1, 89)
    try:
        base = read_base(str(sheet.get(_beside(path, "base"))))
    except GameError:
        return None
    if base.token is not None:
        sheet.fault(path, f"a {base.name} base has printed arc lines. Leave half_angle out.")
        return None
    return half


def _arcs(
    sheet: GameSheet, path: KeyPath, known: Iterable[str] | None, default: tuple[str, ...] | None
) -> tuple[str, ...]:
    """Arcs of a list, in order, each once. known: those allowed, None for whatever is checked later."""
    found = []
    for at, arc in enumerate(sheet.many(path, '["front"]', default)):
        if not isinstance(arc, str):
            sheet.wrong((*path, at), "is not an arc", "one in quotes")
        elif known is not None and arc not in known:
            sheet.fault((*path, at), unknown("arc", arc, known))
        else:
            found.append(arc)
    return in_order(found) if all(arc in ARCS for arc in found) else tuple(found)


def _turret(sheet: GameSheet, path: KeyPath) -> TurretKind | None:
    """The kind of a turret arc indicator, None without one. Rule: rules.md, Turrets."""
    return None if sheet.get(path) is ABSENT else cast("TurretKind", sheet.choice(path, TURRETS))


def _points(whose: str) -> Callable[[GameSheet, KeyPath], tuple[str, ...]]:
    """Where it points from set-up on. whose: who would have one, for a fault, such as "the ship has"."""

    def read(sheet: GameSheet, path: KeyPath) -> tuple[str, ...]:
        turret = sheet.get(_beside(path, "turret"))
        if turret is ABSENT:
            if sheet.get(path) is not ABSENT:
                sheet.fault(path, f'{whose} no turret arc indicator. Write turret = "single" or "double".')
            return ()
        kind: TurretKind = turret if isinstance(turret, str) and turret in TURRETS else "single"
        points = _arcs(sheet, path, None, None)
        problems = turret_problems(points) if points else []
        empty = sheet.get(path) in ([], ())
        if empty or (points and not problems and len(points) != TURRETS[kind]):
            which = "one standard arc" if kind == "single" else "two opposite arcs"
            problems = [f"A {kind} turret points to {which}, not to {len(points)}."]
        for problem in problems:
            sheet.fault(path, problem)
        return points

    return read


def _dial(sheet: GameSheet, path: KeyPath) -> tuple[str, ...]:
    """The templates of its dial, in the order of TEMPLATES. Rule: rules.md, Templates."""
    found = set()
    for at, name in enumerate(sheet.many(path, '["1 straight", "2 bank left"]', ())):
        try:
            found.add(read_template(name if isinstance(name, str) else ""))
        except GameError as refusal:
            for problem in refusal.problems:
                sheet.fault((*path, at), problem)
    base = sheet.get(_beside(path, "base"))
    if found and isinstance(base, str) and base.strip().lower() not in NAMED:
        sheet.fault(path, "a huge ship uses no templates here. Leave dial out.")
    return tuple(str(each) for each in TEMPLATES if each in found)


def _at(sheet: GameSheet, path: KeyPath) -> tuple[str, str] | None:
    """Where it begins: both `at` and `facing` are written, or neither, and it is placed in the game."""
    if sheet.get(path) is ABSENT and sheet.get(_beside(path, "facing")) is ABSENT:
        return None
    if not two_numbers(sheet, path, "[-40, 12.5]", "X and Y in mm"):
        return None
    x, y = (number(sheet, (*path, axis), "mm", -ON_RECORD, ON_RECORD) for axis in range(2))
    return x, y


def _facing(sheet: GameSheet, path: KeyPath) -> str | None:
    if sheet.get(path) is ABSENT and sheet.get(_beside(path, "at")) is ABSENT:
        return None
    return shortest(within_a_turn(Decimal(number(sheet, path, "degrees", -360, 360))))


@frozen(kw_only=True)
class Upgrade(Weapon):
    """A weapon of an upgrade card, and the turret arc indicator that it may bring."""

    turret: TurretKind | None = value(_turret)
    points: tuple[str, ...] = value(_points("the upgrade brings"))


@frozen(kw_only=True)
class ShipSheet(Value):
    """A ship as its table has it; see ShipListed. at, facing: where it begins, None if it is placed in the game."""

    name: str = new_name("ship", "Kestrel")
    player: str = whose()
    base: str = value(_base)
    half_angle: str | None = value(_half_angle)
    shaded: tuple[str, ...] = value(lambda sheet, path: _arcs(sheet, path, ARCS, ()))
    turret: TurretKind | None = value(_turret)
    points: tuple[str, ...] = value(_points("the ship has"))
    weapons: tuple[Weapon, ...] = tables(Weapon, "weapon")
    upgrades: tuple[Upgrade, ...] = tables(Upgrade, "upgrade")
    shields: int = whole(0, MOST, 0)
    hull: int = whole(1, MOST)
    dial: tuple[str, ...] = value(_dial)
    at: tuple[str, str] | None = value(_at)
    facing: str | None = value(_facing)

    def checked(self, sheet: GameSheet, path: KeyPath) -> ShipSheet:
        """One turret arc indicator at most, of the ship or of an upgrade, and one where a weapon needs it."""
        has_one = "the ship has a turret arc indicator of its own" if self.turret is not None else ""
        for at, upgrade in enumerate(self.upgrades):
            if upgrade.turret is not None and has_one:
                sheet.fault((*path, "upgrades", at, "turret"), f"{has_one}. Leave one of the two out.")
            elif upgrade.turret is not None:
                has_one = "another upgrade brings a turret arc indicator"
        names: list[str] = []
        for weapon in (*self.weapons, *self.upgrades):
            if weapon.name and (twin := same(weapon.name, names)) is not None:
                sheet.fault(path, f"it has two weapons named {twin}. Give each weapon its own name.")
            names.append(weapon.name)
            if weapon.arc == TURRET and not has_one:
                said = f"{weapon.name} attacks in a turret arc, but the ship has no turret arc indicator."
                sheet.fault(path, f'{said} Write turret = "single" or "double".')
        return self

    def listed(self, side: str) -> ShipListed:
        """It as it takes part. side: its player's."""
        turrets = [(each.turret, each.points) for each in self.upgrades if each.turret is not None]
        turret, points = (self.turret, self.points) if self.turret is not None or not turrets else turrets[0]
        upgrades = (
            Weapon(name=each.name, kind=each.kind, arc=each.arc, ranges=each.ranges, upgrade=True)
            for each in self.upgrades
        )
        return ShipListed(
            ship=self.name,
            player=self.player,
            side=side,
            base=self.base or "small",
            half_angle=self.half_angle,
            shaded=self.shaded,
            turret=turret,
            points=points,
            weapons=(*self.weapons, *upgrades),
            shields=self.shields,
            hull=self.hull,
            dial=self.dial,
        )

    def placed(self) -> ShipPlaced | None:
        """It where it begins."""
        if self.at is None or self.facing is None:
            return None
        x, y = self.at
        return ShipPlaced(ship=self.name, x=x, y=y, facing=self.facing)
