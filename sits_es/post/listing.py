"""A game's log for people: each entry on a line, or all of it checked again from the beginning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import frozen
from msgspec import Struct

from sits_es.errors import GameError
from sits_es.game.events import OrdersRevealed
from sits_es.post import news
from sits_es.post.arrivals import verify
from sits_es.post.desk import time_of
from sits_es.post.log.apply import Refused, apply
from sits_es.post.log.entries import Entry, Epoch, Found, Logged, Opened, read_entry
from sits_es.post.log.packets import Act, Decide, Note, Open, Resign, Seal, Share, Signed, Standing, write_part
from sits_es.post.replica import Replica
from sits_es.report.blocks import Block, ReportLine, strong
from sits_es.rules.moments import Moment
from sits_es.sentences import listed, one_line, utc
from sits_es.service.audit import Findings

#: Columns before what an entry is.
_HANG: Final = 29


class LogLine(Struct, frozen=True):
    """An entry. at: UTC; did: what it is; of: the exchange that a seal or an opening belongs to, with its label."""

    n: int
    epoch: int
    at: str
    digest: str
    did: str
    of: tuple[Moment, str] | None = None


@frozen(kw_only=True)
class Listing(Findings):
    """A log, or the result of a check. faults: what is wrong; checked: how many entries were."""

    game: str
    rows: tuple[LogLine, ...] = ()
    faults: tuple[str, ...] = ()
    checked: int = 0

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        rows = [
            {"n": row.n, "epoch": row.epoch, "at": row.at, "digest": row.digest, "what": _told([row])}
            for row in self.rows
        ]
        return {"game": self.game, "entries": rows, "ok": not self.faults, "faults": list(self.faults)}

    def sound(self) -> str:
        """What to say of a good log."""
        return f"{self.game}: the log is sound up to entry {self.checked - 1}, including its signatures and record."

    def blocks(self) -> Iterator[Block]:
        """For people. Entries of the same minute that do the same share a line."""
        yield strong(f"{self.game}: the log, oldest entry first")
        for (at, _), found in groupby(self.rows, key=lambda row: (row.at, row.did)):
            rows = list(found)
            yield ReportLine(f"{rows[0].n:>5}  {utc(at)}  {_told(rows)}", hang=_HANG)


def _told(rows: Sequence[LogLine]) -> str:
    """Entries that do the same, in words."""
    of = dict(sorted(row.of for row in rows if row.of is not None))
    return f"{rows[0].did} {listed(_spans(of))}" if of else rows[0].did


def _spans(of: Mapping[Moment, str]) -> Iterator[str]:
    """Labels of exchanges; three or more in a row within a turn become a span."""
    for _, found in groupby(enumerate(of), key=lambda each: (each[1].turn, each[1].segment - each[0])):
        labels = [of[at] for _, at in found]
        yield from [f"{labels[0]} to {labels[-1]}"] if len(labels) > 2 else labels


def listed_log(replica: Replica) -> Listing:
    """Every entry of the log that this program follows."""
    session, course = replica.desk.session, replica.course
    opened = {
        (fact.player, fact.nonce): Moment(fact.turn, fact.segment)
        for branch in (*course.ends, course.point.stream)
        for fact in session.open_game(branch).facts()
        if isinstance(fact, OrdersRevealed)
    }
    for moment, exchange in replica.state.exchanges.items():
        opened |= {(player, opening.nonce): moment for player, opening in exchange.opened.items()}
    rows = []
    for link in replica.state.link.since(-1):
        order = link.entry.order
        did, of = _in_words(replica, link.entry, opened)
        about = None if of is None else (of, course.rules.label(of))
        rows.append(LogLine(order.n, order.epoch, time_of(order.at), link.digest, did, about))
    return Listing(game=replica.name, rows=tuple(rows))


def _in_words(replica: Replica, entry: Entry, at: Mapping[tuple[str, str], Moment]) -> tuple[str, Moment | None]:
    """What an entry is, and which exchange it is about. at: the exchange of an opening, by player and nonce."""
    keeper = replica.state.keeper_of(entry.order.epoch)
    match entry.order.what:
        case Found(joins=joins):
            return f"the game begins: {listed(packet.by for packet in joins)}", None
        case Logged(packet=packet):
            did, of = _packet(replica, packet, at)
            return f"{packet.by} {did}", of
        case Opened(seals=seals):
            where = next((at[by, each.nonce] for by, each in seals.items() if (by, each.nonce) in at), None)
            return f"{keeper} opens all seals{' of' if where else ''}", where
        case Epoch(nexts=nexts):
            return f"{keeper} keeps the log from here on, as {listed(packet.by for packet in nexts)} asked", None
    return "time passes", None


def _packet(replica: Replica, packet: Signed, at: Mapping[tuple[str, str], Moment]) -> tuple[str, Moment | None]:
    match packet.body:
        case Seal(seat=seat, exchange=of):
            return f"seals{f' for {seat}' if seat else ''}", of
        case Open(opening=opening):
            where = at.get((packet.by, opening.nonce))
            return "opens" if where else "opens a seal", where
        case Decide() as decide:
            return f"signs that {news.in_words(replica, decide)}", None
        case Note() as note:
            return news.note_in_words(replica, note), None
        case Standing(lines=lines):
            return f"has standing orders: {'; '.join(map(one_line, lines)) or 'drift'}", None
        case body:
            did = {Resign: "resigns", Act: "acts in the open", Share: "releases a share"}
            return did.get(type(body), body.kind), None


def check_log(replica: Replica) -> Listing:
    """Read every entry of the log from its bytes, check every signature, and play the game again."""
    links, state = replica.state.link.since(-1), None
    faults: list[str] = []
    for link in links:
        try:
            entry = read_entry(write_part(link.entry), verify)
        except GameError as fault:
            faults.append(f"Entry {link.n}: {fault}")
            break
        after = replica.founded(entry) if state is None else apply(state, entry)
        if isinstance(after, Refused):
            faults.append(after.why)
            break
        state = after
    at = replica.course.point.version
    if not faults and state is not None and state.course.record != replica.course.record:
        faults.append(f"Replayed to event {at}, the log differs from the record here.")
    return Listing(game=replica.name, faults=tuple(faults), checked=len(links))
