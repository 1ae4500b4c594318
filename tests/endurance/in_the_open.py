"""Whole letters that leave a folder before a set is fixed: they tell nothing of what was ordered, nor its length."""

from __future__ import annotations

import json
import re
from email import message_from_bytes
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Final

from sits_es.errors import GameError
from sits_es.mail.reading import read_letter
from sits_es.post.replica import replica_of
from tests.endurance.memory import in_memory
from tests.endurance.scenes import SCENES, Scene
from tests.shared.postal import GAME, text_of

#: Ways of playing in which orders are sealed.
SEALED: Final = tuple(name for name, scene in SCENES.items() if not scene.fleet.alone)
#: What follows from keys and nonces, and not from orders: digests, signatures, boxes.
_CHANCE: Final = re.compile(r"\b[0-9a-f]{32,128}\b|[A-Za-z0-9+/]{40,}=*")


def letters(scene: Scene, seed: int, orders: dict[str, str], folder: Path) -> tuple[list[str], bool]:
    """Every letter that is written while one player has not ordered, as it looks; whether any set was fixed by then."""
    table = scene.table(folder, seed)
    silent, *others = Random(seed).sample(scene.players, len(scene.players))  # noqa: S311 -- the same again
    began = len(table.sent)
    for who in others:
        table.give(who, orders[who], orders.get("upto"))
        table.carry()
    with table.desk(silent) as desk:
        fixed = replica_of(desk, GAME).state.at_hand.set is not None
    return [shape(each.content) for each in table.sent[began:]], fixed


def shape(content: bytes) -> str:
    """A letter with everything that follows from chance replaced by its length."""
    mail, found = message_from_bytes(content), read_letter(content)
    head = [f"{name}: {value}" for name, value in mail.items() if name not in ("Message-ID", "Content-Type")]
    words = text_of(mail).partition("-----BEGIN")[0]
    data = [json.dumps(_ordered(json.loads(each)), indent=0) for each in found.contents]
    return _CHANCE.sub(lambda each: f"<{len(each[0])}>", "\n".join([*head, words, *data]))


def _ordered(part: object) -> object:
    """Plain JSON in an order that does not follow from chance: packets stand by their digests in letters."""
    if isinstance(part, dict):
        return {key: _ordered(part[key]) for key in sorted(part)}
    if isinstance(part, list):
        return sorted((_ordered(each) for each in part), key=lambda each: _CHANCE.sub("", json.dumps(each)))
    return part


def some_orders(scene: Scene, chance: Random) -> dict[str, str]:
    """Orders of every player for some exchanges, by chance: nothing, or very much."""
    found = {}
    for who in scene.players:
        lines = scene.fleet.some_orders(chance, who, scene.players, chance.choice((0, 1, 2, 3)))
        steps = "".join(f"  {step} {line}\n" for step in (1, 2) for line in lines)
        found[who] = f"{scene.fleet.unit} {scene.fleet.ships[who]}\n{steps}" if steps else ""
    return found


def runs(seed: int, count: int) -> list[str]:
    """Whole letters before a set is fixed are the same, whatever is ordered. What must not be: one that is not."""
    faults = []
    for each in range(seed, seed + count):
        name = SEALED[each % len(SEALED)]
        chance, told = Random(each), list[list[str]]()  # noqa: S311 -- to be the same, not secret
        upto = chance.choice(("1.1", "1.2"))
        while len(told) < 2:
            with in_memory() as folder:
                try:
                    wanted = {**some_orders(SCENES[name], chance), "upto": upto}
                    found, fixed = letters(SCENES[name], each, wanted, folder / "game")
                except GameError:
                    continue  # orders that are not lawful
            told.append(found)
            if fixed:
                faults.append(f"seed {each}, {name}: a set is fixed")
        if told[0] != told[1]:
            lines = ("\n".join(found).split("\n") for found in told)
            places = next(pair for pair in zip_longest(*lines) if pair[0] != pair[1])
            faults.append(f"seed {each}, {name}: letters differ: {places}")
    return faults
