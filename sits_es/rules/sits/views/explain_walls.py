"""Sidewalls met and grav lances as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.missiles.facts import AttackArrived
from sits_es.rules.sits.play.beams import lance_strength
from sits_es.rules.sits.ship.tracks import box_in_force
from sits_es.rules.sits.ship.walls import WallReading
from sits_es.rules.sits.story.fire import added
from sits_es.rules.sits.tables.missiles import kills
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.sits.views.explain_fire import aimed, mount_of
from sits_es.rules.sits.views.explain_words import on_average, variance_words
from sits_es.rules.sits.views.facts import of
from sits_es.rules.sits.views.provenance import of_card, of_track
from sits_es.rules.sits.views.sums import chart_step
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.sentences import counted
from sits_es.space.arcs import in_blue_row


def bonus_words(board: Board, ship: str, context: Context, shot: str) -> str:
    """Why the rolled-ship bonus is added to a sidewall's sum, or is not. Rule: sits rules 4."""
    card = f"{of_card(board, ship, 'rolled_ship_bonus')} {board.class_of(board.ships[ship]).rolled_ship_bonus:+}"
    came = [fact for fact in of(context.earlier, AttackArrived) if fact.attack == shot]
    if came and came[-1].slid:
        return f"{card}; the shot slid from the wedge (sits rules 4)"
    fired = [fact for fact in of(context.earlier, BeamFired) if fact.shot == shot]
    window = came[-1].target_window if came else fired[-1].aim.target_window if fired else None
    if window is None:
        return "none: the shot comes from the same place (sits rules 3)"
    if in_blue_row(window):
        return f"{card}; {window} is in a blue row (sits rules 4)"
    return f"none: {window} is in the amber row, and the shot did not slide from the wedge (sits rules 4)"


def _wall(context: Context) -> Working:
    met: WallMet = context.event
    board: Board = context.board
    expected, numbers = on_average(met, "points strike", board.tables)
    return Working(
        rule="flyer, sidewall layer; sits rules 8.5",
        modifiers=(
            Modifier(
                name="strength",
                value=str(met.strength),
                rule=of_track(board, met.ship, f"{met.facing}-sidewall"),
            ),
            Modifier(name="rolled ship", value=f"{met.bonus:+}", rule=bonus_words(board, met.ship, context, met.shot)),
            Modifier(name="variance", value=f"+{met.variance}", rule=variance_words(context)),
        ),
        steps=(
            *_met_by(board, met),
            *wall_steps(board.tables, met.reading, met.damage, (met.strength, met.bonus, met.variance)),
        ),
        expected=expected,
        values={"percent": met.percent, "charted": met.charted, "strikes": met.strikes, **numbers},
    )


def wall_steps(tables: Tables, reading: WallReading, damage: int, terms: Sequence[int]) -> Iterator[str]:
    """What a sidewall lets through. terms: strength, bonus and variance. Rule: flyer; sits rules 8.5."""
    total = sum(terms)
    found = kills(damage, total, tables.kill_chart)
    yield f"{added(terms)} = {total}%."
    yield chart_step(tables, damage, found.percent, total, [killed for _, killed in found.parts], "points")
    if reading == "strikes":
        yield f"The number strikes the hull (flyer; sits rules 8.5): {found.total}."
    else:
        less = f"{damage} - {found.total} = {damage - found.total}"
        yield f"The number is stopped (the game's option; sits rules 8.5): {less} strike the hull."


def _met_by(board: Board, met: WallMet) -> Iterator[str]:
    """Where the points come from that meet a sidewall; a beam's are told where it fires."""
    if (attack := board.attacks.get(met.shot)) is not None:
        each = attack.launched.damage_each
        yield f"{counted(attack.left, 'missile')} left x {counted(each, 'point')} = {met.damage}."


def _lance(context: Context) -> Working:
    fired: LanceFired = context.event
    board: Board = context.board
    total = fired.quality + fired.variance
    expected, numbers = on_average(fired, "sidewalls taken down", board.tables)
    return Working(
        rule='card, "Grav Lance"; sits rules 7',
        modifiers=(
            Modifier(
                name="quality",
                value=str(fired.quality),
                rule=of_card(board, fired.shooter, f"quality of {fired.weapon}"),
            ),
            Modifier(name="variance", value=f"+{fired.variance}", rule=variance_words(context)),
        ),
        steps=(
            *aimed(board, fired.aim, fired.shooter, mount_of(board, fired.shooter, fired.weapon), fired.target),
            *_strength(board, fired),
            f"{added((fired.quality, fired.variance))} = {total}{_verdict(fired)}.",
        ),
        expected=expected,
        values=numbers,
    )


def _strength(board: Board, fired: LanceFired) -> Iterator[str]:
    """The strength that the lance has to beat: the wall's number, mirrored in its track where a low one is strong."""
    target, track = board.ships[fired.target], f"{fired.aim.facing}-sidewall"
    box = box_in_force(target, track)
    if fired.wall is None or box is None:
        yield f"No sidewall stands on the {fired.aim.facing} facing of {fired.target}."
        return
    printed = board.class_of(target).tracks[track]
    yield f"{of_track(board, fired.target, track)}: {printed[box]}."
    yield strength_words(board.options.sidewall, printed, box)


def strength_words(reading: WallReading, numbers: Sequence[int], box: int) -> str:
    """The strength of a wall with this box in force, from 0. numbers: of its track. Rule: sits rules 7 (house)."""
    strength = lance_strength(reading, numbers, box)
    if reading == "stops":
        return f"The chart's number is stopped, so a high one is strong: the strength is {strength} (sits rules 7)."
    whole = "".join(f"[{number}]" for number in numbers)
    return (
        "The chart's number strikes, a low one is a strong wall: the strength is the number mirrored in its track, "
        f"{whole}: box {box + 1} from the one end, so box {box + 1} from the other: {strength} (sits rules 7, house)."
    )


def _verdict(fired: LanceFired) -> str:
    if fired.wall is None:
        return "; there is nothing to take down"
    if fired.wall_falls:
        return f", greater than {fired.wall}: the sidewall goes down"
    return f", not greater than {fired.wall}: the sidewall stands"


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {LanceFired: _lance, WallMet: _wall}
