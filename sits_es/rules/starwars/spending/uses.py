"""On what a roll can be spent so that the program carries it out: every use, its price and what it does.

Rule: base game, spending in starship combat; rules.md, Spending, which has the same table. Anything else is kept as it
is said, a note that both sides settle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from sits_es.orders.names import same
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.crews.facts import EffectKind
from sits_es.rules.starwars.spending.facts import Spent

#: Whom a use names: nobody, one of the side of whoever spends, one of the other, or the one that rolled.
Names = Literal["", "own", "foe", "roller"]


class Use(Struct, frozen=True, kw_only=True):
    """A use. words: as it is written, before a name where it has one; prices: of it, 0 for what the weapon costs.

    by: whether it is spent by whoever rolled, or by the other side. itself: the advantage that it takes for the
    starship that spends it, where that is another number. effect: what begins by it, None for something else.
    """

    words: str
    by: Literal["roller", "other side"]
    prices: Mapping[Spent, int]
    names: Names = ""
    itself: int = 0
    effect: EffectKind | None = None
    does: str
    rule: Literal["base game", "house"] = "base game"


#: Every use, in the order of the table.
USES: Final = (
    Use(
        words="critical hit",
        by="roller",
        prices={"advantage": 0, "triumph": 1},
        does="a critical hit on the target of an attack that penetrated its armour, at the weapon's price",
    ),
    Use(
        words="another hit",
        by="roller",
        prices={"advantage": 2, "triumph": 1},
        does="a linked weapon that hit scores another hit, at most as often as its linked number",
    ),
    Use(
        words="guide",
        by="roller",
        prices={"advantage": 3, "triumph": 1},
        does="a guided weapon that missed attacks again at the end of the round, with dice of its own",
    ),
    Use(
        words="boost for",
        by="roller",
        prices={"advantage": 1, "triumph": 1},
        names="own",
        itself=2,
        effect="boost",
        does="a boost die for its next Piloting, Gunnery, Computers or Mechanics check; 2 advantage for the roller",
    ),
    Use(
        words="setback for",
        by="roller",
        prices={"advantage": 2, "triumph": 1},
        names="foe",
        effect="setback",
        does="a setback die for its next Piloting or Gunnery check",
    ),
    Use(
        words="manoeuvre",
        by="roller",
        prices={"advantage": 2, "triumph": 1},
        does="one more manoeuvre at once, at most two in a slot",
    ),
    Use(
        words="break off",
        by="roller",
        prices={"advantage": 3, "triumph": 1},
        names="foe",
        does="the foe loses its aiming and staying on target",
    ),
    Use(
        words="shields down for",
        by="roller",
        prices={"advantage": 3, "triumph": 1},
        names="foe",
        effect="shields down",
        does="the foe's shields don't count until the end of the round",
        rule="house",
    ),
    Use(
        words="upgrade for",
        by="roller",
        prices={"triumph": 1},
        names="own",
        effect="upgrade",
        does="its next Piloting, Gunnery, Computers or Mechanics check is upgraded once",
    ),
    Use(
        words="harder for",
        by="roller",
        prices={"triumph": 1},
        names="foe",
        effect="harder",
        does="the difficulty of its next Piloting or Gunnery check is upgraded once",
    ),
    Use(
        words="strain",
        by="other side",
        prices={"threat": 1, "despair": 1},
        does="the roller suffers 1 system strain for each threat spent",
    ),
    Use(
        words="break off",
        by="other side",
        prices={"threat": 1, "despair": 1},
        names="roller",
        does="the roller loses its evasive manoeuvres, staying on target and aiming",
    ),
    Use(
        words="boost for",
        by="other side",
        prices={"threat": 2, "despair": 1},
        names="own",
        effect="boost",
        does="a boost die for its next Piloting, Gunnery, Computers or Mechanics check",
    ),
    Use(
        words="setback for",
        by="other side",
        prices={"threat": 2, "despair": 1},
        names="foe",
        effect="setback",
        does="a setback die for its next Piloting or Gunnery check",
    ),
    Use(
        words="slower",
        by="other side",
        prices={"threat": 3, "despair": 1},
        does="the roller loses 1 speed, not below 0",
        rule="house",
    ),
    Use(
        words="harder for",
        by="other side",
        prices={"despair": 1},
        names="foe",
        effect="harder",
        does="the difficulty of its next Piloting or Gunnery check is upgraded once",
    ),
    Use(
        words="critical hit",
        by="other side",
        prices={"despair": 1},
        does="a critical hit on the roller",
        rule="house",
    ),
)


def use_of(text: str, what: Spent) -> tuple[Use, str] | None:
    """The use that a text asks for, and the name in it; None for a player's own words."""
    by = "other side" if what in ("threat", "despair") else "roller"
    words = " ".join(text.split())
    for use in USES:
        if use.by != by:
            continue
        if not use.names and words.casefold() == use.words:
            return use, ""
        if use.names and words.casefold().startswith(f"{use.words} "):
            return use, words[len(use.words) :].strip().strip('"')
    return None


def price_of(use: Use, what: Spent, *, itself: bool) -> int | None:
    """How many of one kind a use takes, 0 for what the weapon costs; None if it can't be had for them."""
    return use.itself if itself and use.itself and what == "advantage" else use.prices.get(what)


def named_by(board: Board, spender: Starship, roller: Starship, use: Use) -> list[str]:
    """Whom a use can name, those that are on the map."""
    if use.names == "roller":
        return [roller.name]
    side = [each.name for each in board.out() if (each.side == spender.side) == (use.names == "own")]
    return side if use.names else []


def meant(name: str, known: list[str]) -> str | None:
    """The starship that a name means, as starships are named in orders."""
    return name if name in known else same(name, known)
