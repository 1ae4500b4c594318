"""What each fact does to the board, in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from sits_es.events import Event
from sits_es.rules.xwing.events import entered, followed, setup
from sits_es.rules.xwing.state import Board, Ship, Stand
from sits_es.rules.xwing.sums.bases import read_base


def _table(board: Board, fact: setup.TableLaid) -> None:
    board.table = fact


def _listed(board: Board, fact: setup.ShipListed) -> None:
    read_base(fact.base, fact.half_angle)  # refuses what no base is: it would be missed on the map alone
    board.ships[fact.ship] = Ship(
        name=fact.ship,
        player=fact.player,
        side=fact.side,
        base=fact.base,
        half_angle=fact.half_angle,
        shaded=fact.shaded,
        turret=fact.turret,
        points=fact.points,
        weapons=fact.weapons,
        shields=fact.shields,
        hull=fact.hull,
        most_shields=fact.shields,
        most_hull=fact.hull,
    )


def _stands(board: Board, fact: entered.ShipPlaced | entered.ShipMoved) -> None:
    board.ships[fact.ship].stand = Stand(fact.x, fact.y, fact.facing)


def _rotated(board: Board, fact: entered.TurretRotated) -> None:
    board.ships[fact.ship].points = fact.points


def _attacks(board: Board, fact: entered.AttackEntered) -> None:
    """It is kept with the places of that time: whoever moves later in the same entry changes nothing of it."""
    attack = board.next_attack(fact.ship, fact.target, fact.weapon, fact.ruling)
    board.attacks = (*board.attacks, attack)


def _changed(board: Board, number: int, **values: Any) -> None:
    at = number - 1
    board.attacks = (*board.attacks[:at], evolve(board.attacks[at], **values), *board.attacks[number:])


def _declared(board: Board, fact: followed.AttackDeclared) -> None:
    _changed(board, fact.attack, arcs=fact.arcs, arc=fact.arc, range=fact.range)


def _disputed(board: Board, fact: entered.DisputeEntered) -> None:
    _changed(board, fact.attack, disputed=(board.ships[fact.ship].player, fact.text))


def _ruled(board: Board, fact: entered.RulingEntered) -> None:
    _changed(board, fact.attack, ruled=(fact.stands, fact.text))


def _damaged(board: Board, fact: entered.DamageEntered) -> None:
    ship = board.ships[fact.ship]
    ship.shields -= fact.shields
    ship.hull -= fact.hull


def _regained(board: Board, fact: entered.DamageRegained) -> None:
    ship = board.ships[fact.ship]
    ship.shields += fact.shields
    ship.hull += fact.hull
    if ship.gone == "lost" and ship.hull > 0:
        ship.gone = None


def _critical(board: Board, fact: entered.CriticalEntered) -> None:
    ship = board.ships[fact.ship]
    ship.criticals = (*ship.criticals, fact.text)


def _removed(board: Board, fact: entered.ShipRemoved) -> None:
    board.ships[fact.ship].gone = "removed"


def _lost(board: Board, fact: followed.ShipLost) -> None:
    board.ships[fact.ship].gone = "lost"


def _ends(board: Board, _fact: entered.RoundEndEntered) -> None:
    board.ending = True


def _counted(board: Board, fact: followed.EntryCounted) -> None:
    board.turn, board.entry = (fact.turn + 1, 1) if fact.last else (fact.turn, fact.entry + 1)
    board.ending = False


def _nothing(_board: Board, _fact: Event) -> None:
    """A note is told and kept, and changes nothing on the board."""


#: Handlers by class of event. An event without one is not a fact of X-Wing.
HANDLERS: Final[Mapping[type[Event], Callable[[Any, Any], None]]] = {
    setup.TableLaid: _table,
    setup.ShipListed: _listed,
    entered.ShipPlaced: _stands,
    entered.ShipMoved: _stands,
    entered.TurretRotated: _rotated,
    entered.AttackEntered: _attacks,
    entered.DamageEntered: _damaged,
    entered.DamageRegained: _regained,
    entered.CriticalEntered: _critical,
    entered.NoteEntered: _nothing,
    entered.ShipRemoved: _removed,
    entered.DisputeEntered: _disputed,
    entered.RulingEntered: _ruled,
    entered.RoundEndEntered: _ends,
    followed.AttackDeclared: _declared,
    followed.ShipLost: _lost,
    followed.EntryCounted: _counted,
}
