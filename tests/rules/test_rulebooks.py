"""The rules as documents: how sections are found, and what there is where something can't be."""

from __future__ import annotations

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules import rulebook, system_names
from sits_es.rules.rulebook import Passage, Rulebook, rulebook_of, set_out
from tests.shared.rows import each_row

BOOK = rulebook.read("""# The game of kites

Written down `once`, and
**twice** read.

- a mark

## 1. Sky

Up is up.

## 2. Flying

A kite flies so:

1. Hold the
   line.
2. Run `into` the wind.
3. Let go.

That is all.

## 10. Flags

- of cloth
- of `A/B+` paper
""")

#: One whose sections go by their headings.
PLAIN = rulebook.read("# Stones\n\n## Gas cloud\n\nDim.\n\n## Gravity well and field\n\n1. Deep.\n\n## Gas\n\nThin.\n")

SECTIONS = "Sections: 1 Sky; 2 Flying; 10 Flags."


def told(asked: str, book: Rulebook = BOOK) -> list[str]:
    """Titles of the sections found, each with what stands before its passages."""
    return [f"{found.title}: {' '.join(each.mark or '_' for each in found.passages)}" for found in book.find(asked)]


def test_a_book_has_a_title_words_before_it_begins_and_sections() -> None:
    assert BOOK.title == "The game of kites"
    assert BOOK.about == (Passage("", "Written down once, and twice read."), Passage("-", "a mark"))
    assert [(each.number, each.heading, each.parts) for each in BOOK.sections] == [
        ("1", "Sky", ()),
        ("2", "Flying", ("2.1", "2.2", "2.3")),
        ("10", "Flags", ()),
    ]


@each_row(
    ("text", "shown"),
    [
        ("the window `A/B+`", "the window A/B+"),
        ("write `decoy 2 if launched at` there", 'write "decoy 2 if launched at" there'),
        ('with `sidewall = "stops"`', 'with sidewall = "stops"'),
        ("**not** so", "not so"),
        ("2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_signs_of_markdown_go_and_code_of_several_words_is_quoted(text: str, shown: str) -> None:
    (section,) = rulebook.read(f"# A\n\n## B\n\n{text}\n").sections
    assert [passage.text for passage in section.passages] == [shown]


def test_items_with_numbers_are_parts_of_a_section_with_a_number() -> None:
    (flying,) = BOOK.find("2")
    assert flying.passages == (
        Passage("", "A kite flies so:"),
        Passage("2.1", "Hold the line."),
        Passage("2.2", "Run into the wind."),
        Passage("2.3", "Let go."),
        Passage("", "That is all."),
    )
    assert PLAIN.sections[1].passages == (Passage("1.", "Deep."),)
    assert PLAIN.sections[1].parts == ()


@each_row(
    ("asked", "found"),
    [
        ("1", ["1. Sky: _"]),
        ("1.", ["1. Sky: _"]),
        ("2.3", ["2. Flying: 2.3"]),
        ("2.1 to 2.3", ["2. Flying: 2.1 2.2 2.3"]),
        ("2.1 and 2.3", ["2. Flying: 2.1 2.3"]),
        ("2.3 and 10", ["2. Flying: 2.3", "10. Flags: - -"]),
        ("1, 2.1 to 2.2 and 10", ["1. Sky: _", "2. Flying: 2.1 2.2", "10. Flags: - -"]),
        ("1 to 10", ["1. Sky: _", "2. Flying: _ 2.1 2.2 2.3 _", "10. Flags: - -"]),
        ("sky", ["1. Sky: _"]),
        ("  FLA ", ["10. Flags: - -"]),
    ],
)
def test_a_section_is_found_by_its_number_as_it_is_cited_or_by_its_heading(asked: str, found: list[str]) -> None:
    assert told(asked) == found


@each_row(
    ("asked", "found"),
    [
        ("gas", ["Gas: _"]),  # the whole heading before one that only begins so
        ("gas c", ["Gas cloud: _"]),
        ("well", ["Gravity well and field: 1."]),  # a word in it, where none begins so
        ("gravity well and field", ["Gravity well and field: 1."]),
    ],
)
def test_without_numbers_a_section_is_found_by_its_heading(asked: str, found: list[str]) -> None:
    assert told(asked, PLAIN) == found


@each_row(
    ("asked", "refused"),
    [
        ("3", f"The rules have no section 3. {SECTIONS}"),
        ("3.1", f"The rules have no section 3.1. {SECTIONS}"),
        ("2.4", "The rules have no section 2.4. Section 2. Flying has 2.1 to 2.3."),
        ("1.1", "The rules have no section 1.1. Section 1. Sky has no numbered parts."),
        ("2.1 to 2.9", "The rules have no section 2.9. Section 2. Flying has 2.1 to 2.3."),
        ("2.3 to 2.1", "2.3 to 2.1 is not a range of sections. Write a range such as 8.3 to 8.6, or 5 to 7."),
        ("2.3 to 10", "2.3 to 10 is not a range of sections. Write a range such as 8.3 to 8.6, or 5 to 7."),
        ("1 to 2.3", "1 to 2.3 is not a range of sections. Write a range such as 8.3 to 8.6, or 5 to 7."),
        ("ground", f'The rules have no section "ground". {SECTIONS}'),
        ("ky", f'The rules have no section "ky". {SECTIONS}'),
        ("(", f'The rules have no section "(". {SECTIONS}'),
        ("fl", '"fl" matches 2 sections: 2 Flying; 10 Flags. Write more of the heading.'),
    ],
)
def test_a_section_that_there_is_not_is_refused_with_those_there_are(asked: str, refused: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        BOOK.find(asked)
    assert str(refusal.value) == refused


def test_without_numbers_no_number_is_a_section() -> None:
    with pytest.raises(UnreadableError) as refusal:
        PLAIN.find("1")
    assert str(refusal.value) == 'The rules have no section "1". Sections: Gas cloud; Gravity well and field; Gas.'


def test_an_example_of_what_can_be_asked_is_a_part_or_a_number_or_a_heading() -> None:
    assert BOOK.example == "2.1"
    assert rulebook.read("# A\n\n## 7. B\n\nC.\n").example == "7"
    assert PLAIN.example == '"Gas cloud"'


def test_sections_stand_apart() -> None:
    blocks = list(set_out(BOOK.find("1 and 2.1 to 2.2")))
    assert [type(block).__name__ for block in blocks] == [
        *("Heading", "ReportLine"),
        *("ReportLine", "Heading", "ReportLine", "ReportLine", "ReportLine"),
    ]


def test_a_book_is_data_for_programs() -> None:
    (flags,) = BOOK.find("10")
    assert flags.as_json() == {"number": "10", "heading": "Flags", "text": "- of cloth\n- of A/B+ paper", "parts": []}
    (sky,) = PLAIN.find("gas c")
    assert sky.as_json() == {"number": None, "heading": "Gas cloud", "text": "Dim.", "parts": []}


def test_the_rules_of_sits_are_numbered_through_and_what_is_cited_has_parts() -> None:
    book = rulebook_of("sits")
    assert [section.number for section in book.sections] == [str(number) for number in range(1, 13)]
    assert {section.number: section.parts for section in book.sections if section.parts} == {
        "5": tuple(f"5.{step}" for step in range(1, 9)),
        "8": tuple(f"8.{item}" for item in range(1, 8)),
    }


@each_row("system", system_names())
def test_the_rules_of_every_system_come_along_in_plain_characters_and_every_heading_is_found(system: str) -> None:
    book = rulebook_of(system)
    assert len(book.sections) > 9
    assert any("[house]" in passage.text for passage in book.about)
    for section in book.sections:
        assert book.find(section.heading) == (section,)
        assert section.passages
        told = "".join(passage.told for passage in section.passages)
        assert told.isascii()
        assert "`" not in told
        assert "**" not in told


def test_a_system_without_a_document_brings_none() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        rulebook_of("sits.orders")
    assert str(refusal.value) == "The rule system sits.orders has no rules to read."
