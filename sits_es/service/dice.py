"""Dice of a record redone: one roll as anybody can make it from the seed, or all seeds and rolls of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from attrs import frozen

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.game.events import OrdersRevealed, OrdersSealed, SeedMade
from sits_es.game.seals import Sealed, commitment, seed
from sits_es.game.verify import KeptSeed
from sits_es.rules.moments import Moment
from sits_es.rules.system import System
from sits_es.sentences import listed
from sits_es.service.audit import Findings, finished_exchanges
from sits_es.service.forks import Inheritance
from sits_es.service.progress import Progress, silent, with_progress
from sits_es.service.session import OpenGame


@frozen(kw_only=True)
class SeedBlock:
    """A block of bytes that a roll was made of. number: 0 up; message: what the seed signs for it.

    digest: all 32 bytes of its HMAC-SHA-256, in hexadecimal; numbers: the bytes that were used, from the first on;
    faces: what they give, without those that are passed over.
    """

    number: int
    message: str
    digest: str
    numbers: tuple[int, ...]
    faces: tuple[int, ...]


@frozen(kw_only=True)
class SeededRoll:
    """A roll as it comes from its exchange's seed. which: its number among rolls of one name, in the system's words.

    blocks: as many as the roll needed, 1 up; limit: bytes from here up are passed over, 256 where none are. shown: the
    faces in the system's words; same: whether the seed gives the faces on record.
    """

    event: int
    fact: DiceRolled
    which: str
    seed: str
    blocks: tuple[SeedBlock, ...]
    limit: int
    shown: tuple[str, ...]
    same: bool

    def lines(self) -> Iterator[tuple[str, int]]:
        """The roll for people, who can redo it with any program that knows HMAC: lines and their indents."""
        key = [self.fact.actor, self.fact.purpose, self.fact.object, self.which]
        yield f"#{self.event} roll of {', '.join(part for part in key if part)}: {self._faces()}", 0
        yield "HMAC-SHA-256 under the exchange's seed, its key, in hexadecimal:", 2
        yield self.seed, 4
        for block in self.blocks:
            yield f"block {block.number}, message and digest:", 2
            yield block.message, 4
            yield block.digest, 4
            faces = ", ".join(map(str, block.faces)) or "none"
            yield f"{self._bytes(block)}; each modulo {self.fact.sides}: {faces}", 4
        if not self.same:
            yield f"the record has {self._faces()}, which is NOT what the seed gives", 2
        if self.shown != tuple(map(str, self.fact.faces)):
            yield f"which show {', '.join(self.shown)}", 2

    def _bytes(self, block: SeedBlock) -> str:
        """The bytes that were used, and those of them that are passed over."""
        passed = sorted({number for number in block.numbers if number >= self.limit})
        less = f", without {listed(map(str, passed))} ({self.limit} and more are passed over)" if passed else ""
        return f"bytes {', '.join(map(str, block.numbers))}{less}"

    def _faces(self) -> str:
        return f"{len(self.fact.faces)}d{self.fact.sides} = {', '.join(map(str, self.fact.faces))}"

    def as_json(self) -> dict[str, Any]:
        """The roll for programs: its event, key and faces, what the seed signs (hmac), and whether they agree."""
        return {
            "event": self.event,
            "actor": self.fact.actor,
            "purpose": self.fact.purpose,
            "object": self.fact.object,
            "index": self.fact.index,
            "sides": self.fact.sides,
            "faces": list(self.fact.faces),
            "passed_over_from": self.limit,
            "hmac": [
                {
                    "key": self.seed,
                    "message": block.message,
                    "digest": block.digest,
                    "bytes": list(block.numbers),
                    "faces": list(block.faces),
                }
                for block in self.blocks
            ],
            "recomputed": self.same,
        }


def roll_from_seed(rules: System, number: int, fact: DiceRolled, seed: str, root: str, moment: Moment) -> SeededRoll:
    """Redo a roll from its seed, and compare. number: its event's; root: the root game's name.

    A byte below the largest multiple of the die's sides up to 256 is one face. Rule: `sits_es.dice`, house.
    """
    dice = KeyedDice(bytes.fromhex(seed), root, moment.turn, moment.segment)
    limit = 256 - 256 % fact.sides
    blocks: list[SeedBlock] = []
    wanted = len(fact.faces)
    for at in count():
        digest = dice.digest(fact.key, at)
        kept = [place for place, byte in enumerate(digest) if byte < limit][:wanted]
        used = digest[: kept[-1] + 1] if len(kept) == wanted and kept else digest if wanted else b""
        blocks.append(
            SeedBlock(
                number=at,
                message=dice.message(fact.key, at).decode(),
                digest=digest.hex(),
                numbers=tuple(used),
                faces=tuple(digest[place] % fact.sides for place in kept),
            )
        )
        wanted -= len(kept)
        if not wanted:
            break
    return SeededRoll(
        event=number,
        fact=fact,
        which=rules.roll_in_words(fact.index),
        seed=seed,
        blocks=tuple(blocks),
        limit=limit,
        shown=rules.faces_in_words(fact),
        same=tuple(face for block in blocks for face in block.faces) == fact.faces,
    )


@frozen(kw_only=True)
class DiceAudit(Findings):
    """All dice of a game redone. faults: everything that is not as recorded."""

    seeds: int
    rolls: int

    def sound(self) -> str:
        """How much was redone."""
        return f"{self.game}: {self.seeds} seeds and {self.rolls} rolls worked out again; every face is as recorded."


def check_dice(opened: OpenGame, done: Progress = silent) -> DiceAudit:
    """Redo all dice of a game. done: told of exchanges."""
    root, history = opened.created.game, opened.history
    kept = Inheritance(opened).seed
    faults: list[str] = []
    seeds = rolls = 0
    played = finished_exchanges(opened, list(history.played()))
    for exchange in with_progress(played, len(played), done):
        events = opened.events(exchange.opened + 1, exchange.last)
        facts, branch = [each.event for each in events], events[0].stream
        seeds += sum(isinstance(fact, SeedMade) for fact in facts)
        rolls += sum(isinstance(fact, DiceRolled) for fact in facts)
        where = history.rules.label(exchange.moment)
        faults += [f"{opened.name} {where}: {fault}" for fault in _faults(root, branch, exchange.moment, facts, kept)]
    return DiceAudit(game=opened.name, seeds=seeds, rolls=rolls, faults=tuple(faults))


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
    dice = KeyedDice(bytes.fromhex(made.seed), root, at.turn, at.segment)
    for fact in facts:
        if isinstance(fact, DiceRolled) and (faces := dice.throw(fact.key, len(fact.faces), fact.sides)) != fact.faces:
            yield f"{fact.actor} rolled {faces} for {fact.purpose}, and {fact.faces} is on record."
