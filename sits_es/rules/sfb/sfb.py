"""SFB 'n3D as a rule system of this program: which part of it stands where."""

from __future__ import annotations

from sits_es.rules.parts import Part
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.system import System


class SfbN3d(System[Board, OfUnit]):
    """SFB 'n3D for the program: runs of impulses, and the turn break."""

    title = "SFB 'n3D"
    edition = "SFB in three dimensions"
    unit_fields = ("unit", "source", "units", "by", "anchor")
    most_steps = BREAK
    order_bytes = 4096
    forecast_heading = "If all others go straight on:"

    # facts and boards
    new_board = Part("scenario.options:new_board")
    change_options = Part("scenario.options:change_options")
    freeze = Part("board:copied")
    thaw = Part("board:copied")
    pack = Part("board:pack")
    unpack = Part("board:unpack")
    endings = Part("ending.told:ENDINGS")
    faces_in_words = Part("exchanges:faces_in_words")
    roll_in_words = Part("exchanges:roll_in_words")

    # orders
    language = Part("orders.language:LANGUAGE")
    order_types = Part("exchanges:ORDER_TYPES")
    entry_types = Part("exchanges:ENTRY_TYPES")
    units = Part("exchanges:units")
    commanded = Part("orders.lookout:commanded")
    owner = Part("exchanges:owner")
    names = Part("orders.names:names")
    choices = Part("orders.choices")
    problems = Part("orders.check:problems")
    alone = Part("orders.check")
    template = Part("orders.template:template")
    forecast = Part("orders.forecast:forecast")
    entry_problems = Part("orders.check:entry_problems")
    enter = Part("ending.rules:follow")

    # exchanges
    moment = Part("exchanges:moment")
    owed = Part("exchanges:owed")
    upcoming = Part("exchanges:upcoming")
    advance = Part("exchanges:advance")
    label = Part("exchanges:label")
    read_moment = Part("exchanges:read_moment")
    resolve = Part("procedure:carry_out")
    stops = Part("exchanges:stops")
    outcome = Part("scenario.ending:outcome")

    # scenarios
    setup = Part("scenario.scenario:setup")
    cards = Part("cards.samples:SAMPLES")
    ending = Part("scenario.ending:ending")
    particulars = Part("scenario.options:particulars")


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = SfbN3d()
