import tomllib
from collections.abc import Iterator
from string import ascii_letters
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.toml.sheet import KeyPath, lines_of_values
from tests.shared.rows import each_row

Value = Any

TEXT = (
    '''\
name = "Heavy" # a comment with [brackets] and = signs
hull = [ 1, # one
  2,
  "], not the end", 3 ]
"a \\"b\\"".c = { d = """two
lines""", e = 'x' }
[mounts.port]
tubes = 4
[[ships]]
name = """"quoted""""
[ships.at]
q = 1
[[ships]]
name = '''
    "'''it's'''"
    """
note = ""
"""
)


@each_row(
    ("path", "line"),
    [
        ((), 1),
        (("name",), 1),
        (("hull",), 2),
        (("hull", 0), 2),
        (("hull", 1), 3),
        (("hull", 2), 4),
        (("hull", 3), 4),
        (('a "b"',), 5),
        (('a "b"', "c"), 5),
        (('a "b"', "c", "d"), 5),
        (('a "b"', "c", "e"), 6),
        (("mounts",), 7),
        (("mounts", "port"), 7),
        (("mounts", "port", "tubes"), 8),
        (("ships",), 9),
        (("ships", 0), 9),
        (("ships", 0, "name"), 10),
        (("ships", 0, "at"), 11),
        (("ships", 0, "at", "q"), 12),
        (("ships", 1), 13),
        (("ships", 1, "name"), 14),
        (("ships", 1, "note"), 15),
    ],
)
def test_every_value_has_the_line_on_which_it_stands(path: KeyPath, line: int) -> None:
    assert lines_of_values(TEXT)[path] == line


values = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text(ascii_letters + " #[]{}='", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(ascii_letters, min_size=1), inner, max_size=3),
    max_leaves=8,
)


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ",\n# [ a comment\n".join(_written(each) for each in value) + "\n]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{name}" = {_written(each)}' for name, each in value.items()) + " }"
    return str(value)


def _places(value: Value, path: KeyPath = ()) -> Iterator[KeyPath]:
    yield path
    entries: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in entries:
        yield from _places(each, (*path, step))


@settings(max_examples=60)
@given(st.dictionaries(st.text(ascii_letters, min_size=1), values, max_size=4))
def test_every_place_of_any_good_file_is_found_and_no_other(data: dict[str, Value]) -> None:
    text = "".join(f"{name} = {_written(value)}\n" for name, value in data.items())
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # a table in braces may not go over lines, which its lists here do
        return
    assert set(lines_of_values(text)) == set(_places(read))
