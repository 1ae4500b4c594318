"""A whole game written into a letter, for a player who lost it."""

from __future__ import annotations

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.packet import LastEvent, Packet, Signed, sign
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import PostSettings
from sits_es.post.outgoing import put
from sits_es.post.protocol.bodies import EventBundle, as_data
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.replica import Replica


def write_copy(desk: Desk, settings: PostSettings, game: str, player: str) -> list[str]:
    """Write a game into the outbox as letters for a player, in numbered parts where it is long; say to whom.

    Raises NotAllowedError for one who can't be helped so, NotNowError before the game has begun.
    """
    replica = Replica(desk, desk.seat(game))
    signed = copy_for(replica, player)
    addresses = desk.journal.addresses(replica.game)
    letter = Letter(
        sender=addresses.get(replica.me, ""),
        to=(addresses[player],),
        subject=f"{replica.game}: the whole game, for {player}",
        report=f"{replica.me} sends the whole game, for {player}, who lost it. With your key in place: sits mail in",
        packets=(signed,),
    )
    done: list[str] = []
    for message in write_letter(letter):
        desk.journal.note_own(str(message["Message-ID"]))
        put(settings.outbox, message)
        done.append(f"{letter.to[0]}: {message['Subject']}")
    return done


def copy_for(replica: Replica, player: str) -> Signed:
    """Every packet that a player's record follows from, in one signed packet. Raises as write_copy."""
    if not replica.desk.started(replica.seat):
        raise NotNowError(f"{replica.game} has not begun here.")
    chain = replica.chain()
    _must_help(replica, chain, player)
    packets = replica.desk.journal.accepted(replica.game)
    if umpire_of(chain) is not None:
        packets = [each for each in packets if each.packet.sender in (replica.me, player)]
    body = EventBundle(
        after=-1,
        digest=chain.head.digest,
        events=(),
        why="rebuild",
        packets=tuple(each.bytes.decode() for each in packets),
    )
    packet = Packet(
        kind="bundle",
        game=replica.game,
        branch=replica.seat.branch,
        sender=replica.me,
        number=replica.desk.journal.last_number(replica.game, replica.me),
        head=LastEvent(chain.head.version, chain.head.digest),
        body=as_data(body),
    )
    return sign(packet, replica.desk.identity(replica.seat.identity))


def _must_help(replica: Replica, chain: Chain, player: str) -> None:
    people, umpire = chain.game.people, umpire_of(chain)
    if player not in people or player == replica.me:
        others = ", ".join(sorted(each for each in people if each != replica.me))
        raise NotAllowedError(f"There is nobody else called {player} in {replica.game}. The others: {others}.")
    looking = [each for each in (replica.me, player) if people[each].role == "spectator"]
    if looking:
        raise NotAllowedError(f"{looking[0]} looks on: reports are all there is, and no record.")
    if player == umpire:
        raise NotAllowedError(f"{player} is the umpire: what he needs to go on stands in nobody else's folder.")
    if umpire not in (None, replica.me):
        raise NotAllowedError(f"With an umpire, he alone has what {player} has sent. Ask {umpire} for the letter.")
