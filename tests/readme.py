"""README's own commands, so that they are run as written: by the tests, and by whatever installs from scratch.

A block behind a line `<!-- name -->` is a named script, or a file that a session needs. Blocks of kind `console` are
sessions: lines that begin with `$ ` are typed, the others are what is answered; a line `...` stands for any lines.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

README = Path(__file__).parent.parent / "README.md"

_SCRIPT = re.compile(r"^<!-- (\w+) -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^<!-- ([\w.]+) -->\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SESSION = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@frozen
class Typed:
    """One command of a session and the lines that answer it."""

    command: str
    answer: tuple[str, ...]

    def fits(self, printed: str) -> bool:
        """Whether what was printed is what README shows; `...` alone stands for any lines, none included."""
        pattern = "".join(
            r"(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + r"[ ]*\n" for line in self.answer
        )
        return re.fullmatch(pattern, printed) is not None


def script(name: str) -> str:
    """A named script, as README has it. Raises KeyError for a name that it lacks."""
    found: dict[str, str] = dict(_SCRIPT.findall(README.read_text(encoding="utf-8")))
    return found[name]


def files() -> dict[str, str]:
    """Files that README's sessions need, by name."""
    return dict(_FILE.findall(README.read_text(encoding="utf-8")))


def sessions() -> Iterator[Typed]:
    """Every command of README's sessions, in order."""
    for block in _SESSION.findall(README.read_text(encoding="utf-8")):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, *answer = part.splitlines()
            yield Typed(command, tuple(answer))


if __name__ == "__main__":
    sys.stdout.write(script(sys.argv[1]))
