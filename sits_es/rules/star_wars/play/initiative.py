"""Who acts when: rolled by the pool of each starship, or as the scenario says. Rule: base game; house."""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.star_wars.events.motion import InitiativeSet
from sits_es.rules.star_wars.play.resolution import Resolution
from sits_es.rules.star_wars.sums.narrative_dice import Pool, Result


def set_order(work: Resolution) -> None:
    """Set the order in which the starships on the map act: the most success first, then advantage, then by name.

    A starship that is shut down has its place too, and its slot once it is restored. Nobody orders anything.
    """
    for ordered in work.all_orders():
        work.void(ordered, Coded("initiative-first"))
    there = [starship.name for starship in work.board.out()]
    if work.board.given:
        given = dict.fromkeys(name for name in work.board.given if name in there)
        # whoever the scenario leaves out acts last, so that everybody on the map has a slot
        work.record(InitiativeSet(order=(*given, *(name for name in there if name not in given)), rolled=()))
        return
    came_to: dict[str, Result] = {}
    for starship in work.board.out():
        ability, proficiency, boost = starship.initiative
        pool = Pool(ability=ability, proficiency=proficiency, boost=boost)
        came_to[starship.name] = work.throw(starship.name, "initiative", "", pool)
    order = tuple(sorted(came_to, key=lambda name: (-came_to[name].success, -came_to[name].advantage, name)))
    rolled = tuple((came_to[name].success, came_to[name].advantage) for name in order)
    work.record(InitiativeSet(order=order, rolled=rolled))
