from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.toml import ABSENT, KeyPath, Sheet, SheetFault, SheetFaults
from tests.shared.rows import each_row

CARD = """\
name = "Warden"
speed = 4
sides = ["port", "aft"]
colour = "red"
[beam]
size = 20
factor = 0.10
"""


def read(text: str, source: str = "card.toml") -> Sheet:
    """Read a card of six keys, by every kind."""
    sheet = Sheet.read(text, source)
    sheet.table((), ("name", "speed", "sides", "colour", "beam"))
    sheet.text(("name",), "Warden")
    sheet.whole(("speed",), 1, 9)
    sheet.many(("sides",), '["port"]')
    sheet.choice(("colour",), ("red", "blue"))
    sheet.table(("beam",), ("size", "factor"))
    sheet.whole(("beam", "size"), 10)
    return sheet


def faults(text: str) -> tuple[str, ...]:
    sheet = read(text)
    with pytest.raises(SheetFaults) as refusal:
        sheet.refuse()
    return refusal.value.problems


def test_values_are_read_by_place_and_decimals_are_exact() -> None:
    sheet = read(CARD)
    sheet.refuse()
    assert sheet.text(("name",), "x") == "Warden"
    assert sheet.whole(("speed",), 1, 9) == 4
    assert sheet.many(("sides",), "x") == ("port", "aft")
    assert sheet.choice(("colour",), ("red", "blue")) == "red"
    assert sheet.get(("sides", 1)) == "aft"
    assert str(sheet.get(("beam", "factor"))) == "0.10"
    assert sheet.get(("beam", "arc", "first")) is ABSENT
    assert sheet.get(("name", "first")) is ABSENT


@each_row(
    ("old", "new", "said"),
    [
        ("speed = 4", "speed = 10", "2: speed: 10 is out of range. Write a whole number from 1 to 9."),
        ("speed = 4", "speed = 0", "2: speed: 0 is out of range. Write a whole number from 1 to 9."),
        (
            "speed = 4",
            f"speed = 0x{'f' * 5000}",
            "2: speed: a number of more than 18 digits is out of range. Write a whole number from 1 to 9.",
        ),
        ("speed = 4", "speed = true", "2: speed: true is not a whole number. Write a whole number from 1 to 9."),
        ("size = 20", "size = 9", "6: beam.size: 9 is out of range. Write a whole number from 10 up."),
        ("size = 20", "", "5: beam.size: it is missing. Write a whole number from 10 up."),
        ('"Warden"', "3", '1: name: 3 is not a text. Write a text in quotes, such as "Warden".'),
        ('"red"', "[1]", "4: colour: a list is not one of them. Write one of red, blue, in quotes."),
        ('colour = "red"\n', "", "1: colour: it is missing. Write one of red, blue, in quotes."),
        ('["port", "aft"]', "{}", '3: sides: a table is not a list. Write one, such as ["port"].'),
        (
            "speed = 4",
            "speed = 4\nspede = 4",
            "3: spede: There is no key spede. Did you mean speed? Keys: name, speed, sides, colour, beam.",
        ),
        (
            "factor = 0.10",
            "factor = 0.10\n[baem.arc]",
            "8: baem: There is no key baem. Did you mean beam? Keys: name, speed, sides, colour, beam.",
        ),
        ("factor", "faktor", "7: beam.faktor: There is no key faktor. Did you mean factor? Keys: size, factor."),
    ],
)
def test_a_fault_is_named_by_line_and_key_with_what_is_allowed(old: str, new: str, said: str) -> None:
    assert old in CARD
    assert faults(CARD.replace(old, new)) == (f"card.toml:{said}",)


def test_a_value_where_a_table_belongs_is_told_once_with_what_was_missing_in_it() -> None:
    assert faults(CARD.split("[beam]", maxsplit=1)[0] + "beam = 2020-02-02") == (
        "card.toml:5: beam: 2020-02-02 is not a table. Write keys and their values under [beam].",
        "card.toml:5: beam.size: it is missing. Write a whole number from 10 up.",
    )


def test_every_fault_comes_at_once_in_order_of_line() -> None:
    assert [problem.split(":")[1] for problem in faults("beam = {}\nspeed = 0\nsides = 1\nname = 2\nx = 3")] == (
        ["1", "1", "2", "3", "4", "5"]
    )


def test_data_that_never_stood_in_a_file_have_faults_without_a_line() -> None:
    sheet = Sheet("A card", {"speed": None})
    sheet.whole(("speed",), 1, 9)
    with pytest.raises(UnreadableError) as refusal:
        sheet.refuse()
    assert str(refusal.value) == "A card: speed: None is not a whole number. Write a whole number from 1 to 9."


def test_a_file_from_another_system_reads_alike_and_its_lines_are_the_same() -> None:
    sheet = read("\ufeff" + CARD.replace("\n", "\r\n"))
    assert (sheet.data, sheet.lines()) == (read(CARD).data, read(CARD).lines())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name "Warden"', "1: This is not TOML at column 6: Expected '=' after a key in a key/value pair."),
        ("a = 1\nb = [1,\n\n", "2: This is not TOML: Invalid value."),
    ],
)
def test_text_that_is_not_toml_is_refused_by_its_line(text: str, said: str) -> None:
    with pytest.raises(SheetFaults) as refusal:
        Sheet.read(text, "card.toml")
    rule = "Write key = value, texts in quotes, lists in square brackets."
    assert refusal.value.problems == (f"card.toml:{said} {rule}",)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = [70 53, 35]", "1: This is not TOML at column 9"),
        ("a = [70, 53\nb = [35]", "2: This is not TOML at column 1"),
    ],
)
def test_a_list_without_a_comma_or_its_end_is_told_what_belongs_there(text: str, place: str) -> None:
    with pytest.raises(SheetFaults) as refusal:
        Sheet.read(text, "card.toml")
    rule = "Put a comma after each entry of a list, and ] after the last."
    assert refusal.value.problems == (f"card.toml:{place}: Unclosed array. {rule}",)


@each_row("depth", [50, 400, 5000])
@each_row("parts", [("x = ", "[", "]"), ("x = ", "{a=", "}"), ("x", ".a", " = ")])
def test_what_stands_too_deep_to_read_is_refused(parts: tuple[str, str, str], depth: int) -> None:
    before, opening, closing = parts
    text = before + opening * depth + (closing if closing == " = " else "") + "1"
    text += closing * depth if closing != " = " else ""
    with pytest.raises(SheetFaults) as refusal:
        Sheet.read(text, "card.toml")
    assert refusal.value.problems == ("card.toml:1: Lists or tables are nested too deep to read. Use fewer levels.",)


texts = st.text("ab \n\x1b\u200b\"'", max_size=5)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | texts | st.decimals(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
paths: st.SearchStrategy[KeyPath] = st.lists(st.sampled_from(["a", "b"]), max_size=3).map(tuple)


@given(data=st.dictionaries(st.sampled_from(["a", "b"]), values), path=paths)
def test_any_value_is_taken_as_what_it_is_or_answered_in_words(data: dict[str, Any], path: KeyPath) -> None:
    sheet = Sheet("A card", data)
    found = sheet.get(path)
    asked = {
        int: sheet.whole(path, -9),
        str: sheet.text(path, "x"),
        tuple: sheet.many(path, "[1]"),
        dict: sheet.table(path),
    }
    kind = tuple if isinstance(found, list) else type(found)
    if kind in asked and found is not ABSENT and not (kind is int and found < -9):
        assert asked[kind] == (tuple(found) if kind is tuple else found)
    with pytest.raises(SheetFaults) as refusal:  # whatever it is, it isn't all of them
        sheet.refuse()
    assert all(fault.path == path and fault.message.isprintable() for fault in refusal.value.faults)


def test_decimals_of_any_size_are_read_or_refused() -> None:
    assert Sheet.read("a = 1e400", "card.toml").data == {"a": Decimal("1e400")}
    with pytest.raises(SheetFaults):
        Sheet.read(f"a = 1e{'9' * 30}", "card.toml")


def test_a_number_that_no_program_reads_is_told_in_plain_words() -> None:
    with pytest.raises(SheetFaults) as refusal:
        Sheet.read(f"a = 1\nb = {'9' * 5000}\n", "a.toml")
    assert refusal.value.problems == ("a.toml:2: This number has 5000 digits. Write a shorter one.",)


def test_faults_of_several_files_stand_file_by_file_in_order_of_line() -> None:
    places = (("b", 9), ("a", 5), ("b", 2), ("a", None))
    faults = SheetFaults(SheetFault(source, line, (), "is wrong.") for source, line in places)
    assert faults.problems == ("b:2: is wrong.", "b:9: is wrong.", "a: is wrong.", "a:5: is wrong.")


@each_row(
    ("title", "said"),
    [
        ("x" * 100, None),
        ("x" * 101, "The text has 101 characters; it may have at most 100."),
        ("Über den Wolken \u2013 a \u201cduel\u201d", None),
        ("a\u202eduel", "The text holds an invisible character."),
        ("a\u001b[31mduel", "The text holds an invisible character."),
        ("a\nduel", "The text holds an invisible character."),
        ("a\tduel", "The text holds an invisible character."),
    ],
)
def test_a_title_is_one_line_that_can_be_seen(title: str, said: str | None) -> None:
    sheet = Sheet("card.toml", {"title": title})
    assert sheet.title(("title",), "A duel") == title
    assert tuple(str(fault) for fault in _refused(sheet)) == ((f"card.toml: title: {said}",) if said else ())


@each_row(
    ("text", "said"),
    [
        ("", None),
        ("One line.\n\n\tAnother one.\r\nA third\u2028and a fourth.", None),
        ("x" * 10_000, None),
        ("x" * 10_001, "The text has 10,001 characters; it may have at most 10,000."),
        ("a\u202eduel", "The text holds an invisible character."),
        ("one\ntwo\u0007", "The text holds an invisible character."),
    ],
)
def test_prose_has_any_number_of_lines_that_can_be_seen(text: str, said: str | None) -> None:
    sheet = Sheet("card.toml", {"text": text})
    assert sheet.prose(("text",), "Two cruisers meet.") == text
    assert tuple(str(fault) for fault in _refused(sheet)) == ((f"card.toml: text: {said}",) if said else ())


def _refused(sheet: Sheet) -> tuple[SheetFault, ...]:
    try:
        sheet.refuse()
    except SheetFaults as refused:
        return refused.faults
    return ()
