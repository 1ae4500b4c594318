"""Commands that texts for people name, and whether the program has them."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from typer.main import get_command

from commands.main import app

#: A command in code marks, and a block for a shell.
SPAN = re.compile(r"`(sits [^`\n]+)`")
SHELL = re.compile(r"(?ms)^```sh\n(.*?)^```$")


def commands_in(text: str) -> Iterator[str]:
    """Commands that a page names in a sentence or in a block for a shell."""
    said = re.sub(r"(?ms)^```.*?^```$", "", text)
    yield from SPAN.findall(re.sub(r"\n[ ]*(?=\S)", " ", said))
    for block in SHELL.findall(text):
        yield from re.findall(r"(?:^|\s|&& )(sits(?: [^\n&|#]+|$))", block)


#: A command in a text of the program: behind a colon, in code marks, or in a line of its own.
SAID = re.compile(r"(?:^|[:(`] ?|, or |\n *)(sits [a-z][^`\n;,.)\"]*)")


def commands_in_source(file: Path) -> Iterator[str]:
    """Commands that a module tells people, with X for what it fills in."""
    source = file.read_text(encoding="utf-8")
    if "sits " not in source:
        return
    tree = ast.parse(source)
    pieces = {id(piece) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values}
    for node in ast.walk(tree):
        parts = node.values if isinstance(node, ast.JoinedStr) else [] if id(node) in pieces else [node]
        texts = (part.value if isinstance(part, ast.Constant) else "X" for part in parts)
        yield from SAID.findall("".join(text for text in texts if isinstance(text, str)) if parts else "")


@cache
def _program() -> Any:
    return get_command(app)


@cache
def _verb(group: Any, name: str) -> Any:
    return group.resolve_command(None, [name])[1]


def missing(line: str) -> str | None:
    """What of a command there is not: a verb, an option or an argument at its place; None where all of it is there."""
    command = _program()
    words = shlex.split(line.replace("'", ""))[1:]
    while words and hasattr(command, "commands"):
        # several at once: sits orders new|check
        verbs = words.pop(0).split("|")
        if verbs == ["COMMAND"] or verbs[0].startswith("-"):
            return None
        if gone := [verb for verb in verbs if verb not in command.commands]:
            return gone[0]
        command = _verb(command, verbs[-1])
    known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    if gone := [option for option in options if option not in known | {"--help", "-h"}]:
        return gone[0]
    arguments = [each.name.upper() for each in command.params if each.param_type_name == "argument"]
    named = [word for word in words if word in arguments]
    return next((word for word, at in zip(named, sorted(named, key=arguments.index), strict=True) if word != at), None)
