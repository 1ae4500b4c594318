"""Every order of every rule system has its help, and its example can be ordered in the game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.orders.frame import read_sheet
from sits_es.orders.parsing import Parsed, parse
from sits_es.rules import system, system_names
from sits_es.rules.order_guide import OrderHelp, guide_of
from sits_es.service.demo import demonstrate
from sits_es.service.orders import read_entry, read_order_file
from sits_es.service.scenario import found_game
from sits_es.service.session import Session
from tests.shared.order_samples import rules_in
from tests.shared.rows import each_row

EVERY: Final = [(name, order) for name in system_names() for order in guide_of(name).orders]
#: Examples that no bundled game comes to, and what that would take.
NOWHERE: Final = {
    ("sfb", "sphere"): "a ship with a generator",
    ("sfb", "sphere_off"): "the same",
    ("sfb", "sphere_left"): "the same",
    ("sfb", "tractor_power"): "a tractor link",
    ("sfb", "displaced"): "the same",
    ("sfb", "inertia"): "the same",
    ("sfb", "release"): "a carrier",
    ("sfb", "cast_web"): "a caster",
    ("starwars", "evade"): "a game with crews",
    ("starwars", "stay"): "the same",
    ("starwars", "aiming"): "the same",
    ("starwars", "angle"): "the same",
    ("starwars", "repair"): "the same",
    ("starwars", "agreed"): "the same",
    ("starwars", "side"): "an attack in one hex by whoever the foe has the advantage over",
}
each_order = each_row(("name", "order"), EVERY)


@each_order
def test_an_order_is_told_in_full(name: str, order: OrderHelp) -> None:
    assert order.title
    assert order.does.endswith(".")
    assert order.follows
    assert [slot for slot, means in order.slots.items() if not means] == []
    assert all(each.endswith(".") for each in order.more)
    assert bool(order.where) == ((name, order.rule) not in NOWHERE)


@each_row("name", system_names())
def test_nothing_is_told_of_orders_that_there_are_not(name: str) -> None:
    place = files(f"sits_es.rules.{name}").joinpath("orders", "help.toml")
    told, guide = tomllib.loads(place.read_text(encoding="utf-8")), guide_of(name)
    assert [*told["order"]] == sorted(told["order"], key=[each.rule for each in guide.orders].index)
    assert len(told["order"]) == len(guide.orders)
    used = {slot for order in guide.orders for slot in order.slots}
    assert told["words"].keys() - used == set()
    assert guide.about
    assert guide.sample


def forms_of(name: str, order: OrderHelp) -> list[Event]:
    sheet = read_sheet(f"game x\nturn 1\n{order.example}", system(name).language, "example")
    return [form for line in sheet.lines for form in line.forms]


@each_order
def test_its_example_is_one_of_it(name: str, order: OrderHelp) -> None:
    language, rules = system(name).language, set()
    for line in order.example.strip().splitlines():
        found = parse(language, line, "line")
        assert isinstance(found, Parsed), line
        rules |= rules_in(found.tree)
    assert order.rule in rules
    entered = system(name).entry_types or system(name).order_types
    if order.entered:
        assert all(isinstance(form, entered) for form in forms_of(name, order))


class Shelf:
    """Every bundled game, as far as its own orders lead."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.fold = cache(self._fold)
        for name in system_names():
            for scenario, bundle in system(name).bundled().items():
                with Session(folder) as session:
                    if bundle.orders:
                        demonstrate(session, scenario, None, name)
                    else:
                        found_game(session, scenario, scenario, name)

    def _fold(self, where: str) -> Fold:
        game, at = where.split()
        with Session(self._folder) as session:
            session.open_game(game, at)
            return session.open_game(game).fold()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("bundled"))


def refused(fold: Fold, lines: str, *, entered: bool) -> list[str]:
    """Why lines of a file, from the first unit's on, can't be ordered or entered as a game stands."""
    rules, board, text = fold.system, fold.game.board, lines.strip()
    unit = text.splitlines()[0].removeprefix(rules.language.unit).strip(' "')
    player = rules.owner(board, unit)
    file = f"game {fold.game.branch}\nturn {fold.game.moment.turn}\nplayer {player}\n{text}\n"
    if not entered:
        try:
            read_order_file(fold, "example", file)  # what it warns of can be ordered all the same
        except GameError as refusal:
            return [*refusal.problems]
        return []
    sheet = read_sheet(file, rules.language, "example")
    forms = [form for line in sheet.lines for form in line.forms]
    return [problem.message for problem in rules.entry_problems(board, str(player), forms)]


@each_row(
    ("name", "order"),
    [(name, order) for name, order in EVERY if order.where],
)
def test_its_example_can_be_ordered_in_the_game_that_it_is_for(shelf: Shelf, name: str, order: OrderHelp) -> None:
    fold = shelf.fold(order.where)
    assert fold.system.name == name
    assert refused(fold, order.example, entered=order.entered) == []


@each_row("name", system_names())
def test_the_sample_of_an_order_file_can_be_handed_in(shelf: Shelf, name: str) -> None:
    guide = guide_of(name)
    fold = shelf.fold(guide.where)
    head, unit, rest = guide.sample.partition(f"\n{fold.system.language.unit} ")
    assert head.split()[:2] == ["game", fold.game.branch]
    assert refused(fold, unit + rest, entered=guide.orders[0].entered) == []


@each_row(
    ("where", "player", "lines", "faults"),
    [
        (
            "duel 1.1",
            "red",
            "ship Fearles\n 1 thrust 9\n 2 fire port-lazer at Sirus\n 4 launch port 9 salvoes at Sirius\n",
            ["ship Fearles", "thrust 9 is", "beam weapon port-lazer", "ship Sirus", "9 salvoes are"],
        ),
        (
            "pursuit 1.1",
            "blue",
            "unit Hawkk\n impulse 1 fire phasers at Hernn\n impulse 2 fire aft-fasers at Wasp\n impulse 3 turn yaw 9\n",
            ["unit Hawkk", "target Hernn", "weapon aft-fasers", "yaw 9 is over"],
        ),
        (
            "ambush 1.1",
            "blue",
            "starship Raidr\n fly F F F F F\n fire misiles at Kestrl\n",
            ["starship Raidr", "step 5 of F F F F F", "weapon misiles", "target Kestrl"],
        ),
        (
            "beacon 1.4",
            "red",
            "ship Kestrl\n move 2bank to -40.5,62 facing 315\n attack Gul with Lasers\n attack Hawk with Lazers\n",
            ["ship Kestrl", "target Gul", "weapon Lazers"],
        ),
    ],
)
def test_each_order_of_a_file_is_looked_at_although_a_name_in_it_is_wrong(
    shelf: Shelf, where: str, player: str, lines: str, faults: list[str]
) -> None:
    fold = shelf.fold(where)
    text = f"game {fold.game.branch}\nturn {fold.game.moment.turn}\nplayer {player}\n{lines}"
    read = read_order_file if fold.game.owed is not None else read_entry
    with pytest.raises(GameError) as refusal:
        read(fold, "file", text)
    found = refusal.value.problems
    assert [fault in problem for fault, problem in zip(faults, found, strict=True)] == [True] * len(faults)
