"""A turn of SITS at a glance: points, hulls, tubes and decoys, every ship in a few words, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from attrs import evolve, fields

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Phrase
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Glimpse, Measure, UnitGlance, UnitLine, changed, lost
from sits_es.report.working import Context
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import SHIP_TRACKS
from sits_es.rules.sits.sums.score import score
from sits_es.rules.sits.sums.tracks import WHOLE, conditions, decoys_left, lost_as, strength
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.telling import SitsTold, in_place
from sits_es.rules.sits.views.scenes import map_of
from sits_es.rules.sits.words import track_in_short
from sits_es.space.vectors import vectors_in_words


def glance(run: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
    """What a run of exchanges brought; without any, the board alone. Rule: house."""
    del tell
    first = run[0].before if run else board
    return Glance(
        title=_title(run, board),
        measures=measures(board),
        scene=map_of(board) if board.standing() else None,
        units=tuple(map(UnitGlance.of, lines(first, board))),
        happened=(told for stage in run for told in _happened(stage)),
    )


def _title(run: Sequence[Stage], board: Board) -> str:
    """`turn 1 of 6`; where the turn is not over, up to which segment; without a run, where the board stands."""
    last = run[-1].before if run else board
    turns = sorted({stage.before.turn for stage in run} or {board.turn})
    told = f"turn {turns[0]}" if len(turns) == 1 else f"turns {turns[0]} to {turns[-1]}"
    told += f" of {board.victory.turns}" if board.victory.turns is not None else ""
    if not run:
        return f"{told}, before {_step(last)}"
    first = run[0].before
    if last.segment > SEGMENTS and (first.segment == 1 or len(turns) > 1):
        return told
    if first.segment == last.segment and first.turn == last.turn:
        return f"{told}, {_step(first)}"
    if last.segment <= SEGMENTS:
        return f"{told}, segments {first.segment} to {last.segment}"
    return f"{told}, {_step(first)} to the break"


def _step(board: Board) -> str:
    return f"segment {board.segment}" if board.segment <= SEGMENTS else "the break"


def measures(board: Board) -> Iterator[Measure]:
    """Points, where the scenario gives any, then what each side has left on its ships."""
    if board.victory.points:
        yield Measure(name="points", sides=tuple((each.side, each.points) for each in score(board)))
    for name, left, most in (("hull", _hull, _whole_hull), ("tubes", _tubes, _all_tubes), ("decoys", _decoys, _stock)):
        yield Measure.of_sides(name, board.ships.values(), partial(left, board), partial(most, board))


def _hull(_: Board, ship: Ship) -> int:
    """Boxes of its hull that are whole, 0 for a ship out of the game."""
    return ship.boxes.get("hull", "").count(WHOLE) if ship.destroyed is None else 0


def _whole_hull(board: Board, ship: Ship) -> int:
    return len(board.class_of(ship).tracks.get("hull", ()))


def _tubes(board: Board, ship: Ship) -> int:
    if ship.destroyed is not None:
        return 0
    return sum(strength(board.class_of(ship), ship, mount.track("tubes")) for mount in board.class_of(ship).mounts)


def _all_tubes(board: Board, ship: Ship) -> int:
    tracks = board.class_of(ship).tracks
    return sum(max(tracks.get(mount.track("tubes"), ()), default=0) for mount in board.class_of(ship).mounts)


def _decoys(board: Board, ship: Ship) -> int:
    return decoys_left(board.class_of(ship), ship) if ship.destroyed is None else 0


def _stock(board: Board, ship: Ship) -> int:
    return max(board.class_of(ship).tracks.get("decoys", ()), default=0)


# ships


def lines(before: Board, board: Board) -> Iterator[UnitLine]:
    """Ships by side, those out of the game last."""
    ships = board.ships.values()
    for ship in sorted(ships, key=lambda ship: (ship.destroyed is not None, ship.side, ship.name)):
        was = before.ships.get(ship.name, ship)
        told = _out(ship) if ship.destroyed is not None else _afloat(before, board, was, ship)
        yield UnitLine(name=ship.name, side=ship.side, told=told, values=(board.turn, _values(ship)))


#: Fields of a ship that stand on the map, and in no sheet of one that is still in the game.
_ON_THE_MAP: Final = frozenset({"position", "vectors", "future", "chart", "halves"})
_STANDING: Final = attrgetter(*(each.name for each in fields(Ship) if each.name not in _ON_THE_MAP))


def _values(ship: Ship) -> list[object]:
    """All but what is on the map; tables as they are now."""
    now = [value.copy() if type(value) is dict else value for value in _STANDING(ship)]
    return [*now, ship.destroyed and ship.position]


def _out(ship: Ship) -> Iterator[Glimpse]:
    yield Glimpse([Phrase(f"OUT: {lost_as(str(ship.destroyed))}", "bad")], VITAL)


def _afloat(before: Board, after: Board, was: Ship, ship: Ship) -> Iterator[Glimpse]:
    hull = changed("hull", _hull(after, ship), _whole_hull(after, ship), _hull(before, was))
    decoys = changed("decoys", decoys_left(after.class_of(ship), ship), _stock(after, ship))
    yield Glimpse(hull, VITAL)
    yield Glimpse(f"thrust {ship.thrust}", VITAL)
    yield Glimpse(decoys, VITAL)
    if gone := lost([*_lost(after, was, ship)]):
        yield gone
    if wrong := conditions(ship):
        yield Glimpse([Phrase("; ".join(wrong), "bad")], VITAL)
    way = f"{_place(was)} -> {_place(ship)}" if was.position != ship.position else _place(ship)
    vectors, earlier = vectors_in_words(ship.vectors) or "still", vectors_in_words(was.vectors) or "still"
    yield Glimpse(f"{way}, alt {_altitude(was, ship)}", USUAL)
    yield Glimpse(vectors if vectors == earlier else f"{earlier} -> {vectors}", USUAL)
    yield Glimpse(f"nose {ship.attitude.nose}" + (f", roll {ship.attitude.roll}" if ship.attitude.roll else ""), USUAL)
    if ready := [*_ready(after, ship)]:
        yield Glimpse(f"ready: {', '.join(ready)}", DETAIL)


def _place(ship: Ship) -> str:
    return f"{ship.position.q},{ship.position.r}"


def _altitude(was: Ship, ship: Ship) -> str:
    before, now = was.position.altitude, ship.position.altitude
    told = f"{now:+}" if now else "0"
    return told if before == now else f"{before:+} -> {told}" if before else f"0 -> {told}"


def _ready(board: Board, ship: Ship) -> Iterator[str]:
    """Mounts that can fire or launch now, each by its name."""
    ship_class, launchers = board.class_of(ship), board.class_of(ship).launchers()
    ready = [
        ship_class.mount_of(weapon)
        for weapon in ship_class.weapons()
        if not ship.counters.get(weapon, 0) and strength(ship_class, ship, weapon)
    ]
    for mount in ship_class.mounts:
        name = mount.name
        tubes = (
            name in launchers and not ship.counters.get(name, 0) and strength(ship_class, ship, mount.track("tubes"))
        )
        if tubes or mount in ready:
            yield name


def _lost(board: Board, was: Ship, ship: Ship) -> Iterator[str]:
    """Tracks with fewer whole boxes than before, but for the hull: what is in force of each, before and now."""
    ship_class = board.class_of(ship)
    for track in sorted(ship.boxes, key=_importance):
        gone = was.boxes.get(track, "").count(WHOLE) - ship.boxes[track].count(WHOLE)
        if track == "hull" or gone <= 0:
            continue
        before, now = strength(ship_class, was, track), strength(ship_class, ship, track)
        name = track_in_short(track)
        if WHOLE not in ship.boxes[track]:
            yield f"all {name}"
        elif before != now:
            yield f"{name} {before}->{now}"
        else:
            yield f"{name} box" if gone == 1 else f"{gone} {name} boxes"


def _importance(track: str) -> tuple[int, str]:
    return (SHIP_TRACKS.index(track), "") if track in SHIP_TRACKS else (len(SHIP_TRACKS), track)


# what happened


def _happened(stage: Stage) -> Iterator[Glimpse]:
    """Lines of facts that have a rank, rank by rank."""
    board = stage.before
    place = f"{board.turn}.{board.segment}" if board.segment <= SEGMENTS else f"{board.turn}.break"
    ranks: dict[int, list[Context]] = {}
    for at in in_place(stage.facts):
        if (rank := SitsTold.of(at.event).rank) is not None:
            ranks.setdefault(rank, []).append(at)
    for _, found in sorted(ranks.items()):
        yield from (evolve(told, place=place) for told in SitsTold.of(found[0].event).glimpses(found))
