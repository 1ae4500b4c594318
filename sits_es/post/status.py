"""How a game by mail stands, in six lines: whom it waits for, since when, and what you can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, to_builtins

from sits_es.errors import GameError, NotAllowedError
from sits_es.post import letters, news, opening
from sits_es.post.desk import Desk, time_of
from sits_es.post.drawer import GameHere
from sits_es.post.log import due, keepers
from sits_es.post.replica import Replica, replica_of
from sits_es.sentences import listed, shell, utc, without_full_stop

#: What is signed here waits for the next letters.
_UNWRITTEN: Final = "Your letters are not written yet: sits mail out"


class Debt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody owes. by: when it is due; late: whether that is over; given: what becomes of what is here."""

    seat: str
    what: str
    by: str = ""
    late: bool = False
    given: str = ""


class Status(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game by mail. branch, called: what is played, by its id and by its name; plays: whether `me` has a side.

    owed: whom it waits for; disputes: those that are open; signed: decisions that wait; trouble: what is wrong with the
    log; next: what you can do.
    """

    game: str
    branch: str
    called: str
    me: str | None
    plays: bool = False
    stands: str
    keeper: str | None = None
    owed: tuple[Debt, ...] = ()
    away: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    disputes: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
    next: tuple[str, ...] = ()

    def sends(self, owed: Debt) -> bool:
        """Whether the player owes it, and it goes out with the next letters."""
        return owed.seat == self.me and owed.given != ""

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"me": self.me, **to_builtins(self)}

    def in_words(self) -> str:
        """For people."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        seat = f"play {self.me}" if self.plays else f"are {self.me} and play no side"
        yield f"{self.called}: {self.stands}{f'; you {seat}' if self.me else ''}"
        owed: dict[str, list[str]] = {}
        for each in self.owed:
            you = " (you)" if each.seat == self.me else ""
            by = news.by_when(each.by, late=each.late) if each.by else ""
            what = f"{each.what}{by}{f'; they {each.given}' if each.given else ''}"
            owed.setdefault(what, []).append(f"{each.seat}{you}")
        yield from (f"  waits for {listed(seats)}: {what}" for what, seats in owed.items())
        if gone := [*(f"{seat} is away" for seat in self.away), *(f"{seat} is out" for seat in self.out)]:
            yield f"  {'; '.join(gone)}"
        yield from (f"  {line}" for line in (*self.disputes, *self.signed, *self.trouble, *self.next))


def status_of(desk: Desk, here: GameHere) -> Status:
    """How one game stands."""
    if not here.begun:
        return before(desk, here)
    try:
        return _stands(replica_of(desk, here.name))
    except GameError as trouble:
        called, why = desk.branch(here), (str(trouble),)
        return Status(game=here.name, branch=called, called=called, me=here.me, plays=True, stands="waits", trouble=why)


def _stands(replica: Replica) -> Status:
    state, course = replica.state, replica.course
    at = course.rules.label(course.moment)
    if course.over:
        stands = f"over: {without_full_stop(str(course.game.ended))}"
    elif state.owed is None:
        stands = course.game.waits
    else:
        stands = f"at {at} since {utc(time_of(state.since))}, kept by {state.keeper}"
    return Status(
        game=replica.name,
        branch=course.point.stream,
        called=replica.called,
        me=replica.here.me,
        plays=state.seats[replica.me].plays,
        stands=stands,
        keeper=state.keeper,
        owed=tuple(_owed(replica)),
        away=tuple(seat.id for seat in state.seats.values() if seat.away and not seat.out),
        out=tuple(seat.id for seat in state.seats.values() if seat.out),
        disputes=tuple(news.disputed(replica, replica.me)),
        signed=tuple(news.signed(replica)),
        trouble=tuple(_troubles(replica)),
        next=tuple(_next(replica)),
    )


def _next(replica: Replica) -> Iterator[str]:
    yield from [_UNWRITTEN] if letters.is_owed_one(replica) else ()
    yield from filter(None, (news.how_to_order(replica, replica.me), *news.ways(replica)))


def _owed(replica: Replica) -> Iterator[Debt]:
    """Whom the exchange at hand waits for: players, their programs, or the keeper who has not logged everything."""
    if left := news.yet_to_ask(replica):
        yield from (Debt(seat=each, what="a request for another keeper") for each in left)
        return
    waiting, state = news.waiting(replica), replica.state
    for each in waiting:
        what, given = f"{'an opening' if each.what == 'open' else 'a seal'} from the program", ""
        if each.person:
            what = news.WHAT[each.what]
            if replica.course.moment in replica.plots(each.seat):
                given = (
                    "go out with the next letters"
                    if each.seat == replica.me
                    else "have arrived and can still be changed"
                )
        yield Debt(seat=each.seat, what=what, by=time_of(each.due), late=each.late, given=given)
    if not waiting and state.owed is not None:
        yield Debt(seat=state.keeper, what="a reply")


def before(desk: Desk, here: GameHere) -> Status:
    """How a game stands before it begins. A guest knows only their own answer."""
    found, host, name = opening.gathering(desk, here), here.invite.by, shell(here.name)
    waits = [Debt(seat=seat, what="an answer to the invitation") for seat in found.waits if seat not in found.declined]
    if here.me not in (None, host):
        waits = [Debt(seat=host, what="a reply, once all have answered")]
    then = f"Compare it by telephone, then: sits mail confirm {name}"
    asks = found.unconfirmed.items()
    ways = [f"{seat} joins; their key in words is {words}. {then} {shell(seat)}" for seat, words in asks]
    if begun := here.first is not None:
        ways = [opening.no_seat(here)]
    elif here.me is None:
        mine = "" if desk.settings.address else " --address ME@EXAMPLE.ORG"
        ways = [f"Answer: sits join {name}{mine}", f"If you do not play: sits mail decline {name}{mine}"]
    elif any(letters.before(desk, here)):
        ways.append(_UNWRITTEN)
    seat = opening.seat_offered(desk, here)
    invites = f"{host} invites you{f' as {seat}' if seat else ''}"
    plays = any(place.id == here.me and place.role == "player" for place in here.offer.seats)
    return Status(
        game=here.name,
        branch=here.name,
        called=here.name,
        me=here.me,
        plays=plays,
        stands="has begun" if begun else invites if here.me is None else "not begun",
        owed=() if begun else tuple(waits),
        trouble=tuple(f"{seat} does not play{f': {words}' if words else ''}" for seat, words in found.declined.items()),
        next=tuple(ways),
    )


def _troubles(replica: Replica) -> Iterator[str]:
    held, state = replica.held, replica.state
    try:
        yield from () if replica.has_seat else ("your key here is no longer your seat's: another has replaced it",)
    except NotAllowedError as lost:
        yield str(lost)
    yield from [news.LACKS] if replica.asks else []
    if early := replica.early:
        first, who = utc(time_of(early[0].order.at)), state.keeper_of(early[0].order.epoch)
        yield f"{who}'s clock is more than a day ahead of yours: the log from {first} on waits until yours catches up"
    for epoch in sorted(keepers.two_faced(held.logs)):
        yield f"{state.keeper_of(epoch)} has shown two different logs: both go to everybody with the next letters"
    if left := due.left_sets(held):
        where = listed(replica.course.rules.label(each.moment) for each in left)
        yield f"you have opened {where} on an abandoned log: the players must decide what to do"
