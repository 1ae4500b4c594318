"""sits rewind: a game at one table is played on from an earlier exchange, with new dice; what it was is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.events import Coded
from sits_es.game.events import DiceCommitted, GameEnded, GameForked, OrdersRevealed, SeedMade
from tests.shared.commands_told import Sits, run
from tests.stored_games.recipe import copy

Rows = Callable[[], list[tuple[Any, ...]]]

BOTH = ("red.orders", "blue.orders")


def seeds(name: str) -> dict[int, str]:
    """The seeds of the first turn's exchanges."""
    with open_session() as session:
        facts = session.open_game(name).facts()
    return {fact.segment: fact.seed for fact in facts if isinstance(fact, SeedMade) and not fact.kept}


def list_of_games() -> dict[str, str]:
    return {line.split()[0]: line for line in run("games").out.splitlines()[2:]}


def test_a_rewind_says_where_the_game_stands_and_how_to_go_back(played: Sits) -> None:
    told = played("rewind", "duel", "--at", "1.3")
    assert (told.code, told.err) == (0, "")
    assert told.out == (
        "duel is at 1.3 again, with new dice from here on.\n"
        "  sits orders new duel --as blue\n"
        "  sits orders new duel --as red\n"
        "The game until now is kept as duel-1: sits show duel-1\n"
        "To go back to that: sits rewind duel-1 --at 2.1\n"
    )


def test_the_games_name_means_the_new_line_and_the_old_one_is_read_by_its_number(played: Sits, rows: Rows) -> None:
    before, shown = rows(), played("show", "duel", "--json").json
    assert played("rewind", "duel", "--at", "1.3").code == 0
    after = rows()
    assert after[: len(before)] == before
    assert [(row[1], row[3]) for row in after[len(before) :]] == [("duel~2", "game.Forked/1")]
    assert played("show", "duel", "--json").json["at"] == "1.3"
    assert played("show", "duel-1", "--json").json == shown | {"name": "duel-1"}
    assert "game duel\n" in played("orders", "new", "duel", "--as", "red").out
    assert played("play", "duel", *BOTH, "--to", "1.break").code == 0
    assert played("show", "duel", "--json").json["at"] == "2.1"
    for name in ("duel", "duel-1"):
        assert played("audit", "verify", name).code == 0
    assert played("audit", "all").code == 0
    assert list_of_games().keys() == {"duel", "duel-1"}
    assert [line.split()[-1] for line in list_of_games().values()] == ["duel-1", "-"]
    root, line = played("games", "branches", "duel-1").out.splitlines()[2:]
    assert root.split()[:2] == ["duel-1", "-"]
    assert line.split()[:4] == ["duel", "duel-1", f"#{after[-1][2] - 1}", "1.3"]
    assert line.endswith(" 2.1         rewound, counts")


def test_from_there_on_the_dice_are_new_and_nothing_is_inherited(played: Sits) -> None:
    assert played("rewind", "duel", "--at", "1.3").code == 0
    missing = played("play", "duel", "red.orders")
    assert missing.err.startswith("duel: blue's orders for 1.3 are missing. Give a file for each player (blue, red)")
    assert played("play", "duel", *BOTH, "--to", "1.break").code == 0
    old, new = seeds("duel-1"), seeds("duel")
    assert old.keys() == new.keys()
    assert {segment for segment in old if old[segment] == new[segment]} == {1, 2}
    with open_session() as session:
        (fact,) = [each for each in session.open_game("duel").facts() if isinstance(each, GameForked)]
    assert (fact.branch, fact.parent, fact.what_if) == ("duel~2", "duel", False)
    told = played("audit", "list", "duel", "Line 2").flat
    assert "Line 2 of duel branches off line 1 after event #" not in told
    assert "Line 2 of duel branches off line 1 after event" in told
    assert "restarts at 1.3 with new dice." in told


def test_a_game_is_rewound_as_often_as_need_be_and_goes_back_to_what_it_was(played: Sits) -> None:
    assert played("rewind", "duel", "--at", "1.6").code == 0
    assert played("rewind", "duel", "--at", "1.3").code == 0
    assert played("play", "duel", *BOTH, "--to", "1.4").code == 0
    assert {name: line.split()[-1] for name, line in list_of_games().items()} == {
        "duel": "duel-2",
        "duel-1": "-",
        "duel-2": "duel-1",
    }
    assert played("show", "duel-3", "--json").json == played("show", "duel", "--json").json | {"name": "duel-3"}
    told = played("rewind", "duel-1", "--at", "2.1")
    assert told.out.splitlines()[0] == "duel is at 2.1 again, with new dice from here on."
    assert told.out.splitlines()[-2:] == [
        "The game until now is kept as duel-3: sits show duel-3",
        "To go back to that: sits rewind duel-3 --at 1.5",
    ]
    assert played("diff", "duel-1", "duel", "--json").json["first_difference"] is None
    assert list_of_games()["duel"].split()[-1] == "duel-1"
    # as does taking the last rewind out of the record
    assert played("games", "delete", "duel", "--yes").out.startswith("The last rewind of duel is deleted.")
    assert played("show", "duel", "--json").json["at"] == "1.5"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play duel-1 --drift red --drift blue", "sits play duel FILE..."),
        ("orders new duel-1 --as red", "sits orders new duel --as red"),
        ("record duel-1 red.orders", "sits record duel FILE"),
    ],
)
def test_a_line_that_was_left_is_read_and_not_played(played: Sits, rows: Rows, words: str, said: str) -> None:
    assert played("rewind", "duel", "--at", "1.3").code == 0
    before = rows()
    assert played(*words.split()) == (1, "", f"duel-1 is no longer played; the game goes on as duel: {said}\n")
    assert rows() == before
    foot = "This branch is no longer played; the game goes on as duel: sits show duel"
    assert played("show", "duel-1").out.splitlines()[-1] == foot
    assert "duel-1: set aside, for duel" in played("doctor").out


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("duel --at 2.1", "duel is at 2.1: nothing has been played since. Choose an earlier moment."),
        ("duel --at 4.1", "duel has not reached 4.1: it is at 2.1."),
        ("duel --at #2", "duel has not begun at event #2. Choose a later event."),
        ("duel-7 --at 1.1", "There is no game duel-7 in games. Games here: duel, what-if."),
        (
            "what-if --at 1.2",
            "what-if is a what-if, which keeps its dice. Fork it instead: sits fork what-if --at 1.2 --name NAME",
        ),
        ("duel --at 1.1 --secret red=x", "duel does not use fair dice. Leave out --secret."),
    ],
)
def test_what_can_not_be_rewound_is_refused(played: Sits, rows: Rows, words: str, refusal: str) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    before = rows()
    assert played("rewind", *words.split()) == (1, "", f"{refusal}\n")
    assert rows() == before


def test_a_game_by_mail_is_rewound_by_all_who_are_in(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    copy("duel", Path())
    monkeypatch.setenv("SITS_HOME", "red")
    said = "duel-3 is played by mail, so all players must sign a rewind: sits propose rewind duel-3 1.3\n"
    assert sits("rewind", "duel-3", "--at", "1.3") == (1, "", said)


def test_a_game_that_is_over_is_rewound_to_before_its_end(played: Sits) -> None:
    with open_session() as table:
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        table.open_game("duel").append([ended], after=table.store.head("duel").version)
    over = "duel is over at 2.1: Only red has ships left. Choose an earlier moment.\n"
    assert played("rewind", "duel", "--at", "2.1") == (1, "", over)
    told = played("rewind", "duel", "--at", "1.break").out
    assert told.endswith("The game until now is kept as duel-1: sits show duel-1\n")


def test_a_name_of_ones_own_goes_with_the_game_and_a_left_line_keeps_its_number(played: Sits) -> None:
    assert played("games", "rename", "duel", "friday").code == 0
    assert played("rewind", "friday", "--at", "1.3").code == 0
    assert list_of_games().keys() == {"duel-1", "friday"}
    assert played("show", "friday", "--json").json["at"] == played("show", "duel", "--json").json["at"] == "1.3"
    said = "duel-1 is an old line of the game and keeps its number. Rename the game itself: duel.\n"
    assert played("games", "rename", "duel-1", "old") == (1, "", said)
    assert played("games", "archive", "duel-1").code == 0
    assert list_of_games() == {}
    assert played("games", "restore", "friday").code == 0
    assert list_of_games().keys() == {"duel-1", "friday"}


def test_a_name_of_ones_own_may_change_its_capitals_and_is_shown_as_it_is(played: Sits) -> None:
    assert played("rewind", "duel", "--at", "1.3").code == 0
    assert played("games", "rename", "duel", "Sunday").code == 0
    assert played("games", "rename", "duel", "sunday").code == 0
    assert played("show", "SUNDAY").out.startswith("sunday: A duel for tests. ")


def test_where_a_number_is_another_games_name_the_line_is_called_as_on_record(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "duel-1").code == 0
    assert played("rewind", "duel", "--at", "1.5").out.splitlines()[-2:] == [
        "The game until now is kept as duel~1: sits show 'duel~1'",
        "To go back to that: sits rewind 'duel~1' --at 2.1",
    ]
    assert played("show", "duel-1", "--json").json["at"] == "1.3"
    assert played("show", "duel~1", "--json").json["at"] == "2.1"


def test_the_last_line_is_the_game_wherever_its_files_come_from_and_in_whatever_order(
    played: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("rewind", "duel", "--at", "1.6").code == 0
    assert played("rewind", "duel-1", "--at", "1.3").code == 0
    for name in ("duel", "duel-2"):
        assert played("export", name, "-o", f"{name}.bundle").code == 0
    monkeypatch.setenv("SITS_HOME", "elsewhere")
    for name in ("duel", "duel-2"):
        assert played("import", f"{name}.bundle").code == 0
    assert list_of_games().keys() == {"duel", "duel-1", "duel-2"}
    assert played("show", "duel", "--json").json["at"] == "1.3"


def test_a_file_whose_line_is_no_rewind_is_not_taken(played: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_session() as session:
        opened = session.open_game("duel")
        at = opened.version_of("1.3")
        (event,) = opened.events(at, at)
        fact = GameForked(
            turn=1, segment=3, branch="duel~2", parent="duel", at_version=at, at_digest=event.digest, what_if=True
        )
        opened.branch("duel~2", at, [fact])
    assert played("export", "duel", "-o", "duel.bundle").code == 0
    monkeypatch.setenv("SITS_HOME", "elsewhere")
    told = played("import", "duel.bundle")
    assert told.code == 1
    said = (
        f"duel~2: event #{at + 1} is not a rewind of duel, although its name duel~2 says so.\nNothing was imported.\n"
    )
    assert told.err == said


def test_orders_for_the_game_are_orders_for_its_new_line_and_for_its_forks(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    assert played("rewind", "duel", "--at", "1.5").code == 0
    text = Path("red.orders").read_text(encoding="utf-8")
    Path("changed.orders").write_text(text.replace("6    roll starboard 1", "6    roll starboard 2"), encoding="utf-8")
    assert played("orders", "check", "changed.orders").code == 0
    for name in ("what-if", "duel"):
        assert played("play", name, "changed.orders", "blue.orders", "--to", "1.6").code == 0
        assert played("replay", name, "1.6", "--step").flat.count("roll starboard 2") == 1
    assert played("fork", "what-if", "--at", "1.3", "--name", "deeper").code == 0
    assert played("play", "deeper", "changed.orders", "--to", "1.6").code == 0
    # and a fork's orders are not the game's
    Path("other.orders").write_text(text.replace("game duel", "game what-if"), encoding="utf-8")
    said = "These orders are for the game what-if, not for duel."
    assert said in played("play", "duel", "other.orders", "blue.orders").err


SECRETS = ("--secret", "red=red.secret", "--secret", "blue=blue.secret")


def test_with_fair_dice_nobody_rewinds_alone_and_no_part_comes_again(sits: Sits) -> None:
    assert sits("new", "duel.toml", "--name", "fair", "--fair-dice", *SECRETS).code == 0
    for _ in range(3):
        assert sits("play", "fair", "--drift", "red", "--drift", "blue", *SECRETS).code == 0
    needed = (
        "blue's secret is needed, but there is no terminal to type it on. Name a file that holds it: --secret "
        "blue=FILE\n"
    )
    assert sits("rewind", "fair", "--at", "1.2", "--secret", "red=red.secret") == (1, "", needed)
    Path("false.secret").write_text("not what blue has chosen\n", encoding="utf-8")
    Path("false.secret").chmod(0o600)
    wrong = "That is not the secret that blue chose when fair began. Nothing was played.\n"
    assert sits("rewind", "fair", "--at", "1.2", *SECRETS[:2], "--secret", "blue=false.secret") == (1, "", wrong)
    assert sits("rewind", "fair", "--at", "1.2", *SECRETS).code == 0
    for _ in range(2):
        assert sits("play", "fair", "--drift", "red", "--drift", "blue", *SECRETS).code == 0
    found = {}
    for name in ("fair", "fair-1"):
        assert sits("audit", "verify", name).code == 0
        with open_session() as session:
            facts = session.open_game(name).facts()
        found[name] = [fact.nonce for fact in facts if isinstance(fact, OrdersRevealed)]
        assert sum(isinstance(fact, DiceCommitted) for fact in facts) == (4 if name == "fair" else 2)
    assert len({*found["fair"], *found["fair-1"]}) == 6 + 4
    # as often as anybody likes
    assert sits("rewind", "fair", "--at", "1.2", *SECRETS).code == 0
    assert sits("play", "fair", "--drift", "red", "--drift", "blue", *SECRETS).code == 0
    assert sits("audit", "all").code == 0


def test_a_rewind_that_commits_nobody_plays_no_exchange_of_fair_dice(sits: Sits) -> None:
    assert sits("new", "duel.toml", "--name", "fair", "--fair-dice", *SECRETS).code == 0
    assert sits("play", "fair", "--drift", "red", "--drift", "blue", *SECRETS).code == 0
    with open_session() as session:
        opened = session.open_game("fair")
        at = opened.version_of("1.1")
        (event,) = opened.events(at, at)
        fact = GameForked(
            turn=1, segment=1, branch="fair~2", parent="fair", at_version=at, at_digest=event.digest, what_if=False
        )
        opened.branch("fair~2", at, [fact])
    told = sits("play", "fair", "--drift", "red", "--drift", "blue", *SECRETS)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("That is not the secret that")
