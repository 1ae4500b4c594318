"""The verb tutorial."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from commands.options import UsualRules, for_people
from commands.output import Form, warn
from sits_es.errors import NotAllowedError
from sits_es.sentences import shell

if TYPE_CHECKING:
    from sits_es.report.blocks import Block
    from sits_es.rules.tutorial import TutorialStep
    from sits_es.service.tutorial import TutorialProgress

#: The folder in which a tutorial is done.
FOLDER: Final = Path("sits-tutorial")
#: What would lead the commands that are typed to other games than the tutorial's.
ELSEWHERE: Final = ("SITS_HOME", "SITS_STORE")


@for_people
def tutorial(
    form: Form,
    answer: Annotated[
        list[str] | None, typer.Argument(metavar="[ANSWER]", help="Your answer to a step's question.")
    ] = None,
    rules: UsualRules = None,
) -> None:
    """Play a first turn, guided: each step says what to type, then whether you did it.

    The tutorial is kept in the folder sits-tutorial. Stop when you like; the same command goes on where you stopped.

    sits tutorial
    sits tutorial 28
    """
    from sits_es.service import tutorial as lesson

    here = Path() if lesson.is_begun(Path()) else FOLDER
    began = lesson.is_begun(here)
    if answer and not began:
        raise NotAllowedError("There is no tutorial here. Begin one: sits tutorial")
    progress = lesson.resume(here) if began else lesson.begin(here, _system(rules))
    before, why = progress.done, None
    if answer:
        progress = progress.answer(" ".join(answer))
    else:
        progress, why = progress.go_on()
    progress.give()
    warn(_elsewhere())
    form.show(_page(progress, here, before, why, first=not began))
    progress.keep()


def _system(rules: str | None) -> str:
    from sits_es.rules import require_installed, usual_system
    from sits_es.rules.tutorial import with_tutorials

    name = require_installed(rules) if rules is not None else usual_system()
    if name is None:
        raise NotAllowedError(f"Say which rules: {' or '.join(f'--rules {each}' for each in with_tutorials())}")
    return name


def _elsewhere() -> Iterator[str]:
    """A warning where what is typed would be done to other games."""
    for name in ELSEWHERE:
        if os.environ.get(name):
            said = f"{name} is set, so your commands would not go to the tutorial's folder."
            yield f"{said} First type: unset {name}"


def _page(progress: TutorialProgress, here: Path, before: int, why: str | None, *, first: bool) -> Iterator[Block]:
    """The step at hand, below what is to be said of the one before."""
    from sits_es.report.blocks import BLANK, Heading, Phrase, ReportLine
    from sits_es.service.tutorial import paragraphs

    tutorial, step = progress.tutorial, progress.step
    if first:
        yield Heading(tutorial.title, major=True)
        yield from _apart(paragraphs(tutorial.about))
        yield BLANK
    if progress.done > before:
        yield ReportLine((Phrase("Done: ", "good"), Phrase(f"{tutorial.steps[before].title}.")), hang=0)
        yield BLANK
    if why is not None:
        for number, line in enumerate(why.split("\n")):
            yield ReportLine((Phrase("" if number else "Not yet: ", "warning"), Phrase(line)), hang=0)
        yield BLANK
    if step is None:
        yield from _apart(paragraphs(tutorial.end))
    else:
        yield Heading(f"Step {progress.done + 1} of {len(tutorial.steps)}: {step.title}", major=True)
        yield from _step(step, here)


def _step(step: TutorialStep, here: Path) -> Iterator[Block]:
    """What a step says, what is to be typed, and its question. here: the folder, from the current one."""
    from sits_es.report.blocks import BLANK, ReportLine, strong
    from sits_es.service.tutorial import commands_of, paragraphs

    yield from _apart(paragraphs(step.text))
    yield BLANK
    if step.lines:
        yield from (strong(line.strip(), indent=4) for line in step.lines.strip().splitlines()[1:])
        yield BLANK
    yield ReportLine("Type:")
    if here != Path():
        yield strong(f"cd {shell(str(here))}", indent=2)
    yield from (strong(command, indent=2) for command in commands_of(step))
    if step.question:
        yield BLANK
        yield ReportLine(step.question, hang=0)


def _apart(texts: Iterator[str]) -> Iterator[Block]:
    from sits_es.report.blocks import BLANK, ReportLine

    for number, paragraph in enumerate(texts):
        if number:
            yield BLANK
        yield ReportLine(paragraph, hang=0)
