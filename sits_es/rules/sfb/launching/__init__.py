"""Seeking weapons that are launched, and units that a carrier releases."""
