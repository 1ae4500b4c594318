"""Decoys and the layers of defence that meet an attack as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.miracles.facts import LayerIgnored
from sits_es.rules.sits.missiles.facts import (
    AttackArrived,
    AttackSpent,
    DecoysDeployed,
    LayerFought,
    SalvoLaunched,
    Term,
)
from sits_es.rules.sits.play.missiles import SHOT_LAYERS
from sits_es.rules.sits.story.codes import ended_as
from sits_es.rules.sits.story.fire import added
from sits_es.rules.sits.views.defenders import systems_words
from sits_es.rules.sits.views.explain_arrivals import arrived
from sits_es.rules.sits.views.explain_launches import launch
from sits_es.rules.sits.views.explain_words import on_average, variance_words
from sits_es.rules.sits.views.facts import of
from sits_es.rules.sits.views.provenance import of_card, of_track
from sits_es.rules.sits.views.sums import chart_step
from sits_es.sentences import counted


def _layer(context: Context) -> Working:
    fought: LayerFought = context.event
    board: Board = context.board
    rule = 'flyer, "Introduction to Missile Defense"; sits rules 8.3 to 8.6'
    values = {"kills": fought.kills, "left": fought.left, "percent": fought.percent, "parts": list(fought.parts)}
    if not fought.terms:
        return Working(
            rule=rule, steps=(f"Nothing bears: all {fought.incoming} go on.",), expected="no dice.", values=values
        )
    total = sum(term.value for term in fought.terms)
    steps = [*_shots(context, fought)]
    steps.append(f"{added(term.value for term in fought.terms)} = {total}%.")
    steps.append(chart_step(board.tables, fought.against, fought.percent, total, fought.parts, _noun(fought)))
    charted = sum(fought.parts)
    if fought.doubled:
        why = "a miracle doubles ECM" if fought.layer == "ECM" else "point defence counts double against nukes (2e)"
        steps.append(f"{charted} x 2 = {charted * 2}: {why}.")
        charted *= 2
    capped = f" ({charted}, but no more came in)" if charted > fought.kills else ""
    steps.append(f"{counted(fought.incoming, 'missile')} in, {fought.kills} killed{capped}, {fought.left} left.")
    expected, numbers = on_average(fought, "killed", context.board.tables)
    return Working(
        rule=rule,
        modifiers=tuple(
            Modifier(name=term.name, value=f"{term.value:+}", rule=_source(context, fought, term))
            for term in fought.terms
        ),
        steps=tuple(steps),
        expected=expected,
        values={**values, **numbers},
    )


#: By layer, what a card calls the quality of its systems.
_QUALITIES: Final[Mapping[str, str]] = {
    "countermissiles": "countermissile_quality",
    "point defence": "point_defence_quality",
    "lasers": "laser_quality",
}


def _noun(fought: LayerFought) -> str:
    return "missiles" if fought.layer == "ECM" else "shots"


def _shots(context: Context, fought: LayerFought) -> tuple[str, ...]:
    """Systems that bear, mount by mount, times salvoes; ECM works on the missiles themselves."""
    if fought.layer == "ECM":
        return (f"ECM works on all {counted(fought.incoming, 'missile')} that come in.",)
    came = [fact for fact in of(context.earlier, AttackArrived) if fact.attack == fought.attack]
    bearing = came[-1].bearing if came else ()
    held = systems_words(context.board, fought.target, bearing, dict(SHOT_LAYERS)[fought.layer])
    count, shots = counted(fought.systems, "system"), counted(fought.against, "shot")
    return f"Systems that bear: {held}.", f"{count} x {counted(fought.salvoes, 'salvo')} = {shots}."


def _source(context: Context, fought: LayerFought, term: Term) -> str:
    """Where a number of a layer's sum comes from."""
    board: Board = context.board
    ship = board.ships[fought.target]
    launched = board.attacks[fought.attack].launched
    if term.name == "base ECM":
        return of_track(board, fought.target, "ecm")
    if term.name == "decoys":
        value = board.class_of(ship).decoy_value
        return (
            f"{counted(ship.decoys_active, 'active decoy')} x {value}, {of_card(board, fought.target, 'decoy_value')}"
        )
    if term.name == "missile quality level":
        sums = added((launched.quality, launched.range_modifier, launched.penalty))
        return f"{launched.shooter}'s launch: {sums}, class, range and fire control (sits rules 8.3)"
    if term.name == "variance":
        return variance_words(context)
    return of_card(board, fought.target, _QUALITIES[fought.layer])


def _ignored(context: Context) -> Working:
    passed: LayerIgnored = context.event
    return Working(
        rule="sits rules 10: missiles ignore the ECM layer",
        steps=(f"{passed.shooter} spent a miracle: all {passed.missiles} pass ECM without a roll.",),
    )


def _spent(context: Context) -> Working:
    spent: AttackSpent = context.event
    launched = next((fact for fact in of(context.earlier, SalvoLaunched) if fact.attack == spent.attack), None)
    layers = [fact for fact in of(context.earlier, LayerFought) if fact.attack == spent.attack]
    steps = [f"{fought.layer}: {fought.incoming} in, {fought.kills} killed, {fought.left} left." for fought in layers]
    if launched is not None and layers:
        left = layers[-1].left
        points = left * launched.damage_each
        steps.append(f"{left} left x {counted(launched.damage_each, 'point')} = {points} before any sidewall.")
    steps.append(f"{counted(spent.struck, 'point')} struck the hull: {ended_as(spent)}.")
    return Working(rule="sits rules 8", steps=tuple(steps), values={"struck": spent.struck})


def _decoys(context: Context) -> Working:
    out: DecoysDeployed = context.event
    return Working(
        rule="card, step 4; sits rules 5.4: decoys answer launches and work through this segment",
        modifiers=(
            Modifier(name="each", value=f"+{out.value}%", rule=of_card(context.board, out.ship, "decoy_value")),
        ),
        steps=(f"{out.count} x {out.value} = {out.count * out.value} percent more ECM in this segment.",),
        expected="no dice.",
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    SalvoLaunched: launch,
    AttackArrived: arrived,
    LayerFought: _layer,
    LayerIgnored: _ignored,
    AttackSpent: _spent,
    DecoysDeployed: _decoys,
}
