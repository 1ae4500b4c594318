"""Slots of Star Wars hex combat played with orders as players write them and dice that show what a test says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from sits_es.dice import DiceRolled, ScriptedDice
from sits_es.events import Event
from sits_es.orders.frame import read_line
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.facts import OrderVoided
from sits_es.rules.starwars.slots.rules import carry_out
from sits_es.rules.starwars.sums.narrative_dice import FACES

F = TypeVar("F", bound=Event)


def ordered(*lines: str) -> list[OfStarship]:
    """Orders as they are sealed: `Hawk: fly F F`."""
    found = [read_line(line, LANGUAGE) for line in lines]
    assert all(isinstance(each, OfStarship) for each in found)
    return [each for each in found if isinstance(each, OfStarship)]


def faces(text: str) -> ScriptedDice:
    """Dice to be thrown, in order: `ability:sa difficulty:f d100:42`, the last one 1 to 100."""
    thrown = [word.split(":") for word in text.split()]
    return ScriptedDice(int(face) - 1 if kind == "d100" else FACES[kind].index(face) for kind, face in thrown)


def play(on: Board, *lines: str, dice: str = "") -> list[Event]:
    """What comes of orders at the stage at hand; just the dice that are said are thrown, of just these kinds."""
    scripted = faces(dice)
    orders: dict[str, list[OfStarship]] = {}
    for order in ordered(*lines):
        known = on.starships.get(order.starship)
        orders.setdefault(known.player if known is not None else "Anna", []).append(order)
    facts = carry_out(on, orders, scripted)
    assert not scripted.faces
    kinds = [fact.purpose.rpartition(": ")[2] for fact in of(facts, DiceRolled)]
    assert kinds == [word.split(":")[0].replace("d100", "critical hit") for word in dice.split()]
    return facts


def played(on: Board, *lines: str, dice: str = "") -> list[Event]:
    """The same, on to what comes next, and without the dice."""
    facts = play(on, *lines, dice=dice)
    course.advance(on)
    return [fact for fact in facts if not isinstance(fact, DiceRolled)]


def of(facts: Iterable[Event], cls: type[F]) -> list[F]:
    """Facts of one class."""
    return [fact for fact in facts if isinstance(fact, cls)]


def kinds(facts: Iterable[Event]) -> list[str]:
    """The classes of facts by name, dice left out: the order in which things happen."""
    return [type(fact).__name__ for fact in facts if not isinstance(fact, DiceRolled)]


def voided(facts: Iterable[Event]) -> list[tuple[str, ...]]:
    """Of each order that came to nothing: its words, the code and its first two values."""
    return [(fact.order, fact.why.code, *map(str, fact.why.values[:2])) for fact in of(facts, OrderVoided)]
