"""A duel of two sample cruisers with orders for launches, thrust, a pivot and a roll: for tests of whole games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.game.play import Given, first_facts, play_exchange
from sits_es.game.seals import nonce_from
from sits_es.orders.frame import read_sheet
from sits_es.orders.normal import write_line
from sits_es.rules import system

SCENARIO: Final = """
title = "A duel for tests"
text = "Two cruisers close on each other."
map = "Open space."

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[[ships]]
name = "Fearless"
class = "Sample Light Cruiser"
player = "red"
at = "0,0"
vectors = "10A"
nose = "B"
roll = 0

[[ships]]
name = "Sirius"
class = "Sample Heavy Cruiser"
player = "blue"
at = "1,-30 alt +3"
vectors = "10D 2-"
nose = "E"
roll = 0
"""


def of_three(side: str = "green") -> str:
    """The duel with a third player, green, on a side of their own or on another's."""
    return f"""{SCENARIO}
[players.green]
name = "Gus"
side = "{side}"

[[ships]]
name = "Hood"
class = "Sample Light Cruiser"
player = "green"
at = "20,0"
vectors = "5E"
nose = "E"
roll = 0
"""


RED: Final = """game duel
turn 1
player red
secret 1111111111111111111111111111111111111111111111111111111111111111
ship Fearless
  1    launch port 2 salvoes at Sirius
  1    thrust 6
  2-8  decoy 1 if launched at
  3    pivot to A/B
  6    roll starboard 1
"""

BLUE: Final = """game duel
turn 1
player blue
secret 2222222222222222222222222222222222222222222222222222222222222222
ship Sirius
  1-8  decoy 1 if launched at
  2    thrust 4
  5    launch port 2 salvoes at Fearless
"""

#: What red orders otherwise from 1.3 on, in a fork.
CHANGED: Final = """game what-if
turn 1
player red
ship Fearless
  3    thrust 2
  5    launch aft 1 salvo at Sirius
"""


def begun() -> list[Event]:
    """The facts with which the duel begins: everybody owes orders for 1.1."""
    rules = system("sits")
    return first_facts("duel", rules, rules.setup(SCENARIO, "duel.toml", {}))


def given(fold: Fold, *texts: str) -> list[Given]:
    """What each order file gives for the exchange at hand."""
    moment, language = fold.game.moment, fold.system.language
    orders = []
    for text in texts:
        sheet = read_sheet(text, language)
        forms = sheet.at(moment.segment)
        lines = tuple(write_line(form, language) for form in forms)
        nonce = nonce_from(bytes.fromhex(str(sheet.secret)), str(sheet.player), moment)
        orders.append(Given(player=str(sheet.player), forms=forms, lines=lines, nonce=nonce))
    return orders


def played(exchanges: int, texts: Sequence[str] = (RED, BLUE)) -> list[list[Event]]:
    """The beginning, and then what came of each of so many exchanges."""
    parts = [begun()]
    fold = Fold().add_all(parts[0])
    for _ in range(exchanges):
        facts = play_exchange(fold.game, given(fold, *texts)).facts
        parts.append(facts)
        fold.add_all(facts)
    return parts
