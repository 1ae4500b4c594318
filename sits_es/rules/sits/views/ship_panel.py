"""A ship as it stands: place, motion, attitude, weapons and damage."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.report.blocks import BLANK, Block, Fields, Heading, TextTable
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import BEAM_ORDER, Mount
from sits_es.rules.sits.play.aiming import magazine
from sits_es.rules.sits.sums.deck import count, in_words, is_miracle, next_draw
from sits_es.rules.sits.sums.tracks import DISABLED, conditions, lost_as, strength
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.views.board import decoys_text, dots_text, pivot_text, plots_text, roll_text
from sits_es.rules.sits.views.boxes import tracks
from sits_es.rules.sits.views.movement import attitude_rows, grid_and_chart
from sits_es.sentences import counted, listed
from sits_es.space.vectors import vectors_in_words


def ship_panel(board: Board, ship: Ship) -> Iterator[Block]:
    """Everything that stands on the ship's card and plotting sheet before the segment that the board is at."""
    yield Heading(f"{ship.name}: {ship.ship_class}, {ship.side} ({ship.player})", major=True)
    yield _standing(board, ship)
    if ship.destroyed is None:
        yield BLANK
        yield grid_and_chart(ship.vectors, ship.chart, board.tables, _row(board))
        yield BLANK
        yield weapons(board, ship)
    yield BLANK
    yield from tracks(board, ship)


def _row(board: Board) -> int | None:
    return board.segment if board.segment <= SEGMENTS else None


def _standing(board: Board, ship: Ship) -> Fields:
    if ship.destroyed is not None:
        return Fields((("Out", lost_as(ship.destroyed)), ("Last seen", str(ship.position))), indent=2)
    most = strength(board.class_of(ship), ship, "thrust")
    return Fields(
        (
            ("State", "; ".join(conditions(ship))),
            ("Position", str(ship.position)),
            ("Marker", str(ship.future) if ship.future is not None else ""),
            ("Vectors", vectors_in_words(ship.vectors) + (" a turn" if ship.vectors else "")),
            ("Thrust", f"{ship.thrust} of {most}"),
            ("Dots", dots_text(ship.chart, board.tables)),
            ("Half hexes", f"one kept in {' and '.join(ship.halves)}" if ship.halves else ""),
            ("Plots", plots_text(ship)),
            *attitude_rows("Attitude", ship.attitude),
            ("Pivot", pivot_text(ship.pivot) if ship.pivot else ""),
            ("Roll", roll_text(ship.roll) if ship.roll else ""),
            ("Decoys", decoys_text(board, ship)),
            ("Miracles", hand_text(board, ship)),
        ),
        indent=2,
    )


def hand_text(board: Board, ship: Ship) -> str:
    """The cards in hand, what they count and when the next is drawn; empty for a commander who draws none."""
    following = next_draw(board.class_of(ship).commander, board.turn)
    if following is None:
        return ""
    miracle = ", a miracle" if is_miracle(ship.hand) else ""
    held = f"{listed(map(in_words, ship.hand))}: {count(ship.hand)}{miracle}" if ship.hand else "none in hand"
    return f"{held}; next draw in the break of turn {following}"


def weapons(board: Board, ship: Ship) -> TextTable:
    """Beam weapons and launchers, mount by mount, as orders name them."""
    rows = (row for mount in board.class_of(ship).mounts for row in _mount_rows(board, ship, mount))
    return TextTable(("Weapon", "Works", "Kind", "Ready", "Magazine"), rows, right=(1,), indent=2)


def _mount_rows(board: Board, ship: Ship, mount: Mount) -> Iterator[tuple[str, ...]]:
    ship_class = board.class_of(ship)
    kinds = {
        "graser": f"size {mount.graser_size}",
        "laser": f"size {mount.laser_size}",
        "energy-torpedo": f"type {mount.torpedo_type}" if mount.torpedo_type else "",
        "grav-lance": f"quality {mount.lance_quality}",
    }
    for kind in reversed(BEAM_ORDER):
        track = mount.track(kind)
        if track in ship.boxes:
            works = strength(ship_class, ship, track)
            yield track, str(works), kinds[kind], ready_text(ship, track, track, works, ship_class.recycle(track)), ""
    tubes = mount.track("tubes")
    if tubes in ship.boxes:
        works = strength(ship_class, ship, tubes)
        ready = ready_text(ship, mount.name, tubes, works, mount.reload)
        left = counted(magazine(board, ship, mount), mount.stores)
        yield f"{mount.name} (launch)", str(works), f"{mount.missile_size} tubes", ready, left


def ready_text(ship: Ship, counter: str, track: str, works: int, every: int) -> str:
    """Whether it can fire in the segment at hand. every: segments from one use to the next, 1 up."""
    if not works:
        return "down" if DISABLED in ship.boxes[track] else "destroyed"
    waits = ship.counters.get(counter, 0)
    rate = "" if every == 1 else f" (every {every})"
    return f"in {counted(waits, 'segment')}{rate}" if waits else f"ready{rate}"
