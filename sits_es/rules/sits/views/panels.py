"""Ships as they stand: panel, card and tracks, what changed on them, and what differs between two boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import groupby
from typing import Final

from sits_es.report.blocks import BLANK, Block, Boxes, BoxRow, Fields, Heading, Phrase, Picture, ReportLine, TextTable
from sits_es.report.differences import Contrast, differing, unlike_games
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.boxes import WALLS
from sits_es.rules.sits.cards.ship_class import BEAM_ORDER, MOUNT_TRACKS, SHIP_TRACKS, Mount, ShipClass
from sits_es.rules.sits.cards.walls import walls_made_for
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.sums.aiming import magazine
from sits_es.rules.sits.sums.deck import DRAWS, count, in_words, is_miracle, next_draw
from sits_es.rules.sits.sums.tracks import (
    DISABLED,
    HIT,
    LOST,
    TRIED,
    WHOLE,
    conditions,
    decoys_left,
    fresh_boxes,
    lost_as,
    rating,
    strength,
)
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.views.movement import (
    attitude_rows,
    dots_text,
    grid_and_chart,
    pivot_text,
    plots_text,
    roll_text,
)
from sits_es.rules.sits.views.scenes import arc_scene
from sits_es.rules.sits.words import SHAPES, TONES, box, row
from sits_es.sentences import counted, listed, of_side
from sits_es.space.arcs import FACINGS
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, Position
from sits_es.space.vectors import vectors_in_words


def decoys_text(board: Board, ship: Ship) -> str:
    """Decoys left, and those at work in this segment."""
    active = f", {ship.decoys_active} at work in this segment" if ship.decoys_active else ""
    return f"{decoys_left(board.class_of(ship), ship)} left, {board.class_of(ship).decoy_value}% each{active}"


def differences(one: Board, other: Board) -> list[Contrast]:
    """(ship or attack, what, in the one, in the other) for everything that differs, in the order of a panel."""
    ours, theirs = partial(_facts, one), partial(_facts, other)
    ships = differing(one.ships, other.ships, "ship", ours, other_says=theirs)
    attacks = differing(one.attacks, other.attacks, "attack", lambda each: [("left", str(each.left))], "under way")
    return [*ships, *attacks, *unlike_games(one, other, {"ships", "attacks", "turn", "segment"})]


def _facts(board: Board, ship: Ship) -> Iterator[tuple[str, str]]:
    """Everything about a ship that two branches may differ in, by name."""
    chart = ship.chart
    yield "fate", f"out: {lost_as(ship.destroyed)}" if ship.destroyed is not None else "in the game"
    yield from ((label.lower(), text) for label, text in _fields(board, ship) if label)
    yield "pulses", ", ".join(f"{thrust} {nose}" for thrust, nose in zip(chart.thrusts, chart.noses, strict=True))
    for weapon in (*board.class_of(ship).weapons(), *board.class_of(ship).launchers()):
        waits = ship.counters.get(weapon, 0)
        yield f"{weapon} ready", f"in {counted(waits, 'segment')}" if waits else "now"
    for mount in board.class_of(ship).mounts:
        if mount.track("magazine") in ship.boxes:
            yield f"{mount.name} {mount.stores}s", str(magazine(board, ship, mount))
    launched = [(target, each) for target, launches in ship.launches.items() for each in launches]
    yield "launched", "; ".join(f"{each.salvoes} at {target} in turn {each.turn}" for target, each in launched)
    yield "miracle cards", ", ".join(ship.hand)
    for track, marks in ship.boxes.items():
        yield f"{track} track", boxes_text(board, ship, track, marks)


#: Marks of a box that is not whole, in words, in the order in which they are told.
_MARKS = {HIT: "destroyed", TRIED: "tried once", LOST: "lost for good", DISABLED: "down"}


def boxes_text(board: Board, ship: Ship, track: str, marks: str) -> str:
    """A track in a few words: its rating, and how many of its boxes are not whole."""
    now = rating(board.class_of(ship), ship, track)
    gone = [f"{marks.count(mark)} {word}" for mark, word in _MARKS.items() if mark in marks]
    state = f"{listed(gone)} of {len(marks)}" if gone else f"all {len(marks)} whole"
    return f"rating {'none' if now is None else now}; {state}"


#: Columns of the longest name of a track, and a space.
_LABELS: Final = 19


def legend() -> ReportLine:
    """What the shapes mean."""
    said = [Phrase("Boxes: ")]
    for mark, (_, meaning) in SHAPES.items():
        said += [] if mark == WHOLE else [Phrase(", ")]
        said += [Phrase(f"[{box(mark, '4')}]", TONES[mark]), Phrase(f" {meaning}")]
    return ReportLine(said, 2, 7)


def tracks(board: Board, ship: Ship) -> Iterator[Boxes]:
    """Every track of the ship: its own first, then each mount's under the mount's name."""
    ship_class = board.class_of(ship)

    def under(title: str, labels: Iterable[tuple[str, str]]) -> Boxes:
        rows = (BoxRow(label, row(ship_class, name, ship.boxes[name])) for label, name in labels if name in ship.boxes)
        return Boxes(title, rows, labels=_LABELS, paired=True)

    yield under("Damage tracks", ((track, track) for track in SHIP_TRACKS))
    for mount in ship_class.mounts:
        yield under(mount.name, ((system, mount.track(system)) for system in MOUNT_TRACKS))


def changes(before: Board, after: Board) -> Iterator[tuple[str, str, tuple[Phrase, ...], tuple[Phrase, ...]]]:
    """(ship, track, boxes before, boxes after) for every track that is not as it was, ship by ship."""
    for name in sorted(before.ships):
        was, now = before.ships[name], after.ships[name]
        ship_class = before.class_of(was)
        for track in ship_class.tracks:
            if was.boxes[track] != now.boxes[track]:
                yield name, track, row(ship_class, track, was.boxes[track]), row(ship_class, track, now.boxes[track])


def ship_panel(board: Board, ship: Ship) -> Iterator[Block]:
    """Everything that stands on the ship's card and plotting sheet before the segment that the board is at."""
    yield Heading(f"{ship.name}: {ship.ship_class}, {of_side(ship.side, ship.player)}", major=True)
    yield _standing(board, ship)
    if ship.destroyed is None:
        yield BLANK
        yield grid_and_chart(ship.vectors, ship.chart, board.tables, _row(board))
        yield BLANK
        yield weapons(board, ship)
    yield BLANK
    yield from tracks(board, ship)


def sheet(board: Board, name: str) -> Iterator[Block]:
    """What a ship has and what it lost, without where it is: that stands beside the map anyway."""
    ship = board.ships.get(name)
    if ship is None:
        return
    if ship.destroyed is None:
        told = (field for field in _standing(board, ship).rows if field[0] not in _ON_THE_MAP)
        yield Fields(told)
        yield from _gear(_Seen(board, ship))
    else:
        yield _standing(board, ship)
        yield from _gear(_Seen(board, ship))[:-1]


class _Seen:
    """A ship's tracks and weapons. Two are equal where nothing of these differs, so that each is drawn up once."""

    def __init__(self, board: Board, ship: Ship) -> None:
        self.board, self.ship, self._card = board, ship, board.class_of(ship)
        self._values = (*ship.boxes.values(), *ship.counters.items(), *ship.spent.items())

    def __hash__(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        # a card is large, and the same object all through a game
        return isinstance(other, _Seen) and self._card is other._card and self._values == other._values


@lru_cache(maxsize=256)
def _gear(seen: _Seen) -> tuple[Block, ...]:
    return *tracks(seen.board, seen.ship), weapons(seen.board, seen.ship)


#: Fields of a panel that a map's legend has too.
_ON_THE_MAP: Final = frozenset({"Position", "Marker", "Vectors", "Dots", "Half hexes"})


def _row(board: Board) -> int | None:
    return board.segment if board.segment <= SEGMENTS else None


def _standing(board: Board, ship: Ship) -> Fields:
    if ship.destroyed is not None:
        return Fields((("Out", lost_as(ship.destroyed)), ("Last seen", str(ship.position))), indent=2)
    most = strength(board.class_of(ship), ship, "thrust")
    units = {
        "Vectors": "{} a turn" if ship.vectors else "{}",
        "Thrust": f"{{}} of {most}",
        "Half hexes": "one kept in {}",
    }
    told = ((label, units.get(label, "{}").format(text) if text else "") for label, text in _fields(board, ship))
    return Fields((*told, ("Miracles", hand_text(board, ship))), indent=2)


def _fields(board: Board, ship: Ship) -> Iterator[tuple[str, str]]:
    """How a ship stands and flies, by name."""
    yield "State", "; ".join(conditions(ship))
    yield "Position", str(ship.position)
    yield "Marker", str(ship.future) if ship.future is not None else ""
    yield "Vectors", vectors_in_words(ship.vectors)
    yield "Thrust", str(ship.thrust)
    yield "Dots", dots_text(ship.chart, board.tables)
    yield "Half hexes", " and ".join(ship.halves)
    yield "Plots", plots_text(ship)
    yield from attitude_rows("Attitude", ship.attitude)
    yield "Pivot", pivot_text(ship.pivot) if ship.pivot else ""
    yield "Roll", roll_text(ship.roll) if ship.roll else ""
    yield "Decoys", decoys_text(board, ship)


def hand_text(board: Board, ship: Ship) -> str:
    """The cards in hand, what they count and when the next is drawn; empty for a commander who draws none."""
    following = next_draw(board.class_of(ship).commander, board.turn)
    if following is None:
        return ""
    miracle = ", a miracle" if is_miracle(ship.hand) else ""
    held = f"{listed(map(in_words, ship.hand))}: {count(ship.hand)}{miracle}" if ship.hand else "none in hand"
    return f"{held}; next draw in the break of turn {following}"


def weapons(board: Board, ship: Ship) -> TextTable:
    """Beam weapons and launchers, mount by mount, as orders name them."""
    rows = (row for mount in board.class_of(ship).mounts for row in _mount_rows(board, ship, mount))
    return TextTable(("Weapon", "Works", "Kind", "Ready", "Magazine"), rows, right=(1,), indent=2)


def _mount_rows(board: Board, ship: Ship, mount: Mount) -> Iterator[tuple[str, ...]]:
    ship_class = board.class_of(ship)
    kinds = {
        "graser": f"size {mount.graser_size}",
        "laser": f"size {mount.laser_size}",
        "energy-torpedo": f"type {mount.torpedo_type}" if mount.torpedo_type else "",
        "grav-lance": f"quality {mount.lance_quality}",
    }
    for kind in reversed(BEAM_ORDER):
        track = mount.track(kind)
        if track in ship.boxes:
            works = strength(ship_class, ship, track)
            yield track, str(works), kinds[kind], ready_text(ship, track, track, works, ship_class.recycle(track)), ""
    tubes = mount.track("tubes")
    if tubes in ship.boxes:
        works = strength(ship_class, ship, tubes)
        ready = ready_text(ship, mount.name, tubes, works, mount.reload)
        left = counted(magazine(board, ship, mount), mount.stores)
        yield f"{mount.name} (launch)", str(works), f"{mount.missile_size} tubes", ready, left


def ready_text(ship: Ship, counter: str, track: str, works: int, every: int) -> str:
    """Whether it can fire in the segment at hand. every: segments from one use to the next, 1 up."""
    if not works:
        return "down" if DISABLED in ship.boxes[track] else "destroyed"
    waits = ship.counters.get(counter, 0)
    rate = "" if every == 1 else f" (every {every})"
    return f"in {counted(waits, 'segment')}{rate}" if waits else f"ready{rate}"


def ship_card(ship_class: ShipClass) -> Iterator[Block]:
    """The whole card."""
    board, ship = _undamaged(ship_class)
    yield Heading(ship_class.name, major=True)
    if ship_class.note:
        yield ReportLine(ship_class.note, 2, 0)
    yield Fields(_numbers(ship_class), indent=2)
    yield Heading("Weapons")
    yield weapons(board, ship) if _armed(ship_class) else ReportLine("none", 2)
    yield BLANK
    yield from tracks(board, ship)
    if ship_class.mounts:
        yield Heading("Firing arcs: nose at A, top at +++, the map plane through both broadsides")
        yield BLANK
        yield Picture(arc_scene(ship_class))
        yield BLANK
        yield from (ReportLine(f"{mount.name}: {', '.join(mount.arc)}", 2) for mount in ship_class.mounts)
    yield Heading("Hit rows: 1d10, then the tracks that a hit takes")
    yield from _hit_rows(ship_class)


def _armed(ship_class: ShipClass) -> bool:
    """Whether the class has anything to shoot with."""
    return bool(ship_class.weapons() or ship_class.launchers())


def _undamaged(ship_class: ShipClass) -> tuple[Board, Ship]:
    """A ship of the class fresh from the yard, alone on a board."""
    ship = Ship(
        name=ship_class.name,
        ship_class=ship_class.name,
        side="",
        player="",
        position=Position(),
        vectors=STILL,
        attitude=Attitude(Window("A")),
        boxes=fresh_boxes(ship_class),
    )
    classes = {ship_class.name: ship_class}
    return Board(tables=card_tables(), options=Options(), classes=classes, ships={ship.name: ship}), ship


def _numbers(ship_class: ShipClass) -> Iterator[tuple[str, str]]:
    yield "Hit size", f"{ship_class.hit_size} points"
    cards = ", draws miracle cards" if ship_class.commander in DRAWS else ""
    yield "Crew", f"quality {ship_class.crew_quality}, commander {ship_class.commander}{cards}"
    yield "Missiles", f"quality {ship_class.missile_quality}"
    yield "Countermissiles", f"quality {ship_class.countermissile_quality}"
    yield "Point defence", f"quality {ship_class.point_defence_quality}"
    yield "Lasers", f"quality {ship_class.laser_quality} in defence"
    yield "Sidewalls", _walls(ship_class)
    yield "Rolled ship", f"{ship_class.rolled_ship_bonus:+}% at the sidewall"
    for reading, (bonus, walls) in ship_class.walls.items():
        rows = "; ".join(f"{wall} {' '.join(map(str, numbers))}" for wall, numbers in walls.items())
        yield f"Under {reading}", f"{rows}; rolled ship {bonus:+}%"
    yield "Decoys", f"{ship_class.decoy_value:+}% of ECM each"


def _walls(ship_class: ShipClass) -> str:
    """The reading that the class's sidewalls are made for; empty for a class without any."""
    made = walls_made_for(ship_class)
    if len(made) == 1:
        return f"made for: {next(iter(made))}"
    if made:
        return "; ".join(f"{listed(walls)} made for: {reading}" for reading, walls in made.items())
    return "made for: either reading" if any(wall in ship_class.tracks for wall in WALLS) else ""


def _hit_rows(ship_class: ShipClass) -> Iterator[ReportLine]:
    for side in FACINGS:
        yield ReportLine(side, 2)
        for roll, taken in enumerate(ship_class.hits[side], start=1):
            yield ReportLine(f"{roll:>2}  {', '.join(taken)}", 4, 4)


#: Columns that the name of a track takes before its boxes, at the least.
_NAME = 24


def tracks_changed(before: Board, after: Board) -> Iterator[Boxes]:
    """The boxes of every track that is not as it was, before and after; silent when nothing changed."""
    changed = list(changes(before, after))
    labels = max([_NAME, *(len(track) + 1 for _, track, _, _ in changed)])
    for ship, of_ship in groupby(changed, lambda change: change[0]):
        rows = (
            row
            for _, track, was, now in of_ship
            for row in (BoxRow(track, was, note="before"), BoxRow("", now, note="after"))
        )
        yield Boxes(ship, rows, labels=labels)
