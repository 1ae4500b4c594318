"""Whole order files by chance: what the checker says of each line is what play does, and all of it can be foretold."""

from __future__ import annotations

from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from sits_es.dice import KeyedDice
from sits_es.orders.frame import read_sheet
from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import FireOrdered
from sits_es.rules.starwars.board import copied, pack
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered
from sits_es.rules.starwars.harm.facts import StarshipLost, StarshipShutDown
from sits_es.rules.starwars.orders.forecast import forecast
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.orders.template import offered, template
from sits_es.rules.starwars.slots.facts import OrderVoided
from sits_es.rules.starwars.slots.rules import carry_out, problems_at
from sits_es.rules.starwars.starship_class import ARCS, SIDES
from tests.rules.starwars.any_slots import STAGES, crowd, orders_of

ENEMIES = ("Kite", "Krait", "Kestrel", "Kobold", "Heron")
steps = st.lists(st.sampled_from("FFLR"), min_size=1, max_size=4).map(tuple)
manoeuvres = st.builds(FlyOrdered, starship=st.just("Hawk"), steps=steps) | st.builds(
    SpeedOrdered, starship=st.just("Hawk"), change=st.sampled_from((1, -1))
)
actions = st.builds(
    FireOrdered,
    starship=st.just("Hawk"),
    weapon=st.sampled_from(("forward-lasers", "torpedoes")),
    target=st.sampled_from(ENEMIES),
    zone=st.none() | st.sampled_from(ARCS),
    toward=st.none() | st.sampled_from(SIDES),
) | st.builds(AdvantageOrdered, starship=st.just("Hawk"), target=st.sampled_from(ENEMIES))


@settings(max_examples=300)
@example(
    manoeuvre=FlyOrdered(starship="Hawk", steps=("F", "L", "L")),
    action=FireOrdered(starship="Hawk", weapon="forward-lasers", target="Krait", zone="aft"),
    flies_first=True,
    seed=bytes(32),
)
@given(manoeuvre=manoeuvres, action=actions, flies_first=st.booleans(), seed=st.binary(min_size=32, max_size=32))
def test_a_line_below_another_is_judged_as_play_finds_it(
    manoeuvre: OfStarship, action: OfStarship, flies_first: bool, seed: bytes
) -> None:
    on = crowd("act")
    orders = [manoeuvre, action] if flies_first else [action, manoeuvre]
    refused = [any(problems_at(on, 1, order, orders)) for order in orders]
    forecast(on, "Anna", {1: orders})
    work = copied(on)
    facts = carry_out(work, {"Anna": orders}, KeyedDice(seed, "game", 1, 2))
    hawk_is_out = any(isinstance(fact, StarshipLost | StarshipShutDown) and fact.starship == "Hawk" for fact in facts)
    # a flight that is refused leads nowhere in play, and a foe that was shot down leaves its hex and is no target
    if refused[0] or hawk_is_out or any(isinstance(fact, StarshipLost) for fact in facts):
        event("play goes another way")
        return
    void = {fact.order for fact in facts if isinstance(fact, OrderVoided)}
    if work.declared is None:  # otherwise the manoeuvre waits for the side
        assert (LANGUAGE.write(orders[1]) in void) is refused[1]
        event("the second line is " + ("refused" if refused[1] else "carried out"))


@settings(max_examples=100)
@given(stage=st.sampled_from(STAGES), player=st.sampled_from(("Anna", "Ben")), data=st.data())
def test_any_orders_are_foretold_or_left_out_and_the_board_stays_as_it_is(
    stage: str, player: str, data: st.DataObject
) -> None:
    on = crowd(next(each for each in STAGES if each == stage))
    orders = data.draw(orders_of(on, (*sorted(on.starships), "Hawk", "Hawk", "Kite")))
    before = pack(on)
    lines = forecast(on, player, {1: orders})
    assert all(line == line.strip() or line.startswith("   ") for line in lines)
    text = template(on, player, "game")
    assert read_sheet(text, LANGUAGE).lines == ()
    assert pack(on) == before


@given(seed=st.binary(min_size=32, max_size=32), at=st.sampled_from(sorted(crowd("act").starships)))
def test_whatever_an_order_file_offers_can_be_carried_out(seed: bytes, at: str) -> None:
    on = crowd("act")
    on.slot = on.order.index(at)
    for order in offered(on, on.starships[at]):
        facts = carry_out(copied(on), {on.starships[at].player: [order]}, KeyedDice(seed, "game", 1, 2))
        assert not any(isinstance(fact, OrderVoided) for fact in facts), LANGUAGE.write(order)


def test_what_is_added_to_no_check_is_refused_though_play_would_do_without() -> None:
    on = crowd("act")
    order = FlyOrdered(starship="Hawk", steps=("L",), boost=1)
    assert [found.field for found in problems_at(on, 1, order, [order])] == ["boost"]
    facts = carry_out(copied(on), {"Anna": [order]}, KeyedDice(bytes(32), "game", 1, 2))
    assert not any(isinstance(fact, OrderVoided) for fact in facts)
