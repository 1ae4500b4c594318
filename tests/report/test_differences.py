"""What differs between two boards is told of each unit, and what nobody says of it by the names of its fields."""

from __future__ import annotations

from msgspec import Struct

from sits_es.report.differences import GAME, differing, unlike_games


class Gun(Struct, frozen=True):
    """A gun. loads: by kind."""

    name: str
    loads: dict[str, int] = {}


class Boat(Struct, frozen=True):
    """A boat of which only the speed is said."""

    speed: int = 0
    sunk: bool = False
    towed_by: str | None = None
    guns: tuple[Gun, ...] = ()


class Sea(Struct, frozen=True):
    """A board."""

    boats: dict[str, Boat]
    turn: int = 1
    wind: str = "A"
    gun: Gun = Gun("none")


def said(boat: Boat) -> list[tuple[str, str]]:
    return [("speed", f"{boat.speed} knots")]


def test_what_is_said_comes_first_and_each_other_field_by_its_name() -> None:
    one = {"Emma": Boat(speed=2, guns=(Gun("bow", {"shot": 3}),)), "Nora": Boat()}
    other = {"Emma": Boat(speed=3, sunk=True, towed_by="Nora"), "Ruth": Boat()}
    assert list(differing(one, other, "boat", said)) == [
        ("Emma", "speed", "2 knots", "3 knots"),
        ("Emma", "sunk", "no", "yes"),
        ("Emma", "towed by", "none", "Nora"),
        ("Emma", "guns", "name bow and loads shot: 3", "none"),
        ("Nora", "boat", "on the board", "not there"),
        ("Ruth", "boat", "not there", "on the board"),
    ]
    assert list(differing(one, one, "boat", said)) == []


def test_what_differs_in_the_game_is_told_without_when_it_is() -> None:
    one, other = Sea({}, gun=Gun("bow", {"shot": 3, "shell": 1})), Sea({}, 2, "B", Gun("bow", {"shot": 4, "shell": 1}))
    assert list(unlike_games(one, other, {"boats", "turn"})) == [
        (GAME, "wind", "A", "B"),
        (GAME, "loads", "shot: 3", "shot: 4"),
    ]


def test_long_values_are_counted() -> None:
    many = tuple(Gun(f"{number}") for number in range(9))
    ((_, _, told, _),) = differing({"Emma": Boat(guns=many)}, {"Emma": Boat()}, "boat", said)
    assert told == "name 0, name 1, name 2, name 3, name 4, name 5 and 3 more"
