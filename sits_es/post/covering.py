"""The letter round one's packets: what it asks of its reader, what it carries, what was played; and its subject."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from msgspec import UNSET

from sits_es.mail.letters import Letter
from sits_es.mail.packet import Packet, Signed
from sits_es.mail.prose import first_line, joined, preformatted, sentences
from sits_es.post.asked import Asked, asked_of
from sits_es.post.desk.times import read_time
from sits_es.post.enclosures import Enclosed
from sits_es.post.particulars import invitation_text
from sits_es.post.protocol.acting import nonce_alone, upcoming
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Placed
from sits_es.post.protocol.kinds import body_of
from sits_es.post.replica import Replica
from sits_es.post.reports import public_report
from sits_es.post.tickets import ticket_text
from sits_es.rules.moments import Moment
from sits_es.sentences import one_line, shell

#: Columns of a letter's lines.
WIDTH: Final = 76


def covering(replica: Replica, player: str, address: str, inside: Enclosed) -> Letter:
    """Packets for a reader, below what is asked of them and what is new for them."""
    asked, me = _asked(replica, player), replica.me
    where, kinds = carried(replica, inside.own or inside.others)
    of = f" of {where}" if where else ""
    lines = [f"From {me} for your program (sits mail in): {kinds}{of}.", *inside.words]
    told = [first_line(fitted(asked.words)), sentences(map(fitted, lines))]
    if replica.started:
        told.append(public_report(replica, replica.desk.journal.reported(replica.game, player)))
        subject = f"{replica.chain().called} {where}: {kinds} of {me} - {asked.short}"
    else:
        body = replica.gathering().body
        told.append(
            preformatted(fitted(invitation_text(replica.game, body, answered=me != body.host.player).rstrip("\n")))
        )
        if me == body.host.player:
            told.append(preformatted(fitted(ticket_text(replica.desk, replica.game, body, player))))
        subject = f"{replica.game}: {kinds} of {me} - {asked.short}"
    whole = joined(told)
    return Letter(
        sender=replica.desk.journal.addresses(replica.game).get(me, ""),
        to=(address,),
        subject=subject,
        report=whole.text,
        page=whole.page,
        packets=inside.packets,
        date=read_time(replica.desk.clock()),
        thread=thread_of(replica),
    )


def own_copy(replica: Replica, address: str, packets: tuple[Signed, ...]) -> Letter:
    """One's packets for one's own mailbox."""
    where, kinds = carried(replica, packets)
    said = f"Nothing to do: this is your own copy of what you sent in {replica.chain().called}. Keep this mail."
    why = "Should your folder be lost, a new one with your key takes it up again from such mails: sits mail in"
    whole = joined([first_line(fitted(said)), sentences([fitted(why)])])
    return Letter(
        sender=address,
        to=(address,),
        subject=f"{replica.chain().called} {where}: copy of your {kinds}",
        report=whole.text,
        page=whole.page,
        packets=packets,
        date=read_time(replica.desk.clock()),
        thread=thread_of(replica),
    )


def fitted(text: str) -> str:
    """A text whose lines mail programs show without breaking them; what does not fit goes on below, further in."""
    return "\n".join(part for line in text.split("\n") for part in _broken(line))


def _broken(line: str) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line, WIDTH, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False) or [""]


def _asked(replica: Replica, player: str) -> Asked:
    """What a letter asks of its reader, also before the game has begun."""
    if replica.started:
        return asked_of(replica, player)
    body, game = replica.gathering().body, replica.game
    if replica.me == body.host.player:
        return Asked(
            words=f"Answer {one_line(body.host.name)}'s invitation to {game}: sits join {shell(game)}",
            short="please answer",
        )
    if body.tickets is not UNSET:
        command = f"sits confirm {shell(game)} {shell(replica.me)}"
        return Asked(words=f"Compare key words with {replica.me}, then: {command}", short="please confirm")
    return Asked(words=f"Nothing to do: your program begins {game} when all have answered.", short="nothing to do")


#: Kinds of packets as a person says them, where that is another word.
_KINDS: Final = {
    "ack": "receipt",
    "act": "orders",
    "behind": "question",
    "bundle": "record",
    "decline": "refusal",
    "forfeit": "offer of the end",
    "fork-offer": "what-if",
    "invite": "invitation",
    "join": "answer",
    "readmit": "readmission",
    "record": "facts",
    "reseat": "new key of a seat",
    "resign": "resignation",
    "ruling": "ruling",
    "standing": "standing orders",
    "succession": "end of the umpire's part",
    "without": "signature to go on",
}


def carried(replica: Replica, packets: Sequence[Signed]) -> tuple[str, str]:
    """Which exchanges packets are for, and what they are: "1.1-1.8" and "seal"; no exchange before the start."""
    kinds = ", ".join(dict.fromkeys(_KINDS.get(each.packet.kind, each.packet.kind) for each in packets))
    if not replica.started:
        return "", kinds
    chain = replica.chain()
    found = {moment for each in packets for moment in _moments(each) if not _ahead(chain, each.packet, moment)}
    found = found or {chain.game.moment}
    return "-".join(dict.fromkeys(map(chain.rules.label, (min(found), max(found))))), kinds


def _moments(signed: Signed) -> tuple[Moment, ...]:
    """The exchanges that a packet names; none where it names no turn, or cannot be read."""
    body = body_of(signed)
    return body.moments if isinstance(body, Placed) else ()


def _ahead(chain: Chain, packet: Packet, moment: Moment) -> bool:
    """Whether a seal is only a nonce for an exchange to come: programs see to those."""
    if packet.kind != "seal" or moment < chain.game.moment:
        return False
    owed = upcoming(chain.game, moment)
    return owed is None or nonce_alone(owed, packet.sender)


def thread_of(replica: Replica) -> str:
    """The Message-ID that all mails of a game refer to, the same for everybody in it, by its mark."""
    mark = replica.gathering().body.created[1].get("terms", {}).get("mark") or replica.seat.invite
    return f"<sits.{hashlib.sha256(b'sits-es/thread/1' + mark.encode()).hexdigest()[:32]}@sits.invalid>"
