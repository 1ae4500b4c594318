"""Files that come with the program, in its packages."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path


def files(package: str) -> Path:
    """The folder of a package. To import importlib.resources for it costs a command 15 million instructions."""
    return Path(import_module(package).__path__[0])
