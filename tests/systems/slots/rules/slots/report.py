"""What Slots says of its boards and dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report import Report
from sits_es.report.luck import Luck
from sits_es.rules import system

from .events import AttackRolled, StarshipPlaced

if TYPE_CHECKING:
    from sits_es.report.working import Context, Working

#: Successes of a face; of an attack's die three faces are blank and one is a threat.
WORTH: Mapping[str, int] = {"blank": 0, "threat": 0, "success": 1, "triumph": 2, "late": 0, "early": 1, "first": 2}


class SlotsReport(Report):
    """Zones and hulls, and how many successes everybody rolled."""

    def standing(self, board: Any) -> Mapping[str, Any]:
        """Each starship, and who still acts in this turn."""
        ships = {name: {"zone": each.zone, "hull": each.hull} for name, each in sorted(board.starships.items())}
        return {"starships": ships, "to_act": board.queue}

    def differences(self, one: Any, other: Any) -> list[tuple[str, str, str, str]]:
        """Zones and hulls that are not the same."""
        ours, theirs = (self.standing(board)["starships"] for board in (one, other))
        return [
            (name, what, str(ours[name][what]), str(theirs[name][what]))
            for name in ours
            for what in ours[name]
            if ours[name][what] != theirs[name][what]
        ]

    def explain(self, context: Context) -> Working:
        """An attack by its dice."""
        from sits_es.report.working import Modifier, Working

        event = context.event
        if not isinstance(event, AttackRolled):
            return Working(rule="")
        shown = (("successes", event.successes), ("threats", event.threats), ("blanks", event.blanks))
        counted = tuple(Modifier(name=name, value=str(number), rule="faces of the dice") for name, number in shown)
        return Working(rule="Slots, attacks: a triumph is two successes", modifiers=counted)

    def luck(self, events: Iterable[Event], board: Any) -> list[Luck]:
        """Successes by player and kind of roll."""
        del board
        owners: dict[str, str] = {}
        rolls: dict[tuple[str, str], list[DiceRolled]] = {}
        for event in events:
            if isinstance(event, StarshipPlaced):
                owners[event.starship] = event.player
            elif isinstance(event, DiceRolled):
                rolls.setdefault((owners[event.actor], event.purpose), []).append(event)
        return [
            Luck(
                player=player,
                kind=purpose,
                rolls=len(rolled),
                observed=sum(WORTH[face] for each in rolled for face in _shown(each)),
                mean=Fraction(5, 8) * sum(len(each.faces) for each in rolled),
                square=Fraction(31, 64) * sum(len(each.faces) for each in rolled),
                better=1,
            )
            for (player, purpose), rolled in rolls.items()
        ]


def _shown(rolled: DiceRolled) -> tuple[str, ...]:
    return system("slots").faces_in_words(rolled)


#: The report, as `sits_es.report.report_of` finds it.
REPORT = SlotsReport()
