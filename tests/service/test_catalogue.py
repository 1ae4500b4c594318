"""The catalogue of stored events: nothing is left out, and a record can be read by its pages alone."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from sits_es.service.catalogue import events_of, families, listing, noted, page_of
from sits_es.service.exports import export, export_events
from sits_es.service.session import Session
from sits_es.store.codec import Codec
from tests.shared.event_examples import FILE, examples
from tests.shared.golden_events import every_event
from tests.shared.played_demos import DEMOS, demos_folder, forked_folder
from tests.shared.rows import each_row

EVENTS = [event for family in families() for event in events_of(family)]
#: What a number is counted in, or how far it goes.
MEASURED: Final = re.compile(
    r"\d up|\d to \d|how many|-thousandths|-millionths|"
    r"\b(number|percent|points|hexes|segments|levels|km|thirds of a kilometre|dice)\b"
)


def test_every_stored_event_of_every_registry_is_in_it_once() -> None:
    names = [f"{name}/{version}" for name, (version, _) in every_event().names().items()]
    assert sorted(event.topic for event in EVENTS) == sorted(names)
    assert [name for name in names if f"`{name}`" not in listing()] == []
    assert [family for family in families() if "): ." in page_of(family)] == []


@each_row("event", EVENTS)
def test_an_event_and_each_of_its_fields_has_a_meaning(event: Any) -> None:
    assert event.meaning.endswith((".", "?")), event.meaning
    assert event.rule
    assert [field.name for field in event.fields if not field.meaning] == []
    numbers = [field for field in event.fields if re.search(r"\bnumber\b", field.kind) and not field.codes]
    assert [str(field) for field in numbers if not MEASURED.search(f"{field.meaning} {field.range}")] == []
    assert "None" not in "\n".join(event.markdown())


@each_row("event", EVENTS)
def test_the_example_is_an_event_of_that_name(event: Any) -> None:
    Codec().decode(event.topic, event.example.encode())
    shown = "".join(next(part for part in event.markdown() if part.startswith("```json")).split("\n")[1:-1])
    assert shown == event.example
    assert set(json.loads(shown)) == {field.name for field in event.fields}


@pytest.mark.long
def test_the_examples_are_those_of_the_bundled_games() -> None:
    assert FILE.read_text(encoding="utf-8") == "".join(examples()), "python -m tests.shared.event_examples"


@each_row(
    ("doc", "summary", "fields", "rule"),
    [
        (
            "A beam hit. size: row block; band: 1 to 6. Rule: card.",
            "A beam hit.",
            {"size": "row block", "band": "1 to 6"},
            "card",
        ),
        (
            "Moved.\n\n    size, band: hexes.\n    ValueError for none. Rule: flyer, 3.\n\n    More: of it.",
            "Moved. More: of it.",
            {"size": "hexes", "band": "hexes"},
            "flyer, 3",
        ),
        ("A mount: one attack; other: of no field.", "A mount: one attack; other: of no field.", {}, ""),
        ("Rule: a. band: None.", "", {"band": "null"}, "a"),
    ],
)
def test_a_docstring_lists_fields_and_cites_a_rule(doc: str, summary: str, fields: dict[str, str], rule: str) -> None:
    found = noted(doc, ("size", "band"))
    assert (found.summary, found.fields, found.rule) == (summary, fields, rule)


class Reader:
    """A program that knows the pages and nothing else: each event's fields with their kinds, as they are printed."""

    def __init__(self, *texts: str) -> None:
        parts = [part for text in texts for part in re.split(r"(?m)^##+ ", text)[1:]]
        self.forms = {
            part.split("\n")[0]: dict(re.findall(r"(?m)^- `(\w+)` \((.*?)\)(?:: |$)", part)) for part in parts
        }

    def wrong(self, kind: str, value: Any) -> bool:
        """Whether a value is not of a kind."""
        outer, _, inner = kind.partition(" ")
        if kind in self.forms:
            found = self.wrong_form(kind, value) == []
        elif value is None:
            found = kind.endswith(("null", "any value"))
        elif kind.startswith("`"):
            found = str(value) in re.findall(r"`([^`]*)`", kind)
        elif kind.startswith("list of "):
            found = isinstance(value, list) and not any(self.wrong(inner[3:], each) for each in value)
        elif kind.startswith("list: "):
            found = isinstance(value, list) and len(value) == len(inner.split(", "))
        elif outer == "object,":
            found = not any(self.wrong(inner.removesuffix(" by name"), each) for each in value.values())
        elif " or " in kind:
            found = not all(self.wrong(each, value) for each in kind.split(" or "))
        else:
            found = type(value) in {"number": (int,), "text": (str,), "truth": (bool,)}.get(kind, (type(value),))
        return not found

    def wrong_form(self, name: str, value: dict[str, Any]) -> list[str]:
        """What of an event, or of an object in one, is otherwise than its page says."""
        form = self.forms[name]
        return [*(set(form) ^ set(value)), *(key for key in form if self.wrong(form[key], value.get(key)))]


def follows(previous: str, row: dict[str, Any]) -> str:
    """An event's digest, as the page says that it is made."""
    stream, topic, state = (row[key].encode() for key in ("stream", "topic", "state"))
    data = bytes.fromhex(previous) + len(stream).to_bytes(4, "big") + stream + row["version"].to_bytes(8, "big")
    data += b"".join(len(part).to_bytes(4, "big") + part for part in (topic, state))
    return hashlib.sha256(data).hexdigest()


@each_row(("system", "game"), list(DEMOS.items()))
def test_an_export_can_be_read_by_the_pages_alone(system: str, game: str, tmp_path: Path) -> None:
    with Session(demos_folder()) as session:
        export_events(session.open_game(game), tmp_path / f"{game}.jsonl")
    reader = Reader(page_of("game"), page_of(system))
    previous = "0" * 64
    for number, line in enumerate((tmp_path / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        assert set(row) == {"stream", "version", "topic", "state", "previous", "digest", "recorded_at"}
        assert (row["version"], row["previous"]) == (number, previous)
        previous = follows(previous, row)
        assert row["digest"] == previous
        assert reader.wrong_form(row["topic"], json.loads(row["state"])) == [], line
    assert number > 40


def test_a_bundle_can_be_read_by_the_page_alone(tmp_path: Path) -> None:
    with Session(forked_folder()) as session:
        export(session.open_game("duel"), tmp_path / "duel.bundle", whole=True)
    *lines, last = (tmp_path / "duel.bundle").read_text(encoding="utf-8").splitlines()
    whole = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert json.loads(last) == {"events": len(lines) - 1, "sha256": whole}
    first, *events = map(json.loads, lines)
    assert first["bundle"] == 1
    heads = {}
    for stream in first["streams"]:
        leaves = ("parent", "at_version", "at_digest")
        assert set(stream) == {"stream", *leaves, "after", "after_digest", "head", "digest"}
        previous, version = stream["after_digest"], stream["after"]
        if stream["parent"] is not None:
            assert (stream["at_version"], stream["at_digest"]) == (version, previous)
        for row in (each for each in events if each["stream"] == stream["stream"]):
            assert set(row) == {"stream", "version", "topic", "state", "digest", "recorded_at", "command_id"}
            previous, version = follows(previous, row), version + 1
            assert (row["version"], row["digest"]) == (version, previous)
        assert (stream["head"], stream["digest"]) == (version, previous)
        heads[stream["stream"]] = version
    assert set(heads) == {"duel", "what-if"}
