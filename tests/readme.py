"""Commands of README and of the documentation's pages, so that they are run as written: by tests and by installers.

A block behind a line `<!-- name -->` is a named script, or a file that a session needs. Blocks of kind `console` are
sessions: lines that begin with `$ ` are typed, the others are what is answered; a line `...` stands for any lines. A
line `<!-- first: COMMAND -->` says what was typed before a page's sessions begin, and `<!-- printed by: COMMAND -->`
that the block behind it is what a command answers that is typed after them. With `<!-- drawn from: WORD -->` whatever
the machine draws at random comes of the word and of what is typed, so that the same game is played each time.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
#: Pages of the documentation: general ones, and those that rule systems bring.
PAGES = (*sorted(ROOT.glob("sits_es/docs/*.md")), *sorted(ROOT.glob("sits_es/rules/*/guide.md")))

_SCRIPT = re.compile(r"^<!-- (\w+) -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^<!-- ([\w.-]+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SESSION = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PRINTED = re.compile(r"^<!-- printed by: ([^\n]*) -->\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DRAWN = re.compile(r"^<!-- drawn from: (\w+) -->$", re.MULTILINE)
_FIRST = re.compile(r"^<!-- first: (.*) -->$", re.MULTILINE)


@frozen
class Typed:
    """One command of a session and the lines that answer it."""

    command: str
    answer: tuple[str, ...]

    def fits(self, printed: str) -> bool:
        """Whether what was printed is what the page shows; `...` alone stands for any lines, none included."""
        pattern = "".join(
            r"(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + r"[ ]*\n" for line in self.answer
        )
        return re.fullmatch(pattern, printed) is not None


def script(name: str) -> str:
    """A named script, as README has it. Raises KeyError for a name that it lacks."""
    found: dict[str, str] = dict(_SCRIPT.findall(README.read_text(encoding="utf-8")))
    return found[name]


def files(page: Path) -> dict[str, str]:
    """Files that a page's sessions need, by name."""
    found = dict(_FILE.findall(page.read_text(encoding="utf-8")))
    return {name: text for name, text in found.items() if "." in name}


def first(page: Path) -> tuple[str, ...]:
    """What was typed before a page's sessions begin."""
    return tuple(_FIRST.findall(page.read_text(encoding="utf-8")))


def sessions(page: Path) -> Iterator[Typed]:
    """Every command of a page's sessions, in order, and then those that printed what it shows without them."""
    text = page.read_text(encoding="utf-8")
    for block in _SESSION.findall(text):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, *answer = part.splitlines()
            yield Typed(command, tuple(answer))
    for command, printed in _PRINTED.findall(text):
        yield Typed(command, tuple(printed.splitlines()))


#: What Python runs before a program of ours where a page's random numbers come of a word.
_SITE = """import os, random, sys
os.urandom = random.Random(" ".join([{word!r}, *sys.orig_argv[2:]])).randbytes
"""


class Reader:
    """Somebody who types a page's examples in one folder: each once, in the page's order, as far as they are asked."""

    def __init__(self, page: Path, folder: Path) -> None:
        ours = ("SITS_HOME", "COLUMNS", "NO_COLOR")
        self._environment = {name: value for name, value in os.environ.items() if name not in ours}
        self._environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{self._environment['PATH']}"
        self._folder = folder
        self._examples = tuple(sessions(page))
        self._answers: list[str] = []
        for name, text in files(page).items():
            (folder / name).write_text(text, encoding="utf-8")
        if drawn := _DRAWN.search(page.read_text(encoding="utf-8")):
            site = folder / "drawn"
            site.mkdir()
            (site / "sitecustomize.py").write_text(_SITE.format(word=drawn[1]), encoding="utf-8")
            self._environment["PYTHONPATH"] = str(site)
        for command in first(page):
            done = self._type(command)
            assert done.returncode == 0, done.stderr

    def answer(self, number: int) -> str:
        """What an example prints; those before it, whose games it may need, are typed first."""
        for example in self._examples[len(self._answers) : number + 1]:
            done = self._type(example.command)
            self._answers.append(done.stdout + done.stderr)
        return self._answers[number]

    def _type(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )


if __name__ == "__main__":
    sys.stdout.write(script(sys.argv[1]))
