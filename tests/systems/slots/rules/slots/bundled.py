"""Orders that come with the scenarios of Slots: in order of name, each for the slot or entry at hand."""

from __future__ import annotations


def _file(player: str, turn: int, lines: str) -> str:
    """A whole file; each player's secret makes their part in the dice."""
    secret = {"red": "11" * 32, "blue": "22" * 32}[player]
    unit = {"red": "Kestrel", "blue": "Hawk"}[player]
    head = f"game narrows\nturn {turn}\nplayer {player}\nsecret {secret}\n"
    return f"{head}starship {unit}\n  {lines}\n"


#: Initiative is rolled without a file; Hawk keeps what it rolled in turn 1, and Kestrel lets its slot of turn 2 pass.
AT_ONCE = {
    "01-blue.orders": _file("blue", 1, "attack Kestrel"),
    "02-red.orders": _file("red", 1, "attack Hawk"),
    "03-red.orders": _file("red", 1, "reroll blanks"),
    "04-blue.orders": _file("blue", 2, "fly to 4"),
}

#: Initiative is entered, first by red and then by blue, who acts first.
BY_HAND = {
    "01-red.facts": _file("red", 1, "initiative 3"),
    "02-blue.facts": _file("blue", 1, "initiative 5"),
    "03-blue.orders": _file("blue", 1, "fly to 2"),
    "04-red.orders": _file("red", 1, "attack Hawk"),
    "05-red.orders": _file("red", 1, "reroll blanks"),
    "06-red.facts": _file("red", 2, "initiative 4"),
}
