"""Whether a class's card can be played by a set of tables: sizes, types and ratings that they must have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from sits_es.rules.sits.cards.ship_class import Mount, ShipClass
from sits_es.rules.sits.sums.beams import beam_sizes, by_formula
from sits_es.rules.sits.tables.values import Tables
from sits_es.toml import KeyPath, named


class Misfit(Struct, frozen=True):
    """What the tables lack. path: of the key in the class file; value: what stands there, as it was read.

    message: what is wrong and what is allowed.
    """

    path: KeyPath
    value: str | int | tuple[int, ...]
    message: str

    @property
    def may_be_left_out(self) -> bool:
        """Whether a file can be read without this key: what type there is need not be said."""
        return isinstance(self.value, str)

    def __str__(self) -> str:
        return f"{named(self.path)}: {self.message}"


def misfits(card: ShipClass, tables: Tables) -> Iterator[Misfit]:
    """Everything on a card that these tables cannot play, in the order of the card."""
    for track, chart in (("pivot", tables.pivot_rows), ("roll", tables.roll_rows)):
        if not chart:
            yield from _faster(card, track)
    for mount in card.mounts:
        yield from _of_mount(card, mount, tables)


def _faster(card: ShipClass, track: str) -> Iterator[Misfit]:
    """Without a chart a rating is segments for a window, and damage makes none quicker. Rule: sits rules 2 (house)."""
    boxes = card.tracks[track]
    if boxes and boxes[0] > boxes[-1]:
        left, right = next(pair for pair in pairwise(boxes) if pair[0] > pair[1])
        yield Misfit(
            ("tracks", track),
            boxes,
            f"the boxes fall from {left} to {right}. This track's values must rise or stay the same from left to "
            f"right, unless the tables have a {track} chart.",
        )


def _of_mount(card: ShipClass, mount: Mount, tables: Tables) -> Iterator[Misfit]:
    path: KeyPath = ("mounts", mount.name)
    if mount.track("tubes") in card.tracks:
        missiles = [row.size for row in tables.missile_damage]
        yield from _missing((*path, "missile_size"), "missile damage", "type", mount.missile_size, missiles)
    if mount.track("graser") in card.tracks:
        sizes = beam_sizes(tables, "graser")
        yield from _missing((*path, "graser", "size"), "graser damage", "size", mount.graser_size, sizes)
    if mount.track("laser") in card.tracks and not by_formula(tables, "laser", mount.laser_size):
        sizes = beam_sizes(tables, "laser")
        yield from _missing((*path, "laser", "size"), "laser damage", "size", mount.laser_size, sizes)
    if mount.track("energy-torpedo") in card.tracks:
        types = [row.type for row in tables.energy_torpedo]
        at = (*path, "energy-torpedo", "type")
        if mount.torpedo_type:
            yield from _missing(at, "energy torpedo", "type", mount.torpedo_type, types)
        else:
            reason = f"it is missing. Write the torpedo type in quotes, one of {', '.join(types)}."
            yield Misfit(at, "", reason)


def _missing(path: KeyPath, table: str, kind: str, value: str | int, known: Iterable[str | int]) -> Iterator[Misfit]:
    if value not in known:
        listed = ", ".join(map(str, known))
        reason = f"the {table} table has no {kind} {value}. Write one of {listed}, or enter {value} in the tables."
        yield Misfit(path, value, reason)
