"""What SITS alone brings to the command line."""

#: Groups of verbs: name -> module that holds the group as `app`; each is mounted when the program starts.
GROUPS = {"calc": "commands.sits.calc"}
