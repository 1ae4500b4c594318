"""Keys of seats: from which packet of a player on another key counts than the one that they joined with."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sits_es.game.events import PlayerJoined
from sits_es.game.state import Player
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.changing_seats import NewKey


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


def keep_key(desk: Desk, game: str, new: NewKey) -> bool:
    """Keep that a seat has another key from a packet on. False where it was kept before."""
    player = new.person.player
    known = new_keys_of(desk, game, player)
    if (new.after, new.person.key) in known:
        return False
    desk.journal.keep(f"seat {game} {player}", json.dumps([*known, (new.after, new.person.key)]))
    desk.journal.write_address(game, player, new.person.address)
    return True


def _first_key(desk: Desk, game: str, people: int, player: str) -> str:
    """With which key a player joined: everybody's joining follows the game's creation."""
    joined = (fact for fact in desk.session.facts(game, 1, people) if isinstance(fact, PlayerJoined))
    return next((fact.key or "" for fact in joined if fact.player == player), "")
