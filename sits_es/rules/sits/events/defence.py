"""Facts of step 6: decoys, attacks as they arrive, and each layer of missile defence."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from sits_es.events import Coded, Event, event, one_of
from sits_es.rules.sits.events.codes import ENDS
from sits_es.space.arcs import Facing
from sits_es.space.avid import Window

Layer = Literal["ECM", "countermissiles", "point defence", "lasers"]


@event("sits.DecoysDeployed")
@frozen(kw_only=True)
class DecoysDeployed(Event):
    """Decoys work through this segment's missile resolution. value: percent of each. Rule: card, step 4."""

    ship: str
    count: int
    value: int


@event("sits.AttackArrived")
@frozen(kw_only=True)
class AttackArrived(Event):
    """An attack reached its target after the moves.

    window: on the map, target to shooter; target_window: the same in the target's frame; slid: it was aimed at the
    wedge and slides to `facing`; bearing: mounts whose defences bear on it.
    """

    attack: str
    target: str
    window: Window | None
    target_window: Window | None
    slid: bool
    facing: Facing
    missiles: int
    bearing: tuple[str, ...]


@frozen(kw_only=True)
class Term:
    """One number of a sum. name: what it is called, such as `base ECM`; value: in percent."""

    name: str
    value: int


@event("sits.LayerFought")
@frozen(kw_only=True)
class LayerFought(Event):
    """One layer against one attack.

    layer: which; incoming: how many missiles; systems: how many fire, 0 for ECM; against: how many incoming missiles
    for ECM, defensive shots for the others; terms: add up to `percent` before it is held to 0 to 100; percent: 0 to
    100; parts: how many kills of hundreds, tens and ones; doubled: whether it is point defence against nukes, or ECM by
    a miracle; kills: how many missiles, never more than came in; left: how many missiles go on. Rule: flyer, defence
    layers.
    """

    attack: str
    target: str
    layer: Layer
    incoming: int
    systems: int
    salvoes: int
    against: int
    terms: tuple[Term, ...]
    percent: int
    parts: tuple[int, ...]
    doubled: bool
    kills: int
    left: int


@event("sits.AttackSpent")
@frozen(kw_only=True)
class AttackSpent(Event):
    """An attack is over. struck: points that struck the hull; reason: why it ended."""

    attack: str
    target: str
    struck: int
    reason: Coded = field(validator=one_of(ENDS))
