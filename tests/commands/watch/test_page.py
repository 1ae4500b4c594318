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


def test_the_page_has_every_key() -> None:
    rows = re.findall(r"(?m)^\| `(.*)` \| (.*) \|$", PAGE)
    known = [(key, does) for keys in KEYS.values() for key, (_, does) in keys.items()]
    assert rows[: len(known)] == known
