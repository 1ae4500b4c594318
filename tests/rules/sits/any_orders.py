"""Any orders of SITS, sense or not, by their form: for tests by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.miracles.facts import MiracleOrdered
from sits_es.rules.sits.missiles.facts import DecoyOrdered, LaunchOrdered
from sits_es.rules.sits.motion.facts import PlotChoice, PlotOrdered, ThrustOrdered
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.turns.facts import PivotOrdered, RollOrdered
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered
from sits_es.space.arcs import FACINGS
from sits_es.space.avid import WINDOWS
from sits_es.space.hexes import HexVector


def ways_of(
    ships: Sequence[str],
    *,
    targets: Sequence[str],
    weapons: Sequence[str],
    mounts: Sequence[str],
    tracks: Sequence[str],
    most_plots: int = 1,
) -> Mapping[type[Order], st.SearchStrategy[Order]]:
    """Orders of any of these ships by their form, which name any of these. most_plots: windows of a plot, 1 up."""
    target, facing, few = st.sampled_from(targets), st.sampled_from(FACINGS), st.integers(0, 8)
    windows, along = st.sampled_from(WINDOWS), st.integers(-2, 4)
    choices = st.builds(PlotChoice, window=windows, vector=st.builds(HexVector, a=along, c=along, up=along))
    count = st.integers(1, 5)
    fields: dict[type[Order], list[dict[str, st.SearchStrategy[Any]]]] = {
        FireOrdered: [{"weapon": st.sampled_from(weapons), "target": target}],
        LaunchOrdered: [
            {
                "mount": st.sampled_from(mounts),
                "target": target,
                "salvoes": st.integers(1, 7),
                "tubes": st.none() | st.integers(1, 12) | st.just(40),
                "warhead": st.sampled_from(("laser-head", "nuke")),
            }
        ],
        ThrustOrdered: [{"thrust": few}],
        PlotOrdered: [{"plots": st.lists(choices, min_size=1, max_size=most_plots).map(tuple)}],
        PivotOrdered: [{"to": windows}],
        RollOrdered: [{"side": st.sampled_from(("port", "starboard")), "steps": st.integers(1, 11)}],
        DecoyOrdered: [
            {"count": count, "if_launched_at": st.booleans()},
            {
                "count": count,
                "missiles": st.none() | st.sampled_from((1, 8, 10**9)),
                "within": st.none() | st.sampled_from((0, 14, 10**9)),
            },
        ],
        SlideOrdered: [{"facing": facing}],
        PresentOrdered: [{"facing": facing}],
        RepairOrdered: [{"track": st.sampled_from(tracks), "parties": st.integers(1, 2)}],
        MiracleOrdered: [
            {"miracle": st.sampled_from(("ignore ECM", "double ECM", "save decoy", "no explosion", "repair again"))},
            {"miracle": st.just("ruling"), "text": st.just("an omen")},
        ],
        StopOrdered: [
            {"condition": st.just("range at most"), "target": target, "range": few},
            {"condition": st.just("target bears"), "target": target},
        ],
    }
    ship = st.sampled_from(ships)
    return {form: st.one_of([st.builds(form, ship=ship, **each) for each in ways]) for form, ways in fields.items()}
