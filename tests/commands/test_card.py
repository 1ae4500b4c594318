import json
import pathlib
from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from commands.card import app
from commands.home import open_session
from sits_es.rules.sits.cards.reader import from_data
from sits_es.rules.sits.cards.samples import sample_classes, sample_files
from sits_es.rules.sits.views.scenes import arc_scene
from sits_es.service.scenario import found_game
from tests.shared.commands_told import run
from tests.shared.rows import each_row

#: How a refusal of a class ends.
OWN = "Your own cards are in var/cards. Or name a card's file."

#: The arcs of a ship with default mounts, as 80 columns of ASCII show them.
ARCS = """\
                        A
                      { F }
           {PF }                 {SF }
                      [ F ]
               [PF ]  ( F )  [SF ]                 P  port      E/F
               (PF )         (SF )                 S  starboard B/C
 F {PF }  [PF ]       [   ]       [SF ]  {SF } B   F  forward   A
          (PF )       (   )       (SF )            A  aft       D"""

Runner = Callable[..., Result]


@pytest.fixture
def sits(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Run a verb in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SITS_HOME", raising=False)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_a_new_file_passes_the_check(sits: Runner) -> None:
    written = sits("new", "-o", "mine.toml")
    assert written.output == "mine.toml is written. Edit it, then: sits card check mine.toml\n"
    checked = sits("check", "mine.toml")
    assert (checked.exit_code, checked.stdout) == (0, "mine.toml: My Cruiser is valid.\n")


def test_a_new_file_can_start_from_a_sample(sits: Runner) -> None:
    assert sits("new", "sample destroyer").stdout == sample_files()["Sample Destroyer"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("new", "Sample Destroyr", "--rules", "sits"),
            'There is no sample class "Sample Destroyr". Did you mean Sample Destroyer? Sample classes: '
            + ", ".join(sample_classes())
            + ".",
        ),
        (("new", "-o", "there.toml"), "there.toml already exists and is never overwritten. Name another file."),
        (
            ("new", "-o", "no/such/file.toml"),
            "no/such/file.toml cannot be written: no such file or directory. Name another file.",
        ),
        (
            ("show", "Cruiser"),
            (
                "There is no class Cruiser. Classes with that word: Sample Battlecruiser, Sample Heavy Cruiser, Sample "
                f"Light Cruiser, Sample cruiser, Sample plasma cruiser and Sample sphere cruiser. {OWN}"
            ),
        ),
        (
            ("show", "sample cruiser"),
            (
                "SFB 'n3D and Star Wars hex combat have a class sample cruiser. "
                "Say which: --rules sfb or --rules starwars"
            ),
        ),
        (
            ("show", "Sample drone", "--rules", "sits"),
            f'There is no class "Sample drone". Did you mean Sample Destroyer? See: sits card list. {OWN}',
        ),
        (("show", "Fearful"), f"There is no class Fearful. See: sits card list. {OWN}"),
        (
            ("show", "Sample corvtte"),
            f'There is no class "Sample corvtte". Did you mean Sample corvette? See: sits card list. {OWN}',
        ),
        (("new", "--rules", "xwing"), "X-Wing has no cards: the scenario describes its units."),
        (
            ("show", "other.toml", "--rules", "starwars"),
            'other.toml:1: rules: "sfb" is not one of them. Write one of starwars, in quotes.',
        ),
        (
            ("check", "other.toml", "--tables", "there.toml"),
            "The rules of other.toml use no tables. Leave out --tables.",
        ),
        (
            ("show", "x", "--cards", "nowhere"),
            "There is no folder nowhere. Name a folder that contains cards.",
        ),
        (("check", "nothing.toml"), "nothing.toml: no such file or directory."),
        (("check", "there.toml", "--tables", "nothing.toml"), "nothing.toml: no such file or directory."),
        (
            ("check", "bad.toml", "there.toml"),
            "bad.toml:1: hit_size: 0 is out of range. Write a whole number from 1 to 100.",
        ),
        (("show", "bad.toml"), "bad.toml:1: hit_size: 0 is out of range. Write a whole number from 1 to 100."),
    ],
)
def test_a_refusal_goes_to_standard_error_with_exit_status_1(
    sits: Runner, tmp_path: pathlib.Path, words: tuple[str, ...], said: str
) -> None:
    good = sample_files()["Sample Destroyer"]
    (tmp_path / "there.toml").write_text(good, encoding="utf-8")
    (tmp_path / "bad.toml").write_text("hit_size = 0\n" + good.replace("hit_size = 3", ""), encoding="utf-8")
    (tmp_path / "other.toml").write_text('rules = "sfb"\nname = "Drone"\nkind = "base"\n', encoding="utf-8")
    refused = sits(*words)
    assert (refused.exit_code, refused.stderr) == (1, said + "\n")
    assert (tmp_path / "there.toml").read_text(encoding="utf-8") == good


TABLES = """\
[missile_damage.3M]
laser_head = 6
nuke = 50
[pivot_chart]
5 = [1, 2, 3, 4, 5, 6]
4 = [2, 3, 5, 6, 8, 9]
"""


def test_a_card_is_checked_by_the_bundled_tables_or_by_those_of_a_file(sits: Runner, tmp_path: pathlib.Path) -> None:
    text = sample_files()["Sample Destroyer"].replace('"light"', '"3M"').replace("pivot = [1, 2, 3]", "pivot = [5, 4]")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    (tmp_path / "tables.toml").write_text(TABLES, encoding="utf-8")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith("missile_size")]
    pivot = text.splitlines().index("pivot = [5, 4]") + 1
    by_the_card = sits("check", "mine.toml")
    mounts = ("forward", "aft", "port", "starboard")
    assert (by_the_card.exit_code, by_the_card.stderr.splitlines()) == (
        1,
        [
            (
                f"mine.toml:{pivot}: tracks.pivot: the boxes fall from 5 to 4. "
                "This track's values must rise or stay the same from left to right, unless the tables have a pivot "
                "chart."
            ),
            *(
                f"mine.toml:{line}: mounts.{mount}.missile_size: the missile damage table has no type 3M. "
                "Write one of light, medium, heavy, or enter 3M in the tables."
                for line, mount in zip(lines, mounts, strict=True)
            ),
        ],
    )
    by_their_own = sits("check", "mine.toml", "--tables", "tables.toml")
    assert (by_their_own.exit_code, by_their_own.stdout) == (0, "mine.toml: Sample Destroyer is valid.\n")


def test_a_faulty_file_of_tables_is_told_by_its_own_faults(sits: Runner, tmp_path: pathlib.Path) -> None:
    (tmp_path / "mine.toml").write_text(sample_files()["Sample Destroyer"], encoding="utf-8")
    (tmp_path / "tables.toml").write_text("[missile_damage.3M]\nlaser_head = 6\n", encoding="utf-8")
    told = sits("check", "mine.toml", "--tables", "tables.toml")
    assert (told.exit_code, told.stderr) == (
        1,
        "tables.toml:1: missile_damage.3M.nuke is missing. missile_damage.3M must have laser_head, nuke.\n",
    )


def test_faults_are_data_for_programs_too(sits: Runner, tmp_path: pathlib.Path) -> None:
    (tmp_path / "bad.toml").write_text(sample_files()["Sample Destroyer"].replace("hull = 14", "hull = 0"))
    checked = sits("check", "bad.toml", "--json")
    [found] = json.loads(checked.stdout)
    [fault] = found["faults"]
    assert checked.exit_code == 1
    assert (found["file"], found["ok"], fault["key"]) == ("bad.toml", False, "tracks.hull")
    assert fault["message"] == "0 is out of range. Write how many boxes, 1 to 200, or a list of their values."
    lines = (tmp_path / "bad.toml").read_text().splitlines()
    assert lines[fault["line"] - 1] == "hull = 0"


def test_show_draws_the_card(sits: Runner) -> None:
    shown = sits("show", "sample battlecruiser", "--ascii")
    text = "\n".join(line.rstrip() for line in shown.stdout.splitlines())
    assert shown.exit_code == 0
    assert text.startswith("Sample Battlecruiser ---")
    assert "    thrust             [5][5][4][4][3][3][2][1]\n" in text
    assert "    structure          [ ][ ][ ][2][ ][ ][3][ ][ ][4][ ][5][!]\n" in text
    assert "  port (launch)              22  medium tubes  ready            440 missiles\n" in text
    assert "  Crew             quality 6, commander excellent, draws miracle cards\n" in text
    assert "  Sidewalls        made for: strikes\n" in text
    assert (
        "  Under stops      port-sidewall 52 48 42 32 17; starboard-sidewall 52 48 42 32\n"
        "                   17; rolled ship +10%\n"
    ) in text
    assert "  forward-energy-torpedo      2  type 1ET      ready (every 6)\n" in text
    assert ARCS in text
    assert "  forward: A, A/B, B, F, F/A, A+, A/B+, B+, F+, F/A+, A-, A/B-, B-, F-, F/A-\n" in text
    assert "     1  port-tubes, port-tubes, port-countermissiles\n" in text
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80


def test_show_reads_files_and_the_players_own_folder(sits: Runner, tmp_path: pathlib.Path) -> None:
    mine = sample_files()["Sample Freighter"].replace("Sample Freighter", "Barge [bold]")
    (tmp_path / "var" / "cards").mkdir(parents=True)
    (tmp_path / "var" / "cards" / "barge.toml").write_text(mine, encoding="utf-8")
    by_name, by_file = sits("show", "barge [bold]"), sits("show", "var/cards/barge.toml")
    assert by_name.stdout == by_file.stdout
    assert by_name.stdout.startswith("Barge [bold] ")
    assert "Weapons\n  none\n" in "\n".join(line.rstrip() for line in by_name.stdout.splitlines())


@pytest.mark.parametrize(
    ("walls", "told"),
    [
        (("[35, 45, 60]", "[35, 45, 60]"), "  Sidewalls        made for: strikes"),
        (("[60, 45, 35]", "[60, 60, 35]"), "  Sidewalls        made for: stops"),
        (("[60]", "[35, 35]"), "  Sidewalls        made for: either reading"),
        (
            ("[35, 45]", "[60, 45]"),
            "  Sidewalls        port-sidewall made for: strikes; starboard-sidewall made for: stops",
        ),
    ],
)
def test_show_says_which_reading_the_walls_are_made_for(
    sits: Runner, tmp_path: pathlib.Path, walls: tuple[str, str], told: str
) -> None:
    text = sample_files()["Sample Destroyer"]
    for side, wall in zip(("port", "starboard"), walls, strict=True):
        text = text.replace(f"{side}-sidewall = [35, 45, 60]", f"{side}-sidewall = {wall}")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert told in [line.rstrip() for line in sits("show", "mine.toml", "--width", "120").stdout.splitlines()]


def test_show_tells_types_and_rows(sits: Runner, tmp_path: pathlib.Path) -> None:
    text = sample_files()["Sample Dreadnought"].replace('"2ET"', '"7ET"').replace('"heavy"', '"3M"')
    text = text.replace("[560, 504, 448, 336, 224, 112]", "{ rows = [20, 18, 16, 12, 8, 4] }")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    shown = sits("show", "mine.toml").stdout
    assert "port (launch)              28  3M tubes    ready (every 2)  20 rows" in shown
    assert "forward-energy-torpedo      2  type 7ET    ready (every 6)" in shown


def test_show_draws_a_card_as_a_game_has_it_whatever_lies_in_the_folder(
    sits: Runner, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "var"))
    own = tmp_path / "var" / "cards" / "destroyer.toml"
    own.parent.mkdir(parents=True)
    card = sample_files()["Sample Light Cruiser"].replace('note = "A sample', 'note = "Of our own')
    own.write_text(card, encoding="utf-8")
    with open_session() as session:
        found_game(session, "duel", "duel", None)
    own.unlink()
    shown = json.loads(sits("show", "sample light cruiser", "--game", "duel", "--json").stdout)
    assert (shown["name"], shown["note"][:10]) == ("Sample Light Cruiser", "Of our own")
    refused = sits("show", "Wolf", "--game", "duel")
    assert refused.stderr == ("There is no class Wolf. Classes: Sample Heavy Cruiser, Sample Light Cruiser.\n")
    with open_session() as session:
        found_game(session, "pursuit", "chase", None)
    assert sits("show", "Wolf", "--game", "chase").stderr.startswith("There is no class Wolf. Classes: Sample cruiser,")
    assert sits("show", "Wolf", "--game", "nope").stderr == (
        f"There is no game nope in {tmp_path / 'var'}. Games here: chase, duel.\n"
    )


@each_row("name", sample_classes())
def test_json_holds_the_whole_class(sits: Runner, name: str) -> None:
    assert from_data(json.loads(sits("show", name, "--json").stdout)) == sample_classes()[name]


def test_every_window_of_the_picture_has_the_mounts_that_bear_through_it() -> None:
    card = sample_classes()["Sample Dreadnought"]
    for window, marks in arc_scene(card).cells.items():
        assert [mark.name for mark in marks] == [mount.name for mount in card.mounts if window in mount.arc]


@pytest.mark.parametrize("verb", ["new", "check", "show"])
def test_help_has_examples(verb: str) -> None:
    assert f"    sits card {verb}" in run("card", verb, "--help").out
