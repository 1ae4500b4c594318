"""The ground of a map in character cells: signs that fill its hexes, and its lines in the legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from commands.render.pictures.canvas import Piece
from commands.render.pictures.hex_text import HexForm
from commands.render.pictures.labels import printable
from sits_es.report.scenes import Ground, Texture

#: The sign that fills a ground: Unicode and ASCII.
TEXTURES: Final[dict[Texture, tuple[str, str]]] = {"stones": ("∴", ":"), "waves": ("≈", "~"), "rings": ("∘", "o")}

GROUND_STYLE: Final = "dim"


def filling(form: HexForm, grounds: Sequence[Ground], *, ascii_only: bool) -> Iterator[tuple[int, int, str]]:
    """The signs inside a hex, each with its column and row from the corner; several grounds take turns by rows."""
    for down, edge in enumerate(form.edges):
        sign = TEXTURES[grounds[down % len(grounds)].texture][ascii_only]
        for right, letter in enumerate(edge):
            if letter == "." and (right + down) % 2:
                yield right, down, sign


def label_of(grounds: Sequence[Ground], room: int, *, ascii_only: bool) -> str:
    """The labels of what lies in a hex, as many as go into so many cells."""
    labels = [printable(ground.label, ascii_only=ascii_only)[:3] for ground in grounds]
    while len(labels) > 1 and len("+".join(labels)) > room:
        labels.pop()
    return "+".join(labels)


def listed(grounds: Sequence[Ground], *, ascii_only: bool) -> Iterator[list[Piece]]:
    """Each ground in words, a line each."""
    for ground in grounds:
        sign = TEXTURES[ground.texture][ascii_only]
        name, *rest = (printable(text, ascii_only=ascii_only) for text in (ground.name, *ground.facts))
        sign = f"{sign + label_of((ground,), 3, ascii_only=ascii_only):<4} "
        yield [(sign, GROUND_STYLE), (name, "bold"), ("  " + ", ".join(rest) if rest else "", "")]
