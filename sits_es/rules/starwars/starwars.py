"""Star Wars hex combat as a rule system of this program: which part of it stands where."""

from __future__ import annotations

from sits_es.rules.parts import Part
from sits_es.rules.starwars import STEPS
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.system import System


class StarWars(System[Board, OfStarship]):
    """Star Wars hex combat for the program: initiative, then starship after starship, each in the open."""

    title = "Star Wars hex combat"
    edition = "hex-based space combat"
    unit_fields = ("starship",)
    most_steps = len(STEPS)
    demo = "alarm"
    forecast_heading = "What this leads to, before the dice:"

    # facts and boards
    new_board = Part("setting_up.options")
    change_options = Part("setting_up.options")
    freeze = thaw = Part("board:copied")
    pack = Part("board")
    unpack = Part("board")
    endings = Part("slots.ending:ENDINGS")
    faces_in_words = Part("views.dice")
    roll_in_words = Part("views.dice")

    # orders
    language = Part("orders.language:LANGUAGE")
    entry_types = Part("harm.facts:ENTRIES")
    units = Part("board")
    owner = Part("board")
    names = Part("board")
    choices = Part("orders.choices")
    problems = Part("slots.rules:problems_at")
    template = Part("orders.template")
    forecast = Part("orders.forecast")
    plans = Part("plans")
    entry_problems = Part("harm.rules")
    enter = Part("harm.rules")

    # exchanges
    moment = Part("slots.course")
    owed = Part("slots.course")
    upcoming = Part("slots.course")
    advance = Part("slots.course")
    label = Part("slots.course")
    read_moment = Part("slots.course:read_label")
    resolve = Part("slots.rules:carry_out")
    voids = Part("slots.facts")
    outcome = Part("slots.ending")

    # scenarios
    setup = Part("setting_up.scenario")
    cards = Part("cards.sample_cards:SAMPLES")
    ending = Part("slots.ending")
    particulars = Part("setting_up.options")


#: The system, as `sits_es.rules.system` finds it.
SYSTEM = StarWars()
