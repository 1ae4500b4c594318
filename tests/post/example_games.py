"""Games of example systems by mail, between desks: some act alone, and people enter facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from sits_es.errors import GameError
from sits_es.post.entries import propose
from sits_es.post.invitations import Wish, invite, join
from sits_es.post.joiners import confirm_joins
from sits_es.post.orders import seal_text
from sits_es.post.tickets import keep_ticket, ticket_to
from tests.shared.posts import ADDRESSES, CLOCK, NAMES, Post, carry, exchange, new_post

#: A side's starship in the Narrows, and a ship of its own at the beacon.
SHIPS: Final = {"red": "Kestrel", "blue": "Hawk", "green": "Merlin"}

THREE: Final = """title = "The Narrows, for three"
initiative = "rolled"

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[players.green]
name = "Gus"
side = "blue"

[[starships]]
name = "Kestrel"
player = "red"
zone = 2
guns = 4
hull = 4

[[starships]]
name = "Hawk"
player = "blue"
zone = 3
guns = 3
hull = 5

[[starships]]
name = "Merlin"
player = "green"
zone = 3
guns = 2
hull = 5
"""


def posts(
    folder: Path,
    rules: str,
    scenario: str,
    players: Sequence[str] = ("red", "blue"),
    umpire: str | None = None,
    clock: Callable[[], str] = lambda: CLOCK,
    spectators: Sequence[str] = (),
    **terms: Any,
) -> dict[str, Post]:
    """A game that has begun, called duel, by player; the first of them, or the umpire, invited the others."""
    everybody = [*([umpire] if umpire else []), *players, *spectators]
    found = {player: new_post(folder / player, player, clock) for player in everybody}
    addresses = {player: ADDRESSES.get(player, f"{player}@example.org") for player in everybody}
    host, *others = everybody
    wish = Wish(rules=rules, scenario=scenario, name="duel", me=host, umpire=umpire, terms=terms, spectators=spectators,
                others={player: addresses[player] for player in others})  # fmt: skip
    invitation = invite(found[host].desk, wish, None, NAMES.get(host, host), addresses[host])
    for player in others:
        found[player].take([invitation])
        keep_ticket(found[player].desk, ticket_of(found[host], player))
        join(found[player].desk, "duel", NAMES.get(player, player), addresses[player])
    if "box" in terms:
        found[host].take([signed for player in others for signed in found[player].packets()])
        confirm_joins(found[host].replica, found[host].replica.gathering(), None)
        found[host].replica.settle()
    go_round(found)
    return found


def ticket_of(host: Post, player: str) -> str:
    """The ticket in a host's letter to a player."""
    terms = host.replica.gathering().body.created[1]["terms"]
    return ticket_to(host.desk, terms["mark"], player).hex()


def go_round(found: dict[str, Post]) -> None:
    """Carry packets until nobody has anything new."""
    if "ump" in found:
        for _ in range(2):
            carry(found["ump"], found["red"], found["blue"])
    else:
        exchange(list(found.values()))


def sheet(player: str, turn: int, *lines: str, unit: str = "starship") -> str:
    """An order file, or a file of facts, of a player's one unit."""
    inside = "".join(f"  {line}\n" for line in lines)
    return f"game duel\nturn {turn}\nplayer {player}\n{unit} {SHIPS[player]}\n{inside}"


def give(post: Post, *lines: str) -> str:
    """A player's orders as `sits orders seal` takes them; what is said."""
    replica = post.replica
    receipt = seal_text(replica, "orders", sheet(post.player, replica.chain().game.moment.turn, *lines))
    replica.settle()
    return receipt.words


def enter(post: Post, *lines: str, unit: str = "ship") -> str:
    """A player's facts as `sits record` takes them; what is said."""
    turn = post.replica.chain().game.moment.turn
    return propose(post.replica, "facts", sheet(post.player, turn, *lines, unit=unit))


def heads(found: dict[str, Post]) -> set[str]:
    """The heads of all records: one, when they are the same."""
    return {post.head() for post in found.values()}


def refusals(post: Post) -> list[str]:
    """Why packets were refused here."""
    return [entry.why for entry in post.desk.journal.entries("duel", ("refused", "void"))]


def said(act: Callable[[], object]) -> str:
    """What a refusal says."""
    try:
        act()
    except GameError as fault:
        return str(fault)
    raise AssertionError("nothing was refused")
