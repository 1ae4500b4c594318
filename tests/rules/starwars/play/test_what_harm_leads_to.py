"""Lost, shut down, restored: what hull trauma and strain lead to when people enter them. Rule: base game; house."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.harm.rules import enter
from sits_es.rules.starwars.slots.ending import outcome
from tests.rules.starwars.fleets import board, starship
from tests.rules.starwars.play.at_play import kinds, ordered
from tests.shared.rows import each_row


def entered(on: Board, *lines: str) -> list[Event]:
    """What follows from facts that people enter."""
    facts = ordered(*lines)
    for fact in facts:
        fact.apply(on)
    return enter(on, "Anna", facts)


@each_row(
    ("lines", "follows"),
    [
        (["trauma +8"], []),
        (["trauma +9"], ["StarshipLost"]),
        (["trauma +9", "trauma -1"], []),
        (["strain +6"], []),
        (["strain +7"], ["StarshipShutDown"]),
        (["strain +7", "strain -1"], []),
        (["trauma +9", "strain +7"], ["StarshipLost"]),
        (["shields aft 2", "critical 1: engines out", "critical 1 mended", "note: hails"], []),
    ],
)
def test_a_starship_is_lost_or_shut_down_beyond_its_thresholds(lines: list[str], follows: list[str]) -> None:
    """A Fighter's are 8 and 6. All that is entered at once counts together."""
    on = board(starship("Hawk"), starship("Kite"))
    assert kinds(entered(on, *(f"Hawk: {line}" for line in lines))) == follows


def test_a_starship_that_is_shut_down_stands_still_and_is_restored_within_its_threshold() -> None:
    on = board(starship("Hawk", speed=4, strain=6), starship("Kite"))
    assert kinds(entered(on, "Hawk: strain +2")) == ["StarshipShutDown"]
    hawk = on.starships["Hawk"]
    assert (hawk.speed, hawk.shut_down, on.has_slot("Hawk")) == (0, True, False)
    assert entered(on, "Hawk: strain -1") == []
    assert entered(on, "Hawk: strain +1") == []
    assert kinds(entered(on, "Hawk: strain -2")) == ["StarshipRestored"]
    assert (hawk.speed, hawk.shut_down, on.has_slot("Hawk")) == (0, False, True)


def test_what_is_lost_stays_lost() -> None:
    on = board(starship("Hawk"), starship("Kite"))
    entered(on, "Hawk: trauma +9")
    assert entered(on, "Hawk: trauma -9", "Hawk: strain +9") == []
    assert on.on_map("Hawk") is None


def test_several_starships_are_told_of_in_the_order_in_which_they_were_entered() -> None:
    on = board(starship("Hawk"), starship("Heron"), starship("Kite"))
    facts = entered(on, "Heron: strain +7", "Hawk: trauma +9", "Heron: trauma +1")
    assert [(type(fact).__name__, getattr(fact, "starship", "")) for fact in facts] == [
        ("StarshipShutDown", "Heron"),
        ("StarshipLost", "Hawk"),
    ]


def test_who_enters_its_last_starships_loss_has_lost() -> None:
    on = board(starship("Hawk"), starship("Kite"))
    entered(on, "Hawk: trauma +9")
    over = outcome(on)
    assert over is not None
    assert over.winner == "blue"
