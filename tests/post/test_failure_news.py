"""What packets say when people fail, as the journal tells it."""

from pathlib import Path
from typing import Any

import pytest

from sits_es.post.failure_news import failure_news
from sits_es.post.protocol.content import Body, Person
from sits_es.post.protocol.failures import (
    Forfeit,
    Readmission,
    Reseat,
    Resignation,
    Share,
    StandingOrders,
    Succession,
    Without,
)
from tests.shared.careful import careful

pytestmark = pytest.mark.long

AT: Any = {"turn": 1, "segments": (3,)}
OFFERS = "red offers the end of the game at 1.3, as"
GUS = Person(player="blue", name="Gus", side="blue", role="player", key="ab" * 32, address="gus@example.org")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (Without(**AT, what="seal", players=("blue",)), "red signs that 1.3 goes on without a seal of blue."),
        (
            Without(**AT, what="seal", players=("blue", "green")),
            "red signs that 1.3 goes on without a seal of blue and green.",
        ),
        (
            Without(**AT, what="reveal", players=("blue",)),
            "red signs that 1.3 is played again without blue, whose reveal is missing.",
        ),
        (
            Without(**AT, what="reveal", players=("blue", "green")),
            "red signs that 1.3 is played again without blue and green, whose reveals are missing.",
        ),
        (Resignation(), "red resigns."),
        (Resignation(words="The new job.\nSorry."), "red resigns: The new job. Sorry."),
        (
            Forfeit(**AT, player="blue", what="seal", words="Three weeks."),
            f"{OFFERS} a seal of blue did not come in time: Three weeks. That is one player's word.",
        ),
        (
            Forfeit(**AT, player="blue", what="orders"),
            f"{OFFERS} orders of blue did not come in time. That is one player's word.",
        ),
        (Readmission(**AT, player="blue"), "red signs that blue takes part again after 1.3."),
        (Succession(**AT, umpire="ump"), "red signs that the game goes on from 1.3 as peers, without ump."),
        (
            Succession(**AT, umpire="ump", new="eve"),
            "red signs that the game goes on from 1.3 with eve as umpire, without ump.",
        ),
        (
            Reseat(**AT, player="blue", seat=GUS, last=(4, "cd" * 32)),
            "red signs that Gus plays blue from 1.3 on, with a key of their own.",
        ),
        (StandingOrders(lines=()), "red's units drift whenever the game goes on without their seal."),
        (
            StandingOrders(lines=("Fearless: thrust 2",)),
            "red puts 1 standing order on record: Fearless: thrust 2.",
        ),
        (Share(**AT, of="blue", packet="ab" * 32, share="cd" * 32, answers={}), None),
    ],
)
def test_who_fails_and_what_is_signed_is_said_in_a_sentence(body: Body, said: str | None, tmp_path: Path) -> None:
    chain = careful(tmp_path)["red"].replica.chain()
    assert failure_news(chain, "red", body) == said
