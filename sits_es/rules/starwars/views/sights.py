"""Who has whom in which arc, at what range, which shield zones are open, and which weapons bear."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sits_es.rules.starwars.board import Board, Starship, bearing, lie_of, sides_on, target_names_side
from sits_es.rules.starwars.starship_class import Arc
from sits_es.rules.starwars.sums.relative import band_of


class Sight(Struct, frozen=True, kw_only=True):
    """A target as one starship has it. hexes: 0 up; band: None out of range.

    arcs: of the starship, that hold it; zones: of the target, open to it; both empty in one hex, where `chooser` says
    who names the side. weapons: those that reach it and bear on it, in one hex with the sides on which they do.
    """

    starship: str
    target: str
    hexes: int
    band: str | None
    arcs: tuple[Arc, ...]
    zones: tuple[Arc, ...]
    weapons: tuple[str, ...]
    chooser: str | None = None


def sights(board: Board, player: str | None = None) -> Iterator[Sight]:
    """Every starship on every enemy, in the order of initiative, the nearest enemy first. player: whose, None: all."""
    order = {name: at for at, name in enumerate(board.order)}
    for starship in sorted(board.out(), key=lambda each: (order.get(each.name, len(order)), each.name)):
        if player in {None, starship.player}:
            yield from sights_of(board, starship)


def sights_of(board: Board, starship: Starship) -> Iterator[Sight]:
    """One starship on every enemy, the nearest first."""
    for foe in sorted(board.enemies(starship), key=lambda other: ((other.place - starship.place).hexes, other.name)):
        yield sight(board, starship, foe)


def sight(board: Board, starship: Starship, target: Starship) -> Sight:
    """One starship on another."""
    way = target.place - starship.place
    if not way.hexes:
        chooser = target if target_names_side(starship, target) else starship
        return Sight(
            starship=starship.name,
            target=target.name,
            hexes=0,
            band=band_of(0),
            arcs=(),
            zones=(),
            weapons=tuple(_in_one_hex(board, starship, target)),
            chooser=chooser.name,
        )
    lie = lie_of(starship, target, None)
    return Sight(
        starship=starship.name,
        target=target.name,
        hexes=way.hexes,
        band=band_of(way.hexes),
        arcs=lie.arcs,
        zones=lie.zones,
        weapons=tuple(each.name for each in bearing(board, starship, target, lie)),
    )


def _in_one_hex(board: Board, starship: Starship, target: Starship) -> Iterator[str]:
    """Each weapon with the sides on which it bears: `torpedoes toward A B F`; in one hex every weapon reaches."""
    for weapon in board.weapons_of(starship):
        if sides := sides_on(weapon, starship, target):
            yield f"{weapon.name} toward {' '.join(sides)}"
