"""Those who have answered an invitation: the host looks at each one's key in words, and confirms it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.identity import fingerprint
from sits_es.post.clerk import Clerk
from sits_es.post.protocol.bodies import Join
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.opening import Gathering
from sits_es.sentences import one_line, shell


def unconfirmed(clerk: Clerk, gathering: Gathering) -> list[str]:
    """Who has answered and is not confirmed yet, by id; nobody in games without tickets."""
    if gathering.body.tickets is UNSET:
        return []
    kept = clerk.desk.journal.kept
    return [
        player for player, signed in sorted(gathering.joins.items()) if kept(_name(clerk.game, player)) != signed.digest
    ]


def introduced(gathering: Gathering, player: str) -> str:
    """Who has answered for a place, from where, and with which key, in words."""
    signed = gathering.joins[player]
    body = content_of(signed)
    if not isinstance(body, Join):
        raise TypeError(f"{signed.packet.title} is not an answer")
    place = next(each for each in gathering.body.places if each.player == player)
    seat = body.seat
    other = "" if place.address in ("", seat.address) else f", and not {one_line(place.address)}, who was invited"
    who = f"{player} answers as {one_line(seat.name)}, {one_line(seat.address)}{other}"
    return f"{who}. Their key in words is {fingerprint(seat.key)}."


def to_confirm(clerk: Clerk, gathering: Gathering) -> Iterator[str]:
    """What a host has to look at before the game begins, with the command, one line for each who has answered."""
    for player in unconfirmed(clerk, gathering):
        how = f"sits confirm {shell(clerk.game)} {shell(player)}"
        yield f"{introduced(gathering, player)} Ask them by telephone whether that is so, then: {how}"


def confirm_joins(clerk: Clerk, gathering: Gathering, player: str | None) -> list[str]:
    """Confirm one player's answer, or all that are here; who they are, in words.

    Raises NotAllowedError for who does not host or is not invited, NotNowError where there is nothing to confirm.
    """
    host, game = gathering.body.host.player, clerk.game
    if clerk.seat.player != host:
        raise NotAllowedError(f"{host} hosts {game}, and alone confirms who plays.")
    if clerk.started:
        raise NotNowError(f"{game} has begun: everybody in it is confirmed.")
    places = sorted(place.player for place in gathering.body.places if place.player != host)
    if player is not None and player not in places:
        raise NotAllowedError(f"Nobody is invited to {game} as {player}. Invited: {', '.join(places)}.")
    if gathering.body.tickets is UNSET:
        raise NotNowError(f"{game} has no tickets: it begins when all have answered, and nobody is confirmed.")
    waiting = unconfirmed(clerk, gathering)
    chosen = [each for each in waiting if player in (None, each)]
    if not chosen:
        if player in gathering.joins:
            raise NotNowError(f"{player} is confirmed already.")
        left = ", ".join(each for each in places if each not in gathering.joins and player in (None, each))
        raise NotNowError(f"There is nothing to confirm in {game}: no answer is here of {left or 'anybody else'}.")
    for each in chosen:
        clerk.desk.journal.keep(_name(game, each), gathering.joins[each].digest)
    return [introduced(gathering, each) for each in chosen]


def _name(game: str, player: str) -> str:
    return f"confirmed join {game} {player}"
