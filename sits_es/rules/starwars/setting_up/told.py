"""Starships and terrain as a game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.starwars.setting_up.facts import StarshipPlaced, TerrainKind, TerrainPlaced
from sits_es.rules.starwars.sums.narrative_dice import INITIATIVE
from sits_es.rules.starwars.sums.terrain import EFFECTS
from sits_es.rules.starwars.views.card import crew_in_words
from sits_es.rules.starwars.words import PageHeading, dice, hex_name, kind_in_words, printed, way_to
from sits_es.rules.told import Told
from sits_es.sentences import article, counted, listed
from sits_es.space.hexes import Position

#: The heading of each kind of terrain on the printed page.
_HEADINGS: Final[Mapping[TerrainKind, PageHeading]] = {
    "asteroid-field": "Asteroid Field",
    "gas-cloud": "Gas Cloud",
    "gravity-well": "Gravity Well",
}


class _StarshipPlaced(Told[StarshipPlaced]):
    heading = "Set-up"

    def sentence(self) -> str:
        fact = self.fact
        many = f"{fact.number} of " if fact.number > 1 else ""
        who = f"{fact.starship} ({many}{fact.starship_class}, side {fact.side}, player {fact.player})"
        where = f"at {hex_name(fact.q, fact.r)}, facing {fact.facing}, speed {fact.speed}"
        rolls = f"; initiative {dice(fact.initiative, INITIATIVE)}" if any(fact.initiative) else ""
        return f"{who} is {where}; its crew has {crew_in_words(fact.crew)}{rolls}."

    def working(self, at: Context) -> Working:
        fact = self.fact
        steps = [f"Hex {hex_name(fact.q, fact.r)}; from the middle of the map: {way_to(Position(fact.q, fact.r))}."]
        if at.board is not None and (card := at.board.classes.get(fact.starship_class)) is not None:
            steps.append(
                f"Its card: silhouette {card.silhouette}, speed up to {card.speed}, armour {card.armour}, hull "
                f"{card.hull}, strain {card.strain}, shields {'/'.join(map(str, card.shields))}."
            )
        return Working(rule="the scenario, and the starship's card", steps=tuple(steps))


class _TerrainPlaced(Told[TerrainPlaced]):
    heading = "Set-up"

    def sentence(self) -> str:
        fact = self.fact
        where = listed(hex_name(q, r) for q, r in fact.hexes)
        held = f"{article(kind_in_words(fact.kind))} in {counted(len(fact.hexes), 'hex')} ({where})"
        return f"{fact.name} is {held}; it adds {dice((fact.setback,), ('setback',))} to Piloting checks."

    def working(self, at: Context) -> Working:
        del at
        fact = self.fact
        return Working(
            rule=f"{printed(_HEADINGS[fact.kind])}; the scenario says where, and how many setback dice",
            modifiers=(Modifier(name="setback", value=f"+{fact.setback}", rule="all Piloting checks in it"),),
            steps=(EFFECTS[fact.kind],),
        )
