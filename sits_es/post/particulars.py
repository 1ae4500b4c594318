"""What somebody wants to know before they answer an invitation: places, what is special, the terms and their prices."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from sits_es.game.events import GameCreated
from sits_es.post.desk.facts import read_fact
from sits_es.post.protocol.bodies import Invite
from sits_es.post.protocol.terms import prices, terms_in
from sits_es.rules import system
from sits_es.sentences import shell


def invitation_text(game: str, invite: Invite, *, answered: bool = False) -> str:
    """An invitation as its letter tells it. answered: to its host, by one who has joined."""
    created = invite.created[1]
    places = "\n".join(f"  {place.player}: {place.role}, side {place.side or 'none'}" for place in invite.places)
    own = "".join(f"{line}\n" for line in particulars_of(invite))
    terms = "".join(f"  {line}\n" for line in prices_of(invite))
    said = "This answer signs these terms" if answered else "By joining you sign these terms"
    told = f"{said}:\n{terms}" if terms else ""
    answer = "" if answered else f"Answer: sits join {shell(game)}\n"
    return f"{game}: {created['title']}, {created['play']}.\nPlaces:\n{places}\n{own}{answer}{told}"


def waits_for_host(invite: Invite) -> str:
    """What an answer waits for, to go after "your answer": the host, who confirms it where letters hold tickets."""
    if invite.tickets is UNSET:
        return f"waits for {invite.host.player}, whose program begins the game when all have answered."
    return f"waits for {invite.host.player}, who confirms it. The game begins when all are confirmed."


def particulars_of(invite: Invite) -> list[str]:
    """What the game to which somebody is invited has of its own, such as tables, in sentences."""
    created = read_fact(invite.created)
    if not isinstance(created, GameCreated):
        return []
    rules = system(created.system)
    board = rules.new_board(created.options, created.tables, created.classes)
    return list(rules.particulars(rules.freeze(board)))


def prices_of(invite: Invite) -> Iterator[str]:
    """The terms in words, each choice with its price; nothing for a game without such terms."""
    created = read_fact(invite.created)
    terms = terms_in(created.terms) if isinstance(created, GameCreated) else None
    if isinstance(created, GameCreated) and terms is not None:
        players = sum(place.role == "player" for place in invite.places)
        yield from prices(terms, players, umpired=created.play == "umpired")
