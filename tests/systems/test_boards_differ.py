"""Whatever two boards differ in is told, field by field, for every system and every board of its bundled games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest

from sits_es.report import report_of
from sits_es.report.differences import GAME, Contrast
from sits_es.service.session import Session
from tests.shared.played_demos import played_folder

#: A bundled game of each system, and what says where its boards stand: two that stand apart are told apart by that.
GAMES = {
    "sits": ("duel", {"turn", "segment"}),
    "sfb": ("pursuit", {"turn", "impulse", "now", "passed"}),
    "starwars": ("ambush", {"turn", "slot", "stage"}),
    "xwing": ("beacon", {"turn", "entry"}),
}


@cache
def boards(game: str) -> tuple[Any, ...]:
    """The boards of a bundled game as its exchanges began, and as it ended."""
    with Session.over(Path(played_folder(game), "sits.db")) as session:
        opened = session.open_game(game)
        ends = [*(each.opened for each in opened.history.played()), opened.head.version]
        return tuple(opened.rules.freeze(opened.fold(version).game.board) for version in ends)


def differences(name: str, one: Any, other: Any) -> list[Contrast]:
    return list(report_of(name).differences(one, other) or ())


def fields_of(value: Any) -> list[str]:
    """The names of a value's fields; none for a value of another kind."""
    kind = type(value)
    return [each.name for each in attrs.fields(kind)] if attrs.has(kind) else [*getattr(kind, "__struct_fields__", ())]


def changed(value: Any, **fields: Any) -> Any:
    return attrs.evolve(value, **fields) if attrs.has(type(value)) else msgspec.structs.replace(value, **fields)


def one_field_apart(board: Any, other: Any) -> Iterator[tuple[str, str, Any]]:
    """A board with one field of the game, or of a unit or something else by name, as it is on another board."""
    for field in fields_of(board):
        here, there = getattr(board, field), getattr(other, field)
        if here != there:
            yield GAME, field, changed(board, **{field: there})
        for name in {*here} & {*there} if isinstance(here, dict) else ():
            for part in fields_of(here[name]):
                if (now := getattr(there[name], part)) != getattr(here[name], part):
                    unit = changed(here[name], **{part: now})
                    yield name, part, changed(board, **{field: {**here, name: unit}})


@pytest.mark.parametrize("name", GAMES)
def test_every_field_in_which_two_boards_differ_is_told(name: str) -> None:
    game, when = GAMES[name]
    every = boards(game)
    silent, seen = set(), set()
    for board, after in zip(every, [*every[1:], every[0]], strict=True):
        assert differences(name, board, board) == []
        for unit, field, other in one_field_apart(board, after):
            seen.add(field)
            told = differences(name, board, other)
            if not told and not (unit == GAME and field in when):
                silent.add((unit, field))
            assert all(was != now for _, _, was, now in told), (unit, field, told)
            assert unit == GAME or {row[0].removeprefix("attack ") for row in told} <= {unit}
    assert silent == set()
    assert len(seen) > 10
