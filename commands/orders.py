"""Verbs about order files: help, new and check; for games by mail also seal, unseal, pass and standing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.files import write_new
from commands.home import (
    desk_here,
    open_desk,
    open_game,
    open_replica,
    open_session,
    require_played,
    sealed_here,
    seated,
)
from commands.options import At, GameByMail, GameName, Json, NewFile, UsualRules, moment_option, player_option, reading
from commands.output import LETTERS, Form, refuse, say, say_and_write, show_json, warn
from commands.pager import paged
from commands.verbs import group
from sits_es.errors import NotAllowedError
from sits_es.sentences import counted, either, shell

if TYPE_CHECKING:
    from sits_es.rules.system import System
    from sits_es.service.orders import LinesSettled
    from sits_es.service.session import OpenGame

app = group("Write and check order files, and give orders in games by mail.")

As = Annotated[str | None, player_option("--as", "The player who gives the orders.")]
Claimed = Annotated[
    str | None, player_option("--as", "The player who gives the orders; not needed if you play only one side.")
]


@app.command("help")
@reading
def tell(
    form: Form,
    order: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ORDER]",
            autocompletion=completion.orders,
            help="The start of an order; by default, all orders are listed.",
        ),
    ] = None,
    rules: UsualRules = None,
    game: Annotated[
        str | None,
        typer.Option("--game", autocompletion=completion.games, help="Explain the orders of this game's rule system."),
    ] = None,
) -> None:
    """Explain how orders are written: each order's forms, words and effect, an example and its rule.

    sits orders help
    sits orders help launch
    sits orders help stop if
    sits orders help fly --rules starwars
    sits orders help --game ours
    """
    from sits_es.rules.order_guide import guide_of
    from sits_es.service.order_help import find_help, guide_blocks, guide_json, order_blocks

    system = _system_of(rules, game)
    found = find_help(system, order) if order else guide_of(system.name).orders
    if form.as_json:
        show_json(guide_json(system, found))
        return
    form.show(order_blocks(system, found) if order else guide_blocks(system))
    if not order:
        said = f" --rules {shell(rules)}" if rules else f" --game {shell(game)}" if game else ""
        say(f"\nRead one: sits orders help {found[0].title}{said}")
        say("To write a file: sits orders new GAME --as PLAYER -o FILE. To check it: sits orders check FILE")


def _system_of(rules: str | None, game: str | None) -> System:
    """The rule system that is named, or that a game is played by, or the usual one."""
    from sits_es.rules import require_installed, system, system_names, usual_system

    if rules is not None and game is not None:
        raise NotAllowedError("Give either --rules or --game.")
    if game is not None:
        with open_game(game) as opened:
            return opened.rules
    name = require_installed(rules) if rules is not None else usual_system()
    if name is None:
        raise NotAllowedError(f"Say whose orders: {' or '.join(f'--rules {each}' for each in system_names())}")
    return system(name)


def _seat(opened: OpenGame, claimed: str | None) -> str:
    """Whose orders are written: as is said, or else those of the only person who owes or gives any here."""
    game = opened.fold().game
    if claimed is not None:
        from sits_es.orders.names import known_as

        return known_as("player", claimed, game.players)
    if (player := seated(opened)) is not None:
        return player
    people = sorted(each for each in game.players if game.what_if or each not in game.bots)
    owing = [each for each in people if game.owed is not None and each in game.owed.orders_by]
    if len(people := owing or people) != 1:
        raise NotAllowedError(f"Say whose orders: {either(f'--as {shell(each)}' for each in people)}")
    return people[0]


@app.command()
def new(
    game: GameName,
    claimed: Claimed = None,
    out: NewFile = None,
    at: At = None,
    with_hints: Annotated[
        bool, typer.Option("--hints", help="Say what each order is worth by itself, over many plays.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite an existing file and keep its old lines below as comments.")
    ] = False,
) -> None:
    """Write an order file ready to edit, with every unit, its state and what it can do.

    A file name that ends with .html gives a page on which the player writes orders by pointing.

    sits orders new duel --as red
    sits orders new duel --as red -o red.orders
    sits orders new duel --as red -o red.orders --hints
    sits orders new duel --as red -o red.orders --force
    sits orders new duel --as red -o red.html
    """
    from sits_es.disk import is_there, new_file, read_text
    from sits_es.service.orders import above_earlier, new_orders

    page = out is not None and out.suffix.lower() == ".html"
    over = out is not None and not page and is_there(out)
    if over and not force:
        raise NotAllowedError(f"{out} already exists. Name another file, or keep its lines as comments: --force")
    with open_game(game, at) as opened:
        player = _seat(opened, claimed)
        if at is None:
            require_played(opened, f"sits orders new GAME --as {shell(player)}")
        sealed = sealed_here(opened.called) if at is None else {}
        if out is not None and page:
            _write_page(opened, player, out, sealed, over=force)
            return
        facts = opened.fold().game.owed is None
        text = new_orders(opened, player, sealed)
        if with_hints:
            from sits_es.service.hints import hints

            text += "\n".join([*hints(opened.fold(), player), ""])
        if out is not None and over:
            text = above_earlier(text, read_text(out), opened.rules.language)
    if out is None or not over:
        write_new(text, out, "sits orders check")
    else:
        with new_file(out, over=True) as file:
            file.write(text)
        say(f"{out} is written again, with its old lines below as comments. Then: sits orders check {shell(str(out))}")
    if out is not None and facts:
        say(f"To record them: sits record {shell(game)} {shell(str(out))}")


def _write_page(opened: OpenGame, player: str, out: Path, sealed: LinesSettled, *, over: bool) -> None:
    from commands.render.orders import order_page
    from sits_es.disk import new_file

    text = order_page(opened, player, sealed)
    with new_file(out, over=over) as file:
        file.write(text)
    say(f"{out}: {player}'s order page, only for {player}. Open the file in a browser.")


@app.command()
def draft(
    game: GameName,
    claimed: Claimed = None,
    out: NewFile = None,
    level: Annotated[
        str | None,
        typer.Option("--level", help="How well the program plays: captain or cadet; by default, the better one."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="The word named in an earlier draft, to get the same draft again.")
    ] = None,
) -> None:
    """Let the program write orders for the rest of the turn: the plan that does best over many plays, with the reasons.

    The program knows the board but not the other players' orders. Edit the file, or play it as it is.

    sits orders draft duel --as blue
    sits orders draft duel --as blue -o blue.orders
    """
    import secrets

    from sits_es.disk import require_free
    from sits_es.service.bot import bot_orders
    from sits_es.service.orders import require_player

    if out is not None:
        require_free(out)
    with open_game(game) as opened:
        player = _seat(opened, claimed)
        fold = require_player(opened, player)
        drafted = bot_orders(fold, opened.called, player, level, secrets.token_hex(8) if seed is None else seed)
        write_new(drafted.text(fold), out, "sits orders check")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Order files.")],
    player: As = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            autocompletion=completion.games,
            help="Check the files against this game or fork, not the one they name.",
        ),
    ] = None,
    at: At = None,
    as_json: Json = False,
) -> None:
    """Check order files against their game; every mistake is reported at once.

    For a correct file, the command shows its normal form, where its orders lead or what recording its facts would tell,
    and which orders have no effect.

    sits orders check red.orders
    sits orders check red.orders --game what-if
    sits orders check red.orders blue.orders --json
    """
    from sits_es.service.orders import check_file, nothing_sealed

    live = game is None and at is None
    sealed_in = sealed_here if at is None else nothing_sealed
    with open_session() as session:
        found = [check_file(session, each, player, game=game, at=at, sealed_in=sealed_in) for each in files]
    if as_json:
        show_json([each.as_json() for each in found])
    else:
        with paged():
            for each in found:
                if not each.problems:
                    typer.echo(each.in_words())
                if each.forecast:
                    say(each.foretold())
                if live and not each.problems and (told := _before_sealing(Path(each.source), player)):
                    say("\n".join(["", *told] if each.forecast else told))
        for each in found:
            if each.problems:
                refuse(each.in_words())
            warn(each.warned)
    if any(each.problems for each in found):
        helps = dict.fromkeys(command for each in found for command in each.helps)
        if helps and not as_json:
            typer.echo(f"How it is written: {', '.join(helps)}", err=True)
        raise typer.Exit(1)


def _before_sealing(file: Path, player: str | None) -> tuple[str, ...]:
    """What sealing a file would do in a game by mail; nothing at one table."""
    from sits_es.disk import read_text

    with desk_here() as desk:
        if desk is None:
            return ()
        from sits_es.post.orders import before_giving

        return before_giving(desk, str(file), read_text(file), player)


@app.command()
def seal(
    file: Annotated[Path, typer.Argument(help="Your order file.")],
    to: Annotated[
        str | None,
        moment_option(
            "--to", "The last exchange to seal, such as 1.8 or 1.break; it may be later than your last order."
        ),
    ] = None,
) -> None:
    """Give your orders in a game by mail, up to the last exchange that the file has orders for.

    Your orders are sealed when the next letters are written; until then you can replace them, or take them back with
    `sits orders unseal`. A seal never changes. When you act alone, your orders go out openly.

    sits orders seal red.orders
    sits orders seal red.orders --to 1.break
    """
    from sits_es.disk import read_text
    from sits_es.post.orders import game_of, give

    text = read_text(file)
    with open_desk() as desk:
        replica = game_of(desk, str(file), text)
        upto = replica.course.rules.read_moment(to) if to else None
        receipt = give(replica, str(file), text, upto)
    say(receipt.words)
    say(f"\nYou can take them back until letters are written: sits orders unseal {shell(receipt.game)}")
    typer.echo(LETTERS)


@app.command("unseal")
def take_back(game: GameByMail) -> None:
    """Take back your orders, as long as no letters have been written since.

    sits orders unseal duel
    """
    from sits_es.post import orders

    with open_replica(game) as replica:
        said = orders.take_back(replica)
    say(said)


@app.command("pass")
def let_pass(game: GameByMail) -> None:
    """Pass in a game by mail when you act alone and in the open. In a hot-seat game: sits play GAME --pass.

    sits orders pass ours
    """
    from sits_es.post import orders

    with open_replica(game) as replica:
        said = orders.let_pass(replica)
    say_and_write(said)


@app.command()
def standing(
    game: GameByMail,
    file: Annotated[
        Path | None, typer.Argument(help="An order file; its lines for the whole turn become standing orders.")
    ] = None,
    drift: Annotated[bool, typer.Option("--drift", help="Let your units drift.")] = False,
) -> None:
    """Set what your units do if an exchange goes on without your orders. Everybody can read your standing orders.

    sits orders standing duel red.orders
    sits orders standing duel --drift
    """
    from sits_es.disk import read_text
    from sits_es.post import orders, signing

    if file is None and not drift and Path(game).is_file():
        raise NotAllowedError(f"Name the game first: sits orders standing GAME {shell(game)}")
    if (file is None) != drift:
        raise NotAllowedError("Give either an order file or --drift.")
    with open_replica(game) as replica:
        stands = orders.stand(replica, str(file), read_text(file) if file else None)
        signing.send(replica, stands)
    say(
        f"{game}: {counted(len(stands.lines), 'standing order')}."
        if stands.lines
        else f"{game}: your units drift when you give no orders."
    )
    for line in stands.lines:
        say(f"  {line}")
    typer.echo(f"Everybody can read your standing orders.\n{LETTERS}")
