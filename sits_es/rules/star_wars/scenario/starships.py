"""The starships of a scenario file: where each begins, how it faces and flies, who is aboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, cast

from attrs import asdict

from sits_es.errors import UnreadableError
from sits_es.orders.names import same
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.star_wars import MOST_STARSHIPS, UNIT_FOLDER
from sits_es.rules.star_wars.cards.reader import WHOLES, read_crew
from sits_es.rules.star_wars.events.motion import StarshipPlaced
from sits_es.rules.star_wars.scenario.map_hexes import MIDDLE, read_hex
from sits_es.rules.star_wars.starship_class import SIDES, Crew, HexSide, StarshipClass
from sits_es.rules.star_wars.sums.flying import SHARES, may_enter
from sits_es.rules.star_wars.sums.narrative_dice import INITIATIVE, KINDS, read_pool
from sits_es.sentences import article, listed
from sits_es.space.hexes import Position
from sits_es.toml import ABSENT, KeyPath

STARSHIP_KEYS: Final = ("name", "class", "player", "at", "facing", "speed", "initiative", "crew")

#: The most dice of a kind that initiative is rolled with. Rule: house.
MOST_DICE: Final = 9
#: What a crew rolls where the file does not say: that of usual people without training. Rule: base game.
USUAL_POOL: Final = (2, 0, 0)

#: Names of a file so far, and what has each.
Names = dict[str, str]
#: Starships by name, with the place of each in the file.
Placed = dict[str, tuple[KeyPath, StarshipPlaced]]


def new_name(sheet: GameSheet, path: KeyPath, names: Names, what: str, example: str) -> str:
    """Read the name of something new and keep it; one that is there already is a fault. what: such as `starship`."""
    name = sheet.name(path, example)
    if name and (twin := same(name, names)) is not None:
        sheet.fault(path, f"there is already {article(names[twin])} {twin}. Give each thing a name of its own.")
    elif name:
        names[name] = what
    return name


def starships(
    sheet: GameSheet, names: Names, sides: Mapping[str, str], classes: Mapping[str, StarshipClass], *, rolled: bool
) -> Placed:
    """Every starship of a file by its name, in the order of the file. sides: of players, by id.

    rolled: whether initiative is, so that each has a pool for it.
    """
    found: Placed = {}
    if sheet.get(("starships",)) is ABSENT:
        sheet.fault(("starships",), "it is missing. Write each starship as a table of its own under [[starships]].")
    for path in sheet.tables(("starships",), "starship", MOST_STARSHIPS):
        placed = _starship(sheet, path, names, sides, classes, rolled=rolled)
        found.setdefault(placed.starship, (path, placed))
    check_stacking(sheet, found.values(), classes)
    return found


def _starship(
    sheet: GameSheet,
    path: KeyPath,
    names: Names,
    sides: Mapping[str, str],
    classes: Mapping[str, StarshipClass],
    *,
    rolled: bool,
) -> StarshipPlaced:
    sheet.table(path, STARSHIP_KEYS)
    name = new_name(sheet, (*path, "name"), names, "starship", "Raider")
    starship_class = sheet.unit_class((*path, "class"), "Sample light fighter", tuple(classes), UNIT_FOLDER)
    player = sheet.one_of((*path, "player"), "red", "player", tuple(sides))
    place = sheet.meant((*path, "at"), "3A 2C", read_hex, MIDDLE)
    card = classes.get(starship_class)
    most = WHOLES["speed"][1] if card is None else card.speed
    at: KeyPath = (*path, "initiative")
    if not rolled and sheet.get(at) is not ABSENT:
        sheet.fault(at, 'the order is given above. Leave this out, or write initiative = "rolled" above.')
    return StarshipPlaced(
        starship=name,
        player=player,
        side=sides.get(player, ""),
        starship_class=starship_class,
        q=place.q,
        r=place.r,
        facing=cast("HexSide", sheet.choice((*path, "facing"), SIDES)),
        speed=sheet.whole((*path, "speed"), 0, most),
        crew=_crew(sheet, (*path, "crew"), card),
        initiative=sheet.meant(at, "2 ability 1 proficiency", read_initiative, USUAL_POOL, needed=False)
        if rolled
        else (0, 0, 0),
    )


def _crew(sheet: GameSheet, path: KeyPath, card: StarshipClass | None) -> Crew:
    """The class's own crew, or another in what the table says."""
    usual = Crew(agility=1, intellect=1, cunning=1) if card is None else card.crew
    return read_crew(sheet, path, asdict(usual))


def read_initiative(text: str) -> tuple[int, int, int]:
    """Read `2 ability 1 proficiency` as dice in the order ability, proficiency, boost.

    UnreadableError names every fault: other kinds of dice, too many, none of ability or proficiency.
    """
    pool = read_pool(text, INITIATIVE)
    counts = {kind: number for kind, number in zip(KINDS, pool.counts, strict=True) if number}
    allowed = listed(INITIATIVE)
    faults = [f"Initiative has no {kind} dice. Write {allowed} dice only." for kind in counts if kind not in INITIATIVE]
    faults += [
        f"{number} {kind} dice are too many. Write {MOST_DICE} or fewer."
        for kind, number in counts.items()
        if number > MOST_DICE
    ]
    if not faults and not pool.ability and not pool.proficiency:
        faults.append("Initiative takes at least one ability or proficiency die. Write it so: 2 ability 1 boost.")
    if faults:
        raise UnreadableError(faults)
    return pool.ability, pool.proficiency, pool.boost


def check_stacking(
    sheet: GameSheet, starships: Iterable[tuple[KeyPath, StarshipPlaced]], classes: Mapping[str, StarshipClass]
) -> None:
    """No starship begins in a hex that it could not have entered. Rule: rules.md, Stacking."""
    there: dict[Position, list[tuple[str, int]]] = {}
    for path, placed in starships:
        at: KeyPath = (*path, "at")
        if placed.starship_class not in classes or not sheet.is_right(at):
            continue
        silhouette = classes[placed.starship_class].silhouette
        others = there.setdefault(Position(placed.q, placed.r), [])
        if not may_enter(silhouette, [size for _, size in others]):
            shared = listed(f"{other} (silhouette {size})" for other, size in others)
            why = f"{placed.starship} (silhouette {silhouette}) begins in the hex of {shared}."
            sheet.fault(at, f"{why} Only silhouettes up to {SHARES} share a hex: place one of them elsewhere.")
        others.append((placed.starship, silhouette))
