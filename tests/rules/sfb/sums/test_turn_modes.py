from __future__ import annotations

from decimal import Decimal, localcontext

import pytest
from hypothesis import given

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.sfb.sums.facings import read_turn
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.turn_modes import limit, limit_with, over, read_turn_class, tac_limit
from tests.rules.sfb.sums.values import speeds
from tests.shared.rows import each_row

#: C3.31 at warp speeds 0, 1, 4, 9, 12.5, 16, 25 and 31: 1.5 or the chart's, whichever is greater, rounded down.
CHART = [
    ("seeking", ("1.5", "1.5", "3.75", "8.4375", "11.7187", "15", "23.4375", "29.0625")),
    ("shuttle", ("1.5", "3", "6", "9", "10.6066", "12", "15", "16.7032")),
    ("AA", ("1.5", "2.3", "4.6", "6.9", "8.1317", "9.2", "11.5", "12.8058")),
    ("A", ("1.5", "1.91", "3.82", "5.73", "6.7528", "7.64", "9.55", "10.6344")),
    ("B", ("1.5", "1.65", "3.3", "4.95", "5.8336", "6.6", "8.25", "9.1868")),
    ("C", ("1.5", "1.59", "3.18", "4.77", "5.6214", "6.36", "7.95", "8.8527")),
    ("D", ("1.5", "1.53", "3.06", "4.59", "5.4093", "6.12", "7.65", "8.5186")),
    ("E", ("1.5", "1.5", "2.88", "4.32", "5.0911", "5.76", "7.2", "8.0175")),
    ("F", ("1.5", "1.5", "2.52", "3.78", "4.4547", "5.04", "6.3", "7.0153")),
    ("hexes:0", ("1.5", "180", "180", "180", "153.6", "120", "76.8", "61.9354")),
    ("hexes:1", ("1.5", "180", "180", "106.6666", "76.8", "60", "38.4", "30.9677")),
    ("hexes:3", ("1.5", "180", "120", "53.3333", "38.4", "30", "19.2", "15.4838")),
    ("base", ("7.5",) * 8),
]
SPEEDS = (0, 10_000, 40_000, 90_000, 125_000, 160_000, 250_000, 310_000)


@each_row(("turn_class", "limits"), CHART)
def test_the_turn_mode_chart_at_several_speeds(turn_class: str, limits: tuple[str, ...]) -> None:
    assert tuple(written(limit(turn_class, speed)) for speed in SPEEDS) == limits


@pytest.mark.parametrize("turn_class", [turn_class for turn_class, _ in CHART])
@given(speed=speeds)
def test_limits_are_those_of_decimals_of_fifty_digits(turn_class: str, speed: int) -> None:
    factors = {
        "shuttle": "3",
        "AA": "2.3",
        "A": "1.91",
        "B": "1.65",
        "C": "1.59",
        "D": "1.53",
        "E": "1.44",
        "F": "1.26",
    }
    with localcontext() as digits:
        digits.prec = 50
        pace = Decimal(speed) / 10_000
        if turn_class == "base":
            most = Decimal("7.5")
        elif turn_class == "seeking":
            most = max(Decimal("1.5"), pace * Decimal("0.9375"))
        elif turn_class in factors:
            most = max(Decimal("1.5"), pace.sqrt() * Decimal(factors[turn_class]))
        elif not speed:
            most = Decimal("1.5")
        else:
            most = max(Decimal("1.5"), min(Decimal(180), 60 / Decimal(int(turn_class[6:]) + 1) / (pace / 32)))
        assert limit(turn_class, speed) == int(most * 10_000)


@each_row("turn", ["pitch 8.2 yaw 6.1 roll 3", "pitch 9 yaw 9 roll 9", "pitch 9", "pitch -9 yaw 9 roll -9"])
def test_a_turn_mode_of_9_degrees_allows_the_four_turns_of_the_rulebook(turn: str) -> None:
    """C3.1."""
    assert over(read_turn(turn), limit("shuttle", 90_000)) == ()


@each_row(
    ("turn", "axes"),
    [
        ("pitch 9.0001 yaw 6.1 roll 3", ("pitch",)),
        ("pitch 9 yaw -9.0001 roll 9", ("yaw",)),
        ("pitch 9 roll 9.0001", ("roll",)),
        ("roll -9.1 yaw 9.1 pitch -9.1", ("pitch", "yaw", "roll")),
        ("pitch 8.2 yaw -9.1", ("yaw",)),
    ],
)
def test_a_turn_mode_of_9_degrees_forbids_what_is_a_ten_thousandth_more(turn: str, axes: tuple[str, ...]) -> None:
    """C3.1."""
    assert over(read_turn(turn), limit("shuttle", 90_000)) == axes


@each_row(("kind", "usual", "outstanding"), [("sublight", "2", "2"), ("warp", "7.5", "11"), ("both", "9", "11")])
def test_tactical_manoeuvres(kind: str, usual: str, outstanding: str) -> None:
    """C5.11, C5.21, C5.32, G21.224."""
    assert written(tac_limit(kind)) == usual  # type: ignore[arg-type]
    assert written(tac_limit(kind, outstanding=True)) == outstanding  # type: ignore[arg-type]
    assert written(limit_with("C", 0, kind)) == usual  # type: ignore[arg-type]


def test_without_a_manoeuvre_a_unit_at_rest_turns_1_5_degrees() -> None:
    """C5.13."""
    assert limit_with("C", 0) == 15_000
    assert limit_with("C", 160_000) == 63_600
    assert limit_with("C", 0, "warp", outstanding=True) == 110_000


def test_a_manoeuvre_at_a_speed_above_0_is_refused() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        limit_with("C", 1, "warp")
    assert str(refusal.value) == ("A tactical manoeuvre at speed 0.0001 is not allowed. It needs warp speed 0 (C5.3).")


def test_a_speed_below_0_is_refused() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        limit("C", -10_000)
    assert str(refusal.value) == "Speed -1 is not allowed. A warp speed is 0 or more: nothing moves astern (C1.43)."


@each_row(
    ("text", "name"),
    [
        ("aa", "AA"),
        (" f ", "F"),
        ("Shuttle", "shuttle"),
        ("SEEKING", "seeking"),
        ("Base", "base"),
        ("Hexes:03", "hexes:3"),
    ],
)
def test_a_turn_class_is_read_in_any_case_of_letters(text: str, name: str) -> None:
    assert read_turn_class(text) == name


@each_row("text", ["G", "hexes", "hexes:", "hexes:-1", "hexes:1.5", "hexes:100", "hexes:²", "", "A+"])
def test_another_turn_class_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        limit(text, 0)
    assert str(refusal.value) == (
        f'"{text}" is not a turn class. Write seeking, shuttle, AA, A, B, C, D, E, F, base, or hexes:T with T hexes '
        "before each turn, such as hexes:3 (C3.31)."
    )
