"""What a game asks of people, in words: whom it waits for and since when, and what they can do about it."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import count
from textwrap import shorten
from typing import Any, Final, Literal

from attrs import evolve
from msgspec import Struct
from msgspec.structs import replace

from sits_es.errors import UnreadableError
from sits_es.post.desk import time_of
from sits_es.post.log import decisions, due, exchanges, packets
from sits_es.post.log.packets import Decide, Next, Note, Resign, Rewind, Ruling, Signed, Without
from sits_es.post.log.state import Seat, Vote
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.sentences import lasting, listed, one_line, shell, utc, without_full_stop
from sits_es.service.names import order_file

What = Literal["seal", "act", "open"]
#: What the game waits for, in a person's words.
WHAT: Final[Mapping[What, str]] = {"seal": "orders", "act": "orders in the open", "open": "an opening"}

#: Of a folder that is an older copy, or was restored.
LACKS: Final = "this folder lacks part of the game: your program asks the others, and signs nothing until one answers"


class Waiting(Struct, frozen=True, kw_only=True):
    """Somebody for whom the exchange at hand waits. person: not just the program; due: in UTC minutes."""

    seat: str
    what: What
    person: bool
    due: int
    late: bool

    @property
    def by(self) -> str:
        """When it is due, or since when it is late, to end a sentence."""
        return by_when(time_of(self.due), late=self.late)


def by_when(time: str, *, late: bool) -> str:
    """When something is due, or since when it is late. time: such as 2026-12-01T18:00Z."""
    return f"{', due since' if late else ' by'} {utc(time)}"


def waiting(replica: Replica) -> tuple[Waiting, ...]:
    """For whom the exchange at hand waits, as far as this program knows, by seat."""
    state, now = due.foresee(replica.state, replica.held.pool.values()), replica.desk.minutes()
    owed = state.owed
    if owed is None or owed.moment != replica.course.moment:
        return ()  # what has arrived finishes it, once the keeper has logged it
    found = []
    for seat in sorted(state.seats):
        bound, at = (owed.moment, seat) in state.bound, state.due(seat)
        for what in WHAT:
            if exchanges.missing(state, what, seat) and not (what == "seal" and replica.has_sealed(owed.moment, seat)):
                person = not bound and (what == "act" or (what == "seal" and owed.sealed and seat in owed.orders_by))
                found.append(Waiting(seat=seat, what=what, person=person, due=at, late=now >= at))
    return tuple(found)


def owes(replica: Replica, seat: str) -> Waiting | None:
    """What a person owes in a seat for the exchange at hand; None if nothing."""
    return next((each for each in waiting(replica) if each.seat == seat and each.person), None)


def is_at_rest(replica: Replica) -> bool:
    """Whether the game waits for people or is over: programs can do no more."""
    course = replica.course
    return course.over or course.game.owed is None or any(each.person for each in waiting(replica))


def how_to_order(replica: Replica, seat: str) -> str:
    """What to type for the orders that a seat owes; empty if it owes none."""
    if replica.asks or owes(replica, seat) is None:
        return ""
    if replica.course.moment in replica.plots(seat):
        return "Send your orders: sits mail out"
    called, file = replica.called, order_file(replica.called, seat)
    return f"Write orders: sits orders new {shell(called)} --as {shell(seat)} -o {shell(file)}"


def can_order(replica: Replica, seat: Seat) -> bool:
    """Whether a seat has a program, or this program seals for it."""
    return not seat.mailbox or (replica.state.reads and replica.state.keeper == replica.me)


def where(replica: Replica) -> str:
    """The game and the exchange at hand, such as "duel 2.5"."""
    return f"{replica.called} {replica.course.rules.label(replica.course.moment)}"


def asked(replica: Replica, reader: str) -> str:  # noqa: PLR0911 -- the first that holds
    """What the game asks of a person now, in one sentence."""
    course = replica.course
    if course.over:
        return f"{replica.called} is over."
    if replica.asks:
        return f"Nothing to do until somebody answers: this folder lacks part of {replica.called}."
    seat, state = replica.state.seats[reader], replica.state
    mine = owes(replica, reader)
    if mine is not None and course.moment in replica.plots(reader):
        when = "count once all others have sealed." if seat.mailbox else "go out with the next letters: sits mail out"
        return f"Your orders for {where(replica)} {when}"
    if mine is not None:
        return f"You owe {WHAT[mine.what]} for {where(replica)}{mine.by}."
    if not can_order(replica, seat):
        how = "To play on, you need the program, and the others must give your seat a new key."
        return f"{where(replica)} goes on without you: {state.keeper} keeps the log now. {how}"
    if seat.away and state.owed is not None:
        return f"{where(replica)} goes on without you until you give orders again."
    if asks := to_agree(replica, reader) or to_rule(replica, reader):
        return asks
    if state.owed is None:
        if seat.mailbox:
            return f"Nothing is owed. Tell {state.keeper} what happens on your table."
        how = f"sits record {shell(replica.called)} FILE"
        return f"Nothing is owed. Enter what happens on your table: {how}"
    return f"You owe nothing: {others(replica)}."


def others(replica: Replica, reader: str | None = None) -> str:
    """For whom besides a reader the exchange at hand waits, as a clause; empty if for nobody else."""
    if left := yet_to_ask(replica):
        return f"{where(replica)} waits for another keeper; {listed(left)} can ask too"
    found = waiting(replica)
    if people := [each for each in found if each.person]:
        people = [each for each in people if each.seat != reader]
        who, owe = listed(each.seat for each in people), "owes" if len(people) == 1 else "owe"
        return f"{who} {owe} {WHAT[people[0].what]} for {where(replica)}{people[0].by}" if people else ""
    if found:
        whose = listed(each.seat for each in found)
        return f"{where(replica)} waits for {whose}'s program{'' if len(found) == 1 else 's'}"
    if replica.state.owed is None:
        return f"{where(replica)} waits for you to enter what happens on your table"
    return f"{where(replica)} waits for {replica.state.keeper}'s reply"


# decisions


def _with(words: str) -> str:
    """Somebody's words for a decision, to end a sentence."""
    return f": {without_full_stop(one_line(words))}" if words else ""


_WHICH: Final = {"exchange": "this exchange", "turn": "each exchange of this turn", "always": "each exchange"}

_SAYS: Final[Mapping[type, Callable[[Any, str, Callable[[Moment], str]], str]]] = {
    Without: lambda it, at, _: f"{at} goes on without {it.player}'s {WHAT[it.missing].removeprefix('an ')}",
    packets.Deadline: lambda it, *_: f"{_WHICH[it.scope]} has {lasting(it.hours)}",
    packets.Absence: lambda it, *_: f"nothing is due from {it.player} before {utc(time_of(it.until))}",
    Ruling: lambda it, _, label: f"the record of {label(it.about)} stands{_with(it.words)}",
    packets.Enter: lambda it, at, _: f"{it.player} enters at {at}: {'; '.join(map(one_line, it.lines))}",
    packets.Readmit: lambda it, *_: f"{it.player} takes part again",
    packets.End: lambda it, *_: f"the game ends, and {it.winner or 'nobody'} wins{_with(it.words)}",
    packets.NewKeeper: lambda it, *_: f"{one_line(it.name)} keeps the log{' and opens all orders' if it.reads else ''}",
    Rewind: lambda it, _, label: f"the game is played again from {label(it.to)}{_with(it.words)}",
    packets.Reseat: lambda it, *_: f"{it.player} has a new key{f' and is {one_line(it.name)} now' if it.name else ''}",
}


def in_words(replica: Replica, decide: Decide) -> str:
    """What a decision says, as a clause after "signs that"."""
    label = replica.course.rules.label
    at = "" if decide.hand is None else label(decide.hand.exchange)
    return _SAYS[type(decide.decision)](decide.decision, at, label)


def proposals(replica: Replica) -> Iterator[tuple[Decide, tuple[str, ...]]]:
    """Decisions that have not passed, with who has signed them, by digest; none once the game is over."""
    state = replica.present
    if replica.course.over:
        return
    found = {digest: (vote.body, set(vote.by)) for digest, vote in state.votes.items()}
    for packet, decide in replica.held.said(Decide):
        counts = state.is_its_seats(packet) and decisions.may_sign(state, packet.by, decide)
        if counts and decide.digest not in state.passed:
            found.setdefault(decide.digest, (decide, set()))[1].add(packet.by)
    yield from ((decide, tuple(sorted(by))) for _, (decide, by) in sorted(found.items()))


def to_sign(replica: Replica, reader: str) -> list[tuple[Decide, tuple[str, ...]]]:
    """Proposals of others that a person could sign, with who has signed them."""
    found, state = proposals(replica), replica.present
    return [(each, by) for each, by in found if reader not in by and decisions.may_sign(state, reader, each)]


def to_agree(replica: Replica, reader: str) -> str:
    """Whether a person agrees to what others have proposed, as a question; empty if there is nothing to sign."""
    asks = to_sign(replica, reader)
    how = how_to_agree(replica, (decide for decide, _ in asks))
    said = [f"{listed(by)} signed that {in_words(replica, each)}" for each, by in asks]
    if len(said) == 1:
        return f"{said[0]}. To agree: {how.popitem()[1]}"
    return "; ".join(f"{each} (to agree: {how[decide.digest]})" for each, (decide, _) in zip(said, asks, strict=True))


def how_to_agree(replica: Replica, waiting: Iterable[Decide]) -> dict[str, str]:
    """What to type to sign each of the decisions that wait, by digest. Of several each is named."""
    names, agree = names_of(waiting), f"sits agree {shell(replica.called)}"
    return {each: f"{agree} {name}" if len(names) > 1 else agree for each, name in names.items()}


def names_of(waiting: Iterable[Decide]) -> dict[str, str]:
    """What to call decisions, by digest: by their kind, or by their first digits where several have it."""
    found = {each.digest: each.decision.kind for each in waiting}
    kinds = Counter(found.values())
    digits = next(number for number in count(6) if len({digest[:number] for digest in found}) == len(found))
    return {digest: kind if kinds[kind] == 1 else digest[:digits] for digest, kind in found.items()}


def signed(replica: Replica, *, commands: bool = False) -> Iterator[str]:
    """What some have signed or asked for that has not passed. commands: with a line on how others can join in."""
    state, name, found = replica.present, shell(replica.called), list(proposals(replica))
    agree = how_to_agree(replica, (decide for decide, _ in found))
    for decide, by in found:
        still, how = still_to_sign(replica, decide, by), f"  To agree: {agree[decide.digest]}"
        if isinstance(decide.decision, Without):
            logged = state.votes[decide.digest].by if decide.digest in state.votes else {}
            vote = Vote(body=decide, by={each: logged.get(each, state.at) for each in by})
            first = max(state.due(decide.decision.player), min(vote.by.values())) + state.grace
            if decisions.has_enough(evolve(state, at=first), vote):
                still = f" The decision takes effect at {utc(time_of(first))}, unless what is missing arrives first."
                how = ""
        yield f"{listed(by)} signed that {in_words(replica, decide)}.{still}"
        yield from [how] if commands and still and how else []
    resigned = {each.by for each, _ in replica.held.said(Resign) if state.is_its_seats(each)}
    if leaving := sorted({*state.leaving, *resigned & {*state.playing}}):
        yield f"{listed(leaving)} resigned and will be out once the current exchange is over."
    if asks := sorted({by for by, _, _ in _asked(replica)}):
        ask = "asks" if len(asks) == 1 else "ask"
        said = f"{listed(asks)} {ask} for another keeper in place of {state.keeper}."
        yield f"{said} More than half of the players must ask."
        yield from [f"  To join them: sits propose next {name}"] if commands else []


def still_to_sign(replica: Replica, decide: Decide, by: Collection[str]) -> str:
    """Who has still to sign a decision, as a sentence after a space; empty if nobody. by: who has signed."""
    state = replica.present
    ruler = decisions.ruler(state) if isinstance(decide.decision, decisions.RULINGS) else None
    sign = (each for each in decisions.voters(state) if each not in (ruler, *by))
    left = [each for each in sign if decisions.may_sign(state, each, decide)]
    if not left or ruler in by:
        return ""
    if isinstance(decide.decision, Without):
        needed = f"{state.keeper} and one player must sign" if state.reads else "More than half must sign"
        return f" {needed}; {listed(left)} still can."
    lost = isinstance(decide.decision, packets.Reseat) and left == [decide.decision.player]
    lone = f"; without {left[0]}'s key the decision takes effect once {left[0]} is late" if lost else ""
    first = f"{ruler} can decide alone; otherwise " if ruler else ""
    return f" {first}{listed(left)} still {'has' if len(left) == 1 else 'have'} to sign{lone}."


# disputes

#: So many letters of what somebody disputes are said each time.
MOST_SAID: Final = 200


def disputes(replica: Replica) -> list[tuple[Signed, Note, Moment]]:
    """Disputes of what was played that no ruling and no rewind has settled, the oldest first; none once it is over."""
    if replica.course.over:
        return []
    found, passed = list[tuple[Signed, Note, Moment]](), replica.state.passed
    for packet in (*replica.state.link.packets, *due.unlogged(replica.held)):
        match packet.body:
            case Note(about=Moment() as about, to=None) as note if replica.state.is_its_seats(packet):
                found.append((packet, note, about))
            case Decide(decision=Ruling(about=about)) as decide if decide.digest in passed:
                found = [each for each in found if each[2] != about]
            case Decide(decision=Rewind(to=to)) as decide if decide.digest in passed:
                found = [each for each in found if each[2] < to]
    return [each for each in found if each[2] < replica.course.moment]


def disputed(replica: Replica, reader: str) -> Iterator[str]:
    """Each exchange that a player disputes, with the beginning of what they said last, and who rules on it and how."""
    last = {(packet.by, about): note for packet, note, about in disputes(replica)}
    for (by, about), note in last.items():
        short = replace(note, words=shorten(one_line(note.words), MOST_SAID, placeholder=" …"))
        yield " ".join((*note_of(replica, by, short), who_rules(replica, reader, about)))


def who_rules(replica: Replica, reader: str, about: Moment) -> str:
    """Who rules on a dispute about an exchange, and what a reader who can types for it."""
    what, ruler = f"{shell(replica.called)} {replica.course.rules.label(about)}", decisions.ruler(replica.state)
    who = f"{ruler} can rule alone" if ruler else "All players together rule"
    how = f" To rule: sits propose ruling {what} WORDS. To play it again: sits propose rewind {what}"
    can = (ruler,) if ruler else decisions.all_in(replica.state)
    return f"{who} on disputes.{how if reader in can else ''}"


def to_rule(replica: Replica, reader: str) -> str:
    """The first open dispute, for whoever rules alone; empty for others, and if there is none."""
    return next(disputed(replica, reader), "") if reader == decisions.ruler(replica.state) else ""


# notes


def note_in_words(replica: Replica, note: Note) -> str:
    """What somebody tells others, as a clause after their name. What is in a box stays there."""
    label, words = replica.course.rules.label, one_line(note.words)
    if note.offer is not None:
        return f"offers the what-if {note.offer.name}, which branches off at {label(note.offer.exchange)}"
    if note.about is not None:
        return f"disputes {label(note.about)}: {words}"
    return f"writes to {note.to}" if note.to else f"writes: {words}"


def note_of(replica: Replica, who: str, note: Note, said: str = "") -> Iterator[str]:
    """A note in lines, with how to open a what-if. said: what it says, if not everybody may read it."""
    said = said or note_in_words(replica, note)
    yield f"{who} {said}{'' if said[-1:] in '.?!' else '.'}"
    if note.offer is not None:
        yield f"  To open it: sits agree {shell(replica.called)} --fork {shell(note.offer.name)}"


def notes(replica: Replica, reader: str, seen: Collection[str] = ()) -> Iterator[str]:
    """What others have written to a reader or to all, except open disputes. seen: digests of known notes."""
    told = {*seen, *(packet.digest for packet, *_ in disputes(replica))}
    for packet, note in replica.notes():
        if packet.digest in told or packet.by == reader or note.to not in (None, reader):
            continue
        said = note_in_words(replica, note)
        if note.to is not None:
            try:
                words = replica.identity.open(base64.b64decode(note.box)).decode(errors="replace")
                said = f"writes to you alone: {one_line(words)}"
            except (UnreadableError, ValueError):
                said = "writes to you alone, in a box that your key can't open"
        yield from note_of(replica, packet.by, note, said)


# what one can do about those who are late


def ways(replica: Replica) -> Iterator[str]:
    """What a person can do now about those who keep the game waiting, with the commands."""
    state, name, now = replica.state, shell(replica.called), replica.desk.minutes()
    agree = how_to_agree(replica, (decide for decide, _ in to_sign(replica, replica.me)))
    yield from (f"To agree: {each}" for each in agree.values())
    if replica.course.over or state.owed is None:
        return
    yield from _withouts(replica, name, now) if replica.me in decisions.voters(state) else ()
    if replica.me not in state.programs:
        return
    yield from _known(replica, name)
    if why := why_another_keeper(replica, state.grace):
        yield f"{why} {why_not_enough(replica) or f'Ask for another keeper: sits propose next {name}'}"
    elif left := yet_to_ask(replica):
        said = f"You no longer accept anything from {state.keeper}. The game goes on when more than half have asked"
        yield f"{said}; {listed(left)} still can. If nobody does, propose the end: sits propose end {name}"


def why_another_keeper(replica: Replica, patience: int = 0) -> str:
    """Why a player may ask for another keeper now, or "". patience: minutes that others' requests have been waiting."""
    state, now, keeper = replica.state, replica.desk.minutes(), replica.state.keeper
    after = max(replica.held.promised, state.link.epoch)
    asks = {by for by, epoch, at in _asked(replica) if by != replica.me and epoch > after and now >= at + patience}
    if asks:
        did = "asks for another keeper and accepts" if len(asks) == 1 else "ask for another keeper and accept"
        return f"{listed(sorted(asks))} {did} nothing more from {state.keeper}."
    if after > state.link.epoch:
        silent = epoch_to_ask_for(replica) is not None
        return f"{state.keeper_of(after)} does not keep the log either." if silent else ""
    oldest = replica.oldest_waiting()
    if oldest is None and state.owed is not None and not waiting(replica):
        oldest = state.at
    if state.keeper == replica.me or replica.held.stands_still or oldest is None:
        return ""
    late = now >= oldest + max(state.grace, 60)
    return f"{keeper} has logged nothing received since {utc(time_of(oldest))}." if late else ""


def why_not_enough(replica: Replica) -> str:
    """Why more than half can't ask for another keeper, or "". To ask in vain would end the game."""
    state, name, silent = replica.state, shell(replica.called), replica.silent()
    asked = {replica.me, *(by for by, _, _ in _asked(replica))}
    could = [each for each in state.programs if each in asked or each != state.keeper]
    if not decisions.more_than_half(len(could), len(state.programs)):
        return f"Without {state.keeper}, too few players are left to ask. Propose the end: sits propose end {name}"
    lost = [each for each in could if each in silent and each not in asked]
    if decisions.more_than_half(len(could) - len(lost), len(state.programs)):
        return ""
    since = utc(time_of(min(silent[each] for each in lost)))
    again = f"You can ask once they have written again: sits mail out --again {name}"
    return (
        f"More than half of the players must ask, but nothing has been heard from {listed(lost)} since {since}. {again}"
    )


def yet_to_ask(replica: Replica) -> list[str]:
    """Who can still join a request for another keeper; nobody if you have not asked, or if more than half have."""
    promised, programs = replica.held.promised, replica.state.programs
    asked = {by for by, epoch, _ in _asked(replica) if epoch >= promised}
    waits = promised > replica.state.link.epoch
    if not waits or replica.course.over or decisions.more_than_half(len(asked), len(programs)):
        return []
    return [each for each in programs if each not in asked]


def _known(replica: Replica, name: str) -> Iterator[str]:
    """That your orders are known, since you opened them on an abandoned log."""
    left = due.left_sets(replica.held)
    for moment in sorted({each.moment for each in left})[:1]:
        first, anew = replica.course.rules.label(moment), "Give new ones."
        if replica.state.exchange(moment).set is not None:
            anew = f"To have everybody order again: sits propose rewind {name} {first}"
        yield f"Your orders for {first} are known from an abandoned log. {anew}"


def _withouts(replica: Replica, name: str, now: int) -> Iterator[str]:
    state, signed = replica.state, [decide.decision for decide, _ in proposals(replica)]
    for each in waiting(replica):
        without = Without(player=each.seat, missing=each.what)
        overdue = each.seat != replica.me and now >= each.due + state.grace
        if not overdue or without in signed or not due.may_sign_without(replica.held, without):
            continue
        if decisions.are_enough_without(state, each.seat, decisions.voters(state)):
            yield f"Go on without {each.seat}: sits propose without {name} {shell(each.seat)}"
        else:
            yield f"With two players, neither can go on alone. Propose the end: sits propose end {name}"


def _asked(replica: Replica) -> Iterator[tuple[str, int, int]]:
    """Who has asked for which later epoch, and since when this program knows, in UTC minutes."""
    state, came = replica.state, replica.desk.drawer.came(replica.name)
    for packet, body in replica.held.said(Next):
        is_to_come = state.link.epoch < body.epoch < due.far(state)
        if is_to_come and packet.by in state.programs and state.is_its_seats(packet):
            yield packet.by, body.epoch, came.get(packet.digest, replica.desk.minutes())


def epoch_to_ask_for(replica: Replica) -> int | None:
    """The epoch to ask for now, the latest that others ask for; None while the keeper asked for last still has time."""
    state, promised, now = replica.state, replica.held.promised, replica.desk.minutes()
    asked, after = list(_asked(replica)), max(promised, state.link.epoch)
    if theirs := [epoch for by, epoch, _ in asked if by != replica.me and epoch > after]:
        return max(theirs)
    if promised <= state.link.epoch:
        return due.next_epoch(state, without=(state.keeper,))
    came = {by: at for by, epoch, at in asked if epoch == promised}
    enough = decisions.more_than_half(len(came), len(state.programs))
    if not enough or now < came.get(replica.me, now) + max(state.grace, 60):
        return None
    wanted = state.keeper_of(promised)
    epoch = due.next_epoch(state, without=(wanted,), after=promised)
    return None if wanted in (replica.me, state.keeper_of(epoch)) else epoch


def status_line(replica: Replica) -> str:
    """For whom the game waits, as the first line of a letter to everybody."""
    if replica.course.over:
        return f"{replica.called} is over: {without_full_stop(str(replica.course.game.ended))}."
    return f"{others(replica)}."
