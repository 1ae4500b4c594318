"""Hits, explosions and repairs: one die each, against a number. Rule: sits rules 9 and 10 (after 2e)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from sits_es.sentences import counted


def hit_sizes(points: int, size: int) -> tuple[int, ...]:
    """The hits that points on a hull are split into, by the class's hit size; the last has what is left over."""
    whole, rest = divmod(points, size)
    return (size,) * whole + ((rest,) if rest else ())


def hits_step(points: int, size: int) -> str:
    """How points are split into hits."""
    whole, rest = divmod(points, size)
    split = f"{counted(whole, 'hit')} of {size}" + (f" and one of {rest}" if rest else "")
    return f"{counted(points, 'point')}: {split}."


class Tried(Struct, frozen=True):
    """A die against a number. roll: 1 to 10; number: what it is held against; done: whether it does what it may.

    step: how, in a sentence; chance: of one that does it.
    """

    roll: int
    number: int
    done: bool
    step: str
    chance: Fraction


def exploding(roll: int, below: int, *, saved: bool = False) -> Tried:
    """A numbered structure box taken: the ship explodes where 1d10 is below its number. saved: by a miracle."""
    lower = roll < below
    miracle = "; a miracle lets the roll succeed" if lower and saved else ""
    end = "it explodes" if lower and not saved else "it holds together"
    step = f"1d10 reads {roll}, {'below' if lower else 'not below'} {below}{miracle}: {end}."
    return Tried(roll, below, lower and not saved, step, Fraction(below - 1, 10))


def mending(roll: int, quality: int, *, last: bool) -> Tried:
    """A working party at a box: mended where 1d10 is the crew's quality or less. last: a failure loses the box."""
    done = roll <= quality
    end = "repaired" if done else "lost for the game, because two parties have failed" if last else "not repaired"
    step = f"1d10 reads {roll}, {quality} or less repairs it: {end}."
    return Tried(roll, quality, done, step, Fraction(min(quality, 10), 10))
