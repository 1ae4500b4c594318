"""Doing a tutorial in a folder of its own: which step one is at, whether it is done, what was answered.

The folder holds a game's folder `var`, as any current folder does, the files of the steps, and how far one has come.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.game.fold import Fold
from sits_es.orders.frame import read_sheet
from sits_es.orders.sheet import OrderLine
from sits_es.rules import system
from sits_es.rules.tutorial import Tutorial, TutorialStep, tutorial_of
from sits_es.service.files import read_text
from sits_es.service.orders import lines_played, read_entry, read_order_file
from sits_es.service.session import Session

#: The file that says how far one has come.
PROGRESS: Final = "tutorial.json"


@frozen(kw_only=True)
class TutorialProgress:
    """How far somebody has come. done: steps, from the first on; shown: whether the step at hand was shown before."""

    folder: Path
    tutorial: Tutorial
    done: int = 0
    shown: bool = False

    @property
    def step(self) -> TutorialStep | None:
        """The step at hand; None after the last."""
        return self.tutorial.steps[self.done] if self.done < len(self.tutorial.steps) else None

    def keep(self) -> None:
        """Write it down."""
        told = {"system": self.tutorial.system, "done": self.done, "shown": self.shown}
        (self.folder / PROGRESS).write_text(json.dumps(told) + "\n", encoding="utf-8")


def is_begun(folder: Path) -> bool:
    """Whether a tutorial was begun in a folder."""
    return (folder / PROGRESS).is_file()


def begin(folder: Path, name: str) -> TutorialProgress:
    """Begin the tutorial of a rule system in a new folder. NotAllowedError where it is there, or can't be made."""
    tutorial = tutorial_of(name)
    try:
        folder.mkdir(parents=True)
    except FileExistsError as fault:
        raise NotAllowedError(f"{folder} is there already, and no tutorial was begun in it. Name another.") from fault
    except OSError as fault:
        raise NotAllowedError(f"{folder} cannot be made: {(fault.strerror or 'nobody knows why').lower()}.") from fault
    return TutorialProgress(folder=folder, tutorial=tutorial)


def taken_up(folder: Path) -> TutorialProgress:
    """How far somebody has come in a folder. Raises UnreadableError where its file was changed."""
    try:
        told = json.loads(read_text(folder / PROGRESS))
        tutorial = tutorial_of(str(told["system"]))
        return TutorialProgress(folder=folder, tutorial=tutorial, done=int(told["done"]), shown=bool(told["shown"]))
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        again = f"Delete the folder {folder}, and begin again: sits tutorial"
        raise UnreadableError(f"{folder / PROGRESS} is not what this program wrote. {again}") from fault


def go_on(progress: TutorialProgress) -> tuple[TutorialProgress, str | None]:
    """Go on past a step that is done; with it, why the step at hand is not done yet, where it was shown before."""
    step = progress.step
    if step is None or step.question or not progress.shown:
        return progress, None
    if (why := _undone(progress, step)) is not None:
        return progress, why
    return evolve(progress, done=progress.done + 1, shown=False), None


def answer(progress: TutorialProgress, text: str) -> TutorialProgress:
    """Go on past a question that is answered rightly. Raises NotAllowedError for a wrong answer, or without one."""
    step = progress.step
    if step is None or not step.question:
        raise NotAllowedError("There is no question now. Go on with: sits tutorial")
    if " ".join(text.lower().strip(" .\"'").split()) not in {each.lower() for each in step.answers}:
        look = f" Look again: {step.typed[-1]}" if step.typed else ""
        raise NotAllowedError(f"That is not it. {step.question}{look}")
    return evolve(progress, done=progress.done + 1, shown=False)


def give(progress: TutorialProgress) -> None:
    """Put the files of the step at hand into the folder, where it was not shown before."""
    step = progress.step
    for name, text in step.given.items() if step is not None and not progress.shown else ():
        if not (progress.folder / name).exists():
            (progress.folder / name).write_text(text.lstrip("\n"), encoding="utf-8")


def shown(progress: TutorialProgress) -> TutorialProgress:
    """The same once the step at hand was shown."""
    return evolve(progress, shown=True)


def said(text: str) -> Iterator[str]:
    """The paragraphs of a text, each on one line, without marks for code."""
    for paragraph in text.strip().split("\n\n"):
        yield " ".join(paragraph.replace("`", "").split())


def _undone(progress: TutorialProgress, step: TutorialStep) -> str | None:
    """Why a step is not done, as a sentence; None where it is."""
    if step.file and not (progress.folder / step.file).is_file():
        return f"There is no file {step.file} here yet."
    if step.game:
        return _not_there(progress, step)
    return _not_in_order(progress, step) if step.orders else None


def _not_there(progress: TutorialProgress, step: TutorialStep) -> str | None:
    with Session.open(progress.folder / "var") as session:
        if not session.has(step.game):
            return f"There is no game {step.game} here yet."
        fold = session.fold(step.game)
        if step.at and fold.game.ended is None and fold.game.moment < fold.system.read_moment(step.at):
            return f"{step.game} stands at {fold.system.written(fold.game.moment)}; it is to come to {step.at}."
    return None


def _not_in_order(progress: TutorialProgress, step: TutorialStep) -> str | None:
    """What is wrong with the file of a step, or missing in it."""
    path = progress.folder / step.orders
    try:
        text = read_text(path)
        with Session.open(progress.folder / "var") as session:
            game = read_sheet(text, system(progress.tutorial.system).language, step.orders).game
            _check(session, session.fold(game), step.orders, text)
    except GameError as refusal:
        return str(refusal)
    missing = [line for line in _lines(progress, step, step.lines) if line not in _lines(progress, step, text)]
    if missing:
        said = [line for line in step.lines.strip().splitlines() if line.startswith(" ")]
        return f"{step.orders} is in order, but not all of these lines are in it: {'; '.join(map(_close, said))}."
    return None


def _check(session: Session, fold: Fold, source: str, text: str) -> None:
    """Raises GameError with every mistake in a file of orders, or of entries where nobody owes orders."""
    if fold.game.owed is None:
        read_entry(fold, source, text)
    else:
        read_order_file(fold, source, text, played=lines_played(session, fold.game.branch))


def _lines(progress: TutorialProgress, step: TutorialStep, text: str) -> list[OrderLine]:
    if not text:
        return []
    language = system(progress.tutorial.system).language
    whole = text if text.lstrip().startswith(("game", "#")) else f"game x\nturn 1\n{text}"
    return list(read_sheet(whole, language, step.orders).lines)


def _close(line: str) -> str:
    return " ".join(line.split())


def typed_in(step: TutorialStep) -> Iterator[str]:
    """What is to be typed in a step, in order; the last is how one goes on."""
    yield from step.typed
    yield "sits tutorial ANSWER" if step.question else "sits tutorial"
