"""Webs that are there when a game begins: linear between anchors, globular or cast between points. Rule: G10."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, Literal, cast

from sits_es.rules.sfb.scenario.sheet import MOST_TABLES, MapSheet
from sits_es.rules.sfb.sums.limits import STRONGEST
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Place, exact, read_place
from sits_es.rules.sfb.sums.webs import points_lost, strength
from sits_es.rules.sfb.webs.facts import Point, Strand, WebKind, WebPlaced
from sits_es.sentences import counted, listed, unknown
from sits_es.toml import ABSENT, KeyPath

WEB_KEYS: Final = ("name", "player", "kind", "anchors", "points", "strands", "strength", "traditional")
KINDS: Final[tuple[WebKind, ...]] = ("linear", "globular", "cast")
#: The most anchors, points or strands of a web.
MOST_PARTS: Final = 999


def webs(sheet: MapSheet, anchors: Mapping[str, Mapping[str, Place]]) -> tuple[WebPlaced, ...]:
    """Every web of a file, in its order. anchors: what can hold a web of each player, by id, and where it is."""
    return tuple(
        _web(sheet, path, number, anchors) for number, path in enumerate(sheet.tables(("webs",), "web", MOST_TABLES), 1)
    )


def _web(sheet: MapSheet, path: KeyPath, number: int, known: Mapping[str, Mapping[str, Place]]) -> WebPlaced:
    sheet.table(path, WEB_KEYS)
    name = f"web-{number}"
    if sheet.get((*path, "name")) is not ABSENT:
        name = sheet.take((*path, "name"), "web", "Old web")
    player = sheet.one_of((*path, "player"), "red", "player", tuple(known))
    ends = known.get(player, {})
    kind = cast("WebKind", sheet.choice((*path, "kind"), KINDS, KINDS[0]))
    anchors = _anchors(sheet, (*path, "anchors"), tuple(ends), kind)
    points = _points(sheet, (*path, "points"), kind)
    strands = _strands(sheet, (*path, "strands"), kind, anchors, tuple(point.name for point in points))
    strands = _paid(strands, {**ends, **{point.name: point.place for point in points}})
    power = _strength(sheet, path, kind)
    if kind == "globular" and power and strands:
        loose = points_lost((p.name for p in points), ((s.one, s.other) for s in strands), anchors)
        if loose:
            said = f"points {listed(loose)} are" if len(loose) > 1 else f"point {loose[0]} is"
            why = f"{said} not joined to two others. Join each, or give the web no strength (G10.12)."
            sheet.fault((*path, "points"), why)
    return WebPlaced(web=name, player=player, kind=kind, points=points, strands=strands, strength=power)


def _anchors(sheet: MapSheet, path: KeyPath, ends: tuple[str, ...], kind: WebKind) -> tuple[str, ...]:
    """The anchors, by name: two or more for a linear web, any number for a globular one, none for a cast one."""
    if kind == "cast" and sheet.get(path) is not ABSENT:
        sheet.fault(path, 'a cast web has points only. Leave it out, or write kind = "linear" (G10.11).')
    entries = sheet.many(path, '["Kestrel", "Haven"]', None if kind == "linear" else ())
    if kind == "linear" and isinstance(sheet.get(path), list) and not 2 <= len(entries) <= MOST_PARTS:
        sheet.fault(path, f"it has {counted(len(entries), 'anchor')}. A linear web has 2 to {MOST_PARTS} (G10.11).")
    anchors: list[str] = []
    for at, entry in enumerate(entries):
        if not isinstance(entry, str):
            sheet.text((*path, at), "Kestrel")
            continue
        if entry not in ends:
            sheet.fault((*path, at), f"{unknown('anchor', entry, ends)} (G10.11)")
        elif entry in anchors:
            sheet.fault((*path, at), f"{entry} is listed twice. Write each anchor once (G10.11).")
        else:
            anchors.append(entry)
    return tuple(anchors)


def _points(sheet: MapSheet, path: KeyPath, kind: WebKind) -> tuple[Point, ...]:
    """Points that stay where they are, named by their number, 1 up."""
    if kind == "linear":
        if sheet.get(path) is not ABSENT:
            sheet.fault(path, "a linear web has anchors only. Leave it out, or write another kind (G10.11).")
        return ()
    entries = sheet.many(path, '["0,0,0", "1,0,0"]')
    if kind == "cast" and isinstance(sheet.get(path), list) and len(entries) != 2:
        sheet.fault(path, f"it has {counted(len(entries), 'point')}. A cast web has 2 (G10.11).")
    if kind == "globular" and len(entries) > MOST_PARTS:
        sheet.fault(path, f"it has {len(entries)} points. Write at most {MOST_PARTS} (G10.12).")
    return tuple(
        Point(str(at + 1), sheet.meant((*path, at), "0,0,0", read_place, Place())) for at in range(len(entries))
    )


def _strands(
    sheet: MapSheet, path: KeyPath, kind: WebKind, anchors: tuple[str, ...], points: tuple[str, ...]
) -> tuple[Strand, ...]:
    """What joins what: as written for a globular web, otherwise each anchor or point to the next."""
    ends = (*anchors, *points)
    if kind != "globular" and sheet.get(path) is not ABSENT:
        sheet.fault(path, f"a {kind} web is one line. Leave it out (G10.11).")
    if kind != "globular":
        return tuple(Strand(one, other) for one, other in pairwise(ends))
    entries = sheet.many(path, '[["1", "2"], ["2", "3"], ["3", "1"]]')
    if isinstance(sheet.get(path), list) and not 1 <= len(entries) <= MOST_PARTS:
        sheet.fault(path, f"it has {len(entries)} strands. Write 1 to {MOST_PARTS} (G10.12).")
    strands: list[Strand] = []
    for at, entry in enumerate(entries):
        pair = tuple(entry) if isinstance(entry, list) else ()
        if len(pair) != 2 or not all(isinstance(end, str) for end in pair) or pair[0] == pair[1]:
            sheet.fault((*path, at), 'this is not a strand. Write two points or anchors, such as ["1", "2"] (G10.12).')
            continue
        for place, end in enumerate(pair):
            if end not in ends:
                sheet.fault(
                    (*path, at, place), f"{unknown('point or anchor', end, ends, 'points and anchors')} (G10.12)"
                )
        if not {*pair} <= {*ends}:
            continue
        if any({strand.one, strand.other} == set(pair) for strand in strands):
            sheet.fault((*path, at), f"{pair[0]} and {pair[1]} are already joined. Write each strand once (G10.12).")
        strands.append(Strand(*pair))
    return tuple(strands)


def _paid(strands: tuple[Strand, ...], places: Mapping[str, Place]) -> tuple[Strand, ...]:
    """Strands that are there from the beginning are paid for as long as they are. Rule: G10.211."""
    return tuple(Strand(each.one, each.other, exact(places[each.one], places[each.other])) for each in strands)


def _strength(sheet: MapSheet, path: KeyPath, kind: WebKind) -> int:
    """The strength of a web: as it is here, or four times that of the printed rules; a cast web's as on its chart.

    Rule: G10.3, note on web casters.
    """
    if kind == "cast" and sheet.get((*path, "traditional")) is not ABSENT:
        why = "a cast web's strength counts once, as on its caster's chart. Write strength (note after G10.82)."
        sheet.fault((*path, "traditional"), why)
    both = all(sheet.get((*path, key)) is not ABSENT for key in ("strength", "traditional"))
    if both:
        sheet.fault((*path, "traditional"), "the strength is already given. Leave one of the two out (G10.3).")
    given: tuple[Literal["strength", "traditional"], int] = ("strength", STRONGEST)
    if not both and sheet.get((*path, "traditional")) is not ABSENT:
        given = ("traditional", 999 * WHOLE)
    read = sheet.decimal((*path, given[0]), "a strength", 0, given[1], rule="G10.3", default=0)
    return strength(read) if given[0] == "traditional" else read
