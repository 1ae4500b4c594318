"""Where a ship's ends point and how it turns: `attitude`, `pivot` and `roll`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import within
from commands.sits.calc.picture import avid_picture
from commands.sits.calc.ruled_by import OfGame, OfMoment, OfTables, RuledBy, ruled_by
from commands.sits.calc.words import NoseOf, RollStep, ShowPicture, SvgFile, read_attitude

if TYPE_CHECKING:
    from sits_es.space.attitude import PivotPath

To = Annotated[str, typer.Option("--to", metavar="WINDOW", help="The window that the nose is to point to.")]
Rating = Annotated[
    int | None,
    typer.Option("--rating", metavar="NUMBER", help="The ship's rating: says when each window is done."),
]

#: The highest rating that is reckoned with.
MOST_RATING: Final = 99

#: The six ends of a ship, as they are listed, and what the flyer marks each with on the AVID.
ENDS = {
    "nose": "triangle",
    "stern": "semicircle",
    "port": "angle bracket",
    "starboard": "angle bracket",
    "top": "",
    "bottom": "",
}


def attitude(nose: NoseOf, roll: RollStep = 0, picture: ShowPicture = False, svg: SvgFile = None) -> Answer:
    """Find the windows of a ship's six ends: nose, stern, port, starboard, top and bottom."""
    from sits_es.space.attitude import markers

    ship = read_attitude(nose, roll)
    found = markers(ship)
    data = {end: str(getattr(found, end)) for end in ENDS}
    rows = [(end, data[end], f"({mark})" if mark else "") for end, mark in ENDS.items()]
    return Answer(
        f"A ship with {ship}:",
        [Rows(("Marker", "Window", ""), rows)],
        'flyer, "The AVID"; how each end is read into a window is a house rule',
        data,
        avid_picture(f"A ship with {ship}", ship, {}, picture=picture, svg=svg),
    )


def pivot(
    nose: NoseOf,
    to: To,
    roll: RollStep = 0,
    rating: Rating = None,
    game: OfGame = None,
    at: OfMoment = None,
    tables: OfTables = None,
) -> Answer:
    """Pivot the nose to another window: how many windows it takes, where the nose is after each, and the last roll.

    With the ship's pivot rating it also says after how many segments each window is done.
    """
    from sits_es.sentences import counted
    from sits_es.space.attitude import pivot as swung
    from sits_es.space.avid import opposite, read_window

    start = read_attitude(nose, roll)
    goal = read_window(to, "window to pivot to")
    found = swung(start, goal)
    steps: list[str | Rows] = [
        f"The angle between {start.nose} and {goal}, in steps of 30 degrees and rounded, is {found.windows}."
    ]
    if goal == opposite(start.nose):
        steps.append("An about-face swings to starboard, about the ship's own top.")
    by = ruled_by(game, tables, at)
    due = () if rating is None else _due(by, within("The rating", rating, 1, MOST_RATING), len(found.path))
    steps.append(_path(found, due))
    data: dict[str, Any] = {
        "windows": found.windows,
        "path": [step.nose for step in found.path],
        "roll": found.end.roll,
    }
    rule = 'flyer, "The AVID" (180 degrees are six windows); the path and the roll left are house rules'
    when = ""
    if rating is not None:
        data["segments"] = list(due)
        when = f" after {counted(due[-1], 'segment')}"
        rule += f"; {_timed(by, 'pivot_chart', rating)}"
    return by.answer(
        f"From {start.nose} to {goal}: {counted(found.windows, 'window')}, ending with roll {found.end.roll}{when}.",
        steps,
        rule,
        data,
    )


def _due(by: RuledBy, rating: int, windows: int) -> tuple[int, ...]:
    from sits_es.rules.sits.play.long_orders import segments_due
    from sits_es.rules.sits.tables.charts import pivot_row

    return segments_due(rating, windows, pivot_row(by.tables, rating))


def _timed(by: RuledBy, chart: str, rating: int) -> str:
    """Where the segments of a turn come from. chart: pivot_chart or roll_chart."""
    return f"segments: {by.cited('house, as many as the rating for each window', chart, rating)}"


def _path(found: PivotPath, due: tuple[int, ...]) -> Rows:
    """Nose and roll after each window, and when it is done where that is known."""
    from sits_es.sentences import counted

    rows = [(counted(at, "window"), step.nose, str(step.roll)) for at, step in enumerate(found.path, 1)]
    if not due:
        return Rows(("After", "Nose", "Roll"), rows)
    return Rows(("After", "Nose", "Roll", "Segments"), [(*row, str(when)) for row, when in zip(rows, due, strict=True)])


SideOf = Annotated[str, typer.Argument(metavar="SIDE", help="port or starboard, clockwise from astern.")]
Steps = Annotated[int, typer.Argument(metavar="STEPS", help="Steps of 30 degrees, 1 to 11.")]


def roll_(
    side: SideOf,
    steps: Steps,
    nose: NoseOf,
    roll: RollStep = 0,
    rating: Rating = None,
    game: OfGame = None,
    at: OfMoment = None,
    tables: OfTables = None,
) -> Answer:
    """Roll to port or starboard: the roll after each step, and the windows of the sides and the top then.

    With the ship's roll rating it also says after how many segments each step is done.
    """
    from sits_es.rules.sits.play.long_orders import segments_due
    from sits_es.rules.sits.tables.charts import roll_row
    from sits_es.sentences import counted
    from sits_es.space.attitude import ROLL_STEPS, markers
    from sits_es.space.attitude import roll as rolled

    way = _side(side)
    within("The number of steps", steps, 1, ROLL_STEPS - 1)
    start = read_attitude(nose, roll)
    path = [rolled(start, way, step) for step in range(1, steps + 1)]
    heads: tuple[str, ...] = ("After", "Roll", "Port", "Starboard", "Top")
    rows = [
        (counted(step, "step"), str(then.roll), *(getattr(markers(then), end) for end in ("port", "starboard", "top")))
        for step, then in enumerate(path, 1)
    ]
    data: dict[str, Any] = {"path": [then.roll for then in path], "roll": path[-1].roll}
    by = ruled_by(game, tables, at)
    rule, when = 'flyer, "The AVID"; how each end is read into a window is a house rule', ""
    if rating is not None:
        due = segments_due(within("The rating", rating, 1, MOST_RATING), steps, roll_row(by.tables, rating))
        data["segments"] = list(due)
        when = f" after {counted(due[-1], 'segment')}"
        rule += f"; {_timed(by, 'roll_chart', rating)}"
        heads, rows = (*heads, "Segments"), [(*row, str(done)) for row, done in zip(rows, due, strict=True)]
    return by.answer(
        f"{counted(steps, 'step')} to {way} from roll {start.roll}: roll {path[-1].roll}{when}.",
        [f"The nose stays in {start.nose}; a roll to starboard is clockwise, seen from astern.", Rows(heads, rows)],
        rule,
        data,
    )


def _side(text: str) -> Literal["port", "starboard"]:
    from sits_es.errors import UnreadableError
    from sits_es.sentences import quoted

    if text == "port":
        return "port"
    if text == "starboard":
        return "starboard"
    raise UnreadableError(f"{quoted(text)} is not a side to roll to. Write port or starboard.")
