"""Missile attacks from launch to end: every layer as a sum that a player can redo by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.report.blocks import ReportLine, strong
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.miracles.facts import LayerIgnored
from sits_es.rules.sits.missiles.facts import AttackArrived, AttackSpent, DecoysDeployed, LayerFought, SalvoLaunched
from sits_es.rules.sits.story.codes import ended_as
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.views.facts import Fact, dice_text, joined, of
from sits_es.rules.sits.views.fire import aim_text, chart_text, sum_text, wall_lines
from sits_es.rules.sits.walls.facts import WallMet
from sits_es.sentences import counted, listed


def launches(facts: Sequence[Fact], board: Board) -> Iterator[ReportLine]:
    """Salvoes launched, with the missile quality level's sum; silent when nobody launched."""
    for salvo in of((fact.event for fact in facts), SalvoLaunched):
        mount = board.class_of(board.ships[salvo.shooter]).mount(salvo.mount)
        size = "" if mount is None else mount.missile_size
        each = source(board.tables, "missile_damage", size, salvo.warhead.replace("-", "_"))
        row = source(board.tables, "missile_range", salvo.aim.range, "range_mod")
        yield strong(salvo.attack, 2)
        yield ReportLine(aim_text(salvo.aim, salvo.shooter), 4)
        yield ReportLine(
            f"{counted(salvo.salvoes, 'salvo')} x {counted(salvo.tubes, 'tube')} = "
            f"{counted(salvo.missiles, salvo.warhead)} of {counted(salvo.damage_each, 'point')} each ({each}); "
            f"at most {salvo.max_salvoes} a turn at this range",
            4,
        )
        yield ReportLine(quality_text(salvo, row), 4)


def quality_text(salvo: SalvoLaunched, row: str) -> str:
    """The missile quality level's sum. row: whose the range modifier is. Rule: sits rules 8.3."""
    return (
        f"missile quality level: {salvo.quality} class {_signed(salvo.range_modifier)} range ({row}) "
        f"{_signed(salvo.penalty)} fire control = {salvo.quality_level}"
    )


def _signed(value: int) -> str:
    return f"- {-value}" if value < 0 else f"+ {value}"


def defences(facts: Sequence[Fact]) -> Iterator[ReportLine]:
    """Decoys, then every attack in the order resolved: layers, sidewall and end. Silent when there was none."""
    events = [fact.event for fact in facts]
    for decoys in of(events, DecoysDeployed):
        yield ReportLine(f"{decoys.ship} deploys {counted(decoys.count, 'decoy')} of {decoys.value}% each", 2)
    launched = {salvo.attack: salvo for salvo in of(events, SalvoLaunched)}
    resolved = [fact.attack for fact in of(events, AttackArrived)] + [fact.attack for fact in of(events, AttackSpent)]
    for attack in dict.fromkeys(resolved):
        yield strong(attack, 2)
        for fact in facts:
            yield from _about(attack, fact, launched.get(attack))


def _about(attack: str, fact: Fact, salvo: SalvoLaunched | None) -> Iterator[ReportLine]:
    """What a fact says of an attack; silent when it is about something else."""
    match fact.event:
        case AttackArrived(attack=name) as arrived if name == attack:
            yield ReportLine(_arrival(arrived), 4)
        case LayerFought(attack=name) as fought if name == attack:
            yield from _layer(fought, fact)
        case LayerIgnored(attack=name) as ignored if name == attack:
            yield ReportLine(f"ECM: ignored by {ignored.shooter}'s miracle, {ignored.missiles} left", 4)
        case WallMet(shot=name) as wall if name == attack:
            if salvo is not None:
                left = counted(wall.damage // salvo.damage_each, "missile")
                yield ReportLine(f"{left} left x {counted(salvo.damage_each, 'point')} = {wall.damage}", 4)
            yield from wall_lines(fact)
        case AttackSpent(attack=name) as spent if name == attack:
            yield ReportLine(f"over: {ended_as(spent)}; {counted(spent.struck, 'point')} on the hull", 4)


def _arrival(arrived: AttackArrived) -> str:
    seen = f"through {arrived.window}, {arrived.target_window} in {arrived.target}'s frame"
    if arrived.window is None:
        where = f"at {arrived.target}'s own place, on its {arrived.facing}"
    elif arrived.slid:
        where = f"{seen}: that is the wedge, so they slide to {arrived.facing}"
    else:
        where = f"{seen}, on its {arrived.facing}"
    come = "comes" if arrived.missiles == 1 else "come"
    arcs = f"arcs that hold it: {listed(arrived.bearing)}"
    return f"{counted(arrived.missiles, 'missile')} {come} in {where}; {arcs}"


def _layer(fought: LayerFought, fact: Fact) -> Iterator[ReportLine]:
    if fought.layer != "ECM" and not fought.systems:
        yield ReportLine(f"{fought.layer}: none bear", 4)
        return
    terms = [(term.name, term.value) for term in fought.terms]
    reckoned = sum_text(terms, min(max(fought.percent, 0), 100))
    dice = dice_text(fact.dice, fought.attack)
    if fought.layer == "ECM":
        yield ReportLine(joined((f"ECM: {reckoned}", dice), "; "), 4)
    else:
        shots = f"{fought.systems} that bear x {counted(fought.salvoes, 'salvo')} = {counted(fought.against, 'shot')}"
        yield ReportLine(f"{fought.layer}: {shots} at {counted(fought.incoming, 'missile')}", 4)
        yield ReportLine(joined((reckoned, dice), "; "), 6)
    yield ReportLine(_kills(fought), 6)


def _kills(fought: LayerFought) -> str:
    charted = sum(fought.parts)
    counts = charted * 2 if fought.doubled else charted
    read = chart_text(fought.against, fought.parts, charted, "missiles" if fought.layer == "ECM" else "shots")
    why = "by a miracle" if fought.layer == "ECM" else "against nukes"
    doubled = f"doubled {why} {counts}" if fought.doubled else ""
    capped = "no more came in" if fought.kills < counts else ""
    return f"{joined((read, doubled))}; {joined((f'{fought.kills} killed', capped))}, {fought.left} left"
