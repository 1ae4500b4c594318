"""A real game as the event-sourcing library keeps it by default: its mapper, its JSON, its recorder, its repository.

This is what the store is measured against. It holds the same facts with the same fields, and reading it back lets them
change the same board by the same handlers, so that both sides do the same work; it proves nothing of its record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from attrs import fields, frozen, has
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, datetime_now_with_tzinfo
from eventsourcing.persistence import DatetimeAsISO, JSONTranscoder, Mapper, Transcoding, UUIDAsHex
from eventsourcing.utils import register_topic

from sits_es.events import Event
from sits_es.game.events import GameCreated
from sits_es.game.fold import _HANDLERS, Fold


class _Game(Aggregate):
    """A game of the library's: its own first event, and then every fact."""

    def __init__(self) -> None:
        self.seen = 0
        self.fold: Fold | None = None


def _counted(_fact: Any, game: _Game) -> None:
    """The least that a fact can do."""
    game.seen += 1


def _folded(fact: Any, game: _Game) -> None:
    """A fact of the library's changes the board: it has all fields of ours, and our handlers ask for no more."""
    if game.fold is None:
        created = {field.name: getattr(fact, field.name) for field in fields(GameCreated)}
        game.fold = Fold().add_all([GameCreated(**created)])
    else:
        fold, kind = game.fold, fact.KIND
        if kind in _HANDLERS:
            _HANDLERS[kind](fold.game, fact)
        else:
            fold._facts[kind](fact, fold.game.board)


@cache
def _kind(ours: type[Any], apply: Callable[[Any, _Game], None]) -> type[Any]:
    """The library's event for one of our classes. apply: what it does to the game that it is read into."""
    name = f"{ours.__name__}-{apply.__name__}"
    body = {
        "__annotations__": {field.name: Any for field in fields(ours)},
        "__module__": __name__,
        "__qualname__": name,
        "apply": apply,
        "KIND": ours,
    }
    made = type(name, (Aggregate.Event,), body)
    register_topic(f"{__name__}:{name}", made)
    return made


def _values(value: object) -> set[type[Any]]:
    """The classes of all values within a value, its own too."""
    if isinstance(value, dict):
        return set().union(*map(_values, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(_values, value))
    kind: type[Any] = type(value)
    if not has(kind):
        return set()
    return {kind}.union(*(_values(getattr(value, field.name)) for field in fields(kind)))


def _as_dict(cls: type[Any]) -> Transcoding:
    """How the library's users write a value of their own: its fields."""
    names = [field.name for field in fields(cls)]

    class AsDict(Transcoding):
        type = cls
        name = cls.__name__

        def encode(self, obj: Any) -> dict[str, Any]:
            return {name: getattr(obj, name) for name in names}

        def decode(self, data: dict[str, Any]) -> Any:
            return cls(**data)

    return AsDict()


def _transcodings(facts: Sequence[Event]) -> list[Transcoding]:
    within = set().union(*map(_values, facts)) - {type(fact) for fact in facts}
    return [_as_dict(cls) for cls in sorted(within, key=lambda cls: cls.__name__)]


def _theirs(facts: Sequence[Event], game: UUID, apply: Callable[[Any, _Game], None]) -> list[Any]:
    now = datetime_now_with_tzinfo()
    theirs = []
    for version, fact in enumerate(facts, start=2):
        ours: Any = type(fact)
        values = {field.name: getattr(fact, field.name) for field in fields(ours)}
        theirs.append(_kind(ours, apply)(originator_id=game, originator_version=version, timestamp=now, **values))
    return theirs


@frozen
class Library:
    """A game in the library's own store, whose facts change a board when they are read.

    get: `repository.get`, the game read, decoded and put together again.
    """

    _application: Application[UUID]
    _game: UUID
    _facts: Sequence[Any]

    @classmethod
    def begin(cls, path: Path, facts: Sequence[Event]) -> Library:
        """A game without facts in a new file, and the facts that it shall have."""

        class Kept(Application[UUID]):
            def register_transcodings(self, transcoder: JSONTranscoder) -> None:
                super().register_transcodings(transcoder)
                for transcoding in _transcodings(facts):
                    transcoder.register(transcoding)

        application = Kept(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
        game = _Game()
        begun = list(game.collect_events())
        application.events.put(begun)
        return cls(application, game.id, _theirs(facts, game.id, _folded))

    def put(self, first: int, last: int) -> None:
        """Put some of its facts into the file by `events.put`. last: the first that is not put."""
        self._application.events.put(self._facts[first:last])

    def get(self) -> _Game:
        """The game as it stands."""
        found: _Game = self._application.repository.get(self._game)
        return found

    def close(self) -> None:
        """Close the file."""
        self._application.close()


def mapped(facts: Sequence[Event]) -> Callable[[], None]:
    """Writing and reading all facts by the library's default mapper and its JSON, without a file."""
    transcoder = JSONTranscoder()
    for transcoding in (UUIDAsHex(), DatetimeAsISO(), *_transcodings(facts)):
        transcoder.register(transcoding)
    mapper: Mapper[UUID] = Mapper(transcoder)
    theirs = _theirs(facts, UUID(int=1), _counted)

    def there_and_back() -> None:
        for fact in theirs:
            mapper.to_domain_event(mapper.to_stored_event(fact))

    return there_and_back
