from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums.arcs import PARTS
from sits_es.rules.sfb.sums.bearing import Bearing, absolute
from sits_es.rules.sfb.sums.facings import Facing, read_facing
from sits_es.rules.sfb.sums.places import Place, read_place
from sits_es.rules.sfb.sums.tubes import placed, swivel_yaw
from sits_es.rules.sfb.sums.weapons import SWIVELS, Weapon, bears, reaches, read_weapon, why_not
from tests.shared.rows import each_row


def degrees(yaw: float, pitch: float = 0) -> Bearing:
    return Bearing(round(yaw * 10_000), round(pitch * 10_000))


@each_row(
    ("weapon", "yaw", "pitch", "expected"),
    [
        ("FX/top", 11.4119, 37.8792, True),
        ("FA/top", 70, -30, True),
        ("FA/top", 70.0001, -30, False),
        ("FA/top", 70, -30.0001, False),
        ("FA/top", 0, 90, True),
        ("FA/centre", -70, 60, True),
        ("FA/centre", -70, 60.0001, False),
        ("FA/bottom", 0, 30, True),
        ("FA/bottom", 0, 30.0001, False),
        ("FA/bottom", 0, -90, True),
        ("RA/centre", 110, 0, True),
        ("RA/centre", 180, 0, True),
        ("RA/centre", -110, 0, True),
        ("RA/centre", -109.9999, 0, False),
        ("LF+L/centre", 130, 0, True),
        ("LS/centre", -170, 0, True),  # 190
        ("LS/centre", -10, 0, True),
        ("LS/centre", -10.0001, 0, False),
        ("RS/centre", 170, 0, True),
        ("RS/centre", 10, 0, True),
        ("FX/centre", 130, 0, True),
        ("FX/centre", -130.0001, 0, False),
        ("RX/centre", 50, 0, True),
        ("RX/centre", 49.9999, 0, False),
        ("360/centre", 180, 0, True),
        ("FH/centre", 100, 0, True),
        ("RH/centre", 80, 0, True),
        # D2.32: above 60 all round, up to 60 their own arc; top
        ("LF/wing", 180, 60.0001, True),
        ("LF/wing", 180, 60, False),
        ("LF/wing", 0, 60, True),
        ("LF/wing", 0, -30.0001, False),
        # D2.33
        ("FA/rear-row", 180, 30.0001, True),
        ("FA/rear-row", 180, 30, False),
        ("FX/rear-row", 130, -30, True),
        ("FX/rear-row", 130, -30.0001, False),
        # D2.34: all round
        ("LP/swivel", 180, 60, True),
        ("AP/swivel", 0, -60, True),
        ("FP/swivel", 0, 60.0001, False),
        # E8.23: 15 and not ten more
        ("mauler", 15, -15, True),
        ("mauler", 15.0001, 0, False),
        ("mauler", -15, 15, True),
        ("mauler", 0, 15.0001, False),
    ],
)
def test_a_weapon_bears_up_to_and_with_the_ends_of_its_arcs(
    weapon: str, yaw: float, pitch: float, expected: bool
) -> None:
    assert bears(read_weapon(weapon), degrees(yaw, pitch)) is expected


@each_row("weapon", ["RR/bottom", "mauler", "LP/swivel", "LF/wing", "FA/rear-row"])
def test_in_the_very_same_place_everything_bears(weapon: str) -> None:
    assert bears(read_weapon(weapon), None)


@each_row(
    ("weapon", "yaw", "pitch", "words"),
    [
        ("RF/centre", 101, 0, "the target is at yaw 101, but RF reaches -70 to 10 (D2.12)"),
        (
            "FA/top",
            -70.5,
            -45,
            (
                "the target is at yaw -70.5, but FA reaches -70 to 70 (D2.12); "
                "the target is at pitch -45, but a top mount reaches -30 to 90 (D2.12)"
            ),
        ),
        ("RR/centre", 0, 0, "the target is at yaw 0, but RR reaches -180 to -110 and 170 to 180 (D2.12)"),
        ("L+LR/centre", 0, 0, "the target is at yaw 0, but L+LR reaches -180 to -170 and 50 to 180 (D2.12)"),
        ("LF/wing", 90, 60, "the target is at yaw 90, but LF reaches -10 to 70 up to pitch 60 (D2.32)"),
        ("LF/wing", 0, -31, "the target is at pitch -31, but a wing mount reaches -30 to 90 (D2.32)"),
        ("FA/rear-row", 90, 30, "the target is at yaw 90, but FA reaches -70 to 70 up to pitch 30 (D2.33)"),
        ("FP/swivel", 0, 61, "the target is at pitch 61, but a swivel mount reaches -60 to 60 (D2.34)"),
        (
            "mauler",
            16,
            -17,
            (
                "the target is at yaw 16, but a mauler reaches -15 to 15 (E8.23); "
                "the target is at pitch -17, but a mauler reaches -15 to 15 (E8.23)"
            ),
        ),
    ],
)
def test_why_a_weapon_does_not_bear_is_said_with_its_rule(weapon: str, yaw: float, pitch: float, words: str) -> None:
    assert why_not(read_weapon(weapon), degrees(yaw, pitch)) == words


@given(arc=st.sampled_from(sorted(PARTS)), yaw=st.integers(-1_799_999, 1_800_000))
def test_what_a_refusal_says_of_an_arc_is_what_the_arc_holds(arc: str, yaw: int) -> None:
    said = any(low * 10_000 <= yaw <= high * 10_000 for low, high in reaches((arc,)))
    assert said is bears(Weapon((arc,), "centre"), Bearing(yaw, 0))


@each_row(
    ("text", "weapon"),
    [
        ("FX/top", Weapon(("FX",), "top")),
        (" lf + l / Centre ", Weapon(("LF", "L"), "centre")),
        ("LS/swivel", Weapon(("LS",), "swivel")),
        ("LS/bottom", Weapon(("LS",), "bottom")),
        ("360/wing", Weapon(("360",), "wing")),
        ("fa/rear-row", Weapon(("FA",), "rear-row")),
        ("Mauler", Weapon((), "mauler")),
    ],
)
def test_a_weapon_is_read_and_said(text: str, weapon: Weapon) -> None:
    assert read_weapon(text) == weapon
    assert read_weapon(str(weapon)) == weapon


ARC_NAMES = "LF, L, LR, RR, R, RF, FH, RH, FA, RA, LS, RS, FX, RX, 360"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        *(
            (
                text,
                (
                    (
                        f'"{text}" is not a weapon. Write its arc and its mount, such as FX/top or LF+L/centre, or '
                        '"mauler" (D2.11).'
                    ),
                ),
            )
            for text in ("FX", "/top", "FX/", "")
        ),
        (
            "FZ+LF+LF/center",
            (
                (
                    "There is no mount center. Did you mean centre? "
                    "Mounts: top, centre, bottom, wing, rear-row, swivel. (D2.11)"
                ),
                f"There is no arc FZ. Arcs: {ARC_NAMES}. (D2.12)",
                "LF is given twice. Write it once (D2.12).",
            ),
        ),
        ("FP/top", (f"There is no arc FP. Arcs: {ARC_NAMES}. (D2.12)",)),
        (
            "FX+LP/swivel",
            (
                '"FX+LP" is more than one swivel. A swivel is one of FP, LP, RP, LS, RS, LRP, RRP and AP (D2.34).',
                "There is no swivel FX. Swivels: FP, LP, RP, LS, RS, LRP, RRP, AP. (D2.34)",
            ),
        ),
    ],
)
def test_a_weapon_that_cannot_be_read_is_refused_with_every_fault(text: str, problems: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_weapon(text)
    assert refusal.value.problems == problems


@each_row(
    ("weapon", "unit", "target", "yaw"),
    [
        ("LP/swivel", 0, 153.4349, 153.4349),  # 108.4349 off the middle at 45
        ("LP/swivel", 0, 165, 165),
        ("LP/swivel", 0, 165.0001, 165),
        ("LP/swivel", 0, -90, 285),  # 135 to the right of the middle: 120
        ("LP/swivel", 20, -90, 305),
        ("FP/swivel", 0, 119, 119),
        ("FP/swivel", 0, 180, 120),  # exactly astern: left
        ("FP/swivel", 0, -179, 240),
        ("RP/swivel", 0, -165, 195),
        ("RP/swivel", 0, 90, 75),
        ("LS/swivel", 0, -30, 330),
        ("LS/swivel", 0, -31, 330),
        ("RS/swivel", 0, 30, 30),
        ("RS/swivel", 0, 31, 30),
        ("LRP/swivel", 0, 15, 15),
        ("LRP/swivel", 0, 0, 15),
        ("RRP/swivel", 0, 0, 345),
        ("AP/swivel", 0, 60, 60),
        ("AP/swivel", 0, 59, 60),
        ("AP/swivel", 0, -59, 300),
    ],
)
def test_a_tube_points_its_torpedo_as_near_to_the_target_as_it_can(
    weapon: str, unit: float, target: float, yaw: float
) -> None:
    facing, way = Facing(yaw=round(unit * 10_000)), degrees(unit + target)
    assert swivel_yaw(weapon.partition("/")[0], facing, way) == round(yaw * 10_000)


@each_row(
    ("faces", "weapon", "target", "yaw"),
    [
        # upside down: what is to the left on the map is to the right as the ship sees it
        ("roll 180", "FP/swivel", "0,0,5", 90),
        ("roll 180", "RP/swivel", "0,0,5", 75),  # 45 to the right, and 120 left of that
        ("roll 90", "FP/swivel", "5,0,5", 45),
        ("pitch 45", "FP/swivel", "5,0,5", 45),  # as the ship sees it, it is at yaw 54.7356
        ("pitch 180", "AP/swivel", "5,0,5", 225),  # the nose lies behind the yaw
        ("pitch 90", "FP/swivel", "5,0,5", 45),
        ("yaw 20", "LS/swivel", "0,5,0", 20),
        ("yaw 20", "LRP/swivel", "0,-5,0", 35),
    ],
)
def test_a_swivel_of_a_rolled_or_pitched_ship_points_nearest_to_the_target(
    faces: str, weapon: str, target: str, yaw: float
) -> None:
    way = absolute(Place(), read_place(target))
    assert swivel_yaw(weapon.partition("/")[0], read_facing(faces), way) == round(yaw * 10_000)


@each_row("name", sorted(SWIVELS))
def test_in_the_very_same_place_a_swivel_points_along_its_middle(name: str) -> None:
    assert swivel_yaw(name, Facing(), None) == SWIVELS[name] * 10_000 % 3_600_000


def test_a_fixed_tube_adds_its_yaw_to_the_ships_wherever_the_target_is() -> None:
    """FP3.1; D2.35: a rear tube is 120 degrees to the left or the right."""
    for yaw, found in ((0, "yaw 350 roll 20"), (1_200_000, "yaw 110 roll 20"), (-1_200_000, "yaw 230 roll 20")):
        faces = read_facing("yaw 350 roll 20")
        assert placed("fixed", yaw, "", Place(), faces, read_place("0,0,5")) == read_facing(found)
