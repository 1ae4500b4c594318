"""Facts that people enter in games by mail: proposed, confirmed, refused, written again, and lost to another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from commands.main import app
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import FactsRecorded
from sits_es.post import decisions
from sits_es.post.clock import keep_time
from sits_es.post.entries import confirm, propose, refuse, standing_entries
from sits_es.post.proof import prove, signed_facts, unproved
from sits_es.post.protocol.entries import proposals, record_digest
from sits_es.post.reports import owed_line, own_report
from sits_es.post.status import status_of
from sits_es.rules import system
from sits_es.rules.moments import Moment
from tests.post.example_games import enter, go_round, heads, posts, refusals, sheet
from tests.post.protocol.open_table import RULES
from tests.shared.posts import Post, exchange, facts, peers, sound
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def words(post: Post) -> list[str]:
    return status_of(post.desk, post.desk.seat("duel")).in_words().splitlines()


PLACED = "red enters at 1.1: Kestrel: place at 3,4 facing 0."
HOW = "To confirm it: sits agree duel. To refuse it: sits agree duel --refuse WHY"


def test_what_one_enters_stands_when_the_other_confirms_it(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    red, blue = found["red"], found["blue"]
    assert owed_line(red.replica) == "Facts can be entered at 1.1."
    assert enter(red, "place at 3,4 facing 0") == "Signed. Still to sign: blue."
    go_round(found)
    assert words(red) == ["duel: facts can be entered at 1.1", f"  record: {PLACED} Still to sign: blue."]
    assert words(blue) == ["duel: facts can be entered at 1.1", f"  record: {PLACED} {HOW}"]
    report = own_report(blue.replica, -1)
    assert f"\n{PLACED} To confirm it: sits agree\n  duel. To refuse it: sits agree duel --refuse WHY\n" in report
    assert max(map(len, report.splitlines())) <= 76
    (told,) = [line for _, line, _ in blue.desk.journal.told("duel", ("record",))]
    assert told == f"red enters at 1.1: Kestrel: place at 3,4 facing 0. {HOW}"
    assert decisions.agree(blue.replica) == f"{PLACED} Signed by all who must: it stands."
    assert blue.moment() == Moment(1, 2)
    go_round(found)
    assert len(heads(found)) == 1
    assert red.moment() == Moment(1, 2)
    (entry,) = facts(red, FactsRecorded)
    assert entry == FactsRecorded(
        turn=1, segment=1, player="red", lines=("Kestrel: place at 3,4 facing 0",), by=("blue", "red")
    )
    assert words(red) == ["duel: facts can be entered at 1.2"]
    for post in found.values():
        assert sound(post)
        assert prove(post.desk, post.desk.seat("duel")).faults == ()
        assert refusals(post) == []
    told_red = [line for _, line, _ in red.desk.journal.told("duel", ("record",))]
    assert told_red == ["blue signs what red enters at 1.1: Kestrel: place at 3,4 facing 0."]


def test_what_is_refused_stays_shown_as_refused_until_it_is_written_again(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    red, blue = found["red"], found["blue"]
    enter(red, "place at 3,4 facing 0")
    go_round(found)
    said = refuse(blue.replica, "That is off\nthe table.")
    assert said == "You have refused what red enters at 1.1. red can write another: sits record duel FILE"
    with pytest.raises(NotNowError, match=r"^No record is proposed in duel that you have not signed\.$"):
        refuse(blue.replica, "Once more.")
    go_round(found)
    (told,) = [line for _, line, _ in red.desk.journal.told("duel", ("dispute",))]
    assert told == "blue refuses the record of 1.1: That is off the table."
    for post in (red, blue):
        assert words(post)[1] == f"  record: {PLACED} Refused by blue: That is off the table."
    assert confirm(blue.replica) is None
    enter(red, "place at 3,4 facing 0")
    (again,) = [each for each in proposals(red.replica.chain(), red.replica.ledger()) if each.record.try_]
    assert again.by == ("red",)
    go_round(found)
    assert words(blue)[1:] == [f"  record: {PLACED} {HOW}"]
    decisions.agree(blue.replica)
    go_round(found)
    assert len(heads(found)) == 1
    assert red.moment() == Moment(1, 2)


def test_two_who_enter_at_once_agree_on_the_record_of_smaller_digest(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    enter(found["red"], "place at 3,4 facing 0")
    enter(found["blue"], "place at 8,8 facing 0")
    go_round(found)
    chain = found["red"].replica.chain()
    larger, less = proposals(chain, found["red"].replica.ledger())
    (one,) = larger.by
    (other,) = less.by
    assert record_digest(chain.head.digest, less.record) < record_digest(chain.head.digest, larger.record)
    assert decisions.agree(found[one].replica).endswith("Signed by all who must: it stands.")
    with pytest.raises(NotNowError, match=r"^Nothing is proposed in duel that you have not signed\.$"):
        decisions.agree(found[other].replica)
    go_round(found)
    assert len(heads(found)) == 1
    (entry,) = facts(found["red"], FactsRecorded)
    assert isinstance(entry, FactsRecorded)
    assert entry.player == other


def test_who_enters_something_else_before_it_is_signed_is_told_what_it_replaces(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    red = found["red"]
    enter(red, "place at 3,4 facing 0")
    assert enter(red, "place at 4,4 facing 0") == (
        "Signed. Still to sign: blue.\n"
        "It takes the place of this, which waited to be signed: Kestrel: place at 3,4 facing 0."
    )
    assert words(red)[1:] == ["  record: red enters at 1.1: Kestrel: place at 4,4 facing 0. Still to sign: blue."]


def test_who_enters_facts_is_told_when_another_record_came_first(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon", ("red", "blue"))
    enter(found["red"], "place at 3,4 facing 0")
    enter(found["blue"], "place at 8,8 facing 0")
    head = found["red"].replica.chain().head.digest
    go_round(found)
    both = proposals(found["red"].replica.chain(), found["red"].replica.ledger(), head)
    (loser,) = both[0].by
    decisions.agree(found[loser].replica)
    go_round(found)
    what = {"red": "Kestrel: place at 3,4 facing 0", "blue": "Hawk: place at 8,8 facing 0"}[loser]
    assert list(standing_entries(found[loser].replica)) == [
        f"{loser} enters at 1.1: {what}. It fell away: the game went on before all had signed it. Enter it again."
    ]


def test_with_an_umpire_the_umpires_word_is_enough(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon", umpire="ump")
    red, ump = found["red"], found["ump"]
    assert enter(red, "place at 3,4 facing 0") == "Signed. Still to sign: ump."
    go_round(found)
    decisions.agree(ump.replica)
    assert enter_as(ump, "blue", "place at 8,8 facing 0") == "Signed by all who must: it stands."
    go_round(found)
    assert len(heads(found)) == 1
    by = [(fact.player, fact.by) for fact in facts(red, FactsRecorded) if isinstance(fact, FactsRecorded)]
    assert by == [("red", ("red", "ump")), ("blue", ("ump",))]
    for post in found.values():
        assert sound(post)
        assert prove(post.desk, post.desk.seat("duel")).faults == ()


def enter_as(post: Post, player: str, *lines: str) -> str:
    return propose(post.replica, "facts", sheet(player, 1, *lines, unit="ship"), player)


def test_who_may_enter_what(tmp_path: Path) -> None:
    found = posts(tmp_path / "entries", "xwing", "beacon")
    with pytest.raises(NotAllowedError, match=r"^You are red in duel\. Enter your own facts; blue enters theirs\.$"):
        enter_as(found["red"], "blue", "place at 8,8 facing 0")
    red, blue = peers(tmp_path / "sits")
    exchange([red, blue])
    with pytest.raises(NotAllowedError, match=r"^In this game nobody enters facts: everything follows from orders\.$"):
        propose(red.replica, "facts", "anything at all")


def test_facts_that_nobody_signed_are_not_proved(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    enter(found["red"], "place at 3,4 facing 0")
    go_round(found)
    decisions.agree(found["blue"].replica)
    red = found["blue"]
    packets = [each for each in red.desk.journal.accepted("duel") if each.packet.sender != "blue"]
    record = red.desk.session.open_game("duel").facts()
    assert list(unproved(record, signed_facts(packets), system("xwing"))) == [
        "1.1: no packet of blue holds the record of red that blue is said to have signed."
    ]


def test_deadlines_and_reminders_leave_a_game_of_facts_alone(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    keep_time(found["red"].desk)
    assert found["red"].desk.journal.told("duel", ("clock", "reminder")) == []


def test_the_verbs_propose_confirm_and_refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    file = tmp_path / "red.facts"
    file.write_text(sheet("red", 1, "place at 3,4 facing 0", unit="ship"))
    run = CliRunner()

    def said(player: str, *command: str) -> str:
        monkeypatch.setenv("SITS_HOME", str(tmp_path / player))
        result = run.invoke(app, list(command))
        return result.output

    assert said("red", "record", "duel", str(file)) == (
        "duel: Signed. Still to sign: blue.\nWrite the letters: sits mail out (sits mail in does it too)\n"
    )
    found["red"].desk.replicas.clear()
    go_round(found)
    refused = " ".join(said("blue", "agree", "duel", "--refuse", "Not there.").split())
    assert refused.startswith("duel: You have refused what red enters at 1.1. red can write another: sits record duel ")
    both = said("blue", "agree", "duel", "--refuse", "Not there.", "--void")
    assert "One at a time: --fork, --void, --claim, --forfeit, --without or --refuse." in both
