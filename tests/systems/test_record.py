"""sits record: facts that people enter, checked as a whole, entered as one, and refused in exact words."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.home import open_session
from sits_es import open_games
from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.game.events import FactsRecorded
from sits_es.game.story import teller
from tests.shared.commands_told import run
from tests.systems import table
from tests.systems.table import GAME, write

pytestmark = pytest.mark.usefixtures("examples")

#: Blue's ships, and where each is placed.
FLIGHT = (("Gull", 0), ("Hawk", 100), ("Heron", 200))
PLACED = "game game\nturn 1\nplayer red\nship Kestrel\n  place at 3,4 facing 0\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games, and the folder beside it to work in."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_was_entered_and_what_follows_is_told_and_on_record(home: Path) -> None:
    table.begun("xwing", home)
    told = run("record", GAME, write(home / "a", PLACED + "  note: as at our table\n"))
    assert told.out.splitlines()[:-1] == [
        "Player red enters facts at 1.1: 2 lines, confirmed by red.",
        "Kestrel is placed at 3,4 facing 0.",
        "Note on Kestrel: as at our table.",
        "Entry 1 of round 1 is complete.",
        "The game continues at 1.2.",
        "",
        "game is at 1.2; facts can be entered.",
    ]
    with open_session() as session:
        (entry,) = [fact for fact in session.open_game(GAME).facts() if isinstance(fact, FactsRecorded)]
    assert entry.lines == ("Kestrel: place at 3,4 facing 0", "Kestrel: note: as at our table")
    assert (entry.player, entry.by) == ("red", ("red",))


#: Two ships that meet, and what is told of it, each thing once.
FACED = "game open\nturn 1\nplayer blue\nship Hawk\n  place at 94,120 facing 180\n"
MET = """game open
turn 1
player red
ship Kestrel
  place at -60,-140 facing 0
  2 straight
  attack Hawk with Lasers
  attack Hawk with Torpedoes by ruling: as agreed
"""
HELD = "Hawk is in its front, right and full-front arcs. Rock obstructs it."
TOLD = (
    "Kestrel is placed at -60,-140 facing 0.",
    "Kestrel moves by 2 straight to -60,-20 facing 0.",
    "Kestrel attacks Hawk with Torpedoes by a ruling: as agreed.",
    f"Attack 1: Kestrel attacks Hawk with Lasers in front at range 2; {HELD}",
    f"Attack 2: Kestrel attacks Hawk with Torpedoes by a ruling at range 2; {HELD}",
    "Entry 2 of round 1 is complete.",
    "The game continues at 1.3.",
)


def test_a_check_of_facts_tells_what_recording_them_tells(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run("new", "beacon", "--name", "open", "--option", "dials=open").code == 0
    assert run("record", "open", write(home / "blue", FACED)).code == 0
    path = write(home / "a", MET)
    checked = run("orders", "check", path)
    assert (checked.code, checked.err) == (0, "")
    foretold = checked.out.partition("\n\nIf these facts are recorded:\n")[2]
    assert foretold == "".join(f"  {line}\n" for line in TOLD) + f"\nTo record them: sits record open {path}\n"
    recorded = run("record", "open", path).out.splitlines()
    assert recorded[: len(TOLD) + 1] == ["Player red enters facts at 1.2: 4 lines, confirmed by red.", *TOLD]


def test_a_new_file_of_facts_says_how_they_are_recorded(home: Path) -> None:
    table.begun("xwing", home)
    assert run("orders", "new", GAME, "--as", "red", "-o", "red.facts").out == (
        "red.facts is written. Edit it, then: sits orders check red.facts\nTo record them: sits record game red.facts\n"
    )


def test_a_rewind_promises_no_dice_to_a_game_without_any(home: Path) -> None:
    table.begun("xwing", home)
    assert run("record", GAME, write(home / "a", PLACED)).code == 0
    assert run("rewind", GAME, "--at", "1.1").out.splitlines()[0] == "game is at 1.1 again."
    with open_session() as session:
        opened = session.open_game(GAME)
        assert teller(opened.rules)(opened.facts()[-1]).endswith(" and restarts at 1.1.")


def test_dials_that_lack_are_warned_of_even_in_a_file_without_any(home: Path) -> None:
    table.begun("xwing", home)
    for player, y, ships in (("red", 100, ("Kestrel", "Kite", "Swift")), ("blue", -100, ("Gull", "Hawk", "Heron"))):
        lines = "".join(f"ship {each}\n  place at {200 * at},{y} facing 0\n" for at, each in enumerate(ships))
        assert run("record", GAME, write(home / "a", f"game game\nturn 1\nplayer {player}\n{lines}")).code == 0
    told = run("orders", "check", write(home / "a", "game game\nturn 1\nplayer blue\nship Hawk\n"))
    assert told.code == 0
    assert [line.removeprefix(f"{home}/") for line in told.err.splitlines() if line.startswith(str(home))] == [
        "a:1:1: warning: Gull has no dial.",
        "a:4:6: warning: Hawk has no dial.",
        "a:1:1: warning: Heron has no dial.",
    ]


def test_every_fault_of_a_file_is_told_at_its_place_and_nothing_is_entered(home: Path) -> None:
    table.begun("xwing", home)
    text = (
        'game game\nturn 2\nplayer red\nship Kestrel\n  move "2 straight" to 3,4 facing 0\n  plce at 3,4 facing 0\n'
        "ship Hawk\n  end round\nship Warden\n  end round\n"
    )
    told = run("record", GAME, write(home / "a", text))
    assert told.code == 1
    assert [line.removeprefix(f"{home}/") for line in told.err.splitlines() if line.startswith(str(home))] == [
        "a:2:6: These orders are for turn 2; game is at 1.1.",
        "a:5:3: Kestrel is not placed yet. Place the ship first: place at X,Y facing DEGREES.",
        'a:6:3: "plce" does not belong here. Did you mean place?',
        "a:7:6: Hawk is blue's ship, but these are red's orders. red commands Kestrel, Kite, Swift.",
        "a:9:6: There is no ship Warden. Ships: Kestrel, Kite, Swift, Hawk.",
    ]
    with open_session() as session:
        assert session.open_game(GAME).history.last is None


@pytest.mark.parametrize(
    ("text", "player", "answer"),
    [
        ("game game\nturn 1\nplayer red\nship Kestrel\n", None, "facts:1:1: The file holds no facts."),
        (
            "game game\nturn 1\nplayer green\nship Kestrel\n done\n",
            None,
            "facts:3:8: There is no player green in game.",
        ),
        (PLACED, "blue", "facts:3:8: These orders are red's."),
        ("game game\nturn 1\n", None, "facts:1:1: The file does not say whose orders it gives"),
        (
            PLACED.replace("game game", "game other"),
            None,
            "facts:1:6: These orders are for the game other, not for game.",
        ),
    ],
)
def test_a_file_that_cannot_be_entered_is_refused(home: Path, text: str, player: str | None, answer: str) -> None:
    table.begun("xwing", home)
    with open_games(home / "games") as games, pytest.raises(UnreadableError) as refusal:
        games.record(GAME, text, player=player)
    assert str(refusal.value).startswith(answer)


def test_whose_facts_they_are_may_be_said_beside_the_file(home: Path) -> None:
    table.begun("xwing", home)
    assert run("record", GAME, write(home / "a", PLACED.replace("player red\n", "")), "--as", "red").code == 0
    with open_games(home / "games") as games:
        entry = games.record(GAME, "game game\nturn 1\nship Hawk\n place at 1,1 facing 0\n")  # its owner is known
    assert entry.told[0] == "Player blue enters facts at 1.2: 1 line, confirmed by blue."


@pytest.mark.parametrize(
    ("which", "kind", "answer"),
    [
        ("sits", NotAllowedError, "Nobody enters facts in this game: everything follows from orders."),
        ("slots", NotAllowedError, "In this game nobody enters facts: initiative is rolled by the program."),
    ],
)
def test_where_nobody_enters_facts_no_file_is_even_read(
    home: Path, which: str, kind: type[GameError], answer: str
) -> None:
    table.begun(which, home)
    told = run("record", GAME, write(home / "a", "anything at all"))
    assert (told.code, told.err) == (1, f"{answer}\n")
    with open_games(home / "games") as games, pytest.raises(kind) as refusal:
        games.record(GAME, "anything at all")
    assert str(refusal.value) == answer


def test_what_was_entered_is_not_entered_again(home: Path) -> None:
    table.played("slots by hand", home)
    told = run("record", GAME, write(home / "a", "game game\nturn 2\nstarship Hawk\n  initiative 3\n"))
    assert told.err == "The initiative of this turn is known. Give orders for the slot at hand.\n"


def test_a_game_that_is_over_takes_no_facts(home: Path) -> None:
    table.begun("xwing", home)
    gone = "".join(f"ship {ship}\n  place at {at},0 facing 0\n  remove\n" for ship, at in FLIGHT)
    assert run("record", GAME, write(home / "a", f"game game\nturn 1\nplayer blue\n{gone}  end round\n")).code == 0
    with open_games(home / "games") as games, pytest.raises(NotNowError) as refusal:
        games.record(GAME, PLACED)
    assert str(refusal.value) == "game is over: Only red has ships left."


def test_a_game_of_records_waits_for_no_orders(home: Path) -> None:
    table.begun("xwing", home)
    told = run("play", GAME)
    assert told.err == "game needs no orders at 1.1. Enter facts: sits record game FILE\n"


def test_a_what_if_of_a_game_of_records_begins_at_a_moment_or_within_an_entry(home: Path) -> None:
    game = table.played("xwing", home)
    with open_session() as session:
        fourth = [*session.open_game(GAME).history.played()][3]
    for where in ("1.4", f"#{fourth.opened}", f"#{(fourth.first or 0) + 1}"):
        name = f"from {where.replace('#', 'event ')}"
        told = game.sits("fork", GAME, "--at", where, "--name", name)
        assert told.out.startswith(
            f"{name} branches off {GAME} after event #{fourth.opened} and is at 1.4; nothing was"
        )
        assert "Enter what happens instead:\n" in told.out
        assert game.json("show", name)["at"] == "1.4"
