"""Strict reading of people's TOML, with the place of every fault: ship cards, scenarios, rule tables, settings."""

from sits_es.toml.sheet import ABSENT, KeyPath, Sheet, SheetFault, SheetFaults, named, shown

__all__ = ["ABSENT", "KeyPath", "Sheet", "SheetFault", "SheetFaults", "named", "shown"]
