"""sits rules: the rules as this program plays them, for whoever has nothing but the program."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.rules.rulebook import CITED, rulebook_of
from sits_es.service.explanation import explain
from tests.shared.commands_told import Sits
from tests.shared.played_demos import played_folder

SECTIONS = (
    "Sections: 1 Space; 2 AVID; 3 Bearing and range; 4 Firing arcs, facings, wedge; 5 Sequence of play; "
    "6 Movement grid and thrust; 7 Beams; 8 Missiles; 9 Damage tracks; 10 Turn break; 11 What a report shows; "
    "12 Your own tables.\n"
)


def test_without_a_section_all_are_listed_below_what_is_to_be_known(sits: Sits) -> None:
    told = sits("rules")
    assert told.code == 0
    assert told.out.startswith("The rules of SITS as played here ──")
    assert "A rule made for this program to fill a gap is marked [house]." in told.flat
    assert "\nSections\n   1  Space\n   2  AVID\n" in told.out
    assert told.out.endswith("\n  12  Your own tables\n\nRead one: sits rules 5.1\n")


def test_a_part_is_printed_below_the_heading_of_its_section(sits: Sits) -> None:
    told = sits("rules", "8.6")
    assert told.out == (
        f"8. Missiles {'─' * 68}\n"
        "8.6 There is one variance roll for each layer of each attack; all salvoes from\n"
        "    one mount at one target are one attack [house]. Against contact nukes,\n"
        "    point-defence kills count double [2e].\n"
    )


def test_a_citation_can_be_typed_as_it_stands(sits: Sits) -> None:
    told = sits("rules", "5.7", "and", "6")
    assert told.code == 0
    assert [line.split(" ─")[0] for line in told.out.splitlines() if line.endswith("─")] == [
        "5. Sequence of play",
        "6. Movement grid and thrust",
    ]
    assert sits("rules", "8.3", "to", "8.6").out == sits("rules", "8.3 to 8.6").out


def test_the_beginning_of_a_heading_will_do(sits: Sits) -> None:
    assert sits("rules", "turn", "break").out == sits("rules", "10").out == sits("rules", "tur").out


def test_no_sign_of_markdown_is_left(sits: Sits) -> None:
    told = sits("rules", "1 to 12")
    assert told.out.count("\n") > 200
    assert "`" not in told.out
    assert "**" not in told.out
    assert "\n#" not in told.out


def test_plain_characters_will_do(sits: Sits) -> None:
    told = sits("rules", "1 to 12", "--ascii")
    assert told.out.isascii()


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_lines_are_as_long_as_the_page_is_wide(sits: Sits, width: int) -> None:
    told = sits("rules", "1 to 12", "--width", str(width))
    assert max(map(len, told.out.splitlines())) == width


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        (("8.9",), "The rules have no section 8.9. Section 8. Missiles has 8.1 to 8.7.\n"),
        (("14",), f"The rules have no section 14. {SECTIONS}"),
        (("warp", "drive"), f'The rules have no section "warp drive". {SECTIONS}'),
        (("b",), '"b" matches 2 sections: 3 Bearing and range; 7 Beams. Write more of the heading.\n'),
        (("1", "--rules", "chess"), "There is no rule system chess. Installed: "),
    ],
)
def test_what_there_is_not_is_refused(sits: Sits, asked: tuple[str, ...], refused: str) -> None:
    told = sits("rules", *asked)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(refused)


def test_where_no_system_is_the_usual_one_somebody_has_to_say_which(
    sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sits_es.rules.usual_system", lambda: None)
    told = sits("rules", "1")
    assert told.err == "Say whose rules: --rules sfb or --rules sits or --rules starwars or --rules xwing\n"


def test_a_system_is_named_again_where_a_section_is_proposed(sits: Sits) -> None:
    assert sits("rules", "--rules", "starwars").out.endswith('Read one: sits rules "The map" --rules starwars\n')


def test_programs_get_the_text_of_each_section(sits: Sits) -> None:
    whole, part = sits("rules", "--json").json, sits("rules", "8.7", "--json").json
    assert (whole["system"], len(whole["sections"])) == ("sits", 12)
    assert whole["about"].startswith("SITS is the Saganami Island Tactical Simulator, first edition")
    assert [(each["number"], each["parts"]) for each in part["sections"]] == [("8", ["8.7"])]
    assert part["sections"][0]["text"].startswith("8.7 Every roll, ")


@pytest.mark.long
def test_every_section_that_the_explanations_of_ten_turns_cite_can_be_read(home: Path) -> None:
    shutil.copy(played_folder("squadron") / "sits.db", home / "sits.db")
    with open_session() as session:
        last = session.open_game("squadron").head.version
        told = [explain(session.open_game("squadron"), str(number)).working for number in range(last + 1)]
    said = [
        part
        for each in told
        for part in (each.rule, *each.steps, *each.foot(), *(modifier.rule for modifier in each.modifiers))
    ]
    # where a section is missing after the words, what is asked is empty, and nothing is found
    cited = re.findall(rf"sits rules ?({CITED})?", " | ".join(said))
    assert len(cited) > last / 2
    assert len(set(cited)) > 10
    assert [asked for asked in sorted(set(cited)) if not asked or not rulebook_of("sits").find(asked)] == []
