"""Orders that can't be given in a small fight, with what is said of each and the word that it is about."""

from __future__ import annotations

from typing import Any, Final

from sits_es.events import Coded
from sits_es.orders.frame import read_line
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.slots.rules import problems_at
from tests.rules.starwars.fleets import board, starship, terrain


def meeting(**more: Any) -> Board:
    """The slot of Hawk, a fighter in the middle of the map that flies toward A; enemies begin with K."""
    return board(
        starship("Hawk"),
        starship("Heron", "3D"),
        starship("Kite", "2A", "D"),
        starship("Kestrel", "1A 2B", "C", card="Corvette"),
        starship("Krait", "2F"),
        starship("Kobold", "3B"),
        starship("Kea", "21A"),
        starship("Kelpie", gone=True),
        terrain("Belt", "asteroid-field", "1F", "1A"),
        terrain("Well", "gravity-well", "1B"),
        **more,
    )


def orders_of(*lines: str) -> list[OfStarship]:
    """Lines as orders, of Hawk where they name nobody else before a colon."""
    found = [read_line(line if line[0].isupper() else f"Hawk: {line}", LANGUAGE) for line in lines]
    return [order for order in found if isinstance(order, OfStarship)]


def faults(on: Board, *lines: str) -> list[tuple[str, str | None]]:
    """What is wrong with the last of these orders, and the word that it is about."""
    given = orders_of(*lines)
    return [(found.message, found.field) for found in problems_at(on, 1, given[-1], given)]


def said(on: Board, *lines: str) -> list[str]:
    return [message for message, _ in faults(on, *lines)]


#: Lines of a file -> the reason why the last can't be given, its code and values, and at which of its words.
REFUSED: Final[tuple[tuple[list[str], Coded, str | None], ...]] = (
    # whose slot it is
    (["note: a quiet day"], Coded("only-entered"), None),
    (["side A"], Coded("nothing-declared"), None),
    (["spend 1 advantage: cover"], Coded("nothing-rolled"), None),
    # one of each
    (["fly F", "accelerate"], Coded("manoeuvred-already"), None),
    (["fly F", "fly F"], Coded("manoeuvred-already"), None),
    (
        ["fire torpedoes at Kite", "check piloting difficulty 1", "check gunnery difficulty 1"],
        Coded("acted-already"),
        None,
    ),
    # manoeuvres
    (["fly L L L R"], Coded("flight-unlawful", (4, "turns", 4, "L L L R", 3)), "step 4"),
    (["fly F F F F"], Coded("flight-unlawful", (4, "movement", 4, "F F F F", 3)), "step 4"),
    (["fly R F F F"], Coded("flight-unlawful", (4, "movement", 4, "R F F F", 3)), "step 4"),
    (["fly F R F F"], Coded("flight-unlawful", (4, "occupied", 5, "F R F F", 3)), "step 4"),
    # attacks
    (["fire laser at Kite"], Coded("no-weapon", ("laser", "forward-lasers, torpedoes")), "weapon"),
    (["fire torpedo at Kite"], Coded("no-weapon", ("torpedo", "forward-lasers, torpedoes")), "weapon"),
    (["fire torpedoes at Kit"], Coded("no-target", ("Kit", "Kea, Kestrel, Kite, Kobold, Krait")), "target"),
    (["fire torpedoes at Hawk"], Coded("target-itself"), "target"),
    (["fire torpedoes at Heron"], Coded("not-an-enemy", ("Heron", "red")), "target"),
    (["fire torpedoes at Kelpie"], Coded("target-gone", ("Kelpie",)), "target"),
    (["fire forward-lasers at Kestrel"], Coded("out-of-range", ("Kestrel", 3, "forward-lasers", "short")), "target"),
    (["fire torpedoes at Kea zone aft"], Coded("out-of-range", ("Kea", 21, "torpedoes", "medium")), "target"),
    (["fly L L", "fire torpedoes at Kite"], Coded("does-not-bear", ("torpedoes", "aft, starboard")), "weapon"),
    (["fire torpedoes at Kite zone aft"], Coded("zone-not-open", ("aft", "forward", "Kite")), "zone"),
    (["fire torpedoes at Krait"], Coded("zone-not-named", ("aft, starboard", "Krait")), "target"),
    (["fire torpedoes at Krait zone port"], Coded("zone-not-open", ("port", "aft, starboard", "Krait")), "zone"),
    (["fire torpedoes at Kite toward A"], Coded("side-not-in-one-hex", ("Kite", 2)), "toward"),
    (["fly F F", "fire torpedoes at Kite"], Coded("side-not-named", ("Kite",)), "target"),
    (["fly F F", "fire torpedoes at Kite toward D"], Coded("does-not-bear", ("torpedoes", "aft")), "weapon"),
    (["fly F F", "fire torpedoes at Kite toward B"], Coded("zone-not-named", ("forward, starboard", "Kite")), "target"),
    # Gain the Advantage
    (["gain advantage on Heron"], Coded("not-an-enemy", ("Heron", "red")), "target"),
    (["gain advantage on Kit"], Coded("no-target", ("Kit", "Kea, Kestrel, Kite, Kobold, Krait")), "target"),
    (["gain advantage on Kite"], Coded("not-close", ("Kite", 2)), "target"),
)
