"""Reports: what was played since the last one, where the game stands, who owes what, and the record's checkpoint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from sits_es.game.events import (
    GameForked,
    PlayerReadmitted,
    PlayerResigned,
    PlayersPutOut,
    RulingMade,
    SeatTaken,
    UmpireReplaced,
)
from sits_es.game.exchanges import Exchange
from sits_es.game.story import teller
from sits_es.mail.blocks import orders_block
from sits_es.mail.prose import Prose, joined, preformatted
from sits_es.post.asked import asked_of
from sits_es.post.changing_seats import proposals
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.entries import standing_entries
from sits_es.post.leaving import departures
from sits_es.post.news import what_is_signed
from sits_es.post.orders import how_to_drift, ticket
from sits_es.post.protocol.acting import parted
from sits_es.post.protocol.agreements import accusations, accused, deciders, missing
from sits_es.post.protocol.bodies import Clock, Ruling
from sits_es.post.protocol.leaving import is_careful
from sits_es.post.protocol.seals import owing, unready
from sits_es.post.replica import Replica
from sits_es.rules.moments import Moment
from sits_es.sentences import counted, listed, utc, without_full_stop
from sits_es.service import replay
from sits_es.store.checkpoints import Checkpoint, root_of


def public_report(replica: Replica, since: int, upto: Exchange | None = None) -> Prose:
    """What anybody may read. since: the last event that its reader knows; upto: the last exchange told, or all."""
    return joined([*_played(replica, since, upto), *([] if upto else _standing(replica))])


def own_report(replica: Replica, since: int) -> str:
    """What a player reads of their own game; with an ORDERS block to edit where they owe orders.

    It is plain text alone: an answer to a page would bring the block back as the page showed it.
    """
    if replica.chain().game.people[replica.me].role == "spectator":
        return f"{replica.chain().called}: you look on. Reports come by mail, as late as was agreed."
    asked = replica.desk.printer.lines([asked_of(replica, replica.me).words])
    told = joined([asked, *_played(replica, since, None), *_standing(replica)])
    return "\n\n".join([told.text, *_orders(replica)])


#: What a reader of a game by mail is told as news, besides what was played.
_NEWS: Final = (*(GameForked, PlayerReadmitted, PlayerResigned, PlayersPutOut, RulingMade, SeatTaken, UmpireReplaced),)


def news_since(replica: Replica, since: int, upto: int | None = None) -> Iterator[str]:
    """Who left, came back or has another person or key, and which branch is the game, since an event; in words."""
    session, chain = replica.desk.session, replica.chain()
    tell = teller(chain.rules)
    for fact in session.open_game(chain.name).facts(since + 1, upto):
        if isinstance(fact, GameForked):
            if not fact.what_if:
                where = chain.rules.label(Moment(fact.turn, fact.segment))
                branch = session.display_name(fact.branch)
                yield f"{branch} is the game from here on: it is played again from {where} on."
        elif isinstance(fact, RulingMade) and not fact.upheld:
            yield f"That is decided by {listed(fact.by)}: {without_full_stop(fact.words)}."
        elif isinstance(fact, _NEWS):
            yield tell(fact)


def _played(replica: Replica, since: int, upto: Exchange | None) -> Iterator[Prose]:
    """What was played, the dice where it is a summary, and how all stands after it."""
    desk, opened = replica.desk, replica.desk.session.open_game(replica.seat.branch)
    system = replica.chain().game.system
    yield desk.printer.lines(news_since(replica, since, upto.last if upto is not None else None))
    run = [
        each
        for each in opened.history.played(None, upto.moment if upto is not None else None)
        if (each.first or 0) > since
    ]
    if not run:
        return
    played = list(replay.play_back(opened, run))
    if len(played) == 1:
        yield desk.printer.exchange(system, played[0])
    else:
        for turn in sorted({each.moment.turn for each in played}):
            yield desk.printer.turn(system, [each for each in played if each.moment.turn == turn])
    yield desk.printer.overview(system, played[-1].after)
    if len(played) > 1:
        yield desk.printer.dice(system, played)


def _standing(replica: Replica) -> Iterator[Prose]:
    chain = replica.chain()
    game = chain.game
    if game.ended is not None:
        yield replica.desk.printer.lines([f"{chain.called} is over: {game.ended}"])
    else:
        lines = [f"{chain.called} stands at {chain.rules.label(game.moment)}.", owed_line(replica)]
        if game.deadline is not None and game.deadline.since.turn == game.moment.turn:
            until, grace = read_time(game.deadline.until), counted(game.deadline.grace, "hour")
            lines.append(f"Deadline: {utc(write_time(until))}, {grace} of grace.")
        if programs := unready(chain, replica.ledger(), replica.me):
            lines.append(f"It waits for {programs_of(programs)}.")
        lines += [*parted(chain, replica.ledger()), *standing_entries(replica)]
        lines += [*departures(replica), *proposals(replica), *_to_be_signed(replica)]
        lines += [accused(chain, body, by) for body, by in accusations(chain, replica.ledger())]
        yield replica.desk.printer.lines(lines)
    root = _root(chain.digests)
    checkpoint = str(Checkpoint(chain.name, len(chain.digests), root)).rstrip("\n")
    yield preformatted(f"Checkpoint of the record:\n{checkpoint}")


def _to_be_signed(replica: Replica) -> Iterator[str]:
    """Deadlines, absences and rulings that were proposed for the exchange at hand and not signed by all who must."""
    chain = replica.chain()
    if chain.game.play != "peers" or not is_careful(chain):
        return
    for body, by in replica.ledger().signed(chain.game.moment, chain):
        if isinstance(body, Clock | Ruling) and (left := missing(deciders(chain.game), by)):
            what = what_is_signed(replica.desk, chain, body)
            yield f"{listed(sorted(by))} signed {what}. Still to sign: {listed(left)}."


@lru_cache(maxsize=4)
def _root(digests: tuple[str, ...]) -> bytes:
    """The root of a record, which all reports of one day share."""
    return root_of([bytes.fromhex(digest) for digest in digests])


def programs_of(players: Sequence[str]) -> str:
    """What sees to seals and nonces by itself, in words: blue's program."""
    return listed(f"{player}'s program" for player in players)


def owed_line(replica: Replica) -> str:
    """Who owes what, in one sentence."""
    chain = replica.chain()
    found = list(owing(chain, replica.ledger(), replica.me))
    if not found and chain.game.owed is None and chain.game.ended is None:
        return f"{chain.game.waits[0].upper()}{chain.game.waits[1:]}."
    if not found:
        return (
            "Nobody owes anything."
            if chain.game.ended or chain.game.play == "peers"
            else "Your part is done; the umpire has the others'."
        )
    return "Owed: " + ", ".join(f"{what} of {player}" for player, what in found) + "."


def _orders(replica: Replica) -> Sequence[str]:
    """The ORDERS block, with the ticket by which it is known again when it comes back."""
    chain = replica.chain()
    game, me = chain.game, replica.me
    if (
        game.ended is not None
        or me not in game.players
        or not {(me, "seal"), (me, "orders")} & set(owing(chain, replica.ledger(), me))
    ):
        return []
    word = ticket(replica.desk, chain.name, me, game.moment)
    text = chain.rules.template(game.board, me, chain.called)
    drift = f"# Sent back as it stands, this block orders nothing and seals nothing. {how_to_drift(chain)}"
    return [orders_block(f"# ticket {word}\n{drift}\n{text}").rstrip("\n")]
