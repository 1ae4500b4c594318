"""A round of Star Wars hex combat at a glance: who has what left, every starship in a few words, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Phrase
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Measure, Told, UnitGlance, changed
from sits_es.rules.star_wars.events.harm import (
    CriticalSuffered,
    StarshipLost,
    StarshipRestored,
    StarshipShutDown,
    TraumaSuffered,
)
from sits_es.rules.star_wars.events.motion import OrderVoided, SlotPassed
from sits_es.rules.star_wars.report.board import name_of
from sits_es.rules.star_wars.report.contexts import fact_contexts
from sits_es.rules.star_wars.report.rounds import in_short
from sits_es.rules.star_wars.report.scenes import map_of
from sits_es.rules.star_wars.report.slot_report import is_entry
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.words import hex_name, kind_in_words
from sits_es.sentences import listed, quoted, without_full_stop

#: What nobody may miss, and what is a detail; all else is usual.
_VITAL: Final[tuple[type[Event], ...]] = (
    TraumaSuffered,
    CriticalSuffered,
    StarshipLost,
    StarshipShutDown,
    StarshipRestored,
    OrderVoided,
)
_DETAILS: Final[tuple[type[Event], ...]] = (SlotPassed,)


def glance(run: Sequence[Stage], board: Board) -> Glance:
    """What some slots of one round brought; without any, the board alone. Rule: house."""
    first = run[0].before if run else board
    return Glance(
        title=_title(run, board),
        measures=measures(board),
        scene=map_of(board) if board.out() else None,
        units=tuple(_starships(first, board)),
        happened=(told for stage in run for told in _happened(stage)),
    )


def _title(run: Sequence[Stage], board: Board) -> str:
    if not run:
        return f"before {name_of(board)[0].lower()}{name_of(board)[1:]}"
    number = run[0].before.turn
    return f"round {number}" + (f" of {board.rounds}" if board.rounds else "")


def measures(board: Board) -> Iterator[Measure]:
    """Starships on the map and the hull that they have left; no points, which the players' scenario is to say."""
    ships = board.starships.values()
    sides = sorted({starship.side for starship in ships})
    of_side = {side: [starship for starship in ships if starship.side == side] for side in sides}
    yield Measure(
        name="starships left",
        sides=tuple((side, sum(not starship.gone for starship in of_side[side])) for side in sides),
        most=tuple(len(of_side[side]) for side in sides),
    )
    yield Measure(
        name="hull left",
        sides=tuple((side, sum(_hull(board, starship) for starship in of_side[side])) for side in sides),
        most=tuple(sum(board.class_of(starship).hull for starship in of_side[side]) for side in sides),
    )


def _hull(board: Board, starship: Starship) -> int:
    return 0 if starship.gone else max(board.class_of(starship).hull - starship.trauma, 0)


# starships


def _starships(before: Board, after: Board) -> Iterator[UnitGlance]:
    """Starships by side, those that are lost last."""
    for starship in sorted(after.starships.values(), key=lambda each: (each.gone, each.side, each.name)):
        was = before.starships.get(starship.name, starship)
        told = iter([Told([Phrase("LOST", "bad")], VITAL)]) if starship.gone else _in(after, was, starship)
        yield UnitGlance(name=starship.name, side=starship.side, told=told)


def _in(board: Board, was: Starship, starship: Starship) -> Iterator[Told]:
    card = board.class_of(starship)
    yield Told(_worse("hull trauma", was.trauma, starship.trauma, card.hull), VITAL)
    yield Told(_worse("strain", was.strain, starship.strain, card.strain), VITAL)
    fallen = any(now < before for before, now in zip(was.shields, starship.shields, strict=True))
    told = f"shields {'/'.join(map(str, starship.shields))}"
    yield Told([Phrase(told, "bad" if fallen else "plain"), *([Phrase(" down", "bad")] if fallen else [])], VITAL)
    if starship.shut_down:
        yield Told([Phrase("SHUT DOWN", "bad")], VITAL)
    if starship.criticals:
        whole = "; ".join(str(hit.result) + (f" {hit.text}" if hit.text else "") for hit in starship.criticals)
        short = ", ".join(str(hit.result) for hit in starship.criticals)
        yield Told([Phrase(f"CRITICAL {whole}", "bad")], VITAL, short=[Phrase(f"CRITICAL {short}", "bad")])
    moved = was.place != starship.place
    way = f"{_hex(was)} -> {_hex(starship)}" if moved else _hex(starship)
    yield Told(f"{way} facing {starship.facing}", USUAL)
    yield Told(changed("speed", starship.speed, card.speed), USUAL)
    if starship.advantage:
        yield Told(f"advantage over {listed(starship.advantage)}", USUAL)
    if fields := board.terrain_at(starship.place):
        yield Told(f"in {listed(f'{field.name} ({kind_in_words(field.kind)})' for field in fields)}", USUAL)
    if starship.notes:
        yield Told("; ".join(starship.notes), DETAIL)


def _worse(name: str, before: int, now: int, most: int) -> list[Phrase]:
    """A number that is better the lower it is: `hull trauma 7/20 +3`."""
    told = f"{name} {now}/{most}"
    if before == now:
        return [Phrase(told)]
    return [Phrase(f"{told} "), Phrase(f"{now - before:+}", "bad" if now > before else "good")]


def _hex(starship: Starship) -> str:
    return hex_name(starship.place.q, starship.place.r)


# what happened


def _happened(stage: Stage) -> Iterator[Told]:
    board = stage.before
    slot = "" if is_entry(stage) or board.stage == "initiative" else f".{board.slot + 1}"
    for each in fact_contexts(board, stage.facts):
        if (said := in_short(each.fact)) is None:
            continue
        weight = VITAL if isinstance(each.fact, _VITAL) else DETAIL if isinstance(each.fact, _DETAILS) else USUAL
        yield Told(without_full_stop(said), weight, f"{board.turn}{slot}", short=_short(each.fact))


def _short(fact: Event) -> str | tuple[()]:
    """What nobody may miss in fewer words; nothing where there are none."""
    match fact:
        case TraumaSuffered():
            return f"{fact.starship} suffers {fact.trauma} hull trauma, {fact.total} in all"
        case CriticalSuffered():
            return f"{fact.starship} suffers critical hit {fact.critical}, which reads {fact.result} in your own table"
        case OrderVoided():
            return f"{fact.starship} cannot carry out {quoted(fact.order)}"
    return ()
