"""Real processes: killed at any point of `sits play`, nothing reported is lost and no half segment stands; two that
play the same segment at once do not write it twice.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.shared.duels import BLUE, RED, SCENARIO
from tests.shared.rows import long_beyond

SITS = [sys.executable, "-c", "from commands.start import run; run()"]
ROOT = Path(__file__).parent.parent
FILES = ("red.orders", "blue.orders")

#: Plays, and before each commit and behind it says how far it is and waits for a line before it goes on.
TELLING = """
import sys
from sits_es.service import session
from commands.start import run
from sits_es.store import game_store

def say(text):
    sys.stderr.write(text + "\\n")
    sys.stderr.flush()
    sys.stdin.readline()

real_rows, real_append = game_store.write_rows, session.OpenGame.append

def rows(*words, **more):
    tip = real_rows(*words, **more)
    say("written")  # inside the transaction: not committed yet
    return tip

def append(self, facts, **more):
    head = real_append(self, facts, **more)
    say(f"recorded {head.version}")
    return head

game_store.write_rows, session.OpenGame.append = rows, append
run()
"""


def env_of(folder: Path) -> dict[str, str]:
    return {**os.environ, "SITS_HOME": str(folder), "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}


def sits(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SITS, *words], env=env_of(folder), cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the duel begun and order files beside it."""
    folder = tmp_path_factory.mktemp("begun")
    for name, text in (("duel.toml", SCENARIO), ("red.orders", RED), ("blue.orders", BLUE)):
        (folder / name).write_text(text, encoding="utf-8")
    made = sits(folder, "new", "duel.toml", "--name", "duel")
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture(scope="module")
def whole(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """The rows of the game when nobody disturbs it: what every undisturbed or resumed game comes to."""
    folder = shutil.copytree(begun, tmp_path_factory.mktemp("whole") / "games")
    assert sits(folder, "play", "duel", *FILES, "--to", "1.break").returncode == 0
    return rows(folder)


@pytest.fixture
def folder(begun: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(begun, tmp_path / "games"))


def rows(folder: Path) -> list[tuple[object, ...]]:
    """Stream, version, name, content, link and digest of every event; none twice, by the way they are read."""
    with closing(sqlite3.connect(folder / "sits.db")) as db:
        found = db.execute(
            "SELECT originator_id, originator_version, topic, state, previous, digest FROM stored_events ORDER BY rowid"
        ).fetchall()
    assert len({row[:2] for row in found}) == len(found)
    return found


def whole_exchanges(found: list[tuple[object, ...]]) -> int:
    """How many exchanges are on record. A half one fails: its first event is a seal, its last follow its close."""
    names = [str(row[2]) for row in found]
    opened = sum(
        name.startswith("game.OrdersSealed") and not before.startswith("game.OrdersSealed")
        for before, name in zip(["", *names], names, strict=False)
    )
    closed = sum(name.startswith("game.SegmentClosed") for name in names)
    assert opened == closed
    return closed


def play_on(folder: Path, whole: list[tuple[object, ...]]) -> None:
    """The store opens, is sound, and holds a beginning of the undisturbed game; what is left can be played."""
    found = rows(folder)
    assert found == whole[: len(found)]
    done = whole_exchanges(found)
    audit = sits(folder, "audit", "verify", "duel")
    assert audit.returncode == 0, audit.stderr
    assert f"duel: {len(found)} events; every byte, link and digest is sound." in audit.stdout
    if done < 9:
        for name, text in zip(FILES, (RED, BLUE), strict=True):
            (folder / name).write_text(left_of(text, done + 1), encoding="utf-8")
        again = sits(folder, "play", "duel", *FILES, "--to", "1.break")
        assert again.returncode == 0, again.stderr
    assert rows(folder) == whole


def left_of(text: str, segment: int) -> str:
    """Orders for a segment (1 up, 9 the break) and those behind it."""
    left = []
    for line in text.splitlines():
        words = line.split()
        first, _, last = words[0].partition("-")
        if not first.isdigit():
            left.append(line)
        elif int(last or first) >= segment:
            left.append(f"  {max(int(first), segment)}-{last or first} {' '.join(words[1:])}")
    return "\n".join(left) + "\n"


def killed_at(folder: Path, sign: int, delay: float | None) -> int:
    """Kill `sits play` at a sign of life (1 up); the last version that it reported as recorded, or -1.

    delay: seconds for which it may go on behind the sign; None: it is killed just there.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", TELLING, "play", "duel", *FILES, "--to", "1.break"],
        env=env_of(folder),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin is not None
        assert process.stderr is not None
        said = [process.stderr.readline()]
        for _ in range(sign - 1):
            process.stdin.write("\n")
            process.stdin.flush()
            said += [process.stderr.readline()]
        if delay is not None:
            process.stdin.write("\n" * 99)
            process.stdin.flush()
            time.sleep(delay)
        process.kill()
        said += process.stderr.readlines()  # what it still said before it died
    assert said[0] == "written\n"
    return max((int(line.split()[1]) for line in said if line.startswith("recorded")), default=-1)


@pytest.mark.parametrize("sign", long_beyond(2, [1, 2, 4, 17, 18]))
def test_killed_inside_a_segments_transaction_or_right_behind_it(
    folder: Path, whole: list[tuple[object, ...]], sign: int
) -> None:
    """Odd signs are given when all rows are written but not committed, even ones behind the commit."""
    reported = killed_at(folder, sign, None)
    found = rows(folder)
    assert whole_exchanges(found) == sign // 2
    assert len(found) - 1 == reported if sign % 2 == 0 else len(found) > reported
    assert found == whole[: len(found)]
    if sign in (1, 4, 17):
        play_on(folder, whole)


@pytest.mark.long
@pytest.mark.parametrize(("sign", "delay"), [(1, 0.0005), (3, 0.003), (5, 0.02), (15, 0.01)])
def test_killed_a_moment_later_nothing_reported_is_lost_and_no_half_segment_stands(
    folder: Path, whole: list[tuple[object, ...]], sign: int, delay: float
) -> None:
    reported = killed_at(folder, sign, delay)
    found = rows(folder)
    assert len(found) > reported
    assert whole_exchanges(found) >= sign // 2
    assert found == whole[: len(found)]


@pytest.mark.long
def test_killed_after_any_delay_the_game_goes_on_as_if_nothing_had_been(
    begun: Path, tmp_path: Path, whole: list[tuple[object, ...]]
) -> None:
    """Also while the program starts, reads, makes its report or writes its read models."""
    started = time.monotonic()
    first = Path(shutil.copytree(begun, tmp_path / "timed"))
    assert sits(first, "play", "duel", *FILES, "--to", "1.break").returncode == 0
    full = time.monotonic() - started
    for number in range(5):
        folder = Path(shutil.copytree(begun, tmp_path / f"games-{number}"))
        process = subprocess.Popen(
            [*SITS, "play", "duel", *FILES, "--to", "1.break"],
            env=env_of(folder),
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(full * (0.4 + 0.12 * number))
        process.kill()
        told, _ = process.communicate()
        found = rows(folder)
        assert found == whole[: len(found)]
        whole_exchanges(found)
        if shown := re.search(r"Record: (\d+) events", told):
            assert len(found) == int(shown[1])  # the report came: all that it tells of is there
        if number % 4 == 0:
            play_on(folder, whole)
            assert sits(folder, "games").returncode == 0


@pytest.mark.long
@pytest.mark.parametrize("secrets", ["the same orders and secrets", "other nonces", "other orders"])
def test_of_two_processes_that_play_the_same_segment_one_wins_and_the_other_is_told(folder: Path, secrets: str) -> None:
    other = folder / "other"
    other.mkdir()
    change = {"other nonces": ("secret .*", ""), "other orders": ("thrust 6", "thrust 3")}.get(secrets, ("$", ""))
    for name, text in zip(FILES, (RED, BLUE), strict=True):
        (other / name).write_text(re.sub(*change, text), encoding="utf-8")
    before = len(rows(folder))
    words = [sys.executable, "-c", WAITING, "play", "duel"]
    racers = [
        subprocess.Popen(
            [*words, *(str(place / name) for name in FILES), "--to", "1.1"],
            env=env_of(folder) | {"RACERS": str(folder / "racers")},
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for place in (folder, other)
    ]
    answers = [racer.communicate(timeout=60) for racer in racers]
    statuses = [racer.returncode for racer in racers]
    assert sorted(statuses) == [0, 1], answers
    lost = statuses.index(1)
    told, refused = answers[lost]
    after = len(rows(folder))
    assert told == ""
    assert refused == (
        f"Somebody else has continued duel: it is at event #{after - 1}, but you had seen it up to "
        f"#{before - 1}. Nothing was written. Look again, then repeat your command.\n"
    )
    assert "duel is at 1.2; everybody owes orders." in answers[1 - lost][0]
    assert whole_exchanges(rows(folder)) == 1
    audit = sits(folder, "audit", "verify", "duel")
    assert audit.returncode == 0, audit.stderr


#: Plays, but writes only once both have read the game and worked out the segment.
WAITING = """
import os, time
from pathlib import Path
from sits_es.service import session
from commands.start import run

real = session.OpenGame.append
place = Path(os.environ["RACERS"])
place.mkdir(exist_ok=True)

def append(*words, **more):
    (place / str(os.getpid())).touch()
    until = time.monotonic() + 20
    while len(list(place.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.001)
    return real(*words, **more)

session.OpenGame.append = append
run()
"""


@pytest.mark.long
def test_two_processes_in_two_games_of_one_folder_do_not_disturb_each_other(folder: Path) -> None:
    assert sits(folder, "new", "duel.toml", "--name", "second").returncode == 0
    for name, text in zip(FILES, (RED, BLUE), strict=True):
        (folder / f"2-{name}").write_text(text.replace("game duel", "game second"), encoding="utf-8")
    racers = [
        subprocess.Popen(
            [*SITS, "play", game, *(prefix + name for name in FILES), "--to", "1.break"],
            env=env_of(folder),
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for game, prefix in (("duel", ""), ("second", "2-"))
    ]
    answers = [racer.communicate(timeout=60) for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0], answers
    for game in ("duel", "second"):
        assert sits(folder, "audit", "verify", game).returncode == 0
    listed = sits(folder, "games", "--json")
    assert listed.stdout.count('"turn": 2') == 2
