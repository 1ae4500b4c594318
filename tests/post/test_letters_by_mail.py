"""What letters cost, and what the post may do to them: counted, lost, doubled, late; nothing is told too early."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.mail.reading import read_letter
from sits_es.post import orders
from sits_es.sentences import counted
from tests.shared.postal import ROUGH, Table, Weather, cruisers, sheet, text_of, thrust


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


@pytest.mark.parametrize(
    ("weather", "seed"),
    [
        (Weather(doubled=0.5), 1),
        (Weather(slow=0.4), 2),
        pytest.param(ROUGH, 3, marks=pytest.mark.long),
        pytest.param(Weather(lost=0.4), 4, marks=pytest.mark.long),
        pytest.param(Weather(lost=0.3, doubled=0.3, slow=0.3), 5, marks=pytest.mark.long),
    ],
    ids=["doubled", "late", "rough", "lost", "all"],
)
def test_letters_that_are_lost_doubled_or_late_leave_all_records_equal(
    weather: Weather, seed: int, tmp_path: Path
) -> None:
    table = cruisers(tmp_path, seed=seed, terms={"hours": 400 * 24})
    table.weather = weather
    for who, upto in (("red", "1.3"), ("blue", "1.2"), ("green", "1.3")):
        table.give(who, thrust(who), upto)
    for label in ("1.3", "1.4"):
        for _ in range(150):
            table.days()
            if set(table.labels().values()) == {label}:
                break
        if label == "1.3":
            table.give("blue", thrust("blue", "3"))
    assert set(table.labels().values()) == {"1.4"}
    table.check()


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


# secrets

some_orders = st.tuples(
    st.sampled_from(["thrust 0", "thrust 3", "thrust 6", ""]),
    st.sampled_from(["roll port 2", "roll starboard 1", ""]),
    st.sampled_from(["decoy 1 if launched at", ""]),
).map(lambda lines: [line for line in lines if line])


GAMES: Final[dict[str, dict[str, Any]]] = {
    "peers": {"players": ("red", "blue")},
    "escrow": {},
    "umpired": {"players": ("red", "blue"), "neutral": "ump", "reads": True},
}


@pytest.fixture(
    scope="module", params=["peers", *(pytest.param(each, marks=pytest.mark.long) for each in ("escrow", "umpired"))]
)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game in which red has still to order."""
    return cruisers(tmp_path_factory.mktemp(request.param), **GAMES[request.param])


@settings(max_examples=20)
@given(given_orders=some_orders)
def test_a_whole_letter_with_a_seal_is_as_long_as_any_other_whatever_was_ordered(
    table: Table, given_orders: list[str]
) -> None:
    nothing, something = (_letter(table, lines) for lines in ([], given_orders))
    bare = [len(content) for each in (something, nothing) for content in read_letter(each).contents]
    assert bare == bare[:1] * 2
    # packed, what is encrypted is a few bytes longer or shorter by chance alone, which a letter is filled up to hide
    assert abs(len(something) - len(nothing)) < 1_100  # a step of that filling
    told, said = (text_of(message_from_bytes(each)).partition("-----BEGIN")[0] for each in (something, nothing))
    assert told == said


def _letter(table: Table, lines: list[str]) -> bytes:
    """The letter with red's seal, out of a copy of red's folder that is thrown away."""
    kept = table.copy("red")
    before = len(table.sent)
    with table.at("red") as replica:
        body = "\n".join(["ship Fearless", *(f"  1 {line}" for line in lines)])
        orders.give(replica, "orders", sheet(replica, "red", body if lines else ""))
    (letter,) = table.sent[before:]
    del table.sent[before:]
    table.forget()
    table.put_back("red", kept, noted=False)
    return letter.content
