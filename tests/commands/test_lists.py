"""sits card list, sits scenario list and show: what can be flown and played before any game is begun."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sits_es.rules import system, system_names
from sits_es.rules.sits.cards.samples import sample_files
from sits_es.service.scenario import found_game
from sits_es.service.session import Session
from tests.shared.commands_told import run
from tests.shared.rows import each_row

#: What was printed at 80 columns: by the file's name, and how.
GOLDEN = Path(__file__).parent / "lists"
PRINTED = {
    "cards": ("card", "list"),
    "scenarios": ("scenario", "list"),
    "duel": ("scenario", "show", "duel"),
    "pursuit": ("scenario", "show", "pursuit"),
    "ambush": ("scenario", "show", "ambush"),
    "beacon": ("scenario", "show", "beacon"),
}
EVERY = [(name, scenario) for name in system_names() for scenario in system(name).bundled()]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")


@each_row("name", PRINTED)
def test_lists_are_printed_as_they_were(name: str) -> None:
    told = run(*PRINTED[name], "--width", "80")
    assert (told.code, told.err) == (0, "")
    assert told.out == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert not Path("games").exists(), "whoever looks at lists makes nothing"


@each_row("words", [("card", "list"), ("scenario", "list"), ("scenario", "show", "squadron")])
@each_row("width", [40, 140])
def test_lists_fit_any_page_and_can_be_plain(words: tuple[str, ...], width: int) -> None:
    lines = run(*words, "--width", str(width), "--ascii").out.splitlines()
    assert max(map(len, lines)) <= width
    assert all(line.isascii() for line in lines)


def test_every_class_of_every_system_is_listed_with_its_rules() -> None:
    cards = run("card", "list", "--json").json["cards"]
    found = {(card["rules"], card["name"]) for card in cards}
    assert {("sits", name) for name in sample_files()} <= found
    assert {rules for rules, _ in found} == {"sits", "sfb", "starwars"}, "ships of X-Wing stand in its scenarios"
    assert all(card["file"] is None and card["about"] for card in cards)
    for rules in ("sfb", "starwars"):
        alone = run("card", "list", "--rules", rules, "--json").json["cards"]
        assert alone == [card for card in cards if card["rules"] == rules]


def test_where_there_are_no_samples_none_is_spoken_of() -> None:
    told = run("card", "list", "--rules", "xwing").out
    assert told.endswith("  Rules: xwing. These rules have no cards: the scenario describes the units.\n")


def own(name: str, text: str) -> None:
    folder = Path("games/cards")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_ones_own_files_are_listed_and_those_that_hold_no_card_are_named() -> None:
    text = sample_files()["Sample Destroyer"]
    own("destroyer.toml", text)
    own("picket.toml", text.replace('"Sample Destroyer"', '"Picket"'))
    own("broken.toml", 'name = "Broken"\n')
    told = run("card", "list", "--rules", "sits", "--width", "100")
    assert told.code == 0
    assert any(re.fullmatch(r"  Picket +hull 14, .* picket.toml", line) for line in told.out.splitlines())
    assert "destroyer.toml, for the sample" in told.out
    assert told.err.startswith("games/cards/broken.toml holds no card that can be read, 11 faults: games/cards/broken")
    assert len(told.err.splitlines()) == 1
    found = run("card", "list", "--json").json
    files = {card["name"]: card["file"] for card in found["cards"] if card["file"]}
    assert files == {"Picket": "games/cards/picket.toml", "Sample Destroyer": "games/cards/destroyer.toml"}
    assert found["faults"] == told.err.splitlines()


def test_a_folder_of_ones_own_is_looked_into() -> None:
    Path("mine").mkdir()
    Path("mine/picket.toml").write_text(sample_files()["Sample Destroyer"].replace("Sample Destroyer", "Picket"))
    assert "Picket" in run("card", "list", "--cards", "mine").out
    assert "Your own cards are in mine. A sample comes" in run("card", "list", "--cards", "mine").out
    assert "Picket" not in run("card", "list").out
    assert run("card", "list", "--cards", "nowhere") == (
        1, "", "There is no folder nowhere. Name a folder that contains cards.\n"
    )  # fmt: skip


def test_every_bundled_scenario_is_listed_once() -> None:
    listed = [(each["rules"], each["name"]) for each in run("scenario", "list", "--json").json]
    assert sorted(listed) == sorted((rules, scenario) for rules, scenario in EVERY)
    assert listed[0][0] == "sits", "the usual rules come first"
    of_sfb = run("scenario", "list", "--rules", "sfb", "--json").json
    assert {each["rules"] for each in of_sfb} == {"sfb"}


@pytest.mark.parametrize(("rules", "scenario"), EVERY)
def test_a_scenario_is_told_as_the_game_begins_that_is_made_of_it(rules: str, scenario: str, tmp_path: Path) -> None:
    told = run("scenario", "show", scenario, "--rules", rules, "--json").json
    with Session(tmp_path / "other") as session:
        fold = found_game(session, scenario, "game", rules).fold()
    assert told["title"] == fold.game.title
    assert told["players"] == {name: {"name": who.name, "side": who.side} for name, who in fold.game.players.items()}
    assert set(told["units"]) == {who.side for who in fold.game.players.values()}
    assert told["text"] or told["map"]
    assert told["ending"]
    ended = run("scenario", "show", scenario).out.partition("How it ends")[2]
    assert told["ending"][0] in " ".join(ended.split())


def test_ones_own_scenario_is_shown_with_what_is_special_in_it() -> None:
    text = system("sits").bundled()["duel"].text
    assert 'title = "A duel of cruisers"' in text
    changed = text.replace('title = "A duel of cruisers"', 'title = "A duel by night"')
    changed = changed.replace("[options]", '[options]\nplot_ahead = "off"')
    Path("night.toml").write_text(changed, encoding="utf-8")
    told = run("scenario", "show", "night.toml")
    assert told.out.startswith("A duel by night ───")
    assert "Special rules\n  Its options: plot_ahead off.\n" in told.out
    assert told.out.endswith("Play it: sits new night.toml --name GAME\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("card", "list", "--rules", "chess"), "There is no rule system chess. Installed: {systems}."),
        (("scenario", "list", "--rules", "chess"), "There is no rule system chess. Installed: {systems}."),
        (
            ("scenario", "show", "ambusch"),
            (
                "There is no scenario ambusch, neither bundled nor as a file. Did you mean ambush? "
                "Bundled: {scenarios}. See: sits scenario list"
            ),
        ),
        (
            ("scenario", "show", "duel", "--rules", "sfb"),
            (
                "There is no scenario duel, neither bundled nor as a file. Bundled: belt, border, pursuit, system. "
                "See: sits scenario list"
            ),
        ),
    ],
)
def test_what_is_not_there_is_refused(words: tuple[str, ...], said: str) -> None:
    systems = "sfb, sits, starwars, xwing"
    scenarios = ", ".join(sorted(scenario for _, scenario in EVERY))
    assert run(*words) == (1, "", said.format(systems=systems, scenarios=scenarios) + "\n")
