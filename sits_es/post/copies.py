"""A whole game in a letter, for a player who lost it: every packet that the record follows from.

Such a letter takes no number among its sender's packets. It is tried in a folder of its own first: only what verifies,
and does not contradict what is here, is taken. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.identity import Identity, identities, load_identity
from sits_es.mail.packet import Packet, Signed, sign
from sits_es.post.copied_game import Copy, read_copy
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.given_up import give_up, given_up_with
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.seat_keys import key_at
from sits_es.post.giving_copies import must_help, of_an_umpire, waiting_twice
from sits_es.post.gone_over import note_branch
from sits_es.post.lost_with_the_umpire import lost_in_copy
from sits_es.post.protocol.bodies import EventBundle
from sits_es.post.protocol.judgement import second_content
from sits_es.post.protocol.kinds import as_data
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.rebuilt import awaited, came, is_noted, still_missing, wait_for
from sits_es.post.replica import Replica, replica_of
from sits_es.post.restored import is_careful, meet_again
from sits_es.service.audit import audit_game


def copy_for(replica: Replica, player: str) -> Signed:
    """Every packet that a player's record follows from, in one signed packet. Raises as write_copy.

    Of two packets under one number both, with all that follow them: what others signed because of them is judged by
    both, and the record may have been played by such as no longer count. To an umpire also those that only wait here.
    """
    if not replica.started:
        raise NotNowError(f"{replica.game} has not begun here.")
    chain = replica.chain()
    must_help(replica, chain, player)
    packets = replica.desk.journal.accepted(replica.game, void=True)
    packets += replica.all_set_aside()
    if umpire_of(chain) == player:
        packets += waiting_twice(replica)
    elif umpire_of(chain) == replica.me:
        packets = of_an_umpire(replica, player, packets)
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
        head=chain.head,
        body=as_data(body),
    )
    return sign(packet, replica.identity())


class _Trial(Desk):
    """A desk in a folder that is thrown away, with the keys of another. Nothing is sent from it."""

    sends = False

    def __init__(self, folder: Path, desk: Desk) -> None:
        super().__init__(folder, desk.clock, printer=desk.printer)
        self._desk = desk

    def identity(self, name: str | None = None) -> Identity:
        return self._desk.identity(name)


def is_copy(signed: Signed) -> bool:
    """Whether a packet carries a whole game."""
    return signed.packet.kind == "bundle" and signed.packet.body.get("why") == "rebuild"


def take_copy(desk: Desk, signed: Signed) -> bool:
    """Take a game that was lost here, or what is missing of one, into the journal. Whether there was anything new.

    Raises GameError, with nothing changed, when it does not verify or contradicts what is here.
    """
    copy = read_copy(signed)
    seat = desk.journal.seat(copy.game)
    if seat is not None and desk.started(seat):
        if faults := list(_contradictions(desk, seat, copy)):
            raise NotAllowedError(faults)
        again = meet_again(desk, seat, copy)
    else:
        again = False
        seat = _lost_seat(desk, seat, copy)
        _try(desk, seat, copy)
        _leave_umpire(desk, seat, copy)
        if _rebuilds(copy, seat) and not is_noted(desk, copy.game):
            wait_for(desk, copy.game, [each for each, who in copy.people.items() if who.role == "player"])
    came(desk, copy.game, copy.sender)
    if given_up_with(desk, copy.game) == copy.sender:
        give_up(desk, copy.game, "")  # the umpire answers after all
    if not _enter(desk, seat, copy) and not again:
        return False
    version = signed.packet.head.version if signed.packet.head is not None else -1
    desk.journal.tell(copy.game, "bundle", _told(desk, seat, copy, version), desk.clock())
    if left := awaited(desk, copy.game):
        desk.journal.tell(copy.game, "bundle", still_missing(copy.game, left), desk.clock())
    for player in (copy.sender,) if _rebuilds(copy, seat) else copy.people:
        sent = max(copy.last(seat.player or ""), desk.journal.sent(copy.game, player))
        desk.journal.note_sent(copy.game, player, sent)
        desk.journal.note_reported(copy.game, player, max(version, desk.journal.reported(copy.game, player)))
        known = int(desk.journal.kept(f"confirmed {copy.game} {player}") or 0)
        desk.journal.keep(f"confirmed {copy.game} {player}", str(max(known, copy.last(player))))
    return True


def _told(desk: Desk, seat: Seat, copy: Copy, version: int) -> str:
    said = (
        f"{copy.sender} sends their copy of {copy.game}, up to event #{version}: every signature and every event holds."
    )
    umpire = given_up_with(desk, copy.game)
    if umpire and (lost := lost_in_copy(copy.game, seat.player or "", umpire, copy.packets)) is not None:
        return f"{said} {lost}"
    said += " Take in such a letter from each of the others before you seal or send anything."
    if any(each.packet.body.get("own") is not None for each in copy.packets if each.packet.kind == "seal"):
        return f"{said} What you have sealed is read from your own boxes, with your key."
    return f"{said} Seals that you have not opened are lost, unless keys/secrets.db is still there."


def _contradictions(desk: Desk, seat: Seat, copy: Copy) -> Iterator[str]:
    """Where a game that goes on here is not the copy's."""
    people = replica_of(desk, seat).chain().game.people
    keys = {player: key_at(desk, copy.game, people, player, 1) for player in people}
    if seat.invite != copy.invite.digest or keys != {player: who.key for player, who in copy.people.items()}:
        yield f"The {copy.signed.packet.title} is not of the game {copy.game} that is played here."
        return
    for each in copy.packets:
        here = desk.journal.at(copy.game, each.packet.sender, each.packet.number)
        if here is not None and here.digest != each.digest and not is_careful(desk, seat):
            yield f"{copy.sender} has a different {each.packet.title} from the one that is here. Nothing was taken."


def _lost_seat(desk: Desk, seat: Seat | None, copy: Copy) -> Seat:
    """The place at the table that is one's own by one's key."""
    if (seat is None and desk.session.has(copy.game)) or (seat is not None and seat.invite != copy.invite.digest):
        raise NotAllowedError(f"There is another game {copy.game} here. Take the letter in another folder (SITS_HOME).")
    for name in identities(desk.keys):
        key = load_identity(desk.keys, name).key
        for player, keys in copy.keys.items():
            if key in keys:
                return Seat(game=copy.game, player=player, identity=name, invite=copy.invite.digest, branch=copy.game)
    raise NotAllowedError(f"Nobody whose key is here plays in {copy.game}. Put your key file into {desk.keys} first.")


def _rebuilds(copy: Copy, seat: Seat) -> bool:
    """Whether it is an umpire's folder that a copy restores: each player's letters give back a part of it."""
    return copy.people[seat.player or ""].role == "umpire"


def _leave_umpire(desk: Desk, seat: Seat, copy: Copy) -> None:
    """What only an umpire had of one's own is given up, where another player sends the game."""
    for umpire in (each for each, who in copy.people.items() if who.role == "umpire"):
        if umpire not in (copy.sender, seat.player):
            give_up(desk, copy.game, umpire)


def _try(desk: Desk, seat: Seat, copy: Copy) -> None:
    """Play a copy from its beginning in a folder of its own. Raises NotAllowedError when it does not come out."""
    with TemporaryDirectory() as folder, _Trial(Path(folder), desk) as trial:
        if _rebuilds(copy, seat):
            wait_for(trial, copy.game, [*copy.people])  # who lost an umpire's folder resolves nothing yet
        _enter(trial, seat, copy)
        _leave_umpire(trial, seat, copy)
        replica = replica_of(trial, seat)
        replica.settle()
        refused = trial.journal.entries(copy.game, ("refused",))
        refused = [each for each in refused if not copy.may_be_refused(each.signed)]
        faults = [f"{each.signed.packet.title}: {each.why}" for each in refused]
        besides = copy.aside | {each.digest for each in copy.shown}
        if _rebuilds(copy, seat):  # what other players sent by themselves, as it came
            besides |= {each.digest for each in copy.packets if each.packet.sender not in (copy.sender, seat.player)}
        left = [each.packet.title for each in trial.journal.parked(copy.game) if each.digest not in besides]
        faults += [f"Packets before the {title} are missing." for title in left[:1]]
        if not replica.started:
            faults.append("The game does not begin.")
        elif not faults:
            faults += audit_game(trial.session.open_game(replica.seat.branch), []).faults
            head = replica.chain().head
            if replica.handed_over and replica.identity().key != copy.people[replica.me].key:
                faults.append(f"The seat of {replica.me} has not got your key: not all who must have signed it.")
            if head != copy.signed.packet.head:
                faults.append(f"It gives another record than {copy.sender} names, at event #{head.version}.")
    if faults:
        raise NotAllowedError([f"The {copy.signed.packet.title} does not restore {copy.game}.", *faults])


def _enter(desk: Desk, seat: Seat, copy: Copy) -> bool:
    """Sit down, and park every packet that is not here yet. Whether there was any.

    Of two under one number the one that counts at the copy's sender comes first; the other is kept beside it.
    """
    if desk.journal.seat(copy.game) is None or not desk.started(seat):
        desk.journal.sit(seat)
        note_branch(desk.journal, copy.game, copy.signed.packet.branch)
    entered, first = False, dict[tuple[str, int], Signed]()
    for each in (*copy.packets, *(copy.shown if _rebuilds(copy, seat) else ())):
        packet = each.packet
        said: dict[str, Any] = {"mine": packet.sender == seat.player, "source": "a bundle", "at": desk.clock()}
        counts = first.setdefault((packet.sender, packet.number), each)
        if desk.journal.at(copy.game, packet.sender, packet.number) is not None:
            continue
        state: Literal["accepted", "parked"] = "accepted" if each.digest == copy.invite.digest else "parked"
        entered = desk.journal.put(each, state, **said) or entered
        if counts.digest != each.digest:
            desk.journal.settle(each, "refused", second_content(packet, counts.packet), counts.digest)
    return entered
