"""Every seed and every roll of a game worked out again from what is on record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.game.events import OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.seals import Sealed, commitment, seed
from sits_es.game.verify import KeptSeed
from sits_es.rules.moments import Moment
from sits_es.service.as_of import whole
from sits_es.service.findings import Findings
from sits_es.service.inheritance import Inheritance
from sits_es.service.progress import HowFar, each_told, nobody
from sits_es.service.session import Session


@frozen(kw_only=True)
class Reworked(Findings):
    """What was worked out again. faults: everything that is not as recorded."""

    seeds: int
    rolls: int

    def sound(self) -> str:
        """How much was worked out again."""
        return f"{self.game}: {self.seeds} seeds and {self.rolls} rolls worked out again; every face is as recorded."


def check_dice(session: Session, name: str, done: HowFar = nobody) -> Reworked:
    """Work all dice of a game out again. done: told of exchanges."""
    root, course = session.created(name).game, session.course(name)
    kept = Inheritance(session, name).seed
    faults: list[str] = []
    seeds = rolls = 0
    played = whole(session, name, list(course.played()))
    for exchange in each_told(played, len(played), done):
        events = session.events(name, exchange.opened + 1, exchange.last)
        facts, branch = [each.event for each in events], events[0].stream
        seeds += sum(isinstance(fact, SeedMade) for fact in facts)
        rolls += sum(isinstance(fact, DiceRolled) for fact in facts)
        where = course.rules.written(exchange.moment)
        faults += [f"{name} {where}: {fault}" for fault in _faults(root, branch, exchange.moment, facts, kept)]
    return Reworked(game=name, seeds=seeds, rolls=rolls, faults=tuple(faults))


def _faults(root: str, branch: str, at: Moment, facts: Sequence[Event], kept: KeptSeed) -> Iterator[str]:
    seals = {fact.player: fact.commitment for fact in facts if isinstance(fact, OrdersSealed)}
    nonces = {fact.player: bytes.fromhex(fact.nonce) for fact in facts if isinstance(fact, OrdersRevealed)}
    for fact in facts:
        if isinstance(fact, OrdersRevealed):
            sealed = Sealed(player=fact.player, lines=fact.lines, nonce=nonces[fact.player])
            if commitment(root, branch, at, sealed) != seals.get(fact.player):
                yield f"what {fact.player} revealed does not fit the seal."
    made = next((fact for fact in facts if isinstance(fact, SeedMade)), None)
    if made is None:
        # where people enter facts, and where fewer than two could make a seed, there are no dice
        if len(seals) > 1 or any(isinstance(fact, DiceRolled) for fact in facts):
            yield "there is no seed."
        return
    try:
        right = kept(at) if made.kept else seed(root, branch, at, seals, nonces)
    except ValueError as fault:
        yield f"the seed cannot be worked out: {fault}."
        return
    if right is None or right.hex() != made.seed:
        yield "the seed does not come from the seals and nonces."
    yield from _other_faces(KeyedDice(bytes.fromhex(made.seed), root, at.turn, at.segment), facts)


def _other_faces(dice: KeyedDice, facts: Sequence[Event]) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, DiceRolled):
            faces = dice.throw(fact.key, len(fact.faces), fact.sides)
            if faces != fact.faces:
                yield f"{fact.actor} rolled {faces} for {fact.purpose}, and {fact.faces} is on record."
