"""Attacks with their proof in words and lengths, and what is said of them later, as they are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from sits_es.report.scenes import Volley
from sits_es.report.working import Context, Working
from sits_es.rules.told import VITAL, Told
from sits_es.rules.xwing.attacks.facts import AttackDeclared, AttackEntered, DisputeEntered, RulingEntered
from sits_es.rules.xwing.sums.ranges import range_in_words
from sits_es.rules.xwing.words import DISPUTES, IN_ARC, OBSTRUCTED, arcs_in_words
from sits_es.sentences import listed, without_full_stop

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.rules.xwing.board import Attack, Board

S = TypeVar("S", bound=DisputeEntered | RulingEntered)


def _proved(board: Board, attack: Attack) -> Working:
    from sits_es.rules.xwing.attacks.rules import proof

    found = proof(board, attack)
    values = {"attack": attack.number, **found.sight.values()}
    values |= {"obstructed": [*found.obstructed]} if found.obstructed else {}
    rule = f"{IN_ARC}; {OBSTRUCTED}" if found.obstructed else IN_ARC
    return Working(rule=rule, steps=tuple(found.steps()), values=values)


def _attack(at: Context, number: int) -> Attack | None:
    found: Attack | None = None if at.board is None else at.board.attack(number)
    return found


class _Entered(Told[AttackEntered]):
    """Its proof tells of it."""

    weight = None

    def sentence(self) -> str:
        fact = self.fact
        by = f" by a ruling: {without_full_stop(fact.ruling)}" if fact.ruling else ""
        return f"{fact.ship} attacks {fact.target} with {fact.weapon}{by}."

    def retold(self) -> bool:
        # the proof does not say which ruling allows it
        return not self.fact.ruling

    def in_full(self, at: Context) -> Iterator[Block]:
        del at
        yield from ()

    def working(self, at: Context) -> Working:
        fact = self.fact
        if at.board is None:
            return Working(rule=IN_ARC)
        return _proved(at.board, at.board.next_attack(fact.ship, fact.target, fact.weapon, fact.ruling))


class _Declared(Told[AttackDeclared]):
    shot, note = True, "attack"

    def sentence(self) -> str:
        fact = self.fact
        how = f"in {fact.arc} at range {fact.range}"
        if fact.arc is None:
            how = f"by a ruling {'at ' if fact.range is not None else ''}{range_in_words(fact.range)}"
        attacks = f"{fact.ship} attacks {fact.target} with {fact.weapon} {how}"
        obstructed = f" {listed(fact.obstructed)} obstructs it." if len(fact.obstructed) == 1 else ""
        obstructed = f" {listed(fact.obstructed)} obstruct it." if len(fact.obstructed) > 1 else obstructed
        return f"Attack {fact.attack}: {attacks}; {fact.target} is in {arcs_in_words(fact.arcs)}.{obstructed}"

    def fire(self, at: Context) -> Volley:
        del at
        fact = self.fact
        number = f"{fact.weapon}, {range_in_words(fact.range)}"
        return Volley(key=str(fact.attack), unit=fact.ship, target=fact.target, number=number)

    def working(self, at: Context) -> Working:
        attack = _attack(at, self.fact.attack)
        return Working(rule=IN_ARC) if attack is None else _proved(at.board, attack)


class _SpokenOf(Told[S]):
    """A dispute or a ruling, with the attack that it is about."""

    weight = VITAL

    def working(self, at: Context) -> Working:
        from sits_es.rules.xwing.attacks.rules import proof

        attack = _attack(at, self.fact.attack)
        if attack is None:
            return Working(rule=DISPUTES)
        who = f"{attack.ship} at {attack.target} with {attack.weapon}"
        steps = (f"Attack {attack.number}: {who}; so far: {attack.state}.", *proof(at.board, attack).measured())
        return Working(rule=DISPUTES, steps=(*steps, *self.what_then()))

    def what_then(self) -> Iterator[str]:
        """What is to be done now."""
        yield from ()


class _Disputed(_SpokenOf[DisputeEntered]):
    note = "dispute"

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.ship}'s player disputes attack {fact.attack}: {without_full_stop(fact.text)}."


class _Ruled(_SpokenOf[RulingEntered]):
    note = "ruling"

    def sentence(self) -> str:
        fact = self.fact
        stands = f"attack {fact.attack} {'stands' if fact.stands else 'does not stand'}"
        return f"{fact.ship}'s player enters the ruling that {stands}: {without_full_stop(fact.text)}."

    def what_then(self) -> Iterator[str]:
        if not self.fact.stands:
            yield "Correct the attack's effects with separate entries, such as regain."
