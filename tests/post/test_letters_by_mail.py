"""What letters cost, and to whom they tell what; how the post may fail them is in `tests.endurance.network`."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest

from sits_es.mail.reading import read_letter
from sits_es.sentences import counted
from tests.shared.postal import cruisers, text_of, thrust


def test_a_turn_of_two_peers_takes_twelve_letters_nine_hops_after_sealing_and_one_that_tells_its_end(
    tmp_path: Path,
) -> None:
    table = cruisers(tmp_path, ("red", "blue"))
    before, hop = len(table.sent), table.hop
    table.order("red", "blue", ahead=9)
    assert table.label() == "2.1"
    *played, end = table.sent[before:]
    assert len(played) == 12
    assert played[-1].hop - (hop + 1) == 9
    assert end.writer == "red"
    assert max(len(each.content) for each in (*played[3:], end)) < 9_000
    assert max(len(each.content) for each in played[1:]) < 20_000  # nine seals, each with its box of one length


@pytest.mark.long
def test_a_turn_of_three_peers_takes_three_messages_a_hop(tmp_path: Path) -> None:
    table = cruisers(tmp_path)
    before = len(table.sent)
    table.order("red", "blue", "green", ahead=9)
    assert table.label() == "2.1"
    written = table.sent[before:]
    hops = len({each.hop for each in written})
    assert hops <= 12
    assert len(written) <= 3 * hops
    assert max(len(each.content) for each in written[6:]) < 9_000
    first, *others = written  # nine seals in escrow each; the first letter holds the game's beginning once more
    assert len(first.content) < 24_000
    assert max(len(each.content) for each in others) < 14_000


@pytest.mark.parametrize("how", [{}, {"neutral": "ump", "reads": True}], ids=["peers", "umpired"])
def test_programs_that_read_each_others_folders_write_nothing_while_nothing_is_new(
    how: dict[str, object], tmp_path: Path
) -> None:
    table = cruisers(tmp_path, ("red", "blue"), **how)
    table.order("red", ahead=9)
    written = len(table.sent)
    for _ in range(3):
        for who in table.awake:  # all that ever came, once more
            for letter in [each for each in table.sent if who in each.readers]:
                table.bring(who, letter.content)
        table.stir()
        table.carry()
    assert len(table.sent) == written


@pytest.mark.parametrize(("delay", "told"), [(1, {"ours 1.3: report"}), (3, set())])
def test_those_who_look_on_get_reports_of_what_is_resolved_and_nothing_else(
    delay: int, told: set[str], tmp_path: Path
) -> None:
    table = cruisers(tmp_path, ("red", "blue"), spectators=("eye",), terms={"spectators": delay})
    (welcome,) = (" ".join(text_of(message_from_bytes(each)).split()) for each in table.boxes["eye"])
    assert welcome.startswith("Nothing to do: you are watching ours. Reports come to you by mail. ")
    assert f"eye: spectator, whose reports come {counted(delay, 'exchange')} late" in welcome
    table.give("red", "ship Fearless\n  1 launch port 1 salvo at Sirius\n  2 thrust 3")
    table.carry()
    assert len(table.boxes["eye"]) == 1
    table.give("blue", thrust("blue"), "1.2")
    table.carry()
    letters = table.boxes["eye"][1:]
    assert not any(read_letter(each).contents for each in letters)
    assert {str(message_from_bytes(each)["Subject"]) for each in letters} == told
