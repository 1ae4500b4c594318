"""sits orders new and check: a file ready to edit, and every mistake of every file at once, word for word."""

from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.coded import Coded
from sits_es.game.events import GameEnded
from tests.shared.commands_told import Sits
from tests.shared.duels import BLUE, RED


def file(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_a_new_file_is_printed_and_checks_as_it_stands(begun: Sits) -> None:
    told = begun("orders", "new", "duel", "--as", "red")
    assert told.code == 0
    lines = told.out.splitlines()
    assert [line for line in lines if line and not line.lstrip().startswith("#")] == [
        "game duel",
        "turn 1",
        "player red",
        "ship Fearless",
    ]
    assert any("Sample Light Cruiser" in line for line in lines)
    assert begun("orders", "check", file("new.orders", told.out)).code == 0


def test_every_order_that_a_new_file_proposes_could_be_given(begun: Sits) -> None:
    text = begun("orders", "new", "duel", "--as", "red").out
    _, _, proposed = text.partition("# what could be ordered now:\n")
    lines = [line.strip().removeprefix("#").rstrip() for line in proposed.splitlines() if line.strip()]
    assert lines
    for line in lines:
        told = begun("orders", "check", file("one.orders", f"game duel\nturn 1\nplayer red\nship Fearless\n{line}\n"))
        assert told.code == 0, (line, told.err)


def test_a_new_file_is_written_and_never_over_another(begun: Sits) -> None:
    told = begun("orders", "new", "duel", "--as", "blue", "-o", "mine.orders")
    assert told == (0, "mine.orders is written. Edit it, then: sits orders check mine.orders\n", "")
    before = Path("mine.orders").read_text(encoding="utf-8")
    assert before == begun("orders", "new", "duel", "--as", "blue").out
    assert begun("orders", "new", "duel", "--as", "red", "-o", "mine.orders") == (
        1,
        "",
        "mine.orders already exists and is not overwritten. Name another file.\n",
    )
    assert Path("mine.orders").read_text(encoding="utf-8") == before


def test_a_new_file_where_none_can_be_is_refused(begun: Sits) -> None:
    assert begun("orders", "new", "duel", "--as", "red", "-o", "nowhere/red.orders") == (
        1,
        "",
        "nowhere/red.orders cannot be written: no such file or directory. Name another file.\n",
    )


def test_a_new_file_for_nobody_is_refused(begun: Sits) -> None:
    assert begun("orders", "new", "duel", "--as", "green") == (
        1,
        "",
        "There is no player green in duel. Players: blue, red.\n",
    )


def test_orders_in_order_are_printed_in_normal_form(begun: Sits) -> None:
    loud = file("loud.orders", "GAME duel\nturn 1\nship FEARLESS # mine\n\n 2 THRUST 4\n 1 thrust 2\n")
    told = begun("orders", "check", loud)
    normal = "game duel\nturn 1\n\nship Fearless\n  1      thrust 2\n  2      thrust 4\n"
    assert (told.code, told.err) == (0, "")
    start = (
        f"loud.orders: these orders are in order.\n\n{normal}\nIf everybody else drifts:\n  1  Fearless: 0,-1 alt 0; "
    )
    assert told.out.startswith(start)


def test_upper_and_lower_case_do_not_matter_in_any_name(begun: Sits) -> None:
    loud = file("loud.orders", "GAME DUEL\nTURN 1\nPLAYER RED\nSHIP FEARLESS\n  1 LAUNCH PORT 1 SALVO AT SIRIUS\n")
    told = begun("orders", "check", loud)
    assert told.code == 0, told.err
    assert "game duel\nturn 1\nplayer red\n\nship Fearless\n  1      launch port 1 salvo at Sirius\n" in told.out
    assert begun("orders", "check", loud, "--as", "red").code == 0


def test_the_secret_is_not_printed(begun: Sits) -> None:
    for words in (("red.orders",), ("red.orders", "--json")):
        told = begun("orders", "check", *words)
        assert told.code == 0
        assert "11111111" not in told.out
        assert "secret" not in told.out


def test_checked_orders_as_json(begun: Sits) -> None:
    bad = file("bad.orders", "game duel\nturn 1\nship Fearless\n  1 thrsut 4\n")
    told = begun("orders", "check", "red.orders", bad, "--json")
    assert (told.code, told.err) == (1, "")
    good, wrong = told.json
    assert (good["file"], good["ok"], good["faults"]) == ("red.orders", True, [])
    assert good["normal"].startswith("game duel\nturn 1\nplayer red\n")
    assert (wrong["file"], wrong["ok"], wrong["normal"]) == ("bad.orders", False, "")
    (fault,) = wrong["faults"]
    assert (fault["line"], fault["column"], fault["length"]) == (4, 5, 6)
    assert fault["message"] == '"thrsut" does not belong here. Did you mean thrust?'


WARNED = (
    "game duel\nturn 1\nplayer red\nship Fearless\n"
    "  1-3 fire starboard-laser at Sirius\n  1 plot A: 1A\n  1 thrust 3\n  2 thrust 0\n"
)
REACH = "Fearless: Sirius is at range 30, and starboard-laser reach 3. (Void in segment 1; for 2-3 it stands.)"
ARC = (
    "Fearless: starboard-laser cannot bear on Sirius, seen through F of the ship's frame (A on the map). "
    "The starboard mount bears through A/B to C/D, level and one ring up or down. "
    "(Void in segment 1; for 2-3 it stands.)"
)
NO_DOT = (
    "Fearless: as ordered so far its thrust break comes in segment 2, without a dot in A for 1A. "
    "No window has any then."
)


def test_what_is_worth_a_warning_is_told_with_its_place_and_the_orders_stand(begun: Sits) -> None:
    told = begun("orders", "check", file("red.orders", WARNED))
    assert told.code == 0
    assert told.out.startswith("red.orders: these orders are in order.\n\ngame duel\n")
    assert told.err == (
        f"red.orders:5:12: warning: {ARC}\n      1-3 fire starboard-laser at Sirius\n               ^^^^^^^^^^^^^^^\n"
        f"red.orders:5:31: warning: {REACH}\n      1-3 fire starboard-laser at Sirius\n"
        "                                  ^^^^^^\n"
        f"red.orders:6:10: warning: {NO_DOT}\n      1 plot A: 1A\n             ^^^^^\n"
    )


def test_warnings_as_json(begun: Sits) -> None:
    told = begun("orders", "check", file("red.orders", WARNED), "--json")
    assert (told.code, told.err) == (0, "")
    (found,) = told.json
    assert (found["ok"], found["faults"]) == (True, [])
    assert found["warnings"] == [
        {"line": 5, "column": 12, "length": 15, "message": ARC, "expected": ""},
        {"line": 5, "column": 31, "length": 6, "message": REACH, "expected": ""},
        {"line": 6, "column": 10, "length": 5, "message": NO_DOT, "expected": ""},
    ]


def test_beside_a_mistake_warnings_are_told_in_order_of_place_and_as_json_by_themselves(begun: Sits) -> None:
    name = file("red.orders", WARNED.replace("1 thrust 3", "1 thrust 33"))
    told = begun("orders", "check", name)
    assert (told.code, told.out) == (1, "")
    said = [line for line in told.err.splitlines() if not line.startswith(" ")]
    assert said == [
        f"red.orders:5:12: warning: {ARC}",
        f"red.orders:5:31: warning: {REACH}",
        "red.orders:7:12: Fearless: thrust 33 is plotted, its rating is 6. Plot 0 to 6.",
    ]
    (found,) = begun("orders", "check", name, "--json").json
    assert [fault["message"] for fault in found["faults"]] == [
        "Fearless: thrust 33 is plotted, its rating is 6. Plot 0 to 6."
    ]
    assert [warning["message"] for warning in found["warnings"]] == [ARC, REACH]


def test_a_line_for_the_segment_at_hand_alone_is_refused(begun: Sits) -> None:
    told = begun("orders", "check", file("red.orders", WARNED.replace("1-3 fire", "1 fire")))
    assert told.code == 1
    assert "Sirius is at range 30, and starboard-laser reach 3.\n" in told.err
    assert "Void" not in told.err


def test_a_span_that_starts_now_is_judged_like_the_same_span_plotted_earlier(begun: Sits) -> None:
    span = "game duel\nturn 1\nplayer red\nship Fearless\n  3-6 fire starboard-laser at Sirius\n"
    told = begun("orders", "check", file("span.orders", span))
    assert (told.code, told.err) == (0, "")
    assert begun("play", "duel", "--drift", "red", "--drift", "blue", "--to", "1.2").code == 0
    told = begun("orders", "check", "span.orders")
    assert told.code == 0
    assert "(Void in segment 3; for 4-6 it stands.)" in told.err
    told = begun("orders", "check", file("never.orders", span.replace("starboard-laser", "starboard-cannon")))
    assert told.code == 1
    assert told.err.startswith("never.orders:5:12: Fearless: There is no beam weapon starboard-cannon.")


def test_every_mistake_of_every_file_is_reported_at_once_at_its_place(begun: Sits) -> None:
    one = file("one.orders", "game duel\nturn 2\nship Fearless\n  1 thrust 9\n  1 thrsut 4\n")
    orders = "  1 thrust 44\n  2 fire bow-laser at Fearles\n  2 thrust 3\n  2 thrust 2\n break thrust 2\n"
    two = file("two.orders", f"game duel\nturn 1\nplayer blue\nship Sirius\n{orders}ship Fearless\n 1 thrust 1\n")
    told = begun("orders", "check", one, two)
    assert (told.code, told.out) == (1, "")
    lines = [line for line in told.err.splitlines() if not line.startswith("    expected: ")]
    weapons = (
        "Did you mean port-laser? Beam weapons: port-laser, port-graser, starboard-laser, starboard-graser, "
        "forward-graser, aft-graser"
    )
    assert lines == [
        "one.orders:2:6: These orders are for turn 2; duel stands at 1.1.",
        "    turn 2",
        "         ^",
        "one.orders:4:12: Fearless: thrust 9 is plotted, its rating is 6. Plot 0 to 6.",
        "      1 thrust 9",
        "               ^",
        'one.orders:5:5: "thrsut" does not belong here. Did you mean thrust?',
        "      1 thrsut 4",
        "        ^^^^^^",
        "two.orders:5:12: Sirius: thrust 44 is plotted, its rating is 5. Plot 0 to 5.",
        "      1 thrust 44",
        "               ^^",
        f"two.orders:6:10: Sirius: There is no beam weapon bow-laser. {weapons}.",
        "      2 fire bow-laser at Fearles",
        "             ^^^^^^^^^",
        "two.orders:6:23: There is no ship Fearles. Did you mean Fearless? Ships: Fearless.",
        "      2 fire bow-laser at Fearles",
        "                          ^^^^^^^",
        "two.orders:8:3: Sirius has two thrust orders for this segment. Leave one.",
        "      2 thrust 2",
        "      ^^^^^^^^^^",
        'two.orders:9:8: "thrust" is an order of a segment, not of the turn break.',
        "     break thrust 2",
        "           ^^^^^^",
        "two.orders:10:6: Fearless is red's ship, and these are orders of blue. blue orders Sirius.",
        "    ship Fearless",
        "         ^^^^^^^^",
    ]
    assert "    expected: turn 1\n" in told.err
    assert "    expected: a segment from 1 to 8 in place of break\n" in told.err


def refusal(sits: Sits, text: str, *words: str) -> list[str]:
    """The sentences with which a file is refused, without its name, its lines and their marks."""
    told = sits("orders", "check", file("f.orders", text), *words)
    assert (told.code, told.out) == (1, "")
    return [line.removeprefix("f.orders:") for line in told.err.splitlines() if line.startswith("f.orders:")]


HEAD = "game duel\nturn 1\n"


@pytest.mark.parametrize(
    ("text", "refusals"),
    [
        (
            HEAD + "ship Fearles\n 1 thrust 2\n",
            ["1:1: The file does not say whose orders it gives, and no ship in it tells."],
        ),
        (
            HEAD + "player red\nship Fearles\n 1 thrust 2\n",
            ["4:6: There is no ship Fearles. Did you mean Fearless? Ships: Sirius, Fearless."],
        ),
        (
            HEAD + "ship Fearless\n 1 launch port 1 salvo at Sirus\n",
            ["4:27: There is no ship Sirus. Did you mean Sirius? Ships: Sirius."],
        ),
        (
            HEAD + "ship Fearless\n 1-8 thrust 7\n",
            ["4:13: Fearless: thrust 7 is plotted, its rating is 6. Plot 0 to 6."],
        ),
        (
            HEAD + "ship Fearless\n 1 pivot to B/C++++\n",
            None,
        ),
        (
            "game dual\nturn 1\nship Fearless\n",
            ["1:6: There is no game dual. Did you mean duel? Games: duel."],
        ),
        (
            "game duel\nturn 2\nship Fearless\n",
            ["2:6: These orders are for turn 2; duel stands at 1.1."],
        ),
        ("turn 1\nship Fearless\n", ["1:1: The file does not say which game it is for."]),
        ("game duel\nship Fearless\n", ["1:1: The file does not say which turn it is for."]),
        (
            HEAD + "player red\nship Sirius\n 1 thrust 2\nship Fearless\n 2 thrust 2\n",
            ["4:6: Sirius is blue's ship, and these are orders of red. red orders Fearless."],
        ),
        (
            HEAD + "ship Fearless\n 1 thrust 2\nship Sirius\n 2 thrust 2\n",
            ["5:6: Sirius is blue's ship, and these are orders of red. red orders Fearless."],
        ),
    ],
)
def test_refusals_word_for_word(begun: Sits, text: str, refusals: list[str] | None) -> None:
    found = refusal(begun, text)
    if refusals is None:
        assert found[0].startswith("4:")
    else:
        assert found == refusals


def test_a_mount_out_of_arc_names_what_it_sees_and_what_it_bears_through(begun: Sits) -> None:
    (said,) = refusal(begun, HEAD + "ship Fearless\n 1 launch starboard 1 salvo at Sirius\n")
    assert said.startswith("4:11: Fearless: ")
    assert "cannot bear on Sirius, seen through " in said
    assert "The starboard mount bears through " in said


def test_somebody_elses_ship_is_named_with_the_players_own(begun: Sits) -> None:
    assert refusal(begun, HEAD + "ship Sirius\n 1 thrust 1\n", "--as", "red") == [
        "3:6: Sirius is blue's ship, and these are orders of red. red orders Fearless."
    ]


def test_orders_that_say_they_are_another_players_are_refused(begun: Sits) -> None:
    assert refusal(begun, RED, "--as", "blue")[0] == "3:8: These orders say that they are red's."


def test_segments_that_are_over_are_refused_but_not_lines_for_the_whole_turn(begun: Sits) -> None:
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.3").code == 0
    assert refusal(begun, HEAD + "ship Fearless\n 1-8 thrust 2\n 2 pivot to A\n 4 roll port 1\n") == [
        "4:2: 1.3 is over; duel stands at 1.4.",
        "5:2: 1.2 is over; duel stands at 1.4.",
    ]
    whole = file("whole.orders", HEAD + "ship Fearless\n stop if launched at\n 4 roll port 1\n")
    assert begun("orders", "check", whole).code == 0


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (None, "f.orders: no such file or directory."),
        (b"game duel\nturn 1\nship Fr\xe9d\xe9ric\n", "f.orders: byte 25 is not UTF-8 text. Save the file as UTF-8."),
        (b"\xff\xfeg\x00", "f.orders: byte 1 is not UTF-8 text. Save the file as UTF-8."),
    ],
)
def test_a_file_that_is_missing_or_not_text_is_refused(begun: Sits, content: bytes | None, refusal: str) -> None:
    if content is not None:
        Path("f.orders").write_bytes(content)
    assert begun("orders", "check", "f.orders") == (1, "", refusal + "\n")
    told = begun("orders", "check", "f.orders", "--json")
    assert told.code == 1
    assert told.json == [
        {"file": "f.orders", "ok": False, "normal": "", "faults": [{"message": refusal}], "warnings": []}
    ]


def test_a_folder_is_not_an_order_file(begun: Sits) -> None:
    assert begun("orders", "check", "games") == (1, "", "games: is a directory.\n")


def test_one_good_file_does_not_excuse_a_bad_one(begun: Sits) -> None:
    file("bad.orders", BLUE.replace("Sirius", "Sirrus"))
    told = begun("orders", "check", "red.orders", "bad.orders")
    assert told.code == 1
    assert told.out.startswith("red.orders: these orders are in order.\n")
    assert told.err.startswith("bad.orders:5:6: There is no ship Sirrus. Did you mean Sirius?")


@pytest.mark.parametrize("text", ["", "\n\n# nothing\n", "\ufeffgame duel\r\nturn 1\r\nplayer red\r\n", "game duel"])
def test_any_text_gets_an_answer(begun: Sits, text: str) -> None:
    assert begun("orders", "check", file("any.orders", text)).code in (0, 1)


def test_a_game_that_is_over_takes_no_orders(begun: Sits) -> None:

    with open_session() as table:
        table.append(
            "duel",
            [GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))],
            after=table.store.head("duel").version,
        )
    over = "duel is over: Only red has ships left.\n"
    assert begun("orders", "new", "duel", "--as", "red") == (1, "", over)
    assert begun("play", "duel", "red.orders", "blue.orders") == (1, "", over)
