"""sits play: all files checked first, exchanges in order, a report, and refusals that leave the record as it was."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.home import open_session
from sits_es.game.events import OrdersRevealed, SeedMade
from sits_es.game.play import Resolved, play_exchange
from sits_es.service import play
from tests.shared.commands_told import NO_MOMENT, Sits
from tests.shared.duels import BLUE, RED

Rows = Callable[[], list[tuple[Any, ...]]]


def file(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_without_to_play_goes_to_the_last_segment_that_a_file_orders(begun: Sits) -> None:
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert (told.code, told.err) == (0, "")
    assert "duel is at 1.break; everybody owes orders." in told.out


def test_with_v_one_segment_is_shown_in_full(begun: Sits) -> None:
    one = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.1", "-v")
    assert one.out.startswith("Turn 1, segment 1 ─")
    assert "Fearless: launch port 2 salvoes at Sirius" in one.out


def test_with_v_several_segments_are_shown_as_a_summary(begun: Sits) -> None:
    several = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.break", "-v")
    assert several.out.startswith("Turn 1 ─")
    assert "The map now" in several.out
    assert "Turn 1, segment 3 ─" not in several.out


def test_full_shows_every_segment(begun: Sits) -> None:
    told = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.3", "-vv")
    assert [f"Turn 1, segment {number} ─" in told.out for number in (1, 2, 3, 4)] == [True, True, True, False]


def test_the_report_ends_with_where_the_game_stands_and_the_head_of_the_record(begun: Sits, rows: Rows) -> None:
    told = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.2")
    head = rows()[-1]
    assert told.out.splitlines()[-2:] == [
        "duel is at 1.3; everybody owes orders.   sits orders new duel --as blue",
        f"Record: up to #{len(rows()) - 1}, head {head[6].hex()[:16]}. Check: sits audit verify duel",
    ]


def test_files_come_in_any_order_and_the_record_is_the_same(begun: Sits, rows: Rows, home: Path) -> None:
    before = (home / "sits.db").read_bytes()
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.2").code == 0
    one = [row[:7] for row in rows()]
    for name in ("sits.db", "sits.db-wal", "sits.db-shm"):
        (home / name).unlink(missing_ok=True)
    (home / "sits.db").write_bytes(before)
    assert begun("play", "duel", "blue.orders", "red.orders", "--to", "1.2").code == 0
    assert [row[:7] for row in rows()] == one


def test_played_at_one_go_or_segment_by_segment_the_record_is_the_same(begun: Sits, rows: Rows, home: Path) -> None:
    before = (home / "sits.db").read_bytes()
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.break").code == 0
    one = [row[:7] for row in rows()]
    for name in ("sits.db", "sits.db-wal", "sits.db-shm"):
        (home / name).unlink(missing_ok=True)
    (home / "sits.db").write_bytes(before)
    later = {"red.orders": RED, "blue.orders": BLUE}
    for segment in (*range(1, 9), "break"):
        for name, text in later.items():
            file(name, without_past(text, segment))
        assert begun("play", "duel", "red.orders", "blue.orders", "--to", f"1.{segment}").code == 0
    assert [row[:7] for row in rows()] == one


def without_past(text: str, segment: int | str) -> str:
    """The orders that are left once the game stands at a segment."""
    left = []
    for line in text.splitlines():
        words = line.split()
        if not words[0][0].isdigit():
            left.append(line)
            continue
        first, _, last = words[0].partition("-")
        if segment != "break" and int(last or first) >= int(segment):
            start = max(int(first), int(segment))
            left.append(f"  {start}-{last or first}  {' '.join(words[1:])}")
    return "\n".join(left) + "\n"


def test_without_a_secret_each_nonce_is_a_new_one(begun: Sits, home: Path) -> None:
    before = (home / "sits.db").read_bytes()
    nonces = []
    for text in (RED, BLUE):
        own = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("secret"))
        file("red.orders" if "player red" in own else "blue.orders", own)
    for _ in range(2):
        for name in ("sits.db", "sits.db-wal", "sits.db-shm"):
            (home / name).unlink(missing_ok=True)
        (home / "sits.db").write_bytes(before)
        assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.2").code == 0
        with open_session() as table:
            facts = [recorded.event for recorded in table.open_game("duel").events()]
        nonces += [fact.nonce for fact in facts if isinstance(fact, OrdersRevealed)]
        assert len({fact.seed for fact in facts if isinstance(fact, SeedMade)}) == 2
    assert len(set(nonces)) == len(nonces) == 8


def missing(player: str, where: str) -> str:
    files = f"Give a file for each player (blue, red), or --drift {player} to let {player}'s units drift."
    return f"duel: {player}'s orders for {where} are missing. {files}"


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("red.orders", missing("blue", "1.1")),
        ("blue.orders", missing("red", "1.1")),
        ("", missing("blue", "1.1")),
        # a file orders one turn: the next one needs orders of its own
        ("red.orders blue.orders --to 2.1", missing("blue", "2.1")),
        ("red.orders blue.orders --to 9999.break", missing("blue", "2.1")),
        (
            "red.orders blue.orders red.orders",
            "red.orders: red has already given orders in red.orders. Give one file for each player.",
        ),
        ("red.orders nothing.orders", "nothing.orders: no such file or directory."),
        ("red.orders games", "games is a folder. Name a file in it."),
        (
            "red.orders blue.orders --to 12",
            '"12" is a turn, not a moment of a game: turn 12 runs from 12.1 to 12.break.',
        ),
        (
            "red.orders blue.orders --to 1.9",
            f'"1.9" {NO_MOMENT}',
        ),
    ],
)
def test_what_cannot_be_played_is_refused_word_for_word_and_leaves_the_record_as_it_was(
    begun: Sits, rows: Rows, words: str, refusal: str
) -> None:
    before = rows()
    assert begun("play", "duel", *words.split()) == (1, "", refusal + "\n")
    assert rows() == before


def test_faults_of_two_files_are_told_at_once(begun: Sits, rows: Rows) -> None:
    before = rows()
    file("red.orders", RED.replace("thrust 6", "thrust 7"))
    file("blue.orders", BLUE.replace("at Fearless", "at Fearles", 1))
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert (told.code, told.out) == (1, "")
    assert [line for line in told.err.splitlines() if not line.startswith("    ")] == [
        "red.orders:7:15: Fearless: thrust 7 is ordered, but its rating is 6. Order 0 to 6.",
        "blue.orders:8:33: Sirius: There is no ship Fearles. Did you mean Fearless? Ships: Fearless.",
    ]
    assert rows() == before


def test_two_files_of_one_player_are_told_apart_by_their_ships_too(begun: Sits) -> None:
    text = "".join(line for line in RED.splitlines(keepends=True) if not line.startswith(("player", "secret")))
    file("more.orders", text)
    assert begun("play", "duel", "red.orders", "more.orders") == (
        1,
        "",
        "more.orders: red has already given orders in red.orders. Give one file for each player.\n",
    )


def test_a_file_with_faults_still_counts_as_a_second_one(begun: Sits) -> None:
    file("more.orders", RED.replace("thrust 6", "thrust 7"))
    told = begun("play", "duel", "red.orders", "more.orders")
    assert told.code == 1
    assert told.err.startswith("more.orders:7:15: Fearless: thrust 7 is ordered")


def test_orders_for_somebody_elses_ship_are_refused(begun: Sits) -> None:
    file("red.orders", RED + "ship Sirius\n  3 thrust 1\n")
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(
        "red.orders:11:6: Sirius is blue's ship, but these are red's orders. red commands Fearless.\n"
    )


def test_the_wrong_turn_is_refused(played: Sits) -> None:
    told = played("play", "duel", "red.orders", "blue.orders")
    assert (told.code, told.out) == (1, "")
    assert told.err == "".join(
        f"{name}.orders:2:6: These orders are for turn 1; duel is at 2.1.\n"
        "    turn 1\n"
        "         ^\n"
        "    expected: turn 2\n"
        for name in ("red", "blue")
    )


def test_the_same_files_are_played_on_with(begun: Sits, rows: Rows) -> None:
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.5").code == 0
    played = len(rows())
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert (told.code, told.err) == (0, "")
    assert "duel is at 1.break" in told.out
    assert len(rows()) > played


def test_orders_for_segments_that_are_over_and_had_others_are_refused(begun: Sits, rows: Rows) -> None:
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.5").code == 0
    before = rows()
    file("red.orders", RED.replace("  1    thrust 6\n", "  1    thrust 5\n"))
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert told.code == 1
    assert told.err == (
        "red.orders:7:3: 1.1 is over; duel is at 1.6.\n      1    thrust 5\n      ^\n    expected: segment 6 or later\n"
    )
    assert rows() == before


def test_a_moment_that_is_past_leaves_nothing_to_play(begun: Sits, rows: Rows) -> None:
    plain = "game duel\nturn 1\nplayer {}\nship {}\n"
    file("red.orders", plain.format("red", "Fearless"))
    file("blue.orders", plain.format("blue", "Sirius"))
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.3").code == 0
    before = rows()
    told = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.2")
    assert told == (1, "", "duel is at 1.4, past 1.2: there is nothing to play.\n")
    assert rows() == before


def test_files_without_orders_play_one_exchange(begun: Sits) -> None:
    plain = "game duel\nturn 1\nplayer {}\nship {}\n  stop if damage taken\n"
    file("red.orders", plain.format("red", "Fearless"))
    file("blue.orders", plain.format("blue", "Sirius"))
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert told.code == 0
    assert "duel is at 1.2; everybody owes orders." in told.out


def test_a_player_who_drifts_needs_no_file(begun: Sits) -> None:
    told = begun("play", "duel", "red.orders", "--drift", "blue", "--to", "1.2", "-v")
    assert (told.code, told.err) == (0, "")
    assert "1.1  " in told.out
    assert "launched at range" in told.out
    assert "duel is at 1.3; everybody owes orders." in told.out
    assert begun("audit", "verify", "duel").code == 0
    with open_session() as table:
        given = [fact.event for fact in table.open_game("duel").events() if isinstance(fact.event, OrdersRevealed)]
    assert [(fact.player, bool(fact.lines)) for fact in given] == [
        ("blue", False),
        ("red", True),
        ("blue", False),
        ("red", True),
    ]


def test_without_any_file_the_exchange_at_hand_is_played_a_turn_break_too(begun: Sits) -> None:
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.8").code == 0
    told = begun("play", "duel", "--drift", "blue", "--drift", "red")
    assert (told.code, told.err) == (0, "")
    assert "duel is at 2.1; everybody owes orders." in told.out
    again = begun("play", "duel", "--drift", "blue", "--drift", "red", "--drift", "blue")
    assert "duel is at 2.2; everybody owes orders." in again.out


def test_those_who_drift_do_so_in_every_exchange_that_is_played_in_the_next_turn_as_well(begun: Sits) -> None:
    told = begun("play", "duel", "--drift", "blue", "--drift", "red", "--to", "2.3")
    assert (told.code, told.err) == (0, "")
    assert "duel is at 2.4; everybody owes orders." in told.out
    assert begun("audit", "verify", "duel").code == 0


def test_a_file_orders_one_turn_also_beside_somebody_who_drifts(begun: Sits, rows: Rows) -> None:
    before = rows()
    told = begun("play", "duel", "red.orders", "--drift", "blue", "--to", "2.1")
    assert told == (1, "", missing("red", "2.1") + "\n")
    assert rows() == before


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("--drift blue", missing("red", "1.1")),
        ("red.orders --drift green", "There is no player green. Players: blue, red."),
        ("red.orders --drift bleu", "There is no player bleu. Did you mean blue? Players: blue, red."),
        (
            "red.orders blue.orders --drift Blue",
            "blue has given orders in blue.orders. Leave out the file or --drift blue.",
        ),
        (
            "red.orders --drift red --drift green",
            (
                "red has given orders in red.orders. Leave out the file or --drift red.\n"
                "There is no player green. Players: blue, red."
            ),
        ),
    ],
)
def test_who_cannot_drift_is_told_so_and_nothing_is_played(begun: Sits, rows: Rows, words: str, refusal: str) -> None:
    before = rows()
    assert begun("play", "duel", *words.split()) == (1, "", refusal + "\n")
    assert rows() == before


def test_in_a_fork_who_drifts_leaves_what_they_did_in_the_parent(begun: Sits) -> None:
    assert begun("play", "duel", "red.orders", "blue.orders", "--to", "1.break").code == 0
    assert begun("fork", "duel", "--at", "1.5", "--name", "what-if").code == 0
    told = begun("play", "what-if", "--drift", "blue", "--to", "1.5")
    assert (told.code, told.err) == (0, "")
    assert "launches 2 salvoes at Fearless" not in told.flat
    assert "what-if is at 1.6" in told.out


ARC = (
    "Fearless: starboard-laser cannot bear on Sirius, seen through A (map), F (ship). "
    "The starboard mount bears through A/B to C/D, level and one ring up or down."
)
REACH = "Fearless: Sirius is at range 30, but starboard-laser reaches 3."
DRIFT = "if the others drift and nothing is hit"


def test_warnings_are_told_on_standard_error_and_play_goes_on(begun: Sits) -> None:
    file("red.orders", "game duel\nturn 1\nplayer red\nship Fearless\n  1-2 fire starboard-laser at Sirius\n")
    told = begun("play", "duel", "red.orders", "--drift", "blue")
    assert told.code == 0
    assert [line for line in told.err.splitlines() if not line.startswith(" ")] == [
        f"red.orders:5:12: warning: {ARC} (Void in segment 1; in 2 too, {DRIFT}.)",
        f"red.orders:5:31: warning: {REACH} (Void in segment 1; in 2 too, {DRIFT}.)",
    ]
    assert "duel is at 1.3; everybody owes orders." in told.out
    assert told.flat.count('Fearless: "fire starboard-laser at Sirius" failed: starboard-laser cannot bear') == 2


def test_a_stop_ends_what_was_plotted_ahead_and_is_told(begun: Sits) -> None:
    file("blue.orders", BLUE + "  stop if launched at\n")
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert told.code == 0
    assert "Orders plotted beyond this point are void; give them again." in told.flat
    assert "duel is at 1.2; everybody owes orders." in told.out
    assert begun("audit", "verify", "duel").code == 0


def test_somebody_else_who_was_first_is_told_of_and_nothing_is_written_twice(
    begun: Sits, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same orders, played by another program between this one's looking and its writing."""

    def after_another(*given: Any) -> Any:
        monkeypatch.setattr(play, "play_exchange", play_exchange)
        other = threading.Thread(target=begun, args=("play", "duel", "red.orders", "blue.orders", "--to", "1.1"))
        other.start()
        other.join()
        return play_exchange(*given)

    monkeypatch.setattr(play, "play_exchange", after_another)
    size = len(rows())
    told = begun("play", "duel", "red.orders", "blue.orders", "--to", "1.1")
    assert (told.code, told.out) == (1, "")
    head = len(rows()) - 1
    assert told.err == (
        f"Somebody else has continued duel: it is at event #{head}, but you had seen it up to "
        f"#{size - 1}. Nothing was written. Look again, then repeat your command.\n"
    )
    assert begun("audit", "verify", "duel").code == 0
    assert len(begun("replay", "duel", "--json").json["exchanges"]) == 1


def test_what_was_played_before_a_refusal_stands_and_is_told(begun: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Resolved] = []

    def another_at_the_third(*given: Any) -> Resolved:
        seen.append(play_exchange(*given))
        if len(seen) == 3:
            with open_session() as table:
                table.open_game("duel").append(seen[-1].facts, after=table.store.head("duel").version)
        return seen[-1]

    monkeypatch.setattr(play, "play_exchange", another_at_the_third)
    told = begun("play", "duel", "red.orders", "blue.orders")
    assert told.code == 1
    assert told.err.startswith("Somebody else has continued duel: ")
    assert told.out.startswith("duel, turn 1, segments 1 to 2 ")
    assert "duel is at 1.4; everybody owes orders." in told.out
    assert begun("audit", "verify", "duel").code == 0
