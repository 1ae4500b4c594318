import pytest
from attrs import evolve

from sits_es.events import Coded, Event
from sits_es.report import Stage
from sits_es.rules.sits.board import Board, fold
from sits_es.rules.sits.damage.facts import ShipDestroyed
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.missiles.facts import AttackSpent
from sits_es.rules.sits.motion.facts import ShipMoved, ThrustBroke, ThrustChanged
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun
from sits_es.rules.sits.views.turn import highlights, turn_report
from sits_es.space.avid import read_window
from sits_es.space.hexes import HexVector, Position
from tests.shared.rows import each_row
from tests.shared.view_samples import Facts, Page


def _played(before: Board, *events: Event) -> Stage:
    after = fold(before, (event for event in events if isinstance(event, Fact)))
    return Stage(label="", before=before, facts=events, after=after)


@pytest.fixture
def turn(duel: Board, broadside: Facts, salvo: Facts) -> list[Stage]:
    """Segments 5 to 8 and the turn break: beams in 5, nothing in 6 and 7, missiles in 8."""
    played = [_played(duel, *broadside)]
    for segment in (6, 7, 8, 9):
        before = evolve(played[-1].after, segment=segment)
        played.append(_played(before, *(salvo if segment == 8 else ())))
    return played


def test_a_turn_begins_with_its_story(page: Page, turn: list[Stage]) -> None:
    assert page(turn_report(turn, SYSTEM.tell))[:14] == [
        "Turn 2 ─────────────────────────────────────────────────────────────────────────",
        "  2.5      Fearless > Sirius  12 grasers: range 2, 72 points; 7 damage",
        "           Sirius explodes if it rolls below 2: it rolls 7 and holds together",
        "           Sirius loses 1 of bridge, 4 of hull, 1 of impellers, 1 of thrust and",
        "             1 of structure",
        "  2.6-2.7  nobody fires",
        "  2.8      Fearless starboard at Sirius: 36 laser-heads launched at range 2",
        "           Sirius deploys 2 decoys of 8%",
        "           Fearless > Sirius  36 laser-heads: ECM 18, CM 16, PD 0; 2 through, 3",
        "             damage",
        "  2.break  nothing is repaired",
        "",
        "Movement",
        "   At  Ship      From         To          Thrust  Nose  Roll  Vectors",
    ]


def test_shots_and_attacks_stand_in_tables(page: Page, turn: list[Stage]) -> None:
    lines = page(turn_report(turn, SYSTEM.tell))
    beams = lines.index("Beams: points, the part that passes the sidewall, and damage")
    assert lines[beams + 1 : beams + 5] == [
        "   At  Shot                         Range  Arc   Closure  Points  Passes  Damage",
        "  ─",
        "  2.5  Fearless forward-graser at       2  A/B+      1.5      72     10%       7",
        "       Sirius",
    ]
    missiles = lines.index("Missiles: kills by layer, missiles that come through, and damage")
    assert lines[missiles + 1 : missiles + 4] == [
        "   At  Attack              Range  Missiles  ECM  CM  PD  Lasers  Through  Damage",
        "  ─",
        "  2.8  Fearless starboard      2        36   18  16   0       -        2       3",
    ]


def test_moves_stand_in_a_table_ship_by_ship(page: Page, duel: Board) -> None:
    moved = ShipMoved(ship="Fearless", start=Position(0, 0), end=Position(1, -1))
    lost = ShipDestroyed(ship="Sirius", cause=Coded("exploded"))
    lines = page(turn_report([_played(duel, moved, lost)], SYSTEM.tell))
    at = lines.index("Movement")
    assert lines[at + 3 : at + 5] == [
        "  2.5  Fearless  0,0 alt 0    1,-1 alt 0  0       A     0     6B 4A 1+",
        "       Sirius    6,-6 alt +3  out         0       E     0     2D",
    ]


def test_the_map_stands_at_the_end(page: Page, turn: list[Stage]) -> None:
    lines = page(turn_report(turn, SYSTEM.tell))
    assert "The map now" in lines
    assert lines[-1].startswith("■S   Sirius (blue)")


def test_several_turns_are_told_as_such(page: Page, duel: Board) -> None:
    later = evolve(duel, turn=3, segment=1)
    assert page(turn_report([_played(duel), _played(later)], SYSTEM.tell))[:2] == [
        "Turns 2 to 3 ───────────────────────────────────────────────────────────────────",
        "  2.5-3.1  nobody fires",
    ]


def test_nothing_played_is_said_so(page: Page) -> None:
    assert page(turn_report([], SYSTEM.tell)) == ["Nothing has been played."]


def test_a_report_can_do_with_seven_bit_characters(page: Page, turn: list[Stage]) -> None:
    assert "\n".join(page(turn_report(turn, SYSTEM.tell), ascii_only=True)).isascii()


BROKE = ThrustBroke(
    ship="Fox", reasons=("thrust zero",), dots=(), steps=(), before=HexVector(2), after=HexVector(3, 0, 1)
)


@each_row(
    ("event", "line"),
    [
        (ThrustChanged(ship="Fox", before=4, after=0), "Fox changes thrust from 4 to 0"),
        (PivotBegun(ship="Fox", to=read_window("B+"), path=(), due=(1,)), "Fox begins to pivot to B+"),
        (RollBegun(ship="Fox", side="port", due=(1, 2)), "Fox begins to roll 2 to port"),
        (BROKE, "Fox: thrust break, vectors 2A become 3A 1+"),
        (evolve(BROKE, after=BROKE.before), "Fox: thrust break, vectors stay 2A"),
        (
            OrderVoided(ship="Fox", order="thrust 9", reasons=(Coded("thrust-too-high", (9, 6)),)),
            'Fox: "thrust 9" failed: thrust 9 is ordered, but its rating is 6. Order 0 to 6',
        ),
        (
            OrderVoided(ship="Fox", order="thrust 9", reasons=(Coded("no-bridge"),)),
            (
                'Fox: "thrust 9" failed: Fox has no bridge left. The ship takes no thrust, pivot or roll orders until '
                "damage control repairs a bridge box; its weapons fire under local control"
            ),
        ),
        (
            AttackSpent(attack="Fox port at Sirius", target="Sirius", struck=0, reason=Coded("target-out")),
            "Fox port at Sirius: Sirius is out of the game",
        ),
        (ShipDestroyed(ship="Fox", cause=Coded("exploded")), "Fox is destroyed: it exploded"),
    ],
)
def test_a_highlight_is_one_short_line(event: Event, line: str) -> None:
    assert list(highlights((event,))) == [line]


def test_thrust_cut_by_damage_or_ordered_as_it_is_is_no_highlight_of_its_own() -> None:
    assert not list(highlights((ThrustChanged(ship="Fox", before=4, after=3, cause="damage"),)))
    assert not list(highlights((ThrustChanged(ship="Fox", before=4, after=4),)))
