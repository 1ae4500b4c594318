"""Parts of a rule system that are imported when they are first asked for, each named by its place in the package."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


class Part:
    """A function of a system, or a value, that stands in another module: `Part("slots.rules:problems")`.

    Asked of the system it is that function itself, without the system before its arguments, and stays with the system.
    The place is below the package of the class that has it; without a name after the colon it is the part's own.
    """

    def __init__(self, place: str) -> None:
        self._module, _, self._name = place.partition(":")
        self._package = self._kept = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._package = sys.modules[owner.__module__].__package__ or ""
        self._kept, self._name = name, self._name or name

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:  # ABCMeta asks every name of the class: nothing is imported for that
            return self
        found = vars(instance)[self._kept] = getattr(import_module(f"{self._package}.{self._module}"), self._name)
        return found
