import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.sentences import counted, listed, one_line, unstopped


@pytest.mark.parametrize(
    ("number", "word", "words"),
    [
        (1, "salvo", "1 salvo"),
        (3, "salvo", "3 salvoes"),
        (0, "point", "0 points"),
        (2, "hex", "2 hexes"),
        (2, "forward-energy-torpedo", "2 forward-energy-torpedoes"),
        (-1, "level", "-1 levels"),
    ],
)
def test_a_number_stands_with_its_word(number: int, word: str, words: str) -> None:
    assert counted(number, word) == words


@pytest.mark.parametrize(
    ("words", "text"),
    [((), "none"), (("port",), "port"), (("port", "aft"), "port and aft"), (("a", "b", "c"), "a, b and c")],
)
def test_words_make_a_list(words: tuple[str, ...], text: str) -> None:
    assert listed(words) == text


def test_a_text_of_several_lines_and_with_control_characters_becomes_one_line() -> None:
    assert one_line("  Red\nwins\x1b[31m\t at last ") == "Red wins [31m at last"


@given(st.text())
def test_one_line_is_every_printable_mark_with_single_spaces_between_words(text: str) -> None:
    assert one_line(text) == " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())


def test_a_text_loses_its_full_stop_to_stand_at_the_end_of_another() -> None:
    assert unstopped("It exploded.\n") == "It exploded"
