"""What a shell completes besides verbs and options: names of games, players, units, moments and the like.

It is asked for at each touch of a key: what it needs is imported then, it writes nothing, asks no server, and whatever
goes wrong it has no names to offer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from commands.home import home, server

if TYPE_CHECKING:
    from sits_es.service.session import OpenGame, Session

#: By which word of a command its game is known: the first of them that it has.
GAMES: Final = ("game", "name")


def games(ctx: typer.Context, incomplete: str) -> list[str]:
    """Games and branches in the player's folder."""
    from sits_es.service import completion

    del ctx
    return _offered(incomplete, lambda: _asked(completion.games))


def stores(ctx: typer.Context, incomplete: str) -> list[str]:
    """Stores, and folders with some."""
    del ctx
    return _offered(incomplete, lambda: _files(incomplete, ".db"))


def _of_game(what: str) -> Callable[[typer.Context, str], list[str]]:
    """Completes what a function of that name in the service's completion tells of the game that the line names."""

    def found(ctx: typer.Context, incomplete: str) -> list[str]:
        from sits_es.service import completion

        return _offered(incomplete, lambda: _asked_of(ctx, getattr(completion, what)))

    return found


players, units, moments, turns, measures = map(_of_game, ("players", "units", "moments", "turns", "measures"))


def counted(ctx: typer.Context, incomplete: str) -> list[str]:
    """What is counted in the game that the line names, and behind `range` its units."""
    return (units if "range" in (ctx.params.get("what") or ctx.args[1:]) else measures)(ctx, incomplete)


def scenarios(ctx: typer.Context, incomplete: str) -> list[str]:
    """Scenarios that come with the program, and files."""
    from sits_es.service.scenario import bundled_texts

    del ctx
    return _offered(incomplete, lambda: [*bundled_texts(None), *_files(incomplete, ".toml")])


def pages(ctx: typer.Context, incomplete: str) -> list[str]:
    """Pages of the documentation."""
    from sits_es.service import documentation

    del ctx
    return _offered(incomplete, lambda: [page.name for page in documentation.pages()])


def systems(ctx: typer.Context, incomplete: str) -> list[str]:
    """Rule systems."""
    from sits_es.rules import system_names

    del ctx
    return _offered(incomplete, system_names)


def classes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Classes of units, samples and a player's own, of the rule system that the line names, or of all."""
    from sits_es.service.card_list import card_list

    def found() -> Iterator[str]:
        for cards in card_list(home(), ctx.params.get("rules")).cards.values():
            yield from (card.name for card in cards)

    return _offered(incomplete, found)


def orders(ctx: typer.Context, incomplete: str) -> list[str]:
    """Orders of the rule system that the line names, or of its game's, or of the usual one."""
    from sits_es.rules import require_installed, usual_system
    from sits_es.rules.order_guide import guide_of

    def titles() -> Iterable[str]:
        named = ctx.params.get("rules")
        of_game = None if named else next(iter(_asked_of(ctx, lambda opened: [opened.rules.name])), None)
        name = require_installed(named) if named else of_game or usual_system()
        return () if name is None else guide_of(name).titles()

    return _offered(incomplete, titles)


def sections(ctx: typer.Context, incomplete: str) -> list[str]:
    """Sections of the rules by number, with their parts; those without one by heading."""
    from sits_es.rules import require_installed, usual_system
    from sits_es.rules.rulebook import rulebook_of

    def found() -> Iterator[str]:
        named = ctx.params.get("system")
        name = require_installed(named) if named else usual_system()
        for section in rulebook_of(name).sections if name is not None else ():
            yield from (section.number or section.heading, *section.parts)

    return _offered(incomplete, found)


def _offered(incomplete: str, names: Callable[[], Iterable[str]]) -> list[str]:
    """The names that begin so, as the shell takes them; none where anything is in the way of telling them."""
    try:
        found = [name for name in names() if name.startswith(incomplete)]
    except Exception:  # noqa: BLE001 -- somebody is typing, and can be told nothing
        return []
    return [_for_the_shell(name) for name in found if name.isprintable()]


def _for_the_shell(name: str) -> str:
    """A name of several words as one: Bash puts it in as it stands, other shells see to it themselves."""
    if os.environ.get("_SITS_COMPLETE") != "complete_bash":
        return name
    return "".join(letter if letter.isalnum() or letter in "._-/+@" else f"\\{letter}" for letter in name)


def _asked(ask: Callable[[Session], Iterable[str]]) -> Iterable[str]:
    from sits_es.service.completion import open_read_only

    if server() is not None:
        return ()
    with open_read_only(home()) as session:
        return () if session is None else ask(session)


def _asked_of(ctx: typer.Context, ask: Callable[[OpenGame], Iterable[str]]) -> Iterable[str]:
    game = _game_of(ctx)
    return () if game is None else _asked(lambda session: ask(session.open_game(game)))


def _game_of(ctx: typer.Context) -> str | None:
    """The game that the line names; None if it names none.

    Behind an option whose value is still to be typed the line is not read to its end: its words are in `args` then.
    """
    known = next((found for word in GAMES if isinstance(found := ctx.params.get(word), str)), None)
    first = next((each.name for each in ctx.command.params if each.param_type_name == "argument"), None)
    return ctx.args[0] if known is None and ctx.args and first in GAMES else known


def _files(incomplete: str, ending: str) -> Iterator[str]:
    """Files with an ending in the folder that is being typed, and folders in it once something is typed."""
    folder = incomplete.rpartition("/")[0]
    before = f"{folder}/" if "/" in incomplete else ""
    for path in sorted(Path(before or ".").iterdir()):
        if path.suffix == ending or (incomplete and path.is_dir()):
            yield f"{before}{path.name}{'/' if path.is_dir() else ''}"
