"""The terms that a host wishes for a game by mail: what was typed, and what holds where nothing was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.post.protocol.terms import BOX_ALLOWED, GRACE, GRACE_ALLOWED, HOURS, HOURS_ALLOWED, Terms
from sits_es.rules.system import System
from sits_es.sentences import quoted

_TIME = re.compile(r"(\d{1,5}) *(d|days?|h|hours?)")


@frozen(kw_only=True)
class WishedTerms:
    """What a host says of how the game goes on when people fail; None where nothing is said.

    hours: for an exchange; grace: hours; escrow: whether reveals are secured by shares; trustee: who holds the other
    share between two players; run: whether whole runs are revealed; box: bytes of orders in a box.
    """

    hours: int | None = None
    grace: int | None = None
    escrow: bool | None = None
    trustee: str | None = None
    run: bool = False
    box: int | None = None

    def for_game(self, rules: System, players: Sequence[str], *, umpired: bool) -> Terms:
        """The terms of a game. players: who give orders. Raises NotAllowedError, naming every fault."""
        if faults := list(self._faults(len(players), umpired=umpired)):
            raise NotAllowedError(faults)
        usual = not umpired and (len(players) > 2 or self.trustee is not None)
        return Terms(
            hours=HOURS if self.hours is None else self.hours,
            grace=GRACE if self.grace is None else self.grace,
            escrow=usual if self.escrow is None else self.escrow,
            trustee=self.trustee,
            reveal="run" if self.run else "segment",
            box=rules.order_bytes if self.box is None else self.box,
        )

    def _faults(self, players: int, *, umpired: bool) -> Iterator[str]:
        numbers = (
            ("--deadline", self.hours, HOURS_ALLOWED, "hours"),
            ("--grace", self.grace, GRACE_ALLOWED, "hours"),
            ("--box", self.box, BOX_ALLOWED, "bytes"),
        )
        for option, value, allowed, what in numbers:
            if value is not None and value not in allowed:
                yield f"{option} is {value} {what}; it can be {allowed[0]} to {allowed[-1]}."
        if umpired:
            if self.escrow or self.trustee is not None:
                yield "With an umpire nobody reveals: leave --escrow and --trustee out."
            if self.run:
                yield "With an umpire nobody reveals, so leave --reveal-run out."
            return
        if players > 2 and self.trustee is not None:
            yield f"A trustee holds the other share between two; with {players} players leave --trustee out."
        if players <= 2 and self.escrow and self.trustee is None:
            yield "Between two, escrow needs a third person who looks on and holds a share: --trustee ID=ADDRESS"
        if self.escrow is False and self.trustee is not None:
            yield "A trustee only holds shares of an escrow. Leave out --trustee or --no-escrow."
        if self.run and (self.escrow is False or (players <= 2 and self.trustee is None)):
            yield (
                "Whole runs are revealed only in escrow, as who reveals last knows the run's dice. "
                + ("Leave out --no-escrow." if players > 2 else "Name a third person: --trustee ID=ADDRESS")
            )


def hours_in(text: str) -> int:
    """A time for an exchange as a host types it, in hours: 7 days, or 36 hours. Raises UnreadableError."""
    found = _TIME.fullmatch(text.strip().lower())
    if found is None:
        raise UnreadableError(f'{quoted(text)} is not a time for an exchange. Write it such as "7 days" or "36 hours".')
    return int(found[1]) * (24 if found[2].startswith("d") else 1)
