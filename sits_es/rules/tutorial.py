"""A rule system's tutorial: a first turn, step by step, each with what is to be typed and how it is known to be done.

A system's package keeps it in the file tutorial.toml:

    title = "..."
    about = "..."                    # before the first step
    end = "..."                      # after the last
    [[step]]
    title = "..."
    text = '''...'''                 # paragraphs
    type = ["sits new ..."]          # commands to type, in order
    # and how it is known to be done, one of these:
    game = "first"                   # there is such a game; with `at` one that has come to a moment
    file = "red.orders"              # there is such a file
    orders = "red.orders"            # it is an order file, or one of entries, without a mistake; `lines` are in it
    question = "..."                 # it is answered by `sits tutorial ANSWER`; `answers` are right
    # and, where somebody else writes a file, what is in it when the step begins:
    given = { "blue.orders" = '''...''' }

What `text`, `question`, `about` and `end` say is for people who have never seen the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct, field

from sits_es.errors import NotAllowedError
from sits_es.packaged import files
from sits_es.rules import system, system_names
from sits_es.toml import Sheet


class TutorialStep(Struct, frozen=True, kw_only=True):
    """One step. text: paragraphs; typed: commands; given: files that are there when it begins, name -> text.

    game, at, file, orders, lines, question, answers: how it is known to be done, empty for what it is not known by.
    lines: of a file, from the unit's on.
    """

    title: str
    text: str
    typed: tuple[str, ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)
    game: str = ""
    at: str = ""
    file: str = ""
    orders: str = ""
    lines: str = ""
    question: str = ""
    answers: tuple[str, ...] = ()


class Tutorial(Struct, frozen=True, kw_only=True):
    """All steps of a system. about: what is said before the first; end: after the last."""

    system: str
    title: str
    about: str
    end: str
    steps: tuple[TutorialStep, ...]


def with_tutorials() -> tuple[str, ...]:
    """Names of the rule systems that bring one."""
    return tuple(name for name in system_names() if files(f"sits_es.rules.{name}").joinpath("tutorial.toml").is_file())


@cache
def tutorial_of(name: str) -> Tutorial:
    """The tutorial of a rule system. Raises NotAllowedError if it brings none."""
    if name not in with_tutorials():
        there = " or ".join(f"--rules {each}" for each in with_tutorials())
        raise NotAllowedError(f"{system(name).title} has no tutorial. There is one for: {there}")
    text = files(f"sits_es.rules.{name}").joinpath("tutorial.toml").read_text(encoding="utf-8")
    told = Sheet.read(text, "tutorial.toml").table(())
    steps = tuple(
        TutorialStep(
            title=step["title"],
            text=step["text"],
            typed=tuple(step.get("type", ())),
            given=step.get("given", {}),
            game=step.get("game", ""),
            at=step.get("at", ""),
            file=step.get("file", ""),
            orders=step.get("orders", ""),
            lines=step.get("lines", ""),
            question=step.get("question", ""),
            answers=tuple(step.get("answers", ())),
        )
        for step in told["step"]
    )
    return Tutorial(system=name, title=told["title"], about=told["about"], end=told["end"], steps=steps)
