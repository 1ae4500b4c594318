"""What a host or a player wants of a game by mail: the terms, the people, who one is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.mail.letters import read_address
from sits_es.post.desk import Desk
from sits_es.post.log.packets import Join, Terms
from sits_es.values import Value

#: Bytes of a box, as many as terms may name.
_BOX: Final = range(512, 65_537)


@frozen(kw_only=True)
class Wish(Value):
    """What a host wants, as `sits mail invite` takes it; None where what is usual will do.

    others: addresses by seat; keeper, umpire: the seat of who keeps the log and plays no side, the umpire reading all
    orders; mailboxes, spectators: seats of players without a program, and of those who look on; rules: a system's name;
    hours: for an exchange; options: in place of the scenario's, each NAME=VALUE.
    """

    scenario: str
    name: str
    me: str
    others: Mapping[str, str]
    rules: str | None = None
    ships: Path | None = None
    options: Sequence[str] = ()
    keeper: str | None = None
    umpire: str | None = None
    mailboxes: Sequence[str] = ()
    spectators: Sequence[str] = ()
    delay: int = 0
    hours: int = 7 * 24
    grace: int = 48
    escrow: bool | None = None
    run: bool = False
    keeper_rules: bool = False
    confirm: bool = False
    box: int | None = None

    @property
    def neutral(self) -> str | None:
        """Who keeps the log and plays no side."""
        return self.umpire or self.keeper

    def terms(self, box: int) -> Terms:
        """How it is played. box: bytes that a system's orders take. Raises NotAllowedError."""
        umpired, kept = self.umpire is not None, self.neutral is not None
        players = len({*self.others, self.me}) - len({*self.spectators}) - kept
        wrong = {
            "Name either --keeper or --umpire: an umpire keeps the log as well.": umpired and self.keeper,
            "Whoever plays without this program needs an umpire, whose program seals for them: --umpire SEAT": (
                self.mailboxes and not umpired
            ),
            f"Whoever plays without this program writes to the umpire, who therefore invites: --as {self.umpire}": (
                self.mailboxes and self.umpire not in (None, self.me)
            ),
            "Whoever rules alone plays no side: --keeper SEAT": self.keeper_rules and not kept,
            "With an umpire nobody else opens seals: leave --escrow and --reveal-run out.": (
                umpired and (self.escrow or self.run)
            ),
            "Between two, escrow needs a third person who holds a share: --keeper SEAT": (
                self.escrow and players <= 2 and not kept
            ),
            f"--box is {self.box} bytes; it can be {_BOX[0]} to {_BOX[-1]}.": (
                self.box is not None and self.box not in _BOX
            ),
        }
        if faults := [words for words, holds in wrong.items() if holds]:
            raise NotAllowedError(faults)
        return Terms(
            hours=self.hours,
            grace=self.grace,
            escrow=not umpired and players + kept > 2 if self.escrow is None else self.escrow,
            box=self.box or box,
            reads=umpired,
            reveal="run" if self.run else "segment",
            rules="keeper" if self.keeper_rules or umpired else "all",
            confirm=self.confirm,
            spectators=self.delay,
        )


def mine(desk: Desk, name: str | None, address: str | None, recovery: str | None = None) -> Join:
    """Who one is in a game, still without a ticket. recovery: the public half of a key that one keeps elsewhere.

    Raises NotAllowedError where neither option nor file says where one's mail goes.
    """
    settings, file = desk.settings, desk.folder / "sits.toml"
    found = address or settings.address
    if found is None:
        raise NotAllowedError(f"Say where your mail goes: --address ME@EXAMPLE.ORG, or [mail] address in {file}.")
    name = name or settings.name or found.partition("@")[0]
    return Join(ticket="", name=name, address=read_address(found), recovery=recovery)
