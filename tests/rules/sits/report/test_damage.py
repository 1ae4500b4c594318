from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from sits_es.dice import DiceRolled
from sits_es.events import Coded
from sits_es.rules.sits.board import Board, fold
from sits_es.rules.sits.damage.facts import DamageWasted, HullStruck, ShipDestroyed
from sits_es.rules.sits.damage.told import hull_points
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.telling import SitsTold, in_place
from sits_es.rules.sits.views.panels import tracks_changed
from sits_es.rules.sits.views.segment import told_in
from sits_es.rules.sits.views.turn import losses
from sits_es.rules.sits.walls.facts import WallDisabled
from tests.shared.rows import each_row
from tests.shared.view_samples import Facts, Page

SHOT = "Fearless forward-graser at Sirius"


def test_hits_are_told_with_roll_row_and_boxes(page: Page, duel: Board, broadside: Facts) -> None:
    assert page(told_in(duel, broadside)["Damage"]) == [
        "  Sirius: 7 points on port, 2 hits; Fearless forward-graser at Sirius",
        "    hit 1, 5 points: roll 10 reads bridge; dice 0 (Sirius, hit row, hit 1)",
        "      takes bridge box 1 (1 -> lost), hull boxes 1 to 4 (24 -> 20)",
        "    hit 2, 2 points: roll 4 reads impellers, bridge; dice 4 (Sirius, hit row,",
        "      hit 2)",
        "      takes impellers box 1 (2 -> 1), thrust box 1 (6 -> 5)",
        "      Damage cuts Sirius's thrust from 6 to 5.",
        "      takes structure box 3",
        "      numbered structure box: 1d10 reads 7, not below 2: it holds together; dice",
        "        7 (Sirius, explosion, Fearless forward-graser at Sirius, structure box",
        "        3)",
    ]


ORDER = "damage is resolved by kind of weapon, then by firing ship and mount (sits rules 7, house)."


@each_row(
    ("beams", "when"),
    [
        ("together", f"All beams in this step have fired (card, step 3); {ORDER}"),
        (
            "in turn",
            (
                "All beams of this kind have fired; the next kind fires after their damage is resolved "
                f"(sits rules 7, 2e); {ORDER}"
            ),
        ),
    ],
)
def test_a_beams_damage_is_told_with_its_moment_in_the_step(
    duel: Board, broadside: Facts, beams: Literal["together", "in turn"], when: str
) -> None:
    duel.options = Options(beams=beams)
    (struck,) = (each for each in in_place(broadside) if isinstance(each.event, HullStruck))
    told = SitsTold.of(struck.event).working(replace(struck, board=duel))
    assert told.steps == (when, "7 points: 1 hit of 5 and one of 2.")
    of_missiles = replace(struck, board=duel, earlier=())
    assert SitsTold.of(struck.event).working(of_missiles).steps == told.steps[1:]


def test_walls_down_ships_lost_and_points_wasted_are_told(page: Page, duel: Board) -> None:
    events = (
        WallDisabled(ship="Sirius", track="port-sidewall"),
        ShipDestroyed(ship="Sirius", cause=Coded("exploded")),
        DamageWasted(ship="Sirius", points=9),
    )
    assert page(told_in(duel, events)["Damage"]) == [
        "    Sirius's port-sidewall is down: disabled, not destroyed.",
        "    Sirius is destroyed: it exploded.",
        "    9 points find nothing left to destroy on Sirius.",
    ]


def test_tracks_are_compared_before_and_after(page: Page, duel: Board, broadside: Facts) -> None:
    after = fold(duel, (event for event in broadside if isinstance(event, Fact)))
    lines = page(tracks_changed(duel, after))
    assert lines[:5] == [
        "  Sirius",
        "    thrust                  before [6][5][4][2][1]",
        "                            after  [x6][5][4][2][1]",
        "    impellers               before [2][1]",
        "                            after  [x2][1]",
    ]
    assert lines[-2:] == [
        "    structure               before [ ][ ][2][ ][4][!]",
        "                            after  [ ][ ][x2][ ][4][!]",
    ]


def test_a_repair_is_told_with_its_roll(page: Page, duel: Board) -> None:
    roll = DiceRolled(actor="Sirius", purpose="repair", object="ecm", index=0, sides=10, faces=(4,))
    tried = RepairTried(
        ship="Sirius", track="ecm", box=1, roll=4, quality=6, repaired=True, lost=False, before=10, after=20
    )
    assert page(told_in(duel, (roll, tried))["Damage control"]) == [
        "  Sirius tries to repair box 2 of ecm: rolls 4, needs 6 or less: repaired, 10",
        "    becomes 20. dice 4 (Sirius, repair)",
    ]


def test_losses_are_counted_by_ship_and_track(broadside: Facts) -> None:
    assert losses(broadside) == ("Sirius loses 1 of bridge, 4 of hull, 1 of impellers, 1 of thrust and 1 of structure")
    assert not losses(())


def test_points_on_hulls_are_counted_by_shot(broadside: Facts) -> None:
    assert hull_points(broadside, SHOT) == 7
    assert hull_points(broadside, "another") == 0
