"""A turn's report as one file, its kind by the ending of its name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tests.shared.browsers import DESKTOP, PHONE, opened, violations
from tests.shared.commands_told import Sits, run
from tests.shared.handouts import GAMES, packed
from tests.shared.rows import each_row, long_beyond

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def played(sits: Sits) -> Path:
    """The folder in which commands run, with the bundled duel."""
    assert sits("demo").code == 0
    return Path.cwd()


def test_a_report_as_text_is_what_the_turn_brought_at_a_glance_and_in_tables_with_dice_and_checkpoint(
    played: Path,
) -> None:
    assert run("report", "duel", "-o", "turn.txt").out.startswith("turn.txt: the report of turn 2 of duel.\n")
    text = (played / "turn.txt").read_text(encoding="utf-8")
    assert re.match(r"duel, turn 2: A duel of cruisers\n\n +points: ", text)
    assert text.index(" Fearless and Sirius break thrust\n") < text.index("\nTurn 2 ---")
    assert text.count("F                A ") == 1  # the map
    assert "\nDice\n" in text
    assert "duel is at 3.1; everybody owes orders.\nRecord: up to #593, head ebe0663c77ca5233." in text
    assert re.search(r"\n\nsits-es/[0-9a-f]{32}/duel\n594\nrwL4iPuDWdJR1MjkiPXmRW08UaisrCMZZPEtbNRSzQw=\n\Z", text)
    assert max(map(len, text.splitlines())) <= 76


def test_a_report_as_a_page_has_pictures_and_loads_nothing(played: Path) -> None:
    assert run("report", "duel", "1", "-o", "turn.html").code == 0
    page = (played / "turn.html").read_text(encoding="utf-8")
    assert "<title>duel, turn 1: A duel of cruisers</title>" in page
    assert page.count("duel, turn 1") == 2  # that, and the heading
    assert page.count("<svg") == page.count("</svg>") > 0
    assert not re.search(r'(src|href)="|@import|url\(', page)


@pytest.mark.long
@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True)])
@pytest.mark.parametrize("game", long_beyond(1, GAMES.values()))
def test_nothing_keeps_anybody_from_reading_a_report(
    folder: Path, browser: Browser, game: str, size: tuple[int, int], *, dark: bool
) -> None:
    with opened(browser, folder / f"turn-of-{game}.html", size, dark=dark, ready=False) as page:
        assert violations(page.page) == []
        wide = page.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (wide, page.said) == (0, [])
        assert re.match(rf"sits-es/[0-9a-f]{{32}}/{game} \d+ \S{{43}}=\Z", page.text("footer pre"))


#: How large the letters of a picture are on the screen, but for those on a ship's sign.
LETTERS = """() => [...document.querySelectorAll('.lt-map > svg text:not(.sx-on)')].map((each) => {
        const svg = each.closest('.lt-map > svg');
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        return scale * parseFloat(getComputedStyle(each).fontSize);
    })"""


def test_a_table_of_ships_fits_a_small_window_on_a_desk(folder: Path, browser: Browser) -> None:
    with opened(browser, folder / "turn-of-beacon.html", (900, 800), ready=False) as page:
        wide, room = page.page.evaluate(
            "[document.querySelector('.lt-map > svg').getBoundingClientRect().width, "
            "document.querySelector('.lt-map').clientWidth]"
        )
        assert room - 40 < wide <= room
        assert min(page.page.evaluate(LETTERS)) >= 10


@pytest.mark.long
@pytest.mark.parametrize("game", long_beyond(1, GAMES.values()))
def test_what_stands_in_the_picture_and_below_it_can_be_read(folder: Path, browser: Browser, game: str) -> None:
    legend = """() => [...document.querySelectorAll('.lt-key li')].map((each) =>
        [parseFloat(getComputedStyle(each).fontSize), each.getBoundingClientRect().right <= innerWidth])"""
    for size in (DESKTOP, PHONE):
        with opened(browser, folder / f"turn-of-{game}.html", size, ready=False) as page:
            assert min(page.page.evaluate(LETTERS)) >= 10
            lines = page.page.evaluate(legend)
            assert len(lines) > 2
            assert all(letters >= 13 and inside for letters, inside in lines)


def test_a_report_in_full_tells_every_exchange(played: Path) -> None:
    assert run("report", "duel", "1", "-o", "short.txt").code == 0
    assert run("report", "duel", "1", "-v", "-o", "full.txt").code == 0
    short, full = ((played / name).read_text(encoding="utf-8") for name in ("short.txt", "full.txt"))
    assert "Turn 1, segment 3" in full
    assert "Turn 1, segment 3" not in short
    assert len(full) > 2 * len(short)


def test_a_report_as_a_picture_holds_the_map_and_every_line(played: Path) -> None:
    assert run("report", "duel", "1", "-o", "turn.svg").code == 0
    assert run("report", "duel", "1", "-o", "turn.txt").code == 0
    sheet = ElementTree.parse(played / "turn.svg").getroot()  # noqa: S314 - it was written here
    space = "{http://www.w3.org/2000/svg}"
    (the_map, *numbers) = sheet.findall(f"{space}svg")
    assert "Fearless (red)" in "".join(the_map.itertext())
    assert "hull boxes lost" in "".join(text for each in numbers for text in each.itertext())
    lines = [line.text or "" for line in sheet.findall(f"{space}text")]
    assert lines[0] == "duel, turn 1: A duel of cruisers"
    told = "\n".join(" ".join(line.split()) for line in lines)
    assert "1.8 Sirius port at Fearless" in told or "Sirius port at Fearless" in told
    assert "Record: up to #593, head ebe0663c77ca5233. Check:" in told
    width, height = (float(sheet.attrib[name]) for name in ("width", "height"))
    assert all(0 < float(line.attrib["x"]) < width for line in sheet.findall(f"{space}text"))
    assert all(0 < float(line.attrib["y"]) < height for line in sheet.findall(f"{space}text"))


def test_a_reviewed_report_says_what_was_better_and_shows_what_the_dice_could_have_done(played: Path) -> None:
    assert run("report", "duel", "1", "--review", "--as", "red", "-o", "turn.txt").code == 0
    text = (played / "turn.txt").read_text(encoding="utf-8")
    reviewed = text.partition("\nReview ---")[2]
    assert "\n1.1 red: aft to bear, hold to closest: +0.9, give or take 0.3\n" in reviewed
    heads, _, *rows = reviewed.partition("\n1.1: the same orders on other dice\n")[2].split("\n\n")[0].splitlines()
    assert " ".join(heads.split()) == "5% # middle 95% * mean x came to from 0"
    # only what the dice had a say in
    assert [row.split()[:7] for row in rows] == [
        ["hull", "red", "21", "25", "25", "24.2", "25"],
        ["tubes", "red", "18", "19", "20", "19.1", "19"],
        ["decoys", "red", "1", "2", "2", "1.8", "2"],
    ]
    assert "hull 32/32 : 25/26   tubes 24/24 : 19/20   decoys 2 : 2 of 4" in run("show", "duel", "--at", "2.1").out
    assert run("report", "duel", "1", "--review", "--as", "red", "-o", "turn.svg").code == 0
    assert "the same orders on other dice" in (played / "turn.svg").read_text(encoding="utf-8")


def test_a_report_as_json_has_the_turns_events_and_how_it_stood_after_it(played: Path) -> None:
    assert run("report", "duel", "1", "-o", "turn.json").code == 0
    found = json.loads((played / "turn.json").read_text(encoding="utf-8"))
    replayed = run("replay", "duel", "1.1", "1.break", "--json").json
    assert found["exchanges"] == replayed["exchanges"]
    assert found["after"] == run("show", "duel", "--at", "2.1", "--json").json
    assert (found["name"], found["turn"]) == ("duel", 1)
    assert found["checkpoint"].split("\n")[0].endswith("/duel")


@pytest.mark.parametrize("system", ["sfb", "starwars", "xwing"])
@pytest.mark.parametrize("kind", ["html", "txt", "svg", "json"])
def test_every_rule_system_has_reports_of_every_kind(sits: Sits, home: Path, system: str, kind: str) -> None:
    assert sits("demo", "--rules", system, "--name", "ours").code == 0
    told = sits("report", "ours", "-o", f"turn.{kind}")
    assert told.code == 0
    turn = {"sfb": "turn", "starwars": "round", "xwing": "round"}[system]
    assert re.match(rf"turn\.{kind}: the report of {turn} \d of ours\.\n", told.out)
    assert re.search(rf"the report of {turn} \d of ours[.,]", told.out.partition("mail:")[2])
    assert kind == "json" or f"ours, {turn} " in (home.parent / f"turn.{kind}").read_text(encoding="utf-8")
    assert (home.parent / f"turn.{kind}").stat().st_size > 1000


@pytest.mark.parametrize("game", GAMES.values())
def test_a_report_as_one_player_sees_it_ends_with_their_units_in_full(folder: Path, game: str) -> None:
    told = run("report", game, "--as", "RED", "-o", "red.txt")
    text, shown = (folder / "red.txt").read_text(encoding="utf-8"), run("show", game, "--as", "red").out
    (folder / "red.txt").unlink()
    assert re.match(rf"red\.txt: the report of (turn|round) \d of {game}, as red sees it\.\n", told.out)
    own = text.partition("As red sees it at the end")[2]
    titles = [line.split()[0] for line in shown.splitlines() if line.startswith(("Fearless", "Bearings"))]
    assert len(own.splitlines()) > 15
    assert all(title in own for title in titles)


def test_nobodys_own_view_is_in_a_report_unasked(folder: Path) -> None:
    assert run("report", "duel", "-o", "plain.txt").code == 0
    assert run("report", "duel", "--as", "blue", "-o", "blue.txt").code == 0
    plain, blue = ((folder / name).read_text(encoding="utf-8") for name in ("plain.txt", "blue.txt"))
    assert "sees it" not in plain
    before, _, after = blue.partition("As blue sees it at the end")
    assert plain.startswith(before.rstrip("- \n"))
    assert "Bearings" in after


def test_a_game_of_rounds_says_round(sits: Sits, home: Path) -> None:
    assert sits("demo", "ambush").code == 0
    refusals = [sits("report", "ambush", "-o", "x.txt", turn).err for turn in ("9", "1.1")]
    assert refusals == [
        "No exchange of round 9 has been played in ambush. On record: round 1 to 3.\n",
        '"1.1" is not the number of a round. Write a whole number, such as 2.\n',
    ]
    assert sits("replay", "ambush", "-o", "ambush.html").code == 0
    assert packed(home.parent / "ambush.html", "shown")["turn"] == "round"


def test_of_a_turn_at_an_earlier_moment_nothing_later_is_told(played: Path) -> None:
    assert run("report", "duel", "--at", "1.4", "-o", "turn.json").code == 0
    found = json.loads((played / "turn.json").read_text(encoding="utf-8"))
    assert [each["at"] for each in found["exchanges"]] == ["1.1", "1.2", "1.3"]
    assert found["after"] == run("show", "duel", "--at", "1.4", "--json").json


@each_row(
    ("words", "answer"),
    [
        (
            ("-o", "turn.pdf"),
            "turn.pdf: a report's file name must end in .html, .txt, .svg or .json; this ending sets the format.\n",
        ),
        (
            ("-o", "turn"),
            "turn: a report's file name must end in .html, .txt, .svg or .json; this ending sets the format.\n",
        ),
        (("-o", "red.orders.txt"), "red.orders.txt already exists and is never overwritten. Name another file.\n"),
        (("-o", "x.txt", "3"), "No exchange of turn 3 has been played in duel. On record: turn 1 to 2.\n"),
        (
            ("-o", "x.txt", "1.1"),
            '"1.1" is not the number of a turn. Write a whole number, such as 2.\n',
        ),
        (("-o", "x.txt", "0"), '"0" is not the number of a turn. Write a whole number, such as 2.\n'),
        (("-o", "x.txt", "--as", "green"), "There is no player green. Players: blue, red.\n"),
        (
            ("-o", "x.json", "--as", "red"),
            "--as is for a report for people; JSON holds everybody's units. Leave out --as.\n",
        ),
        (
            ("-o", "x.json", "--review"),
            "--review is for a report for people. For JSON: sits review duel --json\n",
        ),
        (("-o", "x.txt", "--at", "1.1"), "No exchange of duel has been played yet.\n"),
    ],
)
def test_what_a_report_cannot_be_is_refused(played: Path, words: tuple[str, ...], answer: str) -> None:
    (played / "red.orders.txt").write_text("mine", encoding="utf-8")
    told = run("report", "duel", *words)
    assert (told.code, told.err) == (1, answer)
    assert not (played / "x.txt").exists()
    assert (played / "red.orders.txt").read_text(encoding="utf-8") == "mine"
