"""Runs: a turn of eight pulses, ordered in runs of agreed length that end early at a contact; exact decimals."""
