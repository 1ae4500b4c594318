"""The whole board: pictures, units, who bears on whom, seeking weapons, bodies and webs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.report.blocks import Block, Fields, Heading, ReportLine, TextTable
from sits_es.rules.sfb.board import BREAK, Board, Unit
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import exact
from sits_es.rules.sfb.sums.words import end, kind_of
from sits_es.rules.sfb.terrain.told import measures
from sits_es.rules.sfb.views.lines_of_fire import MOST_TARGETS, REACH, LineOfFire, in_short, lines_of_fire, rows
from sits_es.rules.sfb.views.scenes import pictures
from sits_es.rules.sfb.views.standing import conditions, gone_as, lengths
from sits_es.sentences import counted, of_side

#: Asteroids farther than this from every unit are left out unless asked for, in km.
NEAR: Final = 10 * WHOLE

#: Lines up to which it is told in full who bears on whom.
MOST_LINES: Final = 12


def name_of(board: Board) -> str:
    """The exchange at hand: `Turn 2, impulses 1 to 8`, `Turn 2, turn break`."""
    if board.impulse == BREAK:
        return f"Turn {board.turn}, turn break"
    steps = board.steps(board.impulse)
    return f"Turn {board.turn}, {run_name(steps[0], steps[-1])}"


def stands_at(board: Board) -> str:
    """Where a board stands: before which exchange, or `After turn 2, the last` of a game of two turns."""
    over = board.turns and board.turn > board.turns
    return f"After turn {board.turns}, the last" if over else name_of(board)


def run_name(first: int, last: int) -> str:
    """`impulse 5`, `impulses 1 to 8`."""
    return f"impulse {first}" if first == last else f"impulses {first} to {last}"


def overview(board: Board) -> Iterator[Block]:
    """The pictures, the units and the seeking weapons, for letters."""
    yield Heading("Where they are now")
    yield from pictures(board, facts=False, detail=False)
    yield from _all_units(board)


def _all_units(board: Board) -> Iterator[Block]:
    yield Heading("Units")
    yield units(board)
    if lines := [*states(board)]:
        yield Heading("How they are")
        yield from lines
    if guided := [unit for unit in board.out() if unit.kind == "seeking"]:
        yield Heading("Seeking weapons")
        yield seekers(board, guided)


def board_view(board: Board, *, player: str | None = None, detail: bool = False) -> Iterator[Block]:
    """The board as it stands. player: whose bearings are shown, None for everybody's; detail: every body too."""
    yield Heading(stands_at(board), major=True)
    yield from pictures(board, facts=False, detail=detail)
    yield from _all_units(board)
    yield from _bearings(board, player, detail=detail)
    yield from _bodies(board, detail)
    yield from _webs(board)


def unit_in_full(board: Board, name: str) -> Iterator[Block] | None:
    """One unit: where and how it is, whom it bears on and who bears on it; None if there is none of that name."""
    return _unit(board, board.units[name]) if name in board.units else None


def _unit(board: Board, unit: Unit) -> Iterator[Block]:
    name = unit.name
    yield Heading(f"{name}: {unit.unit_class}, {of_side(unit.side, unit.player)}", major=True)
    yield seekers(board, [unit]) if unit.kind == "seeking" else units(board, only=name)
    yield from states(board, only=name)
    lines = [line for each in lines_of_fire(board) for line in each if name in {line.unit, line.target}]
    if lines:
        yield Heading("Who bears on whom")
        own = [line for line in lines if line.unit == name]
        yield from _in_full([each for each in (own, *([line] for line in lines if line.target == name)) if each])


def sheet(board: Board, name: str) -> Iterator[Block]:
    """What a unit is, its damage and all else that holds of it, what it launched; not where it is."""
    unit = board.units.get(name)
    if unit is None:
        return
    yield Fields(
        (
            ("Class", unit.unit_class),
            ("Out", "" if unit.gone is None else gone_as(unit.gone)),
            ("Aboard", unit.aboard or ""),
            ("Damage", str(unit.damage)),
            ("Noted", "; ".join(unit.notes)),
            ("Speed", written(unit.speed)),
            ("Target", unit.target or ""),
            ("Launched", ", ".join(f"{number} from {launcher}" for launcher, number in sorted(unit.launched.items()))),
        )
    )
    yield from (ReportLine(said) for said in conditions(unit) if not said.startswith(f"{unit.damage} damage"))


def to_try(game: str) -> tuple[tuple[str, str], ...]:
    """What a game of runs is good for."""
    return (
        (f"sits show {game} --at 1.9", "the board as it stood"),
        (f"sits replay {game} 1.1", "one run of impulses in full"),
        (f"sits replay {game} 1.1 1.9 --step", "event by event"),
        (f"sits fork {game} --at 1.9 --name what-if", "same dice, other orders"),
        (f"sits audit list {game} fires", "search the record"),
    )


def units(board: Board, *, only: str | None = None) -> TextTable:
    """Every unit but seeking weapons on one line, those out of the game too. only: that one alone."""
    heads = ("Unit", "Class", "Side", "Place", "Facing", "Speed")
    every = [unit for _, unit in sorted(board.units.items()) if unit.kind != "seeking"]
    shown = [unit for unit in every if only in {None, unit.name}]
    return TextTable(heads, (_row(unit) for unit in shown), right=(5,), indent=2)


def _row(unit: Unit) -> tuple[str, ...]:
    who = (unit.name, unit.unit_class, unit.side)
    if unit.gone is not None:
        return *who, f"out: {gone_as(unit.gone)}", "", ""
    if unit.aboard is not None:
        return *who, f"aboard {unit.aboard}", "", ""
    return *who, str(unit.place), str(unit.facing), written(unit.speed)


def states(board: Board, *, only: str | None = None) -> Iterator[ReportLine]:
    """Thrust, inertia, orbits, webs, spheres, damage entered: a line for each unit that has any. only: of that one."""
    for unit in (unit for unit in board.units.values() if unit.gone is None and only in {None, unit.name}):
        said = [f"thrust {written(unit.thrust)}"] if unit.thrust else []
        said += [f"inertia {unit.inertia}"] if unit.inertia else []
        said += conditions(unit)
        if said:
            yield ReportLine(f"{unit.name}: {'; '.join(said)}", 2)


def seekers(board: Board, guided: list[Unit]) -> TextTable:
    """Each seeking weapon with its target and its range to it; whose it is, the picture's legend says."""
    rows = []
    for unit in guided:
        if unit.gone is not None:
            rows.append((unit.name, f"out: {gone_as(unit.gone)}", "", "", "", ""))
            continue
        target = board.units.get(unit.target or "")
        towards = target.place if target is not None else unit.aim
        far = "" if towards is None else written(exact(unit.place, towards))
        where = unit.target or ("" if unit.aim is None else str(unit.aim))
        rows.append((unit.name, str(unit.place), str(unit.facing), written(unit.speed), where, far))
    heads = ("Weapon", "Place", "Facing", "Speed", "Target", "Range")
    return TextTable(heads, rows, right=(3, 5), indent=2)


def _bearings(board: Board, player: str | None, *, detail: bool) -> Iterator[Block]:
    """Where and with what each unit bears; of many in short, unless in detail or for a player."""
    found = [each for each in lines_of_fire(board, player) if each]
    near = found if detail else [[line for line in each if line.exact <= REACH] for each in found]
    near, left = [each for each in near if each], sum(map(len, found)) - sum(map(len, near))
    if not found:
        return
    yield Heading("Who bears on whom")
    if detail or player is not None or sum(len(each[:MOST_TARGETS]) for each in near) <= MOST_LINES:
        yield from _in_full(near)
    else:
        shown = [row for each in near for row in in_short(each)]
        yield TextTable(("Unit", "With", "Bears on, at range"), shown, indent=2)
        yield ReportLine("-vv, or --as PLAYER for one player, adds yaw, pitch and mounts.", 2)
    if left:
        yield ReportLine(f"Enemies more than {written(REACH)} hexes away are left out.", 2)


def _in_full(found: list[list[LineOfFire]]) -> Iterator[Block]:
    if found:
        shown = [row for each in found for row in rows(each)]
        yield TextTable(("Unit", "Target", "Range", "Seen at", "Weapons that bear"), shown, right=(2,), indent=2)
    for each in found:
        if (more := len(each) - MOST_TARGETS) > 0:
            yield ReportLine(f"{each[0].unit} bears on {counted(more, 'more target')}, farther away.", 2)


def _bodies(board: Board, detail: bool) -> Iterator[Block]:
    places = [unit.place for unit in board.out()]
    rows, left = [], 0
    for _, body in sorted(board.bodies.items()):
        far = min((exact(place, body.place) for place in places), default=0)
        if body.kind == "asteroid" and far > NEAR and not detail:
            left += 1
            continue
        nearest = min(board.out(), key=lambda unit: exact(unit.place, body.place), default=None)
        near = "" if nearest is None else f"{nearest.name} {written(far)}"
        rows.append(
            (
                body.name,
                kind_of(body.kind) + (", class M" if body.class_m else ""),
                str(body.place),
                ", ".join(measures(body)),
                near,
            )
        )
    if rows or left:
        yield Heading("Planets, fields and holes")
    if rows:
        yield TextTable(("Body", "What", "Place", "Size", "Nearest unit"), rows, indent=2)
    if left:
        away = f"more than {written(NEAR)} hexes from every unit"
        yield ReportLine(f"{counted(left, 'asteroid')} {away} {'is' if left == 1 else 'are'} left out.", 2)


def _webs(board: Board) -> Iterator[Block]:
    rows = []
    for name, web in sorted(board.webs.items()):
        for number, (one, other, length) in enumerate(lengths(board, web)):
            first = ("", "", "") if number else (name, f"{web.kind}, {web.player}", written(web.strength))
            rows.append((*first, end(one), end(other), "gone" if length is None else written(length)))
        if not web.strands:
            rows.append((name, f"{web.kind}, {web.player}", written(web.strength), "", "", ""))
    if rows:
        yield Heading("Webs")
        heads = ("Web", "What", "Strength", "From", "To", "Length")
        yield TextTable(heads, rows, right=(2, 5), indent=2)
