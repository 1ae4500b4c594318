"""`[post] reports = true`: one's own report comes to one's own address; and what the checkpoints in reports prove."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

from sits_es.service.evidence import policy_of
from sits_es.service.signers import check_sent
from tests.post.test_mailbox_seats import answer
from tests.shared.postal import Table, address, cruisers, text_of, thrust


def own(table: Table) -> list[bytes]:
    """What red's program wrote to its own address."""
    return [each.content for each in table.sent if (each.writer, each.readers) == ("red", ("red",))]


def test_ones_own_report_is_mailed_once_where_it_is_asked_for_and_answered_with_orders(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"))
    table.order("red", "blue")
    assert (own(table), table.label("red")) == ([], "1.2")
    settings = tmp_path / "red" / "sits.toml"
    settings.write_text(settings.read_text().replace("[post]\n", "[post]\nreports = true\n"), encoding="utf-8")
    for _ in range(2):
        table.stir("red")
        table.carry()
    (report,) = own(table)
    mail = message_from_bytes(report)
    assert (mail["Subject"], mail["To"]) == ("ours 1.2: please send your orders", address("red"))
    assert text_of(mail).startswith("You owe orders for ours 1.2 by ")
    answer(table, "red", thrust("red", "2"), letter=report)
    assert "ours: your orders are taken" in [message_from_bytes(each)["Subject"] for each in own(table)[2:]]
    table.order("blue")
    assert table.labels() == {"red": "1.3", "blue": "1.3"}
    assert message_from_bytes(own(table)[-1])["Subject"] == "ours 1.3: please send your orders"
    table.check()


def test_everybodys_mails_together_say_that_everybody_saw_the_same_record(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"))
    table.order("red", "blue")
    table.order("red", "blue")
    mails = tmp_path / "mails"
    mails.mkdir()
    for number, each in enumerate(table.sent):
        (mails / f"{number:03}.eml").write_bytes(each.content)
    with table.at("red") as replica:
        policy = policy_of(replica.opened, ())
        found = check_sent(replica.desk.session, [mails], None, policy)
        assert (found.faults, found.asked) == ((), "blue and red")
        # without blue's mails it says so
        for each, path in zip(table.sent, sorted(mails.iterdir()), strict=True):
            if each.writer == "blue":
                path.unlink()
        found = check_sent(replica.desk.session, [mails], None, policy)
        assert [fault.split(" (")[0] for fault in found.faults] == ["The cosignature of blue"]
