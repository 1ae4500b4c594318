"""How well the captain plays: games of generated scenarios against a cadet, in pairs with the seats swapped.

    python -m tests.strength            twelve scenarios of SITS, nine pairs each
    python -m tests.strength 2          two pairs each
    python -m tests.strength 20 starwars

Each pair is played on the same dice, so that a seat that is better by itself helps nobody.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
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

#: Scenarios of SITS, by the seed that each is generated from. None was looked at while the plans were written.
SCENARIOS: Final = tuple(range(101, 113))
#: Turns that a game lasts at the most, and plays that the captain chooses by.
TURNS: Final = 5
PLAYS: Final = 250
CLASSES: Final = (
    "Sample Destroyer",
    "Sample Light Cruiser",
    "Sample Heavy Cruiser",
    "Sample Battlecruiser",
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


def captain(start: Start, player: str, seed: str) -> OrdersByStep:
    """The best plan against what the others usually do."""
    rules, board = start.rules, start.board
    plans = [*rules.plans(board, player)]
    if not plans:
        return {}
    at = rules.moment(board)
    asked = Outlook.of(rules, board, start.sides, {}, Moment(at.turn, rules.most_steps), f"{seed} {player} {at}")
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


def starts(rules_name: str) -> Iterator[Start]:
    """The scenarios of a rule system: generated ones of SITS, the bundled ones of any other."""
    if rules_name == "sits":
        yield from map(generated, SCENARIOS)
        return
    for name in sorted(system(rules_name).bundled()):
        yield bundled(rules_name, name)


def main(pairs: int = 9, rules_name: str = "sits") -> None:
    """Play all of them, and say how the captain did."""
    ahead: list[Fraction] = []
    games: list[Fraction] = []
    for number, start in enumerate(starts(rules_name)):
        found = [pair(start, captain, cadet, f"{number} {each}") for each in range(pairs)]
        ahead += [sum(each, Fraction()) / 2 for each in found]
        games += [game for each in found for game in each]
        mean, error = mean_and_error([sum(each, Fraction()) / 2 for each in found])
        print(f"scenario {number + 1}: captain ahead by {tenths(mean)}, give or take {tenths(2 * error)}", flush=True)
    mean, error = mean_and_error(ahead)
    won, lost = sum(game > 0 for game in games), sum(game < 0 for game in games)
    measures = listed(measure.name for measure in report_of(rules_name).measures(start.board))
    print(f"{len(games)} games: {won} won, {len(games) - won - lost} level, {lost} lost.")
    print(f"Ahead by {tenths(mean)} points (the mean of {measures}), give or take {tenths(2 * error)}.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 9, *sys.argv[2:3])
