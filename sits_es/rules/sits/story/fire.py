"""Shots and salvoes, sidewalls met, and orders that came to nothing, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sits_es.events import Event
from sits_es.rules.sits.events.fire import (
    BeamFired,
    LanceFired,
    OrdersStopped,
    OrderVoided,
    SalvoLaunched,
    TorpedoesStopped,
    WallMet,
)
from sits_es.rules.sits.story.words import added, held, through
from sits_es.sentences import counted, unstopped


def _voided(fact: OrderVoided) -> str:
    reason = unstopped(fact.reason.replace(f"{fact.ship}: ", ""))
    return f'{fact.ship} cannot carry out "{fact.order}": {reason}.'


def _stopped(fact: OrdersStopped) -> str:
    return f'{fact.ship}: "{fact.condition}" is met, what is plotted beyond this segment is ordered anew.'


def _beam(fact: BeamFired) -> str:
    closing = ""
    if fact.kind != "energy-torpedo":
        whole, half = divmod(fact.closure_half_hexes, 2)
        closing = f", closure {whole}.{5 * half} hexes a segment (band {fact.band})"
    reckoned = f"{fact.weapons} x {fact.damage_each} = " if fact.damage == fact.weapons * fact.damage_each else ""
    return (
        f"{fact.shooter} fires {counted(fact.weapons, fact.weapon)} at {fact.target}: range {fact.aim.range}, "
        f"{through(fact.aim.window)}{closing}: {reckoned}{counted(fact.damage, 'point')}."
    )


def _lance(fact: LanceFired) -> str:
    total = f"{added((fact.quality, fact.variance))} = {fact.quality + fact.variance}"
    if fact.wall is None:
        met = f"no sidewall stands on the {fact.aim.facing} facing"
    else:
        met = f"the {fact.aim.facing} sidewall of {fact.wall} {'goes down' if fact.wall_falls else 'holds'}"
    return f"{fact.shooter} fires {fact.weapon} at {fact.target}, range {fact.aim.range}: {total}, {met}."


def _wall(fact: WallMet) -> str:
    terms = (fact.strength, fact.bonus, fact.variance)
    chart = f"{added(fact.parts)} = {fact.charted}" if len(fact.parts) > 1 else str(fact.charted)
    stopped = "" if fact.reading == "strikes" else f"{fact.charted} of {fact.damage} are stopped, "
    return (
        f"{fact.ship}'s {fact.facing} sidewall meets {counted(fact.damage, 'point')}: {added(terms)} = "
        f"{held(sum(terms), fact.percent)}, by the chart {chart}; {stopped}{fact.strikes} strike the hull."
    )


def _torpedoes_stopped(fact: TorpedoesStopped) -> str:
    points = counted(fact.damage, "point")
    return f"{points} of energy torpedoes burst without effect on {fact.ship}'s {fact.facing} sidewall."


def _salvo(fact: SalvoLaunched) -> str:
    terms = (fact.quality, fact.range_modifier, fact.penalty)
    return (
        f"{fact.shooter} launches {counted(fact.salvoes, 'salvo')} of {fact.tubes} from {fact.mount} at {fact.target}: "
        f"range {fact.aim.range}, {through(fact.aim.window)}, {counted(fact.missiles, fact.warhead)} "
        f"of {counted(fact.damage_each, 'point')}, quality {added(terms)} = {fact.quality_level}."
    )


#: How each of these facts is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    OrderVoided: _voided,
    OrdersStopped: _stopped,
    BeamFired: _beam,
    LanceFired: _lance,
    WallMet: _wall,
    TorpedoesStopped: _torpedoes_stopped,
    SalvoLaunched: _salvo,
}
