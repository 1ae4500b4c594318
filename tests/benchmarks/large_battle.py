"""A large battle for benchmarks: twelve ships in two lines, twenty attacks through every layer of defence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.board import Board, copied, fold
from sits_es.rules.sits.cards.samples import sample_classes
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import ShipPlaced, ThrustOrdered
from sits_es.rules.sits.procedure import opening
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.walls.facts import SlideOrdered
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector, Position

ATTACKS = 20
DICE = KeyedDice(b"\x05" * 32, "battle", 1, 1)
ROLES = ("Sample Dreadnought", "Sample Battlecruiser", "Sample Heavy Cruiser", "Sample Light Cruiser")


def battle() -> Board:
    """Six ships in line against six in line three hexes off, broadside to broadside."""
    placed = [
        ShipPlaced(
            ship=f"{side} {number}",
            ship_class=ROLES[number % len(ROLES)],
            side=side,
            player=side,
            position=Position(across, 2 * number - across // 2, number % 3),
            vectors=HexVector(6, 1) if side == "red" else HexVector(5, -1),
            attitude=Attitude(Window("A")),
        )
        for side, across in (("red", 0), ("blue", 3))
        for number in range(6)
    ]
    board = Board(tables=card_tables(), options=Options(), classes=sample_classes())
    standing = fold(copied(board), placed)
    return fold(standing, opening(standing))


def orders() -> dict[str, list[Order]]:
    """Every ship fires lasers and launches two broadsides, eight launch ahead too; thrusts change, decoys answer."""
    given: dict[str, list[Order]] = {"red": [], "blue": []}
    for side, other, mount in (("red", "blue", "starboard"), ("blue", "red", "port")):
        for number in range(6):
            ship, target = f"{side} {number}", f"{other} {number}"
            given[side] += [
                ThrustOrdered(ship=ship, thrust=2),
                DecoyOrdered(ship=ship, count=1),
                SlideOrdered(ship=ship, facing="port"),
                LaunchOrdered(ship=ship, mount=mount, target=target, salvoes=2),
                FireOrdered(ship=ship, weapon=f"{mount}-laser", target=target),
            ]
        for number in range(2, 6):
            aslant = LaunchOrdered(ship=f"{side} {number}", mount="forward", target=f"{other} {number - 2}", salvoes=1)
            given[side].append(aslant)
    return given


def again(facts: Sequence[Event], names: Mapping[type[Event], tuple[str, ...]]) -> list[Event]:
    """Throw the dice of facts again and make each fact again, with nothing decided and no board changed.

    names: the fields of each kind of fact.
    """
    made = []
    for fact in facts:
        if isinstance(fact, DiceRolled):
            DICE.throw(fact.key, len(fact.faces), fact.sides)
        kind = type(fact)
        made.append(kind(**{name: getattr(fact, name) for name in names[kind]}))
    return made
