"""Fire of all kinds and the defence against it, each fact as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sits_es.events import Event
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided
from sits_es.rules.sits.missiles.facts import AttackArrived, AttackSpent, DecoysDeployed, LayerFought, SalvoLaunched
from sits_es.rules.sits.story.codes import ended_as, reasons_in_words
from sits_es.rules.sits.walls.facts import TorpedoesStopped, WallMet
from sits_es.sentences import counted, listed, without_full_stop
from sits_es.space.avid import Window


def added(values: Iterable[int]) -> str:
    """Numbers of a sum as it is written down, one or more: `20 - 3 + 9`."""
    first, *rest = values
    return str(first) + "".join(f" {'-' if value < 0 else '+'} {abs(value)}" for value in rest)


def held(total: int, percent: int) -> str:
    """A percentage, with the sum it came from where that lay beyond 0 to 100."""
    return f"{percent}%" if total == percent else f"{total}, held to {percent}%"


def through(window: Window | None) -> str:
    """Where something is seen or comes in; None is the same hex at the same altitude."""
    return "from the same place" if window is None else f"through {window}"


def _voided(fact: OrderVoided) -> str:
    reason = without_full_stop(reasons_in_words(fact.ship, fact.reasons).replace(f"{fact.ship}: ", ""))
    return f'{fact.ship} cannot carry out "{fact.order}": {reason}.'


def _stopped(fact: OrdersStopped) -> str:
    return f'{fact.ship}: "{fact.condition}" is met, what is plotted beyond this segment is ordered again.'


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


def _decoys(fact: DecoysDeployed) -> str:
    return f"{fact.ship} deploys {counted(fact.count, 'decoy')} of {fact.value}%."


def _arrived(fact: AttackArrived) -> str:
    come = "comes" if fact.missiles == 1 else "come"
    way = through(fact.window)
    if fact.slid:
        way += ", aimed at the wedge and sliding,"
    return (
        f"{fact.attack}: {counted(fact.missiles, 'missile')} {come} in {way} on {fact.target}'s {fact.facing} facing; "
        f"bearing: {listed(fact.bearing)}."
    )


def _layer(fact: LayerFought) -> str:
    doubled = " (doubled)" if fact.doubled else ""
    killed = f"{fact.kills} of {counted(fact.incoming, 'missile')} killed{doubled}, {fact.left} left"
    return f"{fact.attack}, {fact.layer}: {_shots(fact)}{_percentage(fact)}: {killed}."


def _shots(fact: LayerFought) -> str:
    """How many shots a layer has; ECM has none, it works on the missiles."""
    if fact.layer == "ECM" or not fact.terms:
        return ""
    systems, salvoes = counted(fact.systems, "system"), counted(fact.salvoes, "salvo")
    return f"{systems} x {salvoes} = {counted(fact.against, 'shot')}, "


def _percentage(fact: LayerFought) -> str:
    """The sum of a layer's terms, each with its name; a layer without terms has nothing that bears."""
    if not fact.terms:
        return "no system bears"
    names = [term.name.removeprefix(f"{fact.layer} ") for term in fact.terms]
    signed = [
        f"{'-' if term.value < 0 else '+'} {name} {abs(term.value)}"
        for name, term in zip(names, fact.terms, strict=True)
    ]
    named = " ".join(signed)
    return f"{named.removeprefix('+ ')} = {held(sum(term.value for term in fact.terms), fact.percent)}"


def _attack_spent(fact: AttackSpent) -> str:
    return (
        f"{fact.attack} is over: {counted(fact.struck, 'point')} struck the hull; {without_full_stop(ended_as(fact))}."
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
    DecoysDeployed: _decoys,
    AttackArrived: _arrived,
    LayerFought: _layer,
    AttackSpent: _attack_spent,
}
