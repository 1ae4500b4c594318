"""A game or a turn as one file for a browser: everything in it, nothing from anywhere."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from itertools import count, starmap
from string import Template
from typing import Final, NamedTuple

import msgspec

from commands.render.markup import words
from sits_es.packaged import files
from sits_es.sentences import shell, visible

#: The parts of the script, in the order in which they need each other.
_SCRIPTS: Final = (
    "sha256.js",
    "library.js",
    "replay_data.js",
    "replay_svg.js",
    "replay_map.js",
    "replay_units.js",
    "replay_panel.js",
    "check.js",
    "replay_page.js",
)


def _part(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


#: Keys of a page that has a space.
_SPACE_KEYS: Final = (
    "<dt>M</dt><dd>the map, or space</dd>\n    <dt>Arrows, +, -, 0</dt><dd>in space, once it has the focus: turn, "
    "zoom, show all; with Shift the arrows move the view</dd>"
)

#: The view in space, and before it the library that it draws with: three.js r174 as distributed, of two files.
_IN_SPACE: Final = ("three/three.core.min.js", "three/three.module.min.js", "space.js")


@cache
def library() -> str:
    """The view in space with the library that it draws with, and that one's licence, packed."""
    licence, *modules = map(_part, ("three/LICENSE", *_IN_SPACE))
    return packed({"licence": licence, "modules": modules})


def script(parts: Sequence[str] = _SCRIPTS) -> str:
    """The script of every replay, or of other parts; nothing of a game is in it."""
    inside = "\n".join(map(_part, parts))
    return f'"use strict";\n(() => {{\n{inside}}})();\n'


def _policy(code: str, *, space: bool = False) -> str:
    """What a browser lets the page do: run this script, if any, and no other, and load nothing.

    space: it may run what it unpacks too, which is the library that draws in space.
    """
    digest = b64encode(sha256(code.encode()).digest()).decode()
    allowed = f"script-src 'sha256-{digest}'{' blob:' if space else ''}; " if code else ""
    return f"default-src 'none'; {allowed}style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


class Watched(NamedTuple):
    """A game to watch. title, about: lines of text; parts: what is packed in its page, by name, one after the other.

    exchange: the system's word for one; space: whether it can be seen in space.
    """

    title: str
    about: str
    exchange: str
    parts: Iterator[tuple[str, object]]
    space: bool


def replay_page(name: str, found: Watched) -> Iterator[str]:
    """The file, piece by piece. name: the game's, as it is typed."""
    code = script()
    before, after = map(Template, _part("replay_page.html").split("$parts"))
    yield before.substitute(
        policy=escape(_policy(code, space=found.space)),
        title=words(found.title),
        about=words(found.about),
        command=words(shell(name)),
        exchange=found.exchange,
        keys=_SPACE_KEYS if found.space else "",
        style=_part("replay_page.css") + _part("space.css"),
    )
    for part, values in found.parts:
        yield _packed_part(part, packed(values))
    if found.space:
        yield _packed_part("library", library())
    yield after.substitute(script=code)


def _packed_part(name: str, letters: str) -> str:
    return f'<script type="application/octet-stream" id="{name}">{letters}</script>\n'


#: What may be wider than a telephone; it is scrolled there, by keyboard too.
_WIDE: Final = re.compile(r"<(table|pre)\b.*?</\1>", re.DOTALL)


def report_page(title: str, told: str, checkpoint: str, space: object = None, panel: str = "") -> str:
    """The file. title: a text; told: the report as markup; checkpoint: its three lines.

    space: the turn in space, as `run_in_space` has it; None if there is none. panel: of `order_panel`, with what
    stands below it.
    """
    numbers = count(1)

    def scrolled(found: re.Match[str]) -> str:
        label = f"{'Table' if found[1] == 'table' else 'Boxes'} {next(numbers)}"
        return f'<div class="scroll" role="group" tabindex="0" aria-label="{label}">{found[0]}</div>'

    code = script(("library.js", "report_space.js")) if space is not None else ""
    code += script(("order_panel.js",)) if panel else ""
    packed_parts = () if space is None else (("turn", packed(space)), ("library", library()))
    return Template(_part("report.html")).substitute(
        policy=escape(_policy(code, space=space is not None), quote=False),
        style=(_part("space.css") if space is not None else "") + (_part("order_panel.css") if panel else ""),
        space=_part("report_space.html") if space is not None else "",
        script="".join(starmap(_packed_part, packed_parts)) + (f"<script>{code}</script>\n" if code else ""),
        title=words(title),
        told=_WIDE.sub(scrolled, f"{told}\n{panel}"),
        checkpoint=escape("\n".join(map(visible, checkpoint.split("\n")))),
    )


class PanelParts(NamedTuple):
    """What an order panel shows. player: whose; command: that writes the file without it; values: of `order_panel`.

    above: markup above its units; around: markup of what each unit has around it, by name; named: what players call
    that.
    """

    player: str
    command: str
    values: object
    above: str
    named: str
    around: Mapping[str, str]


def order_panel(shown: PanelParts) -> str:
    """The panel as markup, for `report_page`."""
    around = (
        f'<details class="op-around" data-unit="{words(unit)}" open hidden><summary>{words(shown.named)}</summary>\n'
        f"{drawn}</details>"
        for unit, drawn in shown.around.items()
    )
    data = json.dumps(shown.values, ensure_ascii=False, separators=(",", ":"))
    return Template(_part("order_panel.html")).substitute(
        player=words(shown.player),
        command=words(shown.command),
        above=shown.above,
        around="\n".join(around),
        # nothing in it ends the element, or begins another
        data=data.replace("<", "\\u003c"),
    )


def packed(values: object) -> str:
    """Values as JSON, compressed, in letters that can stand anywhere in a page."""
    return b64encode(zlib.compress(msgspec.json.encode(values), 6)).decode()
