import json
from operator import itemgetter
from typing import Any

import pytest

from projections.sits import DAMAGE_TRACKS
from sits_es.events import Event
from sits_es.rules.sits.cards.ship_class import SHIP_TRACKS
from tests.shared.grown_read_models import rows_of


def track_after(game: tuple[Event, ...], events: int, ship: str, track: str) -> dict[str, Any]:
    """A track's row after the first events of the game."""
    (row,) = [row for row in rows_of(DAMAGE_TRACKS, game[:events]) if (row["ship"], row["track"]) == (ship, track)]
    return {"boxes": json.loads(row["boxes"]), "marks": row["marks"], "rating": row["rating"]}


@pytest.mark.parametrize(
    ("events", "ship", "track", "stands"),
    [
        (4, "Sirius", "ecm", (".....", 14)),
        (10, "Sirius", "ecm", ("x....", 12)),
        (11, "Sirius", "ecm", ("xx...", 9)),
        (24, "Sirius", "ecm", ("xt...", 9)),
        (25, "Sirius", "ecm", ("x#...", 9)),
        (26, "Sirius", "ecm", (".#...", 14)),
        (26, "Fearless", "ecm", (".....", 14)),
        (26, "Sirius", "port-sidewall", ("dddd", None)),
        (26, "Sirius", "starboard-sidewall", ("....", 27)),
    ],
)
def test_a_track_shows_its_marks_and_the_rating_in_force(
    game: tuple[Event, ...], events: int, ship: str, track: str, stands: tuple[str, int | None]
) -> None:
    row = track_after(game, events, ship, track)
    assert (row["marks"], row["rating"]) == stands
    assert row["boxes"] == ([14, 12, 9, 6, 3] if track == "ecm" else [27, 34, 45, 60])


def test_tracks_stand_in_the_order_of_the_card(game: tuple[Event, ...]) -> None:
    rows = sorted(rows_of(DAMAGE_TRACKS, game[:4]), key=itemgetter("place"))
    tracks = [row["track"] for row in rows if row["ship"] == "Sirius"]
    of_the_ship = [track for track in SHIP_TRACKS if track in tracks]
    assert tracks[: len(of_the_ship)] == of_the_ship
    assert tracks[len(of_the_ship)] == "port-tubes"
