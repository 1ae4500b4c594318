"""Arguments and options that several commands take, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from commands import completion
from commands.output import LEAST_COLUMNS, MOST_COLUMNS
from commands.pager import paged
from commands.stream import can_draw

GameName = Annotated[str, typer.Argument(autocompletion=completion.games, help="Name of a game.")]
GameByMail = Annotated[str, typer.Argument(autocompletion=completion.games, help="Name of a game by mail.")]
GameOrBranch = Annotated[str, typer.Argument(autocompletion=completion.games, help="A game or a branch of one.")]

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
Ascii = Annotated[
    bool,
    typer.Option(
        "--ascii",
        callback=lambda wanted: wanted or not can_draw(),
        help="Draw with plain ASCII characters only, as is done wherever the output can carry no others.",
    ),
]
Width = Annotated[int | None, typer.Option("--width", min=LEAST_COLUMNS, max=MOST_COLUMNS, help="Columns to print in.")]
Verbose = Annotated[
    int,
    typer.Option(
        "-v",
        "--verbose",
        count=True,
        help="More than fits a screen: -v with tables, -vv with everything.",
        show_default=False,
    ),
]


def _turn_over(ctx: typer.Context, unpaged: bool) -> bool:
    if not unpaged and not ctx.resilient_parsing:
        ctx.with_resource(paged(ctx))
    return unpaged


#: An option that a verb takes whose answers may be longer than the screen; the verb itself has no need of it.
NoPager = Annotated[
    bool,
    typer.Option(
        "--no-pager",
        callback=_turn_over,
        help="Print all of it at once, also where it is longer than the screen.",
    ),
]

OneSystem = Annotated[
    str | None,
    typer.Option("--rules", "--system", autocompletion=completion.systems, help="Only those of this rule system."),
]
ScenarioRules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "--system",
        autocompletion=completion.systems,
        help="The rule system, where several have a scenario of that name.",
    ),
]
UsualRules = Annotated[
    str | None,
    typer.Option(
        "--rules", "--system", autocompletion=completion.systems, help="The rule system; without it, the usual one."
    ),
]
OwnUnits = Annotated[
    Path | None, typer.Option("--ships", "--units", help="A folder with your own unit files, not the usual one.")
]
#: How one unit is asked for: by the word that its rules have for one, or by the last.
OF_ONE_UNIT: Final = ("--ship", "--unit")
InFull = Annotated[
    str | None,
    typer.Option(
        *OF_ONE_UNIT, metavar="NAME", autocompletion=completion.units, help="One unit in full, and what befell it."
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="MOMENT",
        autocompletion=completion.moments,
        help="As it stood at a moment such as 2.5, after an event as #120, or at a time such as 2026-03-01T18:00.",
    ),
]
Link = Annotated[
    str | None,
    typer.Option("--link", metavar="URL", help="Where the file will lie, for the two lines that a mail can have."),
]
NewFile = Annotated[Path | None, typer.Option("--out", "-o", help="The file to write; otherwise it is printed.")]
Key = Annotated[str | None, typer.Option("--id", metavar="KEY", help="Which of your keys signs; needed with several.")]
