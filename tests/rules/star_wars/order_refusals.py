"""Orders that can't be given in a small fight, with what is said of each and the word that it is about."""

from __future__ import annotations

from typing import Any, Final

from sits_es.orders.frame import read_line
from sits_es.rules.star_wars.board import Board
from sits_es.rules.star_wars.fact import OfStarship
from sits_es.rules.star_wars.orders.language import LANGUAGE
from sits_es.rules.star_wars.slots.rules import problems_at
from tests.rules.star_wars.fleets import board, starship, terrain


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


#: Lines of a file -> what is wrong with the last, and at which of its words.
REFUSED: Final[tuple[tuple[list[str], str, str | None], ...]] = (
    # whose slot it is
    (
        ["Hawkk: fly F"],
        (
            "There is no starship Hawkk. Did you mean Hawk? "
            "Starships: Hawk, Heron, Kea, Kelpie, Kestrel, Kite, Kobold, Krait."
        ),
        "starship",
    ),
    (["Heron: fly F"], "Heron can't be ordered now. This is the slot of Hawk, and Anna orders it.", None),
    (["Kite: fly F"], "Kite can't be ordered now. This is the slot of Hawk, and Anna orders it.", None),
    (["Kelpie: fly F"], "Kelpie is lost. Leave its orders out.", "starship"),
    (
        ["note: a quiet day"],
        "Hawk: this is entered when it has happened, and is no order. Enter it: sits record.",
        None,
    ),
    (["side A"], "Hawk: no attack waits for a side to be named. Order a manoeuvre and an action.", None),
    (
        ["spend 1 advantage: cover"],
        "Hawk: nothing is rolled yet in this slot. Spend when the roll is known.",
        None,
    ),
    # one of each
    (["fly F", "accelerate"], "Hawk has one manoeuvre in a slot, and this is another. Leave one.", None),
    (["fly F", "fly F"], "Hawk has one manoeuvre in a slot, and this is another. Leave one.", None),
    (
        ["fire torpedoes at Kite", "check piloting difficulty 1", "check gunnery difficulty 1"],
        "Hawk has one action in a slot, and this is another. Leave one.",
        None,
    ),
    # manoeuvres
    (
        ["fly L L L R"],
        "Hawk: step 4 of L L L R: a silhouette 3 ship turns at most three times.",
        "step 4",
    ),
    (
        ["fly F F F F"],
        "Hawk: step 4 of F F F F: speed 3 allows 3 movement, and this step makes it 4.",
        "step 4",
    ),
    (
        ["fly R F F F"],
        "Hawk: step 4 of R F F F: speed 3 allows 3 movement, and this step makes it 4 (a gravity-well hex takes 2).",
        "step 4",
    ),
    (
        ["fly F R F F"],
        "Hawk: step 4 of F R F F: a silhouette 5 ship is there, and nobody else may enter its hex.",
        "step 4",
    ),
    (
        ["fly R F with 1 setback 2 harder"],
        "Hawk makes no check on this flight: it moves through no asteroid field. Leave out what comes after with.",
        "setback",
    ),
    # attacks
    (["fire laser at Kite"], "Hawk: There is no weapon laser. Weapons: forward-lasers, torpedoes.", "weapon"),
    (
        ["fire torpedo at Kite"],
        "Hawk: There is no weapon torpedo. Did you mean torpedoes? Weapons: forward-lasers, torpedoes.",
        "weapon",
    ),
    (
        ["fire torpedoes at Kit"],
        "Hawk: There is no target Kit. Did you mean Kite? Targets: Kea, Kestrel, Kite, Kobold, Krait.",
        "target",
    ),
    (["fire torpedoes at Hawk"], "Hawk can't name itself. Name an enemy.", "target"),
    (["fire torpedoes at Heron"], "Hawk: Heron is of its own side, red. Name an enemy.", "target"),
    (["fire torpedoes at Kelpie"], "Hawk: Kelpie is lost. Name another enemy.", "target"),
    (
        ["fire forward-lasers at Kestrel"],
        "Hawk: Kestrel is 3 hexes away, at medium range. The reach of forward-lasers is short range, up to 2 hexes.",
        "target",
    ),
    (
        ["fire torpedoes at Kea zone aft"],
        "Hawk: Kea is 21 hexes away, out of range. The reach of torpedoes is medium range, up to 5 hexes.",
        "target",
    ),
    (
        ["fly L L", "fire torpedoes at Kite"],
        "Hawk: its target lies in its aft and starboard arcs, where torpedoes does not bear. Fire a weapon that does.",
        "weapon",
    ),
    (
        ["fire torpedoes at Kite zone aft"],
        "Hawk lies before the forward zone of Kite. The aft zone is not open to it.",
        "zone",
    ),
    (
        ["fire torpedoes at Krait"],
        "Hawk lies before the aft and starboard zones of Krait. Choose: zone aft or starboard.",
        "target",
    ),
    (
        ["fire torpedoes at Krait zone port"],
        "Hawk lies before the aft and starboard zones of Krait. The port zone is not open to it.",
        "zone",
    ),
    (
        ["fire torpedoes at Kite toward A"],
        "Hawk: Kite is 2 hexes away, at short range. A side is named only in the same hex. Leave out toward.",
        "toward",
    ),
    (
        ["fly F F", "fire torpedoes at Kite"],
        "Hawk: Kite is in the same hex. Name the side on which it is taken to lie: toward, and A to F.",
        "target",
    ),
    (
        ["fly F F", "fire torpedoes at Kite toward D"],
        "Hawk: its target lies in its aft arc, where torpedoes does not bear. Fire a weapon that does.",
        "weapon",
    ),
    (
        ["fly F F", "fire torpedoes at Kite toward B"],
        "Hawk lies before the forward and starboard zones of Kite. Choose: zone forward or starboard.",
        "target",
    ),
    # Gain the Advantage
    (["gain advantage on Heron"], "Hawk: Heron is of its own side, red. Name an enemy.", "target"),
    (
        ["gain advantage on Kit"],
        "Hawk: There is no target Kit. Did you mean Kite? Targets: Kea, Kestrel, Kite, Kobold, Krait.",
        "target",
    ),
    (
        ["gain advantage on Kite"],
        "Hawk: Kite is 2 hexes away, at short range. Gain the Advantage needs close range, 1 hex at most.",
        "target",
    ),
)
