"""A board for programs, and what differs between two boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sits_es.report.differences import Contrast, differing, unlike_games
from sits_es.rules.starwars.board import Board, CriticalHit, Starship, Terrain
from sits_es.rules.starwars.slots.ending import outcome
from sits_es.rules.starwars.starship_class import ARCS
from sits_es.rules.starwars.words import hex_of, kind_in_words
from sits_es.sentences import counted, listed


def standing(board: Board) -> dict[str, Any]:
    """Every starship's hex, facing and state, the terrain, and whose slot it is, unless the game is over.

    Hexes are lists of q and r.
    """
    return ({"now": _at_hand(board)} if outcome(board) is None else {}) | {
        "initiative": list(board.order),
        "starships": {name: _starship(board, board.starships[name]) for name in sorted(board.starships)},
        "terrain": {name: _terrain(board.terrain[name]) for name in sorted(board.terrain)},
        "guided": [{"starship": each.starship, "weapon": each.weapon, "target": each.target} for each in board.guided],
    }


def _at_hand(board: Board) -> dict[str, Any]:
    """The stage of the slot at hand, and what its checks have left to spend, by what they were made for."""
    acting = board.acting()
    return {
        "round": board.turn,
        "stage": board.stage,
        "slot": board.slot + 1 if board.order else None,
        "starship": None if acting is None else acting.name,
        "can_act": [each.name for each in board.ready()],
        "have_acted": list(board.acted),
        "to_spend": {check.source: board.left_of(check) for check in board.checks},
        "to_answer": {check.source: board.threat_of(check) for check in board.checks} if board.crews else {},
    }


def _starship(board: Board, starship: Starship) -> dict[str, Any]:
    return {
        "class": starship.starship_class,
        "player": starship.player,
        "side": starship.side,
        "hex": [starship.place.q, starship.place.r],
        "facing": starship.facing,
        "speed": starship.speed,
        "number": starship.number,
        "left": starship.left,
        "hull_trauma": starship.trauma,
        "system_strain": starship.strain,
        "shields": dict(zip(ARCS, starship.shields_left, strict=False)),
        "armour": board.armour_of(starship),
        "most_speed": board.speed_of(starship),
        "weapons": [weapon.name for weapon in board.weapons_of(starship)],
        "critical_hits": [{"number": hit.number, "result": hit.result, "text": hit.text} for hit in starship.criticals],
        "advantage_over": list(starship.advantage),
        "effects": [{"effect": each.kind, "round": each.turn, "by": each.member} for each in starship.effects],
        "shots": [{"weapon": each.weapon, "round": each.turn} for each in starship.shots],
        "tractor_beams": [
            {"by": each.by, "weapon": each.weapon, "difficulty": each.difficulty} for each in starship.beams
        ],
        "notes": list(starship.notes),
        "open_notes": [{"number": note.number, "text": note.text} for note in starship.open_notes],
        "shut_down": starship.shut_down,
        "lost": starship.gone,
    }


def _terrain(terrain: Terrain) -> dict[str, Any]:
    hexes = [[place.q, place.r] for place in terrain.hexes]
    return {"kind": terrain.kind, "hexes": hexes, "setback": terrain.setback}


def fate(starship: Starship) -> str:
    """Whether a starship is in the fight: `in the fight`, `shut down`, `lost`."""
    if starship.gone:
        return "lost"
    return "shut down" if starship.shut_down else "in the fight"


def critical_in_words(hit: CriticalHit) -> str:
    """A critical hit in words: `critical hit 2 (rolled 54): engines out`."""
    return f"critical hit {hit.number} (rolled {hit.result})" + (f": {hit.text}" if hit.text else "")


# what differs


def differences(one: Board, other: Board) -> list[Contrast]:
    """(starship, what, in the one, in the other) for everything that differs; what concerns all of them comes last."""
    starships = differing(one.starships, other.starships, "starship", _facts, "in the game")
    told = {"starships", "order", "rounds", "terrain", "turn", "slot", "stage"}
    return [*starships, *_of_all(one, other), *unlike_games(one, other, told)]


def _facts(starship: Starship) -> Iterable[tuple[str, str]]:
    yield "fate", fate(starship)
    yield "hex", hex_of(starship.place)
    yield "facing", starship.facing
    yield "speed", str(starship.speed)
    yield "left", str(starship.left)
    yield "hull trauma", str(starship.trauma)
    yield "system strain", str(starship.strain)
    yield "shields", shields_in_words(starship)
    yield "critical hits", "; ".join(map(critical_in_words, starship.criticals))
    yield "advantage over", listed(starship.advantage, none="")
    yield "effects", listed((f"{each.kind} {each.member}".strip() for each in starship.effects), none="")
    yield "tractor beams", listed((f"{each.by}'s {each.weapon}" for each in starship.beams), none="")
    yield "shots", listed((f"{each.weapon} in round {each.turn}" for each in starship.shots), none="")
    yield "notes", "; ".join(starship.notes)
    yield "open notes", "; ".join(f"{note.number}: {note.text}" for note in starship.open_notes)


def shields_in_words(starship: Starship) -> str:
    """The shields of every zone: `forward 2, aft 1, port 1, starboard 1`."""
    return ", ".join(f"{zone} {shields}" for zone, shields in zip(ARCS, starship.shields_left, strict=False))


def _of_all(one: Board, other: Board) -> Iterator[tuple[str, str, str, str]]:
    for what, was, now in (
        ("order", ", ".join(one.order), ", ".join(other.order)),
        ("rounds", str(one.rounds or "any number"), str(other.rounds or "any number")),
    ):
        if was != now:
            yield "initiative" if what == "order" else "scenario", what, was or "none", now or "none"
    for name in sorted({*one.terrain, *other.terrain}):
        if (here := one.terrain.get(name)) != (there := other.terrain.get(name)):
            yield name, "terrain", _lies(here), _lies(there)


def _lies(field: Terrain | None) -> str:
    if field is None:
        return "not there"
    return f"{kind_in_words(field.kind)}, {counted(len(field.hexes), 'hex')}, setback {field.setback}"
