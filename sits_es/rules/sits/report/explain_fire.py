"""Beams and orders that came to nothing as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.events.fire import Aim, BeamFired, OrderVoided
from sits_es.rules.sits.report.explain_sight import framed, range_words, sight
from sits_es.rules.sits.report.provenance import of_card, of_table, of_track
from sits_es.rules.sits.ship.ship_class import Mount
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.story.codes import reasons_in_words
from sits_es.rules.sits.tables.beam_table import BeamKind, beam_block, closure, torpedo_row
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.tables.values import ClosureBand
from sits_es.sentences import counted
from sits_es.space.arcs import MARKERS, default_arc
from sits_es.space.avid import opposite
from sits_es.space.vectors import vectors_in_words

#: What is said of shots that no die decides.
_SURE: Final = "no dice: what bears and reaches hits, and does this much."


def aimed(board: Board, aim: Aim, shooter: str, mount: Mount | None, target: str) -> Iterator[str]:
    """How a shot was aimed: range and window, the same in the shooter's frame, and the facing it comes in on."""
    yield from sight(board, shooter, target)
    if aim.window is None or aim.mount_window is None or aim.target_window is None:
        yield f"In the same place every mount bears; the shot meets {target}'s {aim.facing} facing (sits rules 3)."
        return
    yield framed(board, shooter, aim.window, aim.mount_window)
    if mount is not None:
        yield f"The arc of {mount.name} holds {aim.mount_window}: {_arc_words(mount)} (sits rules 4)."
    yield f"The other way round the shot comes through {opposite(aim.window)} of the map."
    yield framed(board, target, opposite(aim.window), aim.target_window)
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
    band = block.bands[fired.band - 1]
    mount = mount_of(board, fired.shooter, fired.weapon)
    cell = (f"{kind}_damage", fired.size, fired.aim.range, fired.band - 1)
    cells = " ".join(map(str, block.rows[fired.aim.range]))
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
                    *cell,
                ),
            ),
        ),
        steps=(
            *aimed(board, fired.aim, fired.shooter, mount, fired.target),
            *_closing(board, fired),
            (
                f"{_half_hexes(fired)} a segment is column {fired.band}, closure {_band(band)} "
                f"({source(board.tables, 'rate_of_closure')})."
            ),
            (
                f"{kind.capitalize()} damage, block of size {fired.size} (reach {block.reach}), row range "
                f"{fired.aim.range}: {cells}. Column {fired.band} is {fired.damage_each} "
                f"({source(board.tables, *cell)})."
            ),
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


def _closing(board: Board, fired: BeamFired) -> Iterator[str]:
    """The rate of closure, as the card's worksheet has it. Rule: card, "Rate of Closure"; sits rules 7."""
    shooter, target = board.ships[fired.shooter], board.ships[fired.target]
    done = closure(target.vectors, shooter.vectors, board.tables)
    hexes, high = done.relative.hexes, abs(done.relative.up)
    yield (
        f"Rate of closure: {fired.target}'s {vectors_in_words(target.vectors)} less {fired.shooter}'s "
        f"{vectors_in_words(shooter.vectors)} is {vectors_in_words(done.relative)}, H {hexes} and V {high}."
    )
    yield from (f"  {step}" for step in done.steps)
    far = range_words(board.tables, hexes, high)
    yield f"{far}, in hexes a turn; / 8, dropped to the half hex: {done.text} a segment."


def _half_hexes(fired: BeamFired) -> str:
    whole, half = divmod(fired.closure_half_hexes, 2)
    return f"{whole}.{5 * half}"


def _band(band: ClosureBand) -> str:
    return f"{band.first} up" if band.last is None else f"{band.first} to {band.last}"


def _torpedoes(board: Board, fired: BeamFired) -> Working:
    mount = mount_of(board, fired.shooter, fired.weapon)
    row = torpedo_row(board.tables, board.class_of(board.ships[fired.shooter]).torpedo_type(fired.weapon))
    whose = source(board.tables, "energy_torpedo", row.type)
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
            f"Energy torpedoes, {row.type}: reach {row.reach}, damage {row.damage} each ({whose}).",
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
