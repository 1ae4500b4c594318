"""Decoys, attacks as they arrive and the layers that meet them, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sits_es.events import Event
from sits_es.rules.sits.events.defence import (
    AttackArrived,
    AttackSpent,
    DecoysDeployed,
    LayerFought,
)
from sits_es.rules.sits.story.words import held, through
from sits_es.sentences import counted, listed, unstopped


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
    return f"{fact.attack} is over: {counted(fact.struck, 'point')} struck the hull; {unstopped(fact.reason)}."


#: How each of these facts is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    DecoysDeployed: _decoys,
    AttackArrived: _arrived,
    LayerFought: _layer,
    AttackSpent: _attack_spent,
}
