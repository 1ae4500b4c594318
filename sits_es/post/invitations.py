"""Inviting to a game by mail, and answering an invitation; who one is, from what was typed or from var/sits.toml."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen
from msgspec import UNSET, UnsetType

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.game.play import create
from sits_es.mail.addresses import read_address
from sits_es.mail.packet import Packet, Signed, is_signed_by, sign
from sits_es.orders.names import problem_of_new
from sits_es.post.declining import declined
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import read_fact, write_fact
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.settings import post_settings
from sits_es.post.protocol.bodies import Invite, Invited, Join
from sits_es.post.protocol.chain import PROTOCOL
from sits_es.post.protocol.content import Person, Role
from sits_es.post.protocol.kinds import as_data
from sits_es.post.protocol.opening import gather, invite_faults
from sits_es.post.replica import replica_of
from sits_es.post.tickets import fingerprint_of, ticket_here, ticket_to
from sits_es.post.wished_terms import WishedTerms
from sits_es.rules.system import Setup
from sits_es.sentences import quoted
from sits_es.service.scenario import files_for, rules_and_text

ROLES: tuple[Role, ...] = ("player", "umpire", "spectator")


@frozen(kw_only=True)
class Wish:
    """What a host wants. me: their own id; others: address by id; terms: how it is played.

    rules: the system's name, None where the scenario tells it.

    umpire, spectators: ids of those who are not players of the scenario.

    wished: of the terms that say what happens when people fail; None for a game without such terms.
    """

    rules: str | None
    scenario: str
    name: str
    me: str
    others: Mapping[str, str]
    umpire: str | None = None
    spectators: Sequence[str] = ()
    terms: Mapping[str, Any]
    wished: WishedTerms | None = None


def invite(
    desk: Desk,
    wish: Wish,
    ships: Path | None,
    who: str,
    address: str,
    key: str | None = None,
) -> Signed:
    """Write the invitation to a game and take the host's seat. who: the host's name; key: which identity.

    The game gets an unguessable mark, by which packets of another game of the same name are told from its own.
    Raises NotAllowedError when the name is taken or the places do not fit the scenario.
    """
    identity = desk.identity(key)
    if problem := problem_of_new(wish.name):
        raise NotAllowedError(f"{problem} Choose another name for the game.")
    if desk.journal.seat(wish.name) or desk.session.has(wish.name):
        raise NotAllowedError(f"There is already a game {wish.name}. Choose another name.")
    rules, text = rules_and_text(wish.scenario, wish.rules)
    setup = rules.setup(text, wish.scenario, files_for(rules, text, wish.scenario, desk.folder, ships))
    play: Literal["peers", "umpired"] = "umpired" if wish.umpire else "peers"
    places = _places(wish, setup, who, address)
    mine = next(place for place in places if place.player == wish.me)
    host = Person(player=wish.me, name=who, side=mine.side, role=mine.role, key=identity.key, address=address)
    terms = {**wish.terms, "protocol": PROTOCOL, "mark": os.urandom(32).hex()}
    if wish.wished is not None:
        players = [place.player for place in places if place.role == "player"]
        terms |= wish.wished.for_game(rules, players, umpired=play == "umpired").data()
    tickets = {
        place.player: fingerprint_of(ticket_to(desk, terms["mark"], place.player).hex())
        for place in places
        if place.player != wish.me
    }
    body = Invite(
        created=write_fact(create(wish.name, rules, setup, play, terms)),
        placed=tuple(write_fact(fact) for fact in setup.opening),
        places=tuple(places),
        host=host,
        tickets=tickets if "box" in terms else UNSET,
    )
    packet = Packet(
        kind="invite", game=wish.name, branch=wish.name, sender=wish.me, number=1, head=None, body=as_data(body)
    )
    signed = sign(packet, identity)
    if faults := list(invite_faults(signed, body, read_fact)):
        raise NotAllowedError(faults)
    for left in desk.journal.accepted(wish.name, kinds=("invite",)):
        desk.journal.withdraw(wish.name, left.packet.sender, 1, "the program was stopped before the seat was taken")
    desk.journal.put(signed, "accepted", mine=True, at=desk.clock())
    for place in places:
        desk.journal.write_address(wish.name, place.player, place.address)
    desk.journal.sit(
        Seat(game=wish.name, player=wish.me, identity=identity.name, invite=signed.digest, branch=wish.name)
    )
    return signed


def _places(wish: Wish, setup: Setup, who: str, address: str) -> list[Invited]:
    """Everybody at the table, by id. Raises NotAllowedError for a place that nobody takes, or that does not exist."""
    addresses = {**wish.others, wish.me: address}
    extra = dict.fromkeys(wish.spectators, "spectator") | ({wish.umpire: "umpire"} if wish.umpire else {})
    faults = [f"Nobody is invited as {player}." for player in sorted(setup.players) if player not in addresses]
    known = [*setup.players, *extra]
    faults += [f"The scenario has no player {player}." for player in sorted(addresses) if player not in known]
    faults += [f"{player} is already a player of the scenario." for player in sorted(extra) if player in setup.players]
    if faults:
        raise NotAllowedError([*faults, f"Players of {setup.scenario}: {', '.join(sorted(setup.players))}."])
    places: list[Invited] = []
    for player in sorted(addresses):
        name, side = setup.players.get(player, (player, None))
        role = next(role for role in ROLES if role == extra.get(player, "player"))
        told = who if player == wish.me else name
        places.append(Invited(player=player, name=told, side=side, role=role, address=addresses[player]))
    return places


def to_answer(desk: Desk, game: str) -> Seat:
    """The invitation that one may answer. Raises NotNowError where one has answered it already, or wrote it.

    Whose program was stopped between taking the place and writing the answer answers again.
    """
    if (seat := desk.find_seat(game)) is None:
        raise NotAllowedError(_not_invited(desk, game))
    if declined(desk, seat):
        raise NotNowError(f"You have declined {game}. To play after all, ask for another invitation.")
    if seat.player is not None:
        invite = desk.journal.find(seat.invite)
        if invite is not None and invite.packet.sender == seat.player:
            raise NotNowError(f"You invited to {game} yourself and play {seat.player}: there is nothing to join.")
        if invite is None or desk.journal.last_number(game, seat.player) or desk.journal.parked(game, seat.player):
            raise NotNowError(f"You have already joined {game}, as {seat.player}.")
    return seat


def _not_invited(desk: Desk, game: str) -> str:
    known = ", ".join(seat.game for seat in desk.journal.seats()) or "none"
    take = "Take in the letter that brought it, saved as a file: sits mail in FILE"
    return f"There is no invitation to {game} here. Games by mail: {known}. {take}"


def join(desk: Desk, game: str, who: str, address: str, player: str | None = None, key: str | None = None) -> Signed:
    """Answer an invitation. who: one's name; player: the place, where it is not clear which.

    In a folder that was lost since, an answer of one's own that came back is the answer still.

    Raises NotNowError when it is already answered, NotAllowedError when there is no such place.
    """
    seat = to_answer(desk, game)
    if desk.session.has(game):
        raise NotAllowedError(f"There is another game {game} in {desk.folder}. Join from another folder (SITS_HOME).")
    gathering = gather(_invite_of(desk, seat), ())
    open_places = [place for place in gathering.body.places if place.player != gathering.body.host.player]
    matching = [place for place in open_places if player in (None, place.player)]
    mine = [place for place in matching if ticket_here(desk, gathering.body, place.player) is not None]
    if len(mine) == 1 or len(matching) == 1:
        matching = mine or matching
    if len(matching) > 1:
        matching = [place for place in matching if place.address == address]
    if len(matching) != 1:
        known = ", ".join(place.player for place in open_places)
        raise NotAllowedError(f"Say which place you take with --as: {known}.")
    place = matching[0]
    identity = desk.identity(key)
    earlier = _answer_of(desk, seat, place.player, identity.key)
    ticket = _ticket(desk, gathering.body, game, place.player) if earlier is None else UNSET
    desk.journal.sit(evolve(seat, player=place.player, identity=identity.name))
    person = Person(player=place.player, name=who, side=place.side, role=place.role, key=identity.key, address=address)
    host = gathering.body.host
    desk.journal.write_address(game, host.player, host.address)
    desk.journal.write_address(game, place.player, address)
    replica = replica_of(desk, desk.seat(game))
    if earlier is not None:
        replica.settle()
        return earlier
    return replica.post(Join(invite=seat.invite, seat=person, ticket=ticket))


def _answer_of(desk: Desk, seat: Seat, player: str, key: str) -> Signed | None:
    """The answer to an invitation that came back to who sent it; None where it did not."""
    first = desk.journal.at(seat.game, player, 1)
    came: list[Signed] = [*([first] if first is not None else ()), *desk.journal.parked(seat.game, player, 1)]
    for signed in came:
        packet = signed.packet
        if packet.kind == "join" and packet.body.get("invite") == seat.invite and is_signed_by(signed, key):
            return signed
    return None


def _ticket(desk: Desk, invite: Invite, game: str, player: str) -> str | UnsetType:
    """The ticket to a place, where the game has any. Raises NotNowError while the letter with it is not here."""
    found = ticket_here(desk, invite, player)
    if found is None and invite.tickets is not UNSET:
        raise NotNowError(
            f"The ticket to {player}'s place in {game} is not here. It is in the letter that {invite.host.player} "
            f"wrote to {player}: take in the whole of that letter first, with sits mail in."
        )
    return found if found is not None else UNSET


def _invite_of(desk: Desk, seat: Seat) -> Signed:
    found = desk.journal.find(seat.invite)
    if found is None:
        raise NotNowError(f"The invitation to {seat.game} is not in the journal any more.")
    return found


def mine(desk: Desk, name: str | None, address: str | None) -> tuple[str, str]:
    """One's name and mail address. Raises NotAllowedError where neither option nor file says."""
    settings = post_settings(desk.folder)
    found = address or settings.address
    if found is None:
        raise NotAllowedError(
            f"Say where your mail goes: --address ME@EXAMPLE.ORG, or [mail] address in {desk.folder / 'sits.toml'}."
        )
    return name or settings.name or found.partition("@")[0], read_address(found)


def pairs(texts: Sequence[str]) -> dict[str, str]:
    """PLAYER=ADDRESS texts by player. Raises UnreadableError."""
    found = [text.partition("=") for text in texts]
    if wrong := [text for text, (player, equals, _) in zip(texts, found, strict=True) if not (player and equals)]:
        raise UnreadableError(
            [f"{quoted(text)}: write PLAYER=ADDRESS, such as blue=blue@example.org." for text in wrong]
        )
    return {player: read_address(address) for player, _, address in found}
