"""Boards of SFB 'n3D to try the rules on: units by keyword, and impulses played part by part.

Places are written in hexes ("3,0,-1.5"), facings and turns in words ("yaw 90"), speeds, thrust and strengths as
decimals ("12.5"); dice show what the test says, 1 to 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from attrs import evolve as changed

from sits_es.dice import ScriptedDice
from sits_es.events import Event
from sits_es.rules.sfb.board import Board, Body, Unit, Web
from sits_es.rules.sfb.cards.unit_class import Launcher, UnitClass, WeaponGroup
from sits_es.rules.sfb.fact import Fact, OfUnit
from sits_es.rules.sfb.motion.rules import gather, move
from sits_es.rules.sfb.procedure import change, turn
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.sums.facings import Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb.sums.numbers import RADIUS_WHOLE, WHOLE, read_decimal
from sits_es.rules.sfb.sums.places import Inertia, Place, read_inertia, read_place
from sits_es.rules.sfb.terrain.facts import TerrainKind
from sits_es.rules.sfb.webs.facts import Strand

F = TypeVar("F", bound=Event)

#: The parts of an impulse in which units change how they move, turn and move.
HELM = (change, turn, gather, move)

#: Plain cards: their numbers are easy to add up, and nobody's own.
CARDS = (
    UnitClass(
        name="Cruiser",
        kind="ship",
        turn_class="D",
        weapons=(WeaponGroup(name="phasers", arcs=("FH",), mounts=("top", "centre", "bottom")),),
        launchers=(Launcher(name="drone-rack", launches="Drone", shots=4),),
        breakdown=(6, 5),
        sphere=True,
    ),
    UnitClass(name="Weaver", kind="ship", turn_class="B", web=True),
    UnitClass(name="Station", kind="base", turn_class="base"),
    UnitClass(name="Fighter", kind="shuttle", turn_class="shuttle"),
    UnitClass(name="Drone", kind="seeking", turn_class="seeking", speed=20 * WHOLE, endurance=96),
    UnitClass(name="Warhead", kind="seeking", turn_class="seeking", speed=20 * WHOLE, strength=12 * WHOLE),
    UnitClass(name="Mine", kind="mine", turn_class="base", strength=10 * WHOLE, zone=WHOLE),
)


def opened(name: str) -> Board:
    """A bundled scenario as it is set up."""
    made = SYSTEM.setup(SYSTEM.bundled()[name].text, name, {})
    there: Board = SYSTEM.new_board(made.options, made.tables, made.classes)
    for fact in made.opening:
        if isinstance(fact, Fact):
            fact.apply(there)
    return there


def place(text: str | Place) -> Place:
    """A place in hexes."""
    return read_place(text) if isinstance(text, str) else text


def heading(text: str | Facing) -> Facing:
    """A facing in words."""
    return read_facing(text) if isinstance(text, str) else text


def parts(text: str | int) -> int:
    """A decimal in ten-thousandths."""
    return read_decimal(str(text), "a number")


def unit(
    name: str, at: str | Place = "0,0,0", facing: str | Facing = "yaw 0", card: str = "Cruiser", **more: Any
) -> Unit:
    """A unit; speed, thrust: decimals, inertia: three of them, rotation: a turn in words; the rest as Unit has it.

    Units whose names begin with K are Ben's and side "empire", all others Anna's and side "alliance".
    """
    kind = next(known.kind for known in CARDS if known.name == card)
    player, side = ("Ben", "empire") if name.startswith("K") else ("Anna", "alliance")
    for number in ("speed", "thrust"):
        if number in more:
            more[number] = parts(more[number])
    if "inertia" in more and not isinstance(more["inertia"], Inertia):
        more["inertia"] = read_inertia(more["inertia"])
    if "rotation" in more and not isinstance(more["rotation"], Turn):
        more["rotation"] = read_turn(more["rotation"])
    known: dict[str, Any] = {"player": player, "side": side, **more}
    return Unit(name=name, unit_class=card, kind=kind, place=place(at), facing=heading(facing), **known)


def body(name: str, at: str | Place = "0,0,0", kind: TerrainKind = "planet", **radii: str | int) -> Body:
    """A body; radius, atmosphere, inner and thick in hexes, a black hole's size in points."""
    known: dict[str, Any] = {
        what: parts(number) if what == "size" else parts(number) * RADIUS_WHOLE // WHOLE
        for what, number in radii.items()
    }
    return Body(name=name, kind=kind, place=place(at), **known)


def web(name: str, *anchors: str, strength: str | int = 0, points: Mapping[str, str] | None = None) -> Web:
    """A linear web from anchor to anchor, by the names of units, bodies or its own points."""
    strands = tuple(Strand(one, other) for one, other in pairwise(anchors))
    known = {point: place(at) for point, at in (points or {}).items()}
    return Web(name=name, player="Anna", kind="linear", points=known, strands=strands, strength=parts(strength))


def board(*things: Unit | Body | Web, cards: Sequence[UnitClass] = (), **more: Any) -> Board:
    """A board with these units, bodies and webs. cards: besides the plain ones, or instead of those of their name."""
    made = Board(classes={card.name: card for card in (*CARDS, *cards)}, **more)
    kept: dict[type, Any] = {Unit: made.units, Body: made.bodies, Web: made.webs}
    for thing in things:
        kept[type(thing)][thing.name] = thing
    made.webs_made = len(made.webs)
    return made


def card(name: str, **more: Any) -> UnitClass:
    """One of the plain cards, changed."""
    return changed(next(known for known in CARDS if known.name == name), **more)


def by_player(on: Board, orders: Iterable[OfUnit]) -> dict[str, list[OfUnit]]:
    """Orders by whose unit they are of."""
    found: dict[str, list[OfUnit]] = {}
    for order in orders:
        found.setdefault(on.units[order.unit].player, []).append(order)
    return found


def at_work(on: Board, *orders: OfUnit, dice: Iterable[int] = ()) -> Resolution:
    """An exchange on a board, before its first impulse. dice: what they show, 1 to 6, in the order thrown."""
    return Resolution(on, by_player(on, orders), ScriptedDice(face - 1 for face in dice))


def play(work: Resolution, impulses: int | Iterable[int], *steps: Callable[[Resolution], None]) -> list[Event]:
    """Go through impulses, or one, with only these parts of each; the facts of it."""
    since = len(work.facts)
    for impulse in (impulses,) if isinstance(impulses, int) else impulses:
        work.begin(impulse)
        for step in steps:
            step(work)
    return work.facts[since:]


def of(facts: Iterable[Event], kind: type[F]) -> list[F]:
    """The facts of one kind."""
    return [fact for fact in facts if isinstance(fact, kind)]
