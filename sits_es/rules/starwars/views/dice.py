"""Dice as they lie on the table: what each shows, in symbols and in words, and how lucky who threw them was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import Phrase, ReportLine
from sits_es.report.luck import Luck, Throw, lucks
from sits_es.report.working import Context, Working
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.sums.chances import Counted
from sits_es.rules.starwars.sums.dice_in_words import DRAWN, face_in_symbols, face_in_words, pool_in_symbols
from sits_es.rules.starwars.sums.narrative_dice import FACES, VALUES, Pool
from sits_es.rules.told import Told
from sits_es.sentences import article, counted

#: Columns that labels take before what they say.
LABEL: Final = 8

#: What is counted of the faces: net, failures and threats negative.
COUNTED: Final[tuple[Counted, ...]] = ("success", "advantage")


def kind_of(rolled: DiceRolled) -> str | None:
    """The kind of a narrative die, by the last word of its purpose (`gunnery: ability`); None for any other die."""
    kind = rolled.purpose.rpartition(": ")[2]
    return kind if kind in FACES and rolled.sides == len(FACES[kind]) else None


def shown_dice(dice: Iterable[DiceRolled]) -> list[tuple[str, str]]:
    """Narrative dice as kind and face, by its name such as `sa`, in the order thrown."""
    return [(kind, FACES[kind][face]) for roll in dice if (kind := kind_of(roll)) is not None for face in roll.faces]


def faces_in_words(rolled: DiceRolled) -> tuple[str, ...]:
    """What dice show, such as `success and advantage`; of dice that are not narrative ones numbers from 1."""
    if kind_of(rolled) is None:
        return tuple(str(face + 1) for face in rolled.faces)
    return tuple(face_in_words(face) for _, face in shown_dice([rolled]))


def roll_in_words(rolled: DiceRolled) -> str:
    """Which die of its kind it is in a pool; of rolls that are no pool, which roll. Empty for the first."""
    return f"{'roll' if kind_of(rolled) is None else 'die'} {rolled.index + 1}" if rolled.index else ""


def drawn_pool(pool: Pool, width: int = 0) -> Phrase:
    """A pool in symbols, in plain letters where a page can't show them, with blanks up to so many columns."""
    drawn = (f"{pool_in_symbols(pool, ascii_only=ascii_only):<{width}}" for ascii_only in (False, True))
    return Phrase(next(drawn), "strong", next(drawn))


def drawn_faces(dice: Sequence[tuple[str, str]]) -> Phrase:
    """Each die with what it shows: ◆✓▲ ◇▼."""
    drawn = [
        " ".join(
            f"{DRAWN[kind][ascii_only]}{':' * ascii_only}{face_in_symbols(face, ascii_only=ascii_only)}"
            for kind, face in dice
        )
        for ascii_only in (False, True)
    ]
    return Phrase(drawn[0], "strong", drawn[1])


def labelled(label: str, *phrases: Phrase | str, indent: int = 4, hang: int = 0) -> ReportLine:
    """A line that begins with a word, so that what lines say stands in one column. hang: columns beyond that below."""
    said = (each if isinstance(each, Phrase) else Phrase(each) for each in phrases)
    return ReportLine((Phrase(f"{label:<{LABEL}}"), *said), indent, LABEL + hang)


def explain(context: Context) -> Working:
    """How a roll, or a fact of the system's own, comes about."""
    roll = context.event
    if not isinstance(roll, DiceRolled):
        return Told.of(roll).working(context) if hasattr(roll, "apply") else Working(rule="")
    keyed = "dice are computed from the slot's seed and the roll's own name (house)"
    kind, shown = kind_of(roll), faces_in_words(roll)
    said = ", ".join(shown) or "nothing"
    if kind is None:
        first = f"{counted(len(roll.faces), 'die')} with {roll.sides} sides, faces counted from 1: {said}."
        return Working(rule=keyed, steps=(first,), values={"faces": list(shown)})
    success, advantage = (average(kind, what)[0] for what in COUNTED)
    average_of = f"{article(kind)} die has {success} successes and {advantage} advantage"
    return Working(
        rule=f"{keyed}; base game: the faces of the {kind} die as published",
        steps=(f"{kind.capitalize()} die {roll.index + 1} of this pool shows {said}.",),
        expected=f"{average_of} on average, counting failures and threats as negative.",
        values={"kind": kind, "faces": [face for _, face in shown_dice([roll])]},
    )


@cache
def average(kind: str, of: Counted) -> tuple[Fraction, Fraction]:
    """What a die of a kind comes to on average, and the mean squared distance from that. Rule: its published faces."""
    values = [int(getattr(VALUES[face], of)) for face in FACES[kind]]
    mean = Fraction(sum(values), len(values))
    return mean, sum(((value - mean) ** 2 for value in values), Fraction()) / len(values)


def luck(events: Iterable[Event], board: Board) -> list[Luck]:
    """Each player's narrative dice by purpose, successes and advantage apart; of nobody's starship none."""
    return lucks(_throws(events, board))


def _throws(events: Iterable[Event], board: Board) -> Iterator[Throw]:
    for event in events:
        if isinstance(event, DiceRolled) and (starship := board.starships.get(event.actor)) is not None:
            purpose = event.purpose.rpartition(": ")[0]
            for kind, face in shown_dice([event]):
                for of in COUNTED:
                    mean, square = average(kind, of)
                    yield Throw(
                        player=starship.player,
                        kind=f"{purpose}, {of}".lstrip(", "),
                        observed=int(getattr(VALUES[face], of)),
                        mean=mean,
                        square=square,
                        among=f"{purpose} {COUNTED.index(of)}",
                    )
