"""Attacks, checks, the advantage and what is spent, as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.star_wars.citations import ARCS_AND_ZONES, GAIN_THE_ADVANTAGE, ONE_HEX, printed
from sits_es.rules.star_wars.events import checks
from sits_es.rules.star_wars.report.dice_reasons import parts_of
from sits_es.rules.star_wars.report.explain_words import known
from sits_es.rules.star_wars.report.proof import proof
from sits_es.rules.star_wars.report.rolls import shown_dice
from sits_es.rules.star_wars.sums.flying import times
from sits_es.rules.star_wars.sums.paper import cancelling, chances_in_words, faces_in_kinds
from sits_es.rules.star_wars.sums.words import pool_of_check, result_of, succeeded


def _declared(context: Context) -> Working:
    fact: checks.AttackDeclared = context.event
    holder = "it" if fact.by == fact.target else fact.by
    steps = [
        f"{fact.target} is in the same hex, and {holder} holds the advantage over {fact.starship}.",
        f"So {fact.by}'s player names the side on which {fact.target} is taken to lie, before any dice are thrown.",
    ]
    wish = f"the {fact.zone} zone, if it is open then" if fact.zone is not None else "none"
    steps.append(f"The zone that the attacker wishes: {wish}.")
    return Working(rule=GAIN_THE_ADVANTAGE, steps=tuple(steps))


def _aimed(context: Context) -> Working:
    fact: checks.AttackAimed = context.event
    return Working(
        rule=f"{printed('Range Band')}; {ARCS_AND_ZONES}" + (f"; {ONE_HEX}" if not fact.hexes else ""),
        steps=tuple(proof(context.board, fact)),
        values={
            "hexes": fact.hexes,
            "band": fact.band,
            "arcs": list(fact.arcs),
            "zones": list(fact.zones),
            "zone": fact.zone,
            "shields": fact.shields,
        },
    )


def _check(context: Context) -> Working:
    fact: checks.CheckMade = context.event
    pool, shown = pool_of_check(fact), shown_dice(context.thrown)
    parts = [] if context.board is None else parts_of(context.board, fact, context.earlier)
    steps = [f"The pool: {pool}."]
    steps += [f"The dice show {faces_in_kinds(shown)}.", cancelling(shown)] if shown else []
    steps.append(f"It {'succeeds' if succeeded(fact) else 'fails'}: {result_of(fact)}.")
    return Working(
        rule="base game: a check succeeds with at least one success left",
        modifiers=tuple(Modifier(name=part.why, value=str(part.pool), rule=part.rule) for part in parts),
        steps=tuple(steps),
        expected=chances_in_words(pool),
        values={
            "pool": pool.by_kind(),
            "success": fact.success,
            "advantage": fact.advantage,
            "triumph": fact.triumph,
            "despair": fact.despair,
            "succeeds": succeeded(fact),
        },
    )


def _faster(by: int) -> str:
    if not by:
        return "nothing was upgraded for that"
    whose = "its own dice" if by > 0 else "the dice against it"
    return f"that upgraded {whose} {times(abs(by))}"


def _gained(context: Context) -> Working:
    fact: checks.AdvantageGained = context.event
    made = next((each for each in reversed(context.earlier) if isinstance(each, checks.CheckMade)), None)
    steps = ["The opposed Piloting check succeeded."]
    if made is not None:
        steps = [f"The opposed Piloting check with {pool_of_check(made)} succeeded: {result_of(made)}."]
    found = known(context, fact.starship)
    if found is not None and (other := found[0].starships.get(fact.over)) is not None:
        mine, theirs = found[1].speed, other.speed
        steps.append(f"{fact.starship} goes at speed {mine}, {fact.over} at speed {theirs}: {_faster(mine - theirs)}.")
        if fact.starship in other.advantage:
            steps.append(f"{fact.over} held it until now, and loses it.")
    steps.append(f"In one hex {fact.starship} names the side of both starships' attacks on each other.")
    steps.append(f"It holds until {fact.over} gains it in its turn, also when they leave the hex.")
    return Working(rule=GAIN_THE_ADVANTAGE, steps=tuple(steps))


def _spent(context: Context) -> Working:
    fact: checks.ResultSpent = context.event
    steps = []
    if context.board is not None and (check := context.board.check_of(fact.source)) is not None:
        left = context.board.left_of(check)[fact.what]
        steps.append(f"{left} {fact.what} was left; {fact.number} of it is spent.")
    steps.append("A critical hit is carried out; all else the players settle, and enter what comes of it.")
    return Working(rule="base game: spending advantage and triumph", steps=tuple(steps), values={"number": fact.number})


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    checks.AttackDeclared: _declared,
    checks.AttackAimed: _aimed,
    checks.CheckMade: _check,
    checks.AdvantageGained: _gained,
    checks.ResultSpent: _spent,
}
