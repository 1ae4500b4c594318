"""Everything that is drawn, on pages of 40 to 250 columns: no line is too long, no box and no word is broken."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from rich.cells import cell_len

from commands.calc import Answer, Rows, set_out
from tests.shared.commands_told import run
from tests.shared.rows import each_row

pytestmark = pytest.mark.long

WIDTHS = (40, 41, 46, 55, 66, 80, 97, 250)

#: What SITS draws, with tracks in boxes.
BOXES = (
    "show demo --at 1.4 -vv --ascii",
    "show demo --at 2.4 --as red",
    "replay demo",
    "replay demo 2.4",
    "demo --name demo -vv",
    "card show 'Sample Heavy Cruiser'",
)
OTHERS = (
    "games",
    "replay demo 1.3 1.4 --step",
    "audit list demo salvo",
    "audit list demo",
    "diff demo other",
    "stats demo luck",
    "explain demo 0",
    "explain demo 350",
    "rules",
    "rules 1 to 12",
    "calc consolidate '14F 3B 6+ 10D 2- 4A 2C'",
    "calc bearing '6B 3+' --nose A+ --roll 0 --picture",
    "calc grid 6B 5C 3+",
    "calc plots 4 A+",
    "calc attitude --nose A- --roll 1 --picture",
    "calc pivot --nose A --roll 0 --to B+",
    "calc course '4A 1+' --nose A --thrust 4 --segments 8",
    "calc course '4A 1+' --nose A --thrust 16 --pivot-to B --pace 2 --plot 'A: 3A 1B'",
    "calc beam graser 60 --range 1 --closure 12",
    "calc missiles 13",
    "calc kills 136 28",
    "calc variance 2 0 7",
    "calc variance --distribution",
)

#: A line of a picture, in which what looks like a word is none.
PICTURE = re.compile(r"[\\_·●■◆▲○□◇△│]")
WORD = re.compile(r"[\w'%+/.,;:-]{2,}")
#: What is left of a digest or a seed, which may have to be broken.
DIGEST = re.compile(r"[0-9a-f]+[.,;]?")


@pytest.fixture(scope="module", autouse=True)
def _games(tmp_path_factory: pytest.TempPathFactory) -> object:
    folder: Path = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder))
        patch.delenv("COLUMNS", raising=False)
        assert run("demo", "--name", "demo").code == 0
        assert run("fork", "demo", "--at", "2.1", "--name", "other").code == 0
        yield folder


def drawn(line: str, width: int) -> list[str]:
    told = run(*shlex.split(line), "--width", str(width))
    assert (told.code, told.err) == (0, ""), told
    return told.out.splitlines()


@each_row("line", [*BOXES, *OTHERS])
def test_no_line_is_longer_than_the_page_is_wide(line: str) -> None:
    for width in WIDTHS:
        assert max(map(cell_len, drawn(line, width))) <= width, width


@each_row("line", BOXES)
@each_row("widths", [(40, 43, 66), (80, 160)])
def test_no_box_is_broken(line: str, widths: tuple[int, ...]) -> None:
    for width in widths:
        broken = [each for each in drawn(line, width) if set("[]") & set(re.sub(r"\[[^\[\]]*\]", "", each))]
        assert broken == [], width


@each_row("line", OTHERS)
def test_no_word_is_broken(line: str) -> None:
    known = {word for each in drawn(line, 400) for word in WORD.findall(each)}
    for width in WIDTHS:
        for each in drawn(line, width):
            if not PICTURE.search(each):
                words = (word for word in WORD.findall(each) if word not in known)
                broken = [word for word in words if word != "..." and not DIGEST.fullmatch(word)]
                assert broken == [], (width, each)


def test_the_bars_of_the_distribution_are_shortened_all_alike() -> None:
    lines = drawn("calc variance --distribution", 50)
    bars = {int(each.split()[0]): each.split()[-1] for each in lines if each.endswith("#")}
    assert (len(bars), len(bars[13]), len(bars[8]), bars[1]) == (30, 22, 13, "#")


def test_a_table_of_numbers_moves_together_before_its_cells_stand_one_under_the_other() -> None:
    heads = ("Range", "0.0", "4.0", "10.5", "18.5", "29.5", "50.0")
    block = Answer("So.", [Rows(heads, [("1", "36", "27", "18", "14", "10", "7")], frozenset(range(7)))], "card", {})
    assert "  Range  0.0  4.0  10.5  18.5  29.5  50.0" in set_out(block, 41)
    assert "  Range 0.0 4.0 10.5 18.5 29.5 50.0" in set_out(block, 40)
    rows = Rows(
        ("Which", "How many", ""), [("ships", "20", "seen through A+"), ("salvoes", "", "none")], frozenset((1,))
    )
    answer = Answer("So.", [rows], "flyer", {})
    assert [*set_out(answer, 31)][1:-1] == [
        "  Which   How many",
        "  ships         20 seen through",
        "                   A+",
        "  salvoes          none",
    ]
    assert [*set_out(answer, 21)][1:-1] == [
        "  Which     ships",
        "  How many  20",
        "            seen",
        "            through",
        "            A+",
        "",
        "  Which     salvoes",
        "            none",
    ]
