"""Whole folders of players, kept as an earlier program wrote them and never made again, and what commands say there.

`stored_games/NAME/` holds the folders (`var`, or one named after each player) and beside them the files that commands
are given. `NAME.heads` says how each record ends, and with `all` how they end once the open exchange is played.
`NAME.told/` holds what commands answered, one file for each command; longer files tell a story. The clocks of these
games stand in 2025, and what is still to come in them lies in 2095.

hot_seat     duel, in its second turn, with a what-if, a what-if of that one, one more with another option, which the
             read models have not seen, and one whose name has a blank; a skirmish with house tables that is over; a
             convoy that has not been played. Read models, and snapshots of each turn's end.
chase        pursuit under SFB 'n3D, in its second turn, with damage that was entered, and slower, a what-if of it in
             runs of four impulses. Read models, and a snapshot.
dogfight     Star Wars hex combat in its third round: an advantage gained and attempts at it, a side named in one hex,
             after which the attack does not bear, asteroids, advantage and triumph spent, critical hits, a fighter
             lost, and strain and a note that were entered. It is Krait's slot; blue's orders for it lie unread in
             red's inbox. Red has a what-if, gets his own reports and has read models.
beacon       X-Wing after its first round: six placements, an attack, a dispute about it and the ruling, damage, a
             turret turned, and an entry that blue refused, which is on no record. Red enters an attack, and his letter
             lies unread in blue's inbox. Red has a what-if and read models.
codes        A fight under the first rules of SITS, whose events hold codes (number 2): a lance, torpedoes by tubes, a
             shot that slid without a bonus, one from a marker's own window, shots at one's own side, pivots and rolls,
             a miracle card. A what-if.
lances       The same fight under rules pack 2, by the players' own tables (number 3): a lance that has to beat a
             mirrored number, torpedoes and missiles by type, magazines by rows, a shot that slid with a bonus, one from
             a marker's own window, decoys by how many and how near, plots that came to nothing, a miracle that was
             spent. A what-if that drifts, and one by the other reading, which has not been played. Read models.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.shared.commands_told import Told, run

STORED = Path(__file__).parent / "stored_games"
GAMES = sorted(path.stem for path in STORED.glob("*.heads"))
AT_ONE_TABLE = ("hot_seat", "chase", "codes", "lances")
#: By mail, and nobody seals orders in them: one player acts in the open, or enters what the other confirms.
IN_THE_OPEN = ("beacon", "dogfight")
BY_MAIL = [game for game in GAMES if game not in (*AT_ONE_TABLE, *IN_THE_OPEN)]
TOLD = sorted(path.relative_to(STORED).with_suffix("").as_posix() for path in STORED.glob("*.told/*.txt"))

#: A line that was typed: in whose folder, where there are several, and the command.
TYPED = re.compile(r"(?m)^(?:(\w+) )?\$ sits (.+)$")
#: Answers for which read models and snapshots are made use of.
CACHED = [
    name
    for name in TOLD
    if re.match(r"(hot_seat|chase|lances).told/(audit.*search|games|show-(what|walls|late|slower)|fork-at)", name)
]
#: What the doctor says of the machine that he is on, as text and as JSON, and of all that can be played there.
MACHINE = re.compile(
    r'\A(?:.+\n)+(?=Games are kept)|(?m:^  "machine": \{[^}]*\},\n)'
    r'|(?<="systems": )\[[^]]*\]|(?<="versions": )\{[^}]*\}'
)
#: What may be said in the environment about the width and the colours of an output.
TERMINAL = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
#: Where the record is in a store: tables, their columns, and the order of their rows.
RECORD = (
    (
        "stored_events",
        "originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at",
        "1, 2",
    ),
    ("lineage", "child, parent, at_version, at_digest", "1"),
)
#: In so many days of mail everything comes to rest.
DAYS = 20

Heads = dict[str, tuple[int, str]]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Folders are copied into the current one and named from there: no answer holds a path of this machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "var")
    for name in TERMINAL:
        monkeypatch.delenv(name, raising=False)
    yield
    monkeypatch.undo()
    shutil.rmtree(tmp_path)  # hundreds of copies would be kept for a look at them


def copy(game: str) -> None:
    """Copy a stored game. A repository keeps no modes, and keys must be for nobody else's eyes."""
    shutil.copytree(STORED / game, ".", dirs_exist_ok=True)
    for keys in Path().glob("*/keys"):
        keys.chmod(0o700)
        for file in keys.iterdir():
            file.chmod(0o600)


def homes() -> list[str]:
    """The players' folders that are here."""
    return sorted(path.parent.name for path in Path().glob("*/sits.db"))


def sits(home: str, *words: str) -> Told:
    """Run a command in a player's folder."""
    os.environ["SITS_HOME"] = home
    return run(*words)


def well(home: str, *words: str) -> str:
    """What a command says, which has to be carried out."""
    told = sits(home, *words)
    assert (told.code, told.err) == (0, ""), words
    return told.out


def told_anew(text: str) -> str:
    """The commands of a stored text once more, one after the other, with what they say now."""
    return "".join(_told(typed) for typed in TYPED.finditer(text))


def _told(typed: re.Match[str]) -> str:
    words = shlex.split(typed[2])
    before = set(Path().glob("*.*"))
    told = sits(typed[1] or "var", *words)
    out = MACHINE.sub("", told.out) if words[0] == "doctor" else told.out
    said = f"{typed[0]}\nexit {told.code}\n{out}"
    if told.err:
        said += f"standard error:\n{told.err}"
    for path in sorted(set(Path().glob("*.*")) - before):
        said += f"written to {path}:\n{path.read_text(encoding='utf-8')}"
    return said


def stored(name: str) -> str:
    """A stored text."""
    with (STORED / f"{name}.txt").open(encoding="utf-8", newline="") as file:
        return file.read()


def heads(home: str) -> Heads:
    """How the records of a folder end, by stream: the version and digest of the last event."""
    with closing(sqlite3.connect(Path(home, "sits.db"))) as db:
        rows = db.execute("SELECT originator_id, originator_version, hex(digest) FROM heads").fetchall()
    return {stream: (version, digest.lower()) for stream, version, digest in rows}


def stored_heads(game: str) -> dict[str, Heads]:
    """How the records ended when they were stored, by folder and stream."""
    found: dict[str, Heads] = {}
    for line in (STORED / f"{game}.heads").read_text(encoding="utf-8").splitlines():
        home, stream, version, digest = shlex.split(line)
        found.setdefault(home, {})[stream] = (int(version), digest)
    return found


def bytes_on_record(home: str) -> str:
    """A digest over everything that a folder's records hold, and over where branches leave each other."""
    whole = hashlib.sha256()
    with closing(sqlite3.connect(Path(home, "sits.db"))) as db:
        for table, columns, order in RECORD:
            for row in db.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"):  # noqa: S608 -- from above
                whole.update(repr(row).encode())
    return whole.hexdigest()


def forget(home: str) -> None:
    """Throw away what only saves time: read models and snapshots."""
    Path(home, "read.db").unlink()
    with closing(sqlite3.connect(Path(home, "sits.db"))) as db, db:
        kept = db.execute("SELECT name FROM sqlite_master WHERE name IN ('stored_snapshots', 'stored_states')")
        assert sum(db.execute(f"DELETE FROM {table}").rowcount for (table,) in kept.fetchall()) > 0  # noqa: S608 -- above


def carry() -> set[str]:
    """Bring all letters from the outboxes to those whom they are for, and say who they are."""
    readers = set()
    for letter in sorted(Path().glob("*/outbox/*.eml")):
        reader = str(message_from_bytes(letter.read_bytes())["To"]).partition("@")[0]
        inbox = Path(reader, "inbox")
        inbox.mkdir(exist_ok=True)
        letter.replace(inbox / letter.name)
        readers.add(reader)
    return readers


def let_days_pass() -> None:
    """Let everybody take their mail in, until nobody writes to anybody any more."""
    carry()
    readers = set(homes())
    for _ in range(DAYS):
        for home in sorted(readers):
            well(home, "mail", "in", "--quiet")
        if not (readers := carry()):
            return
    raise AssertionError("the letters do not come to an end")


def branch_of(game: str) -> str:
    """The branch that is played on in a stored game by mail."""
    branches = {"peers_three": "triangle", "ruled": "duel-2", "tables_by_mail": "lances"}
    return branches.get(game, game if game in IN_THE_OPEN else "duel")


def ends(branch: str) -> set[tuple[int, str]]:
    """How everybody's record of a branch ends."""
    return {heads(home)[branch] for home in homes() if home != "watcher"}


@pytest.mark.parametrize("name", TOLD)
def test_a_command_answers_over_a_stored_folder_as_it_did(name: str) -> None:
    copy(name.partition(".told/")[0])
    text = stored(name)
    assert told_anew(text) == text


@pytest.mark.parametrize("name", CACHED)
def test_it_answers_just_so_without_read_models_and_snapshots(name: str) -> None:
    copy(name.partition(".told/")[0])
    forget("var")
    text = stored(name)
    assert told_anew(text) == text


@pytest.mark.parametrize("game", GAMES)
def test_records_end_as_they_did_and_reading_them_changes_no_byte(game: str) -> None:
    copy(game)
    kept = {home: each for home, each in stored_heads(game).items() if home != "all"}
    before = {home: bytes_on_record(home) for home in homes()}
    assert {home: heads(home) for home in homes()} == kept
    for home in kept:
        assert "The store is healthy." in well(home, "doctor")
        well(home, "games")
    assert {home: heads(home) for home in homes()} == kept
    assert {home: bytes_on_record(home) for home in homes()} == before


@pytest.mark.parametrize("game", BY_MAIL)
def test_the_open_exchange_and_one_more_are_played_and_all_records_are_the_same(game: str) -> None:
    copy(game)
    for settings in Path().glob("*/sits.toml"):  # without receipts there is less to carry
        text = settings.read_text().replace("acks = false\n", "")
        settings.write_text(text.replace("[post]", "[post]\nacks = false"))
    branch = branch_of(game)
    let_days_pass()
    (played,) = ends(branch)
    assert played == stored_heads(game).get("all", {branch: played})[branch]
    turn, segment = re.findall(r"stands at (\d)\.(\d)", well("red", "mail", "status", branch))[0]
    owing = [home for home in homes() if f"seal of {home} (you)" in well(home, "mail", "status", branch)]
    assert owing
    for player in owing:
        well(player, "orders", "new", branch, "--as", player, "-o", f"{player}.new")
        well(player, "orders", "seal", f"{player}.new", "--to", f"{turn}.{segment}")
        well(player, "mail", "out")
    let_days_pass()
    assert f"stands at {turn}.{int(segment) + 1}" in well("red", "mail", "status", branch)
    assert len(ends(branch)) == 1
    assert "recomputing from orders, seals and dice" in well("blue", "audit", branch, "--verify")
    well("red", "mail", "prove", branch)


def test_whoever_acts_in_a_slot_plays_it_by_one_letter_and_in_all_records_it_is_the_same() -> None:
    copy("dogfight")
    let_days_pass()
    (played,) = ends("dogfight")
    assert played == stored_heads("dogfight")["all"]["dogfight"]
    assert "stands at 4.1\n  owed: orders of red (you)\n" in well("red", "mail", "status", "dogfight")
    assert "You let dogfight 4.1 pass." in well("red", "orders", "pass", "dogfight")
    let_days_pass()
    assert len(ends("dogfight")) == 1
    assert "stands at 4.3" in well("blue", "mail", "status", "dogfight")
    assert "recomputing from orders, seals and dice" in well("blue", "audit", "dogfight", "--verify")
    well("red", "mail", "prove", "dogfight")


@pytest.mark.parametrize(("answer", "at"), [((), "2.2"), (("--refuse", "they are spent"), "2.1")])
def test_what_is_entered_stands_in_all_records_once_the_other_confirms_it(answer: tuple[str, ...], at: str) -> None:
    copy("beacon")
    let_days_pass()
    (before,) = ends("beacon")
    assert before == stored_heads("beacon")["all"]["beacon"]
    well("blue", "agree", "beacon", *answer)
    let_days_pass()
    (after,) = ends("beacon")
    assert (after == before) == bool(answer)
    for home in homes():
        assert f"facts can be entered at {at}" in well(home, "mail", "status", "beacon")
        assert "recomputing from what was entered" in well(home, "audit", "beacon", "--verify")
        well(home, "mail", "prove", "beacon")
