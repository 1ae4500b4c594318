"""The chart of grav lances: how often the sample dreadnought's takes down each sample wall, box by box.

Under `strikes` the samples are as they are printed; under `stops` their walls are turned round, as a class made for
that reading would print them. Chances are of the 1,000 rolls of 3d10v. Rule: sits rules 7 and 8.5.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest
from attrs import evolve as changed

from sits_es.rules.sits.beams.rules import wall_against_lance
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.cards.samples import sample_classes
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.sums.variance import distribution
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, placed, without

Reading = Literal["strikes", "stops"]

(QUALITY,) = (mount.lance_quality for mount in sample_classes()["Sample Dreadnought"].mounts if mount.lance_quality)

#: By class, for a whole wall first and then for each box more that is gone: rolls of 1,000 that take it down.
CHART = {
    "Sample Battlecruiser": [0, 0, 98, 440, 732],
    "Sample Destroyer": [0, 0, 11],
    "Sample Dreadnought": [0, 0, 98, 515, 794, 926, 972],
    "Sample Heavy Cruiser": [0, 0, 98, 367],
    "Sample Light Cruiser": [0, 0, 18, 235],
}

WALLED = [card for card in sample_classes().values() if "port-sidewall" in card.tracks]


def made_for(reading: Reading, card: ShipClass) -> ShipClass:
    """A sample as a class made for a reading of the sidewall prints it."""
    if reading == "strikes":
        return card
    tracks = {track: boxes[::-1] if track.endswith("-sidewall") else boxes for track, boxes in card.tracks.items()}
    return changed(card, tracks=tracks)


def target(reading: Reading, card: ShipClass, gone: int, side: str = "port") -> Board:
    """A ship of a class with so many boxes of a wall gone."""
    ship = placed("Sirius", "0,0", ship_class=card.name)
    board = board_of(ship, classes=[made_for(reading, card)], sidewall=reading)
    return without(board, "Sirius", f"{side}-sidewall", gone)


def chances(reading: Reading, card: ShipClass, side: str = "port") -> list[int]:
    """Of 1,000 rolls how many take the wall down, box by box."""
    found = []
    for gone in range(len(card.tracks[f"{side}-sidewall"])):
        board = target(reading, card, gone, side)
        wall = wall_against_lance(board, board.ships["Sirius"], f"{side}-sidewall")
        assert wall is not None
        found.append(sum(rolls for varied, rolls in distribution().items() if QUALITY + varied > wall))
    return found


@each_row("reading", ["strikes", "stops"])
@each_row("side", ["port", "starboard"])
def test_the_chart_of_every_box_of_every_sample_wall(reading: Reading, side: str) -> None:
    assert {card.name: chances(reading, card, side) for card in WALLED} == CHART


@each_row("reading", ["strikes", "stops"])
@each_row("card", WALLED)
def test_a_whole_wall_is_the_hardest_to_lance_and_each_box_gone_makes_it_easier(
    reading: Reading, card: ShipClass
) -> None:
    chart = chances(reading, card)
    assert all(before <= after for before, after in pairwise(chart))
    assert chart[0] == min(chart) < max(chart) == chart[-1]


@pytest.mark.parametrize("reading", ["strikes", "stops"])
def test_no_wall_is_nothing_to_beat(reading: Reading) -> None:
    card = sample_classes()["Sample Dreadnought"]
    board = target(reading, card, len(card.tracks["port-sidewall"]))
    assert wall_against_lance(board, board.ships["Sirius"], "port-sidewall") is None
    assert wall_against_lance(board, board.ships["Sirius"], "aft-sidewall") is None
