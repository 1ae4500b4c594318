"""sits audit export: every event as it is stored, in a file that is whole or not there."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sits_es.store import GameStore
from sits_es.store.log import tip_of, write_rows
from tests.shared.commands_told import Sits

Rows = Callable[[], list[tuple[Any, ...]]]


def test_an_export_holds_every_event_as_it_is_stored_and_can_be_proved(played: Sits, rows: Rows) -> None:
    told = played("audit", "export", "duel", "-o", "out.jsonl")
    assert told == (0, f"out.jsonl: {len(rows())} events.\n", "")
    lines = [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["version"], line["topic"], line["state"].encode()) for line in lines] == [row[2:5] for row in rows()]
    previous = bytes(32)
    for line in lines:
        parts = [line["stream"].encode(), line["version"], line["topic"].encode(), line["state"].encode()]
        data = previous
        for part in parts:
            data += part.to_bytes(8, "big") if isinstance(part, int) else len(part).to_bytes(4, "big") + part
        previous = hashlib.sha256(data).digest()
        assert line["digest"] == previous.hex()


def test_an_export_holds_bytes_that_this_program_would_write_otherwise(played: Sits, home: Path) -> None:
    """Of an event that no release knows any more, too: it is copied, and not written again."""
    with GameStore.open(home / "sits.db") as store, store._writing() as cursor:
        tip = tip_of(cursor, "duel")
        write_rows(cursor, tip, "duel", [("game.FromTomorrow/7", b'{"b": 1,  "a": 2}')])
    assert played("audit", "export", "duel", "-o", "out.jsonl").code == 0
    last = json.loads(Path("out.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert (last["topic"], last["state"]) == ("game.FromTomorrow/7", '{"b": 1,  "a": 2}')


def test_an_export_is_never_written_over_a_file(played: Sits) -> None:
    Path("there.jsonl").write_text("mine", encoding="utf-8")
    assert played("audit", "export", "duel", "-o", "there.jsonl") == (
        1,
        "",
        "there.jsonl already exists and is never overwritten. Name another file.\n",
    )
    assert Path("there.jsonl").read_text(encoding="utf-8") == "mine"
    assert played("audit", "export", "duel", "-o", "no/out.jsonl") == (
        1,
        "",
        "no/out.jsonl cannot be written: no such file or directory. Name another file.\n",
    )
    assert played("audit", "export", "duel", "-o", "games").code == 1
