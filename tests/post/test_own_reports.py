"""`[post] reports = true`: one's own report comes to one's own address, and an answer with orders counts."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

from tests.post.test_mailbox_seats import answer
from tests.shared.postal import Table, address, cruisers, text_of, thrust


def own(table: Table, who: str) -> list[bytes]:
    """What somebody's program wrote to its own address."""
    return [each.content for each in table.sent if (each.writer, each.readers) == (who, (who,))]


def with_reports(folder: Path) -> Table:
    table = cruisers(folder, ("red", "blue"))
    settings = folder / "red" / "sits.toml"
    settings.write_text(settings.read_text().replace("[post]\n", "[post]\nreports = true\n"), encoding="utf-8")
    table.stir("red")
    table.carry()
    return table


def test_ones_own_report_is_mailed_once_and_answered_with_orders(tmp_path: Path) -> None:
    table = with_reports(tmp_path)
    (report,) = own(table, "red")
    mail = message_from_bytes(report)
    assert (mail["Subject"], mail["To"]) == ("ours 1.1: your report", address("red"))
    assert text_of(mail).startswith("You owe orders for ours 1.1 by ")
    table.stir("red")
    table.carry()
    assert own(table, "red") == [report]
    answer(table, "red", thrust("red"), letter=report)
    receipts = [message_from_bytes(each)["Subject"] for each in own(table, "red")[2:]]
    assert "ours: your orders are taken" in receipts
    table.give("blue", thrust("blue"))
    table.carry()
    assert table.labels() == {"red": "1.2", "blue": "1.2"}
    assert message_from_bytes(own(table, "red")[-1])["Subject"] == "ours 1.2: your report"
    table.check()


def test_without_the_setting_nobody_writes_to_themselves(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"))
    table.give("red", thrust("red"))
    table.give("blue", thrust("blue"))
    table.carry()
    assert own(table, "red") == []
