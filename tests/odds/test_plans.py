"""Plans of SITS and Star Wars: the checker of orders takes every one, and few of their orders fail."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from sits_es.odds.outlook import Outlook, usual
from sits_es.odds.spread import mean_and_error
from sits_es.odds.trials import dice_of, following, play
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import ThrustOrdered
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.starwars.plans import AGAIN, SPENT_ON
from sits_es.rules.starwars.spending.uses import USES
from tests.strength import SCENARIOS, Start, bundled, cadet, generated, generated_flight, idler, pair, started

BUNDLED = [("sits", name) for name in ("duel", "squadron", "convoy")]
BUNDLED += [("starwars", name) for name in ("alarm", "ambush", "chase")]


def _boards(start: Start, exchanges: int) -> Iterator[Start]:
    """The boards of a game in which everybody does as usual: the first, and those after each so many exchanges."""
    rules, board = start.rules, start.board
    for number in range(exchanges):
        if rules.outcome(board) is not None:
            return
        yield Start(rules, board, start.sides)
        conducts = {player: following(rules, player, {}) for player in start.sides}
        board = play(rules, board, conducts, dice_of("boards", number), rules.moment(board)).board


def _problems(start: Start) -> Iterator[str]:
    """Why orders of plans can't be given, in words."""
    rules, board = start.rules, start.board
    for player in start.sides:
        for plan in rules.plans(board, player):
            for step, orders in plan.orders.items():
                for order in orders:
                    found = rules.problems(board, step, order, orders)
                    yield from (f"{plan.name}: {step} {each.message}" for each in found if not each.warns)


@pytest.mark.parametrize(("rules_name", "name"), BUNDLED)
def test_every_order_of_every_plan_can_be_given(rules_name: str, name: str) -> None:
    looked = 0
    for start in [*_boards(bundled(rules_name, name), 11)][:: 4 if rules_name == "sits" else 1]:
        assert [*_problems(start)] == []
        looked += sum(1 for player in start.sides for _ in start.rules.plans(start.board, player))
    assert looked > 30


def test_starships_spend_a_roll_on_every_use_but_these() -> None:
    uses = {use.words for use in USES}
    assert uses - {*SPENT_ON} == {"manoeuvre", "break off", "shields down for"}
    assert {*AGAIN} < {*SPENT_ON} < uses


@pytest.mark.long
@pytest.mark.parametrize("seed", range(301, 341))
def test_every_order_of_every_plan_can_be_given_in_generated_battles(seed: int) -> None:
    for start in _boards(generated(seed), 30):
        assert [*_problems(start)] == []


@pytest.mark.parametrize("seed", range(341, 344))
def test_every_order_of_every_plan_can_be_given_in_generated_battles_of_starships(seed: int) -> None:
    for start in _boards(generated_flight(seed, seed % 3 + 1), 24):
        assert [*_problems(start)] == []


def test_few_orders_of_starships_fail() -> None:
    given = failed = 0
    for seed in range(344, 350):
        for start in _boards(generated_flight(seed, seed % 3 + 1), 24):
            asked = Outlook.of(start.rules, start.board, start.sides, {}, start.rules.moment(start.board), str(seed))
            given += sum(len(orders) for by_step in asked.orders.values() for orders in by_step.values())
            failed += len(asked.played(0).voids)
    assert given > 150
    assert failed * 50 <= given


def test_the_usual_plan_of_starships_beats_those_that_do_nothing() -> None:
    found = [
        sum(pair(generated_flight(seed, seed % 3 + 1), cadet, idler, str(seed)), Fraction()) / 2
        for seed in SCENARIOS["starwars"]
    ]
    mean, error = mean_and_error(found)
    assert mean > 2 * error
    assert sum(each > 0 for each in found) > 9


@pytest.mark.parametrize("seed", range(401, 405))
def test_few_orders_of_the_usual_plan_fail_when_drafted_at_each_exchange(seed: int) -> None:
    start = generated(seed)
    rules, given, failed = start.rules, 0, 0
    for each in _boards(start, 27):
        now = rules.moment(each.board)
        asked = Outlook.of(rules, each.board, each.sides, {}, now, str(seed))
        given += sum(len(orders.get(now.segment, ())) for orders in asked.orders.values())
        failed += len(asked.played(0).voids)
    assert given
    assert failed * 50 <= given


def test_the_usual_plan_comes_first_keeps_course_and_answers_launches() -> None:
    start = bundled("sits", "duel")
    plan = next(start.rules.plans(start.board, "red"))
    assert plan.name == "keep course, fire at once"
    orders = [order for given in plan.orders.values() for order in given]
    assert not any(isinstance(order, PivotOrdered | RollOrdered | ThrustOrdered) for order in orders)
    assert plan.orders[1][0] == LaunchOrdered(ship="Fearless", mount="port", target="Sirius", salvoes=2)
    assert all(DecoyOrdered(ship="Fearless", count=1) in plan.orders[segment] for segment in range(1, 9))


def test_whoever_holds_fire_launches_at_the_shortest_range() -> None:
    start = bundled("sits", "duel")
    plan = next(each for each in start.rules.plans(start.board, "red") if each.name == "keep course, hold to closest")
    launched = {segment for segment, given in plan.orders.items() for each in given if isinstance(each, LaunchOrdered)}
    # they close all through the first turn
    assert launched == {8}


def test_beams_fire_as_often_as_they_are_ready() -> None:
    """The duel with the cruisers side by side, two hexes apart and at rest."""
    text = system("sits").bundled()["duel"].text.replace("5,-28 alt +3", "2,0").replace("8D 2-", "").replace("8A", "")
    start = started("sits", text, "beside")
    card, plan = start.board.class_of(start.board.ships["Fearless"]), next(start.rules.plans(start.board, "red"))
    by_weapon: dict[str, list[int]] = {}
    for segment, given in plan.orders.items():
        for each in given:
            if isinstance(each, FireOrdered):
                by_weapon.setdefault(each.weapon, []).append(segment)
    assert by_weapon
    for weapon, segments in by_weapon.items():
        assert segments == list(range(1, 9, card.recycle(weapon)))


@pytest.mark.parametrize(("nuke", "warheads"), [(40, {"nuke"}), (4, {"laser-head"})])
def test_nukes_go_out_within_eight_hexes_where_the_games_table_makes_them_stronger(
    nuke: int, warheads: set[str]
) -> None:
    text = system("sits").bundled()["duel"].text.replace("5,-28 alt +3", "6,0").replace("8D 2-", "").replace("8A", "")
    start = started("sits", text, "beside")
    board = start.rules.thaw(start.board)
    (row,) = [each for each in board.tables.missile_damage if each.size == "medium"]
    board.tables = replace(board.tables, missile_damage=(replace(row, nuke=nuke),))
    plan = next(start.rules.plans(board, "red"))
    launched = [each for given in plan.orders.values() for each in given if isinstance(each, LaunchOrdered)]
    assert {each.warhead for each in launched} == warheads


def test_plans_are_distinct_and_named_apart() -> None:
    for rules_name, name in BUNDLED:
        start = bundled(rules_name, name)
        for player in start.sides:
            found = [*start.rules.plans(start.board, player)]
            assert len({repr(plan.orders) for plan in found}) == len(found)
            assert len({plan.name for plan in found}) == len(found)


def test_nobody_plans_who_has_nothing_to_order() -> None:
    start = bundled("starwars", "ambush")
    # initiative comes first, and nobody orders anything for it
    assert [*start.rules.plans(start.board, "red")] == []
    assert usual(start.rules, start.board, "red") == {}


def test_a_scenario_without_plotting_ahead_has_plans_for_the_segment_at_hand() -> None:
    text = system("sits").bundled()["duel"].text.replace("[options]", '[options]\nplot_ahead = "off"')
    start = started("sits", text, "duel")
    assert {*map(tuple, (plan.orders for plan in start.rules.plans(start.board, "red")))} == {(1,)}


def test_in_the_break_there_is_only_mending() -> None:
    board = [*_boards(bundled("sits", "duel"), 9)][-1]
    assert board.rules.moment(board.board) == Moment(1, 9)
    assert [plan.name for plan in board.rules.plans(board.board, "red")] == ["mend what can be mended"]
