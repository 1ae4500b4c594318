"""What every order and fact is, what is one of a starship, and what an order adds to a check.

What means the same in many facts and orders:

starship: its name; target: name of the starship aimed at; over: name of the other starship; player: id of its player;
starship_class: name of its class; weapon: its name on the card; zone: of the target's shields; skill: the one checked;
why: its cause; critical: its number in the game, 1 up; text: the player's words; what: what is spent; number: how many,
1 up; source: the check that it came from; speed: hexes a round at most, 0 up; boost, setback: dice added, 0 up;
upgrades: of the starship's dice, 0 up; harder: upgrades of the difficulty, 0 up; member: the crew member who acts,
empty for the pilot; effect: what holds for a starship; by: name of the starship that caused it; kind: of terrain;
steps: forward, or a turn to the left or right; side: name of its side; facing: the side of its hex that its bow points
to.

Rule: rules.md.
"""

from typing import TYPE_CHECKING

from attrs import frozen

from sits_es.events import Event

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board


@frozen(kw_only=True)
class Fact(Event):
    """A fact of Star Wars hex combat. By default it is told and kept, and moves nothing on the board."""

    def apply(self, board: "Board") -> None:
        """What it does to a working board, in place."""


@frozen(kw_only=True)
class OfStarship(Fact):
    """Something that a starship is ordered to do, that is entered of it, or that happens to it."""

    starship: str


@frozen(kw_only=True)
class OfCheck(OfStarship):
    """An order that is a check, or may bring one. What the players agree on is added to the pool, 0 up each.

    boost, setback: dice, 0 up; upgrades: of the starship's own dice, 0 up; harder: upgrades of the difficulty, 0 up.
    """

    boost: int = 0
    setback: int = 0
    upgrades: int = 0
    harder: int = 0


@frozen(kw_only=True)
class OfMember(OfCheck):
    """An order that is the action of the pilot or of another of the crew. Rule: rules.md, Crews."""

    member: str = ""
