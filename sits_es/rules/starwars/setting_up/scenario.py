"""Scenario files: who plays, which starships begin where, what lies on the map, who acts when and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, cast

from attrs import asdict

from sits_es.errors import UnreadableError
from sits_es.rules.game_sheet import GameSheet
from sits_es.rules.options import options_data
from sits_es.rules.scenario_sheet import ScenarioSheet
from sits_es.rules.schema import data_of, read_as, several
from sits_es.rules.set_up import NONE_CHOSEN
from sits_es.rules.starwars import MOST_STARSHIPS
from sits_es.rules.starwars.cards.sample_cards import SAMPLES, Card, starships_of, tables_of
from sits_es.rules.starwars.critical_table import CRITICALS, CriticalTable
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced, TerrainKind, TerrainPlaced
from sits_es.rules.starwars.setting_up.map_hexes import MIDDLE, disc, hex_in_words, read_hex
from sits_es.rules.starwars.setting_up.options import Options
from sits_es.rules.starwars.slots.facts import InitiativeSet
from sits_es.rules.starwars.starship_class import LARGEST_GROUP, MOST_SPEED, SIDES, Crew, HexSide, StarshipClass
from sits_es.rules.starwars.sums.flying import SHARES, may_enter
from sits_es.rules.starwars.sums.narrative_dice import INITIATIVE, KINDS, read_pool
from sits_es.rules.starwars.sums.terrain import TERRAINS
from sits_es.rules.system import Setup
from sits_es.sentences import listed
from sits_es.space.hexes import Position
from sits_es.toml import ABSENT, KeyPath, shown


def setup(text: str, source: str, unit_files: Mapping[str, str], chosen: Mapping[str, str] = NONE_CHOSEN) -> Setup:
    """Make a scenario ready. UnreadableError names every fault of it, or of the starship cards, at once.

    unit_files: name -> text of a player's own cards; one of a sample's name takes the sample's place;
    chosen: options in place of the scenario's, name -> value.
    """
    return read_scenario(text, source, SAMPLES.known(unit_files), chosen)


def read_scenario(text: str, source: str, cards: Mapping[str, Card], chosen: Mapping[str, str] = NONE_CHOSEN) -> Setup:
    """Make a scenario ready. SheetFaults names every fault at once by key and line.

    source: what to call the file; cards: those that it may name, by name: of its starships, and of critical hits;
    chosen: as for `setup`.
    """
    sheet, classes = ScenarioSheet.read(text, source), starships_of(cards)
    head = sheet.head("starwars", KEYS, "A patrol")
    found = _starships(sheet, classes, rolled=_is_rolled(sheet))
    sheet.each_has("starship", {placed.player for _, placed in found.values()})
    used = {placed.starship_class for _, placed in found.values()}
    order, options = _given_order(sheet, tuple(found)), sheet.options(Options, chosen, ("rounds",))
    given = (InitiativeSet(order=order, rolled=()),) if order else ()
    criticals = _criticals(sheet, tables_of(cards))
    opening = (*_terrain(sheet), *(found[name][1] for name in sorted(found)), *given)
    sheet.refuse()
    return Setup(
        **head,
        scenario=source,
        options=options_data(options),
        tables={} if criticals is None else {CRITICALS: data_of(criticals)},
        classes={name: data_of(classes[name]) for name in sorted(used)},
        opening=opening,
    )


#: What a scenario says besides what every one says.
KEYS: Final = ("rounds", "initiative", CRITICALS, "options", "starships", "terrain")


def _criticals(sheet: GameSheet, known: Mapping[str, CriticalTable]) -> CriticalTable | None:
    """The table of critical hits that the file names; None if the players look them up. Rule: house."""
    at: KeyPath = (CRITICALS,)
    if sheet.get(at) is ABSENT:
        return None
    own = "Your own tables are in var/cards, unless you name another folder."
    return known.get(sheet.one_of(at, "Sample critical hits", "table of critical hits", tuple(known), "tables", own))


# who acts when. Rule: rules.md, Slots; base game

#: The word for an order that dice decide.
ROLLED: Final = "rolled"
_ORDER: Final[KeyPath] = ("initiative",)


def _is_rolled(sheet: GameSheet) -> bool:
    """Whether initiative is rolled: it is where the file does not say."""
    found = sheet.get(_ORDER)
    return found is ABSENT or not isinstance(found, list)


def _given_order(sheet: GameSheet, starships: tuple[str, ...]) -> tuple[str, ...]:
    """The order that the file gives, with each starship once; empty if it is rolled."""
    found = sheet.get(_ORDER)
    if _is_rolled(sheet):
        if found not in (ABSENT, ROLLED):
            names = ", ".join(f'"{name}"' for name in starships[:2]) or '"Raider"'
            sheet.fault(_ORDER, f'{shown(found)} is not an order. Write "{ROLLED}", or every name: [{names}].')
        return ()
    order = several(sheet, _ORDER, "starship", starships)
    if missing := [name for name in starships if name not in order]:
        left_out = f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} left out"
        sheet.fault(_ORDER, f"{left_out}. Name every starship once.")
    return order


# starships

STARSHIP_KEYS: Final = ("name", "class", "player", "at", "facing", "speed", "initiative", "crew", "number")

#: The most dice of a kind that initiative is rolled with. Rule: house.
MOST_DICE: Final = 9
#: What a crew rolls where the file does not say: that of usual people without training. Rule: base game.
USUAL_POOL: Final = (2, 0, 0)

#: Starships by name, with the place of each in the file.
Placed = dict[str, tuple[KeyPath, StarshipPlaced]]


def _starships(sheet: ScenarioSheet, classes: Mapping[str, StarshipClass], *, rolled: bool) -> Placed:
    """Every starship of a file by its name, in the order of the file.

    rolled: whether initiative is, so that each has a pool for it.
    """
    found: Placed = {}
    for path in sheet.units("starship", MOST_STARSHIPS):
        placed = _starship(sheet, path, classes, rolled=rolled)
        found.setdefault(placed.starship, (path, placed))
    _check_stacking(sheet, found.values(), classes)
    return found


def _starship(
    sheet: ScenarioSheet, path: KeyPath, classes: Mapping[str, StarshipClass], *, rolled: bool
) -> StarshipPlaced:
    sheet.table(path, STARSHIP_KEYS)
    name = sheet.take((*path, "name"), "starship", "Raider")
    starship_class = sheet.unit_class((*path, "class"), "Sample light fighter", tuple(classes))
    player = sheet.player((*path, "player"))
    place = sheet.meant((*path, "at"), "3A 2C", read_hex, MIDDLE)
    card = classes.get(starship_class)
    most = MOST_SPEED if card is None else card.speed
    at: KeyPath = (*path, "initiative")
    if not rolled and sheet.get(at) is not ABSENT:
        sheet.fault(at, 'the order is given above. Leave this out, or write initiative = "rolled" above.')
    return StarshipPlaced(
        starship=name,
        player=player,
        side=sheet.sides.get(player, ""),
        starship_class=starship_class,
        q=place.q,
        r=place.r,
        facing=cast("HexSide", sheet.choice((*path, "facing"), SIDES)),
        speed=sheet.whole((*path, "speed"), 0, most),
        crew=_crew(sheet, (*path, "crew"), card),
        number=_number(sheet, (*path, "number"), card),
        initiative=sheet.meant(at, "2 ability 1 proficiency", read_initiative, USUAL_POOL, needed=False)
        if rolled
        else (0, 0, 0),
    )


def _number(sheet: GameSheet, path: KeyPath, card: StarshipClass | None) -> int:
    """How many a minion group has. Rule: rules.md, Minion groups."""
    if card is not None and not card.group and sheet.get(path) is not ABSENT:
        sheet.fault(path, f"{card.name} is not a minion group. Leave it out, or name a class whose card has a group.")
    return sheet.whole(path, 1, LARGEST_GROUP, 1)


def _crew(sheet: GameSheet, path: KeyPath, card: StarshipClass | None) -> Crew:
    """The class's own crew, or another in what the table says."""
    usual = Crew(agility=1, intellect=1, cunning=1) if card is None else card.crew
    return read_as(Crew, sheet, path, usual=asdict(usual))


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
        faults.append(
            "Initiative needs at least one ability or proficiency die. Write it like this: 2 ability 1 boost."
        )
    if faults:
        raise UnreadableError(faults)
    return pool.ability, pool.proficiency, pool.boost


def _check_stacking(
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
            why = f"{placed.starship} (silhouette {silhouette}) begins in the same hex as {shared}."
            sheet.fault(at, f"{why} Only silhouettes up to {SHARES} can share a hex: place one of them elsewhere.")
        others.append((placed.starship, silhouette))


# terrain. Rule: rules.md, Terrain

TERRAIN_KEYS: Final = ("name", "kind", "setback", "hexes", "centre", "radius")

#: The most pieces of terrain, setback dice of one, its radius, and hexes that are listed. Rule: house.
MOST_TERRAIN: Final = 99
MOST_SETBACK: Final = 9
MOST_RADIUS: Final = 20
MOST_HEXES: Final = 999


def _terrain(sheet: ScenarioSheet) -> tuple[TerrainPlaced, ...]:
    """Everything that lies on the map, in order of name."""
    read = (_piece(sheet, path) for path in sheet.tables(("terrain",), "piece of terrain", MOST_TERRAIN))
    return tuple(sorted(read, key=lambda piece: piece.name))


def _piece(sheet: ScenarioSheet, path: KeyPath) -> TerrainPlaced:
    sheet.table(path, TERRAIN_KEYS)
    name = sheet.take((*path, "name"), "piece of terrain", "Outer belt")
    return TerrainPlaced(
        name=name,
        kind=cast("TerrainKind", sheet.choice((*path, "kind"), TERRAINS)),
        hexes=tuple((place.q, place.r) for place in _hexes(sheet, path)),
        setback=sheet.whole((*path, "setback"), 0, MOST_SETBACK),
    )


def _hexes(sheet: GameSheet, path: KeyPath) -> tuple[Position, ...]:
    """Where it lies: in hexes that are listed, or in all that are so near to a centre."""
    at: KeyPath = (*path, "hexes")
    listed = sheet.get(at) is not ABSENT
    round_it = [key for key in ("centre", "radius") if sheet.get((*path, key)) is not ABSENT]
    if listed and round_it:
        sheet.fault((*path, round_it[0]), "its hexes are already listed. Leave one of the two out.")
    elif not listed and round_it:
        middle = sheet.meant((*path, "centre"), "3A 2C", read_hex, MIDDLE)
        return disc(middle, sheet.whole((*path, "radius"), 0, MOST_RADIUS))
    elif not listed:
        sheet.fault(at, 'it is missing. Write a list, such as ["2A", "2A 1B"], or centre and radius.')
    entries = sheet.many(at, '["2A", "2A 1B"]', ())
    if isinstance(sheet.get(at), list) and not 1 <= len(entries) <= MOST_HEXES:
        sheet.fault(at, f"it has {len(entries)} hexes. Write 1 to {MOST_HEXES}, or centre and radius.")
    found: dict[Position, KeyPath] = {}
    for number in range(min(len(entries), MOST_HEXES)):
        place = sheet.meant((*at, number), "2A 1B", read_hex, MIDDLE)
        if place in found and sheet.is_right((*at, number)) and sheet.is_right(found[place]):
            sheet.fault((*at, number), f"{hex_in_words(place)} is listed twice. Write each hex once.")
        found.setdefault(place, (*at, number))
    return tuple(found)
