"""What `sits mail in` and `sits mail status` say of games that have not begun, and of those that are over."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.post import agreement, clerk, news, opening, reports, signing
from sits_es.post.listing import listed_log
from sits_es.post.log.packets import Deadline, End, Note, Rewind, Ruling
from sits_es.post.opening import Wish
from sits_es.post.replica import replica_of
from sits_es.post.status import Status, before, status_of
from sits_es.report.blocks import ReportLine
from sits_es.rules.moments import Moment
from tests.shared.commands_told import run
from tests.shared.postal import GAME, Table, address, cruisers, text_of
from tests.shared.refusals import refused


def status(table: Table, who: str) -> Status:
    """How the game stands for somebody."""
    with table.desk(who) as desk:
        return status_of(desk, desk.game(GAME))


def test_whoever_is_invited_is_told_how_to_decline(duel: Table) -> None:
    duel.invite()
    duel.stir("blue")
    duel.deliver()
    lines = [
        "ours: red invites you as blue",
        "  waits for blue: an answer to the invitation",
        "  Answer: sits join ours",
        "  If you do not play: sits mail decline ours",
    ]
    assert duel.look("blue").stands[:4] == lines
    assert status(duel, "blue").in_words().splitlines() == lines
    # who has set no address must give it
    settings = duel.folder / "blue" / "sits.toml"
    settings.write_text(settings.read_text().replace('address = "blue@example.org"\n', ""), encoding="utf-8")
    assert status(duel, "blue").next == (
        "Answer: sits join ours --address ME@EXAMPLE.ORG",
        "If you do not play: sits mail decline ours --address ME@EXAMPLE.ORG",
    )


def test_the_letter_of_an_invitation_names_the_seat_and_leaves_the_terms_to_the_program(duel: Table) -> None:
    duel.invite()
    (letter,) = [text_of(message_from_bytes(each.content)) for each in duel.sent]
    words = " ".join(letter.partition("-----BEGIN")[0].split())
    assert words.startswith(
        "red invites you to ours as blue. To see the terms and answer, save this letter as a file: sits mail in FILE "
    )
    assert "of grace" not in words
    assert "  By joining you sign these terms:" in duel.look("blue").stands


def test_what_is_signed_and_not_written_is_named_with_the_command_that_writes_it(duel: Table) -> None:
    unwritten = "Your letters are not written yet: sits mail out"
    with duel.desk("red") as desk:
        wish = Wish(scenario=duel.scenario, name=GAME, me="red", others={"blue": address("blue")})
        opening.invite(desk, wish, opening.mine(desk, None))
        assert before(desk, desk.game(GAME)).next == (unwritten,)
        duel.post(desk, "red")
        assert before(desk, desk.game(GAME)).next == ()
    duel.carry()
    with duel.desk("blue") as desk:
        opening.answer(desk, GAME, opening.mine(desk, None))
        lines = ["ours: not begun; you play blue", "  waits for red: a reply, once all have answered"]
        assert before(desk, desk.game(GAME)).in_words().splitlines() == [*lines, f"  {unwritten}"]
        duel.post(desk, "blue")
        assert before(desk, desk.game(GAME)).in_words().splitlines() == lines
    duel.carry()
    assert status(duel, "blue").next[0].startswith("Write orders: ")
    with duel.desk("blue") as desk:
        agreement.write_note(replica_of(desk, GAME), "Good luck!", None)
        assert status_of(desk, desk.game(GAME)).next[0] == unwritten
        duel.post(desk, "blue")
        assert unwritten not in status_of(desk, desk.game(GAME)).next
    duel.carry()
    assert [unwritten in status(duel, who).next for who in duel.players] == [False, False]


def test_an_open_dispute_is_named_until_it_is_settled_and_whoever_rules_is_told_how(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"), neutral="gil", reads=True)
    table.order("red", "blue")
    at, words = Moment(1, 1), "The decoy was used twice."
    assert table.does("red", agreement.dispute, at, words) == (
        "ours: you dispute 1.1. Your program replayed 1.1 and found it as recorded. gil can rule alone on disputes."
    )
    with table.at("red") as replica:
        again = "You have already disputed 1.1 of ours in these words."
        assert refused(agreement.dispute, replica, at, words, kind=NotNowError) == again
    told = "red disputes 1.1: The decoy was used twice. gil can rule alone on disputes."
    how = "To rule: sits propose ruling ours 1.1 WORDS. To play it again: sits propose rewind ours 1.1"
    for who, said in {"red": told, "blue": told, "gil": f"{told} {how}"}.items():
        assert status(table, who).disputes == (said,)
        with table.at(who) as replica:
            assert (news.asked(replica, who) == said) == (who == "gil")
            assert reports.own(replica, replica.course.point.version).count("disputes 1.1") == 1
    assert f"ours: {told} {how}" in table.look("gil").stands
    with table.at("gil") as replica:
        assert clerk._standing(replica)["decision"][1] == f"{told} {how}"
    said = table.does("red", agreement.propose, Ruling(about=at, words="It is fine."))
    still = "gil can decide alone; otherwise blue still has to sign."
    assert said == f"You sign a decision in ours: the record of 1.1 stands: It is fine. {still}"
    table.does("gil", agreement.propose, Ruling(about=at, words="It stands."))
    assert [status(table, who).disputes for who in table.programs] == [(), (), ()]
    table.does("blue", agreement.dispute, at, "It was three times.")
    table.does("gil", agreement.propose, Rewind(to=at))
    with table.at("red") as replica:
        assert "\ngil decided to play it again.\n" in reports.own(replica, -1)
    assert [status(table, who).disputes for who in table.programs] == [(), (), ()]


def test_only_disputes_of_what_was_played_stand_and_none_once_the_game_is_over(pair: Table) -> None:
    pair.order("red", "blue")
    for about, to in ((Moment(1, 1), None), (Moment(1, 2), None), (Moment(9, 9), None), (Moment(1, 1), "blue")):
        pair.does("red", signing.send, Note(words="It was twice.", about=about, to=to))
    rule = "To rule: sits propose ruling ours 1.1 WORDS. To play it again: sits propose rewind ours 1.1"
    who = "All players together rule on disputes."
    assert status(pair, "blue").disputes == (f"red disputes 1.1: It was twice. {who} {rule}",)
    pair.does("red", signing.send, Note(words=f"Again: {'well ' * 99}", about=Moment(1, 1)))
    (said,) = status(pair, "blue").disputes
    assert said.startswith("red disputes 1.1: Again: well well ")
    assert said.endswith(f" well …. {who} {rule}")
    assert len(said) < 400
    pair.decide("red", End(winner=None, words="Enough."))
    assert [status(pair, player).disputes for player in pair.players] == [(), ()]


def test_every_command_says_the_same_of_who_owes_orders_and_a_report_says_it_once(
    pair: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.order("red")
    owes = "blue owes orders for ours 1.1, due since 2026-01-09 12:00 UTC"  # by the machine's clock
    monkeypatch.setenv("SITS_HOME", str(pair.folder / "red"))
    shown = " ".join(run("show", "ours").out.split())
    assert (f"; {owes}." in shown, shown.count("orders for"), "You owe nothing" in shown) == (True, 1, False)
    assert f"  ours: {owes}\n" in run("doctor").out
    assert "blue owes orders\n" in run("games").out
    with pair.at("red") as replica:
        report = reports.own(replica, replica.course.point.version, mailed=False)
        assert (
            report.strip()
            == "You owe nothing: blue owes orders for ours 1.1 by 2026-01-09 12:00 UTC.\n\nours is at 1.1."
        )
    with pair.at("blue") as replica:
        report = reports.own(replica, replica.course.point.version, mailed=False)
        assert report.startswith("You owe orders for ours 1.1 by 2026-01-09 12:00 UTC.\n\nours is at 1.1.\n\nWrite ")


def test_an_umpire_does_not_read_orders_but_their_program_opens_them(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"), neutral="gil", reads=True)
    with table.desk("red") as desk:
        words = [*opening.invitation_text(desk.game(GAME))]
    assert "  gil: keeps the log and opens all orders" in words
    assert any(each.endswith("After the grace, gil and one player can go on without a late player.") for each in words)
    first = words.index("  gil plays no side and keeps the log. gil's program opens all orders once all have sealed.")
    assert words[first + 1 : first + 3] == [
        "  A turn takes one round of letters.",
        "  Drawback: you must trust gil not to open them early. All dice and facts can be checked.",
    ]


def test_of_several_decisions_each_is_told_with_its_whole_command(table: Table) -> None:
    table.does("red", agreement.propose, Deadline(hours=400, scope="exchange"))
    table.does("green", agreement.propose, End(winner=None, words="enough"))
    with table.at("blue") as replica:
        for name in ("deadline", "end"):
            assert f"(to agree: sits agree ours {name})" in news.to_agree(replica, "blue")
            assert f"To agree: sits agree ours {name}" in status_of(replica.desk, replica.here).next
    table.does("green", agreement.propose, Deadline(hours=500, scope="exchange"))
    with table.at("blue") as replica:
        first, second = [decide for decide, _ in news.to_sign(replica, "blue") if decide.decision.kind == "deadline"]
        assert f"(to agree: sits agree ours {first.digest[:6]}); " in news.to_agree(replica, "blue")
        assert refused(agreement.agree, replica, "deadline", kind=NotAllowedError).startswith("Say which decision")
        assert agreement.agree(replica, second.digest[:6]).startswith("You sign a decision in ours: ")


def test_a_seat_without_a_side_is_told_so_and_cannot_resign(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"), neutral="gil")
    for who, seat in (("gil", "are gil and play no side"), ("red", "play red")):
        first = status(table, who).in_words().splitlines()[0]
        assert first == f"ours: at 1.1 since 2026-01-02 12:00 UTC, kept by gil; you {seat}"
    with table.at("gil") as replica:
        assert refused(agreement.resign, replica, kind=NotAllowedError) == (
            "You play no side in ours, so you cannot resign. To hand the log on: sits propose next ours"
        )


def test_a_game_that_is_over_lists_no_decision_that_was_never_signed(table: Table) -> None:
    table.decide("red", Deadline(hours=400, scope="exchange"), others=["blue"])
    (signed,) = status(table, "red").signed
    assert signed == "blue and red signed that this exchange has 400 hours. green still has to sign."
    table.decide("red", End(winner=None, words="enough"), others=())
    for who in ("blue", "green"):
        table.does(who, agreement.agree, "end")
    found = [status(table, who) for who in table.players]
    assert [(each.stands.partition(":")[0], each.signed) for each in found] == [("over", ())] * 3


def test_a_log_is_listed_with_a_line_for_what_somebody_did_at_once(pair: Table) -> None:
    for who in pair.players:
        pair.give(who, upto="1.2")
    pair.carry()
    pair.decide("red", Rewind(to=Moment(1, 2), words="the map was misread"))
    with pair.desk("blue") as desk:
        found = listed_log(replica_of(desk, GAME))
    title, *lines = [block.text for block in found.blocks() if isinstance(block, ReportLine)]
    assert title == "ours: the log, oldest entry first"
    assert [line[29:] for line in lines] == [
        "the game begins: blue and red",
        "red seals 1.1 and 1.2",
        "blue seals 1.1",
        "red opens 1.1",
        "blue seals 1.2",
        "blue opens 1.1 and 1.2",
        "red opens 1.2",
        "red signs that the game is played again from 1.2: the map was misread",
        "blue signs that the game is played again from 1.2: the map was misread",
    ]
    assert [entry["n"] for entry in found.as_json()["entries"]] == [*range(len(found.rows))]


def test_a_game_at_one_table_is_not_taken_for_one_by_mail_of_the_same_name_in_other_capitals(
    duel: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.invite()
    duel.stir("blue")
    duel.carry()
    monkeypatch.setenv("SITS_HOME", str(duel.folder / "blue"))
    with duel.desk("blue") as desk:
        assert desk.game("OURS").name == GAME
    assert run("new", "duel", "--name", "Ours").code == 0
    with duel.desk("blue") as desk:
        assert desk.find_game("Ours") is None
        assert desk.game(GAME).name == GAME
    assert run("orders", "new", "Ours", "--as", "red").code == 0
