"""Hits, boxes, explosions and repairs as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import (
    BoxDestroyed,
    DamageWasted,
    ExplosionChecked,
    HitScored,
    HullStruck,
    ShipDestroyed,
)
from sits_es.rules.sits.repairs.facts import CountersRun, RepairTried
from sits_es.rules.sits.ship.tracks import DISABLED, WHOLE, strength
from sits_es.rules.sits.story.codes import lost_as
from sits_es.rules.sits.views.explain_words import on_average
from sits_es.rules.sits.views.facts import of
from sits_es.rules.sits.views.provenance import cells, of_card, of_track
from sits_es.sentences import counted, listed

_RULE: Final = "sits rules 9 (house, after the second edition)"


def _struck(context: Context) -> Working:
    struck: HullStruck = context.event
    card = context.board.class_of(context.board.ships[struck.ship])
    whole, rest = divmod(struck.points, card.hit_size)
    split = f"{counted(whole, 'hit')} of {card.hit_size}" + (f" and one of {rest}" if rest else "")
    size = Modifier(name="hit size", value=str(card.hit_size), rule=of_card(context.board, struck.ship, "hit_size"))
    return Working(
        rule=_RULE,
        modifiers=(size,),
        steps=(f"{counted(struck.points, 'point')} of {struck.source}: {split}.",),
        expected="no dice.",
    )


def _hit(context: Context) -> Working:
    hit: HitScored = context.event
    card = context.board.class_of(context.board.ships[hit.ship])
    taken = _until_next_hit(context)
    alike = sum(1 for each in card.hits[hit.facing] if each == hit.row)
    return Working(
        rule=_RULE,
        steps=(
            (
                f"1d10 reads {hit.roll}: row {hit.roll} of the {hit.facing} facing on {card.name}'s card: "
                f"{listed(hit.row, 'empty')}."
            ),
            (
                f"{counted(hit.points, 'point')}: one box of each system along the row, those with none left skipped, "
                "the rest to hull and then structure."
            ),
            f"Boxes left: {_left(context.board, hit)}.",
            f"Taken: {listed(taken, 'nothing')}{_with_impellers(taken)}.",
        ),
        expected=f"every row is as likely as another; a row like this comes up in {alike} of 10.",
        values={"row": list(hit.row), "roll": hit.roll},
    )


def _left(board: Board, hit: HitScored) -> str:
    """Boxes that a hit can still take of each system in its row, of the hull and of structure."""
    boxes = board.ships[hit.ship].boxes
    along = ("thrust",) if "impellers" in hit.row else ()
    tracks = dict.fromkeys((*hit.row, *along, "hull", "structure"))
    left = {track: sum(mark in (WHOLE, DISABLED) for mark in boxes.get(track, "")) for track in tracks}
    return ", ".join(f"{track} {number}" for track, number in left.items())


def _with_impellers(taken: Sequence[str]) -> str:
    impellers = any(box.startswith("impellers ") for box in taken)
    return "; a box of impellers takes one of thrust with it" if impellers else ""


def _until_next_hit(context: Context) -> list[str]:
    found = []
    for fact in context.later:
        if isinstance(fact, HitScored | HullStruck):
            break
        if isinstance(fact, BoxDestroyed):
            found.append(f"{fact.track} box {fact.box + 1}")
    return found


def _box(context: Context) -> Working:
    box: BoxDestroyed = context.event
    board: Board = context.board
    ship = board.ships[box.ship]
    before = cells(board.class_of(ship), box.track, ship.boxes[box.track])
    why = f"box {box.box + 1} is the leftmost that is not destroyed, so it is taken"
    return Working(
        rule=_RULE,
        steps=(
            f"{box.track} before: {before}; {why}.",
            f"The rating in force goes from {box.before} to {box.after} ({box.cause}).",
        ),
        expected="no dice of its own.",
        values={"before": box.before, "after": box.after},
    )


def _explosion(context: Context) -> Working:
    check: ExplosionChecked = context.event
    miracle = "; a miracle lets the roll succeed" if not check.explodes and check.roll < check.below else ""
    verdict = "below" if check.roll < check.below else "not below"
    end = "it explodes" if check.explodes else "it holds together"
    expected, numbers = on_average(check, "explosions", context.board.tables)
    return Working(
        rule=_RULE,
        modifiers=(Modifier(name="explodes below", value=str(check.below), rule="the number in the structure box"),),
        steps=(f"1d10 reads {check.roll}, {verdict} {check.below}{miracle}: {end}.",),
        expected=expected,
        values=numbers,
    )


def _destroyed(context: Context) -> Working:
    lost: ShipDestroyed = context.event
    taken = [box for box in of(context.earlier, BoxDestroyed) if (box.ship, box.track) == (lost.ship, "structure")]
    boxes = [f"structure box {box.box + 1}" for box in taken]
    return Working(
        rule=_RULE,
        steps=(f"After {listed(boxes, 'what came before')}: {lost_as(lost.cause.code)}.",),
    )


def _wasted(_: Context) -> Working:
    return Working(rule=_RULE, steps=("No box of row, hull or structure is left to take, or the ship is out already.",))


def _repair(context: Context) -> Working:
    tried: RepairTried = context.event
    board: Board = context.board
    card = board.class_of(board.ships[tried.ship])
    end = "mended" if tried.repaired else "lost for the game, two parties having failed" if tried.lost else "not mended"
    expected, numbers = on_average(tried, "boxes mended", context.board.tables)
    return Working(
        rule="sits rules 10, damage control (after the second edition)",
        modifiers=(
            Modifier(name="crew quality", value=str(tried.quality), rule=of_card(board, tried.ship, "crew_quality")),
            Modifier(
                name="working parties",
                value=str(strength(card, board.ships[tried.ship], "damage-control")),
                rule=of_track(board, tried.ship, "damage-control"),
            ),
        ),
        steps=(
            f"Box {tried.box + 1} of {tried.track} is the last one taken that may still be tried.",
            f"1d10 reads {tried.roll}, {tried.quality} or less mends it: {end}.",
        ),
        expected=expected,
        values=numbers,
    )


def _counters(context: Context) -> Working:
    run: CountersRun = context.event
    before = context.board.ships[run.ship].counters
    told = (f"{weapon}: {before[weapon]} less 1 is {before[weapon] - 1}." for weapon in sorted(before))
    return Working(rule="card, regeneration; sits rules 10", steps=tuple(told), expected="no dice.")


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    HullStruck: _struck,
    HitScored: _hit,
    BoxDestroyed: _box,
    ExplosionChecked: _explosion,
    ShipDestroyed: _destroyed,
    DamageWasted: _wasted,
    RepairTried: _repair,
    CountersRun: _counters,
}
