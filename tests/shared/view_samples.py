"""Blocks as a reader sees them, and what the fixtures of the reports' tests give, as types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import StringIO

from rich.cells import cell_len
from rich.console import Console

from commands.render.blocks import draw
from commands.stream import IN_ASCII
from sits_es.events import Event
from sits_es.report.blocks import Block
from sits_es.report.scenes import FormKind, SceneForm, ShapeScene, SpaceScene
from sits_es.rules.sits.board import Board

#: A block or several, and a width if it is not 80, as the lines that a reader sees.
Page = Callable[..., list[str]]

#: A board, a ship's name and fields of it by name, as the board with those fields changed.
Change = Callable[..., Board]

Facts = tuple[Event, ...]


def forms_of(scene: ShapeScene | SpaceScene, kind: FormKind) -> list[SceneForm]:
    """The forms of a scene that are of one kind."""
    return [form for form in scene.forms if form.kind == kind]


def lines_of(what: Block | Iterable[Block], width: int = 80, *, ascii_only: bool = False) -> list[str]:
    """What a reader without colour sees at a width, line by line, without blanks at the ends; no line is longer."""
    blocks = what if isinstance(what, Iterable) else (what,)
    signs = IN_ASCII if ascii_only else {}
    lines = [line.plain.rstrip().translate(signs) for line in draw(blocks, width, ascii_only=ascii_only)]
    assert all(cell_len(line) <= width for line in lines)
    return lines


def drawn_in_colour(blocks: Iterable[Block], width: int = 80) -> str:
    """What a terminal gets."""
    out = StringIO()
    Console(width=width, color_system="standard", force_terminal=True, file=out).print(*draw(blocks, width), sep="\n")
    return out.getvalue()
