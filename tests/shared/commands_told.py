"""What a command answered, and how tests run one."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from inspect import getdoc
from typing import Any, NamedTuple

from typer import testing
from typer.main import get_command

from commands import verbs
from commands.main import app

# The runner would make the program anew for each call.
vars(testing)["_get_command"] = cache(get_command)

NO_MOMENT = (
    "is not a moment of a game. Write turn and segment with a point between them, such as 2.5; segments are 1 to 8, "
    "or break."
)


class Told(NamedTuple):
    """Exit status, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def flat(self) -> str:
        """Standard output on one line, however it was wrapped."""
        return " ".join(self.out.split())


Sits = Callable[..., Told]


def lines_to_type(verb: verbs.Verb) -> list[str]:
    """The lines to type that end a verb's docstring."""
    said = getdoc(verb.found()) or ""
    return [" ".join(line.split()) for line in said.splitlines() if line.startswith("sits ")]


def run(*words: str) -> Told:
    """Run a command. A traceback is never an answer."""
    result = testing.CliRunner().invoke(app, list(words))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"sits {' '.join(words)} broke off") from result.exception
    assert result.exit_code in (0, 1, 2), words
    return Told(result.exit_code, result.stdout, result.stderr)
