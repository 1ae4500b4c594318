"""A game's log for people: every entry in a line, and the whole of it checked anew from its first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from sits_es.errors import GameError
from sits_es.game.events import OrdersRevealed
from sits_es.post import news
from sits_es.post.arrivals import verify
from sits_es.post.desk import time_of
from sits_es.post.log.apply import Refused, apply
from sits_es.post.log.entries import Entry, Epoch, Found, Logged, Opened, read_entry
from sits_es.post.log.packets import Act, Decide, Note, Open, Resign, Seal, Share, Signed, Standing, write_part
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.sentences import listed, one_line, utc


@frozen(kw_only=True)
class Listing:
    """A log. rows: each entry's number, epoch, UTC time, who signed it, and what it is; faults: what does not hold."""

    game: str
    rows: tuple[dict[str, Any], ...] = ()
    faults: tuple[str, ...] = ()
    checked: int = 0

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"game": self.game, "entries": list(self.rows), "ok": not self.faults, "faults": list(self.faults)}

    def in_words(self) -> str:
        """For people."""
        if self.faults:
            return "\n".join(self.faults)
        if self.checked:
            return f"{self.game}: {self.checked} entries hold: every signature, and the record that follows from them."
        lines = [f"{row['n']:>5}  {utc(row['at'])}  {row['what']}" for row in self.rows]
        return "\n".join([f"{self.game}: {len(self.rows)} entries, the oldest first", *lines])


def listed_log(replica: Replica) -> Listing:
    """Every entry of the log that is followed."""
    rows = []
    opened = {
        (fact.player, fact.nonce): replica.course.rules.label(Moment(fact.turn, fact.segment))
        for fact in replica.opened.facts()
        if isinstance(fact, OrdersRevealed)
    }
    for link in replica.state.link.since(-1):
        order = link.entry.order
        what = "; ".join(_in_words(replica, link.entry, opened))
        rows.append({"n": order.n, "epoch": order.epoch, "at": time_of(order.at), "digest": link.digest, "what": what})
    return Listing(game=replica.name, rows=tuple(rows))


def _in_words(replica: Replica, entry: Entry, at: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """at: the exchange of an opening that is on record, by player and nonce."""
    what = entry.order.what
    if isinstance(what, Found):
        yield f"the game begins: {listed(packet.by for packet in what.joins)}"
    elif isinstance(what, Logged):
        yield _packet(replica, what.packet, at)
    elif isinstance(what, Opened):
        where = next((at[by, each.nonce] for by, each in what.seals.items() if (by, each.nonce) in at), None)
        yield f"the keeper opens the seals {f'for {where} ' if where else ''}of {listed(sorted(what.seals))}"
    elif isinstance(what, Epoch):
        yield f"another keeper begins, as {listed(packet.by for packet in what.nexts)} asked"
    else:
        yield "time passes"


def _packet(replica: Replica, packet: Signed, at: Mapping[tuple[str, str], str]) -> str:
    label, body, by = replica.course.rules.label, packet.body, packet.by
    if isinstance(body, Seal):
        whose = f" for {body.seat}" if body.seat else ""
        return f"{by} seals {label(body.exchange)}{whose}"
    if isinstance(body, Decide):
        return f"{by} signs that {news.in_words(replica, body)}"
    if isinstance(body, Open):
        where = at.get((by, body.opening.nonce))
        return f"{by} opens {f'the seal of {where}' if where else 'a seal'}"
    if isinstance(body, Note):
        return f"{by} {news.note_in_words(replica, body)}"
    if isinstance(body, Standing):
        return f"{by} has standing orders: {'; '.join(map(one_line, body.lines)) or 'drift'}"
    did = {Resign: "resigns", Act: "acts, in the open", Share: "releases a share"}
    return f"{by} {did.get(type(body), str(type(body).__struct_config__.tag))}"


def check_log(replica: Replica) -> Listing:
    """Read every entry of the log from its bytes, check every signature, and play the game anew."""
    links = replica.state.link.since(-1)
    faults: list[str] = []
    state = None
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
    if not faults and state is not None and state.course.record != replica.course.record:
        faults.append(
            f"The log leads to another record than the one that is here at event {replica.course.point.version}."
        )
    return Listing(game=replica.name, faults=tuple(faults), checked=len(links))
