"""What the program asks of a rule system: which ones there are, their versions, and what a system may leave out."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields

from sits_es.dice import DiceRolled, NoDice, RollKey
from sits_es.errors import UnreadableError
from sits_es.events import Data, Event
from sits_es.game.events import GameCreated
from sits_es.game.fold import Fold
from sits_es.game.play import first_facts
from sits_es.orders.language import Language
from sits_es.rules import system, system_names
from sits_es.rules.moments import Moment
from sits_es.rules.refusals import Refusal
from sits_es.rules.set_up import NONE_CHOSEN
from sits_es.rules.system import Owed, Setup, System
from tests.shared.order_samples import RAFTS
from tests.shared.rows import each_row

SITS = system("sits")
SYSTEMS = Path(__file__).parents[1] / "systems"


def created() -> GameCreated:
    """The first fact of the bundled duel."""
    first = first_facts("duel", SITS, SITS.setup(SITS.bundled()["duel"].text, "duel", {}))[0]
    assert isinstance(first, GameCreated)
    return first


def test_sits_is_installed_under_its_name() -> None:
    assert "sits" in system_names()
    assert system("sits") is SITS is system("sits", 1)


def test_an_unknown_system_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UnreadableError, match=rf"^There is no rule system chess. Installed: {', '.join(system_names())}.$"
    ):
        system("chess")


@each_row("version", [0, 2, -1])
def test_a_game_under_rules_of_another_version_is_refused(version: int) -> None:
    with pytest.raises(UnreadableError) as refused:
        Fold().add(evolve(created(), version=version))
    assert str(refused.value) == (
        f"The game uses version {version} of the sits rules; this program has them only up to version 1. "
        "Install a newer release."
    )


class Bare(System):
    """A system that has nothing but what it must have."""

    name = "bare"
    title = "Bare"
    edition = "first"

    @property
    def facts(self) -> Mapping[type[Event], Callable[[Any, Any], None]]:
        return {}

    def new_board(self, options: Data, tables: Data, classes: Data) -> int:
        del options, tables, classes
        return 0

    def freeze(self, board: int) -> int:
        return board

    def thaw(self, board: int) -> int:
        return board

    def pack(self, board: int) -> bytes:
        return str(board).encode()

    def unpack(self, packed: bytes) -> int:
        return int(packed)

    def tell(self, fact: Event) -> str:
        raise KeyError(fact)

    @property
    def language(self) -> Language:
        return RAFTS

    def units(self, board: int, player: str) -> tuple[str, ...]:
        del board, player
        return ()

    def owner(self, board: int, unit: str) -> str | None:
        del board, unit
        return None

    def problems(self, board: int, step: int, order: Event, given: Sequence[Event]) -> Iterator[Refusal]:
        del board, step, order, given
        yield from ()

    def template(self, board: int, player: str, game: str) -> str:
        del board, player
        return game

    def moment(self, board: int) -> Moment:
        return Moment(1, board)

    def setup(
        self, text: str, source: str, unit_files: Mapping[str, str], chosen: Mapping[str, str] = NONE_CHOSEN
    ) -> Setup:
        raise UnreadableError(f"{source}: {text}{unit_files}{chosen}")


def test_what_a_system_leaves_out_is_not_there() -> None:
    bare, nothing = Bare(), Event()
    assert bare.owed(1, ["red"]) is None
    assert bare.upcoming(1, ["red"]) == ()
    assert (bare.opening(1), bare.outcome(1), bare.stops(nothing)) == ([], None, False)
    assert (bare.bundled(), bare.names(1, nothing, "ship"), bare.forecast(1, "red", {})) == ({}, (), [])
    assert list(bare.future_problems(1, {1: [nothing]})) == []
    assert bare.enter(1, "red", []) == []
    thrown = DiceRolled(actor="Hawk", purpose="luck", object="", index=0, sides=6, faces=(0, 5))
    assert bare.faces_in_words(thrown) == ("0", "5")
    assert (bare.roll_in_words(thrown), bare.roll_in_words(evolve(thrown, index=1))) == ("", "roll 2")
    assert [problem.message for problem in bare.entry_problems(1, "red", [])] == [
        "Nobody enters facts in this game: everything follows from orders."
    ]


def test_a_system_is_called_as_its_package_where_it_says_no_name() -> None:
    assert [system(name).name for name in system_names()] == list(system_names())
    assert Bare().name == "bare"


def test_a_system_without_exchanges_resolves_none() -> None:
    for asked in (lambda: Bare().advance(1), lambda: Bare().resolve(1, {}, NoDice())):
        with pytest.raises(NotImplementedError, match=r"^Bare has no exchanges$"):
            asked()


def test_a_system_without_options_cannot_be_forked_under_others() -> None:
    Bare().change_options(1, {})
    with pytest.raises(UnreadableError, match=re.escape("Bare has no options. Fork without --option.")):
        Bare().change_options(1, {"sidewall": "stops"})


def test_moments_are_numbers_where_a_system_names_none() -> None:
    assert (Bare().label(Moment(2, 12)), Bare().read_moment("2.12")) == ("2.12", Moment(2, 12))


def test_a_system_must_say_what_it_has_no_default_for() -> None:
    with pytest.raises(TypeError, match="abstract"):
        System()  # type: ignore[abstract]


def test_those_who_owe_orders_or_a_nonce_take_part() -> None:
    owed = Owed(moment=Moment(), label="1.1", orders_by=("red",), nonces_by=("green", "blue"))
    assert owed.takes_part == ("blue", "green", "red")


def test_an_exchange_of_one_has_no_dice() -> None:
    with pytest.raises(ValueError, match=r"^damage needs dice, but fewer than two players take part in this exchange$"):
        NoDice().throw(RollKey("Kite", "damage"), 1)


@each_row("name", system_names())
def test_what_a_copy_of_a_board_holds_is_its_own(name: str) -> None:
    rules = system(name)
    made = first_facts("game", rules, rules.setup(next(iter(rules.bundled().values())).text, "scenario", {}))[0]
    assert isinstance(made, GameCreated)
    board = rules.new_board(made.options, made.tables, made.classes)
    copied = rules.thaw(rules.freeze(board))
    held = [field.name for field in fields(type(board)) if isinstance(getattr(board, field.name), dict | list | set)]
    assert held
    shared = [field for field in held if getattr(copied, field) is getattr(board, field)]
    assert not shared, f"{name}'s board.copied copies no {', '.join(shared)}: what changes in a copy changes the board."
