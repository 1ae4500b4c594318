"""What crews do besides flying and firing: stances, shields and damage control. Rule: base game; rules.md, Crews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import ACTION
from sits_es.rules.starwars.checks.rules import check_parts, pool_of_parts
from sits_es.rules.starwars.crews.facts import (
    AngleOrdered,
    DamageRepaired,
    EffectBegan,
    RepairOrdered,
    ShieldsAngled,
    StanceOrdered,
)
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.order_rules import OrderRules, refuse
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.starship_class import ARCS
from sits_es.rules.starwars.sums.chances import odds
from sits_es.rules.starwars.sums.pools import PoolPart
from sits_es.rules.starwars.words import dice, who_of

#: The largest silhouette and the least speed with which a starship evades or stays on target. Rule: base game.
LARGEST: Final = 4
SLOWEST: Final = 3
#: Boost dice that aiming brings at the most, one for each time. Rule: base game.
MOST_AIMS: Final = 2
#: Shields that a zone has at the most when they are angled there. Rule: base game.
MOST_SHIELDS: Final = 4


class TakeStance(OrderRules[StanceOrdered]):
    """Evasive manoeuvres, staying on target and aiming."""

    once, of_crews = "manoeuvred-already", True

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Who may, in what; and what holds already."""
        order = self.fact
        if order.effect != "aim":
            silhouette = board.class_of(starship).silhouette
            if silhouette > LARGEST or starship.speed < SLOWEST:
                yield refuse(starship, "too-large-or-slow", silhouette, starship.speed)
        there = board.number_of(starship, order.effect, order.member)
        there += sum(each == order for each in above if isinstance(each, StanceOrdered))
        if there >= (MOST_AIMS if order.effect == "aim" else 1):
            yield refuse(starship, "holds-already", order.effect)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """It holds from now on."""
        work.record(self._began(starship))

    def expect(self, board: Board, starship: Starship) -> None:
        """It holds."""
        self._began(starship).apply(board)

    def _began(self, starship: Starship) -> EffectBegan:
        order = self.fact
        return EffectBegan(starship=starship.name, effect=order.effect, by=starship.name, member=order.member)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """What it brings."""
        del above
        yield f"{who_of(starship.name, self.fact.member)}: {self.fact.effect}; {self.outlook(board, starship)}"

    def outlook(self, board: Board, starship: Starship) -> str:
        """The same in a few words."""
        del board, starship
        return BRINGS[self.fact.effect]

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Each of them, and aiming by everybody."""
        yield StanceOrdered(starship=starship.name, effect="evade")
        yield StanceOrdered(starship=starship.name, effect="stay on target")
        for member in ("", *(each.name for each in board.class_of(starship).members)):
            yield StanceOrdered(starship=starship.name, effect="aim", member=member)


#: What each stance brings, in a few words.
BRINGS: Final = {
    "evade": "attacks on it and by it: difficulty upgraded once",
    "stay on target": "attacks by and on it: the attacker's dice upgraded once",
    "aim": "a boost die for its next attack",
}


class AngleShields(OrderRules[AngleOrdered]):
    """A point of shields from one zone to another."""

    once, of_crews = "manoeuvred-already", True

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Whether the one zone has a point to give, and the other room for it."""
        del board, above
        order = self.fact
        if order.taken == order.zone:
            yield refuse(starship, "same-zone", order.zone)
            return
        if not starship.shields_of(order.taken):
            yield refuse(starship, "no-shields", order.taken)
        if (points := starship.shields_of(order.zone)) >= MOST_SHIELDS:
            yield refuse(starship, "shields-full", order.zone, points)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Turn them."""
        order = self.fact
        work.record(ShieldsAngled(starship=starship.name, taken=order.taken, zone=order.zone, member=order.member))

    def expect(self, board: Board, starship: Starship) -> None:
        """The zones have so many."""
        order = self.fact
        if starship.shields_of(order.taken):
            ShieldsAngled(starship=starship.name, taken=order.taken, zone=order.zone, member=order.member).apply(board)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """What the zones have then."""
        del above
        yield f"{who_of(starship.name, self.fact.member)} angles shields: {self.outlook(board, starship)}"

    def outlook(self, board: Board, starship: Starship) -> str:
        """The same."""
        del board
        order = self.fact
        taken, given = starship.shields_of(order.taken) - 1, starship.shields_of(order.zone) + 1
        return f"{order.taken} {taken}, {order.zone} {given}"

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """From the strongest zone to the weakest."""
        del board
        strongest = max(ARCS, key=starship.shields_of)
        weakest = min(ARCS, key=starship.shields_of)
        yield AngleOrdered(starship=starship.name, taken=strongest, zone=weakest)


class Repair(OrderRules[RepairOrdered]):
    """Damage control: a Mechanics check, of which each success takes off a point, or mends a critical hit."""

    once, of_crews = "acted-already", True

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Whether there is anything to mend, and on the hull whether it was tried before."""
        order = self.fact
        if order.what == "critical":
            yield from self._no_critical(starship)
            return
        if not _suffered(board, starship, order.what):
            yield refuse(starship, "nothing-to-repair", order.what)
        tried = any(isinstance(each, RepairOrdered) and each.what == "hull" for each in above)
        if order.what == "hull" and (starship.hull_tried or tried):
            yield refuse(starship, "hull-tried")

    def _no_critical(self, starship: Starship) -> Iterator[Refusal]:
        """Whether there is such a critical hit, and how difficult it is: the game's table says so, or the order."""
        order = self.fact
        hit = next((each for each in starship.criticals if each.number == order.critical), None)
        if hit is None:
            known = ", ".join(str(each.number) for each in starship.criticals)
            yield refuse(starship, "no-such-critical", order.critical, known)
        elif hit.row is None:
            if order.difficulty is None:
                yield refuse(starship, "no-difficulty", hit.number)
        elif order.difficulty not in (None, hit.row.difficulty):
            yield refuse(starship, "other-difficulty", hit.number, order.difficulty, hit.row.difficulty)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Roll it, and mend."""
        order, pool = self.fact, pool_of_parts(self.parts(work.board, starship), self.fact)
        made = work.check(starship, "mechanics", pool, source=order.member or ACTION, about=f"repair {order.what}")
        if order.what == "critical":
            if made.succeeds:
                work.record(
                    DamageRepaired(starship=starship.name, what="critical", points=0, total=0, critical=order.critical)
                )
            return
        points = min(max(0, made.success), _suffered(work.board, starship, order.what))
        total = (starship.trauma if order.what == "hull" else starship.strain) - points
        if points or order.what == "hull":
            work.record(DamageRepaired(starship=starship.name, what=order.what, points=points, total=total, critical=0))

    def expect(self, board: Board, starship: Starship) -> None:
        """What counted for its check counts no more."""
        board.used_up(starship, "mechanics")

    def parts(self, board: Board, starship: Starship) -> list[PoolPart]:
        """Its pool, part by part."""
        order, card = self.fact, board.class_of(starship)
        if order.what == "critical":
            row = next((each.row for each in starship.criticals if each.number == order.critical), None)
            number = order.difficulty or 0 if row is None else row.difficulty
            said = f"critical hit {order.critical}, as its table has it"
        else:
            threshold = card.hull if order.what == "hull" else card.strain
            number = repair_difficulty(suffered := _suffered(board, starship, order.what), threshold)
            said = f"{suffered} {'hull trauma' if order.what == 'hull' else 'strain'} of {threshold}"
        said = f"damage control, {said}: {dice((number,), ('difficulty',))}"
        return check_parts(board, starship, "mechanics", order.member, number, said)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """Its pool and chance."""
        del above
        order = self.fact
        what = f"critical hit {order.critical}" if order.what == "critical" else order.what
        yield f"{who_of(starship.name, order.member)} repairs {what}: {self.outlook(board, starship)}"

    def outlook(self, board: Board, starship: Starship) -> str:
        """The same."""
        return odds(pool_of_parts(self.parts(board, starship), self.fact))

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Whatever there is to mend, by everybody."""
        for member in ("", *(each.name for each in board.class_of(starship).members)):
            yield RepairOrdered(starship=starship.name, what="hull", member=member)
            yield RepairOrdered(starship=starship.name, what="strain", member=member)
            for each in starship.criticals:
                number, hard = each.number, 2 if each.row is None else None
                yield RepairOrdered(
                    starship=starship.name, what="critical", critical=number, difficulty=hard, member=member
                )


def repair_difficulty(suffered: int, threshold: int) -> int:
    """Difficulty dice of damage control on hull or strain: 1 below half its threshold, 2 up to it, 3 beyond.

    Rule: base game.
    """
    if 2 * suffered < threshold:
        return 1
    return 2 if suffered <= threshold else 3


def _suffered(board: Board, starship: Starship, what: str) -> int:
    """What can be repaired, 0 up: of a minion group that of whoever is still in the fight."""
    return starship.trauma - board.lost_to_all(starship) if what == "hull" else starship.strain
