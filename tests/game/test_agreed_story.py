"""What players agree on, told as sentences, and kept in the record: defaults, rulings and who joins."""

from sits_es.events import Event
from sits_es.game.events import (
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
            OrdersDefaulted(turn=2, segment=3, player="green", by=BOTH),
            "Player green sealed nothing for 2.3, drifts and has no part in the dice.",
        ),
        (
            OrdersDefaulted(turn=2, segment=3, player="green", lines=("Hood: thrust 1",), by=("uma",)),
            "Player green sealed nothing for 2.3, follows 1 standing order and has no part in the dice.",
        ),
        (
            RulingMade(
                turn=2, segment=3, about_turn=2, about_segment=1, upheld=True, words="It stands as it is.", by=BOTH
            ),
            "The dispute about 2.1 is settled by blue and red: the record is upheld. It stands as it is.",
        ),
        (
            RulingMade(turn=2, segment=1, about_turn=2, about_segment=1, upheld=False, words="Misread.", by=("uma",)),
            "The dispute about 2.1 is settled by uma: the game goes on as this branch. Misread.",
        ),
        (PlayerJoined(player="uma", name="Uma", side=None, role="umpire", key="0" * 64), "Uma joins as umpire uma."),
    ],
)
def test_what_was_agreed_is_one_sentence(fact: Event, sentence: str) -> None:
    assert tell(fact, system("sits")) == sentence
