"""A ship as it stands: place, motion, attitude, weapons and damage."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from commands.sits.render.boxes import tracks
from commands.sits.render.miracles import hand_text
from commands.sits.render.motion import attitude_rows, grid_and_chart
from commands.sits.render.page import fields, heading, indented
from commands.sits.render.weapons import weapons
from sits_es.rules.sits.report.ship_words import decoys_text, dots_text, pivot_text, plots_text, roll_text
from sits_es.rules.sits.ship.condition import conditions
from sits_es.rules.sits.ship.tracks import strength
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.space.vectors import vectors_in_words


def ship_panel(board: Board, ship: Ship, *, ascii_only: bool = False) -> Group:
    """Everything that stands on the ship's card and plotting sheet before the segment that the board is at."""
    title = f"{ship.name}: {ship.ship_class}, {ship.side} ({ship.player})"
    parts: list[RenderableType] = [heading(title, ascii_only=ascii_only), indented(_standing(board, ship))]
    if ship.destroyed is None:
        parts += [
            Text(),
            indented(grid_and_chart(ship.vectors, ship.chart, board.tables, _row(board), ascii_only=ascii_only)),
            Text(),
            indented(weapons(board, ship, ascii_only=ascii_only)),
        ]
    return Group(*parts, Text(), tracks(board, ship))


def _row(board: Board) -> int | None:
    return board.segment if board.segment <= SEGMENTS else None


def _standing(board: Board, ship: Ship) -> RenderableType:
    if ship.destroyed is not None:
        return fields((("Out", ship.destroyed), ("Last seen", str(ship.position))))
    most = strength(board.class_of(ship), ship, "thrust")
    return fields(
        (
            ("State", "; ".join(conditions(ship))),
            ("Position", str(ship.position)),
            ("Marker", str(ship.future) if ship.future is not None else ""),
            ("Vectors", vectors_in_words(ship.vectors) + (" a turn" if ship.vectors else "")),
            ("Thrust", f"{ship.thrust} of {most}"),
            ("Dots", dots_text(ship.chart)),
            ("Half hexes", f"one kept in {' and '.join(ship.halves)}" if ship.halves else ""),
            ("Plots", plots_text(ship)),
            *attitude_rows("Attitude", ship.attitude),
            ("Pivot", pivot_text(ship.pivot) if ship.pivot else ""),
            ("Roll", roll_text(ship.roll) if ship.roll else ""),
            ("Decoys", decoys_text(board, ship)),
            ("Miracles", hand_text(board, ship)),
        )
    )
