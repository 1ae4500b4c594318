"""Flights and speeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sits_es.report.blocks import Block, ReportLine
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedChanged, SpeedOrdered, StarshipFlew
from sits_es.rules.starwars.starship_class import HexSide
from sits_es.rules.starwars.sums.flying import TURNS, check_flight, most_turns
from sits_es.rules.starwars.telling import ToldOrder, known
from sits_es.rules.starwars.words import FLY, hex_name, hex_of, kind_in_words, times
from sits_es.rules.told import Told
from sits_es.sentences import counted, listed, one_line
from sits_es.space.hexes import DIRECTIONS, Position


class _FlyOrdered(ToldOrder[FlyOrdered]):
    rule = FLY


class _SpeedOrdered(ToldOrder[SpeedOrdered]):
    rule = "base game: accelerate and decelerate, one point of speed"


class _Flew(Told[StarshipFlew]):
    heading = "Flight"

    def sentence(self) -> str:
        fact = self.fact
        end = f"{hex_name(fact.q, fact.r)}, facing {fact.facing}"
        took = f"{counted(len(fact.path), 'hex')} for {fact.movement} movement, to" if fact.path else "it stays at"
        return f"{fact.starship} flies {' '.join(fact.steps)}: {took} {end}."

    def in_full(self, at: Context) -> Iterator[Block]:
        yield ReportLine(one_line(self.sentence()), 2)
        yield from (
            ReportLine(f"{number or ' '} {step}", 4, 2) for number, step in enumerate(_steps(at.board, self.fact))
        )

    def working(self, at: Context) -> Working:
        fact, found = self.fact, known(at, self.fact.starship)
        turns = sum(step != "F" for step in fact.steps)
        steps: list[str] = []
        modifiers: tuple[Modifier, ...] = ()
        if found is not None:
            board, starship = found
            silhouette = board.class_of(starship).silhouette
            steps += _steps(board, fact)
            modifiers = (
                Modifier(name="movement", value=f"{fact.movement} of {starship.speed}", rule="up to its speed"),
                Modifier(
                    name="turns",
                    value=f"{turns} of {most_turns(silhouette)}",
                    rule=f"silhouette {silhouette}: at most {times(most_turns(silhouette))}",
                ),
            )
        steps.append(f"It ends in {hex_name(fact.q, fact.r)}, facing {fact.facing}.")
        return Working(
            rule=FLY,
            modifiers=modifiers,
            steps=tuple(steps),
            values={"hexes": len(fact.path), "movement": fact.movement, "turns": turns, "facing": fact.facing},
        )


def start_of(flew: StarshipFlew) -> tuple[Position, HexSide]:
    """The hex and the facing in which a flight began, worked out backwards from its end."""
    turns = sum(TURNS.get(step, 0) for step in flew.steps)
    facing = cast("HexSide", DIRECTIONS[(DIRECTIONS.index(flew.facing) - turns) % len(DIRECTIONS)])
    ahead = check_flight(flew.steps, silhouette=0, speed=0, facing=facing, occupied={}, wells=())
    return Position(flew.q, flew.r) + -ahead.net, facing


def _steps(board: Board, flew: StarshipFlew) -> Iterator[str]:
    """Each step in words, the start first: `F: it enters 0,-1 (Shoals, asteroid field); movement so far 1`."""

    def hex_in_words(at: Position) -> str:
        lies = [f"{field.name}, {kind_in_words(field.kind)}" for field in board.terrain_at(at)]
        return hex_of(at) + (f" ({listed(lies)})" if lies else "")

    start, facing = start_of(flew)
    flight = check_flight(
        flew.steps, silhouette=0, speed=0, facing=facing, occupied={}, wells=board.wells(), start=start
    )
    return flight.steps(hex_in_words)


class _SpeedChanged(Told[SpeedChanged]):
    def sentence(self) -> str:
        return f"{self.fact.starship} now flies at speed {self.fact.speed}."

    def working(self, at: Context) -> Working:
        fact, found = self.fact, known(at, self.fact.starship)
        steps = (f"Its speed is now {fact.speed}.",)
        if found is not None:
            most, left = found[0].class_of(found[1]).speed, found[0].speed_of(found[1])
            less = "" if left == most else f", and its critical hits allow 0 to {left}"
            steps = (
                f"The starship's speed goes from {found[1].speed} to {fact.speed}; its card allows 0 to {most}{less}.",
            )
        return Working(rule="base game: one point of speed in a manoeuvre", steps=steps, values={"speed": fact.speed})
