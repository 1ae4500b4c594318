"""Every shot of step 3 with all that decided it, in sums that a player can redo by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import ReportLine, strong
from sits_es.rules.sits.beams.facts import Aim, BeamFired, LanceFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.views.damage import hull_points
from sits_es.rules.sits.views.facts import Fact, dice_text
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.sentences import counted
from sits_es.space.vectors import vectors_in_words


def shots(facts: Sequence[Fact], board: Board) -> Iterator[ReportLine]:
    """Beams and grav lances, in the order fired; silent when nobody fired. board: before the segment."""
    events = [fact.event for fact in facts]
    for fact in facts:
        if isinstance(fact.event, LanceFired):
            yield from _lance(fact.event, fact.dice)
        elif isinstance(fact.event, BeamFired):
            yield from _beam(fact.event, board)
            met = [wall for wall in facts if isinstance(wall.event, WallMet) and wall.event.shot == fact.event.shot]
            for wall in met:
                yield from wall_lines(wall)
            if not met:
                yield ReportLine(_unwalled(fact.event, events), 4)


def aim_text(aim: Aim, shooter: str) -> str:
    """Range, bearing on the map and the window of the shooter's frame, which is in the mount's arc."""
    if aim.window is None:
        return f"range 0, same hex and altitude: every mount of {shooter} bears"
    return f"range {aim.range}, seen through {aim.window}, arc {aim.mount_window} in {shooter}'s frame"


def _side_text(aim: Aim, target: str) -> str:
    """The side of the target that is hit."""
    if aim.target_window is None:
        return f"{target} shows its {aim.facing}"
    return f"comes in on {target}'s {aim.facing}, {aim.target_window} in its frame"


def closure_text(beam: BeamFired) -> str:
    """The rate of closure and the column of the beam table."""
    halves = beam.closure_half_hexes
    return (
        f"closure: relative vectors {vectors_in_words(beam.closure)}, {beam.closure_per_turn} a turn, "
        f"/ 8 = {halves // 2}.{halves % 2 * 5} a segment, column {beam.band}"
    )


def _beam(beam: BeamFired, board: Board) -> Iterator[ReportLine]:
    yield strong(beam.shot, 2)
    yield ReportLine(f"{aim_text(beam.aim, beam.shooter)}; {_side_text(beam.aim, beam.target)}", 4)
    if beam.kind == "energy-torpedo":
        yield ReportLine(f"damage: {_torpedoes(beam, board)}", 4)
        return
    yield ReportLine(closure_text(beam), 4)
    whose = source(board.tables, f"{beam.kind}_damage", beam.size, beam.aim.range, beam.band - 1)
    yield ReportLine(
        f"damage: {counted(beam.weapons, beam.kind)} of size {beam.size} x {counted(beam.damage_each, 'point')} "
        f"({whose}) = {counted(beam.damage, 'point')}",
        4,
    )


def _torpedoes(beam: BeamFired, board: Board) -> str:
    """Energy torpedoes, launcher by launcher."""
    type_ = board.class_of(board.ships[beam.shooter]).torpedo_type(beam.weapon)
    each = f"{counted(beam.damage_each, 'point')} ({source(board.tables, 'energy_torpedo', type_)})"
    return f"{counted(beam.weapons, 'launcher')} of {type_} x {each} = {counted(beam.damage, 'point')}"


def _unwalled(beam: BeamFired, events: Iterable[Event]) -> str:
    """What came of a shot that met no sidewall, or of torpedoes that one stopped."""
    if struck := hull_points(events, beam.shot):
        return f"no {beam.aim.facing} sidewall stands: {counted(struck, 'point')} on the hull"
    if beam.kind == "energy-torpedo" and beam.damage:
        return f"{beam.target}'s {beam.aim.facing} sidewall stands: nothing on the hull"
    return "nothing on the hull"


def wall_lines(fact: Fact) -> Iterator[ReportLine]:
    """The sidewall's sum, its dice and what goes on to the hull."""
    wall = fact.event
    if not isinstance(wall, WallMet):
        return
    terms = (("strength", wall.strength), ("rolled ship", wall.bonus), ("variance", wall.variance))
    yield ReportLine(f"{wall.facing} sidewall: {sum_text(terms, wall.percent)}{_by(fact.dice, wall.shot)}", 4)
    chart = chart_text(wall.damage, wall.parts, wall.charted, "points")
    stopped = "" if wall.reading == "strikes" else f"{wall.charted} stopped, {wall.damage} - {wall.charted} = "
    yield ReportLine(f"{chart}; {stopped}{wall.strikes} on the hull", 6)


def _by(dice: tuple[DiceRolled, ...], about: str) -> str:
    return f"; {dice_text(dice, about)}" if dice else ""


def sum_text(terms: Iterable[tuple[str, int]], percent: int) -> str:
    """A sum in percent with every term named; percent: the sum as held to 0..100, told when it differs."""
    numbered = list(terms)
    signed = " ".join(f"{'-' if value < 0 else '+'} {abs(value)} {name}" for name, value in numbered)
    total = sum(value for _, value in numbered)
    held = "" if percent == total else f", held to {percent}%"
    return f"{signed.removeprefix('+ ')} = {total}%{held}"


def chart_text(count: int, parts: Sequence[int], total: int, what: str) -> str:
    """How the kill chart is read: hundreds, tens and ones apart, then added. what: noun of the count."""
    split = (count // 100 * 100, count // 10 % 10 * 10, count % 10)
    read = [f"{part} gives {killed}" for part, killed in zip(split, parts, strict=True) if part]
    together = f", together {total}" if len(read) > 1 else ""
    noun = what.removesuffix("s") if count == 1 else what
    return f"chart of {count} {noun}: {', '.join(read) or 'nothing'}{together}"


def _lance(lance: LanceFired, dice: tuple[DiceRolled, ...]) -> Iterator[ReportLine]:
    yield strong(lance.shot, 2)
    yield ReportLine(f"{aim_text(lance.aim, lance.shooter)}; {_side_text(lance.aim, lance.target)}", 4)
    total = lance.quality + lance.variance
    yield ReportLine(f"quality {lance.quality} + {lance.variance} variance = {total}{_by(dice, lance.shot)}", 4)
    side = lance.aim.facing
    if lance.wall is None:
        yield ReportLine(f"no {side} sidewall stands: no effect", 4)
    else:
        verb = "above" if total > lance.wall else "not above"
        falls = "it goes down" if lance.wall_falls else "it stands"
        yield ReportLine(f"{verb} the {side} sidewall's strength of {lance.wall}: {falls}", 4)
