"""Everything that webs do in an impulse, after units have moved. Rule: G10; the order by house."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.play.anchors import drop, lose_gone
from sits_es.rules.sfb_n3d.play.laying import lay, new_name, part
from sits_es.rules.sfb_n3d.play.points import draw_inward, join, lay_points
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.places import exact
from sits_es.rules.sfb_n3d.webs.facts import CastOrdered, Point, Strand, WebPlaced


def weave(work: Resolution) -> None:
    """Lose anchors that are gone or dropped, lay strands, part what nobody paid for, lay, join and move points, cast.

    Anchors have moved already, and have taken their webs with them: a strand runs from where they are.
    """
    if work.board.webs:
        lose_gone(work.board, work.record)
    drop(work)
    lay(work)
    part(work)
    lay_points(work)
    join(work)
    draw_inward(work)
    cast(work)


def cast(work: Resolution) -> None:
    """Cast webs with the strength of the caster's own chart, by the unit's name. Rule: note on web casters."""
    for order in sorted(work.given(CastOrdered), key=lambda order: order.unit):
        ends = (Point("1", order.start), Point("2", order.end))
        work.record(
            WebPlaced(
                web=new_name(work.board),
                player=work.board.units[order.unit].player,
                kind="cast",
                points=ends,
                strands=(Strand("1", "2", exact(order.start, order.end)),),
                strength=order.strength,
            )
        )
