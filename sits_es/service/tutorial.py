"""Doing a tutorial in a folder of its own: which step one is at, whether it is done, what was answered.

The folder holds a game's folder `var`, as any current folder does, the files of the steps, and how far one has come.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.disk import is_there, private_folder, read_text, reason_of, write
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.orders.frame import read_sheet
from sits_es.orders.sheet import OrderLine
from sits_es.rules import system
from sits_es.rules.tutorial import Tutorial, TutorialStep, tutorial_of
from sits_es.service.orders import played_lines, read_entry, read_order_file
from sits_es.service.session import Session

#: The file that says how far one has come.
PROGRESS: Final = "tutorial.json"


class TutorialProgress(Struct, frozen=True, kw_only=True):
    """How far somebody has come. done: steps, from the first on; shown: whether the step at hand was shown before."""

    folder: Path
    tutorial: Tutorial
    done: int = 0
    shown: bool = False

    @property
    def step(self) -> TutorialStep | None:
        """The step at hand; None after the last."""
        return self.tutorial.steps[self.done] if self.done < len(self.tutorial.steps) else None

    def go_on(self) -> tuple[TutorialProgress, str | None]:
        """Go on past a step that is done; with it, why the step at hand is not done yet, where it was shown before."""
        step = self.step
        if step is None or step.question or not self.shown:
            return self, None
        why = self._undone(step)
        return (self, why) if why is not None else (replace(self, done=self.done + 1, shown=False), None)

    def answer(self, text: str) -> TutorialProgress:
        """Go on past a question that is answered rightly. Raises NotAllowedError for a wrong answer, or without one."""
        step = self.step
        if step is None or not step.question:
            raise NotAllowedError("No question is open now. Go on with: sits tutorial")
        if " ".join(text.lower().strip(" .\"'").split()) not in {each.lower() for each in step.answers}:
            look = f" Look again: {step.typed[-1]}" if step.typed else ""
            raise NotAllowedError(f"That is not it. {step.question}{look}")
        return replace(self, done=self.done + 1, shown=False)

    def give(self) -> None:
        """Put the files of the step at hand into the folder, where it was not shown before."""
        for name, text in self.step.given.items() if self.step is not None and not self.shown else ():
            if not (self.folder / name).exists():
                write(self.folder / name, text.lstrip("\n"))

    def keep(self) -> None:
        """Write down that one has come so far, and that the step at hand was shown."""
        told = {"system": self.tutorial.system, "done": self.done, "shown": True}
        write(self.folder / PROGRESS, json.dumps(told) + "\n", over=True)

    def _undone(self, step: TutorialStep) -> str | None:
        """Why a step is not done, as a sentence; None if it is."""
        if step.file and not (self.folder / step.file).is_file():
            return f"There is no file {step.file} here yet."
        if not (step.game or step.orders):
            return None
        with Session(self.folder / "var") as session:
            return self._not_there(session, step) if step.game else self._not_in_order(session, step)

    def _not_there(self, session: Session, step: TutorialStep) -> str | None:
        if not session.has(step.game):
            return f"There is no game {step.game} here yet."
        fold = session.open_game(step.game).fold()
        if step.at and fold.game.ended is None and fold.game.moment < fold.system.read_moment(step.at):
            return f"{step.game} is at {fold.system.label(fold.game.moment)}; play on to {step.at}."
        return None

    def _not_in_order(self, session: Session, step: TutorialStep) -> str | None:
        """What is wrong with the file of a step, or missing in it."""
        try:
            text = read_text(self.folder / step.orders)
            opened = session.open_game(read_sheet(text, system(self.tutorial.system).language, step.orders).game)
            fold = opened.fold()
            if fold.game.owed is None:
                read_entry(fold, step.orders, text)
            else:
                read_order_file(fold, step.orders, text, played=played_lines(opened))
        except GameError as refusal:
            return str(refusal)
        there = self._lines(step, text)
        if all(line in there for line in self._lines(step, step.lines)):
            return None
        said = [" ".join(line.split()) for line in step.lines.strip().splitlines() if line.startswith(" ")]
        return f"{step.orders} has no mistakes, but lacks some of these lines: {'; '.join(said)}."

    def _lines(self, step: TutorialStep, text: str) -> list[OrderLine]:
        if not text:
            return []
        whole = text if text.lstrip().startswith(("game", "#")) else f"game x\nturn 1\n{text}"
        return list(read_sheet(whole, system(self.tutorial.system).language, step.orders).lines)


def is_begun(folder: Path) -> bool:
    """Whether a tutorial was begun in a folder."""
    return (folder / PROGRESS).is_file()


def begin(folder: Path, name: str) -> TutorialProgress:
    """Begin the tutorial of a rule system in a new folder. NotAllowedError if it is there, or can't be made."""
    tutorial = tutorial_of(name)
    if is_there(folder):
        raise NotAllowedError(f"{folder} already exists but holds no tutorial. Rename the folder, or begin in another.")
    try:
        private_folder(folder)
    except OSError as fault:
        raise NotAllowedError(f"{folder} cannot be made: {reason_of(fault)}.") from fault
    return TutorialProgress(folder=folder, tutorial=tutorial)


def resume(folder: Path) -> TutorialProgress:
    """How far somebody has come in a folder. Raises UnreadableError if its file was changed."""
    try:
        told = json.loads(read_text(folder / PROGRESS))
        tutorial = tutorial_of(str(told["system"]))
        return TutorialProgress(folder=folder, tutorial=tutorial, done=int(told["done"]), shown=bool(told["shown"]))
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        again = f"Delete the folder {folder}, and begin again: sits tutorial"
        raise UnreadableError(f"{folder / PROGRESS} was not written by this program. {again}") from fault


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text, each on one line, without marks for code."""
    for paragraph in text.strip().split("\n\n"):
        yield " ".join(paragraph.replace("`", "").split())


def commands_of(step: TutorialStep) -> Iterator[str]:
    """What is to be typed in a step, in order; the last is how one goes on."""
    yield from step.typed
    yield "sits tutorial ANSWER" if step.question else "sits tutorial"
