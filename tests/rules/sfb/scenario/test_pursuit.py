"""The bundled chase, played from its order files: everything that it is there to show occurs."""

from copy import deepcopy
from functools import cache
from typing import TypeVar

from attrs import frozen

from sits_es.dice import DiceRolled
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
from sits_es.rules.sfb.board import BREAK
from sits_es.rules.sfb.ending.facts import OrderVoided, RunStopped, TimeRanOut
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.launching.facts import SeekerLaunched, SeekerSpent, SeekerStruck
from sits_es.rules.sfb.motion.facts import InertiaChanged, UnitMoved
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, ExplosionMade
from sits_es.rules.sfb.terrain.facts import PlanetReached
from sits_es.rules.sfb.turns.facts import HighEnergyTurned
from sits_es.rules.sfb.webs.facts import StrandLaid, UnitTrapped, WebPowered
from tests.shared.rows import each_row

E = TypeVar("E", bound=Event)

RULES = system("sfb")
BUNDLE = RULES.bundled()["pursuit"]


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
    """Both turns of the chase."""
    fold = Fold().add_all(first_facts("pursuit", RULES, RULES.setup(BUNDLE.text, "pursuit", {})))
    exchanges: list[Exchange] = []
    while fold.game.ended is None:
        before = deepcopy(fold.game)
        owed = before.owed
        assert owed is not None
        given = sheets(owed.moment.turn)
        orders = {player: sheet.at(*owed.steps) for player, sheet in given.items()}
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


def test_the_order_files_are_both_players_for_two_turns_of_runs_of_eight() -> None:
    assert sorted(BUNDLE.orders) == ["1-blue.orders", "1-red.orders", "2-blue.orders", "2-red.orders"]
    assert [exchange.before.moment for exchange in played()] == [
        Moment(turn, step) for turn in (1, 2) for step in (1, 9, 17, 25, BREAK)
    ]


def test_the_order_files_fit_into_80_columns() -> None:
    assert max(len(line) for text in BUNDLE.orders.values() for line in text.splitlines()) <= 80


@each_row("at", range(10))
def test_no_order_has_a_fault_when_its_exchange_comes(at: int) -> None:
    exchange = played()[at]
    board = exchange.before.board
    problems = [
        problem.message
        for forms in exchange.orders.values()
        for form in forms
        for problem in RULES.problems(board, getattr(form, "impulse", BREAK), form, forms)
        if not problem.warns
    ]
    assert problems == []


@each_row("at", range(10))
def test_recomputing_an_exchange_gives_the_same_events(at: int) -> None:
    exchange = played()[at]
    assert check_exchange(exchange.before, exchange.facts, 0).faults == ()


def test_every_line_of_the_files_orders_something_in_the_game() -> None:
    for turn in (1, 2):
        for player, sheet in sheets(turn).items():
            given = sum(len(exchange.orders[player]) for exchange in played() if exchange.before.moment.turn == turn)
            assert given >= sum(len(line.forms) for line in sheet.lines)


def test_nothing_in_the_files_stops_a_run() -> None:
    assert happened(RunStopped) == []


def test_drones_chase_hawk_and_those_of_the_first_turn_reach_it_in_the_second_too() -> None:
    assert [fact.unit for fact in happened(SeekerLaunched)] == ["Kestrel", "Heron", "Wasp", "Hornet"]
    assert [(fact.unit, fact.target) for fact in happened(SeekerStruck)] == [
        ("Wasp-drone-1", "Hawk"),
        ("Hornet-drone-1", "Hawk"),
        ("Kestrel-drone-1", "Hawk"),
        ("Heron-drone-1", "Hawk"),
    ]
    assert all(fact.exact < 10_000 for fact in happened(SeekerStruck))
    assert happened(SeekerSpent) == []


def test_hawk_makes_a_high_energy_turn_with_its_breakdown_roll() -> None:
    (turned,) = happened(HighEnergyTurned)
    assert (turned.unit, str(turned.to), turned.needed) == ("Hawk", "yaw 165 pitch -15", 6)
    assert turned.broke_down == (turned.die >= turned.needed)
    assert any("breakdown" in roll.purpose for roll in happened(DiceRolled) if roll.actor == "Hawk")


def test_an_explosion_is_felt_by_four_units_and_by_drones_near_them() -> None:
    """D5.2: twenty points, 0.9 hexes away, are 24."""
    (made,) = happened(ExplosionMade)
    assert (made.source, made.cause, made.strength) == ("Mine 1", "mine", 200_000)
    felt = {fact.unit: (fact.exact, fact.damage) for fact in happened(ExplosionFelt)}
    assert felt["Kestrel"] == (9_000, 24)
    assert {"Kestrel", "Heron", "Wasp", "Hornet"} < set(felt)


def test_a_web_is_laid_powered_and_hit() -> None:
    """G10.211, G10.3: 6 points for one hex, 3 for each half; 3.5 counts four times."""
    assert [fact.cost for fact in happened(StrandLaid)] == [60_000, *[30_000] * 8]
    (powered,) = happened(WebPowered)
    assert (powered.web, powered.strength) == ("web-1", 140_000)
    assert [fact.unit for fact in happened(UnitTrapped)] == ["Warp", "Weft", "Heron", "Kestrel", "Wasp"]
    lost = [fact for fact in happened(InertiaChanged) if fact.cause == "web"]
    assert [fact.unit for fact in lost] == ["Heron"]
    assert {fact.speed for fact in happened(UnitMoved) if fact.unit == "Kestrel"} == {160_000, 20_000}


def test_a_planet_is_in_the_way_of_fire_and_of_no_ship() -> None:
    assert [(fact.unit, fact.order, fact.why.code) for fact in happened(OrderVoided)] == [
        ("Kestrel", "fire phasers at Hawk", "planet-between")
    ]
    assert len(happened(WeaponFired)) == 8
    assert happened(PlanetReached) == []


def test_the_game_ends_with_its_second_turn_and_nobody_has_won() -> None:
    assert [fact.turns for fact in happened(TimeRanOut)] == [2]
    assert played()[-1].before.moment == Moment(2, BREAK)
