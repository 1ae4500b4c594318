from collections.abc import Callable

import pytest
from attrs import evolve
from msgspec.structs import replace

from sits_es.dice import DiceRolled
from sits_es.rules.sits.beams.facts import Aim, BeamFired, LanceFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import HullStruck
from sits_es.rules.sits.sums.paper import percentage
from sits_es.rules.sits.views.segment import told_in
from sits_es.rules.sits.words import of
from tests.shared.rows import each_row
from tests.shared.view_samples import Facts, Page

Told = Callable[..., list[str]]


@pytest.fixture
def told(page: Page, duel: Board) -> Told:
    """What the report says of facts, on the board of the duel or another."""
    return lambda events, board=duel: page(told_in(board, events).get("Beams", []))


def test_a_shot_is_told_with_its_range_arc_closure_damage_and_sidewall(told: Told, broadside: Facts) -> None:
    assert told(broadside) == [
        "  Fearless forward-graser at Sirius",
        "    range 2, seen through A/B+ (map), A/B+ (ship); comes in on Sirius's port,",
        "      E/F- (ship)",
        "    Rate of closure: Sirius's 2D less Fearless's 6B 4A 1+ is 6D 6E 1-, H 12 and",
        "      V 1. Subtracting the shooter's vectors from the target's is a house rule",
        "      (sits rules 7)",
        "    Range: the square root of 12x12 + 1x1 = 145, rounded down: 12 (range table:",
        "      card), in hexes a turn; / 8, rounded down to half a hex: 1.5 a segment",
        "    1.5 a segment is column 1, closure 0.0 to 3.5 (card)",
        "    Graser damage, block of size 30 (reach 2), row range 2: 6 5 3 2 1 1. Column",
        "      1 is 6 (card)",
        "    12 x 6 = 72 points",
        "    port sidewall:",
        "      10 strength - 20 rolled ship + 20 variance = 10%; dice 5,5|0 (Sirius,",
        "        sidewall variance)",
        "      Kill chart (flyer; rounding: house), 72 points: 70 at 10% is 7.00, so 7; 2",
        "        at 10% is 0.20, so 0; together 7 = 7",
        "      The number strikes the hull (flyer; sits rules 8.5): 7",
    ]


def test_cells_that_the_card_does_not_show_and_ones_own_are_told_so(told: Told, duel: Board, broadside: Facts) -> None:
    beam = evolve(of(broadside, BeamFired)[0], kind="laser", size=40, damage_each=12, damage=144)
    assert "      1 is 12 (house: size x range x closure factor)" in told((beam,))
    own = evolve(duel, tables=replace(duel.tables, own=("graser_damage.30",)))
    assert "      1 is 6 (own table)" in told(broadside, own)


def torpedoes(broadside: Facts, weapons: int, damage_each: int, damage: int) -> BeamFired:
    """Energy torpedoes in place of the grasers."""
    fired = evolve(of(broadside, BeamFired)[0], weapon="forward-energy-torpedo", kind="energy-torpedo", size=0, band=0)
    return evolve(fired, weapons=weapons, damage_each=damage_each, damage=damage)


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ((), "    Energy torpedoes, 2ET: reach 2, damage 250 each (card)"),
        (("energy_torpedo.2ET",), "    Energy torpedoes, 2ET: reach 2, damage 250 each (own table)"),
        (("energy_torpedo.1ET",), "    Energy torpedoes, 2ET: reach 2, damage 250 each (card)"),
    ],
)
def test_torpedoes_by_type_are_told_launcher_by_launcher(
    told: Told, duel: Board, broadside: Facts, own: tuple[str, ...], line: str
) -> None:
    board = evolve(duel, tables=replace(duel.tables, own=own))
    assert told((torpedoes(broadside, 2, 250, 500),), board)[-3:] == [
        line,
        "    2 x 250 = 500 points",
        "    Sirius's port sidewall stands: nothing on the hull",
    ]


def test_a_shot_past_no_sidewall_strikes_told_in(told: Told, broadside: Facts) -> None:
    beam, struck = broadside[0], evolve(of(broadside, HullStruck)[0], points=72)
    assert told((beam, struck))[-1] == "    no port sidewall stands: 72 points on the hull"


def test_a_shot_without_damage_says_so(told: Told, broadside: Facts) -> None:
    assert told((evolve(of(broadside, BeamFired)[0], damage=0),))[-1] == "    nothing on the hull"


SAME_PLACE = Aim(range=0, window=None, mount_window=None, target_window=None, facing="port")


@each_row(
    ("wall", "end"),
    [
        (None, "54; there is nothing to take down; dice 6,1|7 (Fearless, grav lance variance)"),
        (54, "54, not greater than 54: the sidewall stands; dice 6,1|7 (Fearless, grav lance variance)"),
        (53, "54, greater than 53: the sidewall goes down; dice 6,1|7 (Fearless, grav lance variance)"),
    ],
)
def test_a_grav_lance_is_told_with_its_sum_and_the_wall(wall: int | None, end: str, told: Told) -> None:
    shot = "Fearless forward-grav-lance at Sirius"
    roll = DiceRolled(actor="Fearless", purpose="grav lance variance", object=shot, index=0, sides=10, faces=(6, 1, 7))
    lance = LanceFired(
        shot=shot,
        shooter="Fearless",
        weapon="forward-grav-lance",
        target="Sirius",
        aim=SAME_PLACE,
        quality=40,
        variance=14,
        wall=wall,
        wall_falls=wall == 53,
    )
    name, *aimed, one, more = told((roll, lance))
    assert name == "  Fearless forward-grav-lance at Sirius"
    assert aimed == [
        "    range 0, same hex and altitude: every mount of Fearless bears; Sirius shows",
        "      its port",
    ]
    assert f"{one} {more.strip()}" == f"    40 quality + 14 variance = {end}"


@each_row(
    ("terms", "percent", "text"),
    [
        ((("base", 20), ("variance", 9)), 29, "20 base + 9 variance = 29%"),
        ((("base", -20), ("variance", 9)), 0, "-20 base + 9 variance = -11%, limited to 0% (house)"),
        (
            (("base", 90), ("level", -4), ("variance", 30)),
            100,
            "90 base - 4 level + 30 variance = 116%, limited to 100% (house)",
        ),
    ],
)
def test_a_sum_in_percent_names_its_terms(terms: tuple[tuple[str, int], ...], percent: int, text: str) -> None:
    assert percentage(terms, percent) == text
