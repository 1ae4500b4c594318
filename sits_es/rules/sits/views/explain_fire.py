"""Beams and orders that came to nothing as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.beams.facts import Aim, BeamFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.ship.ship_class import Mount
from sits_es.rules.sits.story.codes import reasons_in_words
from sits_es.rules.sits.tables.beam_table import BeamKind, beam_block, torpedo_row
from sits_es.rules.sits.views.provenance import of_card, of_table, of_track
from sits_es.rules.sits.views.sums import closing, column_words, damage_words, framed, seen_words, torpedo_words
from sits_es.sentences import counted
from sits_es.space.arcs import MARKERS, default_arc
from sits_es.space.avid import opposite
from sits_es.space.vectors import vectors_in_words

#: What is said of shots that no die decides.
_SURE: Final = "no dice: what bears and reaches hits, and does this much."


def sight(board: Board, observer: str, target: str) -> Iterator[str]:
    """Range and window from one ship to another where both stand. Rule: flyer; sits rules 3."""
    here, there = board.ships[observer].position, board.ships[target].position
    way = there - here
    if not way:
        yield f"{observer} and {target} are both at {here}: range 0, no window."
        return
    yield (
        f"{observer} at {here}, {target} at {there}: the way there is {vectors_in_words(way)}, "
        f"so H is {way.hexes} and V is {abs(way.up)}."
    )
    yield from seen_words(board.tables, way)


def aimed(board: Board, aim: Aim, shooter: str, mount: Mount | None, target: str) -> Iterator[str]:
    """How a shot was aimed: range and window, the same in the shooter's frame, and the facing it comes in on."""
    yield from sight(board, shooter, target)
    if aim.window is None or aim.mount_window is None or aim.target_window is None:
        yield f"In the same place every mount bears; the shot meets {target}'s {aim.facing} facing (sits rules 3)."
        return
    yield framed(shooter, board.ships[shooter].attitude, aim.window, aim.mount_window)
    if mount is not None:
        yield f"The arc of {mount.name} holds {aim.mount_window}: {_arc_words(mount)} (sits rules 4)."
    yield f"The other way round the shot comes through {opposite(aim.window)} of the map."
    yield framed(target, board.ships[target].attitude, opposite(aim.window), aim.target_window)
    yield f"The marker nearest to {aim.target_window} is the {aim.facing} one: it meets the {aim.facing} facing."


def mount_of(board: Board, ship: str, weapon: str) -> Mount | None:
    """The mount of a ship's beam weapon."""
    return board.class_of(board.ships[ship]).mount_of(weapon)


def _arc_words(mount: Mount) -> str:
    """The windows of a mount's arc, or that it is the usual one."""
    if set(mount.arc) == default_arc(mount.facing):
        return f"five columns by three rows round {MARKERS[mount.facing]}, the {mount.facing} marker"
    return f"its own windows {', '.join(mount.arc)}"


def _beam(context: Context) -> Working:
    fired: BeamFired = context.event
    if fired.kind == "energy-torpedo":
        return _torpedoes(context.board, fired)
    board: Board = context.board
    kind: BeamKind = "graser" if fired.kind == "graser" else "laser"
    block = beam_block(board.tables, kind, fired.size)
    shooter, target = board.ships[fired.shooter].vectors, board.ships[fired.target].vectors
    mount = mount_of(board, fired.shooter, fired.weapon)
    return Working(
        rule=f'card, "{kind.capitalize()} Damage" and "Rate of Closure"; sits rules 7',
        modifiers=(
            Modifier(name="weapons", value=str(fired.weapons), rule=of_track(board, fired.shooter, fired.weapon)),
            Modifier(name="size", value=str(fired.size), rule=of_card(board, fired.shooter, fired.weapon)),
            Modifier(
                name="damage of each",
                value=str(fired.damage_each),
                rule=of_table(
                    board.tables,
                    f"{kind} damage, size {fired.size}, row range {fired.aim.range}, column {fired.band}",
                    f"{kind}_damage",
                    fired.size,
                    fired.aim.range,
                    fired.band - 1,
                ),
            ),
        ),
        steps=(
            *aimed(board, fired.aim, fired.shooter, mount, fired.target),
            *closing(board.tables, fired.target, target, fired.shooter, shooter),
            column_words(board.tables, block.bands, fired.closure_half_hexes),
            damage_words(board.tables, kind, block, fired.aim.range, fired.band),
            f"{fired.weapons} x {fired.damage_each} = {counted(fired.damage, 'point')}.",
        ),
        expected=_SURE,
        values={
            "damage": fired.damage,
            "damage_each": fired.damage_each,
            "range": fired.aim.range,
            "band": fired.band,
            "closure_half_hexes": fired.closure_half_hexes,
        },
    )


def _torpedoes(board: Board, fired: BeamFired) -> Working:
    mount = mount_of(board, fired.shooter, fired.weapon)
    row = torpedo_row(board.tables, board.class_of(board.ships[fired.shooter]).torpedo_type(fired.weapon))
    return Working(
        rule='card, "Energy Torpedos"; sits rules 7',
        modifiers=(
            Modifier(name="launchers", value=str(fired.weapons), rule=of_track(board, fired.shooter, fired.weapon)),
            Modifier(name="type", value=row.type, rule=of_card(board, fired.shooter, fired.weapon)),
            Modifier(
                name="damage of each",
                value=str(row.damage),
                rule=of_table(board.tables, f"energy torpedoes, {row.type}", "energy_torpedo", row.type),
            ),
        ),
        steps=(
            *aimed(board, fired.aim, fired.shooter, mount, fired.target),
            torpedo_words(board.tables, row),
            f"{fired.weapons} x {fired.damage_each} = {counted(fired.damage, 'point')}.",
        ),
        values={"damage": fired.damage, "damage_each": fired.damage_each, "range": fired.aim.range},
        expected=_SURE,
    )


def _void(context: Context) -> Working:
    void: OrderVoided = context.event
    return Working(
        rule="sits rules 5: an order that can't be carried out when its moment comes is void, the rest stands",
        steps=(reasons_in_words(void.ship, void.reasons),),
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    BeamFired: _beam,
    OrderVoided: _void,
}
