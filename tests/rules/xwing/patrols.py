"""Ships of X-Wing for tests, on boards made of facts, and entries written as players write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from sits_es.events import Event
from sits_es.orders.frame import read_line
from sits_es.rules.refusals import Refusal
from sits_es.rules.xwing.board import Board, copied
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.moves.facts import ShipPlaced
from sits_es.rules.xwing.orders.language import LANGUAGE
from sits_es.rules.xwing.setting_up.facts import ShipListed, TableLaid
from sits_es.rules.xwing.weapons import Weapon
from sits_es.rules.xwing.xwing import SYSTEM

LASERS = Weapon(name="Lasers", kind="primary", arc="front")
TURRET = Weapon(name="Turret", kind="primary", arc="turret")

#: Two red ships and two blue ones: small, small with a single turret, large with a double one, and huge.
KESTREL = ShipListed(
    ship="Kestrel",
    player="red",
    side="red",
    base="small",
    half_angle=None,
    shaded=("front",),
    turret=None,
    points=(),
    weapons=(LASERS, Weapon(name="Torpedoes", kind="torpedo", arc="front")),
    shields=2,
    hull=3,
)
KITE = evolve(KESTREL, ship="Kite", turret="single", points=("left",), weapons=(LASERS, TURRET))
HAWK = evolve(KESTREL, ship="Hawk", player="blue", side="blue", weapons=(LASERS,), shields=0)
HERON = evolve(
    HAWK,
    ship="Heron",
    base="large",
    turret="double",
    points=("front", "rear"),
    weapons=(TURRET,),
    dial=("1 straight", "2 bank left"),
)
WHALE = evolve(HAWK, ship="Whale", base="80x195", half_angle="41", turret="single", points=("left",), weapons=(TURRET,))
ALL = (KESTREL, KITE, HAWK, HERON, WHALE)


def board(*facts: Any, ships: Sequence[ShipListed] = ALL, table: tuple[str, str] | None = None) -> Board:
    """A board with some ships after some facts."""
    found = Board()
    laid = [] if table is None else [TableLaid(width=table[0], height=table[1])]
    for fact in (*laid, *ships, *facts):
        fact.apply(found)
    return found


def at(ship: str, x: str, y: str, facing: str = "0") -> ShipPlaced:
    """A ship is put there."""
    return ShipPlaced(ship=ship, x=x, y=y, facing=facing)


def lines(*written: str) -> list[OfShip]:
    """What people enter, such as `Kestrel: end round`."""
    found: list[Any] = [read_line(line, LANGUAGE) for line in written]
    return found


def refused(stands: Board, player: str, *written: str) -> list[Refusal]:
    """Why a player can't enter some lines."""
    return [*SYSTEM.entry_problems(stands, player, lines(*written))]


def said(stands: Board, player: str, *written: str) -> list[str]:
    """The same, in words alone."""
    return [problem.message for problem in refused(stands, player, *written)]


def enter(stands: Board, player: str, *written: str) -> tuple[Board, list[Event]]:
    """A board after an entry that nothing speaks against, and what followed."""
    entered = lines(*written)
    assert [problem.message for problem in SYSTEM.entry_problems(stands, player, entered)] == []
    after, followed = copied(stands), []
    for fact in entered:
        fact.apply(after)
        followed += SYSTEM.at_once(after, fact)
    return after, [*followed, *SYSTEM.enter(after, player, entered)]
