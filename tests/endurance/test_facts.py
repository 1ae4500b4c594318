"""Every kind of senseless record that `python -m tests.endurance facts` ever found, and a part of its runs."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from tests.endurance.facts import case, named, sound_folder
from tests.endurance.odd_facts import Odd, Stream, stored
from tests.endurance.page_flips import at_home
from tests.shared.commands_told import run

pytestmark = pytest.mark.long

Events = list[tuple[str, Any]]
#: A change to a game's events, and what was asked when it was found.
Kind = tuple[str, Callable[[Events], object], tuple[str, ...]]


def at(events: Events, topic: str, number: int = 0) -> int:
    """Where the event of that name is, or a later one of it."""
    return [place for place, (each, _) in enumerate(events) if each == topic][number]


def first(topic: str, **changed: Any) -> Callable[[Events], object]:
    """The first event of that name says something else."""
    return lambda events: events[at(events, topic)][1].update(changed)


def again(topic: str) -> Callable[[Events], object]:
    """An event is there once more, at the end."""
    return lambda events: events.append(deepcopy(events[at(events, topic)]))


def without(topic: str, count: int = 1) -> Callable[[Events], object]:
    """Events are missing from the first of that name on."""
    return lambda events: events.__delitem__(slice(at(events, topic), at(events, topic) + count))


def foreign(game: str, topic: str, place: int) -> Callable[[Events], object]:
    """An event of another game stands among them."""
    others = stored(game)[0].events
    return lambda events: events.insert(place, deepcopy(others[at(others, topic)]))


def raw(topic: str, text: str) -> Callable[[Events], object]:
    """An event is written as no event is."""
    return lambda events: events.__setitem__(at(events, topic), (topic, text.encode()))


KINDS: Final[dict[str, Kind]] = {
    "a ship that was placed twice": ("beacon", again("xwing.ShipPlaced/1"), ("games",)),
    "an order of another game": ("beacon", foreign("duel", "sits.ThrustOrdered/1", 12), ("doctor",)),
    "an attack of a ship that was never placed": (
        "beacon",
        foreign("ambush", "starwars.AttackDeclared/1", 13),
        ("replay", "odd", "--json"),
    ),
    "decoys of nobody, with a name of 230 characters": (
        "duel",
        first("sits.DecoysDeployed/1", ship="N" * 230),
        ("doctor",),
    ),
    "a layer that is fought twice": ("duel", again("sits.LayerFought/1"), ("doctor",)),
    "a mount of which the name can't be seen": ("duel", first("sits.LaunchOrdered/1", mount="\x85"), ("games",)),
    "a seeker that nobody launched": ("pursuit", without("sfb.SeekerLaunched/1"), ("doctor",)),
    "a web of which strands are missing": ("pursuit", without("sfb.TerrainPlaced/1"), ("doctor",)),
    "a pool of more dice than there is time to throw": (
        "ambush",
        first("starwars.StarshipPlaced/1", initiative=[2**63 - 1, 1, 0]),
        ("audit", "all", "--jobs", "1"),
    ),
    "a base that is none": ("beacon", first("xwing.ShipListed/1", base="f" * 64), ("show", "odd")),
    "a game that lacks its start": ("duel", without("game.Started/1"), ("follow", "--for", "0")),
    "a game without players": ("duel", without("game.PlayerJoined/1", 3), ("games", "branches", "odd")),
    "an event that is no JSON": ("ambush", raw("game.OrdersRevealed/1", "[" * 5000), ("audit", "list", "odd")),
    "a name with characters that a terminal obeys": (
        "duel",
        first("sits.ThrustOrdered/1", ship="\x1b[31m\x00\u202etac"),
        ("audit", "all", "--jobs", "1"),
    ),
    "a number in place of a name": ("duel", first("game.PlayerJoined/1", player=3), ("show", "odd")),
    "a turn that is none": ("ambush", first("game.SegmentClosed/1", turn=0), ("report", "odd", "-o", "turn.txt")),
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A folder with a sound game."""
    with at_home(Path(shutil.copytree(sound_folder(), tmp_path / "home"))):
        yield tmp_path / "home"


def odd(game: str, change: Callable[[Events], object], name: str = "odd") -> Odd:
    """A stored game with something changed."""
    events = deepcopy(stored(game)[0].events[:120])
    events[0][1]["game"] = name
    change(events)
    return Odd(streams=[Stream(name=name, events=events)])


def told_in_words(*words: str) -> str:
    """What a command says, whether or not it refuses, with nothing in it that a terminal obeys."""
    told = run(*words)
    said = told.out + told.err
    assert told.code in (0, 1), told
    assert said.strip()
    assert all(letter.isprintable() or letter == "\n" for letter in said), words
    return said


def can_be_deleted(*names: str) -> None:
    """Each can be written into a file and deleted; then all that is left is sound."""
    for name in names:
        assert run(*named(("export", "-o", f"{name[:9]}.kept"), name)).code == 0
        assert run(*named(("games", "delete", "--yes"), name)).code == 0
    assert run("audit", "all", "--jobs", "1").code == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_makes_no_sense_is_told_in_words_and_refused_and_can_be_deleted(kind: str, home: Path) -> None:
    game, change, asked = KINDS[kind]
    made = odd(game, change)
    Path("odd.bundle").write_text(made.bundle(), encoding="utf-8")
    assert run("import", "odd.bundle").code == 1
    assert "odd" not in run("games").out
    made.write_into(home / "games" / "sits.db")
    told_in_words(*asked)
    assert run("show", "duel").code == 0
    can_be_deleted("odd")


def test_a_fork_that_begins_as_another_game_is_told_in_words(home: Path) -> None:
    made = odd("pursuit", lambda _: None)
    made.streams.append(Stream(name="fork", parent="odd", at=20, events=deepcopy(stored("ambush")[0].events[:9])))
    Path("odd.bundle").write_text(made.bundle(), encoding="utf-8")
    assert run("import", "odd.bundle").code == 1
    made.write_into(home / "games" / "sits.db")
    for words in (("games",), ("show", "fork"), ("doctor",)):
        told_in_words(*words)
    can_be_deleted("fork", "odd")


def test_a_number_that_no_list_can_hold_keeps_its_game_out_of_the_list(home: Path) -> None:
    made = odd("pursuit", lambda events: events[10][1]["place"].update(x=10**30))
    del made.streams[0].events[37:]
    made.write_into(home / "games" / "sits.db")
    assert run("games").err == (
        "odd: event #12 does not fit the game; the record up to #11 is sound. The event holds a number that is too "
        "large for the tables of read.db. That game is not in the list.\n"
    )
    can_be_deleted("odd")


def test_a_branch_of_a_game_that_no_program_can_read_is_deleted_before_it(home: Path) -> None:
    made = odd("duel", raw("game.PlayerJoined/1", "{"))
    made.streams.append(Stream(name="fork", parent="odd", at=9, events=deepcopy(stored("duel")[1].events[:4])))
    made.write_into(home / "games" / "sits.db")
    can_be_deleted("fork", "odd")


def test_a_game_with_a_name_of_seventy_letters_that_no_file_name_has_room_for_is_deleted(home: Path) -> None:
    name = "\u00e9" * 70
    odd("duel", lambda _: None, name).write_into(home / "games" / "sits.db")
    can_be_deleted(name)


@pytest.mark.parametrize("first", range(1, 201, 25))
def test_games_whose_facts_make_no_sense_bring_no_traceback_and_leave_the_others_alone(first: int) -> None:
    assert [fault for seed in range(first, first + 25) for fault in case(seed)] == []
