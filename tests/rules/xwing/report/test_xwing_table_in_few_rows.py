"""The table in few rows: what stands there and what lies near, as large as there is room for, with a key below it."""

from __future__ import annotations

from typing import Any

from commands.render.pictures import render_text
from sits_es.rules.xwing.entries.facts import ShipLost
from sits_es.rules.xwing.moves.facts import TurretRotated
from sits_es.rules.xwing.setting_up.facts import ObjectLaid
from sits_es.rules.xwing.views.scenes import scene
from tests.rules.xwing.patrols import HAWK, HERON, KESTREL, at, board

ROCK = ObjectLaid(name="Rock", kind="asteroid", x="24", y="60", radius="18")
WRECK = ObjectLaid(name="Wreck", kind="debris", corners=(("-230", "20"), ("-180", "30"), ("-190", "70")))
FAR = ObjectLaid(name="Buoy", kind="device", x="-440", y="440", radius="10")
MET = (at("Kestrel", "-40", "-60"), at("Hawk", "60", "60", "180"))


def shown(*facts: Any, rows: int = 10, width: int = 38, ships: tuple[Any, ...] = (KESTREL, HAWK)) -> list[str]:
    stands = board(*facts, ships=ships, table=("914", "914"))
    return [line.rstrip() for line in render_text(scene(stands), width, rows).plain.splitlines()]


def signs(*facts: Any) -> dict[str, str]:
    """The sign of each area in the key."""
    key = " ".join(shown(*facts, rows=34, width=76, ships=(KESTREL, HAWK, HERON))).rpartition("┘ ")[2]
    return {said[2:]: said[0] for said in key.split("  ") if said.strip()}


def test_ships_that_meet_fill_the_room_with_what_lies_near_them_and_a_key() -> None:
    lines = shown(ROCK, WRECK, *MET)
    assert (len(lines), {len(line) for line in lines[:-1]}) == (10, {38})
    assert lines[-1] == "· H front  : K front  ! Rock  _ Wreck"
    drawn = "\n".join(lines[:-1])
    assert "_" in drawn
    assert "!" in drawn


def test_what_lies_far_away_is_left_out_of_picture_and_key() -> None:
    lines = shown(FAR, ROCK, *MET)
    assert lines[-1] == "· H front  : K front  _ Rock"
    assert not any("!" in line for line in lines)
    assert "! Buoy" in shown(FAR, ROCK, at("Kestrel", "-400", "300"), at("Hawk", "60", "60"))[-1]


def test_what_is_smaller_than_a_letter_is_seen() -> None:
    small = ObjectLaid(name="Mine", kind="device", x="-140", y="0", radius="1")
    assert sum("!" in line for line in shown(small, *MET)[:-1]) == 1


def test_each_area_keeps_its_sign_when_ships_are_placed_or_lost_and_turrets_turn() -> None:
    heron = at("Heron", "100", "-100", "90")
    begins = {"H1 front": "·", "K front": "~", "Rock": "!", "Wreck": "_"}
    assert signs(ROCK, WRECK, *MET) == begins
    met = signs(ROCK, WRECK, *MET, heron)
    assert met == begins | {"H2 front": ":", "H2 rear": "-"}
    turned = signs(ROCK, WRECK, *MET, heron, TurretRotated(ship="Heron", points=("right", "left")))
    assert turned == begins | {"H2 front": ":", "H2 right": "'", "H2 left": "-"}
    lost = signs(ROCK, WRECK, *MET, heron, ShipLost(ship="Hawk"))
    assert lost == {name: sign for name, sign in met.items() if name != "H1 front"}


def test_the_key_stands_in_lines_that_are_broken_between_two_signs_and_makes_room_for_the_picture() -> None:
    crowd = (ROCK, WRECK, *MET, at("Heron", "100", "-100", "90"))
    ships = (KESTREL, HAWK, HERON)
    assert shown(*crowd, rows=20, ships=ships)[-2:] == [
        "· H1 front  : H2 front  - H2 rear",
        "~ K front  ! Rock  _ Wreck",
    ]
    assert shown(*crowd, rows=8, ships=ships)[-1].startswith("└")
