"""Runs: a turn of eight pulses, ordered in runs of agreed length that end early at a contact; exact decimals."""

#: Every exchange is owed by all players.
ALL_ORDER = True
#: What people may call it by.
SHORT = "run"
