"""Whatever the program cites of its own rules can be looked up with `sits rules`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.errors import GameError
from sits_es.rules import usual_system
from sits_es.rules.rulebook import CITED, rulebook_of
from tests.rules.rules_by_heading import rows_by_heading
from tests.shared.rows import each_row

ROOT = Path(__file__).parents[2]

#: Files of the program in which a rule may be cited.
FILES = sorted(
    path
    for package in ("sits_es", "commands", "projections")
    for path in (ROOT / package).rglob("*")
    if path.suffix in {".py", ".toml", ".md", ".lark", ".orders"}
)
#: Where the command itself is spoken of: its examples and what it says.
ABOUT_THE_VERB = {ROOT / "commands/main.py", ROOT / "commands/docs.py"}

#: Where a line goes on in the next: in a text or a comment.
BROKEN = re.compile(r"\s*\n\s*(?:#:? )?")
#: A section by number, or by its heading and the system that it is of.
CITATION = re.compile(rf'sits rules(?! --) ?(?:(?P<cited>{CITED})|"(?P<heading>[^"]+)"(?: --rules (?P<system>\w+))?)?')


def citations(text: str) -> Iterator[tuple[str, str, str]]:
    """Each citation in a text: as it stands, the rule system, and what is asked of its rules; all empty for none."""
    for found in CITATION.finditer(BROKEN.sub(" ", text)):
        asked = found["cited"] or found["heading"] or ""
        yield found[0], found["system"] or str(usual_system()), asked


def without_the_verb(path: Path) -> str:
    """A text without the name of the verb alone, in code marks or as a heading."""
    return path.read_text(encoding="utf-8").replace("`sits rules`", "").replace("## sits rules\n", "")


def unfounded(text: str) -> list[str]:
    """Citations in a text that lead nowhere, each with why."""
    faults = []
    for said, system, asked in citations(text):
        try:
            if not asked:
                faults.append(f"{said.strip()}: no section is named")
            rulebook_of(system).find(asked or "1")
        except GameError as refusal:
            faults.append(f"{said}: {refusal}")
    return faults


def test_every_section_that_a_file_cites_is_in_the_rules() -> None:
    assert len(FILES) > 500
    texts = {path: without_the_verb(path) for path in FILES}
    found = {path: unfounded(text) for path, text in texts.items() if path not in ABOUT_THE_VERB}
    assert {path.relative_to(ROOT): faults for path, faults in found.items() if faults} == {}


def test_no_section_of_sits_is_cited_by_its_bare_number() -> None:
    bare = re.compile(r"Rule: (?:house, |flyer, |card, )?\d")
    rooms = [ROOT / "sits_es/rules/sits", ROOT / "sits_es/space", ROOT / "commands/sits", ROOT / "projections/sits.py"]
    paths = [path for path in FILES if any(path.is_relative_to(room) for room in rooms)]
    assert [path for path in paths if bare.search(path.read_text(encoding="utf-8"))] == []


def test_readme_cites_sections_that_there_are() -> None:
    assert unfounded(without_the_verb(ROOT / "README.md")) == []


def test_there_are_citations_of_most_sections() -> None:
    asked = {each[2] for path in FILES for each in citations(path.read_text(encoding="utf-8"))}
    assert {*map(str, range(1, 11)), "8.5", "8.3 to 8.6", "5.7 and 6"} <= asked


@each_row(
    ("text", "faults"),
    [
        ("Rule: sits rules 8.5.", []),
        ("flyer, missile defence; sits rules 8.3 to 8.6", []),
        ("sits rules 4 and\n    8.1: facing and wedge", []),
        ("#: Rule: sits\n#: rules 9.", []),
        ("(sits rules 5; house)", []),
        (
            "Rule: sits rules 8.9.",
            ["sits rules 8.9: The rules have no section 8.9."],
        ),
        ("sits rules 8.1 and 99", ["sits rules 8.1 and 99: The rules have no section 99."]),
        ("card; sits rules somewhere", ["sits rules: no section is named"]),
        ('sits rules "Flying kites"', ['sits rules "Flying kites": The rules have no section "Flying kites".']),
    ],
)
def test_a_citation_that_leads_nowhere_is_found(text: str, faults: list[str]) -> None:
    found = unfounded(text)
    assert [each.partition(" Section")[0] for each in found] == faults


#: Systems whose code cites the document beside it by its headings: `rules.md, Fly, Stacking`.
BY_HEADING = ("starwars", "xwing")


def unheaded(text: str, system: str) -> list[str]:
    """Citations of rules.md in a text that name none of its headings, or another beside them."""
    headings = "|".join(re.escape(section.heading) for section in rulebook_of(system).sections)
    stands = rf"(?:, (?:{headings})\b)+(?!, [A-Z])"
    text = BROKEN.sub(" ", text)
    # a package of events cites all of it, for those that cite nothing themselves
    spoken_of = r'"| and its heading|\. """'
    return [text[at.start() :][:60] for at in re.finditer(rf"rules\.md(?!{stands}|{spoken_of})", text)]


@pytest.mark.parametrize("system", BY_HEADING)
def test_every_heading_that_a_systems_code_cites_is_in_its_rules(system: str) -> None:
    folders = (ROOT / "sits_es/rules" / system, ROOT / "tests/rules" / system)
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".toml"}]
    assert len([path for path in paths if "rules.md" in path.read_text(encoding="utf-8")]) > 15
    found = {path.relative_to(ROOT): unheaded(path.read_text(encoding="utf-8"), system) for path in paths}
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.parametrize("system", BY_HEADING)
def test_every_section_of_the_rules_has_its_rows_in_the_table_of_rules(system: str) -> None:
    headings = [section.heading for section in rulebook_of(system).sections]
    assert list(rows_by_heading(system)["rules.md"]) == headings


@each_row(
    ("text", "faults"),
    [
        ("Rule: rules.md, Fly, Stacking, Terrain; seed.", []),
        ("Rule: house, rules.md,\n    Arcs and zones (house).", []),
        ("rules.md, Slots: its manoeuvre and action", []),
        ("rules.md, Stacking, holds at the start too", []),
        ("rules.md, Fly 3", []),
        ("Rule: rules.md; house.", ["rules.md; house."]),
        ("rules.md, Gravity well.", ["rules.md, Gravity well."]),
        ("rules.md, Fly, Gravity well.", ["rules.md, Fly, Gravity well."]),
    ],
)
def test_a_heading_that_is_not_there_is_found(text: str, faults: list[str]) -> None:
    assert unheaded(text, "starwars") == faults


def test_no_document_is_cited_that_does_not_travel_with_the_program() -> None:
    gone = re.compile(r"\b(?:sits|starwars_hex|xwing_arcs|sfb)\.md\b")
    found = [path.relative_to(ROOT) for path in FILES if gone.search(path.read_text(encoding="utf-8"))]
    assert found == []
