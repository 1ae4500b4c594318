"""A dogfight under Star Wars hex combat, with whatever the dice make possible: an advantage gained, sides, spending."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sits_es.game.fold import Fold
from sits_es.orders.frame import read_line
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.slots.course import due
from sits_es.rules.starwars.starship_class import ARCS, SIDES

#: Two fighters in one hex, a corvette on its way through asteroids, and a patrol boat in a gas cloud before it.
SCENARIO: Final = """\
rules = "starwars"
title = "A dogfight"
rounds = 4

[players.red]
name = "Anna"

[players.blue]
name = "Ben"

[[starships]]
name = "Hawk"
class = "Sample heavy fighter"
player = "red"
at = ""
facing = "A"
speed = 2
initiative = "2 ability 1 proficiency"

[[starships]]
name = "Courier"
class = "Sample corvette"
player = "red"
at = "4E"
facing = "A"
speed = 2
initiative = "2 ability"

[[starships]]
name = "Kite"
class = "Sample heavy fighter"
player = "blue"
at = ""
facing = "D"
speed = 2
initiative = "1 ability 1 proficiency 1 boost"

[[starships]]
name = "Krait"
class = "Sample patrol boat"
player = "blue"
at = "2F"
facing = "E"
speed = 1
initiative = "2 ability"

[[terrain]]
name = "Shoal"
kind = "asteroid-field"
setback = 1
hexes = ["3E", "2E 1F", "1E 2F"]

[[terrain]]
name = "Haze"
kind = "gas-cloud"
setback = 1
centre = "2F"
radius = 0
"""


def orders(fold: Fold, player: str) -> str:
    """What a player orders at the exchange at hand: the first choice that nothing speaks against."""
    owed, board = fold.game.owed, fold.game.board
    if owed is None or player not in owed.orders_by:
        return ""
    who = due(board)[0].name
    choices = {"act": _acts, "side": _sides, "spend": _spends}.get(board.stage, _nothing)
    lines = next((lines for lines in choices(board, board.starships[who]) if _in_order(fold, who, lines)), ())
    return "\n".join([f"starship {who}", *(f"  {line}" for line in lines)])


def _nothing(board: Board, starship: Starship) -> Iterator[tuple[str, ...]]:
    """Threat of a foe's roll is left as it is."""
    del board, starship
    yield from ()


def _in_order(fold: Fold, who: str, lines: tuple[str, ...]) -> bool:
    given = [read_line(f"{who}: {line}", fold.system.language) for line in lines]
    step = fold.game.moment.segment
    return not any(list(fold.system.problems(fold.game.board, step, order, given)) for order in given)


def _acts(board: Board, starship: Starship) -> Iterator[tuple[str, ...]]:
    """Who holds the advantage fires, who has lost it fires and breaks away, and otherwise it is fought for."""
    foes = [foe for foe in board.out() if foe.side != starship.side]
    weapons = board.class_of(starship).weapons
    for foe in foes:
        if starship.name in foe.advantage:
            yield f"fire forward-lasers at {foe.name} zone aft with 1 boost", "accelerate"
            yield f"fire forward-lasers at {foe.name} zone aft with 1 boost", "decelerate"
    for foe in foes if not starship.advantage else ():
        yield f"gain advantage on {foe.name} with 2 boost", "fly R"
    for foe in foes:
        for weapon in weapons:
            for zone in ("", *(f" zone {zone}" for zone in ARCS)):
                yield "fly F", f"fire {weapon.name} at {foe.name}{zone}"
                yield (f"fire {weapon.name} at {foe.name}{zone}",)
                yield from ((f"fire {weapon.name} at {foe.name}{zone} toward {side}",) for side in SIDES)
    yield "fly F F", "check computers difficulty 1: look ahead"
    yield "fly L", "check perception difficulty 2"


def _sides(_board: Board, _starship: Starship) -> Iterator[tuple[str, ...]]:
    """Where its shields are: what attacks from there may bear or not."""
    yield ("side A",)


def _spends(board: Board, _starship: Starship) -> Iterator[tuple[str, ...]]:
    """A critical hit if there can be one; all that is left otherwise."""
    found = [(check.source, board.left_of(check)) for check in board.checks]
    left = [(source, each["advantage"], each["triumph"]) for source, each in found]
    for source, advantage, triumph in left:
        yield from ((f"spend {advantage} advantage on {source}: critical hit",) for _ in range(advantage > 0))
        yield from ((f"spend 1 triumph on {source}: critical hit",) for _ in range(triumph > 0))
    spent: list[str] = []
    for source, advantage, triumph in left:
        spent += [f"spend {advantage} advantage on {source}: a boost die"] * (advantage > 0)
        spent += [f"spend {triumph} triumph on {source}: upgrade the next check"] * (triumph > 0)
    yield tuple(spent)


def entered(fold: Fold) -> tuple[str, str] | None:
    """Strain that Courier's crew takes once, after the first round: it is entered."""
    board: Any = fold.game.board
    if board.turn == 2 and board.slot == 0 and board.stage == "act" and not board.starships["Courier"].notes:
        return "red", "starship Courier\n  strain +2\n  note: its crew strains the engines"
    return None


#: What Hawk does instead of its first action.
OTHERWISE: Final = "starship Hawk\n  fly F\n  check computers difficulty 1"
