"""A lost key: the one that was kept elsewhere names another for the seat, also in a new folder."""

from __future__ import annotations

import zlib
from contextlib import suppress

from msgspec.structs import replace

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.keys.identity import Identity
from sits_es.keys.recovery import Recovery, read_recovery, recovery_key
from sits_es.post import arrivals, signing
from sits_es.post.bundle import read_bundle
from sits_es.post.desk import Desk
from sits_es.post.drawer import GameHere
from sits_es.post.log.entries import Found
from sits_es.post.log.packets import Decide, Join, Reseat
from sits_es.post.replica import replica_of
from sits_es.sentences import shell, unknown


def recover(desk: Desk, name: str, seat: str, words: str, key: str | None = None) -> tuple[str, Recovery]:
    """Sign with the recovery key that a seat's key is one's own now. What becomes of it, and the next recovery key.

    Raises UnreadableError for words of no key, NotAllowedError for those of another and for a game that is not here,
    NotNowError where the seat has that key already.
    """
    lost, mine = read_recovery(words), desk.identity(key)
    here = desk.find_game(name)
    if here is None or not desk.begun(here):  # an invitation alone says nothing of its beginning
        here = _taken_up(desk, name, seat, lost, mine)
    if here.me not in (None, seat):
        raise NotAllowedError(f"You play {here.me} in {here.name}, not {seat}.")
    desk.drawer.put_game(replace(here, me=seat, key=mine.name))
    replica = replica_of(desk, here.name)
    called, seats = replica.called, replica.state.seats
    if (found := seats.get(seat)) is None:
        raise NotAllowedError(unknown("seat", seat, sorted(seats)))
    if found.key == mine.key:
        raise NotNowError(f"{seat} has your key {mine.name} in {called}: nothing is lost.")
    if found.recovery != lost.key:
        raise NotAllowedError(
            f"These are not the words of {seat}'s recovery key in {called}. Without them the others give you a new "
            f"key: sits propose reseat {shell(called)} {shell(seat)} {mine.key}"
        )
    following, keeper = recovery_key(desk.random), replica.state.keeper
    decision = Reseat(player=seat, key=mine.key, recovery=following.key)
    signing.send(replica, Decide(decision=decision, number=desk.random(32).hex()), lost)
    then = f"It holds as soon as {keeper} has put it into the log."
    if keeper == seat:
        others = f"sits propose next {shell(called)}"
        then = f"You keep the log, and without the old key you can't: the others ask for another keeper: {others}"
    return f"You sign for {called} with the recovery key that {seat} has your key {mine.name}. {then}", following


def _taken_up(desk: Desk, name: str, seat: str, lost: Identity, mine: Identity) -> GameHere:
    """A game taken up from the letters of the others, which must hold its beginning."""
    for packed in desk.drawer.kept(name, "stray").values():
        with suppress(zlib.error):
            bundle, _ = read_bundle(zlib.decompress(packed), arrivals.verify, desk.drawer.packet)
            for what in (each.order.what for each in bundle.entries if isinstance(each.order.what, Found)):
                seats = ((each.by, each.body.recovery) for each in what.joins if isinstance(each.body, Join))
                if (seat, lost.key) in seats and arrivals.take_up(desk, name, what, seat, mine.name) is None:
                    arrivals.take_for(desk, desk.game(name), bundle, name, [])
                    return desk.game(name)
    known = ", ".join(each.name for each in desk.drawer.games()) or "none"
    raise NotAllowedError(
        f"No letter here holds the beginning of {name} with that recovery key for {seat}. Games by mail here: {known}. "
        f"Take in the first letter of {name} that you have, or have somebody write the whole log once more: sits mail "
        f"out --again {shell(name)}"
    )
