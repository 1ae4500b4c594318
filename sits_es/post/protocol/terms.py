"""The terms of a game by mail that say what happens when people fail, and what each choice costs, in words.

They stand in the game's first event, and everybody signs them by joining. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from attrs import frozen

from sits_es.game.state import Game
from sits_es.sentences import counted

#: Hours for an exchange, and of grace behind them, where a host says nothing.
HOURS: Final = 7 * 24
GRACE: Final = 48
#: Bytes that the orders of one exchange may take in a box, compressed, where a host says nothing.
BOX: Final = 1024
#: What the three may be: hours, hours, bytes.
HOURS_ALLOWED: Final = range(1, 10_000)
GRACE_ALLOWED: Final = range(1000)
BOX_ALLOWED: Final = range(512, 65_537)


@frozen(kw_only=True)
class Terms:
    """How a game by mail goes on when people fail.

    hours: for an exchange; grace: hours behind them, in which nothing happens yet; escrow: whether reveals are secured
    by shares; trustee: who holds the other share between two players, or None; reveal: "segment" or "run"; box: bytes
    of orders in a box.
    """

    hours: int
    grace: int
    escrow: bool
    trustee: str | None
    reveal: Literal["segment", "run"]
    box: int

    def data(self) -> dict[str, Any]:
        """As they stand in the game's first event, beside its mark."""
        return {
            "hours": self.hours,
            "grace": self.grace,
            "escrow": self.escrow,
            **({"trustee": self.trustee} if self.trustee is not None else {}),
            "reveal": self.reveal,
            "box": self.box,
        }


def terms_in(found: Mapping[str, Any]) -> Terms | None:
    """The terms in a game's first event; None in one that has none.

    Raises ValueError for what no program writes.
    """
    if "box" not in found:
        return None
    numbers = {"hours": HOURS_ALLOWED, "grace": GRACE_ALLOWED, "box": BOX_ALLOWED}
    for name, allowed in numbers.items():
        value = found.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            raise ValueError(f"{name} of the terms is {value!r}; it is {allowed[0]} to {allowed[-1]}")
    escrow, trustee, reveal = found.get("escrow"), found.get("trustee"), found.get("reveal")
    if not isinstance(escrow, bool) or not isinstance(trustee, str | None) or reveal not in ("segment", "run"):
        raise ValueError("escrow, trustee or reveal of the terms is not one that there is")
    return Terms(
        hours=found["hours"],
        grace=found["grace"],
        escrow=escrow,
        trustee=trustee,
        reveal="run" if reveal == "run" else "segment",
        box=found["box"],
    )


def terms_of(game: Game) -> Terms | None:
    """The terms of a game by mail that say what happens when people fail; None where it has none."""
    return terms_in(game.terms)


def prices(terms: Terms, players: int, *, umpired: bool) -> Iterator[str]:
    """The terms in words, each choice with what it costs. players: how many give orders."""
    days, hours = divmod(terms.hours, 24)
    time = counted(days, "day") if not hours else counted(terms.hours, "hour")
    yield f"Each exchange has {time}, and {counted(terms.grace, 'hour')} of grace. No clock runs while mail is down."
    if umpired:
        yield "The umpire seals first, then the players; all programs check what the umpire tells against signed seals."
        yield "The umpire sees all orders, and may go on without a seal that is missing after time and grace."
        yield "A deadline that the umpire sets gives more time, never less."
        yield "Who is granted an absence is not waited for until it ends, or until a seal of theirs comes."
        yield "Price: each default doubles the seeds for the dice that the umpire could choose among."
        yield "All players together can go on without a silent umpire, from what they were told last (sits umpire)."
        yield "The umpire alone rules, rewinds and sets deadlines."
        yield "Price: only all players together can get past the umpire."
        yield "A turn takes about one round of mails."
        yield from _of_seals(terms)
        return
    if terms.reveal == "run":
        yield "Whole runs are revealed at once: about two rounds of mails a turn."
        yield "Price: at a stop the others have seen the rest of each plan, and who reveals last knows the run's dice."
    else:
        yield "Exchanges are revealed one by one: about six rounds of mails a turn."
    yield from _of_seals(terms)
    if terms.escrow:
        holders = "the others" if terms.trustee is None else f"the opponent and {terms.trustee}"
        yield f"Each seal is in escrow: after the time {holders} together open what somebody does not reveal."
        yield "Price: all of them in league could look early."
    if players > 2:
        yield "After time and grace all others can go on without a seal or a reveal, if they are more than half."
        if not terms.escrow:
            yield "Price: who withholds a reveal swaps a known roll for an unknown one, and loses the command."
            yield "Price: a dishonest last signer can do the same to somebody who is honestly late."
    else:
        yield "Of two, nobody can go on without the other: after the time you may offer the game's end (sits forfeit)."
    yield "All players together rule, rewind and set deadlines, and nobody alone."
    yield "Price: who does not agree keeps everything as it was."


def _of_seals(terms: Terms) -> Iterator[str]:
    """What every seal holds, and how much of it, with what that costs."""
    yield "Every seal holds its sender's own copy, under their key: a lost folder loses no game."
    yield "Price: whoever gets your key reads your old seals. Keep a copy of the key elsewhere."
    yield f"The orders of an exchange may take {terms.box} bytes, packed, and all seals are equally long."
    yield "Price: longer orders are refused, and a larger box makes every letter longer."
