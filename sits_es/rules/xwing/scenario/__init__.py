"""Scenarios that come with the program, in files."""
