"""Parse tables made beforehand give the parser that the grammar gives, and are left alone where they are of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

import sits_es.rules
from sits_es.events import Event
from sits_es.orders.language import Language, grammar_of, load_tables, made_of, parser_of, stamp_of
from sits_es.rules import system
from tests.order_tables import kept, tables_of
from tests.shared.order_samples import RAFTS, SLOOPS
from tests.shared.rows import each_row
from tests.shared.sfb_order_lines import LINES as SFB_LINES
from tests.shared.sits_order_lines import BREAK_LINES
from tests.shared.sits_order_lines import LINES as SITS_LINES
from tests.shared.starwars_order_lines import LINES as STAR_WARS_LINES
from tests.shared.xwing_order_lines import LINES as XWING_LINES

#: Orders as players write them, by rule system: the one list of a system that a new form is put in.
OF_SYSTEM: Mapping[str, Sequence[tuple[str, Event]]] = {
    "sits": (*SITS_LINES, *BREAK_LINES),
    "sfb": SFB_LINES,
    "starwars": STAR_WARS_LINES,
    "xwing": XWING_LINES,
}
LINES = sorted(
    {
        line.split("#")[0].strip()
        for file in Path(sits_es.rules.__file__).parent.rglob("*.orders")
        for line in file.read_text(encoding="utf-8").splitlines()
    }
)
#: As lines of a file, and as orders by themselves.
LINES += [*(f"1 {line}" for line, _ in SITS_LINES), *(f"F: {line}" for line, _ in OF_SYSTEM["sits"])]
LINES += [*(f"impulse 5 {line}" for line, _ in SFB_LINES), *(line for line, _ in SFB_LINES)]
LINES += [*(line for line, _ in STAR_WARS_LINES), *(f"Hawk: {line}" for line, _ in STAR_WARS_LINES)]
LINES += [*(line for line, _ in XWING_LINES), *(f"Kestrel: {line}" for line, _ in XWING_LINES)]
BROKEN = (
    "",
    "1",
    "1 thrust",
    "thrust 4",
    "9 thrust 4",
    "1 fire",
    "break thrust 1",
    "ship",
    '1 fire "x',
    "1 %",
    "1-8 4",
)


def course_of(parser: Lark, text: str, start: str) -> list[Any]:
    """Each word of a line with what could have stood there, and what comes of the line."""
    machine = parser.parse_interactive(text, start=start)
    found: list[Any] = [set(machine.accepts())]  # type: ignore[no-untyped-call]
    try:
        found.extend((token.type, str(token), set(machine.accepts())) for token in machine.iter_parse())  # type: ignore[no-untyped-call]
        found.append(machine.feed_eof())  # type: ignore[no-untyped-call]
    except (UnexpectedCharacters, UnexpectedToken) as fault:
        found.append((type(fault), fault.pos_in_stream))
    return found


@each_row("name", kept())
def test_every_form_of_order_has_a_line(name: str) -> None:
    lacking = {*system(name).language.forms} - {type(form) for _, form in OF_SYSTEM[name]}
    assert not lacking, f"Write a line of each in tests/shared/{name.removesuffix('_n3d')}_order_lines.py."


@each_row("name", kept())
def test_the_tables_that_are_kept_are_of_the_grammar_as_it_is(name: str) -> None:
    grammar = grammar_of(system(name).language)
    # another Lark leaves them alone; the grammar must be this one
    assert kept()[name].read_bytes()[:64] == stamp_of(grammar)[:64], "Write them: python -m tests.order_tables"


@each_row("name", kept())
def test_the_tables_that_are_kept_read_every_line_as_the_grammar_does(name: str) -> None:
    language = system(name).language
    grammar = grammar_of(language)
    _, _, tables = language.tables().partition(b"\n")
    ours, theirs = load_tables(stamp_of(grammar) + tables, grammar), made_of(language, grammar)
    assert ours is not None
    assert len(LINES) > 100
    read_well = 0
    for line in (*LINES, *BROKEN):
        for start in theirs.options.start:
            course = course_of(ours, line, start)
            assert course == course_of(theirs, line, start), line
            read_well += isinstance(course[-1], Tree)
    assert read_well > 100


@pytest.mark.parametrize("language", [SLOOPS, RAFTS])
def test_tables_of_another_grammar_or_of_another_lark_are_left_alone(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    grammar = grammar_of(language)
    tables = tables_of(language)
    assert load_tables(tables, grammar) is not None
    assert load_tables(tables, grammar + "\n") is None
    assert load_tables(b"", grammar) is None
    monkeypatch.setattr("lark.__version__", "0.1")
    assert load_tables(tables, grammar) is None


def test_a_language_without_tables_is_read_from_its_grammar() -> None:
    assert SLOOPS.tables() == b""
    assert isinstance(parser_of(SLOOPS).parse("game x", start="line"), Tree | Token)
