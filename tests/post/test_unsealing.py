"""A seal can be taken back until a letter with it is marked as out, which happens before the letter is written."""

from pathlib import Path

import pytest

from sits_es.post import outgoing
from sits_es.post.desk.settings import post_settings
from sits_es.post.orders import seal_text
from sits_es.post.outgoing import write_out
from sits_es.post.unsealing import can_unseal, unseal
from tests.post.example_games import said
from tests.shared.careful import careful
from tests.shared.posts import BLUE, RED, Post, exchange, peers
from tests.shared.programs import Table

OTHER = RED.replace("thrust 6", "thrust 5")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def seal(post: Post, text: str) -> str:
    return seal_text(post.replica, "orders", text).words


def test_orders_that_were_taken_back_are_sealed_anew(tmp_path: Path) -> None:
    found = careful(tmp_path)
    red, blue = found["red"], found["blue"]
    numbers = len(red.packets())
    seal(red, RED)
    assert unseal(red.replica) == (
        "Your orders for duel 1.1 are not sealed any more; nobody has seen them. Seal others: sits orders seal FILE. "
        "To look again at what is owed: sits mail status duel"
    )
    assert len(red.packets()) == numbers
    seal(red, OTHER)
    blue.take(red.packets())
    seal(blue, BLUE)
    exchange([red, blue])
    assert red.moment().segment == 2
    assert red.head() == blue.head()


def test_what_is_marked_as_out_is_not_taken_back(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    seal(red, RED)
    write_out(red.desk, post_settings(red.desk.folder))
    assert not can_unseal(red.replica)
    assert said(lambda: unseal(red.replica)) == "Your orders for duel 1.1 are out: their letter is marked as written."


def test_after_a_kill_while_letters_are_written_a_seal_counts_as_out_and_its_letter_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = careful(tmp_path)["red"]
    seal(red, RED)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(outgoing, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            write_out(red.desk, post_settings(red.desk.folder))
    assert said(lambda: unseal(red.replica)).endswith("are out: their letter is marked as written.")
    assert [line for line in write_out(red.desk, post_settings(red.desk.folder)) if "ben@example.org" in line]


def test_where_nothing_is_sealed_nothing_is_taken_back(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    assert said(lambda: unseal(red.replica)) == "Nothing of yours is sealed in duel at 1.1."


def test_a_game_without_such_terms_takes_no_seal_back(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    words = "duel began without terms for that: a seal of it is never taken back."
    assert said(lambda: unseal(red.replica)) == words


def test_other_orders_for_what_is_sealed_say_how_to_take_it_back(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    seal(red, RED)
    assert said(lambda: seal(red, OTHER)).startswith(
        "red has already sealed duel up to 1.1, and no letter with it is written yet. To take it back: "
        "sits orders unseal duel\n"
    )
    write_out(red.desk, post_settings(red.desk.folder))
    words = "red has already sealed duel up to 1.1, and a seal is never changed.\n"
    assert said(lambda: seal(red, OTHER)).startswith(words)


def test_sealing_the_same_file_twice_says_what_stands(table: Table) -> None:
    table.begin()
    table.sits("ben", "mail", "in", "--quiet")
    file = str(table.folder / "red.orders")
    first = table.sits("anna", "orders", "seal", file)
    assert "Until a letter with them is written they can be taken back: sits orders unseal duel\n" in first
    again = table.sits("anna", "orders", "seal", file)
    assert " ".join(again.split()).startswith(
        "Your orders for duel 1.1 to 1.3 are already sealed, just as they are here; no letter with it is written yet. "
        "To take it back: sits orders unseal duel"
    )
    assert "are not sealed any more" in table.sits("anna", "orders", "unseal", "duel")
    assert table.sits("anna", "orders", "seal", file) == first


def test_sealing_alone_reveals_nothing_though_all_seals_are_here(table: Table) -> None:
    table.begin()
    table.sits("ben", "mail", "in", "--quiet")
    table.sits("ben", "orders", "seal", str(table.folder / "blue.orders"))
    table.sits("ben", "mail", "in", "--quiet")
    table.sits("anna", "mail", "in", "--quiet")
    table.sits("anna", "orders", "seal", str(table.folder / "red.orders"))
    assert "are not sealed any more" in table.sits("anna", "orders", "unseal", "duel")
    table.sits("anna", "orders", "seal", str(table.folder / "red.orders"))
    table.sits("anna", "mail", "out")
    assert any(b"seal, reveal of red" in letter for letter in table.sent())
