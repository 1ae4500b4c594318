"""The order of initiative, slots in which nothing was done, and orders that failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import Block, ReportLine
from sits_es.report.steps import AFTER
from sits_es.report.working import Context, Working
from sits_es.rules.starwars.attacks.facts import FireOrdered
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered
from sits_es.rules.starwars.reasons import REASONS
from sits_es.rules.starwars.slots.facts import InitiativeSet, OrderVoided, SlotLeft, SlotPassed, SlotTaken, TimeRanOut
from sits_es.rules.starwars.sums.dice_in_words import faces_in_kinds, result_in_words
from sits_es.rules.starwars.sums.narrative_dice import Result
from sits_es.rules.starwars.telling import known
from sits_es.rules.starwars.views.dice import drawn_faces, labelled, shown_dice
from sits_es.rules.starwars.words import SLOTS
from sits_es.rules.told import DETAIL, VITAL, Told
from sits_es.sentences import either, listed, one_line, quoted, without_full_stop


class _Initiative(Told[InitiativeSet]):
    heading = "Initiative"

    def sentence(self) -> str:
        if not self.fact.rolled:
            return f"The scenario gives the order of initiative: {listed(self.fact.order)}."
        results = [_net(*each) for each in self.fact.rolled] + [""] * len(self.fact.order)
        each = zip(self.fact.order, results, strict=False)
        return f"The order of initiative is rolled: {listed(f'{name} ({net})' if net else name for name, net in each)}."

    def in_full(self, at: Context) -> Iterator[Block]:
        """As a table, with the dice of each starship."""
        if not self.fact.rolled:
            yield ReportLine(one_line(self.sentence()), 2)
            return
        thrown = _by_actor(at.earlier)
        for place, (name, came_to) in enumerate(zip(self.fact.order, self.fact.rolled, strict=False), start=1):
            dice = shown_dice(thrown.get(name, []))
            yield labelled(f"{place}", f"{name}: {_net(*came_to)}  ", drawn_faces(dice), indent=2)
        yield ReportLine("Whoever has the most successes acts first; ties go by advantage, then by name.", 2)

    def working(self, at: Context) -> Working:
        fact = self.fact
        if not fact.rolled:
            step = "Nobody rolls; the order is the same all game."
            return Working(rule="the scenario", steps=(step,))
        thrown, results = _by_actor(at.earlier), [*zip(fact.order, fact.rolled, strict=False)]
        steps = [
            f"{name}: {faces_in_kinds(shown_dice(thrown.get(name, ()))) or 'no dice'}; that is {_net(*came_to)}."
            for name, came_to in results
        ]
        for (one, first), (other, second) in pairwise(results):
            if first[0] == second[0]:
                why = "by name" if first == second else "by advantage"
                steps.append(f"{one} and {other} have equal successes: {one} is first {why}.")
        return Working(
            rule="base game: the most net successes act first, then the most advantage; then by name (house)",
            steps=tuple(steps) or ("Nobody has rolled.",),
            values={"order": list(fact.order), "rolled": [list(each) for each in fact.rolled]},
        )


def _net(success: int, advantage: int) -> str:
    return result_in_words(Result(success, advantage))


def _by_actor(facts: Sequence[Event]) -> dict[str, list[DiceRolled]]:
    thrown: dict[str, list[DiceRolled]] = {}
    for fact in facts:
        if isinstance(fact, DiceRolled):
            thrown.setdefault(fact.actor, []).append(fact)
    return thrown


class _Voided(Told[OrderVoided]):
    weight = VITAL

    def sentence(self) -> str:
        return f'{self.fact.starship}: "{one_line(self.fact.order)}" failed: {self._why()}.'

    def _why(self) -> str:
        said = REASONS.told(self.fact.starship, self.fact.why)
        return without_full_stop(said.removeprefix(f"{self.fact.starship}: "))

    def short(self) -> str:
        """What failed, and the first sentence of why."""
        return f"{self.fact.starship}: {quoted(self.fact.order)} failed: {self._why().partition('. ')[0]}"

    def working(self, at: Context) -> Working:
        why = self.fact.why
        return Working(
            rule="house: an order that cannot be carried out when its slot comes is void; the others stand",
            steps=(_capital(f"{self._why()}."), *self._faults(at)),
            values={"code": why.code, "values": list(why.values)},
        )

    def _faults(self, at: Context) -> Iterator[str]:
        """The other steps of a flight that break a rule, and what a weapon can do that can't reach or bear."""
        from sits_es.rules.starwars.flying.rules import flight_of

        if (found := known(at, self.fact.starship)) is None:
            return
        board, starship = found
        mine = [each for each in at.earlier if isinstance(each, OfStarship) and each.starship == self.fact.starship]
        # of a slot's manoeuvres, and of its actions, the first is tried
        fly = next((order for order in mine if isinstance(order, FlyOrdered)), None)
        fire = next((order for order in mine if isinstance(order, FireOrdered)), None)
        if self.fact.why.code == "flight-unlawful" and fly is not None:
            yield from (_capital(f"{fault}.") for fault in flight_of(board, starship, fly).faults[1:])
        if self.fact.why.code in ("out-of-range", "does-not-bear"):
            attack = fire or board.declared
            weapon = None if attack is None else board.class_of(starship).weapon(attack.weapon)
            if weapon is not None:
                yield f"{starship.name} faces {starship.facing}."
                yield f"{weapon.name}: up to {weapon.reach} range, bearing {listed(weapon.arcs)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class _Taken(Told[SlotTaken]):
    weight = DETAIL

    def sentence(self) -> str:
        return f"{self.fact.starship} acts in this slot."

    def working(self, at: Context) -> Working:
        steps = [f"The first order in this slot was for {self.fact.starship}."]
        board: Board | None = at.board
        if board is not None and len(ready := board.ready()) > 1:
            steps.insert(
                0, f"The slot belongs to side {ready[0].side}: {either(each.name for each in ready)} can act in it."
            )
        return Working(rule=SLOTS, steps=tuple(steps))


class _Left(Told[SlotLeft]):
    weight = DETAIL

    def sentence(self) -> str:
        return f"Nobody on side {self.fact.side} acts in this slot."

    def working(self, at: Context) -> Working:
        del at
        steps = (
            "Nothing was ordered for the slot.",
            "A starship that has not acted can act in a later slot of its side.",
        )
        return Working(rule="house: nobody has to act", steps=steps)


class _Passed(Told[SlotPassed]):
    weight = DETAIL

    def sentence(self) -> str:
        return f"{self.fact.starship} does nothing in its slot."

    def working(self, at: Context) -> Working:
        del at
        return Working(rule="house: nobody has to act", steps=("Nothing was ordered for the slot.",))


class _TimeRanOut(Told[TimeRanOut]):
    heading = AFTER

    def sentence(self) -> str:
        return "The last round of the scenario is over."

    def working(self, at: Context) -> Working:
        last = "the last round" if at.board is None or not at.board.rounds else f"round {at.board.rounds}"
        return Working(rule="the scenario's last round", steps=(f"The last slot of {last} is over.",))
