"""Tables of critical hits as they are read, every edge of every row, and every refusal word for word."""

import json
import subprocess
import sys
from itertools import pairwise

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.schema import data_of
from sits_es.rules.starwars.cards.sample_cards import SAMPLES, read_card, tables_of
from sits_es.rules.starwars.critical_table import CriticalRow, CriticalTable, criticals_of
from tests.shared.rows import each_row

SAMPLE = tables_of(SAMPLES.classes())["Sample critical hits"]

OURS = """\
name = "Our critical hits"
[[rows]]
least = 1
most = 50
words = "Shaken"
difficulty = 1
strain = 2
[[rows]]
least = 51
most = 51
words = "Holed"
difficulty = 4
armour = 1
[[rows]]
least = 52
words = "Gone"
difficulty = 2
lost = true
"""


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_card(text, "ours.toml")
    return refusal.value.problems


def test_a_table_is_read_as_it_is_written() -> None:
    assert read_card(OURS, "ours.toml") == CriticalTable(
        name="Our critical hits",
        rows=(
            CriticalRow(least=1, most=50, words="Shaken", difficulty=1, strain=2),
            CriticalRow(least=51, most=51, words="Holed", difficulty=4, armour=1),
            CriticalRow(least=52, most=None, words="Gone", difficulty=2, lost=True),
        ),
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Our', 'nam = "Our', [
            "1: nam: There is no key nam. Did you mean name? Keys: name, rows.",
            '1: name: it is missing. Write a text in quotes, such as "My critical hits".',
        ]),
        ("most = 50\nwords", "most = 50\nwrods", [
            (
                "2: rows[1].words: it is missing. Write a text in quotes, such as \"Cracked plates\"."
            ),
            (
                "5: rows[1].wrods: There is no key wrods. Did you mean words? Keys: least, most, words, difficulty, "
                "armour, speed, shields, setback_piloting, setback_gunnery, weapon, trauma, strain, shut_down, lost."
            ),
        ]),
        ('"Shaken"', '" "', [
            "5: rows[1].words: it is empty. Write the name of this critical hit.",
        ]),
        ('"Shaken"', '"Sha\\nken"', [
            "5: rows[1].words: The text holds an invisible character.",
        ]),
        # where rows begin and end
        ("least = 1\n", "least = 2\n", [
            "3: rows[1].least: the first row begins with 2. Begin with 1.",
        ]),
        ("least = 1\n", "least = 0\n", [
            "3: rows[1].least: 0 is out of range. Write a whole number from 1 to 999.",
        ]),
        ("least = 52", "least = 1000", [
            "15: rows[3].least: 1000 is out of range. Write a whole number from 1 to 999.",
        ]),
        ("least = 51\n", "", [
            "8: rows[2].least: it is missing. Write a whole number from 1 to 999.",
        ]),
        ("least = 52", "least = 53", [
            "15: rows[3].least: no row covers 52. Begin with 52.",
        ]),
        ("least = 52", "least = 60", [
            "15: rows[3].least: no row covers 52 to 59. Begin with 52.",
        ]),
        ("least = 52", "least = 51", [
            "15: rows[3].least: the row above goes to 51, and this one begins with 51. Begin with 52.",
        ]),
        ("least = 52", "least = 50", [
            (
                "15: rows[3].least: 50 is below 51, where the row above begins. Write the lowest results first."
            ),
        ]),
        ("most = 51", "most = 50", [
            "10: rows[2].most: 50 is below 51, where the row begins.",
        ]),
        ("most = 51\n", "", [
            "8: rows[2].most: it is missing. Only the last row may leave this line out.",
        ]),
        ("most = 50\n", "", [
            "2: rows[1].most: it is missing. Only the last row may leave this line out.",
        ]),
        ("least = 52", "least = 52\nmost = 99", [
            "16: rows[3].most: no row covers results above 99. Leave this line out.",
        ]),
        # what a row does
        ("difficulty = 1", "difficulty = 0", [
            "6: rows[1].difficulty: 0 is out of range. Write a whole number from 1 to 4.",
        ]),
        ("difficulty = 4", "difficulty = 5", [
            "12: rows[2].difficulty: 5 is out of range. Write a whole number from 1 to 4.",
        ]),
        ("armour = 1", "armour = 100", [
            "13: rows[2].armour: 100 is out of range. Write a whole number from 0 to 99.",
        ]),
        ("armour = 1", "speed = 21", [
            "13: rows[2].speed: 21 is out of range. Write a whole number from 0 to 20.",
        ]),
        ("armour = 1", "shields = 10", [
            "13: rows[2].shields: 10 is out of range. Write a whole number from 0 to 9.",
        ]),
        ("armour = 1", "setback_piloting = 10", [
            "13: rows[2].setback_piloting: 10 is out of range. Write a whole number from 0 to 9.",
        ]),
        ("armour = 1", "setback_gunnery = -1", [
            "13: rows[2].setback_gunnery: -1 is out of range. Write a whole number from 0 to 9.",
        ]),
        ("strain = 2", "strain = 1000", [
            "7: rows[1].strain: 1000 is out of range. Write a whole number from 0 to 999.",
        ]),
        ("strain = 2", "trauma = 1000", [
            "7: rows[1].trauma: 1000 is out of range. Write a whole number from 0 to 999.",
        ]),
        ("lost = true", "lost = 1", [
            "18: rows[3].lost: 1 is neither true nor false. Write one of them, without quotes.",
        ]),
        ("lost = true", "weapon = 1", [
            "18: rows[3].weapon: 1 is neither true nor false. Write one of them, without quotes.",
        ]),
        ("lost = true", 'shut_down = "yes"', [
            '18: rows[3].shut_down: "yes" is neither true nor false. Write one of them, without quotes.',
        ]),
    ],
)  # fmt: skip
def test_every_fault_is_named_by_key_and_line(old: str, new: str, said: list[str]) -> None:
    assert OURS.count(old) == 1
    assert list(faults(OURS.replace(old, new))) == [f"ours.toml:{problem}" for problem in said]


@each_row(
    ("rows", "said"),
    [
        ("[]", "2: rows: there are none. Write each critical hit as a table of its own under [[rows]]."),
        ("3", "2: rows: 3 is not a list. Write one, such as tables under [[rows]]."),
        (
            "[3]",
            "2: rows[1]: this is not a critical hit. Write each critical hit as a table of its own under [[rows]].",
        ),
    ],
)
def test_a_table_has_rows(rows: str, said: str) -> None:
    assert faults(f'name = "Ours"\nrows = {rows}\n') == (f"ours.toml:{said}",)


def test_all_faults_of_a_table_are_named_at_once() -> None:
    wrong = OURS.replace("least = 1\n", "least = 2\n").replace("most = 51\n", "").replace('"Gone"', '""')
    assert len(faults(wrong)) == 3


@each_row(
    ("result", "words"),
    [(1, "Shaken"), (50, "Shaken"), (51, "Holed"), (52, "Gone"), (999, "Gone"), (5000, "Gone"), (0, "Shaken")],
)
def test_every_result_has_its_row(result: int, words: str) -> None:
    """The last has no end; what is below 1, which only an odd record has, is the first."""
    ours = criticals_of(data_of(read_card(OURS, "ours.toml")))
    assert ours is not None
    assert ours.row_of(result).words == words


@each_row("row", SAMPLE.rows)
def test_every_row_of_the_sample_holds_from_its_first_result_to_its_last(row: CriticalRow) -> None:
    edges = (row.least, row.least + 200 if row.most is None else row.most)
    assert [SAMPLE.row_of(edge) for edge in edges] == [row, row]
    assert row.least == 1 or SAMPLE.row_of(row.least - 1) != row


def test_the_sample_does_everything_that_a_row_can_do_from_1_to_beyond_150() -> None:
    assert SAMPLE.rows[0].least == 1
    assert all(above.most == row.least - 1 for above, row in pairwise(SAMPLE.rows))
    assert len(SAMPLE.rows) >= 12
    assert SAMPLE.rows[-1].least > 150
    does = ("armour", "speed", "shields", "setback_piloting", "setback_gunnery", "weapon", "trauma", "strain")
    for effect in (*does, "shut_down", "lost"):
        assert any(getattr(row, effect) for row in SAMPLE.rows), effect
    assert {row.difficulty for row in SAMPLE.rows} == {1, 2, 3, 4}


def test_a_table_comes_back_from_its_data() -> None:
    assert criticals_of(json.loads(json.dumps(data_of(SAMPLE)))) == SAMPLE
    assert criticals_of(None) is None
    with pytest.raises(UnreadableError) as refusal:
        criticals_of({"name": "Ours", "rows": []})
    assert str(refusal.value) == (
        "Critical hits: rows: there are none. Write each critical hit as a table of its own under [[rows]]."
    )


@each_row(
    ("row", "results", "told"),
    [
        (CriticalRow(least=1, most=50, words="Shaken", difficulty=1), "1 to 50", "Shaken"),
        (CriticalRow(least=51, most=51, words="Holed", difficulty=1, armour=2), "51", "Holed (armour -2)"),
        (
            CriticalRow(least=52, most=None, words="Hit", difficulty=1, trauma=1, strain=2, speed=3, shields=1),
            "52 and up",
            "Hit (1 hull trauma, 2 system strain, speed -3 and shields -1 in each zone)",
        ),
        (
            CriticalRow(least=52, most=None, words="Hit", difficulty=1, setback_piloting=1, setback_gunnery=2),
            "52 and up",
            "Hit (Piloting +1 setback and Gunnery +2 setback)",
        ),
        (
            CriticalRow(least=52, most=None, words="Hit", difficulty=1, weapon=True, shut_down=True, lost=True),
            "52 and up",
            "Hit (a weapon out, shut down and lost)",
        ),
    ],
)
def test_a_row_is_told_with_all_that_it_does(row: CriticalRow, results: str, told: str) -> None:
    assert (row.results, str(row)) == (results, told)


def test_whoever_reads_a_game_without_a_table_loads_no_reader_of_files() -> None:
    program = "import sys, sits_es.rules.starwars.board; sys.exit('sits_es.toml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
