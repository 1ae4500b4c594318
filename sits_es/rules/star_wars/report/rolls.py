"""A roll as it lies on the table: the pool with its reasons, every die's face, cancelling, what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.blocks import Phrase, ReportLine
from sits_es.rules.star_wars.events.checks import CheckMade
from sits_es.rules.star_wars.events.harm import CriticalSuffered
from sits_es.rules.star_wars.story.dice import faces_of, kind_of
from sits_es.rules.star_wars.sums.dice_in_words import (
    DRAWN,
    counted_symbol,
    face_in_symbols,
    pool_in_symbols,
)
from sits_es.rules.star_wars.sums.narrative_dice import Pool
from sits_es.rules.star_wars.sums.paper import PoolPart, cancelling, faces_in_kinds
from sits_es.rules.star_wars.sums.words import pool_of_check, result_of, succeeded
from sits_es.sentences import listed

#: Columns that labels take before what they say.
LABEL: Final = 8

#: Columns that a pool in symbols takes at the most before its reasons, so that they still have room.
WIDEST: Final = 24


def shown_dice(dice: Iterable[DiceRolled]) -> list[tuple[str, str]]:
    """Narrative dice as kind and face, in the order thrown."""
    return [(kind, face) for roll in dice if (kind := kind_of(roll)) is not None for face in faces_of(roll)]


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


def roll_lines(check: CheckMade, dice: Sequence[DiceRolled], parts: Sequence[PoolPart]) -> Iterator[ReportLine]:
    """A check: the pool in symbols and words, why it is so, the faces, what cancels out, what is left."""
    pool = pool_of_check(check)
    widest = max(len(pool_in_symbols(each)) for each in (pool, *(part.pool for part in parts)))
    width = min(widest, WIDEST) + 2
    yield labelled("Pool", drawn_pool(pool, width), str(pool))
    for part in parts:
        yield labelled("", drawn_pool(part.pool, width), part.why, hang=width)
    if shown := shown_dice(dice):
        yield labelled("Dice", drawn_faces(shown))
        yield labelled("", faces_in_kinds(shown))
        yield labelled("Net", cancelling(shown))
    tone = Phrase("It succeeds", "good") if succeeded(check) else Phrase("It fails", "bad")
    yield labelled("Result", tone, Phrase(f": {result_of(check)}."))
    against = [(max(0, -check.advantage), "threat"), (check.despair, "despair")]
    if check.source == "action" and (said := [counted_symbol(*each) for each in against if each[0]]):
        yield labelled("", f"What comes of {listed(said)} the players agree on, and enter.")


def decided(fact: Event) -> str:
    """What the dice before a fact came to, and what was needed, in a few words; empty where no dice decide it."""
    match fact:
        case CheckMade():
            end = "it succeeds" if succeeded(fact) else "it fails"
            return f"needs 1 success: {end}, {result_of(fact)}"
        case CriticalSuffered():
            return f"{fact.rolled}{f' + {fact.added} = {fact.result}' if fact.added else ''}, to be looked up"
    return ""
