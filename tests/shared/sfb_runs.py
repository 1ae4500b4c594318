"""A run of SFB 'n3D in which something of everything happens, as reports are given it."""

from sits_es.dice import DiceRolled
from sits_es.events import Coded, Event
from sits_es.report import Stage
from sits_es.rules.sfb.board import Board, copied
from sits_es.rules.sfb.ending.facts import ImpulseBegun, OrderVoided, RunEnded
from sits_es.rules.sfb.fact import Fact
from sits_es.rules.sfb.fire.facts import WeaponFired
from sits_es.rules.sfb.motion.facts import InertiaChanged, UnitMoved
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, ExplosionMade, MineTriggered, SphereStruck
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.turns.facts import UnitTurned
from tests.shared.sfb_samples import board, facts

F = facts()

ROLLED = DiceRolled(actor="Kestrel", purpose="fire phasers", object="Hawk", index=5_000, sides=6, faces=(2, 4))

#: A run in which a mine goes off, phasers are fired, and a sphere is met.
RUN: tuple[Event, ...] = (
    ImpulseBegun(impulse=5),
    F[UnitTurned],
    F[InertiaChanged],
    F[UnitMoved],
    UnitTurned(unit="Station", cause="rotation", turn=Turn(yaw=20_000), facing=Facing(yaw=20_000)),
    F[MineTriggered],
    F[ExplosionMade],
    F[ExplosionFelt],
    ROLLED,
    F[WeaponFired],
    ImpulseBegun(impulse=7),
    F[SphereStruck],
    OrderVoided(unit="Hawk", order="leave orbit", why=Coded("not-in-orbit")),
    RunEnded(impulse=8),
)


def after(before: Board, run: tuple[Event, ...]) -> Board:
    """The board when all of it has happened."""
    made = copied(before)
    for each in run:
        if isinstance(each, Fact):
            each.apply(made)
    return made


def stage() -> Stage:
    before = board()
    orders = {"anna": ("Kestrel: 5: turn yaw 4.2 pitch -3", "Kestrel: 5: fire phasers at Hawk")}
    return Stage(label="2.1", before=before, facts=RUN, after=after(before, RUN), orders=orders)


def section(lines: list[str], title: str) -> list[str]:
    """The lines below a heading, up to the next blank one."""
    rest = lines[lines.index(title) + 1 :]
    return rest[: rest.index("")] if "" in rest else rest
