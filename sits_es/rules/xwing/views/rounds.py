"""What entries brought: what was entered, how far ships moved, and of each attack the proof with its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine
from sits_es.report.steps import stored_name
from sits_es.report.working import Context
from sits_es.rules.told import Told
from sits_es.rules.xwing.attacks.facts import AttackDeclared
from sits_es.rules.xwing.attacks.rules import proof
from sits_es.rules.xwing.views.glance import UNTOLD
from sits_es.rules.xwing.views.scenes import attack_scene, scene


def entry_report(stage: Stage, tell: Callable[[Event], str]) -> Iterator[Block]:
    """One entry: what was entered and what followed, then each attack's arcs with lengths, areas and a picture."""
    yield from _in_short(stage, tell)
    for fact in stage.facts:
        attack = stage.after.attack(fact.attack) if isinstance(fact, AttackDeclared) else None
        if attack is not None:
            yield Heading(f"Attack {attack.number}")
            yield from (ReportLine(step, 2) for step in proof(stage.after, attack).steps())
            yield Picture(attack_scene(stage.after, attack), 2)


def round_report(stages: Sequence[Stage], tell: Callable[[Event], str]) -> Iterator[Block]:
    """Several entries in short, and the table as they left it."""
    for stage in stages:
        yield from _in_short(stage, tell)
    if not stages:
        yield ReportLine("Nothing has been entered.")
    elif any(stages[-1].after.placed()):
        after = stages[-1].after
        yield Heading(f"The table at round {after.turn}, entry {after.entry}")
        yield Picture(scene(after), 2)


def _in_short(stage: Stage, tell: Callable[[Event], str]) -> Iterator[Block]:
    """Who entered it, and each fact as a sentence; of a move also how far it was, and from where."""
    yield Heading(f"Round {stage.before.turn}, entry {stage.before.entry}", major=True)
    board = stage.before.copy()
    for at, fact in enumerate(stage.facts):
        if hasattr(fact, "apply"):
            yield from Told.of(fact).in_full(
                Context(event=fact, board=board, earlier=stage.facts[:at], later=stage.facts[at + 1 :])
            )
            fact.apply(board)
        elif stored_name(fact) not in UNTOLD:
            yield ReportLine(tell(fact), 2)
