"""An order file ready to edit: for the starship at hand what it may do, what it is asked, or what it has to spend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.orders.normal import UnitBlock, write_template
from sits_es.rules.starwars.attacks.rules import open_zones
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.order_rules import OrderRules, unable
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.reasons import REASONS
from sits_es.rules.starwars.slots.course import due
from sits_es.rules.starwars.slots.rules import why_not
from sits_es.rules.starwars.starship_class import ARCS
from sits_es.rules.starwars.sums.flying import WELL_COST, most_turns
from sits_es.rules.starwars.sums.relative import away
from sits_es.rules.starwars.views.board import awaited, state_of
from sits_es.rules.starwars.views.sights import sights_of
from sits_es.rules.starwars.words import hex_of, times, zones
from sits_es.sentences import listed


def template(board: Board, player: str, game: str) -> str:
    """An order file of a player for the stage at hand. Unedited it orders nothing."""
    ready = [each for each in due(board) if each.player == player]
    notes = [f"{player}'s orders for round {board.turn}. Text after # is a comment.", awaited(board)]
    blocks: list[UnitBlock] = []
    if not ready:
        notes.append(f"{player} has nothing to order now.")
    elif (why := unable(board, ready[0])) is not None and (ready[0].gone or board.stage == "act"):
        notes.append(REASONS.told(ready[0].name, why))
    else:
        notes.append(
            {
                "side": "Name one side. If you give no order, the attacker chooses.",
                "spend": "You may spend what is left; write what you spend it on.",
                "threat": "You may spend what is left of the other side's threat and despair.",
            }.get(board.stage, _IN_A_SLOT[board.crews])
        )
        blocks += [_block(board, starship) for starship in ready]
    return write_template(game, board.turn, blocks, LANGUAGE, player=player, notes=notes)


#: What a slot holds, without crews and with them.
_IN_A_SLOT: Final = (
    "One manoeuvre and one action, carried out in the order written; both are optional.",
    "A manoeuvre, a second for 2 system strain, and an action for the pilot and each crew member; all are optional.",
)


def _block(board: Board, starship: Starship) -> UnitBlock:
    """How a starship stands, and every order that is suggested and nothing speaks against."""
    notes = [*_standing(board, starship)]
    examples = [
        "you can order now:",
        *(_with_outlook(board, starship, each) for each in offered(board, starship)),
    ]
    if board.stage == "side":
        notes += _asked(board)
    elif board.stage == "act":
        notes += [_handling(board, starship), *_seen(board, starship)]
        examples.append("you can add to a check, for example: with 1 boost 2 setback 1 upgrade 1 harder")
    return UnitBlock(name=starship.name, notes=tuple(notes), examples=tuple(examples))


def offered(board: Board, starship: Starship) -> Iterator[OfStarship]:
    """Orders that the starship could be given now: all that are suggested and that nothing speaks against."""
    for form in LANGUAGE.forms:
        rules: type[OrderRules[OfStarship]] = OrderRules.row(form)
        if rules.stage == board.stage:
            yield from (each for each in rules.suggested(board, starship) if not any(why_not(board, each, ())))


def _with_outlook(board: Board, starship: Starship, order: OfStarship) -> str:
    """An order with what would come of it."""
    said = OrderRules.of(order).outlook(board, starship)
    return f"  {LANGUAGE.write(order)}" + (f"  # {said}" if said else "")


def _asked(board: Board) -> Iterator[str]:
    """The attack that waits for its side."""
    if (declared := board.declared) is not None:
        attacker = board.starships[declared.starship]
        wish = f", at the {declared.zone} zone if it is open" if declared.zone else ""
        yield f"{attacker.name} facing {attacker.facing} fires {declared.weapon}{wish}"
        yield f"name the side of {attacker.name}, as on the map, on which {declared.target} lies"


def _standing(board: Board, starship: Starship) -> Iterator[str]:
    """Where a starship is, what it has suffered, and what holds for it, line by line."""
    card, at = board.class_of(starship), f"at {hex_of(starship.place)} facing {starship.facing}"
    speed = f"speed {starship.speed} of {board.speed_of(starship)}"
    yield f"{starship.starship_class} {at}, {speed}, silhouette {card.silhouette}"
    strain = "" if card.group else f"system strain {starship.strain} of {card.strain}, "
    yield (
        f"hull trauma {starship.trauma} of {board.hull_of(starship)}, {strain}armour {board.armour_of(starship)}; "
        f"shields {', '.join(f'{zone} {starship.shields_of(zone)}' for zone in ARCS)}"
    )
    yield from state_of(board, starship)
    yield from (
        f"{foe.name} holds the advantage over it" for foe in board.enemies(starship) if starship.name in foe.advantage
    )


def _handling(board: Board, starship: Starship) -> str:
    """How it may fly, in words."""
    turns = times(most_turns(board.class_of(starship).silhouette))
    if not starship.speed:
        return f"has no speed: it may turn {turns} by 60 degrees on the spot"
    movement = f"up to {starship.speed} movement, 1 for a hex"
    if board.wells():
        movement += f" and {WELL_COST} for one in a gravity well"
    return f"may fly {movement}, and turn {turns} by 60 degrees"


def _seen(board: Board, starship: Starship) -> Iterator[str]:
    """Enemies on the map, the nearest first: range, arc, open zones and the weapons that bear."""
    for each in sights_of(board, starship):
        foe = board.starships[each.target]
        if each.chooser is not None:
            says = "you name the side" if each.chooser == starship.name else f"{foe.player} names the side"
            said = f"in the same hex; {says} for an attack"
        else:
            said = (
                f"{away(each.hexes)}, in {zones(each.arcs)}; open: {open_zones(board, foe, each.zones)}; bearing: "
                f"{listed(each.weapons, 'nothing')}"
            )
        yield f"{foe.name} ({foe.starship_class}): {said}"
