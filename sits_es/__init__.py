"""SITS-ES: three-dimensional space tactics by e-mail, on a record that players can check.

`open_games(folder)` gives a program what the command line gives a person.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sits_es.service.games import Games

__all__ = ["open_games"]


def open_games(folder: Path | str = "var") -> Games:
    """Open the games in a folder; the first game makes it. Use what it gives in a `with` block.

    Raises UnreadableError if no games can be kept there.
    """
    from sits_es.service.games import Games

    return Games(Path(folder))
