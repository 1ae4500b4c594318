"""What people decide in a game by mail: proposals, disputes, another keeper or key, resigning, what-if offers."""

from __future__ import annotations

import base64
from typing import Final

from msgspec.structs import replace

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import GameForked
from sits_es.game.fold import Fold
from sits_es.keys.locks import encrypt_to
from sits_es.keys.recovery import Recovery, read_recovery, recovery_key
from sits_es.orders.normal import write_line
from sits_es.post import news, signing
from sits_es.post.desk import UNANSWERED, Desk, time_of
from sits_es.post.log import decisions, due, packets
from sits_es.post.log.packets import Decide, Decision, Reseat, Without
from sits_es.post.replica import Replica, replica_of
from sits_es.rules.moments import Moment
from sits_es.sentences import counted, listed, shell, unknown, utc
from sits_es.service.audit import verify_exchanges
from sits_es.service.forks import open_fork, plan_fork
from sits_es.service.orders import read_entry

#: What asking for another keeper costs.
_FOR_GOOD: Final = "Your request can't be taken back: your program accepts nothing more from the present keeper."


def propose(replica: Replica, decision: Decision) -> str:
    """Sign a decision first. What was signed, and who must still sign. Raises NotAllowedError, NotNowError."""
    if not isinstance(decision, packets.Rewind | packets.Ruling):
        replica.must_go_on()
    decide = _body(replica, decision)
    _must_be_so(replica, decide)
    if isinstance(decision, Without):
        _may_go_on_without(replica, decision)
    if not decisions.may_sign(replica.present, replica.me, decide):
        who = listed(decisions.all_in(replica.present))
        raise NotAllowedError(f"Only {who} can decide that in {replica.called}.")
    return sign(replica, decide)


def _body(replica: Replica, decision: Decision) -> Decide:
    """The decision to sign: a new one, or one that others have signed. Raises NotNowError if you have signed it."""
    hand = replica.present.hand if isinstance(decision, Without | packets.Enter) else None
    for decide, by in news.proposals(replica):
        if decide.decision == decision and decide.hand == hand:
            if replica.me in by:
                raise NotNowError(f"You have already signed that {news.in_words(replica, decide)}.")
            return decide
    return Decide(decision=decision, hand=hand, number=None if hand else replica.desk.random(32).hex())


def _must_be_so(replica: Replica, decide: Decide) -> None:
    """Raise NotNowError or NotAllowedError if a decision is about nothing, or comes too early."""
    called, seats, state = replica.called, replica.state.seats, replica.present
    sides = sorted({who.side for who in replica.course.game.people.values() if who.side is not None})
    match decide.decision:
        case packets.Rewind() | packets.Ruling() as decision:
            _must_be_played(replica, decision)
        case packets.Enter() as decision if decisions.waits(state, decision):
            raise NotNowError(f"{news.where(replica)} is being played: enter the facts once it is over.")
        case packets.End(winner=str() as winner) if winner not in sides:
            raise NotAllowedError(unknown("side", winner, sides))
        case packets.Absence(player=who) | packets.Readmit(player=who) | Reseat(player=who) if who not in seats:
            raise NotNowError(unknown("seat", who, sorted(seats)))
        case packets.Absence(player=player) | Reseat(player=player) if seats[player].out:
            back = f"sits propose readmit {shell(called)} {shell(player)}"
            raise NotNowError(f"{player} is out of {called}. To readmit them: {back}")
        case packets.Absence(player=player) if not seats[player].plays:
            raise NotNowError(f"{player} plays no side in {called}, so the game never waits for them.")
        case packets.Readmit(player=player) if not seats[player].out:
            raise NotNowError(f"{player} is not out of {called}.")
        case packets.NewKeeper(id=player) if player in seats and seats[player].plays:
            raise NotNowError(f"{player} is a player's seat in {called}. Give the keeper another seat.")
    if not decisions.holds(state, decide):
        raise NotNowError(f"This can't be decided now in {called}: {news.in_words(replica, decide)}.")


def _must_be_played(replica: Replica, decision: packets.Rewind | packets.Ruling) -> None:
    """Raise NotNowError if a decision is about an exchange that has not been played."""
    about, branch = (decision.to, decision.of) if isinstance(decision, packets.Rewind) else (decision.about, None)
    unplayed = isinstance(decision, packets.Ruling) and not [*replica.opened.history.played(about, about)]
    if unplayed or not replica.course.allows(decision):
        called = replica.desk.session.display_name(branch or replica.course.point.stream)
        raise NotNowError(f"{replica.course.rules.label(about)} of {called} has not been played.")


def _may_go_on_without(replica: Replica, without: Without) -> None:
    """Raise NotNowError if it is too early, or if what is missing has arrived."""
    state, player, name = replica.state, without.player, shell(replica.called)
    if replica.desk.minutes() < state.due(player) + state.grace:
        raise NotNowError(
            f"{player} has until {utc(time_of(state.due(player)))} for {news.where(replica)}, and "
            f"{counted(state.terms.grace, 'hour')} of grace after that. Until then nobody can go on without {player}."
        )
    if not decisions.are_enough_without(state, player, decisions.voters(state)):
        raise NotAllowedError(f"With two players, neither can go on alone. Propose the end: sits propose end {name}")
    if not due.may_sign_without(replica.held, without):
        raise NotNowError(
            f"What {player} owes for {news.where(replica)} has arrived here, or {player} has asked for another keeper. "
            "Your next letters will say so: sits mail out. "
            f"If {state.keeper} leaves it out of the log: sits propose next {name}"
        )


def sign(replica: Replica, decide: Decide) -> str:
    """Sign a decision, and do what follows from it."""
    words, keeper = news.in_words(replica, decide), replica.state.keeper
    by = next((by for each, by in news.proposals(replica) if each == decide), ())
    signing.send(replica, decide)
    if decide.digest in replica.state.passed:
        return f"Decided in {replica.called}: {words}."
    still = news.still_to_sign(replica, decide, (*by, replica.me))
    then = still or f" All have signed: the decision takes effect once {keeper} has logged it."
    if isinstance(decide.decision, Without):
        when = f"{counted(replica.state.terms.grace, 'hour')} after its first signature"
        then = f"{still} The decision takes effect {when}, unless what is missing arrives first."
    return f"You sign a decision in {replica.called}: {words}.{then}"


def agree(replica: Replica, which: str | None = None) -> str:
    """Sign what others have proposed. which: its kind, or its first digits. Raises NotAllowedError, NotNowError."""
    waiting = {decide.digest: decide for decide, _ in news.to_sign(replica, replica.me)}
    if not waiting:
        raise NotNowError(f"Nothing needs your signature in {replica.called}.")
    named = news.names_of(waiting.values())
    chosen = [
        each
        for digest, each in waiting.items()
        if which in (None, named[digest]) or (len(which) > 5 and digest.startswith(which))
    ]
    if len(chosen) != 1:
        said = "; ".join(f"{named[digest]} ({news.in_words(replica, each)})" for digest, each in waiting.items())
        raise NotAllowedError(f"Say which decision to sign in {replica.called}: {said}.")
    if isinstance(chosen[0].decision, Without):
        _may_go_on_without(replica, chosen[0].decision)
    return sign(replica, chosen[0])


def recover(desk: Desk, name: str, seat: str, words: str, key: str | None = None) -> tuple[str, Recovery]:
    """Give a seat your key, signed with its recovery key. What follows, and the next recovery key. Raises GameError."""
    lost, mine = read_recovery(words), desk.identity(key)
    here = desk.find_game(name)
    if here is None or here.first is None:  # an invitation alone does not show how the game began
        raise NotAllowedError(
            f"{name} has not begun here. Take in the first letter of {name} that you have, or have somebody write the "
            f"whole log again: sits mail out --again {shell(name)}"
        )
    if here.me not in (None, seat):
        raise NotAllowedError(f"You play {here.me} in {here.name}, not {seat}.")
    desk.drawer.put_game(replace(here, me=seat, key=mine.name))
    if here.me is None:
        desk.drawer.put_mark(here.name, "answers", UNANSWERED)
    replica = replica_of(desk, here.name)
    called, seats = replica.called, replica.state.seats
    if (found := seats.get(seat)) is None:
        raise NotAllowedError(unknown("seat", seat, sorted(seats)))
    if found.key == mine.key:
        raise NotNowError(f"{seat} already has your key {mine.name} in {called}.")
    if found.recovery != lost.key:
        raise NotAllowedError(
            f"These are not the words of {seat}'s recovery key in {called}. Without them the others must give you a "
            f"new key: sits propose reseat {shell(called)} {shell(seat)} {mine.key}"
        )
    following, keeper = recovery_key(desk.random), replica.state.keeper
    decision = Reseat(player=seat, key=mine.key, recovery=following.key)
    signing.send(replica, Decide(decision=decision, number=desk.random(32).hex()), lost)
    then = f"The change takes effect once {keeper} has logged it."
    if keeper == seat:
        others = f"sits propose next {shell(called)}"
        then = f"You can't keep the log without the old key. The others must ask for another keeper: {others}"
    return f"You use the recovery key to give {seat} your key {mine.name} in {called}. {then}", following


def enter(replica: Replica, source: str, text: str, player: str | None) -> str:
    """Propose a file's facts. player: who enters them, if the file does not say. Raises OrderFaults."""
    language = replica.course.rules.language
    who, entered = read_entry(replica.course.fold, source, text, player)
    return propose(replica, packets.Enter(player=who, lines=tuple(write_line(fact, language) for fact in entered)))


def cost_of_another_keeper(replica: Replica) -> str:
    """What asking for the next keeper costs, in words. Raises NotAllowedError, NotNowError if you can't ask now."""
    state, wanted = replica.state, replica.state.keeper_of(replica.held.promised)
    replica.must_go_on()
    if replica.me not in (*state.programs, state.keeper):
        raise NotAllowedError(f"Only {listed(state.programs)} can ask for another keeper in {replica.called}.")
    epoch = news.epoch_to_ask_for(replica)
    if epoch is None:
        raise NotNowError(
            f"You have already asked for {wanted} as keeper of {replica.called}. "
            "More than half of the players must ask."
        )
    if epoch == state.link.epoch + 1 and state.keeper_of(epoch) == state.keeper:
        raise NotAllowedError(f"Nobody but {state.keeper} can keep the log of {replica.called}.")
    if why_not := news.why_not_enough(replica):
        raise NotNowError(f"You can't ask for another keeper in {replica.called}: {why_not}")
    if replica.me != state.keeper and not news.why_another_keeper(replica):
        when = f"once a packet has waited for {counted(max(state.terms.grace, 1), 'hour')}, or another player asks"
        raise NotNowError(f"{state.keeper} is not late in {replica.called}. You can ask for another keeper {when}.")
    wanted = state.keeper_of(epoch)
    return f"You ask for {wanted} as keeper of {replica.called}, in place of {state.keeper}. {_FOR_GOOD}"


def ask_for_another_keeper(replica: Replica) -> str:
    """Ask for the next keeper. Raises what `cost_of_another_keeper` does."""
    said, before = cost_of_another_keeper(replica), replica.state.keeper
    epoch = news.epoch_to_ask_for(replica) or 0
    signing.send(replica, packets.Next(epoch=epoch, head=replica.state.link.has))
    if replica.state.link.epoch != epoch:
        return said
    return f"{replica.state.keeper} keeps the log of {replica.called} now, in place of {before}."


def dispute(replica: Replica, about: Moment, words: str) -> str:
    """Tell the others that you doubt how an exchange was resolved, and what the rules say about it."""
    at = replica.course.rules.label(about)
    _must_be_played(replica, packets.Ruling(about=about, words=words))
    note = packets.Note(words=words, about=about)
    if any(packet.by == replica.me and each == note for packet, each, _ in news.disputes(replica)):
        raise NotNowError(f"You have already disputed {at} of {replica.called} in these words.")
    faults = verify_exchanges(replica.opened, [*replica.opened.history.played(about, about)])
    found = f": {' '.join(faults)}" if faults else " and found it as recorded."
    signing.send(replica, note)
    told = f"{replica.called}: you dispute {at}. Your program replayed {at}{found}"
    return f"{told} {news.who_rules(replica, replica.me, about)}"


def write_note(replica: Replica, words: str, to: str | None) -> str:
    """Write to everybody, or to one player in a box. Raises NotAllowedError for a seat without a program."""
    note = packets.Note(words=words)
    if to is not None:
        seat = replica.state.seats.get(to)
        if seat is None or seat.mailbox:
            raise NotAllowedError(f"{to} has no program in {replica.called}. Seats: {', '.join(replica.readers())}.")
        box = base64.b64encode(encrypt_to(seat.key, words.encode(), replica.desk.random))
        note = packets.Note(to=to, box=box.decode())
    signing.send(replica, note)
    return f"Your message to {to or 'everybody'} goes out with the next letters of {replica.called}."


def resign(replica: Replica) -> str:
    """Leave the game once the current exchange is over."""
    replica.must_go_on()
    if not replica.state.seats[replica.me].plays:
        hand = f"To hand the log on: sits propose next {shell(replica.called)}"
        raise NotAllowedError(f"You play no side in {replica.called}, so you cannot resign. {hand}")
    if replica.me not in replica.state.playing:
        raise NotNowError(f"You are no longer a player in {replica.called}.")
    signing.send(replica, packets.Resign())
    when = "now" if replica.me not in replica.state.playing else "once the current exchange is over"
    return f"You resign from {replica.called}: you are out {when}."


# what-ifs: one player offers it, and everybody can open the very same


def offer(replica: Replica, forked: GameForked) -> None:
    """Offer the others a what-if that is open here. The game does not change."""
    what_if = packets.WhatIf(
        name=forked.branch,
        parent=forked.parent,
        at_version=forked.at_version,
        at_digest=forked.at_digest,
        exchange=Moment(forked.turn, forked.segment),
        options={name: str(value) for name, value in forked.options.items()},
    )
    signing.send(replica, packets.Note(offer=what_if))


def open_offered(replica: Replica, name: str) -> tuple[Fold, GameForked]:
    """Open an offered what-if on the same record. Raises NotAllowedError or NotNowError, and then writes nothing."""
    session = replica.desk.session
    by, offered = _offered(replica, name)
    version, parent = offered.at_version, session.display_name(offered.parent)
    if not session.store.knows(offered.parent):
        raise NotAllowedError(
            f"{name} branches off {parent}, which is not here. If {parent} was offered too, open it first."
        )
    opened = session.open_stream(offered.parent)
    if (head := opened.head.version) < version:
        said = f"{name} branches off {parent} after event #{version}, but {parent} has only reached #{head} here."
        raise NotNowError(f"{said} Take in your mail first: sits mail in")
    if opened.events(version, version)[0].digest != offered.at_digest:
        said = f"Event #{version} of {parent} here differs from {by}'s, so {name} would be a different what-if."
        raise NotAllowedError(f"{said} Nothing was opened.")
    fold, forked = plan_fork(opened, f"#{version}", name, offered.options)
    if (forked.at_version, Moment(forked.turn, forked.segment)) != (version, offered.exchange):
        where = fold.system.label(offered.exchange)
        raise NotAllowedError(f"Exchange {where} of {parent} doesn't begin after event #{version}. Nothing was opened.")
    if session.has(name):
        if session.open_game(name).facts(version + 1, version + 1) == [forked]:
            raise NotNowError(f"{name} is already open here.")
        raise NotAllowedError(f"The name {name} is taken here. Ask {by} to offer the what-if under another name.")
    open_fork(opened, forked)
    return fold, forked


def _offered(replica: Replica, name: str) -> tuple[str, packets.WhatIf]:
    every = [(packet.by, note.offer) for packet, note in replica.notes() if note.offer is not None]
    found = {by: what_if for by, what_if in every if what_if.name == name}
    if not found:
        known = ", ".join(sorted({what_if.name for _, what_if in every})) or "nothing"
        raise NotNowError(f"Nobody has offered a what-if named {name} in {replica.called}. Offered: {known}.")
    by, first = next(iter(found.items()))
    if any(what_if != first for what_if in found.values()):
        who = " and ".join(found)
        raise NotAllowedError(f"{who} offer different what-ifs called {name}. Ask one of them to choose another name.")
    return by, first
