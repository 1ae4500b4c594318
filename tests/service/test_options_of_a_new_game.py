"""A new game may be played by other options than its scenario's: they take their place in its text."""

from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.service.scenario import with_options
from tests.shared.rows import each_row


@each_row(
    ("text", "options", "made"),
    [
        ("a = 1\n", ["b=c"], 'a = 1\n[options]\nb = "c"\n'),
        ("a = 1", ["b=true"], "a = 1\n[options]\nb = true\n"),
        ('[options]\nb = "d"\nc = 2\n[e]\nb = 3\n', ["b=c"], '[options]\nb = "c"\nc = 2\n[e]\nb = 3\n'),
        ("[options] # said\n", ["b=12", "c=in turn"], '[options] # said\nc = "in turn"\nb = 12\n'),
        ("[options]\nb = 1\n", ["b=2", "b=3"], "[options]\nb = 3\n"),
        ("a = 1\n", [], "a = 1\n"),
    ],
)
def test_an_option_takes_the_place_of_the_scenarios(text: str, options: list[str], made: str) -> None:
    assert with_options(text, options) == made


@each_row("option", ["sidewall", "=stops", "side wall=stops", "a=\n"])
def test_what_is_no_option_is_refused(option: str) -> None:
    with pytest.raises(UnreadableError, match=r" is not an option\. Write NAME=VALUE\.$"):
        with_options("", [option])
