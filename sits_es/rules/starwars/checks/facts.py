"""Checks as they are ordered and made."""

from typing import TYPE_CHECKING, Final

from attrs import frozen

from sits_es.events import event
from sits_es.rules.starwars.fact import OfMember, OfStarship
from sits_es.rules.starwars.starship_class import Skill

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board

#: Which of a slot's checks it is: `flight` through an asteroid field, `tractor` to break free of a beam, `action` of
#: the pilot, or who else made it; `guided` is a weapon's own, at the end of the round.
Source = str
FLIGHT: Final = "flight"
TRACTOR: Final = "tractor"
GUIDED: Final = "guided"
ACTION: Final = "action"


@event("starwars.CheckOrdered")
@frozen(kw_only=True)
class CheckOrdered(OfMember):
    """`check computers difficulty 2: slice the beacon`, an action. difficulty: dice, 0 to 5; why: may be empty."""

    skill: Skill
    difficulty: int
    why: str


@event("starwars.CheckMade")
@frozen(kw_only=True)
class CheckMade(OfStarship):
    """A pool was rolled, each die an event before this one; this is the result.

    source: `flight` through an asteroid field, `tractor` to break free of a beam, `action` of the pilot, the crew
    member who made it, or `guided` for a weapon's own attack. against: the starship that it was made against, None for
    nobody; about: the field that was flown through, a guided weapon, the player's words, or nothing. pool: dice in the
    order ability, proficiency, boost, difficulty, challenge, setback. success, advantage: net number, negative for
    failures and threats; triumph, despair: how many. Rule: rules.md, Dice.
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
    def member(self) -> str:
        """Who of the crew made it, empty for the pilot."""
        return "" if self.source in (FLIGHT, TRACTOR, GUIDED, ACTION) else self.source

    @property
    def succeeds(self) -> bool:
        """Whether at least one success is left."""
        return self.success > 0

    def apply(self, board: "Board") -> None:
        """It is one of this slot's checks, and what counted for the next one of its kind counts no more.

        A guided weapon's is over with it: nothing of that is spent. Rule: house.
        """
        if self.source == GUIDED:
            mine = (self.starship, self.about)
            board.guided = tuple(each for each in board.guided if (each.starship, each.weapon) != mine)
            return
        board.checks = (*board.checks, self)
        board.use_up(self)
