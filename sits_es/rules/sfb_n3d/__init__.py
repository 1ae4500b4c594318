"""SFB 'n3D, Star Fleet Battles in three dimensions: 32 impulses a turn in continuous space."""

from __future__ import annotations

from typing import Final

__all__ = ["ALL_ORDER", "EVENTS", "IMPULSES", "ROLLS", "SHORT", "UNIT_FOLDER", "supplied", "supplied_bytes"]

#: What people may call the system in a command.
SHORT: Final = "sfb"

#: The folder of a player's own cards, beside the games.
UNIT_FOLDER: Final = "units"

#: Every exchange is owed by all players.
ALL_ORDER: Final = True

#: Where the events are defined: module -> their stored names.
EVENTS: Final = {
    "sits_es.rules.sfb_n3d.orders.forms": (
        "sfb.SpeedOrdered",
        "sfb.ThrustOrdered",
        "sfb.TurnOrdered",
        "sfb.TacOrdered",
        "sfb.HetOrdered",
        "sfb.DecelerationOrdered",
        "sfb.OrbitOrdered",
        "sfb.OrbitEndOrdered",
        "sfb.BindOrdered",
        "sfb.SphereOrdered",
        "sfb.SphereEndOrdered",
        "sfb.FireOrdered",
        "sfb.LaunchOrdered",
        "sfb.ReleaseOrdered",
        "sfb.WebOrdered",
        "sfb.PointOrdered",
        "sfb.JoinOrdered",
        "sfb.PointMoveOrdered",
        "sfb.WebPowerOrdered",
        "sfb.AnchorDropOrdered",
        "sfb.CastOrdered",
        "sfb.StopOrdered",
        "sfb.DamageEntered",
        "sfb.LossEntered",
        "sfb.SphereEntered",
        "sfb.WebEntered",
    ),
    "sits_es.rules.sfb_n3d.events.fire": (
        "sfb.OrderVoided",
        "sfb.RunStopped",
        "sfb.WeaponFired",
        "sfb.SeekerLaunched",
        "sfb.SeekerStruck",
        "sfb.SeekerSpent",
        "sfb.ExplosionMade",
        "sfb.ExplosionFelt",
        "sfb.UnitLost",
        "sfb.MineTriggered",
        "sfb.SphereFormed",
        "sfb.SphereEnded",
        "sfb.SphereStruck",
    ),
    "sits_es.rules.sfb_n3d.events.motion": (
        "sfb.UnitPlaced",
        "sfb.ImpulseBegun",
        "sfb.RunEnded",
        "sfb.TimeRanOut",
        "sfb.SpeedChanged",
        "sfb.ThrustChanged",
        "sfb.TacBegun",
        "sfb.TacEnded",
        "sfb.UnitTurned",
        "sfb.HighEnergyTurned",
        "sfb.Decelerated",
        "sfb.OrbitEntered",
        "sfb.OrbitLeft",
        "sfb.InertiaChanged",
        "sfb.UnitMoved",
        "sfb.UnitsBound",
        "sfb.UnitsParted",
        "sfb.UnitReleased",
    ),
    "sits_es.rules.sfb_n3d.events.terrain": (
        "sfb.TerrainPlaced",
        "sfb.FieldLaid",
        "sfb.PlanetReached",
        "sfb.AtmosphereEntered",
        "sfb.BodyLeft",
        "sfb.HazardMet",
    ),
    "sits_es.rules.sfb_n3d.events.webs": (
        "sfb.WebPlaced",
        "sfb.StrandLaid",
        "sfb.PointLaid",
        "sfb.PointMoved",
        "sfb.WebPowered",
        "sfb.PointsLost",
        "sfb.AnchorLost",
        "sfb.WebDissolved",
        "sfb.UnitTrapped",
        "sfb.UnitFreed",
    ),
}

#: Impulses of a turn; the turn break is the step after them.
IMPULSES: Final = 32
#: A roll's index is its impulse times this and its number within the impulse: no two rolls of a run share a name.
ROLLS: Final = 1000


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return supplied_bytes(*path).decode()


def supplied_bytes(*path: str) -> bytes:
    """A file that comes with the rules as it stands, by its folders and its name."""
    from importlib.resources import files

    return files(__package__).joinpath(*path).read_bytes()
