"""A game or a turn as one file for a browser, which loads nothing from anywhere."""
