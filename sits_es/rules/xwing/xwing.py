"""X-Wing as a rule system of this program: no dice; people seal dials, and enter what they do at their table."""

from __future__ import annotations

from typing import Final

from sits_es.rules.parts import Part
from sits_es.rules.system import System
from sits_es.rules.xwing.board import Board
from sits_es.rules.xwing.fact import OfShip


class XWing(System[Board, OfShip]):
    """X-Wing for the program: rounds of entries, each by one player."""

    title = "X-Wing"
    edition = "arcs"
    unit_fields = ("ship",)
    has_dice = False
    forecast_heading = "Where dials lead, if nobody else moves:"

    # facts and boards
    new_board = Part("setting_up.options")
    change_options = Part("setting_up.options")
    freeze = thaw = Part("board:copied")
    pack = Part("board")
    unpack = Part("board")
    endings = Part("entries.rules:ENDINGS")

    # what people enter
    language = Part("orders.language:LANGUAGE")
    entry_types = Part("entry_rules:ENTRIES")
    units = Part("board")
    owner = Part("board")
    names = Part("board")
    choices = Part("orders.choices")
    problems = Part("entry_rules")
    unordered = Part("dials.rules")
    forecast = Part("dials.rules")
    entry_problems = Part("entry_rules")
    at_once = Part("entry_rules")
    enter = Part("entries.rules")
    template = Part("orders.template")
    moment = Part("board")
    outcome = Part("entries.rules")
    owed = Part("dials.rules")
    resolve = Part("dials.rules")
    advance = Part("dials.rules")

    # scenarios
    setup = Part("setting_up.scenario")
    ending = Part("entries.rules")


#: The system, as `sits_es.rules.system` finds it.
SYSTEM: Final = XWing()
