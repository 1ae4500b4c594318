"""Standard streams of any encoding, closed pipes, full devices: a command ends as it should, and nothing is lost."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from tests.shared.duels import BLUE, RED, SCENARIO
from tests.shared.programs import Table
from tests.shared.streams import environment, many, shell, statuses

pytestmark = pytest.mark.long

TITLE = "Überfall € Δοκιμή 戦い"
FULL = "The output cannot be written: no space left on device."
DONE = f"{FULL} The command was still carried out.\n"

#: Commands that draw, and take --ascii; then commands that print tables, sentences and other people's names.
DRAWING = (
    "show duel --as red -vv",
    "show duel --at 1.4",
    "replay duel",
    "replay duel 1.3",
    "replay duel --step",
    "demo --name demo -vv",
    "card show 'Sample Heavy Cruiser'",
    "calc bearing '6B 3+' --nose A+ --roll 0 --picture",
)
WRITING = (
    "games",
    "stats duel luck",
    "audit list duel",
    "audit verify duel",
    "explain duel 1",
    "diff duel duel",
    "orders new duel --as red",
    "scenario check duel.toml",
    "doctor",
    "mail status",
    "calc plots 4 +++",
    "--help",
    "calc --help",
)
JSON = ("games --json", "show duel --json", "audit list duel --json", "explain duel 1 --json", "replay duel --json")
REFUSED = ("show 戦い", "new nowhere/Δ.toml --name x", "orders new duel --as Δ", "scenario check Δ.toml")
WRONG = ("戦い", "show duel --Δ", "show duel --width Δ")


@pytest.fixture(scope="module")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a duel that is played to 2.1, and what it was played from; titles and names are in many letters."""
    folder = tmp_path_factory.mktemp("played")
    scenario = SCENARIO.replace("A duel for tests", TITLE).replace('"Anna"', '"Zoë Δ"')
    for name, text in (("duel.toml", scenario), ("red.orders", RED), ("blue.orders", BLUE)):
        (folder / name).write_text(text, encoding="utf-8")
    lines = ["new duel.toml --name duel", "play duel red.orders blue.orders --to 1.break", "demo --name demo"]
    found = many(folder, lines)
    assert statuses(found.stderr.decode()) == [0, 0, 0]
    return folder


@pytest.fixture
def played(_played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(_played, tmp_path / "games")


def events(folder: Path) -> int:
    with closing(connect(folder / "sits.db")) as db:
        return int(db.execute("SELECT count(*) FROM stored_events").fetchone()[0])


@pytest.mark.parametrize(
    ("env", "encoding", "title"),
    [
        ({"PYTHONIOENCODING": "cp1252"}, "cp1252", "Überfall € ?????? ????"),
        ({"PYTHONIOENCODING": "ascii:strict", "PYTHONUNBUFFERED": "1"}, "ascii", "Uberfall ? ?????? ????"),
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "ascii", "Uberfall ? ?????? ????"),
        ({"PYTHONIOENCODING": "utf-8:strict"}, "utf-8", TITLE),
        ({"PYTHONIOENCODING": "utf-16"}, "utf-16", TITLE),
    ],
)
def test_no_command_breaks_off_on_an_encoding(played: Path, env: dict[str, str], encoding: str, title: str) -> None:
    lines = [*DRAWING, *WRITING, *JSON]
    told = many(played, [*lines, *REFUSED, *WRONG], **env)
    out, err = told.stdout.decode(encoding), told.stderr.decode(encoding)
    assert told.returncode == 0
    assert "Traceback" not in err
    assert statuses(err) == [0] * len(lines) + [1] * len(REFUSED) + [2] * len(WRONG)
    assert f"duel: {title}. Event #" in out
    assert ("─" in out) == encoding.startswith("utf")


def test_where_an_encoding_carries_no_drawings_they_are_made_as_with_ascii(played: Path) -> None:
    def drawn(lines: Iterable[str], encoding: str) -> list[str]:
        told = many(played, list(lines), PYTHONIOENCODING=encoding).stdout.decode(encoding)
        return [line for line in told.splitlines() if not line.startswith("duel: ")]

    plain = drawn((f"{line} --ascii" for line in DRAWING), "utf-8")
    for encoding in ("cp1252", "ascii"):
        assert drawn(DRAWING, encoding) == plain


def test_a_table_is_the_same_in_ascii_but_for_its_lines(played: Path) -> None:
    lines = ["games --width 200", "audit list demo", "stats demo luck"]
    drawn = many(played, lines, PYTHONIOENCODING="utf-8").stdout.decode()
    plain = many(played, lines, PYTHONIOENCODING="iso8859-7").stdout.decode("iso8859-7")
    in_ascii = drawn.translate(str.maketrans("─│█", "-|#"))
    assert in_ascii.replace(TITLE, "Uberfall € Δοκιμή ????") == plain


def test_each_stream_goes_by_its_own_encoding(played: Path) -> None:
    # the names of variables that say so apart are the shell's, so the streams are set in the program
    program = (
        "import sys; from commands.start import run; sys.stderr.reconfigure(encoding='latin-1');"
        " sys.argv = ['sits', 'show', 'Zoë 戦']; run()"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment(played, {}), capture_output=True, check=False
    )
    assert told.stderr.decode("latin-1").startswith("There is no game Zoë ?? in ")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "utf-16"])
def test_json_says_the_same_in_every_encoding(played: Path, encoding: str) -> None:
    told = many(played, ["games --json"], PYTHONIOENCODING=encoding).stdout.decode(encoding)
    assert [game["title"] for game in json.loads(told)] == ["A duel of cruisers", TITLE]
    assert (TITLE in told) == encoding.startswith("utf")


def test_files_are_written_in_utf_8_whatever_the_locale(played: Path) -> None:
    lines = ["show duel -o map.svg", "audit export duel -o duel.jsonl"]
    told = many(played, lines, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert statuses(told.stderr.decode()) == [0, 0]
    assert TITLE in (played / "map.svg").read_text(encoding="utf-8")
    first, *_ = (played / "duel.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(json.loads(first)["state"])["title"] == TITLE


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_who_goes_away_ends_the_output_and_nothing_else(played: Path, unbuffered: str) -> None:
    lines = [
        "SITS audit list demo | head -n 1",
        "SITS games | true",
        "SITS --help | true",
        "SITS show duel --json | true",
        "SITS show duel | sleep 0",
        "SITS show nobody 2>&1 | true",
        "SITS fly 2>&1 | true",
    ]
    told = shell(played, "; ".join(f"{line}; echo ${{PIPESTATUS[0]}}" for line in lines), PYTHONUNBUFFERED=unbuffered)
    assert told.stderr == ""
    assert told.stdout.split()[-7:] == ["0", "0", "0", "0", "0", "1", "2"]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_cannot_be_written_is_said_and_is_status_1(played: Path, unbuffered: str) -> None:
    lines = ["audit list demo", "games", "--help", "show duel --json", "--version", "calc plots 4 +++"]
    for line in lines[:: 2 if unbuffered else 1]:
        told = shell(played, f"SITS {line} > /dev/full", PYTHONUNBUFFERED=unbuffered)
        assert (told.returncode, told.stderr) == (1, DONE), line
    told = shell(played, "SITS games 1< /dev/null")
    assert told.returncode == 1
    assert told.stderr == "The output cannot be written: bad file descriptor. The command was still carried out.\n"


def test_a_refusal_keeps_its_status_where_nobody_can_read_it(played: Path) -> None:
    lines = [
        ("show nobody 2> /dev/full", 1),
        ("fly > /dev/full 2>&1", 2),
        ("show nobody 2>&-", 1),
        ("show nobody <&- >&- 2>&-", 1),
        ("games > /dev/full 2>&1", 1),
        ("calc bearing 6B --nose A --roll 0 -o a.svg 2> /dev/full", 1),
    ]
    told = shell(played, "; ".join(f"SITS {line}; echo $? >> statuses" for line, _ in lines))
    assert told.stderr == ""
    assert (played / "statuses").read_text().split() == [str(status) for _, status in lines]


def test_with_closed_streams_a_command_does_what_it_is_asked_to(played: Path) -> None:
    before = events(played)
    told = shell(played, "SITS new duel.toml --name closed <&- >&- 2>&-; echo $?; SITS games --json >&-; echo $?")
    assert (told.stdout, told.stderr) == ("0\n0\n", "")
    assert events(played) > before
    assert json.loads(shell(played, "SITS games --json").stdout)[0]["name"] == "closed"


def test_what_is_played_stands_on_record_where_nobody_can_read_of_it(played: Path) -> None:
    ends = {"read": "> said", "cut": "| true", "full": "> /dev/full", "closed": ">&-"}
    for name in ends:
        for side in ("red", "blue"):
            text = (RED if side == "red" else BLUE).replace("game duel", f"game {name}", 1)
            (played / f"{name}-{side}.orders").write_text(text, encoding="utf-8")
    assert statuses(many(played, [f"new duel.toml --name {name}" for name in ends]).stderr.decode()) == [0] * 4
    for name, end in ends.items():
        play = f"SITS play {name} {name}-red.orders {name}-blue.orders --to 1.3 -vv"
        told = shell(played, f"{play} {end}; exit ${{PIPESTATUS[0]}}")
        assert (told.returncode, told.stderr) == ((1, DONE) if name == "full" else (0, "")), name
    assert shell(played, "SITS audit all").returncode == 0
    found = json.loads(shell(played, "SITS games --json").stdout)
    assert {game["name"]: (game["turn"], game["step"]) for game in found if game["name"] in ends} == dict.fromkeys(
        ends, (1, "4")
    )


def test_a_word_that_is_no_text_is_refused(played: Path) -> None:
    told = shell(played, "SITS show $'Zo\\xeb'; echo $?; SITS show duel --at $'\\xff'; echo $?")
    assert told.stdout == "1\n1\n"
    first, second = told.stderr.splitlines()
    assert first == 'The word "Zo\ufffd" is not text in the encoding of this locale, utf-8.'
    assert second.startswith('"\ufffd" is no')


def test_a_report_by_mail_counts_as_shown_only_when_it_went_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch)
    table.play_a_turn()
    monkeypatch.undo()
    ben = tmp_path / "ben"
    for end, status in (("> /dev/full", 1), ("> first", 0), ("> second", 0)):
        assert shell(ben, f"SITS mail in {end}").returncode == status
    assert "\nTurn 1 ----" in (ben / "first").read_text(encoding="utf-8")
    assert "\nTurn 1 ----" not in (ben / "second").read_text(encoding="utf-8")


@pytest.mark.parametrize("seconds", [0.3, 1.5])
@pytest.mark.parametrize("words", [["mail", "in", "-"], ["audit", "all", "--jobs", "3"]])
def test_an_interrupted_command_says_so_on_one_line(played: Path, words: list[str], seconds: float) -> None:
    # whatever started the tests may have told them to leave ^C alone, and they hand that on
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from commands.start import run; sys.stderr.write('on\\n'); sys.stderr.flush(); run()"
    )
    busy = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        env=environment(played, {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert busy.stderr is not None
    assert busy.stderr.readline() == "on\n"
    time.sleep(seconds)
    os.killpg(busy.pid, signal.SIGINT)
    out, err = busy.communicate(timeout=60)
    if words[0] == "mail" or not out:
        assert (busy.returncode, out, err) == (130, "", "Interrupted.\n")
