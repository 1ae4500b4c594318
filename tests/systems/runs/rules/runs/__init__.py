"""Runs: a turn of eight pulses, ordered in runs of agreed length that end early at a contact; exact decimals."""

#: Every exchange is owed by all players.
ALL_ORDER = True
#: What people may call it by.
SHORT = "run"
#: Where the events are defined: module -> their stored names.
EVENTS = {
    "sits_es.rules.runs.events": (
        "runs.CraftPlaced",
        "runs.BurnOrdered",
        "runs.FireOrdered",
        "runs.HaltOrdered",
        "runs.PatchOrdered",
        "runs.CraftMoved",
        "runs.ShotLanded",
        "runs.ContactMade",
        "runs.RunHalted",
        "runs.CraftPatched",
        "runs.CraftLost",
        "runs.PulsePassed",
    ),
}
