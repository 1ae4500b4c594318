"""Lines are read by tables as Lark reads them by the grammar, and tables of another grammar are left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import lark
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

import sits_es.rules
from sits_es.events import Event
from sits_es.orders.language import Language, grammar_of, made_of, tables_of
from sits_es.orders.tables import Machine, ParseTables, StuckError, Token, Tree
from sits_es.rules import system
from tests.order_tables import kept, tables_written
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


#: What a word is cut from or stands between, and what no grammar has.
ODD = (
    "",
    " ",
    "x",
    "4",
    "-",
    "-4",
    "1.5",
    "3A",
    "B/C+",
    "A:",
    ":",
    ";",
    ",",
    '"',
    '"Old Hawk"',
    "#",
    "%",
    "É",
    "fires",
)


def course_of(tables: ParseTables, text: str, start: str) -> list[Any]:
    """Each word of a line with what could have stood there, and what comes of the line."""
    machine = Machine(tables, text, start)
    found: list[Any] = [machine.accepts()]
    try:
        found.extend((word.type, str(word), word.start_pos, machine.accepts()) for word in machine.read())
        return [*found, machine.result()]
    except StuckError as stuck:
        return [*found, stuck.position]


def course_of_lark(parser: Lark, text: str, start: str) -> list[Any]:
    """The same by Lark."""
    machine = parser.parse_interactive(text, start=start)
    found: list[Any] = [machine.accepts()]  # type: ignore[no-untyped-call]  # lark leaves it without types
    end = 0
    try:
        for word in machine.iter_parse():
            found.append((word.type, str(word), word.start_pos, machine.accepts()))  # type: ignore[no-untyped-call]
            end = word.end_pos or 0
    except (UnexpectedCharacters, UnexpectedToken) as fault:
        return [*found, fault.pos_in_stream]
    try:
        return [*found, tree_of_ours(machine.feed_eof())]  # type: ignore[no-untyped-call]
    except UnexpectedToken:
        return [*found, end]


def tree_of_ours(tree: lark.Tree[lark.Token]) -> Tree:
    """A tree of Lark's as ours."""
    return Tree(
        str(tree.data),
        [
            tree_of_ours(part)
            if isinstance(part, lark.Tree)
            else part
            if part is None
            else Token(part.type, str(part), part.start_pos or 0, part.end_pos or 0)
            for part in tree.children
        ],
    )


@cache
def lark_of(name: str) -> Lark:
    """What reads a system's language by its grammar."""
    language = system(name).language
    starts = [*tables_of(language).starts]
    return Lark(grammar_of(language), parser="lalr", start=starts, maybe_placeholders=True)


@each_row("name", kept())
def test_every_form_of_order_has_a_line(name: str) -> None:
    lacking = {*system(name).language.forms} - {type(form) for _, form in OF_SYSTEM[name]}
    assert not lacking, f"Write a line of each in tests/shared/{name.removesuffix('_n3d')}_order_lines.py."


@each_row("name", kept())
def test_the_tables_that_are_kept_are_those_of_the_grammar_as_it_is(name: str) -> None:
    assert kept()[name].read_bytes() == tables_written(system(name).language), (
        "Write them: python -m tests.order_tables"
    )


@each_row("name", kept())
def test_every_line_is_read_as_lark_reads_it(name: str) -> None:
    tables, parser = tables_of(system(name).language), lark_of(name)
    assert len(LINES) > 100
    read_well = 0
    for line in (*LINES, *BROKEN):
        for start in tables.starts:
            course = course_of(tables, line, start)
            assert course == course_of_lark(parser, line, start), line
            read_well += isinstance(course[-1], Tree)
    assert read_well > 100


@given(data=st.data())
def test_a_line_that_goes_on_in_any_way_is_read_as_lark_reads_it(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([*kept()]))
    tables = tables_of(system(name).language)
    line, words = data.draw(st.sampled_from(LINES)), st.sampled_from([*tables.words.values(), *ODD])
    line = line[: data.draw(st.integers(0, len(line)))] + data.draw(st.sampled_from(["", " "]))
    line += " ".join(data.draw(st.lists(words, max_size=4)))
    for start in tables.starts:
        assert course_of(tables, line, start) == course_of_lark(lark_of(name), line, start)


@each_row("language", [SLOOPS, RAFTS])
def test_tables_of_another_grammar_are_left_alone(language: Language) -> None:
    grammar, others = grammar_of(language), evolve(language, tables=lambda: tables_written(system("sits").language))
    assert language.tables() == b""
    assert tables_of(others) == tables_of(language) == made_of(language, grammar)
    assert tables_of(evolve(language, tables=lambda: tables_written(language))) == tables_of(language)
