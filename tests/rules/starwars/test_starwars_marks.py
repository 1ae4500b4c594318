"""Every statement of the rules says whose it is: the printed page's, the base game's, or decided for this program."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sits_es.rules.rulebook import Rulebook, read, rulebook_of
from tests.shared.rows import each_row

#: Sections of what the printed page says, where only what it does not say has a mark.
PRINTED = ("Range bands", "Fly", "Stacking", "Gain the Advantage", "Terrain")
#: What a section begins with that is house as a whole.
ALL_HOUSE = "This section is [house]."
MARK = re.compile(r"\(base game\b|\[house\b")


def unmarked(book: Rulebook) -> Iterator[str]:
    """The sentences of all items that say neither base game nor house."""
    for section in book.sections:
        if section.heading in PRINTED or any(passage.text == ALL_HOUSE for passage in section.passages):
            continue
        for passage in section.passages:
            sentences = re.split(r"(?<=\.) (?=[A-Z])", passage.text) if passage.mark else []
            yield from (each for each in sentences if not MARK.search(each))


def test_every_statement_beyond_the_printed_page_is_marked_as_base_game_or_house() -> None:
    assert list(unmarked(rulebook_of("starwars"))) == []


def test_the_page_says_in_which_sections_a_statement_without_a_mark_is_printed() -> None:
    *others, last = PRINTED
    said = f"In {', '.join(others)} and {last}, unmarked rules come from the printed page."
    assert said in " ".join(passage.text for passage in rulebook_of("starwars").about)
    assert {*PRINTED} <= {section.heading for section in rulebook_of("starwars").sections}


@each_row(
    ("item", "faults"),
    [
        ("Dice are thrown (base game).", []),
        ("Dice are thrown (base game: once), by whoever asks [house: aloud].", []),
        ("Dice are thrown. They lie [house].", ["Dice are thrown."]),
        ("Dice of the base game are thrown in the house.", ["Dice of the base game are thrown in the house."]),
    ],
)
def test_a_statement_without_a_mark_would_be_noticed(item: str, faults: list[str]) -> None:
    assert list(unmarked(read(f"# A\n\n## Dice\n\n- {item}\n"))) == faults
    for text in (f"## Fly\n\n- {item}\n", f"## Dice\n\n{ALL_HOUSE}\n\n- {item}\n"):
        assert list(unmarked(read(f"# A\n\n{text}"))) == []
