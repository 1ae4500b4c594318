"""The tables of the play-aid card."""
