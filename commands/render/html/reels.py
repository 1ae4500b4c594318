"""A game and the branches that are to be seen beside it, as the values that a page is given."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence

from attrs import frozen

from commands.render.html.film import Camera
from commands.render.html.ground import PageValues
from commands.render.markup import markup
from commands.render.pictures.map import side_colours
from sits_es.game.story import teller
from sits_es.report import report_of
from sits_es.report.blocks import Picture
from sits_es.service.graphs import LUCK, account, of_stretch
from sits_es.service.replay import PlayedExchange
from sits_es.service.session import Session
from sits_es.service.timeline import Timeline


@frozen(kw_only=True)
class Reels:
    """What a page is given. about: a line below its title.

    shown: all that it draws and tells; workings, record: by branch, unpacked when they are asked for.
    """

    title: str
    about: str
    shown: PageValues
    workings: list[list[PageValues]]
    record: list[PageValues]


def reels(session: Session, name: str, beside: Sequence[str], viewer: str | None) -> Reels:
    """A game and branches beside it, each from where it leaves the game on. viewer: as of `viewer_of`."""
    trunk = Timeline(session, name)
    shown, workings, record, sides = [], [], [], []
    for each, timeline in ((name, trunk), *((branch, Timeline(session, branch)) for branch in beside)):
        after = -1 if timeline is trunk else trunk.shared_with(timeline)
        camera = Camera(timeline, after, viewer)
        camera.take()
        shown.append(_shown(timeline, each, after, camera))
        workings.append(camera.workings)
        record.append(_record(session, each, after))
        sides += [side for side in camera.sides() if side not in sides]
    game = session.fold(name).game
    values = {
        "title": game.title,
        "system": session.rules(name).title,
        "viewer": viewer,
        "turn": report_of(game.system).turn_named,
        "sides": dict(zip(sides, side_colours(sides), strict=True)),
        "branches": shown,
    }
    return Reels(
        title=f"{name}: {game.title}",
        about=_about(session, name, beside, viewer),
        shown=values,
        workings=workings,
        record=record,
    )


def _about(session: Session, name: str, beside: Sequence[str], viewer: str | None) -> str:
    """The rules, how far it came, whose eyes it is seen with, and what stands beside it."""
    rules, fold = session.rules(name), session.fold(name)
    ended = fold.game.ended
    said = [
        f"{rules.title}, {rules.edition}.",
        f"Over: {ended}" if ended is not None else f"{fold.game.waits[:1].upper()}{fold.game.waits[1:]}.",
        f"As {viewer} sees it." if viewer is not None else "",
        f"Beside it: {', '.join(map(session.display_name, beside))}." if beside else "",
    ]
    return " ".join(filter(None, said))


def _shown(timeline: Timeline, name: str, after: int, camera: Camera) -> PageValues:
    """What is shown of a branch. name: as it is asked for; after: the last event that it shares."""
    session, head = timeline.session, timeline.session.head(name)
    chapters = timeline.chapters
    headings = [heading for each in chapters for heading in camera.headings(each)][after + 1 :]
    known = list(dict.fromkeys(headings))
    return {
        "name": name,
        "called": timeline.called,
        "after": after,
        "head": head.digest,
        "checkpoint": session.store.checkpoint(head.stream, size=head.version + 1),
        "chapters": [[each.label, each.turn, each.first, each.last] for each in chapters],
        "said": list(map(teller(timeline.rules), session.facts(name, after + 1))),
        "headings": known,
        "under": [known.index(heading) for heading in headings],
        "marks": camera.marks(),
        "tables": [[table, *map(list, columns)] for table, columns in camera.tables.items()],
        "changes": camera.changes,
        "reports": camera.reports(),
        "boards": camera.boards,
        "luck": markup(account(session, name).blocks()),
        "numbers": _numbers(session, name, camera.played),
    }


def _numbers(session: Session, name: str, played: Sequence[PlayedExchange]) -> str:
    """Pictures of what is counted, luck's left out, as markup; empty where nothing has changed."""
    found = of_stretch(session, name, played).graphs if played else ()
    return markup(Picture(each.scene) for each in found if each.word != LUCK)


def _record(session: Session, name: str, after: int) -> PageValues:
    """The events as they are stored: stream and stored name by number, the first digits of the digest, the content."""
    last = session.head(name).version
    rows = [each for each in session.store.stored(session.require(name)) if after < each.version <= last]
    streams = list(dict.fromkeys(row.stream for row in rows))
    topics = list(dict.fromkeys(row.topic for row in rows))
    return {
        "streams": streams,
        "topics": topics,
        "events": [
            [streams.index(row.stream), topics.index(row.topic), row.digest[:8], row.state.decode()] for row in rows
        ],
    }


def packed(values: object) -> str:
    """Values as JSON, compressed, in letters that can stand anywhere in a page."""
    data = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    return b64encode(zlib.compress(data, 6)).decode()
