"""Games whose terms say nothing of failures write the very packets that they wrote before there were such terms.

Keys, clock and nonces are fixed, so that each packet has the digest that an earlier release gave it. Invitations name
the version of its rules: with a new version, the same program as before gives new digests.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final

import pytest

from sits_es.post.protocol.bodies import Note
from tests.post.protocol.open_table import RULES
from tests.post.second import give, go_round, heads, posts, refusals
from tests.shared.posts import BLUE, RED, Post
from tests.systems.installed import installed

pytestmark = pytest.mark.long

#: Who asks for random bytes: the outermost of these on the way there, so that it is no matter who else asks for some.
ASKING: Final = ("invite", "sealed")
Played = dict[str, Post]


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


@pytest.fixture(autouse=True)
def _the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()

    def bytes_for(number: int) -> bytes:
        frame: FrameType | None = sys._getframe(1)
        names = []
        while frame is not None:
            names.append(frame.f_code.co_name)
            frame = frame.f_back
        who = next((name for name in ASKING if name in names), "others")
        asked[who] += 1
        return hashlib.shake_256(f"{who} {asked[who]}".encode()).digest(number)

    monkeypatch.setattr(os, "urandom", bytes_for)


def a_duel(folder: Path) -> Played:
    return _played(posts(folder, "sits", "duel"))


def a_duel_by_runs(folder: Path) -> Played:
    return _played(posts(folder, "sits", "duel", reveal="run"))


def _played(found: Played) -> Played:
    found["red"].seal(RED, 4)
    found["blue"].seal(BLUE, 4)
    go_round(found)
    return found


def acting_alone(folder: Path) -> Played:
    found = posts(folder, "slots", "narrows")
    for _ in range(3):
        owed = found["red"].replica.chain().game.owed
        assert owed is not None
        for player in owed.orders_by:
            give(found[player], "haste 1" if owed.sealed else "fly to 3" if player == "red" else "fly to 2")
        go_round(found)
    return found


def told(found: Played) -> dict[str, str]:
    """Every packet by what a person calls it, with the first digits of its digest; and of the record's head."""
    (head,) = heads(found)
    sent = {signed.packet.title: signed.digest[:12] for post in found.values() for signed in post.packets()}
    return {**dict(sorted(sent.items())), "head": head[:12]}


#: What each told before.
GOLDEN: Final[list[tuple[Callable[[Path], Played], dict[str, str]]]] = [
    (
        a_duel,
        {
            "invite 1 of red in duel": "8c7e86dbb42d",
            "join 1 of blue in duel": "e361344be776",
            "reveal 3 of blue in duel": "90ebb5a2acae",
            "reveal 4 of blue in duel": "a8f52151ce7a",
            "reveal 4 of red in duel": "756766474892",
            "reveal 5 of blue in duel": "810b5c093967",
            "reveal 5 of red in duel": "9e39a63aafe4",
            "reveal 6 of blue in duel": "07cc91e6b57f",
            "reveal 6 of red in duel": "5aefdc07d981",
            "reveal 7 of red in duel": "00a26c3794b7",
            "seal 2 of blue in duel": "58306a994af0",
            "seal 3 of red in duel": "a56ae3d3b6b6",
            "start 2 of red in duel": "a57e71c28513",
            "head": "6912ac0d52ee",
        },
    ),
    (
        a_duel_by_runs,
        {
            "invite 1 of red in duel": "c1e585b35ff1",
            "join 1 of blue in duel": "c6e6a7f4075b",
            "reveal 3 of blue in duel": "7bb08da78722",
            "reveal 4 of red in duel": "8db1647df558",
            "seal 2 of blue in duel": "5715a929ea8b",
            "seal 3 of red in duel": "d9c3e28e85c9",
            "start 2 of red in duel": "cf23dbba25d9",
            "head": "d9f1ee773d4c",
        },
    ),
    (
        acting_alone,
        {
            "act 7 of red in duel": "1e823d9722d4",
            "act 8 of blue in duel": "9dd7c55070ff",
            "invite 1 of red in duel": "19caf3e5b30f",
            "join 1 of blue in duel": "bf3e2e5cf8b9",
            "reveal 4 of blue in duel": "86cee3bea316",
            "reveal 5 of red in duel": "a3872bb767ed",
            "reveal 6 of blue in duel": "a740084bf8c3",
            "reveal 9 of red in duel": "f3269f6f272e",
            "seal 10 of red in duel": "f7d947beedcb",
            "seal 2 of blue in duel": "41febe6c2e81",
            "seal 3 of blue in duel": "616ccc61e537",
            "seal 3 of red in duel": "e5ce519218b2",
            "seal 4 of red in duel": "f78f3f5f9415",
            "seal 5 of blue in duel": "cda8b9b7e9fb",
            "seal 6 of red in duel": "ad39035d59a4",
            "seal 7 of blue in duel": "60769fffd872",
            "seal 8 of red in duel": "21f6bfa825e1",
            "seal 9 of blue in duel": "638bbce25005",
            "start 2 of red in duel": "f556c47a5a44",
            "head": "51c1e0d44adf",
        },
    ),
]


@pytest.mark.parametrize(("play", "golden"), GOLDEN)
def test_the_packets_are_those_of_earlier_releases(
    tmp_path: Path, play: Callable[[Path], Played], golden: dict[str, str]
) -> None:
    assert told(play(tmp_path)) == golden


def test_an_umpired_game_says_what_it_said(tmp_path: Path) -> None:
    """What is encrypted for the umpire is never the same twice, and nothing else is new."""
    found = posts(tmp_path, "sits", "duel", umpire="ump")
    go_round(found)
    found["red"].seal(RED, 2)
    found["blue"].seal(BLUE, 2)
    for _ in range(3):
        go_round(found)
    said = {
        signed.packet.title: ", ".join(sorted(signed.packet.body)) for p in found.values() for signed in p.packets()
    }
    assert {**said, "head": found["red"].head()[:12]} == {
        "invite 1 of ump in duel": "created, host, mark, placed, places",
        "start 2 of ump in duel": "invite, joins, mark, people",
        "seal 3 of ump in duel": "box, mark, seals, segments, turn",
        "ack 4 of ump in duel": "box, mark, packet, words",
        "ack 5 of ump in duel": "box, mark, packet, words",
        "bundle 6 of ump in duel": "after, digest, events, mark, packets, why",
        "join 1 of red in duel": "invite, mark, seat",
        "seal 2 of red in duel": "box, mark, seals, segments, turn",
        "join 1 of blue in duel": "invite, mark, seat",
        "seal 2 of blue in duel": "box, mark, seals, segments, turn",
        "head": "2ed0bd0e5357",
    }


def test_a_packet_that_says_what_came_before_it_is_refused_there(tmp_path: Path) -> None:
    found = posts(tmp_path, "sits", "duel")
    red, blue = found["red"], found["blue"]
    note = red.replica.post(Note(words="Hello."))
    blue.take(
        [red.signed_anew(note, {**note.packet.body, "previous": "1" * 64, "taken": {}, "at": "2026-01-02T03:04Z"})]
    )
    assert refusals(blue) == [f"The {note.packet.title} says what came before it, and in this game no packet does."]
