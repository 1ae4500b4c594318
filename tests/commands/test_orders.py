"""sits orders new and check: a file ready to edit, and every mistake of every file at once, word for word."""

from pathlib import Path

from tests.shared.commands_told import Sits


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
    assert lines[1] == "# How each order is written: sits orders help --game duel"
    assert begun(*lines[1].partition("sits ")[2].split()).code == 0
    assert begun("orders", "check", file("new.orders", told.out)).code == 0


def test_every_order_that_a_new_file_proposes_could_be_given(begun: Sits) -> None:
    text = begun("orders", "new", "duel", "--as", "red").out
    _, _, proposed = text.partition("# you can order now:\n")
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
        "mine.orders already exists. Name another file, or keep its lines as comments: --force\n",
    )
    assert Path("mine.orders").read_text(encoding="utf-8") == before


def test_written_anew_a_file_keeps_what_it_held_as_comments(begun: Sits) -> None:
    new = begun("orders", "new", "duel", "--as", "blue").out
    file("mine.orders", "game duel\nturn 1\nplayer blue\n# mind the port side\nship Sirius\n  1 thrust 5  # all\n")
    for _ in range(2):
        told = begun("orders", "new", "duel", "--as", "blue", "-o", "mine.orders", "--force")
        assert told.flat == (
            "mine.orders is written again, with its old lines below as comments. Then: sits orders check mine.orders"
        )
        assert Path("mine.orders").read_text(encoding="utf-8") == (
            f"{new}\n# What this file held before:\n# mind the port side\n# ship Sirius\n#   1 thrust 5  # all\n"
        )
    file("mine.orders", new)
    begun("orders", "new", "duel", "--as", "blue", "-o", "mine.orders", "--force")
    assert Path("mine.orders").read_text(encoding="utf-8") == new


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
        "There is no player green. Players: blue, red.\n",
    )


def test_orders_in_order_are_printed_in_normal_form(begun: Sits) -> None:
    loud = file("loud.orders", "GAME duel\nturn 1\nship FEARLESS # mine\n\n 2 THRUST 4\n 1 thrust 2\n")
    told = begun("orders", "check", loud)
    normal = "game duel\nturn 1\n\nship Fearless\n  1      thrust 2\n  2      thrust 4\n"
    assert (told.code, told.err) == (0, "")
    start = (
        f"loud.orders: no mistakes.\n\n{normal}\n"
        "After each segment, if everybody else drifts:\n  1  Fearless: 0,-1 alt 0; "
    )
    assert told.out.startswith(start)


def test_upper_and_lower_case_do_not_matter_in_any_name(begun: Sits) -> None:
    loud = file("loud.orders", "GAME DUEL\nTURN 1\nPLAYER RED\nSHIP FEARLESS\n  1 LAUNCH PORT 1 SALVO AT SIRIUS\n")
    told = begun("orders", "check", loud)
    assert told.code == 0, told.err
    assert "game duel\nturn 1\nplayer red\n\nship Fearless\n  1      launch port 1 salvo at Sirius\n" in told.out
    assert begun("orders", "check", loud, "--as", "red").code == 0


def test_a_file_is_checked_for_a_fork_of_its_game(begun: Sits) -> None:
    mine = file("mine.orders", "game duel\nturn 1\nplayer red\nship Fearless\n  2 thrust 4\n")
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.3").code == 0
    assert begun("fork", "duel", "--at", "1.2", "--name", "what-if").code == 0
    assert begun("orders", "check", mine).err.startswith("mine.orders:5:3: 1.2 is over; duel is at 1.4.\n")
    told = begun("orders", "check", mine, "--game", "what-if")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("mine.orders: no mistakes.\n\ngame what-if\nturn 1\n")


def test_a_file_of_which_everything_has_been_played_says_so(begun: Sits) -> None:
    mine = file("mine.orders", "game duel\nturn 1\nplayer red\nship Fearless\n  1 thrust 4\n")
    assert begun("play", "duel", mine, "--drift", "blue", "--to", "1.1").code == 0
    told = begun("orders", "check", mine)
    said = "mine.orders:5:3: warning: All of these orders have been played: duel is at 1.2."
    assert (told.code, told.err.splitlines()[0]) == (0, said)


def test_whose_orders_are_written_need_not_be_said_where_one_plays_only_one_side(sits: Sits) -> None:
    assert sits("new", "duel", "--name", "tonight", "--against", "captain", "--as", "red").code == 0
    assert sits("orders", "new", "tonight").out == sits("orders", "new", "tonight", "--as", "red").out
    assert sits("new", "duel", "--name", "ours").code == 0
    assert sits("orders", "new", "ours") == (1, "", "Say whose orders: --as blue or --as red\n")


def test_nor_where_only_one_player_owes_any(sits: Sits) -> None:
    assert sits("new", "alarm", "--name", "alarm").code == 0
    owes = sits("play", "alarm").out.partition("alarm is at 1.1; ")[2].split()[0]  # as the initiative dice fell
    assert owes in ("blue", "red")
    assert sits("orders", "new", "alarm").out == sits("orders", "new", "alarm", "--as", owes).out
    assert f"player {owes}\n" in sits("orders", "draft", "alarm").out


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
DRIFT = "if the others drift and nothing is hit"
TOO = f"(Void in segment 1; in 2-3 too, {DRIFT}.)"
REACH = f"Fearless: Sirius is at range 30, but starboard-laser reaches 3. {TOO}"
ARC = (
    "Fearless: starboard-laser cannot bear on Sirius, seen through A (map), F (ship). "
    "The starboard mount bears through A/B to C/D, level and one ring up or down. "
    f"{TOO}"
)
NO_DOT = (
    "Fearless: 1A is plotted in A, where there are no dots. Dots are in no window. "
    "Its thrust break comes in segment 2. (If the others drift and nothing is hit.)"
)


def test_what_is_worth_a_warning_is_told_with_its_place_and_the_orders_stand(begun: Sits) -> None:
    told = begun("orders", "check", file("red.orders", WARNED))
    assert told.code == 0
    assert told.out.startswith("red.orders: no mistakes.\n\ngame duel\n")
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
        "red.orders:7:12: Fearless: thrust 33 is ordered, but its rating is 6. Order 0 to 6.",
    ]
    (found,) = begun("orders", "check", name, "--json").json
    assert [fault["message"] for fault in found["faults"]] == [
        "Fearless: thrust 33 is ordered, but its rating is 6. Order 0 to 6."
    ]
    assert [warning["message"] for warning in found["warnings"]] == [ARC, REACH]


def test_a_line_for_the_segment_at_hand_alone_is_refused(begun: Sits) -> None:
    told = begun("orders", "check", file("red.orders", WARNED.replace("1-3 fire", "1 fire")))
    assert told.code == 1
    assert "Sirius is at range 30, but starboard-laser reaches 3.\n" in told.err
    assert "Void" not in told.err


def test_a_span_that_starts_now_is_judged_like_the_same_span_plotted_earlier(begun: Sits) -> None:
    span = "game duel\nturn 1\nplayer red\nship Fearless\n  3-6 fire starboard-laser at Sirius\n"
    told = begun("orders", "check", file("span.orders", span))
    assert told.code == 0
    assert "reaches 3. None of its weapons could fire at Sirius then. (If the others drift " in told.err
    assert begun("play", "duel", "--drift", "red", "--drift", "blue", "--to", "1.2").code == 0
    told = begun("orders", "check", "span.orders")
    assert told.code == 0
    assert "(Void in segment 3; in 4-6 too, if the others drift and nothing is hit.)" in told.err
    told = begun("orders", "check", file("never.orders", span.replace("starboard-laser", "starboard-cannon")))
    assert told.code == 1
    assert told.err.startswith("never.orders:5:12: Fearless: There is no beam weapon starboard-cannon.")
