"""sits export and sits import: games carried from one folder to another, byte for byte."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.service import exports
from sits_es.service.session import Session
from sits_es.store import GameStore
from sits_es.store.bundle import BundleReader
from tests.shared.commands_told import Sits, Told
from tests.shared.played_demos import branched_folder
from tests.shared.store_samples import a_store, numbers
from tests.stored_games.recipe import copy

RECORD = "SELECT originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at "


def record(folder: str, *streams: str) -> list[tuple[Any, ...]]:
    """Every column of all events, and where branches leave."""
    with closing(sqlite3.connect(Path(folder, "sits.db"))) as db:
        rows = db.execute(f"{RECORD} FROM stored_events ORDER BY 1, 2").fetchall()
        rows += db.execute("SELECT * FROM lineage ORDER BY 1").fetchall()
    return [row for row in rows if not streams or row[0] in streams]


@pytest.fixture
def branched(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    """Commands in a folder, which is named before the command; `var` holds a game with branches."""
    shutil.copytree(branched_folder(), "var")

    def asked(folder: str, *words: str) -> Told:
        monkeypatch.setenv("SITS_HOME", folder)
        return sits(*words)

    return asked


def test_a_game_with_all_its_branches_is_the_same_elsewhere_to_the_last_byte(branched: Callable[..., Told]) -> None:
    assert branched("var", "export", "duel", "-o", "duel.bundle", "--all") == (
        0,
        "duel.bundle: duel, 5 streams with 431 events.\n",
        "",
    )
    told = branched("other", "import", "duel.bundle")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[0] == "duel: 350 events; all of them are new."
    streams = ("duel", "what-if", "what-if-2", "late", "walls stop")
    assert record("other") == record("var", *streams)
    assert branched("other", "games", "branches", "duel").out == branched("var", "games", "branches", "duel").out
    assert branched("other", "audit", "all", "other").code == 0
    again = branched("other", "import", "duel.bundle")
    assert again.out.splitlines()[0] == "duel: 350 events; all of them were already here."
    assert branched("other", "export", "duel", "-o", "again.bundle", "--all").code == 0
    assert Path("again.bundle").read_bytes() == Path("duel.bundle").read_bytes()


def test_a_compressed_bundle_holds_the_same_bytes(branched: Callable[..., Told]) -> None:
    for name in ("duel.bundle", "duel.bundle.gz", "again.gz"):
        assert branched("var", "export", "duel", "-o", name, "--all").code == 0
    packed = Path("duel.bundle.gz").read_bytes()
    assert gzip.decompress(packed) == Path("duel.bundle").read_bytes()
    assert packed == Path("again.gz").read_bytes()
    assert 4 * len(packed) < Path("duel.bundle").stat().st_size
    assert branched("other", "import", "duel.bundle.gz").code == 0
    assert record("other") == record("var", "duel", "what-if", "what-if-2", "late", "walls stop")
    assert branched("other", "export", "duel", "-o", "back.gz", "--all").code == 0
    assert Path("back.gz").read_bytes() == packed


@pytest.mark.parametrize(
    "change", [lambda text: text[:-9], lambda text: b"x" + text, lambda text: text[:99] + text[199:]]
)
def test_of_a_compressed_bundle_that_was_cut_off_or_changed_nothing_is_taken(
    branched: Callable[..., Told], change: Callable[[bytes], bytes]
) -> None:
    assert branched("var", "export", "duel", "-o", "duel.gz").code == 0
    Path("duel.gz").write_bytes(change(Path("duel.gz").read_bytes()))
    assert branched("other", "import", "duel.gz") == (
        1,
        "",
        "duel.gz is not a gzip file, or it was cut off or changed. Nothing was imported.\n",
    )
    assert branched("other", "games").out.startswith("There are no games here yet.")


def test_a_branch_comes_with_what_it_shares_and_nothing_more(branched: Callable[..., Told]) -> None:
    assert branched("var", "export", "what-if-2", "-o", "one.bundle").out == (
        "one.bundle: what-if-2, 3 streams with 182 events.\n"
    )
    assert branched("other", "import", "one.bundle").code == 0
    assert branched("other", "show", "what-if-2").out == branched("var", "show", "what-if-2").out
    with Session.over(Path("other/sits.db")) as session:
        assert {name: head.version for name, head in session.store.heads().items()} == {
            "duel": 157,
            "what-if": 158,
            "what-if-2": 181,
        }
    # the whole game goes on from there
    assert branched("var", "export", "duel", "-o", "all.bundle", "--all").code == 0
    assert "duel: 350 events; 192 of them are new." in branched("other", "import", "all.bundle").out
    assert record("other", "duel") == record("var", "duel")


def test_what_came_since_a_checkpoint_or_a_number_goes_on_from_there(branched: Callable[..., Told]) -> None:
    kept = branched("var", "audit", "verify", "duel", "--at", "#200", "--json").json["checkpoint"]
    Path("kept.txt").write_text(kept, encoding="utf-8")
    assert branched("var", "export", "duel", "-o", "since.bundle", "--since", "kept.txt").out == (
        "since.bundle: duel, 1 stream with 149 events.\n"
    )
    assert branched("var", "export", "duel", "-o", "number.bundle", "--since", "201").code == 0
    assert Path("since.bundle").read_bytes() == Path("number.bundle").read_bytes()
    assert branched("other", "import", "since.bundle") == (
        1,
        "",
        (
            "The bundle continues after event 200 of duel, but that event is not here. Nothing was imported: ask for a "
            "bundle that begins earlier.\n"
        ),
    )
    assert branched("var", "export", "what-if", "-o", "first.bundle").code == 0
    assert branched("other", "import", "first.bundle").code == 0
    assert "but that event is not here" in branched("other", "import", "since.bundle").err
    assert branched("var", "export", "duel", "-o", "whole.bundle").code == 0
    assert branched("third", "import", "whole.bundle").code == 0
    assert branched("third", "import", "since.bundle").out == "duel: 149 events; all of them were already here.\n"


def test_another_game_of_that_name_stays_as_it_is(branched: Callable[..., Told]) -> None:
    assert branched("var", "export", "duel", "-o", "duel.bundle").code == 0
    assert branched("other", "new", "convoy", "--name", "duel").code == 0
    before = record("other")
    assert branched("other", "import", "duel.bundle") == (
        1,
        "",
        "Event 0 of duel here differs from the one in the bundle. Nothing was imported.\n",
    )
    assert record("other") == before
    assert branched("third", "new", "duel", "--name", "Duel").code == 0
    assert branched("third", "import", "duel.bundle").err == (
        "There is already a game named Duel, and duel differs from it only in capitals. Nothing was imported.\n"
    )


def test_a_branch_that_leaves_elsewhere_or_goes_on_from_another_record_names_the_event(
    branched: Callable[..., Told],
) -> None:
    none = "Nothing was imported"
    assert branched("var", "export", "what-if", "-o", "what-if.bundle").code == 0
    assert branched("var", "export", "duel", "-o", "whole.bundle").code == 0
    assert branched("var", "export", "duel", "-o", "since.bundle", "--since", "40").code == 0
    assert branched("other", "import", "whole.bundle").code == 0
    assert branched("other", "fork", "duel", "--at", "1.2", "--name", "what-if").code == 0
    assert branched("other", "import", "what-if.bundle").err == (
        "what-if is a different branch here: event 53 may be the first that differs; here it branches off duel after "
        "event 52, but in the bundle it branches off duel after event 157. Nothing was imported.\n"
    )
    assert branched("third", "new", "duel", "--name", "what-if").code == 0
    assert branched("third", "new", "duel", "--name", "duel").code == 0
    assert branched("third", "play", "duel", "--drift", "red", "--drift", "blue", "--to", "1.8").code == 0
    assert branched("third", "import", "since.bundle").err == (
        "Event 39 of duel, or an earlier one, differs here from the record that the bundle continues. "
        f"{none}: ask for a bundle that begins earlier; it will show the first difference.\n"
    )


def changed(lines: list[str], number: int, **values: object) -> None:
    lines[number] = json.dumps(json.loads(lines[number]) | values, sort_keys=True) + "\n"


def announced(lines: list[str], **values: object) -> None:
    (stream,) = json.loads(lines[0])["streams"]
    changed(lines, 0, streams=[stream | values])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda lines: changed(lines, 50, state="{}"),
            "51: event 49 of duel was changed, or one before",
        ),
        (lambda lines: changed(lines, 50, digest="0" * 64), "51: event 49 of duel was changed, or one before"),
        (lambda lines: changed(lines, 50, command_id="xyz"), "51: this is not an event"),
        (lambda lines: changed(lines, 50, recorded_at="2001-01-01"), "352: its content does not match its last line"),
        (lambda lines: lines.pop(50), "51: event 49 of duel was changed, or one before"),
        (lambda lines: lines.pop(), "352: it was cut off here"),
        (lambda lines: lines.__setitem__(-1, lines[-1][:20]), "352: it was cut off here"),
        (lambda lines: lines.append("more\n"), "353: something follows its end"),
        (lambda lines: lines.__setitem__(9, "no JSON\n"), "10: it does not have the form of a bundle"),
        (lambda lines: changed(lines, 0, bundle=2), "1: this is not a bundle of games, or a later release wrote it"),
        (lambda lines: changed(lines, 50, version=49.0), "51: this is not an event"),
        (lambda lines: changed(lines, 50, recorded_at="yesterday\x1b"), "51: this is not an event"),
        (lambda lines: changed(lines, 50, recorded_at="\udc80"), "51: this is not an event"),
        (lambda lines: changed(lines, 50, command_id="00" * 5000), "51: this is not an event"),
        (lambda lines: lines.__setitem__(9, "[" * 200_000 + "\n"), "10: it does not have the form of a bundle"),
        (lambda lines: changed(lines, 0, streams=[{}]), "1: it does not say which streams it holds"),
        (lambda lines: changed(lines, 0, streams=[]), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, after="0"), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, after=-5), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, head=None), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, stream=7), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, stream=None), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, digest="00"), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, parent="other"), "1: it does not say which streams it holds"),
        (lambda lines: announced(lines, parent=3, at_version="x", at_digest=""), "1: it does not say which streams"),
        (lambda lines: lines.clear(), "1: it was cut off here"),
    ],
)
def test_of_a_bundle_that_is_not_sound_nothing_is_taken_and_the_line_is_named(
    branched: Callable[..., Told], change: Callable[[list[str]], object], said: str
) -> None:
    assert branched("var", "export", "duel", "-o", "duel.bundle").code == 0
    lines = Path("duel.bundle").read_text(encoding="utf-8").splitlines(keepends=True)
    change(lines)
    Path("duel.bundle").write_text("".join(lines), encoding="utf-8")
    told = branched("other", "import", "duel.bundle")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(f"duel.bundle:{said}")
    assert told.err.endswith("Nothing was imported.\n")
    assert branched("other", "games").out.startswith("There are no games here yet.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("export nobody -o x", "There is no game nobody in var."),
        ("export duel -o kept.txt", "kept.txt already exists and is never overwritten. Name another file."),
        ("import nowhere", "nowhere: no such file or directory."),
        ("export duel -o x --since 350", "duel has only 350 events: there is nothing new to export."),
        ("export duel -o x --since 200 --all", "--since exports one branch; --all exports every branch."),
        (
            "export duel -o x --since kept.txt",
            "A checkpoint has three lines: a record's origin, a number of events and a root.",
        ),
        (
            "export duel -o x --since other.txt",
            "The record of duel does not begin with the 100 events of this checkpoint.",
        ),
    ],
)
def test_what_does_not_fit_is_refused(branched: Callable[..., Told], words: str, said: str) -> None:
    Path("kept.txt").write_text("kept\n", encoding="utf-8")
    origin = branched("var", "audit", "verify", "duel", "--json").json["checkpoint"].split("\n")[0]
    Path("other.txt").write_text(f"{origin}\n100\n{'A' * 43}=\n", encoding="utf-8")
    told = branched("var", *words.split())
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(said)
    assert not Path("x").exists()


def test_what_this_program_does_not_know_it_cannot_check_and_does_not_take(tmp_path: Path) -> None:
    """Events of a later release."""
    with a_store(tmp_path / "one.db") as one:
        one.append("duel", numbers(5), after=-1)
        one.fork("what-if", "duel", 2, numbers(3))
    with Session.over(tmp_path / "one.db") as later, Session.over(tmp_path / "other.db") as other:
        exports.export(later.open_game("what-if"), tmp_path / "bundle", whole=True)
        with pytest.raises(UnreadableError) as refused:
            exports.import_game(other, tmp_path / "bundle")
        assert other.names() == []
    assert str(refused.value) == (
        "duel: event #0 cannot be read; the game cannot be opened. The store holds an event named "
        "sample.Counted/1, and the rules sample are not installed here. Read the record with the program that wrote "
        "it, or a newer one.\nNothing was imported."
    )


def test_a_command_counts_once_there_too(tmp_path: Path) -> None:
    with a_store(tmp_path / "one.db") as one:
        one.append("duel", numbers(1), after=-1, command_id=b"mail")
        one.append("duel", numbers(1, 1), after=0, command_id=b"post")
    with Session.over(tmp_path / "one.db") as one, Session.over(tmp_path / "other.db") as other:
        exports.export(one.open_game("duel"), tmp_path / "bundle")
        text = (tmp_path / "bundle").read_text().replace(b"post".hex(), b"mail".hex())
        *lines, _ = text.splitlines(keepends=True)
        last = {"events": 2, "sha256": hashlib.sha256("".join(lines).encode()).hexdigest()}
        (tmp_path / "bundle").write_text("".join([*lines, json.dumps(last, sort_keys=True), "\n"]))
        with pytest.raises(NotAllowedError, match="Event 1 of duel has the command id"):
            exports.import_game(other, tmp_path / "bundle")
        assert other.names() == []


@pytest.mark.parametrize("name", ["-x", "a/b"])
def test_names_that_a_command_line_or_a_file_would_misread_are_for_old_games_alone(
    begun: Sits, tmp_path: Path, home: Path, name: str
) -> None:
    said = f'The name "{name}" begins with - or contains a /; a command line or a file system would misread it.'
    for words in (("new", "duel.toml"), ("fork", "duel", "--at", "1.1")):
        told = begun(*words, f"--name={name}")
        assert (told.code, told.out) == (1, "")
        assert told.err.startswith(said)
    with Session.over(tmp_path / "old.db") as old, Session.over(home / "sits.db") as session:
        old.store.append(name, session.open_game("duel").facts(), after=-1)
        assert old.names() == [name]
        exports.export(old.open_game(name), tmp_path / "bundle")
    assert begun("import", "bundle").err == f"{said} Nothing was imported.\n"


def test_a_game_by_mail_can_be_given_away_and_is_never_written_over(
    sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy("duel", Path())
    monkeypatch.setenv("SITS_HOME", "red")
    assert sits("export", "duel", "-o", "duel.bundle").out.splitlines()[1] == (
        "The game is played by mail: the file holds no letters, keys or secrets; `sits backup` copies those too."
    )
    assert sits("import", "duel.bundle") == (
        1,
        "",
        "duel is played by mail here, and its record comes only from letters. Nothing was imported.\n",
    )
    monkeypatch.setenv("SITS_HOME", "club")
    assert sits("import", "duel.bundle").code == 0
    assert sits("audit", "verify", "duel").code == 0


@pytest.mark.long
def test_a_long_game_is_carried_in_little_memory(tmp_path: Path) -> None:
    def carried(count: int) -> int:
        folder = tmp_path / str(count)
        folder.mkdir()
        with a_store(folder / "one.db") as one, a_store(folder / "other.db") as other:
            for start in range(0, count, 1000):
                one.append("duel", numbers(1000, start), after=start - 1)
            tracemalloc.start()
            _carry(one, other, folder / "bundle")
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert other.head("duel") == one.head("duel")
        return most

    assert carried(20_000) < 1.5 * carried(5_000)


@pytest.mark.long
def test_a_long_game_is_compressed_in_little_memory(tmp_path: Path) -> None:
    def carried(count: int) -> int:
        folder = tmp_path / str(count)
        folder.mkdir()
        with a_store(folder / "one.db") as store:
            for start in range(0, count, 1000):
                store.append("duel", numbers(1000, start), after=start - 1)
        with Session.over(folder / "one.db") as one, Session.over(folder / "other.db") as other:
            tracemalloc.start()
            exports.export(one.open_game("duel"), folder / "bundle.gz")
            with gzip.open(folder / "bundle.gz", "rt", encoding="utf-8", newline="\n") as lines:
                other.store.import_bundle(BundleReader("bundle.gz", lines))
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert other.store.head("duel") == one.store.head("duel")
        return most

    assert carried(20_000) < 1.5 * carried(5_000)


def _carry(one: GameStore, other: GameStore, path: Path) -> None:
    from sits_es.store.bundle import CarriedStream, written

    head = one.head("duel")
    stream = CarriedStream(
        stream="duel", parent=None, at_version=None, at_digest=None, after=-1, after_digest="0" * 64,
        head=head.version, digest=head.digest,
    )  # fmt: skip
    with path.open("w", encoding="utf-8") as out:
        out.writelines(written([stream], one.rows("duel", -1, head.version)))
    with path.open(encoding="utf-8") as lines:
        other.import_bundle(BundleReader("bundle", lines))
