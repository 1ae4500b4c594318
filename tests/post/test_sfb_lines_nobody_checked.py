"""SFB 'n3D by mail against a changed program: nothing that it seals stops an honest one, or parts two of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from sits_es.errors import GameError, NotAllowedError
from sits_es.orders.frame import MOST_LINES
from sits_es.post.orders import seal_text
from sits_es.rules.moments import Moment
from sits_es.rules.sfb_n3d.events.fire import OrderVoided
from sits_es.rules.sfb_n3d.story import tell
from tests.post.example_games import heads, posts, refusals
from tests.shared.posts import Post, facts, seal_lines, sound, unjudging

pytestmark = pytest.mark.long

#: Rounds of letters that are enough for a reveal.
ROUNDS = 6


def round_the_cheat(found: dict[str, Post]) -> None:
    """Carry letters; a program that seals what nobody can read may stumble over it itself, and nobody else may."""
    for _ in range(ROUNDS):
        sent = {player: post.packets() for player, post in found.items()}
        for player, post in found.items():
            others = [signed for other, packets in sent.items() if other != player for signed in packets]
            try:
                with unjudging() if player == "blue" else nullcontext():
                    post.take(others)
            except GameError:
                assert player == "blue"


def sealed_by_blue(folder: Path, lines: Sequence[str], umpire: str | None = None) -> dict[str, Post]:
    """The pursuit, once blue has sealed these lines for its first run and everybody's letters have gone round."""
    found = posts(folder, "sfb_n3d", "pursuit", umpire=umpire)
    at = found["red"].moment()
    seal_lines(found["red"], {at: ()})
    seal_lines(found["blue"], {at: tuple(lines)})
    round_the_cheat(found)
    return found


@pytest.mark.parametrize("umpire", [None, "ump"], ids=["peers", "umpired"])
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("impulse 1 Hawk: speed -5", "its speed is beyond what is allowed. A warp speed is 0 or more (C1.43)."),
        ("impulse 1 Hawk: turn yaw 360", "Turn at most that much on each axis (C3.31, C5)."),
        ("impulse 2 Hawk: fire phasers at Nobody", "Nobody is not on the map any more."),
        ("impulse 2 Hawk: fire lasers at Kestrel", "it has no weapon lasers. Name one of its own (D2.11)."),
        ("impulse 2 Hawk: launch tube at Kestrel", "it has no launcher tube. Name one of its own (F1.24)."),
        ("impulse 20 Hawk: speed 5", None),
        ("impulse 8 Hawk: stop if Nobody bears", None),
    ],
)
def test_a_line_against_the_rules_has_no_effect_and_stops_nobody(
    tmp_path: Path, line: str, why: str | None, umpire: str | None
) -> None:
    found = sealed_by_blue(tmp_path, [line], umpire)
    assert {post.moment() for post in found.values()} == {Moment(1, 9)}
    told = [tell(fact) for fact in facts(found["red"], OrderVoided) if isinstance(fact, OrderVoided)]
    assert len(told) == (why is not None)
    assert [each for each in told if why is not None and why not in each] == []
    assert len(heads(found)) == 1
    assert sound(found["red"])


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["impulse 1 Kestrel: speed 5"], "What blue sealed for 1.1 orders Kestrel, which belongs to somebody else."),
        (["impulse 1 Nobody: speed 5"], "What blue sealed for 1.1 orders Nobody, which belongs to somebody else."),
        (
            ["impulse 1 Hawk: damage 4"],
            'What blue sealed for 1.1 cannot be read as orders: Hawk: "damage 4" is entered',
        ),
        (["Hawk: speed 4"], "What blue sealed for 1.1 cannot be read as orders: "),
        (["impulse 1 Hawk: speed 99999"], "What blue sealed for 1.1 cannot be read as orders: "),
        ([f"impulse 1 Hawk: speed {'9' * 5000}"], "The reveal cannot be read: "),
        (["impulse 1 Hawk: speed 4"] * (MOST_LINES + 1), "The reveal cannot be read: "),
    ],
    ids=["another's", "nobody's", "an entry", "no impulse", "too fast", "too long", "too many"],
)
def test_what_cannot_be_an_order_is_refused_and_no_honest_program_stops(
    tmp_path: Path, lines: list[str], why: str
) -> None:
    found = sealed_by_blue(tmp_path, lines)
    assert [str(each)[: len(why)] for each in refusals(found["red"])][:1] == [why]
    assert found["red"].moment() == Moment(1, 1)
    assert sound(found["red"])


@pytest.mark.parametrize(
    "what",
    [
        "cast web from 0,0,0 to 1,0,0 strength 1",
        "stop if range to Kestrel at most 900",
    ],
)
def test_as_many_lines_as_a_letter_holds_are_played(tmp_path: Path, what: str) -> None:
    who = "Warp" if "web" in what else "Hawk"
    found = sealed_by_blue(tmp_path, [f"impulse {1 + at % 8} {who}: {what}" for at in range(MOST_LINES)])
    assert found["red"].moment() == found["blue"].moment() > Moment(1, 1)
    assert refusals(found["red"]) == []
    assert len(heads(found)) == 1


def test_a_fleet_with_more_than_500_lines_for_a_run_is_played(tmp_path: Path) -> None:
    found = posts(tmp_path, "sfb_n3d", "pursuit")
    watches = "".join(f"  impulse 1-8 stop if range to Kestrel at most 0.{at + 1}\n" for at in range(70))
    seal_text(found["blue"].replica, "blue.orders", f"game duel\nturn 1\nplayer blue\nunit Hawk\n{watches}")
    seal_lines(found["red"], {Moment(1, 1): ()})
    round_the_cheat(found)
    assert {post.moment() for post in found.values()} == {Moment(1, 9)}


def test_more_lines_than_a_letter_holds_are_refused_before_they_are_sealed(tmp_path: Path) -> None:
    found = posts(tmp_path, "sfb_n3d", "pursuit")
    watches = "".join(f"  impulse 1-8 stop if range to Kestrel at most {at}\n" for at in range(630))
    with pytest.raises(NotAllowedError) as refusal:
        seal_text(found["blue"].replica, "blue.orders", f"game duel\nturn 1\nplayer blue\nunit Hawk\n{watches}")
    assert " ".join(refusal.value.problems) == (
        "The orders for an exchange come to 5040 lines, one for each unit and step of an order. By mail it can be "
        "5000 at most. Leave some out."
    )
    assert found["blue"].moment() == Moment(1, 1)
