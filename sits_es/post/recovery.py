"""A lost key: the one that was kept elsewhere names another for the seat, also in a new folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from attrs import evolve, frozen

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.mail.identity import Identity, new_identity
from sits_es.post import arrivals, opening, signing
from sits_es.post.bundle import Bundle, read_bundle
from sits_es.post.desk import ANSWERS, UNANSWERED, Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log.entries import Found
from sits_es.post.log.packets import Decide, Join, Reseat
from sits_es.post.replica import Replica, replica_of
from sits_es.sentences import shell

_SECRET: Final = re.compile(r"[0-9a-f]{64}")


@frozen
class Recovery:
    """A key that can name another for a seat. key: its public half; words: the secret one, as its owner keeps it."""

    key: str
    words: str


def recovery_key(random: Callable[[int], bytes]) -> Recovery:
    """A new key to keep elsewhere; its secret half is in no file here."""
    secret = random(32)
    text = secret.hex()
    return Recovery(_identity(secret).key, " ".join(text[at : at + 8] for at in range(0, len(text), 8)))


def read_recovery(words: str) -> Identity:
    """The key of which somebody kept the words. Raises UnreadableError."""
    text = re.sub(r"\s", "", words).lower()
    if _SECRET.fullmatch(text) is None:
        raise UnreadableError(
            "That is not a recovery key. It has eight words of eight letters and digits each, as sits join showed them."
        )
    return _identity(bytes.fromhex(text))


def _identity(secret: bytes) -> Identity:
    return new_identity("recovery", lambda _: secret)


@frozen
class Recovered:
    """A seat that gets another key. said: what becomes of it; next: the recovery key from then on."""

    said: str
    next: Recovery


def recover(desk: Desk, name: str, seat: str, words: str, key: str | None = None) -> Recovered:
    """Sign with the recovery key that a seat's key is one's own now. key: which of one's own, where there are several.

    Raises UnreadableError for words of no key, NotAllowedError for those of another and for a game that is not here,
    NotNowError where the seat has that key already.
    """
    lost, mine = read_recovery(words), desk.identity(key)
    here = desk.find_game(name) or _take_up(desk, name, seat, lost, mine)
    if here.me not in (None, seat):
        raise NotAllowedError(f"You play {here.me} in {here.name}, not {seat}.")
    desk.drawer.put_game(evolve(here, me=seat, key=mine.name))
    replica = replica_of(desk, here.name)
    _check(replica, seat, lost, mine)
    following = recovery_key(desk.random)
    decision = Reseat(player=seat, key=mine.key, recovery=following.key)
    replica.send(Decide(decision=decision, number=desk.random(32).hex()), lost)
    signing.settle(replica, orders=False)
    return Recovered(said=_said(replica, seat, mine), next=following)


def _check(replica: Replica, seat: str, lost: Identity, mine: Identity) -> None:
    called, found = replica.called, replica.state.seats.get(seat)
    if found is None:
        raise NotAllowedError(f"{called} has no seat {seat}. Seats: {', '.join(sorted(replica.state.seats))}.")
    if found.key == mine.key:
        raise NotNowError(f"{seat} has your key {mine.name} in {called}: nothing is lost.")
    if found.recovery != lost.key:
        raise NotAllowedError(
            f"These are not the words of {seat}'s recovery key in {called}. Without them the others give you a new "
            f"key: sits propose reseat {shell(called)} {shell(seat)} --key {mine.key}"
        )


def _said(replica: Replica, seat: str, mine: Identity) -> str:
    first = f"You sign for {replica.called} with the recovery key that {seat} has your key {mine.name}."
    keeper = replica.state.keeper
    if keeper != seat:
        return f"{first} It holds as soon as {keeper} has put it into the log."
    others = f"sits propose next {shell(replica.called)}"
    return f"{first} You keep the log, and without the old key you can't: the others ask for another keeper: {others}"


# a new folder


def _take_up(desk: Desk, name: str, seat: str, lost: Identity, mine: Identity) -> GameHere:
    """Take a game up from the letters of the others, which must hold its beginning."""
    for content in desk.drawer.marks("", arrivals.strange_letters(name)):
        bundle, _ = read_bundle(content, arrivals.verify, desk.drawer.packet)
        what = _beginning(bundle)
        join = None if what is None else next((each.body for each in what.joins if each.by == seat), None)
        if what is None or not isinstance(join, Join) or join.recovery != lost.key:
            continue
        if opening.take_invite(desk, what.invite):
            continue
        here = GameHere(name=name, me=seat, key=mine.name, invite=what.invite)
        desk.drawer.put_game(here)
        desk.drawer.put_mark(name, ANSWERS, UNANSWERED)
        arrivals.take_for(desk, here, bundle, name, [])
        return here
    known = ", ".join(each.name for each in desk.drawer.games()) or "none"
    raise NotAllowedError(
        f"No letter here holds the beginning of {name} with that recovery key for {seat}. Games by mail here: {known}. "
        f"Take in the first letter of {name} that you have, or have somebody write the whole log once more: sits mail "
        f"out --again {shell(name)}"
    )


def _beginning(bundle: Bundle) -> Found | None:
    return next((what for entry in bundle.entries if isinstance(what := entry.order.what, Found)), None)
