"""The unit classes of a scenario: samples and a player's own, and which of them a game needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sits_es.rules.sfb_n3d.cards.unit_class import UnitClass
from sits_es.sentences import unknown


def launch_problems(card: UnitClass, classes: Mapping[str, UnitClass]) -> Iterator[str]:
    """Why a class can't be in a game: what one of its launchers launches is no seeking weapon that there is."""
    seeking = tuple(name for name, other in classes.items() if other.kind == "seeking")
    for launcher in card.launchers:
        if launcher.launches not in seeking:
            said = unknown("seeking weapon", launcher.launches, seeking)
            yield f"{card.name} launches by {launcher.name} what is no seeking weapon. {said} (F1.24)"


def needed(used: Mapping[str, UnitClass], classes: Mapping[str, UnitClass]) -> dict[str, UnitClass]:
    """The classes of a game: those of its units and those that these launch, by name, in order of name."""
    launched = {each.launches for card in used.values() for each in card.launchers}
    return {name: classes[name] for name in sorted({*used, *launched}) if name in classes}
