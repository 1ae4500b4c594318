"""Where an attack comes in, why it slid where it slid, and what defends there, as a person would redo it on paper."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.report.working import Context, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.missiles.facts import AttackArrived
from sits_es.rules.sits.views.defenders import defence_words
from sits_es.rules.sits.views.explain_fire import sight
from sits_es.rules.sits.views.provenance import of_card
from sits_es.rules.sits.views.sums import framed
from sits_es.sentences import listed
from sits_es.space.arcs import FACINGS, MARKERS, slide
from sits_es.space.avid import Window, centre, hemisphere, ring_of
from sits_es.space.sphere import angle


def arrived(context: Context) -> Working:
    """Facing, wedge, slide and the systems that bear, judged after moves and turns.

    Rule: sits rules 4 and 8.1.
    """
    came: AttackArrived = context.event
    board: Board = context.board
    launched = board.attacks[came.attack].launched
    return Working(
        rule="sits rules 4 and 8.1: facing, wedge and systems that bear are judged after moves and turns",
        steps=(
            f"Launched at range {launched.aim.range}; the longest range is resolved first.",
            *sight(board, came.target, launched.shooter),
            *_where(board, came),
            *_bearing(came),
            *defence_words(board, came.target, came.bearing),
        ),
        expected="no dice.",
        values={"facing": came.facing, "slid": came.slid},
    )


def _where(board: Board, came: AttackArrived) -> Iterator[str]:
    """The facing that the attack meets, and why."""
    window, ship = came.target_window, board.ships[came.target]
    if window is None or came.window is None:
        how = "as ordered" if ship.present is not None else "its strongest standing sidewall, port first (house)"
        yield f"In the same place it meets the facing presented, {came.facing}: {how} (sits rules 3)."
        return
    yield framed(came.target, ship.attitude, came.window, window)
    degrees = {facing: round(angle(centre(window), centre(MARKERS[facing]))) for facing in FACINGS}
    apart = listed(f"{facing} {number}" for facing, number in degrees.items())
    if not came.slid:
        yield f"Degrees from {window} to the markers of the facings: {apart}; the nearest is {came.facing}."
        return
    above = "above" if hemisphere(window) > 0 else "below"
    yield f"{window} is in the {ring_of(window)} row {above}: the wedge is in the way, so the attack slides."
    yield (
        f"Degrees from {window} to the markers of the facings: {apart}; it slides to {came.facing}, "
        f"{_why_there(window, came, ship.slide)} (sits rules 4)."
    )
    bonus = board.class_of(ship).rolled_ship_bonus
    card = of_card(board, came.target, f"rolled_ship_bonus {bonus:+}")
    yield f"A sidewall there adds the rolled-ship bonus, {card} (sits rules 4)."


def _why_there(window: Window, came: AttackArrived, ordered: str | None) -> str:
    """Why this facing of those that are near."""
    nearest = slide(window)
    if len(nearest) == 1:
        return "the nearest"
    if ordered in nearest:
        return f"which {came.target}'s orders choose of the {len(nearest)} nearest"
    return f"the first of the {len(nearest)} nearest in the order {', '.join(FACINGS)}"


def _bearing(came: AttackArrived) -> Iterator[str]:
    """The mounts whose arcs hold the attack."""
    if came.target_window is None:
        yield "In the same place every mount bears."
        return
    held = MARKERS[came.facing] if came.slid else came.target_window
    why = ", the marker of the facing it slid to (house)" if came.slid else ""
    yield f"Mounts whose arc holds {held}{why}: {listed(came.bearing)}."
