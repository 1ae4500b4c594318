"""Scenarios that come with the program: a folder each, with scenario.toml and perhaps files to play it with."""
