"""The facts with which a game begins, as its invitation carries them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, Literal

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameCreated, PlayerJoined
from sits_es.game.play import begin
from sits_es.post.log.packets import Invite, Join
from sits_es.post.record import Find, RecordedGame, RecordPoint
from sits_es.store.chain import GENESIS
from sits_es.store.codec import Codec

_CODEC: Final = Codec()


def write_fact(fact: Event) -> dict[str, object]:
    """A fact as an invitation carries it: its stored name with the version, and its data."""
    topic, state = _CODEC.encode(fact)
    return {"topic": topic, "data": json.loads(state)}


def read_fact(written: Mapping[str, object]) -> Event:
    """A fact from an invitation. Raises UnreadableError."""
    return _CODEC.decode(str(written.get("topic")), canonical(written.get("data")))


def created(offer: Invite) -> GameCreated:
    """How an invitation creates its game. Raises UnreadableError where it creates none."""
    fact = read_fact(offer.facts[0]) if offer.facts else None
    if not isinstance(fact, GameCreated):
        raise UnreadableError("The invitation does not create a game.")
    return fact


def first_facts(offer: Invite, names: Mapping[str, str], keys: Mapping[str, str]) -> list[Event]:
    """The facts with which a game begins. names, keys: of everybody who joined, by seat. Raises UnreadableError."""
    keeps: Literal["umpire", "keeper"] = "umpire" if offer.terms.reads else "keeper"
    joined = [
        PlayerJoined(
            player=place.id,
            name=names.get(place.id, place.name),
            side=place.side,
            role=keeps if place.role == "keeper" else place.role,
            key=keys.get(place.id),
        )
        for place in offer.seats
    ]
    return begin(created(offer), joined, [read_fact(each) for each in offer.facts[1:]])


def first_course(find: Find, offer: Invite, joins: Mapping[str, Join], keys: Mapping[str, str]) -> RecordedGame:
    """The game that an invitation offers, with all who joined. Raises UnreadableError for one that can't begin."""
    facts = first_facts(offer, {each: join.name for each, join in joins.items()}, keys)
    start = RecordPoint(stream=created(offer).game, version=-1, digest=GENESIS.hex())
    return RecordedGame.begun(start, facts, find)
