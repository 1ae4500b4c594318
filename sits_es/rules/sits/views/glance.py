"""A turn of SITS at a glance: points, hulls, tubes and decoys, every ship in a few words, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve

from sits_es.events import Event
from sits_es.report import Stage
from sits_es.report.blocks import Phrase
from sits_es.report.glance import DETAIL, USUAL, VITAL, Glance, Measure, Told, UnitGlance, changed, lost
from sits_es.report.working import Context
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.damage.facts import ShipDestroyed
from sits_es.rules.sits.ending.facts import OrdersStopped, OrderVoided
from sits_es.rules.sits.miracles.facts import MiracleSpent
from sits_es.rules.sits.missiles.facts import AttackSpent, LayerFought, SalvoLaunched
from sits_es.rules.sits.play.long_orders import decoys_left
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.scenario.victory import score
from sits_es.rules.sits.ship.ship_class import SHIP_TRACKS
from sits_es.rules.sits.ship.tracks import WHOLE, conditions, strength
from sits_es.rules.sits.story import tell
from sits_es.rules.sits.story.codes import ended_as, lost_as
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.rules.sits.telling import in_place, row_of, told_of
from sits_es.rules.sits.views.damage import hull_points
from sits_es.rules.sits.views.facts import of
from sits_es.rules.sits.views.highlights import void_in_short
from sits_es.rules.sits.views.scenes import map_of
from sits_es.sentences import counted, listed
from sits_es.space.vectors import vectors_in_words

#: Layers of defence in short.
LAYERS: Final = {"ECM": "ECM", "countermissiles": "CM", "point defence": "PD", "lasers": "lasers"}

#: Tracks whose loss is told of first, and ends of others in short.
SHORT: Final = {"ecm": "ECM", "energy-torpedo": "torpedoes", "countermissiles": "CM", "point-defence": "PD"}


def glance(run: Sequence[Stage], board: Board) -> Glance:
    """What a run of exchanges brought; without any, the board alone. Rule: house."""
    first = run[0].before if run else board
    return Glance(
        title=_title(run, board),
        measures=measures(board),
        scene=map_of(board) if board.standing() else None,
        units=tuple(_ship(first, board, board.ships[name], _moved(run)) for name in _in_order(board)),
        happened=(told for stage in run for told in _happened(stage)),
    )


def _title(run: Sequence[Stage], board: Board) -> str:
    """`turn 1 of 6`; where the turn is not over, up to which segment; without a run, where the board stands."""
    last = run[-1].before if run else board
    turns = sorted({stage.before.turn for stage in run} or {board.turn})
    told = f"turn {turns[0]}" if len(turns) == 1 else f"turns {turns[0]} to {turns[-1]}"
    told += f" of {board.victory.turns}" if board.victory.turns is not None else ""
    if not run:
        return f"{told}, before {_step(last)}"
    first = run[0].before
    if last.segment > SEGMENTS and (first.segment == 1 or len(turns) > 1):
        return told
    if first.segment == last.segment and first.turn == last.turn:
        return f"{told}, {_step(first)}"
    return f"{told}, {_step(first)} to {str(last.segment) if last.segment <= SEGMENTS else _step(last)}"


def _step(board: Board) -> str:
    return f"segment {board.segment}" if board.segment <= SEGMENTS else "the break"


def measures(board: Board) -> Iterator[Measure]:
    """Points, where the scenario gives any, then what each side has left on its ships."""
    if board.victory.points:
        yield Measure(name="points", sides=tuple((each.side, each.points) for each in score(board)))
    sides = sorted({ship.side for ship in board.ships.values()})
    ships = {side: [ship for ship in board.ships.values() if ship.side == side] for side in sides}
    for name, left, most in (("hull", _hull, _whole_hull), ("tubes", _tubes, _all_tubes), ("decoys", _decoys, _stock)):
        yield Measure(
            name=name,
            sides=tuple((side, sum(left(board, ship) for ship in ships[side])) for side in sides),
            most=tuple(sum(most(board, ship) for ship in ships[side]) for side in sides),
        )


def _hull(_: Board, ship: Ship) -> int:
    """Boxes of its hull that are whole, 0 for a ship out of the game."""
    return ship.boxes.get("hull", "").count(WHOLE) if ship.destroyed is None else 0


def _whole_hull(board: Board, ship: Ship) -> int:
    return len(board.class_of(ship).tracks.get("hull", ()))


def _tubes(board: Board, ship: Ship) -> int:
    if ship.destroyed is not None:
        return 0
    return sum(strength(board.class_of(ship), ship, mount.track("tubes")) for mount in board.class_of(ship).mounts)


def _all_tubes(board: Board, ship: Ship) -> int:
    tracks = board.class_of(ship).tracks
    return sum(max(tracks.get(mount.track("tubes"), ()), default=0) for mount in board.class_of(ship).mounts)


def _decoys(board: Board, ship: Ship) -> int:
    return decoys_left(board, ship) if ship.destroyed is None else 0


def _stock(board: Board, ship: Ship) -> int:
    return max(board.class_of(ship).tracks.get("decoys", ()), default=0)


# ships


def _in_order(board: Board) -> list[str]:
    """Ships by side, those out of the game last."""
    ships = board.ships.values()
    return [ship.name for ship in sorted(ships, key=lambda ship: (ship.destroyed is not None, ship.side, ship.name))]


def _moved(run: Sequence[Stage]) -> bool:
    return any(stage.before.segment <= SEGMENTS for stage in run)


def _ship(before: Board, after: Board, ship: Ship, moved: bool) -> UnitGlance:
    was = before.ships.get(ship.name, ship)
    told = _out(ship) if ship.destroyed is not None else _afloat(before, after, was, ship, moved)
    return UnitGlance(name=ship.name, side=ship.side, told=told)


def _out(ship: Ship) -> Iterator[Told]:
    yield Told([Phrase(f"OUT: {lost_as(str(ship.destroyed))}", "bad")], VITAL)


def _afloat(before: Board, after: Board, was: Ship, ship: Ship, moved: bool) -> Iterator[Told]:
    hull = changed("hull", _hull(after, ship), _whole_hull(after, ship), _hull(before, was))
    decoys = changed("decoys", decoys_left(after, ship), _stock(after, ship))
    yield Told(hull, VITAL)
    yield Told(f"thrust {ship.thrust}", VITAL)
    yield Told(decoys, VITAL)
    if gone := lost([*_lost(after, was, ship)]):
        yield gone
    if wrong := conditions(ship):
        yield Told([Phrase("; ".join(wrong), "bad")], VITAL)
    way = f"{_place(was)} -> {_place(ship)}" if moved and was.position != ship.position else _place(ship)
    vectors, earlier = vectors_in_words(ship.vectors) or "still", vectors_in_words(was.vectors) or "still"
    yield Told(f"{way}, alt {_altitude(was, ship)}", USUAL)
    yield Told(vectors if vectors == earlier else f"{earlier} -> {vectors}", USUAL)
    yield Told(f"nose {ship.attitude.nose}" + (f", roll {ship.attitude.roll}" if ship.attitude.roll else ""), USUAL)
    if ready := [*_ready(after, ship)]:
        yield Told(f"ready: {', '.join(ready)}", DETAIL)


def _place(ship: Ship) -> str:
    return f"{ship.position.q},{ship.position.r}"


def _altitude(was: Ship, ship: Ship) -> str:
    before, now = was.position.altitude, ship.position.altitude
    told = f"{now:+}" if now else "0"
    return told if before == now else f"{before:+} -> {told}" if before else f"0 -> {told}"


def _ready(board: Board, ship: Ship) -> Iterator[str]:
    """Mounts that can fire or launch now, each by its name."""
    ship_class = board.class_of(ship)
    for mount in ship_class.mounts:
        uses = [(weapon, weapon) for weapon in ship_class.weapons() if ship_class.mount_of(weapon) is mount]
        uses += [(mount.name, mount.track("tubes"))] if mount.name in ship_class.launchers() else []
        if any(strength(ship_class, ship, track) and not ship.counters.get(counter, 0) for counter, track in uses):
            yield mount.name


def _lost(board: Board, was: Ship, ship: Ship) -> Iterator[str]:
    """Tracks with fewer whole boxes than before, but for the hull: what is in force of each, before and now."""
    ship_class = board.class_of(ship)
    for track in sorted(ship.boxes, key=_importance):
        gone = was.boxes.get(track, "").count(WHOLE) - ship.boxes[track].count(WHOLE)
        if track == "hull" or gone <= 0:
            continue
        before, now = strength(ship_class, was, track), strength(ship_class, ship, track)
        if WHOLE not in ship.boxes[track]:
            yield f"all {_short(track)}"
        else:
            yield _short(track) if before == now else f"{_short(track)} {before}->{now}"


def _importance(track: str) -> tuple[int, str]:
    return (SHIP_TRACKS.index(track), "") if track in SHIP_TRACKS else (len(SHIP_TRACKS), track)


def _short(track: str) -> str:
    """A track in few words: `port tubes`, `ECM`, `forward CM`."""
    for whole, short in SHORT.items():
        if track.endswith(whole):
            return f"{track.removesuffix(whole)}{short}".replace("-", " ")
    return track.replace("-", " ")


# what happened


def _happened(stage: Stage) -> Iterator[Told]:
    board = stage.before
    place = f"{board.turn}.{board.segment}" if board.segment <= SEGMENTS else f"{board.turn}.break"
    lines = _break(stage) if board.segment > SEGMENTS else _segment(stage)
    return (evolve(told, place=place) for told in lines)


def _line(text: str, weight: int = USUAL, short: str = "") -> Told:
    return Told(text, weight, short=short or ())


def _ranked(stage: Stage) -> Iterator[Told]:
    """Lines of facts that have a rank, rank by rank."""
    ranks: dict[int, list[Context]] = {}
    for at in in_place(stage.facts):
        if (row := row_of(at.event)) is not None and row.rank is not None:
            ranks.setdefault(row.rank, []).append(at)
    for _, found in sorted(ranks.items()):
        yield from told_of(found[0].event).glimpses(found)


def _segment(stage: Stage) -> Iterator[Told]:
    facts, harmless = stage.facts, list[str]()
    spent = of(facts, AttackSpent)
    for beam in of(facts, BeamFired):
        hull = hull_points(facts, beam.shot)
        tone = VITAL if hull else USUAL
        what = f"{counted(beam.weapons, beam.kind)}: range {beam.aim.range}, {counted(beam.damage, 'point')}"
        yield _line(f"{beam.shooter} > {beam.target}  {what}; {hull} damage", tone)
    for lance in of(facts, LanceFired):
        yield _line(tell(lance).removesuffix("."), VITAL)
    for attack in spent:
        if attack.struck or attack.reason.code not in {"all-killed", "stopped-by-sidewall"}:
            yield _attack(attack, facts)
        else:
            harmless.append(attack.attack)
    if harmless:
        yield _stopped([salvo for salvo in of(facts, SalvoLaunched) if salvo.attack in harmless])
    yield from _ranked(stage)
    yield from _of_both(facts)


def _stopped(salvoes: Sequence[SalvoLaunched]) -> Told:
    """Attacks of which nothing reached a hull, all in one line."""
    missiles = sum(salvo.missiles for salvo in salvoes)
    ranges = sorted({salvo.aim.range for salvo in salvoes})
    far = f"range {ranges[0]}" if len(ranges) == 1 else f"ranges {ranges[0]} to {ranges[-1]}"
    return _line(f"{counted(missiles, 'missile')} launched at {far}, {'all ' if missiles > 1 else ''}stopped")


def _attack(attack: AttackSpent, facts: Sequence[Event]) -> Told:
    """Missiles of which some came through, or that met no defence: what each layer killed, and what the rest did."""
    salvo = next((each for each in of(facts, SalvoLaunched) if each.attack == attack.attack), None)
    who = f"{salvo.shooter} > {salvo.target}  {counted(salvo.missiles, salvo.warhead)}" if salvo else attack.attack
    layers = [fought for fought in of(facts, LayerFought) if fought.attack == attack.attack]
    if not layers:
        return _line(f"{who}: {ended_as(attack)}")
    killed = ", ".join(f"{LAYERS[fought.layer]} {fought.kills}" for fought in layers)
    came = f"{layers[-1].left} through, {attack.struck} damage"
    return _line(f"{who}: {killed}; {came}", VITAL, f"{who}: {came}")


def _of_both(facts: Sequence[Event]) -> Iterator[Told]:
    """What can happen in a segment and in a break."""
    for miracle in of(facts, MiracleSpent):
        yield _line(tell(miracle).removesuffix("."))
    for destroyed in of(facts, ShipDestroyed):
        yield Told([Phrase(tell(destroyed).removesuffix("."), "bad")], VITAL)
    for stopped in of(facts, OrdersStopped):
        yield _line(tell(stopped).removesuffix("."), VITAL)
    for void in of(facts, OrderVoided):
        for said in void_in_short(void, facts):
            yield _line(said, VITAL, f'{void.ship}, "{void.order}", came to nothing')


def _break(stage: Stage) -> Iterator[Told]:
    facts = stage.facts
    tried = of(facts, RepairTried)
    if tried:
        yield _line("; ".join(_mended(tried)))
    yield from _of_both(facts)


def _mended(tried: Iterable[RepairTried]) -> Iterator[str]:
    """Ship by ship: what was mended, and what is lost for the game."""
    by_ship: dict[str, list[RepairTried]] = {}
    for each in tried:
        by_ship.setdefault(each.ship, []).append(each)
    for ship, attempts in by_ship.items():
        mended = [_short(each.track) for each in attempts if each.repaired]
        given_up = [_short(each.track) for each in attempts if each.lost]
        told = [f"mends {listed(mended)}" if mended else f"mends nothing in {counted(len(attempts), 'attempt')}"]
        told += [f"loses {listed(given_up)} for good"] if given_up else []
        yield f"{ship} {', '.join(told)}"
