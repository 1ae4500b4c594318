"""The commands that only SITS has."""

from commands.verbs import Verb

#: Groups of verbs, as `sits --help` lists them.
VERBS = (
    Verb("ship", "commands.sits.ship:app", "Ship classes: write, check and show the files that hold a ship's card."),
    Verb("scenario", "commands.sits.scenario:app", "Scenarios: write and check the files that new games start from."),
    Verb(
        "calc",
        "commands.sits.calc:app",
        "Work out vectors, bearings, movement and fire for SITS. Every answer shows its steps and names its rule.",
    ),
)
