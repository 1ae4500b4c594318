"""Facts of step 3: beams, sidewalls met, salvoes launched, and orders that came to nothing."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from sits_es.events import Coded, Event, all_of, event
from sits_es.rules.sits.events.codes import REASONS
from sits_es.rules.sits.tables.missiles import Warhead
from sits_es.space.arcs import Facing
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector

Reading = Literal["strikes", "stops"]


@event("sits.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(Event):
    """An order could not be carried out when its moment came. order: as written; reasons: why."""

    ship: str
    order: str
    reasons: tuple[Coded, ...] = field(validator=all_of(REASONS))


@event("sits.OrdersStopped")
@frozen(kw_only=True)
class OrdersStopped(Event):
    """A `stop if` was met: what was plotted ahead beyond this segment is to be ordered again."""

    ship: str
    condition: str


@frozen(kw_only=True)
class Aim:
    """How a shot was aimed.

    window: on the map, shooter to target; mount_window: the same in the shooter's frame; target_window: the shooter in
    the target's frame; facing: the side it comes in on. All windows are None in the same hex at the same altitude.
    """

    range: int
    window: Window | None
    mount_window: Window | None
    target_window: Window | None
    facing: Facing


@event("sits.BeamFired")
@frozen(kw_only=True)
class BeamFired(Event):
    """A beam hit.

    kind: of weapon; weapons: how many fire; size: number of the row block of the card; damage_each, damage: points of
    one weapon and of all, before any sidewall. closure: the relative vectors, in hexes a turn; closure_per_turn: hexes;
    closure_half_hexes: half hexes a segment; band: 1 to 6. For energy torpedoes size, closure and band are 0.
    """

    shot: str
    shooter: str
    weapon: str
    kind: Literal["graser", "laser", "energy-torpedo"]
    target: str
    aim: Aim
    weapons: int
    size: int = 0
    closure: HexVector = HexVector()
    closure_per_turn: int = 0
    closure_half_hexes: int = 0
    band: int = 0
    damage_each: int
    damage: int


@event("sits.LanceFired")
@frozen(kw_only=True)
class LanceFired(Event):
    """A grav lance was fired.

    wall: percent that it has to beat, null where no sidewall stands; wall_falls: whether it does. Rule: card, "Grav
    Lance". That is the number mirrored in its track where the chart's number strikes, else the number in force. Rule:
    sits rules 7.
    """

    shot: str
    shooter: str
    weapon: str
    target: str
    aim: Aim
    quality: int
    variance: int
    wall: int | None
    wall_falls: bool


@event("sits.WallMet")
@frozen(kw_only=True)
class WallMet(Event):
    """Damage met a standing sidewall.

    strength: its number in force, in percent; bonus: the weapon's, in percent; percent: strength + bonus + variance,
    held to 0 to 100; parts: points of the chart's sum. charted: the kill chart's number for `damage`; reading: whether
    that number strikes or is stopped; strikes: points that go on to the hull by the game's reading of it. Rule: flyer,
    sidewall layer; sits rules 8.5.
    """

    shot: str
    ship: str
    facing: Facing
    damage: int
    strength: int
    bonus: int
    variance: int
    percent: int
    parts: tuple[int, ...]
    charted: int
    reading: Reading
    strikes: int


@event("sits.TorpedoesStopped")
@frozen(kw_only=True)
class TorpedoesStopped(Event):
    """Energy torpedoes burst without effect on a standing sidewall. Rule: sits rules 7, after the second edition."""

    shot: str
    ship: str
    facing: Facing
    damage: int


@event("sits.SalvoLaunched")
@frozen(kw_only=True)
class SalvoLaunched(Event):
    """Salvoes left a mount: one attack.

    missiles: how many, salvoes x tubes; range_modifier: percent by the range table; penalty: percent of the launch;
    quality_level: percent, the sum of quality, range_modifier and penalty. max_salvoes: the card's text for this range
    ("3", "1/2"). Rule: card, Missile Range Table.
    """

    attack: str
    shooter: str
    mount: str
    target: str
    aim: Aim
    salvoes: int
    tubes: int
    missiles: int
    warhead: Warhead
    damage_each: int
    max_salvoes: str
    quality: int
    range_modifier: int
    penalty: int
    quality_level: int
