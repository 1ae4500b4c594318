"""What no unit may ever be ordered, whoever checked the order: by mail a changed program may seal anything.

The order checker refuses all of it, in words and before it is sealed; here it comes to nothing, and the run goes on.
"""

from __future__ import annotations

from typing import Final

from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.fact import OfUnit, Steering
from sits_es.rules.sfb_n3d.fire.facts import FireOrdered
from sits_es.rules.sfb_n3d.launching.facts import LaunchOrdered
from sits_es.rules.sfb_n3d.motion.facts import SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.orbits.facts import OrbitOrdered
from sits_es.rules.sfb_n3d.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb_n3d.spheres.facts import SphereOrdered
from sits_es.rules.sfb_n3d.sums.expanding_spheres import BEYOND
from sits_es.rules.sfb_n3d.sums.motion import MOST_THRUST, MOST_WEB
from sits_es.rules.sfb_n3d.terrain.facts import ORBITED
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered
from sits_es.rules.sfb_n3d.webs.facts import CastOrdered, WebOrdered, WebPowerOrdered

#: Impulses of a quarter of a turn, and those in which tactical manoeuvres by warp begin. Rule: C5.21.
QUARTER: Final = IMPULSES // 4
BEGINNINGS: Final = tuple(range(1, IMPULSES + 1, QUARTER))
#: Orders of units that lay webs. Rule: G10.0.
LAYING: Final = (WebOrdered, PointOrdered, JoinOrdered, PointMoveOrdered, WebPowerOrdered, CastOrdered)

#: A code of VOIDED, and its values.
Reason = tuple[str, tuple[str | int, ...]]


def unlawful(board: Board, unit: Unit, order: OfUnit) -> Reason | None:
    """Why an order is against the rules whatever else happens, by code; None when it isn't."""
    return next((reason for look in _LOOKS if (reason := look(board, unit, order)) is not None), None)


def _helm(_board: Board, unit: Unit, order: OfUnit) -> Reason | None:
    """Units that nobody steers. Rule: C3.7, C3.71, F2.21, M2.40."""
    if unit.kind in {"seeking", "mine"}:
        return "no-helm", ()
    if unit.kind != "base" or not isinstance(order, Steering):
        return None
    return None if isinstance(order, SpeedOrdered) and not order.speed else ("no-helm", ())


def _equipment(board: Board, unit: Unit, order: OfUnit) -> Reason | None:
    """What the unit's card has not."""
    card = board.class_of(unit)
    if isinstance(order, LAYING) and not card.web:
        return "no-generator", ("web",)
    if isinstance(order, SphereOrdered) and not card.sphere:
        return "no-generator", ("sphere",)
    if isinstance(order, HetOrdered) and unit.kind != "ship":
        return "no-het", (unit.kind,)
    if isinstance(order, FireOrdered) and card.weapon(order.weapon) is None:
        return "no-weapon", (order.weapon,)
    if isinstance(order, LaunchOrdered) and card.launcher(order.launcher) is None:
        return "no-launcher", (order.launcher,)
    return None


def _limits(_board: Board, _unit: Unit, order: OfUnit) -> Reason | None:
    """Numbers that no order may have. Rule: C1.43, C2.111, G23.41, G10.3, C5.21."""
    match order:
        case SpeedOrdered(speed=speed) if speed < 0:
            return "beyond-limit", ("speed",)
        case ThrustOrdered(thrust=thrust) if not 0 <= thrust <= MOST_THRUST:
            return "beyond-limit", ("thrust",)
        case SphereOrdered(radius=radius) if not 0 <= radius < BEYOND:
            return "beyond-limit", ("radius",)
        case CastOrdered(strength=strength) if not 0 <= strength <= MOST_WEB:
            return "beyond-limit", ("strength",)
        case TacOrdered(tac="warp" | "both", impulse=impulse) if impulse not in BEGINNINGS:
            return "tac-begins", ()
    return None


def _orbited(board: Board, _unit: Unit, order: OfUnit) -> Reason | None:
    """Bodies that no ship orbits. Rule: P8.41, house."""
    body = board.bodies.get(order.planet) if isinstance(order, OrbitOrdered) else None
    return ("no-orbit", (body.name, body.kind)) if body is not None and body.kind not in ORBITED else None


def _whose(board: Board, unit: Unit, order: OfUnit) -> Reason | None:
    """Fire and launches at one's own, and somebody else's web."""
    match order:
        case FireOrdered(target=str(target)) | LaunchOrdered(target=str(target)):
            aimed = board.units.get(target)
            return ("own-unit", (target,)) if aimed is not None and aimed.player == unit.player else None
        case JoinOrdered(web=name) | PointMoveOrdered(web=name) | WebPowerOrdered(web=name):
            web = board.webs.get(name)
            return ("not-your-web", (name,)) if web is not None and web.player != unit.player else None
    return None


_LOOKS: Final = (_helm, _equipment, _limits, _orbited, _whose)
