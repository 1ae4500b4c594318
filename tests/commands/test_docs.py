"""sits docs: the documentation, for whoever has nothing but the installed program."""

from __future__ import annotations

import tomllib
from itertools import chain

import pytest
from rich.cells import cell_len

from commands.stream import IN_ASCII
from sits_es.rules import system_names
from sits_es.service.catalogue import families
from sits_es.service.documentation import GENERAL, find_page, page_name, pages
from tests.readme import PAGES, README, ROOT
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row

NAMES = [page.name for page in pages()]


def test_every_page_that_lies_there_is_listed_once() -> None:
    files = sorted(ROOT.glob("sits_es/docs/*.md"))
    general = [*chain(*GENERAL.values())]
    assert sorted(general) == [file.stem for file in files]
    guides = [name for name in system_names() if (ROOT / "sits_es/rules" / name / "guide.md").is_file()]
    made = [f"events-{family}" for family in families()]
    assert sorted([*map(page_name, general), *guides, *made]) == sorted(NAMES)
    assert len(PAGES) == len(NAMES) - len(made)


def test_the_pages_travel_with_the_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["setuptools"]["package-data"]["sits_es"]
    travels = {file for pattern in shipped for file in (ROOT / "sits_es").glob(pattern)}
    assert {*PAGES, *ROOT.glob("sits_es/rules/*/orders/help.toml")} <= travels


def test_readme_links_every_page() -> None:
    text = README.read_text(encoding="utf-8")
    assert [page for page in PAGES if f"]({page.relative_to(ROOT)})" not in text] == []
    assert len(text.splitlines()) < 250


def test_without_a_page_all_are_listed(sits: Sits) -> None:
    told = sits("docs")
    assert told.code == 0
    assert told.out.startswith("Documentation ──")
    assert "\n  mail             Friends who live far apart can play by mail in three ways.\n" in told.out
    assert told.out.endswith("\n\nRead one: sits docs first-turn. For help with a command: sits COMMAND --help\n")
    assert [page.name for page in pages() if f"\n  {page.name}  " not in told.out] == []
    assert all(page.about.endswith((".", "?")) and len(page.about) < 180 for page in pages())


@pytest.mark.parametrize("asked", [("first-turn",), ("first", "turn"), ("First turn",), ("first_turn",), ("first",)])
def test_a_page_may_be_called_in_several_ways(asked: tuple[str, ...], sits: Sits) -> None:
    assert sits("docs", *asked).out.startswith("# A first turn\n\nFrom nothing to a played segment")


def test_a_page_that_is_not_there_is_answered_with_those_that_are(sits: Sits) -> None:
    told = sits("docs", "mial")
    assert (told.code, told.out) == (1, "")
    assert told.err == f"There is no page mial. Did you mean mail? Pages: {', '.join(NAMES)}.\n"
    assert sits("docs", "s").err.startswith("There is no page s. ")


@each_row("name", NAMES)
def test_a_page_goes_into_a_pipe_as_it_is_but_for_what_only_tests_need(sits: Sits, name: str) -> None:
    page, told = find_page([name]), sits("docs", name)
    assert (told.code, told.err, told.out) == (0, "", page.shown)
    assert "<!--" not in told.out
    assert ".md)" not in told.out


def test_a_link_to_another_page_says_how_to_read_it(sits: Sits) -> None:
    assert "Games by mail (`sits docs mail`)." in sits("docs", "first-turn").out


@each_row("name", NAMES)
def test_a_page_is_set_out_to_the_width_of_the_terminal(sits: Sits, name: str) -> None:
    for width in (40, 80, 120):
        told = sits("docs", name, "--width", str(width))
        assert (told.code, told.err) == (0, "")
        assert max(map(cell_len, told.out.splitlines())) <= width
        assert told.out.split(" ─")[0].replace("\n", " ").strip() in find_page([name]).title.replace("`", "")


@each_row("name", NAMES)
def test_every_sign_of_a_page_has_one_of_ascii(sits: Sits, name: str) -> None:
    told = sits("docs", name, "--ascii").out
    assert told == find_page([name]).shown.translate(IN_ASCII)
    assert told.isascii()
    assert sits("docs", name, "--ascii", "--width", "80").out.isascii()


def test_what_is_typed_and_what_is_answered_stand_as_they_are(sits: Sits) -> None:
    told = sits("docs", "sums", "--width", "80").out
    assert "\n$ sits calc consolidate 14F 3B 6+ 10D 2- 4A 2C\n4A 3B 2C 10D 14F 6+ 2- comes to 6F 3E 4+.\n" in told
    assert "```" not in told


def test_json_has_the_same(sits: Sits) -> None:
    assert [page["page"] for page in sits("docs", "--json").json] == NAMES
    (page,) = sits("docs", "ways", "out", "--json").json
    assert (page["title"], page["text"]) == ("Ways out", find_page(["ways-out"]).shown)
