import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.sentences import (
    article,
    counted,
    either,
    first_sentence,
    lasting,
    listed,
    nearest,
    one_line,
    owe,
    quoted,
    size_in_words,
    unknown,
    unknown_characters,
    unstorable,
    without_full_stop,
)
from tests.shared.rows import each_row


@each_row(
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


@pytest.mark.parametrize(("hours", "words"), [(1, "1 hour"), (24, "1 day"), (36, "36 hours"), (240, "10 days")])
def test_a_time_in_whole_days_is_said_in_days(hours: int, words: str) -> None:
    assert lasting(hours) == words


@pytest.mark.parametrize(
    ("words", "text"),
    [((), "none"), (("port",), "port"), (("port", "aft"), "port and aft"), (("a", "b", "c"), "a, b and c")],
)
def test_words_make_a_list(words: tuple[str, ...], text: str) -> None:
    assert listed(words) == text


def test_one_owes_and_several_owe() -> None:
    assert owe(("red",)) == "red owes"
    assert owe(("blue", "red")) == "blue and red owe"


def test_a_text_of_several_lines_and_with_control_characters_becomes_one_line() -> None:
    assert one_line("  Red\nwins\x1b[31m\t at last ") == "Red wins [31m at last"


@given(st.text())
def test_one_line_is_every_printable_mark_with_single_spaces_between_words(text: str) -> None:
    assert one_line(text) == " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())


def test_a_text_loses_its_full_stop_to_stand_at_the_end_of_another() -> None:
    assert without_full_stop("It exploded.\n") == "It exploded"


def test_words_in_a_sentence_are_short_harmless_and_hold_no_secret() -> None:
    assert quoted("Sirus") == '"Sirus"'
    assert quoted("a\nb\x07") == '"a b\N{REPLACEMENT CHARACTER}"'
    assert quoted("x" * 41) == '"' + "x" * 37 + '..."'
    assert quoted("0" * 40) == '"' + "*" * 40 + '"'


@each_row(
    ("name", "meant"),
    [
        ("Sirus", "Sirius"),
        ("sirius", "Sirius"),
        ("FEARLES", "Fearless"),
        ("\u0405irius", "Sirius"),  # a Cyrillic letter that looks like S
        ("xyzzy", None),
        ("S" * 10_000, None),
    ],
)
def test_the_nearest_name_is_the_one_most_alike(name: str, meant: str | None) -> None:
    assert nearest(name, ["Fearless", "Sirius"]) == meant


def test_of_names_that_differ_in_case_alone_the_first_is_the_nearest() -> None:
    assert nearest("aBC", ["abc", "ABC"]) == "abc"
    assert nearest("abd", []) is None


@pytest.mark.parametrize(
    ("said", "known", "kinds", "sentence"),
    [
        ("Sirus", ["Fearless", "Sirius"], "", "There is no box Sirus. Did you mean Sirius? Boxs: Fearless, Sirius."),
        ("bow", ["Fearless"], "boxes", "There is no box bow. Boxes: Fearless."),
        ("bow port", [], "boxes", 'There is no box "bow port". There are no boxes.'),
        (
            "F\u0435arless",
            ["Fearless"],
            "boxes",
            (
                'There is no box F\u0435arless. Did you mean Fearless? The text holds "\u0435" (cyrillic small letter '
                "ie). Boxes: Fearless."
            ),
        ),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_and_all_known_ones(
    said: str, known: list[str], kinds: str, sentence: str
) -> None:
    assert unknown("box", said, known, kinds) == sentence


def test_a_character_that_is_not_plain_is_named() -> None:
    assert unknown_characters("3\u20134") == 'The text holds "\u2013" (en dash).'
    assert unknown_characters("a\u200bb") == "The text holds zero width space."
    assert unknown_characters("a\ue000b") == "The text holds u+e000."
    assert unknown_characters("plain") == ""


@given(st.text(max_size=70), st.lists(st.text(max_size=10), max_size=5))
def test_any_name_has_an_answer(name: str, known: list[str]) -> None:
    found = nearest(name, known)
    assert found is None or found in known
    assert unknown("ship", name, known).startswith("There is no ship ")


def test_words_of_which_one_is_meant() -> None:
    assert [either(each) for each in ((), ("port",), ("port", "aft"), (1, 2, 3))] == [
        "",
        "port",
        "port or aft",
        "1, 2 or 3",
    ]


def test_a_first_sentence_may_go_over_several_lines() -> None:
    assert first_sentence("Speed 2.5 is\n  kept. No more.") == "Speed 2.5 is kept."


@each_row(
    ("word", "words"),
    [("ship", "a ship"), ("impulse", "an impulse"), ("unit", "a unit"), ("entry", "an entry"), ("umpire", "an umpire")],
)
def test_a_word_stands_with_its_article(word: str, words: str) -> None:
    assert article(word) == words


@each_row(
    ("size", "words"),
    [
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1 kB"),
        (60_600, "61 kB"),
        (1_340_000, "1.3 MB"),
        (52_460_000_000, "52.5 GB"),
    ],
)
def test_a_size_is_said_in_words(size: int, words: str) -> None:
    assert size_in_words(size) == words


DEVICE = "it is the name of a device there"
ENDING = "it ends with a dot or a space"
SIGN = 'it holds one of < > : " / \\ | ? * or an invisible character'


@each_row(
    ("name", "why"),
    [
        *(
            (name, DEVICE)
            for name in ("CON", "con", "Prn", "AUX", "nul", "COM1", "lpt9", "COM0", "com\u00b2", "CONIN$")
        ),
        *((name, DEVICE) for name in ("nul.txt", "con.orders", "Aux.tar.gz", "con .txt", "CONIN$")),
        *((name, ENDING) for name in ("friday.", "friday ", "...")),
        *((f"a{sign}b", SIGN) for sign in '<>:"/\\|?*\t\x00\x7f'),
        *((name, None) for name in ("friday", "console", "COM10", "nul-2", "a.con", ".orders", "Zo\u00eb", "1.2 x")),
    ],
)
def test_what_windows_can_not_store_is_told_and_why(name: str, why: str | None) -> None:
    assert unstorable(name) == (None if why is None else f"Windows can't store {quoted(name)}: {why}.")
