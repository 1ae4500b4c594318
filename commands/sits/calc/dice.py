"""What a percentage takes out of a number, and what three dice give: `kills` and `variance`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import within
from commands.sits.calc.ruled_by import OfGame, OfMoment, OfTables, ruled_by

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.missiles import Kills
    from sits_es.rules.sits.tables.values import KillChart

HowMany = Annotated[int, typer.Argument(metavar="COUNT", help="Missiles, shots or points of damage.")]
Percent = Annotated[int, typer.Argument(metavar="PERCENT", help="Effectiveness; held to 0 to 100.")]
Faces = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FACE FACE FACE]", help="Faces 0 to 9, the key pair first.", show_default=False),
]
Distribution = Annotated[bool, typer.Option("--distribution", help="How many of the 1,000 rolls give each sum.")]

#: Signs that may come between faces, as the flyer writes them: [2,0,7].
_BETWEEN: Final = str.maketrans("[],|", "    ")

#: Columns of the longest bar of the distribution.
_BAR: Final = 40


#: Where the kill chart is described.
CHART: Final = 'flyer, "Introduction to Missile Defense" (the kill chart, derived by rounding)'


def kills(
    count: HowMany, percent: Percent, game: OfGame = None, at: OfMoment = None, tables: OfTables = None
) -> Answer:
    """Read the kill chart: hundreds, tens and ones looked up apart, each rounded half up, and added.

    Where a game has a kill chart of its own, that is read instead.
    """
    from sits_es.rules.sits.tables.missiles import kills as looked_up

    within("The number to look up", count, 0)
    # the sum needs no tables, and starts without them
    by = None if game is None and tables is None and at is None else ruled_by(game, tables, at)
    chart = None if by is None else by.tables.kill_chart
    found = looked_up(count, percent, chart)
    result, steps = f"{count} at {percent} percent: {found.total}.", lookups(percent, found, chart)
    data = {"kills": found.total, "parts": [killed for _, killed in found.parts]}
    if by is None:
        return Answer(result, steps, CHART, data)
    return by.answer(result, steps, by.cited(CHART, "kill_chart", found.percent), data)


def lookups(percent: int, found: Kills, chart: KillChart | None) -> list[str | Rows]:
    """What was looked up, part by part, and the sum. percent: before it was held; chart: the game's own."""
    held = [] if found.percent == percent else [f"{percent} percent is held to {found.percent}."]
    parts = [f"{part} at {found.percent} percent{_share(part, killed, found, chart)}." for part, killed in found.parts]
    return [*held, *parts, f"{' + '.join(str(killed) for _, killed in found.parts)} = {found.total}."]


def _share(part: int, killed: int, found: Kills, chart: KillChart | None) -> str:
    """What a part comes to: by the sum 28, or 8.40, rounded 8; on a chart what stands in the row."""
    if chart is None:
        whole, rest = divmod(part * found.percent, 100)
        return f": {whole}.{rest:02}, rounded {killed}" if rest else f": {whole}"
    row = f", in the row from {chart.lowest(found.percent)} percent"
    if part > 100:
        return f"{row}: {part // 100} x {killed * 100 // part} = {killed}, each hundred as one (house)"
    return f"{row}: {killed}"


def variance(faces: Faces = None, distribution: Distribution = False) -> Answer:
    """Add up a variance roll, 3d10v, from the faces thrown, the key pair first; or show how all 1,000 rolls fall."""
    from commands.calc.shell import wrong_usage

    if distribution:
        if faces:
            raise wrong_usage("Give three faces or --distribution, not both.")
        return _all_rolls()
    if not faces:
        raise wrong_usage("Give three faces, the key pair first, such as 2 0 7, or --distribution.")
    return _one_roll(" ".join(faces))


def _one_roll(text: str) -> Answer:
    from sits_es.errors import UnreadableError
    from sits_es.rules.sits.tables.missiles import variance as added
    from sits_es.sentences import quoted

    words = text.translate(_BETWEEN).split()
    if len(words) != 3 or not all(len(word) == 1 and word in "0123456789" for word in words):
        raise UnreadableError(
            f"{quoted(text)} is not a variance roll. Write three faces, 0 to 9 each, the key pair first: 2 0 7."
        )
    first, second, third = (int(word) for word in words)
    total = added((first, second, third))
    pair = f"The key pair shows {first} and {second}"
    zeros = "equal, so every 0 counts 10" if first == second else "not equal, so every 0 counts 0"
    counts = [face or (10 if first == second else 0) for face in (first, second, third)]
    return Answer(
        f"[{first},{second},{third}] is {total}.",
        [f"{pair}: {zeros}.", f"{' + '.join(map(str, counts))} = {total}."],
        'flyer, "Introduction to Missile Defense" (3d10v)',
        {"variance": total, "faces": [first, second, third]},
    )


def _all_rolls() -> Answer:
    from sits_es.rules.sits.tables.missiles import distribution as counts

    found = counts()
    most, rolls = max(found.values()), sum(found.values())
    mean = sum(total * count for total, count in found.items())
    left = rolls
    rows = []
    for total, count in found.items():
        rows.append((str(total), str(count), f"{left / 10:.1f}%", "#" * max(round(_BAR * count / most), 1)))
        left -= count
    return Answer(
        f"3d10v, all {rolls:,} rolls: {mean / rolls:.2f} on average.",
        [Rows(("Sum", "Rolls", "This or more", ""), rows, frozenset((0, 1, 2)), bars=True)],
        'flyer, "Introduction to Missile Defense" (3d10v)',
        {"distribution": {str(total): found.get(total, 0) for total in range(max(found) + 1)}},
    )
