"""The whole table: the picture, ships, who is in whose firing arcs, who stands how to whom, attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.report.blocks import Block, Boxes, BoxRow, Fields, Heading, Phrase, Picture, ReportLine, TextTable
from sits_es.rules.xwing.board import Attack, Board, Ship
from sits_es.rules.xwing.sums.ranges import told
from sits_es.rules.xwing.sums.relations import SAID
from sits_es.rules.xwing.views.scenes import scene
from sits_es.rules.xwing.views.sightings import Sighting, sightings
from sits_es.sentences import counted, of_side


def overview(board: Board) -> Iterator[Block]:
    """The table and the ships, for letters."""
    if any(board.placed()):
        yield Heading("The table now")
        yield Picture(scene(board), 2)
    yield Heading("Ships")
    yield ships(board)
    yield from _criticals(board)
    yield from _objects(board)


def board_view(board: Board, *, player: str | None = None, detail: bool = False) -> Iterator[Block]:
    """The board as it stands. player: whose firing arcs are shown, None for everybody's; detail: weapons too."""
    yield Heading(f"Round {board.turn}, entry {board.entry}", major=True)
    if any(board.placed()):
        yield Picture(scene(board, player=player), 2)
    yield Heading("Ships")
    yield ships(board)
    yield from _criticals(board)
    yield from _objects(board)
    if detail:
        yield from _weapons(board)
    seen = list(sightings(board, player))
    yield from _firing(seen)
    yield from _relations(seen)
    if board.attacks:
        yield Heading("Attacks")
        heads = ("Attack", "When", "Ship", "Target", "With", "In", "Range", "State")
        yield TextTable(heads, map(_row, board.attacks), indent=2)


def ship_in_full(board: Board, name: str) -> Iterator[Block] | None:
    """One ship: its display, its weapons, and what it and its enemies have in their firing arcs; None for no ship."""
    return _in_full(board, board.ships[name], name) if name in board.ships else None


def sheet(board: Board, name: str) -> Iterator[Block]:
    """A ship's shields and hull, box by box, its critical hits and its weapons; not where it stands."""
    ship = board.ships.get(name)
    if ship is None:
        return
    yield Fields((("Out", ship.gone or ""), ("Base", ship.base), ("Turret", ", ".join(ship.points))))
    tracks = (("shields", ship.shields, ship.most_shields), ("hull", ship.hull, ship.most_hull))
    yield Boxes("Display", (BoxRow(label, _boxes(left, most)) for label, left, most in tracks if most))
    yield from (ReportLine([Phrase(f"critical hit: {said}", "bad")]) for said in ship.criticals)
    if ship.weapons:
        rows = ((each.name, each.kind, each.where) for each in ship.weapons)
        yield TextTable(("Weapon", "Kind", "Arc"), rows)


def _boxes(left: int, most: int) -> Iterator[Phrase]:
    """Boxes, those that are lost marked."""
    return (Phrase(str(number)) if number <= left else Phrase(f"x{number}", "bad") for number in range(most, 0, -1))


def units(board: Board) -> list[str]:
    """Every ship, those out of the game too."""
    return sorted(board.ships)


def to_try(game: str) -> tuple[tuple[str, str], ...]:
    """What a game of recorded facts is good for."""
    return (
        (f"sits show {game}", "the table as it stands"),
        (f"sits show {game} -o table.svg", "a picture with firing arcs"),
        (f"sits audit list {game} attack", "attacks, dispute and ruling"),
        (f"sits explain {game} 59", "the first attack's arcs"),
        (f"sits fork {game} --at 1.6 --name what-if", "another attack instead"),
    )


def _in_full(board: Board, ship: Ship, name: str) -> Iterator[Block]:
    yield Heading(f"{name}: {of_side(ship.side, ship.player)}", major=True)
    yield ships(board, only=name)
    yield from _criticals(board, only=name)
    yield from _weapons(board, only=name)
    seen = [each for each in sightings(board) if name in {each.ship, each.enemy}]
    yield from _firing(seen)
    yield from _relations(seen)


def ships(board: Board, *, only: str | None = None) -> TextTable:
    """Every ship on one line, those out of the game too. only: that ship alone."""
    heads = ("Ship", "Side", "Base", "Place", "Facing", "Turret", "Shields", "Hull")
    return TextTable(heads, (_ship(ship) for _, ship in _shown(board, only)), right=(4,), indent=2)


def _shown(board: Board, only: str | None) -> list[tuple[str, Ship]]:
    return sorted(item for item in board.ships.items() if only in {None, item[0]})


def _ship(ship: Ship) -> tuple[str, ...]:
    where = ("not placed", "") if ship.stand is None else (f"{ship.stand.x},{ship.stand.y}", ship.stand.facing)
    where = where if ship.gone is None else (ship.gone, "")
    shields, hull = f"{ship.shields} of {ship.most_shields}", f"{ship.hull} of {ship.most_hull}"
    return ship.name, ship.side, ship.base, *where, ", ".join(ship.points), shields, hull


def _criticals(board: Board, only: str | None = None) -> Iterator[Block]:
    for name, ship in _shown(board, only):
        if ship.criticals:
            many = counted(len(ship.criticals), "critical hit")
            yield ReportLine(f"{name} has {many}: {'; '.join(ship.criticals)}", 2)


def _objects(board: Board) -> Iterator[Block]:
    """What lies on the table."""
    if board.objects:
        yield Heading("Objects")
        rows = ((name, laid.kind, laid.where) for name, laid in sorted(board.objects.items()))
        yield TextTable(("Object", "Kind", "Where"), rows, indent=2)


def _weapons(board: Board, only: str | None = None) -> Iterator[Block]:
    rows = [
        (name if not at else "", each.name, each.kind, each.where, "upgrade" if each.upgrade else "")
        for name, ship in _shown(board, only)
        for at, each in enumerate(ship.weapons)
    ]
    if rows:
        yield Heading("Weapons")
        yield TextTable(("Ship", "Weapon", "Kind", "Arc", ""), rows, indent=2)


def _firing(seen: Sequence[Sighting]) -> Iterator[Block]:
    """Enemies in firing arcs, each arc with its attack range."""
    rows = []
    for each in seen:
        if each.sight.holds:
            held = ", ".join(f"{hold.arc} at range {hold.range}" for hold in each.sight.holds)
            rows.append((each.ship, each.enemy, held, f"{told(each.sight.distance)} mm"))
    if rows:
        yield Heading("Who is in whose firing arcs")
        yield TextTable(("Ship", "Target", "In", "Distance"), rows, right=(3,), indent=2)


def _relations(seen: Sequence[Sighting]) -> Iterator[Block]:
    """Who is behind, in front of or flanking an enemy."""
    rows = [(each.ship, SAID[each.relation], each.enemy) for each in seen if each.relation]
    if rows:
        yield Heading("Who is behind, in front of or flanking whom")
        yield TextTable(("Ship", "is", "Enemy"), rows, indent=2)


def _row(attack: Attack) -> tuple[str, ...]:
    turn, entry = attack.moment
    arc, band = attack.made_in
    verb = "obstruct" if attack.obstructed[1:] else "obstructs"
    band += f", {', '.join(attack.obstructed)} {verb}" if attack.obstructed else ""
    return (
        str(attack.number),
        f"{turn}.{entry}",
        attack.ship,
        attack.target,
        attack.weapon,
        arc,
        band,
        attack.state,
    )
