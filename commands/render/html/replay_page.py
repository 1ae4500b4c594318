"""A game as one file for a browser: everything in it, nothing from anywhere, and a script that checks the record."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from commands.render.html.reels import Reels, packed
from sits_es.sentences import typed, visible

#: The parts of the script, in the order in which they need each other.
_SCRIPTS: Final = ("sha256.js", "film.js", "shapes.js", "picture.js", "pane.js", "check.js", "page.js")


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def script() -> str:
    """The script of every page; nothing of a game is in it."""
    inside = "\n".join(map(_part, _SCRIPTS))
    return f'"use strict";\n(() => {{\n{inside}}})();\n'


def _policy(code: str) -> str:
    """What a browser lets the page do: run this script and no other, and load nothing."""
    digest = b64encode(sha256(code.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'"
    )


def replay_page(name: str, found: Reels) -> Iterable[str]:
    """The file, piece by piece. name: the game's, as it is typed."""
    code = script()
    yield Template(_part("page.html")).substitute(
        policy=escape(_policy(code)),
        title=_words(found.title),
        about=_words(found.about),
        command=_words(typed(name)),
        style=_part("page.css"),
        shown=packed(found.shown),
        workings=packed(found.workings),
        stored=packed(found.record),
        script=code,
    )


def _words(text: str) -> str:
    return escape(visible(text))
