"""The whole board: whose slot it is, the map, starships, who has whom in which arc, terrain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.report.blocks import Block, Fields, Heading, Picture, ReportLine, TextTable
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import FLIGHT, TRACTOR, CheckMade
from sits_es.rules.starwars.crews.facts import EffectKind
from sits_es.rules.starwars.qualities.rules import ready_in, shots_left
from sits_es.rules.starwars.slots.ending import ENDINGS, outcome
from sits_es.rules.starwars.spending.facts import Owing, Spendable
from sits_es.rules.starwars.starship_class import ARCS
from sits_es.rules.starwars.views.scenes import map_of
from sits_es.rules.starwars.views.sights import Sight, sights
from sits_es.rules.starwars.views.standing import critical_in_words, fate
from sits_es.rules.starwars.words import SKILLS, counted_symbol, hex_of, kind_in_words, times, way_to
from sits_es.sentences import counted, either, listed, of_side

#: How the table of starships is to be read.
ABOUT_STARSHIPS: Final = (
    "Way: from the middle of the map, hex 0,0. Speed, hull trauma and strain are shown with the most that {}. "
    "Shields: forward, aft, port, starboard."
)

#: Lines up to which it is told of everybody who has whom in which arc.
MOST_SIGHTS: Final = 12


def name_of(board: Board) -> str:
    """The exchange at hand, if the game goes on: `Round 2, slot 1: Kestrel (Blue)`, `Round 1, initiative`."""
    acting = board.acting()
    if outcome(board) is not None:
        return "The end of the game"
    if board.stage == "initiative" or not board.order:
        return f"Round {board.turn}, initiative"
    part = {
        "side": ", the side of an attack",
        "spend": ", what is spent",
        "threat": ", what the other side spends",
    }.get(board.stage, "")
    who = board.ready()[0].side if acting is None else f"{acting.name} ({acting.side})"
    return f"Round {board.turn}, slot {board.slot + 1}: {who}{part}"


def awaited(board: Board) -> str:
    """What the exchange at hand waits for, in a sentence; how the game ended once it is over."""
    acting = board.acting()
    if (ended := outcome(board)) is not None:
        return " ".join(ENDINGS.told("", each) for each in ended.why)
    if board.stage == "initiative" or not board.order:
        return "Initiative comes first; nobody gives orders."
    return _awaited_in_slot(board, acting) if acting is not None else _chosen(board.ready(), crews=board.crews)


def _chosen(ready: Sequence[Starship], *, crews: bool) -> str:
    return f"{ready[0].player} orders {_IN_A_SLOT[crews]} for {either(each.name for each in ready)}."


#: What is ordered in a slot, without crews and with them.
_IN_A_SLOT: Final = ("a manoeuvre and an action", "manoeuvres and actions")


def _awaited_in_slot(board: Board, acting: Starship) -> str:
    if board.stage == "side" and board.declared is not None:
        by = board.starships.get(board.declared.by)
        who = board.declared.by if by is None else f"{by.player}, for {by.name},"
        attack = f"{acting.name} attacks {board.declared.target} with {board.declared.weapon}"
        return f"{attack} in one hex: {who} names the side on which the target lies."
    if board.stage == "spend":
        return f"{acting.player}, for {acting.name}, can spend {spendable(board)}."
    if board.stage == "threat" and (answering := board.answering()) is not None:
        what = f"what {acting.name}'s rolls left: {threatening(board)}"
        return f"{answering.player}, for {answering.name}, can spend {what}."
    if not board.has_slot(acting.name):
        return f"Nobody can act: {acting.name} is {fate(acting)}."
    order = "any order" if board.crews else "either order"
    return f"{acting.player} orders {_IN_A_SLOT[board.crews]} for {acting.name}, in {order}."


def spendable(board: Board) -> str:
    """What is left to spend of this slot's checks: `2 advantage from the Gunnery check`; `nothing`."""
    return _left(board, board.left_of)


def threatening(board: Board) -> str:
    """What is left for the other side to spend of them: `2 threat from the Gunnery check`; `nothing`."""
    return _left(board, board.threat_of)


def _left(board: Board, of: Callable[[CheckMade], Mapping[Spendable, int] | Mapping[Owing, int]]) -> str:
    said = []
    for check in board.checks:
        left = [counted_symbol(number, what) for what, number in of(check).items() if number > 0]
        if left:
            where = {FLIGHT: " for the flight", TRACTOR: " against the tractor beam"}.get(check.source)
            whose = f" by its {check.member}" if check.member else ""
            said.append(f"{listed(left)} from the {SKILLS[check.skill]} check{where or whose}")
    return listed(said, none="nothing")


def overview(board: Board) -> Iterator[Block]:
    """The map and the starships, for letters."""
    yield Heading("The map now")
    if board.order:
        yield ReportLine(initiative_line(board))
    yield from _map_and_starships(board)


def _map_and_starships(board: Board) -> Iterator[Block]:
    yield Picture(map_of(board))
    yield Heading("Starships")
    yield starships(board)
    yield ReportLine(about_starships(board), 2)
    if lines := [*states(board)]:
        yield Heading("How they are")
        yield from lines


def board_view(board: Board, *, player: str | None = None, detail: bool = False) -> Iterator[Block]:
    """The board as it stands. player: whose sights are shown, None for everybody's; detail: all of them."""
    yield Heading(name_of(board), major=True)
    yield ReportLine(awaited(board))
    if board.order:
        yield ReportLine(initiative_line(board))
    yield from _map_and_starships(board)
    yield from _sights(board, player, detail=detail)
    yield from _terrain(board)


def initiative_line(board: Board) -> str:
    """The order in which starships act, those that can't named as such; of slots of sides who has acted."""
    if board.by_side:
        acted = f" {listed(board.acted)} {'has' if len(board.acted) == 1 else 'have'} acted." if board.acted else ""
        return f"Slots: {', '.join(board.starships[name].side for name in board.order)}.{acted}"
    told = []
    for name in board.order:
        starship = board.starships.get(name)
        state = "" if starship is None or fate(starship) == "in the fight" else f" ({fate(starship)})"
        told.append(f"{name}{state}")
    return f"Initiative: {', '.join(told)}."


def every_name(board: Board) -> list[str]:
    """Every starship, those out of the game too."""
    return sorted(board.starships)


def starship_in_full(board: Board, name: str) -> Iterator[Block] | None:
    """One starship: how it is, and who has it, and whom it has, in which arc; None if there is none."""
    return _in_full(board, board.starships[name]) if name in board.starships else None


def _in_full(board: Board, starship: Starship) -> Iterator[Block]:
    name = starship.name
    yield Heading(f"{name}: {starship.starship_class}, {of_side(starship.side, starship.player)}", major=True)
    yield starships(board, only=name)
    yield ReportLine(about_starships(board), 2)
    yield from states(board, only=name)
    if found := [each for each in sights(board) if name in {each.starship, each.target}]:
        yield Heading("Who has whom in which arc")
        yield TextTable(_SIGHTS, map(_sight_row, found), indent=2)


def sheet(board: Board, name: str) -> Iterator[Block]:
    """What a starship has left of hull, strain and shields, its weapons, and how else it is; not where it is."""
    starship = board.starships.get(name)
    if starship is None:
        return
    card = board.class_of(starship)
    yield Fields(
        (
            ("Class", starship.starship_class),
            ("Out", "lost" if starship.gone else ""),
            ("Hull trauma", f"{starship.trauma} of {board.hull_of(starship)}"),
            ("Strain", "" if card.group else f"{starship.strain} of {card.strain}"),
            ("Armour", str(board.armour_of(starship))),
            *((f"Shields {arc}", str(left)) for arc, left in zip(ARCS, starship.shields_left, strict=True)),
        )
    )
    working = board.weapons_of(starship)
    if card.weapons:
        rows = (
            (each.name, ", ".join(each.arcs), each.reach, "" if each in working else "out") for each in card.weapons
        )
        yield TextTable(("Weapon", "Arcs", "Reach", "State"), rows)
    if not starship.gone:
        yield from (ReportLine(said) for said in state_of(board, starship))


#: The heads of a table of sights.
_SIGHTS: Final = ("Starship", "Target", "Range", "In its arc", "Open zones", "Weapons that bear")


def starships(board: Board, *, only: str | None = None) -> TextTable:
    """Every starship on one line, those that are lost too. only: that one alone."""
    heads = ("Starship", "Hex", "Way", "Faces", "Speed", "Hull", "Strain", "Shields")
    rows = (_row(board, starship) for name, starship in sorted(board.starships.items()) if only in {None, name})
    return TextTable(heads, rows, indent=2)


def about_starships(board: Board) -> str:
    """How the table of starships is to be read, where critical hits take of their speed as well."""
    slowed = any(each.toll("speed") for each in board.out())
    return ABOUT_STARSHIPS.format("the card and critical hits allow" if slowed else "the card allows")


def _row(board: Board, starship: Starship) -> tuple[str, ...]:
    if starship.gone:
        return starship.name, "lost", "", "", "", "", "", ""
    card = board.class_of(starship)
    return (
        starship.name,
        hex_of(starship.place),
        way_to(starship.place),
        starship.facing,
        f"{starship.speed}/{board.speed_of(starship)}",
        f"{starship.trauma}/{board.hull_of(starship)}",
        "none" if card.group else f"{starship.strain}/{card.strain}",
        "/".join(map(str, starship.shields_left)),
    )


def states(board: Board, *, only: str | None = None) -> Iterator[ReportLine]:
    """How they are, a line for each starship of which there is anything to say. only: of that one."""
    for starship in (each for each in board.out() if only in {None, each.name}):
        if said := state_of(board, starship):
            yield ReportLine(f"{starship.name}: {'; '.join(said)}.", 2)


def state_of(board: Board, starship: Starship) -> list[str]:
    """Critical hits, advantages held, terrain, notes of a starship, each in words."""
    said = ["shut down, without a slot"] if starship.shut_down else []
    said += [f"{starship.left} of {starship.number} left"] if board.class_of(starship).group else []
    said += [f"holds the advantage over {listed(starship.advantage)}"] if starship.advantage else []
    if fields := board.terrain_at(starship.place):
        said.append(f"in {listed(f'{field.name} ({kind_in_words(field.kind)})' for field in fields)}")
    others = [other.name for other in board.out() if other is not starship and other.place == starship.place]
    said += [f"in one hex with {listed(others)}"] if others else []
    return [
        *said,
        *effects_in_words(board, starship),
        *map(critical_in_words, starship.criticals),
        *left_in_words(board, starship),
        *notes_in_words(starship),
    ]


def left_in_words(board: Board, starship: Starship) -> Iterator[str]:
    """What its critical hits leave of the armour and the speed of its card, and which weapons they put out."""
    card = board.class_of(starship)
    if (left := board.armour_of(starship)) < card.armour:
        yield f"armour {left} of {card.armour}"
    if (left := board.speed_of(starship)) < card.speed:
        yield f"speed at most {left} of {card.speed}"
    working = board.weapons_of(starship)
    yield from (f"{weapon.name}: out" for weapon in card.weapons if weapon not in working)


def notes_in_words(starship: Starship) -> Iterator[str]:
    """The notes on a starship, those first to which the other side is still to agree."""
    yield from (f"open note {each.number}: {each.text}" for each in starship.open_notes)
    yield from starship.notes


def effects_in_words(board: Board, starship: Starship) -> Iterator[str]:
    """What holds for a starship of its manoeuvres, of what was spent, and of weapons: its own, and those on it."""
    for kind, member in dict.fromkeys((each.kind, each.member) for each in starship.effects):
        if number := board.number_of(starship, kind, member):
            often = f", {times(number)}" if number > 1 else ""
            yield f"{member or 'pilot'} has aimed{often}" if kind == "aim" else f"{HOLDS[kind]}{often}"
    yield from (f"held by {each.by}'s {each.weapon}, difficulty {each.difficulty}" for each in board.beams_on(starship))
    for weapon in board.class_of(starship).weapons:
        if (left := shots_left(starship, weapon)) is not None:
            yield f"{weapon.name}: {counted(left, 'shot')} left"
        if (ready := ready_in(starship, weapon)) > board.turn:
            yield f"{weapon.name}: ready in round {ready}"
    for each in board.guided:
        if each.starship == starship.name:
            yield f"{each.weapon}: comes again at {each.target}"


#: What each effect is called on the board.
HOLDS: Final[dict[EffectKind, str]] = {
    "evade": "evading",
    "stay on target": "staying on target",
    "boost": "a boost die for its next check",
    "setback": "a setback die against its next check",
    "upgrade": "its next check upgraded",
    "harder": "its next check harder",
    "shields down": "shields down in this round",
}


def _sights(board: Board, player: str | None, *, detail: bool) -> Iterator[Block]:
    """Arcs, zones and weapons of everybody; of many only where a weapon bears, unless in detail or for a player."""
    found = [*sights(board, player)]
    if not found:
        return
    shown = found
    if not detail and player is None and len(found) > MOST_SIGHTS:
        shown = [each for each in found if each.weapons]
    yield Heading("Who has whom in which arc")
    if shown:
        yield TextTable(_SIGHTS, map(_sight_row, shown), indent=2)
    if left := len(found) - len(shown):
        left_out = f"{counted(left, 'pair')} of starships with no weapon that bears"
        yield ReportLine(f"{left_out} {'is' if left == 1 else 'are'} left out; -vv shows all.", 2)


def _sight_row(sight: Sight) -> tuple[str, ...]:
    where = f"{sight.hexes}, {sight.band or 'out of range'}"
    weapons = ", ".join(sight.weapons) or "none"
    if sight.chooser is not None:
        return sight.starship, sight.target, where, f"as {sight.chooser} names it", "by the side named", weapons
    return sight.starship, sight.target, where, ", ".join(sight.arcs), ", ".join(sight.zones), weapons


def _terrain(board: Board) -> Iterator[Block]:
    rows = []
    for name, field in sorted(board.terrain.items()):
        inside = listed((each.name for each in board.out() if each.place in field.hexes), none="")
        hexes = "  ".join(hex_of(place) for place in field.hexes)
        rows.append((name, kind_in_words(field.kind), str(field.setback), hexes, inside))
    if rows:
        yield Heading("Terrain")
        yield TextTable(("Terrain", "Kind", "Setback", "Hexes", "In it"), rows, indent=2)


def to_try(game: str) -> tuple[tuple[str, str], ...]:
    """What a game of slots is good for."""
    return (
        (f"sits show {game}", "map, starships and arcs"),
        (f"sits show {game} --at 1.2", "the board as it stood"),
        (f"sits replay {game} 1.1", "one slot in full, die by die"),
        (f"sits replay {game} 1.1 1.3 --step", "event by event"),
        (f"sits stats {game} luck", "the dice and their averages"),
        (f"sits audit list {game} check", "search the record"),
    )
