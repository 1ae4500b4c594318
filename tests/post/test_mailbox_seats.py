"""Seats without a program: a person with nothing but a mail program plays a whole game by answering reports."""

from __future__ import annotations

import html
import re
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from typing import Final

import pytest

from sits_es.rules import system
from tests.mail.samples import quoted
from tests.shared.postal import Table, address, cruisers, script, text_of, thrust

_BLOCK: Final = re.compile(r"(?s)-----BEGIN SITS ORDERS-----\n(.*?)-----END SITS ORDERS-----\n?")


def block(letter: bytes, orders: str) -> str:
    """The ORDERS block of a report, with orders below its header."""
    found = _BLOCK.search(text_of(message_from_bytes(letter)))
    assert found is not None
    head = "".join(f"{line}\n" for line in found[1].splitlines() if re.match(r"# ticket|game |turn |player ", line))
    return f"-----BEGIN SITS ORDERS-----\n{head}\n{orders}\n-----END SITS ORDERS-----\n"


def answer(table: Table, seat: str, orders: str, form: str = "quoted", letter: bytes | None = None) -> None:
    """Somebody answers the last report with orders, in what form their mail program makes of it."""
    letter = letter or table.boxes[seat][-1]
    before = message_from_bytes(letter)
    report, edited = text_of(before), block(letter, orders)
    mail = EmailMessage()
    mail["From"], mail["To"] = f"Friend <{address(seat)}>", before["From"]
    mail["Subject"], mail["In-Reply-To"] = f"Re: {before['Subject']}", before["Message-ID"]
    mail["Message-ID"] = f"<{len(table.sent)}.{seat}@friends.example.org>"
    below = f"On Monday the game wrote:\n{quoted(report)}"
    match form:
        case "quoted":
            mail.set_content(f"See below.\n\n{quoted(_BLOCK.sub(lambda _: edited, report))}")
        case "top posted":
            mail.set_content(f"{edited}\n{below}")
        case "HTML":
            lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in edited.splitlines())
            mail.set_content(
                f"<html><body><p>Here they are.</p>{lines}<blockquote>Old</blockquote></body></html>", "html"
            )
        case "typed":
            typed = edited.replace(' "', " \u201c").replace('"', "\u201d").replace("  ", " \u00a0")
            typed = re.sub(r"(\d)-(\d)", "\\1\u2013\\2", typed)
            mail.set_content(f"{typed}\n{below}")
    table.send(seat, mail.as_bytes())
    table.carry()


def still_ahead(text: str, impulse: int) -> str:
    """The lines of a turn's orders that are for an impulse to come, or for none."""
    lines = re.sub(r"(?m)^(game|turn|player|secret) .*\n", "", text).splitlines()
    steps = [re.match(r"\s+impulse (\d+)", line) for line in lines]
    return "\n".join(line for line, step in zip(lines, steps, strict=True) if step is None or int(step[1]) >= impulse)


@pytest.mark.long
def test_a_whole_game_is_played_by_answering_reports(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="pursuit", neutral="ump", reads=True, mailboxes=("blue",)).begin()
    hand, forms = script("pursuit"), ("quoted", "top posted", "HTML", "typed")
    texts = system("sfb_n3d").bundled()["pursuit"].orders
    for number in range(60):
        table.play(hand)
        if table.is_over():
            break
        report = [each for each in table.boxes["blue"] if _BLOCK.search(text_of(message_from_bytes(each)))][-1]
        at = re.search(r" (\d+)\.(\d+|break):", str(message_from_bytes(report)["Subject"]))
        assert at is not None, message_from_bytes(report)["Subject"]
        answer(
            table,
            "blue",
            still_ahead(texts[f"{at[1]}-blue.orders"], 33 if at[2] == "break" else int(at[2])),
            forms[number % 4],
            report,
        )
    assert table.is_over("red")
    assert "is over" in text_of(message_from_bytes(table.boxes["blue"][-1]))
    table.check()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return cruisers(tmp_path, ("red", "blue"), neutral="ump", reads=True, mailboxes=("blue",))


def test_the_invitation_says_how_to_answer_and_the_report_what_is_owed(table: Table) -> None:
    invitation, report = (text_of(message_from_bytes(each)) for each in table.boxes["blue"])
    assert "You need nothing but this mail program." in invitation
    assert report.startswith("You owe orders for ours 1.1 by 2026-01-09 12:00 UTC.")
    assert "take this line out" in " ".join(report.replace("\n#", "").split())


def test_orders_are_answered_in_normal_form_and_changed_until_the_others_have_sealed(table: Table) -> None:
    report = table.boxes["blue"][-1]
    answer(table, "blue", thrust("blue"))
    receipt = message_from_bytes(table.boxes["blue"][-1])
    assert receipt["Subject"] == "ours: your orders are taken"
    told = " ".join(text_of(receipt).split())
    assert told.startswith("Your orders for ours 1.1 are in order and count once all others have sealed;")
    assert "Sirius" in text_of(receipt)
    answer(table, "blue", thrust("blue", points=1), letter=report)
    table.give("red", thrust("red"))
    table.carry()
    assert table.label() == "1.2"
    (ordered,) = [fact for fact in table.facts_named("OrdersRevealed") if fact.player == "blue"]
    assert ordered.lines == ("Sirius: thrust 1",)


def test_every_mistake_is_told_and_where_no_ticket_stands(table: Table) -> None:
    report = table.boxes["blue"][-1]
    answer(table, "blue", "ship Sirius\n  1 thrust 99\n  1 fly away", "typed")
    said = message_from_bytes(table.boxes["blue"][-1])
    assert said["Subject"] == "ours: your orders are NOT taken"
    assert "thrust 99" in text_of(said)
    assert "fly away" in text_of(said)
    old = message_from_bytes(report)
    answer(table, "blue", thrust("blue"), letter=report.replace(b"# ticket ", b"# tocket "))
    said = message_from_bytes(table.boxes["blue"][-1])
    assert " ".join(text_of(said).split()) == (
        "Your orders for ours are not taken: they do not hold the ticket of a report of this turn. Answer the newest "
        "report, with its ORDERS block left in place."
    )
    assert old["References"] == said["References"].split()[0]


def test_a_block_that_comes_back_orders_nothing_only_where_its_line_was_taken_out(table: Table) -> None:
    report = table.boxes["blue"][-1]
    answer(table, "blue", "# Sent back as it stands, this block is not taken.")
    assert "the ORDERS block orders nothing" in " ".join(text_of(message_from_bytes(table.boxes["blue"][-1])).split())
    answer(table, "blue", "", letter=report)
    table.nothing("red")
    table.carry()
    assert table.label() == "1.2"


def test_orders_from_another_address_are_not_taken(table: Table) -> None:
    letter = table.boxes["blue"][-1]
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "mallory@example.net", address("ump"), "Re: ours"
    mail.set_content(block(letter, thrust("blue")))
    table.bring("ump", mail.as_bytes())
    table.give("red", thrust("red"))
    table.carry()
    assert table.label() == "1.1"


@pytest.mark.long
def test_who_is_late_is_reminded_once_and_away_once_the_umpire_and_a_player_have_signed(table: Table) -> None:
    table.give("red", thrust("red"))
    table.carry()
    before = len(table.boxes["blue"])
    table.days(9)
    assert [message_from_bytes(each)["Subject"] for each in table.boxes["blue"][before:]] == [
        "ours 1.1: please send your orders"
    ]
    table.days(1)
    table.without("ump", "blue")
    table.carry()
    table.without("red", "blue")
    table.days(3)
    assert table.label() == "1.2"
    answer(table, "blue", thrust("blue", "2"))
    table.give("red", thrust("red", "2"))
    table.carry()
    assert table.label() == "1.3"
    with table.at("ump") as replica:
        assert not replica.state.seats["blue"].away
    table.check()
