"""Scenarios that come with Slots: a folder each, with scenario.toml and perhaps files to play it with."""
