"""The facts with which a game begins, as its invitation carries them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, Literal

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameCreated, PlayerJoined
from sits_es.game.set_up import set_up
from sits_es.post.log.packets import Invite, Join, Place, Signed
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


def first_course(offer: Invite, joined: Mapping[str, Signed], find: Find = lambda *_: None) -> RecordedGame:
    """The game that an invitation offers, with the answers of all who joined, by seat. find: where it has been since.

    Raises UnreadableError for one that can't begin.
    """
    people = [_person(offer, place, joined.get(place.id)) for place in offer.seats]
    facts = set_up(created(offer), people, [read_fact(each) for each in offer.facts[1:]])
    return RecordedGame.begun(RecordPoint(stream=created(offer).game, version=-1, digest=GENESIS.hex()), facts, find)


def _person(offer: Invite, place: Place, answer: Signed | None) -> PlayerJoined:
    keeps: Literal["umpire", "keeper"] = "umpire" if offer.terms.reads else "keeper"
    return PlayerJoined(
        player=place.id,
        name=answer.body.name if answer is not None and isinstance(answer.body, Join) else place.name,
        side=place.side,
        role=keeps if place.role == "keeper" else place.role,
        key=None if answer is None else answer.key,
    )
