"""Facts of Star Wars hex combat as they are explained, on the board of the samples."""

from collections.abc import Sequence

from sits_es.events import Event
from sits_es.report import report_of
from sits_es.report.working import Context, Working
from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.flying.facts import StarshipFlew
from tests.shared.starwars_samples import board

REPORT = report_of("starwars")


def working(fact: Event, earlier: Sequence[Event] = (), on: Board | None = None) -> Working:
    """A fact explained. on: the board right before it, if not that of the samples."""
    return REPORT.explain(Context(event=fact, board=board() if on is None else on, earlier=tuple(earlier), later=()))


def check(
    pool: tuple[int, int, int, int, int, int], about: str = "", skill: str = "gunnery", source: str = "action"
) -> CheckMade:
    """A check of Kestrel that succeeds with two threats."""
    return CheckMade(
        starship="Kestrel",
        source="flight" if source == "flight" else "action",
        skill="piloting" if skill == "piloting" else "computers" if skill == "computers" else "gunnery",
        against=None if about else "Raider",
        about=about,
        pool=pool,
        success=1,
        advantage=-2,
        triumph=0,
        despair=0,
    )


#: An attack on a hex row between two zones.
AIMED = AttackAimed(
    starship="Kestrel",
    weapon="forward-lasers",
    target="Corvette",
    hexes=3,
    band="medium",
    toward=None,
    arcs=("forward",),
    zones=("forward", "starboard"),
    zone="starboard",
    shields=2,
)
#: A flight with turns, the first two of its hexes among asteroids.
FLEW = StarshipFlew(
    starship="Kestrel",
    steps=("F", "R", "F", "L", "F"),
    path=((0, -1), (1, -2), (1, -3)),
    q=1,
    r=-3,
    facing="A",
    movement=3,
)
