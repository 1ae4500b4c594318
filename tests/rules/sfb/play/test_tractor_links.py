"""Tractor links, which hold units together, and transporters. Rule: house, after the flat game; G10.71."""

from __future__ import annotations

from sits_es.dice import ScriptedDice
from sits_es.events import Event
from sits_es.rules.sfb.board import Board, Unit, copied, pack, unpack
from sits_es.rules.sfb.ending.facts import LossEntered, OrderVoided
from sits_es.rules.sfb.ending.rules import follow
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.launching.rules import seek
from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEnded,
    TractorEndOrdered,
    TractorEntered,
    TractorHeld,
    TractorLink,
    TractorLinked,
    TractorOrdered,
    Transported,
    TransportOrdered,
)
from sits_es.rules.sfb.links.rules import link
from sits_es.rules.sfb.motion.facts import UnitMoved
from sits_es.rules.sfb.orders.check import problems
from sits_es.rules.sfb.procedure import carry_out
from sits_es.rules.sfb.sums.places import Inertia, Place, read_place
from sits_es.rules.sfb.telling import Telling
from sits_es.rules.sfb.webs.facts import CastOrdered
from sits_es.rules.told import contexts
from tests.rules.sfb.boards import HELM, at_work, board, body, by_player, of, parts, play, unit, web
from tests.shared.rows import each_row

#: A web between x 1 and 2, from z -1 to 1.
WALL = web("web-1", "1", "2", strength=14, points={"1": "1.5,0,-1", "2": "1.5,0,1"})


def tractor(target: str = "Kite", length: str = "3", power: str = "2", at: int = 1, name: str = "Hawk") -> OfUnit:
    return TractorOrdered(unit=name, impulse=at, target=target, length=parts(length), power=parts(power))


def transport(target: str = "Kite", name: str = "Hawk") -> OfUnit:
    return TransportOrdered(unit=name, impulse=1, note="boarding party", target=target)


def linked(on: Board, *pairs: tuple[str, str], length: str = "3") -> Board:
    """The board with these links."""
    for one, other in pairs:
        TractorLinked(unit=one, target=other, length=parts(length), power=20_000, exact=0).apply(on)
    return on


def why(facts: list[Event]) -> list[tuple[object, ...]]:
    """Why orders came to nothing."""
    return [(void.why.code, *void.why.values) for void in of(facts, OrderVoided)]


def entered(on: Board, *entries: OfUnit) -> list[Event]:
    """Enter facts as the game does: they change the board, then their consequences do."""
    for entry in entries:
        entry.apply(on)
    return follow(on, "", entries)


# a link begins


def test_a_link_is_made_after_all_have_moved_at_a_range_that_it_may_have() -> None:
    on = board(unit("Hawk"), unit("Kite", "2.5,0,0", speed="16"))
    facts = play(at_work(on, tractor()), 1, *HELM, link)
    assert of(facts, TractorLinked) == [
        TractorLinked(unit="Hawk", target="Kite", length=30_000, power=20_000, exact=30_000)
    ]
    assert on.units["Hawk"].tractors == {"Kite": TractorLink(30_000, 20_000)}
    assert on.units["Kite"].held_by == ("Hawk",)
    assert unpack(pack(on)) == on


@each_row(
    ("order", "reason"),
    [
        (tractor(length="2.9999"), ("link-too-short", "Kite", 30_000, 29_999)),
        (tractor(power="0"), ("no-tractor-power",)),
        (tractor("Hawk"), ("itself",)),
        (tractor("Lark"), ("target-gone", "Lark")),
        (tractor("Kit"), ("no-target", "Kit", "Heron", "Kite")),
        (tractor("Heron"), ("is-linked", "Heron")),
    ],
)
def test_what_no_link_is_made_to(order: OfUnit, reason: tuple[object, ...]) -> None:
    on = board(unit("Hawk"), unit("Kite", "3,0,0"), unit("Heron", "0,0,1"), unit("Lark", gone="lost"))
    assert why(play(at_work(linked(on, ("Hawk", "Heron")), order), 1, link)) == [reason]


def test_several_units_are_held_by_one_and_one_by_several_friends_too() -> None:
    on = board(unit("Hawk"), unit("Heron", "0,0,1"), unit("Kite", "0,0,-1"))
    play(at_work(on, tractor("Kite"), tractor("Heron"), tractor(name="Heron")), 1, link)
    assert [*on.units["Hawk"].tractors] == ["Heron", "Kite"]
    assert on.units["Kite"].held_by == ("Hawk", "Heron")


def test_g10_71_a_web_between_blocks_tractors_and_transporters_of_everybody() -> None:
    """Those who lay webs fire through them; their tractors and transporters go by the rules of other weapons."""
    for card in ("Cruiser", "Weaver"):
        on = board(unit("Hawk", card=card), unit("Kite", "3,0,0"), WALL)
        assert why(play(at_work(on, tractor(), transport()), 1, link)) == [("web-blocks", "web-1")] * 2
    for away, blocked in (("1", True), ("1.0001", False)):
        on = board(unit("Hawk", f"0,{away},0"), unit("Kite", f"3,{away},0"), WALL)
        assert bool(why(play(at_work(on, tractor()), 1, link))) is blocked


def test_webs_are_laid_before_links_are_made() -> None:
    on = board(unit("Hawk"), unit("Kite", "3,0,0"), unit("Weft", "0,5,0", card="Weaver"), run=1)
    cast = CastOrdered(unit="Weft", start=read_place("1.5,0,-1"), end=read_place("1.5,0,1"), strength=parts(4))
    facts = carry_out(on, by_player(on, [cast, tractor()]), ScriptedDice(()))
    assert why(facts) == [("web-blocks", "web-1")]


def test_an_end_of_a_link_that_may_still_be_made_is_only_warned_of() -> None:
    given = [tractor(length="1"), TractorEndOrdered(unit="Hawk", impulse=2, target="Kite")]
    on = board(unit("Hawk"), unit("Kite", "3,0,0"))
    found = [each for order in given for each in problems(on, order.impulse, order, given)]
    assert [(each.why.code, each.warns) for each in found if each.why is not None] == [
        ("link-too-short", True),
        ("no-tractor", True),
    ]
    (alone,) = problems(on, 2, given[1], given[1:])
    assert not alone.warns


def test_a_planet_between_blocks_them_too() -> None:
    on = board(unit("Hawk"), unit("Kite", "3,0,0"), body("Haven", "1.5,0,0", radius="0.5"))
    assert why(play(at_work(on, tractor(), transport()), 1, link)) == [("planet-between", "Haven")] * 2


# while it holds


def moved(facts: list[Event]) -> dict[str, Place]:
    """How far units moved."""
    return {fact.unit: fact.moved for fact in of(facts, UnitMoved)}


def test_neither_end_leaves_more_than_the_length() -> None:
    on = linked(board(unit("Hawk"), unit("Kite", "2.8,0,0", speed="16")), ("Hawk", "Kite"))
    facts = play(at_work(on), 1, *HELM)
    assert of(facts, TractorHeld) == [TractorHeld(units=("Kite",), part=4_000)]
    assert moved(facts) == {"Kite": Place(2_000)}
    assert on.units["Kite"].place == read_place("3,0,0")


def test_both_ends_make_the_same_part_of_their_movement() -> None:
    on = board(unit("Hawk", facing="yaw 180", speed="16"), unit("Kite", "2.5,0,0", speed="16"))
    facts = play(at_work(linked(on, ("Kite", "Hawk"))), 1, *HELM)
    assert of(facts, TractorHeld) == [TractorHeld(units=("Hawk", "Kite"), part=5_000)]
    assert moved(facts) == {"Hawk": Place(-2_500), "Kite": Place(2_500)}


def test_everything_that_links_join_makes_the_same_part_and_others_are_free() -> None:
    ships = [unit("Hawk"), unit("Heron", "2,0,0", speed="8"), unit("Kite", "4.8,0,0", speed="16")]
    on = board(*ships, unit("Kestrel", "0,5,0", speed="16"))
    facts = play(at_work(linked(on, ("Hawk", "Heron"), ("Kite", "Heron"))), 1, *HELM)
    # Kite leaves Heron by a quarter of a hex, and may by 0.2: 0.8 of it
    assert of(facts, TractorHeld) == [TractorHeld(units=("Heron", "Kite"), part=8_000)]
    assert moved(facts) == {"Heron": Place(2_000), "Kite": Place(4_000), "Kestrel": Place(5_000)}


def test_what_two_ships_hold_is_joined_with_both() -> None:
    ships = [unit("Hawk"), unit("Heron", "2.75,0,0", speed="16"), unit("Kite", "4,0,0", speed="16")]
    facts = play(at_work(linked(board(*ships), ("Hawk", "Heron"), ("Kite", "Heron"))), 1, *HELM)
    assert of(facts, TractorHeld) == [TractorHeld(units=("Heron", "Kite"), part=5_000)]
    assert moved(facts) == {"Heron": Place(2_500), "Kite": Place(2_500)}


@each_row(("facing", "made"), [("yaw 0", {}), ("yaw 180", {"Kite": Place(-5_000)})])
def test_ends_that_are_too_far_apart_come_no_farther(facing: str, made: dict[str, Place]) -> None:
    on = linked(board(unit("Hawk"), unit("Kite", "4,0,0", facing, speed="16")), ("Hawk", "Kite"))
    assert moved(play(at_work(on), 1, *HELM)) == made


def test_units_that_stay_within_the_length_move_as_ever() -> None:
    on = linked(board(unit("Hawk", speed="16"), unit("Kite", "3,0,0", speed="16")), ("Hawk", "Kite"))
    facts = play(at_work(on), 1, *HELM)
    assert not of(facts, TractorHeld)
    assert moved(facts) == {"Hawk": Place(5_000), "Kite": Place(5_000)}


def test_a_drone_in_a_link_makes_its_part_when_it_moves() -> None:
    drone = unit("Hawk-drone-1", "2.8,0,0", card="Drone", speed="16", target="Kestrel")
    on = linked(board(unit("Kite"), drone, unit("Kestrel", "9,0,0")), ("Kite", "Hawk-drone-1"))
    facts = play(at_work(on), 1, *HELM, seek)
    assert of(facts, TractorHeld) == [TractorHeld(units=("Hawk-drone-1",), part=4_000)]
    assert drone.place == read_place("3,0,0")


def test_a_ship_is_held_by_a_drone_that_has_not_moved_yet() -> None:
    drone = unit("Hawk-drone-1", "2.8,0,0", card="Drone", speed="16", target="Kestrel")
    on = linked(board(unit("Kite", facing="yaw 180", speed="16"), drone), ("Kite", "Hawk-drone-1"))
    assert moved(play(at_work(on), 1, *HELM)) == {"Kite": Place(-2_000)}


def test_the_movement_of_a_unit_that_is_held_is_explained() -> None:
    on = linked(board(unit("Hawk"), unit("Kite", "2.8,0,0", speed="16")), ("Hawk", "Kite"))
    before = copied(on)
    facts = play(at_work(on), 1, *HELM)
    steps = {type(at.event): [*Telling.of(at.event).steps(at)] for at in contexts(before, facts)}
    assert steps[TractorHeld][1:] == [
        "Hawk to Kite: up to 3 hexes, power 2.",
        "That part is 0.4, rounded down to 0.0001.",
    ]
    assert steps[UnitMoved][-3:] == [
        "z: (16 x 0 + 0) / 32 = 0 hexes, to the nearest km 0.",
        "A tractor link holds it to 0.4 of that, rounded down to the kilometre: 0.2,0,0.",
        "Place: 2.8,0,0 and 0.2,0,0 make 3,0,0.",
    ]


# it ends


def test_it_ends_by_order_and_another_may_be_ordered_at_once() -> None:
    on = linked(board(unit("Hawk"), unit("Kite", "1,0,0")), ("Hawk", "Kite"))
    facts = play(at_work(on, tractor(length="1"), TractorEndOrdered(unit="Hawk", target="Kite")), 1, link)
    assert of(facts, TractorEnded) == [TractorEnded(unit="Hawk", target="Kite", cause="order")]
    assert on.units["Hawk"].tractors == {"Kite": TractorLink(10_000, 20_000)}
    assert why(play(at_work(on, TractorEndOrdered(unit="Kite", target="Hawk")), 1, link)) == [("no-tractor", "Hawk")]


def test_it_ends_with_a_power_of_0_and_keeps_any_other() -> None:
    on = linked(board(unit("Hawk"), unit("Kite", "1,0,0")), ("Hawk", "Kite"))
    assert entered(on, TractorEntered(unit="Hawk", target="Kite", power=15_000)) == []
    assert on.units["Hawk"].tractors == {"Kite": TractorLink(30_000, 15_000)}
    assert entered(on, TractorEntered(unit="Hawk", target="Kite", power=0)) == [
        TractorEnded(unit="Hawk", target="Kite", cause="power")
    ]
    assert (on.units["Hawk"].tractors, on.units["Kite"].held_by) == ({}, ())


def test_g10_71_a_link_that_a_web_comes_to_block_is_over() -> None:
    on = linked(board(unit("Hawk"), unit("Kite", "3,0,0"), WALL), ("Hawk", "Kite"))
    assert of(play(at_work(on), 1, link), TractorEnded) == [TractorEnded(unit="Hawk", target="Kite", cause="web")]
    free = linked(board(unit("Hawk", "0,2,0"), unit("Kite", "3,2,0"), WALL), ("Hawk", "Kite"))
    assert of(play(at_work(free), 1, link), TractorEnded) == []


def test_it_ends_when_an_end_is_lost() -> None:
    def pair() -> Board:
        ships = [unit("Hawk"), unit("Kite", "1,0,0"), unit("Heron", "0,0,1")]
        return linked(board(*ships), ("Hawk", "Kite"), ("Heron", "Hawk"))

    on = pair()
    assert of(entered(on, LossEntered(unit="Hawk")), TractorEnded) == [
        TractorEnded(unit="Hawk", target="Kite", cause="gone"),
        TractorEnded(unit="Heron", target="Hawk", cause="gone"),
    ]
    on = pair()
    on.units["Kite"].gone = "planet"
    assert of(play(at_work(on), 1, link), TractorEnded) == [TractorEnded(unit="Hawk", target="Kite", cause="gone")]


# what players enter of it


def test_a_displacement_and_an_inertia_are_entered_as_they_settle_them() -> None:
    on = linked(board(unit("Hawk"), unit("Kite", "1,0,0", inertia="1,0,0")), ("Hawk", "Kite"))
    entered(
        on,
        DisplacementEntered(unit="Kite", place=read_place("0,0,1")),
        InertiaEntered(unit="Kite", inertia=Inertia(5_000_000)),
    )
    assert (on.units["Kite"].place, on.units["Kite"].inertia) == (read_place("0,0,1"), Inertia(5_000_000))


# transporters


def ships(**shields: tuple[int, ...]) -> tuple[Unit, Unit]:
    """Hawk, and Kite ahead of it that looks at it."""
    return (
        unit("Hawk", shields=shields.get("Hawk", ())),
        unit("Kite", "2.5,0,0", "yaw 180", shields=shields.get("Kite", ())),
    )


def test_something_is_transported_and_its_effect_is_the_players_to_settle() -> None:
    on = board(*ships())
    before = copied(on)
    facts = play(at_work(on, transport()), 1, link)
    assert of(facts, Transported) == [Transported(unit="Hawk", target="Kite", note="boarding party", exact=25_000)]
    (at,) = (at for at in contexts(before, facts) if isinstance(at.event, Transported))
    assert Telling.of(at.event).settle(at) == (
        'Kite: "boarding party" comes from Hawk by transporter, at range 2 (2.5 hexes); on shield #1, from yaw 0 '
        "pitch 0."
    )


@each_row(
    ("shields", "reasons"),
    [
        ({}, []),
        ({"Kite": (1,)}, [("shield-up", "Kite", "1")]),
        ({"Hawk": (1,)}, [("shield-up", "Hawk", "1")]),
        ({"Kite": (2, 3, 4, 5, 6), "Hawk": (2, 3, 4, 5, 6)}, []),
    ],
)
def test_a_shield_on_the_way_that_was_entered_as_up_stops_it(
    shields: dict[str, tuple[int, ...]], reasons: list[tuple[object, ...]]
) -> None:
    assert why(play(at_work(board(*ships(**shields)), transport()), 1, link)) == reasons


@each_row(("up", "stopped"), [((1,), False), ((6,), False), ((1, 6), True)])
def test_on_the_border_of_two_shields_both_have_to_be_up(up: tuple[int, ...], stopped: bool) -> None:
    on = board(unit("Hawk"), unit("Kite", "2,0,0", "yaw 150", shields=up))  # Hawk is seen at yaw 30
    assert why(play(at_work(on, transport()), 1, link)) == ([("shield-up", "Kite", "1", "6")] if stopped else [])


def test_shields_are_entered_as_up_and_down() -> None:
    on = board(unit("Hawk"))
    for shield, up in ((3, True), (1, True), (3, True), (2, False)):
        ShieldEntered(unit="Hawk", shield=shield, up=up).apply(on)
    assert [*on.units["Hawk"].shields] == [1, 3]
    ShieldEntered(unit="Hawk", shield=3, up=False).apply(on)
    assert [*on.units["Hawk"].shields] == [1]
