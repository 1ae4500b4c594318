"""Games with an escrow in which again and again a part is opened by shares here and by a late reveal there.

In between things are signed, people resign and come back, and one may cheat. Each run has a seed of its own; of one
that breaks a law its seed and its steps are told.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tests.post.model.with_escrow import EscrowTable
from tests.post.protocol import open_table
from tests.systems.installed import installed

#: What is signed in between, and steps of a game, each as often as it stands here.
SIGNED: Final = ("deadline", "absence", "absence", "ruling", "readmit", "standing", "resign")
STEPS: Final = (
    *("one_is_late",) * 6,
    *("one_leaves_and_another_is_late",) * 3,
    "one_resigns_and_comes_back",
    "the_cheat_shares",
    "the_cheat_seals_badly",
    "all_play",
)


def some(chance: Random) -> set[int]:
    """Some people, often nobody."""
    return set(chance.sample(range(6), chance.randint(0, 3))) if chance.random() < 0.6 else set()


def step(chance: Random, name: str) -> dict[str, Any]:
    """How a step is taken."""
    who, told, shown = chance.randrange(6), chance.randint(0, 3), some(chance)
    match name:
        case "one_is_late":
            things = [(chance.choice(SIGNED), chance.randrange(6)) for _ in range(chance.randint(1, 3))]
            hear, but = (some(chance) if chance.random() < 0.3 else set[int]() for _ in range(2))
            more = {"last": chance.random() < 0.5, "fresh": chance.random() < 0.7, "hours": chance.choice((24, 40))}
            return {"who": who, "hear": hear, "told": told, "things": things, "but": but, "shown": shown, **more}
        case "one_leaves_and_another_is_late":
            return {"who": who, "knew": some(chance), "told": told, "shown": shown, "resigns": chance.randrange(3)}
        case "one_resigns_and_comes_back":
            return {"who": who, "but": set(), "about": chance.randrange(6)}
        case "the_cheat_shares":
            true, says = chance.random() < 0.6, chance.random() < 0.5
            return {"face": 0, "whom": who, "to": chance.randrange(6), "true": true, "says": says}
        case "the_cheat_seals_badly":
            return {"face": 0, "what": chance.choice(("other", "stolen")), "whom": who}
    return {"who": None}


class Quiet(EscrowTable):
    """A table that tells nothing."""

    def tell(self) -> None:
        """Nobody counts what came to pass."""


def play(seed: int) -> None:
    """Play one game. Raises AssertionError, with its steps, where it breaks a law."""
    chance = Random(seed)  # noqa: S311 -- no secrets: a run can be run again
    game, steps = Quiet(), list[tuple[str, dict[str, Any]]]()
    cheat = chance.choice((None, None, 0, 1, 2, 3))
    game.sit_down(players=chance.randint(2, 6), cheat=cheat, escrow=True)
    try:
        for _ in range(chance.randint(1, 4)):
            name = chance.choice(STEPS)
            steps.append((name, step(chance, name)))
            getattr(game, name)(**steps[-1][1])
            game.nobody_reveals_too_early()
            game.nobody_shares_too_early()
            game.no_nonce_makes_two_seeds()
        game.teardown()
    except AssertionError as fault:
        raise AssertionError(f"seed {seed}, {len(game.people)} honest, cheat {game.cheat}: {fault}; {steps}") from fault


def runs(seed: int, count: int) -> list[str]:
    """Games with an escrow in which shares and late reveals cross. What must not be, in words."""
    found = []
    with installed(*open_table.RULES):
        for each in range(seed, seed + count):
            try:
                play(each)
            except AssertionError as fault:
                found.append(str(fault))
    return found
