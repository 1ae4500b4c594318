"""Fair dice at one machine: each player's secret fixes their part in all of them before the first order.

The record holds what commits each player, and no secret: whoever copies the folder can't go on without them, and with
them and the same orders throws the same. Rule: house.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from sits_es.disk import is_there, new_file
from sits_es.errors import NotAllowedError
from sits_es.game.events import DiceCommitted
from sits_es.game.seals import before, chain_of, end_of
from sits_es.game.state import Game
from sits_es.keys.private import read_secret
from sits_es.sentences import listed, shell, unknown

#: Letters that a secret has at the least.
SHORTEST: Final = 12
#: A player's secret, asked of the player.
Ask = Callable[[str], str]


def not_asked(player: str) -> str:
    """Answers where nobody can be asked. Raises NotAllowedError."""
    raise NotAllowedError(f"{player}'s secret is needed, but there is no terminal to type it on. {_named_by(player)}")


def _named_by(player: str) -> str:
    return f"Name a file that holds it: --secret {shell(f'{player}=FILE')}"


def from_files(named: Mapping[str, Path], ask: Ask = not_asked, new: Mapping[Path, str] | None = None) -> Ask:
    """Asks only players for whom no file is named. A file's text is the secret, without spaces at its ends.

    new: of files that are yet to be written.
    """

    def secret(player: str) -> str:
        if player not in named:
            return ask(player)
        path = named[player]
        return new[path] if new and path in new else read_secret(path).strip()

    return secret


def read_named(texts: Iterable[str]) -> dict[str, Path]:
    """Files with secrets by player, each given as PLAYER=FILE. Raises NotAllowedError for any other text."""
    found: dict[str, Path] = {}
    for text in texts:
        player, _, file = text.partition("=")
        if not player or not file or player in found:
            raise NotAllowedError(
                "--secret takes PLAYER=FILE, such as --secret red=red.secret, at most once for each player."
            )
        found[player] = Path(file)
    return found


def read_of(game: Game, texts: Iterable[str]) -> dict[str, Path]:
    """The same, for players of a game whose part in the dice is fixed. Raises NotAllowedError for anybody else."""
    found = read_named(texts)
    if found and not game.links:
        raise NotAllowedError(f"{game.called} does not use fair dice. Leave out --secret.")
    _require_known(found, game.links)
    return found


def _require_known(named: Iterable[str], players: Iterable[str]) -> None:
    known = sorted(players)
    if strangers := [unknown("player", player, known) for player in named if player not in known]:
        raise NotAllowedError(strangers)


def new_secrets(named: Mapping[str, Path], players: Iterable[str]) -> dict[Path, str]:
    """New secrets for the named files that are not there. Raises NotAllowedError for strangers."""
    _require_known(named, players)
    return {path: os.urandom(32).hex() for path in named.values() if not is_there(path)}


def write_secrets(new: Mapping[Path, str]) -> None:
    """Write new secrets for their owners' eyes alone, into all files or none. Raises as `new_file`."""
    with ExitStack() as stack:
        for path, words in new.items():
            with new_file(path) as out:
                out.write(f"{words}\n")
            stack.callback(path.unlink, missing_ok=True)
        stack.pop_all()


def commitments(game: str, players: Iterable[str], ask: Ask) -> list[DiceCommitted]:
    """What commits each player. game: its id, or of a line of it. NotAllowedError for short secrets, or one of two."""
    secrets = {player: ask(player) for player in sorted(players)}
    faults = [
        f"{player}'s secret has {len(words)} characters, so others could guess it. Use {SHORTEST} or more."
        for player, words in secrets.items()
        if len(words) < SHORTEST
    ]
    if len({*secrets.values()}) < len(secrets):
        faults.append(
            f"{listed(secrets)} have the same secret. Each player needs a secret that the others do not know."
        )
    if faults:
        raise NotAllowedError(faults)
    return [
        DiceCommitted(player=player, commitment=end_of(chain_of(words, game, player)))
        for player, words in secrets.items()
    ]


def line_id(game: Game) -> str:
    """The id of the line that a game is: its own, after a rewind with the line's name, so that no nonce comes again."""
    return game.id if game.branch == game.root else f"{game.id} {game.branch}"


def chains(game: Game, ask: Ask) -> dict[str, bytes]:
    """The chains of players whose part in a game's dice is fixed. Raises NotAllowedError for secrets of others."""
    found = {player: chain_of(ask(player), line_id(game), player) for player in game.links}
    wrong = [player for player, chain in found.items() if before(chain, game.links[player]) is None]
    if wrong:
        raise NotAllowedError(
            f"That is not the secret that {player} chose when {game.called} began. Nothing was played."
            for player in wrong
        )
    return found
