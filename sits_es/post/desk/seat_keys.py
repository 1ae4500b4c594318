"""Keys of seats: from which packet of a player on another key counts than the one that they joined with."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sits_es.game.events import PlayerJoined
from sits_es.game.state import Player
from sits_es.mail.packet import is_signed_by
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.changing_seats import NewKey
from sits_es.sentences import listed, one_line


def key_at(desk: Desk, game: str, people: Mapping[str, Player], player: str, number: int | None = None) -> str:
    """The public key that counts for a player's packet of a number, by default for their next one.

    people: of the game, as it is on record; empty for a stranger.
    """
    later = new_keys_of(desk, game, player)
    if player not in people or not later:
        return (people[player].key or "") if player in people else ""
    found = [key for after, key in later if number is None or number > after]
    return found[-1] if found else _first_key(desk, game, len(people), player)


def new_keys_of(desk: Desk, game: str, player: str) -> list[tuple[int, str]]:
    """From after which packet on which key counts for a seat, in order; none for one that never changed hands."""
    found = desk.journal.kept(f"seat {game} {player}")
    return [(int(after), str(key)) for after, key in json.loads(found)] if found is not None else []


def change_key(desk: Desk, game: str, new: NewKey) -> str | None:
    """Keep that a seat has another key from a packet on, and say so; None where it was kept before.

    What came from its new person before that, and was refused, is judged again.
    """
    player = new.person.player
    known = new_keys_of(desk, game, player)
    if (new.after, new.person.key) in known:
        return None
    desk.journal.keep(f"seat {game} {player}", json.dumps([*known, (new.after, new.person.key)]))
    desk.journal.write_address(game, player, new.person.address)
    for entry in desk.journal.entries(game, ("refused",)):
        packet = entry.signed.packet
        again = packet.sender == player and packet.number > new.after
        if again and is_signed_by(entry.signed, new.person.key):
            desk.journal.park_again(entry.signed)
    words = f"From packet {new.after + 1} of {player} on another key counts, of {one_line(new.person.name)}."
    return f"{words} Signed by {listed(new.by)}."


def _first_key(desk: Desk, game: str, people: int, player: str) -> str:
    """With which key a player joined: everybody's joining follows the game's creation."""
    joined = (fact for fact in desk.session.open_game(game).facts(1, people) if isinstance(fact, PlayerJoined))
    return next((fact.key or "" for fact in joined if fact.player == player), "")
