"""The commands that only SITS has."""

#: Groups of verbs: name -> module that holds the group as `app`; each is mounted when the program starts.
GROUPS = {
    "ship": "commands.sits.ship",
    "scenario": "commands.sits.scenario",
    "calc": "commands.sits.calc",
}
