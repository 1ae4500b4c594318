"""sits card and sits scenario with files of Star Wars hex combat."""

import json
from pathlib import Path

import pytest

from sits_es.rules.starwars.cards.sample_cards import SAMPLES, starships_of
from sits_es.rules.starwars.starship_class import classes_of
from tests.shared.bundled_files import bundled_of, template_of
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row

ROOT = Path(__file__).parent.parent.parent
STARSHIPS = starships_of(SAMPLES.classes())


def test_a_new_card_passes_the_check(sits: Sits) -> None:
    assert sits("card", "new", "--rules", "starwars").out == SAMPLES.template()
    written = sits("card", "new", "--rules", "starwars", "-o", "mine.toml")
    assert written.out == "mine.toml is written. Edit it, then: sits card check mine.toml\n"
    assert sits("card", "check", "mine.toml") == (0, "mine.toml: My patrol boat is valid.\n", "")


def test_a_new_card_can_start_from_a_sample(sits: Sits) -> None:
    assert sits("card", "new", "sample Corvette").out == SAMPLES.files()["Sample corvette"]
    told = sits("card", "new", "Sample corvet")
    assert told.code == 1
    assert told.err.startswith('There is no sample class "Sample corvet". Did you mean Sample corvette?')


def test_every_fault_of_a_card_is_named_and_the_exit_status_is_1(sits: Sits) -> None:
    bad = SAMPLES.files()["Sample light fighter"].replace("speed = 5", "sped = 5").replace("hull = 9", "hull = 0")
    Path("bad.toml").write_text(bad, encoding="utf-8")
    told = sits("card", "check", "bad.toml")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        "bad.toml:1: speed: it is missing. Write a whole number from 0 to 20.\n"
        "bad.toml:5: sped: There is no key sped. Did you mean speed? Keys: name, silhouette, speed, armour, hull, "
        "strain, shields, crew, members, group, weapons.\n"
        "bad.toml:7: hull: 0 is out of range. Write a whole number from 1 to 999.\n"
    )
    (found,) = sits("card", "check", "bad.toml", "--json").json
    assert [(fault["line"], fault["key"]) for fault in found["faults"]] == [(1, "speed"), (5, "sped"), (7, "hull")]


@each_row("name", list(STARSHIPS))
def test_every_sample_can_be_shown(sits: Sits, name: str) -> None:
    shown = sits("card", "show", name, "--ascii", "--rules", "starwars")
    assert shown.code == 0
    assert shown.out.startswith(f"{name} ---")
    card = STARSHIPS[name]
    assert all(weapon.name in shown.out for weapon in card.weapons)
    assert classes_of({name: json.loads(sits("card", "show", name, "--json", "--rules", "starwars").out)}) == {
        name: card
    }


def test_a_card_shows_size_flight_shields_crew_and_weapons(sits: Sits) -> None:
    """rules.md, Fly and Stacking: what follows from the silhouette stands beside it."""
    shown = sits("card", "show", "sample CORVETTE", "--ascii", "--width", "100", "--rules", "starwars").out
    for line in (
        "  Silhouette     5, shares its hex with nobody",
        "  Speed          up to 3, and 2 turns in one flight",
        "  Hull trauma    threshold 45: beyond it the starship is lost",
        "  System strain  threshold 30: beyond it the starship is shut down",
        "  Zone  forward  aft  port  starboard",
        "  Dice        2    1     1          1",
        "  gunnery      agility 3           2  1 ability 2 proficiency",
        "  gunner    agility 3, intellect 2, cunning 2, Gunnery 2",
        "  aft-cannon      aft, port, starboard           short (2 hexes)        8  3 advantage",
        "  point-lasers    forward, aft, port, starboard  close (1 hex)          5  3 advantage",
    ):
        assert f"\n{line}\n" in shown


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Sample light fighter", ("3, shares a hex with others up to 4", "up to 5, and 3 turns in one flight")),
        ("Sample patrol boat", ("4, shares a hex with others up to 4", "up to 3, and 3 turns in one flight")),
        (
            "Sample cruiser",
            ("8, shares its hex with nobody", "up to 2, and 1 turn in one flight", "extreme (20 hexes)"),
        ),
    ],
)
def test_a_card_shows_what_its_size_means(sits: Sits, name: str, lines: tuple[str, ...]) -> None:
    shown = sits("card", "show", name, "--ascii", "--width", "100", "--rules", "starwars").out
    assert all(line in shown for line in lines)


def test_a_players_own_card_is_found_in_the_folder_of_starships(sits: Sits, home: Path) -> None:
    mine = SAMPLES.files()["Sample corvette"].replace("Sample corvette", "Old corvette")
    assert sits("card", "show", "Old corvette", "--rules", "starwars").code == 1
    (home / "cards").mkdir()
    (home / "cards" / "old-corvette.toml").write_text(mine, encoding="utf-8")
    assert sits("card", "show", "old Corvette", "--ascii", "--rules", "starwars").out.startswith("Old corvette ---")
    ambush = bundled_of("starwars")["ambush"].text.replace('"Sample corvette"', '"Old corvette"')
    Path("ambush.toml").write_text(ambush, encoding="utf-8")
    assert sits("scenario", "check", "ambush.toml") == (0, "ambush.toml: Ambush at the belt is valid.\n", "")
    assert sits("new", "ambush.toml", "--name", "ours").code == 0
    unknown = sits("card", "show", "Old corvete", "--rules", "starwars").err
    assert unknown.startswith('There is no class "Old corvete". Did you mean Old corvette?')
    assert unknown.endswith("Your own cards are in games/cards. Or name a card's file.\n")
    assert sits("card", "show", "Old corvette", "--cards", "nowhere", "--rules", "starwars").err == (
        "There is no folder nowhere. Name a folder that contains cards.\n"
    )


def test_a_table_of_critical_hits_is_written_checked_shown_and_played_with_as_a_card_is(sits: Sits, home: Path) -> None:
    (home / "cards").mkdir()
    file = str(home / "cards" / "ours.toml")
    assert sits("card", "new", "Sample critical hits", "-o", file).code == 0
    text = Path(file).read_text(encoding="utf-8").replace("Sample critical hits", "Our critical hits")
    Path(file).write_text(text.replace("least = 25", "least = 24"), encoding="utf-8")
    at = text.splitlines().index("least = 25") + 1
    said = "rows[3].least: the row above goes to 24, and this one begins with 24. Begin with 25."
    assert sits("card", "check", file) == (1, "", f"{file}:{at}: {said}\n")
    Path(file).write_text(text, encoding="utf-8")
    assert sits("card", "check", file).out == f"{file}: Our critical hits is valid.\n"
    assert "  Our critical hits     a table of 13 critical hits " in sits("card", "list", "--rules", "starwars").out
    patrol = template_of("starwars").replace('"Sample critical hits"', '"Our critical hits"')
    Path("patrol.toml").write_text(patrol, encoding="utf-8")
    assert sits("new", "patrol.toml", "--name", "ours").code == 0
    Path(file).unlink()
    shown = sits("card", "show", "our critical hits", "--game", "ours", "--ascii", "--width", "120").out
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    for line in (
        "Result What it is What it does Damage control",
        "51 to 63 Cracked plates armour -1 2, average",
        "155 and up Broken in two lost 4, daunting",
        "Result: 1 to 100, plus 10 for each critical hit that the starship already has.",
    ):
        assert line in lines


def test_a_new_scenario_is_for_the_rules_that_are_named(sits: Sits) -> None:
    assert sits("scenario", "new", "--rules", "starwars").out == template_of("starwars")
    assert sits("scenario", "new", "--rules", "starwars").out == template_of("starwars")
    assert sits("scenario", "new", "Ambush").out == bundled_of("starwars")["ambush"].text
    sits("scenario", "new", "--rules", "starwars", "-o", "mine.toml")
    assert sits("scenario", "check", "mine.toml") == (0, "mine.toml: Two patrols meet is valid.\n", "")
    assert sits("new", "mine.toml", "--name", "ours").code == 0
    assert sits("show", "ours", "--json").json["system"] == "starwars"


def test_faults_of_a_scenario_are_named_by_key_and_line(sits: Sits) -> None:
    bad = bundled_of("starwars")["ambush"].text.replace("speed = 4", "speed = 7").replace('at = "2D 1E"', 'at = "4D"')
    Path("bad.toml").write_text(bad, encoding="utf-8")
    speed, place = bad.splitlines().index("speed = 7") + 1, bad.splitlines().index('name = "Kestrel"') + 4
    assert sits("scenario", "check", "bad.toml") == (
        1,
        "",
        (
            f"bad.toml:{place}: starships[2].at: Kestrel (silhouette 3) begins in the same hex as Courier (silhouette "
            "5). Only silhouettes up to 4 can share a hex: place one of them elsewhere.\n"
            f"bad.toml:{speed}: starships[3].speed: 7 is out of range. Write a whole number from 0 to 6.\n"
        ),
    )


@pytest.mark.parametrize("verb", ["new", "check", "show"])
def test_help_has_examples(sits: Sits, verb: str) -> None:
    assert f"sits card {verb}" in sits("card", verb, "--help").out


def test_scenarios_cards_and_orders_go_with_the_program() -> None:
    """Every kind of file in the folders is among those that are packed."""
    rules = ROOT / "sits_es" / "rules" / "starwars"
    kinds = {path.suffix for path in rules.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert kinds <= {".py", ".toml", ".orders", ".lark", ".tables", ".md"}
