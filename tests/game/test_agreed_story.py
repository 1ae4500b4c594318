"""What players agree on, told as sentences, and kept in the record: the clock, defaults, claims and rulings."""

import pytest

from sits_es.events import Event
from sits_es.game.events import (
    AbsenceGranted,
    DeadlineSet,
    ExchangeVoided,
    GameClaimed,
    OrdersDefaulted,
    PlayerJoined,
    RulingMade,
)
from sits_es.game.story import tell
from sits_es.rules import system
from tests.shared.rows import each_row

BOTH = ("blue", "red")


@each_row(
    ("fact", "sentence"),
    [
        (
            DeadlineSet(turn=2, segment=1, until="2026-12-01T18:00Z", grace=0, by=("uma",)),
            "Orders of turn 2 from 2.1 on are owed by 2026-12-01 18:00 UTC, set by uma.",
        ),
        (
            DeadlineSet(turn=2, segment=4, until="2026-12-01T18:00Z", grace=1, by=("uma",)),
            "Orders of turn 2 from 2.4 on are owed by 2026-12-01 18:00 UTC, with 1 hour of grace, set by uma.",
        ),
        (
            AbsenceGranted(
                turn=2, segment=1, player="red", since="2026-12-01T18:00Z", until="2026-12-09T18:00Z", by=BOTH
            ),
            "Player red is away from 2026-12-01 18:00 UTC to 2026-12-09 18:00 UTC, agreed by blue and red.",
        ),
        (
            OrdersDefaulted(turn=2, segment=3, player="green", by=BOTH),
            "Player green has sealed nothing for 2.3 and drifts without a part in the dice, by blue and red.",
        ),
        (
            OrdersDefaulted(turn=2, segment=3, player="green", lines=("Hood: thrust 1",), by=("uma",)),
            "Player green has sealed nothing for 2.3 and follows 1 standing order without a part in the dice, by uma.",
        ),
        (
            ExchangeVoided(turn=2, segment=3, player="blue", by=("red",)),
            "Player blue withholds the reveal; 2.3 is void and sealed again, by red.",
        ),
        (
            GameClaimed(turn=2, segment=3, player="blue", by=("red",)),
            "Player blue withholds the reveal of 2.3; the game is claimed by red.",
        ),
        (
            RulingMade(
                turn=2, segment=3, about_turn=2, about_segment=1, upheld=True, words="It stands as it is.", by=BOTH
            ),
            "The dispute about 2.1 is decided by blue and red: the record is upheld. It stands as it is.",
        ),
        (
            RulingMade(turn=2, segment=1, about_turn=2, about_segment=1, upheld=False, words="Misread.", by=("uma",)),
            "The dispute about 2.1 is decided by uma: this branch is the game from here on. Misread.",
        ),
        (PlayerJoined(player="uma", name="Uma", side=None, role="umpire", key="0" * 64), "Uma joins as umpire uma."),
    ],
)
def test_what_was_agreed_is_one_sentence(fact: Event, sentence: str) -> None:
    assert tell(fact, system("sits")) == sentence


@each_row("time", ["2026-12-01", "2026-12-01T18:00", "2026-12-01T18:00:00Z", "tomorrow"])
def test_a_deadline_is_a_time_in_utc(time: str) -> None:
    with pytest.raises(ValueError, match="until"):
        DeadlineSet(turn=1, segment=1, until=time, grace=0, by=BOTH)
