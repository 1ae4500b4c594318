"""Seats without a program: a person with nothing but a mail program plays a whole game by answering reports."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.utils import format_datetime
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sits_es.game.events import OrdersRevealed
from sits_es.mail.reading import read_letter
from sits_es.mail.sources import Mail
from sits_es.post import mailbox
from sits_es.post.day import Done, take
from sits_es.post.log.packets import End
from sits_es.post.replica import Replica, replica_of
from tests.mail.samples import HALF, divisions, quoted
from tests.shared.postal import GAME, Script, Table, address, agreed, cruisers, script, text_of, thrust
from tests.shared.rows import each_row

_BLOCK: Final = re.compile(r"(?s)-----BEGIN SITS ORDERS-----\n(.*?)-----END SITS ORDERS-----\n?")
ORDERS: Final = 'ship "Sirius"\n  1-2  thrust 2'
READ: Final = {"1.1": ("Sirius: thrust 2",), "1.2": ("Sirius: thrust 2",)}


@frozen
class Reply:
    """A report that somebody answers, and the block of it with their orders. ahead: for all of a turn."""

    report: Message
    orders: str
    ahead: bool = False

    @property
    def text(self) -> str:
        """The report as it came."""
        return text_of(self.report)

    @property
    def block(self) -> str:
        """Its block, with orders below the header."""
        found, upto = _BLOCK.search(self.text), "# up to|" if self.ahead else ""
        assert found is not None
        head = re.findall(rf"(?m)^(?:# ticket|{upto}game |turn |player ).*\n", found[1])
        return f"-----BEGIN SITS ORDERS-----\n{''.join(head)}\n{self.orders}\n-----END SITS ORDERS-----\n"

    @property
    def edited(self) -> str:
        """All of it, with orders in its block."""
        return _BLOCK.sub(lambda _: self.block, self.text)

    def mail(self, text: str, who: str = "blue", kind: str = "plain", **headers: str) -> EmailMessage:
        """What is sent. who: a seat, or an address; headers: in place of usual ones, empty for none."""
        name = hashlib.sha256(f"{who} {text}".encode()).hexdigest()[:16]
        usual = {
            "From": f"A Friend <{who if '@' in who else address(who)}>",
            "To": str(self.report["From"]),
            "Subject": f"Re: {self.report['Subject']}",
            "In-Reply-To": str(self.report["Message-ID"]),
            "Message-ID": f"<{name}@friends.example.org>",
        }
        mail = EmailMessage()
        given = {each.replace("_", "-"): value for each, value in headers.items()}
        for header, value in (usual | given).items():
            if value:
                mail[header] = value
        mail.set_content(text, kind)
        return mail

    def carrying(self, words: str, part: str | EmailMessage, **how: Any) -> EmailMessage:
        """Words with something attached."""
        mail = self.mail(words)
        mail.add_attachment(part, **how)
        return mail

    def changed(self, old: str, new: str, **headers: str) -> EmailMessage:
        """Its block, sent with something else in place of some of it."""
        return self.mail(self.block.replace(old, new), **headers)


def typed(text: str) -> str:
    """What a word processor makes of a text."""
    for plain, nicer in ((' "', " \u201c"), ('"', "\u201d"), ("  ", " \u00a0"), ("-----", "\u2014\u2014-")):
        text = text.replace(plain, nicer)
    return re.sub(r"(\d)-(\d)", "\\1\u2013\\2", text)


def phoned(reply: Reply) -> EmailMessage:
    """What a telephone makes of it: lines begin with capitals, and a page stands beside the text."""
    lines = reply.block.replace("ship", "Ship").replace("game", "Game").replace("turn", "Turn")
    mail = reply.mail(f"{lines}\n-- \nSent from my telephone\n\n{quoted(reply.text)}")
    mail.add_alternative(f"<html>{divisions(lines)}<p>Sent from my telephone</p></html>", "html")
    return mail


below = "On Monday the game wrote:\n"
#: Mails with orders as people really send them. All say the same.
FORMS: Final[dict[str, Callable[[Reply], EmailMessage]]] = {
    "in the quoted report": lambda r: r.mail(f"See below.\n\n{quoted(r.edited)}"),
    "quoted twice": lambda r: r.mail(quoted(r.edited, ">> ")),
    "above the quoted report": lambda r: r.mail(f"{r.block}\n{below}{quoted(r.text)}"),
    "below the quoted report": lambda r: r.mail(f"{quoted(r.text)}\n\n{r.block}"),
    "above a report that is not marked as quoted": lambda r: r.mail(f"{r.block}\n________\nFrom: ump\n{r.text}"),
    "below one": lambda r: r.mail(f"{r.text}\n\nMine:\n{r.block}"),
    "a page alone": lambda r: r.mail(
        f"<p>Here.</p>{divisions(r.block)}<blockquote>{divisions(r.text)}</blockquote>", kind="html"
    ),
    "a page of a word processor": lambda r: r.mail(
        f"<style>p {{margin: 0}}</style>{'<br>'.join(map(html.escape, typed(r.block).splitlines()))}", kind="html"
    ),
    "typed in a word processor": lambda r: r.mail(f"{typed(r.block)}\n{below}{quoted(r.text)}"),
    "from a telephone": phoned,
    "with another subject, beside the thread": lambda r: r.mail(r.block, Subject="Sunday?", In_Reply_To=""),
    "without a subject and date": lambda r: r.mail(r.block, Subject="", In_Reply_To="", Message_ID=""),
    "from the address in capitals": lambda r: r.mail(r.block, "BLUE@Example.ORG"),
    "with signs that nobody sees": lambda r: r.mail(r.block.replace("thrust", "th\u200brust").replace("\n", "\r\n")),
    "in a file": lambda r: r.carrying(
        "They are attached.", "\n".join(r.block.splitlines()[1:-1]), filename="mine.orders"
    ),
    "in a mail that was passed on": lambda r: r.carrying("From my other program:", r.mail(r.block, "work@example.net")),
}
NEWEST: Final = "Answer the newest report, with its ORDERS block left in place."
TICKET: Final = f"Your orders lack the ticket of a report from this turn. {NEWEST}"
ELSEWHERE: Final = (
    "Your mail comes from blue@work.example.net, but orders for blue count only from the address that the report "
    "was sent to. Send your orders from there."
)
SEAL: Final = "Your orders came in plain text. Seal them with your program instead: sits orders seal FILE"
#: Mails whose orders are not taken, each with what its answer says.
REFUSED: Final[dict[str, tuple[Callable[[Reply], EmailMessage], str]]] = {
    "without its end": (lambda r: r.mail(quoted(r.edited)[:-60]), HALF.format("end")),
    "without its beginning": (lambda r: r.mail(r.block[5:]), HALF.format("beginning")),
    "words alone": (lambda r: r.mail(f"Two forward, please!\n\n{below}"), "The mail holds no ORDERS block."),
    "words above": (
        lambda r: r.mail(f"1-2 thrust 2\n\n{below}{quoted(r.text)}"),
        "The ORDERS block holds no orders.",
    ),
    "an order in two lines": (lambda r: r.changed("thrust 2", "thrust\n2"), ":7:14: The line is incomplete."),
    "two lines in one": (lambda r: r.changed("\n  1-2", " 1-2"), '"1-2" does not belong here.'),
    "all lines in one": (lambda r: r.changed("\n", " "), "were not accepted."),
    "a list": (lambda r: r.changed("  1-2 ", "\u2022 1-2"), '"\u2022" does not belong here.'),
    "a long dash for two signs": (lambda r: r.changed("thrust 2", "pivot to D\u2014"), 'The window "D\u2014" is wrong'),
    "every mistake": (lambda r: r.changed("thrust 2", "thrust 99\n  1 fly away"), "fly away"),
    "with somebody else's ticket": (lambda r: r.mail(r.block, "green"), TICKET),
    "without a ticket": (lambda r: r.changed("# ticket", "# tocket"), TICKET),
    "for somebody else": (lambda r: r.changed("player blue", "player red"), "red"),
    "for another game": (lambda r: r.changed("game ours", "game theirs"), "theirs"),
    "from another address": (lambda r: r.mail(r.block, "blue@work.example.net"), ELSEWHERE),
    "from a player with a program": (lambda r: r.mail(r.block, "red"), SEAL),
}


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Table]:
    """A game with two such seats, at its beginning whenever it is called for."""
    table = cruisers(tmp_path_factory.mktemp("seats"), neutral="ump", reads=True, mailboxes=("blue", "green"))
    kept = table.copy("ump")

    def again() -> Table:
        table.put_back("ump", kept, noted=False)
        table.forget()
        return table

    return again


@pytest.fixture
def table(anew: Callable[[], Table]) -> Table:
    return anew()


def letters(table: Table, seat: str = "blue") -> list[Message]:
    """The letters to somebody."""
    return [message_from_bytes(each) for each in table.boxes[seat]]


def last_report(table: Table, seat: str = "blue", orders: str = ORDERS) -> Reply:
    """The last report with a block, about to be answered."""
    with_block = [each for each in letters(table, seat) if "# ticket" in text_of(each)]
    return Reply([each for each in with_block if "your orders are" not in each["Subject"]][-1], orders)


def taken_in(table: Table, mail: EmailMessage) -> tuple[list[tuple[str, str, str]], list[str]]:
    """A mail comes to the umpire: address, subject, words on one line of its answers, and what the umpire is told."""
    done = Done()
    with table.desk("ump") as desk:
        before = [each.answer for each in mailbox.answers(desk)]
        take(desk, done, [Mail(source="a mail", content=mail.as_bytes())])
        new = [each for each in mailbox.answers(desk) if each.answer not in before]
    return [(each.to[0], each.subject, " ".join(each.report.split())) for each in new], done.said


def answered(table: Table, mail: EmailMessage) -> str:
    """The words of the one answer to a mail, on one line."""
    ((_, _, words),), _ = taken_in(table, mail)
    return words


def ordered(table: Table, seat: str = "blue") -> dict[str, tuple[str, ...]]:
    """What the umpire holds of a seat's orders, by exchange."""
    with table.desk("ump") as desk:
        replica = replica_of(desk, GAME)
        return {replica.course.rules.label(at): plot.lines for at, plot in replica.plots(seat).items() if plot.lines}


def told(table: Table, seat: str = "blue") -> str:
    """What the last letter to somebody says, on one line."""
    return " ".join(text_of(letters(table, seat)[-1]).split())


@each_row("form", FORMS)
def test_orders_are_read_in_whatever_form_they_come(anew: Callable[[], Table], form: str) -> None:
    table = anew()
    ((to, subject, words),), _ = taken_in(table, FORMS[form](last_report(table)))
    assert (to.lower(), subject) == (address("blue"), "ours: your orders are taken")
    assert words.startswith("Your orders for ours 1.1 to 1.2 are valid and count once all others have sealed;")
    assert ordered(table) == READ


@each_row("why", REFUSED)
def test_orders_that_are_not_clear_are_answered_with_why_and_a_block_and_change_nothing(
    anew: Callable[[], Table], why: str
) -> None:
    table, (write, said) = anew(), REFUSED[why]
    report = last_report(table)
    taken_in(table, report.mail(report.block))
    mail = write(report)
    ((to, subject, words),), _ = taken_in(table, mail)
    assert ordered(table) == READ
    assert (to, subject) == (read_letter(mail.as_bytes()).sender, "ours: your orders are NOT taken")
    assert words.startswith("Your orders for ours were not accepted.")
    assert said in words
    assert ("-----BEGIN SITS ORDERS-----" in words) == (to in map(address, table.mailboxes))


def test_a_mail_counts_once_however_often_it_comes(table: Table) -> None:
    report = last_report(table)
    first, second = (report.changed("thrust 2", f"thrust {points}") for points in (2, 3))
    assert [len(taken_in(table, mail)[0]) for mail in (first, first, second, first, second)] == [1, 0, 1, 0, 0]
    assert taken_in(table, first) == ([], ["blue@example.org's mail: this mail was answered when it first arrived."])
    assert ordered(table)["1.1"] == ("Sirius: thrust 3",)
    same = answered(table, report.changed("thrust 2", "thrust 3", Message_ID="<new@example.org>"))
    assert same.startswith("Your orders for ours 1.1 to 1.2 are the same as those already given.")


def test_what_was_written_last_counts_though_it_came_first(table: Table) -> None:
    report, now = last_report(table), table.watch.time
    early, late = (format_datetime(now.replace(hour=hour)) for hour in (8, 9))
    taken_in(table, report.mail(report.block, Date=late))
    older = answered(table, report.changed("thrust 2", "thrust 4", Date=early))
    assert "You sent a later message, and its orders count instead. To change your orders, answer again." in older
    assert ordered(table) == READ
    ahead = format_datetime(now.replace(year=2099))  # a clock that is wrong stops no later mail
    for points in (4, 5):
        table.watch.later(hours=1)
        taken_in(table, report.changed("thrust 2", f"thrust {points}", Date=ahead))
    assert ordered(table)["1.1"] == ("Sirius: thrust 5",)


def test_of_two_blocks_the_first_counts_and_its_author_is_told(table: Table) -> None:
    report = last_report(table)
    said = answered(table, report.mail(report.block + report.block.replace("thrust 2", "thrust 4")))
    assert said.startswith(
        "Your mail holds 2 ORDERS blocks; only the first counts. Your orders for ours 1.1 to 1.2 are valid"
    )
    assert ordered(table) == READ


def test_strangers_have_no_answer_and_the_umpire_is_told(table: Table) -> None:
    report = last_report(table)
    blocks = (report.block.replace("# ticket", "#"), report.block.replace("game ours", "game theirs"))
    found = [taken_in(table, report.mail(block, "mallory@example.net")) for block in blocks]
    assert [replies for replies, _ in found] == [[], []]
    who, not_taken = "mallory@example.net", "were not accepted. No seat in the game has that address."
    assert [words for _, said in found for words in said] == [
        f"{who}'s mail: orders for ours came from {who} and {not_taken}",
        f"{who}'s mail: these orders are not for a game played by mail here.",
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    width=st.integers(12, 100), flowing=st.booleans(),
    swaps=st.lists(st.tuples(st.integers(0, 400), st.sampled_from("\u2014\u2013\u00a0\n#>|\u201d\x00 -2")), max_size=3),
)  # fmt: skip
def test_whatever_becomes_of_a_block_it_is_read_as_it_was_meant_or_refused(
    table: Table, width: int, flowing: bool, swaps: list[tuple[int, str]]
) -> None:
    plain = "ship Sirius 1-2 thrust 2 2 roll port 2"
    reply = last_report(table, orders='ship "Sirius"\n  # thrust may be 0 to 6\n  1-2  thrust 2\n  2  roll port 2')
    head, *lines = reply.block.splitlines()
    lines = [" ".join(lines)] if flowing else lines
    broken = [piece for line in lines for piece in re.findall(rf"(?s).{{1,{width}}}(?:\s|$)|\S+", line) or [""]]
    text = list("\n".join([head, *broken]))
    for at, sign in swaps:
        text[min(at, len(text)) : min(at, len(text)) + 1] = sign
    with table.desk("ump") as desk:
        found = read_letter(reply.mail("".join(text).replace("\x00", ""), Message_ID="").as_bytes())
        answer = mailbox.take(desk, found, "mail")
        assert answer is not None
        if answer.kept and not swaps:
            written = answer.words.partition("In normal form:")[2].partition("After each segment")[0]
            assert written.split() == f"game ours turn 1 player blue {plain}".split()


# a game


def answer(table: Table, seat: str, orders: str, letter: bytes | None = None, *, ahead: bool = False) -> None:
    """Somebody answers their last report, or this one, with orders, and letters are carried."""
    report = last_report(table, seat).report if letter is None else message_from_bytes(letter)
    reply = Reply(report, orders, ahead)
    table.send(seat, reply.mail(quoted(reply.edited), seat).as_bytes())
    table.carry()


def subjects(table: Table) -> list[str]:
    """What the letters to blue are about."""
    return [str(each["Subject"]) for each in letters(table)]


@pytest.fixture
def pair(tmp_path: Path) -> Table:
    return cruisers(tmp_path, ("red", "blue"), neutral="ump", reads=True, mailboxes=("blue",))


def test_the_invitation_says_how_to_answer_and_the_report_what_is_owed(table: Table) -> None:
    invitation, report = map(text_of, letters(table)[:2])
    assert "You need only your mail program." in invitation
    assert "If you don't want to play, tell ump." in " ".join(invitation.split())
    assert report.startswith("You owe orders for ours 1.1 by 2026-01-09 12:00 UTC.")
    assert "delete this line" in " ".join(report.replace("\n#", "").split())


def test_orders_change_until_the_others_have_sealed_and_a_late_mail_or_one_to_an_old_report_changes_nothing(
    pair: Table,
) -> None:
    old = pair.boxes["blue"][-1]
    answer(pair, "blue", thrust("blue", points=3))
    answer(pair, "blue", thrust("blue", points=1), old)
    pair.give("red", thrust("red"))
    pair.carry()
    assert pair.label() == "1.2"
    (revealed,) = [fact for fact in pair.facts(OrdersRevealed) if fact.player == "blue"]
    assert revealed.lines == ("Sirius: thrust 1",)
    answer(pair, "blue", thrust("blue", points=5), old)
    assert "1.1 is over" in told(pair)
    answer(pair, "blue", thrust("blue", "2", points=4), old)  # of this turn, and for the exchange at hand
    assert subjects(pair)[-2:] == ["ours: your orders are NOT taken", "ours: your orders are taken"]
    pair.give("red", "", "1.break")
    pair.carry()
    answer(pair, "blue", "", ahead=True)
    assert pair.label() == "2.1"
    answer(pair, "blue", thrust("blue"), old)
    assert TICKET in told(pair)
    pair.check()


@pytest.mark.long
def test_who_is_late_is_reminded_once_and_who_is_away_hears_once_a_turn_and_comes_back_by_answering(
    pair: Table,
) -> None:
    pair.give("red", thrust("red"), "1.break")
    pair.carry()
    before = len(pair.boxes["blue"])
    pair.days(9)
    assert subjects(pair)[before:] == ["ours 1.1: please send your orders"]
    pair.days(1)
    pair.go_without("blue", "ump", "red")
    pair.days(3)
    assert pair.label() == "2.1"
    assert subjects(pair)[before + 1 :] == ["ours 2.1: report"]
    assert told(pair).startswith("ours 2.1 goes on without you until you give orders again. ")
    answer(pair, "blue", thrust("blue"))
    pair.give("red", thrust("red"))
    pair.carry()
    assert subjects(pair)[-1] == "ours 2.2: please send your orders"
    pair.check()


@pytest.mark.long
def test_when_another_keeps_the_log_its_players_by_mail_alone_are_told_and_a_mail_to_the_old_one_is_answered(
    tmp_path: Path,
) -> None:
    table = cruisers(tmp_path, neutral="ump", reads=True, mailboxes=("blue",))
    report = table.boxes["blue"][-1]
    table.gone.add("ump")
    table.days(10)
    table.next_keeper("red", "green")
    table.back("ump")
    assert told(table).startswith(
        "ours-2 1.1 goes on without you: green keeps the log now. To play on, you need the program, and the others "
        "must give your seat a new key."
    )
    assert "BEGIN SITS ORDERS" not in told(table)
    answer(table, "blue", ORDERS, report)
    assert told(table) == (
        "Your orders for ours-2 were not accepted. green keeps the log now and does not read orders. "
        "Ask green how to continue."
    )


def still_ahead(text: str, first: int) -> str:
    """The lines of a turn's orders that are for a step to come, or for none."""
    steps = ((line, re.match(r"\s+(?:impulse )?(\d+)", line)) for line in text.splitlines())
    return "\n".join(line for line, step in steps if step is None or int(step[1]) >= first)


def answers_once_more(table: Table, orders: Script) -> bool:
    """Whether blue was asked for orders, and answered until some were taken: a scenario's, as far as the dice let."""
    at = re.search(r" (\d+)\.(\d+|break): please send your orders", subjects(table)[-1])
    if at is None:
        return False
    report, first = table.boxes["blue"][-1], int(at[2]) if at[2].isdigit() else 99
    mine = [text for text in orders.files.values() if f"turn {at[1]}\nplayer blue\n" in text]
    bodies = [re.sub(r"(?m)^(game|turn|player|secret) .*\n", "", text) for text in mine]
    for body in [*bodies, *(still_ahead(body, first) for body in bodies), ""]:
        answer(table, "blue", body, report, ahead=True)
        if any(each.endswith(": your orders are taken") for each in subjects(table)[-2:]):
            return True
    raise AssertionError(told(table))


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "end"), [("pursuit", "3.1"), ("duel", "7.1"), ("ambush", None), ("beacon", "2.2")]
)
def test_a_whole_game_of_every_system_is_played_by_answering_reports(
    scenario: str, end: str | None, tmp_path: Path
) -> None:
    table = Table(folder=tmp_path, scenario=scenario, neutral="ump", reads=True, mailboxes=("blue",)).begin()
    orders = script(scenario)

    def hand(replica: Replica, who: str) -> bool:
        umpire = who == "ump" and replica.state.owed is None and not agreed(replica, who)
        return orders(replica, who) or (umpire and orders.enter(replica, "blue"))

    for _ in range(200):
        table.play(hand)
        if table.is_over() or not answers_once_more(table, orders):
            break
    if not table.is_over():  # of entered facts
        table.decide("red", End(winner=None, words="the beacon is lost"), ())
    assert end in (None, table.label())
    assert table.is_over("red")
    told = [text_of(each) for each in letters(table)]
    assert "is over" in told[-1]
    assert [line for text in told for line in text.splitlines() if "sits " in line] == []  # no command is for them
    table.check()
