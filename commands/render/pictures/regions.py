"""Regions of a map in character cells: signs that fill its hexes, and its lines in the legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from commands.render.pictures.canvas import Piece
from commands.render.pictures.hex_text import HexForm
from commands.render.pictures.labels import printable
from sits_es.report.scenes import Region, Texture

#: The sign that fills a region: Unicode and ASCII.
TEXTURES: Final[dict[Texture, tuple[str, str]]] = {"stones": ("∴", ":"), "waves": ("≈", "~"), "rings": ("∘", "o")}

REGION_STYLE: Final = "dim"


def filling(form: HexForm, regions: Sequence[Region], *, ascii_only: bool) -> Iterator[tuple[int, int, str]]:
    """The signs inside a hex, each with its column and row from the corner; several regions take turns by rows."""
    for down, edge in enumerate(form.edges):
        sign = TEXTURES[regions[down % len(regions)].texture][ascii_only]
        for right, letter in enumerate(edge):
            if letter == "." and (right + down) % 2:
                yield right, down, sign


def label_of(regions: Sequence[Region], room: int, *, ascii_only: bool) -> str:
    """The labels of what lies in a hex, as many as go into so many cells."""
    labels = [printable(region.label, ascii_only=ascii_only)[:3] for region in regions]
    while len(labels) > 1 and len("+".join(labels)) > room:
        labels.pop()
    return "+".join(labels)


def listed(regions: Sequence[Region], *, ascii_only: bool) -> Iterator[list[Piece]]:
    """Each region in words, a line each."""
    for region in regions:
        sign = TEXTURES[region.texture][ascii_only]
        name, *rest = (printable(text, ascii_only=ascii_only) for text in (region.name, *region.facts))
        sign = f"{sign + label_of((region,), 3, ascii_only=ascii_only):<4} "
        yield [(sign, REGION_STYLE), (name, "bold"), ("  " + ", ".join(rest) if rest else "", "")]
