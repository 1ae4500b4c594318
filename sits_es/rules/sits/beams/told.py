"""Beams and grav lances, and how any shot is aimed, as they are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report.blocks import ReportLine
from sits_es.report.glance import USUAL, VITAL, Glimpse
from sits_es.report.luck import Throw
from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.beams.facts import Aim, BeamFired, FireOrdered, LanceFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.cards.ship_class import Mount
from sits_es.rules.sits.damage.told import hull_points
from sits_es.rules.sits.sums.beams import BEAM_KINDS, Battery, Torpedoes, battery, closure, halves, torpedo_row
from sits_es.rules.sits.sums.sight import facing_words, framed, frames, seen_words
from sits_es.rules.sits.sums.tracks import box_in_force
from sits_es.rules.sits.sums.variance import over_variance
from sits_es.rules.sits.sums.walls import Lanced, strength_words
from sits_es.rules.sits.tables.values import KillChart
from sits_es.rules.sits.telling import BEAMS, GivenOrder, SitsTold, TurnTable
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.rules.sits.words import modifiers, of, of_card, of_table, of_track, shown, through, thrown, variance_words
from sits_es.sentences import counted
from sits_es.space.arcs import MARKERS, default_arc
from sits_es.space.avid import opposite
from sits_es.space.vectors import vectors_in_words

#: What is said of shots that no die decides.
_SURE: Final = "no dice: a weapon that bears and is in reach always hits (house), and does this much."


_SHOTS: Final = TurnTable(
    "Beams: points, the part that passes the sidewall, and damage",
    ("At", "Shot", "Range", "Arc", "Closure", "Points", "Passes", "Damage"),
    (0, 2, 4, 5, 6, 7),
)


class _Given(GivenOrder[FireOrdered]):
    """Orders to fire."""


class _Beam(SitsTold[BeamFired]):
    section, step, shot, under, rank, table = BEAMS, 3, True, "shot", 1, _SHOTS
    went_by = ("range table", "rate of closure")

    def hull(self, at: Context) -> int:
        """Points that it did to a hull."""
        return hull_points(at.later, self.fact.shot)

    def highlight(self, at: Context) -> str:
        fired = self.fact
        what = f"{counted(fired.weapons, fired.kind)}: range {fired.aim.range}, {counted(fired.damage, 'point')}"
        return f"{fired.shooter} > {fired.target}  {what}; {self.hull(at)} damage"

    def glimpse(self, at: Context) -> Iterator[Glimpse]:
        yield Glimpse(self.highlight(at), VITAL if self.hull(at) else USUAL)

    def cells(self, at: Context) -> tuple[str, ...]:
        fired = self.fact
        wall = next((wall for wall in of(at.later, WallMet) if wall.shot == fired.shot), None)
        return (
            fired.shot,
            str(fired.aim.range),
            fired.aim.mount_window or "any",
            halves(fired.closure_half_hexes) if fired.band else "-",
            str(fired.damage),
            f"{wall.percent}%" if wall else "-",
            str(self.hull(at)),
        )

    def sentence(self) -> str:
        fired = self.fact
        closing = f", closure {halves(fired.closure_half_hexes)} hexes a segment (band {fired.band})"
        reckoned = (
            f"{fired.weapons} x {fired.damage_each} = " if fired.damage == fired.weapons * fired.damage_each else ""
        )
        return (
            f"{fired.shooter} fires {counted(fired.weapons, fired.weapon)} at {fired.target}: range {fired.aim.range}, "
            f"{through(fired.aim.window)}{closing if fired.band else ''}: {reckoned}{counted(fired.damage, 'point')}."
        )

    def sum(self, at: Context) -> Battery | Torpedoes:
        """What was fired, reckoned from what the record has of it."""
        fired, board = self.fact, at.board
        if fired.kind == "energy-torpedo":
            type_ = board.class_of(board.ships[fired.shooter]).torpedo_type(fired.weapon)
            return Torpedoes(torpedo_row(board.tables, type_), fired.weapons, fired.aim.range)
        kind, half_hexes = BEAM_KINDS[fired.kind], fired.closure_half_hexes
        return battery(board.tables, kind, fired.size, fired.weapons, fired.aim.range, half_hexes)

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        fired = self.fact
        yield ReportLine(f"{aim_text(fired.aim, fired.shooter)}; {_side_text(fired.aim, fired.target)}", 4)
        yield from shown((*self.closing(at), *self.sum(at).steps(at.board.tables)), (), "")
        if not any(wall.shot == fired.shot for wall in of(at.later, WallMet)):
            yield ReportLine(_unwalled(fired, at.later), 4)

    def closing(self, at: Context) -> Iterator[str]:
        """The rate of closure, which energy torpedoes do without."""
        fired, ships = self.fact, at.board.ships
        if fired.kind != "energy-torpedo":
            found = closure(ships[fired.target].vectors, ships[fired.shooter].vectors, at.board.tables)
            yield from found.steps(at.board.tables, fired.target, fired.shooter)

    def fire(self, at: Context) -> Volley:
        del at
        fired = self.fact
        points = counted(fired.damage, "point")
        return Volley(key=fired.shot, unit=fired.shooter, target=fired.target, number=points)

    def working(self, at: Context) -> Working:
        fired, board, done = self.fact, at.board, self.sum(at)
        mount = board.class_of(board.ships[fired.shooter]).mount_of(fired.weapon)
        weapons = "weapons" if isinstance(done, Battery) else "launchers"
        values = {"damage": fired.damage, "damage_each": fired.damage_each, "range": fired.aim.range}
        if isinstance(done, Battery):
            rule = f'card, "{done.kind.capitalize()} Damage" and "Rate of Closure"; sits rules 7'
            size = Modifier(name="size", value=str(fired.size), rule=of_card(board, fired.shooter, fired.weapon))
            where = f"{done.kind} damage, size {fired.size}, row range {fired.aim.range}, column {fired.band}"
            key = (f"{done.kind}_damage", fired.size, fired.aim.range, fired.band - 1)
            each = Modifier(
                name="damage of each", value=str(fired.damage_each), rule=of_table(board.tables, where, *key)
            )
            values |= {"band": fired.band, "closure_half_hexes": fired.closure_half_hexes}
        else:
            rule = 'card, "Energy Torpedos"; sits rules 7'
            size = Modifier(name="type", value=done.row.type, rule=of_card(board, fired.shooter, fired.weapon))
            where = f"energy torpedoes, {done.row.type}"
            whose = of_table(board.tables, where, "energy_torpedo", done.row.type)
            each = Modifier(name="damage of each", value=str(done.row.damage), rule=whose)
        track = of_track(board, fired.shooter, fired.weapon)
        return Working(
            rule=rule,
            modifiers=(Modifier(name=weapons, value=str(fired.weapons), rule=track), size, each),
            steps=(
                *aimed(board, fired.aim, fired.shooter, mount, fired.target),
                *self.closing(at),
                *done.steps(board.tables),
            ),
            expected=_SURE,
            values=values,
        )


def _unwalled(beam: BeamFired, later: Sequence[Event]) -> str:
    """What came of a shot that met no sidewall, or of torpedoes that one stopped."""
    if struck := hull_points(later, beam.shot):
        return f"no {beam.aim.facing} sidewall stands: {counted(struck, 'point')} on the hull"
    if beam.kind == "energy-torpedo" and beam.damage:
        return f"{beam.target}'s {beam.aim.facing} sidewall stands: nothing on the hull"
    return "nothing on the hull"


class _Lance(SitsTold[LanceFired]):
    section, step, shot, under, headline, rank, weight = BEAMS, 3, True, "shot", True, 2, VITAL
    went_by = ("range table",)
    rule = 'card, "Grav Lance"; sits rules 7'

    def expected(self, chart: KillChart | None) -> Throw | None:
        del chart
        fired = self.fact
        if fired.wall is None:
            return None
        moments = over_variance(lambda varied: int(Lanced(fired.quality, varied, fired.wall).falls))
        return thrown(fired.shooter, "sidewalls taken down by grav lance", int(fired.wall_falls), moments)

    @property
    def sum(self) -> Lanced:
        """The lance against the wall."""
        return Lanced(self.fact.quality, self.fact.variance, self.fact.wall)

    def sentence(self) -> str:
        fired = self.fact
        if fired.wall is None:
            met = f"no sidewall stands on the {fired.aim.facing} facing"
        else:
            end = "goes down" if fired.wall_falls else "holds"
            met = f"the {fired.aim.facing} sidewall of strength {fired.wall} {end}"
        reckoned = f"{fired.quality} + {fired.variance} = {self.sum.total}"
        return f"{fired.shooter} fires {fired.weapon} at {fired.target}, range {fired.aim.range}: {reckoned}, {met}."

    def in_full(self, at: Context) -> Iterator[ReportLine]:
        fired = self.fact
        yield ReportLine(f"{aim_text(fired.aim, fired.shooter)}; {_side_text(fired.aim, fired.target)}", 4)
        yield from shown((self.sum.step,), at.thrown, fired.shot)

    def came_to(self) -> str:
        if self.fact.wall is None:
            return "no sidewall stands"
        end = "it falls" if self.fact.wall_falls else "it stands"
        return f"{self.sum.total}, needs more than {self.fact.wall}: {end}"

    def fire(self, at: Context) -> Volley:
        del at
        fired = self.fact
        return Volley(key=fired.shot, unit=fired.shooter, target=fired.target, number=str(self.sum.total))

    def strength(self, at: Context) -> Iterator[str]:
        """The strength that it has to beat: the wall's number, mirrored in its track where a low one is strong."""
        fired, board = self.fact, at.board
        target, track = board.ships[fired.target], f"{fired.aim.facing}-sidewall"
        box = box_in_force(target, track)
        if fired.wall is None or box is None:
            yield f"No sidewall stands on the {fired.aim.facing} facing of {fired.target}."
            return
        printed = board.class_of(target).tracks[track]
        yield f"{of_track(board, fired.target, track)}: {printed[box]}."
        yield strength_words(board.options.sidewall, printed, box)

    def working(self, at: Context) -> Working:
        fired, board = self.fact, at.board
        mount = board.class_of(board.ships[fired.shooter]).mount_of(fired.weapon)
        sources = {
            "quality": of_card(board, fired.shooter, f"quality of {fired.weapon}"),
            "variance": variance_words(at),
        }
        return self.by_dice(
            at,
            "sidewalls taken down",
            *aimed(board, fired.aim, fired.shooter, mount, fired.target),
            *self.strength(at),
            self.sum.step,
            modifiers=modifiers(self.sum.terms, sources.__getitem__),
        )


# how a shot is aimed


def aim_text(aim: Aim, shooter: str) -> str:
    """Range, bearing on the map and the window of the shooter's frame, which is in the mount's arc."""
    if aim.window is None:
        return f"range 0, same hex and altitude: every mount of {shooter} bears"
    return f"range {aim.range}, seen through {frames(aim.window, aim.mount_window)}"


def _side_text(aim: Aim, target: str) -> str:
    """The side of the target that is hit."""
    if aim.target_window is None:
        return f"{target} shows its {aim.facing}"
    return f"comes in on {target}'s {aim.facing}, {aim.target_window} (ship)"


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
        yield (
            f"Both ships are in the same place, so every mount bears; the shot meets {target}'s {aim.facing} "
            "facing (sits rules 3)."
        )
        return
    yield framed(shooter, board.ships[shooter].attitude, aim.window, aim.mount_window)
    if mount is not None:
        default = ", 2e" if set(mount.arc) == default_arc(mount.facing) else ""
        yield f"The arc of {mount.name} contains {aim.mount_window}: {_arc_words(mount)} (sits rules 4{default})."
    yield f"Seen from {target}, the shot comes through {opposite(aim.window)} (map)."
    yield framed(target, board.ships[target].attitude, opposite(aim.window), aim.target_window)
    yield f"{facing_words(aim.target_window)}; the nearest is {aim.facing}."


def _arc_words(mount: Mount) -> str:
    """The windows of a mount's arc, or that it is the usual one."""
    if set(mount.arc) == default_arc(mount.facing):
        return f"five columns by three rows round {MARKERS[mount.facing]}, the {mount.facing} marker"
    return f"its own windows {', '.join(mount.arc)}"
