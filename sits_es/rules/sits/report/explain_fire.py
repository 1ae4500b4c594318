"""Shots, salvoes and sidewalls as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Happening, Modifier, Working
from sits_es.rules.sits.events.fire import Aim, BeamFired, LanceFired, OrderVoided, SalvoLaunched, WallMet
from sits_es.rules.sits.play.aiming import torpedo_of
from sits_es.rules.sits.report.explain_words import chart_steps, on_average, sight
from sits_es.rules.sits.ship.tracks import box_in_force
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.story.codes import reasons_in_words
from sits_es.rules.sits.tables.beam_table import beam_block, closure, torpedoes_together
from sits_es.rules.sits.tables.missiles import missile_row
from sits_es.sentences import counted
from sits_es.space.vectors import vectors_in_words


def box_rule(board: Board, ship: str, track: str) -> str:
    """Where a rating comes from: the ship's card, track and box in force."""
    box = box_in_force(board.ships[ship], track)
    box_words = f"box {box + 1} in force" if box is not None else "no box in force"
    return f"{board.ships[ship].ship_class}'s card: {track}, {box_words} (sits rules 9)"


def _frames(aim: Aim, shooter: str, target: str) -> str:
    if aim.window is None:
        return f"In the same place every mount bears; the shot meets {target}'s {aim.facing} facing."
    return (
        f"In {shooter}'s frame {aim.window} is {aim.mount_window}, which the mount's arc has to hold; {target} sees "
        f"the shot come through {aim.target_window} of its own frame: its {aim.facing} facing."
    )


def _beam(happening: Happening) -> Working:
    fired: BeamFired = happening.event
    board: Board = happening.board
    steps = [*sight(board, fired.shooter, fired.target), _frames(fired.aim, fired.shooter, fired.target)]
    works = Modifier(name="weapons", value=str(fired.weapons), rule=box_rule(board, fired.shooter, fired.weapon))
    values = {"damage": fired.damage, "damage_each": fired.damage_each, "range": fired.aim.range}
    if fired.kind == "energy-torpedo":
        mount = board.class_of(board.ships[fired.shooter]).mount_of(fired.weapon)
        if board.pack.torpedoes_by_type and mount is not None:
            row = torpedo_of(board, mount, fired.weapons)
            steps.append(f"Table: a {row.type} reaches {row.reach} and does {row.damage}.")
            steps.append(f"{fired.weapons} x {fired.damage_each} = {counted(fired.damage, 'point')}.")
        else:
            row = torpedoes_together(board.tables, fired.weapons)
            steps.append(f"Table: {counted(fired.weapons, 'tube')} reach {row.reach} and do {row.damage} together.")
        return Working(
            rule='card, "Energy Torpedos"', modifiers=(works,), steps=tuple(steps), values=values, expected=_SURE
        )
    shooter, target = board.ships[fired.shooter], board.ships[fired.target]
    done = closure(target.vectors, shooter.vectors, board.tables)
    steps.append(
        f"Rate of closure: {vectors_in_words(target.vectors)} less {vectors_in_words(shooter.vectors)} "
        f"is {vectors_in_words(done.relative)}, {done.per_turn} a turn; / 8, dropped to the half hex: "
        f"{done.text} a segment."
    )
    steps += [f"  {step}" for step in done.steps]
    steps.append(_cell(board, fired))
    steps.append(f"{fired.weapons} x {fired.damage_each} = {counted(fired.damage, 'point')}.")
    return Working(
        rule=f'card, "{fired.kind.capitalize()} Damage" and "Rate of Closure"; sits rules 7',
        modifiers=(
            works,
            Modifier(name="size", value=str(fired.size), rule=f"{shooter.ship_class}'s card: {fired.weapon}"),
            Modifier(name="range", value=str(fired.aim.range), rule="flyer, range; sits rules 3"),
            Modifier(name="closure band", value=str(fired.band), rule='card, "Rate of Closure"'),
        ),
        steps=tuple(steps),
        expected=_SURE,
        values={**values, "band": fired.band, "closure_half_hexes": fired.closure_half_hexes},
    )


_SURE: Final = "no dice: what bears and reaches hits, and does this much."


def _cell(board: Board, fired: BeamFired) -> str:
    """The cell of the damage table: block, row and column."""
    block = beam_block(board.tables, "graser" if fired.kind == "graser" else "laser", fired.size)
    band = block.bands[fired.band - 1]
    return (
        f"{fired.kind.capitalize()} table, block of size {fired.size} (reach {block.reach}), "
        f"row range {fired.aim.range}, column {fired.band} (closure from {band.first}): {fired.damage_each}."
    )


def _lance(happening: Happening) -> Working:
    fired: LanceFired = happening.event
    total = fired.quality + fired.variance
    wall = "no sidewall stands, so nothing happens"
    if fired.wall is not None:
        verdict = "greater, so it goes down" if fired.wall_falls else "not greater, so it stands"
        wall = f"the {fired.aim.facing} sidewall is {fired.wall}: {verdict}"
    expected, numbers = on_average(fired, "sidewalls taken down", happening.board.tables)
    card = happening.board.ships[fired.shooter].ship_class
    return Working(
        rule='card, "Grav Lance"; sits rules 7',
        modifiers=(
            Modifier(name="quality", value=str(fired.quality), rule=f"{card}'s card: {fired.weapon}"),
            Modifier(name="variance", value=f"+{fired.variance}", rule="flyer, 3d10v"),
        ),
        steps=(
            *sight(happening.board, fired.shooter, fired.target),
            _frames(fired.aim, fired.shooter, fired.target),
            f"{fired.quality} + {fired.variance} = {total}; {wall}.",
        ),
        expected=expected,
        values=numbers,
    )


def _wall(happening: Happening) -> Working:
    met: WallMet = happening.event
    total = met.strength + met.bonus + met.variance
    card = happening.board.ships[met.ship].ship_class
    bonus = "sits rules 4: not through a blue row, so none"
    if met.bonus:
        bonus = f"{card}'s card: rolled-ship bonus, the shot comes through a blue row"
    stopped = (
        f"The number strikes the hull (the flyer's reading): {met.strikes}."
        if met.reading == "strikes"
        else f"The number is stopped (the game's option): {met.damage} - {met.charted} = {met.strikes} strike the hull."
    )
    expected, numbers = on_average(met, "points strike", happening.board.tables)
    return Working(
        rule="flyer, sidewall layer; sits rules 8.5",
        modifiers=(
            Modifier(
                name="strength",
                value=str(met.strength),
                rule=box_rule(happening.board, met.ship, f"{met.facing}-sidewall"),
            ),
            Modifier(name="rolled ship", value=f"{met.bonus:+}", rule=bonus),
            Modifier(name="variance", value=f"+{met.variance}", rule="flyer, 3d10v"),
        ),
        steps=(
            f"{met.strength} {met.bonus:+} {met.variance:+} = {total}%.",
            *chart_steps(met.damage, met.percent, total, met.parts, "points"),
            stopped,
        ),
        expected=expected,
        values={"percent": met.percent, "charted": met.charted, "strikes": met.strikes, **numbers},
    )


def _salvo(happening: Happening) -> Working:
    salvo: SalvoLaunched = happening.event
    board: Board = happening.board
    card = board.ships[salvo.shooter].ship_class
    row = missile_row(board.tables, salvo.aim.range)
    last = "up" if row.last is None else str(row.last)
    mount = salvo.mount
    return Working(
        rule='card, "Missile Range Table"; sits rules 8.1 and 8.3',
        modifiers=(
            Modifier(name="class quality", value=str(salvo.quality), rule=f"{card}'s card: missile_quality"),
            Modifier(
                name="range",
                value=f"{salvo.range_modifier:+}",
                rule=f"card, Missile Range Table, row {row.first} to {last}",
            ),
            Modifier(
                name="fire control",
                value=f"{salvo.penalty:+}",
                rule=box_rule(board, salvo.shooter, f"{mount}-fire-control"),
            ),
        ),
        steps=(
            *sight(board, salvo.shooter, salvo.target),
            _frames(salvo.aim, salvo.shooter, salvo.target),
            (
                f"{counted(salvo.salvoes, 'salvo')} x {counted(salvo.tubes, 'tube')} = {salvo.missiles} missiles; "
                f"at most {salvo.max_salvoes} a turn from this ship at this target at range {salvo.aim.range}."
            ),
            (
                f"{salvo.quality} {salvo.range_modifier:+} {salvo.penalty:+} = {salvo.quality_level}: the missile "
                "quality level, which every layer adds to its percentage; lower is better for the attacker."
            ),
            f"Each {salvo.warhead} that gets through does {counted(salvo.damage_each, 'point')}.",
        ),
        expected="no dice at launch.",
        values={"missiles": salvo.missiles, "quality_level": salvo.quality_level},
    )


def _void(happening: Happening) -> Working:
    void: OrderVoided = happening.event
    return Working(
        rule="sits rules 5: an order that cannot be carried out when its moment comes is void, the rest stands",
        steps=(reasons_in_words(void.ship, void.reasons),),
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Happening], Working]]] = {
    BeamFired: _beam,
    LanceFired: _lance,
    WallMet: _wall,
    SalvoLaunched: _salvo,
    OrderVoided: _void,
}
