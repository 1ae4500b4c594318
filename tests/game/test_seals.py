"""Seals, seeds and nonces: nobody can change what is sealed, and nobody can choose dice."""

import hashlib

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sits_es.game.seals import Sealed, commitment, nonce_from, seed
from sits_es.rules.moments import Moment
from tests.shared.rows import each_row

NONCE = bytes(range(32))
SEALED = Sealed(player="red", lines=("Fearless: thrust 4", "Fearless: pivot to B+"), nonce=NONCE)
AT = Moment(1, 3)
SEALS = {"blue": "b" * 64, "red": "a" * 64}
NONCES = {"blue": bytes(32), "red": NONCE}


def test_a_seal_is_the_digest_of_place_player_orders_and_nonce() -> None:
    written = (
        b'sits-es/seal/1["duel","what-if",1,3,"red",["Fearless: thrust 4","Fearless: pivot to B+"],'
        b'"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]'
    )
    assert commitment("duel", "what-if", AT, SEALED) == hashlib.sha256(written).hexdigest()


def test_a_seal_differs_with_everything_that_it_covers() -> None:
    seals = [
        commitment("duel", "duel", AT, SEALED),
        commitment("dual", "duel", AT, SEALED),
        commitment("duel", "what-if", AT, SEALED),
        commitment("duel", "duel", Moment(1, 4), SEALED),
        commitment("duel", "duel", Moment(2, 3), SEALED),
        commitment("duel", "duel", AT, evolve(SEALED, player="blue")),
        commitment("duel", "duel", AT, evolve(SEALED, lines=())),
        commitment("duel", "duel", AT, evolve(SEALED, lines=("Fearless: thrust 4",))),
        commitment("duel", "duel", AT, evolve(SEALED, lines=SEALED.lines[::-1])),
        commitment("duel", "duel", AT, evolve(SEALED, lines=("".join(SEALED.lines),))),
        commitment("duel", "duel", AT, evolve(SEALED, nonce=bytes(32))),
    ]
    assert len(set(seals)) == len(seals)


@each_row("size", [0, 31, 33, 64])
def test_a_nonce_has_just_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=f"^a nonce has 32 bytes, not {size}$"):
        evolve(SEALED, nonce=bytes(size))


def test_a_nonce_is_not_shown() -> None:
    assert "nonce" not in repr(SEALED)


def test_a_seed_is_the_digest_of_place_seals_and_nonces_in_order_of_player_id() -> None:
    written = (
        b'sits-es/dice/1["duel","duel",1,3,["' + b"b" * 64 + b'","' + b"a" * 64 + b'"],["' + b"0" * 64 + b'",'
        b'"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]]'
    )
    assert seed("duel", "duel", AT, SEALS, NONCES) == hashlib.sha256(written).digest()


def test_a_seed_differs_with_everything_that_it_covers() -> None:
    seeds = [
        seed("duel", "duel", AT, SEALS, NONCES),
        seed("dual", "duel", AT, SEALS, NONCES),
        seed("duel", "what-if", AT, SEALS, NONCES),
        seed("duel", "duel", Moment(1, 4), SEALS, NONCES),
        seed("duel", "duel", Moment(2, 3), SEALS, NONCES),
        seed("duel", "duel", AT, SEALS | {"red": "c" * 64}, NONCES),
        seed("duel", "duel", AT, SEALS, NONCES | {"blue": b"\x01" * 32}),
        seed("duel", "duel", AT, {"blue": "a" * 64, "red": "b" * 64}, NONCES),
        seed("duel", "duel", AT, SEALS, {"blue": NONCE, "red": bytes(32)}),
    ]
    assert len(set(seeds)) == len(seeds)


@given(st.permutations(["Anna", "blue", "red", "Ørsted", "10", "9"]))
def test_the_order_in_which_seals_came_leaves_no_trace_in_the_seed(players: list[str]) -> None:
    seals = {player: hashlib.sha256(player.encode()).hexdigest() for player in players}
    nonces = {player: hashlib.sha256(player.encode()).digest() for player in reversed(players)}
    inorder = sorted(players)
    assert seed("g", "g", AT, seals, nonces) == seed(
        "g", "g", AT, {player: seals[player] for player in inorder}, {player: nonces[player] for player in inorder}
    )


@each_row(
    ("seals", "nonces", "named"),
    [
        ({}, {}, "seals are of none, nonces of none"),
        ({"red": "a" * 64}, {"red": NONCE}, "seals are of red, nonces of red"),  # red alone could choose the dice
        (SEALS, {"red": NONCE}, "seals are of blue and red, nonces of red"),
        ({"red": "a" * 64}, NONCES, "seals are of red, nonces of blue and red"),
        (SEALS, {"blue": NONCE, "green": NONCE}, "seals are of blue and red, nonces of blue and green"),
    ],
)
def test_no_seed_without_seals_and_nonces_of_two(seals: dict[str, str], nonces: dict[str, bytes], named: str) -> None:
    with pytest.raises(ValueError, match="seed") as refused:
        seed("duel", "duel", AT, seals, nonces)
    assert str(refused.value) == f"a seed needs seals and nonces of the same two or more players; {named}"


def test_nonces_of_one_secret_differ_for_each_player_and_exchange() -> None:
    made = [
        nonce_from(secret, player, Moment(turn, segment))
        for secret in (NONCE, bytes(32))
        for player in ("red", "blue")
        for turn in (1, 2, 11)
        for segment in (1, 2, 9, 11)
    ]
    assert len(set(made)) == len(made) == 48
    assert {len(each) for each in made} == {32}
    assert nonce_from(NONCE, "red", AT) == nonce_from(NONCE, "red", Moment(1, 3))
