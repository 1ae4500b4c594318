"""sits card and sits scenario with files of SFB 'n3D."""

import json
from pathlib import Path

import pytest

from sits_es.rules.sfb.cards.samples import sample_classes, sample_files, template
from sits_es.rules.sfb.cards.unit_class import classes_of
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row


def test_a_new_card_passes_the_check(sits: Sits) -> None:
    assert sits("card", "new", "--rules", "sfb").out == template()
    written = sits("card", "new", "--rules", "sfb", "-o", "mine.toml")
    assert written.out == "mine.toml is written. Edit it, then: sits card check mine.toml\n"
    assert sits("card", "check", "mine.toml") == (0, "mine.toml: My cruiser is valid.\n", "")


def test_a_new_card_can_start_from_a_sample(sits: Sits) -> None:
    assert sits("card", "new", "sample Drone").out == sample_files()["Sample drone"]
    told = sits("card", "new", "Sample dron")
    assert told.code == 1
    assert told.err.startswith('There is no sample class "Sample dron". Did you mean Sample drone? Sample classes: ')


def test_every_fault_of_a_card_is_named_and_the_exit_status_is_1(sits: Sits) -> None:
    bad = sample_files()["Sample drone"].replace("speed = 20", "sped = 20").replace("96", "-1")
    Path("bad.toml").write_text(bad, encoding="utf-8")
    told = sits("card", "check", "bad.toml")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        "bad.toml:1: speed: it is missing. Write a number from 0.0001 to 999 (F2).\n"
        "bad.toml:5: sped: There is no key sped. Did you mean speed? Keys: name, kind, turn_class, breakdown, "
        "web, sphere, "
        "weapons, launchers, speed, strength, zone, endurance, detonates.\n"
        "bad.toml:6: endurance: -1 is out of range. Write a whole number from 0 to 9999.\n"
    )
    (found,) = sits("card", "check", "bad.toml", "--json").json
    assert [(fault["line"], fault["key"]) for fault in found["faults"]] == [(1, "speed"), (5, "sped"), (6, "endurance")]


@each_row("name", list(sample_classes()))
def test_every_sample_can_be_shown(sits: Sits, name: str) -> None:
    shown = sits("card", "show", name, "--ascii", "--rules", "sfb")
    assert shown.code == 0
    assert shown.out.startswith(f"{name} ---")
    card = sample_classes()[name]
    names = [*(group.name for group in card.weapons), *(each.name for each in card.launchers)]
    assert all(named in shown.out for named in names)
    assert classes_of({name: json.loads(sits("card", "show", name, "--json", "--rules", "sfb").out)}) == {name: card}


def test_a_card_shows_weapons_with_their_mounts_and_how_far_the_unit_turns(sits: Sits) -> None:
    shown = sits("card", "show", "sample CRUISER", "--ascii", "--width", "100", "--rules", "sfb").out
    for line in (
        "  Limit  1.5  1.59  2.2485  3.18  4.4971  5.5079  6.36  7.1106  7.7893  8.4134  8.9943",
        "  aft-phasers        1  top     RX    -180 to -50, 50 to 180  -30 to 90     1",
        "  torpedoes          1  centre  FA    -70 to 70               -60 to 60     1",
        "  drone     Sample drone     12  towards its target (F1.24)",
        "  Breakdown   high-energy turn 1: a 6; high-energy turn 2: 5 to 6; high-energy turn 3: 4 to 6; from",
    ):
        assert f"\n{line}\n" in shown


@each_row(
    ("name", "lines"),
    [
        (
            "Sample plasma cruiser",
            ("rear-row: above pitch 30 at any yaw (D2.33)", "by its FP mount (D2.34)", "at yaw 120"),
        ),
        ("Sample frigate", ("wing: above pitch 60 at any yaw (D2.32)",)),
        ("Sample mauler", ("-15 to 15",)),
        ("Sample mine", ("Goes off  always", "Damage  2000   80  20  5  1")),
        ("Sample small mine", ("on a die of 1 to 4",)),
        ("Sample drone", ("20, up to 18.75 degrees an impulse", "does not explode")),
        ("Sample star base", ("up to 7.5 degrees on each axis, fixed for the game (C3.7)",)),
        ("Sample weaver", ("lays them (G10)",)),
        ("Sample sphere cruiser", ("forms them (G23)",)),
    ],
)
def test_a_card_shows_what_its_kind_has(sits: Sits, name: str, lines: tuple[str, ...]) -> None:
    shown = sits("card", "show", name, "--ascii", "--width", "100", "--rules", "sfb").out
    assert all(line in shown for line in lines)


def test_a_players_own_card_is_found_in_the_folder_of_units(sits: Sits, home: Path) -> None:
    mine = sample_files()["Sample cruiser"].replace("Sample cruiser", "Pathfinder")
    assert sits("card", "show", "Pathfinder", "--rules", "sfb").code == 1
    (home / "cards").mkdir()
    (home / "cards" / "pathfinder.toml").write_text(mine, encoding="utf-8")
    assert sits("card", "show", "pathfinder", "--ascii", "--rules", "sfb").out.startswith("Pathfinder ---")
    chase = bundled_of("sfb")["pursuit"].text.replace('"Sample cruiser"', '"Pathfinder"')
    Path("chase.toml").write_text(chase, encoding="utf-8")
    assert sits("scenario", "check", "chase.toml") == (0, "chase.toml: A chase past Haven is valid.\n", "")
    assert sits("new", "chase.toml", "--name", "ours").code == 0
    assert sits("card", "show", "Pathfindr").err.startswith("There is no class Pathfindr. Did you mean Pathfinder?")
    assert sits("card", "show", "Pathfinder", "--cards", "nowhere", "--rules", "sfb").err == (
        "There is no folder nowhere. Name a folder that contains cards.\n"
    )


def test_a_card_is_shown_as_a_game_has_it(sits: Sits) -> None:
    assert sits("new", "pursuit", "--name", "chase").code == 0
    shown = sits("card", "show", "sample cruiser", "--game", "chase")
    assert (shown.code, shown.out) == (0, sits("card", "show", "Sample cruiser", "--rules", "sfb").out)
    assert sits("card", "show", "Sample kite", "--game", "chase").err.startswith("There is no class")


def test_a_new_scenario_is_for_the_rules_that_are_named(sits: Sits) -> None:
    assert sits("scenario", "new", "--rules", "sfb").out == template_of("sfb")
    assert sits("scenario", "new", "--rules", "sfb").out == template_of("sfb")
    assert sits("scenario", "new").out == template_of("sits")
    assert sits("scenario", "new", "Pursuit").out == bundled_of("sfb")["pursuit"].text
    assert sits("scenario", "new", "--rules", "chess").err == (
        "There is no rule system chess. Installed: sfb, sits, starwars, xwing.\n"
    )


def test_a_scenario_file_says_whose_it_is(sits: Sits) -> None:
    sits("scenario", "new", "--rules", "sfb", "-o", "mine.toml")
    assert sits("scenario", "check", "mine.toml") == (0, "mine.toml: Two squadrons meet is valid.\n", "")
    assert sits("new", "mine.toml", "--name", "ours").code == 0
    text = Path("mine.toml").read_text(encoding="utf-8")
    Path("other.toml").write_text(text.replace('rules = "sfb"', 'rules = "sfc"'), encoding="utf-8")
    assert sits("scenario", "check", "other.toml").err == (
        "other.toml:4: rules: There is no rule system sfc. Installed: sfb, sits, starwars, xwing.\n"
    )
    Path("silent.toml").write_text(text.replace('rules = "sfb"', ""), encoding="utf-8")
    assert sits("scenario", "check", "silent.toml").code == 1
    assert sits("scenario", "check", "silent.toml", "--rules", "sfb").code == 0
    assert '"sfb" is not one of them' in sits("scenario", "check", "mine.toml", "--rules", "sits").err


def test_faults_of_a_scenario_are_named_by_key_and_line(sits: Sits) -> None:
    text = bundled_of("sfb")["pursuit"].text
    bad = text.replace("speed = 16", "speed = -1", 1).replace('"22,1,0"', '"22,1"')
    Path("bad.toml").write_text(bad, encoding="utf-8")
    speed, place = (bad.splitlines().index(line) + 1 for line in ("speed = -1", 'place = "22,1"'))
    assert sits("scenario", "check", "bad.toml") == (
        1,
        "",
        (
            f"bad.toml:{speed}: units[1].speed: -1 is out of range. Write a number from 0 to 9999 (C1.43).\n"
            f'bad.toml:{place}: bodies[1].place: "22,1" is not a place. Write three numbers, X,Y,Z, '
            "such as "
            "3,0.5,-1 (A3.4).\n"
        ),
    )


@pytest.mark.parametrize("verb", ["new", "check", "show"])
def test_help_has_examples(sits: Sits, verb: str) -> None:
    assert f"    sits card {verb}" in sits("card", verb, "--help").out
