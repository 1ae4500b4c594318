"""How each rule system is played through by the tests of all of them: what everybody orders or enters next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from sits_es.game.fold import Fold
from sits_es.orders.names import written
from sits_es.rules import system
from tests.shared.duels import BLUE, CHANGED, RED, SCENARIO
from tests.systems import dogfight, pursuit

SECRETS: Final = {"red": "11" * 32, "blue": "22" * 32}


@frozen(kw_only=True)
class Plan:
    """How a system is played through.

    scenario: text of its file; orders: what a player orders at the exchange at hand; entry: who enters what next, None
    where orders are next; acts: how many exchanges and entries; otherwise: what somebody orders or enters in a fork
    instead; differs: units that a comparison with that fork names; searched: words to be found in the record; rolls:
    whether anybody rolls; draws: whether the system draws a map; shares: words that it has in common with SITS.
    """

    scenario: str
    orders: Callable[[Fold, str], str] = lambda _fold, _player: ""
    entry: Callable[[Fold], tuple[str, str] | None] = lambda _fold: None
    acts: int
    fork_at: str
    otherwise: tuple[str, str]
    searched: str
    differs: tuple[str, ...] = ()
    rolls: bool = True
    draws: bool = False
    shares: tuple[str, ...] = ()


def body(text: str) -> str:
    """The orders of a file, without its header."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(("game", "turn", "player", "secret")))


def file_of(fold: Fold, player: str, orders: str, game: str | None = None) -> str:
    """A whole file: header and orders."""
    name = written(game or fold.game.branch)
    head = f"game {name}\nturn {fold.game.moment.turn}\nplayer {player}\nsecret {SECRETS[player]}\n"
    return f"{head}{orders}\n"


def _sits(_fold: Fold, player: str) -> str:
    return body(RED if player == "red" else BLUE)


def _slots(fold: Fold, player: str) -> str:
    """Everybody hastes; whoever acts attacks, and rerolls blanks."""
    board: Any = fold.game.board
    mine = fold.system.units(board, player)[0]
    if board.queue is None and not board.planned:
        return ""
    if board.queue is None:
        return f"starship {mine}\n  haste {2 if player == 'red' else 0}"
    if board.starships[board.queue[0]].player != player:
        return ""
    other = next(name for name in board.standing() if name != mine)
    return f"starship {mine}\n  " + ("reroll blanks" if board.rolled else f"attack {other}")


def _by_hand(fold: Fold) -> tuple[str, str] | None:
    """Initiative, first red's and then blue's."""
    if fold.game.owed is not None:
        return None
    board: Any = fold.game.board
    player = "red" if board.starships["Kestrel"].initiative is None else "blue"
    return player, f"starship {fold.system.units(board, player)[0]}\n  initiative {7 if player == 'red' else 9}"


def _sfb(_fold: Fold, player: str) -> str:
    return pursuit.RED if player == "red" else pursuit.BLUE


def _damage(fold: Fold) -> tuple[str, str] | None:
    """What Hawk's display says, once all has been fired at it that is fired by impulse 10."""
    board: Any = fold.game.board
    return ("blue", pursuit.DAMAGE) if board.impulse > 10 and not board.units["Hawk"].damage else None


def _dials(fold: Fold, player: str) -> str:
    """The bundled scenario's dials; later of one ship each."""
    if fold.game.moment.turn == 1:
        return body(system("xwing").bundled()["beacon"].orders[f"03-{player}.orders"])
    return f"ship {'Kite' if player == 'red' else 'Gull'}\n  dial 1 straight"


def _xwing(fold: Fold) -> tuple[str, str] | None:
    """What the bundled scenario's files say, one after the other; then both move on in turn."""
    board: Any = fold.game.board
    if fold.game.owed is not None:
        return None
    files = {int(name[:2]): text for name, text in system("xwing").bundled()["beacon"].orders.items()}
    if board.turn == 1 and board.entry in files:
        return _entered(files[board.entry])
    who, ship = ("red", "Kite") if board.entry % 2 else ("blue", "Gull")
    return who, f"ship {ship}\n  move straight to {10 * board.entry},0 facing 45\n  note: entry {board.entry} # of many"


def _entered(text: str) -> tuple[str, str]:
    """Who enters a bundled file, and what."""
    (player,) = (line.split()[1] for line in text.splitlines() if line.startswith("player"))
    return player, body(text)


def plans() -> Mapping[str, Plan]:
    """The plan of each system by its name; two more of Slots, with initiative entered and unplanned."""
    bundled = system("slots").bundled()
    slots, by_hand, at_once = (bundled[f"narrows{how}"].text for how in ("", "-by-hand", "-at-once"))
    return {
        "sits": Plan(
            scenario=SCENARIO,
            orders=_sits,
            acts=10,
            fork_at="1.3",
            otherwise=("red", body(CHANGED)),
            searched="Sirius ECM",
            differs=("Fearless",),
            draws=True,
            shares=("ship", "ships", "segment", "segments", "AVID", "salvo", "stop if"),
        ),
        "sfb": Plan(
            scenario=system("sfb").bundled()["pursuit"].text,
            orders=_sfb,
            entry=_damage,
            acts=8,
            fork_at="1.3",
            otherwise=("red", pursuit.OTHERWISE),
            searched="web-1 strand",
            differs=("Kestrel",),
            draws=True,
            shares=("ship", "ships", "stop if"),
        ),
        "slots": Plan(
            scenario=slots,
            orders=_slots,
            acts=9,
            fork_at="1.2",
            otherwise=("red", "starship Kestrel\n  fly to 4"),
            differs=("Kestrel",),
            searched="initiative",
        ),
        "slots by hand": Plan(
            scenario=by_hand,
            orders=_slots,
            entry=_by_hand,
            acts=9,
            fork_at="1.2",
            otherwise=("blue", "starship Hawk\n  fly to 4"),
            differs=("Hawk",),
            searched="initiative",
        ),
        "slots at once": Plan(
            scenario=at_once,
            orders=_slots,
            acts=9,
            fork_at="1.2",
            otherwise=("blue", "starship Hawk\n  fly to 4"),
            differs=("Hawk",),
            searched="initiative",
        ),
        "xwing": Plan(
            scenario=system("xwing").bundled()["beacon"].text,
            orders=_dials,
            entry=_xwing,
            acts=13,
            fork_at="1.6",
            otherwise=("red", "ship Kestrel\n  attack Hawk with Torpedoes by ruling: nobody minds\n  lose 2 shields"),
            differs=("Kestrel",),
            searched="attack 1",
            rolls=False,
            draws=True,
            shares=("ship", "ships"),
        ),
        "starwars": Plan(
            scenario=dogfight.SCENARIO,
            orders=dogfight.orders,
            entry=dogfight.entered,
            acts=13,
            fork_at="1.1",
            otherwise=("red", dogfight.OTHERWISE),
            searched="Kite advantage",
            differs=("Hawk",),
            draws=True,
        ),
    }


#: Names of the plans, for tests that are the same for all.
PLANS: Final = ("sits", "sfb", "slots", "slots by hand", "slots at once", "xwing", "starwars")
