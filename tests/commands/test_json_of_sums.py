"""What `sits calc --json` prints has the shape that its page tells: every verb of every system, and every key."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pytest

from commands.verbs import systems
from tests.shared.commands_told import Sits, lines_to_type, run
from tests.shared.rows import each_row
from tests.shared.shapes import hidden_json, parts, seen, shapes, unlike

SHAPES = {name: shape for name, shape in shapes().items() if name.split()[0] == "calc"}

#: Two pilots, for an attempt to gain the advantage.
PILOTS = "--agility 3 --piloting 2 --speed 1 --their-agility 2 --their-piloting 1 --their-speed 3"

#: Besides the examples of each verb: what only other words bring about.
MORE: dict[str, tuple[str, ...]] = {
    "calc bearing": ("still", "still --nose A", "3+ --nose A"),
    "calc sfb bearing": ("0,0,0 0,0,0", "0,0,0 0,0,0 --weapon LP/swivel"),
    "calc sfb web": ("0,0,0 1.1,0,0 --fire 0.5,0.9,-3 --at 0.5,0.9,3",),
    "calc xwing arc": ("small@0,0,0 medium@900,900,0", "small@0,0,0 small@0,20,0"),
    "calc xwing range": ("small@0,0,0 medium@900,900,0",),
    "calc xwing relation": ("small@0,0,0 medium@900,900,0",),
    "calc xwing firing": ("small@0,0,0 medium@900,900,0",),
    "calc starwars advantage": (f"{PILOTS} --hexes 1 --silhouette 6",),
}
#: What every answer has besides its verb's keys, and more where a game's or a file's tables were asked for.
OF_ALL = {"rule": "text", "steps": ["text"]}
OF_A_GAME = OF_ALL | {"game?": "text", "tables?": "text", "at?": "text"}


def verbs() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The shape of each group, each of its verbs, and lines to type without a file of one's own."""
    for package in systems():
        if not hasattr(package, "CALC"):
            continue
        sums = package.CALC
        for verb in sums.found():
            group = f"calc {sums.name}" if sums.name else "calc"
            lines = [line.removeprefix("sits ") for line in lines_to_type(verb) if "table.toml" not in line]
            own = f"{group} {verb.name}"
            yield group, verb.name, (*lines, *(f"{own} {words}" for words in MORE.get(own, ())))


def answers(lines: tuple[str, ...]) -> list[Any]:
    found = []
    for line in lines:
        told = run(*shlex.split(line), *([] if "--json" in line else ["--json"]))
        assert (told.code, told.err) == (0, ""), line
        found.append(told.json)
    return found


def test_every_verb_is_told_of() -> None:
    assert {group: [*verbs_told] for group, verbs_told in SHAPES.items()} == {
        group: [verb for each, verb, _ in verbs() if each == group] for group in SHAPES
    }


@each_row(("group", "verb", "lines"), list(verbs()))
def test_a_sum_has_the_shape_that_the_page_tells(group: str, verb: str, lines: tuple[str, ...]) -> None:
    shape, found = SHAPES[group][verb] | OF_ALL, answers(lines)
    assert [fault for value in found for fault in unlike(shape, value)] == []
    assert set(parts(SHAPES[group][verb])) - {part for value in found for part in seen(shape, value)} == set()
    assert [where for value in found for where in hidden_json(value)] == []


@pytest.mark.parametrize("verb", ["bearing 6B", "grid 6B 5C", "plots 4 A+", "missiles 13", "kills 136 28"])
def test_sums_by_a_games_tables_say_so(played: Sits, verb: str) -> None:
    shape = SHAPES["calc"][verb.split(maxsplit=1)[0]] | OF_A_GAME
    for more in (["--game", "duel"], ["--game", "duel", "--at", "1.3"]):
        found = played("calc", *verb.split(), *more, "--json").json
        assert list(unlike(shape, found)) == []
        assert found["game"] == "duel"
        assert ("at" in found) == ("--at" in more)


def test_what_a_break_of_a_course_holds() -> None:
    (found,) = answers(('calc course 12A --thrust 16 --pivot-to B --pace 2 --plot "A: 3A 1B"',))
    shape = {"reasons": ["text"], "steps": ["text"], "plots": {"WINDOW": {"dots": "number", "plot": "text"}}}
    breaks = [leg["break"] for leg in found["path"] if leg["break"] is not None]
    assert breaks
    assert [fault for each in breaks for fault in unlike(shape, each)] == []
