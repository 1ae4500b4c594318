"""Orders and facts of Runs. Decimals are exact, and kept as text in their shortest form."""

from __future__ import annotations

from attrs import frozen

from sits_es.events import Event, event


@frozen(kw_only=True)
class _OfCraft(Event):
    """Something of one craft, by its name."""

    craft: str


@event("runs.CraftPlaced")
@frozen(kw_only=True)
class CraftPlaced(_OfCraft):
    """A craft at the beginning: where on the lane, how fast (per pulse; negative: backwards), and its armour."""

    player: str
    side: str
    at: str
    speed: str
    armour: str


@event("runs.BurnOrdered")
@frozen(kw_only=True)
class BurnOrdered(_OfCraft):
    """Order: change the speed in this pulse by -1 to 1."""

    pulse: int
    by: str


@event("runs.FireOrdered")
@frozen(kw_only=True)
class FireOrdered(_OfCraft):
    """Order: fire at somebody in this pulse."""

    pulse: int
    target: str


@event("runs.HaltOrdered")
@frozen(kw_only=True)
class HaltOrdered(_OfCraft):
    """Order: a hit on the craft in this pulse or a later one of the run ends the run."""

    pulse: int


@event("runs.PatchOrdered")
@frozen(kw_only=True)
class PatchOrdered(_OfCraft):
    """Order of the turn break: give half a point of armour back."""


@event("runs.CraftMoved")
@frozen(kw_only=True)
class CraftMoved(_OfCraft):
    """Where it came to in a pulse, and how fast it is now."""

    at: str
    speed: str


@event("runs.ShotLanded")
@frozen(kw_only=True)
class ShotLanded(_OfCraft):
    """Who fired hit this target, which lost armour; none: it missed."""

    target: str
    loss: str


@event("runs.ContactMade")
@frozen(kw_only=True)
class ContactMade(_OfCraft):
    """Craft of two sides came within reach of each other for the first time: the run is over."""

    other: str


@event("runs.RunHalted")
@frozen(kw_only=True)
class RunHalted(_OfCraft):
    """It was hit, and had asked that this ends the run."""


@event("runs.CraftPatched")
@frozen(kw_only=True)
class CraftPatched(_OfCraft):
    """Its armour after the turn break."""

    armour: str


@event("runs.CraftLost")
@frozen(kw_only=True)
class CraftLost(_OfCraft):
    """No armour is left."""


@event("runs.PulsePassed")
@frozen(kw_only=True)
class PulsePassed(Event):
    """All of a pulse has happened."""

    pulse: int
