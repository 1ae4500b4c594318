"""Yesterday's games still open: every event's golden bytes read back, and what is written today is what was then."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import field, frozen
from attrs.validators import in_

from sits_es.events import Event, Registry, StoredName
from sits_es.store.codec import Codec
from tests.shared.golden_events import GOLDEN, add_missing, events_by_hand, every_event, name_of, names, path_of, sample
from tests.shared.rows import each_row
from tests.shared.store_samples import SAMPLES

REGISTRY = every_event()
FOLDERS = {"the game": (GOLDEN, REGISTRY), "samples": (Path(__file__).parent / "store" / "golden", SAMPLES)}
GOLDEN_FILES = [(path, registry) for folder, registry in FOLDERS.values() for path in sorted(folder.glob("*.json"))]


def test_the_registry_has_no_gaps() -> None:
    REGISTRY.check()
    SAMPLES.check()


@pytest.mark.parametrize("kind", FOLDERS)
def test_every_stored_name_has_golden_bytes_in_every_version(kind: str) -> None:
    folder, registry = FOLDERS[kind]
    added = add_missing(registry, events_by_hand(), folder)
    assert not added, (
        f"These had no golden bytes and have them now in {folder}: {', '.join(map(str, added))}. Look at them and "
        "commit them. Once they are committed they stay as they are; a changed event is a new version."
    )
    missing = [str(name) for name in names(registry) if not path_of(name, folder).exists()]
    assert not missing, f"Old versions whose golden bytes are gone: {', '.join(missing)}."


@each_row(("path", "registry"), GOLDEN_FILES)
def test_golden_bytes_open_and_the_newest_are_written_the_same_today(path: Path, registry: Registry) -> None:
    name = name_of(path)
    newest, cls = registry.current(name.name)
    state = path.read_bytes()
    codec = Codec(registry)
    event = codec.decode(str(name), state)
    assert type(event) is cls
    topic, today = codec.encode(event)
    if name.version == newest:
        assert (topic, today.decode()) == (str(name), state.decode()), (
            f"{name} is written otherwise than it was. Give it version {newest + 1} and an upcaster from {name}; "
            f"if {path.name} was never committed, delete it."
        )


@frozen(kw_only=True)
class _Chosen(Event):
    side: str = field(validator=in_(["2.5"]))


@frozen(kw_only=True)
class _Impossible(Event):
    side: str = field(validator=in_(["nowhere else"]))


def test_missing_bytes_are_added_once_and_those_that_exist_are_never_touched(tmp_path: Path) -> None:
    registry = Registry()
    registry.event("sample.Chosen")(_Chosen)
    assert add_missing(registry, {}, tmp_path) == [StoredName("sample.Chosen", 1)]
    path = tmp_path / "sample.Chosen.json"
    assert path.read_bytes() == b'{"side":"2.5"}'
    path.write_bytes(b"as it was")
    assert add_missing(registry, {}, tmp_path) == []
    assert path.read_bytes() == b"as it was"


def test_an_event_offered_by_hand_goes_before_a_made_up_one(tmp_path: Path) -> None:
    (tmp_path / "golden_of_choices.py").write_text(
        "from tests.shared.store_samples import Counted\nEVENTS = (Counted(number=41), Counted(number=42))\n"
    )
    registry = Registry()
    by_hand = events_by_hand(tmp_path)
    for cls in by_hand:
        registry.event("sample.Counted")(cls)
    add_missing(registry, by_hand, tmp_path / "golden")
    assert (tmp_path / "golden" / "sample.Counted.json").read_bytes() == b'{"number":41}'


def test_a_class_that_takes_no_usual_value_asks_for_one_by_hand() -> None:
    with pytest.raises(
        ValueError, match=r"No usual value suits _Impossible\.side; offer an event in a golden_of_\*\.py"
    ):
        sample(_Impossible)
