"""An exchange recomputed: whatever is changed on the record, orders, nonces, seed, dice or damage, is named."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from attrs import evolve

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game import verify
from sits_es.game.events import OrdersRevealed, OrdersSealed, SeedMade, SegmentClosed
from sits_es.game.fold import Fold
from sits_es.game.play import play_exchange
from sits_es.game.story import teller
from sits_es.game.verify import check_exchange, first_difference, orders_by_player, redo
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.sits.damage.facts import BoxDestroyed
from sits_es.rules.sits.missiles.facts import DecoysDeployed, LaunchOrdered, LayerFought
from sits_es.rules.sits.motion.facts import ShipMoved, ThrustOrdered
from tests.shared.duels import BLUE, RED, begun, given, played
from tests.shared.rows import each_row

BEGUN, FACTS = played(1)
FIRST = len(BEGUN)
TELL = teller(system("sits"))
UNSEALED = "red's orders on the record differ from the sealed lines."
BROKEN = "the seal of {} does not fit the orders and nonce that were revealed."


def fold() -> Fold:
    return Fold().add_all(BEGUN)


def found(record: Sequence[Event], kept: dict[Moment, bytes] | None = None) -> list[str]:
    seeds = kept or {}
    return list(check_exchange(fold().game, record, FIRST, lambda moment: seeds.get(moment)).faults)  # noqa: PLW0108 - get is overloaded


def place_of(kind: type[Event], player: str | None = None) -> int:
    return next(
        at
        for at, fact in enumerate(FACTS)
        if isinstance(fact, kind) and player in (None, getattr(fact, "player", None))
    )


def at_event(place: int, said: str) -> str:
    """A fault of the first exchange. place: of the fact in it."""
    return f"1.1, event #{FIRST + place}: {said}"


def changed(kind: type[Event], player: str | None = None, /, **fields: Any) -> list[Event]:
    """The exchange with one fact of a kind, of a player if one is named, changed without the game's knowledge."""
    at = place_of(kind, player)
    return [*FACTS[:at], evolve(FACTS[at], **fields), *FACTS[at + 1 :]]


def test_a_record_that_recomputes_to_the_same_has_no_fault() -> None:
    assert found(FACTS) == []
    assert redo(fold().game, FACTS).facts == list(FACTS)


@pytest.mark.parametrize("count", [5, 9])
def test_every_exchange_of_a_turn_can_be_recomputed(count: int) -> None:
    parts = played(count)
    folded = Fold().add_all(parts[0])
    for part in parts[1:]:
        assert check_exchange(folded.game, part, 0).faults == ()
        folded.add_all(part)


def test_orders_stand_behind_the_reveal_of_the_player_who_gave_them() -> None:
    orders = orders_by_player(FACTS, system("sits").order_types)
    assert {player: [type(form).__name__ for form in forms] for player, forms in orders.items()} == {
        "blue": ["DecoyOrdered"],
        "red": ["LaunchOrdered", "ThrustOrdered"],
    }


def test_a_changed_order_is_named_with_its_player() -> None:
    faults = found(changed(ThrustOrdered, thrust=5))
    assert faults[-1] == at_event(place_of(OrdersRevealed, "red"), UNSEALED)
    # and what would follow from the other thrust
    assert faults[0].startswith("1.1, event #")
    assert ": the record says: " in faults[0]
    assert len(faults) == 2


def test_an_order_that_was_slipped_in_or_taken_out_is_named() -> None:
    at = place_of(LaunchOrdered)
    fewer = [*FACTS[:at], *FACTS[at + 1 :]]
    more = [*FACTS[:at], FACTS[at], *FACTS[at:]]
    for record in (fewer, more):
        assert found(record)[-1] == at_event(place_of(OrdersRevealed, "red"), UNSEALED)


@pytest.mark.parametrize("player", ["red", "blue"])
def test_a_changed_nonce_breaks_the_seal(player: str) -> None:
    faults = found(changed(OrdersRevealed, player, nonce="ab" * 32))
    assert faults == [at_event(place_of(OrdersSealed, player), BROKEN.format(player))]


@pytest.mark.parametrize("player", ["red", "blue"])
def test_a_changed_seal_is_named(player: str) -> None:
    faults = found(changed(OrdersSealed, player, commitment="ab" * 32))
    assert faults == [at_event(place_of(OrdersSealed, player), BROKEN.format(player))]


def test_changed_lines_break_the_seal_and_part_from_the_orders() -> None:
    faults = found(changed(OrdersRevealed, "red", lines=("Fearless: thrust 6",)))
    assert faults == [
        at_event(place_of(OrdersSealed, "red"), BROKEN.format("red")),
        at_event(place_of(OrdersRevealed, "red"), UNSEALED),
    ]


def test_a_line_that_is_not_an_order_is_named() -> None:
    faults = found(changed(OrdersRevealed, "red", lines=("Fearless: thrsut 6",)))
    unread = 'a sealed line of red cannot be read: order:1:11: "thrsut" does not belong here.'
    assert faults[0] == at_event(place_of(OrdersSealed, "red"), BROKEN.format("red"))
    assert faults[1].startswith(at_event(place_of(OrdersRevealed, "red"), unread))


def test_a_changed_seed_is_named() -> None:
    assert found(changed(SeedMade, seed="ab" * 32)) == [
        at_event(place_of(SeedMade), "the seed does not come from the seals and nonces on the record.")
    ]


def test_a_seed_that_is_only_said_to_be_kept_is_named() -> None:
    record = changed(SeedMade, kept=True)
    seed = next(fact.seed for fact in FACTS if isinstance(fact, SeedMade))
    said = at_event(
        place_of(SeedMade), "the record says that the seed is the parent's, but the parent's seed is different."
    )
    assert found(record) == [said]
    assert found(record, {Moment(1, 2): bytes.fromhex(seed)}) == [said]
    assert found(record, {Moment(1, 1): bytes.fromhex(seed)}) == []


def test_a_kept_seed_that_is_not_the_parents_is_named() -> None:
    game = fold().game
    record = play_exchange(game, given(fold(), RED, BLUE), bytes(32)).facts
    assert found(record, {Moment(1, 1): bytes(32)}) == []
    assert found(record, {Moment(1, 1): b"f" * 32}) == [
        at_event(
            place_of(SeedMade), "the record says that the seed is the parent's, but the parent's seed is different."
        )
    ]


def test_an_exchange_without_seed_cannot_be_recomputed() -> None:
    record = [fact for fact in FACTS if not isinstance(fact, SeedMade)]
    assert found(record) == [
        at_event(0, "the exchange cannot be recomputed: the record holds no seed for this exchange.")
    ]


def test_an_exchange_without_a_players_reveal_cannot_be_recomputed() -> None:
    at = place_of(OrdersRevealed, "red")
    assert found([*FACTS[:at], *FACTS[at + 3 :]]) == [
        at_event(0, "the exchange cannot be recomputed: orders are needed from blue and red, but blue gave them.")
    ]


def other_faces(fact: Event) -> Event:
    assert isinstance(fact, DiceRolled)
    return evolve(fact, faces=tuple((face + 1) % 10 for face in fact.faces))


@each_row(
    ("kind", "change"),
    [
        (DiceRolled, other_faces),
        (DiceRolled, lambda fact: evolve(fact, purpose="point defence variance")),
        (LayerFought, lambda fact: evolve(fact, kills=fact.kills + 1)),
        (DecoysDeployed, lambda fact: evolve(fact, ship="Fearless")),
        (ShipMoved, lambda fact: evolve(fact, end=fact.start)),
    ],
)
def test_a_die_or_whatever_else_came_of_it_is_named_with_what_the_rules_give(
    kind: type[Event], change: Callable[[Any], Event]
) -> None:
    at = place_of(kind)
    false = change(FACTS[at])
    assert false != FACTS[at]
    assert found([*FACTS[:at], false, *FACTS[at + 1 :]]) == [
        at_event(at, f"the record says: {TELL(false)} By the rules, it is: {TELL(FACTS[at])}")
    ]


def test_of_what_no_sentence_tells_apart_the_fields_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "teller", lambda *_: lambda _fact: "Something happened.")
    at = place_of(ShipMoved)
    false = changed(ShipMoved, ship="Gearless")
    assert found(false) == [at_event(at, "the record says: Something happened. The rules give a different ship.")]


FIGHT = """game duel
turn 1
player {player}
secret 3333333333333333333333333333333333333333333333333333333333333333
ship {ship}
  1-8 launch port 2 salvoes at {target}
  1-8 fire port-graser at {target}
  1-8 fire starboard-graser at {target}
"""


def test_changed_damage_is_named() -> None:
    texts = (
        FIGHT.format(player="red", ship="Fearless", target="Sirius"),
        FIGHT.format(player="blue", ship="Sirius", target="Fearless"),
    )
    folded = Fold().add_all(BEGUN)
    for _ in range(30):
        facts = play_exchange(folded.game, given(folded, *texts)).facts
        struck = next((at for at, fact in enumerate(facts) if isinstance(fact, BoxDestroyed)), None)
        if struck is not None:
            break
        folded.add_all(facts)
    assert struck is not None
    hit = facts[struck]
    assert isinstance(hit, BoxDestroyed)
    for false in (evolve(hit, after=hit.before), evolve(hit, ship="Fearless"), evolve(hit, box=hit.box + 1)):
        (fault,) = check_exchange(folded.game, [*facts[:struck], false, *facts[struck + 1 :]], 0).faults
        where = folded.system.label(folded.game.moment)
        assert fault.startswith(f"{where}, event #{struck}: the record says: ")
        assert str(hit) in fault or TELL(hit) in fault


def test_every_fact_of_an_exchange_that_is_left_out_is_missed() -> None:
    for at in range(len(FACTS)):
        assert found([*FACTS[:at], *FACTS[at + 1 :]]), FACTS[at]


def test_a_fact_that_was_added_at_the_end_is_named() -> None:
    extra = SegmentClosed(turn=1, segment=2)
    assert found([*FACTS, extra]) == [
        at_event(len(FACTS), "the record says: 1.2 is over. By the rules, there is no event at this point.")
    ]


def test_a_record_that_breaks_off_is_named() -> None:
    said = f"the record ends too early. By the rules, this comes next: {TELL(FACTS[-1])}"
    assert found(FACTS[:-1]) == [at_event(len(FACTS) - 1, said)]


def test_the_first_difference_is_the_first() -> None:
    facts = begun()
    assert first_difference(facts, facts) is None
    assert first_difference([], []) is None
    swapped = [facts[0], facts[2], facts[1], *facts[3:]]
    difference = first_difference(swapped, facts)
    assert difference is not None
    assert (difference.at, difference.recorded, difference.derived) == (1, facts[2], facts[1])
    shorter = first_difference(facts[:3], facts)
    assert shorter is not None
    assert (shorter.at, shorter.recorded, shorter.derived) == (3, None, facts[3])
