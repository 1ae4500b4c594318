"""What-if branches offered by mail: the very same branch opens elsewhere, and nothing of the game changes."""

from pathlib import Path
from typing import Any

import pytest

from sits_es.errors import GameError, UnreadableError
from sits_es.post.offers import offer, open_offered
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from sits_es.service.audit import audit_game
from sits_es.service.forks import fork_game
from sits_es.service.play import play
from tests.shared.posts import BLUE, RED, Post, carry, exchange, peers, umpired
from tests.shared.programs import Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def played(folder: Path) -> tuple[Post, Post]:
    """Two peers who have played two segments."""
    red, blue = peers(folder)
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    exchange([red, blue])
    return red, blue


def offering(post: Post, name: str = "if", *, where: str = "1.2", options: tuple[str, ...] = ()) -> None:
    _, forked = fork_game(post.desk.session.open_game("duel"), where, name, options)
    offer(post.replica, forked)


def test_an_offered_what_if_opens_as_the_very_same_branch_and_the_game_stays_as_it_is(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    before = red.head()
    offering(red, options=("sidewall=stops", "mixed_walls=true"))
    exchange([red, blue])
    (line,) = blue.desk.journal.told("duel", ("offer",))
    assert line[1] == (
        "red offers a what-if of duel from 1.2 on, called if, with mixed_walls=true, sidewall=stops. "
        "To open the very same branch here: sits agree duel --fork if"
    )
    fold, forked = open_offered(blue.replica, "if")
    assert forked.what_if
    assert fold.game.moment == Moment(1, 2)
    tables = [post.desk.session for post in (red, blue)]
    assert len({each.store.head("if").digest for each in tables}) == 1
    for each in tables:
        list(play(each.open_game("if"), [], Moment(1, 2)))
    assert audit_game(tables[1].open_game("if"), []).faults == ()
    assert red.head() == blue.head() == before
    assert red.desk.seat("duel").branch == blue.desk.seat("duel").branch == "duel"
    assert status_of(blue.desk, blue.desk.seat("duel")).refused == ()


def test_an_umpires_offer_reaches_every_player(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    offering(ump, where="1.1")
    carry(ump, red, blue)
    for post in (red, blue):
        open_offered(post.replica, "if")
        assert post.desk.session.store.head("if") == ump.desk.session.store.head("if")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"digest": "0" * 64}, ("Event #{at} of duel is not the one that red has, so if would be another what-if. "
                               "Nothing was opened.")),
        ({"version": 900}, ("if leaves duel after event #900, and here duel has come to #{head}. "
                           "Take in your mail first: sits mail in")),
        ({"parent": "other"}, "if leaves other, which is not a branch here. Open that one first, if it is offered."),
        ({"segments": [3]}, "No exchange 1.3 of duel opens after event #{at}. Nothing was opened."),
        ({"options": {"beam": "off"}}, ("There is no option beam. Options are sidewall, plot_ahead, "
                                       "mixed_walls, own_side_targets.")),
        ({"name": "duel"}, "There is another game duel here. Ask red to offer the what-if under another name."),
    ],
)  # fmt: skip
def test_an_offer_that_does_not_fit_the_record_here_opens_nothing(
    changed: dict[str, Any], said: str, tmp_path: Path
) -> None:
    red, blue = played(tmp_path)
    offering(red)
    sent = red.packets()
    body = {**sent[-1].packet.body, **changed}
    blue.take([*sent[:-1], red.signed_anew(sent[-1], body)])
    at, head = sent[-1].packet.body["version"], blue.desk.session.store.head("duel").version
    with pytest.raises(GameError) as refusal:
        open_offered(blue.replica, body["name"])
    assert str(refusal.value) == said.format(at=at, head=head)
    assert [branch.stream for branch in blue.desk.session.store.streams()] == ["duel"]


def test_a_what_if_is_opened_once_and_only_where_one_was_offered(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    with pytest.raises(GameError, match=r"^Nobody has offered a what-if if of duel\. Offered: nothing\.$"):
        open_offered(blue.replica, "if")
    offering(red)
    exchange([red, blue])
    open_offered(blue.replica, "if")
    with pytest.raises(GameError, match=r"^if is open here already\.$"):
        open_offered(blue.replica, "if")
    with pytest.raises(GameError, match=r"^Nobody has offered a what-if of of duel\. Offered: if\.$"):
        open_offered(blue.replica, "of")


def test_two_different_offers_of_one_name_are_not_told_apart_by_luck(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    offering(red)
    offering(blue, where="1.1")
    exchange([red, blue])
    said = r"^blue and red offer different what-ifs called if\. Ask one of them for another name\.$"
    with pytest.raises(GameError, match=said):
        open_offered(blue.replica, "if")


def test_an_offer_that_cannot_be_written_is_not_read(tmp_path: Path) -> None:
    red, _ = played(tmp_path)
    with pytest.raises(UnreadableError):
        offering(red, options=("sidewall",))
    assert red.packets()[-1].packet.kind != "fork-offer"


def test_the_verbs_offer_a_what_if_and_open_it(table: Table) -> None:
    table.play_a_turn()
    said = table.sits("anna", "fork", "duel", "--at", "1.3", "--name", "what if", "--offer")
    assert said.startswith("what if leaves duel after event #")
    assert said.endswith("It is offered to the others.\nWrite the letters: sits mail out (sits mail in does it too)\n")
    table.sits("anna", "mail", "in", "--quiet")
    news = table.sits("ben", "mail", "in", "--quiet")
    assert "To open the very same branch here: sits agree duel --fork 'what if'" in news
    assert table.sits("ben", "agree", "duel", "--fork", "what if").startswith("what if leaves duel after event #")
    assert table.sits("anna", "diff", "duel", "what if") == table.sits("ben", "diff", "duel", "what if")
    assert len(table.heads()) == 1


def test_a_game_that_is_not_played_by_mail_is_offered_to_nobody(table: Table) -> None:
    table.sits("anna", "new", "duel", "--name", "alone")
    said = table.refused("anna", "fork", "alone", "--at", "1.1", "--name", "if", "--offer")
    assert said == "alone is not played by mail here. Games by mail: none.\n"
    assert "if" not in table.sits("anna", "games").split()
