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
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.story import tell
from sits_es.rules.sits.story.codes import ended_as, reasons_in_words
from sits_es.rules.sits.telling import in_place, row_of
from sits_es.rules.sits.views.damage import hull_points, losses
from sits_es.rules.sits.views.facts import joined, of
from sits_es.sentences import counted, listed

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


def highlights(events: Sequence[Event]) -> list[str]:
    """A line each, in the order it happened, and last what was lost; none when nothing is worth a line."""
    found: list[str] = []
    for at in in_place(events):
        if (short := _SHORT.get(type(at.event))) is not None:
            found += short(at.event, events)
        elif isinstance(at.event, _IN_FULL):
            found.append(tell(at.event).removesuffix("."))
        elif (row := row_of(at.event)) is not None and (line := row.highlight(at)):
            found.append(line)
    if lost := losses(events):
        found.append(lost)
    return found


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
    OrderVoided: void_in_short,
}
