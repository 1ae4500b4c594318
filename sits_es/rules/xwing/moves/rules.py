"""What speaks against a place or a way, where a way ends, and turns of a turret. Rule: rules.md, Templates, Turrets."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.refusals import Refusal
from sits_es.rules.xwing.board import Board, Ship
from sits_es.rules.xwing.entry_rules import EntryRules
from sits_es.rules.xwing.moves.facts import MoveEntered, ShipMoved, ShipPlaced, TurretRotated
from sits_es.rules.xwing.sums.areas import STANDARD, in_order
from sits_es.rules.xwing.sums.bases import Stand, within_a_turn
from sits_es.rules.xwing.sums.firing_arcs import rotate
from sits_es.rules.xwing.sums.numbers import FARTHEST, plainly
from sits_es.rules.xwing.sums.stops import Flight, beneath, fly
from sits_es.rules.xwing.sums.template_moves import TEMPLATES, known_template, read_template
from sits_es.rules.xwing.words import huge_turret
from sits_es.sentences import listed

#: What becomes of a ship on the table that leaves it.
_LEAVES: Final = "If the ship leaves the table, enter remove."


def _off_table(board: Board, ship: Ship, stand: Stand) -> Iterator[Refusal]:
    """Where a table is laid, the middle of a ship is on it. Rule: house."""
    if board.table is not None and not board.table.holds(stand.x, stand.y):
        leaves = "" if ship.stand is None else f" {_LEAVES}"
        yield Refusal(f"{ship.name}: {stand.x},{stand.y} is off the table, which reaches {board.table.reach}.{leaves}")


class _Placing(EntryRules[ShipPlaced]):
    in_play = False

    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        if ship.stand is not None:
            yield Refusal(f"{ship.name} is already placed, at {ship.stand}. Enter the ship's next place as a move.")
        yield from _off_table(board, ship, self.fact.stand)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[ShipPlaced, str]]:
        del board
        yield ShipPlaced(ship=ship.name, x="-40", y="12.5", facing="30"), ""


def flight(board: Board, ship: Ship, template: str) -> Flight:
    """Where a ship ends by a template as everybody stands. Raises a GameError for no template, and for a huge base."""
    others = {each.name: each.placement for each in board.placed() if each is not ship}
    return fly(ship.placement, read_template(template), others, board.lying)


class _Moving(EntryRules[MoveEntered]):
    on_table = True

    def why_not(self, board: Board, ship: Ship) -> Iterator[Refusal]:
        fact = self.fact
        if fact.stand is not None:
            yield from _off_table(board, ship, fact.stand)
        elif ship.huge:
            yield Refusal(
                f"{ship.name} is huge and uses no templates here. Write {fact.template} to X,Y facing DEGREES."
            )
        elif _too_far(found := flight(board, ship, fact.template)):
            yield Refusal(f"{ship.name}: {fact.template} ends {_FAR}. {_LEAVES}")
        else:
            yield from _off_table(board, ship, stand_of(found))

    def follows(self, board: Board, ship: Ship) -> Iterator[ShipMoved]:
        """It comes to stand where it ends. An entered place counts, however far it is from where the template ends."""
        fact, known = self.fact, known_template(self.fact.template)
        found = None if known is None or ship.huge else flight(board, ship, fact.template)
        found = None if found is None or _too_far(found) else found
        stand = fact.stand
        if stand is None:
            stand = stand_of(flight(board, ship, fact.template) if found is None else found)
        others = {each.name: each.placement for each in board.placed() if each is not ship}
        off = turned = ""
        if fact.stand is not None and found is not None:
            off, turned = _apart(stand_of(found), fact.stand)
        worked_out = found is not None and not off and not turned
        yield ShipMoved(
            ship=ship.name,
            template=fact.template,
            x=stand.x,
            y=stand.y,
            facing=stand.facing,
            stopped=found.stopped if found is not None and worked_out else (),
            over=beneath(ship.at(stand), others, board.lying),
            through=found.through if found is not None and worked_out else (),
            off=off,
            turned=turned,
            dial=ship.shows if ship.shows not in {None, fact.template} else "",
        )

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[tuple[MoveEntered, str]]:
        """Each of its templates, with where it ends."""
        for template in templates_of(ship) if ship.stand is not None and not ship.huge else ():
            ending = ending_in_words(board, ship, flight(board, ship, template))
            dial = "; its dial shows it" if template == ship.shows else ""
            yield MoveEntered(ship=ship.name, template=template), f"{ending}{dial}"


def templates_of(ship: Ship) -> tuple[str, ...]:
    """What its dial has, the one that it shows first; all where it has no list."""
    found = ship.dial or tuple(map(str, TEMPLATES))
    return tuple(sorted(found, key=lambda each: each != ship.shows))


#: Where nothing is kept on record.
_FAR: Final = f"more than {FARTHEST} mm from the middle of the table"


def _too_far(found: Flight) -> bool:
    """Whether a way ends where no place can be kept."""
    return max(abs(found.to.x), abs(found.to.y)) > FARTHEST


def stand_of(found: Flight) -> Stand:
    """Where a way ends, as it is kept."""
    return Stand(*(plainly(number) for number in (found.to.x, found.to.y, found.to.facing)))


def _apart(one: Stand, other: Stand) -> tuple[str, str]:
    """How far another place is from the one, in mm and in degrees; each empty if they are the same."""
    away = one.away_from(other)
    turned = within_a_turn(Decimal(other.facing) - Decimal(one.facing))
    turned = min(turned, 360 - turned)
    return ("" if away == "0" else away), (plainly(turned) if turned else "")


def ending_in_words(board: Board, ship: Ship, found: Flight) -> str:
    """Where a way leads, in a few words."""
    if _too_far(found):
        return _FAR
    others = {each.name: each.placement for each in board.placed() if each is not ship}
    stand = stand_of(found)
    over = beneath(found.to, others, board.lying)
    return "; ".join(
        each
        for each in (
            f"to {stand}",
            f"stopped by {listed(found.stopped)}" if found.stopped else "",
            f"over {listed(over)}" if over else "",
            f"through {listed(found.through)}" if found.through else "",
        )
        if each
    )


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
