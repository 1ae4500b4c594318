"""Checks as they are ordered and made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.star_wars.fact import OfCheck, OfStarship
from sits_es.rules.star_wars.starship_class import Skill

if TYPE_CHECKING:
    from sits_es.rules.star_wars.board import Board

#: Which of a slot's checks it is: that of the flight through an asteroid field, or that of the action.
Source = Literal["flight", "action"]


@event("starwars.CheckOrdered")
@frozen(kw_only=True)
class CheckOrdered(OfCheck):
    """`check computers difficulty 2: slice the beacon`, an action. difficulty: dice, 0 to 5; why: may be empty."""

    skill: Skill
    difficulty: int
    why: str


@event("starwars.CheckMade")
@frozen(kw_only=True)
class CheckMade(OfStarship):
    """A pool was rolled, each die an event before this one; this is what it comes to.

    source: whether it was the action's, or the flight's through an asteroid field. against: the starship that it was
    made against, None for nobody; about: the field that was flown through, or the player's words, or nothing. pool:
    dice in the order ability, proficiency, boost, difficulty, challenge, setback. success, advantage: net number,
    negative for failures and threats; triumph, despair: how many. Rule: rules.md, Dice.
    """

    source: Source
    skill: Skill
    against: str | None
    about: str
    pool: tuple[int, int, int, int, int, int]
    success: int
    advantage: int
    triumph: int
    despair: int

    @property
    def succeeds(self) -> bool:
        """Whether at least one success is left."""
        return self.success > 0

    def apply(self, board: Board) -> None:
        """It is one of this slot's checks."""
        board.checks = (*board.checks, self)
