from collections.abc import Callable

import pytest
from attrs import evolve

from sits_es.dice import DiceRolled
from sits_es.rules.sits.beams.facts import Aim, BeamFired, LanceFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import HullStruck
from sits_es.rules.sits.views.facts import of, with_dice
from sits_es.rules.sits.views.fire import chart_text, shots, sum_text
from tests.shared.rows import each_row
from tests.shared.view_samples import Facts, Page

Told = Callable[..., list[str]]


@pytest.fixture
def told(page: Page, duel: Board) -> Told:
    """What the report says of facts, on the board of the duel or another."""
    return lambda events, board=duel: page(shots(with_dice(events), board))


def test_a_shot_is_told_with_its_range_arc_closure_damage_and_sidewall(told: Told, broadside: Facts) -> None:
    assert told(broadside) == [
        "  Fearless forward-graser at Sirius",
        "    range 2, seen through A/B+, arc A/B+ in Fearless's frame; comes in on",
        "      Sirius's port, E/F- in its frame",
        "    closure: relative vectors 6D 6E 1-, 12 a turn, / 8 = 1.5 a segment, column 1",
        "    damage: 4 grasers of size 30 x 18 points (card) = 72 points",
        "    port sidewall: 10 strength - 20 rolled ship + 20 variance = 10%; dice 5,5|0",
        "      (Sirius, sidewall variance)",
        "      chart of 72 points: 70 gives 7, 2 gives 0, together 7; 7 on the hull",
    ]


def test_cells_that_the_card_does_not_show_and_ones_own_are_told_so(told: Told, duel: Board, broadside: Facts) -> None:
    beam = evolve(of(broadside, BeamFired)[0], kind="laser", size=40, damage_each=24, damage=96)
    assert told((beam,))[4:6] == [
        "    damage: 4 lasers of size 40 x 24 points (derived: size x range x closure",
        "      factor) = 96 points",
    ]
    own = evolve(duel, tables=evolve(duel.tables, own=("graser_damage.30",)))
    assert "    damage: 4 grasers of size 30 x 18 points (own table) = 72 points" in told(broadside, own)


def torpedoes(broadside: Facts, weapons: int, damage_each: int, damage: int) -> BeamFired:
    """Energy torpedoes in place of the grasers."""
    fired = evolve(of(broadside, BeamFired)[0], weapon="forward-energy-torpedo", kind="energy-torpedo", size=0, band=0)
    return evolve(fired, weapons=weapons, damage_each=damage_each, damage=damage)


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ((), "    damage: 2 launchers of 2ET x 250 points (card) = 500 points"),
        (("energy_torpedo.2ET",), "    damage: 2 launchers of 2ET x 250 points (own table) = 500 points"),
        (("energy_torpedo.1ET",), "    damage: 2 launchers of 2ET x 250 points (card) = 500 points"),
    ],
)
def test_torpedoes_by_type_are_told_launcher_by_launcher(
    told: Told, duel: Board, broadside: Facts, own: tuple[str, ...], line: str
) -> None:
    board = evolve(duel, tables=evolve(duel.tables, own=own))
    assert told((torpedoes(broadside, 2, 250, 500),), board)[-2:] == [
        line,
        "    Sirius's port sidewall stands: nothing on the hull",
    ]


def test_a_shot_past_no_sidewall_strikes_in_full(told: Told, broadside: Facts) -> None:
    beam, struck = broadside[0], evolve(of(broadside, HullStruck)[0], points=72)
    assert told((beam, struck))[-1] == "    no port sidewall stands: 72 points on the hull"


def test_a_shot_without_damage_says_so(told: Told, broadside: Facts) -> None:
    assert told((evolve(of(broadside, BeamFired)[0], damage=0),))[-1] == "    nothing on the hull"


SAME_PLACE = Aim(range=0, window=None, mount_window=None, target_window=None, facing="port")


@pytest.mark.parametrize(
    ("wall", "falls", "end"),
    [
        (None, False, "    no port sidewall stands: no effect"),
        (54, False, "    not above the port sidewall's strength of 54: it stands"),
        (53, True, "    above the port sidewall's strength of 53: it goes down"),
    ],
)
def test_a_grav_lance_is_told_with_its_sum_and_the_wall(told: Told, wall: int | None, falls: bool, end: str) -> None:
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
        wall_falls=falls,
    )
    assert told((roll, lance)) == [
        "  Fearless forward-grav-lance at Sirius",
        "    range 0, same hex and altitude: every mount of Fearless bears; Sirius shows",
        "      its port",
        "    quality 40 + 14 variance = 54; dice 6,1|7 (Fearless, grav lance variance)",
        end,
    ]


@each_row(
    ("terms", "percent", "text"),
    [
        ((("base", 20), ("variance", 9)), 29, "20 base + 9 variance = 29%"),
        ((("base", -20), ("variance", 9)), 0, "- 20 base + 9 variance = -11%, held to 0%"),
        ((("base", 90), ("level", -4), ("variance", 30)), 100, "90 base - 4 level + 30 variance = 116%, held to 100%"),
    ],
)
def test_a_sum_in_percent_names_its_terms(terms: tuple[tuple[str, int], ...], percent: int, text: str) -> None:
    assert sum_text(terms, percent) == text


@each_row(
    ("count", "parts", "total", "text"),
    [
        (136, (28, 8, 2), 38, "chart of 136 shots: 100 gives 28, 30 gives 8, 6 gives 2, together 38"),
        (1200, (336, 0, 0), 336, "chart of 1200 shots: 1200 gives 336"),
        (6, (0, 0, 2), 2, "chart of 6 shots: 6 gives 2"),
        (0, (0, 0, 0), 0, "chart of 0 shots: nothing"),
    ],
)
def test_the_kill_chart_is_read_hundreds_tens_ones(count: int, parts: tuple[int, ...], total: int, text: str) -> None:
    assert chart_text(count, parts, total, "shots") == text
