"""What is told of a space below its planes: what they have no room for, what their signs mean, and each thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen
from rich.cells import cell_len

from commands.render.pictures.canvas import Cell, Piece, printable
from commands.render.pictures.figures import badge, listed, signs
from commands.render.pictures.plane import Drawing
from commands.render.pictures.plane_text import Ground
from commands.render.pictures.space import Flat, crowds, legend_of, told
from sits_es.report.scenes import SpaceBall, SpaceLine, SpaceScene

#: Columns between things beside each other.
GAP: Final = 2

#: Circles, what is inside solid ones, lines: Unicode and ASCII.
RING: Final = ("∘", "o")
SOLID: Final = ("░", ":")
LINE: Final = ("~", "~")


@frozen
class Pane:
    """A plane and its place on the sheet."""

    plane: Flat
    ground: Ground


def crowded(pane: Pane, left_out: Sequence[Drawing], *, ascii_only: bool) -> Iterator[str]:
    """Things for which a plane has no room, with the one that stands there."""
    drawn = [each for each in pane.plane.drawings if each not in left_out]
    pairs = []
    for drawing in left_out:
        cell = pane.ground.cell(drawing.place)
        here = min(drawn, key=lambda each: _apart(pane.ground.cell(each.place), cell))
        pairs.append((badge(here.figure, ascii_only=ascii_only), badge(drawing.figure, ascii_only=ascii_only)))
    yield from (printable(line, ascii_only=ascii_only) for line in crowds(pane.plane.view, pairs))


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + 2 * abs(one[1] - other[1])


def keys_of(scene: SpaceScene, *, ascii_only: bool) -> Iterator[tuple[str, ...]]:
    """What balls and lines are: `H4 Haven (planet)`, `~ web-1`; then only those with a label, then none."""
    things = [thing for thing, _, _ in legend_of(scene)]
    yield tuple(dict.fromkeys(_named(thing, ascii_only=ascii_only) for thing in things))
    yield tuple(dict.fromkeys(_named(thing, ascii_only=ascii_only) for thing in things if thing.label))
    yield ()


def _named(thing: SpaceBall | SpaceLine, *, ascii_only: bool) -> str:
    sign = thing.label[:3] or (LINE if isinstance(thing, SpaceLine) else RING)[ascii_only]
    kind = f" ({thing.kind})" if isinstance(thing, SpaceBall) and thing.kind else ""
    return printable(f"{sign} {thing.name}{kind}", ascii_only=ascii_only)


def legend(scene: SpaceScene, panes: Sequence[Pane], width: int, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, then each thing in words; mere names stand in columns."""
    scale = panes[0].ground.scale if panes else 1
    yield [(printable(f"A column is {told(scale, scene)}, a row {told(2 * scale, scene)}.", ascii_only=ascii_only), "")]
    pointers = [drawing.figure.marker for pane in panes for drawing in pane.plane.drawings]
    known = [*signs(scene.words, pointers, ascii_only=ascii_only)]
    if scene.words.ball and scene.balls:
        known.append(f"{RING[ascii_only] * 3} {printable(scene.words.ball, ascii_only=ascii_only)}")
    if scene.words.line and scene.lines:
        known.append(f"{LINE[ascii_only] * 3} {printable(scene.words.line, ascii_only=ascii_only)}")
    yield [("  ".join(known), "")]
    yield [("", "")]
    things = [*listed(scene.markers, ascii_only=ascii_only)]
    yield from things if any(marker.facts for marker in scene.markers) else _in_columns(things, width)
    for thing, name, facts in legend_of(scene):
        sign = f"{_sign(thing, ascii_only=ascii_only):<4} "
        said = [printable(words, ascii_only=ascii_only) for words in (name, facts)]
        yield [(sign, ""), (said[0], "bold"), (f"  {said[1]}" if facts else "", "")]


def _in_columns(things: Sequence[list[Piece]], width: int) -> Iterator[list[Piece]]:
    """Things beside each other, as many as go into the width, in order down each column."""
    wide = [sum(cell_len(text) for text, _ in thing) for thing in things]
    column = max(wide, default=0) + GAP
    rows = -(-len(things) // max(1, (width + GAP) // column))
    for row in range(rows):
        line: list[Piece] = []
        for number in range(row, len(things), rows):
            line += [*things[number], (" " * (column - wide[number]), "")]
        yield line[:-1]


def _sign(thing: SpaceBall | SpaceLine, *, ascii_only: bool) -> str:
    sign = LINE if isinstance(thing, SpaceLine) else SOLID if thing.solid else RING
    return sign[ascii_only] + printable(thing.label, ascii_only=ascii_only)[:3]
