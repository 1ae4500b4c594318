"""What entries brought: what was entered, how far ships moved, and of each attack the proof with its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sits_es.events import REGISTRY, Event
from sits_es.report import Stage
from sits_es.report.blocks import Block, Heading, Picture, ReportLine
from sits_es.rules.xwing.events.entered import ShipMoved, ShipPlaced
from sits_es.rules.xwing.events.followed import AttackDeclared
from sits_es.rules.xwing.report.explain_attacks import proof_steps
from sits_es.rules.xwing.report.scenes import attack_scene, scene
from sits_es.rules.xwing.state import Stand
from sits_es.sentences import without_full_stop

#: Facts that others tell better, by their stored names: an attack by its proof, an entry's end by the next heading.
UNTOLD: Final = frozenset({"xwing.AttackEntered", "xwing.EntryCounted", "game.ExchangeOpened"})


def entry_report(stage: Stage, tell: Callable[[Event], str]) -> Iterator[Block]:
    """One entry: what was entered and what followed, then each attack's arcs with lengths, areas and a picture."""
    yield from _in_short(stage, tell)
    for fact in stage.facts:
        attack = stage.after.attack(fact.attack) if isinstance(fact, AttackDeclared) else None
        if attack is not None:
            yield Heading(f"Attack {attack.number}")
            yield from (ReportLine(step, 2) for step in proof_steps(stage.after, attack))
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
    stood = {name: ship.stand for name, ship in stage.before.ships.items()}
    for fact in stage.facts:
        if REGISTRY.stored_name(type(fact)).name in UNTOLD:
            continue
        said = tell(fact)
        if isinstance(fact, ShipPlaced | ShipMoved):
            before, after = stood[fact.ship], Stand(fact.x, fact.y, fact.facing)
            if before is not None:
                said = f"{without_full_stop(said)}: {after.away_from(before)} mm from {before}."
            stood[fact.ship] = after
        yield ReportLine(said, 2)
