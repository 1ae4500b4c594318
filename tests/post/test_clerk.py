"""The clerk: silent without news, patient with servers, stopped and killed anywhere, and what it tells a person."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from sits_es.errors import GameError, NotAllowedError
from sits_es.game.events import OrdersRevealed
from sits_es.mail import transport
from sits_es.post import agreement, carriage
from sits_es.post.clerk import keep_going, look, notify
from sits_es.post.day import a_day
from sits_es.post.desk import Desk
from sits_es.post.log.packets import Deadline, End
from sits_es.post.replica import replica_of
from sits_es.service.bot import bot_orders
from tests.endurance.kills import every_statement, killed_at_statement
from tests.post.test_mailbox_seats import answer
from tests.shared.commands_told import run
from tests.shared.mail_servers import free_port, settings
from tests.shared.postal import GAME, Table, address, cruisers, thrust

BELL: Final = """
[notify]
command = "sh -c 'cat >> {0}; echo >> {0}'"
"""


def write_to(table: Table, who: str, more: str) -> None:
    """Add lines to somebody's settings."""
    with (table.folder / who / "sits.toml").open("a") as file:
        file.write(more)


def test_a_clerk_is_silent_without_news_tells_a_trouble_once_and_waits_longer_for_a_server_that_is_away(
    pair: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "hush-hush")
    here, port = pair.folder / "red", free_port()
    usual, waits, said = (here / "sits.toml").read_text(), list[float](), list[str]()

    def sleep(seconds: float) -> None:
        waits.append(seconds / 60)
        said.append("...")
        if len(waits) == 2:
            (here / "sits.toml").write_text(settings(address("red"), "red", imap=port))
        if len(waits) == 9:
            (here / "sits.toml").write_text("[mail")
        if len(waits) == 11:
            (here / "sits.toml").write_text(usual)
            pair.give("blue", thrust("blue"))
            pair.deliver()
        if len(waits) == 13:
            os.kill(os.getpid(), signal.SIGTERM)

    for line in keep_going(lambda: pair.desk("red"), 15 * 60, sleep):
        said.append(line)
    assert waits == [15, 15, *(15 * times for times in (2, 4, 8, 16, 16, 16, 16, 16, 16)), 15, 15]
    told = " ".join(said)
    assert told.startswith("... ... The IMAP server 127.0.0.1 (port")
    assert told.count(f"port {port}) cannot be used now: Connection refused. Try again later.") == 1
    assert told.count("This is not TOML") == 1
    assert "... Mails read: 1. With news: 1. You owe orders for ours 1.1 by" in told
    assert told.endswith("Write orders: sits orders new ours --as red -o ours-red.orders ... ...")


def test_a_clerk_that_cannot_work_as_it_is_set_says_so_at_once(pair: Table) -> None:
    (pair.folder / "red" / "sits.toml").write_text("")
    with pytest.raises(NotAllowedError, match="Name the e-mails, such as sits mail in FILE"):
        next(keep_going(lambda: pair.desk("red"), 15 * 60, lambda _: None))


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_clerk_ends_cleanly_when_it_is_asked_to(sign: signal.Signals, pair: Table) -> None:
    pair.give("blue", thrust("blue"))
    pair.deliver()
    words = [sys.executable, "-m", "commands.start", "mail", "in", "--every", "1s"]
    here = {**os.environ, "SITS_HOME": str(pair.folder / "red"), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, env=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "Mails read: 1. With news: 1.\n"
        running.send_signal(sign)
        _, told = running.communicate(timeout=20)
    assert (running.returncode, told) == (0, "")


# two programs of one person, and one that is killed


def test_two_programs_of_one_person_never_sign_two_logs(pair: Table) -> None:
    for who in ("red", "blue"):
        pair.give(who, thrust(who))
    pair.round()
    pair.deliver()
    with pair.desk("red") as clerk, pair.desk("red") as person:
        both = [replica_of(each, GAME) for each in (clerk, person)]
        a_day(clerk, [], quiet=True)
        pair.watch.later(hours=1)
        a_day(person, [], quiet=True)
        assert both[1].state.link.digest == replica_of(clerk, GAME).state.link.digest
        numbers = [entry.order.n for entry in person.drawer.entries(GAME)]
        assert numbers == list(range(len(numbers)))
    pair.collect("red")
    pair.carry()
    pair.check()


def test_a_program_that_is_killed_anywhere_goes_on_and_rolls_no_other_dice(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"), neutral="ump", reads=True, mailboxes=("blue",))
    table.give("red", thrust("red"))
    table.carry()
    table.gone.add("ump")  # the last orders come, and are not looked at
    answer(table, "blue", thrust("blue"))
    table.gone.clear()
    table.hop += 1
    kept, statements = table.copy("ump"), list[str]()

    def work() -> None:
        with Desk(tmp_path / "ump", table.watch, printer=table.printer) as desk:
            look(desk)

    with every_statement(statements.append):
        work()
    assert table.label("ump") == "1.2"
    ends = [number for number, each in enumerate(statements, 1) if each == "COMMIT"]
    assert len(ends) > 8
    for number in ends[:-1]:  # whoever is killed within a transaction is where they were before it
        table.put_back("ump", kept, noted=False)
        assert killed_at_statement(work, number + 1)
        work()
        with table.desk("ump") as desk:
            replica = replica_of(desk, GAME)
            point = replica.course.point
            assert desk.session.store.digest_at(point.stream, point.version) == point.digest, number
    table.collect("ump")
    table.carry()
    assert table.labels() == {"red": "1.2", "ump": "1.2"}
    table.check()


# what a person is told


def told(table: Table, who: str) -> list[tuple[str, str]]:
    """What the command of [notify] was given since this was last asked: what, and in which words."""
    path = table.folder / f"{who}.told"
    given: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    path.unlink(missing_ok=True)
    assert all((each["game"], each["called"], each["you"]) == (GAME, GAME, who) for each in given)
    return [(each["what"], each["words"]) for each in given]


def clerks(table: Table) -> None:
    """Everybody's clerk looks, until nobody writes any more."""
    for _ in range(60):
        found = table.deliver()
        for who in table.players:
            with table.desk(who) as desk:
                look(desk)
            for letter in (table.folder / who / "in").iterdir():
                letter.unlink()
            table.collect(who)
        if not found:
            return


def test_a_person_is_told_once_what_they_owe_what_was_played_and_what_needs_them(pair: Table) -> None:
    for who in pair.players:
        write_to(pair, who, BELL.format(pair.folder / f"{who}.told"))
    owe = "You owe orders for ours {} by 2026-01-09 12:00 UTC."
    clerks(pair)
    assert told(pair, "red") == told(pair, "blue") == [("owed", owe.format("1.1"))]
    clerks(pair)
    assert told(pair, "red") == told(pair, "blue") == []
    pair.give("blue", thrust("blue"), "1.break")
    clerks(pair)
    assert told(pair, "red") == [("last", f"The game waits only for you. {owe.format('1.1')}")]
    pair.give("red", thrust("red"), "1.break")
    clerks(pair)
    assert [what for what, _ in told(pair, "red")] == ["owed", "turn"]
    assert told(pair, "blue")[1] == ("turn", "Turn 1 of ours was played.")
    pair.decide("blue", Deadline(hours=400, scope="exchange"), others=())
    with pair.desk("red") as desk:
        assert notify(desk, seen=True) == []  # whoever looks on needs no telling
    clerks(pair)
    assert told(pair, "red") == []
    pair.decide("blue", End(winner="blue", words="late"), others=())
    clerks(pair)
    ((what, words),) = told(pair, "red")
    assert what == "decision"
    assert sorted(words.split("; ")) == [
        "blue signed that the game ends, and blue wins: late (to agree: sits agree ours end)",
        "blue signed that this exchange has 400 hours (to agree: sits agree ours deadline)",
    ]
    with pair.at("red") as replica:
        agreement.agree(replica, "end")
    clerks(pair)
    assert [what for what, _ in told(pair, "red")] == ["over"]


def test_what_a_captain_orders_does_not_hang_on_orders_that_others_have_sealed(tmp_path: Path) -> None:
    """Red's seal has come to blue's folder; whatever is in it, blue's draft with one seed is the same file."""
    drafts = set()
    for name, text in (("fast", thrust("red")), ("slow", "")):
        table = cruisers(tmp_path / name, ("red", "blue"))
        table.give("red", text, "1.break")
        table.carry()
        with table.at("blue") as replica:
            assert "red" in replica.state.at_hand.seals
            fold = replica.course.fold
            drafts.add(bot_orders(fold, replica.called, "blue", "captain", "word").text(fold))
    assert len(drafts) == 1


@pytest.mark.parametrize("umpired", [False, True])
def test_a_captain_gives_orders_by_mail_as_soon_as_they_are_owed(tmp_path: Path, umpired: bool) -> None:
    """Its folder has a key and a seat as anybody's; red keeps a person's hours, and blue nobody's."""
    table = cruisers(tmp_path, ("red", "blue"), **({"neutral": "ump", "reads": True} if umpired else {}))
    settings = table.folder / "blue" / "sits.toml"
    settings.write_text(settings.read_text().replace("[post]", '[post]\nbot = "captain"'))
    table.give("red", thrust("red"), "1.break")
    done = table.look("blue")
    (said,) = [line for line in done.said if "The captain" in line]
    assert said.startswith("ours: The captain gives your orders for ours 1.1: ")
    table.carry()
    for _ in range(9):
        if table.label() == "2.1":
            break
        table.look("blue")
        table.carry()
    table.stands("2.1")
    lines = [fact.lines for fact in table.facts(OrdersRevealed) if fact.player == "blue"]
    assert any("launch" in line for each in lines for line in each)
    assert not [line for line in table.look("blue").said if "The captain" in line]


@pytest.mark.parametrize("words", [("--quiet",), ()])
def test_a_timer_tells_as_a_clerk_does_and_whoever_looks_on_needs_no_telling(
    words: tuple[str, ...], pair: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(pair.folder / "red"))
    write_to(pair, "red", BELL.format(pair.folder / "red.told"))
    for who in pair.players:
        pair.give(who, thrust(who), "1.break")
    pair.carry()
    assert run("mail", "in", *words).code == 0
    assert [what for what, _ in told(pair, "red")] == ["owed"] * bool(words)
    assert run("mail", "in", "--quiet") == (0, "", "")
    assert run("mail", "in").out.startswith("Mails read: 0. With news: 0.\n")
    assert told(pair, "red") == []
    both = run("mail", "in", "letter.eml", "--every", "15m")
    assert (both.code, both.out) == (1, "")
    names = f"With --every, mail is read from the place that {pair.folder / 'red' / 'sits.toml'} names."
    assert both.err.split() == f"{names} Leave out either --every or the places to read.".split()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sh -c 'cat; echo no bell >&2; exit 3'", "failed with status 3: no bell"),
        ("false", "failed with status 1."),
        ("/nowhere/bell", "cannot be run: no such file or directory."),
        ("sh 'x", "cannot be run: no closing quotation."),
        ("sleep 9", "took longer than 0.2 seconds."),
    ],
)
def test_a_command_that_does_not_work_holds_up_nothing_and_is_told(
    command: str, said: str, pair: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sits_es.post.clerk._PATIENCE", 0.2)
    write_to(pair, "red", f'[notify]\ncommand = "{command}"')
    with pair.desk("red") as desk:
        assert look(desk).said[-1] == f"The [notify] command {said}"
        assert notify(desk) == []


# letters that a server does not take


def test_a_letter_that_is_not_taken_stays_due_and_one_that_some_may_have_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(folder=tmp_path, scenario="duel", players=("red", "blue"))
    write_to(table, "red", '[mail.smtp]\nhost = "127.0.0.1"\nsecurity = "none"\n')
    answers: list[str | Exception] = [GameError("554 Not here."), OSError(28, "No space left"), "for green.", ""]

    def send(*_: object) -> str:
        found = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(transport, "send", send)
    monkeypatch.setattr(Table, "carry", lambda _: 0)
    table.invite()
    with table.desk("red") as desk:
        said = [carriage.send_letters(desk, again=GAME) for _ in range(3)]
        assert carriage.send_letters(desk) == []
    subject = "ours: invitation from red - please answer"
    assert said == [
        ["NOT sent to blue@example.org: 554 Not here."],
        ["NOT sent to blue@example.org: [Errno 28] No space left"],
        [f"Sent to blue@example.org: {subject}", "NOT sent to all of them: for green."],
    ]
