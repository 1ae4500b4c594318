"""Slots as a rule system of this program: which part of it stands where."""

from __future__ import annotations

from sits_es.rules.parts import Part
from sits_es.rules.system import System

from .board import Board
from .fact import OfStarship


class Slots(System[Board, OfStarship]):
    """Initiative planned in secret, rolled at once or entered by people; then each starship acts alone, in the open."""

    title = "Slots"
    edition = "for tests"
    unit_fields = ("starship",)

    # facts and boards
    new_board = Part("board")
    change_options = Part("board")
    freeze = thaw = Part("board:copied")
    pack = Part("board")
    unpack = Part("board")
    endings = Part("words:ENDINGS")
    faces_in_words = Part("dice_shown")

    # orders, and what people enter
    language = Part("orders.language:LANGUAGE")
    units = Part("board")
    owner = Part("board")
    names = Part("board")
    problems = Part("fight.rules")
    template = Part("orders.template")
    entry_problems = Part("fight.rules")
    enter = Part("fight.rules")

    # exchanges
    moment = Part("exchanges")
    owed = Part("exchanges")
    upcoming = Part("exchanges")
    advance = Part("exchanges")
    resolve = Part("fight.rules")
    outcome = Part("exchanges")

    # scenarios
    setup = Part("scenario.scenario")


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = Slots()
