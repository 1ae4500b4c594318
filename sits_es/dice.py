"""Keyed, verifiable dice: each roll is worked out from the segment's seed and the roll's own name.

Rolls are not drawn from a row, so that adding or cancelling one roll does not change the others. Rule: house, by the
exchange of seals and nonces that makes the seed.
"""

import hashlib
import hmac
from collections import deque
from collections.abc import Iterable
from itertools import count
from typing import Protocol

from attrs import field, frozen
from msgspec import Struct

from sits_es.canonical import canonical
from sits_es.events import Event, event
from sits_es.values import Value


class RollKey(Struct, frozen=True):
    """The name of one roll within its segment.

    actor: the ship (or player) that rolls; purpose: the rulebook's name for the roll ("ECM variance");
    object: what it is rolled against or for; index: 0 up, when one purpose is rolled several times.
    """

    actor: str
    purpose: str
    object: str = ""
    index: int = 0


class Dice(Protocol):
    """What a segment needs of dice."""

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Faces of `number` dice, each 0 to sides - 1, in the order thrown."""
        ...


@frozen
class KeyedDice(Value):
    """Dice of one segment. seed: 32 bytes that nobody could choose alone; game: the root game's name, also in forks."""

    seed: bytes = field(repr=False)
    game: str
    turn: int
    segment: int

    def message(self, key: RollKey, block: int = 0) -> bytes:
        """What the seed signs for a roll's bytes of one block, 0 up: the roll's name and place, in canonical form."""
        return canonical([self.game, self.turn, self.segment, key.actor, key.purpose, key.object, key.index, block])

    def digest(self, key: RollKey, block: int = 0) -> bytes:
        """A roll's 32 bytes of one block, 0 up: HMAC-SHA-256 of its message under the seed."""
        return hmac.digest(self.seed, self.message(key, block), hashlib.sha256)

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Faces of `number` dice; the same key always gives the same faces, and more dice only add at the end.

        Bytes come from digests of block 0, 1, ... as needed. A byte below the largest multiple of `sides` (2 to 256)
        up to 256 is one face.
        """
        if not 2 <= sides <= 256:
            raise ValueError(f"dice have 2 to 256 sides, not {sides}")
        limit = 256 - 256 % sides
        faces: list[int] = []
        for block in count():
            faces += [byte % sides for byte in self.digest(key, block) if byte < limit]
            if len(faces) >= number:
                break
        return tuple(faces[:number])


class NoDice:
    """The dice of an exchange that has none, because fewer than two people could make them."""

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Throw nothing. Raises ValueError."""
        del number, sides
        raise ValueError(f"{key.purpose} needs dice, but fewer than two players take part in this exchange")


class ScriptedDice:
    """Dice that show what they are told, for worked examples; `thrown` lists the keys in the order asked."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = deque(faces)
        self.thrown: list[RollKey] = []

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Take the next faces from the script. Raises IndexError when it is used up."""
        self.thrown.append(key)
        faces = tuple(self.faces.popleft() for _ in range(number))
        if not all(0 <= face < sides for face in faces):
            raise ValueError(f"{faces} are not faces of a die with {sides} sides")
        return faces


@event("dice.Rolled")
@frozen(kw_only=True)
class DiceRolled(Event):
    """Dice thrown, with the key that names the roll. faces: 0 up to sides - 1 each, in the order thrown.

    actor: the ship or player that rolls; purpose: the rulebook's name for the roll; object: what it is rolled against
    or for, maybe empty; index: 0 up, when one purpose is rolled several times; sides: of each die, 2 to 256. Raises
    ValueError for a face that the die does not have. Rule: flyer, "3d10v" and the tables that ask for dice.
    """

    actor: str
    purpose: str
    object: str
    index: int
    sides: int
    faces: tuple[int, ...]

    def __attrs_post_init__(self) -> None:
        # all at once: every tenth event of a record is a roll, and four validators cost more than reading it
        faces, sides = self.faces, self.sides
        if not isinstance(sides, int) or not 2 <= sides <= 256:
            raise ValueError(f"'sides' must be a whole number from 2 to 256: {sides}")
        if self.index < 0:
            raise ValueError(f"'index' must be >= 0: {self.index}")
        if faces and (min(faces) < 0 or max(faces) >= sides):
            if stray := next((face for face in faces if not 0 <= face <= 255), None):
                raise ValueError(f"a face is 0 to 255, not {stray}")
            raise ValueError(f"{faces} are not faces of a die with {sides} sides")

    @property
    def key(self) -> RollKey:
        """The name of this roll."""
        return RollKey(self.actor, self.purpose, self.object, self.index)
