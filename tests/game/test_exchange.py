"""One exchange: seals, reveals, orders, seed, what happens, the close; nothing of it depends on who was first."""

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.errors import NotNowError
from sits_es.events import Coded, Event
from sits_es.game.events import (
    GameCreated,
    GameEnded,
    GameStarted,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.fold import Fold
from sits_es.game.play import first_facts, play_exchange
from sits_es.game.seals import Sealed, commitment, seed
from sits_es.game.state import pack
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.sits.damage.facts import ShipDestroyed
from sits_es.sentences import listed
from tests.shared.duels import BLUE, RED, SCENARIO, begun, given, played
from tests.shared.rows import each_row

ORDERS = system("sits").order_types


def fold_of(parts: list[list[Event]]) -> Fold:
    return Fold().add_all(fact for part in parts for fact in part)


def names(facts: list[Event]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def test_a_game_begins_with_its_rules_in_full_its_players_in_order_of_id_and_its_units() -> None:
    facts = begun()
    created = facts[0]
    assert isinstance(created, GameCreated)
    assert (created.game, created.system, created.play) == ("duel", "sits", "hot seat")
    assert created.options["sidewall"] == "strikes"  # what the scenario leaves open is written out
    assert created.tables
    assert {"Sample Light Cruiser", "Sample Heavy Cruiser"} <= set(created.classes)
    assert [fact for fact in facts if isinstance(fact, PlayerJoined)] == [
        PlayerJoined(player="blue", name="Ben", side="blue"),
        PlayerJoined(player="red", name="Anna", side="red"),
    ]
    start = facts.index(GameStarted())
    assert names(facts[3:start]).count("ShipPlaced") == 2
    assert names(facts[start + 1 :]) == ["FutureMarked", "FutureMarked"]


def test_an_exchange_is_seals_then_reveals_with_their_orders_then_the_seed_all_in_order_of_player_id() -> None:
    (_, facts) = played(1)
    head = facts[:8]
    assert [(type(fact), getattr(fact, "player", None)) for fact in head if not isinstance(fact, ORDERS)] == [
        (OrdersSealed, "blue"),
        (OrdersSealed, "red"),
        (OrdersRevealed, "blue"),
        (OrdersRevealed, "red"),
        (SeedMade, None),
    ]
    assert names(head) == [
        "OrdersSealed",
        "OrdersSealed",
        "OrdersRevealed",
        "DecoyOrdered",
        "OrdersRevealed",
        "LaunchOrdered",
        "ThrustOrdered",
        "SeedMade",
    ]
    assert not any(isinstance(fact, ORDERS) for fact in facts[8:])
    assert names(facts[-3:]) == ["SegmentClosed", "FutureMarked", "FutureMarked"]


def test_whose_orders_came_first_leaves_no_trace() -> None:
    fold = fold_of(played(0))
    one, other = (play_exchange(fold.game, given(fold, *texts)) for texts in ((RED, BLUE), (BLUE, RED)))
    assert one.facts == other.facts


def test_the_game_given_stays_as_it_is() -> None:
    fold = fold_of(played(2))
    before = pack(fold.game)
    play_exchange(fold.game, given(fold, RED, BLUE))
    assert pack(fold.game) == before


def test_seals_and_seed_are_those_of_the_orders_and_the_dice_are_those_of_the_seed() -> None:
    (_, facts) = played(1)
    at = Moment(1, 1)
    opened = {fact.player: fact for fact in facts if isinstance(fact, OrdersRevealed)}
    seals = {fact.player: fact.commitment for fact in facts if isinstance(fact, OrdersSealed)}
    for player, fact in opened.items():
        sealed = Sealed(player=player, lines=fact.lines, nonce=bytes.fromhex(fact.nonce))
        assert seals[player] == commitment("duel", "duel", at, sealed)
    assert opened["red"].lines == ("Fearless: launch port 2 salvoes at Sirius", "Fearless: thrust 6")
    (made,) = [fact for fact in facts if isinstance(fact, SeedMade)]
    nonces = {player: bytes.fromhex(fact.nonce) for player, fact in opened.items()}
    assert made == SeedMade(turn=1, segment=1, seed=seed("duel", "duel", at, seals, nonces).hex())
    dice = KeyedDice(bytes.fromhex(made.seed), "duel", 1, 1)
    rolls = [fact for fact in facts if isinstance(fact, DiceRolled)]
    assert rolls
    assert all(dice.throw(roll.key, len(roll.faces), roll.sides) == roll.faces for roll in rolls)


def test_a_kept_seed_is_taken_over_and_said_to_be() -> None:
    fold = fold_of(played(0))
    facts = play_exchange(fold.game, given(fold, RED, BLUE), bytes(32)).facts
    assert SeedMade(turn=1, segment=1, seed="0" * 64, kept=True) in facts
    dice = KeyedDice(bytes(32), "duel", 1, 1)
    rolls = [fact for fact in facts if isinstance(fact, DiceRolled)]
    assert rolls
    assert all(dice.throw(roll.key, len(roll.faces), roll.sides) == roll.faces for roll in rolls)


def test_with_kept_dice_only_what_the_changed_orders_touch_changes() -> None:
    fold = fold_of(played(4))
    kept = bytes(range(32))
    first = play_exchange(fold.game, given(fold, RED, BLUE), kept).facts
    more = RED + "  5  thrust 2\n"
    second = play_exchange(fold.game, given(fold, more, BLUE), kept).facts
    rolls = [fact for fact in first if isinstance(fact, DiceRolled)]
    assert rolls
    assert [fact for fact in second if isinstance(fact, DiceRolled)] == rolls
    assert first != second


def test_the_turn_closes_behind_its_break_and_the_next_one_opens() -> None:
    parts = played(9)
    assert [names(part)[-3:] for part in parts[1:8]] == [["SegmentClosed", "FutureMarked", "FutureMarked"]] * 7
    assert names(parts[8])[-1] == "SegmentClosed"  # the break opens with nothing
    closed = names(parts[9])
    assert closed[closed.index("SegmentClosed") :] == ["SegmentClosed", "TurnClosed", "FutureMarked", "FutureMarked"]
    assert parts[9][-3] == TurnClosed(turn=1)
    assert fold_of(parts).game.moment == Moment(2, 1)


def test_every_exchange_opens_where_the_last_one_closed() -> None:
    fold = Fold()
    moments = iter([*(Moment(1, segment) for segment in range(1, 10)), *(Moment(2, step) for step in range(1, 10))])
    for part in played(9):
        fold.add_all(part)
        assert fold.game.moment == next(moments)
        assert (fold.game.sealed, fold.game.revealed, fold.game.seed) == ({}, {}, None)


@each_row("players", [(), ("red",), ("blue",), ("red", "red"), ("blue", "red", "red")])
def test_an_exchange_needs_orders_of_every_player_once(players: tuple[str, ...]) -> None:
    fold = fold_of(played(0))
    of = {each.player: each for each in given(fold, RED, BLUE)}
    with pytest.raises(ValueError, match="orders") as refused:
        play_exchange(fold.game, [of[player] for player in players])
    assert str(refused.value) == f"orders are needed from blue and red, but {listed(sorted(players))} gave them"


def test_orders_in_the_open_are_refused_where_everybody_seals() -> None:
    fold = fold_of(played(0))
    red, blue = given(fold, RED, BLUE)
    with pytest.raises(ValueError, match=r"^the orders of red are open, but must be sealed$"):
        play_exchange(fold.game, [blue, evolve(red, in_the_open=True)])


def test_a_game_that_has_not_begun_takes_no_orders() -> None:
    facts = begun()
    fold = Fold().add_all(facts[: facts.index(GameStarted())])
    with pytest.raises(NotNowError, match=r"^duel has not begun\.$"):
        play_exchange(fold.game, given(fold, RED, BLUE))


def test_a_game_that_is_over_takes_no_orders() -> None:
    fold = fold_of(played(1))
    fold.add(GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),)))
    with pytest.raises(NotNowError, match=r"^duel is over: Only red has ships left\.$"):
        play_exchange(fold.game, given(fold, RED, BLUE))


def test_the_game_ends_with_the_exchange_in_which_one_side_loses_its_last_ship() -> None:
    fold = fold_of(played(1))
    fold.add(ShipDestroyed(ship="Sirius", cause=Coded("exploded")))
    facts = play_exchange(fold.game, [evolve(each, forms=(), lines=()) for each in given(fold, RED, BLUE)]).facts
    assert facts[-2:] == [
        SegmentClosed(turn=1, segment=2),
        GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),)),
    ]
    fold.add_all(facts)
    assert fold.game.ended == "Only red has ships left."


def test_the_same_scenario_and_orders_give_the_same_facts_under_any_hash_seed() -> None:
    code = (
        "import hashlib; from tests.shared.duels import played; "
        "print(hashlib.sha256(repr(played(3)).encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed_of},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed_of in ("1", "2")
    }
    assert len(told) == 1


def test_a_game_of_another_name_has_other_dice() -> None:
    rules = system("sits")
    fold = Fold().add_all(first_facts("rematch", rules, rules.setup(SCENARIO, "duel.toml", {})))
    other = fold_of(played(0))
    facts = [play_exchange(each.game, given(each, RED, BLUE), bytes(32)).facts for each in (fold, other)]
    rolls = [[fact.faces for fact in each if isinstance(fact, DiceRolled)] for each in facts]
    assert rolls[0] != rolls[1]
