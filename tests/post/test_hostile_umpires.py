"""What an umpire who cheats puts into a bundle: each is refused in words, and nothing is written."""

from pathlib import Path
from typing import Any

import pytest

from sits_es.mail.packet import Signed, read_packet
from tests.post.example_games import refusals
from tests.post.test_umpires_word import bundles, forged, sealed, told
from tests.shared.posts import Post


def cheated(folder: Path) -> tuple[Post, Post, Post, list[Signed], Signed]:
    """The umpire, red, blue, what the umpire sends once 1.1 is resolved, and the bundle among it."""
    ump, red, blue = sealed(folder, 1)
    sent = told(ump, red, blue)
    (bundle,) = bundles(ump)
    return ump, red, blue, sent, bundle


def events_with(bundle: Signed, topic: str, change: Any) -> list[Any]:
    """A bundle's facts, of which those of a topic say something else."""
    return [
        [name, change(dict(data)) if name.startswith(topic) else data] for name, data in bundle.packet.body["events"]
    ]


def test_a_seal_that_is_left_out_of_the_record_is_missed(tmp_path: Path) -> None:
    """Nothing of red is in the bundle at all: red neither sealed nor is gone on without."""
    ump, red, _, sent, bundle = cheated(tmp_path)
    left = [fact for fact in bundle.packet.body["events"] if fact[1].get("player") != "red"]
    before = red.head()
    red.take(forged(ump, sent, events=left))
    (why,) = refusals(red)
    assert (
        why
        == "1.1: it cannot be recomputed: orders are needed from blue, red and ump, and are there from blue and ump."
    )
    assert red.head() == before


def test_orders_that_are_swapped_between_players_fit_no_seal(tmp_path: Path) -> None:
    ump, red, _, sent, bundle = cheated(tmp_path)
    other = {"red": "blue", "blue": "red", "ump": "ump"}
    swapped = events_with(bundle, "game.OrdersRevealed", lambda data: {**data, "player": other[data["player"]]})
    before = red.head()
    red.take(forged(ump, sent, events=swapped))
    assert refusals(red) == ["1.1: the seal of blue does not fit the orders and nonce that were revealed."]
    assert red.head() == before


def test_a_carried_packet_that_is_no_packet_is_named(tmp_path: Path) -> None:
    ump, red, _, sent, bundle = cheated(tmp_path)
    before = red.head()
    red.take(forged(ump, sent, packets=[*bundle.packet.body["packets"], "{}"]))
    (why,) = refusals(red)
    said = "This is not a packet: it does not name its format."
    assert why == f"The bundle {bundle.packet.number} of ump in duel carries a packet that cannot be read: {said}"
    assert red.head() == before


def test_a_seal_of_another_game_does_not_count(tmp_path: Path) -> None:
    """Whoever plays with the umpire elsewhere has signed packets there: the mark tells them apart."""
    ump, red, blue, sent, bundle = cheated(tmp_path)
    carried = []
    for text in bundle.packet.body["packets"]:
        signed = read_packet(text.encode())
        other = blue.signed_anew(signed, {**signed.packet.body, "mark": "0" * 64})
        carried.append(other.bytes.decode() if signed.packet.sender == "blue" else text)
    before = red.head()
    red.take(forged(ump, sent, packets=carried))
    (why,) = refusals(red)
    title = f"bundle {bundle.packet.number} of ump in duel"
    assert why == (
        f"The {title} carries the seal 2 of blue in duel, which is of another game. "
        "1.1: no packet signed by blue holds a seal for it."
    )
    assert red.head() == before


def test_a_note_among_what_a_bundle_carries_holds_no_seal(tmp_path: Path) -> None:
    ump, red, blue, sent, bundle = cheated(tmp_path)
    (join,) = [each for each in blue.packets() if each.packet.kind == "join"]
    red.take(forged(ump, sent, packets=[*bundle.packet.body["packets"], join.bytes.decode()]))
    assert refusals(red) == [
        f"The bundle {bundle.packet.number} of ump in duel carries the join 1 of blue in duel, which holds no seal."
    ]


@pytest.mark.parametrize("size", [2_000_000])
def test_a_bundle_of_nothing_but_size_changes_nothing(tmp_path: Path, size: int) -> None:
    ump, red, _, sent, bundle = cheated(tmp_path)
    before = red.head()
    red.take(forged(ump, sent, packets=[*bundle.packet.body["packets"], "[" * size]))
    (why,) = refusals(red)
    said = "The packet is not a JSON text. It was damaged on its way: ask for it again."
    assert why == f"The bundle {bundle.packet.number} of ump in duel carries a packet that cannot be read: {said}"
    assert red.head() == before
