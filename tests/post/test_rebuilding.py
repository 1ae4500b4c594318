"""A player who lost the folder, but not the key, gets the game back from one other player's letter."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sits_es.errors import GameError
from sits_es.mail import armour
from sits_es.mail.identity import new_identity, save_identity
from sits_es.mail.packet import Signed, sign
from sits_es.mail.sources import Mail, read_mails
from sits_es.post import decisions
from sits_es.post.copies import copy_for
from sits_es.post.copy_letters import write_copy
from sits_es.post.desk.settings import post_settings
from sits_es.post.intake import take_mails
from sits_es.post.outgoing import confirm, outgoing
from sits_es.rules.moments import Moment
from tests.shared.posts import (
    BLUE,
    RED,
    Post,
    carry,
    exchange,
    open_post,
    peers,
    seal_lines,
    sound,
    thrust,
    umpired,
    with_a_key_alone,
)
from tests.shared.programs import Table

pytestmark = pytest.mark.long


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def played(folder: Path) -> tuple[Post, Post]:
    red, blue = peers(folder)
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    exchange([red, blue])
    return red, blue


def refused(post: Post) -> str:
    (entry,) = post.desk.journal.entries("duel", ("refused",))
    return entry.why


def test_a_lost_game_comes_back_from_one_letter_and_is_played_on(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "red")])
    assert anew.head() == red.head() == blue.head()
    assert [each.digest for each in anew.packets()] == [each.digest for each in red.packets()]
    assert anew.desk.journal.parked("duel") == []
    assert sound(anew)
    assert list(outgoing(anew.desk)) == [], "the others have it all"
    confirm(anew.replica, wanted=True)
    assert [each.packet.kind for each in anew.packets() if each.packet.kind == "ack"] == []
    ((_, words, _),) = anew.desk.journal.told("duel", ("bundle",))
    assert words.startswith(f"blue sends their copy of duel, up to event #{blue.replica.chain().head.version}: ")
    for post in (anew, blue):
        post.seal(thrust(post, "duel", 3), 3)
    exchange([anew, blue])
    assert anew.head() == blue.head()
    assert anew.moment() == Moment(1, 4)


def test_a_branch_that_became_the_game_comes_back_as_well(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    decisions.rewind(red.replica, "1.1", None, None)
    exchange([red, blue])
    decisions.agree(blue.replica)
    exchange([red, blue])
    anew = with_a_key_alone(red, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "red")])
    assert anew.desk.seat("duel").branch == "duel-2"
    assert anew.head() == blue.head()


def test_with_an_umpire_his_letter_brings_the_game_back_without_anybody_elses_orders(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    red.seal(RED, 2)
    blue.seal(BLUE, 2)
    carry(ump, red, blue)
    anew = with_a_key_alone(red, tmp_path / "anew")
    copy = copy_for(ump.replica, "red")
    assert all('"sender":"blue"' not in text or '"kind":"seal"' not in text for text in copy.packet.body["packets"])
    anew.take([copy])
    assert anew.head() == red.head() == ump.head()
    seal_lines(anew, {Moment(1, 3): ()})
    seal_lines(blue, {Moment(1, 3): ()})
    carry(ump, anew, blue)
    assert anew.head() == ump.head()
    assert anew.moment() == Moment(1, 4)


def test_the_same_letter_again_changes_nothing_and_fills_only_what_is_missing(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    copy = copy_for(blue.replica, "red")
    before = red.desk.journal.entries("duel")
    red.take([copy])
    assert red.desk.journal.entries("duel") == before
    assert red.desk.journal.told("duel", ("bundle",)) == []
    for post in (red, blue):
        post.seal(thrust(post, "duel", 3), 3)
    blue.take(red.packets())
    red.take([copy_for(blue.replica, "red")])
    assert red.moment() == Moment(1, 4), "blue's seal and reveal came with it"
    exchange([red, blue])
    assert red.head() == blue.head()


def test_a_long_copy_travels_in_numbered_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = played(tmp_path)
    monkeypatch.setattr(armour, "PART_BYTES", 20_000)
    settings = post_settings(blue.desk.folder)
    assert write_copy(blue.desk, settings, "duel", "red") == ["anna@example.org: duel: the whole game, for red"]
    (mail,) = read_mails(settings.outbox)
    assert b"Part: 2 of " in mail.content
    anew = with_a_key_alone(red, tmp_path / "anew")
    take_mails(anew.desk, [mail])
    assert anew.head() == red.head()


def changed(copy: Signed, blue: Post, how: Callable[[list[str]], list[str]], **more: Any) -> Signed:
    """A copy that blue signs again."""
    packet = copy.packet
    return sign(
        evolve(packet, body={**packet.body, "packets": how(packet.body["packets"])}, **more), blue.desk.identity()
    )


def forged(texts: list[str]) -> list[str]:
    return [text.replace("thrust 6", "thrust 5") for text in texts]


TAMPERED: list[tuple[Callable[[list[str]], list[str]], str]] = [
    (forged, "The reveal 4 of red in duel is not signed with red's key."),
    (lambda texts: texts[1:], "The bundle 4 of blue in duel does not hold one game from its beginning."),
    (
        lambda texts: [text for text in texts if '"kind":"seal"' not in text],
        (
            "The bundle 4 of blue in duel does not restore duel.\n"
            "Packets before the reveal 3 of blue in duel are missing."
        ),
    ),
]


@pytest.mark.parametrize(("how", "said"), TAMPERED)
def test_a_copy_that_does_not_verify_is_refused_and_nothing_is_taken(
    how: Callable[[list[str]], list[str]], said: str, tmp_path: Path
) -> None:
    red, blue = played(tmp_path)
    anew = with_a_key_alone(red, tmp_path / "anew")
    copy = copy_for(blue.replica, "red")
    texts = sorted(copy.packet.body["packets"], key=lambda text: '"kind":"invite"' not in text)
    bad = changed(changed(copy, blue, lambda _: texts), blue, how)
    anew.take([bad])
    assert refused(anew).splitlines()[: len(said.splitlines())] == said.splitlines()
    assert anew.desk.journal.seats() == []
    assert list(anew.desk.session.store.streams()) == []
    anew.take([copy])
    assert anew.head() == red.head()


def test_a_copy_that_comes_to_another_record_than_it_names_is_refused(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    anew = with_a_key_alone(red, tmp_path / "anew")
    copy = copy_for(blue.replica, "red")
    head = copy.packet.head
    assert head is not None
    anew.take([changed(copy, blue, list, head=evolve(head, digest="0" * 64))])
    assert refused(anew).splitlines()[1] == (
        f"It gives another record than blue names, at event #{blue.replica.chain().head.version}."
    )
    assert anew.desk.journal.seats() == []


def test_a_copy_that_contradicts_what_is_here_is_refused(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    before = red.head()
    note = sign(evolve(blue.packets()[-1].packet, kind="note", body={"words": "x"}), blue.desk.identity())
    number = note.packet.number
    copy = copy_for(blue.replica, "red")
    kept = [text for text in copy.packet.body["packets"] if text.encode() != blue.packets()[-1].bytes]
    red.take([changed(copy, blue, lambda _: [*kept, note.bytes.decode()])])
    assert refused(red) == (
        f"blue has a different note {number} of blue in duel from the one that is here. Nothing was taken."
    )
    assert red.head() == before


def test_a_copy_for_nobody_whose_key_is_here_is_refused_and_said(tmp_path: Path) -> None:
    _, blue = played(tmp_path)
    eve = open_post(tmp_path / "eve", "eve").desk
    save_identity(new_identity("eve", lambda number: b"e" * number), eve.keys)
    settings = post_settings(blue.desk.folder)
    write_copy(blue.desk, settings, "duel", "red")
    (mail,) = read_mails(settings.outbox)
    taken = take_mails(eve, [Mail(source="a.eml", content=mail.content)])
    said = f"Nobody whose key is here plays in duel. Put your key file into {eve.keys} first."
    assert taken.words == [f"a.eml: {said}"]
    assert eve.journal.seats() == []


@pytest.mark.parametrize(
    ("who", "player", "said"),
    [
        ("red", "red", "Nobody else in duel is called red. The others: blue, ump."),
        ("red", "gold", "Nobody else in duel is called gold. The others: blue, ump."),
        ("red", "blue", "Only the umpire has what blue has sent. Ask ump for the letter."),
        ("red", "ump", "ump is the umpire: what an umpire needs to go on is in nobody else's folder."),
    ],
)
def test_not_everybody_can_help(who: str, player: str, said: str, tmp_path: Path) -> None:
    posts = {post.player: post for post in umpired(tmp_path)}
    with pytest.raises(GameError) as refusal:
        copy_for(posts[who].replica, player)
    assert str(refusal.value) == said


def test_the_verbs_bring_a_lost_folder_back(table: Table) -> None:
    table.play_a_turn()
    (head,) = table.heads()
    keys = table.folder / "keys"
    (table.folder / "anna" / "keys").rename(keys)
    (keys / "secrets.db").unlink()
    settings = (table.folder / "anna" / "sits.toml").read_text()
    shutil.rmtree(table.folder / "anna")
    (table.folder / "anna").mkdir()
    keys.rename(table.folder / "anna" / "keys")
    (table.folder / "anna" / "sits.toml").write_text(settings)
    before = set(table.box.rglob("*"))
    said = table.sits("ben", "mail", "out", "--bundle", "duel", "--for", "red")
    (letter,) = set(table.box.rglob("*")) - before
    assert said.startswith("Written for anna@example.org: duel: the whole game, for red\n")
    assert "blue sends their copy of duel" in table.sits("anna", "mail", "in", str(letter), "--quiet")
    assert table.heads() == {head}
    said = "Say both which game and for whom: sits mail out --bundle GAME --for PLAYER\n"
    assert table.refused("ben", "mail", "out", "--bundle", "duel") == said
