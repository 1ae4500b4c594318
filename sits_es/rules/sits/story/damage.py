"""Hits, boxes, explosions, repairs and weapons made ready, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sits_es.events import Event
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
    DamageWasted,
    ExplosionChecked,
    HitScored,
    HullStruck,
    ShipDestroyed,
)
from sits_es.rules.sits.repairs.facts import CountersRun, RepairTried
from sits_es.rules.sits.story.codes import lost_as
from sits_es.rules.sits.walls.facts import WallDisabled
from sits_es.sentences import counted, listed, without_full_stop


def _struck(fact: HullStruck) -> str:
    strike = "strikes" if fact.points == 1 else "strike"
    hits = counted(fact.hits, "hit")
    return f"{counted(fact.points, 'point')} {strike} {fact.ship}'s {fact.facing} facing: {hits} ({fact.source})."


def _hit(fact: HitScored) -> str:
    points = counted(fact.points, "point")
    row = listed(fact.row, "an empty row")
    return f"Hit {fact.number} on {fact.ship}, {fact.facing}, {points}: row {fact.roll}, {row}."


def _box(fact: BoxDestroyed) -> str:
    return f"{fact.ship} loses box {fact.box + 1} of {fact.track}: {fact.before} becomes {fact.after} ({fact.cause})."


def _wall_disabled(fact: WallDisabled) -> str:
    return f"{fact.ship}'s {fact.track} is down: disabled, not destroyed."


def _wasted(fact: DamageWasted) -> str:
    find = "finds" if fact.points == 1 else "find"
    return f"{counted(fact.points, 'point')} {find} nothing left to destroy on {fact.ship}."


def _explosion(fact: ExplosionChecked) -> str:
    end = "explodes" if fact.explodes else "holds together"
    if not fact.explodes and fact.roll < fact.below:
        end = "holds together by a miracle"
    return f"{fact.ship} explodes on less than {fact.below}: the roll is {fact.roll}, it {end}."


def _destroyed(fact: ShipDestroyed) -> str:
    return f"{fact.ship} is destroyed: {without_full_stop(lost_as(fact.cause.code))}."


def _counters(fact: CountersRun) -> str:
    waiting = [f"{weapon} in {counted(fact.counters[weapon], 'segment')}" for weapon in sorted(fact.counters)]
    ready = f"ready again: {listed(fact.ready)}" if fact.ready else "nothing gets ready"
    return (
        f"{fact.ship} regenerates: {'; '.join([ready, *([f'still waiting: {listed(waiting)}'] if waiting else [])])}."
    )


def _repair(fact: RepairTried) -> str:
    if fact.repaired:
        end = f"mended, {fact.before} becomes {fact.after}"
    else:
        end = "not mended, lost for the game" if fact.lost else "not mended"
    return (
        f"{fact.ship} tries to mend box {fact.box + 1} of {fact.track}: rolls {fact.roll}, "
        f"needs {fact.quality} or less: {end}."
    )


#: How each of these facts is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    HullStruck: _struck,
    HitScored: _hit,
    BoxDestroyed: _box,
    WallDisabled: _wall_disabled,
    DamageWasted: _wasted,
    ExplosionChecked: _explosion,
    ShipDestroyed: _destroyed,
    CountersRun: _counters,
    RepairTried: _repair,
}
