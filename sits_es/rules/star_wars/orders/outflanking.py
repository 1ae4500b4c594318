"""Who can be named as a foe, and why a starship can't try to Gain the Advantage over it."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.orders.forms import AdvantageOrdered
from sits_es.rules.star_wars.orders.names import enemies
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.advantage import LARGEST, gain_faults
from sits_es.rules.star_wars.sums.ranges import BANDS, band_of
from sits_es.sentences import counted, unknown


def gain_problems(board: Board, starship: Starship, order: AdvantageOrdered) -> Iterator[Refusal]:
    """Why the advantage can't be gained so. Rule: seed, "Silhouette 4 or lower, in Close Range"."""
    silhouette, target = board.class_of(starship).silhouette, board.starships.get(order.target)
    no_foe = list(foe_problems(board, starship, order.target))
    yield from no_foe
    hexes = 0 if target is None or no_foe else (target.place - starship.place).hexes
    faults = gain_faults(silhouette, hexes)
    if "silhouette" in faults:
        yield Refusal(
            f"{starship.name} has silhouette {silhouette}. Gain the Advantage is for silhouette {LARGEST} or less."
        )
    if "range" in faults:
        yield Refusal(
            f"{starship.name}: {order.target} is {away(hexes)}. Gain the Advantage needs close range, "
            f"{BANDS['close']} hex at most.",
            "target",
        )


def foe_problems(board: Board, starship: Starship, name: str) -> Iterator[Refusal]:
    """Why a target is none: unknown, lost, itself or of its own side."""
    target, foes = board.starships.get(name), [foe.name for foe in enemies(board, starship)]
    if target is None:
        yield Refusal(f"{starship.name}: {unknown('target', name, foes)}", "target")
    elif target.name == starship.name:
        yield Refusal(f"{starship.name} can't name itself. Name an enemy.", "target")
    elif target.gone:
        yield Refusal(f"{starship.name}: {name} is lost. Name another enemy.", "target")
    elif target.side == starship.side:
        yield Refusal(f"{starship.name}: {name} is of its own side, {target.side}. Name an enemy.", "target")


def away(hexes: int) -> str:
    """How far something is, with its range band: `4 hexes away, at medium range`."""
    band = band_of(hexes)
    if not hexes:
        return "in the same hex, at close range"
    return f"{counted(hexes, 'hex')} away, {f'at {band} range' if band else 'out of range'}"
