"""Attacks and the layers that meet them as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Happening, Modifier, Working
from sits_es.rules.sits.events.defence import AttackArrived, AttackSpent, DecoysDeployed, LayerFought, Term
from sits_es.rules.sits.events.fire import SalvoLaunched
from sits_es.rules.sits.events.miracles import LayerIgnored
from sits_es.rules.sits.play.missiles import SHOT_LAYERS
from sits_es.rules.sits.report.explain_fire import box_rule
from sits_es.rules.sits.report.explain_words import chart_steps, on_average, sight
from sits_es.rules.sits.report.facts import of
from sits_es.rules.sits.ship.tracks import strength
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.story.codes import ended_as
from sits_es.sentences import counted, listed


def _arrived(happening: Happening) -> Working:
    came: AttackArrived = happening.event
    board: Board = happening.board
    launched = board.attacks[came.attack].launched
    if came.target_window is None:
        where = f"In the same place it meets the facing presented: {came.facing}."
    elif came.slid:
        where = f"{came.target_window} of {came.target}'s frame is its wedge, so it slides to the {came.facing} facing."
    else:
        where = f"{came.target_window} of {came.target}'s frame is nearest to its {came.facing} marker."
    return Working(
        rule="sits rules 4 and 8.1: facing, wedge and systems that bear are judged after moves and turns",
        steps=(
            f"Launched at range {launched.aim.range}; the longest range is resolved first.",
            *sight(board, came.target, launched.shooter),
            where,
            f"Mounts whose arc holds that window and may defend: {listed(came.bearing)}.",
        ),
        expected="no dice.",
        values={"facing": came.facing, "slid": came.slid},
    )


def _layer(happening: Happening) -> Working:
    fought: LayerFought = happening.event
    board: Board = happening.board
    rule = 'flyer, "Introduction to Missile Defense"; sits rules 8.3 to 8.6'
    values = {"kills": fought.kills, "left": fought.left, "percent": fought.percent, "parts": list(fought.parts)}
    if not fought.terms:
        return Working(
            rule=rule, steps=(f"Nothing bears: all {fought.incoming} go on.",), expected="no dice.", values=values
        )
    total = sum(term.value for term in fought.terms)
    steps = [*_shots(happening, fought)]
    steps.append(f"{' '.join(f'{term.value:+}' for term in fought.terms).removeprefix('+')} = {total}%.")
    steps += chart_steps(fought.against, fought.percent, total, fought.parts, _noun(fought))
    charted = sum(fought.parts)
    if fought.doubled:
        why = "a miracle doubles ECM" if fought.layer == "ECM" else "point defence counts double against nukes"
        steps.append(f"{charted} x 2 = {charted * 2}: {why}.")
        charted *= 2
    capped = f" ({charted}, but no more came in)" if charted > fought.kills else ""
    steps.append(f"{counted(fought.incoming, 'missile')} in, {fought.kills} killed{capped}, {fought.left} left.")
    expected, numbers = on_average(fought, "killed", happening.board.tables)
    return Working(
        rule=rule,
        modifiers=tuple(
            Modifier(name=term.name, value=f"{term.value:+}", rule=_source(board, fought, term))
            for term in fought.terms
        ),
        steps=tuple(steps),
        expected=expected,
        values={**values, **numbers},
    )


def _noun(fought: LayerFought) -> str:
    return "missiles" if fought.layer == "ECM" else "shots"


def _shots(happening: Happening, fought: LayerFought) -> tuple[str, ...]:
    """Systems that bear, mount by mount, times salvoes; ECM works on the missiles themselves."""
    if fought.layer == "ECM":
        return (f"ECM works on all {counted(fought.incoming, 'missile')} that come in.",)
    board: Board = happening.board
    ship = board.ships[fought.target]
    came = [fact for fact in of(happening.earlier, AttackArrived) if fact.attack == fought.attack]
    system = dict(SHOT_LAYERS)[fought.layer]
    card = board.class_of(ship)
    bearing = [mount for mount in card.mounts if came and mount.name in came[-1].bearing]
    each = [
        f"{mount.name} {strength(card, ship, mount.track(system))}"
        for mount in bearing
        if mount.track(system) in ship.boxes and mount.track(system) not in ship.fired
    ]
    held = f" ({listed(each)})" if each else ""
    return (f"{fought.systems} bear{held} x {counted(fought.salvoes, 'salvo')} = {counted(fought.against, 'shot')}.",)


def _source(board: Board, fought: LayerFought, term: Term) -> str:
    """Where a number of a layer's sum comes from."""
    card = board.ships[fought.target].ship_class
    launched = board.attacks[fought.attack].launched
    if term.name == "base ECM":
        return box_rule(board, fought.target, "ecm")
    if term.name == "decoys":
        active = board.ships[fought.target].decoys_active
        return f"{counted(active, 'active decoy')} x {card}'s decoy value"
    if term.name == "missile quality level":
        sums = f"{launched.quality} {launched.range_modifier:+} {launched.penalty:+}"
        return f"{launched.shooter}'s launch: {sums} (class, range, fire control; sits rules 8.3)"
    if term.name == "variance":
        return "flyer, 3d10v"
    return f"{card}'s card: quality of {fought.layer}"


def _ignored(happening: Happening) -> Working:
    passed: LayerIgnored = happening.event
    return Working(
        rule="sits rules 10: missiles ignore the ECM layer",
        steps=(f"{passed.shooter} spent a miracle: all {passed.missiles} pass ECM without a roll.",),
    )


def _spent(happening: Happening) -> Working:
    spent: AttackSpent = happening.event
    launched = next((fact for fact in of(happening.earlier, SalvoLaunched) if fact.attack == spent.attack), None)
    layers = [fact for fact in of(happening.earlier, LayerFought) if fact.attack == spent.attack]
    steps = [f"{fought.layer}: {fought.incoming} in, {fought.kills} killed, {fought.left} left." for fought in layers]
    if launched is not None and layers:
        left = layers[-1].left
        points = left * launched.damage_each
        steps.append(f"{left} left x {counted(launched.damage_each, 'point')} = {points} before any sidewall.")
    steps.append(f"{counted(spent.struck, 'point')} struck the hull: {ended_as(spent)}.")
    return Working(rule="sits rules 8", steps=tuple(steps), values={"struck": spent.struck})


def _decoys(happening: Happening) -> Working:
    out: DecoysDeployed = happening.event
    card = happening.board.ships[out.ship].ship_class
    return Working(
        rule="card, step 4; sits rules 5: decoys answer launches and work through this segment",
        modifiers=(Modifier(name="each", value=f"+{out.value}%", rule=f"{card}'s card: decoy_value"),),
        steps=(f"{out.count} x {out.value} = {out.count * out.value} percent more ECM in this segment.",),
        expected="no dice.",
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Happening], Working]]] = {
    AttackArrived: _arrived,
    LayerFought: _layer,
    LayerIgnored: _ignored,
    AttackSpent: _spent,
    DecoysDeployed: _decoys,
}
