"""Other programs read the tables of read.db by the names that the page for programs gives."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from projections.read_models import open_read_models
from sits_es.service.documentation import find_page
from sits_es.service.session import Session
from tests.shared.played_demos import demos_folder

#: Tables for the program itself: how far it took the record in, and the index of words.
OWN = re.compile("made|tracking|audit_log_fts")


def test_the_page_names_every_table_and_view_with_its_columns(tmp_path: Path) -> None:
    shutil.copytree(demos_folder(), tmp_path, dirs_exist_ok=True)
    with Session(tmp_path) as session, open_read_models(tmp_path / "read.db", session.store):
        pass
    with closing(sqlite3.connect(tmp_path / "read.db")) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
        there = {
            name: [column for column, *_ in db.execute("SELECT name FROM pragma_table_info(?)", (name,))]
            for name in names
            if not OWN.match(name)
        }
        rows = {name: db.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in there}  # noqa: S608 -- ours
    told = re.findall(r"(?m)^\| `(\w+)` \| [^|]* \| ([^|]*) \|$", find_page(["programs"]).shown)
    assert {name: ["stream", *re.findall(r"`(\w+)`", columns)] for name, columns in told} == there
    assert [name for name, number in rows.items() if not number] == []
