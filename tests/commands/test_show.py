"""sits show: a game as it stands, and as it stood at any moment or event, in words and as JSON."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from sits_es.game.state import pack
from sits_es.report import report_of
from sits_es.rules import system
from sits_es.service.snapshots import fingerprint, made_secret
from sits_es.store import Snapshot
from tests.shared.commands_told import NO_MOMENT, Sits
from tests.shared.duels import BLUE, RED

Rows = Callable[[], list[tuple[Any, ...]]]
STEPS = system("sits").language.step_names
VIEWS = (("-v",), ("--json",))
LONG = "#" + "9" * 5000


def stood(sits: Sits, name: str, at: str | None = None) -> list[str]:
    """Everything that show prints."""
    where = () if at is None else ("--at", at)
    found = []
    for words in VIEWS:
        told = sits("show", name, *where, *words)
        assert (told.code, told.err) == (0, "")
        found.append(told.out)
    return found


def play_step_by_step(sits: Sits) -> dict[str, list[str]]:
    """Play turn 1 exchange by exchange; what show printed each time the game stood somewhere."""
    shown = {}
    for turn, step in [*((1, step) for step in STEPS), (2, "1")]:
        shown[f"{turn}.{step}"] = stood(sits, "duel")
        if turn == 1:
            left = "" if step == "break" else step
            for name, text in (("red.orders", RED), ("blue.orders", BLUE)):
                Path(name).write_text(still_to_come(text, left), encoding="utf-8")
            assert sits("play", "duel", "red.orders", "blue.orders", "--to", f"1.{step}").code == 0
    return shown


def still_to_come(text: str, step: str) -> str:
    head = [line for line in text.splitlines() if not line.strip()[0].isdigit()]
    for line in text.splitlines():
        words = line.split()
        first, _, last = words[0].partition("-")
        if first.isdigit() and step and int(last or first) >= int(step):
            head.append(f"  {max(int(first), int(step))}-{last or first} {' '.join(words[1:])}")
    return "\n".join(head) + "\n"


@pytest.mark.long
def test_a_game_as_it_stood_is_shown_as_it_was_when_it_stood_there_with_and_without_snapshots(begun: Sits) -> None:
    shown = play_step_by_step(begun)
    assert len({tuple(each) for each in shown.values()}) == len(STEPS) + 1
    with open_session() as table:
        assert table.store.drop_snapshots() == 1  # the turn's end kept one
    assert {at: stood(begun, "duel", at) for at in shown} == shown
    # a snapshot of each third event
    with open_session() as table:
        for version in range(2, table.store.head("duel").version + 1, 3):
            packed = pack(table.open_game("duel").fold(version).game)
            table.store.save_snapshot("duel", Snapshot(version, fingerprint(), packed))
    assert {at: stood(begun, "duel", at) for at in shown} == shown
    assert stood(begun, "duel") == shown["2.1"]
    with open_session() as table:
        assert table.store.drop_snapshots() > 20


@pytest.mark.usefixtures("played")
def test_a_snapshot_is_really_used_and_one_of_other_code_is_not(home: Path) -> None:
    assert made_secret(home) is not None

    def title_from(fingerprint: str, packed: bytes) -> str:
        """The title that a session finds with one snapshot in the store."""
        with open_session() as session:
            session.store.drop_snapshots()
            session.store.save_snapshot("duel", Snapshot(session.open_game("duel").head.version, fingerprint, packed))
            return session.open_game("duel").fold().game.title

    with open_session() as session:
        game = session.open_game("duel").fold().copy().game
    game.title = "From a cache"
    other = pack(game)
    assert title_from(fingerprint(), other) == "From a cache"
    assert title_from("other code", other) == "A duel for tests"
    assert title_from(fingerprint(), other[:-1] + bytes([other[-1] ^ 1])) == "A duel for tests"
    assert title_from(fingerprint(), b"no packed game") == "A duel for tests"


def test_show_says_which_game_event_and_moment_this_is(played: Sits, rows: Rows) -> None:
    head = len(rows()) - 1
    assert played("show", "duel").out.startswith(
        f"duel: A duel for tests. Event #{head}; everybody owes orders for 2.1.\n"
    )
    first = played("show", "duel", "--at", "1.1")
    assert "; everybody owes orders for 1.1.\n" in first.out
    assert played("show", "duel", "--at", "#0").out.startswith("duel: A duel for tests. Event #0; it has not begun.\n")
    assert "Fearless" in first.out
    assert "Sirius" in first.out


def test_show_as_json_says_where_the_game_stands_and_holds_its_rows(played: Sits, rows: Rows) -> None:
    found = played("show", "duel", "--json").json
    assert (found["name"], found["system"]) == ("duel", "sits")
    assert (found["turn"], found["segment"], found["at"]) == (2, 1, "2.1")
    assert (found["event"], found["ended"], found["title"]) == (len(rows()) - 1, None, "A duel for tests")
    assert found["players"] == {"blue": {"name": "Ben", "side": "blue"}, "red": {"name": "Anna", "side": "red"}}
    assert {row["ship"] for row in found["sits.map"]} == {"Fearless", "Sirius"}
    assert all("stream" not in row for row in found["sits.map"])


def test_any_event_can_be_shown(played: Sits, rows: Rows) -> None:
    for version in range(5, len(rows()), 40):
        told = played("show", "duel", "--at", f"#{version}")
        assert told.code == 0
        assert f"Event #{version}" in told.out
        assert played("show", "duel", "--at", f"#{version}", "--json").json["event"] == version


def test_a_bare_show_fits_one_screen_and_says_who_is_ahead_how_each_ship_fares_and_what_to_type(played: Sits) -> None:
    told = played("show", "duel")
    lines = told.out.splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert "hull: blue 32/32 : 26/26 red" in told.out
    assert all(word in told.out for word in ("●F Fearless (red)", "■S Sirius (blue)", "thrust", "decoys"))
    assert lines[-1] == "Orders: sits orders new duel --as blue"
    assert "More: sits show duel -v (tables), -vv (everything), --unit NAME" in told.out


def test_one_ship_is_shown_in_full(played: Sits) -> None:
    told = played("show", "duel", "--unit", "Sirius")
    assert "Sirius: " in told.out
    assert "Damage tracks" in told.out
    assert "Fearless: " not in told.out
    assert played("show", "duel", "--unit", "Sirius") == told
    assert played("show", "duel", "--unit", "Siriu").err == (
        "There is no unit Siriu. Did you mean Sirius? Units: Fearless, Sirius.\n"
    )
    replayed = played("replay", "duel", "--unit", "Sirius")
    assert all("Sirius" in each for each in replayed.out.split("\n  #")[1:])


def test_names_that_are_typed_may_differ_in_capitals_as_in_order_files(played: Sits) -> None:
    assert played("show", "Duel", "--unit", "SIRIUS").out == played("show", "duel", "--unit", "Sirius").out
    assert played("show", "DUEL", "--as", "Red", "-v").code == 0
    assert "red's orders" in played("orders", "new", "DUEL", "--as", "RED").out
    assert played("fork", "Duel", "--at", "1.2", "--name", "what-if").code == 0
    assert played("diff", "DUEL", "What-If").code == 0
    assert played("play", "WHAT\N{EN DASH}IF", "--drift", "Blue", "--drift", "RED").code == 0
    assert played("show", "Duell").err.startswith("There is no game Duell in ")
    assert played("show", "Duel", "--as", "reds").err == (
        "There is no player reds. Did you mean red? Players: blue, red.\n"
    )


def test_the_moment_that_is_owed_is_the_game_as_it_stands(played: Sits) -> None:
    assert stood(played, "duel", "2.1") == stood(played, "duel")


@pytest.mark.parametrize(
    ("at", "refusal"),
    [
        ("4.4", "duel has not reached 4.4: it is at 2.1."),
        ("2.2", "duel has not reached 2.2: it is at 2.1."),
        ("2.break", "duel has not reached 2.break: it is at 2.1."),
        (
            "1.9",
            f'"1.9" {NO_MOMENT}',
        ),
        (
            "yesterday",
            f'"yesterday" {NO_MOMENT}',
        ),
        ("#x", "duel has no event #x. Its events are #0 to #HEAD; list them: sits audit list duel"),
        ("#-1", "duel has no event #-1. Its events are #0 to #HEAD; list them: sits audit list duel"),
        ("#", "duel has no event #. Its events are #0 to #HEAD; list them: sits audit list duel"),
        ("#9999", "duel has no event #9999. Its events are #0 to #HEAD; list them: sits audit list duel"),
        (LONG, f"duel has no event {LONG}. Its events are #0 to #HEAD; list them: sits audit list duel"),
        ("#\u0663", "duel has no event #\u0663. Its events are #0 to #HEAD; list them: sits audit list duel"),
    ],
)
def test_moments_that_there_are_not_are_refused(played: Sits, rows: Rows, at: str, refusal: str) -> None:
    said = refusal.replace("HEAD", str(len(rows()) - 1))
    for words in VIEWS:
        assert played("show", "duel", "--at", at, *words) == (1, "", said + "\n")


def test_events_before_the_start_can_be_shown(played: Sits) -> None:
    for version in range(5):
        told = played("show", "duel", "--at", f"#{version}")
        assert told.code == 0, told.err
        assert played("show", "duel", "--at", f"#{version}", "--json").code == 0


def test_a_game_that_is_over_is_shown_as_over_and_earlier_as_it_was(played: Sits) -> None:
    before = stood(played, "duel", "1.4")
    with open_session() as table:
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        head = table.open_game("duel").append([ended], after=table.store.head("duel").version).version
    told = played("show", "duel")
    assert told.out.startswith(f"duel: A duel for tests. Event #{head}. The game is over: Only red has ships left.\n")
    assert played("show", "duel", "--json").json["ended"] == "Only red has ships left."
    assert stood(played, "duel", "1.4") == before


def test_the_map_is_drawn_into_a_new_file_only(played: Sits) -> None:
    assert played("show", "duel", "-o", "map.svg") == (0, "map.svg: the map has been drawn.\n", "")
    drawn = Path("map.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "Fearless" in drawn
    assert played("show", "duel", "--at", "1.1", "-o", "map.svg") == (
        1,
        "",
        "map.svg already exists and is never overwritten. Name another file.\n",
    )
    assert Path("map.svg").read_text(encoding="utf-8") == drawn
    assert played("show", "duel", "-o", "no/map.svg") == (
        1,
        "",
        "no/map.svg cannot be written: no such file or directory. Name another file.\n",
    )


def test_a_system_that_draws_no_map_says_so(played: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_of("sits"), "scene", lambda _: None)
    told = played("show", "duel", "-o", "map.svg")
    assert told == (1, "", "This game's rule system draws no map. Leave out -o.\n")
    assert not Path("map.svg").exists()


def test_detail_is_the_same_as_avids(played: Sits) -> None:
    assert played("show", "duel", "-vv") == played("show", "duel", "-vv") != played("show", "duel")


def test_show_as_a_player_has_their_ships_in_full_and_what_they_see(played: Sits) -> None:
    out = played("show", "duel", "--as", "red", "-v").out
    assert "Fearless: Sample Light Cruiser" in out
    assert "Sirius: Sample Heavy Cruiser" not in out
    bearings = out[out.index("Bearings") : out.index("Fearless: Sample")]
    assert bearings.count("Fearless  Sirius") == 1
    assert "Sirius    Fearless" not in bearings


def test_show_as_a_player_has_the_same_glance_and_what_this_player_types_next(played: Sits) -> None:
    whole, own = (played("show", "duel", *words).out.partition("\nMore: ") for words in ((), ("--as", "red")))
    assert own[0] == whole[0]
    assert own[2].startswith("sits show duel --as red -v (tables)")
    assert own[2].endswith("\nOrders: sits orders new duel --as red\n")
    assert whole[2].endswith("\nOrders: sits orders new duel --as blue\n")


def test_show_as_somebody_who_does_not_play_names_the_players(played: Sits) -> None:
    told = played("show", "duel", "--as", "reb")
    assert told == (1, "", "There is no player reb. Did you mean red? Players: blue, red.\n")


@pytest.mark.parametrize(("scenario", "option"), [("pursuit", "--unit"), ("ambush", "--unit"), ("beacon", "--unit")])
def test_one_unit_is_asked_for_by_the_word_of_its_rules(sits: Sits, scenario: str, option: str) -> None:
    assert sits("demo", scenario).code == 0
    assert f"-vv (everything), {option} NAME" in sits("show", scenario).flat
