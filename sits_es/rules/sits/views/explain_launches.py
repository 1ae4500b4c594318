"""Launches as a person would redo them on paper."""

from __future__ import annotations

from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.missiles.facts import SalvoLaunched
from sits_es.rules.sits.ship.tracks import strength
from sits_es.rules.sits.story.fire import added
from sits_es.rules.sits.tables.missiles import missile_row
from sits_es.rules.sits.views.explain_fire import aimed
from sits_es.rules.sits.views.provenance import of_card, of_table, of_track
from sits_es.rules.sits.views.sums import row_words, salvo_words
from sits_es.sentences import counted


def launch(context: Context) -> Working:
    """Salvoes that left a mount: aim, missiles, the missile quality level. Rule: sits rules 8.1, sits rules 8.3."""
    salvo: SalvoLaunched = context.event
    board: Board = context.board
    row = missile_row(board.tables, salvo.aim.range)
    mount = board.class_of(board.ships[salvo.shooter]).mount(salvo.mount)
    size = "" if mount is None else mount.missile_size
    return Working(
        rule='card, "Missile Range Table"; sits rules 8.1 and 8.3',
        modifiers=(
            Modifier(
                name="class quality",
                value=str(salvo.quality),
                rule=of_card(board, salvo.shooter, "missile_quality"),
            ),
            Modifier(
                name="range",
                value=f"{salvo.range_modifier:+}",
                rule=of_table(
                    board.tables,
                    f"missile range table, {row_words(row)}",
                    "missile_range",
                    salvo.aim.range,
                    "range_mod",
                ),
            ),
            Modifier(
                name="fire control",
                value=f"{salvo.penalty:+}",
                rule=of_track(board, salvo.shooter, f"{salvo.mount}-fire-control"),
            ),
            Modifier(
                name="tubes",
                value=str(salvo.tubes),
                rule=_tubes_rule(board, salvo),
            ),
            Modifier(
                name="damage of each",
                value=str(salvo.damage_each),
                rule=of_table(
                    board.tables,
                    f"missile damage, {size} {salvo.warhead}",
                    "missile_damage",
                    size,
                    salvo.warhead.replace("-", "_"),
                ),
            ),
        ),
        steps=(
            *aimed(board, salvo.aim, salvo.shooter, mount, salvo.target),
            f"{counted(salvo.salvoes, 'salvo')} x {counted(salvo.tubes, 'tube')} = {salvo.missiles} missiles.",
            salvo_words(board.tables, row, salvo.aim.range),
            (
                f"{added((salvo.quality, salvo.range_modifier, salvo.penalty))} = {salvo.quality_level}: the missile "
                "quality level, which every layer adds to its percentage; lower is better for the attacker."
            ),
        ),
        expected="no dice at launch.",
        values={"missiles": salvo.missiles, "quality_level": salvo.quality_level},
    )


def _tubes_rule(board: Board, salvo: SalvoLaunched) -> str:
    """Where a salvo's tubes come from: all that work, or fewer as ordered."""
    track = f"{salvo.mount}-tubes"
    working = strength(board.class_of(board.ships[salvo.shooter]), board.ships[salvo.shooter], track)
    fewer = f"as ordered, of {working}; " if salvo.tubes < working else ""
    return f"{fewer}{of_track(board, salvo.shooter, track)}"
