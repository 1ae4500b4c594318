"""The proof of an attack in words and lengths, and what is said of an attack later."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.report.working import Context, Working
from sits_es.rules.xwing import citations
from sits_es.rules.xwing.events import entered, followed
from sits_es.rules.xwing.play.proofs import Proof, proof
from sits_es.rules.xwing.report.standing import state_of
from sits_es.rules.xwing.state import Attack, Board
from sits_es.rules.xwing.sums.paper import holding_steps, range_step, sight_values
from sits_es.rules.xwing.weapons import TURRET
from sits_es.sentences import listed


def attack_entered(context: Context) -> Working:
    """An attack as it is entered: what its proof will be."""
    fact: entered.AttackEntered = context.event
    if context.board is None:
        return Working(rule=citations.IN_ARC)
    return _working(context.board, context.board.next_attack(fact.ship, fact.target, fact.weapon, fact.ruling))


def attack_proved(context: Context) -> Working:
    """The proof, as both ships stood when the attack was entered."""
    fact: followed.AttackDeclared = context.event
    board: Board | None = context.board
    attack = None if board is None else board.attack(fact.attack)
    return Working(rule=citations.IN_ARC) if board is None or attack is None else _working(board, attack)


def attack_spoken_of(context: Context) -> Working:
    """A dispute or a ruling, with the attack that it is about."""
    fact: entered.DisputeEntered | entered.RulingEntered = context.event
    board: Board | None = context.board
    attack = None if board is None else board.attack(fact.attack)
    if board is None or attack is None:
        return Working(rule=citations.DISPUTES)
    steps = [
        f"Attack {attack.number}: {attack.ship} at {attack.target} with {attack.weapon}; so far: {state_of(attack)}."
    ]
    steps += _measured(attack, proof(board, attack))
    if isinstance(fact, entered.RulingEntered) and not fact.stands:
        steps.append("What came of it is set right by entries of its own, such as regain.")
    return Working(rule=citations.DISPUTES, steps=tuple(steps))


def proof_steps(board: Board, attack: Attack) -> tuple[str, ...]:
    """The whole proof of an attack, in steps."""
    return _steps(board, attack, proof(board, attack))


def _working(board: Board, attack: Attack) -> Working:
    found = proof(board, attack)
    return Working(
        rule=citations.IN_ARC,
        steps=_steps(board, attack, found),
        values={"attack": attack.number, **sight_values(found.sight)},
    )


def _steps(board: Board, attack: Attack, found: Proof) -> tuple[str, ...]:
    return (*_measured(attack, found), *_decided(board, attack, found))


def _measured(attack: Attack, found: Proof) -> Iterator[str]:
    yield f"{attack.ship} stands at {attack.stand}, {attack.target} at {attack.target_stand}."
    yield range_step(found.sight.distance)
    yield from holding_steps(attack.ship, attack.target, found.sight)


def _decided(board: Board, attack: Attack, found: Proof) -> Iterator[str]:
    weapon = board.ships[attack.ship].weapon(attack.weapon)
    if attack.ruling:
        yield f"It is made by a ruling: {attack.ruling}"
        return
    turret = weapon is not None and weapon.arc == TURRET
    where = f"where its turret points: {listed(found.wanted)}" if turret else f"in its {listed(found.wanted)} arc"
    yield f"{attack.weapon} attacks {where}."
    if found.hold is not None:
        yield f"So the attack is made in {found.hold.arc}, at range {found.hold.range}."
