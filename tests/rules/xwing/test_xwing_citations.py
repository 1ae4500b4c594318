"""What rule an answer names: headings that stand on the printed page, and house rules that say what they are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import commands.xwing
import sits_es.rules.xwing
from sits_es.rules.xwing import words
from tests.shared.rows import each_row

#: The headings of the printed page.
HEADINGS = {"ARC", "Standard Arcs", "Bullseye Arc", "Full Arcs", "Turret Arcs", "Firing Arcs"}

RULES = {name: value for name, value in vars(words).items() if name.isupper()}


def test_the_rules_read_exactly_so() -> None:
    assert RULES == {
        "IN_ARC": 'the printed page, "ARC"; house: a touch is not inside, where token lines run, the range in an arc '
        "is to the closest part inside it",
        "RANGES": "house: bands of 100 mm from the closest points, limits included; 0 is touching or overlapping",
        "RELATIONS": 'the printed page, "Full Arcs"; house: what lies beneath the base crosses its midway line too',
        "FIRING": 'the printed page, "Firing Arcs"; house: the range in an arc is to the closest part inside it',
        "LISTED": 'the printed page, "Turret Arcs", "Firing Arcs"',
        "ROTATE": 'the printed page, "Turret Arcs"; house: it must move',
        "OBSTRUCTED": "house: an object that the line of an attack crosses obstructs it",
        "TEMPLATES": "house: templates as measured, 20 mm wide; the middle of the base moves along the middle line; "
        "a ship that would overlap another stops where it last fits; an entered place counts",
        "DIALS": "house: dials are sealed when a round begins, and revealed together",
        "ENTERED": "house: as its player entered it; by mail the others confirm it",
        "DISPUTES": "house: players dispute an attack, and rule on it, by entries; by mail the others confirm them",
        "LOST": "house: a ship without hull is lost",
        "ROUND_END": "house: a round ends by an entry that says so",
        "SCENARIO": "house: by the scenario",
    }


@each_row("name", RULES)
def test_every_rule_names_headings_of_the_page_or_is_house(name: str) -> None:
    assert set(re.findall(r'"([^"]+)"', RULES[name])) <= HEADINGS
    assert RULES[name].startswith(("the printed page, ", "house: "))


def spoken(path: Path) -> list[str]:
    """Texts of a module that are not its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [str(node.value) for node in texts if id(node) not in silent]


@each_row(
    "path",
    [
        path
        for package in (sits_es.rules.xwing, commands.xwing)
        for path in sorted(Path(package.__path__[0]).rglob("*.py"))
    ],
)
def test_nobody_is_sent_to_a_file_that_players_do_not_have(path: Path) -> None:
    assert [text for text in spoken(path) if ".md" in text or re.search(r"\bseeds?\b", text)] == []
