"""The order panel of a player, on a page of its own or at the end of a turn's report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from commands.render.blocks import without_pictures
from commands.render.html import PanelParts, order_panel, report_page
from commands.render.markup import markup
from commands.render.reports import line, record_line, stands
from sits_es.report import report_of
from sits_es.report.blocks import BLANK, Block, Heading, Picture
from sits_es.sentences import shell, visible
from sits_es.service import order_panel as service
from sits_es.service.orders import sealed_in_words

if TYPE_CHECKING:
    from sits_es.service.orders import LinesSettled
    from sits_es.service.session import OpenGame


def panel_of(opened: OpenGame, player: str, above: Iterable[Block] = ()) -> str:
    """The panel as markup. above: what stands over its units. Raises as `new_orders`."""
    values, fold = service.order_panel(opened, player), opened.fold()
    report, board = report_of(fold.system.name), fold.game.board
    scenes = ((unit["name"], report.around(board, unit["name"])) for unit in values["units"])
    around = {name: markup([Picture(scene)]) for name, scene in scenes if scene is not None}
    command = f"sits orders new {shell(opened.called)} --as {shell(player)}"
    return order_panel(PanelParts(player, command, values, markup(above), report.around_named, around))


def order_page(opened: OpenGame, player: str, sealed: LinesSettled) -> str:
    """A page with the map and the panel, then what the player sees. Raises as `new_orders`."""
    fold = opened.fold()
    report, board = report_of(fold.system.name), fold.game.board
    scene = report.scene(board)
    panel = panel_of(opened, player, [] if scene is None else [Picture(scene)])
    told = [line(each) for each in (stands(fold), record_line(opened), *sealed_in_words(fold, player, sealed))]
    seen = [Heading(f"As {player} sees it", major=True), *without_pictures(report.board(board, player=player)), BLANK]
    title = f"{opened.called}, {fold.system.label(fold.game.moment)}: {visible(fold.game.title)}"
    head = opened.head
    checkpoint = opened.store.checkpoint(head.stream, size=head.version + 1).rstrip("\n")
    return report_page(title, markup(told), checkpoint, panel=panel + markup(seen))
