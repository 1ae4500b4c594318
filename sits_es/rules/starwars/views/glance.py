"""A round of Star Wars hex combat at a glance: who has what left, every starship in a few words, what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Phrase
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Glimpse, Measure, UnitGlance, UnitLine, changed
from sits_es.report.graphs import Measured, Tally
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.views.board import effects_in_words, left_in_words, name_of, notes_in_words
from sits_es.rules.starwars.views.scenes import map_of
from sits_es.rules.starwars.views.slot_report import is_entry
from sits_es.rules.starwars.words import hex_of, kind_in_words
from sits_es.rules.told import Told, contexts
from sits_es.sentences import listed, one_line, without_full_stop


def glance(run: Sequence[Stage], board: Board, tell: Callable[[Event], str]) -> Glance:
    """What some slots of one round brought; without any, the board alone. Rule: house."""
    del tell
    first = run[0].before if run else board
    return Glance(
        title=_title(run, board),
        measures=measures(board),
        scene=map_of(board) if board.out() else None,
        units=tuple(map(UnitGlance.of, lines(first, board))),
        happened=(told for stage in run for told in _happened(stage)),
    )


def _title(run: Sequence[Stage], board: Board) -> str:
    if not run:
        return f"before {name_of(board)[0].lower()}{name_of(board)[1:]}"
    number = run[0].before.turn
    return f"round {number}" + (f" of {board.rounds}" if board.rounds else "")


def measures(board: Board) -> tuple[Measure, ...]:
    """Starships on the map and the hull that they have left; no points, which the players' scenario is to say."""
    ships = board.starships.values()
    return (
        Measure.of_sides("starships left", ships, lambda each: not each.gone, lambda _: 1),
        Measure.of_sides("hull left", ships, lambda each: _hull(board, each), board.hull_of),
    )


def _hull(board: Board, starship: Starship) -> int:
    return 0 if starship.gone else max(board.hull_of(starship) - starship.trauma, 0)


# starships


def lines(before: Board, board: Board) -> Iterator[UnitLine]:
    """Starships by side, those that are lost last."""
    for starship in sorted(board.starships.values(), key=lambda each: (each.gone, each.side, each.name)):
        was = before.starships.get(starship.name, starship)
        told = iter([Glimpse([Phrase("LOST", "bad")], VITAL)]) if starship.gone else _in(board, was, starship)
        yield UnitLine(name=starship.name, side=starship.side, told=told)


def _in(board: Board, was: Starship, starship: Starship) -> Iterator[Glimpse]:
    card = board.class_of(starship)
    if card.group:
        yield Glimpse(changed("left", starship.left, starship.number, was.left), VITAL)
    yield Glimpse(_worse("hull trauma", was.trauma, starship.trauma, board.hull_of(starship)), VITAL)
    if not card.group:
        yield Glimpse(_worse("strain", was.strain, starship.strain, card.strain), VITAL)
    # shields that are angled from one zone to another are none lost
    fallen = sum(starship.shields_left) < sum(was.shields_left)
    told = f"shields {'/'.join(map(str, starship.shields_left))}"
    yield Glimpse([Phrase(told, "bad" if fallen else "plain"), *([Phrase(" down", "bad")] if fallen else [])], VITAL)
    if starship.shut_down:
        yield Glimpse([Phrase("SHUT DOWN", "bad")], VITAL)
    if starship.criticals:
        whole = "; ".join(str(hit.result) + (f" {hit.text}" if hit.text else "") for hit in starship.criticals)
        short = ", ".join(str(hit.result) for hit in starship.criticals)
        yield Glimpse([Phrase(f"CRITICAL {whole}", "bad")], VITAL, short=[Phrase(f"CRITICAL {short}", "bad")])
    moved = was.place != starship.place
    way = f"{hex_of(was.place)} -> {hex_of(starship.place)}" if moved else hex_of(starship.place)
    yield Glimpse(f"{way} facing {starship.facing}", USUAL)
    yield Glimpse(changed("speed", starship.speed, board.speed_of(starship)), USUAL)
    if starship.advantage:
        yield Glimpse(f"advantage over {listed(starship.advantage)}", USUAL)
    if holds := [*effects_in_words(board, starship), *left_in_words(board, starship)]:
        yield Glimpse("; ".join(holds), USUAL)
    if fields := board.terrain_at(starship.place):
        yield Glimpse(f"in {listed(f'{field.name} ({kind_in_words(field.kind)})' for field in fields)}", USUAL)
    if notes := [*notes_in_words(starship)]:
        yield Glimpse("; ".join(notes), DETAIL)


def _worse(name: str, before: int, now: int, most: int) -> list[Phrase]:
    """A number that is better the lower it is: `hull trauma 7/20 +3`."""
    told = f"{name} {now}/{most}"
    if before == now:
        return [Phrase(told)]
    return [Phrase(f"{told} "), Phrase(f"{now - before:+}", "bad" if now > before else "good")]


# what happened


def _happened(stage: Stage) -> Iterator[Glimpse]:
    board = stage.before
    slot = "" if is_entry(stage) or board.stage == "initiative" else f".{board.slot + 1}"
    for at in contexts(board.copy(), stage.facts):
        told = Told.of(at.event)
        if told.weight is not None:
            said, short = one_line(told.in_brief()), one_line(told.short())
            yield Glimpse(
                without_full_stop(said), told.weight, f"{board.turn}{slot}", short=short if short != said else ()
            )


# numbers that are worth following, and how far apart starships are


def tallies(board: Board) -> list[Tally]:
    """Hull trauma and system strain, by starship."""
    return [
        Tally(what=what, whose=name, side=starship.side, number=number)
        for name, starship in sorted(board.starships.items())
        for what, number in (("hull trauma", starship.trauma), ("system strain", starship.strain))
    ]


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The range in hexes between two starships on the map."""
    here, there = board.on_map(one), board.on_map(other)
    if here is None or there is None:
        return None
    return Measured(Fraction((there.place - here.place).hexes), "hexes")
