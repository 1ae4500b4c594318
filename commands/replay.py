"""Verbs that look back: replay, explain, and report, which writes a turn into a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from commands import completion
from commands.home import open_game, open_session, seated
from commands.options import At, GameName, InFull, Link, Verbose, game_option, player_option, reading
from commands.output import Form, rows, say, show_json
from commands.stream import progress
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.sentences import counted, escaped, listed, quoted, shell, size_in_words, visible

if TYPE_CHECKING:
    from sits_es.game.exchanges import Exchange
    from sits_es.report.blocks import Block
    from sits_es.service.replay import PlayedExchange
    from sits_es.service.review import Review
    from sits_es.service.session import OpenGame


@reading
def replay(
    form: Form,
    game: GameName,
    first: Annotated[
        str | None,
        typer.Argument(
            metavar="[FIRST]",
            autocompletion=completion.moments,
            help="The exchange to replay, such as 1.3, or the first of several; by default all.",
        ),
    ] = None,
    last: Annotated[
        str | None, typer.Argument(metavar="[LAST]", autocompletion=completion.moments, help="The last of several.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Show every event, under the steps of the procedure.")] = False,
    unit: InFull = None,
    verbose: Verbose = 0,
    out: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the whole game as one file for a browser."),
    ] = None,
    beside: Annotated[
        list[str] | None, game_option("--beside", "With -o: a branch to show beside the game; can be repeated.")
    ] = None,
    player: Annotated[str | None, player_option("--as", "With -o: the game as this player sees it.")] = None,
    reviewed: Annotated[
        bool, typer.Option("--review", help="With -o: mark where another plan would have been better; takes a while.")
    ] = False,
    link: Link = None,
    at: At = None,
) -> None:
    """Replay what was played: exchange by exchange, or event by event with --step.

    -o writes the game as one file for a browser. The page plays the game step by step or on its own, with the map, an
    explanation of each event, the luck, and a check of the record. The file needs no network and no program; pass it on
    as you like.

    sits replay duel 2.4
    sits replay duel 1.3 1.5 --step
    sits replay duel -o duel.html --beside what-if
    """
    from commands.render import reports
    from sits_es.service import replay as replays

    if out is not None or beside or player is not None or reviewed or link is not None:
        left_out = (first, last, step, unit, verbose, form.as_json)
        write_replay(game, out, beside or [], player, link, at, reviewed=reviewed, alone=not any(left_out))
        return
    with open_game(game, at) as opened:
        run = replays.exchanges_between(opened, first, last or first)
        if form.as_json:
            show_json(replays.as_json(opened, run))
        elif step or unit is not None:
            only = None if unit is None else reports.known_unit(opened, unit)
            form.show(reports.step_by_step(opened, run, only))
        else:
            form.show(reports.exchanges(opened, run, detail=verbose), rows())


@reading
def explain(
    form: Form,
    game: GameName,
    event: Annotated[str, typer.Argument(help="Number of an event, such as 120 or #120.")],
    at: At = None,
) -> None:
    """Explain one event so that you can work it out on paper: tables, sums, rules, and its dice from the seed.

    sits explain duel 120
    sits explain duel '#120' --json
    """
    from sits_es.service.explanation import explain as explained

    with open_game(game, at) as opened:
        found = explained(opened, event)
    form.answer(found)


#: An address of the web, as `--link` takes it.
_LINK: Final = re.compile(r"https?://[!-~]+")

#: The number of a turn.
_NUMBER: Final = re.compile(r"0{0,3}[1-9][0-9]{0,5}")

#: Lines that a turn at a glance may have in a file: nothing of it is left out.
ROWS: Final = 120


def write_replay(
    game: str,
    path: Path | None,
    beside: Sequence[str],
    player: str | None,
    link: str | None,
    at: str | None,
    *,
    reviewed: bool,
    alone: bool,
) -> None:
    """Write a game as one file for a browser, and say so: `sits replay -o`.

    beside: its branches that can be seen beside it. link: where it will lie, None for an attachment. reviewed: whether
    what would have been better stands in it: of everybody, or of the player as whom it is seen. alone: whether
    nothing was asked for that has no place there.
    """
    if path is None:
        raise NotAllowedError(
            "--beside, --as, --review and --link are for the file that -o writes. Name it: -o game.html"
        )
    if path.suffix.lower() != ".html":
        raise NotAllowedError(f"{path}: a game for a browser is a page, so its file name must end with .html.")
    if not alone:
        raise NotAllowedError("-o writes the whole game: leave out FIRST, LAST, --step, --unit, -v, --json.")
    if beside and at is not None:
        raise NotAllowedError("--beside shows both branches to their ends: leave out --at.")
    place = _address(link)
    from commands.render.html import replay_page
    from commands.render.html.replay_data import replay_data
    from sits_es.disk import new_file
    from sits_es.service.replay import viewer_of

    with open_session() as session:
        game = session.open_game(game, at).called  # not as only its owner calls it
        opened = session.open_game(game)
        others = _fitting(opened, beside)
        viewer = viewer_of(opened.fold().game, seated(opened), player)
        with new_file(path, shared=True) as out:
            found = _review(opened, viewer) if reviewed else None
            out.writelines(replay_page(game, replay_data(opened, others, viewer, found)))
        events = counted(opened.head.version + 1, "event")
        known = _known(opened)
    whose = f", as {viewer} sees it" if viewer is not None else ""
    with_it = f", with {listed(beside)} beside it" if beside else ""
    say(f"{path}: {game}, {events}{whose}{with_it}. Open the file in a browser; it needs no network.")
    _for_a_mail(f"{game} to watch in a browser", path, place, f"{known}; the page checks the record itself.")


def _review(opened: OpenGame, viewer: str | None, run: Sequence[Exchange] | None = None) -> Review:
    """A game reviewed, or some exchanges of it: everybody's decisions, or those of the player as whom it is seen."""
    from sits_es.service.review import review

    with progress("Reviewing") as told:
        return review(opened, viewer, told=told, exchanges=run)


def _fitting(opened: OpenGame, beside: Sequence[str]) -> list[OpenGame]:
    """The branches that are to stand beside a game. Raises NotAllowedError unless they are others of it, each once."""
    found: list[OpenGame] = []
    known = {opened.stream}
    for each in beside:
        branch = opened.session.open_game(each)
        if branch.stream in known:
            raise NotAllowedError(f"{each} is named twice, or is the game itself. Name each branch once.")
        if branch.created.game != opened.created.game:
            raise NotAllowedError(f"{each} is not a branch of {opened.name}, so the two have no moment in common.")
        known.add(branch.stream)
        found.append(branch)
    return found


def report(
    game: GameName,
    out: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write; its ending, .html, .txt, .svg or .json, sets the format.",
        ),
    ],
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="[TURN]", autocompletion=completion.turns, help="Which turn; by default the last one played."
        ),
    ] = None,
    verbose: Verbose = 0,
    player: Annotated[str | None, player_option("--as", "Add this player's units in full, with what they see.")] = None,
    reviewed: Annotated[
        bool, typer.Option("--review", help="Add what would have been better, and what the dice could have done.")
    ] = False,
    link: Link = None,
    at: At = None,
) -> None:
    """Write a turn's report into a file: a page, text, a picture or JSON.

    A page or picture holds everything and loads nothing. An existing file is never overwritten.

    sits report duel -o turn.html
    sits report duel 1 -v -o turn-1.txt
    """
    from sits_es.disk import new_file
    from sits_es.service.replay import viewer_of

    kind = out.suffix.lower()
    if kind not in {".html", ".txt", ".svg", ".json"}:
        raise NotAllowedError(
            f"{out}: a report's file name must end in .html, .txt, .svg or .json; this ending sets the format."
        )
    if player is not None and kind == ".json":
        raise NotAllowedError("--as is for a report for people; JSON holds everybody's units. Leave out --as.")
    if reviewed and kind == ".json":
        raise NotAllowedError(f"--review is for a report for people. For JSON: sits review {shell(game)} --json")
    place = _address(link)
    with open_session() as session:
        game = session.open_game(game, at).called
        opened = session.open_game(game)
        # nobody's own view goes out unasked
        viewer = None if player is None else viewer_of(opened.fold().game, seated(opened), player)
        run = _turn(opened, number)
        with new_file(out, shared=True) as file:
            found = TurnReport(opened, run, verbose > 0, viewer, _review(opened, viewer, run) if reviewed else None)
            write = {".html": found.page, ".txt": found.text, ".svg": found.picture, ".json": found.json}[kind]
            file.write(write())
        turn, known = found.turn, _known(opened)
    whose = f", as {viewer} sees it" if viewer is not None else ""
    say(f"{out}: the report of {turn} of {game}{whose}.")
    how = ", to read in a browser" if kind in {".html", ".svg"} else ""
    _for_a_mail(f"the report of {turn} of {game}{whose}{how}", out, place, f"{known}.")


def _address(link: str | None) -> str | None:
    """Where a file will lie. Raises NotAllowedError for what nobody can open."""
    if link is not None and not _LINK.fullmatch(link):
        raise NotAllowedError(
            f"--link: {quoted(link)} is not an address. Write the address that the file will have, such as "
            "https://example.org/duel.html."
        )
    return link


def _known(opened: OpenGame) -> str:
    """By what a record is known again: its length and the head that reports and letters print."""
    head = opened.head
    return f"Its record: up to #{head.version}, head {head.digest[:16]}"


def _for_a_mail(what: str, path: Path, link: str | None, record: str) -> None:
    """Print the two lines by which a mail can tell of a file: where it is, and how its record is known again."""
    size = size_in_words(path.stat().st_size)
    typer.echo("Two lines for an e-mail:")
    typer.echo(f"  Attached: {path.name} ({size}), {what}." if link is None else f"  {what}, {size}: {link}")
    typer.echo(f"  {record}")


def _turn(opened: OpenGame, wanted: str | None) -> list[Exchange]:
    """What was played of a turn, by default of the last one. wanted: its number, as it was typed."""
    if wanted is not None and not _NUMBER.fullmatch(wanted):
        raise NotAllowedError(
            f"{quoted(wanted)} is not the number of a {_turn_named(opened)}. Write a whole number, such as 2."
        )
    played = list(opened.history.played())
    if not played:
        raise NotNowError(f"No exchange of {opened.name} has been played yet.")
    last = played[-1].moment.turn
    number = last if wanted is None else int(wanted)
    found = [each for each in played if each.moment.turn == number]
    if not found:
        raise NotNowError(
            f"No exchange of {_turn_named(opened, number)} has been played in {opened.name}. "
            f"On record: {_turn_named(opened, 1)} to {last}."
        )
    return found


def _turn_named(opened: OpenGame, number: int | None = None) -> str:
    """A turn as the rules of a game call it: turn 2, or round 2; without a number the word alone."""
    from sits_es.report import report_of

    word = report_of(opened.rules.name).turn_named
    return word if number is None else f"{word} {number}"


class TurnReport(NamedTuple):
    """What was played of a turn, to be written into a file. full: every exchange too.

    viewer: whose units stand in it in full, with what they see as it ended; None for nobody's. reviewed: the same
    exchanges, where that was asked for.
    """

    opened: OpenGame
    run: Sequence[Exchange]
    full: bool = False
    viewer: str | None = None
    reviewed: Review | None = None

    @property
    def turn(self) -> str:
        """The turn as the rules call it, such as `turn 2`."""
        return _turn_named(self.opened, self.run[0].moment.turn)

    @property
    def title(self) -> str:
        """The game, the turn, and the title of the game."""
        return f"{self.opened.name}, {self.turn}: {visible(self.opened.fold().game.title)}"

    @property
    def checkpoint(self) -> str:
        """The checkpoint of the record as far as it is shown."""
        head = self.opened.head
        return self.opened.store.checkpoint(head.stream, size=head.version + 1)

    def played(self) -> list[PlayedExchange]:
        """The turn's exchanges with their boards."""
        from sits_es.service.replay import play_back

        return list(play_back(self.opened, self.run))

    def blocks(self, shown: Sequence[PlayedExchange]) -> list[Block]:
        """The turn at a glance, with its map, in tables and in numbers; then where the game stood and its head."""
        from commands.render.blocks import without_pictures
        from commands.render.reports import dice, each_in_full, glances, line, record_line, stands, turn_summary
        from sits_es.report import report_of
        from sits_es.report.blocks import BLANK, Heading
        from sits_es.service.graphs import graphs_of

        opened, rules = self.opened, self.opened.rules
        told: list[Block] = [*glances(opened, shown, (), "", titled=False), BLANK]
        if self.full:
            told += [*each_in_full(rules, shown), BLANK]
        told += [*without_pictures(turn_summary(rules, shown)), *([] if self.full else dice(rules, shown))]
        if self.viewer is not None:
            seen = report_of(rules.name).board(rules.thaw(shown[-1].after), player=self.viewer)
            told += [Heading(f"As {self.viewer} sees it at the end", major=True), *without_pictures(seen), BLANK]
        told += [*graphs_of(opened, shown).section(), BLANK]
        if self.reviewed is not None:
            told += [Heading("Review", major=True), *self.reviewed.with_spreads(), BLANK]
        return [*told, line(stands(opened.fold())), line(record_line(opened))]

    def page(self) -> str:
        """As a page for a browser."""
        from commands.render.html import report_page
        from commands.render.html.space import run_in_space
        from commands.render.markup import markup
        from commands.render.orders import panel_of

        game, shown = self.opened.fold().game, self.played()
        *_, last = self.opened.history.played()
        can_order = game.ended is None and self.run[-1] == last
        panel = panel_of(self.opened, self.viewer) if self.viewer is not None and can_order else ""
        own = None if game.ended is not None else "" if self.viewer is None else game.people[self.viewer].side
        space = run_in_space(self.opened.rules, shown, own)
        return report_page(self.title, markup(self.blocks(shown)), self.checkpoint.rstrip("\n"), space, panel)

    def text(self) -> str:
        """As plain text."""
        from commands.render import WIDTH
        from commands.render.blocks import plain_text

        return f"{self.title}\n\n{plain_text(self.blocks(self.played()), WIDTH, rows=ROWS)}\n\n{self.checkpoint}"

    def picture(self) -> str:
        """As one SVG picture: its pictures, and the text below them."""
        from commands.render import WIDTH
        from commands.render.blocks import pictures, plain_text, without_pictures
        from commands.render.pictures import heading, parts_of
        from commands.render.pictures.svg import sheet

        told = self.blocks(self.played())
        text = plain_text(without_pictures(told), WIDTH, rows=ROWS)
        return sheet(self.title, [(heading(scene), parts_of(scene)) for scene in pictures(told)], text)

    def json(self) -> str:
        """For programs: everything in it, whoever looks."""
        import json

        from commands.show import standing
        from sits_es.service import replay as replays

        last = self.run[-1].last or self.run[-1].opened
        found = {
            "turn": self.run[0].moment.turn,
            "checkpoint": self.checkpoint,
            **replays.as_json(self.opened, self.run),
            "after": standing(self.opened, last),
        }
        return escaped(json.dumps(found, indent=2, sort_keys=True, ensure_ascii=False)) + "\n"
