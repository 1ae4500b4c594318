"""What people read of a branch that became the game is its label; every command takes the label and the id."""

import re
from pathlib import Path

import pytest

from sits_es.post.asked import asked_of
from sits_es.post.covering import covering
from sits_es.post.enclosures import enclosed_for
from sits_es.post.intake import take_mails
from sits_es.post.orders import seal_text
from sits_es.post.reports import news_since, own_report, public_report
from sits_es.post.status import status_of
from tests.post.test_continuations import again, played
from tests.post.test_intake import answer
from tests.shared.commands_told import run
from tests.shared.posts import Post

pytestmark = pytest.mark.long

ID = re.compile(r"duel-[0-9a-f]{8}")


@pytest.fixture
def branched(tmp_path: Path) -> tuple[Post, Post]:
    """The second exchange is played again, in a branch that nobody named."""
    red, blue = played(tmp_path)
    again(red, blue)
    return red, blue


def without_checkpoint(text: str) -> str:
    """A text but for the checkpoint at its end, which is for programs."""
    return re.sub(r"Checkpoint of the record:\n\S+", "", text)


def test_reports_letters_and_status_say_the_label(branched: tuple[Post, Post]) -> None:
    red, _ = branched
    assert asked_of(red.replica, "red").words.startswith("You owe orders for duel-2 1.2 (or up to 1.break)")
    report = without_checkpoint(own_report(red.replica, -1))
    assert "\nduel-2 stands at 1.2.\n" in report
    assert "\ngame duel-2\n" in report
    assert not ID.search(report)
    seat = red.desk.seat("duel")
    assert status_of(red.desk, seat).in_words().startswith("duel-2: stands at 1.2\n")
    assert status_of(red.desk, seat).as_json()["branch"] == seat.branch
    assert "called" not in status_of(red.desk, seat).as_json()
    inside = enclosed_for(red.replica, "blue", again=True)
    assert inside is not None
    letter = covering(red.replica, "blue", "ben@example.org", inside)
    assert letter.subject.startswith("duel-2 1.1")
    assert not ID.search(without_checkpoint(letter.report))


def test_a_report_tells_that_another_branch_is_the_game_and_what_is_played_there(branched: tuple[Post, Post]) -> None:
    _, blue = branched
    news = [
        "duel-2 is the game from here on: it is played again from 1.2 on.",
        "That is decided by blue and red: Misread.",
    ]
    assert list(news_since(blue.replica, -1)) == news
    told = public_report(blue.replica, 10).text
    assert "\n".join(news) in told


def test_what_comes_after_the_fork_is_told_to_who_was_told_more_of_the_branch_before(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    head = red.replica.chain().head.version
    for name in ("blue", "(shown)", "(shown)lines"):
        red.desk.journal.note_reported("duel", name, head)
    again(red, blue)
    (left,) = [span.after for span in red.desk.session.store.spans(red.desk.seat("duel").branch)][1:]
    assert left < head
    told = {name: red.desk.journal.reported("duel", name) for name in ("blue", "(shown)", "(shown)lines")}
    assert told == {"blue": left, "(shown)": left, "(shown)lines": head}


def test_orders_name_the_game_by_label_or_id(branched: tuple[Post, Post]) -> None:
    red, _ = branched
    branch = red.desk.seat("duel").branch
    for name in ("DUEL-2", branch):
        text = f"game {name}\nturn 1\nplayer red\nship Fearless\n  2 thrust 1\n"
        receipt = seal_text(red.replica, "red.orders", text)
        assert receipt.game == "duel-2"
        assert "\ngame duel-2\nturn 1\n" in receipt.words or receipt.again
        assert not ID.search(receipt.words)
    with pytest.raises(Exception, match=r"These orders are for the game duel, not for duel-2\."):
        seal_text(red.replica, "red.orders", "game duel\nturn 1\nplayer red\nship Fearless\n  2 thrust 1\n")


def test_an_answered_report_is_receipted_in_the_games_own_thread(branched: tuple[Post, Post]) -> None:
    red, _ = branched
    report = own_report(red.replica, -1)
    block = report[report.index("-----BEGIN SITS ORDERS") :].replace("ship Fearless\n", "ship Fearless\n  2 thrust 1\n")
    (words,) = take_mails(red.desk, [answer(block)]).words
    assert words.startswith("Your orders for duel-2 1.2 are in order and sealed.")
    ((_, game, _, subject, _, _),) = red.desk.journal.queued()
    assert (game, subject) == ("duel", "duel-2: your orders are sealed")


def test_every_look_into_the_record_takes_the_label(
    branched: tuple[Post, Post], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    red, _ = branched
    branch, head = red.desk.seat("duel").branch, red.replica.chain().head
    monkeypatch.setenv("SITS_HOME", str(red.desk.folder))
    said = run("audit", "duel-2", "--verify")
    assert said.out.startswith(f"duel-2: {head.version + 1} events; every byte, link and digest is sound.\n")
    assert f"\nHead {head.digest}\n" in said.out
    assert run("audit", branch, "--verify", "--json").json == run("audit", "duel-2", "--verify", "--json").json
    assert len(run("audit", "duel-2", "--json").json) == head.version + 1
    assert (
        run("audit", "duel-2", "--export", str(tmp_path / "all")).out
        == f"{tmp_path / 'all'}: {head.version + 1} events.\n"
    )
    forked = run("fork", "duel-2", "--at", "1.2", "--name", "if")
    assert forked.out.startswith(
        f"if leaves duel-2 after event #{head.version} and stands at 1.2; nothing was copied.\n"
    )
    listed = run("games").out
    assert "duel-2" in listed
    assert not ID.search(listed)
    rows = {row["name"]: row for row in run("games", "--json").json}
    assert (rows["duel"]["owed"], bool(rows[branch]["owed"])) == ([], True), "the branch that was left owes nothing"
    (tmp_path / "old.orders").write_text("game duel\nturn 1\nplayer red\nship Fearless\n  3 thrust 1\n")
    assert run("orders", "check", str(tmp_path / "old.orders")).flat.endswith(
        "duel is played on as duel-2, and nothing is sealed in duel any more: sits orders new duel-2 --as red"
    )
