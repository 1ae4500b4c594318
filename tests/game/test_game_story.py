import pytest

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Coded, Event
from sits_es.game.events import (
    GameCreated,
    GameEnded,
    GameForked,
    GameStarted,
    OrdersRevealed,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.story import SENTENCES, tell, teller
from sits_es.rules import system
from sits_es.rules.sits.ending.facts import OrdersStopped
from tests.shared.rows import each_row

SITS = system("sits")

HEX = "0123456789abcdef" * 4

CREATED = GameCreated(
    game="duel",
    title="A duel",
    system="sits",
    edition="first edition",
    version=1,
    play="hot seat",
    scenario="duel",
    options={},
    tables={},
    classes={},
)


@each_row(
    ("fact", "sentence"),
    [
        (CREATED, "Game duel is set up: A duel; scenario duel; rules sits (first edition; version 1); hot seat."),
        (PlayerJoined(player="red", name="Anna", side="Manticore"), "Anna joins as player red on the side Manticore."),
        (GameStarted(), "The game begins at 1.1."),
        (
            OrdersSealed(turn=2, segment=5, player="red", commitment=HEX),
            f"Player red seals orders for 2.5: {HEX[:16]}.",
        ),
        (
            OrdersRevealed(turn=2, segment=5, player="red", lines=("Fearless: thrust 4",), nonce=HEX),
            f"Player red opens their seal for 2.5: 1 line, nonce {HEX[:16]}.",
        ),
        (SeedMade(turn=2, segment=5, seed=HEX), f"The dice of 2.5 are seeded with {HEX[:16]}."),
        (SeedMade(turn=2, segment=5, seed=HEX, kept=True), f"The dice of 2.5 keep the parent's seed {HEX[:16]}."),
        (SegmentClosed(turn=2, segment=9), "2.break is over."),
        (TurnClosed(turn=2), "Turn 2 is over."),
        (
            GameForked(
                turn=1,
                segment=3,
                branch="duel-b",
                parent="duel",
                at_version=57,
                at_digest=HEX,
                options={"sidewall": "stops"},
            ),
            ("duel-b branches off duel after event 57 and restarts at 1.3 as a what-if; option sidewall is now stops."),
        ),
        (
            GameForked(turn=1, segment=3, branch="duel-b", parent="duel", at_version=57, at_digest=HEX, what_if=False),
            "duel-b branches off duel after event 57 and restarts at 1.3 to be played on.",
        ),
        (
            GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),)),
            "The game is over and red wins: Only red has ships left.",
        ),
        (
            GameEnded(winner=None, outcome=(Coded("no-ships"), Coded("nobody-leads"))),
            "The game is over and nobody wins: No ship is left on any side; nobody leads, so the game is drawn.",
        ),
        (
            DiceRolled(actor="Sirius", purpose="ECM variance", object="A", index=0, sides=10, faces=(2, 0, 7)),
            "Sirius rolls 3d10 for ECM variance (A): 2, 0, 7.",
        ),
        (
            DiceRolled(actor="Sirius", purpose="repair", object="", index=1, sides=10, faces=(0,)),
            "Sirius rolls 1d10 for repair, attempt 2: 0.",
        ),
    ],
)
def test_a_fact_of_a_game_is_told_as_one_sentence(fact: Event, sentence: str) -> None:
    assert tell(fact, SITS) == sentence


@pytest.mark.parametrize("layer", ["game.", "dice."])
def test_every_registered_fact_of_a_game_has_a_sentence(layer: str) -> None:
    named = {cls for name, (_, cls) in REGISTRY.names().items() if name.startswith(layer)}
    assert named
    assert named <= set(SENTENCES)


class Stranger(Event):
    """No fact of any game."""


def test_a_stranger_is_not_told() -> None:
    with pytest.raises(KeyError):
        tell(Stranger(), SITS)


def test_a_moment_is_told_by_its_name_where_the_steps_are_known() -> None:
    assert tell(SegmentClosed(turn=2, segment=9), SITS) == "2.break is over."
    assert teller(SITS)(SegmentClosed(turn=2, segment=1)) == "2.1 is over."


def test_what_is_not_a_fact_of_the_game_is_told_by_its_system() -> None:
    tell_any = teller(SITS)
    assert tell_any(OrdersStopped(ship="Fearless", condition="stop if fired at")) == SITS.tell(
        OrdersStopped(ship="Fearless", condition="stop if fired at")
    )
    assert tell_any(TurnClosed(turn=1)) == "Turn 1 is over."


def test_names_of_players_cannot_break_the_line() -> None:
    assert "\n" not in tell(PlayerJoined(player="red", name="Anna\n\x1b[2J", side="red"), SITS)
