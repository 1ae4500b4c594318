"""What speaks against a place, and against a turn of a turret. Rule: rules.md, Turrets; house."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.errors import NotAllowedError
from sits_es.rules.refusals import Refusal
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.entry_rules import EntryRules
from sits_es.rules.xwing.moves.facts import AtPlace, ShipMoved, ShipPlaced, TurretRotated
from sits_es.rules.xwing.sums.areas import STANDARD, in_order
from sits_es.rules.xwing.sums.firing_arcs import rotate
from sits_es.rules.xwing.words import huge_turret


def _off_table(board: Board, fact: AtPlace) -> Iterator[Refusal]:
    """Where a table is laid, the middle of a ship is on it. Rule: house."""
    if board.table is not None and not board.table.holds(fact.x, fact.y):
        yield Refusal(
            f"{fact.ship}: {fact.x},{fact.y} is off the table, which reaches {board.table.reach}. "
            "A ship that leaves it is entered with remove."
        )


class _Placing(EntryRules[ShipPlaced]):
    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        if ship.stand is not None:
            yield Refusal(f"{ship.name} is placed already, at {ship.stand}. Enter where it goes as a move.")
        yield from _off_table(board, self.fact)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[ShipPlaced, str]]:
        del board
        yield ShipPlaced(ship=ship.name, x="-40", y="12.5", facing="30"), ""


class _Moving(EntryRules[ShipMoved]):
    on_table = True

    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        del ship
        yield from _off_table(board, self.fact)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[ShipMoved, str]]:
        del board
        yield ShipMoved(ship=ship.name, template="2 bank left", x="10", y="80.5", facing="75"), ""


class _Rotating(EntryRules[TurretRotated]):
    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        del board
        fact = self.fact
        if ship.turret is None:
            yield Refusal(f"{ship.name} has no turret arc indicator. Leave rotate out.")
        elif ship.huge and not fact.ruling:
            yield Refusal(f"{huge_turret(ship.name)} Write rotate {','.join(fact.points)} by ruling: TEXT.")
        elif not fact.ruling or fact.points != ship.points:
            try:
                rotate(ship.points, fact.points)
            except NotAllowedError as refusal:
                yield from (Refusal(f"{ship.name}: {said}", "points") for said in refusal.problems)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[TurretRotated, str]]:
        """To the next arc clockwise of each that it points toward."""
        del board
        if ship.turret is not None and ship.stand is not None:
            points = in_order(STANDARD[(STANDARD.index(arc) + 1) % len(STANDARD)] for arc in ship.points)
            yield TurretRotated(ship=ship.name, points=points, ruling="TEXT" if ship.huge else ""), ""
