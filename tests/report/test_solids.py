"""Units as bodies in space: how they lie, and where their weapons bear, in parts of the sphere."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from attrs import evolve
from msgspec.structs import replace

from commands.render.html.space import Space, arcs_told
from sits_es.report import report_of
from sits_es.report.solids import FiringArc, Patch, Solid, joined
from sits_es.rules.sfb.cards.unit_class import Mount, WeaponGroup
from sits_es.rules.sfb.views.scenes import space as space_of
from sits_es.rules.sfb.views.solids import solids as sfb_solids
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.sums.aiming import bears
from sits_es.rules.sits.views.scenes import map_of
from sits_es.rules.sits.views.solids import solids
from sits_es.space.arcs import ship_window
from sits_es.space.attitude import Attitude
from sits_es.space.avid import PLACES, WINDOWS, Window
from tests.rules.sfb.boards import board, card, unit
from tests.shared.duels import SCENARIO
from tests.shared.rows import each_row


@pytest.fixture
def duel() -> Board:
    """The duel for tests, as it is set up."""
    from sits_es.rules.sits.fact import Fact
    from sits_es.rules.sits.sits import SYSTEM

    made = SYSTEM.setup(SCENARIO, "duel", {})
    found: Board = SYSTEM.new_board(made.options, made.tables, made.classes)
    for fact in made.opening:
        if isinstance(fact, Fact):
            fact.apply(found)
    return found


@each_row(
    ("cells", "patches"),
    [
        ([(-15, 15, -15, 15), (15, 45, -15, 15)], ((-15, 45, -15, 15),)),
        ([(15, 45, -15, 15), (-15, 15, 15, 45), (-15, 15, -15, 15), (15, 45, 15, 45)], ((-15, 45, -15, 45),)),
        ([(-15, 15, -15, 15), (75, 105, -15, 15)], ((-15, 15, -15, 15), (75, 105, -15, 15))),
        ([(-15, 15, 15, 45), (-30, 30, 45, 75)], ((-30, 30, 45, 75), (-15, 15, 15, 45))),
    ],
)
def test_cells_that_lie_together_are_one_patch(cells: list[Patch], patches: tuple[Patch, ...]) -> None:
    assert joined(cells) == patches


@each_row(
    ("nose", "roll", "ahead", "top"),
    [
        ("A", 0, (0, 1, 0), (0, 0, 1)),
        ("A", 3, (0, 1, 0), (1, 0, 0)),  # rolled to starboard: the top points to the right of the map
        ("B/C", 0, (1, 0, 0), (0, 0, 1)),
        ("+++", 0, (0, 0, 1), (0, -1, 0)),  # the top points to D
    ],
)
def test_a_ship_of_sits_lies_as_its_attitude_says(
    duel: Board, nose: str, roll: int, ahead: tuple[int, ...], top: tuple[int, ...]
) -> None:
    duel.ships["Fearless"].attitude = Attitude(Window(nose), roll)
    found = solids(duel)["Fearless"]
    assert found.ahead == pytest.approx(ahead)
    assert found.top == pytest.approx(top)


@pytest.mark.parametrize(
    "attitude", [Attitude(Window("B"), 0), Attitude(Window("A/B+"), 4), Attitude(Window("---"), 7)]
)
def test_a_window_lies_in_the_arc_of_a_mount_that_bears_through_it(duel: Board, attitude: Attitude) -> None:
    ship = duel.ships["Fearless"]
    ship.attitude = attitude
    arcs = {arc.name: arc for arc in solids(duel)["Fearless"].arcs}
    for mount in duel.class_of(ship).mounts:
        for window in WINDOWS:
            azimuth, elevation = PLACES[window]
            inside = any(
                (azimuth - left) % 360 < right - left
                and low < elevation + (elevation == -90) - (elevation == 90) < high
                for left, right, low, high in arcs[mount.name].patches
            )
            assert inside == bears(mount, ship_window(attitude, window)), (mount.name, window)


def test_what_is_destroyed_has_neither_wall_nor_arc(duel: Board) -> None:
    ship = duel.ships["Fearless"]
    before = solids(duel)["Fearless"]
    ship.boxes["port-sidewall"] = "x" * len(ship.boxes["port-sidewall"])
    for track in ship.boxes:
        if track.startswith("forward-"):
            ship.boxes[track] = "x" * len(ship.boxes[track])
    after = solids(duel)["Fearless"]
    assert {*before.walls} - {*after.walls} == {"port"}
    assert {arc.name for arc in before.arcs} - {arc.name for arc in after.arcs} == {"forward"}
    assert {arc.name: arc.told for arc in before.arcs}["port"] == "laser reaches 3, graser reaches 2, 8 tubes"


@each_row(
    ("facing", "ahead", "top"),
    [
        ("yaw 0", (0, 1, 0), (0, 0, 1)),
        ("yaw 90", (-1, 0, 0), (0, 0, 1)),  # to the left, which is west
        ("pitch 90", (0, 0, 1), (0, -1, 0)),
        ("roll 90", (0, 1, 0), (1, 0, 0)),  # the top points right
        ("yaw 180 pitch 30", (0, -cos(radians(30)), sin(radians(30))), (0, 0.5, cos(radians(30)))),
    ],
)
def test_a_unit_of_sfb_lies_as_its_facing_says(facing: str, ahead: tuple[float, ...], top: tuple[float, ...]) -> None:
    found = sfb_solids(board(unit("Hawk", facing=facing)))["Hawk"]
    assert found.ahead == pytest.approx(ahead)
    assert found.top == pytest.approx(top)


@each_row(
    ("arcs", "mounts", "patches"),
    [
        (("RF",), ("centre",), ((-10, 70, -60, 60),)),  # D2.12: 70 right to 10 left, a centre mount 60 up and down
        (("FA",), ("top",), ((-70, 70, -30, 90),)),
        ((), ("mauler",), ((-15, 15, -15, 15),)),  # E8.23
    ],
)
def test_a_group_of_sfb_bears_within_its_arcs_and_mounts(
    arcs: tuple[str, ...], mounts: tuple[Mount, ...], patches: tuple[Patch, ...]
) -> None:
    armed = evolve(card("Cruiser"), weapons=(WeaponGroup(name="phasers", arcs=arcs, mounts=mounts),))
    found = sfb_solids(board(unit("Hawk"), cards=(armed,)))["Hawk"].arcs
    assert [(arc.patches, arc.own) for arc in found] == [(patches, True)]


def test_a_page_is_told_of_a_unit_what_changes(duel: Board) -> None:
    space = Space()
    first = space.changes(map_of(duel), solids(duel), None)
    assert {*first} == {"u", "g"}
    assert first["u"]["Fearless"] | {"at": [0, 0, 0], "h": "alt 0", "b": "plated"} == first["u"]["Fearless"]
    assert space.changes(map_of(duel), solids(duel), None) == {}
    duel.ships["Fearless"].attitude = Attitude(Window("C"), 2)
    assert [*space.changes(map_of(duel), solids(duel), None)["u"]] == ["Fearless"]
    duel.ships["Sirius"].destroyed = "exploded"
    assert space.changes(map_of(duel), solids(duel), None) == {"u": {"Sirius": None}}
    assert len(arcs_told(space.arcs)) == 3


def test_what_others_have_left_is_kept_from_who_looks_as_one_side(duel: Board) -> None:
    told = Space().changes(map_of(duel), solids(duel), "red")["u"]
    assert {"a", "w"} <= {*told["Fearless"]}
    assert not {"a", "w"} & {*told["Sirius"]}


def test_heights_of_a_space_are_told_in_its_own_words() -> None:
    there = board(unit("Hawk", at="0,2.5,0"), unit("Wasp", at="1,-0.75,3"), unit("Heron", at="2,0,0"))
    told = Space().changes(space_of(there), sfb_solids(there), None)["u"]
    assert {name: (each["at"], each["h"]) for name, each in told.items()} == {
        "Hawk": ([0, 0, 2.5], "2.5 up"),
        "Wasp": ([-3, 1, -0.75], "0.75 down"),
        "Heron": ([0, 2, 0], "0"),
    }


def test_a_system_without_heights_has_no_solids() -> None:
    assert report_of("xwing").solids(None) == {}


def test_arcs_that_are_alike_go_by_one_number() -> None:
    arc = FiringArc(name="port", patches=((0, 30, -15, 15),), reach=3, told="laser reaches 3")
    solid = Solid(build="plated", ahead=(0, 1, 0), top=(0, 0, 1), arcs=(arc,))
    assert replace(solid).arcs == solid.arcs
    assert arcs_told({solid.arcs: 0}) == [[["port", ((0, 30, -15, 15),), 3, "laser reaches 3", False]]]
