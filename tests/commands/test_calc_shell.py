"""`sits calc`: options in any position, words of the game that look like options, refusals word for word, pictures."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from commands.calc import app
from commands.sits import SUMS
from tests.shared.rows import each_row

EVERY_VERB = {
    "consolidate": "6F 3D 1A",
    "bearing": "6B 3+",
    "range": "6 3",
    "grid": "6B 5C 3+",
    "plots": "4 A+",
    "attitude": "--nose A-",
    "pivot": "--nose A --to B+",
    "roll": "starboard 3 --nose A",
    "closure": "4A 20D",
    "course": "4A 1+",
    "beam": "graser 60 --range 1 --closure 12",
    "lance": "--quality 10 --wall 14,16,19",
    "wall": "40 --strength 14 --variance 9",
    "missiles": "13",
    "kills": "136 28",
    "variance": "2 0 7",
}


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_every_verb_is_listed_with_what_it_is_for() -> None:
    code, told, _ = run("--help")
    assert code == 0
    assert [name for name, *_ in SUMS] == list(EVERY_VERB)
    for name, _, says in SUMS:
        assert f"  {name:<11}  {says}\n" in told


@each_row("verb", EVERY_VERB)
def test_every_verb_has_help_with_examples_that_work(verb: str) -> None:
    code, told, _ = run(verb, "--help")
    assert code == 0
    _, _, typed = told.partition("Examples:\n")
    lines = [line.strip() for line in typed.splitlines() if line.strip()]
    assert lines
    for line in lines:
        assert run(*shlex.split(line.removeprefix("sits calc ")))[0] == 0, line


@each_row("verb", EVERY_VERB)
def test_json_and_width_go_before_the_words_or_behind_them_or_before_the_verb(verb: str) -> None:
    words = EVERY_VERB[verb].split()
    found = {
        run(verb, *words, "--json"),
        run(verb, "--json", *words),
        run("--json", verb, *words),
        run("--ascii", verb, "--width", "60", *words, "--json"),
    }
    assert len(found) == 1
    ((code, told, _),) = found
    assert code == 0
    assert isinstance(json.loads(told), dict)


@each_row("verb", EVERY_VERB)
@each_row("width", ["60", "80", "100"])
def test_no_line_is_wider_than_asked_for(verb: str, width: str) -> None:
    code, told, _ = run(verb, *EVERY_VERB[verb].split(), "--width", width)
    assert code == 0
    assert told.isascii()
    assert max(map(len, told.splitlines())) <= int(width)


@each_row("verb", EVERY_VERB)
def test_every_answer_names_its_rule_in_its_last_lines(verb: str) -> None:
    _, told, _ = run(verb, *EVERY_VERB[verb].split(), "--width", "200")
    assert told.splitlines()[-1].startswith(("Rule: card", "Rule: flyer", "Rule: house", "Rule: the parent"))


@each_row(
    ("words", "refusal"),
    [
        (("bearing", "-3A"), '"-3A" (column 1) is below 0. For 3 the other way, write 3D.'),
        (("consolidate", "3A", "-2B"), '"-2B" (column 4) is below 0. For 2 the other way, write 2E.'),
        (("consolidate", "3A", "2D", "-"), '"-" (column 7) has no number. Write how many hexes, such as 1-.'),
        (
            ("consolidate", "A-"),
            '"A-" (column 1) is not a vector. Write a number and one of A B C D E F + -, such as 4A.',
        ),
        (("grid", "---"), '"---" (column 1) is not a vector. Write a number and one of A B C D E F + -, such as 4A.'),
        (
            ("bearing", "4J"),
            '"4J" (column 1) names no direction. Write one of A B C D E F + - after the number, such as 4A.',
        ),
        (
            ("consolidate", "4J 7"),
            (
                '"4J" (column 1) names no direction. Write one of A B C D E F + - after the number, such as 4A.\n'
                '"7" (column 4) has no direction. Write one of A B C D E F + - after the number, such as 7A.'
            ),
        ),
        (
            ("bearing", "6B", "--nose", "B/D"),
            (
                'The nose "B/D" is wrong at column 3: B and D are not next to each other. '
                "Write a corner of B, A/B or B/C, or of D, C/D or D/E."
            ),
        ),
        (
            ("attitude", "--nose", "C/D++"),
            'The nose "C/D++" is wrong at column 4: there are no corners in the green ring. Write C++ or D++.',
        ),
        (
            ("attitude", "--nose", ""),
            (
                "The nose is empty. Write a side such as A or a corner such as A/B, with +, - or neither; "
                "a side with ++ or --; or +++ or ---."
            ),
        ),
        (
            ("attitude", "--nose", "-"),
            'The nose "-" is wrong at column 1: - names no window. Write --- or a side with -.',
        ),
        (("attitude", "--nose", "A", "--roll", "12"), "--roll is 12. Write 0 to 11."),
        (("attitude", "--nose", "A", "--roll", "-1"), "--roll is -1. Write 0 to 11."),
        (
            ("pivot", "--nose", "A", "--to", "A"),
            "The nose is already in A. Pivot to another window, or roll to turn about the nose.",
        ),
        (
            ("pivot", "--nose", "A", "--to", "A/A"),
            (
                'The window to pivot to "A/A" is wrong at column 3: a corner is between two different sides. '
                "Write A, A/B or F/A."
            ),
        ),
        (("range", "-1", "3"), "H is -1. Write 0 or more."),
        (("plots", "101", "A"), "DOTS is 101. Write 0 to 100."),
        (("plots", "-1", "A"), "DOTS is -1. Write 0 to 100."),
        (("missiles", "-1"), "RANGE is -1. Write 0 or more."),
        (("kills", "-5", "20"), "COUNT is -5. Write 0 or more."),
        (
            ("beam", "phaser", "20", "--range", "1"),
            "There is no beam weapon phaser. Did you mean laser? Beam weapons: graser, laser, energy-torpedo.",
        ),
        (
            ("beam", "graser", "65", "--range", "1", "--closure", "3"),
            "There is no graser of size 65. The sizes are 20, 30, 40, 50, 60, 70, 80, 90.",
        ),
        (
            ("beam", "graser", "60", "--range", "1", "--closure", "-3"),
            '"-3" is not a rate of closure. Write hexes per segment, 0 or more: 12 or 3.5.',
        ),
        (
            ("beam", "energy-torpedo", "3", "--range", "0"),
            "There is no energy torpedo of type 3. The types are 1ET, 2ET.",
        ),
        (
            ("beam", "laser", "6x", "--range", "0", "--closure", "3"),
            '"6x" is not the size of a laser. Write a whole number, such as 60.',
        ),
        (
            ("beam", "energy-torpedo", "1ET", "--range", "0", "--launchers", "0"),
            "--launchers is 0. Write 1 or more.",
        ),
        (("roll", "left", "2", "--nose", "A"), "There is no side left. Sides: port, starboard."),
        (("roll", "port", "12", "--nose", "A"), "STEPS is 12. Write 1 to 11."),
        (("roll", "port", "1", "--nose", "A", "--rating", "100"), "--rating is 100. Write 1 to 99."),
        (("lance", "--quality", "101", "--wall", "14"), "--quality is 101. Write 0 to 100."),
        (
            ("lance", "--quality", "10", "--wall", "14;16"),
            '"14;16" is not a sidewall. Write numbers from 0 to 100: 14 or 14,16,19.',
        ),
        (
            ("lance", "--quality", "10", "--wall", "14,101"),
            '"14,101" is not a sidewall. Write numbers from 0 to 100: 14 or 14,16,19.',
        ),
        (("lance", "--quality", "10", "--wall", "14,16", "--box", "3"), "The box in force is 3. Write 1 to 2."),
        (
            ("lance", "--quality", "10", "--wall", "14", "--reading", "hits"),
            "There is no reading hits. Readings: strikes, stops.",
        ),
        (("wall", "-1", "--strength", "14", "--variance", "9"), "DAMAGE is -1. Write 0 or more."),
        (("wall", "4", "--strength", "104", "--variance", "9"), "--strength is 104. Write 0 to 100."),
        (("wall", "4", "--strength", "14", "--variance", "31"), "--variance is 31. Write 0 to 30."),
        (
            ("wall", "4", "--strength", "14", "--variance", "9", "--bonus", "-101"),
            "--bonus is -101. Write -100 to 100.",
        ),
        (
            ("pivot", "--nose", "A", "--to", "B", "--rating", "0"),
            "--rating is 0. Write 1 to 99.",
        ),
        (
            ("variance", "2", "0", "17"),
            '"2 0 17" is not a variance roll. Write three faces, 0 to 9 each, the key pair first: 2 0 7.',
        ),
        (
            ("course", "4A", "--thrust", "x"),
            '"x" is not a thrust. Write numbers from 0 to 100: 14 or 14,16,19.',
        ),
        (("course", "4A", "--thrust", "101"), '"101" is not a thrust. Write numbers from 0 to 100: 14 or 14,16,19.'),
        (("course", "4A", "--segments", "0"), "--segments is 0. Write 1 to 80."),
        (("course", "4A", "--first", "9"), "--first is 9. Write 1 to 8."),
        (
            ("course", "4A", "--thrust", "2", "--plot", "A: 5A"),
            "Ship: 5A is not a plot for 2 dots in A. Plot 2A.",
        ),
        (
            ("course", "4A", "--plot", "3A 1B"),
            '"3A 1B" is not a plot. Write a window, a colon and vectors, such as A: 3A 1B.',
        ),
        (
            ("course", "4A", "--pivot-to", "A"),
            "Ship: its nose is already in A. Pivot to another window.",
        ),
    ],
)
def test_a_refusal_is_one_sentence_on_standard_error_and_exit_1(words: tuple[str, ...], refusal: str) -> None:
    assert run(*words) == (1, "", f"{refusal}\n")
    assert run(*words, "--json") == (1, "", f"{refusal}\n")


@each_row(
    ("words", "told"),
    [
        (("consolidate", "--foo", "3A"), "No such option: --foo"),
        (("bearing", "6B", "--noes=A"), "No such option: --noes"),
        (("consolidate",), "Missing argument"),
        (("attitude",), "Missing option '--nose'"),
        (("range", "6", "x"), "Invalid value for 'V'"),
        (("closure", "4A", "20D", "3+"), "each in quotes"),
        (("bearing", "6B", "--roll", "2"), "--roll turns a ship about its nose: give the nose too, such as --nose A."),
        (("beam", "graser", "60", "--range", "1"), "A graser needs --closure"),
        (
            ("beam", "laser", "60", "--range", "1", "--closure", "3", "--launchers", "2"),
            "--launchers counts energy torpedoes: a laser fires alone, so leave it out.",
        ),
        (("lance", "--wall", "14"), "Missing option '--quality'"),
        (
            ("kills", "136", "28", "--game", "duel", "--tables", "own.toml"),
            "A sum uses one set of tables: give --game or --tables, not both.",
        ),
        (("variance",), "Give three faces, the key pair first, such as 2 0 7, or --distribution."),
        (("variance", "2", "0", "7", "--distribution"), "Give three faces or --distribution, not both."),
        (("fly",), "No such command 'fly'"),
    ],
)
def test_wrong_usage_is_exit_2(words: tuple[str, ...], told: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize("words", [("bearing", "6B 3+", "--nose", "A+"), ("attitude", "--nose", "A+")])
def test_the_avid_is_drawn_below_the_answer(words: tuple[str, ...]) -> None:
    _, bare, _ = run(*words, "--width", "80")
    code, told, _ = run(*words, "--picture", "--width", "80")
    assert code == 0
    assert told.startswith(bare)
    assert len(told.splitlines()) > len(bare.splitlines()) + 15
    assert "starboard" in told[len(bare) :]
    assert max(map(len, told.splitlines())) <= 80
    assert run(*words, "--picture", "--ascii")[1].isascii()


def test_the_avid_is_written_as_svg(tmp_path: Path) -> None:
    file = tmp_path / "avid.svg"
    code, told, note = run("bearing", "6B 3+", "-o", str(file), "--json")
    assert (code, json.loads(told)["window"], note) == (0, "B+", f"The AVID is in {file}.\n")
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert "<title>Target at 6B 3+</title>" in file.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_a_refusal(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "avid.svg"
    refusal = f"{file} cannot be written: no such file or directory. Name another file.\n"
    assert run("attitude", "--nose", "A", "-o", str(file)) == (1, "", refusal)
    there = tmp_path / "mine.svg"
    there.write_text("mine", encoding="utf-8")
    refusal = f"{there} already exists and is never overwritten. Name another file.\n"
    assert run("attitude", "--nose", "A", "-o", str(there)) == (1, "", refusal)
    assert there.read_text(encoding="utf-8") == "mine"


def test_mounting_the_verbs_imports_nothing_heavy() -> None:
    listed = "import sys, commands.sits; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True).stdout.split()
    assert {"rich", "lark", "attrs", "cattrs", "eventsourcing", "sqlite_utils"}.isdisjoint(loaded)
