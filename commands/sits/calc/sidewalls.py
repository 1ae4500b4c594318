"""Sidewalls: what it takes to bring one down with a grav lance (`lance`), and what one lets through (`wall`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import within
from commands.sits.calc.ruled_by import OfGame, OfMoment, OfTables, RuledBy, ruled_by

if TYPE_CHECKING:
    from collections.abc import Sequence

Reads = Literal["strikes", "stops"]
ByReading = Annotated[
    str | None,
    typer.Option(
        "--reading", metavar="READING", help="strikes or stops: what the chart's number does; else as the game has it."
    ),
]
Quality = Annotated[int, typer.Option("--quality", metavar="PERCENT", help="The lance's quality on its ship's card.")]
WallBoxes = Annotated[
    str, typer.Option("--wall", metavar="BOXES", help="The sidewall's boxes from left to right: 14,16,19.")
]
OneBox = Annotated[
    int | None, typer.Option("--box", metavar="NUMBER", help="The box in force, from 1; without it all of them.")
]

#: The most that a box of a sidewall may say, and the best lance.
MOST: Final = 100

#: All variance rolls, and columns of the longest bar.
ROLLS: Final = 1000
_BAR: Final = 40


def lance(
    quality: Quality,
    wall: WallBoxes,
    box: OneBox = None,
    reading: ByReading = None,
    game: OfGame = None,
    at: OfMoment = None,
) -> Answer:
    """Find how a grav lance fares against each box of a sidewall, over all 1,000 variance rolls."""
    from sits_es.rules.sits.tables.missiles import distribution

    by = ruled_by(game, None, at)
    read = read_reading(reading, by)
    boxes = read_wall(wall)
    within("The lance's quality", quality, 0, MOST)
    chosen = range(1, len(boxes) + 1) if box is None else (within("The box in force", box, 1, len(boxes)),)
    strengths, rolls = against_lance(by, read, boxes), distribution()
    found = []
    for each in chosen:
        number, strength = boxes[each - 1], strengths[each - 1]
        needs = max(strength - quality + 1, 0)
        falls = sum(count for total, count in rolls.items() if total >= needs)
        found.append({"box": each, "number": number, "strength": strength, "needs": needs, "rolls": falls})
    return by.answer(
        _result(quality, found, box),
        [
            Rows(
                ("Box", "Number", "Strength", "Variance", "Rolls", "Chance", ""),
                [_row(each) for each in found],
                frozenset(range(6)),
                bars=True,
            ),
            "A lance brings the wall down when quality and variance together are greater than its strength.",
            *_how_compared(read, by, found, boxes),
            *_against(read, boxes),
        ],
        'card, "Grav Lance"' + ("; the mirrored strength is house (sits rules 7)" if _mirrors(by, read) else ""),
        {"boxes": found, "of": ROLLS, "quality": quality, "reading": read},
        parts="rules",
    )


def against_lance(by: RuledBy, read: Reads, boxes: tuple[int, ...]) -> tuple[int, ...]:
    """What a grav lance has to beat at each box: the boxes themselves, or mirrored. Rule: sits rules 7 (house)."""
    return boxes[::-1] if _mirrors(by, read) else boxes


def _mirrors(by: RuledBy, read: Reads) -> bool:
    return read == "strikes" and by.pack.lance_mirrors


def _result(quality: int, found: Sequence[dict[str, int]], box: int | None) -> str:
    if box is None:
        return f"A grav lance of quality {quality} at each box of the sidewall, over all {ROLLS:,} variance rolls:"
    return (
        f"A grav lance of quality {quality} brings the sidewall down in {found[0]['rolls']} of {ROLLS:,} variance "
        f"rolls while box {box} is in force."
    )


def _row(found: dict[str, int]) -> tuple[str, ...]:
    rolls = found["rolls"]
    bar = "#" * max(round(_BAR * rolls / ROLLS), 1) if rolls else ""
    told = str(found["box"]), str(found["number"]), str(found["strength"]), f"{found['needs']} up", str(rolls)
    return (*told, f"{rolls / 10:.1f}%", bar)


def _how_compared(read: Reads, by: RuledBy, found: Sequence[dict[str, int]], boxes: Sequence[int]) -> list[str]:
    """Which number of the track is the strength."""
    if read == "stops":
        return [
            "The chart's number is stopped, so a high number is a strong wall: the strength is the number in force."
        ]
    if not by.pack.lance_mirrors:
        return [f"In rules pack {by.version} the strength is the number in force in either reading."]
    shown, last = found[0], len(boxes) + 1
    said = (
        "The chart's number strikes, so a low number is a strong wall: the strength is that of the box as far from the "
        f"other end (house). For box {shown['box']} that is box {last - shown['box']}, {shown['strength']}."
    )
    return [said]


def _against(read: Reads, boxes: tuple[int, ...]) -> list[str]:
    """A wall that was made for the other reading is said to be."""
    from sits_es.rules.sits.ship.walls import GOES, made_for

    made = made_for(boxes)
    if made is None or made == read:
        return []
    return [
        f"These numbers {GOES[made]}, as those of a wall made for {made} do: read as {read}, damage makes it better."
    ]


def read_wall(text: str) -> tuple[int, ...]:
    """The boxes of a sidewall, left to right, from `14,16,19`. A GameError says what is wrong."""
    from sits_es.errors import UnreadableError
    from sits_es.sentences import quoted

    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
        raise UnreadableError(f"{quoted(text)} is not a sidewall. Write its boxes from left to right: 14,16,19.")
    return tuple(within("A box of the sidewall", int(word), 0, MOST) for word in words)


def read_reading(text: str | None, by: RuledBy) -> Reads:
    """What the chart's number does, as said or as the game has it. UnreadableError for any other word."""
    from sits_es.errors import UnreadableError
    from sits_es.sentences import quoted

    if text is None:
        return by.options.sidewall
    if text == "strikes":
        return "strikes"
    if text == "stops":
        return "stops"
    raise UnreadableError(f"{quoted(text)} is not a reading of sidewalls. Write strikes or stops.")


Damage = Annotated[int, typer.Argument(metavar="DAMAGE", help="Points of damage that meet the sidewall.")]
Strength = Annotated[int, typer.Option("--strength", metavar="PERCENT", help="The sidewall's number in force.")]
Bonus = Annotated[int, typer.Option("--bonus", metavar="PERCENT", help="The rolled-ship bonus, where it counts.")]
Varied = Annotated[int, typer.Option("--variance", metavar="SUM", help="The variance roll, 0 to 30.")]


def wall(
    damage: Damage,
    strength: Strength,
    variance: Varied,
    bonus: Bonus = 0,
    reading: ByReading = None,
    game: OfGame = None,
    at: OfMoment = None,
    tables: OfTables = None,
) -> Answer:
    """Find what a sidewall lets through: its number, the rolled-ship bonus and a variance roll, on the kill chart."""
    from commands.sits.calc.dice import lookups
    from sits_es.rules.sits.tables.missiles import kills
    from sits_es.sentences import counted

    by = ruled_by(game, tables, at)
    read = read_reading(reading, by)
    within("The damage", damage, 0)
    within("The sidewall's number", strength, 0, MOST)
    within("The bonus", bonus, -MOST, MOST)
    within("The variance roll", variance, 0, 30)
    percent, sign = strength + bonus + variance, "-" if bonus < 0 else "+"
    charted = kills(damage, percent, by.tables.kill_chart)
    strikes = charted.total if read == "strikes" else damage - charted.total
    data: dict[str, Any] = {"percent": charted.percent, "charted": charted.total, "strikes": strikes}
    comes = "strikes the hull" if read == "strikes" else f"is stopped: {damage} - {charted.total} = {strikes}"
    return by.answer(
        f"{counted(damage, 'point')} at a sidewall: {strikes} {'strikes' if strikes == 1 else 'strike'} the hull.",
        [
            f"Strength {strength} {sign} {abs(bonus)} bonus + {variance} variance = {percent} percent.",
            *lookups(percent, charted, by.tables.kill_chart),
            f"Read as {read}, the chart's number {comes}.",
        ],
        by.cited('flyer, "The sidewall layer" (sits rules 8.5)', "kill_chart", charted.percent),
        data,
    )
