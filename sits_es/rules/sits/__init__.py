"""The Saganami Island Tactical Simulator, first edition, and the texts that come with it: tables, templates."""

from __future__ import annotations

from typing import Final

__all__ = ["ALL_ORDER", "EVENTS", "STEPS", "USUAL", "supplied", "supplied_bytes"]

#: What the exchanges of a turn are called: eight segments and the break.
STEPS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "break")

#: A scenario file that doesn't say whose it is was written for these rules: the program began with them.
USUAL: Final = True

#: Every exchange is owed by all players.
ALL_ORDER: Final = True

#: Where the events are defined: module -> their stored names.
EVENTS: Final = {
    "sits_es.rules.sits.events.damage": (
        "sits.HullStruck",
        "sits.HitScored",
        "sits.BoxDestroyed",
        "sits.WallDisabled",
        "sits.DamageWasted",
        "sits.ExplosionChecked",
        "sits.ShipDestroyed",
        "sits.CountersRun",
        "sits.RepairTried",
    ),
    "sits_es.rules.sits.events.defence": (
        "sits.DecoysDeployed",
        "sits.AttackArrived",
        "sits.LayerFought",
        "sits.AttackSpent",
    ),
    "sits_es.rules.sits.events.fire": (
        "sits.OrderVoided",
        "sits.OrdersStopped",
        "sits.BeamFired",
        "sits.LanceFired",
        "sits.WallMet",
        "sits.TorpedoesStopped",
        "sits.SalvoLaunched",
    ),
    "sits_es.rules.sits.events.miracles": (
        "sits.CardDrawn",
        "sits.MiracleSpent",
        "sits.BoxesReopened",
        "sits.LayerIgnored",
    ),
    "sits_es.rules.sits.events.motion": (
        "sits.ShipPlaced",
        "sits.FutureMarked",
        "sits.ThrustChanged",
        "sits.PlotsNamed",
        "sits.PivotBegun",
        "sits.RollBegun",
        "sits.PulseCrossed",
        "sits.DotGained",
        "sits.FutureDisplaced",
        "sits.HalvesKept",
        "sits.ShipMoved",
        "sits.TurnSpent",
        "sits.ShipTurned",
        "sits.ThrustBroke",
        "sits.GridFilled",
    ),
    "sits_es.rules.sits.orders.forms": (
        "sits.FireOrdered",
        "sits.LaunchOrdered",
        "sits.ThrustOrdered",
        "sits.PlotOrdered",
        "sits.PivotOrdered",
        "sits.RollOrdered",
        "sits.DecoyOrdered",
        "sits.SlideOrdered",
        "sits.PresentOrdered",
        "sits.RepairOrdered",
        "sits.MiracleOrdered",
        "sits.StopOrdered",
    ),
    "sits_es.rules.sits.scenario.terms": ("sits.TermsSet",),
}


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return supplied_bytes(*path).decode()


def supplied_bytes(*path: str) -> bytes:
    """A file that comes with the rules as it stands, by its folders and its name."""
    from importlib.resources import files

    return files(__package__).joinpath(*path).read_bytes()
