"""What each fact does to the board, in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from attrs import evolve

from sits_es.events import Event
from sits_es.rules.star_wars.events import checks, harm, motion
from sits_es.rules.star_wars.orders import forms
from sits_es.rules.star_wars.starship_class import ARCS
from sits_es.rules.star_wars.state import Board, CriticalHit, Starship, Terrain
from sits_es.space.hexes import Position

E = TypeVar("E", bound=Event)
BoardHandler = Callable[[Board, Any], None]


class HandlerTable(dict[type[Event], BoardHandler]):
    """Handlers by class of event, each on a working board, in place."""

    def does(self, cls: type[E]) -> Callable[[Callable[[Board, E], None]], Callable[[Board, E], None]]:
        """Take up what a class of facts does to a board."""

        def take_up(handler: Callable[[Board, E], None]) -> Callable[[Board, E], None]:
            self[cls] = handler
            return handler

        return take_up


#: What facts do.
HANDLERS: Final = HandlerTable()


def _nothing(_board: Board, _fact: Event) -> None:
    """A fact that is told and kept, and moves nothing on the board."""


for _told in (*forms.SLOT_ORDERS, motion.OrderVoided, motion.SlotPassed):
    HANDLERS[_told] = _nothing


@HANDLERS.does(motion.StarshipPlaced)
def _placed(board: Board, fact: motion.StarshipPlaced) -> None:
    board.starships[fact.starship] = Starship(
        name=fact.starship,
        starship_class=fact.starship_class,
        player=fact.player,
        side=fact.side,
        place=Position(fact.q, fact.r),
        facing=fact.facing,
        speed=fact.speed,
        crew=fact.crew,
        shields=board.classes[fact.starship_class].shields,
        initiative=fact.initiative,
    )


@HANDLERS.does(motion.TerrainPlaced)
def _terrain(board: Board, fact: motion.TerrainPlaced) -> None:
    places = tuple(Position(q, r) for q, r in fact.hexes)
    board.terrain[fact.name] = Terrain(name=fact.name, kind=fact.kind, hexes=places, setback=fact.setback)


@HANDLERS.does(motion.InitiativeSet)
def _initiative(board: Board, fact: motion.InitiativeSet) -> None:
    board.order = fact.order


@HANDLERS.does(motion.StarshipFlew)
def _flew(board: Board, fact: motion.StarshipFlew) -> None:
    starship = board.starships[fact.starship]
    starship.place, starship.facing = Position(fact.q, fact.r), fact.facing


@HANDLERS.does(motion.SpeedChanged)
def _speed(board: Board, fact: motion.SpeedChanged) -> None:
    board.starships[fact.starship].speed = fact.speed


@HANDLERS.does(motion.TimeRanOut)
def _time(board: Board, _fact: motion.TimeRanOut) -> None:
    board.over = True


@HANDLERS.does(checks.AttackDeclared)
def _declared(board: Board, fact: checks.AttackDeclared) -> None:
    board.declared = fact


@HANDLERS.does(checks.AttackAimed)
def _aimed(board: Board, fact: checks.AttackAimed) -> None:
    board.declared, board.aimed = None, (fact.weapon, fact.target)


@HANDLERS.does(checks.CheckMade)
def _checked(board: Board, fact: checks.CheckMade) -> None:
    board.checks = (*board.checks, fact)


@HANDLERS.does(checks.AdvantageGained)
def _gained(board: Board, fact: checks.AdvantageGained) -> None:
    holder, other = board.starships[fact.starship], board.starships[fact.over]
    holder.advantage = tuple(sorted({*holder.advantage, fact.over}))
    other.advantage = tuple(name for name in other.advantage if name != fact.starship)


@HANDLERS.does(checks.ResultSpent)
def _spent(board: Board, fact: checks.ResultSpent) -> None:
    key = f"{fact.source} {fact.what}"
    board.spent[key] = board.spent.get(key, 0) + fact.number


@HANDLERS.does(harm.TraumaSuffered)
def _trauma(board: Board, fact: harm.TraumaSuffered) -> None:
    board.starships[fact.starship].trauma = fact.total
    if fact.why.code == "weapon" and fact.trauma:
        board.hurt = True


@HANDLERS.does(harm.StrainSuffered)
def _strain(board: Board, fact: harm.StrainSuffered) -> None:
    board.starships[fact.starship].strain = fact.total


@HANDLERS.does(harm.CriticalSuffered)
def _critical(board: Board, fact: harm.CriticalSuffered) -> None:
    starship = board.starships[fact.starship]
    starship.criticals = (*starship.criticals, CriticalHit(number=fact.critical, result=fact.result))
    board.criticals = fact.critical


@HANDLERS.does(harm.StarshipLost)
def _lost(board: Board, fact: harm.StarshipLost) -> None:
    board.starships[fact.starship].gone = True


@HANDLERS.does(harm.StarshipShutDown)
def _shut(board: Board, fact: harm.StarshipShutDown) -> None:
    board.starships[fact.starship].shut_down, board.starships[fact.starship].speed = True, 0


@HANDLERS.does(harm.StarshipRestored)
def _restored(board: Board, fact: harm.StarshipRestored) -> None:
    board.starships[fact.starship].shut_down = False


@HANDLERS.does(forms.TraumaEntered)
def _trauma_entered(board: Board, fact: forms.TraumaEntered) -> None:
    starship = board.starships[fact.starship]
    starship.trauma = max(0, starship.trauma + fact.change)


@HANDLERS.does(forms.StrainEntered)
def _strain_entered(board: Board, fact: forms.StrainEntered) -> None:
    starship = board.starships[fact.starship]
    starship.strain = max(0, starship.strain + fact.change)


@HANDLERS.does(forms.ShieldsEntered)
def _shields_entered(board: Board, fact: forms.ShieldsEntered) -> None:
    starship = board.starships[fact.starship]
    starship.shields = tuple(
        fact.shields if zone == fact.zone else known for zone, known in zip(ARCS, starship.shields, strict=True)
    )


@HANDLERS.does(forms.CriticalEntered)
def _critical_entered(board: Board, fact: forms.CriticalEntered) -> None:
    starship = board.starships[fact.starship]
    starship.criticals = tuple(
        evolve(each, text=fact.text) if each.number == fact.critical else each for each in starship.criticals
    )


@HANDLERS.does(forms.CriticalMended)
def _critical_mended(board: Board, fact: forms.CriticalMended) -> None:
    starship = board.starships[fact.starship]
    starship.criticals = tuple(each for each in starship.criticals if each.number != fact.critical)


@HANDLERS.does(forms.NoteEntered)
def _noted(board: Board, fact: forms.NoteEntered) -> None:
    starship = board.starships[fact.starship]
    starship.notes = (*starship.notes, fact.text)
