"""Where webs run now: their strands as lines. Anchors move and take their webs with them. Rule: G10.115, G10.51."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.board import Board, Unit, Web
from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.rules.sfb_n3d.sums.webs import in_web

Line = tuple[Place, Place]


def lines(board: Board, web: Web, source: str = "") -> list[Line]:
    """The strands of a web as lines between two places, in order; a strand with an end that is gone has none.

    source: a unit that still counts though it is gone just now, because it explodes.
    """
    found = []
    for strand in web.strands:
        one, other = (_place(board, web, end, source) for end in (strand.one, strand.other))
        if one is not None and other is not None:
            found.append((one, other))
    return found


def webbed(board: Board, place: Place, source: str = "") -> bool:
    """Whether a place is in a web of any strength above 0: less than two hexes from a strand. Rule: G10.51."""
    return any(
        in_web(place, *line) for web in board.webs.values() if web.strength for line in lines(board, web, source)
    )


def anchors(web: Web) -> tuple[str, ...]:
    """The units and bodies that hold a web, by name."""
    return tuple(sorted({end for strand in web.strands for end in (strand.one, strand.other)} - {*web.points}))


def may_hold(board: Board, unit: Unit) -> bool:
    """Whether a unit can be an anchor: it lays webs, is a base, or already is one. Rule: G10.211, house."""
    if board.class_of(unit).web or unit.kind == "base":
        return True
    return any(unit.name in anchors(web) for web in board.webs.values())


def _place(board: Board, web: Web, end: str, source: str) -> Place | None:
    place = board.place_of(web, end)
    return board.units[end].place if place is None and end == source else place
