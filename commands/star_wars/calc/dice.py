"""Narrative dice: the chances of a `pool`, and what thrown faces come to (`result`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import all_read
from commands.star_wars.calc.words import amount, number_option, pool_picture, show_drawn

if TYPE_CHECKING:
    from sits_es.rules.star_wars.sums.narrative_dice import Pool


def pool(
    words: Annotated[list[str], typer.Argument(metavar="DICE", help="How many of which kind: 2 ability 1 difficulty.")],
    upgrade: Annotated[int, number_option("upgrade", "Upgrades of one's own dice.")] = 0,
    harder: Annotated[int, number_option("upgrade-difficulty", "Upgrades of the difficulty.")] = 0,
) -> Answer:
    """The exact chances of a pool of narrative dice, after upgrades."""
    from sits_es.rules.star_wars.sums.chances import FEW, chances, percent, spread
    from sits_es.rules.star_wars.sums.narrative_dice import DIE_SIDES, Pool, read_pool

    text = " ".join(words)
    readers: dict[str, Any] = {
        "pool": lambda: read_pool(text),
        "upgrade": lambda: amount("upgrade", upgrade),
        "harder": lambda: amount("upgrade-difficulty", harder),
    }
    given: dict[str, Any] = all_read(readers)
    written: Pool = given["pool"]
    dice = written.upgraded(upgrade).upgraded_difficulty(harder)
    found = chances(dice)
    steps: list[str | Rows] = [f"Before upgrades: {written}."] if upgrade or harder else []
    if upgrade:
        own = Pool(ability=written.ability, proficiency=written.proficiency)
        steps.append(_upgrades("Own dice", upgrade, own.upgraded))
    if harder:
        against = Pool(difficulty=written.difficulty, challenge=written.challenge)
        steps.append(_upgrades("The difficulty", harder, against.upgraded_difficulty))
    sides = " x ".join(str(DIE_SIDES[kind]) for kind in dice.dice())
    few = found.outcomes <= FEW
    if few:
        steps.append(f"Rolls: {sides} = {found.outcomes}." if " " in sides else f"Rolls: {found.outcomes}.")
        successes, advantages = spread(dice, "success"), spread(dice, "advantage")
        rows = [
            (str(net), str(successes.get(net, 0)), str(advantages.get(net, 0)))
            for net in sorted(successes.keys() | advantages.keys(), reverse=True)
        ]
        steps.append("So many rolls come to each net number, failures and threat below 0:")
        steps.append(Rows(("Net", "Success", "Advantage"), rows, frozenset({0, 1, 2})))
    else:
        steps.append(f"Rolls: the sides of all {sum(dice.counts)} dice multiplied.")
    chance = {
        "success": found.success,
        "advantage": found.advantage,
        "threat": found.threat,
        "triumph": found.triumph,
        "despair": found.despair,
    }
    table = [(name, percent(each), str(each) if few else "") for name, each in chance.items()]
    steps.append(Rows(("Chance of", "", ""), table, frozenset({1})))
    data = {
        "pool": dice.by_kind(),
        "outcomes": found.outcomes,
        **{name: str(each) for name, each in chance.items()},
    }
    return Answer(
        f"{dice}: success {percent(found.success)}.",
        steps,
        "base game: narrative dice",
        data,
        pool_picture(dice),
    )


def _upgrades(whose: str, number: int, upgraded: Callable[[int], Pool]) -> str:
    """Each upgrade by itself: it turns a die, or adds one for the next to turn."""
    from sits_es.rules.star_wars.sums.flying import times

    chain = ", then ".join(str(upgraded(done)) for done in range(1, number + 1))
    return f"{whose} upgraded {times(number)}: {chain}."


def result(
    words: Annotated[list[str], typer.Argument(metavar="FACES", help="Each die with its face, such as ability:sa.")],
) -> Answer:
    """What thrown narrative dice come to, after cancelling.

    Faces by their letters: s success, a advantage, f failure, t threat; or triumph, despair, blank.
    """
    from sits_es.rules.star_wars.sums.dice_in_words import face_in_symbols, face_in_words, read_faces, result_in_words
    from sits_es.rules.star_wars.sums.narrative_dice import VALUES, face_of, result_of

    thrown = read_faces(" ".join(words))
    found = result_of(thrown)
    faces = [face_of(kind, index) for kind, index in thrown]
    rows = [
        (kind, face_in_words(face), _signed(VALUES[face].success), _signed(VALUES[face].advantage))
        for (kind, _), face in zip(thrown, faces, strict=True)
    ]
    rows.append(("net", "", _signed(found.success), _signed(found.advantage)))
    steps: list[str | Rows] = [Rows(("Die", "Face", "Success", "Advantage"), rows, frozenset({2, 3}))]
    if found.triumph:
        steps.append("A triumph counts as a success too; despair doesn't take it away.")
    if found.despair:
        steps.append("A despair counts as a failure too; triumph doesn't take it away.")
    data = {
        "success": found.success,
        "advantage": found.advantage,
        "triumph": found.triumph,
        "despair": found.despair,
        "succeeds": found.succeeds,
    }

    def drawn(width: int, *, ascii_only: bool) -> None:
        from sits_es.rules.star_wars.sums.dice_in_words import SYMBOLS, symbols_of

        seen = {symbol for face in faces for symbol in symbols_of(face)}
        marks = [f"{SYMBOLS[symbol][ascii_only]} {symbol}" for symbol in SYMBOLS if symbol in seen]
        show_drawn(" ".join(face_in_symbols(face, ascii_only=ascii_only) for face in faces), marks, width)

    return Answer(
        f"{'It succeeds' if found.succeeds else 'It fails'}: {result_in_words(found)}.",
        steps,
        "base game: narrative dice",
        data,
        drawn,
    )


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"
