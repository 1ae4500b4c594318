"""What a starship has before it, in words: how it stands, who lies where and what bears, for files and forecasts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.star_wars.events.checks import AttackDeclared
from sits_es.rules.star_wars.orders.attack import lie_of
from sits_es.rules.star_wars.orders.forms import FireOrdered, FlyOrdered
from sits_es.rules.star_wars.orders.names import enemies
from sits_es.rules.star_wars.play.attack import bearing, bears, target_names_side
from sits_es.rules.star_wars.play.dice_pools import attack_pool, standing_shields
from sits_es.rules.star_wars.play.flying import flight_of
from sits_es.rules.star_wars.starship_class import ARCS, Arc, HexSide
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.chances import MOST_DICE, chance_in_words, chances
from sits_es.rules.star_wars.sums.flying import WELL_COST, most_turns, times
from sits_es.rules.star_wars.sums.narrative_dice import Pool
from sits_es.rules.star_wars.sums.ranges import band_of
from sits_es.rules.star_wars.sums.words import dice, hex_name, kind_in_words, zones
from sits_es.sentences import article, counted, listed


def standing(board: Board, starship: Starship) -> Iterator[str]:
    """Where a starship is, what it has suffered, and what holds for it, line by line."""
    card = board.class_of(starship)
    size = f"silhouette {card.silhouette}"
    yield f"{starship.starship_class} {at(starship)}, speed {starship.speed} of {card.speed}, {size}"
    yield (
        f"hull trauma {starship.trauma} of {card.hull}, system strain {starship.strain} of {card.strain}, armour "
        f"{card.armour}; shields {', '.join(f'{zone} {starship.shields_of(zone)}' for zone in ARCS)}"
    )
    if starship.shut_down:
        yield "its systems are shut down"
    for wound in starship.criticals:
        yield f"critical hit {wound.number}, result {wound.result}" + (f": {wound.text}" if wound.text else "")
    yield from (f"note: {note}" for note in starship.notes)
    for field in board.terrain_at(starship.place):
        setback = dice((field.setback,), ("setback",))
        yield f"in {field.name}, {article(kind_in_words(field.kind))}: {setback} on Piloting checks"
    for foe in enemies(board, starship):
        if foe.name in starship.advantage:
            yield f"holds the advantage over {foe.name}"
        if starship.name in foe.advantage:
            yield f"{foe.name} holds the advantage over it"


def at(starship: Starship) -> str:
    """Where a starship is and where its bow points: `at 2,-1 facing B`."""
    return f"at {hex_name(starship.place.q, starship.place.r)} facing {starship.facing}"


def handling(board: Board, starship: Starship) -> str:
    """How it may fly, in words."""
    turns = times(most_turns(board.class_of(starship).silhouette))
    if not starship.speed:
        return f"has no speed: it may turn {turns} by 60 degrees where it is"
    movement = f"up to {starship.speed} movement, 1 for a hex"
    if board.wells():
        movement += f" and {WELL_COST} for one in a gravity well"
    return f"may fly {movement}, and turn {turns} by 60 degrees"


def seen(board: Board, starship: Starship) -> Iterator[str]:
    """Enemies on the map, the nearest first: range, arc, open zones and the weapons that bear."""
    every = enemies(board, starship)
    for foe in sorted(every, key=lambda each: ((each.place - starship.place).hexes, each.name)):
        yield f"{foe.name} ({foe.starship_class}): {_seen(board, starship, foe)}"


def _seen(board: Board, starship: Starship, foe: Starship) -> str:
    hexes = (foe.place - starship.place).hexes
    if not hexes:
        says = f"{foe.player} names the side" if target_names_side(starship, foe) else "you name the side"
        return f"in the same hex; {says} for an attack"
    band, lie = band_of(hexes), lie_of(starship, foe, None)
    found = [weapon.name for weapon in bearing(board, starship, foe, lie)]
    return (
        f"{counted(hexes, 'hex')} away, {f'{band} range' if band else 'out of range'}, in {zones(lie.arcs)}; open: "
        f"{open_zones(board, foe, lie.zones)}; bearing: {listed(found, 'nothing')}"
    )


def open_zones(board: Board, foe: Starship, names: Sequence[Arc]) -> str:
    """Zones with what counts of their shields: `forward (2 shields) and port (1 shield)`."""
    return listed(f"{zone} ({counted(standing_shields(board, foe, zone), 'shield')})" for zone in names)


def side_means(board: Board, declared: AttackDeclared, side: HexSide) -> str:
    """What a side means for an attack that waits for one: the arcs, and the open zones or that it does not bear."""
    attacker, target = board.starships[declared.starship], board.starships[declared.target]
    weapon, lie = board.class_of(attacker).weapon(declared.weapon), lie_of(attacker, target, side)
    hit = weapon is not None and bears(weapon, lie)
    means = f"open: {open_zones(board, target, lie.zones)}" if hit else f"out of the arcs of {declared.weapon}"
    return f"{target.name} in {zones(lie.arcs)} of {attacker.name}; {means}"


def flight_end(board: Board, starship: Starship, order: FlyOrdered) -> str:
    """Where a flight leads: `to 2,-1 facing B, 3 of 4 movement`."""
    flight = flight_of(board, starship, order)
    end = starship.place + flight.net
    return f"to {hex_name(end.q, end.r)} facing {flight.facing}, {flight.movement} of {starship.speed} movement"


def attack_odds(board: Board, starship: Starship, order: FireOrdered) -> str | None:
    """The pool of an attack with its chance; None where a foe still names the side."""
    target = board.starships[order.target]
    if target_names_side(starship, target):
        return None
    (first, *_) = lie_of(starship, target, order.toward).zones
    return odds(attack_pool(board, starship, target, order.zone or first, order))


def odds(pool: Pool) -> str:
    """A pool in words with its exact chance of success: `1 proficiency and 1 difficulty die: success 11/24, 45.8%`."""
    thrown = dice(pool.counts)
    if len(pool.dice()) > MOST_DICE:
        return thrown
    return f"{thrown}: success {chance_in_words(chances(pool).success)}"
