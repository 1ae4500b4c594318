"""What a game has of its own, as somebody who is invited to it is told."""

import pytest
from attrs import evolve

from sits_es.rules import system
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.scenario.particulars import particulars
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.tables.tables import read_tables_file

SAMPLE = "Sample Light Cruiser"


def duel() -> Board:
    """The bundled duel before its ships are placed."""
    rules = system("sits")
    setup = rules.setup(rules.bundled()["duel"].text, "duel", {})
    board: Board = rules.freeze(rules.new_board(setup.options, setup.tables, setup.classes))
    return board


def test_a_game_in_which_all_is_as_it_comes_has_nothing_of_its_own() -> None:
    assert list(particulars(duel())) == []


def test_every_option_that_is_not_the_usual_one_is_named_with_its_value() -> None:
    board = evolve(duel(), options=Options(sidewall="stops", mixed_walls=True))
    assert list(particulars(board)) == ["Its options: sidewall stops and mixed_walls true."]


def test_tables_are_named_as_the_checker_names_them() -> None:
    text = "[missile_damage]\n3M = { laser_head = 6, nuke = 60 }\n[pivot_chart]\n2 = [2, 3, 4, 5, 6, 7]\n"
    board = evolve(duel(), tables=read_tables_file(text, "mine.toml"))
    assert list(particulars(board)) == ["Tables of its own: missile_damage.3M and pivot_chart."]


@pytest.mark.parametrize("name", [SAMPLE, "Owner Cruiser"])
def test_a_card_is_its_own_when_its_name_is_or_when_it_differs_from_the_sample(name: str) -> None:
    card = duel().classes[SAMPLE]
    board = evolve(duel(), classes={**duel().classes, name: evolve(card, name=name, hit_size=card.hit_size + 1)})
    assert list(particulars(board)) == [f"Ship cards of its own: {name}."]
