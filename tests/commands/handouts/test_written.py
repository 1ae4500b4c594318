"""What stands in a game's file and what doesn't, and files that are refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.shared.browsers import opened
from tests.shared.commands_told import run
from tests.shared.duels import SCENARIO
from tests.shared.handouts import packed, unpacked
from tests.stored_games.recipe import copy

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.long
def test_what_players_wrote_is_shown_and_never_run(folder: Path, browser: Browser) -> None:
    wicked = "</script><img src=x onerror=alert(1)><b>"
    text = re.sub(r'(?m)^title = ".*"', f'title = "{wicked}"', SCENARIO, count=1)
    (folder / "wicked.toml").write_text(text, encoding="utf-8")
    assert run("new", "wicked.toml", "--name", "wicked").code == 0
    assert run("replay", "wicked", "-o", "wicked.html").code == 0
    with opened(browser, folder / "wicked.html") as page:
        dialogs: list[str] = []
        page.page.on("dialog", lambda each: dialogs.append(each.message))
        page.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        page.page.wait_for_selector(".working .stored")
        assert page.text("#title") == f"wicked: {wicked}"
        assert page.page.locator("img").count() == 0
        assert (dialogs, page.said) == ([], [])


@pytest.mark.long
def test_a_page_as_one_player_sees_it_has_what_they_saw_and_no_values_of_others(folder: Path, browser: Browser) -> None:
    told = run("replay", "duel", "-o", "red.html", "--as", "RED")
    said = "red.html: duel, 594 events, as red sees it. Open the file in a browser; it needs no network. Two lines"
    assert told.flat.startswith(said)
    with opened(browser, folder / "red.html") as page:
        page.page.evaluate("sits.choose(130)")
        page.page.locator(".seen summary").click()
        assert page.text(".seen summary") == "What red saw as 1.6 opened"
        page.page.wait_for_selector(".seen table")
        assert "Bearings" in page.text(".seen div")
        assert {row["ship"] for row in page.state(130)["sits.damage_tracks"]} == {"Fearless"}
        assert page.text("#about").endswith("As red sees it.")


def test_a_file_of_a_game_by_mail_that_goes_on_is_of_whoever_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy("duel", tmp_path / "mail")
    monkeypatch.chdir(tmp_path)
    for player in ("red", "blue"):
        monkeypatch.setenv("SITS_HOME", str(tmp_path / "mail" / player))
        told = run("replay", "duel", "-o", f"{player}.html", "--review")
        assert f"as {player} sees it. Open the file in a browser; it needs no network." in told.flat
        shown = packed(tmp_path / f"{player}.html", "shown")
        assert shown["viewer"] == player
        # nobody else's decisions are reviewed
        reviewed = re.findall(r"(?:1\.1 |<td>)(red|blue)\b", shown["branches"][0]["review"])
        assert {each["side"] for each in shown["branches"][0]["better"]} | {*reviewed} == {player}
    for words in (("replay", "duel", "-o", "theirs.html"), ("report", "duel", "-o", "theirs.txt")):
        refused = run(*words, "--as", "red")
        assert (refused.code, refused.err) == (
            1,
            (
                "duel is played by mail and is not over, so it is shown only as blue sees it. Leave out --as, or say "
                "--as blue.\n"
            ),
        )


def test_the_same_game_gives_the_same_file(folder: Path) -> None:
    assert run("replay", "duel", "-o", "again.html", "--beside", "what-if").code == 0
    assert (folder / "again.html").read_bytes() == (folder / "both.html").read_bytes()


def test_a_game_that_is_called_otherwise_at_home_goes_out_under_its_own_name(folder: Path) -> None:
    assert run("games", "rename", "what-if", "foolish").code == 0
    told = run("replay", "foolish", "-o", "named.html", "--at", "1.5")
    assert told.out.startswith("named.html: what-if, ")
    assert run("report", "foolish", "-o", "named.txt").code == 0
    assert run("games", "rename", "what-if", "what-if").code == 0
    for file in ("named.html", "named.txt"):
        assert "foolish" not in unpacked(folder / file)


def test_a_page_of_a_game_at_an_earlier_moment_knows_nothing_later(folder: Path) -> None:
    assert run("replay", "duel", "-o", "early.html", "--at", "1.4").code == 0
    shown = packed(folder / "early.html", "shown-0-0")
    version = run("show", "duel", "--at", "1.4", "--json").json["event"]
    assert len(shown["said"]) == version + 1
    assert len(packed(folder / "early.html", "stored-0-0")["events"]) == version + 1


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("-o", "x.txt"), "x.txt: a game for a browser is a page, so its file name must end with .html.\n"),
        (("-o", "x"), "x: a game for a browser is a page, so its file name must end with .html.\n"),
        (("-o", "duel.html"), "duel.html already exists and is never overwritten. Name another file.\n"),
        (
            ("--as", "red"),
            "--beside, --as, --review and --link are for the file that -o writes. Name it: -o game.html\n",
        ),
        (
            ("-o", "x.html", "1.2"),
            "-o writes the whole game: leave out FIRST, LAST, --step, --unit, -v, --json.\n",
        ),
        (
            ("-o", "x.html", "--beside", "what-if", "--at", "1.5"),
            "--beside shows both branches to their ends: leave out --at.\n",
        ),
        (("-o", "x.html", "--beside", "duel"), "duel is named twice, or is the game itself. Name each branch once.\n"),
        (
            ("-o", "x.html", "--beside", "ambush"),
            "ambush is not a branch of duel, so the two have no moment in common.\n",
        ),
        (("-o", "x.html", "--as", "green"), "There is no player green. Players: blue, red.\n"),
    ],
)
def test_what_a_page_cannot_be_is_refused(folder: Path, words: tuple[str, ...], answer: str) -> None:
    told = run("replay", "duel", *words)
    assert (told.code, told.err) == (1, answer)
    assert not any((folder / name).exists() for name in ("x.html", "x.txt", "x"))
