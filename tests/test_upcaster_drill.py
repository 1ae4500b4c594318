"""A drill of what a later release does when it changes events: it changes all of them, and every old game still opens.

Each event gets one field more and a new version, with an upcaster from the version of today. What was stored by any
release before is read as the new events; what is appended then is written in the new version behind the old bytes.
"""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import attrs
import pytest

from sits_es.errors import UnreadableError
from sits_es.events import Data, Event, Registry
from sits_es.store import GameStore, Recorded
from tests.shared.golden_events import every_event

REGISTRY = every_event()
STORED = Path(__file__).parent / "stored_games"
STORES = sorted(STORED.rglob("sits.db"))


def with_one_field_more(cls: type[Event]) -> type[Event]:
    """The event of the later release: what it was, and a field that nothing stored so far has."""
    more = attrs.field(type=str, kw_only=True)
    return attrs.make_class(cls.__name__, {"drilled": more}, bases=(cls,), frozen=True, slots=True)


def says_so(name: str) -> Any:
    def upcast(data: Data) -> Data:
        return {**data, "drilled": f"{name} of a release before"}

    return upcast


@cache
def later_release(*, left_out: str = "") -> Registry:
    """All events of today in a version more. left_out: an event whose upcaster was forgotten."""
    later = Registry()
    for name, (newest, cls) in REGISTRY.names().items():
        later.event(name, newest + 1)(with_one_field_more(cls))
        for version in range(1, newest):
            later.upcaster(name, version)(partial(once, name, version))
        if name != left_out:
            later.upcaster(name, newest)(says_so(name))
    return later


def once(name: str, version: int, data: Data) -> Data:
    """The upcaster that this program has for one step."""
    return REGISTRY._upcasters[name, version](data)


def lines(store: GameStore) -> dict[str, list[Recorded]]:
    return {branch.stream: list(store.read(branch.stream)) for branch in store.streams()}


@pytest.mark.parametrize("stored", STORES, ids=lambda path: str(path.relative_to(STORED)))
def test_a_stored_game_opens_when_every_event_has_changed_and_goes_on_in_the_new_version(
    stored: Path, tmp_path: Path
) -> None:
    path = Path(shutil.copy(stored, tmp_path / "sits.db"))
    with GameStore.open(path) as store:
        today = lines(store)
    with GameStore.open(path, registry=later_release()) as store:
        read = lines(store)
        assert read.keys() == today.keys()
        for stream, recorded in read.items():
            for was, now in zip(today[stream], recorded, strict=True):
                assert (was.version, was.digest) == (now.version, now.digest)
                told = attrs.asdict(now.event, recurse=False)
                assert told.pop("drilled").endswith(" of a release before")
                assert told == attrs.asdict(was.event, recurse=False)
        stream = min(read)
        ended: Any = read[stream][-1].event
        added: Event = attrs.evolve(ended, drilled="written today")
        store.append(stream, [added], after=read[stream][-1].version)
        assert [each.event for each in store.read(stream)] == [*(each.event for each in read[stream]), added]
        assert [str(report.bad) for report in store.audit_all()[0] if report.bad is not None] == []
        last = store.read_one(stream, read[stream][-1].version + 1)
        assert last is not None
        assert last.event == added
    newest = REGISTRY.stored_name(type(today[stream][-1].event))
    with (
        GameStore.open(path) as store,
        pytest.raises(
            UnreadableError,
            match=rf"this program knows versions 1 to {newest.version} of {newest.name}\. Read the record with the ",
        ),
    ):
        lines(store)


def test_the_drill_changes_every_event_that_there_is() -> None:
    later_release().check()
    versions = Counter(later_release().current(name)[0] - newest for name, (newest, _) in REGISTRY.names().items())
    assert versions == {1: len(REGISTRY.names())}
    assert len(REGISTRY.names()) > 100


def test_an_upcaster_that_was_forgotten_is_named_before_any_game_is_opened() -> None:
    name, (newest, _) = next(iter(sorted(REGISTRY.names().items())))
    with pytest.raises(RuntimeError, match=rf"^The event registry has gaps: {name}/{newest} has no upcaster\.$"):
        later_release(left_out=name).check()
