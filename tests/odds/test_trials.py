"""A play is what the game itself does with the same orders and dice, and it changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from sits_es.dice import Dice, KeyedDice, NoDice
from sits_es.events import Event
from sits_es.game.events import SeedMade
from sits_es.game.verify import orders_by_player
from sits_es.odds.outlook import Outlook
from sits_es.odds.trials import Conduct, dice_of, play
from sits_es.rules.moments import Moment
from sits_es.rules.sits.missiles.facts import LaunchOrdered, LayerFought
from sits_es.rules.sits.sums.missiles import fought
from sits_es.rules.sits.sums.variance import distribution
from sits_es.rules.system import Owed
from sits_es.service.replay import PlayedExchange, exchanges_between, play_back
from sits_es.service.session import Session
from tests.shared.played_demos import demos_folder
from tests.strength import generated

#: Systems that play exchanges, each with its bundled game.
PLAYED = {"sits": "duel", "sfb": "pursuit", "starwars": "ambush"}


@pytest.mark.parametrize("name", PLAYED.values())
def test_a_play_with_the_games_orders_and_dice_is_the_game(name: str) -> None:
    with Session(demos_folder()) as session:
        opened = session.open_game(name)
        game, rules = opened.fold().game, opened.rules
        # what people entered between exchanges is played by nobody
        run = list(play_back(opened, [each for each in exchanges_between(opened) if not each.recorded]))
    for each in run:
        orders = orders_by_player(each.facts, rules.order_types)
        conducts = {player: _given(orders.get(player, ())) for player in game.players}
        found = play(rules, each.before, conducts, _dice(game.root, each), each.moment)
        assert rules.pack(rules.thaw(found.board)) == rules.pack(rules.thaw(each.after)), rules.label(each.moment)
        assert found.facts == tuple(fact for fact in each.facts if fact in found.facts)


@pytest.mark.parametrize("name", PLAYED.values())
def test_a_play_leaves_the_board_as_it_was(name: str) -> None:
    asked = _asked(name)
    before = asked.rules.pack(asked.rules.thaw(asked.board))
    asked.played(0)
    assert asked.rules.pack(asked.rules.thaw(asked.board)) == before


def test_plays_of_one_number_throw_alike_whatever_is_ordered() -> None:
    asked = _asked("duel")
    assert asked.played(3) == asked.played(3)
    assert asked.played(3).facts != asked.played(4).facts
    assert dice_of("red 1.1", 3)(Moment(1, 2)) == dice_of("red 1.1", 3)(Moment(1, 2))
    assert asked.on_fresh_dice().played(3).facts != asked.played(3).facts


def test_the_missiles_that_get_through_are_those_of_the_exact_sum() -> None:
    """One launch, layer by layer: every sum of 3d10v with its weight, beside 800 plays."""
    asked = _asked("duel")
    launch = LaunchOrdered(ship="Fearless", mount="port", target="Sirius", salvoes=2)
    nothing: dict[int, Sequence[Event]] = dict.fromkeys(range(1, 10), ())
    one = asked.instead("blue", nothing).instead("red", {**nothing, 1: (launch,)})
    plays = [one.played(number).facts for number in range(800)]
    layers = [[fact for fact in facts if isinstance(fact, LayerFought)] for facts in plays]
    exact = _exactly(max(layers, key=len))
    mean = Fraction(sum(fought[-1].left for fought in layers), len(plays))
    square = sum(chance * (left - _mean(exact)) ** 2 for left, chance in exact.items())
    assert 0 < _mean(exact) < max(exact)
    assert abs(mean - _mean(exact)) ** 2 < 16 * square / len(plays)


def _mean(exact: Mapping[int, Fraction]) -> Fraction:
    return sum((left * chance for left, chance in exact.items()), Fraction())


def _exactly(layers: Sequence[LayerFought]) -> dict[int, Fraction]:
    """How many missiles get through, each with its chance. layers: one attack that met all that could meet it."""
    found = {layers[0].incoming: Fraction(1)}
    for layer in layers:
        after: dict[int, Fraction] = {}
        for incoming, chance in found.items():
            for total, number in distribution().items():
                terms = tuple((each.name, total if "variance" in each.name else each.value) for each in layer.terms)
                done = fought(
                    None, layer.layer, incoming, terms if incoming else (), systems=layer.systems, salvoes=layer.salvoes
                )
                after[done.left] = after.get(done.left, Fraction()) + chance * Fraction(number, 1000)
        found = after
    return found


@pytest.mark.parametrize("seed", [201, 202, 203])
def test_what_failed_is_named_with_its_order(seed: int) -> None:
    start = generated(seed)
    ship = next(each for each in start.board.standing() if each.player == "red")
    foe = next(each for each in start.board.standing() if each.player == "blue")
    order = LaunchOrdered(ship=ship.name, mount="port", target=foe.name, salvoes=99)
    asked = Outlook.of(
        start.rules, start.board, start.sides, {"blue": {}, "red": {1: (order,)}}, Moment(1, 1), "failures"
    )
    (void,) = [each for each in asked.played(0).voids if each.unit == ship.name]
    assert (void.moment, void.order) == (Moment(1, 1), start.rules.language.write(order))
    assert "99 salvoes are ordered" in start.rules.tell(void.fact)


def _asked(name: str) -> Outlook:
    """A bundled game at its second exchange or so, everybody as usual."""
    with Session(demos_folder()) as session:
        opened = session.open_game(name)
        game, rules = opened.fold().game, opened.rules
        board = next(play_back(opened, exchanges_between(opened))).before
    sides = {player: str(who.side) for player, who in game.players.items()}
    return Outlook.of(rules, board, sides, {}, Moment(1, rules.most_steps), "tests")


def _given(orders: Sequence[Event]) -> Conduct:
    def policy(_board: Any, _owed: Owed) -> Sequence[Event]:
        return orders

    return policy


def _dice(root: str, played: PlayedExchange) -> Callable[[Moment], Dice]:
    seed = next((fact.seed for fact in played.facts if isinstance(fact, SeedMade)), None)
    return lambda at: NoDice() if seed is None else KeyedDice(bytes.fromhex(seed), root, at.turn, at.segment)
