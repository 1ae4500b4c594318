"""Values that no fact may have are refused in the same words, whether it is made by hand or read from the store."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sits_es.rules.sits.sits  # noqa: F401 -- registers the facts of SITS
from sits_es.dice import DiceRolled
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import OrdersRevealed, OrdersSealed, SeedMade, SegmentClosed
from sits_es.rules.sits.turns.facts import ShipTurned
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.store.codec import Codec
from tests.shared.rows import each_row

HEX = "0123456789abcdef" * 4
SOUND: dict[str, tuple[type[Event], dict[str, Any]]] = {
    "closed": (SegmentClosed, {"turn": 1, "segment": 1}),
    "sealed": (OrdersSealed, {"turn": 1, "segment": 1, "player": "red", "commitment": HEX}),
    "revealed": (OrdersRevealed, {"turn": 1, "segment": 1, "player": "red", "lines": (), "nonce": HEX}),
    "seed": (SeedMade, {"turn": 1, "segment": 1, "seed": HEX}),
    "rolled": (
        DiceRolled,
        {"actor": "Sirius", "purpose": "repair", "object": "ecm", "index": 0, "sides": 10, "faces": (3, 9)},
    ),
}


@each_row(
    ("which", "field", "value", "words"),
    [
        ("closed", "turn", 0, "'turn' must be >= 1: 0"),
        ("closed", "segment", -1, "'segment' must be >= 1: -1"),
        ("sealed", "turn", 0, "'turn' must be >= 1: 0"),
        ("sealed", "commitment", "ab", "'commitment' must be 64 digits, 0 to 9 and a to f: ab"),
        ("sealed", "commitment", HEX.upper(), f"'commitment' must be 64 digits, 0 to 9 and a to f: {HEX.upper()}"),
        ("sealed", "commitment", f"{HEX[:-1]}\n", f"'commitment' must be 64 digits, 0 to 9 and a to f: {HEX[:-1]}\n"),
        ("revealed", "nonce", f"{HEX[1:]}g", f"'nonce' must be 64 digits, 0 to 9 and a to f: {HEX[1:]}g"),
        (
            "seed",
            "seed",
            f"{HEX[:30]}x{HEX[31:]}",
            f"'seed' must be 64 digits, 0 to 9 and a to f: {HEX[:30]}x{HEX[31:]}",
        ),
        ("rolled", "index", -1, "'index' must be >= 0: -1"),
        ("rolled", "sides", 1, "'sides' must be a whole number from 2 to 256: 1"),
        ("rolled", "sides", 257, "'sides' must be a whole number from 2 to 256: 257"),
        ("rolled", "faces", (3, 10), "(3, 10) are not faces of a die with 10 sides"),
        ("rolled", "faces", (3, -1), "a face is 0 to 255, not -1"),
        ("rolled", "faces", (256, 0), "a face is 0 to 255, not 256"),
    ],
)
def test_a_value_that_cannot_be(which: str, field: str, value: Any, words: str) -> None:
    cls, sound = SOUND[which]
    codec = Codec()
    topic, state = codec.encode(cls(**sound))
    with pytest.raises(ValueError, match=r"must be|face") as made:
        cls(**{**sound, field: value})
    assert str(made.value) == words
    with pytest.raises(UnreadableError) as read:
        codec.decode(topic, json.dumps({**json.loads(state), field: value}).encode())
    assert str(read.value) == f"An event stored as {topic} cannot be read: {words}."


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("nose", "B/A", "B/A is not a window"), ("roll", 12, "a roll is 0 to 11 steps, not 12")],
)
def test_an_attitude_that_cannot_be(field: str, value: Any, words: str) -> None:
    codec = Codec()
    turned = ShipTurned(ship="Sirius", by="roll", attitude=Attitude(Window("A"), 1), windows=1, of=2)
    topic, state = codec.encode(turned)
    data = json.loads(state)
    data["attitude"][field] = value
    with pytest.raises(UnreadableError) as read:
        codec.decode(topic, json.dumps(data).encode())
    assert str(read.value) == f"An event stored as {topic} cannot be read: {words} - at `$.attitude`."
