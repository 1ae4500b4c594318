"""What a player wants to know first of a segment, in short lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.damage.facts import ExplosionChecked, ShipDestroyed
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided
from sits_es.rules.sits.miracles.facts import CardDrawn, MiracleSpent
from sits_es.rules.sits.missiles.facts import AttackSpent, DecoysDeployed, LayerFought, SalvoLaunched
from sits_es.rules.sits.motion.facts import ThrustBroke, ThrustChanged
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.story import tell
from sits_es.rules.sits.story.codes import ended_as, reasons_in_words
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun
from sits_es.rules.sits.views.damage import hull_points, losses
from sits_es.rules.sits.views.facts import joined, of
from sits_es.sentences import counted, listed
from sits_es.space.vectors import vectors_in_words

#: Facts that are told in full.
_IN_FULL: Final = (
    LanceFired,
    OrdersStopped,
    DecoysDeployed,
    ExplosionChecked,
    ShipDestroyed,
    RepairTried,
    CardDrawn,
    MiracleSpent,
)

#: Letters of a reason that are told here; a first sentence is told whatever its length.
_SHORT_REASON: Final = 100


def highlights(events: Sequence[Event]) -> Iterator[str]:
    """A line each, in the order it happened, and last what was lost; silent when nothing is worth a line."""
    for event in events:
        if (short := _SHORT.get(type(event))) is not None:
            yield from short(event, events)
        elif isinstance(event, _IN_FULL):
            yield tell(event).removesuffix(".")
    if lost := losses(events):
        yield lost


def _beam(beam: BeamFired, events: Sequence[Event]) -> Iterator[str]:
    hull = hull_points(events, beam.shot)
    yield f"{beam.shot}: range {beam.aim.range}, {counted(beam.damage, 'point')}, {hull} on the hull"


def _launch(salvo: SalvoLaunched, _: Sequence[Event]) -> Iterator[str]:
    yield f"{salvo.attack}: {counted(salvo.missiles, salvo.warhead)} launched at range {salvo.aim.range}"


def _attack(spent: AttackSpent, events: Sequence[Event]) -> Iterator[str]:
    layers = [fought for fought in of(events, LayerFought) if fought.attack == spent.attack]
    if not layers:
        yield f"{spent.attack}: {ended_as(spent)}"
        return
    killed = listed((f"{fought.layer} {fought.kills}" for fought in layers if fought.kills), "nothing")
    through = f"{layers[-1].left} left" if layers[-1].left else ""
    yield f"{spent.attack}: {joined((f'killed by {killed}', through, f'{spent.struck} on the hull'), '; ')}"


def _thrust(changed: ThrustChanged, _: Sequence[Event]) -> Iterator[str]:
    if changed.cause == "order" and changed.after != changed.before:
        yield f"{changed.ship} sets thrust {changed.before} -> {changed.after}"


def _pivot(begun: PivotBegun, _: Sequence[Event]) -> Iterator[str]:
    yield f"{begun.ship} begins to pivot to {begun.to}"


def _roll(begun: RollBegun, _: Sequence[Event]) -> Iterator[str]:
    yield f"{begun.ship} begins to roll {len(begun.due)} to {begun.side}"


def _break(broke: ThrustBroke, _: Sequence[Event]) -> Iterator[str]:
    changed = f"vectors {vectors_in_words(broke.before)} -> {vectors_in_words(broke.after)}"
    kept = f"the vectors stay {vectors_in_words(broke.after)}"
    yield f"{broke.ship}: thrust break, {kept if broke.before == broke.after else changed}"


def void_in_short(void: OrderVoided, _: Sequence[Event]) -> Iterator[str]:
    """An order that came to nothing and why, as far as that is short; the segment's report has it all."""
    first, *rest = (
        reasons_in_words(void.ship, void.reasons).removeprefix(f"{void.ship}: ").removesuffix(".").split(". ")
    )
    for sentence in rest:
        if len(first) + len(sentence) > _SHORT_REASON:
            break
        first += f". {sentence}"
    yield f'{void.ship}, "{void.order}", came to nothing: {first}'


#: Facts told in short, by class. A line may need the segment's other facts.
_SHORT: Final[Mapping[type[Event], Callable[[Any, Sequence[Event]], Iterator[str]]]] = {
    BeamFired: _beam,
    SalvoLaunched: _launch,
    AttackSpent: _attack,
    ThrustChanged: _thrust,
    PivotBegun: _pivot,
    RollBegun: _roll,
    ThrustBroke: _break,
    OrderVoided: void_in_short,
}
