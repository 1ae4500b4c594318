"""Who may sit at a table of the model, with what keys, and how their game begins."""

from __future__ import annotations

from functools import cache
from typing import Final

from sits_es.events import Event
from sits_es.game.events import PlayerJoined
from sits_es.game.play import begin, create
from sits_es.mail.identity import Identity
from sits_es.rules import system
from tests.shared.careful import terms
from tests.shared.protocol_values import MARK

#: Everybody who may sit at a table of this model, in order of id.
PEOPLE: Final = ("ada", "bob", "cy", "dee", "eli", "fay")
#: Who holds the other share of an escrow between two.
TRUSTEE: Final = "tess"
KEYS: Final = {who: Identity.from_secret(who, who.encode().ljust(32, b"\0")) for who in (*PEOPLE, TRUSTEE)}
#: Hours for an exchange, and of grace.
HOURS: Final = 24
GRACE: Final = 12


UNIT: Final = """
[players.{who}]
name = "{who}"
side = "{who}"

[[units]]
name = "Kite of {who}"
class = "Sample fighter"
player = "{who}"
place = "{at},0,0"
facing = "yaw 0"
speed = 0
"""
SCENARIO: Final = 'rules = "sfb"\ntitle = "The Model"\ntext = "Far apart."\nmap = "Open space."\nrun = 32\n'


@cache
def begun(players: int, *, escrow: bool = False) -> tuple[Event, ...]:
    """The facts with which a game of so many players begins; with an escrow between two, somebody looks on."""
    rules = system("sfb_n3d")
    units = "".join(UNIT.format(who=who, at=9 * at) for at, who in enumerate(PEOPLE[:players]))
    setup = rules.setup(SCENARIO + units, "duel.toml", {})
    joined = [
        PlayerJoined(player=who, name=name, side=side, key=KEYS[who].key) for who, (name, side) in setup.players.items()
    ]
    named = terms(hours=HOURS, grace=GRACE, escrow=escrow, trustee=TRUSTEE if escrow and players == 2 else None)
    if named.get("trustee") is not None:
        joined.append(PlayerJoined(player=TRUSTEE, name="Tess", side=None, role="spectator", key=KEYS[TRUSTEE].key))
    made = create("duel", rules, setup, "peers", {"mark": MARK, **named})
    return tuple(begin(made, joined, setup.opening))
