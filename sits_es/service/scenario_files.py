"""Players' own files that games start from: whose rules a scenario is for, and where unit files lie."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules import system, system_called, system_names, usual_system
from sits_es.rules.set_up import Scenarios
from sits_es.rules.supplied import is_beside
from sits_es.rules.system import System
from sits_es.service.files import check_folder, is_there, read_text

#: A file's line about its rules, above its first table; found without reading the file, which may be faulty.
_SAID: Final = re.compile(r"(?m)^[ \t]*rules[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']")
_TABLE: Final = re.compile(r"(?m)^[ \t]*\[")


def rules_of(text: str, source: str, named: str | None) -> System:
    """The rule system that a scenario file is for: the one that somebody names, or that its line `rules = "..."` says.

    Where neither does, the usual one of those that are installed. named: as a person calls it. Raises UnreadableError
    for a system that there isn't, NotAllowedError where it can't be told.
    """
    if named is not None:
        return system(system_called(named))
    table = _TABLE.search(text)
    if said := _SAID.search(text, 0, table.start() if table else len(text)):
        try:
            return system(system_called(said[1]))
        except UnreadableError as refusal:
            line = text.count("\n", 0, said.start(1)) + 1
            raise UnreadableError(f"{source}:{line}: rules: {refusal}") from refusal
    if (usual := usual_system()) is None:
        names = " or ".join(f"--rules {name}" for name in system_names())
        raise NotAllowedError(f"{source} can be played by several rules. Say which: {names}")
    return system(usual)


def named_systems(named: str | None) -> tuple[str, ...]:
    """The rule system that somebody names, or all of them, the usual one first. named: as a person calls it.

    Raises UnreadableError for a system that there isn't.
    """
    if named is not None:
        return (system_called(named),)
    return tuple(sorted(system_names(), key=lambda name: (name != usual_system(), name)))


def unit_files(rules: Scenarios, home: Path, folder: Path | None) -> Mapping[str, str]:
    """A player's own unit files, name -> text, from a folder, or from the one beside the games that the rules name.

    Raises NotAllowedError where there is no such folder as was named.
    """
    if folder is not None:
        check_folder(folder, "class files")
    return {path.name: read_text(path) for path in sorted((folder or home / rules.unit_folder).glob("*.toml"))}


def named_files(rules: Scenarios, text: str, scenario: str) -> Mapping[str, Path]:
    """Files that a scenario names and that are there, by name. scenario: its file, beside or below which they stand."""
    beside = {name: Path(scenario).parent / name for name in rules.named_files(text) if is_beside(name)}
    return {name: path for name, path in beside.items() if is_there(path)}


def files_for(rules: Scenarios, text: str, scenario: str, home: Path, folder: Path | None) -> Mapping[str, str]:
    """All files that a scenario is set up with, name -> text: a player's own unit files, and those that it names.

    scenario: its file. One that it names and that isn't there is left out, and the rules say so.
    Raises NotAllowedError as `unit_files` does, and for a file that has the name of another unit file.
    """
    units = unit_files(rules, home, folder)
    named = named_files(rules, text, scenario)
    for name, path in named.items():
        if name in units and not path.samefile((folder or home / rules.unit_folder) / name):
            raise NotAllowedError(f"{path} has the name of one of your own unit files. Give it another name.")
    return {**units, **{name: read_text(path) for name, path in named.items()}}


def bundled_texts(named: str | None) -> Mapping[str, str]:
    """The scenarios that come with the program, name -> text: those of a rule system that somebody names, or all.

    Raises UnreadableError for a system that there isn't.
    """
    return {name: bundle.text for rules in named_systems(named) for name, bundle in system(rules).bundled().items()}


def blank(named: str | None) -> str:
    """A scenario file with comments, to be filled in, of a rule system that somebody names or of the usual one.

    Raises UnreadableError for a system that there isn't, NotAllowedError where there is none to be had.
    """
    usual = usual_system() if named is None else system_called(named)
    if usual is None:
        raise NotAllowedError(f"Say which rules it is for: {' or '.join(f'--rules {name}' for name in system_names())}")
    if (text := system(usual).blank()) is None:
        raise NotAllowedError(f"{system(usual).title} brings no scenario file to be filled in.")
    return text
