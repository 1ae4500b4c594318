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
    way = through(fact.window)
    if fact.slid:
        way += ", aimed at the wedge and sliding"
    return (
        f"{fact.attack}: {counted(fact.missiles, 'missile')} come in {way} on {fact.target}'s {fact.facing} facing; "
        f"bearing: {listed(fact.bearing)}."
    )


def _layer(fact: LayerFought) -> str:
    shots = ""
    if fact.layer != "ECM":
        systems, salvoes = counted(fact.systems, "system"), counted(fact.salvoes, "salvo")
        shots = f"{systems} x {salvoes} = {counted(fact.against, 'shot')}, "
    if not fact.terms:
        reckoned = f"{fact.percent}%"
    else:
        signs = ("-" if term.value < 0 else "+" for term in fact.terms)
        named = " ".join(f"{sign} {term.name} {abs(term.value)}" for sign, term in zip(signs, fact.terms, strict=True))
        reckoned = f"{named.removeprefix('+ ')} = {held(sum(term.value for term in fact.terms), fact.percent)}"
    doubled = " (doubled)" if fact.doubled else ""
    killed = "no missile" if not fact.kills else counted(fact.kills, "missile")
    end = f"{killed} of {fact.incoming} killed{doubled}, {fact.left} left"
    return f"{fact.attack}, {fact.layer}: {shots}{reckoned}: {end}."


def _attack_spent(fact: AttackSpent) -> str:
    return f"{fact.attack} is over: {counted(fact.struck, 'point')} struck the hull; {unstopped(fact.reason)}."


#: How each of these facts is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    DecoysDeployed: _decoys,
    AttackArrived: _arrived,
    LayerFought: _layer,
    AttackSpent: _attack_spent,
}
