"""Letters with a whole game in them, for a player who lost it."""

from __future__ import annotations

from sits_es.mail.letters import Letter, write_letter
from sits_es.post.copies import copy_for
from sits_es.post.covering import fitted, thread_of
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import PostSettings
from sits_es.post.desk.times import read_time
from sits_es.post.outgoing import put
from sits_es.post.replica import replica_of


def write_copy(desk: Desk, settings: PostSettings, game: str, player: str) -> list[str]:
    """Write a game into the outbox as letters for a player, in numbered parts where it is long; say to whom.

    Raises NotAllowedError for one who can't be helped so, NotNowError before the game has begun.
    """
    replica = replica_of(desk, desk.seat(game))
    signed = copy_for(replica, player)
    addresses = desk.journal.addresses(replica.game)
    letter = Letter(
        sender=addresses.get(replica.me, ""),
        to=(addresses[player],),
        subject=f"{replica.game}: the whole game, for {player}",
        report=fitted(
            f"{replica.me} sends the whole game, for {player}, who lost it. With your key in place: sits mail in"
        ),
        packets=(signed,),
        date=read_time(desk.clock()),
        thread=thread_of(replica),
    )
    desk.journal.note_leaving(replica.game, desk.journal.last_number(replica.game, replica.me))
    done: list[str] = []
    for message in write_letter(letter):
        desk.journal.note_own(str(message["Message-ID"]))
        put(settings.outbox, message)
        done.append(f"{letter.to[0]}: {message['Subject']}")
    return done
