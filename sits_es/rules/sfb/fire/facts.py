"""Fire. Hits are numbers: the players' displays say what they do."""

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb.fact import Fact, Order


@event("sfb.FireOrdered")
@frozen(kw_only=True)
class FireOrdered(Order):
    """`fire phasers at Hawk`, `fire 2 phasers at Hawk`: weapons of a group that bear. number: how many, None: all."""

    RULE = "D2.1"
    weapon: str
    target: str
    number: int | None = None


@event("sfb.WeaponFired")
@frozen(kw_only=True)
class WeaponFired(Fact):
    """Weapons fired at a target.

    mounts: of the weapons that fired, one each; yaw, pitch: of the target as seen, ten-thousandths of a degree, null in
    exactly the same place. The dice are in the rolls just before. Rule: D1.4, D2.
    """

    unit: str
    weapon: str
    target: str
    mounts: tuple[str, ...]
    exact: int
    yaw: int | None
    pitch: int | None
