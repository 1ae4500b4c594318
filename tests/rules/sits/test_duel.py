"""The bundled duel, played from its order files: everything that it is there to show occurs."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import TypeVar

import pytest
from attrs import frozen

from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.game.play import Given, first_facts, play_exchange
from sits_es.game.seals import nonce_from
from sits_es.game.state import Game
from sits_es.game.verify import check_exchange
from sits_es.orders.frame import read_sheet
from sits_es.orders.normal import write_line
from sits_es.orders.sheet import OrderSheet
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.damage.facts import BoxDestroyed, HullStruck, ShipDestroyed
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided, StopOrdered
from sits_es.rules.sits.missiles.facts import AttackArrived, AttackSpent, DecoysDeployed, LayerFought, SalvoLaunched
from sits_es.rules.sits.motion.facts import DotGained, ThrustBroke
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun, ShipTurned
from sits_es.rules.sits.walls.facts import WallMet
from tests.shared.rows import each_row

E = TypeVar("E", bound=Event)

SHIPS = ("Fearless", "Sirius")
RULES = system("sits")
BUNDLE = RULES.bundled()["duel"]


@frozen
class Exchange:
    """One exchange: the game as it stood before, both players' orders, and what was recorded."""

    before: Game
    orders: dict[str, tuple[Event, ...]]
    facts: list[Event]


def sheets(turn: int) -> dict[str, OrderSheet]:
    """Both players' bundled orders for a turn."""
    return {
        player: read_sheet(BUNDLE.orders[f"{turn}-{player}.orders"], RULES.language, f"{turn}-{player}.orders")
        for player in ("blue", "red")
    }


@cache
def played() -> tuple[Exchange, ...]:
    """Both turns of the duel."""
    fold = Fold().add_all(first_facts("duel", RULES, RULES.setup(BUNDLE.text, "duel", {})))
    exchanges = []
    for turn in (1, 2):
        given = sheets(turn)
        for segment in range(1, RULES.most_steps + 1):
            before = deepcopy(fold.game)
            assert before.moment == Moment(turn, segment)
            orders = {player: sheet.at(segment) for player, sheet in given.items()}
            facts = play_exchange(before, [_given(before, given[player], orders[player]) for player in given]).facts
            exchanges.append(Exchange(before, orders, facts))
            fold.add_all(facts)
    return tuple(exchanges)


def _given(game: Game, sheet: OrderSheet, forms: tuple[Event, ...]) -> Given:
    assert sheet.player is not None
    assert sheet.secret is not None
    return Given(
        player=sheet.player,
        forms=forms,
        lines=tuple(write_line(form, RULES.language) for form in forms),
        nonce=nonce_from(bytes.fromhex(sheet.secret), sheet.player, game.moment),
    )


def happened(kind: type[E]) -> list[E]:
    """Every fact of a kind, in order."""
    return [fact for exchange in played() for fact in exchange.facts if isinstance(fact, kind)]


def problems(exchange: Exchange) -> Iterator[Refusal]:
    """What the rules have against the orders of an exchange as they were given."""
    board, segment = exchange.before.board, exchange.before.moment.segment
    for forms in exchange.orders.values():
        for form in forms:
            yield from RULES.problems(board, segment, form, forms)


def test_the_order_files_are_both_players_for_two_turns() -> None:
    assert sorted(BUNDLE.orders) == ["1-blue.orders", "1-red.orders", "2-blue.orders", "2-red.orders"]
    for turn in (1, 2):
        for player, sheet in sheets(turn).items():
            assert (sheet.game, sheet.turn, sheet.player) == ("duel", turn, player)
    assert [exchange.before.moment for exchange in played()] == [
        Moment(turn, segment) for turn in (1, 2) for segment in range(1, 10)
    ]


def test_the_order_files_fit_into_80_columns() -> None:
    assert max(len(line) for text in BUNDLE.orders.values() for line in text.splitlines()) <= 80


@each_row("at", range(18))
def test_no_order_has_a_fault_when_its_exchange_comes_and_none_is_void(at: int) -> None:
    exchange = played()[at]
    assert [problem.message for problem in problems(exchange)] == []
    assert [fact for fact in exchange.facts if isinstance(fact, OrderVoided)] == []


@each_row("at", range(18))
def test_recomputing_an_exchange_gives_the_same_events(at: int) -> None:
    exchange = played()[at]
    assert check_exchange(exchange.before, exchange.facts, 0).faults == ()


def test_every_line_of_the_files_orders_something_in_the_game() -> None:
    for turn in (1, 2):
        for sheet in sheets(turn).values():
            assert {form for line in sheet.lines for form in line.forms} == {
                form
                for exchange in played()
                if exchange.before.moment.turn == turn
                for form in exchange.orders[sheet.player or ""]
            }


def test_nothing_in_the_files_stops_the_run() -> None:
    assert happened(StopOrdered) == []
    assert happened(OrdersStopped) == []


def test_each_ship_thrusts_in_several_windows() -> None:
    windows = {ship: {dot.window for dot in happened(DotGained) if dot.ship == ship} for ship in SHIPS}
    assert windows == {"Fearless": {"B", "B/C", "C"}, "Sirius": {"E", "E+"}}


def test_thrust_goes_on_through_a_pivot_so_that_one_break_has_dots_in_two_windows_with_plots_named() -> None:
    (broke,) = [broke for broke in happened(ThrustBroke) if len(broke.dots) > 1]
    assert (broke.ship, broke.reasons) == ("Fearless", ("pivot completed",))
    assert [(each.window, each.dots, str(each.plot), each.named) for each in broke.dots] == [
        ("B", 2, "2B", True),
        ("B/C", 1, "1C", True),
    ]
    assert (str(broke.before), str(broke.after)) == ("8A", "7A 3B")


def test_thrust_breaks_come_from_pivots_and_from_zero_thrust_with_plots_by_name_and_by_default() -> None:
    assert {reason for broke in happened(ThrustBroke) for reason in broke.reasons} == {"pivot completed", "thrust zero"}
    assert {each.named for broke in happened(ThrustBroke) for each in broke.dots} == {True, False}


def test_a_pivot_goes_through_two_windows() -> None:
    begun = next(pivot for pivot in happened(PivotBegun) if len(pivot.path) == 2)
    turned = [turn for turn in happened(ShipTurned) if turn.ship == begun.ship and turn.by == "pivot"][:2]
    assert begun.ship == "Fearless"
    assert [turn.attitude.nose for turn in turned] == ["B/C", "C"]


def test_pivots_take_a_ship_out_of_the_plane_and_back() -> None:
    turned = [turn for turn in happened(ShipTurned) if turn.ship == "Sirius" and turn.by == "pivot"]
    assert [turn.attitude.nose for turn in turned] == ["E+", "E/F"]


def test_a_roll_puts_the_wedge_in_the_way_of_an_attack() -> None:
    assert [(roll.ship, roll.side, len(roll.due)) for roll in happened(RollBegun)] == [
        ("Fearless", "starboard", 2),
        ("Fearless", "port", 2),
        ("Fearless", "starboard", 2),
    ]
    assert [(came.target, came.facing) for came in happened(AttackArrived) if came.slid] == [("Fearless", "port")]
    facts = [fact for exchange in played() for fact in exchange.facts if isinstance(fact, AttackArrived | WallMet)]
    walls = [met for came, met in pairwise(facts) if isinstance(came, AttackArrived) and came.slid]
    # all of her wedge is in the way: she fares no worse than one that has rolled only a window
    assert [(met.ship, met.bonus) for met in walls if isinstance(met, WallMet)] == [("Fearless", -10)]


def test_a_roll_half_done_helps_the_sidewall() -> None:
    met = [(wall.shot, wall.bonus) for wall in happened(WallMet) if wall.shot == "Sirius starboard at Fearless"]
    assert met == [("Sirius starboard at Fearless", -10)]


@pytest.mark.parametrize("ship", SHIPS)
def test_each_side_launches_salvoes_at_four_ranges(ship: str) -> None:
    assert [launch.aim.range for launch in happened(SalvoLaunched) if launch.shooter == ship] == [28, 14, 8, 6]


@pytest.mark.parametrize("ship", SHIPS)
def test_each_side_answers_launches_with_decoys(ship: str) -> None:
    assert [decoys.count for decoys in happened(DecoysDeployed) if decoys.ship == ship] == [1, 1, 2]


@pytest.mark.parametrize("ship", SHIPS)
def test_missiles_come_through_all_five_layers_of_each_sides_defence(ship: str) -> None:
    through = 0
    for exchange in played():
        fought = [fact for fact in exchange.facts if isinstance(fact, LayerFought) and fact.target == ship]
        walls = [fact for fact in exchange.facts if isinstance(fact, WallMet) and fact.ship == ship]
        spent = [fact for fact in exchange.facts if isinstance(fact, AttackSpent) and fact.target == ship]
        if fought and spent and spent[0].struck:
            assert [fight.layer for fight in fought] == ["ECM", "countermissiles", "point defence", "lasers"]
            assert all(fight.against and fight.terms for fight in fought)
            assert [wall.strikes for wall in walls] == [spent[0].struck]
            through += 1
    assert through == 3


@pytest.mark.parametrize(
    ("ship", "shots"),
    [
        ("Fearless", [(3, "port-laser"), (2, "aft-graser"), (2, "port-graser")]),
        ("Sirius", [(3, "port-laser"), (2, "port-graser"), (3, "aft-graser")]),
    ],
)
def test_each_side_fires_lasers_and_grasers_at_two_ranges(ship: str, shots: list[tuple[int, str]]) -> None:
    fired = [beam for beam in happened(BeamFired) if beam.shooter == ship]
    assert [(beam.aim.range, beam.weapon) for beam in fired] == shots
    assert all(beam.damage for beam in fired)


def test_beams_strike_sidewalls_and_ends_without_one() -> None:
    struck = {hit.source: hit.points for hit in happened(HullStruck)}
    walls = {wall.shot for wall in happened(WallMet)}
    assert {beam.shot in walls for beam in happened(BeamFired)} == {True, False}
    assert all(struck[beam.shot] == beam.damage for beam in happened(BeamFired) if beam.shot not in walls)


@pytest.mark.parametrize("ship", SHIPS)
def test_each_ship_is_damaged_and_none_destroyed(ship: str) -> None:
    tracks = {box.track for box in happened(BoxDestroyed) if box.ship == ship}
    assert {"hull", "ecm", "port-tubes", "aft-tubes", "starboard-sidewall"} <= tracks
    assert "structure" not in tracks
    assert happened(ShipDestroyed) == []


@pytest.mark.parametrize(
    ("turn", "mended", "failed", "lost"),
    [
        (1, {"port-tubes", "port-sidewall", "ecm"}, {"port-graser"}, {"port-graser"}),
        (2, {"thrust", "starboard-sidewall"}, {"starboard-sidewall"}, set()),
    ],
)
def test_damage_control_succeeds_and_fails_in_both_turn_breaks(
    turn: int, mended: set[str], failed: set[str], lost: set[str]
) -> None:
    (rest,) = [exchange for exchange in played() if exchange.before.moment == Moment(turn, 9)]
    tried = [fact for fact in rest.facts if isinstance(fact, RepairTried)]
    assert {each.track for each in tried if each.repaired} == mended
    assert {each.track for each in tried if not each.repaired} == failed
    assert {each.track for each in tried if each.lost} == lost
