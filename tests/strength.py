"""How well the program plays: games of generated scenarios against the level below, in pairs with the seats swapped.

    python -m tests.strength              the captain against the cadet in twelve scenarios of SITS, nine pairs each
    python -m tests.strength 2            two pairs each
    python -m tests.strength 9 starwars   the cadet against nobody who orders anything in twelve duels of Star Wars
    python -m tests.strength 3 starwars captain

Each pair is played on the same dice, so that a seat that is better by itself helps nobody.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from sits_es.game.fold import Fold
from sits_es.game.play import first_facts
from sits_es.odds.judge import decide
from sits_es.odds.outlook import OrdersByStep, Outlook, usual
from sits_es.odds.spread import mean_and_error
from sits_es.odds.trials import dice_of, following, play
from sits_es.odds.worth import worth
from sits_es.report import report_of
from sits_es.report.graphs import tenths
from sits_es.rules import system
from sits_es.rules.moments import Moment
from sits_es.rules.system import System
from sits_es.sentences import listed
from sits_es.service.bot import levels_of

#: Scenarios by the seed that each is generated from. None was looked at while the plans were written.
SCENARIOS: Final = {"sits": tuple(range(101, 113)), "starwars": tuple(range(201, 213))}
#: Turns that a game lasts at the most, and plays that the captain chooses by.
TURNS: Final = 5
PLAYS: Final = 250
CLASSES: Final = (
    "Sample Destroyer",
    "Sample Light Cruiser",
    "Sample Heavy Cruiser",
    "Sample Battlecruiser",
)
#: Classes of Star Wars, each with the speeds that a starship of it begins with.
STARSHIPS: Final = (
    ("Sample light fighter", (3, 4, 5)),
    ("Sample heavy fighter", (3, 4)),
    ("Sample interceptor", (4, 5)),
    ("Sample fighter group", (3, 4)),
    ("Sample gunship", (2, 3)),
    ("Sample patrol boat", (2, 3)),
    ("Sample corvette", (1, 2, 3)),
    ("Sample escort", (1, 2, 3)),
    ("Sample frigate", (1, 2)),
)
NAMES: Final = ("Alder", "Birch", "Cedar", "Damson", "Elder", "Fir")


class Start(Struct, frozen=True):
    """A game as it begins. sides: player -> side."""

    rules: System
    board: Any
    sides: Mapping[str, str]


Orders = Callable[[Start, str, str], OrdersByStep]


def generated(seed: int) -> Start:
    """A battle of one to three ships a side, of any classes, that come at each other from 16 to 30 hexes."""
    draw = random.Random(seed)  # noqa: S311 -- a scenario that anybody can draw again
    number, hexes = draw.choice((1, 1, 2, 3)), draw.randint(16, 30)
    names, ships = list(NAMES), list[str]()
    for player, course, nose in (("blue", "A", "BF"), ("red", "D", "CE")):
        for each in range(number):
            at = f"{each * draw.choice((2, 3))},{0 if player == 'blue' else -hexes - draw.randint(0, 2)}"
            ships.append(
                f'[[ships]]\nname = "{names.pop(0)}"\nclass = "{draw.choice(CLASSES)}"\nplayer = "{player}"\n'
                f'at = "{at} alt {draw.randint(-4, 4):+}"\nvectors = "{draw.randint(2, 8)}{course}"\n'
                f'nose = "{draw.choice(nose)}"\nroll = {draw.choice((0, 0, 3, 9))}\n'
            )
    players = "".join(f'[players.{each}]\nname = "{each.title()}"\nside = "{each}"\n' for each in ("blue", "red"))
    return started("sits", f'title = "Generated {seed}"\n{players}\n{"".join(ships)}', f"generated-{seed}")


def generated_flight(seed: int, number: int = 1) -> Start:
    """A battle of Star Wars: so many starships a side, 1 to 3, of any classes, that meet from 5 to 9 hexes."""
    draw = random.Random(seed)  # noqa: S311 -- a scenario that anybody can draw again
    hexes, names, starships = draw.randint(5, 9), list(NAMES), list[str]()
    for player, facing in (("blue", "A"), ("red", "D")):
        for each in range(number):
            card, speeds = draw.choice(STARSHIPS)
            a, c = (0 if player == "blue" else hexes + draw.randint(0, 1)), 3 * each + draw.randint(0, 2)
            group = f"number = {draw.randint(2, 4)}\n" if "group" in card else ""
            starships.append(
                f'[[starships]]\nname = "{names.pop(0)}"\nclass = "{card}"\nplayer = "{player}"\n'
                f'at = "{a}A {c}C"\nfacing = "{facing}"\nspeed = {draw.choice(speeds)}\n{group}'
            )
    rocks = '[[terrain]]\nname = "Belt"\nkind = "asteroid-field"\nsetback = 1\ncentre = "4A 2C"\nradius = 1\n'
    crews, slots = draw.choice(("on", "on", "off")), draw.choice(("sides", "starships"))
    players = "".join(f'[players.{each}]\nname = "{each.title()}"\nside = "{each}"\n' for each in ("blue", "red"))
    text = (
        f'rules = "starwars"\ntitle = "Generated {seed}"\ncriticals = "Sample critical hits"\n'
        f'[options]\ncrews = "{crews}"\ninitiative = "{slots}"\n{players}\n'
        f"{''.join(starships)}{draw.choice((rocks, '', ''))}"
    )
    return started("starwars", text, f"generated-{seed}")


def bundled(rules_name: str, name: str) -> Start:
    """A bundled scenario."""
    return started(rules_name, system(rules_name).bundled()[name].text, name)


def started(rules_name: str, text: str, name: str) -> Start:
    """A scenario's text as a game begins by it."""
    rules = system(rules_name)
    game = Fold().add_all(first_facts(name, rules, rules.setup(text, name, {}))).game
    return Start(rules, game.board, {player: str(who.side) for player, who in game.players.items()})


def cadet(start: Start, player: str, seed: str) -> OrdersByStep:
    """The usual plan."""
    del seed
    return usual(start.rules, start.board, player)


def idler(start: Start, player: str, seed: str) -> OrdersByStep:
    """Nothing at all."""
    del start, player, seed
    return {1: ()}


def captain(start: Start, player: str, seed: str) -> OrdersByStep:
    """The best plan against what the others usually do."""
    rules, board = start.rules, start.board
    plans = [*rules.plans(board, player)]
    if not plans:
        return {}
    at = rules.moment(board)
    # where orders are for one exchange alone, what comes of them is seen when everybody has acted once more
    until = Moment(at.turn + 1, at.segment) if rules.language.stepless else Moment(at.turn, rules.most_steps)
    asked = Outlook.of(rules, board, start.sides, {}, until, f"{seed} {player} {at}")
    return decide(asked, player, plans, PLAYS).plan.orders


def played(start: Start, levels: Mapping[str, Orders], seed: str) -> Any:
    """The board after a game between levels, by player: to its end, or for TURNS turns."""
    rules, board = start.rules, start.board
    while rules.outcome(board) is None and (at := rules.moment(board)).turn <= TURNS:
        now = Start(rules, board, start.sides)
        conducts = {player: following(rules, player, level(now, player, seed)) for player, level in levels.items()}
        until = at if rules.language.stepless else Moment(at.turn, rules.most_steps)
        board = play(rules, board, conducts, dice_of(f"game {seed}", 0), until).board
    return board


def pair(start: Start, one: Orders, other: Orders, seed: str) -> tuple[Fraction, Fraction]:
    """By how many points one level ends ahead of another, in either seat on the same dice."""
    first, second = sorted(start.sides)
    found = []
    for seat, rest in ((first, second), (second, first)):
        board = played(start, {seat: one, rest: other}, seed)
        found.append(worth(tuple(report_of(start.rules.name).measures(board)), start.sides[seat]))
    return found[0], found[1]


#: Each level, and the one below.
BELOW: Final[Mapping[str, tuple[Orders, Orders]]] = {"cadet": (cadet, idler), "captain": (captain, cadet)}


def main(pairs: int = 9, rules_name: str = "sits", level: str = "") -> None:
    """Play all of them, and say how a level did, by default the best that the rule system has."""
    level = level or levels_of(system(rules_name))[-1]
    ahead: list[Fraction] = []
    games: list[Fraction] = []
    generate = {"sits": generated, "starwars": generated_flight}[rules_name]
    for number, start in enumerate(map(generate, SCENARIOS[rules_name])):
        found = [pair(start, *BELOW[level], f"{number} {each}") for each in range(pairs)]
        ahead += [sum(each, Fraction()) / 2 for each in found]
        games += [game for each in found for game in each]
        mean, error = mean_and_error([sum(each, Fraction()) / 2 for each in found])
        print(f"scenario {number + 1}: {level} ahead by {tenths(mean)}, give or take {tenths(2 * error)}", flush=True)
    mean, error = mean_and_error(ahead)
    won, lost = sum(game > 0 for game in games), sum(game < 0 for game in games)
    measures = listed(measure.name for measure in report_of(rules_name).measures(start.board))
    print(f"{len(games)} games: {won} won, {len(games) - won - lost} level, {lost} lost.")
    print(f"Ahead by {tenths(mean)} points (the mean of {measures}), give or take {tenths(2 * error)}.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 9, *sys.argv[2:4])
