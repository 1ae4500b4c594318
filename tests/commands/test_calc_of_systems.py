"""`sits calc` for any system: what a package of commands has as CALC is a group below it, with all that verbs have."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import pytest
import typer
from typer.testing import CliRunner

from commands.calc import Answer, calc, option, options, within, word
from commands.verbs import Verb
from sits_es.errors import UnreadableError
from tests.shared.rows import each_row

Place = Annotated[str, typer.Argument(metavar="X,Y,Z")]


def bearing(start: Place, end: Place, turn: Annotated[str, typer.Option("--turn")] = "") -> Answer:
    """Find how two places lie.

    Places are three numbers.

    sits calc kite bearing 0,0,0 -2,0,1
    """
    data = {"from": start, "to": end, "turn": turn}
    return Answer(f"From {start} to {end}.", [f"Turned by {turn or 'nothing'}, and looked at again."], "house", data)


def mounts(weapons: int) -> Answer:
    """Share weapons out."""
    return Answer(str(within("The number of weapons", weapons, 1)), [], "house", {"weapons": weapons})


def force(text: str) -> int:
    """A wind's force."""
    if not text.isdecimal():
        raise UnreadableError(f"{text} is no force.")
    return int(text)


def wind(
    now: Annotated[int, word("NOW", "Its force.", force)],
    gusts: Annotated[Sequence[int], options("--gust", "FORCE", "A gust", force)] = (),
    least: Annotated[int, option("--least", "FORCE", "That lifts it.", force)] = 2,
) -> Answer:
    """See whether a kite flies."""
    return Answer("It flies.", [], "house", {"forces": [now, *gusts], "least": least})


TABLE: Final = (
    Verb("bearing", f"{__name__}:bearing", "How two places lie."),
    Verb("mounts", f"{__name__}:mounts", "Weapons by mount."),
    Verb("wind", f"{__name__}:wind", "Whether it flies."),
)
KITES: Final = Verb("kite", f"{__name__}:TABLE", "Work out how kites fly.\nsits calc kite bearing 0,0,0 -2,0,1")
PLAIN: Final = Verb("", f"{__name__}:TABLE", "Work out how rafts drift.\nsits calc mounts 7")


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """This module can be found by its name, as one of a package of commands can."""
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or sys.modules[bearing.__module__])


def run(*words: str, sums: tuple[Verb, ...] = (PLAIN, KITES)) -> tuple[int, str, str]:
    result = CliRunner().invoke(calc(sums), list(words))
    return result.exit_code, result.stdout, result.stderr


def test_a_group_is_listed_below_the_verbs_that_stand_directly_in_calc() -> None:
    code, told, _ = run("--help")
    assert code == 0
    _, _, listed = told.partition("Commands:\n")
    assert listed == (
        "  bearing  How two places lie.\n"
        "  mounts   Weapons by mount.\n"
        "  wind     Whether it flies.\n"
        "  kite     Work out how kites fly.\n\n"
        "  Examples:\n    sits calc mounts 7\n    sits calc kite bearing 0,0,0 -2,0,1\n"
    )


def test_the_help_of_a_group_lists_its_verbs_and_lines_to_type() -> None:
    code, told, _ = run("kite", "--help")
    assert code == 0
    assert told.startswith("Usage: calc kite [OPTIONS] COMMAND [ARGS]...\n\n  Work out how kites fly.\n")
    _, _, listed = told.partition("Commands:\n")
    assert listed == (
        "  bearing  How two places lie.\n  mounts   Weapons by mount.\n"
        "  wind     Whether it flies.\n\n"
        "  Examples:\n    sits calc kite bearing 0,0,0 -2,0,1\n"
    )
    assert "Work out how kites fly." in run("kite")[2]
    code, told, _ = run("kite", "bearing", "--help")
    assert code == 0
    assert "  Find how two places lie.\n\n  Places are three numbers.\n" in told


@each_row("place", range(6))
def test_options_go_in_front_of_the_group_or_of_the_verb_or_anywhere_behind_it(place: int) -> None:
    words = ["kite", "bearing", "0,0,0", "-2,0,1", "--turn", "pitch -3"]
    steps = ["Turned by pitch -3, and looked at again."]
    found = {"from": "0,0,0", "to": "-2,0,1", "turn": "pitch -3", "rule": "house", "steps": steps}
    if place < 5:
        code, told, _ = run(*words[:place], "--json", *words[place:])
        assert (code, json.loads(told)) == (0, found)
        code, told, _ = run(*words[:place], "--width", "40", *words[place:], "--ascii")
        assert (code, max(map(len, told.splitlines())) <= 40) == (0, True)
    assert json.loads(run("--ascii", "kite", "--width", "60", *words[1:], "--json")[1]) == found


@pytest.mark.parametrize("value", ["-0.5,0,0", "-3", "yaw -10 pitch -3", "-"])
def test_a_word_or_a_value_may_begin_with_a_minus(value: str) -> None:
    for words in (["--turn", value, "0,0,0", value], ["0,0,0", value, f"--turn={value}"]):
        code, told, _ = run("kite", "bearing", *words, "--json")
        assert (code, json.loads(told)) == (0, json.loads(told) | {"from": "0,0,0", "to": value, "turn": value})


def test_words_and_options_are_handed_over_as_they_were_read_and_all_faults_are_told_at_once() -> None:
    assert json.loads(run("kite", "wind", "4", "--gust", "6", "--gust", "7", "--json")[1]) == {
        "forces": [4, 6, 7],
        "least": 2,
        "rule": "house",
        "steps": [],
    }
    assert "[default: 2]" in run("kite", "wind", "--help")[1]
    refused = run("kite", "wind", "light", "--gust", "a", "--gust", "b", "--least", "c")
    assert refused == (1, "", "light is no force.\na is no force.\nb is no force.\nc is no force.\n")


def test_a_refusal_of_a_group_is_a_sentence_and_exit_1_and_wrong_usage_is_exit_2() -> None:
    assert run("kite", "mounts", "-2") == (1, "", "The number of weapons is -2. Write 1 or more.\n")
    for words, said in (
        (("kite", "fly"), "No such command 'fly'"),
        (("kite", "mounts", "7", "8"), 'Error: "8" is too much: sits kite mounts takes WEAPONS and options.\n'),
        (("kite", "mounts", "--foo", "7"), "No such option: --foo"),
        (("kite", "bearing", "0,0,0"), "Missing argument"),
    ):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kite", "mounts", "seven"), "Error: Invalid value for 'weapons': \"seven\" is not a whole number.\n"),
        (("kite", "mounts", "--foo", "7"), "Error: No such option: --foo\n"),
        (("kite", "mounts"), "Error: Missing argument 'weapons'.\n"),
    ],
)
def test_words_that_no_verb_can_read_are_told_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    assert run(*words) == (2, "", said)


def test_a_table_is_not_imported_before_its_group_is_called() -> None:
    absent = Verb("absent", "there.is.no.such.module:VERBS", "Work out nothing.")
    code, told, _ = run("kite", "mounts", "7", sums=(absent, KITES))
    assert (code, told.splitlines()[0]) == (0, "7")
    assert "Work out nothing." in run("--help", sums=(absent, KITES))[1]


PACKAGE: Final = {
    "__init__.py": """
from commands.verbs import Verb

CALC = Verb("kite", "commands.kites.calc:VERBS", "Work out how kites fly.")
""",
    "calc/__init__.py": """
from commands.verbs import Verb

VERBS = (Verb("pull", "commands.kites.calc.pull:pull", "What draws a kite down."),)
""",
    "calc/pull.py": """
from commands.calc import Answer

def pull(place: str) -> Answer:
    "Find what draws a kite down."
    return Answer(f"Nothing at {place}.", [], "house", {"place": place})
""",
}
PROGRAM: Final = """
import sys
import commands
commands.__path__.append(sys.argv.pop(1))
from commands.start import run
try:
    run()
finally:
    print(*(name for name in sys.modules if "calc" in name.split(".")), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("line", "told", "imported"),
    [
        ("--help", "Work out single numbers by a game's rules", set()),
        ("calc --help", "Work out how kites fly.", set()),
        ("calc kite --help", "What draws a kite down.", {"commands.kites.calc"}),
        (
            "calc kite pull -2,0,1",
            "Nothing at -2,0,1.",
            {"commands.kites.calc", "commands.kites.calc.pull"},
        ),
    ],
)
def test_a_package_put_beside_the_others_is_a_group_and_only_what_is_called_is_imported(
    tmp_path: Path, line: str, told: str, imported: set[str]
) -> None:
    for name, text in PACKAGE.items():
        path = tmp_path / "kites" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    words = [sys.executable, "-c", PROGRAM, str(tmp_path), *line.split()]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "80"})
    assert (done.returncode, told in done.stdout) == (0, True), done
    of_systems = {name for name in done.stderr.split() if not f"{name}.".startswith("commands.calc.")}
    assert of_systems == imported
