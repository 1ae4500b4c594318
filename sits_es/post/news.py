"""What a game asks of people, in words: who is waited for, for what and since when; what can be done about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal

from attrs import evolve, frozen

from sits_es.errors import UnreadableError
from sits_es.post.desk import time_of
from sits_es.post.log import decisions, due, exchanges, packets
from sits_es.post.log.packets import Decide, Next, Note, Resign, Signed, Without
from sits_es.post.log.state import Seat, State, Vote
from sits_es.post.replica import Replica
from sits_es.sentences import counted, listed, one_line, shell, utc, without_full_stop

What = Literal["seal", "act", "open"]
#: What the game waits for, as a person says it.
WHAT: Final[Mapping[What, str]] = {"seal": "orders", "act": "orders in the open", "open": "an opening"}


@frozen(kw_only=True)
class Waiting:
    """Somebody for whom the exchange at hand waits. what: "seal", "act" or "open"; person: not their program alone."""

    seat: str
    what: What
    person: bool


def waiting(replica: Replica) -> tuple[Waiting, ...]:
    """For whom the exchange at hand waits, as far as what has arrived here tells, by seat."""
    state = due.foresee(replica.state, replica.held.pool.values())
    owed = state.owed
    if owed is None or owed.moment != replica.course.moment:
        return ()  # what has arrived plays it, once the keeper has logged it
    found = []
    for seat in sorted(state.seats):
        for what in WHAT:
            if exchanges.missing(state, what, seat) and not _is_here(replica, state, seat, what):
                person = what == "act" or (what == "seal" and owed.sealed and seat in owed.orders_by)
                found.append(Waiting(seat=seat, what=what, person=person))
    return tuple(found)


def _is_here(replica: Replica, state: State, seat: str, what: str) -> bool:
    """Whether what is missing in the log has arrived in a packet that is not logged yet."""
    return what == "seal" and state.owed is not None and replica.has_sealed(state.owed.moment, seat)


def is_at_rest(replica: Replica) -> bool:
    """Whether the game waits for people, or is over: programs alone do nothing more."""
    course = replica.course
    return course.over or course.game.owed is None or any(each.person for each in waiting(replica))


def how_to_order(replica: Replica, seat: str) -> str:
    """What to type for the orders that one owes now; empty where none are owed."""
    if replica.asks or not any(each.seat == seat and each.person for each in waiting(replica)):
        return ""
    if replica.course.moment in replica.plots(seat):
        return "Send your orders: sits mail out"
    return f"Write orders: sits orders new {shell(replica.called)} --as {shell(seat)} -o {shell(seat)}.orders"


def sentence(text: str) -> str:
    """A text as it begins a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def can_order(replica: Replica, seat: Seat) -> bool:
    """Whether a seat has a program, or this one seals for it."""
    return not seat.mailbox or (replica.state.reads and replica.state.keeper == replica.me)


def where(replica: Replica) -> str:
    """The game and the exchange at hand, such as "duel 2.5"."""
    return f"{replica.called} {replica.course.rules.label(replica.course.moment)}"


def asked(replica: Replica, reader: str) -> str:  # noqa: PLR0911 -- the first that holds
    """What the game asks of a person now, in one sentence."""
    course = replica.course
    if course.over:
        return f"Nothing to do: {replica.called} is over."
    if replica.asks:
        return f"Nothing to do before somebody answers: in {replica.called} this folder lacks what others have."
    found, seat, state = waiting(replica), replica.state.seats[reader], replica.state
    mine = next((each for each in found if each.seat == reader), None)
    if mine is not None and mine.person and course.moment in replica.plots(reader):
        when = "count once all others have sealed" if seat.mailbox else "go out with the next letters: sits mail out"
        return f"Your orders for {where(replica)} {when}{'.' if seat.mailbox else ''}"
    if mine is not None and mine.person:
        return f"You owe {WHAT[mine.what]} for {where(replica)}{until(replica, reader)}."
    if not can_order(replica, seat):
        how = "To play on you need the program, and the others must give your seat the key that it makes."
        return f"{where(replica)} goes on without you: {state.keeper} keeps the log now. {how}"
    if seat.away and state.owed is not None:
        return f"{where(replica)} goes on without you: {reader} is in again once you give orders."
    if asks := to_agree(replica, reader):
        return asks
    if state.owed is None:
        if seat.mailbox:
            return f"Nothing is owed: tell {state.keeper} what happens on your table."
        how = f"sits record {shell(replica.called)} FILE"
        return f"Nothing is owed: enter what happens on your table: {how}"
    return f"Nothing to do: {others(replica)}."


def asking(replica: Replica) -> Iterator[str]:
    """That this folder lacks something and waits for an answer, where it does."""
    if replica.asks:
        yield "this folder lacks what others have: it asks them, and signs nothing until somebody answers"


def others(replica: Replica) -> str:
    """For whom the exchange at hand waits, to go after a colon."""
    found = waiting(replica)
    people = [each for each in found if each.person]
    if people:
        by = until(replica, people[0].seat)
        seats = [each.seat for each in people]
        return f"{listed(seats)} {'owes' if len(seats) == 1 else 'owe'} {WHAT[people[0].what]} for {where(replica)}{by}"
    if found:
        programs = "the program of" if len(found) == 1 else "the programs of"
        return f"{where(replica)} waits for {programs} {listed(each.seat for each in found)}"
    if replica.state.owed is None:
        return f"{where(replica)} waits for what you enter of your table"
    return f"{where(replica)} waits for {replica.state.keeper}, who keeps the log"


def until(replica: Replica, seat: str) -> str:
    """By when a seat owes something, or since when it is late, ready to end a sentence."""
    at = replica.state.due(seat)
    return by_when(time_of(at), late=replica.desk.minutes() >= at)


def by_when(time: str, *, late: bool) -> str:
    """The same of a time, such as 2026-12-01T18:00Z."""
    return f"{', due since' if late else ' by'} {utc(time)}"


# decisions


def _with(words: str) -> str:
    """Words that somebody added to a decision, ready to end a sentence."""
    return f": {without_full_stop(one_line(words))}" if words else ""


_WHICH: Final = {"exchange": "this exchange", "turn": "each exchange of this turn", "always": "each exchange"}


def in_words(replica: Replica, decide: Decide) -> str:  # noqa: C901, PLR0911 -- a row for each kind of decision
    """What a decision says, to go after "signs that"."""
    label = replica.course.rules.label
    at = label(decide.hand.exchange) if decide.hand is not None else ""
    match decide.decision:
        case Without(player=player, missing=what):
            return f"{at} goes on without {WHAT[what]} of {player}"
        case packets.Deadline(hours=hours, scope=scope):
            return f"{_WHICH[scope]} has {counted(hours, 'hour')}"
        case packets.Absence(player=player, until=end):
            return f"{player} is not due before {utc(time_of(end))}"
        case packets.Ruling(about=about, words=words):
            return f"the record of {label(about)} stands{_with(words)}"
        case packets.Enter(player=player, lines=lines):
            return f"{player} enters at {at}: {'; '.join(map(one_line, lines))}"
        case packets.Readmit(player=player):
            return f"{player} takes part again"
        case packets.End(winner=winner, words=words):
            return f"the game ends, and {winner or 'nobody'} wins{_with(words)}"
        case packets.NewKeeper(name=name, reads=reads):
            return f"{one_line(name)} keeps the log{' and reads all orders' if reads else ''}"
        case packets.Rewind(to=to, words=words):
            return f"the game is played again from {label(to)} on{_with(words)}"
        case packets.Reseat(player=player, name=name):
            return f"{player} has a new key{f' and is {one_line(name)} now' if name else ''}"
    raise TypeError(f"{type(decide.decision).__name__} is not a decision")


def proposals(replica: Replica) -> Iterator[tuple[str, Decide, tuple[str, ...]]]:
    """Decisions that have not passed: by digest, with who has signed; none once the game is over."""
    state = replica.present
    if replica.course.over:
        return
    found = {digest: set(vote.by) for digest, vote in state.votes.items()}
    bodies = {digest: vote.body for digest, vote in state.votes.items()}
    for packet in replica.held.pool.values():
        if not isinstance(packet.body, Decide) or packet.body.digest in state.passed:
            continue
        seat = state.seats.get(packet.by)
        if seat is not None and packet.key == seat.key and decisions.may_sign(state, packet.by, packet.body):
            found.setdefault(packet.body.digest, set()).add(packet.by)
            bodies[packet.body.digest] = packet.body
    for digest in sorted(found):
        yield digest, bodies[digest], tuple(sorted(found[digest]))


def to_sign(replica: Replica, reader: str) -> Mapping[str, str]:
    """What others have proposed and a person could sign, by digest, in words."""
    return {
        digest: f"{listed(by)} signed that {in_words(replica, decide)}"
        for digest, decide, by in proposals(replica)
        if reader not in by and decisions.may_sign(replica.present, reader, decide)
    }


def to_agree(replica: Replica, reader: str) -> str:
    """The question whether a person agrees to what others have proposed; empty where there is nothing."""
    asks = to_sign(replica, reader).values()
    return f"{sentence('; '.join(asks))}. To agree: sits agree {shell(replica.called)}" if asks else ""


def signed(replica: Replica, *, commands: bool = False) -> Iterator[str]:
    """What some have signed or asked for that has not passed, a sentence each. commands: with how others do it too."""
    state, name = replica.present, shell(replica.called)
    for digest, decide, by in proposals(replica):
        still = still_to_sign(replica, decide, by)
        if still and commands:
            still = f"{still.removesuffix('.')}: sits agree {name}"
        if isinstance(decide.decision, Without):
            logged = state.votes[digest].by if digest in state.votes else {}
            vote = Vote(body=decide, by={each: logged.get(each, state.at) for each in by})
            first = max(state.due(decide.decision.player), min(vote.by.values())) + state.grace
            if decisions.has_enough(evolve(state, at=first), vote):
                still = f" It holds from {utc(time_of(first))} on, unless what is missing comes."
        yield f"{sentence(listed(by))} signed that {in_words(replica, decide)}.{still}"
    if leaving := sorted(set(state.leaving) | {each.by for each in replica.held.pool.values() if _leaves(state, each)}):
        yield f"{sentence(listed(leaving))} will be out once the exchange at hand is over, by resigning."
    asks = {each.by for each in replica.held.pool.values() if _asks_for_another(state, each)}
    if asks:
        how = f": sits propose next {name}" if commands else "."
        ask = "asks" if len(asks) == 1 else "ask"
        said = f"{sentence(listed(sorted(asks)))} {ask} for another keeper in place of {state.keeper}."
        yield f"{said} More than half of the players must ask{how}"


def _leaves(state: State, packet: Signed) -> bool:
    return isinstance(packet.body, Resign) and packet.by in state.playing and packet.key == state.seats[packet.by].key


def _asks_for_another(state: State, packet: Signed) -> bool:
    return isinstance(packet.body, Next) and packet.body.epoch > state.link.epoch and packet.by in state.programs


def still_to_sign(replica: Replica, decide: Decide, by: Collection[str]) -> str:
    """Who has still to sign a decision, as a sentence with a blank before it; empty where nobody has. by: who has."""
    state = replica.present
    left = [each for each in decisions.voters(state) if each not in by and decisions.may_sign(state, each, decide)]
    if not left:
        return ""
    if isinstance(decide.decision, Without):
        return f" More than half must sign; {listed(left)} can."
    lost = isinstance(decide.decision, packets.Reseat) and left == [decide.decision.player]
    alone = f"; without {left[0]}'s key it holds once {left[0]} is late" if lost else ""
    return f" {sentence(listed(left))} {'has' if len(left) == 1 else 'have'} still to sign{alone}."


def named(decision: packets.Decision) -> str:
    """The word of `sits propose` for a kind of decision."""
    return str(type(decision).__struct_config__.tag)


# notes


def note_in_words(replica: Replica, note: Note) -> str:
    """What somebody says to others, to go after who it is; what is in a box stays there."""
    label, words = replica.course.rules.label, one_line(note.words)
    if note.offer is not None:
        return f"offers the what-if {note.offer.name}, which leaves the game at {label(note.offer.exchange)}"
    if note.about is not None:
        return f"disputes {label(note.about)}: {words}"
    return f"writes to {note.to}" if note.to else f"writes: {words}"


def note_of(replica: Replica, who: str, note: Note, said: str = "") -> Iterator[str]:
    """A note in lines, with how a what-if is opened. said: what it says, where that is not for all to read."""
    said = said or note_in_words(replica, note)
    yield f"{sentence(who)} {said}{'' if said[-1:] in '.?!' else '.'}"
    if note.offer is not None:
        yield f"  To open it: sits agree {shell(replica.called)} --fork {shell(note.offer.name)}"


def notes(replica: Replica, reader: str, seen: Collection[str] = ()) -> Iterator[str]:
    """What others have written to a reader or to all, each in a line. seen: digests of notes that the reader knows."""
    for packet in replica.notes():
        note = packet.body
        if packet.digest in seen or packet.by == reader or not isinstance(note, Note) or note.to not in (None, reader):
            continue
        said = note_in_words(replica, note)
        if note.to is not None:
            try:
                said = f"writes to you alone: {one_line(replica.read_box(note))}"
            except UnreadableError:
                said = "writes to you alone, in a box that your key does not open"
        yield from note_of(replica, packet.by, note, said)


# what one can do about those who are late


def ways(replica: Replica) -> Iterator[str]:
    """What a person can do now about those who keep the game waiting, each with its command."""
    state, name, now = replica.state, shell(replica.called), replica.desk.minutes()
    if to_sign(replica, replica.me):
        yield f"To agree: sits agree {name}"
    if replica.course.over or state.owed is None:
        return
    yield from _withouts(replica, name, now) if replica.me in decisions.voters(state) else ()
    if replica.me not in state.programs:
        return
    if due.left_sets(replica.held):
        first = replica.course.rules.label(min(each.moment for each in due.left_sets(replica.held)))
        again = f"Have it ordered anew: sits propose rewind {name} {first}"
        yield f"Your orders for {first} are known on a log that was left. {again}"
    elif asks := askers(replica):
        did = "asks for another keeper and takes" if len(asks) == 1 else "ask for another keeper and take"
        said = f"{sentence(listed(asks))} {did} nothing more of"
        yield f"{said} {state.keeper}. Ask as well: sits propose next {name}"
    elif replica.held.promised > state.link.epoch:
        if epoch_to_ask_for(replica) is not None:
            wanted = state.keeper_of(replica.held.promised)
            said = f"{sentence(wanted)} does not keep the log either."
            yield f"{said} Ask for the keeper after them: sits propose next {name}"
    elif keeper_is_late(replica) and state.keeper != replica.me and not replica.held.stands_still:
        left = [each for each in state.programs if each != state.keeper]
        since = utc(time_of(replica.oldest_waiting() or now))
        enough = decisions.more_than_half(len(left), len(state.programs))
        way = "Ask for another keeper: sits propose next" if enough else "Offer the end: sits propose end"
        yield f"{sentence(state.keeper)} has logged nothing of what came since {since}. {way} {name}"


def _withouts(replica: Replica, name: str, now: int) -> Iterator[str]:
    """What one can do about those who are late."""
    state = replica.state
    withouts = [(decide.decision, by) for _, decide, by in proposals(replica) if isinstance(decide.decision, Without)]
    for each in waiting(replica):
        if each.seat == replica.me or now < state.due(each.seat) + state.grace:
            continue
        without = Without(player=each.seat, missing=each.what)
        signed = {seat for decision, by in withouts if decision == without for seat in by}
        if signed or not due.may_sign_without(replica.held, without):
            continue
        if can_go_on_without(state, each.seat):
            yield f"Go on without {each.seat}: sits propose without {name} {shell(each.seat)}"
        else:
            yield f"Of two, neither goes on alone. Offer the end: sits propose end {name}"


def can_go_on_without(state: State, seat: str) -> bool:
    """Whether the others are enough to go on without a seat, should all of them sign."""
    count = decisions.voters(state)
    could = [voter for voter in count if voter != seat]
    return decisions.more_than_half(len(could), len(count)) or (state.reads and state.keeper in could)


def askers(replica: Replica) -> list[str]:
    """Others who have asked for another keeper, for the grace or longer, and for a later one than one has asked for."""
    now, grace = replica.desk.minutes(), replica.state.grace
    after = max(replica.held.promised, replica.state.link.epoch)
    return sorted(
        {by for by, epoch, came in _asked(replica) if by != replica.me and epoch > after and now >= came + grace}
    )


def _asked(replica: Replica) -> Iterator[tuple[str, int, int]]:
    """Who has asked for which epoch to come, and since when that is known here, in UTC minutes."""
    state, came = replica.state, replica.desk.drawer.came(replica.name)
    for digest, packet in replica.held.pool.items():
        if (
            isinstance(packet.body, Next)
            and packet.by in state.programs
            and packet.key == state.seats[packet.by].key
            and state.link.epoch < packet.body.epoch < due.far(state)
        ):
            yield packet.by, packet.body.epoch, came.get(digest, replica.desk.minutes())


def epoch_to_ask_for(replica: Replica) -> int | None:
    """The epoch for which one may ask now; None while the keeper one has asked for can't begin, or still has time to.

    Others are joined in the latest for which they ask, as they take nothing of an earlier one.
    """
    state, promised, asked = replica.state, replica.held.promised, list(_asked(replica))
    after = max(promised, state.link.epoch)
    if theirs := [epoch for by, epoch, _ in asked if by != replica.me and epoch > after]:
        return max(theirs)
    if promised <= state.link.epoch:
        return due.next_epoch(state, without=(state.keeper,))
    by = {who for who, epoch, _ in asked if epoch == promised}
    since = max((came for who, _, came in asked if who == replica.me), default=replica.desk.minutes())
    enough = decisions.more_than_half(len(by), len(state.programs))
    if not enough or replica.desk.minutes() < since + max(state.grace, 60):
        return None
    wanted = state.keeper_of(promised)
    epoch = due.next_epoch(state, without=(wanted,), after=promised)
    return None if wanted in (replica.me, state.keeper_of(epoch)) else epoch


def keeper_is_late(replica: Replica) -> bool:
    """Whether the keeper has left a packet out, or all time standing still, for longer than the grace."""
    now, state = replica.desk.minutes(), replica.state
    oldest = replica.oldest_waiting()
    return oldest is not None and now >= oldest + max(state.grace, 60)


def status_line(replica: Replica) -> str:
    """For whom the game waits, as the first line of a letter to all."""
    if replica.course.over:
        return f"{replica.called} is over: {without_full_stop(str(replica.course.game.ended))}."
    return f"{sentence(others(replica))}."
