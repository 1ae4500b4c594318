"""What a play costs beside the rules that it is made of: orders given, dice made, the board moved on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final
from unittest.mock import patch

from sits_es.dice import Dice
from sits_es.events import Event
from sits_es.odds.outlook import Outlook
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.procedure import resolve
from tests.benchmarks.stopwatch import Measured, processor_time, spent
from tests.strength import bundled

#: Plays of the second turn of the duel, in which missiles meet everything that stops them.
PLAYS: Final = 20

Exchange = tuple[Board, Mapping[str, Sequence[Event]], Dice]


def _exchanges(outlook: Outlook) -> list[Exchange]:
    """Every exchange of the plays, as it is before it is resolved."""
    noted: list[Exchange] = []

    def note(board: Board, given: Any, dice: Dice) -> list[Event]:
        noted.append((copied(board), given, dice))
        return resolve(board, given, dice)

    with patch.object(system("sits"), "resolve", note):
        _play(outlook)
    return noted


def plays(_work: Path, rounds: int) -> Measured:
    """Plays of a turn, against resolving the same exchanges and nothing else."""
    start = bundled("sits", "duel")
    outlook = Outlook.of(start.rules, start.board, start.sides, {}, Moment(1, 9), "speed")
    noted = _exchanges(outlook)
    ratios, took = [], []
    for _ in range(rounds + 1):
        fresh = [(copied(board), given, dice) for board, given, dice in noted]
        bare = processor_time(partial(_resolve, fresh))
        ours = processor_time(partial(_play, outlook))
        ratios.append(ours / bare)
        took.append(ours)
    return Measured("plays of a turn, of resolving it", median(ratios), f"{spent(median(took))} for {PLAYS} plays")


def _play(outlook: Outlook) -> None:
    for number in range(PLAYS):
        outlook.played(number)


def _resolve(exchanges: Sequence[Any]) -> None:
    for board, given, dice in exchanges:
        resolve(board, given, dice)
