"""What letters cost, and to whom they tell what; how the post may fail them is in `tests.endurance.network`."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest

from sits_es.mail.reading import read_letter
from sits_es.sentences import counted
from sits_es.service.evidence import policy_of
from sits_es.service.signers import check_sent
from tests.post.test_mailbox_seats import answer
from tests.shared.postal import Table, address, cruisers, text_of, thrust


def test_a_turn_of_two_peers_takes_twelve_letters_nine_hops_after_sealing_and_one_that_tells_its_end(
    pair: Table,
) -> None:
    before, hop = len(pair.sent), pair.hop
    pair.order("red", "blue", ahead=9)
    assert pair.label() == "2.1"
    *played, end = pair.sent[before:]
    assert len(played) == 12
    assert played[-1].hop - (hop + 1) == 9
    assert end.writer == "red"
    assert max(len(each.content) for each in (*played[3:], end)) < 9_000
    assert max(len(each.content) for each in played[1:]) < 20_000  # nine seals, each with its box of one length


@pytest.mark.long
def test_a_turn_of_three_peers_takes_three_messages_a_hop(table: Table) -> None:
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


# one's own report, with `[post] reports = true`; and what the checkpoints in reports prove


def own(table: Table) -> list[bytes]:
    """What red's program wrote to its own address."""
    return [each.content for each in table.sent if (each.writer, each.readers) == ("red", ("red",))]


def test_ones_own_report_is_mailed_once_where_it_is_asked_for_and_answered_with_orders(pair: Table) -> None:
    pair.order("red", "blue")
    assert (own(pair), pair.label("red")) == ([], "1.2")
    settings = pair.folder / "red" / "sits.toml"
    settings.write_text(settings.read_text().replace("[post]\n", "[post]\nreports = true\n"), encoding="utf-8")
    for _ in range(2):
        pair.stir("red")
        pair.carry()
    (report,) = own(pair)
    mail = message_from_bytes(report)
    assert (mail["Subject"], mail["To"]) == ("ours 1.2: please send your orders", address("red"))
    assert text_of(mail).startswith("You owe orders for ours 1.2 by ")
    answer(pair, "red", thrust("red", "2"), letter=report)
    assert "ours: your orders are taken" in [message_from_bytes(each)["Subject"] for each in own(pair)[2:]]
    pair.order("blue")
    assert pair.labels() == {"red": "1.3", "blue": "1.3"}
    assert message_from_bytes(own(pair)[-1])["Subject"] == "ours 1.3: please send your orders"
    pair.check()


def test_everybodys_mails_together_say_that_everybody_saw_the_same_record(pair: Table) -> None:
    pair.order("red", "blue")
    pair.order("red", "blue")
    mails = pair.folder / "mails"
    mails.mkdir()
    for number, each in enumerate(pair.sent):
        (mails / f"{number:03}.eml").write_bytes(each.content)
    with pair.at("red") as replica:
        policy = policy_of(replica.opened, ())
        found = check_sent(replica.desk.session, [mails], None, policy)
        assert (found.faults, found.asked) == ((), "blue and red")
        # without blue's mails it says so
        for each, path in zip(pair.sent, sorted(mails.iterdir()), strict=True):
            if each.writer == "blue":
                path.unlink()
        found = check_sent(replica.desk.session, [mails], None, policy)
        assert [fault.split(" (")[0] for fault in found.faults] == ["The cosignature of blue"]


def test_letters_of_one_day_may_be_read_in_any_order(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"), neutral="ump", reads=True)
    table.order("red")
    table.gone.add("red")
    table.order("blue")
    *earlier, report = sorted((tmp_path / "red" / "in").iterdir())
    assert [message_from_bytes(each.read_bytes())["From"] for each in (*earlier, report)] == [
        address("blue"),
        address("ump"),
    ]
    report.rename(report.with_name("00000.eml"))  # it names what blue's letter holds
    table.gone.clear()
    written = len(table.sent)
    table.look("red")
    assert table.label("red") == "1.2"
    assert table.sent[written:] == []
