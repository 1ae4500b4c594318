"""What every check of a whole game answers: all that is wrong, or that it is sound."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import typer
from attrs import asdict, frozen

from commands.output import show_json


@frozen(kw_only=True)
class Findings(ABC):
    """What a check of one game came to. faults: all that is wrong, in words; none when it is sound."""

    game: str
    faults: tuple[str, ...]

    def in_words(self) -> str:
        """For people."""
        return "\n".join(self.faults) or self.sound()

    @abstractmethod
    def sound(self) -> str:
        """What there is to say of a game without faults."""

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"ok": not self.faults, **asdict(self)}


def report(found: Findings, *, as_json: bool) -> None:
    """Print what a check came to; exit status 1 when there is a fault."""
    if as_json:
        show_json(found.as_json())
    else:
        typer.echo(found.in_words(), err=bool(found.faults))
    if found.faults:
        raise typer.Exit(1)
