"""Manoeuvres: Fly, with the check that an asteroid field asks for, and changes of speed.

Rule: rules.md, Fly, Terrain; base game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.rules import asteroid_parts, pool_of_parts
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, FlyStep, SpeedChanged, SpeedOrdered, StarshipFlew
from sits_es.rules.starwars.harm.rules import battered
from sits_es.rules.starwars.order_rules import OrderRules, refuse
from sits_es.rules.starwars.qualities.rules import breaks_free, foreseen_held
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.sums.chances import odds
from sits_es.rules.starwars.sums.flying import Flight, check_flight
from sits_es.rules.starwars.sums.harm import asteroid_harm
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.words import hex_of
from sits_es.space.hexes import Position


class Fly(OrderRules[FlyOrdered]):
    """Fly the whole list of steps, or nothing of it; in an asteroid field a Piloting check and its harm follow."""

    once = "manoeuvred-already"

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Every step that breaks a rule, as if all before it were done; then dice for a check that isn't made."""
        del above
        flight = flight_of(board, starship, self.fact)
        for fault in flight.faults:
            yield refuse(starship, "flight-unlawful", *fault.values, field=f"step {fault.step}")
        added = (field for field in ("boost", "setback", "upgrades", "harder") if getattr(self.fact, field))
        if asteroid_field(board, starship, flight) is None and (field := next(added, None)) is not None:
            yield Refusal(  # it is flown all the same, so that no code goes on record
                f"{starship.name} makes no check, because this flight meets no asteroid field. Leave out `with` "
                f"and what follows it.",
                field,
            )

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Fly, and see what the rocks do; whoever is held breaks free first."""
        if not breaks_free(work, starship):
            return
        order, flight = self.fact, flight_of(work.board, starship, self.fact)
        field, end = asteroid_field(work.board, starship, flight), starship.place + flight.net
        pool = Pool() if field is None else self._pool(work.board, starship, flight)
        work.record(
            StarshipFlew(
                starship=starship.name,
                steps=order.steps,
                path=tuple((place.q, place.r) for place in flight.path),
                q=end.q,
                r=end.r,
                facing=flight.facing,
                movement=flight.movement,
            )
        )
        if field is not None:
            battered(work, starship, field, work.check(starship, "piloting", pool, source="flight", about=field))

    def _pool(self, board: Board, starship: Starship, flight: Flight) -> Pool:
        return pool_of_parts(asteroid_parts(board, starship, (starship.place, *flight.path)), self.fact)

    def expect(self, board: Board, starship: Starship) -> None:
        """To its last step, even where one breaks a rule: that is told at its own line."""
        flight = flight_of(board, starship, self.fact)
        if board.beams_on(starship) or asteroid_field(board, starship, flight) is not None:
            board.used_up(starship, "piloting")
        starship.place, starship.facing = starship.place + flight.net, flight.facing
        board.manoeuvred()

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """Where it ends; the check through an asteroid field, and what threat and despair would do."""
        del above
        yield f"{starship.name} flies {' '.join(self.fact.steps)}: {self.outlook(board, starship)}"
        yield from foreseen_held(board, starship)
        flight = flight_of(board, starship, self.fact)
        if (field := asteroid_field(board, starship, flight)) is not None:
            harm = asteroid_harm(1, 0, board.armour_of(starship))
            yield f"   Piloting check through {field}: {odds(self._pool(board, starship, flight))}"
            yield (
                f"   each net threat would be {harm.trauma} hull trauma and {harm.strain} system strain, "
                "and each despair a critical hit"
            )

    def outlook(self, board: Board, starship: Starship) -> str:
        """Where it leads: `to 2,-1 facing B, 3 of 4 movement`."""
        flight = flight_of(board, starship, self.fact)
        end = hex_of(starship.place + flight.net)
        return f"to {end} facing {flight.facing}, {flight.movement} of {starship.speed} movement"

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """As far ahead as it may go, and as far in a bend to either side; a turn in place."""
        for turn in ((), ("L",), ("R",)):
            for hexes in range(starship.speed, 0, -1):
                half = (hexes + 1) // 2
                steps = (*("F",) * half, *turn, *("F",) * (hexes - half))
                order = FlyOrdered(starship=starship.name, steps=cast("tuple[FlyStep, ...]", steps))
                if flight_of(board, starship, order).legal:
                    yield order
                    break
        yield FlyOrdered(starship=starship.name, steps=("L",))
        yield FlyOrdered(starship=starship.name, steps=("R",))


class ChangeSpeed(OrderRules[SpeedOrdered]):
    """One more or one less, from 0 to what the card allows. Rule: base game."""

    once = "manoeuvred-already"

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Whether the card allows it, and what critical hits leave of it."""
        del above
        change, most, left = self.fact.change, board.class_of(starship).speed, board.speed_of(starship)
        if abs(change) != 1 or not 0 <= starship.speed + change <= most:
            yield refuse(starship, "speed-beyond", starship.speed, most)
        elif change > 0 and starship.speed + change > left:
            yield refuse(starship, "speed-left", starship.speed, left)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Change it."""
        work.record(SpeedChanged(starship=starship.name, speed=starship.speed + self.fact.change))

    def expect(self, board: Board, starship: Starship) -> None:
        """As far as its card and its critical hits allow."""
        starship.speed = min(max(0, starship.speed + self.fact.change), board.speed_of(starship))
        board.manoeuvred()

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """At what speed it goes."""
        del board, above
        yield f"{starship.name} flies at speed {starship.speed + self.fact.change}"

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Both ways."""
        del board
        yield SpeedOrdered(starship=starship.name, change=1)
        yield SpeedOrdered(starship=starship.name, change=-1)


def flight_of(board: Board, starship: Starship, order: FlyOrdered) -> Flight:
    """The flight that is ordered, from where the starship is, among those that are on the map now."""
    occupied: dict[Position, list[int]] = {}
    for other in board.out():
        if other.name != starship.name:
            occupied.setdefault(other.place, []).append(board.class_of(other).silhouette)
    return check_flight(
        order.steps,
        silhouette=board.class_of(starship).silhouette,
        speed=starship.speed,
        facing=starship.facing,
        occupied=occupied,
        wells=board.wells(),
        start=starship.place,
    )


def asteroid_field(board: Board, starship: Starship, flight: Flight) -> str | None:
    """The asteroid field that a flight of a hex or more meets first, by name; None when it meets none."""
    met: Iterable[Position] = (starship.place, *flight.path) if flight.path else ()
    return next((each.name for place in met for each in board.terrain_at(place) if each.kind == "asteroid-field"), None)
