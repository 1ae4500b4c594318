"""The verbs new, games (list, archive, branches, rename, seats, delete) and follow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands import completion
from commands.home import (
    by_mail,
    desk_here,
    forget,
    home,
    listed_games,
    open_game,
    open_session,
    read_models,
    server,
    where_games_are,
)
from commands.options import (
    Ascii,
    ChosenOptions,
    GameOrBranch,
    Json,
    OwnCards,
    ScenarioRules,
    Width,
    player_option,
    reading,
)
from commands.output import Form, columns, confirm, say, show_json, show_view, warn
from commands.secrets import Secrets, asking
from commands.stream import unread
from commands.verbs import RefusingGroup
from sits_es.errors import GameError, NotAllowedError
from sits_es.sentences import counted, listed, shell, visible

if TYPE_CHECKING:
    from sits_es.game.events import DiceCommitted
    from sits_es.service.session import OpenGame


def new(
    scenario: Annotated[
        str,
        typer.Argument(
            autocompletion=completion.scenarios, help="A bundled scenario, such as duel, squadron or convoy, or a file."
        ),
    ],
    name: Annotated[str, typer.Option("--name", help="A name for the game.")],
    rules: ScenarioRules = None,
    cards: OwnCards = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="LEVEL", help="How well the program plays the other seats: captain or cadet."
        ),
    ] = None,
    seat: Annotated[str | None, player_option("--as", "Your seat against the program; by default the first.")] = None,
    fair_dice: Annotated[
        bool, typer.Option("--fair-dice", help="Fix each player's part in all dice now, with one secret per player.")
    ] = False,
    secrets: Secrets = None,
    option: ChosenOptions = None,
) -> None:
    """Begin a hot-seat game.

    Anybody with the folder of a hot-seat game can throw its dice again in a copy. --fair-dice prevents that: each
    player has a secret, which they type now and at each play, or keep in the file that --secret names. A missing file
    is created with a new secret. See: sits docs record

    sits new duel --name friday
    sits new my-scenario.toml --name convoy-2 --cards my-cards
    sits new duel --name friday --against captain --as red
    sits new duel --name friday --option sidewall=stops
    sits new duel --name friday --fair-dice
    sits new duel --name friday --fair-dice --secret red=red.secret --secret blue=blue.secret
    """
    from sits_es.service import fair_dice as fair
    from sits_es.service.names import order_file
    from sits_es.service.scenario import found_game

    if seat is not None and level is None:
        raise NotAllowedError("--as is for a game against the program. Say how well it plays: --against captain")
    if secrets and not fair_dice:
        raise NotAllowedError("--secret is for a game with fair dice. Add: --fair-dice")
    named, made = fair.read_named(secrets or ()), list[Path]()

    def commits(drawn: str, players: Collection[str]) -> Sequence[DiceCommitted]:
        new = fair.new_secrets(named, players)
        fixed = fair.commitments(drawn, players, fair.from_files(named, asking(name, twice=True), new))
        # whoever is refused above has no secret left that nobody told them of
        fair.write_secrets(new)
        made.extend(new)
        return fixed

    with open_session() as session:
        fair_by = commits if fair_dice else None
        fold = found_game(
            session, scenario, name, rules, cards, fair_by, options=option or (), seat=seat, level=level
        ).fold()
        game = fold.game
        sides = ", ".join(f"{player} ({who.name})" for player, who in sorted(game.players.items()))
        typer.echo(f"{name} is set up: {visible(game.title)}. Players: {sides}.")
        for path in made:
            typer.echo(f"{path} is written: a secret that only its player may know.")
        if game.links:
            parts = listed(game.links)
            say(
                f"The dice are fair: {parts} have fixed their parts in advance. Without the players' secrets "
                "nobody can play on."
            )
        say(f"{name}: {game.waits}.")
        owed = game.owed
        if owed is None:
            for player in game.players:
                file = shell(order_file(name, player, "facts"))
                typer.echo(f"  sits orders new {shell(name)} --as {shell(player)} -o {file}")
                typer.echo(f"  sits record {shell(name)} {file}")
            return
        for player, plays in game.bots.items():
            say(f"The {plays} gives {player}'s orders, exchange by exchange; no file is needed.")
        files = {player: shell(order_file(name, player)) for player in game.asked}
        for player, file in files.items():
            typer.echo(f"  sits orders new {shell(name)} --as {shell(player)} -o {file}")
        options = [f"--secret {shell(f'{player}={path}')}" for player, path in named.items()]
        typer.echo(" ".join([f"  sits play {shell(name)}", *files.values(), *options]))


#: A group that does something of its own where none of its verbs is called.
app = typer.Typer(cls=RefusingGroup, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def games(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Archived games too.")] = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """List the games here: where each stands, what it branched from, and who owes what by mail.

    sits games
    sits games --json
    sits games --all
    sits games archive duel
    """
    if ctx.invoked_subcommand is not None:
        if every or as_json or width is not None:
            raise NotAllowedError("--all, --json and --width belong to the list: use them only with `sits games`.")
        return
    damaged: dict[str, str] = {}
    _list(damaged, Form(as_json, ascii_only, width), every=every)
    # no fault of whoever asks: an audit and the doctor fail for it
    warn(f"{why} That game is not in the list." for why in damaged.values())


def _list(damaged: dict[str, str], form: Form, *, every: bool) -> None:
    """Print the list. damaged: is told which games cannot be read, and why; every: archived ones too."""
    known, called, left = _rows(damaged, form)
    rows = known if every else [row for row in known if "aside" not in row]
    if not every:
        for name in damaged.keys() & {row["name"] for row in known if "aside" in row}:
            del damaged[name]
    if form.as_json:
        show_json(rows)
        return
    if rows:
        _print_list(rows, called, left, form)
    elif not damaged:
        none = f"There are no games here yet. Try: sits demo\n{where_games_are()}"
        say("All games here are archived: sits games --all" if known else none)
        return
    if aside := len(known) - len(rows):
        typer.echo(f"\n{counted(aside, 'game')} archived: sits games --all")


def _rows(damaged: dict[str, str], form: Form) -> tuple[list[dict[str, Any]], dict[str, str], set[str]]:
    """The rows of the list, names in place of those on record, and branches that a game by mail has left."""
    from sits_es.service.archive import hidden
    from sits_es.service.names import continuations

    with open_session() as session:
        rows, aside = listed_games(session, damaged, as_json=form.as_json), hidden(session)
        here, aliases = [row["name"] for row in rows], session.aliases
        branched = {name for row in rows if row["parent"] for name in (row["name"], row["parent"])}
        called = aliases.all_shown({*branched, *here})
        mailed = _by_mail()
        # branches of games by mail that are not played on, for another that became the game, and rewound lines
        roots = {each["game"] for each in rows if each["name"] in mailed}
        others = {name for name in here if name in roots or name in continuations(name.partition("~")[0], [(name, "")])}
        left = (others - mailed.keys()) | {name for name in branched if aliases.current(name) != name}
        for row in rows:
            owed = [] if row["name"] in left else [{"player": player, "what": "orders"} for player in row["owed"]]
            row["owed"] = mailed[row["name"]]["owed"] if row["name"] in mailed else owed
            name = row["name"]
            if called[name] != name and (name not in others or name in aliases.listed.names):
                row["called"] = called[name]
            row.update({"aside": True} if name in aside else {})
    rows += [each for each in mailed.values() if each["name"] not in (*here, *damaged)]
    return rows, called, left


def _print_list(rows: Sequence[dict[str, Any]], called: Mapping[str, str], left: Collection[str], form: Form) -> None:
    """A line for each game, and how games ended. called: names in place of those on record."""
    from commands.render.columns import one_line_each, shortened, table_lines

    rows = sorted(rows, key=lambda row: called.get(row["name"], row["name"]))
    heads = ["Game", "Title", "Rules", "At", "Status", "Fork of"]
    shown = [
        [
            called.get(row["name"], row["name"]),
            visible(row["title"]),
            row["system"],
            f"{row['turn']}.{row['step']}" if row["title"] else "-",
            "archived" if "aside" in row else "old line" if row["name"] in left else _status(row),
            called.get(row["parent"], row["parent"]) or "-",
        ]
        for row in rows
    ]
    if not any(row["parent"] for row in rows):
        heads, shown = heads[:-1], [cells[:-1] for cells in shown]
    room = columns(form.width)
    heads, shown = one_line_each(heads, shown, room, "Title", ["Title", "Rules", "Fork of"])
    show_view(table_lines(heads, shown, room), form)
    if ended := [row for row in rows if row["outcome"]]:
        typer.echo()
        for row in ended:
            said = f"{called.get(row['name'], row['name'])}: {visible(row['outcome'])}"
            typer.echo(shortened(said, room))


def _by_mail() -> dict[str, dict[str, Any]]:
    """Games by mail, by branch: who owes what, and as a row of its own one that has not begun here."""
    from projections.game_list import to_come

    try:
        with desk_here() as desk:
            if desk is None:
                return {}
            from sits_es.post.status import status_of

            found = [(here, status_of(desk, here)) for here in desk.drawer.games()]
    except GameError as refusal:
        typer.echo(f"What is owed in games by mail can't be read: {refusal}", err=True)
        return {}
    return {
        each.branch: {
            **to_come(each.branch, each.stands),
            "owed": [{"player": owed.seat, "what": "letters" if each.sends(owed) else owed.what} for owed in each.owed],
        }
        | ({"aside": True} if here.away else {})
        for here, each in found
    }


def _status(row: dict[str, Any]) -> str:
    """How a game is: what is owed and by whom, or else a word for it."""
    owed: dict[str, list[str]] = {}
    for each in row["owed"]:
        owed.setdefault(each["what"], []).append(each["player"])
    said = (f"{', '.join(each)} {'owes' if len(each) == 1 else 'owe'} {what}" for what, each in owed.items())
    return "; ".join(said) or str(row["status"])


@app.command()
@reading
def branches(
    form: Form,
    game: GameOrBranch,
) -> None:
    """Show all branches of a game as a tree: where each branches off, and where it stands.

    sits games branches duel
    sits games branches what-if --json
    """
    from sits_es.service.forks import branch_tree, branches_of

    with open_game(game) as opened:
        found = branches_of(opened, by_mail().values())
    if form.as_json:
        show_json([each.as_json() for each in found])
    else:
        form.show(branch_tree(found))


@app.command()
def archive(game: GameOrBranch) -> None:
    """Archive a game with its branches: the list leaves them out, but all other commands still find them.

    `sits mail in` and `sits mail status` no longer mention an archived game by mail. The others are not told; letters
    for the game still count, and your program still sends what you owe.

    sits games archive duel
    """
    from sits_es.service.archive import archive as put_aside

    _aside(game, put_aside, away=True)


@app.command()
def restore(game: GameOrBranch) -> None:
    """Put a game back into the list.

    sits games restore duel
    """
    from sits_es.service.archive import restore as put_back

    _aside(game, put_back, away=False)


def _aside(game: str, put: Callable[[OpenGame], Iterable[str]], *, away: bool) -> None:
    """Put a game aside or back, and say so; one by mail with its letters, even before it has begun here."""
    with desk_here() as desk:
        session = open_session() if desk is None else desk.session
        here = None if desk is None else desk.find_game(session.aliases.resolve(game))
        if desk is not None and here is not None:
            from msgspec.structs import replace

            desk.drawer.put_game(replace(here, away=away))
            desk.drawer.save()
        if desk is not None and here is not None and not here.begun:
            typer.echo(f"{here.name} is archived." if away else f"{here.name} is in the list again.")
            return
        with session:
            for line in put(session.open_game(game)):
                typer.echo(line)


@app.command()
def rename(game: GameOrBranch, name: Annotated[str, typer.Argument(help="The new name.")]) -> None:
    """Rename a game on this machine only. The game's recorded name stays and still works.

    sits games rename duel friday
    """
    from sits_es.service.archive import rename as call

    with open_session() as session:
        for line in call(session.open_game(game), name):
            typer.echo(line)


@app.command()
def seats(
    game: GameOrBranch,
    others: Annotated[list[str] | None, typer.Argument(metavar="ROLE...", help="Server roles to let in.")] = None,
) -> None:
    """Show who may write to a game on a server, and let others in.

    The player who began the game and the owner of the database may let others in. A role with members stands for all of
    them.

    sits games seats duel
    sits games seats duel bert carla
    """
    with open_session() as session:
        opened = session.open_game(game)
        begun_by, players = session.store.seats(opened.stream, others or ())
    typer.echo(f"{opened.name} was begun by {begun_by}. Others who may play it: {listed(players, 'nobody')}.")


@app.command()
def delete(
    game: GameOrBranch,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
) -> None:
    """Delete a game, or a branch without branches of its own, after writing a bundle that restores it.

    No record is changed: all other games go into a new store, which is checked and then replaces the old one. First end
    all other programs that use your folder.

    sits games delete what-if
    sits games delete what-if --yes
    """
    from sits_es.service.archive import delete as delete_game
    from sits_es.service.archive import plan_deletion

    if server() is not None:
        raise NotAllowedError(
            "The record is on a PostgreSQL server (SITS_STORE), where others may need the game, so it can't be "
            f"deleted from here. To hide it from your list: sits games archive {shell(game)}"
        )
    with desk_here() as desk:
        needed = set() if desk is None else desk.needed()
    with open_session() as session:
        found = plan_deletion(session.open_game(game), needed)
    if not yes:
        confirm(found.asked(), "Nothing was deleted. To skip the question: --yes")
    delete_game(home(), found, forget)
    typer.echo(found.done())


def follow(
    game: Annotated[
        str | None, typer.Argument(autocompletion=completion.games, help="One game or branch; by default all games.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the game's events as they come, each as a line of JSON.")
    ] = False,
    start: Annotated[
        int | None,
        typer.Option("--since", metavar="N", min=0, help="With --json: events from #N on; by default only new ones."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--for", min=0, help="How many seconds to follow; by default until ^C.")
    ] = None,
) -> None:
    """Report which games move on while others play in the same store, and keep lists and searches here up to date.

    sits follow
    sits follow --for 600
    sits follow duel --json --since 0
    """
    if as_json and game is None:
        raise NotAllowedError("Name the game whose events you want: sits follow GAME --json")
    if start is not None and not as_json:
        raise NotAllowedError("--since needs a game and --json: sits follow GAME --json --since N")
    with open_session() as session:
        opened = None if game is None else session.open_game(game)
        if opened is not None and as_json:
            end = opened.head.version
            after = end if start is None else start - 1
            if after > end:
                raise NotAllowedError(
                    f"{opened.name} ends at event #{end}, so --since takes 0 to {end + 1}. If you have later events of "
                    "this game, the record here was rolled back."
                )
            for stored in session.store.follow(opened.stream, after, seconds):
                typer.echo(stored.line(), nl=False)
                if unread():
                    break
            return
        known, said = session.store.heads(), dict[str, str]()
        what = counted(len(known), "game") if opened is None else opened.called
        typer.echo(f"Following {what} in {session.store.place or session.folder}.")
        for _ in session.store.changes(seconds):
            damaged: dict[str, str] = {}
            with read_models(session, damaged=damaged):
                heads = session.store.heads()
            warn(why for name, why in damaged.items() if said.get(name) != why)
            said = damaged
            for name, head in heads.items():
                if known.get(name) != head and (opened is None or opened.stream == name) and name not in damaged:
                    begun = "" if name in known else "has begun: it "
                    typer.echo(f"{session.display_name(name)} {begun}is at event #{head.version}.")
            known = heads
