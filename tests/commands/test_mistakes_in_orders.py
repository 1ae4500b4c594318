"""What `sits orders check` says of mistakes: every one at its place, word for word, and of files that are none."""

from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from tests.commands.test_orders import file
from tests.shared.commands_told import Sits, run
from tests.shared.duels import BLUE, RED
from tests.shared.rows import each_row


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
        "one.orders:2:6: These orders are for turn 2; duel is at 1.1.",
        "    turn 2",
        "         ^",
        "one.orders:4:12: Fearless: thrust 9 is ordered, but its rating is 6. Order 0 to 6.",
        "      1 thrust 9",
        "               ^",
        'one.orders:5:5: "thrsut" does not belong here. Did you mean thrust?',
        "      1 thrsut 4",
        "        ^^^^^^",
        "two.orders:5:12: Sirius: thrust 44 is ordered, but its rating is 5. Order 0 to 5.",
        "      1 thrust 44",
        "               ^^",
        f"two.orders:6:10: Sirius: There is no beam weapon bow-laser. {weapons}.",
        "      2 fire bow-laser at Fearles",
        "             ^^^^^^^^^",
        "two.orders:6:23: Sirius: There is no ship Fearles. Did you mean Fearless? Ships: Fearless.",
        "      2 fire bow-laser at Fearles",
        "                          ^^^^^^^",
        "two.orders:8:3: Sirius has two thrust orders for this segment. Keep one.",
        "      2 thrust 2",
        "      ^^^^^^^^^^",
        'two.orders:9:8: "thrust" is an order for a segment, not for the turn break.',
        "     break thrust 2",
        "           ^^^^^^",
        "two.orders:10:6: Fearless is red's ship, but these are blue's orders. blue commands Sirius.",
        "    ship Fearless",
        "         ^^^^^^^^",
        "How it is written: sits orders help thrust",
    ]
    assert "    expected: turn 1\n" in told.err
    assert "    expected: a segment from 1 to 8 in place of break\n" in told.err


def refusal(sits: Sits, text: str, *words: str) -> list[str]:
    """The sentences with which a file is refused, without its name, its lines and their marks."""
    told = sits("orders", "check", file("f.orders", text), *words)
    assert (told.code, told.out) == (1, "")
    return [line.removeprefix("f.orders:") for line in told.err.splitlines() if line.startswith("f.orders:")]


HEAD = "game duel\nturn 1\n"


@each_row(
    ("text", "refusals"),
    [
        (
            HEAD + "ship Fearles\n 1 thrust 2\n",
            [
                "1:1: The file does not say whose orders it gives, and no ship in it shows whose they are.",
                "3:6: There is no ship Fearles. Did you mean Fearless? Ships: Sirius, Fearless.",
            ],
        ),
        (
            HEAD + "player rde\nship Fearles\n 1 thrust 7\nship Siruis\n 1 thrust 6\n",
            [
                "3:8: There is no player rde in duel. Did you mean red? Players: blue, red.",
                "4:6: There is no ship Fearles. Did you mean Fearless? Ships: Sirius, Fearless.",
                "5:11: Fearless: thrust 7 is ordered, but its rating is 6. Order 0 to 6.",
                "6:6: There is no ship Siruis. Did you mean Sirius? Ships: Sirius, Fearless.",
            ],
        ),
        (
            HEAD + "player red\nship Fearles\n 1 thrust 2\n",
            ["4:6: There is no ship Fearles. Did you mean Fearless? Ships: Sirius, Fearless."],
        ),
        (
            HEAD + "ship Fearless\n 1 launch port 1 salvo at Sirus\n",
            ["4:27: Fearless: There is no ship Sirus. Did you mean Sirius? Ships: Sirius."],
        ),
        (
            HEAD + "ship Fearless\n 1-8 thrust 7\n",
            ["4:13: Fearless: thrust 7 is ordered, but its rating is 6. Order 0 to 6."],
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
            ["2:6: These orders are for turn 2; duel is at 1.1."],
        ),
        ("turn 1\nship Fearless\n", ["1:1: The file does not say which game it is for."]),
        ("game duel\nship Fearless\n", ["1:1: The file does not say which turn it is for."]),
        (
            HEAD + "player red\nship Sirius\n 1 thrust 2\nship Fearless\n 2 thrust 2\n",
            ["4:6: Sirius is blue's ship, but these are red's orders. red commands Fearless."],
        ),
        (
            HEAD + "ship Fearless\n 1 thrust 2\nship Sirius\n 2 thrust 2\n",
            ["5:6: Sirius is blue's ship, but these are red's orders. red commands Fearless."],
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
        "3:6: Sirius is blue's ship, but these are red's orders. red commands Fearless."
    ]


def test_orders_that_say_they_are_another_players_are_refused(begun: Sits) -> None:
    assert refusal(begun, RED, "--as", "blue")[0] == "3:8: These orders are red's."


def test_segments_that_are_over_are_refused_but_not_lines_for_the_whole_turn(begun: Sits) -> None:
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.3").code == 0
    assert refusal(begun, HEAD + "ship Fearless\n 1-8 thrust 2\n 2 pivot to A\n 4 roll port 1\n") == [
        "4:2: 1.3 is over; duel is at 1.4.",
        "5:2: 1.2 is over; duel is at 1.4.",
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
    assert begun("orders", "check", "games") == (1, "", "games is a folder. Name a file in it.\n")


def test_one_good_file_does_not_excuse_a_bad_one(begun: Sits) -> None:
    file("bad.orders", BLUE.replace("Sirius", "Sirrus"))
    told = begun("orders", "check", "red.orders", "bad.orders")
    assert told.code == 1
    assert told.out.startswith("red.orders: no mistakes.\n")
    assert told.err.startswith("bad.orders:5:6: There is no ship Sirrus. Did you mean Sirius?")


@pytest.mark.parametrize("text", ["", "\n\n# nothing\n", "\ufeffgame duel\r\nturn 1\r\nplayer red\r\n", "game duel"])
def test_any_text_gets_an_answer(begun: Sits, text: str) -> None:
    assert begun("orders", "check", file("any.orders", text)).code in (0, 1)


def test_a_game_that_is_over_takes_no_orders(begun: Sits) -> None:

    with open_session() as table:
        table.open_game("duel").append(
            [GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))],
            after=table.store.head("duel").version,
        )
    over = "duel is over: Only red has ships left.\n"
    assert begun("orders", "new", "duel", "--as", "red") == (1, "", over)
    assert begun("play", "duel", "red.orders", "blue.orders") == (1, "", over)


@each_row(
    ("line", "helps"),
    [
        ("1 launch port at Sirius", "launch"),
        ("break repair thrust with 99", "repair"),
        ("1-2 pivot C", "pivot"),
        ("stop if hit", "stop"),
        ("thrsut 6", "thrust"),
        ("1 shoot everything", ""),
        ("turn x", None),
        ("1 thrust 99", None),
    ],
)
def test_it_is_said_where_to_read_how_an_order_is_written(begun: Sits, line: str, helps: str | None) -> None:
    """Where it could not be read, and not where a rule is against it."""
    told = begun("orders", "check", file("f.orders", f"game duel\nturn 1\nplayer red\nship Fearless\n  {line}\n"))
    said = told.err.splitlines()[-1]
    assert told.code == 1
    if helps is None:
        assert "sits orders help" not in told.err
    else:
        assert said == f"How it is written: sits orders help {helps}".rstrip()


def test_a_file_of_another_kind_is_answered_with_one_fault(begun: Sits) -> None:
    told = begun("orders", "check", "duel.toml")
    assert told.code == 1
    assert told.err == (
        "duel.toml:2:1: This is not an order file: no line in it is an order.\n"
        '    title = "A duel for tests"\n'
        "    ^\n"
        "    expected: lines such as game NAME and turn 1, and orders below them; see: sits orders help\n"
    )


AHEAD = """\
  3 launch port 1 salvo at Sirius
  4 launch port 1 salvo at Sirius
  5 launch port 9 salvoes at Sirius
  5 launch aft 1 salvo of 3 tubes at Sirius
  5 launch starboard 1 salvo at Sirius
  6 fire port-laser at Sirius
  7 fire starboard-graser at Sirius
  8 launch forward 5 salvoes of 1 tube at Sirius
  break repair ecm with 2
"""
DRIFT = "(If the others drift and nothing is hit.)"
BEARS = "The starboard mount bears through A/B to C/D, level and one ring up or down."


def test_what_fails_in_a_later_segment_is_refused_or_warned_of_when_it_is_written(begun: Sits) -> None:
    told = begun("orders", "check", file("f.orders", HEAD + "player red\nship Fearless\n" + AHEAD))
    assert (told.code, told.out) == (1, "")
    seen = "seen through A (map), F (ship)"
    assert [line.removeprefix("f.orders:") for line in told.err.splitlines() if line.startswith("f.orders:")] == [
        (
            "6:12: warning: Fearless: the port tubes can launch again in 1 segment. Forward could launch at Sirius "
            f"then. The order could be carried out in segment 5. {DRIFT}"
        ),
        "7:17: Fearless: 9 salvoes are ordered at Sirius. No range allows more than 5 salvoes a turn; 5 are left.",
        "8:27: Fearless: a salvo of 3 tubes is ordered, but aft has 2 working tubes. Order 1 to 2.",
        (
            f"9:12: warning: Fearless: the starboard launcher cannot bear on Sirius, {seen}. {BEARS} "
            f"Port and forward could launch at Sirius then. {DRIFT}"
        ),
        (
            "10:24: warning: Fearless: Sirius is at range 18, but port-laser reaches 3. "
            f"None of its weapons could fire at Sirius then. {DRIFT}"
        ),
        (
            f"11:10: warning: Fearless: starboard-graser cannot bear on Sirius, {seen}. {BEARS} "
            f"None of its weapons could fire at Sirius then. {DRIFT}"
        ),
        (
            "11:30: warning: Fearless: Sirius is at range 16, but starboard-graser reaches 2. "
            f"None of its weapons could fire at Sirius then. {DRIFT}"
        ),
        (
            "12:20: warning: Fearless: 5 salvoes are ordered at Sirius. "
            f"At range 14 you may launch up to 3 salvoes a turn; 2 are left. {DRIFT}"
        ),
        "13:16: warning: Fearless: ecm is undamaged. (Unless it is hit before the turn break.)",
    ]


def test_in_the_turn_break_a_repair_of_what_is_whole_is_refused(begun: Sits) -> None:
    assert begun("play", "duel", "--drift", "red", "--drift", "blue", "--to", "1.8").code == 0
    said = "4:15: Fearless: ecm is undamaged."
    assert refusal(begun, HEAD + "ship Fearless\n break repair ecm\n") == [said]


@each_row(
    ("scenario", "unit", "order", "said"),
    [
        (
            "duel",
            "ship Fearless",
            "  1 fire port laser at Sirius",
            '5:10: "port laser" is not a name. Did you mean port-laser?',
        ),
        (
            "pursuit",
            "unit Hawk",
            "  impulse 1 fire aft  phasers at Heron",
            '5:18: "aft phasers" is not a name. Did you mean aft-phasers?',
        ),
        (
            "pursuit",
            "unit Hawk",
            "  impulse 3 fire phasers at mine 1",
            '5:29: Put quotes round a name that has spaces or signs: "Mine 1".',
        ),
        ("duel", "ship Fearless", "  1 fire port guns at Sirius", '5:15: "guns" does not belong here.'),
    ],
)
def test_a_name_written_as_two_words_is_known(scenario: str, unit: str, order: str, said: str, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(tmp_path))
        run("new", scenario, "--name", scenario)
        player = "red" if scenario == "duel" else "blue"
        orders = tmp_path / "a.orders"
        orders.write_text(f"game {scenario}\nturn 1\nplayer {player}\n{unit}\n{order}\n", encoding="utf-8")
        told = run("orders", "check", str(orders))
    assert told.err.splitlines()[0] == f"{orders}:{said}"


def test_a_new_file_writes_a_weapon_as_it_must_be_typed(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(tmp_path))
        run("new", "beacon", "--name", "beacon")
        assert (
            '  # weapons: Lasers (front) and "Tail gun" (rear)\n' in run("orders", "new", "beacon", "--as", "red").out
        )


def test_a_file_without_its_game_is_read_by_the_rules_that_are_played_here(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(tmp_path))
        run("new", "pursuit", "--name", "sunday")
        orders = tmp_path / "a.orders"
        orders.write_text("turn 1\nship Fearless\n  1 thrust 5\n", encoding="utf-8")
        told = run("orders", "check", str(orders)).err.splitlines()
    assert told[0] == f"{orders}:1:1: The file does not say which game it is for."
    assert told[3] == "    expected: game sunday"
    assert told[4] == f'{orders}:2:1: "ship" does not belong here. Did you mean shield?'
