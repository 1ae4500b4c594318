"""What the documentation says of the stepper is so: its screens, its keys."""

from __future__ import annotations

import re

from commands.watch.widgets import KEYS
from sits_es.service.documentation import find_page
from tests.commands.watch.conftest import Driven
from tests.shared.played_demos import played_folder

PAGE = find_page(["watch"]).text

#: A screen that the page shows: of which game, after which keys.
WATCHED = re.compile(r"(?ms)^<!-- watched: (\w+) ([^\n]*) -->\n```text\n(.*?)\n```$")


def test_a_screen_that_the_page_shows_is_what_is_seen() -> None:
    shown = WATCHED.findall(PAGE)
    assert len(shown) == PAGE.count("<!-- watched:") == 1
    for game, keys, screen in shown:
        assert Driven(played_folder(game)).screen(game, *keys.split()) == screen


def test_the_page_has_every_key_and_says_of_it_what_the_program_says() -> None:
    """A row has several keys where they differ in a word or two; its words are theirs, with `or` between them."""
    section = PAGE.split("## Keys")[1].split("## ")[0]
    rows = [(re.findall("`([^`]+)`", keys), does) for keys, does in re.findall(r"(?m)^\| (`.*`) \| (.*) \|$", section)]
    known = {key: does for keys in KEYS.values() for key, (_, does) in keys.items()}
    assert sorted(key for keys, _ in rows for key in keys) == sorted(known)
    for keys, does in rows:
        assert (does == known[keys[0]]) if len(keys) == 1 else words(does) == words(*(known[key] for key in keys))


def words(*texts: str) -> set[str]:
    """The words of texts, but for `or`."""
    return {*re.findall(r"\w+", " ".join(texts))} - {"or"}
