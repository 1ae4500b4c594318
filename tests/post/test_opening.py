"""How games by mail begin, and what is said to whoever invites or answers where that can't be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sits_es.keys.identity import fingerprint
from sits_es.post import opening
from sits_es.post.log.packets import Join
from tests.shared.postal import GAME, Table, cruisers
from tests.shared.refusals import refused

WISH = opening.Wish(scenario="duel", name=GAME, me="red", others={"blue": "blue@example.org"})
ME = Join(ticket="", name="Red", address="red@example.org")
UMPIRED = {"roles": {"gil": "umpire"}, "others": {"blue": "blue@example.org", "gil": "gil@example.org"}}
BRANCH = "contains a ~, which separates a game's name from its branch's."
MISREAD = "a command line or a file system would misread it."
PLAYERS = "Players of duel: blue, red."


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"name": "a~b"}, f'The name "a~b" {BRANCH} Choose another name for the game.'),
        ({"name": "-a"}, f'The name "-a" begins with - or contains a /; {MISREAD} Choose another name for the game.'),
        (
            {"others": {"violet": "v@example.org"}},
            f"Nobody is invited as blue.\nThe scenario has no player violet.\n{PLAYERS}",
        ),
        ({"roles": {"blue": "spectator"}}, f"blue is already a player in the scenario.\n{PLAYERS}"),
        (
            {"options": ["sidewall=bends"]},
            '--option sidewall: "bends" is not allowed. It can be strikes or stops.',
        ),
        ({"roles": {"gil": "keeper"}}, f"Nobody is invited as gil.\n{PLAYERS}"),
        ({"terms": {"escrow": True}}, "Escrow needs at least three people: two others hold the shares of each seal."),
        (
            {"roles": {"gil": "umpire", "blue": "mailbox"}, "others": UMPIRED["others"]},
            "A player without a program writes to the umpire, so the umpire must send the invitations.",
        ),
    ],
)
def test_a_game_that_can_not_be_played_is_not_offered(wish: dict[str, Any], said: str, tmp_path: Path) -> None:
    with Table(folder=tmp_path, scenario="duel").desk("red") as desk:
        assert refused(opening.invite, desk, replace(WISH, **wish), ME) == said
        assert desk.drawer.games() == []


def test_whoever_has_no_part_in_an_answer_is_told_why_and_a_refusal_comes_to_the_host(duel: Table) -> None:
    answer, confirm = opening.answer, lambda *how: [*opening.confirm(*how)]
    with duel.desk("blue") as desk:
        assert refused(answer, desk, GAME, ME) == (
            "There is no invitation to ours here. Games by mail: none. Take in the letter that brought it, saved as a "
            "file: sits mail in FILE"
        )
    duel.invite()
    with duel.desk("red") as desk:
        here = desk.game(GAME)
        assert desk.game("Ours") == here  # as a person may type it
        assert refused(opening.invite, desk, WISH, ME) == "There is already a game ours. Choose another name."
        assert (
            refused(answer, desk, GAME, ME)
            == "You sent the invitation to ours yourself, as red: there is nothing to join."
        )
        assert refused(confirm, desk, here, "blue") == "blue has not answered. Answers to ours: red."
        assert refused(confirm, desk, here, None) == "Nobody needs to be confirmed in ours."
        assert (
            opening.take_invite(desk, next(iter(desk.drawer.pool(GAME).values()))) == "The letter holds no invitation."
        )
    with duel.desk("blue") as desk:
        assert refused(answer, desk, GAME, ME, "red") == "Say with --as which seat you take: blue."
        assert (
            refused(confirm, desk, desk.game(GAME), None)
            == "Only red, who sent the invitations to ours, confirms who plays."
        )
        kept = desk.drawer.mark(GAME, "ticket blue")
        desk.drawer.put_mark(GAME, "ticket blue", "")
        assert refused(answer, desk, GAME, ME) == (
            "The ticket for blue's seat in ours is not here. The ticket is in the letter that red wrote to "
            "blue: read that whole letter first, with sits mail in."
        )
        desk.drawer.put_mark(GAME, "ticket blue", kept)
        answer(desk, GAME, opening.mine(desk, None, None), declines="No time.")
        assert refused(answer, desk, GAME, ME) == (
            "You have declined ours. To play after all, ask for another invitation."
        )
        duel.post(desk, "blue")
    duel.carry()
    assert b"Nothing to do: blue does not play ours" in duel.sent[-1].content
    assert duel.look("red").stands == ["ours: not begun; you play red", "  blue does not play: No time"]


def test_where_the_terms_ask_for_it_a_game_begins_once_the_host_has_compared_keys(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="duel", terms={"confirm": True})
    table.invite()
    table.join("blue")
    with table.desk("blue") as desk:
        assert refused(opening.answer, desk, GAME, ME) == "You have already joined ours, as blue."
        key = fingerprint(desk.identity().key)
    table.carry()
    assert table.look("red").stands == [
        "ours: not begun; you play red",
        f"  blue joins; their key in words is {key}. Compare it by telephone, then: sits mail confirm ours blue",
    ]
    with table.desk("red") as desk:
        assert [*opening.confirm(desk, desk.game(GAME), None)] == [f"blue, whose key in words is {key}"]
        table.post(desk, "red")
    table.carry()
    table.stands("1.1")


def test_a_game_by_mail_is_played_by_the_options_that_its_host_chose(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, scenario="duel", options=("sidewall=stops", "own_side_targets=true"))
    table.begin()
    for who in ("red", "blue"):
        with table.at(who) as replica:
            board = replica.course.fold.game.board
            assert (board.options.sidewall, board.options.own_side_targets) == ("stops", True)


def test_whoever_says_nowhere_where_their_mail_goes_is_asked(tmp_path: Path) -> None:
    with Table(folder=tmp_path, scenario="duel").desk("red") as desk:
        (file := desk.folder / "sits.toml").unlink()
        nowhere = f"Give your mail address: --address ME@EXAMPLE.ORG, or [mail] address in {file}."
        assert refused(opening.mine, desk, None, None) == nowhere


def test_a_host_who_does_not_keep_the_log_tells_all_that_it_has_begun(tmp_path: Path) -> None:
    table = cruisers(tmp_path, ("red", "blue"), neutral="ump", host="red")
    table.stands("1.1")
    table.order("red", "blue")
    table.stands("1.2")


def test_two_games_by_mail_of_one_name_have_checkpoints_of_different_origin(tmp_path: Path) -> None:
    begun = set[str]()
    for seed in (1, 2):
        with cruisers(tmp_path / str(seed), seed=seed).desk("red") as desk:
            begun.add(desk.session.store.origin(GAME))
    assert len(begun) == 2
