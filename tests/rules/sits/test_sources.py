"""Every statement of SITS's page of rules has one source, and what it quotes stands there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from sits_es.rules.rulebook import CITED, Passage, Section, rulebook_of
from tests.shared.printed_words import RUN, SOURCES, stands_in, words
from tests.shared.rows import each_row

ROOT: Final = Path(__file__).parents[3]
BOOK: Final = rulebook_of("sits")

#: A mark with its kind, and what is said or quoted behind it; a quotation may hold brackets of its own.
MARK: Final = re.compile(r'\[(house|2e|derived|flyer|card)(?:: ((?:"[^"]*"|[^\]"])*))?\]')
#: How a section says that it is all of one kind.
WHOLE: Final = re.compile(r"This section is \[(house|2e)\]")
QUOTED: Final = re.compile(r'"([^"]+)"')


def statements(passage: Passage) -> Iterator[tuple[str, str, str]]:
    """The statements of a passage, each with its mark's kind, empty where it has none, and what the mark adds."""
    at = 0
    for mark in MARK.finditer(passage.text):
        yield passage.text[at : mark.start()], mark[1], mark[2] or ""
        at = mark.end()
    if words(passage.text[at:]):
        yield passage.text[at:], "", ""


def whole(section: Section) -> str:
    """The kind that a section declares for all of it; empty where each statement has its own."""
    found = WHOLE.match(section.passages[0].text)
    return found[1] if found else ""


def faults(section: Section) -> list[str]:
    """The statements of a section without a source, with an empty one, or with one that the quotation is not in."""
    if whole(section):
        return [passage.told for passage in section.passages[1:] if MARK.search(passage.text)]
    found = []
    for passage in section.passages:
        for said, kind, added in statements(passage):
            if not words(said):
                found.append(f"no statement before the mark {kind}: {passage.told}")
            elif not kind:
                found.append(f"no mark: {said.strip(' .;,:')}")
            elif kind in {"flyer", "card"}:
                quotation = re.fullmatch(QUOTED, added)
                if quotation is None or not stands_in(kind, quotation[1]):
                    found.append(f"not on the {kind}: {added}")
            else:
                found += [
                    f"on neither source: {quotation}"
                    for quotation in QUOTED.findall(added)
                    if not any(stands_in(source, quotation) for source in SOURCES)
                ]
    return found


@pytest.mark.parametrize("section", BOOK.sections, ids=lambda section: section.title)
def test_every_statement_has_one_source_and_what_it_quotes_stands_there(section: Section) -> None:
    assert faults(section) == []


def quotations() -> list[tuple[str, str]]:
    """Each quotation of the page with the source that it is from."""
    return [
        (kind, added.strip('"'))
        for section in BOOK.sections
        for passage in section.passages
        for _, kind, added in statements(passage)
        if kind in {"flyer", "card"}
    ]


def test_a_quotation_altered_by_any_one_word_stands_nowhere() -> None:
    found = quotations()
    assert len(found) > 35
    for source, quotation in found:
        told = words(quotation)
        assert len(told) >= RUN
        for place in range(len(told)):
            altered = " ".join([*told[:place], "kite", *told[place + 1 :]])
            assert not stands_in(source, altered), altered


def test_a_quotation_stands_in_its_own_source_only() -> None:
    for source, quotation in quotations():
        assert not stands_in("card" if source == "flyer" else "flyer", quotation), quotation


@each_row(
    ("text", "found"),
    [
        ("Up is up [house].", []),
        ("Up is up [house]. Down is down [2e].", []),
        ('It strikes [flyer: "the amount that strikes the hull"].', []),
        ('It rolls 20 [flyer: "a roll of [5,5,0] is 20"].', []),
        ("Up is up.", ["no mark: Up is up"]),
        ("Up is up [house]. Down is down.", ["no mark: Down is down"]),
        ("Up is up [house] [2e].", ["no statement before the mark 2e: Up is up [house] [2e]."]),
        ('It strikes [flyer: "the amount which strikes the hull"].', None),
        ('It strikes [card: "the amount that strikes the hull"].', None),
        ('It strikes [flyer: "the amount that"].', None),  # too short to be looked up
        ("It strikes [flyer: the amount that strikes the hull].", None),
        ("It strikes [flyer].", None),
        ('Up is up [house: the card says "Add vectors in the same hexagon"].', []),
        ('Up is up [house: the card says "up is always up"].', ["on neither source: up is always up"]),
        ("Up [flyers].", ["no mark: Up [flyers]"]),
    ],
)
def test_a_statement_without_a_source_is_found(text: str, found: list[str] | None) -> None:
    told = faults(Section(number="1", heading="Sky", passages=(Passage("", text),)))
    assert told == found if found is not None else told[0].startswith("not on the")


def test_a_section_of_one_kind_marks_nothing_else() -> None:
    first, marked = Passage("", "This section is [house]."), Passage("-", "Up is up [2e].")
    assert faults(Section(number="1", heading="Sky", passages=(first, Passage("-", "Up is up.")))) == []
    assert faults(Section(number="1", heading="Sky", passages=(first, marked))) == ["- Up is up [2e]."]


#: A section cited, and the mark behind it: `sits rules 7, house`, `sits rules 9 (house, after the second edition)`.
CITATION: Final = re.compile(
    rf"sits rules ({CITED})(?:,? ?\(?(house|2e|after the second edition)|[^();]*\((house|2e|after the second edition))?"
)


def cited(text: str) -> Iterator[tuple[str, str]]:
    """Each section that a text cites, with the mark that it gives it; empty for none."""
    for found in CITATION.finditer(text):
        yield found[1], (found[2] or found[3] or "").replace("after the second edition", "2e")


def kinds(section: Section) -> set[str]:
    """The kinds of mark that a section, or the parts of it that are cited, has."""
    return {whole(section)} - {""} or {mark[1] for each in section.passages for mark in MARK.finditer(each.text)}


def contradictions(text: str) -> list[str]:
    """Where a text gives a section another mark than the page does, or none where nothing of it is printed."""
    found = []
    for numbers, mark in cited(text):
        has = set[str]().union(*map(kinds, BOOK.find(numbers)))
        if mark and mark not in has:
            found.append(f"sits rules {numbers} is said to be {mark}, and the page has {sorted(has)}")
        if not mark and len(has) == 1 and has <= {"house", "2e"}:
            found.append(f"sits rules {numbers} is {has.pop()} on the page: {text}")
    return found


def told_by(path: Path) -> Iterator[str]:
    """The texts that a file tells players, which are all of its strings but docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    joined = {id(part) for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for part in each.values}
    for each in ast.walk(tree):
        if id(each) in docs or id(each) in joined:
            continue
        if isinstance(each, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in each.values)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def test_explanations_and_sums_give_a_section_no_mark_but_the_pages() -> None:
    rooms = ("sits_es/rules/sits", "sits_es/space", "commands/sits")
    paths = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    told = [text for path in paths for text in told_by(path) if "sits rules " in text]
    assert len(told) > 40
    assert [fault for text in told for fault in contradictions(text)] == []


@each_row(
    ("text", "found"),
    [
        ("card; sits rules 7", 0),
        ("sits rules 9 (house)", 0),
        ("sits rules 9 (house, after the second edition)", 0),
        ("the shot slid (sits rules 4, house)", 0),
        ("sits rules 9", 1),  # all of it is ours
        ("sits rules 8.7 (2e)", 1),  # house, not the second edition's
        ("sits rules 8.6 (house)", 0),
        ("sits rules 5.4 (house)", 1),  # printed on the card
    ],
)
def test_a_mark_that_contradicts_the_page_is_found(text: str, found: int) -> None:
    assert len(contradictions(text)) == found
