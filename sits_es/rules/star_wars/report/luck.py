"""How each player's narrative dice came out, by what they were thrown for, against their exact average."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.luck import Luck
from sits_es.rules.star_wars.events.motion import StarshipPlaced
from sits_es.rules.star_wars.story.dice import faces_of, kind_of
from sits_es.rules.star_wars.sums.chances import Counted
from sits_es.rules.star_wars.sums.narrative_dice import FACES, VALUES

#: What is counted of the faces: net, failures and threats negative.
COUNTED: Final[tuple[Counted, ...]] = ("success", "advantage")


@cache
def average(kind: str, counted: Counted) -> tuple[Fraction, Fraction]:
    """What a die of a kind comes to on average, and the mean squared distance from that. Rule: its published faces."""
    values = [int(getattr(VALUES[face], counted)) for face in FACES[kind]]
    mean = Fraction(sum(values), len(values))
    return mean, sum(((value - mean) ** 2 for value in values), Fraction()) / len(values)


def luck(events: Iterable[Event]) -> list[Luck]:
    """Each player's narrative dice by purpose, successes and advantage apart; of nobody's starship none."""
    players: dict[str, str] = {}
    thrown: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for event in events:
        if isinstance(event, StarshipPlaced):
            players[event.starship] = event.player
        elif isinstance(event, DiceRolled) and event.actor in players and (kind := kind_of(event)) is not None:
            purpose = event.purpose.rpartition(": ")[0]
            found = thrown.setdefault((players[event.actor], purpose), [])
            found.extend((kind, face) for face in faces_of(event))
    return [
        _row(player, purpose, counted, dice)
        for (player, purpose), dice in sorted(thrown.items())
        for counted in COUNTED
    ]


def _row(player: str, purpose: str, counted: Counted, dice: list[tuple[str, str]]) -> Luck:
    averages = [average(kind, counted) for kind, _ in dice]
    return Luck(
        player=player,
        kind=f"{purpose}, {counted}".lstrip(", "),
        rolls=len(dice),
        observed=sum(int(getattr(VALUES[face], counted)) for _, face in dice),
        mean=sum((mean for mean, _ in averages), Fraction()),
        square=sum((square for _, square in averages), Fraction()),
        better=1,
    )
