"""A game goes on writing the versions of events that it began with; what begins today writes the newest."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve

from sits_es.coded import AS_RECORDED, Coded, Shape, as_recorded
from sits_es.errors import UnreadableError
from sits_es.events import StoredName
from sits_es.game.events import GameCreated
from sits_es.game.play import first_facts
from sits_es.rules import system
from sits_es.rules.sits.events.damage import ShipDestroyed
from sits_es.service.forks import fork_game
from sits_es.service.session import Session
from sits_es.store.codec import Codec
from sits_es.store.older import OlderCodec
from sits_es.versions import NEWEST, downcaster, number_of, older
from tests.shared.golden_events import every_event, path_of
from tests.shared.golden_of_codes import EVENTS
from tests.test_stored_folders import STORED

LOST = ShipDestroyed(ship="Imp", cause=Coded("exploded"))
CREATED = next(event for event in EVENTS if isinstance(event, GameCreated))
STORES = sorted(path for path in STORED.rglob("*.db") if path.name in ("sits.db", "squadron.db"))


def rows_of(path: Path) -> list[tuple[str, bytes]]:
    """Every event of a store as it stands there: topic and state."""
    mode = "mode=ro&immutable=1" if STORED in path.parents else "mode=ro"  # nothing is made beside a stored one
    with closing(sqlite3.connect(f"file:{path}?{mode}", uri=True)) as db:
        rows = db.execute(
            "SELECT topic, state FROM stored_events ORDER BY originator_id, originator_version"
        ).fetchall()
    return [(topic, bytes(state)) for topic, state in rows]


@pytest.mark.parametrize("path", STORES, ids=lambda path: "-".join(path.relative_to(STORED).with_suffix("").parts))
def test_every_stored_event_is_read_by_its_codes_and_written_again_byte_for_byte(path: Path) -> None:
    every_event()
    newest = Codec()
    stored = [(topic, state, newest.decode(topic, state)) for topic, state in rows_of(path)]
    (began,) = {number_of(event) for _, _, event in stored if isinstance(event, GameCreated)}
    codec = OlderCodec(began)
    for topic, state, event in stored:
        assert codec.decode(topic, state) == event
        assert AS_RECORDED.encode() not in newest.encode(event)[1]
        assert codec.encode(event) == (topic, state)


def test_every_event_that_changed_is_written_in_its_first_version_as_it_ever_was() -> None:
    changed = [name for name, (newest, _) in every_event().names().items() if newest > 1]
    assert {"game.Created", "game.Ended", "sits.OrderVoided"} <= set(changed)
    for name in changed:
        writer = older(name, 1)
        assert writer is not None, f"{name} has no writer for games that began with its first version"
        golden = path_of(StoredName(name, 1)).read_bytes()
        assert OlderCodec(1).encode(Codec().decode(f"{name}/1", golden)) == (f"{name}/1", golden)
        assert older(name, NEWEST) is None


def test_an_event_that_changed_twice_is_written_step_by_step_in_the_version_that_a_game_writes() -> None:
    downcaster("sample.Twice", 1, last=1)(lambda data: data | {"first": data["second"]})
    downcaster("sample.Twice", 2, last=4)(lambda data: data | {"second": data["third"]})
    written = {number: older("sample.Twice", number) for number in (1, 2, 4, 5)}
    assert {number: each and each[0] for number, each in written.items()} == {1: 1, 2: 2, 4: 2, 5: None}
    first = written[1]
    assert first is not None
    assert first[1]({"third": 7}) == {"third": 7, "second": 7, "first": 7}
    with pytest.raises(RuntimeError) as refused:
        downcaster("sample.Twice", 2, last=5)(dict)
    assert str(refused.value) == "sample.Twice/2 is written out of order: the next is version 3."


def test_a_game_says_by_its_first_event_which_versions_it_writes() -> None:
    rules = system("sits")
    bundled = rules.bundled()["duel"]
    first = first_facts("duel", rules, rules.setup(bundled.text, "duel", {}))[0]
    assert number_of(first) == NEWEST
    assert number_of(LOST) == 1  # nothing said
    silent = evolve(CREATED, events=1)
    topic, state = OlderCodec(1).encode(silent)
    assert topic == "game.Created/1"
    assert "events" not in json.loads(state)
    assert Codec().decode(topic, state) == silent


def test_a_game_that_writes_what_only_a_later_release_knows_is_refused() -> None:
    topic, state = Codec().encode(evolve(CREATED, events=3))
    assert NEWEST == 3
    later = state.replace(b'"events":3', b'"events":4')
    with pytest.raises(UnreadableError) as refused:
        Codec().decode(topic, later)
    assert str(refused.value) == (
        "An event stored as game.Created/2 cannot be read: "
        "the game writes events as number 4 says; this program knows 1 to 3."
    )


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Session]:
    """A folder with games that began under the first versions."""
    shutil.copytree(STORED / "hot_seat" / "var", tmp_path / "var")
    with Session.open(tmp_path / "var") as session:
        yield session


def test_games_of_both_kinds_are_played_side_by_side_and_forks_write_what_their_parents_write(old: Session) -> None:
    rules = system("sits")
    old.begin("today", first_facts("today", rules, rules.setup(rules.bundled()["duel"].text, "duel", {})))
    fork_game(old, "duel", "1.4", "another")
    fork_game(old, "today", "1.1", "tomorrow")
    for name, version in (("duel", 1), ("another", 1), ("today", 2), ("tomorrow", 2)):
        assert old.codec(name).encode(LOST)[0] == f"sits.ShipDestroyed/{version}"
        old.append(name, [LOST], after=old.head(name).version)
        assert old.facts(name)[-1] == LOST
    topics = [topic for topic, _ in rows_of(old.folder / "sits.db") if topic.startswith("sits.ShipDestroyed")]
    assert sorted(topics)[-4:].count("sits.ShipDestroyed/2") == 2
    assert [topic for topic, _ in rows_of(old.folder / "sits.db")].count("game.Created/2") == 1


@pytest.mark.parametrize(
    ("coded", "shape", "fits"),
    [
        (Coded("a"), (), True),
        (Coded("a", ("x",)), (), False),
        (Coded("a", ("x", 3)), (str, int), True),
        (Coded("a", (3, "x")), (str, int), False),
        (Coded("a", (True,)), (int,), False),
        (Coded("a", ("x",)), (str, str, ...), True),
        (Coded("a", ("x", "y", "z")), (str, str, ...), True),
        (Coded("a", ("x", "y", 3)), (str, str, ...), False),
        (Coded("a"), (str, str, ...), False),
        (Coded("b"), (), False),
        (as_recorded("No."), (int,), True),
        (Coded(AS_RECORDED, (3,)), (int,), False),
    ],
)
def test_a_code_fits_its_set_with_the_values_that_belong_to_it(coded: Coded, shape: Shape, fits: bool) -> None:
    assert coded.fits({"a": shape}) is fits
