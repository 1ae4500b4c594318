"""What a host or a player typed about a game by mail, read: times, addresses, terms, a key to keep elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.mail.letters import read_address
from sits_es.post.desk import Desk
from sits_es.post.log.packets import Terms
from sits_es.post.opening import Wish
from sits_es.post.settings import post_settings
from sits_es.sentences import quoted
from sits_es.service.scenario import rules_and_text

_TIME: Final = re.compile(r"(\d{1,5}) *(d|days?|h|hours?)")
_FROM_NOW: Final = re.compile(r"\+(\d{1,5})([dh])")
#: Bytes of a box, as many as terms may name.
_BOX: Final = range(512, 65_537)


def wish(
    *,
    scenario: str,
    rules: str | None,
    name: str,
    me: str,
    others: dict[str, str],
    keeper: str | None,
    umpire: str | None,
    mailboxes: Sequence[str],
    spectators: Sequence[str],
    delay: int,
    deadline: str | None,
    grace: int,
    escrow: bool | None,
    run: bool,
    keeper_rules: bool,
    confirm: bool,
    box: int | None,
) -> Wish:
    """What a host wants, of what was typed. Raises NotAllowedError, naming every fault, and UnreadableError."""
    system, _ = rules_and_text(scenario, rules)
    neutral = umpire or keeper
    players = len({*others, me}) - len({*spectators}) - (neutral is not None)
    faults = list(
        _faults(players, keeper, umpire, mailboxes, escrow=escrow, run=run, keeper_rules=keeper_rules, box=box)
    )
    if faults:
        raise NotAllowedError(faults)
    shared = umpire is None and players + (neutral is not None) > 2
    terms = Terms(
        hours=7 * 24 if deadline is None else hours_in(deadline),
        grace=grace,
        escrow=shared if escrow is None else escrow,
        box=system.order_bytes if box is None else box,
        reads=umpire is not None,
        reveal="run" if run else "segment",
        rules="keeper" if keeper_rules or umpire is not None else "all",
        confirm=confirm,
        spectators=delay,
    )
    return Wish(
        rules=rules,
        scenario=scenario,
        name=name,
        me=me,
        others=others,
        terms=terms,
        keeper=neutral,
        spectators=tuple(spectators),
        mailboxes=tuple(mailboxes),
    )


def _faults(
    players: int,
    keeper: str | None,
    umpire: str | None,
    mailboxes: Sequence[str],
    *,
    escrow: bool | None,
    run: bool,
    keeper_rules: bool,
    box: int | None,
) -> Iterator[str]:
    if keeper is not None and umpire is not None:
        yield "Name either --keeper or --umpire: an umpire keeps the log as well."
    if mailboxes and umpire is None:
        yield "Who plays without this program needs an umpire, whose program seals for them: --umpire SEAT"
    if keeper_rules and keeper is None and umpire is None:
        yield "Who rules alone plays no side: --keeper SEAT"
    if umpire is not None and (escrow or run):
        yield "With an umpire nobody else opens seals: leave --escrow and --reveal-run out."
    if umpire is None and escrow and players <= 2 and keeper is None:
        yield "Between two, escrow needs a third person who holds a share: --keeper SEAT"
    if box is not None and box not in _BOX:
        yield f"--box is {box} bytes; it can be {_BOX[0]} to {_BOX[-1]}."


def hours_in(text: str) -> int:
    """A time for an exchange as a host types it, in hours: 7 days, or 36 hours. Raises UnreadableError."""
    found = _TIME.fullmatch(text.strip().lower())
    hours = 0 if found is None else int(found[1]) * (24 if found[2].startswith("d") else 1)
    if not 1 <= hours <= 9999:
        raise UnreadableError(
            f'{quoted(text)} is not a time for an exchange. Write it such as "7 days" or "36 hours", up to 9999 hours.'
        )
    return hours


def minutes_in(text: str, now: int) -> int:
    """A time as a player types it, in UTC minutes: 2026-12-01T18:00, or +14d from now. Raises UnreadableError."""
    later = _FROM_NOW.fullmatch(text.strip())
    if later is not None:
        return now + int(later[1]) * (24 * 60 if later[2] == "d" else 60)
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UnreadableError(f"{quoted(text)} is not a time. Write it such as 2026-12-01T18:00, or +14d.") from None
    at = int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()) // 60
    if at <= now:
        raise UnreadableError(f"{quoted(text)} is over already. Write a time to come.")
    return at


def mine(desk: Desk, name: str | None, address: str | None) -> tuple[str, str]:
    """One's name and mail address. Raises NotAllowedError where neither option nor file says."""
    settings = post_settings(desk.folder)
    found = address or settings.address
    if found is None:
        raise NotAllowedError(
            f"Say where your mail goes: --address ME@EXAMPLE.ORG, or [mail] address in {desk.folder / 'sits.toml'}."
        )
    return name or settings.name or found.partition("@")[0], read_address(found)


def pairs(texts: Sequence[str]) -> dict[str, str]:
    """SEAT=ADDRESS texts by seat. Raises UnreadableError."""
    found = [text.partition("=") for text in texts]
    if wrong := [text for text, (seat, equals, _) in zip(texts, found, strict=True) if not (seat and equals)]:
        raise UnreadableError([f"{quoted(text)}: write SEAT=ADDRESS, such as blue=blue@example.org." for text in wrong])
    return {seat: read_address(address) for seat, _, address in found}
